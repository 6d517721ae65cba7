/**
 * One cutting request from end to end: onto whole numbers, through the core in slices, and back to ids and
 * millimetres. No threads here; the worker and the caller's thread run it alike.
 *
 * The folder:
 *
 *     request ─► cut-rules, goal, supply   what is asked for     mitre: pieces with slanted ends
 *                  └ cut-blocks   whole numbers (decimal) ─► core ─► refine   the best of many equally good plans (bar-patterns)
 *                                                                      └ label-bars ─► cut-answer   which piece lies where
 *     plain-cut   a plan without the core
 */

import type { CutPlan, CutPlanRequest } from "../../base/contract/cut-plan.ts";
import type { CutProgress } from "../../base/contract/search-options.ts";
import type { CutSummary } from "../../base/contract/v1/cut.ts";
import { toPercent } from "../../base/contract/values/percent.ts";
import type { Incumbent, PlanMaker } from "../search/incumbent.ts";
import type { SearchJob } from "../search/job.ts";
import { guarded, readBlock, writeBlock } from "../wasm/heap.ts";
import type { CoreExports } from "../wasm/load.ts";
import { revisionAt } from "../wasm/plan-block.ts";
import {
  type CoreCutPlan,
  type CorePattern,
  type CutTable,
  decodeCut,
  encodeCut,
  encodeCutPlan,
  lengthBound,
  tabulateCut,
} from "./cut-blocks.ts";
import { sumDecimals, valueFrom } from "./decimal.ts";
import { sum } from "./goal.ts";
import { type LabelledPlan, labelPatterns } from "./label-bars.ts";
import { constructPatterns } from "./plain-cut.ts";
import { Refinement } from "./refine.ts";

/** Progress carries the plan itself up to this many pieces: beyond, building it would cost more than solving. */
const PIECES_IN_PROGRESS = 20_000;

/** Milliseconds that unpacking and judging a plan take for a length that is asked for. */
const MS_PER_TYPE = 0.04;
/** Share of the time that is left for choosing among equally good plans. */
const REFINE_SHARE = 0.3;

/** The best plan for a validated request that can be found within the job's limits. */
export async function solveCut(
  core: CoreExports,
  request: CutPlanRequest,
  job: SearchJob<CutProgress>,
): Promise<CutPlan> {
  const solver = new CutSolver(request);
  return solver.unpack(await solver.search(core, job));
}

export class CutSolver implements PlanMaker<CutPlan> {
  private readonly table: CutTable;

  constructor(private readonly request: CutPlanRequest) {
    this.table = tabulateCut(request);
  }

  unpack({ block }: Incumbent): CutPlan {
    return planFrom(this.request, this.table, decodeCut(block));
  }

  construct(): Incumbent {
    return packed(constructPatterns(this.table));
  }

  nothing(): Incumbent {
    return packed([]);
  }

  async search(core: CoreExports, job: SearchJob<CutProgress>): Promise<Incumbent> {
    const { table } = this;
    if (table.types.length === 0) return incumbentFrom(encodeCutPlan(NO_PIECES));
    const best = () => incumbentFrom(guarded(core, () => readBlock(core, core.cutBest())));
    const revision = () => guarded(core, () => revisionAt(core, core.cutBest()));
    // Opening already makes a first plan, so that there is one however little time the job has.
    guarded(core, () => core.cutOpen(writeBlock(core, encodeCut(table, job.seed))));
    job.keep(revision(), best);
    job.reserve(Refinement.isWanted(table) ? REFINE_SHARE : 0, MS_PER_TYPE * table.types.length);
    let reported = 0;
    await job.run(
      (work) => guarded(core, () => core.cutStep(work)),
      () => {
        if (!job.keep(revision(), best)) return;
        const current = decodeCut(best().block);
        const plan = planFrom(this.request, table, current);
        const news = current.revision > reported && this.fitsProgress;
        reported = current.revision;
        job.report({ ...cutEvent(plan, current.phase), ...(news ? { best: plan } : {}) });
      },
    );
    job.keepLast(best);
    const found = decodeCut(best().block);
    core.cutClose();
    const refinement = new Refinement(table, found.patterns);
    await job.runErrand({ steps: refinement.run(), afterSteps: () => {} }, Number.POSITIVE_INFINITY);
    return incumbentFrom(encodeCutPlan({ ...found, patterns: refinement.patterns }));
  }

