/** Ways round loose parts, on figures where the shortest one is known. */
import { expect, it } from "vitest";
import type { Point } from "../../../../../engine/base/contract/values/geometry.ts";
import { LooseRings } from "../../../../../engine/write/toolpath/order/detour.ts";
import { box } from "../../../../helpers/rings.ts";

function loose(...boxes: [number, number, number, number][]): LooseRings {
  const rings = new LooseRings(boxes.map(([x, y, w, h]) => box(x, y, w, h)));
  for (const i of boxes.keys()) rings.loosen(i);
  return rings;
}

function far(points: Point[]): number {
  return points
    .slice(1)
    .reduce((sum, [x, y], i) => sum + Math.hypot(x - points[i]![0], y - points[i]![1]), 0);
}

it("leaves a loose part by its nearest side and goes straight on", () => {
  const rings = loose([0, 0, 40, 20]);
  for (const [from, to] of [
    [
      [10, 2],
      [10, -30],
    ],
    [
      [38, 10],
      [70, 10],
    ],
    [
      [20, 18],
      [20, 50],
    ],
    [
      [2, 10],
      [-30, 10],
    ],
  ] as [Point, Point][]) {
    expect(far([from, ...rings.way(from, to), to])).toBeCloseTo(
      Math.hypot(to[0] - from[0], to[1] - from[1]),
      9,
    );
    expect(far([to, ...rings.way(to, from), from])).toBeCloseTo(
      Math.hypot(to[0] - from[0], to[1] - from[1]),
      9,
    );
  }
});

it("leaves by the side where it lies and runs along that, not round the part", () => {
  // The nearest place of the side is 3 before or behind the one where the straight way leaves the part.
  const rings = loose([0, 0, 40, 20]);
  for (const dx of [-30, 30]) {
    const [from, to]: [Point, Point] = [
      [20, 1],
      [20 + dx, -9],
    ];
    const straight = Math.hypot(dx, 10);
    for (const points of [rings.way(from, to), rings.way(to, from)]) {
      expect(
        points.every(([x, y]) => Math.abs(y) < 1e-9 && x > 0 && x < 40),
        JSON.stringify(points),
      ).toBe(true);
      expect(far([from, ...points, to])).toBeLessThan(straight + 2);
    }
  }
});

it("goes round what it crosses with a notch in its very middle", () => {
  const notched: Point[] = [
    [0, 0],
    [40, 0],
    [40, 20],
    [20, 10],
    [0, 20],
  ];
  const rings = new LooseRings([notched]);
  rings.loosen(0);
  expect(rings.way([-10, 9.995], [50, 9.995])).toEqual([
    [0, 0],
    [40, 0],
  ]);
});

it("passes what lies on the rim of a loose ring with that ring", () => {
  // As a part in a hole, both loose, that touches the rim where the way leaves them; rounding tells which comes last.
  for (const hair of [-1e-13, 0, 1e-13]) {
    const rings = loose([0, 0, 60, 50], [0 - hair, 10, 20, 30]);
    const points = rings.way([22, 25], [-8, 24]);
    expect(
      points.every(([x]) => Math.abs(x) < 1e-9),
      JSON.stringify(points),
    ).toBe(true);
    expect(far([[22, 25], ...points, [-8, 24]])).toBeLessThan(31);
  }
});

it("goes round by the shorter side", () => {
  const rings = loose([0, 0, 40, 20]);
  // Below, over both lower corners.
  expect(rings.way([-10, 5], [50, 5])).toEqual([
    [0, 0],
    [40, 0],
  ]);
  expect(rings.way([50, 15], [-10, 15])).toEqual([
    [40, 20],
    [0, 20],
  ]);
});
