/** What a shop may ask of its bars beside the interface, against closed forms and against every possible plan. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CutPlanRequestInput, cutPlanRequestSchema } from "../../engine/contract/cutplan.ts";
import { bestScore, planVerified, scoreOf, tinyRequests } from "../helpers/cutplan.ts";

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
