/** Wishes of a shop for its bars beside the interface, against closed forms and against every possible plan. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CutPlanRequestInput, cutPlanRequestSchema } from "../../../../engine/base/contract/cut-plan.ts";
import {
  bestScore,
  fewestSetUps,
  planVerified,
  scoreOf,
  setUps,
  tinyRequests,
} from "../../../helpers/cut/plan.ts";
import { Random } from "../../../helpers/random.ts";

const piece = (id: string, length: number, quantity = 1) => ({ id, length, quantity });

/** Solves tiny requests with `options` and compares with all plans; a request may have more than one best plan. */
async function expectBest(options: Record<string, fc.Arbitrary<unknown>>, numRuns: number, seed: number) {
  const some = fc.record(options, { requiredKeys: [] }) as fc.Arbitrary<object>;
  await fc.assert(
    fc.asyncProperty(tinyRequests(some), async (input) => {
      const request = cutPlanRequestSchema.parse(input);
      const plan = await planVerified(input);
      const [best, score] = [bestScore(request), scoreOf(request, plan)];
      // Scrap is told apart between plans that place everything.
      const parts = best[0] === 0 ? best.length : best.length - 1;
      expect(score.slice(0, parts)).toEqual(best.slice(0, parts));
      expect(plan.status).toBe(best[0] === 0 ? "optimal" : "stock_exhausted");
    }),
    { numRuns, seed },
  );
}

describe("end trims", () => {
  const stocks = [{ length: 6000, quantity: 1 }];

  it("keep the pieces off both ends, and the blade runs inside them", async () => {
    const plan = await planVerified({
      stocks,
      pieces: [piece("a", 1990, 3)],
      kerf: 3,
      options: { trim_start: 10, trim_end: 14 },
    });
    expect(plan.patterns).toMatchObject([
      {
        count: 1,
        cuts: [{ position: 10, count: 3 }],
        used_length: 5976,
        waste: 24,
        trim_start: 10,
        trim_end: 14,
        offcut: 0,
      },
    ]);
    expect(plan.summary.all_pieces_placed).toBe(true);
    const longer = await planVerified({
      stocks,
      pieces: [piece("a", 1990, 3)],
      kerf: 3,
      options: { trim_start: 10, trim_end: 14.1 },
    });
    expect(longer.unplaced).toEqual([{ piece_id: "a", count: 1 }]);
  });

  it("of a stock come before those of the request", async () => {
    const plan = await planVerified({
      stocks: [
        { id: "clean", length: 1000, quantity: 1, trim_start: 0, trim_end: 0 },
        { id: "rough", length: 1000, quantity: 1 },
      ],
      pieces: [piece("a", 1000), piece("b", 980)],
      options: { trim_start: 20 },
    });
    expect(
      plan.patterns.map(({ stock_id, cuts }) => [stock_id, cuts[0]!.piece_id, cuts[0]!.position]),
    ).toEqual([
      ["clean", "a", 0],
      ["rough", "b", 20],
    ]);
  });

  it("that leave nothing of a bar are no error: everything is unplaced", async () => {
    const plan = await planVerified({
      stocks,
      pieces: [piece("a", 5)],
      options: { trim_start: 1e6, trim_end: 1e6 },
    });
    expect(plan).toMatchObject({ status: "optimal", patterns: [], unplaced: [{ piece_id: "a", count: 1 }] });
  });

  it("lead to the best of all plans", async () => {
    const trim = fc.integer({ min: 0, max: 4 });
    await expectBest({ trim_start: trim, trim_end: trim }, 250, 31);
  });
});

describe("limits of a bar", () => {
  it("leave room rather than a piece too many", async () => {
    const request: CutPlanRequestInput = { stocks: [{ length: 100 }], pieces: [piece("a", 10, 12)] };
    const counts = async (max_pieces: number) =>
      (await planVerified({ ...request, options: { max_pieces } })).patterns.map(({ count, cuts }) => [
        count,
        cuts[0]!.count,
      ]);
    expect(await counts(4)).toEqual([[3, 4]]);
    expect(await counts(1)).toEqual([[12, 1]]);
  });

  it("leave room rather than a length too many", async () => {
    const pieces = [piece("a", 50, 2), piece("b", 30, 2), piece("c", 20, 2)];
    const used = async (max_lengths: number) => {
      const plan = await planVerified({ stocks: [{ length: 100 }], pieces, options: { max_lengths } });
      expect(plan.status).toBe("optimal");
      return plan.summary.stocks_used;
    };
    expect(await used(3)).toBe(2);
    // 50 50 | 30 30 20 20 needs two lengths on the second bar; with one it is a bar for each.
    expect(await used(2)).toBe(2);
    expect(await used(1)).toBe(3);
  });

  it("lead to the best of all plans", async () => {
    const most = fc.integer({ min: 1, max: 4 });
    await expectBest({ max_pieces: most, max_lengths: most, trim_end: fc.constant(2) }, 400, 32);
  });
});

