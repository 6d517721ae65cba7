/**
 * One request for panels from end to end: onto whole numbers, through the core in slices, and back to ids and
 * millimetres. No threads here; the worker and the caller's thread run it alike.
 */
import type { PanelPlan, PanelPlanRequest } from "../../base/contract/panel-plan.ts";
import type { PanelProgress } from "../../base/contract/search-options.ts";
import type { Incumbent, PlanMaker } from "../search/incumbent.ts";
import type { SearchJob } from "../search/job.ts";
import { guarded, readBlock, writeBlock } from "../wasm/heap.ts";
import type { CoreExports } from "../wasm/load.ts";
import { revisionAt } from "../wasm/plan-block.ts";
import { panelPlanFrom } from "./panel-answer.ts";
import { type CorePanelPlan, decodePanels, encodePanelPlan, encodePanels } from "./panel-blocks.ts";
import { constructPatterns } from "./plain-panels.ts";
import { type PanelTable, tabulatePanels } from "./size-table.ts";

const NOTHING: CorePanelPlan = {
  revision: 0,
  phase: "construct",
  optimal: false,
  lowerBound: 0,
  patterns: [],
};

export class PanelSolver implements PlanMaker<PanelPlan> {
  private readonly table: PanelTable;

  constructor(private readonly request: PanelPlanRequest) {
    this.table = tabulatePanels(request);
  }

  unpack({ block }: Incumbent): PanelPlan {
    return panelPlanFrom(this.request, this.table, decodePanels(block));
  }

  construct(): Incumbent {
    return incumbentFrom(encodePanelPlan({ ...NOTHING, patterns: constructPatterns(this.table) }));
  }

  nothing(): Incumbent {
    return incumbentFrom(encodePanelPlan(NOTHING));
  }

  /** The best plan that can be found within the job's limits. */
  async search(core: CoreExports, job: SearchJob<PanelProgress>): Promise<Incumbent> {
    const { table } = this;
    if (table.types.length === 0) return incumbentFrom(encodePanelPlan({ ...NOTHING, optimal: true }));
    const best = () => incumbentFrom(guarded(core, () => readBlock(core, core.panelBest())));
    const revision = () => guarded(core, () => revisionAt(core, core.panelBest()));
    // Opening already makes a first plan, so that there is one however little time the job has.
    guarded(core, () => core.panelOpen(writeBlock(core, encodePanels(table, job.seed))));
    job.keep(revision(), best);
    let reported = 0;
    await job.run(
      (work) => guarded(core, () => core.panelStep(work)),
      () => {
        if (!job.keep(revision(), best)) return;
        const current = decodePanels(best().block);
        const plan = panelPlanFrom(this.request, table, current);
        const news = current.revision > reported;
        reported = current.revision;
        job.report({ ...panelEvent(plan, current.phase), ...(news ? { best: plan } : {}) });
      },
    );
    const found = best();
    core.panelClose();
    return found;
  }
}

/** Fields of a progress event for a plan. */
export function panelEvent(
  plan: PanelPlan,
  phase: string,
): Omit<PanelProgress, "seq" | "elapsed_ms" | "best"> {
  return {
    phase,
    stocks_used: plan.summary.stocks_used,
    total_stock_area: plan.summary.total_stock_area,
    lower_bound: plan.lower_bound,
    gap_percent: plan.gap_percent,
  };
}

/** Plans come one better than the other: their age is their score. */
function incumbentFrom(block: Float64Array): Incumbent {
  return { block, score: [], lowerBound: null };
}