  /** Is the plan small enough to go with each event? */
  get fitsProgress(): boolean {
    return this.request.pieces.reduce((total, piece) => total + piece.quantity, 0) <= PIECES_IN_PROGRESS;
  }
}

/** Fields of a progress event for a plan. */
export function cutEvent(plan: CutPlan, phase: string): Omit<CutProgress, "seq" | "elapsed_ms" | "best"> {
  return {
    phase,
    stocks_used: plan.summary.stocks_used,
    total_stock_length: plan.summary.total_stock_length,
    lower_bound: plan.lower_bound,
    gap_percent: plan.gap_percent,
  };
}

/** Plans come one better than the other: their age is their score. */
function incumbentFrom(block: Float64Array): Incumbent {
  return { block, score: [], lowerBound: null };
}

const NO_PIECES: CoreCutPlan = {
  revision: 0,
  phase: "construct",
  optimal: true,
  lowerBound: 0,
  patterns: [],
};

/** A plan that nothing is known of. */
function packed(patterns: CorePattern[]): Incumbent {
  return incumbentFrom(encodeCutPlan({ ...NO_PIECES, optimal: false, patterns }));
}

/** The core's plan in the request's words. */
function planFrom(request: CutPlanRequest, table: CutTable, core: CoreCutPlan): CutPlan {
  const labelled = labelPatterns(request, table, core.patterns);
  const summary = summaryOf(request, labelled);
  const value = objectiveOf(request, table, labelled);
  const short = table.types.some((type) => type.sources.some((source) => labelled.piecesLeft[source]! > 0));
  const { optimal, lowerBound: least } = table.joints.exact ? core : provenByLength(table, core);
  const steps = BigInt(least) / BigInt(table.goal.share);
  const bound = valueFrom(steps * BigInt(table.goal.step), table.goal.decimals);
  const lowerBound = optimal ? value : Math.min(bound, value);
  return {
    status: short ? "stock_exhausted" : optimal ? "optimal" : "feasible",
    objective: value,
    lower_bound: lowerBound,
    gap_percent: value > 0 ? 100 * (1 - lowerBound / value) : 0,
    kerf: request.kerf,
    summary,
    total_offcut: labelled.totalOffcut,
    patterns: labelled.patterns,
    unplaced: request.pieces
      .map((piece, source) => ({ piece_id: piece.id, count: labelled.piecesLeft[source]! }))
      .filter(({ count }) => count > 0),
  };
}

/** With too many classes of mitred pieces the core's bound is none, as it takes some cuts for two that may be one. */
function provenByLength(
  table: CutTable,
  { patterns }: CoreCutPlan,
): Pick<CoreCutPlan, "optimal" | "lowerBound"> {
  const lowerBound = lengthBound(table, patterns);
  const primary = sum(patterns.map(({ bar, count }) => count * table.goal.primary[bar]!));
  return { optimal: primary <= lowerBound, lowerBound };
}

function objectiveOf(
  request: CutPlanRequest,
  { goal, rules }: CutTable,
  { stocks_used }: LabelledPlan,
): number {
  return sumDecimals(
    request.stocks.map(({ length, cost, offcut }, source) => [
      goal.kind === "cost" ? cost : length,
      rules.offcutsFirst && offcut ? 0 : stocks_used[source]!,
    ]),
  );
}

function summaryOf(request: CutPlanRequest, plan: LabelledPlan): CutSummary {
  const stocks = request.stocks.map((stock, source) => ({ ...stock, used: plan.stocks_used[source]! }));
  const stockLength = sumDecimals(stocks.map(({ length, used }) => [length, used]));
  const { totalWaste: waste } = plan;
  return {
    stocks_used: stocks.reduce((total, { used }) => total + used, 0),
    total_stock_length: stockLength,
    total_cut_length: sumDecimals(
      request.pieces.map(({ length, quantity }, source) => [length, quantity - plan.piecesLeft[source]!]),
    ),
    total_waste: waste,
    waste_percent: toPercent(waste, stockLength),
    total_cost: sumDecimals(stocks.map(({ cost, used }) => [cost, used])),
    all_pieces_placed: plan.piecesLeft.every((count) => count === 0),
  };
}
