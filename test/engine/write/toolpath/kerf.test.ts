import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ExportRequestInput, exportRequestSchema } from "../../../../engine/base/contract/v1/export.ts";
import type { Point, Ring } from "../../../../engine/base/contract/values/geometry.ts";
import type { PlacedContour } from "../../../../engine/write/toolpath/path/contour.ts";
import { compensateKerf } from "../../../../engine/write/toolpath/path/kerf.ts";
import { areaOf, distanceToRing, lengthOf, walk, winding } from "../../../helpers/program.ts";
import { box, disc } from "../../../helpers/rings.ts";

interface Part {
  exterior: Ring;
  holes?: Ring[];
  x?: number;
  y?: number;
  rotation?: number;
}

function contoursOf(kerf: number, ...parts: Part[]): PlacedContour[] {
  const placements = parts.map((part) => ({ holes: [], x: 0, y: 0, rotation: 0, ...part }));
  const request: ExportRequestInput = { sheet_width: 100, sheet_height: 100, placements, config: { kerf } };
  return compensateKerf(exportRequestSchema.parse(request), kerf).contours;
}

const extent = (ring: Ring) => {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
};

/** Every point of every path is `distance` from the nearest edge of the part, and on the scrap's side of it. */
function expectDistance(
  part: Required<Pick<Part, "exterior" | "holes">>,
  contours: PlacedContour[],
  distance: number,
) {
  const rings = [part.exterior, ...part.holes];
  const step = Math.min(...contours.map(({ ring }) => lengthOf(ring))) / 500;
  for (const { ring, inner } of contours) {
    for (const point of walk(ring, Math.max(step, lengthOf(ring) / 2000))) {
      const nearest = Math.min(...rings.map((edge) => distanceToRing(point, edge)));
      expect(Math.abs(nearest - distance)).toBeLessThan(0.005);
    }
    const [point] = ring as [Point];
    const inMaterial =
      winding(point, part.exterior) !== 0 && part.holes.every((hole) => !winding(point, hole));
    expect(inMaterial).toBe(false);
    expect(areaOf(ring) < 0).toBe(inner);
  }
}

