/** Tiny jobs of panels that can be solved by trying everything, and plans of them beside the best of all. */
import * as fc from "fast-check";
import { expect } from "vitest";
import {
  type PanelPlan,
  type PanelPlanRequestInput,
  panelPlanRequestSchema,
} from "../../../engine/base/contract/panel-plan.ts";
import { bruteObjective } from "./brute.ts";
import { panelsVerified } from "./panel.ts";

const kind = {
  cost: fc.integer({ min: 1, max: 9 }),
  grain: fc.constantFrom("length", "width", "none"),
};

const stock = fc.record({
  length: fc.integer({ min: 4, max: 10 }),
  width: fc.integer({ min: 3, max: 8 }),
  quantity: fc.constantFrom(1, 6, 6),
  ...kind,
});

const defect = fc.record({
  x: fc.integer({ min: 0, max: 6 }),
  y: fc.integer({ min: 0, max: 4 }),
  length: fc.integer({ min: 1, max: 3 }),
  width: fc.integer({ min: 1, max: 3 }),
});

const damaged = fc.record({
  length: fc.integer({ min: 7, max: 10 }),
  width: fc.integer({ min: 5, max: 8 }),
  defects: fc.array(defect, { minLength: 1, maxLength: 2 }),
  ...kind,
});

const piece = fc.record({
  id: fc.constant("p"),
  length: fc.integer({ min: 1, max: 8 }),
  width: fc.integer({ min: 1, max: 6 }),
  quantity: fc.constantFrom(1, 1, 2, 4),
  grain: fc.constantFrom("any", "any", "length", "width"),
});

const options = {
  stages: fc.constantFrom(2, 3),
  cut_type: fc.constantFrom("non_exact", "exact"),
  first_cut: fc.constantFrom("any", "rip", "cross"),
  trim_left: fc.constantFrom(0, 0, 1),
  trim_top: fc.constantFrom(0, 0, 1),
};

const rest = {
  pieces: fc.array(piece, { minLength: 1, maxLength: 4 }),
  kerf: fc.constantFrom(0, 0, 1),
  optimize: fc.constantFrom("waste", "cost"),
};

/** Jobs of at most five pieces. */
export const soundJob = fc
  .record({
    stocks: fc.array(stock, { minLength: 1, maxLength: 2 }),
    ...rest,
    options: fc.record({
      ...options,
      max_first_cuts: fc.constantFrom(undefined, undefined, 1, 2),
      max_pieces: fc.constantFrom(undefined, undefined, 1, 2, 3),
    }),
  })
  .filter((job) => piecesOf(job) <= 5) as fc.Arbitrary<PanelPlanRequestInput>;

/** Jobs of at most four pieces, with a panel that has defects. */
export const damagedJob = fc
  .record({ stocks: fc.tuple(damaged, stock), ...rest, options: fc.record(options) })
  .filter((job) => piecesOf(job) <= 4) as fc.Arbitrary<PanelPlanRequestInput>;

function piecesOf({ pieces }: { pieces: { quantity: number }[] }): number {
  return pieces.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** A plan that the verifier passes and whose bound is no lie, with the least objective of all plans of everything. */
export async function besideBest(
  input: PanelPlanRequestInput,
  workBudget: number,
): Promise<{ plan: PanelPlan; best: number }> {
  const plan = await panelsVerified(input, { workBudget });
  const request = panelPlanRequestSchema.parse(input);
  const best = bruteObjective(request);
  const { all_pieces_placed, total_piece_area } = plan.summary;
  const least = all_pieces_placed ? best : bruteObjective(request, total_piece_area);
  expect(plan.lower_bound).toBeLessThanOrEqual(least);
  return { plan, best };
}
