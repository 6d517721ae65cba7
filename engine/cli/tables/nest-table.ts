/** A nesting answer for people at a terminal: sheets, parts, and what has no place and why. */
import type { NestPlan, NestPlanRequest, PlanSheet } from "../../base/contract/nest-plan.ts";
import { pointBounds } from "../../base/geometry/ring.ts";
import { counted } from "../../base/text.ts";
import { utilizationOf } from "../../plan/nest/nest-answer.ts";
import type { LengthUnit } from "../../read/lists/index.ts";
import { largestRemnant } from "../../write/picture/remnant.ts";
import { copiesPlaced } from "../../write/report/plan-report.ts";
import { sizeText } from "../base/lengths.ts";
import { type ReasonOptions, whyNoSheet } from "./reasons.ts";
import { cut, oneLine, tableOf, wrapped } from "./text-table.ts";

export interface TableOptions extends ReasonOptions {
  /** Width of the terminal in columns. */
  columns: number;
}

/** Table of a plan on sheets of one size, each with its number. */
export function nestTable(request: NestPlanRequest, plan: NestPlan, options: TableOptions): string[] {
  let number = 1;
  const rows = plan.sheets.map((sheet) => {
    const last = number + sheet.count - 1;
    const numbers = sheet.count > 1 ? `${number}-${last} (${sheet.count} alike)` : `${number}`;
    number = last + 1;
    return [
      numbers,
      `${sheet.utilization.toFixed(1)} %`,
      partsText(sheet.placements.map(({ part_id }) => part_id)),
      remnantText(request, sheet, options.unit),
    ];
  });
  const heads = ["Sheet", "Used", "Parts", "Remnant"].map((title) => {
    return { title, right: title === "Used", shrinks: title === "Parts" };
  });
  return [
    ...wrapped(nestOutcome(request, plan, options.unit), options.columns),
    ...(rows.length > 0 ? ["", ...tableOf(heads, rows, options.columns)] : []),
    "",
    ...partTable(request, plan, options),
    ...missingLines(request, plan, options),
  ];
}

export function planTable(request: NestPlanRequest, plan: NestPlan, options: TableOptions): string[] {
  const rows = plan.sheets.map((sheet, at) => {
    return [
      String(sheet.count),
      sheet.sheet_id ?? "",
      sizeText(sheet.width, sheet.height, options.unit),
      `${sheet.utilization.toFixed(1)} %`,
      partsText(sheet.placements.map(({ part_id }) => part_id)),
      plan.remnant?.sheet === at
        ? sizeText(plan.remnant.width, plan.remnant.height, options.unit)
        : remnantText(request, sheet, options.unit),
    ];
  });
  const columns = ["Sheets", "Type", "Size", "Used", "Parts", "Remnant"].map((title) => {
    return { title, right: title === "Sheets" || title === "Used", shrinks: title === "Parts" };
  });
  const named = plan.sheets.some(({ sheet_id }) => sheet_id !== undefined);
  const without = <Cell>(row: Cell[]) => (named ? row : row.filter((_, at) => at !== 1));
  return [
    ...wrapped(planOutcome(plan), options.columns),
    ...(rows.length > 0 ? ["", ...tableOf(without(columns), rows.map(without), options.columns)] : []),
    "",
    ...partTable(request, plan, options),
    ...missingLines(request, plan, options),
  ];
}

/** Sums up a plan on sheets of one size in one line. */
export function nestOutcome({ sheet }: NestPlanRequest, plan: NestPlan, unit: LengthUnit): string {
  const { placed_parts, sheets_used, unplaced } = plan;
  const total = unplaced.reduce((sum, { count }) => sum + count, placed_parts);
  const parts = `${placed_parts} of ${counted(total, "part")}`;
  const size = sizeText(sheet!.width, sheet!.height, unit);
  return `${parts} on ${counted(sheets_used, "sheet")} of ${size}, ${utilizationOf(plan).toFixed(2)} % used`;
}

export function planOutcome(plan: NestPlan): string {
  const { sheets_used, lower_bound, status, placed_parts, unplaced, cost } = plan;
  const total = unplaced.reduce((sum, { count }) => sum + count, placed_parts);
  const bound = status === "optimal" ? ", the fewest there can be" : `, at least ${lower_bound} needed`;
  const least = lower_bound === undefined ? "" : bound;
  const price = cost === undefined ? "" : `, cost ${Number(cost.toFixed(2))}`;
  return `${placed_parts} of ${counted(total, "part")} on ${counted(sheets_used, "sheet")}${least}${price}`;
}

/** One sentence for each entry of which copies have no place. */
export function missingSentences(request: NestPlanRequest, plan: NestPlan, options: ReasonOptions): string[] {
  return request.parts.flatMap(({ id, quantity }, part) => {
    const left = quantity === "fill" ? 0 : quantity - copiesPlaced(plan, part);
    return left > 0 ? [`${left} x ${id}: ${whyNoSheet(request, part, options)}`] : [];
  });
}

function partTable({ parts }: NestPlanRequest, plan: NestPlan, { unit, columns }: TableOptions): string[] {
  const rows = parts.map(({ id, exterior, holes, quantity }, entry) => {
    const { min_x, min_y, max_x, max_y } = pointBounds(exterior);
    const wanted = quantity === "fill" ? "" : ` of ${quantity}`;
    return [
      id,
      sizeText(max_x - min_x, max_y - min_y, unit),
      String(holes.length),
      `${copiesPlaced(plan, entry)}${wanted}`,
    ];
  });
  return tableOf(
    [{ title: "Part" }, { title: "Size" }, { title: "Holes", right: true }, { title: "Placed", right: true }],
    rows,
    columns,
  );
}

function missingLines(request: NestPlanRequest, plan: NestPlan, options: TableOptions): string[] {
  const lines = missingSentences(request, plan, options).flatMap((line) =>
    wrapped(`  ${oneLine(line)}`, options.columns, "    "),
  );
  return lines.length === 0 ? [] : ["", "Not placed", ...lines];
}

/** `12 x plate, 3 x hook`. */
function partsText(ids: string[]): string {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return cut([...counts].map(([id, copies]) => `${copies} x ${id}`).join(", "), 60);
}

function remnantText({ config }: NestPlanRequest, sheet: PlanSheet, unit: LengthUnit): string {
  const rest = largestRemnant(sheet, config.kerf);
  return rest === null ? "none" : sizeText(rest.max_x - rest.min_x, rest.max_y - rest.min_y, unit);
}
