/** What the package can nest beyond the interface: angle lists, mirroring, strips, limited sheets. */
import { describe, expect, it } from "vitest";
import type { Point, Ring } from "../../engine/contract/geometry.ts";
import {
  type NestPlan,
  type NestPlanRequestInput,
  nestPlanRequestSchema,
} from "../../engine/contract/nestplan.ts";
import { placeRing, signedArea } from "../../engine/geometry/ring.ts";
import { Job } from "../../engine/job.ts";
import { planNest } from "../../engine/nestplan.ts";
import { readBlock } from "../../engine/wasm/heap.ts";
import { decodePlan, givePlan } from "../../engine/wasm/nest.ts";
import { BUILDS, expectValid, openCore, rectangle } from "../helpers/nest.ts";

/** Slot of a result block. */
const SCORE = 5;
const bare = { spacing: 0, edge_margin: 0 };

async function plan(input: NestPlanRequestInput, workBudget = 1_000_000): Promise<NestPlan> {
  const request = nestPlanRequestSchema.parse(input);
  const result = await planNest(await openCore(), request, new Job({ workBudget }));
  for (const sheet of result.sheets) expectSheetValid(request, sheet);
  return result;
}

/** Bakes mirror and rotation into rings, so that the verifier of the interface can judge the sheet. */
function expectSheetValid(
  { parts, config }: ReturnType<typeof nestPlanRequestSchema.parse>,
  { width, height, placements }: NestPlan["sheets"][number],
): void {
  const laid = placements.map(({ part, rotation, mirrored, bounds }, i) => {
    const turned = (ring: Ring) =>
      placeRing(
        ring.map(([x, y]): Point => [mirrored ? -x : x, y]),
        0,
        0,
        rotation,
      );
    return {
      bounds,
      part: {
        id: `copy-${i}`,
        exterior: turned(parts[part]!.exterior),
        holes: parts[part]!.holes.map(turned),
        quantity: 1,
      },
    };
  });
  const area = laid.reduce(
    (sum, { part }) =>
      sum +
      Math.abs(signedArea(part.exterior)) -
      part.holes.reduce((holes, hole) => holes + Math.abs(signedArea(hole)), 0),
    0,
  );
  const utilization = (100 * area) / (width * height);
  expectValid(
    {
      parts: laid.map(({ part }) => part),
      sheet: { width, height },
      config: { ...config, rotation_step: 90 },
    },
    {
      summary: {
        sheets_used: 1,
        total_parts: laid.length,
        placed_parts: laid.length,
        unplaced_parts: 0,
        total_utilization: utilization,
        total_waste_percent: 100 - utilization,
      },
      sheets: [
        {
          index: 0,
          utilization,
          placements: laid.map(({ part, bounds }, i) => ({
            part_id: part.id,
            instance: 0,
            x: placements[i]!.x,
            y: placements[i]!.y,
            rotation: 0,
            bounds,
          })),
        },
      ],
      unplaced: [],
    },
  );
}

const wedge: Ring = [
  [0, 0],
  [100, 0],
  [0, 50],
];

describe("planning a nest", () => {
  it("pairs wedges into rectangles where half a turn is allowed", async () => {
    const parts = [{ id: "wedge", exterior: wedge, quantity: 2, angles: [0, 180] }];
    const { sheets_used } = await plan({ parts, sheet: { width: 100, height: 50 }, config: bare });
    expect(sheets_used).toBe(1);
  });

  it("turns a part over where that is allowed", async () => {
    const parts = [
      { id: "left", exterior: wedge, angles: [0] },
      { id: "right", exterior: wedge, angles: [180], mirror: true },
    ];
    const { sheets } = await plan({
      parts,
      sheet: { width: 100, height: 50 },
      config: bare,
    });
    expect(sheets[0]!.placements.map(({ mirrored }) => mirrored)).toEqual([false, false]);
    const turned = [
      { id: "only", exterior: [...wedge, [-20, 10]] as Ring, angles: [0], mirror: true, quantity: 8 },
    ];
    const loose = [{ ...turned[0]!, mirror: false }];
    const strip = { sheet: { width: 1, height: 120 }, strip: true, config: bare };
    const free = await plan({ parts: turned, ...strip }, 2_000_000);
    const bound = await plan({ parts: loose, ...strip }, 2_000_000);
    expect(free.sheets[0]!.width).toBeLessThan(bound.sheets[0]!.width);
  });

  it("shortens a strip to what tiles need", async () => {
    const parts = [{ id: "tile", exterior: rectangle(30, 20), quantity: 20 }];
    const { sheets } = await plan({ parts, sheet: { width: 1, height: 100 }, strip: true, config: bare });
    expect(sheets[0]!.width).toBeCloseTo(120, 5);
  });

  it("keeps margin and spacing in a strip", async () => {
    const parts = [{ id: "tile", exterior: rectangle(30, 20), quantity: 4, angles: [0] }];
    const config = { spacing: 3, edge_margin: 5, kerf: 2 };
    // Two high: 6 + 20 + 5 + 20 + 6 = 57; two wide: 6 + 30 + 5 + 30 + 6 = 77.
    const { sheets } = await plan({ parts, sheet: { width: 1, height: 57 }, strip: true, config });
    expect(sheets[0]!.width).toBeCloseTo(77, 5);
  });

  it("keeps the fullest sheets when their number is limited", async () => {
    const parts = [{ id: "tile", exterior: rectangle(50, 50), quantity: 11 }];
    const sheet = { width: 100, height: 100 };
    const { sheets_used, placed_parts, unplaced } = await plan({ parts, sheet, max_sheets: 2, config: bare });
    expect({ sheets_used, placed_parts, unplaced }).toEqual({
      sheets_used: 2,
      placed_parts: 8,
      unplaced: [{ part_id: "tile", count: 3 }],
    });
  });
});

