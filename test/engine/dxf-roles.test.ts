/** Layers and line types say what is bent, engraved or only drawn; whole words count, and the caller has the last word. */
import { describe, expect, it } from "vitest";
import type { LayerRole } from "../../engine/dxf/drawing.ts";
import { readDrawing } from "../../engine/dxf/read.ts";
import {
  circle,
  drawing,
  dxfBytes,
  layer,
  line,
  rectangle,
  type Sections,
  type Tag,
} from "../helpers/dxf.ts";

const read = (entities: Tag[], sections: Sections = {}, roles: Record<string, LayerRole> = {}) =>
  readDrawing(dxfBytes(drawing(entities, sections)), { roles });
const plate = [...rectangle(0, 0, 200, 100, "OUTLINE"), ...circle(30, 50, 6, "OUTLINE")];
const typed = (tags: Tag[], lineType: string): Tag[] =>
  tags.flatMap((tag): Tag[] => (tag[0] === 8 ? [tag, [6, lineType]] : [tag]));

describe("layer names", () => {
  it.each([
    "IV_BEND",
    "IV_BEND_DOWN",
    "IV_ROLL",
    "BEND",
    "Bend Lines",
    "SHEETMETAL_BEND_LINES_UP",
    "BIEGELINIE",
    "Biegelinien",
    "BendLine2",
    "bend-up",
  ])("%s are bend lines", (name) => {
    const { data } = read([...plate, ...line(60, 0, 60, 100, name), ...line(140, 0, 140, 100, name)]);
    expect(data.bend_lines).toEqual([
      [
        [60, 0],
        [60, 100],
      ],
      [
        [140, 0],
        [140, 100],
      ],
    ]);
    expect(data.cut_paths).toHaveLength(2);
    expect(data.bounds.max_x).toBe(200);
  });

  it.each([
    "BENDIX",
    "BENDER_2",
    "UNBENDABLE",
    "ROLLER",
    "Pliers",
    "MARKET",
    "CUT",
    "OUTER_PROFILES",
    "FG-Frame",
  ])("%s is cut", (name) => {
    const { data } = read([...plate, ...line(60, 0, 60, 100, name)]);
    expect(data.bend_lines).toBeNull();
    expect(data.cut_paths).toHaveLength(3);
  });

  it.each([
    ["IV_TANGENT", "extent"],
    ["BEND_EXTENT", "extent"],
    ["SHEETMETAL_BEND_TANGENT_LI", "extent"],
    ["IV_ARC_CENTERS", "construction"],
    ["DEFPOINTS", "construction"],
    ["IV_UNCONSUMED_SKETCHES", "construction"],
    ["DIM", "construction"],
    ["A-DIMS-1", "construction"],
    ["ENGRAVE", "engrave"],
    ["laser-etch", "engrave"],
    ["IV_MARK_THROUGH", "engrave"],
  ])("%s is neither cut nor bent", (name, role) => {
    const { data, layers, findings } = read([...plate, ...line(60, 0, 60, 300, name)]);
    expect(data).toMatchObject({ bend_lines: null, bounds: { max_y: 100 } });
    expect(data.cut_paths).toHaveLength(2);
    expect(layers).toContainEqual({ name, role });
    expect(findings).toHaveLength(1);
  });

  it("give way to the caller", () => {
    const entities = [...plate, ...line(60, 0, 60, 100, "BEND"), ...line(90, 0, 90, 100, "Falz")];
    const { data } = read(entities, {}, { bend: "cut", FALZ: "bend" });
    expect(data.bend_lines).toEqual([
      [
        [90, 0],
        [90, 100],
      ],
    ]);
    expect(data.cut_paths).toHaveLength(3);
  });

  it("of a drawing that has nothing else do not keep it from being cut, unless the caller says so", () => {
    const entities = rectangle(0, 0, 10, 10, "TEXT");
    const { data, findings } = read(entities);
    expect(data.area).toBe(100);
    expect(findings).toMatchObject([{ code: "role-overruled" }]);
    expect(() => read(entities, {}, { TEXT: "construction" })).toThrow(/nothing to cut/);
  });

  it("of apparel patterns are numbers", () => {
    const { data } = read([
      ...rectangle(0, 0, 100, 50, "1"),
      ...circle(20, 20, 3, "11"),
      ...line(0, 0, 100, 50, "8"),
      ...line(5, 5, 5, 9, "7"),
    ]);
    expect(data).toMatchObject({
      hole_count: 1,
      bend_lines: [
        [
          [0, 0],
          [100, 50],
        ],
      ],
    });
    expect(data.cut_paths).toHaveLength(2);
  });
});

describe("line types", () => {
  it("tell bends of straight lines inside the material, on the entity or on its layer", () => {
    const own = read([...plate, ...typed(line(60, 0, 60, 100), "CENTER2")]);
    expect(own.data.bend_lines).toEqual([
      [
        [60, 0],
        [60, 100],
      ],
    ]);
    const ofLayer = read([...plate, ...line(60, 2, 60, 98, "L3")], {
      layers: layer("L3", [[6, "CenterX2"]]),
    });
    expect(ofLayer.data.bend_lines).toEqual([
      [
        [60, 2],
        [60, 98],
      ],
    ]);
  });

  it("tell nothing of lines outside, in a hole, or of curves", () => {
    for (const more of [line(300, 0, 300, 100), line(28, 50, 32, 50), circle(100, 50, 5)]) {
      const { data } = read([...plate, ...typed(more, "CENTER")]);
      expect(data.bend_lines).toBeNull();
      expect(data.cut_paths).toHaveLength(3);
    }
  });

  it("tell nothing where a whole outline is dashed", () => {
    const sides = [line(0, 0, 9, 0), line(9, 0, 9, 9), line(9, 9, 0, 9), line(0, 9, 0, 0)].flat();
    expect(read(typed(sides, "DASHED")).data.area).toBe(81);
  });
});
