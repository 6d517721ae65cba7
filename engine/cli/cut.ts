/** `offcut cut`: pieces from a list or a request onto bars, and the plan into files for the saw. */
import type { CutPlan, CutPlanRequestInput } from "../contract/cut-plan.ts";
import { cutDataFromPlan, cutDataJson } from "../cut/answer.ts";
import type { CutOptions, CutProgress } from "../options.ts";
import { barsToSvg } from "../picture/bars.ts";
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
import { csvLine, rowsFromCsv } from "./csv.ts";

/** Options of a plan by their names on the command line; the numbers among them by name in the request. */
const PLAN_OPTIONS: Record<string, Option> = {
  "trim-start": { type: "string", value: "MM", help: "useless length at the start of every bar (0)" },
  "trim-end": { type: "string", value: "MM", help: "useless length at the end of every bar (0)" },
  "min-offcut": { type: "string", value: "MM", help: "shorter remnants are scrap: leave long ones" },
  "max-pieces": { type: "string", value: "N", help: "at most N pieces from one bar" },
  "max-lengths": { type: "string", value: "N", help: "at most N different lengths from one bar" },
  "profile-width": { type: "string", value: "MM", help: "depth of the profile that mitres run across" },
  "offcuts-first": { type: "boolean", help: "use offcuts up before new bars are begun" },
  "fewest-patterns": { type: "boolean", help: "cut equally good plans with fewer set-ups" },
  short: { type: "boolean", help: "lengths of mitred pieces are those of their short edges" },
};

export const cut: Command = {
  usage: "cut [REQUEST.json | PIECES.csv]",
  summary: "cut pieces from bars",
  options: {
    stock: {
      type: "string",
      multiple: true,
      value: "L[:COUNT][@COST]",
      help: "bars of length L; may be repeated",
    },
    offcut: {
      type: "string",
      multiple: true,
      value: "L[:COUNT][@COST]",
      help: "a bar left of an earlier job; may be repeated",
    },
    stocks: {
      type: "string",
      value: "FILE",
      help: "bars from a CSV file: id, length, quantity, cost, trim_start, trim_end, offcut",
    },
    kerf: { type: "string", value: "MM", help: "width of the saw cut (0)" },
    optimize: { type: "string", value: "WHAT", help: "waste or cost (waste)" },
    ...PLAN_OPTIONS,
    ...SOLVE_OPTIONS,
    plan: {
      type: "string",
      value: "FILE",
      help: "write the plan as JSON: patterns, remnants, bound and proof",
    },
    csv: { type: "string", value: "FILE", help: "write the cuts as a list for a spreadsheet" },
    svg: { type: "string", value: "FILE", help: "write a picture of the bars" },
  },
  async run(context) {
    const { values, io } = context;
    const request = await requestFrom(context);
    const plan = await solve(request, values, io);
    await writeFiles(plan, values, io);
    const outcome = outcomeOf(plan);
    if (values.flag("verbose")) io.warn(outcome);
    else io.progress(`${outcome}\n`);
    for (const { piece_id, count } of plan.unplaced) io.warn(`not placed: ${count} x ${piece_id}`);
    if (io.signal.aborted) return EXIT.INTERRUPTED;
    return plan.summary.all_pieces_placed ? EXIT.DONE : EXIT.INCOMPLETE;
  },
};

