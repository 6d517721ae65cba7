/** `offcut nest`: parts from drawings or a request onto sheets, and the sheets into files for people and machines. */

import { type NestPlanRequestInput, nestPlanRequestSchema } from "../contract/nest-plan.ts";
import {
  type NestData,
  type NestRequest,
  type NestRequestInput,
  nestRequestSchema,
} from "../contract/v1/nest.ts";
import type { Drawing } from "../drawing/model/drawing.ts";
import { EngineError } from "../errors.ts";
import type { NestEvent } from "../options.ts";
import { sheetToSvg } from "../picture/sheet.ts";
import { planExport } from "../toolpath/export.ts";
import { curvesOfPart, type PartCurves } from "../toolpath/path/shape.ts";
import { exportOfSheet, placedParts } from "../toolpath/plan/placed.ts";
import { exportDxf } from "../toolpath/write/dxf.ts";
import {
  type Command,
  EXIT,
  type Io,
  jsonText,
  numberFrom,
  readJson,
  SOLVE_OPTIONS,
  stemOf,
  UsageError,
  type Values,
} from "./command.ts";
import { noteFindings, ROLE_OPTION, readDrawingFile, rolesFrom } from "./drawing.ts";
import { MACHINE_OPTIONS, machineOptions } from "./export.ts";
import { layoutOfSheet, needsPlan, outcomeOf, withPlanSettings } from "./plan.ts";

const SETTINGS = [
  ["spacing", "spacing"],
  ["margin", "edge_margin"],
  ["rotation-step", "rotation_step"],
  ["kerf", "kerf"],
] as const;

export const nest: Command = {
  usage: "nest [REQUEST.json | DRAWING.dxf[:COPIES] …]",
  summary: "place parts on sheets",
  options: {
    sheet: { type: "string", value: "WxH", help: "size of the sheets in millimetres, as in 3000x1500" },
    spacing: { type: "string", value: "MM", help: "gap between parts (3)" },
    margin: { type: "string", value: "MM", help: "gap to the edge of the sheet (5)" },
    "rotation-step": { type: "string", value: "DEG", help: "angles are its multiples up to 90 (90)" },
    kerf: { type: "string", value: "MM", help: "width of the cut (0)" },
    ...ROLE_OPTION,
    ...MACHINE_OPTIONS,
    ...SOLVE_OPTIONS,
    workers: { type: "string", value: "N", help: "processors that search together (all, at most 8)" },
    "max-sheets": { type: "string", value: "N", help: "no more sheets than this; the answer is a plan" },
    strip: { type: "boolean", help: "one sheet of the height of --sheet, as short as possible; a plan" },
    start: { type: "string", value: "FILE", help: "begin with the layout of an earlier plan; a plan" },
    request: {
      type: "string",
      value: "FILE",
      help: "write the request that was solved, for `offcut verify`",
    },
    svg: { type: "string", value: "FILE", help: "write a picture of each sheet" },
    dxf: { type: "string", value: "FILE", help: "write a drawing of each sheet" },
    gcode: { type: "string", value: "FILE", help: "write a program for each sheet" },
  },
  async run({ words, values, io }) {
    const job = await jobFrom(words, values, io);
    const input = withSettings(await withPlanSettings(job.input, values, io), values);
    if (needsPlan(input)) return plan(input, values, io, job.curves);
    const data = await solve(input, values, io);
    // The engine has accepted it, so this only fills in the defaults.
    const request = nestRequestSchema.parse(input);
    await writeFiles(values, io, request, data, job.curves);
    const { placed_parts, total_parts, sheets_used, total_utilization } = data.summary;
    const outcome = `${placed_parts} of ${total_parts} parts on ${sheets_used} ${sheets_used === 1 ? "sheet" : "sheets"}, ${total_utilization.toFixed(2)} % used`;
    if (values.flag("verbose")) io.warn(outcome);
    else io.progress(`${outcome}\n`);
    for (const [id, count] of countOf(data.unplaced)) io.warn(`not placed: ${count} x ${id}`);
    if (io.signal.aborted) return EXIT.INTERRUPTED;
    return data.unplaced.length > 0 ? EXIT.INCOMPLETE : EXIT.DONE;
  },
};

