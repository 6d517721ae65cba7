/** Many copies of one part lie as dense as its best lattice, counted in closed form. */
import { describe, expect, it } from "vitest";
import { nestPlanRequestSchema } from "../../../../engine/base/contract/nest-plan.ts";
import type { Point, Ring } from "../../../../engine/base/contract/values/geometry.ts";
import { planNest } from "../../../../engine/plan/nest/nest-solver.ts";
import { SearchJob } from "../../../../engine/plan/search/job.ts";
import { verifyNest } from "../../../../engine/verify/nest/nest-judge.ts";
import { BUILDS, type Build, onCore } from "../../../helpers/nest/nest.ts";

const RISE = Math.sqrt(3) / 2;
const hexagon = Array.from({ length: 6 }, (_, i): Point => {
  return [20 * Math.cos((i * Math.PI) / 3), 20 * Math.sin((i * Math.PI) / 3)];
});
const disc = Array.from({ length: 48 }, (_, i): Point => {
  return [18 * Math.cos((i * Math.PI) / 24), 18 * Math.sin((i * Math.PI) / 24)];
});

/** Shape, angles, gap, and the sheet with how many copies its lattice puts there. */
const CASES: [string, Ring, number[], number, { width: number; height: number }, number][] = [
  [
    "right triangles in pairs fill rectangles",
    [
      [0, 0],
      [37, 0],
      [0, 23],
    ],
    [0, 180],
    0,
    { width: 370, height: 230 },
    200,
  ],
  [
    "parallelograms in stacks",
    [
      [0, 0],
      [40, 0],
      [55, 25],
      [15, 25],
    ],
    [0],
    0,
    { width: 415, height: 250 },
    100,
  ],
  [
    "hexagons in columns of equal length",
    hexagon,
    [0],
    0,
    { width: 310, height: (8 + 0.5) * 40 * RISE + 0.01 },
    80,
  ],
  [
    "hexagons a gap apart",
    hexagon,
    [0],
    2,
    { width: 40 + 9 * (30 + 2 * RISE) + 0.01, height: 8.5 * (40 * RISE + 2) },
    80,
  ],
  // Rows 36 apart shift by half a disc: ten and nine in turns, 7 rows on a height of 36 + 6 x 36 x 0.866.
  [
    "discs in rows that interlock",
    disc,
    [0],
    0,
    { width: 36 * 9.5 + 0.2, height: 36 + 6 * 36 * RISE + 1 },
    63,
  ],
];

async function solved(index: number, build: Build, sheets = 2) {
  const [, exterior, angles, spacing, sheet, each] = CASES[index]!;
  const request = nestPlanRequestSchema.parse({
    parts: [{ id: "one", exterior, angles, quantity: sheets * each }],
    sheet,
    config: { spacing, edge_margin: 0 },
  });
  const plan = await onCore(
    (core) => planNest(core, request, new SearchJob({ workBudget: 1_500_000 })),
    build,
  );
  expect(verifyNest(request, plan).violations).toEqual([]);
  return plan;
}

describe("many copies of one part", () => {
  it.each(CASES.map(([name], i) => [name, i] as const))(
    "are laid in their lattice: %s",
    async (_name, index) => {
      expect((await solved(index, "nest.simd.wasm")).sheets_used).toBe(2);
    },
  );

  it("are laid once and repeated", async () => {
    const { sheets } = await solved(0, "nest.simd.wasm", 50);
    expect(sheets.map(({ count, placements }) => [count, placements.length])).toEqual([[50, 200]]);
  });

  it("are laid alike in every build", async () => {
    const [first, ...others] = await Promise.all(BUILDS.map((build) => solved(3, build)));
    for (const other of others) expect(other).toEqual(first);
  });
});
