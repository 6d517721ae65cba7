/** `offcut panels`: pieces from a list or a request onto panels, and the plans into files for the saw. */
import {
  type PanelPlan,
  type PanelPlanRequest,
  type PanelPlanRequestInput,
  panelPlanRequestSchema,
} from "../contract/panel-plan.ts";
import type { PanelPlanOptions, PanelProgress } from "../options.ts";
import { panelsToDxf } from "../panel/dxf.ts";
import { panelsToSvg } from "../picture/panels.ts";
import { panelLabels, panelSawList, panelsToCsv } from "../report/panels.ts";
import {
  type Command,
  type CommandContext,
  EXIT,
  type Io,
  jsonFrom,
  jsonText,
  numberFrom,
  type Option,
  onlyWord,
  readText,
  SOLVE_OPTIONS,
  UsageError,
  type Values,
} from "./command.ts";
import { type PanelRow, readPanelList } from "./panel-list.ts";

type Stock = PanelPlanRequestInput["stocks"][number];
type Piece = PanelPlanRequestInput["pieces"][number];
type Grain = NonNullable<Stock["grain"]>;

/** Numbers among the options of a plan. */
const NUMBERS: Record<string, Option> = {
  stages: { type: "string", value: "N", help: "stages of cuts: 2, 3 or more, 0 for any number (3)" },
  "min-cut-distance": { type: "string", value: "MM", help: "least size of every part of a cut" },
  "max-first-cuts": { type: "string", value: "N", help: "at most N cuts of the first stage on a panel" },
  "max-pieces": { type: "string", value: "N", help: "at most N pieces from one panel" },
  "min-offcut-length": { type: "string", value: "MM", help: "rests at least so long are kept" },
  "min-offcut-width": { type: "string", value: "MM", help: "rests at least so wide are kept" },
  "trim-left": { type: "string", value: "MM", help: "as --trim, on one side" },
  "trim-right": { type: "string", value: "MM", help: "as --trim, on one side" },
  "trim-bottom": { type: "string", value: "MM", help: "as --trim, on one side" },
  "trim-top": { type: "string", value: "MM", help: "as --trim, on one side" },
};

export const panels: Command = {
  usage: "panels [REQUEST.json | LIST.csv]",
  summary: "cut pieces from panels, edge to edge on a saw",
  options: {
    sheet: { type: "string", multiple: true, value: "LxW[:COUNT][@COST]", help: "panels; may be repeated" },
    offcut: { type: "string", multiple: true, value: "LxW[:COUNT][@COST]", help: "a rest of an earlier job" },
    stocks: { type: "string", value: "FILE", help: "panels from a CSV file, by material" },
    material: { type: "string", value: "NAME", help: "only this material of the list" },
    kerf: { type: "string", value: "MM", help: "width of the saw cut (0)" },
    trim: {
      type: "string",
      value: "MM",
      help: "lost on every side of a panel, the kerf of the trim included (0)",
    },
    grain: {
      type: "string",
      value: "WAY",
      help: "grain of --sheet and --offcut: length, width or none (length)",
    },
    optimize: { type: "string", value: "WHAT", help: "waste or cost (waste)" },
    ...NUMBERS,
    exact: { type: "boolean", help: "no trimming cut after the last stage" },
    "first-cut": { type: "string", value: "WAY", help: "rip, cross or any (any)" },
    "offcuts-first": { type: "boolean", help: "use offcuts up before new panels are begun" },
    ...SOLVE_OPTIONS,
    request: {
      type: "string",
      value: "FILE",
      help: "write the request as JSON, as `offcut verify` takes it",
    },
    csv: { type: "string", value: "FILE", help: "write the pieces of every pattern as a list" },
    cuts: { type: "string", value: "FILE", help: "write every cut in the order of sawing as a list" },
    labels: { type: "string", value: "FILE", help: "write a line for the label of every piece" },
    dxf: { type: "string", value: "FILE", help: "write the patterns as a drawing" },
    svg: { type: "string", value: "FILE", help: "write a picture of the patterns" },
  },
  async run(context) {
    const { values, io } = context;
    const jobs = await jobsFrom(context);
    let placedAll = true;
    for (const { material, request } of jobs) {
      const plan = await solve(request, values, io);
      await writeFiles(panelPlanRequestSchema.parse(request), plan, {
        values,
        io,
        material,
        several: jobs.length > 1,
      });
      placedAll &&= plan.summary.all_pieces_placed;
      const outcome = `${material === "" ? "" : `${material}: `}${outcomeOf(plan)}`;
      if (values.flag("verbose") || jobs.length > 1) io.warn(outcome);
      else io.progress(`${outcome}\n`);
      for (const { piece_id, count } of plan.unplaced) io.warn(`not placed: ${count} x ${piece_id}`);
      if (io.signal.aborted) return EXIT.INTERRUPTED;
    }
    return placedAll ? EXIT.DONE : EXIT.INCOMPLETE;
  },
};

