/**
 * A command of the command line and its environment: files, streams and the interrupt come in
 * from `cli.ts`, so that a command is a function that tests can call.
 */

import { joinWords } from "../../base/contract/options.ts";
import { EngineError } from "../../base/errors.ts";
import type { Engine } from "../../engine.ts";
import {
  type DecimalSign,
  decodeText,
  type LengthUnit,
  type ReadLength,
  readLength,
  UNITS,
} from "../../read/lists/index.ts";

/** Exit codes. Interrupted runs write the best they have before they end. */
export const EXIT = { DONE: 0, INCOMPLETE: 1, BAD_INPUT: 2, FAILED: 3, INTERRUPTED: 130 } as const;

export interface Option {
  type: "string" | "boolean";
  /** Name of the value in the help text. */
  value?: string;
  /** Whether the value is a file that is written. */
  writes?: boolean;
  /** Words to choose from, where the option is a choice. */
  words?: readonly string[];
  help: string;
  multiple?: boolean;
}

/** An option that names the file that it writes, `-` for standard output. */
export function writtenFile(help: string): Option {
  return { type: "string", value: "FILE", writes: true, help };
}

/** Options and operation of a command. */
export interface CommandAction {
  options: Record<string, Option>;
  /** Returns one of EXIT. */
  run(context: CommandContext): Promise<number>;
}

export interface Command extends CommandAction {
  /** The words after `offcut`. */
  usage: string;
  summary: string;
}

export interface CommandContext {
  words: string[];
  values: OptionValues;
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
  /** True when standard output is a terminal: people read tables there, programs JSON. */
  terminal: boolean;
  /** Characters that fit a line of it. */
  columns: number;
  /** The files that a pattern with wildcards stands for, sorted; a file of that very name is one. */
  list(pattern: string): Promise<string[]>;
  /** A line that overwrites itself on a terminal and is left out elsewhere; an empty one wipes it. */
  progress(line: string): void;
  /** Aborts when the user interrupts. */
  signal: AbortSignal;
  disk: Disk;
  /** The same world where only files below these folders can be read, written and listed. */
  within(folders: string[]): Io;
  /** Resolves when standard input has ended. */
  ended(): Promise<void>;
  /** Starts the service with these settings and stays. */
  serve(settings: Record<string, string>): Promise<void>;
}

/** Facts about files that are needed before they are written. */
export interface Disk {
  /** The same for every way to say it; nothing for what takes any number of files, such as a device. */
  nameOf(path: string): string | undefined;
  /** Why it cannot be written. */
  faultOf(path: string): string | undefined;
}

const DECIMALS: readonly string[] = ["comma", "point"];

/** Wrong words on the command line. */
export class UsageError extends Error {}

/** The options as given, read by type. */
export class OptionValues {
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

  /** Millimetres; a number without a unit is in that of `--units`. */
  length(name: string): number | undefined {
    const text = this.text(name);
    return text === undefined ? undefined : lengthFrom(text, `--${name}`, this.unit);
  }

  /** Unit of numbers that name none, and of what people read. */
  get unit(): LengthUnit {
    const given = (this.text("units") ?? "mm").toLowerCase();
    const unit = UNITS.find((name) => name === given);
    if (!unit) throw new UsageError(`--units is ${joinWords(UNITS)}, not "${given}"`);
    return unit;
  }

  /** The sign before the fraction in lists; by itself where nothing is said. */
  get decimal(): DecimalSign | undefined {
    const given = this.text("decimal");
    if (given === undefined) return undefined;
    if (!DECIMALS.includes(given))
      throw new UsageError(`--decimal is ${joinWords(DECIMALS)}, not "${given}"`);
    return given === "comma" ? "," : ".";
  }
}

export function numberFrom(text: string, what: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value))
    throw new UsageError(`${what} must be a number, not "${text}"`);
  return value;
}

/** Millimetres from a length of the command line. A point divides off the fraction; a comma may, or groups thousands. */
export function lengthFrom(text: string, what: string, unit: LengthUnit): number {
  const read = readLength(text, unit, text.includes(",") ? undefined : ".");
  if ("mm" in read) return read.mm;
  const wanted = read.fault === "none" ? 'a length, as in 6000, 20ft or 72 1/2"' : "a number";
  throw new UsageError(`${what} must be ${wanted}${faultText(read)}, not "${text}"`);
}

/** `40x20`, `40inx20in`, `40x20in`, `6 ft x 3 ft`. `form` is how all of it is written. */
export function sizeFrom(
  text: string,
  what: string,
  unit: LengthUnit,
  form = "WIDTHxHEIGHT",
): [number, number] {
  const sides = text.split(/[x×*]/i).map((side) => side.trim());
  if (sides.length !== 2 || sides.includes("")) throw new UsageError(`${what} is ${form}, not "${text}"`);
  const [first, second] = sides as [string, string];
  // The unit of the last holds for both, where the first names none.
  const common = /^[\d.,\s/-]+$/.test(first) ? (/[^\d.,\s/-].*$/.exec(second)?.[0] ?? "") : "";
  return [lengthFrom(`${first}${common}`, what, unit), lengthFrom(second, what, unit)];
}

