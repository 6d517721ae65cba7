/** Rectangles: how good the first layout is, what the search and the exact searches find, and what the bound may claim. */
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  type NestPlanRequestInput,
  nestPlanRequestSchema,
} from "../../../../engine/base/contract/nest-plan.ts";
import { planNest } from "../../../../engine/plan/nest/nest-solver.ts";
import { SearchJob } from "../../../../engine/plan/search/job.ts";
import { BUILDS, bare, onCore, planVerified, rectangle } from "../../../helpers/nest/nest.ts";
import { classJob, guillotined, partsOf, pentominoes, wheeled } from "../../../helpers/nest/rectangles.ts";
import { Random } from "../../../helpers/random.ts";

function classRequest(seed: number, turns: boolean): NestPlanRequestInput {
  const { sides, sheet } = classJob(new Random(seed), 1 + (seed % 10), 20 + 20 * (seed % 4));
  return { parts: partsOf(sides, turns), sheet: { width: sheet, height: sheet }, config: bare };
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe("rectangles of the ten classes", () => {
  it("are packed as boxes even where reading them has taken all the time", async () => {
    const request = nestPlanRequestSchema.parse(classRequest(3, false));
    const unhurried = await planVerified(classRequest(3, false), 0);
    const now = performance.now();
    vi.spyOn(performance, "now").mockReturnValue(now);
    const late = await onCore((core) =>
      planNest(core, request, new SearchJob({ timeLimitMs: 5, begun: now - 6 })),
    );
    expect(late.sheets_used).toBe(unhurried.sheets_used);
  });

  it.each([false, true])("have a first layout near the best, turning: %s", async (turns) => {
    let [first, later, least] = [0, 0, 0];
    for (let seed = 0; seed < 20; seed++) {
      const request = classRequest(seed, turns);
      first += (await planVerified(request, 1)).sheets_used;
      const found = await planVerified(request, 60_000);
      later += found.sheets_used;
      least += found.lower_bound!;
    }
    expect(first).toBeLessThan(1.04 * later);
    expect(later).toBeLessThanOrEqual(1.04 * least);
  });

  it("are answered alike by every build of the core", async () => {
    const answers = await Promise.all(
      BUILDS.map((build) => planVerified(classRequest(4, true), 20_000, { build })),
    );
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });
});

describe("sheets without waste", () => {
  it.each([1, 2, 3, 4])("are found again where cuts go from edge to edge, job %i", async (seed) => {
    const sheet = { width: 143, height: 97 };
    const parts = partsOf(guillotined(new Random(seed), sheet, 15, false), false);
    expect(await planVerified({ parts, sheet, config: bare }, 3e6)).toMatchObject({
      sheets_used: 1,
      unplaced: [],
    });
  });

  it.each([1, 2, 3])(
    "are found again where pieces go round others and may be turned, job %i",
    async (seed) => {
      const sheet = { width: 143, height: 97 };
      const parts = partsOf(wheeled(new Random(seed), sheet, 4), true);
      expect(await planVerified({ parts, sheet, config: bare }, 3e6)).toMatchObject({
        sheets_used: 1,
        unplaced: [],
      });
    },
  );

  it("are found again two at a time, with gap, margin and kerf", async () => {
    const random = new Random(5);
    const cut = { width: 120, height: 80 };
    const sides = [...guillotined(random, cut, 9, false), ...guillotined(random, cut, 9, false)];
    // Every piece lost 3 + 1 to its gap, and the sheet has half a kerf more than the margin around it.
    const parts = partsOf(
      sides.map(({ width, height }) => ({ width: 10 * width - 4, height: 10 * height - 4 })),
      false,
    );
    const sheet = { width: 1200 - 4 + 11, height: 800 - 4 + 11 };
    const config = { spacing: 3, kerf: 1, edge_margin: 5 };
    expect(await planVerified({ parts, sheet, config }, 3e6)).toMatchObject({ sheets_used: 2, unplaced: [] });
  });

  it.each([
    [6, 10],
    [5, 12],
    [4, 15],
    [20, 3],
  ])("are found again with all pentominoes on %i × %i", async (columns, rows) => {
    const parts = pentominoes(25.4).map((part) => ({ ...part, angles: [0, 90, 180, 270], mirror: true }));
    const sheet = { width: columns * 25.4, height: rows * 25.4 };
    expect(await planVerified({ parts, sheet, config: bare }, 1e6)).toMatchObject({
      sheets_used: 1,
      unplaced: [],
    });
  });

  it("are found around a defect that is as many cells large", async () => {
    const parts = pentominoes(10).map((part) => ({ ...part, angles: [0, 90, 180, 270], mirror: true }));
    const sheets = [{ id: "board", width: 80, height: 80, defects: [rectangle(20, 20, 30, 30)] }];
    expect(await planVerified({ parts, sheets, config: bare }, 3e6)).toMatchObject({
      sheets_used: 1,
      unplaced: [],
    });
  });
});

describe("the bound for rectangles", () => {
  it("knows that parts may keep their gap across a corner", async () => {
    const parts = [{ id: "square", exterior: rectangle(46, 46), quantity: 2 }];
    const request = { parts, sheet: { width: 100, height: 100 }, config: { spacing: 10, edge_margin: 0 } };
    const at = (corner: number) => ({ part: 0, x: corner, y: corner, rotation: 0 });
    const start = { sheets: [{ placements: [at(0), at(54)] }] };
    expect(await planVerified({ ...request, start }, 10_000)).toMatchObject({
      sheets_used: 1,
      lower_bound: 1,
    });
    expect((await planVerified(request, 10_000)).lower_bound).toBe(1);
  });

  it("knows which sides share a sheet with nothing", async () => {
    const parts = partsOf(
      Array.from({ length: 9 }, () => ({ width: 60, height: 41 })),
      false,
    );
    // Two above each other; by area alone it would be 3.
    const request = { parts, sheet: { width: 100, height: 100 }, config: bare };
    expect(await planVerified(request, 10_000)).toMatchObject({ sheets_used: 5, lower_bound: 5 });
  });

  it("is never above what has been cut", async () => {
    for (let seed = 1; seed <= 30; seed++) {
      const random = new Random(seed);
      const sheet = { width: random.int(30, 200), height: random.int(30, 200) };
      const sheets = random.int(1, 4);
      const sides = Array.from({ length: sheets }, () =>
        guillotined(random, sheet, random.int(2, 12), random.chance(0.5)),
      ).flat();
      const { lower_bound } = await planVerified(
        { parts: partsOf(sides, true), sheet, config: bare },
        30_000,
      );
      expect(lower_bound, `seed ${seed}`).toBeLessThanOrEqual(sheets);
    }
  });
});

describe("rectangles with all that a plan may ask for", () => {
  it.each(Array.from({ length: 12 }, (_, i) => i))("stay legal, job %i", async (seed) => {
    const random = new Random(700 + seed);
    const { sides } = classJob(random, 10, 30);
    const parts = partsOf(sides, seed % 2 === 0).map((part, i) => ({ ...part, priority: i % 3 }));
    const config = { spacing: random.int(0, 3), edge_margin: random.int(0, 4), kerf: random.float(0, 0.4) };
    const hole = [rectangle(20, 30, 15, 10)];
    const rhomb: [number, number][] = [
      [60, 40],
      [75, 60],
      [60, 80],
      [45, 60],
    ];
    const sheets = [
      { id: "new", width: 130, height: 110, cost: 10 },
      { id: "rest", width: 110, height: 120, cost: 4, quantity: 2, defects: [rhomb] },
      { id: "holed", width: 120, height: 110, cost: 3, quantity: 1, holes: hole },
    ];
    const found = await planVerified(
      { parts, sheets, config, ...(seed % 3 === 0 ? { max_sheets: 3 } : {}) },
      100_000,
    );
    expect(found.placed_parts).toBeGreaterThan(0);
    if (seed % 3 > 0) expect(found.unplaced).toEqual([]);
  });

  it("fill sheets on which something lies already", async () => {
    const parts = [
      { id: "plate", exterior: rectangle(60, 100), quantity: 1 },
      { id: "strip", exterior: rectangle(40, 25), quantity: 4, angles: [0] },
    ];
    const fixed = [{ placements: [{ part: 0, x: 0, y: 0, rotation: 0 }] }];
    const sheet = { width: 100, height: 100 };
    expect(await planVerified({ parts, sheet, fixed, config: bare }, 100_000)).toMatchObject({
      sheets_used: 1,
      unplaced: [],
    });
  });
});