/** As for the interface's requests, where only a plan can answer. Files show each different sheet once. */
async function plan(
  input: NestPlanRequestInput,
  values: Values,
  io: Io,
  curves: Job["curves"],
): Promise<number> {
  const engine = await io.engine();
  const found = await engine.planNest(input, optionsFrom(values, io));
  io.progress("");
  const request = nestPlanRequestSchema.parse(input);
  await writeAnswer(values, io, request, found);
  for (const [s, sheet] of found.sheets.entries()) {
    const layout = layoutOfSheet(request, sheet, s);
    const own = sheet.placements.map(({ part, mirrored }) => (mirrored ? null : (curves[part] ?? null)));
    await writeSheet(values, io, layout.request, layout.data, {
      s: 0,
      file: s,
      files: found.sheets.length,
      curves: own,
    });
  }
  if (values.flag("verbose")) io.warn(outcomeOf(found));
  else io.progress(`${outcomeOf(found)}\n`);
  for (const { part_id, count } of found.unplaced) io.warn(`not placed: ${count} x ${part_id}`);
  if (io.signal.aborted) return EXIT.INTERRUPTED;
  return found.unplaced.length > 0 ? EXIT.INCOMPLETE : EXIT.DONE;
}

/** What is to be nested, and, for parts from drawings, the curves that each of them is made of. */
interface Job {
  input: Partial<NestPlanRequestInput>;
  curves: (PartCurves | null)[];
}

/** A request from JSON, or one part entry for every part in every drawing. */
async function jobFrom(words: string[], values: Values, io: Io): Promise<Job> {
  const [first = "-"] = words;
  const roles = rolesFrom(values);
  const drawings = words.filter((word) => /\.(dxf|svg)(:[^:]*)?$/i.test(word));
  if (drawings.length === 0) {
    if (words.length > 1)
      throw new UsageError("a request is one file of JSON, or parts are drawings (.dxf, .svg)");
    if (Object.keys(roles).length > 0) throw new UsageError("--role is about drawings, not about a request");
    return { input: (await readJson(io, first)) as Partial<NestPlanRequestInput>, curves: [] };
  }
  if (drawings.length < words.length) throw new UsageError("give either a request or drawings, not both");
  const parts: NestRequestInput["parts"][number][] = [];
  const curves: Job["curves"] = [];
  for (const word of drawings) {
    const [, path, copies] = /^(.*\.(?:dxf|svg))(?::([^:]*))?$/i.exec(word) as unknown as [
      string,
      string,
      string?,
    ];
    const quantity = copies === undefined ? 1 : numberFrom(copies, `the copies of ${path}`);
    const drawing = await readParts(path, roles, io);
    const name = stemOf(path);
    drawing.parts.forEach(({ exterior, holes }, i) => {
      const id = drawing.parts.length === 1 ? name : `${name}-${i + 1}`;
      parts.push({ id, exterior, holes, quantity });
      curves.push(curvesOfPart(drawing, i));
    });
  }
  return { input: { parts }, curves };
}

async function readParts(path: string, roles: ReturnType<typeof rolesFrom>, io: Io): Promise<Drawing> {
  const drawing = await readDrawingFile(path, io, { signal: io.signal, roles });
  // That a drawing holds several parts is no news here: all of them are nested.
  noteFindings(
    path,
    drawing.findings.filter(({ code }) => code !== "several-parts"),
    io,
  );
  if (drawing.parts.length > 0) return drawing;
  throw new EngineError("INVALID_INPUT", `${path} has no closed outline that could be nested`);
}

