/** The core's plan as the answer to a request: patterns with ids and millimetres, totals, bound and status. */
import type { PanelPlan, PanelPlanRequest, PanelSummary } from "../../base/contract/panel-plan.ts";
import { toPercent } from "../../base/contract/values/percent.ts";
import { decimalsFor, sumDecimals, unitsFrom, valueFrom } from "../cut/decimal.ts";
import { type LabelledPanelPlan, labelPatterns } from "./label-panels.ts";
import type { CorePanelPlan } from "./panel-blocks.ts";
import type { PanelTable } from "./size-table.ts";

export function panelPlanFrom(request: PanelPlanRequest, table: PanelTable, core: CorePanelPlan): PanelPlan {
  const labelled = labelPatterns(request, table, core.patterns);
  const value = objectiveOf(request, table, labelled);
  const short = table.types.some(({ sources }) => sources.some((source) => labelled.piecesLeft[source]! > 0));
  const optimal = core.optimal && (table.exactGoal || table.stocks.length === 1) && !short;
  const lowerBound = optimal ? value : Math.min(boundOf(table, core), value);
  return {
    status: short ? "stock_exhausted" : optimal || lowerBound === value ? "optimal" : "feasible",
    objective: value,
    lower_bound: lowerBound,
    gap_percent: value > 0 ? 100 * (1 - lowerBound / value) : 0,
    kerf: request.kerf,
    summary: summaryOf(request, table, labelled),
    total_offcut: valueFrom(labelled.offcut, 2 * table.decimals),
    patterns: labelled.patterns,
    unplaced: request.pieces
      .map((piece, source) => ({ piece_id: piece.id, count: labelled.piecesLeft[source]! }))
      .filter(({ count }) => count > 0),
  };
}

function boundOf({ goal, areaStep }: PanelTable, { lowerBound }: CorePanelPlan): number {
  const steps = (BigInt(Math.floor(lowerBound)) / BigInt(goal.share)) * BigInt(goal.step);
  return valueFrom(goal.kind === "cost" ? steps : steps * areaStep, goal.decimals);
}

function objectiveOf(
  request: PanelPlanRequest,
  { goal, rules }: PanelTable,
  { stocks_used }: LabelledPanelPlan,
): number {
  const counts = request.stocks.map(({ offcut }, source) =>
    rules.offcutsFirst && offcut ? 0 : stocks_used[source]!,
  );
  return goal.kind === "cost"
    ? sumDecimals(request.stocks.map(({ cost }, source) => [cost, counts[source]!]))
    : areaSum(request.stocks, counts);
}

function summaryOf(request: PanelPlanRequest, table: PanelTable, plan: LabelledPanelPlan): PanelSummary {
  const { stocks, pieces } = request;
  const stockArea = areaSum(stocks, plan.stocks_used);
  const placed = pieces.map(({ quantity }, source) => quantity - plan.piecesLeft[source]!);
  const waste = areaSum([...stocks, ...pieces], [...plan.stocks_used, ...placed.map((count) => -count)]);
  return {
    stocks_used: plan.stocks_used.reduce((total, used) => total + used, 0),
    total_stock_area: stockArea,
    total_piece_area: areaSum(pieces, placed),
    total_waste: waste,
    waste_percent: toPercent(waste, stockArea),
    total_cost: sumDecimals(stocks.map(({ cost }, source) => [cost, plan.stocks_used[source]!])),
    all_pieces_placed: plan.piecesLeft.every((count) => count === 0),
    total_cuts: plan.cuts,
    total_cut_length: valueFrom(plan.cutLength, table.decimals),
  };
}

/** The sum of length × width × count, rounded once. */
function areaSum(rectangles: { length: number; width: number }[], counts: number[]): number {
  const decimals = decimalsFor(rectangles.flatMap(({ length, width }) => [length, width]));
  const units = (value: number) => BigInt(unitsFrom(value, decimals));
  const total = rectangles.reduce(
    (sum, { length, width }, at) => sum + BigInt(counts[at]!) * units(length) * units(width),
    0n,
  );
  return valueFrom(total, 2 * decimals);
}