describe("offcuts first", () => {
  it("uses them up even at more waste, and as little of them as it can", async () => {
    const stocks = [
      { id: "bar", length: 1000, quantity: 5 },
      { id: "long rest", length: 700, quantity: 1, offcut: true },
      { id: "short rest", length: 450, quantity: 1, offcut: true },
    ];
    const ids = async (pieces: CutPlanRequestInput["pieces"], offcuts_first: boolean) =>
      (await planVerified({ stocks, pieces, options: { offcuts_first } })).patterns.map((p) => p.stock_id);
    expect(await ids([piece("a", 400, 2)], false)).toEqual(["bar"]);
    expect(await ids([piece("a", 400, 2)], true)).toEqual(["long rest", "short rest"]);
    expect(await ids([piece("a", 400)], true)).toEqual(["short rest"]);
    const plan = await planVerified({
      stocks,
      pieces: [piece("a", 400, 5)],
      options: { offcuts_first: true },
    });
    expect(plan).toMatchObject({ status: "optimal", objective: 2000, lower_bound: 2000 });
  });

  it("leads to the best of all plans", async () => {
    await expectBest(
      { offcuts_first: fc.constant(true), max_pieces: fc.integer({ min: 2, max: 4 }) },
      600,
      33,
    );
  });
});

describe("remnants worth keeping", () => {
  it("are made by leaving what is left in one place", async () => {
    const request = {
      stocks: [{ length: 1000, quantity: 2 }],
      pieces: [piece("a", 400, 2), piece("b", 300, 2)],
    };
    const scattered = await planVerified({ ...request, options: { min_offcut: 0 } });
    expect(scattered.summary.stocks_used).toBe(2);
    const plan = await planVerified({ ...request, options: { min_offcut: 350 } });
    expect(plan).toMatchObject({ status: "optimal", objective: 2000, total_offcut: 600 });
    expect(plan.patterns.map(({ offcut }) => offcut)).toEqual([0, 600]);
  });

  it("count from the least length on, behind the last kerf and before the trim", async () => {
    const offcut = async (min_offcut: number) => {
      const options = { min_offcut, trim_end: 20 };
      const plan = await planVerified({
        stocks: [{ length: 1000 }],
        pieces: [piece("a", 675)],
        kerf: 5,
        options,
      });
      expect(plan.patterns[0]).toMatchObject({ used_length: 680, waste: 320 });
      return plan.total_offcut;
    };
    expect(await offcut(300)).toBe(300);
    expect(await offcut(300.001)).toBe(0);
  });

  it("never cost another bar", async () => {
    const pieces = [piece("a", 1190, 5)];
    const plan = await planVerified({ stocks: [{ length: 6000 }], pieces, options: { min_offcut: 500 } });
    expect(plan).toMatchObject({ objective: 6000, total_offcut: 0 });
  });

  it("are as long as in the best of all plans", async () => {
    await expectBest(
      { min_offcut: fc.integer({ min: 1, max: 8 }), max_pieces: fc.integer({ min: 2, max: 4 }) },
      400,
      34,
    );
  });

  it("lie in fewer places on a long list, with the same objective", async () => {
    for (let seed = 1; seed <= 3; seed++) {
      const request = longList(seed);
      const plain = await planVerified({ ...request, options: { min_offcut: 0 } });
      const plan = await planVerified({ ...request, options: { min_offcut: 400 } });
      expect(plan.objective).toBe(plain.objective);
      const kept = plain.patterns.reduce(
        (sum, { offcut, count }) => sum + (offcut < 400 ? 0 : offcut * count),
        0,
      );
      expect(plan.total_offcut).toBeGreaterThanOrEqual(kept);
    }
  });
});

describe("few patterns", () => {
  const fewest = { fewest_patterns: true };

  it("are found where two can be one, and where three can be two", async () => {
    const count = async (pieces: CutPlanRequestInput["pieces"]) =>
      (await planVerified({ stocks: [{ length: 100 }], pieces, options: fewest })).patterns.length;
    expect(await count([piece("a", 50, 3), piece("b", 25, 6)])).toBe(1);
    expect(await count([piece("a", 30, 300), piece("b", 20, 150), piece("c", 10, 300)])).toBeLessThanOrEqual(
      2,
    );
  });

  it("are as few as in any plan for tiny requests, with nothing else changed", async () => {
    await fc.assert(
      fc.asyncProperty(tinyRequests(fc.constant({})), async (input) => {
        const request = cutPlanRequestSchema.parse(input);
        const plain = await planVerified(input);
        const plan = await planVerified({ ...input, options: fewest });
        expect(scoreOf(request, plan)).toEqual(scoreOf(request, plain));
        expect(setUps(plan)).toBeLessThanOrEqual(setUps(plain));
        if (plan.summary.all_pieces_placed)
          expect(setUps(plan)).toBe(fewestSetUps(request, scoreOf(request, plan)));
      }),
      { numRuns: 150, seed: 35 },
    );
  });

  it("are fewer on a long list, with the same objective and no more scrap", async () => {
    let [before, after] = [0, 0];
    for (let seed = 1; seed <= 3; seed++) {
      const request = longList(seed);
      const plain = await planVerified({ ...request, options: { min_offcut: 400 } });
      const plan = await planVerified({ ...request, options: { min_offcut: 400, ...fewest } });
      expect(plan.objective).toBe(plain.objective);
      expect(plan.total_offcut).toBeGreaterThanOrEqual(plain.total_offcut);
      before += setUps(plain);
      after += setUps(plan);
    }
    expect(after).toBeLessThan(before);
  });
});

/** Some dozens of pieces of a dozen lengths. */
function longList(seed: number): CutPlanRequestInput {
  const random = new Random(seed);
  return {
    stocks: [{ length: 6000 }],
    pieces: Array.from({ length: 12 }, (_, i) => piece(`p${i}`, random.int(300, 2400), random.int(4, 40))),
    kerf: 3,
  };
}
