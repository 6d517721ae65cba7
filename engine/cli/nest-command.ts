/** `offcut nest`: parts from drawings or a request onto sheets, and the sheets into files for people and machines. */

import type { Finding } from "../base/contract/finding.ts";
import {
  type NestPlanRequest,
  type NestPlanRequestInput,
  nestPlanRequestSchema,
  OBJECTIVES,
  REMNANTS,
} from "../base/contract/nest-plan.ts";
import type { NestEvent } from "../base/contract/search-options.ts";
import { type NestRequest, type NestRequestInput, nestConfigSchema } from "../base/contract/v1/nest.ts";
import { counted } from "../base/text.ts";
import type { NestPlan } from "../chain/plan.ts";
import type { NestSheet } from "../chain/sheet.ts";
import { nestDataFromPlan } from "../plan/nest/nest-answer.ts";
import { toolpathToSvg } from "../write/picture/toolpath-svg.ts";
import { type SheetJob, sheetJob } from "../write/sheets/job.ts";
import { planLightBurn } from "../write/sheets/lightburn.ts";
import { planExport } from "../write/toolpath/export.ts";
import { planDxf } from "../write/toolpath/write/dxf.ts";
import {
  type CommandAction,
  checkWords,
  EXIT,
  fileFor,
  type Io,
  jsonText,
  LIST_OPTIONS,
  lines,
  type OptionValues,
  reportKind,
  SOLVE_OPTIONS,
  showsTables,
  sizeFrom,
  UsageError,
  writtenFile,
} from "./base/command.ts";
import { optionFor } from "./base/help.ts";
import { solveOptions, tellOutcome } from "./base/solve-command.ts";
import { READ_OPTIONS } from "./drawing-command.ts";
import { LAYER_NAME, linesOptions, MACHINE_OPTIONS, machineOptions, programPath } from "./export-command.ts";
import { kerfOf } from "./machine.ts";
import { jobsFrom, type NestJob, ofDrawing } from "./nest-job.ts";
import { needsPlan, withPlanSettings } from "./plan.ts";
import { missingSentences, nestOutcome, nestTable, planOutcome, planTable } from "./tables/nest-table.ts";

const SETTINGS = [
  ["spacing", "spacing"],
  ["margin", "edge_margin"],
  ["rotation-step", "rotation_step"],
  ["kerf", "kerf"],
] as const;

export const nest: CommandAction = {
  options: {
    sheet: { type: "string", value: "WxH", help: "size of the sheets, as in 3000x1500 or 48inx96in" },
    parts: {
      type: "string",
      value: "FILE",
      help: "drawings from a CSV file: file, quantity, angles, material, mirror, priority",
    },
    material: { type: "string", value: "NAME", help: "only this material of the list" },
    suggested: {
      type: "boolean",
      help: "take quantity, material and thickness from the drawing's own notes or name where nothing else gives them",
    },
    ...LIST_OPTIONS,
    spacing: optionFor(nestConfigSchema.shape.spacing, "MM"),
    margin: optionFor(nestConfigSchema.shape.edge_margin, "MM"),
    "rotation-step": optionFor(nestConfigSchema.shape.rotation_step, "DEG"),
    kerf: optionFor(nestConfigSchema.shape.kerf, "MM"),
    angles: {
      type: "string",
      value: "LIST",
      help: 'allowed angles of all parts: degrees and ranges as in 0/90 or -5..5/175..185, or "free"; the answer is a plan',
    },
    "same-angle": {
      type: "boolean",
      help: "all copies of a part lie at the same angle; the answer is a plan",
    },
    ...READ_OPTIONS,
    ...MACHINE_OPTIONS,
    "sheet-cost": { type: "string", value: "N", help: "cost of a sheet, for the report" },
    ...SOLVE_OPTIONS,
    workers: { type: "string", value: "N", help: "number of processors to use (all, at most 8)" },
    "max-sheets": { type: "string", value: "N", help: "use no more sheets than this; the answer is a plan" },
    strip: {
      type: "boolean",
      help: "one sheet with the height of --sheet, as short as possible; the answer is a plan",
    },
    remnant: {
      type: "string",
      value: "KIND",
      words: REMNANTS,
      help: "which part of the last sheet to keep free: right, top or largest-rectangle; the answer is a plan",
    },
    objective: {
      type: "string",
      value: "WHAT",
      words: OBJECTIVES,
      help: "what to prefer among equal layouts: shared (long edges of two parts one kerf apart); the answer is a plan",
    },
    start: {
      type: "string",
      value: "FILE",
      help: "start from the layout of an earlier plan; the answer is a plan",
    },
    request: writtenFile("write the request that was solved, for `offcut verify`"),
    job: writtenFile("write each sheet with its arcs and marks, for `offcut gcode` and `offcut dxf`"),
    svg: writtenFile("write a picture of each sheet, or of its program if there is a machine or program"),
    dxf: writtenFile("write a drawing of each sheet"),
    "layer-name": LAYER_NAME,
    lightburn: writtenFile("write a LightBurn project of each sheet"),
    gcode: writtenFile("write a program for each sheet"),
  },
  async run({ words, values, io }) {
    checkWords(values);
    const { jobs, skipped } = await jobsFrom(words, values, io);
    if (jobs.length > 1 && writesToPipe(values, io))
      throw new UsageError(
        "several materials make several answers: name files, not -, or choose a --material",
      );
    let complete = skipped === 0;
    for (const job of jobs) {
      const shop = { values, io, job, several: jobs.length > 1 };
      const kerf = kerfOf(await machineOptions(values, io));
      const input = withSettings(await withPlanSettings(job.input, values, io), values, kerf);
      if (jobs.length > 1) io.warn(`material ${job.material || "without a name"}`);
      const isWhole = await nestJob(input, shop).catch((error) => {
        throw ofDrawing(error, job);
      });
      complete &&= isWhole;
      if (io.signal.aborted) return EXIT.INTERRUPTED;
    }
    return complete ? EXIT.DONE : EXIT.INCOMPLETE;
  },
};

