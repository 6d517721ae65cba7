/** Lower bounds of nesting against layouts that are known: never above them, and as high where the proof is at hand. */
import { describe, expect, it } from "vitest";
import {
  type NestPlanRequestInput,
  nestPlanRequestSchema,
} from "../../../../../engine/base/contract/nest-plan.ts";
import type { Point, Ring } from "../../../../../engine/base/contract/values/geometry.ts";
import { prepare, sheetBound } from "../../../../../engine/plan/nest/frame.ts";
import { interlockedParts } from "../../../../helpers/nest/interlocked.ts";
import { bare, planVerified, rectangle } from "../../../../helpers/nest/nest.ts";
import { cutPolygons } from "../../../../helpers/nest/puzzles.ts";
import { Random } from "../../../../helpers/random.ts";

/** All that is proven, and what was proven before the search would begin. */
function proven(input: NestPlanRequestInput): { open: number; all: number } {
  const bound = sheetBound(prepare(nestPlanRequestSchema.parse(input)))!;
  exhaust(bound.open());
  const open = bound.value;
  exhaust(bound.improve());
  return { open, all: bound.value };
}

function exhaust(steps: Iterable<undefined>): void {
  for (const _ of steps);
}

/** A job of sheets that are known to hold everything. */
function knownJob(seed: number): { sheets: number; request: NestPlanRequestInput } {
  const random = new Random(seed);
  const gap = seed % 3 === 2 ? 0 : random.pick([0, 0, 0.5, 0.3]);
  const [width, height, sheets] = [random.int(8, 30), random.int(8, 30), random.int(1, 4)];
  const outlines =
    seed % 3 === 2
      ? cutPolygons(random, { width, height, sheets: 1, pieces: random.int(2, 7) }).map(solid)
      : interlockedParts(random, { width, height, sheets: 1, gap });
  const angles = random.pick([[0], [0, 90], [0, 90, 180, 270]]);
  const parts = outlines.map((outline, i) => ({ id: `${i}`, ...outline, quantity: sheets, angles }));
  const sheet = { width: width - gap, height: height - gap };
  return { sheets, request: { parts, sheet, config: { spacing: gap, edge_margin: 0 } } };
}

function solid(exterior: Ring) {
  return { exterior, holes: [] as Ring[] };
}

