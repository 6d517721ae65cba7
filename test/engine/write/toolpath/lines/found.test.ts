/** Shapes of real drawings whose good programs the judge has refused. */
import { expect, it } from "vitest";
import { exportRequestSchema } from "../../../../../engine/base/contract/v1/export.ts";
import type { Point, Ring } from "../../../../../engine/base/contract/values/geometry.ts";
import { lineBetween } from "../../../../../engine/read/drawing/curves/curves.ts";
import { exportGcode } from "../../../../../engine/write/toolpath/export.ts";
import { box } from "../../../../helpers/rings.ts";

const sheet = (exterior: Ring, holes: Ring[], kerf: number) =>
  exportRequestSchema.parse({
    sheet_width: 200,
    sheet_height: 150,
    placements: [{ exterior, holes, x: 20, y: 20 }],
    config: { kerf },
  });

it("takes a hole with a hair at its corner", () => {
  const hole: Ring = [
    [10, 10],
    [10, 19],
    [24, 19],
    [24, 10.00001],
    [24.0005, 10],
  ];
  expect(exportGcode(sheet(box(0, 0, 40, 30), [hole], 0.2))).toContain("hole 1");
});

it("cuts along the line that closes a gap between curves", () => {
  const ends: [Point, Point][] = [
    [
      [0, 0],
      [80, 0],
    ],
    [
      [80, 0.035],
      [80, 50],
    ],
    [
      [80, 50],
      [0, 50],
    ],
    [
      [0, 50],
      [0, 0],
    ],
  ];
  const exterior = ends.map(([[x0, y0], [x1, y1]]) => lineBetween(x0, y0, x1, y1));
  const request = sheet(box(0, 0, 80, 50), [], 0.2);
  expect(exportGcode(request, { curves: [{ exterior, holes: [] }] })).toContain("part 1");
});

it("ramps into each slot that its mouth closes", () => {
  // Slots 6 wide behind mouths 2 wide, for a tool of 3.
  const slots = [0, 1, 2, 3].flatMap((k): Ring => {
    const x = 10 + 20 * k;
    return [
      [x, 0],
      [x, 4],
      [x - 2, 4],
      [x - 2, 14],
      [x + 4, 14],
      [x + 4, 4],
      [x + 2, 4],
      [x + 2, 0],
    ];
  });
  const comb: Ring = [[0, 0], ...slots, [90, 0], [90, 20], [0, 20]];
  const options = { machine: "shapeoko", entry: "ramp", ramp_angle: 1, depth: 2, passes: 1 } as const;
  expect(exportGcode(sheet(comb, [], 3), options).match(/part 1 slot/g)).toHaveLength(4);
});
