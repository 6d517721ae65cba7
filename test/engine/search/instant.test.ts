/** What there is to answer with when there was no time for anything: complete, valid, and also on irregular sheets. */
import { describe, expect, it } from "vitest";
import { nestPlanRequestSchema } from "../../../engine/contract/nest-plan.ts";
import { NestSolver } from "../../../engine/nest/solve.ts";
import { verifyNestPlan } from "../../../engine/verify/nest/plan.ts";
import { LIMIT_KINDS } from "../../bench/limit-jobs.ts";
import { Random } from "../../helpers/random.ts";

const KINDS = ["few rectangles", "7 angles", "a strip", "several sheets, limited", "hides with defects"];

describe("a construction at once", () => {
  it.each(KINDS)("of %s is right, and holds what has an easy place", (kind) => {
    for (const seed of [1, 2, 3]) {
      const job = LIMIT_KINDS[kind]!(new Random(seed));
      if (job.method !== "planNest") throw new Error("not a nest");
      const request = nestPlanRequestSchema.parse(job.request);
      const solver = new NestSolver(request);
      const plan = solver.unpack(solver.construct());
      expect(verifyNestPlan(request, plan, { complete: false }).violations, `seed ${seed}`).toEqual([]);
      const wanted = request.parts.reduce((sum, { quantity }) => sum + Number(quantity), 0);
      const least = { "several sheets, limited": 0.3, "hides with defects": 0.3 }[kind] ?? 0.95;
      expect(plan.placed_parts, `seed ${seed}`).toBeGreaterThan(least * wanted);
    }
  });
});
