/** Lengths, areas and bounds of Bézier curves are those of shapes that have a closed form, however they are written. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bezierThrough,
  curveArea,
  curveAt,
  curveLength,
  flattenCurve,
  growByCurve,
} from "../../../../engine/read/drawing/curves/curves.ts";

/** x · weight, y · weight, weight. */
type Control = [x: number, y: number, w: number];

const CLOSE = 1e-9;

const curveOf = (controls: Control[]) => {
  const weights = controls.map(([, , w]) => w);
  return bezierThrough(
    controls.map(([x, y, w]) => [x / w, y / w]),
    weights.every((w) => w === weights[0]) ? null : weights,
  );
};

const raise = (controls: Control[]): Control[] => {
  const degree = controls.length;
  const blend = (i: number, axis: 0 | 1 | 2) =>
    (i / degree) * (controls[i - 1]?.[axis] ?? 0) + (1 - i / degree) * (controls[i]?.[axis] ?? 0);
  return Array.from({ length: degree + 1 }, (_, i) => [blend(i, 0), blend(i, 1), blend(i, 2)]);
};

const raised = (controls: Control[], times: number): Control[] =>
  times === 0 ? controls : raised(raise(controls), times - 1);

/** Another parameter, the same points: weights that grow from end to end by a factor. */
const paced = (controls: Control[], spread: number): Control[] =>
  controls.map(([x, y, w], i) => {
    const pace = spread ** (i / (controls.length - 1));
    return [x * pace, y * pace, w * pace];
  });

const boundsOf = (controls: Control[]) => {
  const bounds = { min_x: Infinity, min_y: Infinity, max_x: -Infinity, max_y: -Infinity };
  growByCurve(bounds, curveOf(controls));
  return bounds;
};

const segmentArea = (controls: Control[]) => {
  const curve = curveOf(controls);
  return curveArea(curve, curve.x0, curve.y0);
};

const expectClose = (value: number, truth: number, size = truth) =>
  expect(Math.abs(value - truth) / Math.abs(size)).toBeLessThan(CLOSE);

/** A circular arc about (cx, cy), from angle 0. */
const arc = (radius: number, sweep: number, cx = 0, cy = 0): Control[] => {
  const w = Math.cos(sweep / 2);
  const at = (angle: number, reach: number, weight: number): Control => [
    (cx + reach * Math.cos(angle)) * weight,
    (cy + reach * Math.sin(angle)) * weight,
    weight,
  ];
  return [at(0, radius, 1), at(sweep / 2, radius / w, w), at(sweep, radius, 1)];
};

/** The power basis written as a Bézier curve: x and y are polynomials, lowest coefficient first, t from a to b. */
const polynomial = (xs: number[], ys: number[], a: number, b: number): Control[] => {
  const degree = Math.max(xs.length, ys.length) - 1;
  const blossom = (coefficients: number[], late: number) => {
    // Elementary symmetric means of a (degree − late times) and b (late times).
    const symmetric = [1, ...new Array<number>(degree).fill(0)];
    for (let i = 0; i < degree; i++) {
      for (let k = i + 1; k > 0; k--) symmetric[k] = symmetric[k]! + symmetric[k - 1]! * (i < late ? b : a);
    }
    let [sum, binomial] = [0, 1];
    for (let k = 0; k <= degree; k++) {
      sum += ((coefficients[k] ?? 0) * symmetric[k]!) / binomial;
      binomial = (binomial * (degree - k)) / (k + 1);
    }
    return sum;
  };
  return Array.from({ length: degree + 1 }, (_, i) => [blossom(xs, i), blossom(ys, i), 1]);
};

/** The highest value over [0, 1], by looking closer around every peak among samples that are dense at both ends. */
const highest = (value: (t: number) => number) => {
  const fraction = (i: number) => 1 / (1 + Math.exp(-i / 20));
  let best = Math.max(value(0), value(1));
  for (let i = -500; i <= 500; i++) {
    const [before, here, after] = [i - 1, i, i + 1].map((at) => value(fraction(at))) as [
      number,
      number,
      number,
    ];
    if (here < before || here < after) continue;
    let [low, high] = [fraction(i - 1), fraction(i + 1)];
    for (let round = 0; round < 60; round++) {
      const [p, q] = [low + (high - low) / 3, high - (high - low) / 3];
      if (value(p) < value(q)) low = p;
      else high = q;
    }
    best = Math.max(best, value(low));
  }
  return best;
};

const spreads = fc.double({ min: -6, max: 6, noNaN: true }).map((power) => 10 ** power);
const times = fc.integer({ min: 0, max: 4 });

