/** Closed forms of distances against points taken at short steps along both. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Leg } from "../../../engine/verify/controller/legs.ts";
import {
  legChords,
  legLength,
  legMiddle,
  legSegmentDistance,
  span,
  stretchNear,
} from "../../../engine/verify/sweep/distance.ts";

const STEPS = 720;
const whole = fc.integer({ min: -12, max: 12 });
const point = fc.tuple(whole, whole);
/** A circle, where on it the arc begins, and how far it goes round, in 720ths of a turn. */
const arc = fc.record({
  centre: point,
  radius: fc.integer({ min: 1, max: 9 }),
  from: fc.integer({ min: 0, max: STEPS - 1 }),
  by: fc.integer({ min: -STEPS, max: STEPS }).filter((by) => by !== 0),
});
type Arc = typeof arc extends fc.Arbitrary<infer Value> ? Value : never;

const onCircle = ({ centre: [cx, cy], radius }: Arc, step: number): [number, number] => [
  cx + radius * Math.cos((2 * Math.PI * step) / STEPS),
  cy + radius * Math.sin((2 * Math.PI * step) / STEPS),
];

function legOf(given: Arc): Leg {
  const [x0, y0] = onCircle(given, given.from);
  const [x1, y1] = onCircle(given, Math.abs(given.by) === STEPS ? given.from : given.from + given.by);
  const [cx, cy] = given.centre;
  return { x0, y0, x1, y1, cx, cy, turn: given.by > 0 ? 1 : -1 } as Leg;
}

const pointsOf = (given: Arc) =>
  Array.from({ length: Math.abs(given.by) + 1 }, (_, i) =>
    onCircle(given, given.from + Math.sign(given.by) * i),
  );

/** Distance of a point from a segment, by the nearest of its three kinds of points. */
function fromSegment([x, y]: [number, number], [ax, ay]: [number, number], [bx, by]: [number, number]) {
  const ends = Math.min(Math.hypot(x - ax, y - ay), Math.hypot(x - bx, y - by));
  const length = Math.hypot(bx - ax, by - ay);
  if (length === 0) return ends;
  const along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length;
  return along < 0 || along > length ? ends : Math.abs((x - ax) * (by - ay) - (y - ay) * (bx - ax)) / length;
}

describe("an arc", () => {
  it("is as far from a segment as the nearest of its points", () => {
    fc.assert(
      fc.property(arc, point, point, (given, a, b) => {
        const nearest = Math.min(...pointsOf(given).map((one) => fromSegment(one, a, b)));
        const step = (2 * Math.PI * given.radius) / STEPS;
        const found = legSegmentDistance(legOf(given), ...a, ...b);
        expect(found).toBeLessThanOrEqual(nearest + 1e-9);
        expect(found).toBeGreaterThanOrEqual(nearest - step);
      }),
      { seed: 11, numRuns: 1500 },
    );
  });

  it("has its length, its middle and its chords", () => {
    fc.assert(
      fc.property(arc, (given) => {
        const leg = legOf(given);
        expect(legLength(leg)).toBeCloseTo((2 * Math.PI * given.radius * Math.abs(given.by)) / STEPS, 9);
        const middle = onCircle(given, given.from + given.by / 2);
        expect(Math.hypot(legMiddle(leg)[0] - middle[0], legMiddle(leg)[1] - middle[1])).toBeLessThan(1e-9);
        // A curve of metres is as exact as one of millimetres.
        for (const sagitta of [0.05, 1e-6 * given.radius]) {
          const chords = [...legChords(leg, sagitta)];
          expect([chords.slice(0, 2), chords.slice(-2)]).toEqual([
            [leg.x0, leg.y0],
            [leg.x1, leg.y1],
          ]);
          for (let i = 2; i < chords.length; i += 2) {
            const [x, y] = [0, 1].map((k) => (chords[i - 2 + k]! + chords[i + k]!) / 2) as [number, number];
            const inside = given.radius - Math.hypot(x - given.centre[0], y - given.centre[1]);
            if (inside > sagitta + 1e-9) expect(inside).toBeLessThanOrEqual(sagitta);
          }
        }
      }),
      { seed: 12, numRuns: 300 },
    );
  });
});

describe("a stretch of a segment", () => {
  it("is near another where its points are", () => {
    const radius = fc.integer({ min: 1, max: 6 });
    fc.assert(
      fc.property(point, point, point, point, radius, (p, q, c, d, reach) => {
        fc.pre(p[0] !== q[0] || p[1] !== q[1]);
        const isNear = stretchNear([...p, ...q], [...c, ...d], reach);
        const { low, high } = { ...span };
        const length = Math.hypot(q[0] - p[0], q[1] - p[1]);
        for (let k = 0; k <= 40; k++) {
          const at = (length * k) / 40;
          const spot: [number, number] = [p[0] + ((q[0] - p[0]) * k) / 40, p[1] + ((q[1] - p[1]) * k) / 40];
          const away = fromSegment(spot, c, d);
          if (Math.abs(away - reach) < 1e-6) continue;
          expect(isNear && at >= low - 1e-9 && at <= high + 1e-9).toBe(away < reach);
        }
      }),
      { seed: 13, numRuns: 500 },
    );
  });
});
