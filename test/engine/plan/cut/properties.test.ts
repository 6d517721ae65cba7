/** Thousands of cutting jobs: every plan is right, and none is better or, where proven, worse than trying everything. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CutPlan } from "../../../../engine/base/contract/cut-plan.ts";
import {
  type CutRequest,
  type CutRequestInput,
  cutRequestSchema,
} from "../../../../engine/base/contract/v1/cut.ts";
import { cutDataFromPlan } from "../../../../engine/plan/cut/cut-answer.ts";
import { solveCut } from "../../../../engine/plan/cut/cut-solver.ts";
import { SearchJob } from "../../../../engine/plan/search/job.ts";
import { verifyCutAnswer } from "../../../../engine/verify/v1/v1-cut.ts";
import { bestCutValue, type CutValue, compareValues, cutValue } from "../../../helpers/cut/brute.ts";
import { onCutCore } from "../../../helpers/cut/cut.ts";
import { CUT_KINDS, cutJobs, randomCutJob } from "../../../helpers/cut/jobs.ts";

async function solve(
  input: CutRequestInput,
  workBudget = 100_000,
): Promise<{ request: CutRequest; plan: CutPlan; faults: string[] }> {
  const request = cutRequestSchema.parse(input);
  const plan = await onCutCore((core) => solveCut(core, request, new SearchJob({ workBudget })));
  const { violations } = verifyCutAnswer(request, cutDataFromPlan(plan));
  return { request, plan, faults: violations.map(({ code, message }) => `${code}: ${message}`) };
}

function valueOfPlan({ stocks, optimize }: CutRequest, { summary, patterns }: CutPlan): CutValue {
  const pieces = patterns.reduce(
    (sum, { count, cuts }) => sum + count * cuts.reduce((total, cut) => total + cut.count, 0),
    0,
  );
  const sums = {
    placed: summary.total_cut_length,
    length: summary.total_stock_length,
    stocks: summary.stocks_used,
    cost: summary.total_cost,
    pieces,
  };
  return cutValue(
    optimize,
    sums,
    stocks.some(({ cost }) => cost > 0),
  );
}

describe("every plan is right", () => {
  it.each(CUT_KINDS)("for 150 seeded jobs of the kind %s", async (kind) => {
    for (let seed = 0; seed < 150; seed++) {
      const { faults, plan } = await solve(randomCutJob(seed, kind));
      expect(faults, `seed ${seed}`).toEqual([]);
      expect(plan.gap_percent, `seed ${seed}`).toBeGreaterThanOrEqual(0);
    }
  });

  it("for random jobs that shrink to the simplest failure", async () => {
    await fc.assert(
      fc.asyncProperty(cutJobs, async (job) => {
        expect((await solve(job)).faults).toEqual([]);
      }),
      { numRuns: 500, seed: 50 },
    );
  });
});

describe("the work budget", () => {
  it("may end a run anywhere: the plan is right, and its bytes are decided", async () => {
    for (const kind of CUT_KINDS) {
      for (let seed = 0; seed < 15; seed++) {
        for (const budget of [0, 1, 50, 2000]) {
          const first = await solve(randomCutJob(seed, kind), budget);
          const second = await solve(randomCutJob(seed, kind), budget);
          expect(first.faults, `${kind} ${seed}, budget ${budget}`).toEqual([]);
          expect(JSON.stringify(second.plan)).toBe(JSON.stringify(first.plan));
        }
      }
    }
  });
});

describe("no plan is better or worse than what trying everything finds", () => {
  it.each(Array.from({ length: 8 }, (_, block) => block))("on 250 tiny jobs, block %i", async (block) => {
    for (let seed = 1000 + 250 * block; seed < 1000 + 250 * (block + 1); seed++) {
      const { request, plan, faults } = await solve(randomCutJob(seed, "tiny"));
      const optimum = bestCutValue(request);
      expect(faults, `seed ${seed}`).toEqual([]);
      expect(compareValues(valueOfPlan(request, plan), optimum), `seed ${seed}`).toBe(0);
      expect(plan.lower_bound, `seed ${seed}: lower bound`).toBeLessThanOrEqual(optimum[1]! + 1e-9);
    }
  });
});

describe("what a job means does not depend on how it is written", () => {
  it("so bounds and values agree across order, splitting and scale", async () => {
    for (let seed = 5000; seed < 5150; seed++) {
      const input = { ...randomCutJob(seed, "tiny"), optimize: "waste" as const };
      const first = await solve(input);
      for (const [what, other, factor] of variants(input)) {
        const second = await solve(other);
        const [a, b] = [first.plan.summary, second.plan.summary];
        const name = `seed ${seed} ${what}`;
        expect(second.faults, name).toEqual([]);
        expect(b.total_cut_length / factor, name).toBeCloseTo(a.total_cut_length, 9);
        expect(second.plan.lower_bound / factor, name).toBeLessThanOrEqual(a.total_stock_length + 1e-9);
        expect(first.plan.lower_bound, name).toBeLessThanOrEqual(b.total_stock_length / factor + 1e-9);
      }
    }
  });

  it("so more stock never places less", async () => {
    for (let seed = 6000; seed < 6200; seed++) {
      const input = randomCutJob(seed, "tiny");
      const more = {
        ...input,
        stocks: input.stocks.map((s) => ({ ...s, quantity: (s.quantity ?? 999) + 1 })),
      };
      const [less, richer] = [await solve(input), await solve(more)];
      const placed = less.plan.summary.total_cut_length;
      expect(richer.plan.summary.total_cut_length, `seed ${seed}`).toBeGreaterThanOrEqual(placed);
    }
  });
});

/** The same job in other words; all its lengths are `factor` times as long. */
function variants(input: CutRequestInput): [what: string, job: CutRequestInput, factor: number][] {
  const split = input.pieces.flatMap((piece) =>
    Array.from({ length: piece.quantity ?? 1 }, () => ({ ...piece, quantity: 1 })),
  );
  const scaled = (factor: number): CutRequestInput => ({
    ...input,
    kerf: Number(((input.kerf ?? 0) * factor).toPrecision(12)),
    stocks: input.stocks.map((stock) => ({
      ...stock,
      length: Number((stock.length * factor).toPrecision(12)),
    })),
    pieces: input.pieces.map((piece) => ({
      ...piece,
      length: Number((piece.length * factor).toPrecision(12)),
    })),
  });
  return [
    ["reversed", { ...input, pieces: [...input.pieces].reverse(), stocks: [...input.stocks].reverse() }, 1],
    ["split", { ...input, pieces: split }, 1],
    ["scaled up", scaled(50), 50],
    ["scaled down", scaled(0.007), 0.007],
  ];
}
