/** The judge of cutting plans: it passes right ones and names what is wrong with wrong ones. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type CutData,
  type CutRequestInput,
  cutRequestSchema,
} from "../../../engine/base/contract/v1/cut.ts";
import { type CutViolationCode, verifyCutAnswer } from "../../../engine/verify/v1/v1-cut.ts";
import { firstFitAnswer } from "../../helpers/cut/first-fit.ts";
import { cutJobs, randomCutJob } from "../../helpers/cut/jobs.ts";

function judge(input: CutRequestInput, mutate: (data: CutData) => void = () => {}): CutViolationCode[] {
  const request = cutRequestSchema.parse(input);
  const data = firstFitAnswer(request);
  mutate(data);
  return [...new Set(verifyCutAnswer(request, data).violations.map(({ code }) => code))];
}

/** A plan of one bar with these cuts, all numbers as the rules want them unless given. */
function oneBar(
  length: number,
  kerf: number,
  pieces: number[],
  numbers: Partial<CutData["layouts"][number]> & { at?: number[] } = {},
) {
  const { at = pieces.map((_, i) => i * (pieces[0]! + kerf)), ...rest } = numbers;
  const request = cutRequestSchema.parse({
    stocks: [{ length, quantity: 1 }],
    pieces: pieces.map((piece, i) => ({ id: `${i}`, length: piece })),
    kerf,
  });
  const cuts = pieces.map((piece, i) => ({ piece_id: `${i}`, length: piece, position: at[i]! }));
  const used_length = rest.used_length ?? length;
  const waste = rest.waste ?? 0;
  const utilization = (100 * used_length) / length;
  const layout = { stock_id: "stock", stock_index: 0, cuts, used_length, waste, utilization };
  const summary = {
    stocks_used: 1,
    total_stock_length: length,
    total_cut_length: pieces.reduce((sum, piece) => sum + Math.round(piece * 1e9), 0) / 1e9,
    total_waste: waste,
    waste_percent: (100 * waste) / length,
    total_cost: 0,
    all_pieces_placed: true,
  };
  return verifyCutAnswer(request, { summary, layouts: [layout], unplaced: [] }).violations.map(
    ({ code }) => code,
  );
}

/** A bar with pieces of more than one length. */
function mixedBar(layouts: CutData["layouts"]) {
  return layouts.find(({ cuts }) => cuts[0]!.length !== cuts.at(-1)!.length)!;
}

const shop: CutRequestInput = {
  stocks: [
    { id: "long", length: 6000, quantity: 2, cost: 12.1 },
    { id: "short", length: 2000.5, quantity: 1, cost: 0.2 },
  ],
  pieces: [
    { id: "leg", length: 700.1, quantity: 16 },
    { id: "rail", length: 1999, quantity: 2 },
    { id: "beam", length: 7000, quantity: 2 },
  ],
  kerf: 3,
};