/** A job with what its answer is written by. */
interface Shop {
  values: OptionValues;
  io: Io;
  job: NestJob;
  /** True when every material writes files of its own. */
  several: boolean;
}

const FILES = ["svg", "dxf", "lightburn", "gcode", "job", "report"] as const;

function writesToPipe(values: OptionValues, io: Io): boolean {
  const given = ["out", "request", ...FILES]
    .map((name) => values.text(name))
    .filter((file) => file !== undefined);
  return given.includes("-") || values.flag("json") || (given.length === 0 && !io.terminal);
}

/** Nests one job and writes its files. True when everything has a place. */
async function nestJob(input: NestPlanRequestInput, shop: Shop): Promise<boolean> {
  const { values, io } = shop;
  const engine = await io.engine();
  const plan = await engine.nest(input, optionsFrom(values, io));
  io.progress("");
  // The engine has accepted it, so this only fills in the defaults.
  const request = nestPlanRequestSchema.parse(input);
  await (needsPlan(input) ? writePlan(request, plan, shop) : writeSheets(request, plan, shop));
  return plan.unplaced.length === 0;
}

/** Writes the answer as the interface has it: every sheet by itself. */
async function writeSheets(asked: NestPlanRequest, plan: NestPlan, shop: Shop): Promise<void> {
  const { values, io } = shop;
  const { sheet, config } = asked;
  const parts = asked.parts.map(({ id, exterior, holes, quantity }) => {
    return { id, exterior, holes, quantity: quantity as number };
  });
  const request: NestRequest = { parts, sheet: sheet!, config };
  const reasons = { unit: values.unit, interrupted: io.signal.aborted };
  await writeAnswer(shop, request, nestDataFromPlan(request, plan), () =>
    nestTable(asked, plan, { ...reasons, columns: io.columns }),
  );
  const sheets = plan.sheets.flatMap((one) => Array<NestSheet>(one.count).fill(one));
  for (const [file, one] of sheets.entries())
    await writeSheet(shop, { sheet: one, job: sheetJob(asked, one, file), file, files: sheets.length });
  await writeReport(shop, plan);
  const missing = missingSentences(asked, plan, reasons);
  tellOutcome(values, io, { outcome: nestOutcome(asked, plan, values.unit), missing });
}

/** Writes a plan, where only that can answer. Files show each different sheet once. */
async function writePlan(request: NestPlanRequest, found: NestPlan, shop: Shop): Promise<void> {
  const { values, io } = shop;
  const reasons = { unit: values.unit, interrupted: io.signal.aborted };
  await writeAnswer(shop, request, { ...found }, () =>
    planTable(request, found, { ...reasons, columns: io.columns }),
  );
  for (const [file, sheet] of found.sheets.entries())
    await writeSheet(shop, { sheet, job: sheetJob(request, sheet, file), file, files: found.sheets.length });
  await writeReport(shop, found);
  const missing = missingSentences(request, found, reasons);
  tellOutcome(values, io, { outcome: planOutcome(found), missing });
}

