/** Point in polygon against what is known of the shapes: half-planes of convex rings, angles of winding of any ring. */
import { expect, it } from "vitest";
import type { Point } from "../../../../engine/base/contract/values/geometry.ts";
import {
  insideRing,
  insideRings,
  insideSpans,
  rayCrossing,
} from "../../../../engine/base/geometry/inside.ts";
import { Random } from "../../../helpers/random.ts";
import { box } from "../../../helpers/rings.ts";

const SQUARE: Point[] = box(0, 0, 4, 4);

/** Turns of the ring about a point, by the angles at which its edges are seen. */
function turns(ring: readonly Point[], x: number, y: number): number {
  let sum = 0;
  for (const [i, [ax, ay]] of ring.entries()) {
    const [bx, by] = ring[(i + 1) % ring.length]!;
    const angle = Math.atan2(by - y, bx - x) - Math.atan2(ay - y, ax - x);
    sum += Math.atan2(Math.sin(angle), Math.cos(angle));
  }
  return Math.round(sum / (2 * Math.PI));
}

it("agrees with angles of winding on random rings, closed and open, in both directions", () => {
  const draws = new Random(56);
  const random = () => draws.next();
  for (let round = 0; round < 300; round++) {
    const ring = Array.from({ length: 3 + (round % 7) }, (): Point => [random(), random()]);
    const [x, y] = [random(), random()];
    const expected = turns(ring, x, y);
    expect(insideRing(ring, x, y)).toBe(expected % 2 !== 0);
    expect(insideRing([...ring, ring[0]!], x, y)).toBe(expected % 2 !== 0);
    const crossings = ring.map(([ax, ay], i) => rayCrossing(x, y, ax, ay, ...ring[(i + 1) % ring.length]!));
    expect(crossings.reduce((sum, crossing) => sum + crossing, 0)).toBeCloseTo(expected);
  }
});

it("counts a vertex at the height of the point once", () => {
  const diamond: Point[] = [
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
  ];
  expect(insideRing(diamond, 0, 0)).toBe(true);
  expect(insideRing(diamond, -2, 0)).toBe(false);
  expect(insideRing(SQUARE, -1, 4)).toBe(false);
  expect(insideRing(SQUARE, -1, 0)).toBe(false);
});

it("leaves holes out and finds the spans between them", () => {
  const hole = SQUARE.map(([x, y]): Point => [1 + x / 4, 1 + y / 4]);
  expect(insideRings([SQUARE, hole], 1.5, 1.5)).toBe(false);
  expect(insideRings([SQUARE, hole], 3, 3)).toBe(true);
  expect(insideSpans([SQUARE, hole], 1.5)).toEqual([
    [0, 1],
    [2, 4],
  ]);
});
