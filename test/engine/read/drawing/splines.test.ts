/** Splines of every kind are the curves that their definition says, judged by the recursive basis functions. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { curveAt, curveLength } from "../../../../engine/read/drawing/curves/curves.ts";
import {
  block,
  insert,
  line,
  type Nurbs,
  readEntities,
  spline,
  type Tag,
} from "../../../helpers/drawing/dxf.ts";

const read = (tags: Tag[]) => readEntities(tags);

/** Cox and de Boor's recursion, as it stands in the books: slow and unlike the reader's blossoms. */
function basis(knots: number[], i: number, degree: number, t: number): number {
  if (degree === 0) return knots[i]! <= t && t < knots[i + 1]! ? 1 : 0;
  const part = (top: number, bottom: number, value: number) => (bottom === 0 ? 0 : (top / bottom) * value);
  return (
    part(t - knots[i]!, knots[i + degree]! - knots[i]!, basis(knots, i, degree - 1, t)) +
    part(
      knots[i + degree + 1]! - t,
      knots[i + degree + 1]! - knots[i + 1]!,
      basis(knots, i + 1, degree - 1, t),
    )
  );
}

function pointAt({ degree, knots, control, weights }: Nurbs, t: number): [number, number] {
  let [x, y, w] = [0, 0, 0];
  control.forEach((point, i) => {
    const share = basis(knots, i, degree, t) * (weights?.[i] ?? 1);
    x += share * point[0]!;
    y += share * point[1]!;
    w += share;
  });
  return [x / w, y / w];
}

const anyNurbs = fc
  .record({
    degree: fc.integer({ min: 1, max: 5 }),
    more: fc.integer({ min: 1, max: 6 }),
    clamped: fc.boolean(),
    rational: fc.boolean(),
  })
  .chain(({ degree, more, clamped, rational }) => {
    const count = degree + more;
    const coordinate = fc.integer({ min: -500, max: 500 }).map((value) => value / 10);
    return fc
      .record({
        degree: fc.constant(degree),
        control: fc.array(
          fc.tuple(coordinate, coordinate).map((point): number[] => point),
          { minLength: count, maxLength: count },
        ),
        steps: fc.array(fc.integer({ min: 1, max: 9 }), {
          minLength: count + degree + 1,
          maxLength: count + degree + 1,
        }),
        weights: fc.array(
          fc.integer({ min: 1, max: 8 }).map((value) => value / 4),
          { minLength: count, maxLength: count },
        ),
      })
      .map(({ control, steps, weights }): Nurbs => {
        let knot = -7;
        const rising = steps.map((step) => (knot += step));
        const knots = rising.map((value, i) =>
          clamped ? rising[Math.min(Math.max(i, degree), count)]! : value,
        );
        return { degree, control, knots, ...(rational ? { weights } : {}) };
      });
  });

describe("splines", () => {
  it("of any degree, clamped or not, rational or not, run through the points of their definition", () => {
    fc.assert(
      fc.property(anyNurbs, (nurbs) => {
        fc.pre(new Set(nurbs.control.map(String)).size > 1);
        const curves = read([...spline(nurbs), ...line(900, 0, 901, 0)])
          .paths.filter(({ curves: [first] }) => first!.kind === "bezier" || first!.x0 < 800)
          .flatMap((path) => path.curves);
        const spans = nurbs.knots.slice(nurbs.degree, nurbs.control.length + 1);
        for (let span = 0; span + 1 < spans.length; span++) {
          const [low, high] = [spans[span]!, spans[span + 1]!];
          for (const share of [0, 0.3, 0.7]) {
            const [x, y] = pointAt(nurbs, low + share * (high - low));
            const nearest = Math.min(
              ...curves.flatMap((curve) =>
                [share, 1 - share].map((at) =>
                  Math.hypot(curveAt(curve, at)[0] - x, curveAt(curve, at)[1] - y),
                ),
              ),
            );
            expect(nearest).toBeLessThan(1e-7);
          }
        }
      }),
      { seed: 20260711, numRuns: 150 },
    );
  });

  const fit = (points: number[][], flags = 8): Tag[] => [
    [0, "SPLINE"],
    [8, "0"],
    [70, flags],
    [71, 3],
    [74, points.length],
    ...points.flatMap(([x, y]): Tag[] => [
      [11, x!],
      [21, y!],
      [31, 0],
    ]),
  ];

  it("given by fit points only pass through them, smoothly, and straight ones stay straight", () => {
    const points = [
      [0, 0],
      [10, 8],
      [25, 3],
      [40, 12],
    ];
    const { paths } = read(fit(points));
    const [path] = paths;
    expect(path!.curves.map(({ x1, y1 }) => [x1, y1])).toEqual(points.slice(1));
    for (let i = 0; i + 1 < path!.curves.length; i++) {
      const [before, after] = [path!.curves[i]!, path!.curves[i + 1]!];
      const [p, q] = [curveAt(before, 1 - 1e-6), curveAt(after, 1e-6)];
      const lean =
        Math.atan2(before.y1 - p[1], before.x1 - p[0]) - Math.atan2(q[1] - after.y0, q[0] - after.x0);
      expect(Math.abs(lean)).toBeLessThan(1e-4);
    }
    const straight = read(
      fit([
        [0, 0],
        [3, 4],
        [6, 8],
      ]),
    ).paths[0]!;
    expect(straight.curves.reduce((sum, curve) => sum + curveLength(curve), 0)).toBeCloseTo(10, 9);
  });

  it("given by fit points are stretched with the block that they stand in", () => {
    const points = [
      [0, 0],
      [10, 8],
      [25, 3],
      [40, 30],
    ];
    const [plain] = read(fit(points)).paths;
    const stretched = readEntities(
      insert("F", 0, 0, [
        [41, 2],
        [42, 0.25],
      ]),
      { blocks: block("F", fit(points)) },
    ).paths[0]!;
    for (const [i, curve] of stretched.curves.entries()) {
      const [[x, y], [u, v]] = [curveAt(plain!.curves[i]!, 0.3), curveAt(curve, 0.3)];
      expect([u, v]).toEqual([expect.closeTo(2 * x, 9), expect.closeTo(y / 4, 9)]);
    }
  });

  it.each([0, 1])(
    "closed ones given by fit points are alike all around, their first point repeated %i times",
    (again) => {
      const points = [
        [10, 0],
        [0, 10],
        [-10, 0],
        [0, -10],
      ];
      const { data, paths } = read(fit([...points, ...points.slice(0, again)], 9));
      const [path] = paths;
      expect(path).toMatchObject({ closed: true, role: "exterior" });
      const middles = path!.curves.map((curve) => Math.hypot(...curveAt(curve, 0.5)));
      expect(middles).toHaveLength(4);
      for (const middle of middles) expect(middle).toBeCloseTo(middles[0]!, 12);
      expect(data.bounds).toEqual({ min_x: -10, min_y: -10, max_x: 10, max_y: 10 });
    },
  );
});
