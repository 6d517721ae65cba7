/** `offcut cut`: pieces from a list or a request onto bars, and the plan into files for the saw. */

import {
  type CutPlanRequest,
  type CutPlanRequestInput,
  cutPlanOptionsSchema,
  cutPlanRequestSchema,
} from "../base/contract/cut-plan.ts";
import type { CutProgress } from "../base/contract/search-options.ts";
import { counted } from "../base/text.ts";
import type { CutPlan } from "../chain/plan.ts";
import { cutDataJson } from "../plan/cut/cut-answer.ts";
import { readBarList } from "../read/lists/index.ts";
import {
  type CommandAction,
  type CommandContext,
  checkWords,
  EXIT,
  fileName,
  type Io,
  jsonFrom,
  jsonText,
  LIST_OPTIONS,
  lengthFrom,
  lines,
  numberFrom,
  type Option,
  type OptionValues,
  onlyWord,
  readText,
  reportKind,
  SOLVE_OPTIONS,
  showsTables,
  UsageError,
  writtenFile,
} from "./base/command.ts";
import { optionFor } from "./base/help.ts";
import { lengthWithUnit } from "./base/lengths.ts";
import { listOptions, tellList } from "./base/lists.ts";
import { solveOptions, tellOutcome } from "./base/solve-command.ts";
import { barSentences, cutOutcome, cutTable } from "./tables/cut-table.ts";

/** Options of a plan by their names on the command line; the numbers among them by name in the request. */
const FIELDS = cutPlanOptionsSchema.shape;
const PLAN_OPTIONS: Record<string, Option> = {
  "trim-start": {
    type: "string",
    value: "MM",
    help: "length at the start of every bar that cannot be used (0)",
  },
  "trim-end": optionFor(FIELDS.trim_end, "MM"),
  "min-offcut": optionFor(FIELDS.min_offcut, "MM"),
  "max-pieces": optionFor(FIELDS.max_pieces, "N"),
  "max-lengths": optionFor(FIELDS.max_lengths, "N"),
  "profile-width": optionFor(FIELDS.profile_width, "MM"),
  "offcuts-first": optionFor(FIELDS.offcuts_first),
  "fewest-patterns": optionFor(FIELDS.fewest_patterns),
  short: { type: "boolean", help: "measure mitred pieces along their short edge" },
};

export const cut: CommandAction = {
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
      help: "a bar left over from an earlier job; may be repeated",
    },
    stocks: {
      type: "string",
      value: "FILE",
      help: "bars from a CSV file: id, length, quantity, cost, trim_start, trim_end, offcut",
    },
    kerf: optionFor(cutPlanRequestSchema.shape.kerf, "MM"),
    optimize: optionFor(cutPlanRequestSchema.shape.optimize, "waste|cost"),
    material: { type: "string", value: "NAME", help: "only this material of the lists" },
    ...LIST_OPTIONS,
    ...PLAN_OPTIONS,
    ...SOLVE_OPTIONS,
    plan: writtenFile("write the plan as JSON: patterns, remnants, bound and proof"),
    request: writtenFile("write the request as JSON, as `offcut verify` takes it"),
    csv: writtenFile("write the cuts as a list for a spreadsheet"),
    svg: writtenFile("write a picture of the bars"),
  },
  async run(context) {
    const { values, io } = context;
    checkWords(values);
    const request = await requestFrom(context);
    const plan = await solve(request.input, values, io);
    const checked = cutPlanRequestSchema.parse(request.input);
    const reasons = { unit: values.unit, interrupted: io.signal.aborted };
    await writeFiles(checked, plan, { values, io }, () =>
      cutTable(checked, plan, { ...reasons, columns: io.columns }),
    );
    const missing = barSentences(checked, plan, reasons);
    tellOutcome(values, io, { outcome: cutOutcome(plan, values.unit), missing });
    if (io.signal.aborted) return EXIT.INTERRUPTED;
    return plan.summary.all_pieces_placed && request.skipped === 0 ? EXIT.DONE : EXIT.INCOMPLETE;
  },
};

interface Request {
  input: CutPlanRequestInput;
  /** Lines of lists that were left out because they could not be read. */
  skipped: number;
}

