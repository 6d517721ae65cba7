/** `offcut cut`: pieces from a list or a request onto bars, and the plan into files for the saw. */
import type { CutRequestInput } from "../contract/cut.ts";
import type { CutPlan } from "../contract/cutplan.ts";
import { cutDataFromPlan, cutDataJson } from "../cutplan.ts";
import type { CutOptions, CutProgress } from "../options.ts";
import { barsToSvg } from "../svg/bars.ts";
import {
  type Command,
  type CommandContext,
  EXIT,
  type Io,
  numberFrom,
  onlyWord,
  readJson,
  readText,
  SOLVE_OPTIONS,
  UsageError,
  type Values,
} from "./command.ts";
import { csvLine, rowsFromCsv } from "./csv.ts";

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
    stocks: { type: "string", value: "FILE", help: "bars from a CSV file: id, length, quantity, cost" },
    kerf: { type: "string", value: "MM", help: "width of the saw cut (0)" },
    optimize: { type: "string", value: "WHAT", help: "waste or cost (waste)" },
    ...SOLVE_OPTIONS,
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

async function requestFrom(context: CommandContext): Promise<CutRequestInput> {
  const { values, io } = context;
  const path = onlyWord(context);
  const request = (
    /\.(csv|tsv|txt)$/i.test(path)
      ? { pieces: rowsFromCsv(await readText(io, path), path) }
      : await readJson(io, path)
  ) as Partial<CutRequestInput>;
  const list = values.text("stocks");
  const given = [
    ...values.texts("stock").map(stockFrom),
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
  };
}

/** `6000`, `6000:20`, `6000@12.50` or `6000:20@12.50`. */
function stockFrom(text: string): CutRequestInput["stocks"][number] {
  const match = /^([^:@]+)(?::([^:@]+))?(?:@([^:@]+))?$/.exec(text);
  if (!match) throw new UsageError(`--stock is LENGTH, LENGTH:COUNT or LENGTH:COUNT@COST, not "${text}"`);
  const [, length, quantity, cost] = match as unknown as [string, string, string?, string?];
  return {
    id: length,
    length: numberFrom(length, "--stock"),
    ...(quantity === undefined ? {} : { quantity: numberFrom(quantity, "--stock") }),
    ...(cost === undefined ? {} : { cost: numberFrom(cost, "--stock") }),
  };
}

async function solve(request: CutRequestInput, values: Values, io: Io): Promise<CutPlan> {
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
  const [out, csv, svg] = ["out", "csv", "svg"].map((name) => values.text(name));
  if (out !== undefined || (csv === undefined && svg === undefined)) {
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
  yield csvLine(["bars", "stock", "stock_length", "piece", "length", "pieces_per_bar", "first_position"]);
  for (const { count, stock_id, length, cuts } of plan.patterns) {
    for (const run of cuts) {
      yield csvLine([count, stock_id, length, run.piece_id, run.length, run.count, run.position]);
    }
  }
}

function outcomeOf({ summary, status, gap_percent }: CutPlan): string {
  const { stocks_used, total_stock_length, waste_percent } = summary;
  const quality =
    status === "optimal"
      ? "optimal"
      : status === "feasible"
        ? `at most ${gap_percent.toFixed(2)} % from optimal`
        : "out of stock";
  return `${stocks_used} bars, ${total_stock_length} mm, ${waste_percent.toFixed(2)} % waste, ${quality}`;
}
