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
import { expectValid, openCore, rectangle } from "../helpers/nest.ts";

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