function round(radius: number, corners = 48): Ring {
  return Array.from({ length: corners }, (_, i): Point => {
    const angle = (2 * Math.PI * i) / corners;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

function channel(width: number, height: number, wall: number): Ring {
  return [
    [0, 0],
    [width, 0],
    [width, height],
    [width - wall, height],
    [width - wall, wall],
    [wall, wall],
    [wall, height],
    [0, height],
  ];
}

function job(exterior: Ring, quantity: number, more: { holes?: Ring[]; angles?: number[] } = {}) {
  const part = { id: "p", exterior, quantity, angles: [0, 90, 180, 270], ...more };
  return { parts: [part], sheet: { width: 100, height: 100 }, config: bare };
}

function withOthers(job: NestPlanRequestInput, exterior: Ring, quantity: number): NestPlanRequestInput {
  return { ...job, parts: [...job.parts, { id: "other", exterior, quantity }] };
}

/** Convex parts from edge to edge of a square of 100, of which a corner is cut off: wide ones, or tall ones when turned. */
function slabs(
  heights: readonly number[],
  turned: boolean,
): { id: string; exterior: Ring; angles: number[] }[] {
  return heights.map((height, i) => {
    const wide: Ring = [
      [0, 0],
      [100, 0],
      [100, height - 4 - i],
      [88 - i, height],
      [0, height],
    ];
    const exterior = turned ? wide.map(([x, y]): Point => [100 - y, x]) : wide;
    return { id: `${turned}${i}`, exterior, angles: [0] };
  });
}

function once(parts: NestPlanRequestInput["parts"]): NestPlanRequestInput {
  return { parts, sheet: { width: 100, height: 100 }, config: bare };
}

/** Two to five convex parts, each more than a third of the sheet across. */
function convexJob(random: Random): NestPlanRequestInput {
  const parts = Array.from({ length: random.int(2, 5) }, (_, i) => {
    const exterior = random.pick(cutPolygons(random, { width: 100, height: 100, sheets: 1, pieces: 3 }));
    return { id: `${i}`, exterior, angles: random.pick([[0], [0, 180]]) };
  });
  return { ...once(parts), config: { spacing: random.pick([0, 3, 10]), edge_margin: 0 } };
}

describe("the lower bound of convex parts", () => {
  it.each<[string, NestPlanRequestInput, number]>([
    ["two that are a little too high for one sheet", once(slabs([50.5, 50.6, 50.7], false)), 3],
    ["two that fit exactly", once(slabs([60, 40], false)), 1],
    [
      "wide and tall ones, two of the smaller to a sheet",
      once([...slabs([58, 57, 56, 55], false), ...slabs([43, 42, 41, 40], true)]),
      6,
    ],
    [
      "two that keep their distance just so",
      {
        ...once(slabs([60, 40], false)),
        sheet: { width: 100, height: 103 },
        config: { spacing: 3, edge_margin: 0 },
      },
      1,
    ],
  ])("knows of %s", (_what, request, all) => {
    expect(proven(request).all).toBe(all);
  });

  it("is never above what is found, and most often as high", async () => {
    const random = new Random(77);
    let met = 0;
    for (let i = 0; i < 60; i++) {
      const request = convexJob(random);
      const plan = await planVerified(request, 100_000);
      if (plan.unplaced.length > 0) continue;
      const { all } = proven(request);
      expect(all, `job ${i}`).toBeLessThanOrEqual(plan.sheets_used);
      if (all === plan.sheets_used) met++;
    }
    expect(met).toBeGreaterThan(50);
  });
});

describe("the lower bound of copies", () => {
  it("is never above a layout that is known", () => {
    for (let seed = 0; seed < 24; seed++) {
      const { sheets, request } = knownJob(seed);
      expect(proven(request).all, `seed ${seed}`).toBeLessThanOrEqual(sheets);
    }
  });

  it.each<[string, NestPlanRequestInput, number, number]>([
    [
      "rings: four to a sheet, with holes that nothing fits",
      job(round(24), 13, { holes: [round(20)] }),
      3,
      4,
    ],
    ["rings of which three fit no sheet", job(round(26), 10, { holes: [round(24)] }), 3, 5],
    ["U-shapes of which three fit no sheet", job(channel(85, 85, 10), 9), 3, 5],
    [
      "frames of which two cross wherever they lie",
      job(rectangle(60, 60), 3, { holes: [rectangle(58, 58, 1, 1)] }),
      2,
      3,
    ],
    [
      "rings whose holes take one disc each, though two have no more area",
      withOthers(job(round(24), 8, { holes: [round(14)] }), round(9), 65),
      3,
      4,
    ],
    [
      "rings no two of which fit a sheet, with holes for others",
      withOthers(job(round(30), 3, { holes: [round(26)] }), rectangle(20, 20), 4),
      1,
      3,
    ],
    [
      "U-shapes that take more with a gap than discs of their area",
      { ...job(channel(20, 20, 3), 40), config: { spacing: 2, edge_margin: 0 } },
      2,
      2,
    ],
  ])("knows of %s", (_what, request, open, all) => {
    expect(proven(request)).toEqual({ open, all });
  });

  it("leaves room for three, four and nine where they fit", () => {
    // Three circles of 25.43 fit a square of 100, and three U-shapes where they reach into each other.
    expect(proven(job(round(25.4), 9)).all).toBe(3);
    expect(proven(job(round(24.9), 8)).all).toBe(2);
    expect(proven(job(round(16.6), 18)).all).toBe(2);
    // Arms of 30 fill pockets of 30.
    expect(proven(job(channel(90, 70, 30), 2, { angles: [0, 180] })).all).toBeLessThanOrEqual(2);
  });

  it("is told as the status of a plan", async () => {
    const inputs = [
      job(round(26), 1),
      job(rectangle(60, 60), 3, { holes: [rectangle(58, 58, 1, 1)] }),
      { ...job(round(26), 3), max_sheets: 1 },
    ];
    const plans = inputs.map(async (input) => {
      const plan = await planVerified(input, 100_000);
      return [plan.status, plan.sheets_used, plan.lower_bound];
    });
    expect(await Promise.all(plans)).toEqual([
      ["optimal", 1, 1],
      ["optimal", 3, 3],
      ["feasible", 1, expect.any(Number)],
    ]);
  });
});
