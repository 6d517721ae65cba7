import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Point } from "../../engine/contract/geometry.ts";
import type { Contour } from "../../engine/toolpath/kerf.ts";
import { orderContours } from "../../engine/toolpath/order.ts";
import { box, winding } from "../helpers/program.ts";

const square = (
  placement: number,
  x: number,
  y: number,
  side: number,
  hole: number | null = null,
): Contour => {
  const ring = box(x, y, side, side);
  return { placement, hole, inner: hole !== null, ring: hole === null ? ring : ring.reverse() };
};
const names = (contours: Contour[]) =>
  contours.map(({ placement, hole }) => `${placement}/${hole ?? "outer"}`);

/** By brute force: does the first ring lie inside the second? */
const within = (a: Contour, b: Contour) => a !== b && a.ring.every((point) => winding(point, b.ring) !== 0);

describe("the cutting order", () => {
  it("cuts holes before their exterior, parts in a hole before the ring around them, to any depth", () => {
    const contours = [
      square(0, 0, 0, 100),
      square(0, 10, 10, 80, 0),
      square(1, 40, 40, 6),
      square(1, 42, 42, 2, 0),
      square(2, 20, 20, 60),
      square(2, 30, 30, 40, 0),
    ];
    expect(names(orderContours(contours))).toEqual(["1/0", "1/outer", "2/0", "2/outer", "0/0", "0/outer"]);
  });

  it("holds for rings that share their edges", () => {
    const contours = [square(0, 0, 0, 30), square(0, 10, 10, 10, 0), square(1, 10, 10, 10)];
    expect(names(orderContours(contours))).toEqual(["1/outer", "0/0", "0/outer"]);
  });

  it("never stalls on layouts that make no sense", () => {
    const twins = [square(0, 0, 0, 10), square(1, 0, 0, 10), square(2, 0, 0, 10)];
    expect(names(orderContours(twins)).sort()).toEqual(["0/outer", "1/outer", "2/outer"]);
    const [a, b] = [square(0, 0, 0, 10), square(1, 100, 0, 10)];
    const crossed = [a, { ...square(0, 90, -10, 40, 0) }, b, { ...square(1, -10, -10, 40, 0) }];
    expect(names(orderContours(crossed)).sort()).toEqual(["0/0", "0/outer", "1/0", "1/outer"]);
  });

  it("goes to the nearest corner of the nearest contour", () => {
    const contours = [square(0, 50, 0, 10), square(1, 5, 5, 10), square(2, 30, 0, 10)];
    const ordered = orderContours(contours);
    expect(names(ordered)).toEqual(["1/outer", "2/outer", "0/outer"]);
    expect(ordered[0]!.ring).toEqual([
      [5, 5],
      [15, 5],
      [15, 15],
      [5, 15],
    ]);
    expect(ordered[1]!.ring[0]).toEqual([30, 0]);
  });

  it("cuts everything once, inside before outside, and the same way every time", () => {
    const part = fc.record({
      x: fc.integer({ min: 0, max: 9 }),
      y: fc.integer({ min: 0, max: 9 }),
      holes: fc.integer({ min: 0, max: 2 }),
      guest: fc.boolean(),
    });
    const check = (parts: { x: number; y: number; holes: number; guest: boolean }[]) => {
      const contours = parts.flatMap(({ x, y, holes, guest }, i) => {
        const [px, py] = [x * 40, y * 40];
        const all = [square(2 * i, px, py, 30)];
        for (let h = 0; h < holes; h++) all.push(square(2 * i, px + 2 + 14 * h, py + 2, 12, h));
        if (guest && holes > 0) all.push(square(2 * i + 1, px + 5, py + 5, 5));
        return all;
      });
      const shuffled = [...contours].sort((a, b) => areaKey(a) - areaKey(b));
      const ordered = orderContours(shuffled);
      expect(names(ordered).sort()).toEqual(names(contours).sort());
      expect(orderContours(shuffled)).toEqual(ordered);
      for (const [i, early] of ordered.entries())
        for (const late of ordered.slice(i + 1)) expect(within(late, early)).toBe(false);
      for (const { ring, placement, hole } of ordered) {
        const source = contours.find((c) => c.placement === placement && c.hole === hole)!;
        expect(ring.map(String).sort()).toEqual(source.ring.map(String).sort());
      }
    };
    const apart = fc.uniqueArray(part, {
      maxLength: 25,
      selector: ({ x, y }: { x: number; y: number }) => `${x},${y}`,
    });
    fc.assert(fc.property(apart, check), { numRuns: 60, seed: 11 });
  });

  it("accepts nothing to cut", () => {
    expect(orderContours([])).toEqual([]);
  });
});

/** An order that has nothing to do with position: a hash of the first corner. */
function areaKey({ ring }: Contour): number {
  const [x, y] = ring[0] as Point;
  return (
    Math.sin(x * 12.9898 + y * 78.233) * 43758.5453 -
    Math.floor(Math.sin(x * 12.9898 + y * 78.233) * 43758.5453)
  );
}
