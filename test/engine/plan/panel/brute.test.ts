/** Plans of tiny jobs are as good as the best of all plans, and bounds are never above it. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PanelPlanRequestInput } from "../../../../engine/base/contract/panel-plan.ts";
import { panelsVerified } from "../../../helpers/panel/panel.ts";
import { besideBest, soundJob } from "../../../helpers/panel/tiny.ts";

/** The dearer panel alone holds everything; with the cheaper one first the rest has no room below its price. */
const alone = {
  stocks: [
    { length: 4, width: 3, quantity: 1, cost: 1, grain: "length" },
    { length: 8, width: 3, quantity: 1, cost: 4, grain: "width" },
  ],
  pieces: [{ id: "p", length: 3, width: 2, quantity: 3, grain: "length" }],
  kerf: 1,
  optimize: "cost",
  options: { stages: 2 },
} satisfies PanelPlanRequestInput;

/** Where parts need no cut behind the last one and are limited, plans count on that cut all the same. */
function mayMissAPart({ options }: PanelPlanRequestInput): boolean {
  return options?.max_first_cuts !== undefined && options.cut_type === "exact" && options.stages === 2;
}

describe("tiny jobs", () => {
  it("leave a rounding that cannot gain for the next", async () => {
    const plan = await panelsVerified(alone, { workBudget: 300_000 });
    expect([plan.objective, plan.status]).toEqual([4, "optimal"]);
  });

  it("are cut as well as can be, and no bound says more", async () => {
    await fc.assert(
      fc.asyncProperty(soundJob, async (input) => {
        const { plan, best } = await besideBest(input, 300_000);
        if (mayMissAPart(input)) return;
        if (plan.summary.all_pieces_placed) expect(plan.objective).toBe(best);
        else expect(best).toBe(Infinity);
      }),
      { numRuns: 300 },
    );
  });
});
