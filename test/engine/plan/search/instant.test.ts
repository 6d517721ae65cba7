/** Answers when there was no time for anything: complete, valid, and also on irregular sheets. */
import { describe, expect, it } from "vitest";
import { nestPlanRequestSchema } from "../../../../engine/base/contract/nest-plan.ts";
import { NestSolver, planNest } from "../../../../engine/plan/nest/nest-solver.ts";
import { SearchJob } from "../../../../engine/plan/search/job.ts";
import { verifyNest } from "../../../../engine/verify/nest/nest-judge.ts";
import { LIMIT_KINDS } from "../../../bench/limit-jobs.ts";
import { onCore } from "../../../helpers/nest/nest.ts";
import { classJob, partsOf } from "../../../helpers/nest/rectangles.ts";
import { Random } from "../../../helpers/random.ts";

const KINDS = ["few rectangles", "7 angles", "a strip", "several sheets, limited", "hides with defects"];

describe("a construction at once", () => {
  it.each(KINDS)("of %s is right, and holds what has an easy place", (kind) => {
    for (const seed of [1, 2, 3]) {
      const job = LIMIT_KINDS[kind]!(new Random(seed));
      if (job.method !== "planNest") throw new Error("not a nest");
      const request = nestPlanRequestSchema.parse(job.request);
      const solver = new NestSolver(request);
      const plan = solver.unpack(solver.construct());
      expect(verifyNest(request, plan, { complete: false }).violations, `seed ${seed}`).toEqual([]);
      const wanted = request.parts.reduce((sum, { quantity }) => sum + Number(quantity), 0);
      const least = { "several sheets, limited": 0.3, "hides with defects": 0.3 }[kind] ?? 0.95;
      expect(plan.placed_parts, `seed ${seed}`).toBeGreaterThan(least * wanted);
    }
  });

  it.each([false, true])(
    "of rectangles is nearly as good as the core's first layout, turning: %s",
    async (turns) => {
      let [constructed, packed] = [0, 0];
      for (let seed = 0; seed < 20; seed++) {
        const { sides, sheet } = classJob(new Random(seed), 1 + (seed % 10), 100);
        const request = nestPlanRequestSchema.parse({
          parts: partsOf(sides, turns),
          sheet: { width: sheet, height: sheet },
          config: { spacing: 0, edge_margin: 0 },
        });
        const solver = new NestSolver(request);
        const plan = solver.unpack(solver.construct());
        expect(verifyNest(request, plan).violations, `seed ${seed}`).toEqual([]);
        constructed += plan.sheets_used;
        packed += (await onCore((core) => planNest(core, request, new SearchJob({ workBudget: 1 }))))
          .sheets_used;
      }
      expect(constructed).toBeLessThan(1.08 * packed);
    },
  );
});