describe("a right plan", () => {
  it("passes, and its sums are given", () => {
    const request = cutRequestSchema.parse(shop);
    const data = firstFitAnswer(request);
    const report = verifyCutAnswer(request, data);
    expect(report.violations).toEqual([]);
    expect(report).toMatchObject({ ok: true, placed_pieces: 14, unplaced_pieces: 6, total_cost: 24.4 });
    expect(report.total_stock_length).toBe(14_000.5);
  });

  it("passes for seeded and for random jobs", () => {
    for (const kind of ["tiny", "shop", "short"] as const) {
      for (let seed = 0; seed < 60; seed++)
        expect(judge(randomCutJob(seed, kind)), `${kind} ${seed}`).toEqual([]);
    }
    fc.assert(
      fc.property(cutJobs, (job) => {
        expect(judge(job)).toEqual([]);
      }),
      { numRuns: 500, seed: 30 },
    );
  });

  it("fits pieces by their decimals, not by their doubles", () => {
    expect(
      oneBar(1, 0, Array<number>(10).fill(0.1), { at: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9] }),
    ).toEqual([]);
    expect(
      oneBar(100, 0, Array<number>(3).fill(33.333333333), {
        at: [0, 33.333333333, 66.666666666],
        used_length: 99.999999999,
        waste: 0.000000001,
      }),
    ).toEqual([]);
    expect(oneBar(0.3, 0, [0.1, 0.1, 0.1], { at: [0, 0.1, 0.2] })).toEqual([]);
    expect(oneBar(0.3, 0, [0.1, 0.1, 0.1], { at: [0, 0.1, 0.30000000000000004 - 0.1] })).toEqual([
      "position",
    ]);
    expect(oneBar(0.8, 0, [0.3, 0.3, 0.3], { at: [0, 0.3, 0.6] })).toEqual(["capacity"]);
    expect(oneBar(999_999.999, 0, [999_999.998, 0.002], { at: [0, 999_999.998] })).toEqual(["capacity"]);
  });

  it("needs no kerf behind the last piece, but counts what is left for it", () => {
    expect(oneBar(100, 5, [100])).toEqual([]);
    expect(oneBar(100, 5, [97])).toEqual([]);
    expect(oneBar(100, 5, [90], { used_length: 95, waste: 5 })).toEqual([]);
    expect(oneBar(100, 5, [90], { used_length: 90, waste: 10 })).toEqual([
      "used-length",
      "waste",
      "utilization",
      "summary",
      "summary",
    ]);
    expect(oneBar(6006, 3, [2000, 2000, 2000])).toEqual([]);
    expect(oneBar(6005, 3, [2000, 2000, 2000])).toEqual(["capacity"]);
    expect(oneBar(4500, 4, [1764, 1764, 964])).toEqual([]);
  });
});

describe("a spoiled plan", () => {
  it.each<[CutViolationCode, string, (data: CutData) => void]>([
    ["stock-index", "a wrong index", ({ layouts }) => (layouts[1]!.stock_index = 0)],
    ["unknown-stock", "an unknown stock", ({ layouts }) => (layouts[0]!.stock_id = "constructor")],
    ["unknown-piece", "an unknown piece", ({ layouts }) => (layouts[0]!.cuts[0]!.piece_id = "__proto__")],
    ["unknown-piece", "a piece of another length", ({ layouts }) => (layouts[0]!.cuts[0]!.length = 700)],
    [
      "unknown-piece",
      "two ids swapped",
      ({ layouts }) => {
        const { cuts } = mixedBar(layouts);
        [cuts[0]!.piece_id, cuts.at(-1)!.piece_id] = [cuts.at(-1)!.piece_id, cuts[0]!.piece_id];
      },
    ],
    ["empty-bar", "a bar without cuts", ({ layouts }) => (layouts[0]!.cuts = [])],
    [
      "capacity",
      "a piece too many on a bar",
      ({ layouts }) => layouts[0]!.cuts.push({ ...layouts[0]!.cuts[1]! }),
    ],
    ["position", "a position off by a nanometre", ({ layouts }) => (layouts[0]!.cuts[1]!.position += 1e-9)],
    ["position", "a NaN", ({ layouts }) => (layouts[0]!.cuts[1]!.position = Number.NaN)],
    ["used-length", "a used length without the last kerf", ({ layouts }) => (layouts[0]!.used_length -= 3)],
    ["waste", "a wrong waste", ({ layouts }) => (layouts[0]!.waste += 1)],
    ["utilization", "a wrong utilization", ({ layouts }) => (layouts[0]!.utilization += 1e-6)],
    ["cut-order", "a longer cut behind a shorter one", ({ layouts }) => mixedBar(layouts).cuts.reverse()],
    [
      "stock-limit",
      "a stock used too often",
      ({ layouts }) => layouts.push({ ...layouts[0]!, stock_index: layouts.length }),
    ],
    [
      "piece-count",
      "a piece cut too often",
      ({ layouts }) => layouts.push({ ...layouts[0]!, stock_index: layouts.length }),
    ],
    ["unplaced", "a piece dropped", ({ layouts }) => layouts[0]!.cuts.pop()],
    ["unplaced", "a missing piece not named", ({ unplaced }) => unplaced.pop()],
    ["unplaced", "ids in another order", ({ unplaced }) => unplaced.reverse()],
    ["unplaced", "an unknown id", ({ unplaced }) => (unplaced[0] = "toString")],
    [
      "unplaced-but-fits",
      "a piece left out that fits",
      ({ layouts, unplaced }) => {
        layouts.pop();
        unplaced.push("leg");
      },
    ],
    ["summary", "a wrong stocks_used", ({ summary }) => summary.stocks_used++],
    ["summary", "a wrong total_stock_length", ({ summary }) => (summary.total_stock_length += 1e-6)],
    ["summary", "a wrong total_cut_length", ({ summary }) => (summary.total_cut_length += 1e-6)],
    ["summary", "a wrong total_waste", ({ summary }) => (summary.total_waste += 1e-6)],
    ["summary", "a wrong waste_percent", ({ summary }) => (summary.waste_percent += 1e-6)],
    ["summary", "a wrong total_cost", ({ summary }) => (summary.total_cost += 1e-6)],
    ["summary", "a wrong all_pieces_placed", ({ summary }) => (summary.all_pieces_placed = true)],
  ])("is caught as %s: %s", (code, _what, mutate) => {
    expect(judge(shop, (data) => void mutate(data))).toContain(code);
  });

  it("is caught for equal bars that stand apart", () => {
    const job = {
      stocks: [{ length: 10 }],
      pieces: [
        { id: "a", length: 9, quantity: 2 },
        { id: "b", length: 8 },
      ],
    };
    expect(judge(job)).toEqual([]);
    const apart = ({ layouts }: CutData) => {
      layouts.splice(1, 0, ...layouts.splice(2, 1));
      layouts.forEach((layout, i) => {
        layout.stock_index = i;
      });
    };
    expect(judge(job, apart)).toEqual(["layouts-apart"]);
  });

  it("is caught for a piece left out although a rest has room for it", () => {
    const job = { stocks: [{ length: 10, quantity: 1 }], pieces: [{ id: "a", length: 5, quantity: 2 }] };
    const request = cutRequestSchema.parse(job);
    const half = firstFitAnswer({ ...request, pieces: [{ ...request.pieces[0]!, quantity: 1 }] });
    const data = { ...half, summary: { ...half.summary, all_pieces_placed: false }, unplaced: ["a"] };
    expect(verifyCutAnswer(request, data).violations.map(({ code }) => code)).toEqual(["unplaced-but-fits"]);
  });

  it("is told by used length and waste from a bar of a stock with the same id", () => {
    const job = {
      stocks: [
        { length: 10, quantity: 1, cost: 5 },
        { length: 4, cost: 1 },
      ],
      pieces: [{ id: "a", length: 4, quantity: 3 }],
    };
    expect(judge(job)).toEqual([]);
    expect(judge(job, ({ layouts }) => (layouts[0]!.waste += 1))).toEqual(["waste"]);
    expect(judge(job, ({ summary }) => (summary.total_cost -= 4))).toEqual(["summary"]);
  });
});

