/** The nesting solver from request to answer. Every answer passes the independent verifier. */
import { describe, expect, it } from "vitest";
import type { NestAnswerProgress } from "../../../../engine/base/contract/search-options.ts";
import { nestRequestSchema } from "../../../../engine/base/contract/v1/nest.ts";
import type { Point } from "../../../../engine/base/contract/values/geometry.ts";
import { SearchJob } from "../../../../engine/plan/search/job.ts";
import {
  BUILDS,
  bare,
  expectValid,
  nestVerified,
  oddJob,
  onCore,
  openCore,
  rectangle,
  seeded,
  solveNest,
  star,
} from "../../../helpers/nest/nest.ts";

describe("nesting", () => {
  it("fills a sheet of tiles without clearance to the last millimetre", async () => {
    const tiles = [{ id: "tile", exterior: rectangle(100, 50), quantity: 200 }];
    const { summary } = await nestVerified({
      parts: tiles,
      sheet: { width: 1000, height: 1000 },
      config: bare,
    });
    expect(summary).toMatchObject({ sheets_used: 1, placed_parts: 200, unplaced_parts: 0 });
    expect(summary.total_utilization).toBeCloseTo(100, 9);
    expect(summary.total_waste_percent).toBeCloseTo(0, 9);
  });

  it("never says more than 100 % or less than no waste, however the sides divide", async () => {
    for (const [width, height] of [
      [47.046, 678.866],
      [755.606, 458.651],
      [0.7, 1.1],
    ] as const) {
      const parts = [{ id: "all", exterior: rectangle(width, height) }];
      const { summary, sheets } = await nestVerified({ parts, sheet: { width, height }, config: bare });
      expect(summary).toMatchObject({ total_utilization: 100, total_waste_percent: 0 });
      expect(sheets[0]!.utilization).toBe(100);
    }
  });

  it("fits exactly what margin, kerf and spacing leave room for", async () => {
    // 2 x (5 + 1) at the edges, 3 + 2 between: 12 + 3 x 100 + 2 x 5 = 322.
    const parts = [{ id: "a", exterior: rectangle(100, 100), quantity: 9 }];
    const config = { spacing: 3, edge_margin: 5, kerf: 2 };
    const exact = await nestVerified({ parts, sheet: { width: 322, height: 322 }, config });
    expect(exact.summary.sheets_used).toBe(1);
    const tight = await nestVerified({ parts, sheet: { width: 322, height: 321.99 }, config });
    expect(tight.summary.sheets_used).toBe(2);
  });

  it.each(BUILDS)("finds the one place between outlines of thousands of points, %s", async (build) => {
    const arc = (radius: number, points: number, from = 0, sweep = 2 * Math.PI) =>
      Array.from({ length: points }, (_, i): Point => {
        const angle = from + (sweep * i) / points;
        return [radius * Math.cos(angle), radius * Math.sin(angle)];
      });
    // A disc with a slot from the left, as high as a small disc with the spacing above and below it.
    const slotted = (height: number): Point[] => {
      const opening = Math.asin(height / 2 / 100);
      const outline = arc(100, 1990, opening - Math.PI, 2 * (Math.PI - opening));
      return [...outline, [-Math.sqrt(1e4 - height ** 2 / 4), height / 2], [0, height / 2], [0, -height / 2]];
    };
    const sheetsFor = async (height: number) => {
      const parts = [
        { id: "slotted", exterior: slotted(height), quantity: 1 },
        { id: "disc", exterior: arc(20, 1000), quantity: 1 },
      ];
      const sheet = { width: 100 + Math.sqrt(1e4 - height ** 2 / 4), height: 200 };
      const config = { spacing: 3, edge_margin: 0, rotation_step: 90 };
      return (await nestVerified({ parts, sheet, config }, { build, workBudget: 1e6 })).summary.sheets_used;
    };
    expect(await sheetsFor(46)).toBe(1);
    expect(await sheetsFor(45.99)).toBe(2);
  });

  it.each([1, 2, 3, 4, 5, 6])("keeps hundreds of copies on one sheet apart, seed %i", async (seed) => {
    const random = seeded(seed);
    const parts = Array.from({ length: 16 }, (_, i) => {
      const stretch = 1 + 12 * random() ** 2;
      const exterior = star(random, 3 + (i % 5), 15, 60).map(([x, y]): Point => [x * stretch, y]);
      return { id: `${i}`, exterior, quantity: 20 + Math.floor(300 * random()) };
    });
    const sheet = { width: 9000, height: 3000 };
    const config = { spacing: 0.1, edge_margin: 0 };
    const { sheets } = await nestVerified(
      { parts, sheet, config },
      { seed, workBudget: 3e7, timeLimitMs: 600_000 },
    );
    expect(sheets[0]!.placements.length).toBeGreaterThan(300);
  });

  it("puts parts into holes of other parts", async () => {
    const frame = { id: "frame", exterior: rectangle(500, 500), holes: [rectangle(400, 400, 50, 50)] };
    const inner = { id: "inner", exterior: rectangle(190, 190), quantity: 4 };
    const sheet = { width: 510, height: 510 };
    const { summary } = await nestVerified({ parts: [frame, inner], sheet });
    expect(summary.sheets_used).toBe(1);
  });

  it("puts as many parts into a round hole as fit there, at once", async () => {
    const round = (radius: number): Point[] =>
      Array.from({ length: 40 }, (_, i) => {
        const angle = (2 * Math.PI * i) / 40;
        return [radius * Math.cos(angle), radius * Math.sin(angle)];
      });
    const ring = { id: "ring", exterior: round(100), holes: [round(90)], quantity: 8 };
    const square = { id: "square", exterior: rectangle(57, 57), quantity: 32 };
    const request = { parts: [ring, square], sheet: { width: 420, height: 420 } };
    const { summary } = await nestVerified(
      { ...request, config: { ...bare, spacing: 5 } },
      { workBudget: 1 },
    );
    expect(summary).toMatchObject({ sheets_used: 2, unplaced_parts: 0 });
  });

  it("turns a part when only that makes it fit", async () => {
    const parts = [{ id: "long", exterior: rectangle(200, 50) }];
    const { sheets } = await nestVerified({ parts, sheet: { width: 70, height: 220 } });
    expect(sheets[0]!.placements[0]!.rotation).toBe(90);
  });

  it("turns a part by 45 degrees when only that makes it fit", async () => {
    const parts = [{ id: "long", exterior: rectangle(130, 5) }];
    const config = { ...bare, rotation_step: 45 };
    const { sheets } = await nestVerified({ parts, sheet: { width: 100, height: 100 }, config });
    expect(sheets[0]!.placements[0]!.rotation).toBe(45);
  });

  it("leaves out only what fits no empty sheet, once per copy and in the order of the request", async () => {
    const parts = [
      { id: "huge", exterior: rectangle(2000, 2000), quantity: 2 },
      { id: "small", exterior: rectangle(10, 10), quantity: 3 },
      { id: "wide", exterior: rectangle(1001, 1001) },
    ];
    const { summary, unplaced } = await nestVerified({ parts, sheet: { width: 1000, height: 1000 } });
    expect(unplaced).toEqual(["huge", "huge", "wide"]);
    expect(summary).toMatchObject({ total_parts: 6, placed_parts: 3, unplaced_parts: 3 });
  });

  it("answers with nothing placed when the margins leave no room", async () => {
    const parts = [{ id: "a", exterior: rectangle(1, 1), quantity: 2 }];
    const data = await nestVerified({ parts, sheet: { width: 9, height: 9 } });
    expect(data).toEqual({
      summary: {
        sheets_used: 0,
        total_parts: 2,
        placed_parts: 0,
        unplaced_parts: 2,
        total_utilization: 0,
        total_waste_percent: 0,
      },
      sheets: [],
      unplaced: ["a", "a"],
    });
  });

  it("counts instances per entry when ids repeat, whatever they spell", async () => {
    const part = { id: "__proto__", exterior: rectangle(10, 10), quantity: 2 };
    const { sheets } = await nestVerified({ parts: [part, part], sheet: { width: 100, height: 100 } });
    expect(sheets[0]!.placements.map(({ instance }) => instance).sort()).toEqual([0, 0, 1, 1]);
  });

  it("places two hundred parts of five hundred copies in bounded memory", async () => {
    const random = seeded(3);
    const parts = Array.from({ length: 200 }, (_, i) => ({
      id: `p${i}`,
      exterior: star(random, 12, 20, 60),
      quantity: 500,
    }));
    const request = nestRequestSchema.parse({ parts, sheet: { width: 3000, height: 1500 } });
    const core = await openCore();
    const { summary } = await solveNest(core, request, new SearchJob({ workBudget: 1 }));
    expect(summary).toMatchObject({ total_parts: 100_000, placed_parts: 100_000 });
    expect(core.memoryUsed()).toBeLessThan(200_000_000);
  });

  it("reserves no memory inside a step", async () => {
    const request = nestRequestSchema.parse(oddJob(7));
    const core = await openCore();
    await solveNest(core, request, new SearchJob({ workBudget: 1 }));
    const before = core.memoryUsed();
    for (let i = 0; i < 1000; i++) core.nestStep(100);
    expect(core.memoryUsed()).toBe(before);
  });

  it("gives the same answer however the work is sliced", async () => {
    const request = nestRequestSchema.parse(oddJob(21));
    const answers = await Promise.all(
      [1_000, 17, 60_000].map(async (slice) => {
        const sliced = new SearchJob<NestAnswerProgress>({ seed: 5 });
        sliced.run = async (step, afterStep) => {
          for (let granted = 0; granted < 120_000; granted += slice) {
            step(Math.min(slice, 120_000 - granted));
            afterStep();
          }
        };
        return onCore((core) => solveNest(core, request, sliced));
      }),
    );
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  it("gives the same answer in every build", async () => {
    const answers = [];
    for (const build of BUILDS) answers.push(await nestVerified(oddJob(11), { build, workBudget: 50_000 }));
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  it("reports layouts that only get better, each of them valid", async () => {
    const random = seeded(9);
    const parts = Array.from({ length: 12 }, (_, i) => ({
      id: `p${i}`,
      exterior: star(random, 20, 40, 90),
      quantity: 4,
    }));
    const request = nestRequestSchema.parse({ parts, sheet: { width: 800, height: 600 } });
    const events: NestAnswerProgress[] = [];
    const job = new SearchJob<NestAnswerProgress>({
      workBudget: 2_000_000,
      onProgress: (event) => events.push(event),
    });
    const data = await onCore((core) => solveNest(core, request, job));
    for (const { best } of events) if (best) expectValid(request, best);
    const sheets = [...events.map(({ sheets_used }) => sheets_used), data.summary.sheets_used];
    expect(sheets).toEqual([...sheets].sort((a, b) => b - a));
  });
});

describe("nesting odd jobs", () => {
  for (let block = 0; block < 10; block++) {
    it(`keeps every clearance on seeds ${block * 20} to ${block * 20 + 19}`, async () => {
      for (let seed = block * 20; seed < block * 20 + 20; seed++) {
        const data = await nestVerified(oddJob(seed), { workBudget: 30_000 });
        expect(data.summary.placed_parts + data.unplaced.length, `seed ${seed}`).toBe(
          data.summary.total_parts,
        );
      }
    });
  }
});
