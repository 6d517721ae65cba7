/** A nesting answer for people at a terminal: sheets, parts, and what has no place and why. */
import type { NestPlan, NestPlanRequest } from "../../base/contract/nest-plan.ts";
import type { NestData, NestRequest } from "../../base/contract/v1/nest.ts";
import type { Bounds } from "../../base/contract/values/geometry.ts";
import { pointBounds } from "../../base/geometry/ring.ts";
import { counted } from "../../base/text.ts";
import type { LengthUnit } from "../../read/lists/index.ts";
import { largestRemnant } from "../../write/picture/remnant.ts";
import { copiesPlaced, layoutOfSheet } from "../../write/report/plan-report.ts";
import { placed_parts } from "../../write/toolpath/plan/placed.ts";
import { sizeText } from "../base/lengths.ts";
import { type ReasonOptions, whyNoSheet } from "./reasons.ts";
import { cut, oneLine, tableOf, wrapped } from "./text-table.ts";

export interface TableOptions extends ReasonOptions {
  /** Width of the terminal in columns. */
  columns: number;
}

/** Names of a placed and of a missing part, with how many there are. */
interface MissingPart {
  part: number;
  copies: number;
}

export function nestTable(request: NestRequest, data: NestData, options: TableOptions): string[] {
  const { sheets } = data;
  const placed = placed_parts(request, data);
  const copies = request.parts.map((_, entry) => placed.flat().filter((one) => one.entry === entry).length);
  const rows = alike(placed).map((equal) => {
    const first = equal[0]!;
    return [
      numbersText(equal.map((at) => sheets[at]!.index + 1)),
      `${sheets[first]!.utilization.toFixed(1)} %`,
      partsText(placed[first]!.map(({ part }) => part.id)),
      remnantText(
        request,
        placed[first]!.map(({ placement }) => placement.bounds),
        options.unit,
      ),
    ];
  });
  const heads = ["Sheet", "Used", "Parts", "Remnant"].map((title) => {
    return { title, right: title === "Used", shrinks: title === "Parts" };
  });
  return [
    ...wrapped(nestOutcome(data, request, options.unit), options.columns),
    ...(rows.length > 0 ? ["", ...tableOf(heads, rows, options.columns)] : []),
    "",
    ...partTable(request, copies, options),
    ...missingLines(request, missingOf(request, copies), options),
  ];
}

/** Sheets on which the same parts lie in the same places, by their positions; the first of each group in order. */
function alike(placed: ReturnType<typeof placed_parts>): number[][] {
  const groups = new Map<string, number[]>();
  for (const [at, parts] of placed.entries()) {
    const places = parts.map(({ entry, placement: { x, y, rotation } }) => [entry, x, y, rotation].join());
    const key = places.sort().join(";");
    groups.set(key, [...(groups.get(key) ?? []), at]);
  }
  return [...groups.values()];
}

/** `4`; `1-3, 7 (4 alike)`. */
function numbersText(numbers: number[]): string {
  const runs: [from: number, to: number][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else runs.push([number, number]);
  }
  const text = runs.map(([from, to]) => (from === to ? from : `${from}-${to}`)).join(", ");
  return numbers.length > 1 ? `${cut(text, 30)} (${numbers.length} alike)` : text;
}

export function planTable(request: NestPlanRequest, plan: NestPlan, options: TableOptions): string[] {
  const copies = request.parts.map((_, entry) => copiesPlaced(plan, entry));
  const rows = plan.sheets.map((sheet, at) => {
    const layout = layoutOfSheet(request, sheet, at);
    const boxes = sheet.placements.map(({ bounds }) => bounds);
    return [
      String(sheet.count),
      sheet.sheet_id ?? "",
      sizeText(sheet.width, sheet.height, options.unit),
      `${sheet.utilization.toFixed(1)} %`,
      partsText(sheet.placements.map(({ part_id }) => part_id)),
      plan.remnant?.sheet === at
        ? sizeText(plan.remnant.width, plan.remnant.height, options.unit)
        : remnantText(layout.request, boxes, options.unit),
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
    ...partTable(request, copies, options),
    ...missingLines(request, missingOfPlan(request, plan), options),
  ];
}

/** Sums up a layout in one line. */
export function nestOutcome({ summary }: NestData, { sheet }: NestRequest, unit: LengthUnit): string {
  const { placed_parts, total_parts, sheets_used, total_utilization } = summary;
  const parts = `${placed_parts} of ${counted(total_parts, "part")}`;
  const size = sizeText(sheet.width, sheet.height, unit);
  return `${parts} on ${counted(sheets_used, "sheet")} of ${size}, ${total_utilization.toFixed(2)} % used`;
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
export function missingSentences(
  request: NestRequest | NestPlanRequest,
  missing: MissingPart[],
  options: ReasonOptions,
): string[] {
  return missing.map(({ part, copies }) => {
    return `${copies} x ${request.parts[part]!.id}: ${whyNoSheet(request, part, options)}`;
  });
}

/** Entries of which fewer copies than wanted are there. */
export function missingOf({ parts }: NestRequest, copies: number[]): MissingPart[] {
  return parts.flatMap(({ quantity }, part) =>
    copies[part]! < quantity ? [{ part, copies: quantity - copies[part]! }] : [],
  );
}

export function missingOfAnswer(request: NestRequest, data: NestData): MissingPart[] {
  const placed = placed_parts(request, data).flat();
  return missingOf(
    request,
    request.parts.map((_, entry) => placed.filter((one) => one.entry === entry).length),
  );
}

export function missingOfPlan({ parts }: NestPlanRequest, plan: NestPlan): MissingPart[] {
  return parts.flatMap(({ quantity }, part) => {
    const left = quantity === "fill" ? 0 : quantity - copiesPlaced(plan, part);
    return left > 0 ? [{ part, copies: left }] : [];
  });
}

function partTable(
  { parts }: NestRequest | NestPlanRequest,
  copies: number[],
  { unit, columns }: TableOptions,
): string[] {
  const rows = parts.map(({ id, exterior, holes, quantity }, entry) => {
    const { min_x, min_y, max_x, max_y } = pointBounds(exterior);
    const wanted = quantity === "fill" ? "" : ` of ${quantity}`;
    return [
      id,
      sizeText(max_x - min_x, max_y - min_y, unit),
      String(holes.length),
      `${copies[entry]}${wanted}`,
    ];
  });
  return tableOf(
    [{ title: "Part" }, { title: "Size" }, { title: "Holes", right: true }, { title: "Placed", right: true }],
    rows,
    columns,
  );
}

function missingLines(
  request: NestRequest | NestPlanRequest,
  missing: MissingPart[],
  options: TableOptions,
): string[] {
  if (missing.length === 0) return [];
  const lines = missingSentences(request, missing, options).flatMap((line) =>
    wrapped(`  ${oneLine(line)}`, options.columns, "    "),
  );
  return ["", "Not placed", ...lines];
}

/** `12 x plate, 3 x hook`. */
function partsText(ids: string[]): string {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return cut([...counts].map(([id, copies]) => `${copies} x ${id}`).join(", "), 60);
}

function remnantText(request: NestRequest, boxes: Bounds[], unit: LengthUnit): string {
  const rest = largestRemnant(request, boxes);
  return rest === null ? "none" : sizeText(rest.max_x - rest.min_x, rest.max_y - rest.min_y, unit);
}
