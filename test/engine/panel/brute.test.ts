/** Plans of tiny jobs are as good as the best of all plans, and bounds are never above it. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type PanelPlanRequestInput, panelPlanRequestSchema } from "../../../engine/contract/panel-plan.ts";
import { bruteObjective } from "../../helpers/panel/brute.ts";
import { panelsVerified } from "../../helpers/panel/panel.ts";

const stock = fc.record({
  length: fc.integer({ min: 4, max: 10 }),
  width: fc.integer({ min: 3, max: 8 }),
  quantity: fc.constantFrom(1, 6, 6),
  cost: fc.integer({ min: 1, max: 9 }),
  grain: fc.constantFrom("length", "width", "none"),
});

const piece = fc.record({
  id: fc.constant("p"),
  length: fc.integer({ min: 1, max: 8 }),
  width: fc.integer({ min: 1, max: 6 }),
  quantity: fc.constantFrom(1, 1, 2, 4),
  grain: fc.constantFrom("any", "any", "length", "width"),
});

const job = fc.record({
  stocks: fc.array(stock, { minLength: 1, maxLength: 2 }),
  pieces: fc.array(piece, { minLength: 1, maxLength: 4 }),
  kerf: fc.constantFrom(0, 0, 1),
  optimize: fc.constantFrom("waste", "cost"),
  options: fc.record({
    stages: fc.constantFrom(2, 3),
    cut_type: fc.constantFrom("non_exact", "exact"),
    first_cut: fc.constantFrom("any", "rip", "cross"),
    trim_left: fc.constantFrom(0, 0, 1),
    trim_top: fc.constantFrom(0, 0, 1),
    max_first_cuts: fc.constantFrom(undefined, undefined, 1, 2),
    max_pieces: fc.constantFrom(undefined, undefined, 1, 2, 3),
  }),
}) as fc.Arbitrary<PanelPlanRequestInput>;

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
      fc.asyncProperty(job, async (input) => {
        const pieces = input.pieces.reduce((sum, { quantity = 1 }) => sum + Number(quantity), 0);
        fc.pre(pieces <= 5);
        const plan = await panelsVerified(input, { workBudget: 300_000 });
        const request = panelPlanRequestSchema.parse(input);
        const best = bruteObjective(request);
        const { all_pieces_placed, total_piece_area } = plan.summary;
        if (best < Infinity && !all_pieces_placed) expect(mayMissAPart(input)).toBe(true);
        if (!all_pieces_placed) {
          expect(plan.lower_bound).toBeLessThanOrEqual(bruteObjective(request, total_piece_area));
          return;
        }
        expect(plan.lower_bound).toBeLessThanOrEqual(best);
        if (!mayMissAPart(input)) expect(plan.objective).toBe(best);
      }),
      { numRuns: 300 },
    );
  });
});
