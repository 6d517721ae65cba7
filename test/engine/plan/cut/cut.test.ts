/** The cutting solver from request to answer. Every answer passes the independent verifier. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CutProgress } from "../../../../engine/base/contract/search-options.ts";
import { type CutRequestInput, cutRequestSchema } from "../../../../engine/base/contract/v1/cut.ts";
import { cutDataFromPlan, cutDataJson } from "../../../../engine/plan/cut/cut-answer.ts";
import { solveCut } from "../../../../engine/plan/cut/cut-solver.ts";
import { SearchJob } from "../../../../engine/plan/search/job.ts";
import { CUT_BUILDS, cutVerified, onCutCore, smallRequests } from "../../../helpers/cut/cut.ts";

const piece = (id: string, length: number, quantity = 1) => ({ id, length, quantity });

/** One stock, and what its single bar looks like. */
async function oneBar(length: number, kerf: number, pieces: CutRequestInput["pieces"]) {
  const plan = await cutVerified({ stocks: [{ length, quantity: 1 }], pieces, kerf });
  expect(plan.summary.all_pieces_placed).toBe(true);
  const { layouts } = cutDataFromPlan(plan);
  expect(layouts).toHaveLength(1);
  return layouts[0]!;
}

describe("what fits a bar", () => {
  it("places a piece as long as the stock, whatever the kerf", async () => {
    const bar = await oneBar(100, 5, [piece("a", 100)]);
    expect(bar).toMatchObject({ used_length: 100, waste: 0, utilization: 100 });
  });

  it("is never used beyond 100 %, however its length divides", async () => {
    for (const length of [0.007, 1234.7, 3219.3, 5985.7, 5999.9]) {
      const bar = await oneBar(length, 5, [piece("a", length)]);
      expect([length, bar.utilization]).toEqual([length, 100]);
    }
  });

  it("places a piece of the least length that there is", async () => {
    const bar = await oneBar(5e-324, 0, [piece("a", 5e-324)]);
    expect(bar).toMatchObject({ used_length: 5e-324, waste: 0 });
  });

  it("gives the last cut as much of its kerf as is left", async () => {
    expect(await oneBar(100, 5, [piece("a", 97)])).toMatchObject({ used_length: 100, waste: 0 });
    expect(await oneBar(100, 5, [piece("a", 90)])).toMatchObject({ used_length: 95, waste: 5 });
  });

  it("counts a kerf between pieces and none for the last at the bar's end", async () => {
    const three = [piece("a", 2000, 3)];
    const bar = await oneBar(6006, 3, three);
    expect(bar.cuts.map((cut) => cut.position)).toEqual([0, 2003, 4006]);
    expect(bar).toMatchObject({ used_length: 6006, waste: 0 });
    const { summary } = await cutVerified({ stocks: [{ length: 6000 }], pieces: three, kerf: 3 });
    expect(summary.stocks_used).toBe(2);
  });

  it("finds the mixed bar that ends exactly at the end", async () => {
    const bar = await oneBar(4500, 4, [piece("b", 964), piece("a", 1764, 2)]);
    expect(bar.cuts).toEqual([
      { piece_id: "a", length: 1764, position: 0 },
      { piece_id: "a", length: 1764, position: 1768 },
      { piece_id: "b", length: 964, position: 3536 },
    ]);
    const small = await oneBar(10, 1, [piece("a", 6), piece("b", 3)]);
    expect(small.cuts.map((cut) => cut.position)).toEqual([0, 7]);
    expect(small).toMatchObject({ used_length: 10, waste: 0 });
  });

  it("lays the longer piece first where the grid cannot tell two lengths apart", async () => {
    const longer = 0.30000000000000004;
    for (const pieces of [
      [piece("a", 0.3), piece("b", longer)],
      [piece("b", longer), piece("a", 0.3)],
      [piece("a", 0.3), piece("c", 0.1 + 0.2), piece("b", longer)],
    ]) {
      const { cuts } = await oneBar(1e6, 0, [piece("long", 999_990), ...pieces]);
      const lengths = cuts.map(({ length }) => length);
      expect(lengths).toEqual([...lengths].sort((a, b) => b - a));
    }
  });

  it("adds decimals as they are written", async () => {
    const tenths = await oneBar(1, 0, [piece("a", 0.1, 10)]);
    expect(tenths.cuts.map((cut) => cut.position)).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]);
    await oneBar(100, 0, [piece("a", 33.333333333, 3)]);
    await oneBar(0.3, 0, [piece("a", 0.1), piece("b", 0.2)]);
  });

  it("takes lengths of very different sizes, and a kerf longer than the pieces", async () => {
    const bar = await oneBar(1_000_000, 0, [piece("a", 999_999.999), piece("b", 0.001)]);
    expect(bar.waste).toBe(0);
    await oneBar(1 + 3 * 100 + 3, 100, [piece("a", 1, 4)]);
    await oneBar(5e-9, 0, [piece("a", 1e-9, 5)]);
  });
});

