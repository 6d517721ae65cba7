/** Splines of every kind are the curves that their definition says, judged by the recursive basis functions. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { curveAt, curveLength } from "../../../../engine/read/drawing/curves/curves.ts";
import {
  block,
  insert,
  line,
  type Nurbs,
  nurbsCircle,
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

  it("with weights are the circle that they stand for", () => {
    const { data } = read(nurbsCircle(25));
    expect(data.area).toBeCloseTo(625 * Math.PI, 7);
    expect(data.perimeter).toBeCloseTo(50 * Math.PI, 7);
    expect(data.bounds.min_x).toBeCloseTo(-25, 8);
    expect(data.bounds.max_y).toBeCloseTo(25, 8);
    for (const [x, y] of data.geometry.exterior) expect(Math.hypot(x, y)).toBeCloseTo(25, 7);
  });

  it("that are periodic close without clamped knots", () => {
    const corners = [
      [0, 0],
      [40, 0],
      [40, 40],
      [0, 40],
    ];
    const periodic: Nurbs = {
      degree: 3,
      knots: Array.from({ length: 11 }, (_, i) => i - 3),
      control: [...corners, ...corners.slice(0, 3)],
      flags: 11,
    };
    const { data, parts } = read(spline(periodic));
    expect(parts).toHaveLength(1);
    expect((data.bounds.min_x + data.bounds.max_x) / 2).toBeCloseTo(20, 9);
    // The truth is a polygon of many points of the definition.
    const points = Array.from({ length: 4000 }, (_, i) => pointAt(periodic, (4 * i) / 4000));
    const polygon = points.reduce(
      (sum, [x, y], i) => sum + (x * points[(i + 1) % 4000]![1] - points[(i + 1) % 4000]![0] * y) / 2,
      0,
    );
    expect(data.area / polygon).toBeCloseTo(1, 5);
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

  it.each<[string, Partial<Nurbs>]>([
    ["weights that are not positive", { weights: [1, -1, 1, 1] }],
    ["weights too far apart to tell where it runs", { weights: [1, 1e6, 1, 1e-6] }],
    ["too few knots", { knots: [0, 0, 1, 1] }],
    ["knots that fall", { knots: [0, 0, 0, 0, 1, 0.5, 1, 1] }],
    ["degree 0", { degree: 0 }],
    [
      "too few control points",
      {
        control: [
          [0, 0],
          [1, 1],
        ],
      },
    ],
  ])("with %s are left out as damaged", (_, change) => {
    const sound: Nurbs = {
      degree: 3,
      knots: [0, 0, 0, 0, 1, 1, 1, 1],
      control: [
        [0, 0],
        [1, 5],
        [4, 5],
        [5, 0],
      ],
    };
    const { findings } = read([...spline({ ...sound, ...change }), ...line(0, 0, 9, 9)]);
    expect(findings[0]).toMatchObject({ code: "entities-damaged", count: 1 });
  });
});
