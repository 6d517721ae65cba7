/** Every command by its name. What it takes and does is loaded when it is asked for: to load all takes longer than most run. */
import { type Command, type CommandAction, EXIT, UsageError } from "./base/command.ts";

interface Listed extends Pick<Command, "usage" | "summary"> {
  load(): Promise<CommandAction>;
}

const serve: CommandAction = {
  options: {
    port: { type: "string", value: "N", help: "port to listen on (3000)" },
    host: { type: "string", value: "HOST", help: "address to listen on (0.0.0.0)" },
    data: { type: "string", value: "FOLDER", help: "where accounts are kept (./data)" },
  },
  async run({ values, io }) {
    const port = values.number("port") ?? 0;
    if (!Number.isInteger(port) || port < 0 || port > 65_535)
      throw new UsageError("--port must be a whole number from 0 to 65535");
    const settings = { PORT: values.text("port"), HOST: values.text("host"), DATA_DIR: values.text("data") };
    const given = Object.entries(settings).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    await io.serve(Object.fromEntries(given));
    return EXIT.DONE;
  },
};

export const COMMANDS: ReadonlyMap<string, Listed> = new Map(
  Object.entries({
    nest: {
      usage: "nest [REQUEST.json | DRAWING.dxf[:COPIES] … | -[:COPIES]]",
      summary: "place parts on sheets",
      load: async () => (await import("./nest-command.ts")).nest,
    },
    cut: {
      usage: "cut [REQUEST.json | PIECES.csv]",
      summary: "cut pieces from bars",
      load: async () => (await import("./cut-command.ts")).cut,
    },
    panels: {
      usage: "panels [REQUEST.json | LIST.csv]",
      summary: "cut pieces from panels, edge to edge on a saw",
      load: async () => (await import("./panels-command.ts")).panels,
    },
    parse: {
      usage: "parse [DRAWING.dxf | DRAWING.svg | PROJECT.lbrn2 …]",
      summary: "read a drawing: its parts, holes and findings, or all of it as JSON",
      load: async () => (await import("./drawing-command.ts")).parse,
    },
    svg: {
      usage: "svg [DRAWING.dxf]",
      summary: "draw a DXF drawing as SVG",
      load: async () => (await import("./drawing-command.ts")).svg,
    },
    gcode: {
      usage: "gcode [SHEET.json]",
      summary: "write the program that cuts a sheet",
      load: async () => (await import("./export-command.ts")).gcode,
    },
    dxf: {
      usage: "dxf [SHEET.json]",
      summary: "write the drawing of a sheet",
      load: async () => (await import("./export-command.ts")).dxf,
    },
    lightburn: {
      usage: "lightburn [SHEET.json]",
      summary: "write a sheet as a project of LightBurn, with its cut settings",
      load: async () => (await import("./export-command.ts")).lightburn,
    },
    verify: {
      usage: "verify REQUEST.json ANSWER.json",
      summary: "check an answer of nest, cut or panels against its request",
      load: async () => (await import("./verify.ts")).verify,
    },
    serve: {
      usage: "serve",
      summary: "start the HTTP service and the web app",
      load: async () => serve,
    },
    mcp: {
      usage: "mcp",
      summary: "offer these commands as tools over the Model Context Protocol",
      load: async () => (await import("./agents/mcp.ts")).mcpOf(allCommands),
    },
    completion: {
      usage: "completion SHELL",
      summary: "print the completion script for bash, zsh, fish or powershell",
      load: async () => (await import("./about/completion.ts")).completionOf(allCommands),
    },
  }),
);

export async function commandOf({ usage, summary, load }: Listed): Promise<Command> {
  return { usage, summary, ...(await load()) };
}

export async function allCommands(): Promise<ReadonlyMap<string, Command>> {
  const commands = [...COMMANDS].map(async ([name, listed]) => [name, await commandOf(listed)] as const);
  return new Map(await Promise.all(commands));
}
