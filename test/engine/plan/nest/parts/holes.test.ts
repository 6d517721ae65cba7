/** Parts in the holes of others: they take no room from any sheet, so the frames alone say how many sheets there are. */
import { describe, expect, it } from "vitest";
import { checkNestRequest } from "../../../../../engine/base/check/part.ts";
import {
  type NestPlan,
  type NestPlanRequestInput,
  nestPlanRequestSchema,
} from "../../../../../engine/base/contract/nest-plan.ts";
import type { Point, Ring } from "../../../../../engine/base/contract/values/geometry.ts";
import { pointBounds } from "../../../../../engine/base/geometry/ring.ts";
import { planNest } from "../../../../../engine/plan/nest/nest-solver.ts";
import { SearchJob } from "../../../../../engine/plan/search/job.ts";
import { verifyNest } from "../../../../../engine/verify/nest/nest-judge.ts";
import { ell } from "../../../../helpers/nest/jobs.ts";
import { onCore } from "../../../../helpers/nest/nest.ts";
import { Random } from "../../../../helpers/random.ts";
import { box, disc } from "../../../../helpers/rings.ts";

type PartInput = NestPlanRequestInput["parts"][number];

/** Next to nothing: the first layout and some constructions. */
const FIRST_WORK = 3000;

async function solve(input: NestPlanRequestInput, workBudget = FIRST_WORK): Promise<NestPlan> {
  const request = nestPlanRequestSchema.parse(input);
  checkNestRequest(request);
  const plan = await onCore((core) => planNest(core, request, new SearchJob({ workBudget })));
  expect(verifyNest(request, plan, { complete: false }).violations).toEqual([]);
  return plan;
}

function moved(ring: Ring, x: number, y: number, scale = 1): Ring {
  return ring.map(([px, py]): Point => [x + scale * px, y + scale * py]);
}

function turned(ring: Ring): Ring {
  return ring.map(([x, y]): Point => [-y, x]);
}

/** Holes about the origin, at most 1 wide and high, and what of the same form is a gap smaller all round. */
const HOLES: Record<string, (random: Random) => { hole: Ring; inside: (size: number, gap: number) => Ring }> =
  {
    square: () => ({
      hole: box(-0.5, -0.5, 1, 1),
      inside: (size, gap) => box(0, 0, size - 2 * gap, size - 2 * gap),
    }),
    round: (random) => {
      const points = random.int(16, 200);
      const flat = Math.cos(Math.PI / points);
      return {
        hole: disc(0, 0, 0.5, points),
        inside: (size, gap) => disc(0, 0, (size / 2) * flat - gap, random.int(16, 200)),
      };
    },
    hexagon: () => ({
      hole: disc(0, 0, 0.5, 6),
      inside: (size, gap) => disc(0, 0, size / 2 - gap / Math.cos(Math.PI / 6), 6),
    }),
    ell: () => {
      const ell = (s: number): Ring => [
        [0, 0],
        [s, 0],
        [s, 0.4 * s],
        [0.4 * s, 0.4 * s],
        [0.4 * s, s],
        [0, s],
      ];
      return {
        hole: moved(ell(1), -0.5, -0.5),
        inside: (size, gap) => {
          const [a, b] = [size - 2 * gap, 0.4 * size - 2 * gap];
          return [
            [0, 0],
            [a, 0],
            [a, b],
            [b, b],
            [b, a],
            [0, a],
          ];
        },
      };
    },
  };

/** Placements with nothing around them that has a hole. */
function outside({ sheets }: NestPlan): string[] {
  return sheets.flatMap(({ placements }) =>
    placements
      .filter(({ part_id }) => part_id.startsWith("inside"))
      .filter(({ bounds: b }) =>
        placements.every(
          ({ part_id, bounds }) =>
            !part_id.startsWith("frame") ||
            b.min_x < bounds.min_x ||
            b.max_x > bounds.max_x ||
            b.min_y < bounds.min_y ||
            b.max_y > bounds.max_y,
        ),
      )
      .map(({ part_id }) => part_id),
  );
}