describe("which plan is better", () => {
  it("takes the shorter stock for waste and the cheaper one for cost", async () => {
    const request = {
      stocks: [
        { id: "long", length: 1000, cost: 1 },
        { id: "short", length: 600, cost: 5 },
      ],
      pieces: [piece("a", 500)],
    };
    const ids = async (optimize: "waste" | "cost") =>
      (await cutVerified({ ...request, optimize })).patterns.map((pattern) => pattern.stock_id);
    expect(await ids("waste")).toEqual(["short"]);
    expect(await ids("cost")).toEqual(["long"]);
  });

  it("treats cost without any cost as waste", async () => {
    const stocks = [
      { id: "long", length: 1000 },
      { id: "short", length: 600 },
    ];
    const plan = await cutVerified({ stocks, pieces: [piece("a", 500)], optimize: "cost" });
    expect(plan.patterns[0]!.stock_id).toBe("short");
    expect(plan).toMatchObject({ status: "optimal", lower_bound: 600, gap_percent: 0 });
  });

  it("prefers fewer stocks of the same total length, then the cheaper ones", async () => {
    const stocks = [
      { id: "half", length: 500, cost: 1 },
      { id: "dear", length: 1000, cost: 9 },
      { id: "fair", length: 1000, cost: 4 },
    ];
    const plan = await cutVerified({ stocks, pieces: [piece("a", 500, 2)] });
    expect(plan.patterns.map((pattern) => pattern.stock_id)).toEqual(["fair"]);
    expect(plan.summary.total_cost).toBe(4);
  });
});

describe("what stays unplaced", () => {
  it("lists pieces longer than every stock and places the rest", async () => {
    const pieces = [piece("long", 700, 2), piece("a", 300, 2)];
    const plan = await cutVerified({ stocks: [{ length: 600 }], pieces });
    expect(plan).toMatchObject({ status: "optimal", unplaced: [{ piece_id: "long", count: 2 }] });
    expect(plan.summary).toMatchObject({ stocks_used: 1, all_pieces_placed: false });
  });

  it("answers with an empty plan when nothing fits at all", async () => {
    const plan = await cutVerified({ stocks: [{ length: 10 }], pieces: [piece("a", 11)] });
    expect(plan).toMatchObject({ status: "optimal", lower_bound: 0, gap_percent: 0, patterns: [] });
    expect(plan.summary).toMatchObject({ stocks_used: 0, total_waste: 0, waste_percent: 0 });
  });

  it("places the greatest length when stock runs out", async () => {
    const pieces = [piece("a", 600), piece("b", 500, 2)];
    const plan = await cutVerified({ stocks: [{ length: 1000, quantity: 1 }], pieces });
    expect(plan).toMatchObject({ status: "stock_exhausted", unplaced: [{ piece_id: "a", count: 1 }] });
    expect(plan.summary.total_cut_length).toBe(1000);
  });
});

describe("ids", () => {
  it("hands equal lengths out in the order of the request and keeps equal bars together", async () => {
    const pieces = [piece("x", 250, 6), piece("y", 250, 8), piece("z", 250, 3)];
    const plan = await cutVerified({ stocks: [{ length: 1000, quantity: 4 }], pieces });
    const text = plan.patterns.map(({ count, cuts }) => [
      count,
      ...cuts.map((run) => run.piece_id + run.count),
    ]);
    expect(text).toEqual([
      [1, "x4"],
      [1, "x2", "y2"],
      [1, "y4"],
      [1, "y2", "z2"],
    ]);
    expect(plan.unplaced).toEqual([{ piece_id: "z", count: 1 }]);
  });

  it("carries ids that mean something to JavaScript unharmed", async () => {
    const pieces = [piece("__proto__", 5), piece("constructor", 4), piece('"\\', 3)];
    const plan = await cutVerified({ stocks: [{ id: "__proto__", length: 12 }], pieces });
    expect(cutDataFromPlan(plan).layouts[0]!.cuts.map((cut) => cut.piece_id)).toEqual([
      "__proto__",
      "constructor",
      '"\\',
    ]);
  });
});

