/** Drawings that nobody would draw: whatever crosses, touches and lies a hair beside other curves, every part has an area. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Drawing } from "../../../../../engine/read/drawing/model/drawing.ts";
import { arc, circle, line, polyline, readEntities, type Tag } from "../../../../helpers/drawing/dxf.ts";

type Corner = readonly [x: number, y: number];

/** Places on a coarse grid, some of them a hair beside it. */
const along = fc.tuple(fc.nat(6), fc.constantFrom(0, 0, 0, 0, 0.01, -0.02, 0.05, 0.1));
const coordinate = along.map(([step, hair]) => 10 * step + hair);
const place = fc.tuple(coordinate, coordinate);
const bulge = fc.constantFrom(0, 0, 0, 1, -1, 0.5, -0.5, 1e-4, Math.SQRT2 - 1);
const angle = fc.constantFrom(0, 45, 90, 180, 270);
const shape: fc.Arbitrary<Tag[]> = fc.oneof(
  fc.tuple(place, place).map(([p, q]) => line(...p, ...q)),
  fc.tuple(place, fc.nat(3), angle, angle).map(([p, r, from, to]) => arc(...p, 5 * (r + 1), from, to)),
  fc.tuple(place, fc.nat(3)).map(([p, r]) => circle(...p, 5 * (r + 1))),
  fc
    .tuple(fc.array(fc.tuple(coordinate, coordinate, bulge), { minLength: 2, maxLength: 7 }), fc.boolean())
    .map(([corners, closed]) => polyline(corners, closed)),
);
/** Some shapes are there twice, the second one a hair beside the first. */
const tangle = fc
  .array(fc.tuple(shape, fc.constantFrom(null, null, null, 0, 0.005, 0.02, 0.04, 0.1)), {
    minLength: 2,
    maxLength: 12,
  })
  .map((shapes) =>
    shapes.flatMap(([tags, aside]) => [tags, ...(aside === null ? [] : [moved(tags, aside)])]),
  );

const moved = (tags: Tag[], by: number): Tag[] =>
  tags.map(([code, value]) => [code, code === 10 || code === 11 ? Number(value) + by : value]);

function isInside([x, y]: Corner, ring: readonly Corner[]): boolean {
  let odd = false;
  for (const [i, [x1, y1]] of ring.entries()) {
    const [x0, y0] = ring.at(i - 1)!;
    if (y0 > y !== y1 > y && x < x0 + ((x1 - x0) * (y - y0)) / (y1 - y0)) odd = !odd;
  }
  return odd;
}

const twiceTheArea = (ring: readonly Corner[]) =>
  ring.reduce((sum, [x, y], i) => {
    const [x0, y0] = ring.at(i - 1)!;
    return sum + x0 * y - x * y0;
  }, 0);

const middle = (ring: readonly Corner[]): Corner => [
  ring.reduce((sum, [x]) => sum + x, 0) / ring.length,
  ring.reduce((sum, [, y]) => sum + y, 0) / ring.length,
];

/** Whether a hole lies in its part, as far as can be told of a hole that its own middle lies in. */
function lieInside({ parts }: Drawing): boolean {
  return parts.every(({ exterior, holes }) =>
    holes.every((hole) => !isInside(middle(hole), hole) || isInside(middle(hole), exterior)),
  );
}

const accounted = ({ account: { drawn, more: _, ...fates } }: Drawing) =>
  Math.abs(Object.values(fates).reduce((sum, length) => sum + length, 0) - drawn) <= 1e-6 * drawn;

describe("a tangle", () => {
  it("gives parts with an area, holes within them, and an account that closes", () => {
    fc.assert(
      fc.property(tangle, (shapes) => {
        const drawing = readEntities([...shapes.flat(), ...circle(500, 500, 3)]);
        for (const { area, perimeter } of drawing.parts) expect(area).toBeGreaterThan(1e-6 * perimeter);
        expect(lieInside(drawing)).toBe(true);
        expect(accounted(drawing)).toBe(true);
      }),
      { seed: 20_261_123, numRuns: 300 },
    );
  });

  it("of a line, its copy and one a hair beside them is no part", () => {
    const first = line(33.72, 7.15, 2.68, 16.71);
    const { parts, account } = readEntities([...first, ...first, ...moved(first, 0.04), ...circle(90, 0, 3)]);
    expect(parts).toHaveLength(1);
    expect(account.cut).toBeCloseTo(6 * Math.PI, 6);
  });

  it("of an arc of more than half a turn, its copy and one a hair beside them is no part", () => {
    const first = arc(40, 0, 20, 150, 360);
    const { parts, account } = readEntities([...first, ...first, ...moved(first, 0.04), ...circle(90, 0, 3)]);
    for (const { area } of parts) expect(area).toBeGreaterThan(0);
    expect(account.cut).toBeLessThan(account.drawn / 2);
  });

  it("of a contour that runs back along itself is an open cut", () => {
    const back = polyline([
      [30, 0.01, -1],
      [50, 0, 1],
    ]);
    const { parts, account } = readEntities([...back, ...circle(90, 0, 3)]);
    expect(parts).toHaveLength(1);
    expect(account.open).toBeCloseTo(10 * Math.PI, 3);
    expect(account.duplicate).toBeCloseTo(10 * Math.PI, 3);
  });

  it("of two contours that cross and one beside each of them makes no contour two parts", () => {
    const star: Corner[] = [
      [20, 35],
      [45, 15],
      [5, 10],
      [50, 40],
      [25, 10],
    ];
    const other: Corner[] = [
      [15, 10],
      [40, 25],
      [10, 40],
    ];
    const drawn = [star, other].map((corners) => polyline(corners.map((corner) => [...corner])));
    const { parts } = readEntities(drawn.flatMap((tags) => [...tags, ...moved(tags, 0.1)]));
    for (const { exterior, holes, area } of parts)
      expect(area).toBeLessThanOrEqual(Math.abs(twiceTheArea(exterior)) / 2 + 1e-3 * (1 + holes.length));
    for (const { area } of parts) expect(area).toBeGreaterThan(0);
  });

  it("beside a contour that crosses itself is held by none of its loops", () => {
    const star = polyline([
      [0, 0],
      [100, 0],
      [30, 70],
      [70, 70],
    ]);
    const beside = [circle(20, 55, 3), circle(80, 55, 3)].flat();
    const within = [circle(50, 10, 3), circle(50, 63, 3)].flat();
    const { parts } = readEntities([...star, ...beside, ...within]);
    expect(parts.map(({ holes }) => holes.length)).toEqual([2, 0, 0]);
    expect(parts[0]!.area).toBeCloseTo(2900 - 18 * Math.PI, 6);
  });

  it("of two circles drawn as arcs, four hundredths apart, is split where they cross again", () => {
    const round = (x: number) => arc(x, 10, 20, 270, 270);
    const { parts, account } = readEntities([...round(60.01), ...round(60.05), ...circle(50.05, 10.1, 10)]);
    for (const { area } of parts) expect(area).toBeGreaterThan(0);
    expect(account.cut).toBeLessThan(account.drawn);
  });
});
