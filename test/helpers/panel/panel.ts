/** Runs of the panel solver whose answers the verifier has passed, and random requests to run it on. */
import * as fc from "fast-check";
import { expect } from "vitest";
import {
  type PanelPlan,
  type PanelPlanRequestInput,
  panelPlanRequestSchema,
  panelPlanSchema,
} from "../../../engine/base/contract/panel-plan.ts";
import type { PanelCallOptions, PanelProgress } from "../../../engine/base/contract/search-options.ts";
import { PanelSolver } from "../../../engine/plan/panel/panel-solver.ts";
import { SearchJob } from "../../../engine/plan/search/job.ts";
import { withCore } from "../../../engine/plan/wasm/load.ts";
import { verifyPanels } from "../../../engine/verify/panel/panel-judge.ts";
import { coreOf } from "../core.ts";

/** Solves and checks: the plan can be sawn and adds up, or the test fails with what is wrong. */
export async function panelsVerified(
  input: PanelPlanRequestInput,
  options: PanelCallOptions & { build?: "panels.simd.wasm" | "panels.wasm" } = {},
): Promise<PanelPlan> {
  const { build = "panels.simd.wasm", ...rest } = options;
  const request = panelPlanRequestSchema.parse(input);
  const job = new SearchJob<PanelProgress>({ workBudget: 200_000, ...rest });
  const solver = new PanelSolver(request);
  const plan = solver.unpack(await withCore(coreOf(build), (core) => solver.search(core, job)));
  expect(verifyPanels(request, plan).violations).toEqual([]);
  expect(panelPlanSchema.parse(plan)).toEqual(plan);
  return plan;
}

const side = (most: number) => fc.integer({ min: 1, max: most });
const trim = fc.constantFrom(0, 0, 1, 2, 0.5);
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 });

const stock = fc.record({
  id: fc.constantFrom("A", "B"),
  length: fc.integer({ min: 5, max: 30 }),
  width: fc.integer({ min: 5, max: 20 }),
  quantity: fc.integer({ min: 1, max: 6 }),
  cost: fc.integer({ min: 0, max: 9 }),
  grain: fc.constantFrom("length", "width", "none"),
  offcut: fc.boolean(),
  trim_left: optional(trim),
  trim_top: optional(trim),
});

const defect = fc.record({
  x: fc.integer({ min: 0, max: 4 }),
  y: fc.constantFrom(0, 1, 2.5, 4),
  length: side(8),
  width: side(8),
});

/** One of a kind. */
const damaged = fc.tuple(stock, fc.array(defect, { minLength: 1, maxLength: 3 })).map(([plain, defects]) => {
  return { ...plain, quantity: 1, defects };
});

const piece = fc.record({
  id: fc.constantFrom("p", "q", "r", "s"),
  length: side(20),
  width: side(14),
  quantity: side(5),
  grain: fc.constantFrom("any", "any", "length", "width", "alike"),
});

const options = fc.record({
  trim_left: trim,
  trim_right: trim,
  trim_bottom: trim,
  stages: fc.constantFrom(2, 3, 3, 4, null),
  cut_type: fc.constantFrom("non_exact", "exact"),
  first_cut: fc.constantFrom("any", "rip", "cross"),
  min_cut_distance: fc.constantFrom(0, 0, 1, 2, 3),
  max_first_cuts: optional(fc.integer({ min: 1, max: 4 })),
  max_pieces: optional(fc.integer({ min: 1, max: 6 })),
  min_offcut_length: optional(side(10)),
  min_offcut_width: optional(side(6)),
  offcuts_first: fc.boolean(),
  fewest_patterns: fc.boolean(),
});

/** Requests with everything that a request can say, small enough to be solved in a moment. */
export const anyPanelJob = fc.record({
  stocks: fc.array(fc.oneof({ weight: 3, arbitrary: stock }, { weight: 1, arbitrary: damaged }), {
    minLength: 1,
    maxLength: 3,
  }),
  pieces: fc.array(piece, { minLength: 1, maxLength: 6 }),
  kerf: fc.constantFrom(0, 0, 1, 0.5, 2),
  optimize: fc.constantFrom("waste", "cost"),
  options: optional(options),
}) as fc.Arbitrary<PanelPlanRequestInput>;