/** Tells both readings of a length that can be read in two ways. */
export function faultText(read: Exclude<ReadLength, { mm: number }>): string {
  return read.fault === "none" ? "" : ` that is plainly ${read.either.join(" or ")}`;
}

/** The only word, or standard input when there is none. */
export function onlyWord({ words }: CommandContext): string {
  if (words.length > 1) throw new UsageError(`one file is enough, "${words[1]}" is one too many`);
  return words[0] ?? "-";
}

/** Every file that the words name, with or without wildcards; standard input when there are none. */
export async function expandFiles(words: string[], io: Io): Promise<string[]> {
  if (words.length === 0) return ["-"];
  const files: string[] = [];
  for (const word of words) {
    const found = /[*?[\]{}]/.test(word) ? await io.list(word) : [word];
    if (found.length === 0) throw new UsageError(`no file matches ${word}`);
    files.push(...found);
  }
  return files;
}

/** Names of files that the readers of drawings take. */
export const DRAWING = /\.(dxf|svg|lbrn2?)$/i;

export async function readJson(io: Io, path: string): Promise<object> {
  return jsonFrom(await readText(io, path), path);
}

/** Whatever is read as JSON is an object. */
export function jsonFrom(text: string, path: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    if (text.trim() === "") throw new EngineError("INVALID_INPUT", `${fileName(path)} is empty`, { cause });
    const message = DRAWING.test(path)
      ? `${fileName(path)} is a drawing, where a request (JSON) or a list (CSV) is expected`
      : `${fileName(path)} is not JSON: ${(cause as Error).message}`;
    throw new EngineError("INVALID_INPUT", message, { cause });
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new EngineError("INVALID_INPUT", `${fileName(path)} has no fields: an object in braces is expected`);
}

export async function readText(io: Io, path: string): Promise<string> {
  return decodeText(await io.read(path));
}

/** Indented in files, which people read too; one line in a pipe. */
export function jsonText(value: unknown, file = ""): string[] {
  return [file === "-" ? JSON.stringify(value) : JSON.stringify(value, null, 2), "\n"];
}

/** Text that people read, line by line. */
export function lines(text: string[]): string[] {
  return text.map((line) => `${line}\n`);
}

export function fileName(path: string): string {
  return path === "-" ? "standard input" : path;
}

/** The file's name without folders and extension. */
export function fileStem(path: string): string {
  return path.replace(/^.*[\\/]/, "").replace(/\.[^.]*$/, "");
}

/** True where the answer is to be read by people. */
export function showsTables(values: OptionValues, io: Io): boolean {
  return io.terminal && !values.flag("json");
}

/** For every command with sizes. */
export const UNIT_OPTIONS: Record<string, Option> = {
  units: {
    type: "string",
    value: "UNIT",
    words: UNITS,
    help: "unit of bare numbers and of tables: mm, in or ft (mm)",
  },
};

/** For every command with an answer. */
export const ANSWER_OPTIONS: Record<string, Option> = {
  json: { type: "boolean", help: "print JSON at a terminal too, instead of tables" },
};

/** For every command that reads lists. */
export const LIST_OPTIONS: Record<string, Option> = {
  decimal: {
    type: "string",
    value: "SIGN",
    words: DECIMALS,
    help: "decimal sign in lists: comma or point (found from the list)",
  },
  "skip-bad": { type: "boolean", help: "skip what cannot be read and list it, instead of stopping" },
};

/** `plan.json` becomes `plan-oak.json` for the oak among several materials. */
export function fileFor(file: string, material: string | undefined): string {
  if (material === undefined || file === "-") return file;
  const safe = material.replace(/[^\p{L}\p{N}._ -]/gu, "_") || "material";
  return file.replace(/(\.[^./\\]*)?$/, (extension) => `-${safe}${extension}`);
}

/** Tells the kind of a report by the name of its file. */
export function reportKind(file: string): "html" | "csv" {
  const [, kind] = /\.(html?|csv)$/i.exec(file) ?? [];
  if (kind === undefined) throw new UsageError(`--report is a file .html or .csv, not "${file}"`);
  return kind.toLowerCase() === "csv" ? "csv" : "html";
}

/** Checks all words of the options before any work is done. */
export function checkWords(values: OptionValues): void {
  const report = values.text("report");
  if (report !== undefined) reportKind(report);
  void [values.unit, values.decimal];
}

/** Options that every solver command has. */
export const SOLVE_OPTIONS: Record<string, Option> = {
  ...UNIT_OPTIONS,
  seconds: { type: "string", value: "N", help: "stop after N seconds with the best answer so far" },
  work: {
    type: "string",
    value: "N",
    help: "stop after N units of work: with --workers 1 the same answer on every machine",
  },
  seed: { type: "string", value: "N", help: "seed of the search: another number gives another search (1)" },
  ...ANSWER_OPTIONS,
  out: writtenFile("write the answer as JSON"),
  report: writtenFile("write a report to print (.html) or a list (.csv)"),
  verbose: {
    type: "boolean",
    help: "show every improvement and the result on standard error, in a pipe too",
  },
};
