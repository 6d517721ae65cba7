/** A plan of bars for people at a terminal: every pattern drawn, how often it is cut, where the cuts lie, what is left. */
import stringWidth from "string-width";
import type { CutPattern, CutPlan, CutPlanRequest } from "../../base/contract/cut-plan.ts";
import { counted } from "../../base/text.ts";
import { type LengthUnit, readLength } from "../../read/lists/index.ts";
import { quality } from "../../write/report/report-page.ts";
import { lengthText, lengthWithUnit } from "../base/lengths.ts";
import type { TableOptions } from "./nest-table.ts";
import { whyNoBar } from "./reasons.ts";
import { cut, oneLine, tableOf, wrapped } from "./text-table.ts";

/** A bar is drawn over at most so many characters. */
const LONGEST = 100;
/** More patterns than this are too many to look at. */
const MOST = 200;

export function cutTable(request: CutPlanRequest, plan: CutPlan, options: TableOptions): string[] {
  const { unit, columns } = options;
  const longest = plan.patterns.reduce((most, { length }) => Math.max(most, length), 0);
  const scale = Math.max(10, Math.min(columns - 4, LONGEST)) / (longest || 1);
  const hidden = plan.patterns.length - MOST;
  return [
    ...wrapped(cutOutcome(plan, unit), columns),
    ...plan.patterns
      .slice(0, MOST)
      .flatMap((pattern) => patternLines(pattern, { scale, kerf: plan.kerf }, options)),
    ...(hidden > 0 ? ["", `and ${counted(hidden, "more pattern")}; --csv or --report lists all`] : []),
    ...missing(request, plan, options),
  ];
}

/** Sums up a plan of bars in one line. */
export function cutOutcome(
  { summary, status, gap_percent, total_offcut }: CutPlan,
  unit: LengthUnit,
): string {
  const { stocks_used, total_stock_length, waste_percent, total_cost } = summary;
  const bars = `${counted(stocks_used, "bar")}, ${lengthWithUnit(total_stock_length, unit)}`;
  const waste = `${waste_percent.toFixed(2)} % waste, ${lengthWithUnit(total_offcut, unit)} of it worth keeping`;
  const cost = total_cost > 0 ? `, cost ${Number(total_cost.toFixed(2))}` : "";
  return `${bars}, ${waste}${cost}, ${quality(status, gap_percent)}`;
}

/** One sentence for each piece without a place. */
export function barSentences(
  request: CutPlanRequest,
  plan: CutPlan,
  options: Pick<TableOptions, "unit" | "interrupted">,
): string[] {
  return plan.unplaced.map(({ piece_id, count }) => {
    return `${count} x ${piece_id}: ${whyNoBar(request, piece_id, options)}`;
  });
}

function missing(request: CutPlanRequest, plan: CutPlan, options: TableOptions): string[] {
  if (plan.unplaced.length === 0) return [];
  const sentences = barSentences(request, plan, options);
  return [
    "",
    "Not placed",
    ...sentences.flatMap((line) => wrapped(`  ${oneLine(line)}`, options.columns, "    ")),
  ];
}

interface BarScale {
  /** Characters for a millimetre. */
  scale: number;
  kerf: number;
}

function patternLines(pattern: CutPattern, drawn: BarScale, { unit, columns }: TableOptions): string[] {
  const { count: bars, stock_id, length, cuts, offcut, waste } = pattern;
  const size = lengthWithUnit(length, unit);
  const said = readLength(stock_id, unit, ".");
  const name = "mm" in said && Math.abs(said.mm - length) < 1e-6 ? "" : ` "${stock_id}"`;
  const rest = offcut > 0 ? `${lengthWithUnit(offcut, unit)} left` : `${lengthWithUnit(waste, unit)} scrap`;
  const rows = cuts.map((run) => [
    String(run.count),
    run.piece_id,
    lengthText(run.length, unit),
    lengthText(run.position, unit),
    angles(run),
  ]);
  const head = ["Pieces", "Name", "Length", "First at", "Angles"].map((title) => {
    return { title, right: title !== "Name" && title !== "Angles" };
  });
  const plain = rows.every((row) => row[4] === "");
  const without = <Cell>(row: Cell[]) => (plain ? row.slice(0, 4) : row);
  return [
    "",
    cut(oneLine(`${counted(bars, "bar")} of ${size}${name}, ${rest}`), columns),
    `  ${drawing(pattern, drawn)}`,
    ...tableOf(without(head), rows.map(without), columns),
  ];
}

function angles({ angle_start = 0, angle_end = 0 }: CutPattern["cuts"][number]): string {
  return angle_start === 0 && angle_end === 0 ? "" : `${angle_start}° ${angle_end}°`;
}

/** `|──leg──|──leg──|░░░░|`, to scale; pieces too short for a name are a line. */
function drawing({ cuts, trim_start, length }: CutPattern, { scale, kerf }: BarScale): string {
  const at = (position: number) => Math.round(position * scale);
  const pieces = cuts.flatMap(({ count, piece_id, length: one, position }) =>
    Array.from({ length: count }, (_, i) => ({ from: position + i * (one + kerf), one, name: piece_id })),
  );
  const last = pieces.at(-1);
  const end = last === undefined ? trim_start : last.from + last.one;
  const drawn = pieces.map(({ from, name }, i) => {
    return fill(at(pieces[i + 1]?.from ?? end) - at(from), oneLine(name));
  });
  const rest = "░".repeat(Math.max(0, at(length) - at(end) - 1));
  return `${"░".repeat(at(trim_start))}${drawn.join("")}│${rest}`;
}

function fill(width: number, name: string): string {
  if (width <= 0) return "";
  const room = width - 1;
  const wide = stringWidth(name);
  const [label, taken] = wide <= room - 2 ? [name, wide] : ["", 0];
  const left = Math.floor((room - taken) / 2);
  return `│${"─".repeat(left)}${label}${"─".repeat(room - left - taken)}`;
}
