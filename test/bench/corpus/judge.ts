/**
 * Judges an answer of the corpus: completes it to a plan, asks the judges of `engine/verify`, and measures it. An answer
 * states no sums, and the order of cuts and patterns is its own, so what the judges say of these does not count.
 */
import type { CutPlan } from "../../../engine/base/contract/cut-plan.ts";
import type { NestPlan, PlanPlacement } from "../../../engine/base/contract/nest-plan.ts";
import type { PanelNode, PanelPlan } from "../../../engine/base/contract/panel-plan.ts";
import type { Point } from "../../../engine/base/contract/values/geometry.ts";
import { rotation, turnedBounds } from "../../../engine/base/geometry/ring.ts";
import { verifyCut } from "../../../engine/verify/cut/cut-judge.ts";
import { verifyNest } from "../../../engine/verify/nest/nest-judge.ts";
import { verifyPanels } from "../../../engine/verify/panel/panel-judge.ts";
import type {
  Answer,
  BarAnswer,
  BarJob,
  CorpusJob,
  NestAnswer,
  NestJob,
  PanelAnswer,
  PanelJob,
  Placement,
} from "./format.ts";

export type Verdict = { value: number } | { fault: string };

/** How far two parts may overlap, mm: some engines place in single precision. */
const TOLERANCE = 0.01;

/** Codes of faults that lie in the sums or the order of a plan, not in its layout. */
const IGNORED: ReadonlySet<string> = new Set([
  "used-length",
  "waste",
  "offcut",
  "utilization",
  "pattern-sums",
  "summary",
  "objective",
  "status",
  "cost",
  "cut-order",
  "patterns-apart",
]);

interface Judged {
  violations: { code: string; message: string }[];
  value: number;
}

/** The value of an answer that is valid and whole, or its first fault. */
export function judge(job: CorpusJob, answer: Answer): Verdict {
  try {
    const { violations, value } = judged(job, answer);
    const fault = violations.find(({ code }) => !IGNORED.has(code));
    return fault ? { fault: fault.message } : { value };
  } catch (error) {
    return { fault: `The answer cannot be read: ${error}` };
  }
}

function judged(job: CorpusJob, answer: Answer): Judged {
  switch (job.kind) {
    case "bars":
    case "mitres":
      return judgeBars(job, answer as BarAnswer);
    case "panels":
      return judgePanels(job, answer as PanelAnswer);
    default:
      return judgeNest(job, answer as NestAnswer);
  }
}

function judgeNest({ request, measure }: NestJob, answer: NestAnswer): Judged {
  const types = request.sheets ?? [{ ...request.sheet!, id: undefined, cost: undefined }];
  const sheets = answer.sheets.map(({ type = 0, count = 1, placements: rows }) => {
    const { id, width, height } = types[type]!;
    const placements = rows.map((row) => placementOf(request.parts[row[0]], row));
    const right = Math.max(0, ...placements.map(({ bounds }) => bounds.max_x)) + marginOf(request);
    const sheet = { count, width: request.strip ? right : width, height, utilization: 0, placements };
    return id === undefined ? sheet : { sheet_id: id, ...sheet };
  });
  const used = sheets.reduce((sum, { count }) => sum + count, 0);
  const plan = { sheets, sheets_used: used, placed_parts: 0, unplaced: [] } as unknown as NestPlan;
  const cost = answer.sheets.reduce((sum, { type = 0, count = 1 }) => {
    const { width, height, cost = width * height } = types[type]!;
    return sum + count * cost;
  }, 0);
  return {
    violations: [
      ...sheets
        .filter(({ count }) => !(Number.isInteger(count) && count >= 1))
        .map(({ count }) => ({ code: "count", message: `A sheet is there ${count} times` })),
      ...verifyNest(request, plan, { tolerance: TOLERANCE }).violations,
    ],
    value: measure === "cost" ? cost : measure === "count" ? used : (sheets[0]?.width ?? 0),
  };
}

function marginOf({ edge_margin, config }: NestJob["request"]): number {
  return edge_margin ?? config?.edge_margin ?? 0;
}

function placementOf(
  part: NestJob["request"]["parts"][number] | undefined,
  [index, x, y, degrees, mirrored]: Placement,
): PlanPlacement {
  const turn = { ...rotation(degrees), mirrored: mirrored === 1 };
  const { min_x, min_y, max_x, max_y } = turnedBounds((part?.exterior ?? []) as Point[], turn);
  const bounds = { min_x: x + min_x, min_y: y + min_y, max_x: x + max_x, max_y: y + max_y };
  return { part: index, part_id: part?.id ?? "", x, y, rotation: degrees, mirrored: turn.mirrored, bounds };
}

function judgeBars({ request, measure }: BarJob, answer: BarAnswer): Judged {
  const { stocks, pieces, kerf = 0 } = request;
  const patterns = answer.patterns.map(({ stock, count, cuts }) => {
    const bar = stocks[stock]!;
    const runs = cuts.map(([piece, run, position, start, end]) => {
      const { id: piece_id, length } = pieces[piece]!;
      if (start !== undefined)
        return { piece_id, length, position, count: run, angle_start: start, angle_end: end };
      // Sums of tenths are not exact.
      return { piece_id, length, position: Number(position.toFixed(6)), count: run };
    });
    const sums = { used_length: 0, waste: 0, utilization: 0, offcut: 0 };
    return { stock_id: bar.id, length: bar.length, count, cuts: runs, trim_start: 0, trim_end: 0, ...sums };
  });
  const plan = { kerf, summary: {}, patterns, unplaced: [] } as unknown as CutPlan;
  return {
    violations: verifyCut(request, plan).violations,
    value: valueOfStock(answer, (stock) => {
      const { length, cost = 0 } = stocks[stock]!;
      return measure === "count" ? 1 : measure === "cost" ? cost : length;
    }),
  };
}

function judgePanels({ request, measure }: PanelJob, answer: PanelAnswer): Judged {
  const { stocks, pieces, kerf = 0, options = {} } = request;
  const trims = {
    trim_left: options.trim_left ?? 0,
    trim_right: options.trim_right ?? 0,
    trim_bottom: options.trim_bottom ?? 0,
    trim_top: options.trim_top ?? 0,
  };
  const named = ({ parts, ...node }: PanelNode): PanelNode => ({
    ...node,
    ...(parts && { parts: parts.map(named) }),
    ...(node.piece !== undefined && { piece_id: pieces[node.piece]?.id }),
  });
  const patterns = answer.patterns.map(({ stock, count, tree }) => {
    const { id, length, width } = stocks[stock]!;
    const sums = { used_area: 0, waste: 0, offcut: 0, utilization: 0, stages: 0, cuts: 0, cut_length: 0 };
    return { stock_id: id, stock, length, width, ...trims, count, ...sums, tree: named(tree) };
  });
  const plan = { kerf, summary: {}, patterns, unplaced: [] } as unknown as PanelPlan;
  return {
    violations: verifyPanels(request, plan).violations,
    value: valueOfStock(answer, (stock) => {
      const { length, width, cost = 0 } = stocks[stock]!;
      return measure === "count" ? 1 : measure === "cost" ? cost : length * width;
    }),
  };
}

function valueOfStock({ patterns }: BarAnswer | PanelAnswer, worth: (stock: number) => number): number {
  return patterns.reduce((sum, { stock, count }) => sum + count * worth(stock), 0);
}
