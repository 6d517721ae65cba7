/** `offcut parse` and `offcut svg`: what a drawing says, as data and as a picture. */

import type { Finding } from "../base/contract/finding.ts";
import { PRESETS, type ReadOptions, UNIT_NAMES } from "../base/contract/read-options.ts";
import type { SvgOptionsInput } from "../base/contract/v1/drawing.ts";
import { EngineError } from "../base/errors.ts";
import { counted } from "../base/text.ts";
import type { Drawing } from "../chain/drawing.ts";
import type { LengthUnit } from "../read/lists/index.ts";
import type { ReadCallOptions } from "../run/source.ts";
import {
  ANSWER_OPTIONS,
  type CommandAction,
  checkWords,
  EXIT,
  expandFiles,
  fileName,
  type Io,
  jsonText,
  LIST_OPTIONS,
  lines,
  type Option,
  type OptionValues,
  onlyWord,
  readJson,
  showsTables,
  UNIT_OPTIONS,
  UsageError,
  writtenFile,
} from "./base/command.ts";
import { lengthWithUnit } from "./base/lengths.ts";
import { wrongPath } from "./base/paths.ts";
import { drawingTable } from "./tables/drawing-table.ts";

/** For every command that reads drawings. */
export const READ_OPTIONS: Record<string, Option> = {
  unit: {
    type: "string",
    value: "UNIT",
    words: UNIT_NAMES,
    help: "unit of the coordinates, whatever the drawing says: mm, inch and so on, 90dpi, or millimetres as in 0.25",
  },
  join: { type: "string", value: "MM", help: "join ends this close to each other (0.05)" },
  "join-gaps": { type: "string", value: "MM", help: "also close gaps up to this width" },
  "trim-overshoots": {
    type: "string",
    value: "MM",
    help: "remove line ends beyond a corner, up to this length (5, or a tenth of the line; less in small drawings)",
  },
  "shared-edges": {
    type: "string",
    value: "HOW",
    words: ["parts", "scores"],
    help: "what lines across a part do: split it into parts, or score it (as the drawing tells)",
  },
  annotation: {
    type: "string",
    value: "HOW",
    words: ["leave", "cut"],
    help: "dimensions, leaders, axes and lettering among the outlines: left out, or cut as drawn (leave)",
  },
  frames: {
    type: "string",
    value: "HOW",
    words: ["leave", "cut"],
    help: "pages and sheets around the parts: cut as parts, or left out even in doubt (as the drawing tells)",
  },
  countersinks: {
    type: "string",
    value: "HOW",
    words: ["leave", "cut"],
    help: "lines around holes: left out, or cut through (leave)",
  },
  preset: { type: "string", value: "NAME", words: PRESETS, help: "colour scheme: red-cuts or lightburn" },
  role: {
    type: "string",
    multiple: true,
    value: "LAYER=ROLE",
    help: "what a layer, colour (#rrggbb) or line type is for: cut, bend, extent, engrave, mark or ignore; may be repeated",
  },
  roles: {
    type: "string",
    value: "FILE",
    help: 'roles remembered by name, as JSON: {"LAYER": "cut"}; --role goes before them',
  },
};

const OUT_OPTION: Record<string, Option> = {
  out: writtenFile("write to a file instead of standard output"),
};

export const parse: CommandAction = {
  options: {
    ...READ_OPTIONS,
    ...OUT_OPTION,
    ...UNIT_OPTIONS,
    ...ANSWER_OPTIONS,
    "skip-bad": LIST_OPTIONS["skip-bad"]!,
  },
  async run({ words, values, io }) {
    checkWords(values);
    const paths = await expandFiles(words, io);
    const shows = showsTables(values, io);
    const answers: unknown[] = [];
    let skipped = 0;
    for (const path of paths) {
      try {
        answers.push(await parseOne(path, values, io));
      } catch (error) {
        if (!values.flag("skip-bad")) throw error;
        skipped++;
        io.warn(`skipped ${reasonFor(path, error as Error)}`);
      }
    }
    const out = values.text("out");
    // Several drawings make a list.
    const answer = paths.length === 1 ? answers[0] : answers;
    if (answer !== undefined && (out !== undefined || !shows))
      await io.write(out ?? "-", jsonText(answer, out ?? "-"));
    if (skipped > 0) io.warn(`skipped ${skipped} of ${counted(paths.length, "drawing")}`);
    return skipped > 0 ? EXIT.INCOMPLETE : EXIT.DONE;
  },
};

