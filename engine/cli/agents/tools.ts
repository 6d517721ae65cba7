/** The commands as tools of the Model Context Protocol: the same words, requests as JSON, what is made as resources. */
import { nearest } from "../../base/contract/values/keys.ts";
import { type Command, EXIT, type Io, OptionValues, UsageError } from "../base/command.ts";
import { openOutputs, sparing } from "../base/outputs.ts";
import { READERS, REQUESTS } from "./offers.ts";

/** Prefix of file names whose content is kept for the answer. */
const MEMORY = "memory:";

/** Documents that each command keeps, by the options that name files: all that later commands ask for. */
const KEEPS: Record<string, Record<string, string> | undefined> = {
  parse: { out: "answer.json" },
  nest: { out: "answer.json", request: "request.json", job: "sheet.json", svg: "picture.svg" },
  cut: { out: "answer.json", request: "request.json", plan: "plan.json", svg: "picture.svg" },
  panels: { out: "answer.json", request: "request.json", svg: "picture.svg" },
  verify: { out: "answer.json" },
  gcode: { out: "program.gcode" },
};
/** Options without use to a caller that gets both kinds of answer and knows its request. */
const LEFT_OUT = new Set(["json", "verbose", "request"]);

export interface ToolAnswer {
  text: string;
  /** The answer as data, where it is no text. */
  data?: Record<string, unknown>;
  /** Further documents worth keeping, by name. */
  documents: Map<string, string>;
  failed: boolean;
}

/** Runs a command for a caller that reads and writes only where `io` lets it, and writes over nothing that it reads. */
export async function callTool(
  command: Command,
  name: string,
  given: Record<string, unknown>,
  io: Io,
): Promise<ToolAnswer> {
  const { files: words = [], request, ...options } = given;
  const known = Object.entries(command.options).flatMap(([option, { writes }]) =>
    LEFT_OUT.has(option) || (writes && READERS.has(name)) ? [] : [option],
  );
  for (const [option, value] of Object.entries(options)) {
    const meant = nearest(option, [...known, "files", "request"]);
    if (!known.includes(option))
      throw new UsageError(`${name} has no option "${option}"${meant ? `: did you mean ${meant}?` : ""}`);
    if (command.options[option]!.type === "boolean" && typeof value !== "boolean")
      throw new UsageError(`${option} must be true or false`);
  }
  if (request !== undefined && REQUESTS[name] === undefined)
    throw new UsageError(`${name} takes files, no request`);
  const kept = new Map<string, string>();
  const said: string[] = [];
  const written: string[] = [];
  const spoken = wordsOf(options, command);
  const files = sparing(io, openOutputs(command, new OptionValues(spoken), io.disk));
  const memory: Io = {
    ...files,
    terminal: true,
    columns: 120,
    read: async (path) => {
      if (path !== "-") return files.read(path);
      if (request === undefined) throw new UsageError(`${name} needs files or a request`);
      return new TextEncoder().encode(JSON.stringify(request));
    },
    write: async (path, text) => {
      if (path === "-") said.push([...text].join(""));
      else if (path.startsWith(MEMORY)) kept.set(path.slice(MEMORY.length), [...text].join(""));
      else {
        await files.write(path, text);
        written.push(path);
      }
    },
    warn: (line) => said.push(`${line}\n`),
    progress: () => {},
  };
  const keeps = Object.entries(KEEPS[name] ?? {}).filter(([option]) => options[option] === undefined);
  const inMemory = Object.fromEntries(keeps.map(([option, file]) => [option, `${MEMORY}${file}`]));
  const values = new OptionValues({ ...spoken, ...inMemory });
  const code = await command.run({
    words: request === undefined ? (words as string[]) : ["-"],
    values,
    io: memory,
  });
  said.push(...named(kept, /^program/));
  if (written.length > 0) said.push(`wrote ${written.join(", ")}\n`);
  const answers = named(kept, /^answer/).map((text) => JSON.parse(text));
  return {
    // Only a judge has nothing to say when all is well.
    text: said.join("").trim() || "no violations",
    ...(answers.length === 0 ? {} : { data: objectOf(answers.length === 1 ? answers[0] : answers) }),
    // The verdict of a judge and what is in a drawing are of no use to another command.
    documents: REQUESTS[name] ? kept : new Map(),
    failed: code !== EXIT.DONE && code !== EXIT.INCOMPLETE,
  };
}

function named(documents: Map<string, string>, pattern: RegExp): string[] {
  return [...documents].flatMap(([name, text]) => (pattern.test(name) ? [text] : []));
}

/** Options as the shell hands them on: numbers are text there. */
function wordsOf(options: Record<string, unknown>, command: Command) {
  const text = (value: unknown) => (typeof value === "boolean" ? value : String(value));
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => {
      const several = command.options[name]!.multiple === true;
      return [name, several ? [value].flat().map(text) : text(value)];
    }),
  );
}

function objectOf(value: unknown): Record<string, unknown> {
  return Array.isArray(value) ? { answers: value } : (value as Record<string, unknown>);
}
