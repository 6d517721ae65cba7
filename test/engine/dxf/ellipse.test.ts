/** Ellipses as other programs write them: turned over by their ratio, or by their extrusion. */
import { describe, expect, it } from "vitest";
import { ellipse, line, readEntities, type Tag } from "../../helpers/drawing/dxf.ts";

/** From 0 to half a turn, and the chord. */
const half = (ratio: number, more: Tag[] = []): Tag[] => [
  ...ellipse(0, 0, 40, 0, ratio),
  [41, 0],
  [42, Math.PI],
  ...more,
  ...line(-40, 0, 40, 0),
];

describe("half an ellipse", () => {
  it.each<[string, Tag[], number, number]>([
    ["lies above its chord", half(0.5), 0, 20],
    ["lies below it where its ratio is negative", half(-0.5), -20, 0],
    [
      "lies below it where it is seen from below",
      half(0.5, [
        [210, 0],
        [220, 0],
        [230, -1],
      ]),
      -20,
      0,
    ],
    [
      "lies above it where both is so",
      half(-0.5, [
        [210, 0],
        [220, 0],
        [230, -1],
      ]),
      0,
      20,
    ],
  ])("%s", (_what, tags, low, high) => {
    const { data } = readEntities(tags, {}, {});
    expect(data.area).toBeCloseTo((Math.PI * 40 * 20) / 2, 6);
    expect(data.bounds.min_y).toBeCloseTo(low, 9);
    expect(data.bounds.max_y).toBeCloseTo(high, 9);
  });
});