/** Tells people what is in a drawing, and returns what programs want of it. */
async function parseOne(path: string, values: OptionValues, io: Io): Promise<unknown> {
  const drawing = await readDrawingFile(path, io, await readOptions(path, values, io));
  const { data, findings, account, hints } = drawing;
  const shows = showsTables(values, io);
  if (shows)
    await io.write("-", lines([...drawingTable(drawing, { unit: values.unit, columns: io.columns }), ""]));
  noteFindings(path, findings, io);
  tellUnknownRoles(values, [drawing], io);
  io.warn(`${path}: ${accountText(account, values.unit)}`);
  if (hints.from !== null && !shows) io.warn(`${path}: suggested ${JSON.stringify(hints)}`);
  return data;
}

export const svg: CommandAction = {
  options: {
    width: { type: "string", value: "PX", help: "width of the picture (800)" },
    height: { type: "string", value: "PX", help: "height of the picture (600)" },
    "stroke-color": { type: "string", value: "COLOUR", help: "colour of the lines (#000000)" },
    "stroke-width": { type: "string", value: "PX", help: "width of the lines (1)" },
    background: { type: "string", value: "COLOUR", help: "colour of the background (#ffffff)" },
    ...READ_OPTIONS,
    ...OUT_OPTION,
  },
  async run(context) {
    const { values, io } = context;
    const path = onlyWord(context);
    const engine = await io.engine();
    const drawing = await engine.read(await io.read(path), await readOptions(path, values, io));
    await io.write(values.text("out") ?? "-", [await drawing.toSvg(pictureOptions(values))]);
    return EXIT.DONE;
  },
};

/** Tells how many millimetres of the drawing became which kind of line, without kinds that do not occur. */
function accountText({ drawn, more, ...fates }: Drawing["account"], unit: LengthUnit): string {
  const length = (value: number) =>
    unit === "mm" ? `${Number(value.toFixed(3))} mm` : lengthWithUnit(value, unit);
  const parts = Object.entries(fates).filter(([, value]) => value > 0);
  const listed = parts.map(([fate, value]) => `${fate.replace("_", " ")} ${length(value)}`);
  if (more.shared > 0) listed.push(`${length(more.shared)} of it shared by two parts`);
  if (more.closed > 0.001) listed.push(`${length(more.closed)} added by closing gaps`);
  return `drawn ${length(drawn)}: ${listed.join(", ")}`;
}

/** Why a file is left out, beginning with its name. */
export function reasonFor(path: string, error: Error): string {
  const message = wrongPath(error) ?? error.message;
  return `${fileName(path)}: ${message.replace(`${path} `, "it ").replace(`${path}: `, "")}`;
}

/** DXF or SVG, whatever the file is called. */
export async function readDrawingFile(path: string, io: Io, options: ReadCallOptions): Promise<Drawing> {
  const engine = await io.engine();
  const bytes = await io.read(path);
  try {
    return await engine.read(bytes, options);
  } catch (error) {
    if (!(error instanceof EngineError) || path === "-") throw error;
    const { code, message, details } = error;
    throw new EngineError(code, `${path}: ${message.replace(/^file: /, "")}`, { cause: error, details });
  }
}

/** Tells what the reader noticed, one line each, with its places. */
export function noteFindings(path: string, findings: Finding[], io: Io): void {
  for (const finding of findings) {
    const { message, advice, option, severity, layer, handle } = finding;
    const where = [
      layer !== undefined && `layer ${layer}`,
      handle !== undefined && `handle ${handle}`,
      placesText(finding),
    ].filter((place) => place);
    const place = where.length > 0 ? ` (${where.join(", ")})` : "";
    const mark = severity === "stop" ? "look before cutting: " : "";
    const remedy = advice === undefined ? "" : `. ${advice}`;
    io.warn(`${path}: ${mark}${message}${remedy}${option ? `. Or: ${wordsFor(option)}` : ""}${place}`);
  }
}

/** Options of reading as words of the command line: `--frames cut --role "WHITE LINES=cut"`. */
function wordsFor(option: NonNullable<Finding["option"]>): string {
  const given: [string, ReadOptions[keyof ReadOptions]][] = Object.entries(option);
  const words = given.flatMap(([name, value]) => {
    if (typeof value !== "object") return `--${FLAGS[name] ?? name.replaceAll("_", "-")} ${value}`;
    return Object.entries(value).map(([of, role]) => `--role ${quoted(`${of}=${role}`)}`);
  });
  return words.join(" ");
}

/** Options whose names are others on the command line. */
const FLAGS: Record<string, string> = { join_tolerance: "join" };