async function requestFrom(context: CommandContext): Promise<CutPlanRequestInput> {
  const { values, io } = context;
  const path = onlyWord(context);
  const text = await readText(io, path);
  // What comes through a pipe has no name: a request begins with a brace, a list with its columns.
  const isList = path === "-" ? !/^\s*[{[]/.test(text) : /\.(csv|tsv|txt)$/i.test(path);
  const request = (
    isList ? { pieces: rowsFromCsv(text, path) } : jsonFrom(text, path)
  ) as Partial<CutPlanRequestInput>;
  const list = values.text("stocks");
  const given = [
    ...values.texts("stock").map((text) => stockFrom(text, "--stock")),
    ...values.texts("offcut").map((text) => ({ quantity: 1, ...stockFrom(text, "--offcut"), offcut: true })),
    ...(list === undefined ? [] : rowsFromCsv(await readText(io, list), list)),
  ];
  const stocks = given.length > 0 ? given : request.stocks;
  if (!stocks) throw new UsageError("which bars? as in --stock 6000 --stock 3000:20@12.50");
  const kerf = values.number("kerf");
  const optimize = values.text("optimize");
  return {
    ...request,
    pieces: request.pieces ?? [],
    stocks,
    ...(kerf === undefined ? {} : { kerf }),
    ...(optimize === undefined ? {} : { optimize: optimize as "waste" | "cost" }),
    ...optionsFrom(request.options, values),
  };
}

/** What the request says and the command line says otherwise. */
function optionsFrom(
  given: CutPlanRequestInput["options"],
  values: Values,
): Pick<CutPlanRequestInput, "options"> {
  const options: Record<string, unknown> = { ...given };
  for (const [name, { type }] of Object.entries(PLAN_OPTIONS)) {
    const value = type === "string" ? values.number(name) : values.flag(name) || undefined;
    if (value === undefined) continue;
    if (name === "short") options.measured = "short";
    else options[name.replace("-", "_")] = value;
  }
  return given === undefined && Object.keys(options).length === 0 ? {} : { options };
}

/** `6000`, `6000:20`, `6000@12.50` or `6000:20@12.50`. */
function stockFrom(text: string, name: string): CutPlanRequestInput["stocks"][number] {
  const match = /^([^:@]+)(?::([^:@]+))?(?:@([^:@]+))?$/.exec(text);
  if (!match) throw new UsageError(`${name} is LENGTH, LENGTH:COUNT or LENGTH:COUNT@COST, not "${text}"`);
  const [, length, quantity, cost] = match as unknown as [string, string, string?, string?];
  return {
    id: length,
    length: numberFrom(length, name),
    ...(quantity === undefined ? {} : { quantity: numberFrom(quantity, name) }),
    ...(cost === undefined ? {} : { cost: numberFrom(cost, name) }),
  };
}

async function solve(request: CutPlanRequestInput, values: Values, io: Io): Promise<CutPlan> {
  const seconds = values.number("seconds");
  const seed = values.number("seed");
  const options: CutOptions = {
    signal: io.signal,
    onAbort: "best",
    onProgress: ({ elapsedMs, stocksUsed, totalStockLength, best }: CutProgress) => {
      const state = `${(elapsedMs / 1000).toFixed(1)} s: ${stocksUsed} bars, ${totalStockLength} mm`;
      if (best && values.flag("verbose")) io.warn(state);
      else io.progress(state);
    },
    ...(seconds === undefined ? {} : { timeLimitMs: 1000 * seconds }),
    ...(seed === undefined ? {} : { seed }),
  };
  const engine = await io.engine();
  const plan = await engine.planCut(request, options);
  io.progress("");
  return plan;
}

async function writeFiles(plan: CutPlan, values: Values, io: Io): Promise<void> {
  const [out, file, csv, svg] = ["out", "plan", "csv", "svg"].map((name) => values.text(name));
  if (file !== undefined) await io.write(file, jsonText(plan));
  if (out !== undefined || (file === undefined && csv === undefined && svg === undefined)) {
    await io.write(out ?? "-", withNewline(cutDataJson(plan)));
  }
  if (csv !== undefined) await io.write(csv, cutList(plan));
  if (svg !== undefined) await io.write(svg, [barsToSvg(cutDataFromPlan(plan))]);
}

function* withNewline(text: Iterable<string>): Generator<string> {
  yield* text;
  yield "\n";
}

/** Equal bars are one line per cut with their number in front, which is how a saw is fed. */
function* cutList(plan: CutPlan): Generator<string> {
  const piece = ["piece", "length", "pieces_per_bar", "first_position", "angle_start", "angle_end"];
  yield csvLine(["bars", "stock", "stock_length", ...piece, "offcut"]);
  for (const { count, stock_id, length, cuts, offcut } of plan.patterns) {
    for (const run of cuts) {
      const angles = [run.angle_start ?? 0, run.angle_end ?? 0];
      const where = [run.piece_id, run.length, run.count, run.position, ...angles];
      yield csvLine([count, stock_id, length, ...where, offcut]);
    }
  }
}

function outcomeOf({ summary, status, gap_percent, total_offcut }: CutPlan): string {
  const { stocks_used, total_stock_length, waste_percent } = summary;
  const quality =
    status === "optimal"
      ? "optimal"
      : status === "feasible"
        ? `at most ${gap_percent.toFixed(2)} % from optimal`
        : "out of stock";
  const waste = `${waste_percent.toFixed(2)} % waste, ${total_offcut} mm of it worth keeping`;
  return `${stocks_used} bars, ${total_stock_length} mm, ${waste}, ${quality}`;
}