/** Frames of some kinds, in each hole a part that fits with a little play or none, and perhaps one in that. */
function frames(random: Random, kinds: number) {
  const spacing = random.pick([0, 0, 2, 5]);
  const parts: PartInput[] = [];
  const insides: PartInput[] = [];
  for (let kind = kinds; kind > 0; kind--) {
    const { hole, inside } = HOLES[random.pick(Object.keys(HOLES))]!(random);
    const size = random.float(150, 400);
    const quantity = random.int(2, 12);
    const exterior = box(-size / 2 - 30, -size / 2 - 30, size + 60, size + 60);
    parts.push({ id: `frame ${kind}`, exterior, holes: [moved(hole, 0, 0, size)], quantity });
    const fitting = inside(size, spacing + random.pick([0, 0.5, 3]));
    insides.push({
      id: `inside ${kind}`,
      exterior: random.chance(0.5) ? turned(fitting) : fitting,
      quantity,
    });
  }
  const angles = [0, 90, 180, 270];
  return {
    parts: [...parts, ...insides].map((part) => ({ ...part, angles })),
    sheet: { width: 1500, height: 1000 },
    config: { spacing, edge_margin: 5 },
  };
}

/** Sheets that the frames of the first part take in rows. */
function sheetsInRows({ parts, sheet, config }: ReturnType<typeof frames>): number {
  const { min_x, max_x } = pointBounds(parts[0]!.exterior as Ring);
  const inOne = (length: number) =>
    Math.floor((length - 2 * config.edge_margin + config.spacing) / (max_x - min_x + config.spacing));
  return Math.ceil(Number(parts[0]!.quantity) / (inOne(sheet.width) * inOne(sheet.height)));
}

