/**
 * An abort, and the limit, at many moments of a search: how much is done after it? Time is what the core is asked to do,
 * counted by a clock of the test, so that no machine is too slow for it.
 */
import { readFileSync } from "node:fs";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { cutPlanRequestSchema } from "../../../../engine/base/contract/cut-plan.ts";
import { nestPlanRequestSchema } from "../../../../engine/base/contract/nest-plan.ts";
import { CutSolver } from "../../../../engine/plan/cut/cut-solver.ts";
import { NestSolver } from "../../../../engine/plan/nest/nest-solver.ts";
import type { PlanMaker } from "../../../../engine/plan/search/incumbent.ts";
import { SearchJob } from "../../../../engine/plan/search/job.ts";
import { type CoreExports, instantiateCore } from "../../../../engine/plan/wasm/load.ts";
import { verifyCut } from "../../../../engine/verify/cut/cut-judge.ts";
import { verifyNest } from "../../../../engine/verify/nest/nest-judge.ts";
import { LIMIT_KINDS } from "../../../bench/limit-jobs.ts";
import { Random } from "../../../helpers/random.ts";

/** Units of work that take a millisecond, and what one step of the opening takes, and a look at the clock. */
const WORK_A_MS = 1000;
const OPENING_MS = 1;
const LOOK_MS = 0.3;
const HEARD_WITHIN_MS = 50;

const compiled = (name: string) =>
  WebAssembly.compile(readFileSync(new URL(`../../../../dist/${name}.simd.wasm`, import.meta.url)));
let modules: Record<"nest" | "cut", WebAssembly.Module>;
beforeAll(async () => {
  modules = { nest: await compiled("nest"), cut: await compiled("cut") };
});
afterEach(() => vi.restoreAllMocks());

/** A core that takes the test's time, and tells when the moment has come. */
function timed(core: CoreExports, pass: (ms: number) => void): CoreExports {
  const step = <Result>(work: number, run: (work: number) => Result): Result => {
    pass(Math.max(work, 1) / WORK_A_MS);
    return run(work);
  };
  return {
    ...core,
    nestOpenStep: () => step(OPENING_MS * WORK_A_MS, core.nestOpenStep),
    nestStep: (work) => step(work, core.nestStep),
    nestCompact: (work) => step(Math.min(work, 2e6), core.nestCompact),
    cutOpen: (at) => step(5 * WORK_A_MS, () => core.cutOpen(at)),
    cutStep: (work) => step(work, core.cutStep),
  };
}

interface Searching<Plan> extends PlanMaker<Plan> {
  search(core: CoreExports, job: SearchJob<never>, ...rest: unknown[]): ReturnType<NestSolver["search"]>;
}

/** Milliseconds between the moment and the answer, and what that is. */
async function answerAfter<Plan>(solver: Searching<Plan>, moment: number, limit: number) {
  let now = 0;
  const controller = new AbortController();
  const pass = (ms: number) => {
    now += ms;
    if (now >= moment) controller.abort();
  };
  vi.spyOn(performance, "now").mockImplementation(() => {
    pass(LOOK_MS);
    return now;
  });
  const job = new SearchJob<never>({ signal: controller.signal, timeLimitMs: limit });
  const core = timed(await instantiateCore(solver instanceof NestSolver ? modules.nest : modules.cut), pass);
  const found = await solver.search(core, job, (plan: unknown) => plan);
  return { late: now - Math.min(moment, limit), plan: solver.unpack(found) };
}

const MOMENTS = Array.from({ length: 13 }, (_, i) => (i < 6 ? 1 + 3 * i : 20 + 19 * (i - 6)));

describe.each(["rings", "parts that fit holes", "hides with defects", "shared edges"])(
  "a nest of %s",
  (kind) => {
    it("hears an abort at any moment, and its limit", async () => {
      const job = LIMIT_KINDS[kind]!(new Random(1));
      if (job.method !== "planNest") throw new Error("not a nest");
      const request = nestPlanRequestSchema.parse(job.request);
      for (const moment of MOMENTS) {
        for (const [abort, limit] of [
          [moment, Infinity],
          [Infinity, moment],
        ] as const) {
          const solver = new NestSolver(request) as unknown as Searching<ReturnType<NestSolver["unpack"]>>;
          const { late, plan } = await answerAfter(solver, abort, limit);
          expect(late, `${moment}`).toBeLessThan(HEARD_WITHIN_MS);
          expect(verifyNest(request, plan, { complete: false }).violations, `${moment}`).toEqual([]);
          expect(plan.placed_parts, `${moment}`).toBeGreaterThan(0);
        }
      }
    });
  },
);

describe("a plan of bars with offcuts worth keeping", () => {
  it("hears an abort at any moment, and its limit", async () => {
    const job = LIMIT_KINDS["trims and offcuts worth keeping"]!(new Random(1));
    if (job.method !== "planCut") throw new Error("no bars");
    const request = cutPlanRequestSchema.parse(job.request);
    for (const moment of MOMENTS) {
      for (const [abort, limit] of [
        [moment, 150],
        [Infinity, moment],
      ] as const) {
        const solver = new CutSolver(request) as unknown as Searching<ReturnType<CutSolver["unpack"]>>;
        const { late, plan } = await answerAfter(solver, abort, limit);
        expect(late, `${moment}`).toBeLessThan(HEARD_WITHIN_MS);
        expect(verifyCut(request, plan).violations, `${moment}`).toEqual([]);
      }
    }
  });
});