describe("any request", () => {
  it("is answered with a valid plan, as objects and as the same JSON text", async () => {
    await fc.assert(
      fc.asyncProperty(smallRequests(), async (request) => {
        const plan = await cutVerified(request);
        expect([...cutDataJson(plan)].join("")).toBe(JSON.stringify(cutDataFromPlan(plan)));
      }),
      { numRuns: 200, seed: 7 },
    );
  });

  it("gives the same totals whatever the order of its entries", async () => {
    await fc.assert(
      fc.asyncProperty(smallRequests(), async (request) => {
        const turned = {
          ...request,
          stocks: request.stocks.toReversed(),
          pieces: request.pieces.toReversed(),
        };
        expect((await cutVerified(turned)).summary).toEqual((await cutVerified(request)).summary);
      }),
      { numRuns: 60, seed: 8 },
    );
  });

  it("gives the same totals when an entry is split in two", async () => {
    await fc.assert(
      fc.asyncProperty(smallRequests(), async (request) => {
        const pieces = request.pieces.flatMap(({ id, length, quantity = 1 }) =>
          Array.from({ length: quantity }, () => piece(id, length)),
        );
        expect((await cutVerified({ ...request, pieces })).summary).toEqual(
          (await cutVerified(request)).summary,
        );
      }),
      { numRuns: 60, seed: 9 },
    );
  });

  it("gives the same bars when every length is a thousandth", async () => {
    const small = (value: number) => Number(`${value}e-3`);
    await fc.assert(
      fc.asyncProperty(smallRequests(), async (request) => {
        const scaled = {
          ...request,
          kerf: small(request.kerf!),
          stocks: request.stocks.map((stock) => ({ ...stock, length: small(stock.length) })),
          pieces: request.pieces.map((entry) => ({ ...entry, length: small(entry.length) })),
        };
        const [plan, other] = [await cutVerified(request), await cutVerified(scaled)];
        expect(other.patterns.map(({ count }) => count)).toEqual(plan.patterns.map(({ count }) => count));
        expect(other.summary.total_waste).toBe(small(plan.summary.total_waste));
      }),
      { numRuns: 60, seed: 10 },
    );
  });

  it("gets the same answer from every build of the core", async () => {
    for (const request of fc.sample(smallRequests(), { numRuns: 10, seed: 11 })) {
      const [first, ...others] = await Promise.all(
        CUT_BUILDS.map((build) => cutVerified(request, { build })),
      );
      for (const other of others) expect(other).toEqual(first);
    }
  });
});

describe("the largest requests", () => {
  const many = (length: (i: number) => number) =>
    Array.from({ length: 1000 }, (_, i) => piece(`p${i}`, length(i), 10_000));

  it("are answered as patterns: ten million pieces on half a million bars", async () => {
    const stocks = Array.from({ length: 50 }, (_, j) => ({
      id: `s${j}`,
      length: 60_000 + 500 * j,
      quantity: 10_000,
    }));
    const plan = await cutVerifiedByCounts({ stocks, pieces: many((i) => 400.5 + 2.7 * i), kerf: 3 });
    expect(plan.patterns.length).toBeLessThan(10_000);
  });

  it("are streamed: a bar of a million cuts never exists as objects", async () => {
    const plan = await cutVerifiedByCounts({
      stocks: [{ length: 1_000_000, quantity: 1 }],
      pieces: many(() => 1),
    });
    expect(plan.summary).toMatchObject({ stocks_used: 1, total_cut_length: 1_000_000 });
    let longest = 0;
    let total = 0;
    for (const chunk of cutDataJson(plan)) {
      longest = Math.max(longest, chunk.length);
      total += chunk.length;
    }
    expect(longest).toBeLessThan(1 << 18);
    expect(total).toBeGreaterThan(9_000_000 * 4 + 1_000_000 * 40);
  });

  it("leave out only what the stock cannot hold", async () => {
    const plan = await cutVerifiedByCounts({ stocks: [{ length: 6000 }], pieces: many((i) => 100 + i) });
    expect(plan.status).toBe("stock_exhausted");
    expect(plan.summary.total_cut_length).toBe(999 * 6000);
  });
});

/** As `cutVerified` for plans too large to list: pieces, stocks and lengths are counted over the patterns. */
async function cutVerifiedByCounts(input: CutRequestInput) {
  const request = cutRequestSchema.parse(input);
  const plan = await onCutCore((core) =>
    solveCut(core, request, new SearchJob<CutProgress>({ workBudget: 2_000_000 })),
  );
  const placed = new Map<string, number>(plan.unplaced.map(({ piece_id, count }) => [piece_id, count]));
  for (const { cuts, count, length } of plan.patterns) {
    const total = cuts.reduce((sum, run) => sum + run.count * (run.length + request.kerf), -request.kerf);
    expect(total).toBeLessThanOrEqual(length + 1e-6);
    for (const run of cuts) placed.set(run.piece_id, (placed.get(run.piece_id) ?? 0) + run.count * count);
  }
  for (const { id, quantity } of request.pieces) expect(placed.get(id)).toBe(quantity);
  return plan;
}