async function requestFrom(context: CommandContext): Promise<Request> {
  const { values, io } = context;
  const path = onlyWord(context);
  const text = await readText(io, path);
  // Input from a pipe has no name: a request begins with a brace, a list with its columns.
  const isList = path === "-" ? !/^\s*[{[]/.test(text) : /\.(csv|tsv|txt)$/i.test(path);
  const list = isList ? rowsFrom(text, path, "pieces", context) : { rows: [], skipped: 0 };
  const request = (isList ? { pieces: list.rows } : jsonFrom(text, path)) as Partial<CutPlanRequestInput>;
  const rackFile = values.text("stocks");
  const rack =
    rackFile === undefined
      ? { rows: [], skipped: 0 }
      : rowsFrom(await readText(io, rackFile), rackFile, "stocks", context);
  const given = [
    ...values.texts("stock").map((text) => stockFrom(text, "--stock", values)),
    ...values
      .texts("offcut")
      .map((text) => ({ quantity: 1, ...stockFrom(text, "--offcut", values), offcut: true })),
    ...rack.rows,
  ];
  const stocks = given.length > 0 ? given : request.stocks;
  if (!stocks) throw new UsageError("which bars? as in --stock 6000 --stock 20ft:20@12.50");
  const kerf = values.length("kerf");
  const optimize = values.text("optimize");
  const input = {
    ...request,
    pieces: request.pieces ?? [],
    stocks,
    ...(kerf === undefined ? {} : { kerf }),
    ...(optimize === undefined ? {} : { optimize: optimize as "waste" | "cost" }),
    ...optionsFrom(request.options, values),
  };
  return { input, skipped: list.skipped + rack.skipped };
}

/** The lines of a list, of one material where it has several. */
function rowsFrom(text: string, file: string, of: "pieces" | "stocks", { values, io }: CommandContext) {
  const list = readBarList(text, fileName(file), { ...listOptions(values), of });
  tellList(list, io);
  const wanted = values.text("material");
  const materials = new Set(list.rows.map(({ material = "" }) => material));
  const names = [...materials].map((name) => name || "none").join(", ");
  if (wanted === undefined && materials.size > 1)
    throw new UsageError(`${fileName(file)} is of several materials (${names}): choose a --material`);
  // A bar of no material is for any. So are pieces, where none in their list has one.
  const isFor = (material: string) =>
    material === wanted || (material === "" && (of === "stocks" || materials.size === 1));
  const chosen = list.rows.filter(({ material = "" }) => wanted === undefined || isFor(material));
  if (of === "pieces" && chosen.length === 0 && list.rows.length > 0)
    throw new UsageError(`${fileName(file)} has no pieces of ${wanted}, only of ${names}`);
  return { rows: chosen.map(({ material: _, ...row }) => row), skipped: list.refused.length };
}

/** Options of the request, overridden by those of the command line. */
function optionsFrom(
  given: CutPlanRequestInput["options"],
  values: OptionValues,
): Pick<CutPlanRequestInput, "options"> {
  const options: Record<string, unknown> = { ...given };
  for (const [name, { type, value: measure }] of Object.entries(PLAN_OPTIONS)) {
    const value =
      type === "boolean"
        ? values.flag(name) || undefined
        : measure === "MM"
          ? values.length(name)
          : values.number(name);
    if (value === undefined) continue;
    if (name === "short") options.measured = "short";
    else options[name.replace("-", "_")] = value;
  }
  return given === undefined && Object.keys(options).length === 0 ? {} : { options };
}

/** `6000`, `20ft`, `6000:20`, `6000@12.50` or `6000:20@12.50`. */
function stockFrom(text: string, name: string, values: OptionValues): CutPlanRequestInput["stocks"][number] {
  const match = /^([^:@]+)(?::([^:@]+))?(?:@([^:@]+))?$/.exec(text);
  if (!match) throw new UsageError(`${name} is LENGTH, LENGTH:COUNT or LENGTH:COUNT@COST, not "${text}"`);
  const [, length, quantity, cost] = match as unknown as [string, string, string?, string?];
  return {
    id: length,
    length: lengthFrom(length, name, values.unit),
    ...(quantity === undefined ? {} : { quantity: numberFrom(quantity, name) }),
    ...(cost === undefined ? {} : { cost: numberFrom(cost, name) }),
  };
}

async function solve(request: CutPlanRequestInput, values: OptionValues, io: Io): Promise<CutPlan> {
  const engine = await io.engine();
  const options = solveOptions(values, io, ({ stocks_used, total_stock_length }: CutProgress) => {
    return `${counted(stocks_used, "bar")}, ${lengthWithUnit(total_stock_length, values.unit)}`;
  });
  const plan = await engine.cut(request, options);
  io.progress("");
  return plan;
}

async function writeFiles(
  request: CutPlanRequest,
  plan: CutPlan,
  { values, io }: { values: OptionValues; io: Io },
  table: () => string[],
): Promise<void> {
  const [out, file, wanted, csv, svg, report] = ["out", "plan", "request", "csv", "svg", "report"].map(
    (name) => values.text(name),
  );
  if (showsTables(values, io)) await io.write("-", lines(table()));
  if (file !== undefined) await io.write(file, jsonText(plan));
  if (wanted !== undefined) await io.write(wanted, jsonText(request));
  const shown =
    showsTables(values, io) || [file, wanted, csv, svg, report].some((name) => name !== undefined);
  if (out !== undefined || values.flag("json") || !shown)
    await io.write(out ?? "-", withNewline(cutDataJson(plan)));
  if (csv !== undefined) await io.write(csv, [await plan.toCsv()]);
  if (svg !== undefined) await io.write(svg, [await plan.toSvg()]);
  if (report !== undefined)
    await io.write(report, [reportKind(report) === "html" ? await plan.toHtml() : await plan.toCsv()]);
}

function* withNewline(text: Iterable<string>): Generator<string> {
  yield* text;
  yield "\n";
}
