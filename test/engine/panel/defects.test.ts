/** Panels with defects: no piece and no offcut lies on one, and tiny plans are as good as the best of all. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type PanelPlanRequestInput, panelPlanRequestSchema } from "../../../engine/contract/panel-plan.ts";
import { bruteObjective } from "../../helpers/panel/brute.ts";
import { anyPanelJob, panelsVerified } from "../../helpers/panel/panel.ts";

const defect = fc.record({
  x: fc.integer({ min: 0, max: 6 }),
  y: fc.integer({ min: 0, max: 4 }),
  length: fc.integer({ min: 1, max: 3 }),
  width: fc.integer({ min: 1, max: 3 }),
});

const damaged = fc.record({
  length: fc.integer({ min: 7, max: 10 }),
  width: fc.integer({ min: 5, max: 8 }),
  cost: fc.integer({ min: 1, max: 9 }),
  grain: fc.constantFrom("length", "width", "none"),
  defects: fc.array(defect, { minLength: 1, maxLength: 2 }),
});

const sound = fc.record({
  length: fc.integer({ min: 4, max: 9 }),
  width: fc.integer({ min: 3, max: 7 }),
  quantity: fc.constantFrom(1, 6),
  cost: fc.integer({ min: 1, max: 9 }),
  grain: fc.constantFrom("length", "width", "none"),
});

const piece = fc.record({
  id: fc.constant("p"),
  length: fc.integer({ min: 1, max: 7 }),
  width: fc.integer({ min: 1, max: 5 }),
  quantity: fc.constantFrom(1, 1, 2),
  grain: fc.constantFrom("any", "any", "length", "width"),
});

const job = fc.record({
  stocks: fc.tuple(damaged, sound),
  pieces: fc.array(piece, { minLength: 1, maxLength: 3 }),
  kerf: fc.constantFrom(0, 0, 1),
  optimize: fc.constantFrom("waste", "cost"),
  options: fc.record({
    stages: fc.constantFrom(2, 3),
    cut_type: fc.constantFrom("non_exact", "exact"),
    first_cut: fc.constantFrom("any", "rip", "cross"),
    trim_left: fc.constantFrom(0, 0, 1),
    trim_top: fc.constantFrom(0, 0, 1),
  }),
}) as fc.Arbitrary<PanelPlanRequestInput>;

describe("panels with defects", () => {
  it("are cut as well as can be, and no bound says more", async () => {
    await fc.assert(
      fc.asyncProperty(job, async (input) => {
        const pieces = input.pieces.reduce((sum, { quantity = 1 }) => sum + Number(quantity), 0);
        fc.pre(pieces <= 4);
        const plan = await panelsVerified(input, { workBudget: 300_000 });
        const request = panelPlanRequestSchema.parse(input);
        const best = bruteObjective(request);
        const { all_pieces_placed, total_piece_area } = plan.summary;
        if (!all_pieces_placed) {
          expect(best).toBe(Infinity);
          expect(plan.lower_bound).toBeLessThanOrEqual(bruteObjective(request, total_piece_area));
          return;
        }
        expect(plan.lower_bound).toBeLessThanOrEqual(best);
        expect(plan.objective).toBe(best);
      }),
      { numRuns: Number(process.env.RUNS ?? 60) },
    );
  });
});
