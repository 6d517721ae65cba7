/** `offcut mcp`: the commands as tools for programs that speak the Model Context Protocol over standard input and output. */
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import {
  CallToolRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { VERSION } from "../../entry.ts";
import { type Command, EXIT, type Io, UsageError } from "../base/command.ts";
import { wrongPath } from "../base/paths.ts";
import { callTool, type ToolAnswer, toolsOf } from "./tools.ts";

type Commands = ReadonlyMap<string, Command>;

/** Pictures of so many answers are kept. */
const KEPT = 100;

/** @param commands all of them, this one included */
export function mcpOf(commands: () => Commands): Command {
  return {
    usage: "mcp",
    summary: "offer these commands as tools over the Model Context Protocol",
    options: {
      allow: {
        type: "string",
        multiple: true,
        value: "FOLDER",
        help: "folders whose files may be read and written (the current one); may be repeated",
      },
    },
    async run({ words, values, io }) {
      if (words.length > 0) throw new UsageError("mcp takes no words: it is spoken to over standard input");
      const given = values.texts("allow");
      const guarded = await io.within(given.length > 0 ? given : ["."]);
      const server = serverOf(commands(), guarded);
      const closed = new Promise<void>((resolve) => {
        server.onclose = resolve;
        io.signal.addEventListener("abort", () => resolve(), { once: true });
        io.ended().then(resolve);
      });
      await server.connect(new StdioServerTransport());
      await closed;
      await server.close();
      return EXIT.DONE;
    },
  };
}

function serverOf(commands: Commands, io: Io): Server {
  const server = new Server(
    { name: "offcut", version: VERSION },
    { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
  );
  const pictures = new Map<string, string>();
  let made = 0;
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: toolsOf(commands) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const { name, arguments: given = {} } = params;
    const command = commands.get(name);
    if (!command || !toolsOf(commands).some((tool) => tool.name === name))
      throw new Error(`There is no tool ${name}`);
    try {
      const answer = await callTool(command, name, given, { ...io, signal });
      const links = answer.pictures.map((svg) => {
        made++;
        const uri = `offcut://pictures/${made}.svg`;
        pictures.set(uri, svg);
        if (pictures.size > KEPT) pictures.delete(pictures.keys().next().value!);
        return { type: "resource_link" as const, uri, name: `picture ${made}`, mimeType: "image/svg+xml" };
      });
      return resultOf(answer, links);
    } catch (error) {
      // What the caller did wrong is an answer that it can learn from.
      return {
        content: [{ type: "text" as const, text: wrongPath(error) ?? (error as Error).message }],
        isError: true,
      };
    }
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: [...pictures.keys()].map((uri) => ({
      uri,
      name: uri.replace(/.*\//, ""),
      mimeType: "image/svg+xml",
    })),
  }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
    const text = pictures.get(uri);
    if (text === undefined) throw new Error(`There is no picture ${uri}`);
    return { contents: [{ uri, mimeType: "image/svg+xml", text }] };
  });
  return server;
}

const INSTRUCTIONS =
  "Nesting of parts on sheets, cutting of bars and panels. Name drawings by their files (parse tells what is in them) instead of copying coordinates; names are relative to the first allowed folder. Pictures of answers are resources; verify judges an answer by a program that shares nothing with the solvers.";

function resultOf({ text, data, failed }: ToolAnswer, links: object[]) {
  return {
    content: [{ type: "text" as const, text }, ...links],
    ...(data === undefined ? {} : { structuredContent: data }),
    ...(failed ? { isError: true } : {}),
  } as {
    content: [{ type: "text"; text: string }];
    structuredContent?: Record<string, unknown>;
    isError?: boolean;
  };
}
