/** Offcut as an engine of the corpus: solves a job and writes its plan as an answer. */
import type { CutPlan } from "../../../engine/base/contract/cut-plan.ts";
import type { NestPlan } from "../../../engine/base/contract/nest-plan.ts";
import type { PanelNode, PanelPlan } from "../../../engine/base/contract/panel-plan.ts";
import type {
  CutProgress,
  NestProgress,
  PanelProgress,
} from "../../../engine/base/contract/search-options.ts";
import type { Engine } from "../../../engine/index.node.ts";
import type {
  Answer,
  BarAnswer,
  BarJob,
  CorpusJob,
  NestAnswer,
  NestJob,
  PanelAnswer,
  PanelJob,
  Run,
} from "./format.ts";

export interface Limits {
  /** Processor time, in seconds. */
  seconds: number;
  seed: number;
  /** Work of the core; unlimited when absent. */
  work?: number;
  /** Called for each better answer, with its value and the processor time so far. */
  onBetter?: (value: number, seconds: number) => void;
}

export interface Solved {
  /** Absent where the engine found no whole answer. */
  answer?: Answer | undefined;
  /** Processor time of all threads of the process. */
  seconds: number;
  /** Bound that the engine proves, in the job's measure. */
  bound?: number | undefined;
}

/** By the clock, for one job: for a machine so busy that the processor time is never used up, or an engine that hangs. */
export const PATIENCE_MS = 600_000;
/** Milliseconds between two looks at the processor time. */
const LOOK = 5;

/** Ends at the limit of processor time, or by the clock. `engine` has no workers, so that this process does all the work. */
export async function solveWithOffcut(engine: Engine, job: CorpusJob, limits: Limits): Promise<Solved> {
  const stop = new AbortController();
  const before = process.cpuUsage();
  const spent = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
  const watch = setInterval(() => {
    if (spent() >= limits.seconds) stop.abort();
  }, LOOK);
  const options = {
    seed: limits.seed,
    timeLimitMs: PATIENCE_MS,
    signal: stop.signal,
    ...(limits.work && { workBudget: limits.work }),
    onProgress: (event: NestProgress | CutProgress | PanelProgress) => {
      if (event.best) limits.onBetter?.(valueIn(job, event), spent());
    },
  };
  try {
    switch (job.kind) {
      case "bars":
      case "mitres": {
        const plan = await engine.cut(job.request, options);
        return { ...wholeOf(plan, barAnswer(job, plan)), seconds: spent(), bound: boundOf(job, plan) };
      }
      case "panels": {
        const plan = await engine.panels(job.request, options);
        return { ...wholeOf(plan, panelAnswer(plan)), seconds: spent(), bound: boundOf(job, plan) };
      }
      default: {
        const plan = await engine.nest(job.request, options);
        return { ...wholeOf(plan, nestAnswer(job, plan)), seconds: spent(), bound: plan.lower_bound };
      }
    }
  } finally {
    clearInterval(watch);
  }
}

/** The value of the best answer so far; Infinity where it is not whole. */
function valueIn(job: CorpusJob, { best, ...event }: NestProgress | CutProgress | PanelProgress): number {
  if (best === undefined || best.unplaced.length > 0) return Infinity;
  if ("sheets_used" in event) {
    const { sheets, cost = 0 } = best as NestPlan;
    return job.measure === "cost" ? cost : job.measure === "count" ? event.sheets_used : sheets[0]!.width;
  }
  const { summary } = best as CutPlan | PanelPlan;
  if (job.measure === "cost") return summary.total_cost;
  if (job.measure === "count") return summary.stocks_used;
  return "total_stock_area" in summary ? summary.total_stock_area : summary.total_stock_length;
}

function wholeOf({ unplaced }: { unplaced: unknown[] }, answer: Answer): { answer?: Answer } {
  return unplaced.length === 0 ? { answer } : {};
}

/** Plans state their bound in length or area where they minimise material. */
function boundOf({ measure, request }: BarJob | PanelJob, { lower_bound }: CutPlan | PanelPlan): number {
  if (measure !== "count") return lower_bound;
  const { length, width = 1 }: { length: number; width?: number } = request.stocks[0]!;
  return Math.ceil(lower_bound / (length * width) - 1e-9);
}

/** Millionths of a millimetre, which is finer than the judges' tolerance. */
function rounded(value: number): number {
  return Number(value.toFixed(6));
}

function nestAnswer({ request }: NestJob, { sheets }: NestPlan): NestAnswer {
  const types = (request.sheets ?? []).map(({ id }) => id);
  return {
    sheets: sheets.map(({ sheet_id, count, placements }) => ({
      ...(sheet_id === undefined ? {} : { type: types.indexOf(sheet_id) }),
      ...(count === 1 ? {} : { count }),
      placements: placements.map(({ part, x, y, rotation, mirrored }) => {
        const place = [part, rounded(x), rounded(y), rotation] as const;
        return mirrored ? [...place, 1] : [...place];
      }),
    })),
  };
}

function barAnswer({ request: { stocks, pieces } }: BarJob, { patterns }: CutPlan): BarAnswer {
  return {
    patterns: patterns.map(({ stock_id, count, cuts }) => ({
      stock: stocks.findIndex(({ id }) => id === stock_id),
      count,
      cuts: cuts.map((cut): Run => {
        const piece = pieces.findIndex(({ id }) => id === cut.piece_id);
        const { count, position, angle_start, angle_end } = cut;
        return angle_start === undefined || angle_end === undefined
          ? [piece, count, position]
          : [piece, count, position, angle_start, angle_end];
      }),
    })),
  };
}

function panelAnswer({ patterns }: PanelPlan): PanelAnswer {
  return { patterns: patterns.map(({ stock, count, tree }) => ({ stock, count, tree: bare(tree) })) };
}

/** A node without what follows from the others. */
function bare({ x: _x, y: _y, piece_id: _id, parts, ...node }: PanelNode): PanelNode {
  return { ...node, ...(parts && { parts: parts.map(bare) }) };
}
