/** The quick look at outlines against a look at every pair of edges: what it passes is in order. */
import { describe, expect, it } from "vitest";
import { isPlain } from "../../../../engine/base/check/plain.ts";
import type { Point, Ring } from "../../../../engine/base/contract/values/geometry.ts";
import { orientedRing } from "../../../../engine/base/geometry/ring.ts";
import { segmentDistance } from "../../../../engine/base/geometry/segment.ts";
import { Random } from "../../../helpers/random.ts";

const TOUCHING = 1e-6;

/** Points on a rough grid about a circle: many of them cross themselves, or touch. */
function roughRing(random: Random, count: number, grid: number): Ring {
  return Array.from({ length: count }, (_, i): Point => {
    const reach = random.float(20, 100);
    const angle = (2 * Math.PI * (i + random.float(-1, 1))) / count;
    const onGrid = (value: number) => Math.round(value / grid) * grid;
    return [onGrid(reach * Math.cos(angle)), onGrid(reach * Math.sin(angle))];
  });
}

function comesNear(ring: Ring): boolean {
  const end = (i: number) => ring[(i + 1) % ring.length]!;
  return ring.some(([ax, ay], i) =>
    ring.some(([cx, cy], k) => {
      const apart = Math.abs(i - k);
      if (apart <= 1 || apart === ring.length - 1) return false;
      return segmentDistance(ax, ay, ...end(i), cx, cy, ...end(k)) <= TOUCHING;
    }),
  );
}

describe("the quick look at an outline", () => {
  it("passes none whose edges come near each other, and most others", () => {
    let [good, passed] = [0, 0];
    for (let seed = 1; seed <= 400; seed++) {
      const random = new Random(seed);
      const ring = orientedRing(roughRing(random, random.int(4, 40), random.pick([0.001, 1, 5])), true);
      const plain = ring.length > 2 && isPlain([ring], TOUCHING);
      if (plain) expect(comesNear(ring), `seed ${seed}`).toBe(false);
      if (!comesNear(ring)) good++;
      if (plain) passed++;
    }
    expect(good).toBeGreaterThan(50);
    expect(passed).toBeGreaterThan(0.9 * good);
  });

  it("sees what goes round its middle more than once", () => {
    const star = (points: number, step: number, reach = 50): Ring =>
      Array.from({ length: points }, (_, i): Point => {
        const angle = (2 * Math.PI * i * step) / points;
        return [1000 + reach * Math.cos(angle), reach * Math.sin(angle)];
      });
    expect(isPlain([star(2000, 1)], TOUCHING)).toBe(true);
    expect(isPlain([star(2000, 1, 1e-5)], TOUCHING)).toBe(false);
    for (const points of [5, 7, 2001]) expect(isPlain([star(points, 2)], TOUCHING), `${points}`).toBe(false);
  });

  it("sees holes outside, over each other and across the exterior", () => {
    const box = (x: number, y: number, size: number, ccw = false) =>
      orientedRing(
        [
          [x, y],
          [x + size, y],
          [x + size, y + size],
          [x, y + size],
        ],
        ccw,
      );
    const sheet = box(0, 0, 100, true);
    expect(isPlain([sheet, box(10, 10, 20), box(50, 50, 20)], TOUCHING)).toBe(true);
    for (const holes of [[box(200, 0, 10)], [box(10, 10, 50), box(20, 20, 10)], [box(90, 10, 20)]]) {
      expect(isPlain([sheet, ...holes], TOUCHING)).toBe(false);
    }
  });
});
