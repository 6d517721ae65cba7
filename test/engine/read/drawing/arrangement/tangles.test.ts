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
});