/** The options of the command line over what the request says, that over the kerf of the machine. */
function withSettings(
  input: Partial<NestPlanRequestInput>,
  values: OptionValues,
  kerf: { kerf?: number },
): NestPlanRequestInput & NestRequestInput {
  const config: NonNullable<NestRequestInput["config"]> = { ...kerf, ...input.config };
  for (const [option, field] of SETTINGS) {
    const value = option === "rotation-step" ? values.number(option) : values.length(option);
    if (value !== undefined) config[field] = value;
  }
  const size = values.text("sheet");
  const sheet = size === undefined ? input.sheet : sheetFrom(size, values);
  if (sheet === undefined && input.sheets === undefined)
    throw new UsageError("which sheets? as in --sheet 3000x1500");
  // Without a sheet it is a plan, which does without.
  return { ...input, parts: input.parts ?? [], config, ...(sheet ? { sheet } : {}) } as NestPlanRequestInput &
    NestRequestInput;
}

function sheetFrom(text: string, values: OptionValues): NestRequestInput["sheet"] {
  const [width, height] = sizeFrom(text, "--sheet", values.unit);
  return { width, height };
}

function optionsFrom(values: OptionValues, io: Io) {
  const describe = ({ sheets_used, placed_parts, utilization }: NestEvent<unknown>) =>
    `${counted(placed_parts, "part")} on ${counted(sheets_used, "sheet")}, ${utilization.toFixed(1)} % used`;
  return { ...solveOptions(values, io, describe), workers: values.number("workers") ?? io.workers };
}

/** The answer for people or for programs, and the request. */
async function writeAnswer(
  { values, io, job, several }: Shop,
  request: object,
  answer: object,
  table: () => string[],
): Promise<void> {
  const [out, requestFile] = [values.text("out"), values.text("request")];
  const name = (file: string) => fileFor(file, several ? job.material : undefined);
  if (requestFile !== undefined) await io.write(name(requestFile), jsonText(request));
  if (showsTables(values, io)) await io.write("-", lines(table()));
  const shown = showsTables(values, io) || FILES.some((file) => values.text(file) !== undefined);
  if (out !== undefined || values.flag("json") || !shown) {
    const file = out === undefined ? "-" : name(out);
    await io.write(file, jsonText(answer, file));
  }
}

/** A sheet of an answer, `file` of `files`. */
interface SheetFile {
  sheet: NestSheet;
  job: SheetJob;
  file: number;
  files: number;
}

/** One sheet into the files that are asked for. */
async function writeSheet({ values, io, job, several }: Shop, sheet: SheetFile): Promise<void> {
  const [svg, dxf, gcode, jobFile] = ["svg", "dxf", "gcode", "job"].map((name) => values.text(name));
  const { request, drawn, ground: material } = sheet.job;
  const ground = material ? { ground: material } : {};
  const name = (path: string) =>
    sheetFile(fileFor(path, several ? job.material : undefined), sheet.file, sheet.files);
  const options = { ...(await machineOptions(values, io)), ...drawn };
  const tell = (path: string, findings: Finding[]) => {
    for (const { count, message } of findings) io.warn(`${path}: ${count} ${message}`);
  };
  if (svg !== undefined) {
    const isProgram = gcode !== undefined || options.machine !== undefined;
    await io.write(name(svg), [isProgram ? toolpathToSvg(request, options) : await sheet.sheet.toPicture()]);
  }
  if (jobFile !== undefined) await io.write(name(jobFile), jsonText({ request, options, ...ground }));
  if (dxf !== undefined) {
    const drawing = planDxf(request, { ...linesOptions(values), ...drawn, ...ground });
    tell(name(dxf), drawing.findings);
    await io.write(name(dxf), [drawing.text]);
  }
  const project = values.text("lightburn");
  if (project !== undefined) {
    const { text, findings } = planLightBurn(request, options);
    tell(name(project), findings);
    await io.write(name(project), [text]);
  }
  if (gcode === undefined) return;
  const program = planExport(request, options);
  const path = programPath(name(gcode), program);
  tell(path, program.findings);
  await io.write(path, [program.gcode]);
}

async function writeReport({ values, io, job, several }: Shop, plan: NestPlan): Promise<void> {
  const file = values.text("report");
  if (file === undefined) return;
  const sheetCost = values.number("sheet-cost");
  const options = {
    gcode: await machineOptions(values, io),
    ...(sheetCost === undefined ? {} : { sheetCost }),
  };
  const text = reportKind(file) === "html" ? await plan.toHtml(options) : await plan.toCsv();
  await io.write(fileFor(file, several ? job.material : undefined), [text]);
}

/**
 * `cut.dxf` for one sheet; `cut-0.dxf`, `cut-1.dxf` … for several, by their index.
 * @throws UsageError for several on standard output, of which most programs would read the first alone
 */
function sheetFile(path: string, sheet: number, sheets: number): string {
  if (sheets === 1) return path;
  if (path === "-")
    throw new UsageError(
      `standard output takes one sheet, and the layout has ${sheets}: name a file for them`,
    );
  return path.replace(/(\.[^./\\]*)?$/, (extension) => `-${sheet}${extension}`);
}
