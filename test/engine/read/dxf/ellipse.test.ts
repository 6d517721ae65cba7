/** Ellipses as other programs write them: turned over by their ratio, or by their extrusion. */
import { describe, expect, it } from "vitest";
import type { Point } from "../../../../engine/base/contract/values/geometry.ts";
import { arc, ellipse, line, readEntities, rectangle, type Tag } from "../../../helpers/drawing/dxf.ts";

/** From 0 to half a turn, and the chord. */
const half = (ratio: number, more: Tag[] = []): Tag[] => [
  ...ellipse(0, 0, 40, 0, ratio),
  [41, 0],
  [42, Math.PI],
  ...more,
  ...line(-40, 0, 40, 0),
];

describe("half an ellipse", () => {
  it.each<[string, Tag[], number, number]>([
    ["lies above its chord", half(0.5), 0, 20],
    ["lies below it where its ratio is negative", half(-0.5), -20, 0],
    [
      "lies below it where it is seen from below",
      half(0.5, [
        [210, 0],
        [220, 0],
        [230, -1],
      ]),
      -20,
      0,
    ],
    [
      "lies above it where both is so",
      half(-0.5, [
        [210, 0],
        [220, 0],
        [230, -1],
      ]),
      0,
      20,
    ],
  ])("%s", (_what, tags, low, high) => {
    const { data } = readEntities(tags, {}, {});
    expect(data.area).toBeCloseTo((Math.PI * 40 * 20) / 2, 6);
    expect(data.bounds.min_y).toBeCloseTo(low, 9);
    expect(data.bounds.max_y).toBeCloseTo(high, 9);
  });
});

describe("more than a full turn", () => {
  const turned = (end: number): Tag[] => [...ellipse(5, 6, 40, 0, 0.5), [41, 0], [42, end]];

  it.each<[string, Tag[], number]>([
    ["an ellipse", turned(6.5), Math.PI * 40 * 20],
    ["an arc", arc(5, 6, 10, 20, 390), Math.PI * 100],
    ["an arc that runs backwards", arc(5, 6, 10, 390, 20), Math.PI * 100],
  ])("of %s is read as a whole one, and told", (_what, tags, area) => {
    const { data, findings } = readEntities(tags);
    expect(data.area).toBeCloseTo(area, 6);
    expect(findings).toContainEqual(expect.objectContaining({ code: "beyond-full-turn", at: [5, 6] }));
  });

  it.each([6.2832, 6.284, 2 * Math.PI + 1e-9, 6.283])("is none that rounding to %s makes", (end) => {
    const { findings, data } = readEntities(turned(end));
    expect(data.area).toBeGreaterThan(2500);
    expect(findings.map(({ code }) => code)).not.toContain("beyond-full-turn");
  });
});

describe("an arc that ends just before it began", () => {
  const turned = (radius: number, gap: number) => {
    const degrees = (180 * gap) / (Math.PI * radius);
    return readEntities([...rectangle(-2500, -2500, 5000, 5000), ...arc(0, 0, radius, 30, 390 - degrees)]);
  };

  it.each([
    [1, 5e-4],
    [1000, 5e-4],
    [2000, 9e-4],
  ])("of radius %d is a hole where only %d mm are missing", (radius, gap) => {
    expect(turned(radius, gap).data.area).toBeCloseTo(25e6 - Math.PI * radius ** 2, 2);
  });

  it("is the corner that it rounds where it began a turn later", () => {
    const rounded = [
      ...line(0, 0, 40, 0),
      ...line(40, 0, 40, 29.9997),
      ...arc(39.5, 29.9997, 0.5, 360, 0.036),
      ...line(40, 30, 0, 30),
      ...line(0, 30, 0, 0),
    ];
    const { data, findings } = readEntities(rounded);
    expect(data.area).toBeCloseTo(1200, 1);
    expect(data.has_holes).toBe(false);
    expect(findings.map(({ code }) => code)).not.toContain("contours-touch");
  });

  it("is whole where the last digits alone say that it is none", () => {
    const digits = Math.round(1e5 * Math.PI) / 1e5;
    const whole = [...ellipse(5, 6, 40, 0, 0.5), [41, digits], [42, -digits]] as Tag[];
    expect(readEntities(whole).data.area).toBeCloseTo(Math.PI * 800, 6);
  });

  it.each([
    [20, 0.2],
    [1000, 0.5],
    [2000, 1.5],
  ])("of radius %d is left open where %d mm are missing", (radius, gap) => {
    const { data } = turned(radius, gap);
    expect(data.area).toBeCloseTo(25e6, 6);
    const [open] = data.cut_paths.filter((path) => path[0]!.join() !== path.at(-1)!.join());
    const [[ax, ay], [bx, by]] = [open!.at(0)!, open!.at(-1)!] as [Point, Point];
    expect(Math.hypot(ax - bx, ay - by)).toBeCloseTo(2 * radius * Math.sin(gap / 2 / radius), 8);
  });
});
