/** `offcut panels`: pieces from a list or a request onto panels, and the plans into files for the saw. */

import {
  type PanelPlanRequest,
  type PanelPlanRequestInput,
  panelOptionsSchema,
  panelPlanRequestSchema,
} from "../base/contract/panel-plan.ts";
import type { PanelProgress } from "../base/contract/search-options.ts";
import { counted } from "../base/text.ts";
import type { PanelPlan } from "../chain/plan.ts";
import { type PanelListRow, readDefects, readPanelList } from "../read/lists/index.ts";
import {
  type CommandAction,
  type CommandContext,
  checkWords,
  EXIT,
  fileFor,
  fileName,
  type Io,
  jsonFrom,
  jsonText,
  LIST_OPTIONS,
  lines,
  numberFrom,
  type Option,
  type OptionValues,
  onlyWord,
  readText,
  reportKind,
  SOLVE_OPTIONS,
  showsTables,
  sizeFrom,
  UsageError,
  writtenFile,
} from "./base/command.ts";
import { optionFor } from "./base/help.ts";
import { listOptions, tellList } from "./base/lists.ts";
import { solveOptions, tellOutcome } from "./base/solve-command.ts";
import { panelOutcome, panelSentences, panelTable } from "./tables/panels-table.ts";

type Stock = PanelPlanRequestInput["stocks"][number];
type PanelPiece = PanelPlanRequestInput["pieces"][number];
type StockGrain = NonNullable<Stock["grain"]>;

/** Numbers among the options of a plan. */
const FIELDS = panelOptionsSchema.shape;
const NUMBERS: Record<string, Option> = {
  stages: { type: "string", value: "N", help: "stages of cuts: 2, 3 or more, 0 for any number (3)" },
  "min-cut-distance": optionFor(FIELDS.min_cut_distance, "MM"),
  "max-first-cuts": optionFor(FIELDS.max_first_cuts, "N"),
  "max-pieces": optionFor(FIELDS.max_pieces, "N"),
  "min-offcut-length": { type: "string", value: "MM", help: "keep rests at least this long" },
  "min-offcut-width": { type: "string", value: "MM", help: "keep rests at least this wide" },
  "trim-left": { type: "string", value: "MM", help: "like --trim, on this side only" },
  "trim-right": { type: "string", value: "MM", help: "like --trim, on this side only" },
  "trim-bottom": { type: "string", value: "MM", help: "like --trim, on this side only" },
  "trim-top": { type: "string", value: "MM", help: "like --trim, on this side only" },
};

export const panels: CommandAction = {
  options: {
    sheet: { type: "string", multiple: true, value: "LxW[:COUNT][@COST]", help: "panels; may be repeated" },
    offcut: {
      type: "string",
      multiple: true,
      value: "LxW[:COUNT][@COST]",
      help: "a panel left over from an earlier job",
    },
    damaged: {
      type: "string",
      multiple: true,
      value: "LxW+X:Y:LxW",
      help: "a panel with a defect X from the left and Y from the bottom; add +X:Y:LxW for each further one",
    },
    stocks: { type: "string", value: "FILE", help: "panels from a CSV file, by material" },
    material: { type: "string", value: "NAME", help: "only this material of the list" },
    kerf: optionFor(panelPlanRequestSchema.shape.kerf, "MM"),
    trim: {
      type: "string",
      value: "MM",
      help: "width lost on every side of a panel, the kerf of the trimming cut included (0)",
    },
    grain: {
      type: "string",
      value: "WAY",
      words: ["length", "width", "none"],
      help: "grain of --sheet and --offcut: length, width or none (length)",
    },
    optimize: optionFor(panelPlanRequestSchema.shape.optimize, "waste|cost"),
    ...NUMBERS,
    exact: { type: "boolean", help: "no trimming cut after the last stage" },
    "first-cut": {
      type: "string",
      value: "WAY",
      words: ["rip", "cross", "any"],
      help: "rip, cross or any (any)",
    },
    "offcuts-first": optionFor(FIELDS.offcuts_first),
    ...LIST_OPTIONS,
    ...SOLVE_OPTIONS,
    request: writtenFile("write the request as JSON, as `offcut verify` takes it"),
    csv: writtenFile("write the pieces of every pattern as a list"),
    cuts: writtenFile("write a list of all cuts in the order of sawing"),
    labels: writtenFile("write a list of labels, one line for each piece"),
    dxf: writtenFile("write the patterns as a drawing"),
    ptx: writtenFile("write the plan as a pattern exchange file for beam saws"),
    svg: writtenFile("write a picture of the patterns"),
  },
  async run(context) {
    const { values, io } = context;
    checkWords(values);
    const { jobs, skipped } = await jobsFrom(context);
    let complete = skipped === 0;
    for (const { material, request } of jobs) {
      const plan = await solve(request, values, io);
      const checked = panelPlanRequestSchema.parse(request);
      const reasons = { unit: values.unit, interrupted: io.signal.aborted };
      const named = jobs.length > 1 ? `${material || "without a material"}: ` : "";
      if (showsTables(values, io)) {
        if (named !== "") await io.write("-", lines([named.trimEnd()]));
        await io.write("-", lines(panelTable(checked, plan, { ...reasons, columns: io.columns })));
      }
      await writeFiles(checked, plan, { values, io, material, several: jobs.length > 1 });
      complete &&= plan.summary.all_pieces_placed;
      const outcome = `${named}${panelOutcome(plan)}`;
      const missing = panelSentences(checked, plan, reasons);
      tellOutcome(values, io, { outcome, missing, several: jobs.length > 1 });
      if (io.signal.aborted) return EXIT.INTERRUPTED;
    }
    return complete ? EXIT.DONE : EXIT.INCOMPLETE;
  },
};