function quoted(word: string): string {
  return /^[\w.#=+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Places that a line tells, after the advice. */
const PLACES_TOLD = 3;

/** Where it was noticed: `at 1, 2; 3, 4 and at 5 more places`. */
function placesText({ at, places = at ? [at] : [], place_count = places.length }: Finding): string {
  if (places.length === 0) return "";
  const told = places.slice(0, PLACES_TOLD);
  const listed = told.map((place) => place.map((value) => Number(value.toFixed(3))).join(", ")).join("; ");
  const left = place_count - told.length;
  return `at ${listed}${left > 0 ? ` and at ${counted(left, "more place")}` : ""}`;
}

/** Reading options from the command line. */
export async function readOptions(path: string, values: OptionValues, io: Io): Promise<ReadCallOptions> {
  const unit = values.text("unit");
  const join = values.length("join");
  return {
    signal: io.signal,
    name: path === "-" ? "drawing" : path,
    ...(unit === undefined ? {} : { unit: unitFrom(unit) }),
    ...(join === undefined ? {} : { join_tolerance: join }),
    ...optionsOfGaps(values),
    ...wordOptions(values),
    ...(await choicesFrom(values, io)),
  };
}

/** `inch`, `90dpi` or `0.25`; names are checked where the drawing is read. */
function unitFrom(text: string): NonNullable<ReadCallOptions["unit"]> {
  const [, number, dots] = /^(\d+(?:\.\d+)?|\.\d+)\s*(dpi)?$/i.exec(text.trim()) ?? [];
  if (number === undefined) return text as NonNullable<ReadCallOptions["unit"]>;
  return dots ? 25.4 / Number(number) : Number(number);
}

function optionsOfGaps(values: OptionValues): Pick<ReadCallOptions, "join_gaps" | "trim_overshoots"> {
  const join_gaps = values.length("join-gaps");
  const trim_overshoots = values.length("trim-overshoots");
  return {
    ...(join_gaps === undefined ? {} : { join_gaps }),
    ...(trim_overshoots === undefined ? {} : { trim_overshoots }),
  };
}

/** Words are checked where the drawing is read. */
function wordOptions(values: OptionValues): ReadCallOptions {
  const words = {
    shared_edges: values.text("shared-edges"),
    annotation: values.text("annotation"),
    frames: values.text("frames"),
    countersinks: values.text("countersinks"),
    preset: values.text("preset"),
  };
  return Object.fromEntries(Object.entries(words).filter(([, word]) => word !== undefined));
}

/** The caller's choices for layers, colours and line types. */
export type RoleChoices = Pick<ReadCallOptions, "roles" | "colours" | "line_types">;

/** A name that is written as a colour is one; a name may be a layer's or a line type's. */
export async function choicesFrom(values: OptionValues, io: Io): Promise<RoleChoices> {
  const all = Object.entries(await rememberedRoles(values, io));
  const isColour = (name: string) => /^#[0-9a-f]{6}$/i.test(name);
  const names = Object.fromEntries(all.filter(([name]) => !isColour(name)));
  return {
    roles: names,
    line_types: names,
    colours: Object.fromEntries(all.filter(([name]) => isColour(name))),
  };
}

/** The engine knows which roles there are; names of layers may hold an equals sign. */
export function rolesFrom(values: OptionValues): NonNullable<ReadCallOptions["roles"]> {
  const pairs = values.texts("role").map((text) => {
    const [, layer, role] = /^(.+)=([^=]*)$/s.exec(text) ?? [];
    if (layer === undefined) throw new UsageError(`--role must be LAYER=ROLE, not "${text}"`);
    return [layer, role!.toLowerCase()];
  });
  return Object.fromEntries(pairs);
}

/** Roles of the command line over those of the file that remembers roles. */
async function rememberedRoles(values: OptionValues, io: Io): Promise<NonNullable<ReadCallOptions["roles"]>> {
  const file = values.text("roles");
  const known = file === undefined ? {} : await readJson(io, file);
  return { ...known, ...rolesFrom(values) };
}

/** A role for a name that no drawing has is a slip of the pen. */
export function tellUnknownRoles(values: OptionValues, drawings: readonly Drawing[], io: Io): void {
  const known = new Set<string>();
  for (const { groups } of drawings)
    for (const { layer, colour, line_type } of groups)
      for (const name of [layer, colour, line_type]) known.add(name.toUpperCase());
  for (const name of Object.keys(rolesFrom(values)))
    if (!known.has(name.toUpperCase()))
      io.warn(`--role ${name}: no line that is drawn has this layer, colour or line type`);
}

function pictureOptions(values: OptionValues): SvgOptionsInput {
  const given = {
    width: values.number("width"),
    height: values.number("height"),
    stroke_color: values.text("stroke-color"),
    stroke_width: values.number("stroke-width"),
    background: values.text("background"),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
