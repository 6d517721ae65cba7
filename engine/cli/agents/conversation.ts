/** The commands as tools of the Model Context Protocol, and the server that speaks it. */
import { VERSION } from "../../entry.ts";
import { type Command, type Io, UsageError } from "../base/command.ts";
import { wrongPath } from "../base/paths.ts";
import { type ImageContent, imageOf } from "./images.ts";
import { INSTRUCTIONS, pagesOf, toolsOf } from "./offers.ts";
import {
  CallToolRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  Server,
  StdioServerTransport,
} from "./protocol.ts";
import { callTool, type ToolAnswer } from "./tools.ts";

type CommandTable = ReadonlyMap<string, Command>;

/** The documents of so many calls are kept. */
const KEPT = 100;
const SCHEME = "offcut://";
const ADDRESS = `${SCHEME}calls/`;
const KINDS: Record<string, string> = { svg: "image/svg+xml", json: "application/json", gcode: "text/plain" };

/** Answers over standard input and output until they end. */
export async function converse(commands: CommandTable, io: Io): Promise<void> {
  const server = serverOf(commands, io);
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
    io.signal.addEventListener("abort", () => resolve(), { once: true });
    io.ended().then(resolve);
  });
  await server.connect(new StdioServerTransport());
  await closed;
  await server.close();
}

function serverOf(commands: CommandTable, io: Io): Server {
  const server = new Server(
    { name: "offcut", version: VERSION },
    { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
  );
  const shelf = new DocumentShelf();
  const tools = toolsOf(commands);
  const pages = pagesOf(commands);
  const world: Io = {
    ...io,
    read: async (path) => shelf.bytes(path) ?? io.read(path),
    disk: { ...io.disk, nameOf: (path) => (isKept(path) ? undefined : io.disk.nameOf(path)) },
  };
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const { name, arguments: given = {} } = params;
    const command = commands.get(name);
    if (!command || !tools.some((tool) => tool.name === name)) throw new Error(`There is no tool ${name}`);
    try {
      return await resultOf(await callTool(command, name, given, { ...world, signal }), shelf);
    } catch (error) {
      // A mistake of the caller is an answer that it can learn from.
      return {
        content: [{ type: "text" as const, text: wrongPath(error) ?? (error as Error).message }],
        isError: true,
      };
    }
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: [...[...pages.keys()].map(resourceOf), ...shelf.list()],
  }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
    const text = pages.get(uri)?.() ?? shelf.text(uri);
    if (text === undefined) throw new Error(`There is no ${uri}, or no longer`);
    return { contents: [{ uri, mimeType: kindOf(uri), text }] };
  });
  return server;
}

/** Documents that the last calls have made, each with an address that every tool takes as a file. */
class DocumentShelf {
  private readonly calls = new Map<string, Map<string, string>>();
  private made = 0;

  /** Returns the addresses. */
  keep(documents: Map<string, string>): string[] {
    if (documents.size === 0) return [];
    this.made++;
    const folder = `${ADDRESS}${this.made}/`;
    this.calls.set(folder, new Map([...documents].map(([name, text]) => [folder + name, text])));
    if (this.calls.size > KEPT) this.calls.delete(this.calls.keys().next().value!);
    return [...this.calls.get(folder)!.keys()];
  }

  text(uri: string): string | undefined {
    return this.calls.get(uri.slice(0, uri.lastIndexOf("/") + 1))?.get(uri);
  }

  /** Returns the bytes of a document on the shelf; undefined for any other path. */
  bytes(path: string): Uint8Array | undefined {
    if (!isKept(path)) return undefined;
    const text = this.text(path);
    if (text === undefined) throw new UsageError(`there is no ${path}, or no longer`);
    return new TextEncoder().encode(text);
  }

  list() {
    return [...this.calls.values()].flatMap((documents) => [...documents.keys()].map(resourceOf));
  }
}

function isKept(path: string): boolean {
  return path.startsWith(ADDRESS);
}

function resourceOf(uri: string) {
  return {
    uri,
    name: uri.slice(uri.startsWith(ADDRESS) ? ADDRESS.length : SCHEME.length),
    mimeType: kindOf(uri),
  };
}

function kindOf(uri: string): string {
  return KINDS[uri.slice(uri.lastIndexOf(".") + 1)] ?? "text/plain";
}

async function resultOf(answer: ToolAnswer, shelf: DocumentShelf) {
  const { text, notes, documents, warnings, wrote, failed } = answer;
  const kept = shelf.keep(documents);
  // Apart from a program, which has to stay one.
  const told = [text, ...notes, ...(kept.length > 0 ? [`kept: ${kept.join(", ")}`] : [])];
  const links = kept.map((uri) => ({ type: "resource_link" as const, ...resourceOf(uri) }));
  const svg = text.startsWith("<svg") ? text : documents.get("picture.svg");
  const image = svg === undefined ? null : await imageOf(svg);
  return {
    content: [...told.map((text) => ({ type: "text" as const, text })), ...(image ? [image] : []), ...links],
    // The text is a program or a drawing where there are no data.
    structuredContent: answer.data ?? { kept, wrote, warnings },
    ...(failed ? { isError: true } : {}),
  } as {
    content: ({ type: "text"; text: string } | ImageContent)[];
    structuredContent: Record<string, unknown>;
    isError?: boolean;
  };
}
