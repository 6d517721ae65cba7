/** The list of cuts for the saw agrees with the plan. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { panelCuts, panelLeaves } from "../../../../engine/plan/panel/sawing.ts";
import { anyPanelJob, panelsVerified } from "../../../helpers/panel/panel.ts";

describe("the cuts and leaves of any plan", () => {
  it("are as many and as long as it says, and cover the panel without overlap", async () => {
    await fc.assert(
      fc.asyncProperty(anyPanelJob, async (request) => {
        const plan = await panelsVerified(request, { workBudget: 5_000 });
        for (const pattern of plan.patterns) {
          const cuts = panelCuts(pattern, plan.kerf);
          expect(cuts).toHaveLength(pattern.cuts);
          expect(cuts.map(({ number }) => number)).toEqual(cuts.map((_, at) => at + 1));
          const length = cuts.reduce((sum, cut) => sum + cut.length, 0);
          expect(length).toBeCloseTo(pattern.cut_length, 6);
          const leaves = panelLeaves(pattern, plan.kerf);
          const used = leaves.reduce(
            (sum, leaf) => sum + (leaf.piece === undefined ? 0 : leaf.length * leaf.width),
            0,
          );
          expect(used).toBeCloseTo(pattern.used_area, 6);
          leaves.forEach((a, i) => {
            expect(a.x).toBeGreaterThanOrEqual(pattern.trim_left);
            expect(a.y).toBeGreaterThanOrEqual(pattern.trim_bottom);
            expect(a.x + a.length).toBeLessThanOrEqual(pattern.length - pattern.trim_right + 1e-9);
            expect(a.y + a.width).toBeLessThanOrEqual(pattern.width - pattern.trim_top + 1e-9);
            for (const b of leaves.slice(i + 1)) {
              const apart = Math.max(
                Math.max(a.x, b.x) - Math.min(a.x + a.length, b.x + b.length),
                Math.max(a.y, b.y) - Math.min(a.y + a.width, b.y + b.width),
              );
              expect(apart).toBeGreaterThanOrEqual(plan.kerf - 1e-9);
            }
          });
        }
      }),
      { numRuns: 150 },
    );
  });

  it("begin with trims whose kerf ends where the pieces begin", async () => {
    const options = { trim_left: 12, trim_right: 9, trim_bottom: 10, trim_top: 8 };
    const pieces = [{ id: "door", length: 700, width: 400 }];
    const plan = await panelsVerified({ stocks: [{ length: 1000, width: 600 }], pieces, kerf: 3, options });
    const trims = panelCuts(plan.patterns[0]!, 3).filter(({ falls }) => falls === "trim");
    expect(trims.map(({ direction, position }) => [direction, position])).toEqual([
      ["rip", 7],
      ["rip", 592],
      ["cross", 9],
      ["cross", 991],
    ]);
  });
});
