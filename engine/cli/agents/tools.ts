/** The commands as tools of the Model Context Protocol: the same words, requests as JSON, what is made as resources. */
import { nearest } from "../../base/contract/values/keys.ts";
import { type Command, EXIT, type Io, OptionValues, UsageError } from "../base/command.ts";
import { openOutputs, sparing } from "../base/outputs.ts";
import { READERS, REQUESTS } from "./offers.ts";

/** Prefix of file names whose content is kept for the answer. */
const MEMORY = "memory:";
const ANSWER = "answer.json";

/** Documents that each command keeps, by the options that name files: all that later commands ask for. */
const KEEPS: Record<string, Record<string, string> | undefined> = {
  parse: { out: ANSWER },
  nest: { out: ANSWER, request: "request.json", job: "sheet.json", svg: "picture.svg" },
  cut: { plan: ANSWER, request: "request.json", svg: "picture.svg" },
  panels: { out: ANSWER, request: "request.json", svg: "picture.svg" },
  verify: { out: ANSWER },
  gcode: { out: "program.gcode" },
  dxf: { out: "drawing.dxf" },
  svg: { out: "picture.svg" },
};
/** Tools whose answer is a program or a drawing, which has to stay one, by the document that it is kept as. */
const TEXTS = new Map(["gcode", "dxf", "svg"].map((name) => [name, KEEPS[name]!.out!]));
/** Options without use to a caller that gets both kinds of answer and knows its request. */
const LEFT_OUT = new Set(["json", "verbose", "request"]);

export interface ToolAnswer {
  text: string;
  /** The answer as data, where it is no text. */
  data?: Record<string, unknown>;
  /** Lines to be told apart from a program or a drawing. */
  notes: string[];
  /** Warnings of a command whose answer is a program or a drawing. */
  warnings: string[];
  /** Files that were written. */
  wrote: string[];
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
  const spoken = wordsOf(options, command);
  const files = sparing(io, openOutputs(command, new OptionValues(spoken), io.disk));
  const desk = new Desk(files, TEXTS.has(name));
  const keeps = Object.entries(KEEPS[name] ?? {}).filter(
    ([option, file]) => options[option] === undefined || file === ANSWER,
  );
  const inMemory = Object.fromEntries(keeps.map(([option, file]) => [option, `${MEMORY}${file}`]));
  const read = async (path: string) => {
    if (path !== "-") return files.read(path);
    if (request === undefined) throw new UsageError(`${name} needs files or a request`);
    return new TextEncoder().encode(JSON.stringify(request));
  };
  const code = await command.run({
    words: request === undefined ? (words as string[]) : ["-"],
    values: new OptionValues({ ...spoken, ...inMemory }),
    io: { ...desk.io(), read },
  });
  // A caller that names a file for the answer gets it as data, too.
  const copy = options[keeps.find(([, file]) => file === ANSWER)?.[0] ?? ""];
  if (typeof copy === "string") await desk.copyAnswers(copy);
  return {
    ...desk.answer(TEXTS.get(name)),
    // The verdict of a judge and what is in a drawing are of no use to another command.
    documents: READERS.has(name) ? new Map() : desk.kept,
    failed: code !== EXIT.DONE && code !== EXIT.INCOMPLETE,
  };
}

/** Where a command writes: into memory what is kept, into files what was asked for. */
class Desk {
  readonly kept = new Map<string, string>();
  private readonly said: string[] = [];
  private readonly warnings: string[] = [];
  private readonly wrote: string[] = [];

  /** @param apart whether warnings are told apart from what is said */
  constructor(
    private readonly files: Io,
    private readonly apart: boolean,
  ) {}

  io(): Io {
    return {
      ...this.files,
      terminal: true,
      columns: 120,
      write: (path, text) => this.write(path, text),
      warn: (line) => void (this.apart ? this.warnings.push(line) : this.said.push(`${line}\n`)),
      progress: () => {},
    };
  }

  private async write(path: string, text: Iterable<string>): Promise<void> {
    if (path === "-") this.said.push([...text].join(""));
    else if (path.startsWith(MEMORY)) this.kept.set(path.slice(MEMORY.length), [...text].join(""));
    else {
      await this.files.write(path, text);
      this.wrote.push(path);
    }
  }

  /** Writes the answers to a file, or to files with the names of their materials. */
  async copyAnswers(file: string): Promise<void> {
    for (const [name, text] of answersIn(this.kept)) {
      const material = name.slice("answer".length, -".json".length);
      await this.write(
        file.replace(/(\.[^./\\]*)?$/, (ending) => material + ending),
        [text],
      );
    }
  }

  /** @param main document that is the answer, where that is a text */
  answer(main: string | undefined): Omit<ToolAnswer, "documents" | "failed"> {
    const { kept, said, warnings, wrote } = this;
    const written = wrote.length > 0 ? [`wrote ${wrote.join(", ")}`] : [];
    const program = main === undefined ? undefined : kept.get(main);
    const answers = answersIn(kept).map(([, text]) => JSON.parse(text));
    return {
      // Only a judge has nothing to say when all is well.
      text: (program ?? [...said, ...written].join("")).trim() || "no violations",
      notes: program === undefined ? warnings : [...warnings, ...written],
      ...(answers.length === 0 ? {} : { data: objectOf(answers.length === 1 ? answers[0] : answers) }),
      warnings,
      wrote,
    };
  }
}

function answersIn(documents: Map<string, string>): [name: string, text: string][] {
  return [...documents].filter(([name]) => name.startsWith("answer"));
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

/** A plan without its request, which is a document of its own. */
function objectOf(value: object): Record<string, unknown> {
  if (Array.isArray(value)) return { answers: value };
  const { request: _, ...answer } = value as Record<string, unknown>;
  return answer;
}
