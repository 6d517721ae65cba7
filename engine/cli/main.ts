#!/usr/bin/env node
/**
 * The program `offcut`: words, files and signals of Node around the commands in cli/. It runs when it is loaded.
 */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { basename, dirname, join, resolve, sep } from "node:path";
import { buffer } from "node:stream/consumers";
import { glob } from "tinyglobby";
import type { EngineError } from "../base/errors.ts";
import type { Engine, EngineOptions } from "../engine.ts";
import { VERSION } from "../entry.ts";
import type { EngineFault } from "../run/fault.ts";
import { type Command, type Disk, EXIT, type Io, OptionValues, UsageError } from "./base/command.ts";
import { openOutputs, sparing } from "./base/outputs.ts";
import { NO_SUCH, wrongPath } from "./base/paths.ts";
import { faultSentence } from "./base/solve-command.ts";
import { perhaps, readWords } from "./base/words.ts";
import { allCommands, COMMANDS, commandOf } from "./commands.ts";

/** Patterns are written with slashes; on Windows shells leave them to the program. */
const GLOB = { expandDirectories: false, caseSensitiveMatch: process.platform !== "win32" };

/** Options that are called otherwise than the fields that they set. */
const SAID: Record<string, string> = { join_tolerance: "join", timeLimitMs: "seconds", workBudget: "work" };

// A service that could not start has left its code.
process.exitCode = (await main(process.argv.slice(2))) || process.exitCode;

async function main([name = "--help", ...rest]: string[]): Promise<number> {
  if (name === "help" && rest[0] !== undefined) return helpAbout(rest[0]);
  if (name === "--help" || name === "-h" || name === "help") {
    const { helpText } = await import("./about/help.ts");
    return say(helpText(COMMANDS.values(), process.stdout.columns));
  }
  if (name === "--version" || name === "-v") return say(`${VERSION}\n`);
  const listed = COMMANDS.get(name);
  if (!listed) {
    const meant = perhaps(name, [...COMMANDS.keys()]);
    return complain(`there is no command "${name}"${meant}; offcut --help lists them`, EXIT.BAD_INPUT);
  }
  const command = await commandOf(listed);
  if (rest.includes("--help") || rest.includes("-h")) {
    const { commandHelp } = await import("./about/help.ts");
    return say(commandHelp(command, process.stdout.columns));
  }
  const interrupt = new AbortController();
  const world = nodeIo(interrupt.signal);
  const stop = () => interrupt.abort();
  // The second one finds no listener and ends the process. SIGTERM is what `timeout` and batch systems send.
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    const { words, values: given } = readWords(command, rest);
    const values = new OptionValues(given);
    const io = sparing(world, openOutputs(command, values, world.disk));
    const code = await command.run({ words, values, io });
    world.tellFiles();
    return code;
  } catch (error) {
    if (interrupt.signal.aborted)
      return complain("interrupted before there was anything to keep", EXIT.INTERRUPTED);
    return complain(asSaid(error, rest, command) ?? messageOf(error), exitCodeOf(error));
  } finally {
    process.off("SIGINT", stop).off("SIGTERM", stop);
    await world.close();
  }
}

/** A command, or an option with the commands that have it. */
async function helpAbout(topic: string): Promise<number> {
  if (COMMANDS.has(topic)) return main([topic, "--help"]);
  const { optionHelp } = await import("./about/help.ts");
  const commands = await allCommands();
  const text = optionHelp(commands, topic.replace(/^--/, ""), process.stdout.columns);
  if (text !== undefined) return say(text);
  const options = [...commands.values()].flatMap(({ options }) => Object.keys(options));
  const meant = perhaps(topic, [...COMMANDS.keys(), ...options]);
  const known = [...COMMANDS.keys()].join(", ");
  return complain(
    `there is no help about "${topic}"${meant || `; there is about ${known} and about every option`}`,
    EXIT.BAD_INPUT,
  );
}