/** The options of the command line over what the request says. */
function withSettings(
  input: Partial<NestPlanRequestInput>,
  values: Values,
): NestPlanRequestInput & NestRequestInput {
  const config: NonNullable<NestRequestInput["config"]> = { ...input.config };
  for (const [option, field] of SETTINGS) {
    const value = values.number(option);
    if (value !== undefined) config[field] = value;
  }
  const size = values.text("sheet");
  const sheet = size === undefined ? input.sheet : sheetFrom(size);
  if (sheet === undefined && input.sheets === undefined)
    throw new UsageError("which sheets? as in --sheet 3000x1500");
  // Without a sheet it is a plan, which does without.
  return { ...input, parts: input.parts ?? [], config, ...(sheet ? { sheet } : {}) } as NestPlanRequestInput &
    NestRequestInput;
}

function sheetFrom(text: string): NestRequestInput["sheet"] {
  const sides = text.split(/[x×*]/i);
  if (sides.length !== 2) throw new UsageError(`--sheet is WIDTHxHEIGHT, not "${text}"`);
  const [width, height] = sides.map((side) => numberFrom(side, "--sheet")) as [number, number];
  return { width, height };
}

async function solve(input: NestRequestInput, values: Values, io: Io): Promise<NestData> {
  const engine = await io.engine();
  const data = await engine.nest(input, optionsFrom(values, io));
  io.progress("");
  return data;
}

function optionsFrom(values: Values, io: Io) {
  const seconds = values.number("seconds");
  const seed = values.number("seed");
  return {
    signal: io.signal,
    onAbort: "best" as const,
    workers: values.number("workers") ?? io.workers,
    onProgress: ({ elapsedMs, sheetsUsed, placedParts, utilization, best }: NestEvent<unknown>) => {
      const time = (elapsedMs / 1000).toFixed(1);
      const state = `${time} s: ${placedParts} parts on ${sheetsUsed} sheets, ${utilization.toFixed(1)} % used`;
      if (best && values.flag("verbose")) io.warn(state);
      else io.progress(state);
    },
    ...(seconds === undefined ? {} : { timeLimitMs: 1000 * seconds }),
    ...(seed === undefined ? {} : { seed }),
  };
}

async function writeFiles(
  values: Values,
  io: Io,
  request: NestRequest,
  data: NestData,
  curves: Job["curves"],
): Promise<void> {
  await writeAnswer(values, io, request, data);
  const placed = placedParts(request, data);
  for (const s of data.sheets.keys()) {
    const own = placed[s]!.map(({ entry }) => curves[entry] ?? null);
    await writeSheet(values, io, request, data, { s, file: s, files: data.sheets.length, curves: own });
  }
}

async function writeAnswer(values: Values, io: Io, request: object, answer: object): Promise<void> {
  const [out, requestFile] = [values.text("out"), values.text("request")];
  const shown = ["svg", "dxf", "gcode"].some((name) => values.text(name) !== undefined);
  if (requestFile !== undefined) await io.write(requestFile, jsonText(request));
  if (out !== undefined || !shown) await io.write(out ?? "-", jsonText(answer));
}

/** Sheet `s` of an answer into the files that are asked for, `file` of `files`. */
async function writeSheet(
  values: Values,
  io: Io,
  request: NestRequest,
  data: NestData,
  { s, file, files, curves }: { s: number; file: number; files: number; curves: Job["curves"] },
): Promise<void> {
  const [svg, dxf, gcode] = ["svg", "dxf", "gcode"].map((name) => values.text(name));
  const name = (path: string) => sheetFile(path, file, files);
  if (svg !== undefined) await io.write(name(svg), [sheetToSvg(request, data, s)]);
  const sheet = exportOfSheet(request, data, s);
  if (dxf !== undefined) await io.write(name(dxf), [exportDxf(sheet, { curves })]);
  if (gcode === undefined) return;
  const program = planExport(sheet, { ...(await machineOptions(values, io)), curves });
  for (const { count, message } of program.findings) io.warn(`${name(gcode)}: ${count} ${message}`);
  await io.write(name(gcode), [program.gcode]);
}

/** `cut.dxf` for one sheet; `cut-0.dxf`, `cut-1.dxf` … for several, by their index. */
function sheetFile(path: string, sheet: number, sheets: number): string {
  if (sheets === 1 || path === "-") return path;
  return path.replace(/(\.[^./\\]*)?$/, (extension) => `-${sheet}${extension}`);
}

function countOf(ids: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
