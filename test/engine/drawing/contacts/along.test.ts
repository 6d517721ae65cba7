/** Of one contour: no pair of curves that may meet is left out, and what is called convex is so. */
import { describe, expect, it } from "vitest";
import type { Point } from "../../../../engine/contract/values/geometry.ts";
import { isConvex, pairsAlong } from "../../../../engine/drawing/contacts/along.ts";
import { bulgeBetween } from "../../../../engine/drawing/curves/curves.ts";
import { Random } from "../../../helpers/random.ts";

describe("pairs of curves of a contour", () => {
  it("are those whose boxes meet, each once and the earlier first", () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = new Random(seed);
      const count = random.int(2, 40);
      const bounds = new Float64Array(4 * count);
      for (let at = 0; at < bounds.length; at += 4) {
        const [x, y] = [random.int(0, 30), random.int(0, 30)];
        bounds.set([x, y, x + random.int(0, 8), y + random.int(0, 8)], at);
      }
      const first = random.int(0, count - 2);
      const end = random.int(first + 2, count);
      const found: string[] = [];
      pairsAlong(bounds, [first, end], (p, q) => found.push(`${p} ${q}`) > 0);
      const expected: string[] = [];
      for (let p = first; p < end; p++)
        for (let q = p + 1; q < end; q++)
          if ([0, 1].every((i) => spans(bounds, p, i, q) && spans(bounds, q, i, p)))
            expected.push(`${p} ${q}`);
      expect(found.sort(), `seed ${seed}`).toEqual(expected.sort());
    }
  });

  it("end where nobody wants more", () => {
    let calls = 0;
    pairsAlong(new Float64Array(40), [0, 10], () => ++calls < 3);
    expect(calls).toBe(3);
  });
});

/** Whether one of two boxes begins before the other ends. */
function spans(bounds: Float64Array, p: number, axis: number, q: number): boolean {
  return bounds[4 * p + axis]! <= bounds[4 * q + axis + 2]!;
}

describe("convex contours", () => {
  const ring = (...corners: [x: number, y: number, bulge?: number][]) =>
    corners.map(([x, y, bulge = 0], i) => {
      const [u, v] = corners[(i + 1) % corners.length]!;
      return bulgeBetween(x, y, u, v, bulge);
    });
  const star = Array.from({ length: 5 }, (_, i): Point => {
    const angle = (4 * Math.PI * i) / 5;
    return [10 * Math.cos(angle), 10 * Math.sin(angle)];
  });

  it.each([
    ["a square", ring([0, 0], [9, 0], [9, 9], [0, 9]), true],
    ["the other way round", ring([0, 9], [9, 9], [9, 0], [0, 0]), true],
    ["a slot", ring([0, 0], [30, 0, 1], [30, 8], [0, 8, 1]), true],
    ["a lens", ring([0, 0, 0.5], [40, 0, 1]), true],
    ["an L", ring([0, 0], [9, 0], [9, 4], [4, 4], [4, 9], [0, 9]), false],
    ["a bay", ring([0, 0], [9, 0], [9, 9, -0.3], [0, 9]), false],
    ["a star, which turns twice", ring(...star), false],
    ["a bow tie", ring([0, 0], [9, 9], [9, 0], [0, 9]), false],
    ["there and back", ring([0, 0], [9, 0], [5, 0]), false],
    ["more than a turn of arcs", ring([0, 0, 3], [4, 0, 3]), false],
  ])("%s", (_, curves, expected) => {
    expect(isConvex(curves, 1e-3)).toBe(expected);
  });

  it("end where they begin", () => {
    expect(isConvex(ring([0, 0], [9, 0], [9, 9], [0, 9]).slice(0, 3), 1e-3)).toBe(false);
  });
});
