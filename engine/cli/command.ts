/**
 * What a command of the command line is, and what it may use of the world: files, streams and the interrupt come in
 * from `cli.ts`, so that a command is a function that tests can call.
 */
import type { Engine } from "../engine.ts";
import { EngineError } from "../errors.ts";

/** What the shell sees. Interrupted runs write the best they have before they end. */
export const EXIT = { DONE: 0, INCOMPLETE: 1, BAD_INPUT: 2, FAILED: 3, INTERRUPTED: 130 } as const;

export interface Option {
  type: "string" | "boolean";
  /** Name of the value in the help text. */
  value?: string;
  help: string;
  multiple?: boolean;
}

export interface Command {
  /** The words after `offcut`. */
  usage: string;
  summary: string;
  options: Record<string, Option>;
  /** Returns one of EXIT. */
  run(context: CommandContext): Promise<number>;
}

export interface CommandContext {
  words: string[];
  values: Values;
  io: Io;
}

export interface Io {
  /** The engine, made when first asked for, with so many workers. */
  engine(): Promise<Engine>;
  workers: number;
  /** The bytes of a file, or of standard input for `-`. */
  read(path: string): Promise<Uint8Array>;
  /** Writes a file, or standard output for `-`. */
  write(path: string, text: Iterable<string>): Promise<void>;
  /** A line to standard error. */
  warn(line: string): void;
  /** A line that overwrites itself on a terminal and is left out elsewhere; an empty one wipes it. */
  progress(line: string): void;
  /** Aborts when the user interrupts. */
  signal: AbortSignal;
  /** Starts the service with these settings and stays. */
  serve(settings: Record<string, string>): Promise<void>;
}

/** Wrong words on the command line. */
export class UsageError extends Error {}

/** The options as given, read by type. */
export class Values {
  constructor(private readonly given: Record<string, string | boolean | (string | boolean)[] | undefined>) {}

  text(name: string): string | undefined {
    const value = this.given[name];
    return typeof value === "string" ? value : undefined;
  }

  texts(name: string): string[] {
    const value = this.given[name];
    return Array.isArray(value) ? value.map(String) : [];
  }

  flag(name: string): boolean {
    return this.given[name] === true;
  }

  number(name: string): number | undefined {
    const text = this.text(name);
    return text === undefined ? undefined : numberFrom(text, `--${name}`);
  }
}

export function numberFrom(text: string, what: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value))
    throw new UsageError(`${what} must be a number, not "${text}"`);
  return value;
}

/** The only word, or standard input when there is none. */
export function onlyWord({ words }: CommandContext): string {
  if (words.length > 1) throw new UsageError(`one file is enough, "${words[1]}" is one too many`);
  return words[0] ?? "-";
}

export async function readJson(io: Io, path: string): Promise<unknown> {
  return jsonFrom(await readText(io, path), path);
}

export function jsonFrom(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new EngineError("INVALID_INPUT", `${nameOf(path)} is no JSON: ${(cause as Error).message}`, {
      cause,
    });
  }
}

export async function readText(io: Io, path: string): Promise<string> {
  return new TextDecoder().decode(await io.read(path));
}

/** Indented: people read these files too. */
export function jsonText(value: unknown): string[] {
  return [JSON.stringify(value, null, 2), "\n"];
}

export function nameOf(path: string): string {
  return path === "-" ? "standard input" : path;
}

/** The file's name without folders and extension. */
export function stemOf(path: string): string {
  return path.replace(/^.*[\\/]/, "").replace(/\.[^.]*$/, "");
}

/** Options that every solver command has. */
export const SOLVE_OPTIONS: Record<string, Option> = {
  seconds: { type: "string", value: "N", help: "stop after N seconds with the best found" },
  seed: { type: "string", value: "N", help: "another start for the search (1)" },
  out: {
    type: "string",
    value: "FILE",
    help: "write the answer as JSON (standard output unless another file is asked for)",
  },
  verbose: { type: "boolean", help: "tell of every better answer and how it came out, in a pipe too" },
};
