/**
 * Do proofs survive wrong arithmetic? The core is built with dual values that are off at random: it may find worse plans
 * and weaker bounds, but no bound may pass the optimum and nothing may be called optimal that is not.
 */
import { describe, expect, it } from "vitest";
import { type CutRequestInput, cutRequestSchema } from "../../../engine/base/contract/v1/cut.ts";
import { cutDataFromPlan } from "../../../engine/plan/cut/cut-answer.ts";
import { solveCut } from "../../../engine/plan/cut/cut-solver.ts";
import { SearchJob } from "../../../engine/plan/search/job.ts";
import { type CoreExports, instantiateCore } from "../../../engine/plan/wasm/load.ts";
import { verifyCutAnswer } from "../../../engine/verify/v1/v1-cut.ts";
import { cutVerified } from "../../helpers/cut/cut.ts";
import { compileModule } from "../../helpers/probe.ts";
import { Random } from "../../helpers/random.ts";

/** A core in which every dual value is off by up to this part of itself. */
async function spoiltCore(noise: number): Promise<CoreExports> {
  const module = await compileModule(
    'export * from "./cut";\n',
    ["--noAssert"],
    [
      {
        file: "assembly/cut/lp/simplex.ts",
        line: "  solveRow(byPosition, dual);\n",
        instead: `  solveRow(byPosition, dual);
  for (let r = 0; r < rows; r++) dual[r] *= 1 + ${noise} * (2 * randomUnit() - 1);
`,
      },
      {
        file: "assembly/cut/lp/simplex.ts",
        line: "/** One exchange towards the optimum. */\n",
        instead: 'import { randomUnit } from "../../random";\n',
      },
    ],
  );
  return instantiateCore(module);
}

/** Jobs whose bounds take linear programming: several stocks, one of them scarce, and pieces of which few go into a bar. */
function job(seed: number): CutRequestInput {
  const random = new Random(seed);
  return {
    stocks: [
      { id: "long", length: 1200, quantity: 500, cost: 130 },
      { id: "rest", length: 905, quantity: random.int(1, 5), cost: 20 },
      { id: "short", length: 1000, quantity: 500, cost: random.int(90, 130) },
    ],
    pieces: Array.from({ length: random.int(4, 8) }, () => ({
      id: "p",
      length: random.int(190, 880),
      quantity: random.int(1, 14),
    })),
    kerf: random.pick([0, 3]),
    optimize: random.pick(["waste", "cost"]),
  };
}

describe("a core with wrong dual values", () => {
  it.each([0.05, 0.9])("claims nothing that is not so (%d off)", async (noise) => {
    const core = await spoiltCore(noise);
    let weaker = 0;
    for (let seed = 1; seed <= 20; seed++) {
      const input = job(seed);
      const request = cutRequestSchema.parse(input);
      const best = await cutVerified(input, { workBudget: 100_000_000 });
      expect(best.status, `seed ${seed}`).toBe("optimal");
      const plan = await solveCut(core, request, new SearchJob({ workBudget: 3_000_000 }));
      expect(verifyCutAnswer(request, cutDataFromPlan(plan)).violations, `seed ${seed}`).toEqual([]);
      expect(plan.lower_bound, `seed ${seed}`).toBeLessThanOrEqual(best.objective);
      expect(plan.objective, `seed ${seed}`).toBeGreaterThanOrEqual(best.objective);
      if (plan.status === "optimal") expect(plan.objective, `seed ${seed}`).toBe(best.objective);
      else weaker++;
    }
    // Else the fault would not have been felt.
    if (noise > 0.5) expect(weaker).toBeGreaterThan(0);
  });
});