describe("Bézier curves", () => {
  it("that are circular arcs of any weights and degree are as long, wide and large as the arc", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.05, max: 3, noNaN: true }),
        spreads,
        times,
        fc.constantFrom(0, 1000, 1e5),
        (sweep, spread, more, offset) => {
          const controls = paced(raised(arc(25, sweep, offset, -offset), more), spread);
          expectClose(curveLength(curveOf(controls)), 25 * sweep);
          expectClose(segmentArea(controls), (625 * (sweep - Math.sin(sweep))) / 2, 625 * sweep ** 2);
          const { max_y, min_x } = boundsOf(controls);
          expectClose(max_y + offset, 25 * Math.sin(Math.min(sweep, Math.PI / 2)), 25);
          expectClose(min_x - offset, 25 * Math.cos(sweep), 25);
        },
      ),
      { seed: 20261120, numRuns: 300 },
    );
  });

  it("that are straight are as long as the distance of their ends, whatever their weights", () => {
    const weight = fc.double({ min: -3, max: 3, noNaN: true }).map((power) => 10 ** power);
    fc.assert(
      fc.property(fc.array(weight, { minLength: 2, maxLength: 7 }), fc.nat(360), (weights, degrees) => {
        const [x, y] = [Math.cos(degrees), Math.sin(degrees)];
        const controls = weights.map((w, i): Control => [7 * i * i * x * w, 7 * i * i * y * w, w]);
        expectClose(curveLength(curveOf(controls)), 7 * (weights.length - 1) ** 2);
        expect(Math.abs(segmentArea(controls))).toBeLessThan(1e-9);
      }),
      { seed: 20261121, numRuns: 300 },
    );
  });

  it("that are parabolas have their arc length and area", () => {
    // Length of y = x² from 0 to x.
    const length = (x: number) => (2 * x * Math.sqrt(1 + 4 * x * x) + Math.asinh(2 * x)) / 4;
    const end = fc.double({ min: -30, max: 30, noNaN: true });
    fc.assert(
      fc.property(
        end,
        fc.double({ min: 0.01, max: 40, noNaN: true }),
        spreads,
        times,
        (a, wide, spread, more) => {
          const b = a + wide;
          const controls = paced(raised(polynomial([0, 1], [0, 0, 1], a, b), more), spread);
          expectClose(curveLength(curveOf(controls)), length(b) - length(a));
          expectClose(segmentArea(controls), wide ** 3 / 6, wide * (wide + Math.abs(a * a - b * b)));
          if (a < 0 && b > 0)
            expect(Math.abs(boundsOf(controls).min_y)).toBeLessThan(CLOSE * (a * a + b * b));
        },
      ),
      { seed: 20261122, numRuns: 300 },
    );
  });

  it("with a cusp, where they stand still, are as long as both of their branches", () => {
    // Length of (t², t³) from 0 to t.
    const length = (t: number) => ((4 + 9 * t * t) ** 1.5 - 8) / 27;
    const side = fc.double({ min: 0.001, max: 3, noNaN: true });
    fc.assert(
      fc.property(side, side, spreads, fc.integer({ min: 0, max: 2 }), (before, after, spread, more) => {
        const controls = paced(raised(polynomial([0, 0, 1], [0, 0, 0, 1], -before, after), more), spread);
        expectClose(curveLength(curveOf(controls)), length(before) + length(after));
        expect(Math.abs(boundsOf(controls).min_x)).toBeLessThan(1e-12 * (before + after));
      }),
      { seed: 20261123, numRuns: 200 },
    );
  });

  it("that turn back on a line are as long as all ways on it, and as wide as the widest", () => {
    // t³ − 3t turns at −1 and 1.
    const place = (t: number) => t ** 3 - 3 * t;
    const ways = (a: number, b: number) => {
      const stops = [a, ...[-1, 1].filter((t) => t > a && t < b), b].map(place);
      return stops.slice(1).reduce((sum, stop, i) => sum + Math.abs(stop - stops[i]!), 0);
    };
    fc.assert(
      fc.property(fc.double({ min: -3, max: 0.9, noNaN: true }), spreads, times, (a, spread, more) => {
        const controls = paced(raised(polynomial([0, -3, 0, 1], [0], a, 2), more), spread);
        expectClose(curveLength(curveOf(controls)), ways(a, 2));
        expectClose(boundsOf(controls).min_x, Math.min(place(a), -2));
      }),
      { seed: 20261124, numRuns: 200 },
    );
  });

  it("of high degree sweep the area under their power", () => {
    for (const degree of [2, 3, 5, 9, 16, 25]) {
      const power = [...new Array<number>(degree).fill(0), 1];
      expectClose(segmentArea(polynomial([0, 1], power, 0, 1)), 1 / 2 - 1 / (degree + 1));
    }
  });

  it("of any weights reach as far as their outermost points, and no farther", () => {
    const control = fc.tuple(
      fc.integer({ min: -100, max: 100 }),
      fc.integer({ min: -100, max: 100 }),
      fc.double({ min: -3, max: 3, noNaN: true }).map((power) => 10 ** power),
    );
    fc.assert(
      fc.property(fc.array(control, { minLength: 3, maxLength: 8 }), (points) => {
        const controls = points.map(([x, y, w]): Control => [x * w, y * w, w]);
        const curve = curveOf(controls);
        const { min_x, max_x, min_y, max_y } = boundsOf(controls);
        for (const [bound, reach] of [
          [max_x, (t: number) => curveAt(curve, t)[0]],
          [-min_x, (t: number) => -curveAt(curve, t)[0]],
          [max_y, (t: number) => curveAt(curve, t)[1]],
          [-min_y, (t: number) => -curveAt(curve, t)[1]],
        ] as const) {
          const farthest = highest(reach);
          expect(Math.abs(bound - farthest)).toBeLessThan(1e-9);
        }
      }),
      { seed: 20261125, numRuns: 50 },
    );
  });
});

