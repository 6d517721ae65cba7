/** Lines of a program as a controller counts them, circles as its chords, and the first order of contours. */
import { describe, expect, it } from "vitest";
import {
  type ExportRequestInput,
  exportRequestSchema,
} from "../../../../../engine/base/contract/v1/export.ts";
import type { Point } from "../../../../../engine/base/contract/values/geometry.ts";
import { planExport } from "../../../../../engine/write/toolpath/export.ts";
import type { GcodeOptions } from "../../../../../engine/write/toolpath/machine/options.ts";
import { curveTour } from "../../../../../engine/write/toolpath/order/curve.ts";
import { Entries } from "../../../../../engine/write/toolpath/order/entries.ts";
import type { TourGround } from "../../../../../engine/write/toolpath/order/ground.ts";
import { nearestNeighbour, numbers, square } from "../../../../helpers/drawing/contours.ts";
import { cuts, wholeCircle } from "../../../../helpers/program.ts";
import { disc } from "../../../../helpers/rings.ts";

const plate: ExportRequestInput = {
  sheet_width: 80,
  sheet_height: 80,
  placements: [{ exterior: disc(0, 0, 15, 180), x: 40, y: 40 }],
  config: { kerf: 1 },
};
const textOf = (options: GcodeOptions) => planExport(exportRequestSchema.parse(plate), options).gcode;

it("a whole circle in one word is whole as chords too", () => {
  const circle = wholeCircle(15);
  const machine = { dialect: "qtplasmac", output: { full_circles: true } } as const;
  const program = textOf({ machine, lead_in: 0, arcs: false, curves: [{ exterior: [circle], holes: [] }] });
  expect(program).not.toMatch(/^G[23] /m);
  const lengths = cuts(program).map((path) =>
    path.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - path[i]![0], y - path[i]![1]), 0),
  );
  expect(lengths).toEqual([expect.closeTo(31 * Math.PI, 1)]);
});

describe("the order along a curve", () => {
  it("goes over a crowd in less than a third more than always on to the nearest", () => {
    for (const seed of [1, 2, 3]) {
      const random = numbers(seed);
      const at = Array.from({ length: 400 }, (): Point => [900 * random(), 600 * random()]);
      const contours = at.map(([x, y], i) => square(i, x, y, 0.01));
      const ground = {
        boxes: contours.map(({ bounds }) => bounds),
        around: new Int32Array(contours.length).fill(-1),
        entries: new Entries(contours),
        ends: { from: [0, 0], to: [0, 0] },
      } as unknown as TourGround;
      const tour = curveTour(ground).map(({ index }) => at[index]!);
      expect(new Set(tour).size).toBe(400);
      const stops: Point[] = [[0, 0], ...tour, [0, 0]];
      const length = stops
        .slice(1)
        .reduce((sum, [x, y], i) => sum + Math.hypot(x - stops[i]![0], y - stops[i]![1]), 0);
      expect(length).toBeLessThan(1.3 * nearestNeighbour(contours));
    }
  });
});
