/** Sheets on which something lies for good or is missing: the search for denser layouts works round about it. */
import { describe, expect, it } from "vitest";
import type { NestPlanRequestInput } from "../../../../engine/base/contract/nest-plan.ts";
import type { Ring } from "../../../../engine/base/contract/values/geometry.ts";
import { randomJob, requestFrom } from "../../../helpers/nest/jobs.ts";
import { BUILDS, bare, planVerified } from "../../../helpers/nest/nest.ts";
import { Random } from "../../../helpers/random.ts";
import { box } from "../../../helpers/rings.ts";

/** The piece in the middle of the sheets of 160 by 100 that are cut up here. */
const middle: Ring = box(60, 35, 40, 30);

/** Everything of such a sheet but its middle, cut up at a slant into pieces that are a little smaller than needed. */
function piecesAround(seed: number, quantity = 1) {
  const random = new Random(seed);
  const rings = [
    ...slabs(random, 0, 60, 0, 100),
    ...slabs(random, 60, 100, 0, 35),
    ...slabs(random, 60, 100, 65, 100),
    ...slabs(random, 100, 160, 0, 100),
  ];
  return rings.map((ring, i) => ({
    id: `piece-${i}`,
    exterior: ring.map(([x, y]): [number, number] => [0.96 * x, 0.96 * y]),
    quantity,
    angles: [0, 180],
  }));
}

function slabs(random: Random, left: number, right: number, low: number, high: number): Ring[] {
  const count = random.int(1, 3);
  const pitch = (right - left) / count;
  const cuts = Array.from({ length: count + 1 }, (_, i) => {
    const lean = i === 0 || i === count ? 0 : random.float(-0.25, 0.25) * pitch;
    return [left + i * pitch - lean, left + i * pitch + lean] as const;
  });
  return cuts.slice(1).map((cut, i): Ring => {
    const before = cuts[i]!;
    return [
      [before[0], low],
      [cut[0], low],
      [cut[1], high],
      [before[1], high],
    ];
  });
}

const sheet = { width: 160, height: 100 };
const lying = { placements: [{ part: 0, x: 0, y: 0, rotation: 0 }] };
const block = (quantity: number) => ({ id: "block", exterior: middle, quantity });
/** Enough to get through with one group of sheets or two. */
const WORK = 2_000_000;

describe("the search on sheets with obstacles", () => {
  it.each([1, 2, 5, 7])("finds the one sheet that everything was cut from, job %i", async (seed) => {
    const parts = piecesAround(seed);
    const knot = { parts, sheets: [{ id: "knot", ...sheet, defects: [middle] }], config: bare };
    expect(await planVerified(knot, WORK)).toMatchObject({ sheets_used: 1, unplaced: [] });
    const holed = {
      parts,
      sheets: [{ id: "holed", ...sheet, holes: [middle], quantity: 1 }],
      config: bare,
    };
    expect(await planVerified(holed, WORK)).toMatchObject({ placed_parts: parts.length });
  });

  it.each([1, 2])("saves a sheet by what finds room beside fixed parts, job %i", async (seed) => {
    const parts = [block(2), ...piecesAround(seed, 2)];
    const found = await planVerified({ parts, sheet, fixed: [lying, lying], config: bare }, WORK);
    expect(found).toMatchObject({ sheets_used: 2, unplaced: [] });
  });

  it("shortens a strip about what lies on it, and never moves that, nor leaves it out", async () => {
    const parts = [block(1), ...piecesAround(1)];
    const strip = { parts, sheet: { width: 1, height: 100 }, strip: true, fixed: [lying], config: bare };
    const { sheets } = await planVerified(strip, 1_000_000);
    // Cut from a length of 160; constructions alone leave it longer than that.
    expect(sheets[0]!.width).toBeLessThan(160);
    const alone = await planVerified({ ...strip, parts: [block(2)] }, 200_000);
    expect(alone.sheets[0]!.width).toBeCloseTo(100, 5);
  });

  it("puts parts into holes that no column of a construction leads to", async () => {
    const hole: Ring = [
      [50, 62],
      [38, 50],
      [50, 38],
      [62, 50],
    ];
    const parts = [
      { id: "frame", exterior: box(0, 0, 100, 100), holes: [hole], quantity: 2 },
      { id: "small", exterior: box(0, 0, 10, 10), quantity: 2, angles: [0] },
    ];
    const request = { parts, sheet: { width: 100, height: 100 }, config: bare };
    expect(await planVerified(request, 200_000)).toMatchObject({ sheets_used: 2, unplaced: [] });
    // The same where the frames stay where they are and nothing else lies on their sheets.
    const frame = { placements: [{ part: 0, x: 0, y: 0, rotation: 0 }] };
    const around = { ...request, fixed: [frame, frame] };
    expect(await planVerified(around, 200_000)).toMatchObject({ sheets_used: 2, unplaced: [] });
  });

  it("finds the same in every build", async () => {
    const parts = [block(2), ...piecesAround(2, 2)];
    const request = { parts, sheet, fixed: [lying, lying], config: { spacing: 0.5, edge_margin: 1 } };
    const found = await Promise.all(BUILDS.map((build) => planVerified(request, 300_000, { build })));
    expect(found[1]).toEqual(found[0]);
    expect(found[2]).toEqual(found[0]);
  });

  it("keeps to every outline, hole, bad place and fixed part of random jobs", async () => {
    for (let seed = 0; seed < 40; seed++) {
      const request = randomPlan(seed);
      const first = await planVerified(request, 60_000);
      const [some] = first.sheets;
      if (!some) continue;
      // Every other part of a sheet stays, the others are placed once more.
      const fixed = [{ sheet_id: "a", placements: some.placements.filter((_, i) => i % 2 === 0) }];
      await planVerified({ ...request, fixed }, 60_000);
    }
  });
});

function randomPlan(seed: number): NestPlanRequestInput {
  const random = new Random(seed);
  const { parts, sheet: whole, config } = requestFrom(randomJob(seed));
  const { width, height } = whole;
  const outline: Ring = [
    [0, 0],
    [width, 0],
    [width, 0.6 * height],
    [0.6 * width, height],
    [0, height],
  ];
  const type = {
    id: "a",
    width,
    height,
    ...(random.chance(0.5) ? { outline } : {}),
    holes: random.chance(0.5) ? [box(0.1 * width, 0.1 * height, 0.2 * width, 0.3 * height)] : [],
    defects: random.chance(0.5) ? [box(0.5 * width, 0.4 * height, 0.1 * width, 0.1 * height)] : [],
  };
  return { parts, sheets: [type], config };
}
