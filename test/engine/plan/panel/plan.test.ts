/** Every wish of a request for panels is there in the plan. */
import { describe, expect, it } from "vitest";
import type { PanelPlanRequestInput } from "../../../../engine/base/contract/panel-plan.ts";
import { panelPlanRequestSchema } from "../../../../engine/base/contract/panel-plan.ts";
import { PanelSolver } from "../../../../engine/plan/panel/panel-solver.ts";
import { verifyPanels } from "../../../../engine/verify/panel/panel-judge.ts";
import { readJobs } from "../../../bench/corpus/format.ts";
import { panelsVerified } from "../../../helpers/panel/panel.ts";
import { Random } from "../../../helpers/random.ts";

/** Furniture parts on boards, as many as asked for. */
function furniture(types: number, quantity: number): PanelPlanRequestInput {
  const random = new Random(7);
  const size = (low: number, high: number) => random.int(2 * low, 2 * high) / 2;
  return {
    stocks: [{ id: "board", length: 2800, width: 2070, quantity: 10_000 }],
    pieces: Array.from({ length: types }, (_, i) => ({
      id: `p${i}`,
      length: size(150, 1200),
      width: size(100, 600),
      quantity,
      grain: i % 3 === 0 ? "length" : "any",
    })),
    kerf: 3.2,
    options: { trim_left: 10, trim_right: 10, trim_bottom: 10, trim_top: 10 },
  };
}

/** Sizes that repeat, so that few positions of cuts matter. */
function rounded(panels: number): PanelPlanRequestInput {
  const piece = (length: number, width: number, quantity: number) => ({
    id: `${length} x ${width}`,
    length,
    width,
    quantity,
  });
  return {
    stocks: [{ length: 2500, width: 1250, quantity: panels }],
    pieces: [piece(720, 400, 90), piece(450, 310, 120), piece(1130, 260, 70), piece(350, 340, 80)],
  };
}

describe("a plan of panels", () => {
  it("exchanges whole boards for others that have less area", async () => {
    // Drafts take four boards of 2440 × 1220; two of 2800 × 2070 have less area and hold everything.
    const { request } = readJobs(["panels"]).find(({ id }) => id === "panels-43")!;
    const found = await panelsVerified(request as PanelPlanRequestInput, { workBudget: 20_000_000 });
    expect(found.summary).toMatchObject({ stocks_used: 2, total_stock_area: 2 * 2800 * 2070 });
  });

  it("counts kerf between parts only, exactly", async () => {
    // 3 × 700.1 + 2 × 4.4 is 2109.1, to the last digit.
    const request = {
      stocks: [{ length: 2109.1, width: 500 }],
      pieces: [{ id: "p", length: 700.1, width: 500, quantity: 3 }],
      kerf: 4.4,
    };
    expect((await panelsVerified(request)).summary).toMatchObject({ stocks_used: 1, total_cuts: 2 });
    const short = { ...request, stocks: [{ length: 2109, width: 500 }] };
    expect((await panelsVerified(short)).summary.stocks_used).toBe(2);
  });

  it("turns pieces by the grain alone", async () => {
    const request = (grain: "length" | "width" | "any", stock: "length" | "width" | "none") => ({
      stocks: [{ length: 1000, width: 500, grain: stock }],
      pieces: [{ id: "p", length: 900, width: 400, grain }],
    });
    const placed = async (...words: Parameters<typeof request>) =>
      (await panelsVerified(request(...words))).summary.all_pieces_placed;
    expect(await placed("length", "length")).toBe(true);
    expect(await placed("width", "length")).toBe(false);
    expect(await placed("width", "width")).toBe(true);
    expect(await placed("width", "none")).toBe(true);
    expect(await placed("any", "width")).toBe(true);
  });

  it("uses offcuts up first, and looks for few patterns where asked", async () => {
    const request: PanelPlanRequestInput = {
      stocks: [
        { id: "new", length: 2000, width: 1000, quantity: 9 },
        { id: "old", length: 900, width: 600, quantity: 2, offcut: true },
      ],
      pieces: [{ id: "p", length: 800, width: 500, quantity: 10 }],
      options: { offcuts_first: true, fewest_patterns: true },
    };
    const plan = await panelsVerified(request);
    expect(plan.patterns.map(({ stock_id, count }) => [stock_id, count])).toEqual([
      ["new", 2],
      ["old", 2],
    ]);
    expect(plan.objective).toBe(4_000_000);
    expect(plan.status).toBe("optimal");
  });

  it("leaves large rests together, and few cuts where no rest is kept", async () => {
    const { options, ...request } = furniture(14, 2);
    const rests = { min_offcut_length: 600, min_offcut_width: 300 };
    const first = await panelsVerified({ ...request, options: { ...options, ...rests } }, { workBudget: 1 });
    const plan = await panelsVerified(
      { ...request, options: { ...options, ...rests } },
      { workBudget: 20_000_000 },
    );
    expect(plan.objective).toBeLessThanOrEqual(first.objective);
    expect(plan.total_offcut).toBeGreaterThan(0.8 * plan.summary.total_waste);
    const bare = await panelsVerified({ ...request, options: options! }, { workBudget: 20_000_000 });
    expect(bare.total_offcut).toBe(0);
    expect(bare.summary.total_cuts).toBeLessThan(first.summary.total_cuts);
  });

  it("of 10,000 pieces is bounded, and repeats its patterns", async () => {
    const plan = await panelsVerified(furniture(100, 100), { workBudget: 100_000_000 });
    expect(plan.summary.all_pieces_placed).toBe(true);
    expect(plan.summary.waste_percent).toBeLessThan(12);
    expect(plan.patterns.length).toBeLessThan(plan.summary.stocks_used / 2);
  });

  it.each([
    { limit: { max_first_cuts: 2 }, gap: 0 },
    { limit: { max_pieces: 9 }, gap: 0 },
    { limit: { min_cut_distance: 60 }, gap: 8 },
  ])("is bounded with limits too: $limit", async ({ limit, gap }) => {
    const plan = await panelsVerified({ ...rounded(99), options: limit }, { workBudget: 20_000_000 });
    expect(plan.summary.all_pieces_placed).toBe(true);
    expect(plan.gap_percent).toBeLessThanOrEqual(gap);
  });

  it("is bounded where stock runs out too", async () => {
    const plan = await panelsVerified(rounded(20), { workBudget: 20_000_000 });
    expect([plan.status, plan.summary.stocks_used]).toEqual(["stock_exhausted", 20]);
    expect(plan.gap_percent).toBe(0);
  });

  it("does not depend on how the work is sliced, nor on the build", async () => {
    const request = furniture(12, 3);
    const plan = await panelsVerified(request, { workBudget: 3_000_000 });
    const again = await panelsVerified(request, { workBudget: 3_000_000, build: "panels.wasm" });
    expect(again).toEqual(plan);
  });

  it("is there without a search too", () => {
    const request = panelPlanRequestSchema.parse(furniture(20, 7));
    const solver = new PanelSolver(request);
    const plan = solver.unpack(solver.construct());
    expect(verifyPanels(request, plan).violations).toEqual([]);
    expect(plan.summary.all_pieces_placed).toBe(true);
  });
});
