/**
 * Words of the command line, one a line. Files are those of a folder in memory, searches do a little work, and nothing
 * leaves the process.
 */

import { EngineError } from "../../../engine/base/errors.ts";
import { type CommandAction, type Io, OptionValues, UsageError } from "../../../engine/cli/base/command.ts";
import { openOutputs, sparing } from "../../../engine/cli/base/outputs.ts";
import { wrongPath } from "../../../engine/cli/base/paths.ts";
import { readWords } from "../../../engine/cli/base/words.ts";
import { COMMANDS, commandOf } from "../../../engine/cli/commands.ts";
import type { Engine } from "../../../engine/engine.ts";
import { engine } from "../engine.ts";

/** Commands that stay, or start other programs. */
const APART = ["serve", "mcp"];
const FILES: Record<string, string> = {
  "plate.dxf": "0\nSECTION\n2\nENTITIES\n0\nCIRCLE\n8\n0\n10\n0\n20\n0\n40\n5\n0\nENDSEC\n0\nEOF\n",
  "list.csv": "id,length,quantity\nrail,300,2\n",
  "request.json": '{"stocks":[{"length":1000}],"pieces":[{"id":"a","length":300}]}',
};

const SEARCHES = ["nest", "cut", "panels"] as const;
/** The engine, whose searches end soon whatever the words say. */
const quick = new Proxy(engine, {
  get(target, name) {
    const search = SEARCHES.find((one) => one === name);
    if (search === undefined) return Reflect.get(target, name, target);
    return (request: never, options: object) => target[search](request, { ...options, workBudget: 100 });
  },
}) as Engine;

export async function fuzz(data: Uint8Array): Promise<void> {
  const [name = "", ...rest] = new TextDecoder().decode(data).split("\n");
  const listed = COMMANDS.get(name);
  if (!listed || APART.includes(name)) return;
  const command = await commandOf(listed);
  try {
    await run(command, rest);
  } catch (error) {
    const isTold = error instanceof UsageError || error instanceof EngineError || wrongPath(error);
    if (!isTold) throw error;
  }
}

async function run(command: CommandAction, args: string[]): Promise<void> {
  const { words, values: given } = readWords(command, args);
  const values = new OptionValues(given);
  const world = memoryIo();
  const io = sparing(world, openOutputs(command, values, world.disk));
  await command.run({ words, values, io });
}

function memoryIo(): Io {
  const io: Io = {
    engine: async () => quick,
    workers: 1,
    read: async (path) => {
      const text = FILES[path];
      if (text === undefined) throw Object.assign(new Error("absent"), { code: "ENOENT", path });
      return new TextEncoder().encode(text);
    },
    write: async (_path, text) => {
      for (const _chunk of text);
    },
    warn: () => {},
    terminal: true,
    columns: 80,
    list: async (pattern) => (pattern in FILES ? [pattern] : []),
    progress: () => {},
    signal: new AbortController().signal,
    disk: { nameOf: (path) => path, faultOf: () => undefined },
    within: () => io,
    ended: async () => {},
    serve: async () => {},
  };
  return io;
}