function nodeDisk(): Disk {
  return {
    nameOf(path) {
      const stat = statOf(path);
      if (!stat) return resolve(path);
      return stat.isFile() ? realpathSync(path) : undefined;
    },
    faultOf(path) {
      const folder = dirname(path);
      if (!statOf(folder)?.isDirectory()) return `there is no folder "${folder}"`;
      if (statOf(path)?.isDirectory()) return "this is a folder";
      if (existsSync(path) || mayWriteIn(folder)) return undefined;
      return "there is no such file, and no permission to write one";
    },
  };
}

function statOf(path: string) {
  return statSync(path, { throwIfNoEntry: false });
}

function mayWriteIn(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** The world as commands see it. */
function nodeIo(signal: AbortSignal): Io & { tellFiles(): void; close(): Promise<void> } {
  let engine: Promise<Engine> | undefined;
  // Nothing else of this program runs meanwhile; more workers than this find hardly more together.
  const workers = Math.min(availableParallelism(), 8);
  const progress = (line: string) => {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`);
  };
  const files = new Set<string>();
  let faulty = false;
  const tellFault = (fault: EngineFault) => {
    if (!faulty) io.warn(faultSentence(fault));
    faulty = true;
  };
  const io: Io = {
    signal,
    progress,
    terminal: process.stdout.isTTY === true,
    columns: process.stdout.columns || 80,
    list: async (pattern) => (existsSync(pattern) ? [pattern] : (await glob(pattern, GLOB)).sort()),
    engine: () => {
      engine ??= startEngine({ workers, onFault: tellFault });
      return engine;
    },
    workers,
    read: (path) => (path === "-" ? piped() : readFile(path).catch((error) => fail(error, path))),
    write: async (path, text) => {
      writeText(path, text);
      if (path !== "-") files.add(path);
    },
    warn: (line) => {
      progress("");
      process.stderr.write(`offcut: ${line}\n`);
    },
    disk: nodeDisk(),
    within: (folders) => guarded(io, folders),
    ended: () => new Promise((resolve) => process.stdin.once("end", resolve)),
    serve: async (settings) => {
      Object.assign(process.env, settings);
      // The service reads the words it was started with; these were for the command line.
      process.argv.length = 2;
      await import(/* @vite-ignore */ new URL("./main.js", import.meta.url).href);
      // By itself the service ends with 1 where it cannot start.
      if (process.exitCode === 1) process.exitCode = EXIT.FAILED;
    },
  };
  const tellFiles = () => {
    if (process.stderr.isTTY && files.size > 0) io.warn(`wrote ${[...files].join(", ")}`);
  };
  return { ...io, tellFiles, close: async () => (await engine)?.close() };
}

/** The package's entry has this too, but loads all else that it exports. */
async function startEngine(options: EngineOptions): Promise<Engine> {
  const [{ Engine }, { nodePlatform }] = await Promise.all([
    import("../engine.ts"),
    import("../run/platform/node.ts"),
  ]);
  return new Engine(nodePlatform(options), options);
}

/** Nobody types a drawing: at a terminal a forgotten file would look like a program that hangs. */
async function piped(): Promise<Uint8Array> {
  if (process.stdin.isTTY) throw new UsageError("which file? name one, or send it through a pipe");
  const bytes = await buffer(process.stdin);
  if (bytes.length === 0)
    throw new UsageError("standard input is empty: name a file, or send one through a pipe");
  return bytes;
}

/** Links are followed before a path is judged: what leads out of the folders is refused, a new file by its folder. */
function guarded(io: Io, folders: string[]): Io {
  const roots = folders.map((folder) => realpathSync(folder));
  const isInside = (path: string) => roots.some((root) => path === root || path.startsWith(join(root, sep)));
  const real = (path: string) => {
    const found = resolve(roots[0]!, path);
    const whole = realOf(found) ?? newAt(found);
    if (whole !== undefined && isInside(whole)) return whole;
    const isAbsent = whole === undefined && isInside(found) && !linkOf(found);
    throw new UsageError(isAbsent ? `${path}: ${NO_SUCH}` : `${path} is in none of the allowed folders`);
  };
  return {
    ...io,
    read: async (path) => io.read(path === "-" ? path : real(path)),
    write: async (path, text) => io.write(path === "-" ? path : real(path), text),
    list: async (pattern) => {
      const files = await glob(pattern, { ...GLOB, cwd: roots[0]!, absolute: true });
      return files
        .sort()
        .map((file) => realpathSync(file))
        .filter(isInside);
    },
    disk: {
      nameOf: (path) => io.disk.nameOf(real(path)),
      faultOf: (path) => io.disk.faultOf(real(path)),
    },
  };
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function linkOf(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** Where a file that there is not would come to be: through a link whose end is not there, elsewhere. */
function newAt(path: string): string | undefined {
  const folder = linkOf(path) ? undefined : realOf(dirname(path));
  return folder && join(folder, basename(path));
}

/** A file is there whole, or as it was before: half a program would run on a machine. */
function writeText(path: string, text: Iterable<string>): void {
  if (path === "-") return void writeChunks(process.stdout.fd, text, "standard output");
  const before = lstatSync(path, { throwIfNoEntry: false });
  // Links and devices stay what they are; where nothing new may be written, a file can still be written over.
  const isApart = (!before || before.isFile()) && mayWriteIn(dirname(path));
  if (before && isApart) accessSync(path, constants.W_OK);
  const part = isApart ? `${path}.${process.pid}.part` : path;
  const file = openSync(part, "w");
  try {
    if (before && isApart) fchmodSync(file, before.mode);
    writeChunks(file, text, path);
  } catch (error) {
    if (isApart) rmSync(part);
    throw error;
  } finally {
    closeSync(file);
  }
  if (isApart) renameSync(part, path);
}

/** In order and without a copy in memory; a reader that has left ends the writing, not the program. */
function writeChunks(file: number, text: Iterable<string>, name: string): void {
  try {
    for (const chunk of text) writeAll(file, Buffer.from(chunk));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPIPE") fail(error, name);
  }
}

/** Adds the path to an error about an open file, which does not name it. */
function fail(error: unknown, path: string): never {
  throw Object.assign(error as Error, { path });
}

/** A pipe whose reader is slow refuses for a moment; then the same bytes are tried again. */
function writeAll(file: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) {
    try {
      written += writeSync(file, bytes, written);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

function say(text: string): number {
  try {
    writeText("-", [text]);
    return EXIT.DONE;
  } catch (error) {
    return complain(messageOf(error), exitCodeOf(error));
  }
}

function complain(text: string, code: number): number {
  process.stderr.write(`offcut: ${text}\n`);
  return code;
}

/** Lists are read by an entry of the package that has a copy of the class. */
function isOfPackage(error: unknown): error is EngineError {
  return error instanceof Error && error.name === "EngineError";
}

function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return EXIT.BAD_INPUT;
  if (isOfPackage(error) && /^(INVALID|FILE)/.test(error.code)) return EXIT.BAD_INPUT;
  return wrongPath(error) === undefined ? EXIT.FAILED : EXIT.BAD_INPUT;
}

/** Words an error about a field as an error about the option that set it, or would set it. */
function asSaid(error: unknown, args: string[], { options }: Command): string | undefined {
  const [wrong] = isOfPackage(error) ? error.details : [];
  const given = args.flatMap((word) => /^--([\w-]+)/.exec(word)?.[1] ?? []);
  if (wrong?.path[0] === "options") given.push(...Object.keys(options));
  // `edge_margin` is said as --margin, an entry of `roles` as --role, others by names of their own.
  const optionOf = (field: string | number) => {
    const name =
      SAID[field] ??
      String(field)
        .replace(/^edge_/, "")
        .replaceAll("_", "-")
        .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return given.find((option) => option === name || `${option}s` === name);
  };
  const at = wrong?.path.findIndex((field) => optionOf(field) !== undefined) ?? -1;
  if (wrong === undefined || at < 0) return undefined;
  const inner = wrong.path.slice(at + 1).filter((field) => typeof field === "string");
  return `--${optionOf(wrong.path[at]!)}${inner.length > 0 ? `: ${inner.join(".")}` : ""} ${wrong.message}`;
}

function messageOf(error: unknown): string {
  return wrongPath(error) ?? (error instanceof Error ? error.message : String(error));
}
