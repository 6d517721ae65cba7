/** Runs of the cutting solver whose answers the verifier has passed, and random requests to run it on. */
import * as fc from "fast-check";
import { expect } from "vitest";
import { type CutPlan, cutPlanSchema } from "../../../engine/base/contract/cut-plan.ts";
import type { CutCallOptions, CutProgress } from "../../../engine/base/contract/search-options.ts";
import { type CutRequestInput, cutRequestSchema } from "../../../engine/base/contract/v1/cut.ts";
import { cutDataFromPlan } from "../../../engine/plan/cut/cut-answer.ts";
import { solveCut } from "../../../engine/plan/cut/cut-solver.ts";
import { SearchJob } from "../../../engine/plan/search/job.ts";
import { type CoreExports, instantiateCore, withCore } from "../../../engine/plan/wasm/load.ts";
import { verifyCutAnswer } from "../../../engine/verify/v1/v1-cut.ts";
import { coreOf } from "../core.ts";

export const CUT_BUILDS = ["cut.simd.wasm", "cut.wasm", "core.debug.wasm"] as const;
export type CutBuild = (typeof CUT_BUILDS)[number];

/** A fresh instance with a memory of its own. */
export function openCutCore(build: CutBuild = "cut.simd.wasm"): Promise<CoreExports> {
  return instantiateCore(coreOf(build));
}

/** Runs a job as a worker does, in the memory of the job before. */
export function onCutCore<Result>(
  run: (core: CoreExports) => Promise<Result>,
  build: CutBuild = "cut.simd.wasm",
): Promise<Result> {
  return withCore(coreOf(build), run);
}

/** Solves and checks: the plan is complete, counted, in place and summed, or the test fails with what is wrong. */
export async function cutVerified(
  input: CutRequestInput,
  options: CutCallOptions & { build?: CutBuild } = {},
): Promise<CutPlan> {
  const { build, ...rest } = options;
  const request = cutRequestSchema.parse(input);
  const job = new SearchJob<CutProgress>({ workBudget: 20_000_000, ...rest });
  const plan = await onCutCore((core) => solveCut(core, request, job), build);
  expect(verifyCutAnswer(request, cutDataFromPlan(plan)).violations).toEqual([]);
  expect(cutPlanSchema.parse(plan)).toEqual(plan);
  expect(plan.lower_bound).toBeLessThanOrEqual(objectiveOf(request, plan));
  return plan;
}

/** The plan's value in what the request minimises. */
export function objectiveOf(request: CutRequestInput, { summary }: CutPlan): number {
  const byCost = request.optimize === "cost" && request.stocks.some((stock) => (stock.cost ?? 0) > 0);
  return byCost ? summary.total_cost : summary.total_stock_length;
}

/** Everything but the stocks of a request that is small enough to try every plan. */
export const smallJob = {
  pieces: fc.array(
    fc.record({
      id: fc.constantFrom("p", "q", "r", "s"),
      length: fc.integer({ min: 1, max: 14 }),
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  kerf: fc.constantFrom(0, 0, 1, 2),
  optimize: fc.constantFrom("waste" as const, "cost" as const),
};

export const smallStock = {
  id: fc.constantFrom("a", "b", "c"),
  length: fc.integer({ min: 5, max: 24 }),
  quantity: fc.integer({ min: 1, max: 3 }),
  cost: fc.integer({ min: 0, max: 5 }),
};

/** Requests small enough to try every plan. */
export function smallRequests(): fc.Arbitrary<CutRequestInput> {
  return fc.record({
    stocks: fc.array(fc.record(smallStock), { minLength: 1, maxLength: 3 }),
    ...smallJob,
  });
}