describe("beginning with a layout", () => {
  const tiles = [{ id: "tile", exterior: rectangle(50, 50), quantity: 9 }];
  const sheet = { width: 100, height: 100 };
  const at = (x: number, y: number, rotation = 0) => ({ part: 0, x, y, rotation });

  it("is never worse than that layout, whatever is done in the time", async () => {
    const parts = [
      { id: "wedge", exterior: wedge, quantity: 12, angles: [0, 180] },
      {
        id: "kite",
        exterior: [
          [0, 0],
          [40, 10],
          [50, 50],
          [10, 40],
        ] as Ring,
        quantity: 10,
        angles: [0, 90],
      },
    ];
    for (const strip of [false, true]) {
      const request = { parts, sheet: { width: 150, height: 120 }, strip, config: bare };
      const good = await plan(request, 1_000_000);
      const score = scoreOf(good, strip);
      expect(scoreOf(await plan(request, 0), strip)).toBeGreaterThan(score);
      for (const work of [0, 200_000]) {
        const warm = await plan({ ...request, start: good }, work);
        expect(scoreOf(warm, strip)).toBeLessThanOrEqual(score + 1e-9);
      }
    }
  });

  it("places what it leaves out round about it", async () => {
    const start = { sheets: [{ placements: [at(0, 0), at(50, 50)] }, { count: 2, placements: [at(25, 0)] }] };
    const request = { parts: tiles, sheet, config: bare, start };
    const { sheets_used, placed_parts } = await plan(request, 100_000);
    expect({ sheets_used, placed_parts }).toEqual({ sheets_used: 3, placed_parts: 9 });
  });

  it.each<[string, unknown[], object]>([
    [
      "overlapping",
      ["start", "sheets", 1, "placements", 1],
      { sheets: [at(0, 0)], more: [at(0, 0), at(49, 0)] },
    ],
    ["off the sheet", ["start", "sheets", 0, "placements", 0], { sheets: [at(51, 0)] }],
    ["at a wrong angle", ["start", "sheets", 0, "placements", 0, "rotation"], { sheets: [at(0, 0, 45)] }],
    [
      "of an unknown part",
      ["start", "sheets", 0, "placements", 0, "part"],
      { sheets: [{ ...at(0, 0), part: 3 }] },
    ],
    ["too many", ["start", "sheets", 0, "placements", 0], { sheets: [at(0, 0)], count: 10 }],
  ])("refuses placements that are %s", async (_what, path, given) => {
    const {
      sheets,
      more,
      count = 1,
    } = given as { sheets: ReturnType<typeof at>[]; more?: typeof sheets; count?: number };
    const start = { sheets: [{ count, placements: sheets }, ...(more ? [{ placements: more }] : [])] };
    await expect(plan({ parts: tiles, sheet, config: bare, start })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      details: [{ path }],
    });
  });

  it("takes a better layout between two steps and goes on from it", async () => {
    const request = nestPlanRequestSchema.parse({
      parts: [{ id: "wedge", exterior: wedge, quantity: 14, angles: [0, 180] }],
      sheet: { width: 1, height: 130 },
      strip: true,
      config: bare,
    });
    const donor = await openCore();
    await planNest(donor, request, new Job({ workBudget: 2_000_000 }));
    const better = readBlock(donor, donor.nestBest());
    for (const work of [0, 500, 100_000]) {
      const lengths = await Promise.all(
        BUILDS.map(async (build) => {
          const core = await openCore(build);
          await planNest(core, request, new Job({ workBudget: work }));
          expect(givePlan(core, better, "nestAdopt")).toBeNull();
          const adopted = decodePlan(readBlock(core, core.nestBest()));
          expect(adopted.sheets).toEqual(decodePlan(better).sheets);
          for (let step = 0; step < 20; step++) core.nestStep(5000);
          return readBlock(core, core.nestBest());
        }),
      );
      expect(lengths[0]![SCORE]!).toBeLessThanOrEqual(better[SCORE]!);
      expect(lengths[1]).toEqual(lengths[0]);
      expect(lengths[2]).toEqual(lengths[0]);
    }
  });
});

/** Length of a strip; sheets used, less the share of one that is left as one rectangle. */
function scoreOf({ sheets, sheets_used }: NestPlan, strip: boolean): number {
  if (strip) return sheets[0]!.width;
  const left = sheets.map(({ width, height, placements }) => {
    const right = Math.max(...placements.map(({ bounds }) => bounds.max_x));
    const top = Math.max(...placements.map(({ bounds }) => bounds.max_y));
    return Math.max(1 - right / width, 1 - top / height);
  });
  return sheets_used - Math.max(...left);
}