describe("a long plan", () => {
  it("of hundreds of thousands of equal bars is judged, and one wrong bar in it found", () => {
    const request = cutRequestSchema.parse({
      stocks: Array.from({ length: 50 }, (_, i) => ({ id: `${i}`, length: 1000 + i, quantity: 10_000 })),
      pieces: Array.from({ length: 50 }, (_, i) => ({ id: `${i}`, length: 1000 + i, quantity: 10_000 })),
    });
    const layouts = request.pieces.flatMap(({ id, length }, type) =>
      Array.from({ length: 10_000 }, (_, i) => ({
        stock_id: id,
        stock_index: type * 10_000 + i,
        cuts: [{ piece_id: id, length, position: 0 }],
        used_length: length,
        waste: 0,
        utilization: 100,
      })),
    );
    const total = layouts.reduce((sum, { used_length }) => sum + used_length, 0);
    const summary = {
      stocks_used: 500_000,
      total_stock_length: total,
      total_cut_length: total,
      total_waste: 0,
      waste_percent: 0,
      total_cost: 0,
      all_pieces_placed: true,
    };
    expect(verifyCutAnswer(request, { summary, layouts, unplaced: [] }).violations).toEqual([]);
    layouts[123_456]!.cuts = [{ ...layouts[123_456]!.cuts[0]!, position: 1 }];
    const { violations } = verifyCutAnswer(request, { summary, layouts, unplaced: [] });
    expect(violations.map(({ code, layout }) => [code, layout])).toEqual([
      ["position", 123_456],
      ["layouts-apart", 123_457],
    ]);
  });
});