describe("kerf compensation", () => {
  it("leaves every digit alone when there is no kerf", () => {
    const exterior = disc(1 / 3, 2 / 3, 10, 7);
    const [outer, hole] = contoursOf(0, { exterior, holes: [[...box(0, 0, 1, 1)].reverse()] });
    expect(outer).toMatchObject({ placement: 0, hole: null, inner: false, ring: exterior });
    expect(hole!.ring.map(String).sort()).toEqual(box(0, 0, 1, 1).map(String).sort());
    expect(areaOf(hole!.ring)).toBe(-1);
  });

  it("grows a rectangle by half a kerf on every side, with round corners", () => {
    const [outer] = contoursOf(0.3, { exterior: box(10, 20, 100.1, 50) });
    expect(extent(outer!.ring)).toEqual([9.85, 19.85, 110.25, 70.15]);
    // Steiner: area + perimeter × d + π d², and perimeter + 2 π d.
    expect(areaOf(outer!.ring)).toBeCloseTo(100.1 * 50 + 300.2 * 0.15 + Math.PI * 0.15 ** 2, 2);
    expect(lengthOf(outer!.ring)).toBeCloseTo(300.2 + 2 * Math.PI * 0.15, 1);
  });

  it("shrinks a rectangular hole by half a kerf and keeps its corners", () => {
    const [, hole] = contoursOf(0.5, { exterior: box(0, 0, 60, 40), holes: [box(10, 10, 20, 12)] });
    expect(hole!.ring.map(String).sort()).toEqual(box(10.25, 10.25, 19.5, 11.5).map(String).sort());
  });

  it("turns circles of radius r into circles of radius r ± half a kerf", () => {
    const exterior = disc(50, 50, 30, 720);
    const contours = contoursOf(2, { exterior, holes: [disc(50, 50, 12, 720)] });
    for (const [i, radius] of [31, 11].entries())
      for (const [x, y] of contours[i]!.ring) expect(Math.hypot(x - 50, y - 50)).toBeCloseTo(radius, 2);
  });

  it("keeps the path half a kerf from parts of any shape", () => {
    const spikes = fc.array(fc.double({ min: 0.35, max: 1, noNaN: true }), { minLength: 5, maxLength: 24 });
    const check = (radii: number[], size: number, kerf: number, holed: boolean) => {
      const star = radii.map((r, i): Point => {
        const angle = (2 * Math.PI * i) / radii.length;
        return [size * r * Math.cos(angle), size * r * Math.sin(angle)];
      });
      const holes = holed ? [disc(0, 0, size * 0.2, 9)] : [];
      expectDistance({ exterior: star, holes }, contoursOf(kerf, { exterior: star, holes }), kerf / 2);
    };
    const size = fc.constantFrom(5, 80, 2000);
    const kerf = fc.constantFrom(0.01, 0.2, 1.5);
    fc.assert(fc.property(spikes, size, kerf, fc.boolean(), check), { numRuns: 40, seed: 7 });
  });

  it.each([1e-4, 1e-2, 1, 1e3, 1e6])("is as exact on parts of %d times the size", (size) => {
    const exterior = box(0, 0, 10, 5).map(([x, y]): Point => [x * size, y * size]);
    const [outer] = contoursOf(size, { exterior });
    for (const [i, value] of [-0.5, -0.5, 10.5, 5.5].entries())
      expect(extent(outer!.ring)[i]! / size).toBeCloseTo(value, 6);
  });

  it("works far from the origin", () => {
    const [outer] = contoursOf(0.2, { exterior: box(-9e8, 9e8, 100, 50) });
    expect(extent(outer!.ring)).toEqual([-9e8 - 0.1, 9e8 - 0.1, -9e8 + 100.1, 9e8 + 50.1]);
  });

  it("rotates about the origin, then moves", () => {
    const [outer] = contoursOf(0, { exterior: box(10, 0, 4, 2), x: 100, y: 7, rotation: 90 });
    expect(extent(outer!.ring)).toEqual([98, 17, 100, 21]);
    const [tilted] = contoursOf(0, { exterior: box(10, 0, 4, 2), rotation: 30 });
    expect(tilted!.ring[0]).toEqual([10 * Math.cos(Math.PI / 6), 10 * Math.sin(Math.PI / 6)]);
  });

  it("cuts a hole that necks down as two", () => {
    const exterior = box(-20, -20, 80, 40);
    const hole: Ring = [
      [0, -5],
      [10, -5],
      [10, -0.4],
      [20, -0.4],
      [20, -5],
      [30, -5],
      [30, 5],
      [20, 5],
      [20, 0.4],
      [10, 0.4],
      [10, 5],
      [0, 5],
    ];
    const contours = contoursOf(1, { exterior, holes: [hole] });
    expect(contours.map((contour) => contour.hole)).toEqual([null, 0, 0]);
    expect(contours.every(({ inner }, i) => inner === i > 0)).toBe(true);
    expectDistance({ exterior, holes: [hole] }, contours, 0.5);
  });

  it("keeps the wide end of a slot whose mouth closes", () => {
    const exterior: Ring = [
      [0, 0],
      [40, 0],
      [40, 30],
      [20.3, 30],
      [20.3, 20],
      [30, 20],
      [30, 10],
      [10, 10],
      [10, 20],
      [19.7, 20],
      [19.7, 30],
      [0, 30],
    ];
    const contours = contoursOf(1, { exterior });
    expect(contours.map(({ hole, inner }) => [hole, inner])).toEqual([
      [null, false],
      [null, true],
    ]);
    expectDistance({ exterior, holes: [] }, contours, 0.5);
    expect(contoursOf(0.5, { exterior })).toHaveLength(1);
  });

  it("tells the holes of a part apart, however they are listed", () => {
    const holes = [disc(70, 30, 8, 24), box(10, 10, 5, 5), disc(40, 30, 3, 24).reverse()];
    const contours = contoursOf(0.4, { exterior: box(0, 0, 100, 60), holes });
    expect(contours.map(({ hole }) => hole)).toEqual([null, 0, 1, 2]);
    for (const { hole, ring } of contours.slice(1)) expect(winding(ring[0]!, holes[hole!]!)).not.toBe(0);
  });

  it("stays small and quick under a kerf as wide as the world", () => {
    const comb = Array.from({ length: 400 }, (_, i): Point => [i, i % 2 === 0 ? 0 : 1000]);
    const [outer] = contoursOf(1e6, { exterior: [...comb, [400, -10], [0, -10]] });
    expect(outer!.ring.length).toBeLessThan(2000);
  });
});
