/** Entities come out with the areas, lengths and bounds that their formulas give. */
import { describe, expect, it } from "vitest";
import { parseDxfDataSchema } from "../../../../engine/base/contract/v1/drawing.ts";
import { signedArea } from "../../../../engine/base/geometry/ring.ts";
import { circle, polyline, readEntities, rectangle, type Tag } from "../../../helpers/drawing/dxf.ts";

const read = (entities: Tag[], options = {}) => readEntities(entities, {}, options);

describe("a plate with two holes", () => {
  const plate = read([...rectangle(0, 0, 100, 60), ...circle(20, 30, 5), ...circle(80, 30, 5)], {
    name: "in/plate.v2.dxf",
  });

  it("has every field of the interface", () => {
    expect(parseDxfDataSchema.parse(plate.data)).toEqual(plate.data);
    expect(plate.data).toMatchObject({
      name: "plate.v2",
      bounds: { min_x: 0, min_y: 0, max_x: 100, max_y: 60 },
      dimensions: { width: 100, height: 60, unit: "mm" },
      layers: ["0"],
      bend_lines: null,
      entity_count: 3,
      has_holes: true,
      hole_count: 2,
    });
  });

  it("is measured on the true circles, not on their points", () => {
    expect(plate.data.area).toBeCloseTo(6000 - 50 * Math.PI, 8);
    expect(plate.data.perimeter).toBeCloseTo(320 + 20 * Math.PI, 8);
  });

  it("gives closed rings, the exterior counter-clockwise and the holes clockwise", () => {
    const { exterior, holes } = plate.data.geometry;
    for (const ring of [exterior, ...holes]) expect(ring.at(-1)).toEqual(ring[0]);
    expect(signedArea(exterior)).toBeCloseTo(6000, 8);
    for (const hole of holes) expect(signedArea(hole)).toBeLessThan(0);
  });

  it("keeps the points of a hole within a hundredth of the circle, on both sides of each chord's middle", () => {
    for (const [x, y] of plate.data.geometry.holes.flat()) {
      expect(Math.hypot(x - (x < 50 ? 20 : 80), y - 30)).toBeCloseTo(5, 8);
    }
    for (const ring of plate.data.geometry.holes) {
      for (let i = 0; i + 1 < ring.length; i++) {
        const [x, y] = [(ring[i]![0] + ring[i + 1]![0]) / 2, (ring[i]![1] + ring[i + 1]![1]) / 2];
        expect(5 - Math.hypot(x - (x < 50 ? 20 : 80), y - 30)).toBeLessThanOrEqual(0.01);
      }
    }
  });

  it("lists every contour to be cut, the part's own included", () => {
    expect(plate.data.cut_paths).toEqual([plate.data.geometry.exterior, ...plate.data.geometry.holes]);
  });

  it("survives a structured clone", () => {
    expect(structuredClone(plate)).toEqual(plate);
  });
});

describe("entities", () => {
  it("keeps an outline of more than 2000 points within its limit and says how coarse it became", () => {
    const teeth = Array.from({ length: 6000 }, (_, i) => {
      const angle = (i * Math.PI) / 3000;
      const radius = 100 + (i % 2) * 0.005;
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    });
    const { data, findings } = read(polyline(teeth));
    expect(data.geometry.exterior.length).toBeLessThanOrEqual(2000);
    expect(findings.map(({ code }) => code)).toContain("points-coarsened");
    for (const [x, y] of data.geometry.exterior) expect(Math.abs(Math.hypot(x, y) - 100)).toBeLessThan(0.1);
  });
});