describe("the segment of an arc", () => {
  /** Triangles that halve what is left, again and again: nothing is lost where the sweep is small. */
  const triangles = (radius: number, sweep: number) => {
    let sum = 0;
    for (let k = 1; k < 40; k++) {
      const half = sweep / 2 ** k;
      sum += 2 ** k * radius ** 2 * Math.sin(half) * Math.sin(half / 2) ** 2;
    }
    return sum;
  };

  it.each([1e-5, 1e-3, 8e-3, 0.0101, 0.3, -4e-3])("of sweep %d has the area of its triangles", (sweep) => {
    const [x0, y0, x1, y1] = [5e4, 0, 5e4 * Math.cos(sweep), 5e4 * Math.sin(sweep)];
    const arc = { kind: "arc", cx: 0, cy: 0, radius: 5e4, start: 0, sweep, x0, y0, x1, y1 } as const;
    expect(curveArea(arc, x0, y0) / triangles(5e4, sweep)).toBeCloseTo(1, 9);
  });
});

describe("boxes around arcs and ellipses", () => {
  it("are those of their points", () => {
    const angle = fc.integer({ min: -6283, max: 6283 }).map((thousandths) => thousandths / 1000);
    const axis = fc.integer({ min: 1, max: 50 });
    fc.assert(
      fc.property(angle, angle, axis, axis, fc.boolean(), (start, sweep, long, lean, isRound) => {
        const [cx, cy, radius] = [3, -40, long];
        const [ux, uy, vx, vy] = isRound ? [long, 0, 0, long] : [long, lean, -0.3 * lean, 0.4 * long];
        const at = (t: number) => [
          cx + ux * Math.cos(t) + vx * Math.sin(t),
          cy + uy * Math.cos(t) + vy * Math.sin(t),
        ];
        const places = Array.from({ length: 20_001 }, (_, i) => at(start + (i / 20_000) * sweep));
        const [[x0, y0], [x1, y1]] = [places[0], places.at(-1)] as [number[], number[]];
        const ends = { x0: x0!, y0: y0!, x1: x1!, y1: y1! };
        const bounds = { min_x: Infinity, min_y: Infinity, max_x: -Infinity, max_y: -Infinity };
        if (isRound) growByCurve(bounds, { kind: "arc", cx, cy, radius, start, sweep, ...ends });
        else growByCurve(bounds, { kind: "ellipse", cx, cy, ux, uy, vx, vy, start, sweep, ...ends });
        const [xs, ys] = [0, 1].map((axis) => places.map((place) => place[axis]!)) as [number[], number[]];
        const least = [Math.min(...xs), Math.min(...ys), -Math.max(...xs), -Math.max(...ys)];
        [bounds.min_x, bounds.min_y, -bounds.max_x, -bounds.max_y].forEach((side, i) => {
          // Samples miss a turn by less than this.
          expect(least[i]! - side).toBeGreaterThan(-1e-9);
          expect(least[i]! - side).toBeLessThan(1e-4);
        });
      }),
      { seed: 20261123, numRuns: 200 },
    );
  });
});

describe("points of curves", () => {
  it("keep within the tolerance, and are few, however far weights differ", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.1, max: 3, noNaN: true }), spreads, times, (sweep, spread, more) => {
        const curve = curveOf(paced(raised(arc(25, sweep), more), spread));
        const points = [curve.x0, curve.y0];
        flattenCurve(curve, 0.01, points);
        expect(points.length).toBeLessThan(2000);
        for (let at = 0; at + 3 < points.length; at += 2) {
          const [x, y] = [(points[at]! + points[at + 2]!) / 2, (points[at + 1]! + points[at + 3]!) / 2];
          expect(Math.abs(Math.hypot(x, y) - 25)).toBeLessThan(0.01);
        }
      }),
      { seed: 20261127, numRuns: 300 },
    );
  });
});
