/** Do outward rings hold all of the true outline, and no more than the tolerance beside it? Asked point by point. */
import { describe, expect, it } from "vitest";
import type { Point, Ring } from "../../../../engine/index.ts";
import {
  type Arc,
  arcAround,
  bezierThrough,
  type Curve,
  curveAt,
  lineBetween,
  reverseCurve,
} from "../../../../engine/read/drawing/curves/curves.ts";
import { outwardRings } from "../../../../engine/read/drawing/outward.ts";
import { Random } from "../../../helpers/random.ts";

const TOLERANCE = 0.01;
const SAMPLES = 499;

function samples(curves: readonly Curve[]): Point[] {
  return curves.flatMap((curve) => Array.from({ length: SAMPLES }, (_, i) => curveAt(curve, i / SAMPLES)));
}

/** Distance from a point to a ring, positive inside. */
function depth([x, y]: Point, ring: Ring): number {
  let [least, odd] = [Infinity, false];
  for (let i = 1; i < ring.length; i++) {
    const [[ax, ay], [bx, by]] = [ring[i - 1]!, ring[i]!];
    const [dx, dy] = [bx - ax, by - ay];
    const t = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
    least = Math.min(least, Math.hypot(x - ax - t * dx, y - ay - t * dy));
    if (ay > y !== by > y && x < ax + ((y - ay) * dx) / dy) odd = !odd;
  }
  return odd ? least : -least;
}

/** How far the ring strays from the curves, measured at its corners and the middles of its sides. */
function straying(ring: Ring, curves: readonly Curve[]): number {
  const points = samples(curves);
  let most = 0;
  ring.forEach(([x, y], i) => {
    const [nx, ny] = ring[(i + 1) % ring.length]!;
    for (const share of [0, 0.5]) {
      const [px, py] = [x + share * (nx - x), y + share * (ny - y)];
      most = Math.max(most, Math.min(...points.map(([a, b]) => Math.hypot(a - px, b - py))));
    }
  });
  return most;
}

function check(exterior: Curve[], holes: Curve[][]) {
  const rings = outwardRings({ exterior, holes }, TOLERANCE)!;
  for (const point of samples(exterior))
    expect(depth(point, rings.exterior)).toBeGreaterThan(-TOLERANCE / 100);
  holes.forEach((hole, h) => {
    for (const point of samples(hole)) expect(depth(point, rings.holes[h]!)).toBeLessThan(TOLERANCE / 100);
  });
  return rings;
}

const circle = (x: number, y: number, radius: number, turn = 1) => [
  arcAround(x, y, radius, 0.3, turn * 2 * Math.PI),
];

describe("outward rings", () => {
  it("hold a disc and spare its hole, with the very size of both", () => {
    for (const turn of [1, -1]) {
      const { exterior, holes } = check(circle(10, 20, 50, turn), [circle(10, 20, 12, turn)]);
      for (const [ring, radius] of [
        [exterior, 50],
        [holes[0]!, 12],
      ] as const) {
        expect(Math.max(...ring.map(([x]) => x)) - Math.min(...ring.map(([x]) => x))).toBeCloseTo(
          2 * radius,
          6,
        );
        for (const [x, y] of ring)
          expect(Math.abs(Math.hypot(x - 10, y - 20) - radius)).toBeLessThanOrEqual(TOLERANCE + 1e-9);
      }
    }
  });

  it("hold a slot, bulging in and out", () => {
    const slot = [
      lineBetween(0, 0, 40, 0),
      arcAround(40, 10, 10, -Math.PI / 2, Math.PI),
      lineBetween(40, 20, 0, 20),
      // A bite taken out of the left end.
      arcAround(0, 10, 10, Math.PI / 2, -Math.PI),
    ];
    const { exterior } = check(slot, []);
    expect(Math.max(...exterior.map(([x]) => x))).toBeCloseTo(50, 9);
    expect(Math.min(...exterior.map(([x]) => x))).toBeGreaterThanOrEqual(-TOLERANCE);
  });

  it("hold closed splines of any shape, weights included, drawn either way round", () => {
    const random = new Random(7);
    for (let trial = 0; trial < 12; trial++) {
      const count = random.int(3, 7);
      const reach = () => random.float(20, 60);
      const at = (i: number, r: number): Point => {
        const angle = (2 * Math.PI * i) / count;
        return [r * Math.cos(angle), r * Math.sin(angle)];
      };
      const knots = Array.from({ length: count }, (_, i) => at(i, reach()));
      let curves: Curve[] = knots.map((from, i) => {
        const to = knots[(i + 1) % count]!;
        const weights = trial % 3 === 0 ? [1, random.float(0.5, 2), random.float(0.5, 2), 1] : null;
        return bezierThrough([from, at(i + 0.3, reach()), at(i + 0.6, reach()), to], weights);
      });
      if (trial % 2) curves = curves.map(reverseCurve).reverse();
      const { exterior } = check(curves, []);
      expect(straying(exterior, curves)).toBeLessThan(0.2);
    }
  });

  it("hold a heart, whose lobes touch in a cusp of no width", () => {
    const heart = [
      arcAround(0, 0, 20, Math.PI, Math.PI),
      arcAround(10, 0, 10, 0, Math.PI),
      arcAround(-10, 0, 10, 0, Math.PI),
    ];
    const { exterior } = check(heart, []);
    expect(Math.max(...exterior.map(([, y]) => y))).toBeCloseTo(10, 9);
  });

  it("are none where a slit between two bows is narrower than the tolerance", () => {
    const [r, half] = [10, Math.PI / 5];
    const shift = r + 0.002;
    // The two bows bulge at each other, and are held together at one end.
    const turn = (curves: Curve[]) =>
      curves.map((curve) => {
        if (curve.kind === "line")
          return lineBetween(...spun(curve.x0, curve.y0), ...spun(curve.x1, curve.y1));
        const { cx, cy, radius, start, sweep } = curve as Arc;
        return arcAround(...spun(cx, cy), radius, start + Math.PI / 4, sweep);
      });
    const left = arcAround(-shift, 0, r, -half, 2 * half);
    const right = arcAround(shift, 0, r, Math.PI - half, 2 * half);
    const outline = [
      left,
      lineBetween(left.x1, left.y1, -20, left.y1),
      lineBetween(-20, left.y1, -20, -12),
      lineBetween(-20, -12, 20, -12),
      lineBetween(20, -12, 20, right.y0),
      lineBetween(20, right.y0, right.x0, right.y0),
      right,
      lineBetween(right.x1, right.y1, left.x0, left.y0),
    ];
    expect(outwardRings({ exterior: turn(outline), holes: [] }, TOLERANCE)).toBeNull();
  });
});

function spun(x: number, y: number): [number, number] {
  return [(x - y) * Math.SQRT1_2, (x + y) * Math.SQRT1_2];
}