describe("parts in holes", () => {
  it.each(Array.from({ length: 40 }, (_, i) => i))(
    "cost no sheet from the first layout on, seed %i",
    async (seed) => {
      const job = frames(new Random(seed), 1);
      const plan = await solve(job, 1);
      expect(plan).toMatchObject({ sheets_used: sheetsInRows(job), unplaced: [] });
    },
  );

  it.each(Array.from({ length: 20 }, (_, i) => i))(
    "all find the hole that is theirs, seed %i",
    async (seed) => {
      expect(outside(await solve(frames(new Random(seed), 3)))).toEqual([]);
    },
  );

  it.each([
    { kind: "squares", exterior: box(0, 0, 185, 185) },
    { kind: "discs", exterior: disc(0, 0, 92, 24) },
    { kind: "hexagons", exterior: disc(0, 0, 98, 6) },
  ])("are several $kind where there is room for them", async ({ exterior }) => {
    const parts = [
      { id: "frame", exterior: box(0, 0, 480, 480), holes: [box(40, 40, 400, 400)], quantity: 16 },
      { id: "inside", exterior, quantity: 64 },
    ];
    const job = { parts, sheet: { width: 1000, height: 1000 }, config: { spacing: 5, edge_margin: 5 } };
    expect(await solve(job, 1_000_000)).toMatchObject({ sheets_used: 4, placed_parts: 80 });
  });

  it.each([
    { kind: "angles", exterior: ell(180, 50) },
    { kind: "thick angles", exterior: ell(170, 70) },
    {
      kind: "trapezia",
      exterior: [
        [0, 0],
        [250, 0],
        [190, 100],
        [60, 100],
      ] as Ring,
    },
  ])("are several $kind that fit only when turned against each other", async ({ exterior }) => {
    const ring = {
      id: "frame",
      exterior: disc(0, 0, 240, 64),
      holes: [disc(0, 0, 225, 64)],
      quantity: 16,
    };
    const parts = [ring, { id: "inside", exterior, quantity: 64 }].map((part) => ({
      ...part,
      angles: [0, 90, 180, 270],
    }));
    const job = { parts, sheet: { width: 1000, height: 1000 }, config: { spacing: 5, edge_margin: 5 } };
    expect(await solve(job, 1)).toMatchObject({ sheets_used: 4, placed_parts: 80 });
  });

  it("are several in a hole that is not convex", async () => {
    const hole: Ring = [
      [-200, -200],
      [200, -200],
      [200, -40],
      [80, -40],
      [80, 200],
      [-80, 200],
      [-80, -40],
      [-200, -40],
    ];
    const parts = [
      { id: "frame", exterior: box(-240, -240, 480, 480), holes: [hole], quantity: 4 },
      { id: "inside", exterior: box(0, 0, 100, 100), quantity: 20 },
    ];
    const job = { parts, sheet: { width: 1000, height: 1000 }, config: { spacing: 5, edge_margin: 5 } };
    expect(await solve(job, 1)).toMatchObject({ sheets_used: 1, placed_parts: 24 });
  });

  it("lie in those of parts that lie in holes themselves", async () => {
    const parts = [
      { id: "washer", exterior: disc(0, 0, 200, 96), holes: [disc(0, 0, 150, 96)], quantity: 48 },
      { id: "ring", exterior: disc(0, 0, 146, 64), holes: [disc(0, 0, 100, 64)], quantity: 48 },
      { id: "plug", exterior: disc(0, 0, 96, 48), quantity: 48 },
    ];
    const job = { parts, sheet: { width: 1700, height: 1300 }, config: { spacing: 3, edge_margin: 5 } };
    const plan = await solve(job, 1);
    expect(plan).toMatchObject({ sheets_used: 4, placed_parts: 144 });
  });

  it("take no room from frames of many sizes in the first layout", async () => {
    const random = new Random(12);
    // So large that none goes into another, and one disc into each.
    const sizes = Array.from({ length: 10 }, () => [random.float(700, 900), 900] as const);
    const frames = sizes.map(([width, height], i): PartInput => {
      const window = box(20, 20, width - 40, height - 40);
      return { id: `frame ${i}`, quantity: 4, exterior: box(0, 0, width, height), holes: [window] };
    });
    const discs = sizes.map((sides, i): PartInput => {
      return { id: `disc ${i}`, quantity: 4, exterior: disc(0, 0, Math.min(...sides) / 2 - 26, 32) };
    });
    const job = { sheet: { width: 3000, height: 1500 }, config: { spacing: 3, edge_margin: 5 } };
    const alone = await solve({ ...job, parts: frames }, 1);
    const both = await solve({ ...job, parts: [...frames, ...discs] }, 1);
    expect(both).toMatchObject({ sheets_used: alone.sheets_used, unplaced: [] });
  });

  it("find holes of many sizes, of which each might take many of many kinds", async () => {
    const random = new Random(13);
    // Three frames fill a sheet, none goes into another, and discs fill a third of their holes.
    const sides = Array.from({ length: 12 }, () => random.float(870, 900));
    const frames = sides.map((side, i): PartInput => {
      const hole = box(20, 20, side - 40, side - 40);
      return { id: `frame ${i}`, quantity: 4, exterior: box(0, 0, side, side), holes: [hole] };
    });
    const discs = sides.map((_, i): PartInput => {
      return { id: `disc ${i}`, quantity: 24, exterior: disc(0, 0, 64 + 6 * i, 32) };
    });
    const job = { sheet: { width: 2730, height: 915 }, config: { spacing: 3, edge_margin: 5 } };
    expect(await solve({ ...job, parts: [...frames, ...discs] }, 1)).toMatchObject({
      sheets_used: 16,
      unplaced: [],
    });
  });

  it("leave the hole to what has the higher priority", async () => {
    const parts = [
      {
        id: "frame",
        exterior: box(0, 0, 400, 400),
        holes: [box(20, 20, 360, 360)],
        quantity: 1,
        priority: 2,
      },
      { id: "wanted", exterior: box(0, 0, 200, 200), quantity: 1, priority: 1 },
      { id: "large", exterior: box(0, 0, 350, 350), quantity: 1, priority: 0 },
    ];
    const job = {
      parts,
      sheet: { width: 410, height: 410 },
      max_sheets: 1,
      config: { spacing: 0, edge_margin: 5 },
    };
    const plan = await solve(job, 1e5);
    expect(plan.sheets[0]!.placements.map(({ part_id }) => part_id).sort()).toEqual(["frame", "wanted"]);
  });
});