interface PanelJob {
  material: string;
  request: PanelPlanRequestInput;
}

async function jobsFrom(context: CommandContext): Promise<{ jobs: PanelJob[]; skipped: number }> {
  const { values, io } = context;
  const path = onlyWord(context);
  const text = await readText(io, path);
  // Input from a pipe has no name: a request begins with a brace, a list with its columns.
  const isList = path === "-" ? !/^\s*\{/.test(text) : /\.(csv|tsv|txt)$/i.test(path);
  if (!isList) {
    const given = jsonFrom(text, path) as Partial<PanelPlanRequestInput>;
    const rack = await rackFrom(values, io);
    const stocks = [...stocksFrom(values), ...rack.rows.map(stockOf)];
    const request = withSettings(given, stocks, given.pieces ?? [], values);
    return { jobs: [{ material: "", request }], skipped: rack.skipped };
  }
  const { rows, skipped } = listFrom(text, path, "pieces", context);
  const rack = await rackFrom(values, io);
  const wanted = values.text("material");
  const materials = [...new Set(rows.map(({ material }) => material))].filter(
    (material) => wanted === undefined || material === wanted,
  );
  if (materials.length === 0) throw new UsageError(`${path} has no pieces${wanted ? ` of ${wanted}` : ""}`);
  if (materials.length > 1 && writesToPipe(values, io)) {
    throw new UsageError("several materials make several plans: name files, not -, or choose a --material");
  }
  const jobs = materials.map((material) => {
    const pieces = rows.filter((row) => row.material === material).map(pieceOf);
    const stocks = rack.rows.filter((row) => row.material === material || row.material === "").map(stockOf);
    return { material, request: withSettings({}, [...stocksFrom(values), ...stocks], pieces, values) };
  });
  return { jobs, skipped: skipped + rack.skipped };
}

interface PanelRows {
  rows: PanelListRow[];
  skipped: number;
}

async function rackFrom(values: OptionValues, io: Io): Promise<PanelRows> {
  const file = values.text("stocks");
  return file === undefined
    ? { rows: [], skipped: 0 }
    : listFrom(await readText(io, file), file, "stocks", { values, io });
}

function listFrom(
  text: string,
  file: string,
  of: "pieces" | "stocks",
  { values, io }: Pick<CommandContext, "values" | "io">,
): PanelRows {
  const list = readPanelList(text, fileName(file), { ...listOptions(values), of });
  tellList(list, io);
  return { rows: list.rows, skipped: list.refused.length };
}

function pieceOf({
  material: _,
  cost: _cost,
  offcut: _offcut,
  defects: _defects,
  grain,
  ...piece
}: PanelListRow): PanelPiece {
  if (grain === undefined) return piece;
  return { ...piece, grain: grain === "none" ? "any" : grain };
}

function stockOf({ material: _, label: _label, edges: _edges, grain, ...stock }: PanelListRow): Stock {
  if (grain === undefined) return stock;
  return { ...stock, grain: grain === "any" || grain === "alike" ? "none" : grain };
}

function stocksFrom(values: OptionValues): Stock[] {
  const grain = values.text("grain");
  const given = grain === undefined ? {} : { grain: grain as StockGrain };
  return [
    ...values.texts("sheet").map((text) => ({ ...stockFrom(text, "--sheet", values), ...given })),
    ...values.texts("offcut").map((text) => {
      return { quantity: 1, ...stockFrom(text, "--offcut", values), ...given, offcut: true };
    }),
    ...values.texts("damaged").map((text) => ({ ...damagedFrom(text, values), ...given })),
  ];
}

/** `2800x2070`, `2800x2070:20`, `2800x2070@45` or `2800x2070:20@45`. */
function stockFrom(text: string, name: string, values: OptionValues): Stock {
  const form = "LxW, LxW:COUNT or LxW:COUNT@COST";
  const match = /^([^:@]+)(?::([^:@]+))?(?:@([^:@]+))?$/i.exec(text);
  if (!match) throw new UsageError(`${name} is ${form}, not "${text}"`);
  const [, size, quantity, cost] = match as unknown as [string, string, string?, string?];
  const [length, width] = sizeFrom(size, name, values.unit, form);
  return {
    id: size,
    length,
    width,
    ...(quantity === undefined ? {} : { quantity: numberFrom(quantity, name) }),
    ...(cost === undefined ? {} : { cost: numberFrom(cost, name) }),
  };
}

/** `2800x2070+120:80:400x60`, or with a cost and two defects `2800x2070@45+0:0:50x50+900:900:20x20`. */
function damagedFrom(text: string, values: OptionValues): Stock {
  const at = text.indexOf("+");
  const defects = at < 0 ? undefined : readDefects(text.slice(at + 1), values.unit);
  if (defects === undefined) throw new UsageError(`--damaged is LxW+X:Y:LxW, not "${text}"`);
  return { ...stockFrom(text.slice(0, at), "--damaged", values), quantity: 1, defects };
}

/** The request with the settings of the command line over its own. */
function withSettings(
  given: Partial<PanelPlanRequestInput>,
  stocks: Stock[],
  pieces: PanelPlanRequestInput["pieces"],
  values: OptionValues,
): PanelPlanRequestInput {
  const all = stocks.length > 0 ? stocks : given.stocks;
  if (!all) throw new UsageError("which panels? as in --sheet 2800x2070 --sheet 1200x800:2");
  const [kerf, optimize, trim] = [values.length("kerf"), values.text("optimize"), values.length("trim")];
  const options: Record<string, unknown> = { ...given.options };
  for (const side of ["left", "right", "bottom", "top"])
    if (trim !== undefined) options[`trim_${side}`] = trim;
  for (const [name, { value: measure }] of Object.entries(NUMBERS)) {
    const value = measure === "MM" ? values.length(name) : values.number(name);
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

async function solve(request: PanelPlanRequestInput, values: OptionValues, io: Io): Promise<PanelPlan> {
  const engine = await io.engine();
  const options = solveOptions(values, io, ({ stocks_used, gap_percent }: PanelProgress) => {
    return `${counted(stocks_used, "panel")}, gap ${gap_percent.toFixed(2)} %`;
  });
  const plan = await engine.panels(request, options);
  io.progress("");
  return plan;
}

interface Target {
  values: OptionValues;
  io: Io;
  material: string;
  /** Whether every material writes files of its own. */
  several: boolean;
}

const FILES = ["out", "request", "csv", "cuts", "labels", "dxf", "ptx", "svg", "report"] as const;

function writesToPipe(values: OptionValues, io: Io): boolean {
  const given = FILES.map((name) => values.text(name)).filter((file) => file !== undefined);
  return given.includes("-") || values.flag("json") || (given.length === 0 && !io.terminal);
}

async function writeFiles(request: PanelPlanRequest, plan: PanelPlan, target: Target): Promise<void> {
  const { values, io, material, several } = target;
  const texts: Record<(typeof FILES)[number], () => Iterable<string> | Promise<string>> = {
    out: () => jsonText(plan, values.text("out") ?? "-"),
    request: () => jsonText(request),
    csv: () => plan.toCsv(),
    cuts: () => plan.toCutsCsv(),
    labels: () => plan.toLabelsCsv(),
    dxf: () => plan.toDxf(),
    ptx: () => plan.toPtx(),
    svg: () => plan.toSvg(),
    report: () =>
      reportKind(values.text("report")!) === "html" ? plan.toHtml({ note: material }) : plan.toCsv(),
  };
  const written = async (name: (typeof FILES)[number]) => {
    const text = await texts[name]();
    return typeof text === "string" ? [text] : text;
  };
  const shown = showsTables(values, io) || FILES.some((name) => values.text(name) !== undefined);
  if (!shown || (values.flag("json") && values.text("out") === undefined))
    await io.write("-", await written("out"));
  for (const name of FILES) {
    const file = values.text(name);
    if (file !== undefined) await io.write(several ? fileFor(file, material) : file, await written(name));
  }
}
