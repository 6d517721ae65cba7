/** In debug builds, loops of bars' solver check what they keep up to date: it holds, and what spoils it is told. */
import { describe, expect, it } from "vitest";
import { type CutPlanRequest, cutPlanRequestSchema } from "../../../engine/base/contract/cut-plan.ts";
import { solveCut } from "../../../engine/plan/cut/cut-solver.ts";
import { SearchJob } from "../../../engine/plan/search/job.ts";
import { instantiateCore } from "../../../engine/plan/wasm/load.ts";
import { verifyCut } from "../../../engine/verify/cut/cut-judge.ts";
import { randomCutJob } from "../../helpers/cut/jobs.ts";
import { compileModule, type Fault } from "../../helpers/probe.ts";

const WORK = 2_000_000;

const JOBS: CutPlanRequest[] = [
  randomCutJob(3, "shop"),
  { ...randomCutJob(6, "shop"), options: { max_lengths: 2 } },
  randomCutJob(1, "many"),
  randomCutJob(2, "short"),
].map((request) => cutPlanRequestSchema.parse(request));

/** Solves all jobs with a debug build of the core, in which `faults` are made. */
async function solveAll(faults: Fault[]): Promise<void> {
  const module = await compileModule('export * from "./cut";\n', ["--target", "debug"], faults);
  for (const request of JOBS) {
    const plan = await solveCut(
      await instantiateCore(module),
      request,
      new SearchJob({ workBudget: WORK, seed: 1 }),
    );
    expect(verifyCut(request, plan).violations).toEqual([]);
  }
}

describe("the audit of a debug build", () => {
  it("finds nothing wrong", () => solveAll([]));

  it.each([
    ["pieces that are not taken off", "construct/fill-bar", "pieceLeft[i] -= count *", "pieceLeft[i] -="],
    ["a table that loses patterns", "lp/linear-program", "    table[place] = j + 1;\n", ""],
    ["a total that is not copied", "model/cut-plan", "  to.missing = from.missing;\n", ""],
    ["values that stay behind their bounds", "lp/simplex", "  solveColumn(byRow, basicValue);\n", ""],
  ])("is a trap for %s", async (_name, file, line, instead) => {
    const fault = { file: `assembly/cut/${file}.ts`, line, instead };
    await expect(solveAll([fault])).rejects.toThrow(/internal error/);
  });
});