interface Job {
  material: string;
  request: PanelPlanRequestInput;
}

async function jobsFrom(context: CommandContext): Promise<Job[]> {
  const { values, io } = context;
  const path = onlyWord(context);
  const text = await readText(io, path);
  // What comes through a pipe has no name: a request begins with a brace, a list with its columns.
  const isList = path === "-" ? !/^\s*\{/.test(text) : /\.(csv|tsv|txt)$/i.test(path);
  if (!isList) {
    const given = jsonFrom(text, path) as Partial<PanelPlanRequestInput>;
    const stocks = [...stocksFrom(values), ...(await rackFrom(values, io)).map(stockOf)];
    return [{ material: "", request: withSettings(given, stocks, given.pieces ?? [], values) }];
  }
  const { rows, notes } = readPanelList(text, path);
  for (const note of notes) io.warn(note);
  const rack = await rackFrom(values, io);
  const wanted = values.text("material");
  const materials = [...new Set(rows.map(({ material }) => material))].filter(
    (material) => wanted === undefined || material === wanted,
  );
  if (materials.length === 0) throw new UsageError(`${path} has no pieces${wanted ? ` of ${wanted}` : ""}`);
  if (materials.length > 1 && fileOptions(values).some((file) => file === "-")) {
    throw new UsageError("several materials make several plans: name files, not -, or choose a --material");
  }
  return materials.map((material) => {
    const pieces = rows.filter((row) => row.material === material).map(pieceOf);
    const stocks = rack.filter((row) => row.material === material || row.material === "").map(stockOf);
    return { material, request: withSettings({}, [...stocksFrom(values), ...stocks], pieces, values) };
  });
}

async function rackFrom(values: Values, io: Io): Promise<PanelRow[]> {
  const file = values.text("stocks");
  if (file === undefined) return [];
  const { rows, notes } = readPanelList(await readText(io, file), file);
  for (const note of notes) io.warn(note);
  return rows;
}

function pieceOf({ material: _, cost: _cost, offcut: _offcut, grain, ...piece }: PanelRow): Piece {
  if (grain === undefined) return piece;
  return { ...piece, grain: grain === "none" ? "any" : grain };
}

function stockOf({ material: _, label: _label, edges: _edges, grain, ...stock }: PanelRow): Stock {
  if (grain === undefined) return stock;
  return { ...stock, grain: grain === "any" || grain === "alike" ? "none" : grain };
}

function stocksFrom(values: Values): Stock[] {
  const grain = values.text("grain");
  const given = grain === undefined ? {} : { grain: grain as Grain };
  return [
    ...values.texts("sheet").map((text) => ({ ...stockFrom(text, "--sheet"), ...given })),
    ...values.texts("offcut").map((text) => {
      return { quantity: 1, ...stockFrom(text, "--offcut"), ...given, offcut: true };
    }),
  ];
}

/** `2800x2070`, `2800x2070:20`, `2800x2070@45` or `2800x2070:20@45`. */
function stockFrom(text: string, name: string): Stock {
  const match = /^([^:@x×]+)[x×]([^:@x×]+)(?::([^:@]+))?(?:@([^:@]+))?$/i.exec(text);
  if (!match) throw new UsageError(`${name} is LxW, LxW:COUNT or LxW:COUNT@COST, not "${text}"`);
  const [, length, width, quantity, cost] = match as unknown as [string, string, string, string?, string?];
  return {
    id: `${length}x${width}`,
    length: numberFrom(length, name),
    width: numberFrom(width, name),
    ...(quantity === undefined ? {} : { quantity: numberFrom(quantity, name) }),
    ...(cost === undefined ? {} : { cost: numberFrom(cost, name) }),
  };
}

/** What the request says and the command line says otherwise. */
function withSettings(
  given: Partial<PanelPlanRequestInput>,
  stocks: Stock[],
  pieces: PanelPlanRequestInput["pieces"],
  values: Values,
): PanelPlanRequestInput {
  const all = stocks.length > 0 ? stocks : given.stocks;
  if (!all) throw new UsageError("which panels? as in --sheet 2800x2070 --sheet 1200x800:2");
  const [kerf, optimize, trim] = [values.number("kerf"), values.text("optimize"), values.number("trim")];
  const options: Record<string, unknown> = { ...given.options };
  for (const side of ["left", "right", "bottom", "top"])
    if (trim !== undefined) options[`trim_${side}`] = trim;
  for (const name of Object.keys(NUMBERS)) {
    const value = values.number(name);
    if (value !== undefined)
      options[name.replaceAll("-", "_")] = name === "stages" && value === 0 ? null : value;
  }
  const first = values.text("first-cut");
  if (first !== undefined) options.first_cut = first;
  if (values.flag("exact")) options.cut_type = "exact";
  if (values.flag("offcuts-first")) options.offcuts_first = true;
  return {
    ...given,
    stocks: all,
    pieces,
    ...(kerf === undefined ? {} : { kerf }),
    ...(optimize === undefined ? {} : { optimize: optimize as "waste" | "cost" }),
    ...(Object.keys(options).length === 0 ? {} : { options }),
  };
}

async function solve(request: PanelPlanRequestInput, values: Values, io: Io): Promise<PanelPlan> {
  const seconds = values.number("seconds");
  const seed = values.number("seed");
  const options: PanelPlanOptions = {
    signal: io.signal,
    onAbort: "best",
    onProgress: ({ elapsedMs, stocksUsed, gapPercent, best }: PanelProgress) => {
      const state = `${(elapsedMs / 1000).toFixed(1)} s: ${stocksUsed} panels, gap ${gapPercent.toFixed(2)} %`;
      if (best && values.flag("verbose")) io.warn(state);
      else io.progress(state);
    },
    ...(seconds === undefined ? {} : { timeLimitMs: 1000 * seconds }),
    ...(seed === undefined ? {} : { seed }),
  };
  const engine = await io.engine();
  const plan = await engine.planPanels(request, options);
  io.progress("");
  return plan;
}

interface Target {
  values: Values;
  io: Io;
  material: string;
  /** True when every material writes files of its own. */
  several: boolean;
}

const FILES = ["out", "request", "csv", "cuts", "labels", "dxf", "svg"] as const;

function fileOptions(values: Values): string[] {
  const given = FILES.map((name) => values.text(name)).filter((file) => file !== undefined);
  return given.length > 0 ? given : ["-"];
}

async function writeFiles(request: PanelPlanRequest, plan: PanelPlan, target: Target): Promise<void> {
  const { values, io } = target;
  const texts: Record<(typeof FILES)[number], () => Iterable<string>> = {
    out: () => jsonText(plan),
    request: () => jsonText(request),
    csv: () => [panelsToCsv(plan)],
    cuts: () => [panelSawList(plan)],
    labels: () => [panelLabels(request, plan)],
    dxf: () => [panelsToDxf(plan)],
    svg: () => [panelsToSvg(plan)],
  };
  if (FILES.every((name) => values.text(name) === undefined)) await io.write("-", texts.out());
  for (const name of FILES) {
    const file = values.text(name);
    if (file !== undefined) await io.write(nameFor(file, target), texts[name]());
  }
}

/** `plan.json` becomes `plan-oak.json` for the oak among several materials. */
function nameFor(file: string, { material, several }: Target): string {
  if (!several) return file;
  const safe = material.replace(/[^\p{L}\p{N}._ -]/gu, "_") || "material";
  return file.replace(/(\.[^./\\]*)?$/, (extension) => `-${safe}${extension}`);
}

function outcomeOf({ summary, status, gap_percent }: PanelPlan): string {
  const { stocks_used, waste_percent, total_cuts, total_cut_length } = summary;
  const quality =
    status === "optimal"
      ? "optimal"
      : status === "feasible"
        ? `at most ${gap_percent.toFixed(2)} % from optimal`
        : "out of stock";
  const cuts = `${total_cuts} cuts of ${(total_cut_length / 1000).toFixed(1)} m`;
  return `${stocks_used} panels, ${waste_percent.toFixed(2)} % waste, ${cuts}, ${quality}`;
}
