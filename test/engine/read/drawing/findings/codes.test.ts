/** What is set aside, or asked about, is told under its code: with how often, where, and which layer. */
import { describe, expect, it } from "vitest";
import { readDrawing } from "../../../../../engine/read/dxf/read.ts";
import { readSvg } from "../../../../../engine/read/svg/read.ts";
import {
  block,
  circle,
  drawing,
  dxfBytes,
  insert,
  line,
  polyline,
  readEntities,
  rectangle,
  sides,
  type Tag,
  text,
} from "../../../../helpers/drawing/dxf.ts";

const roles = { PUNCH: "mark" } as const;
const coloured = (entity: Tag[], colour: number): Tag[] => [
  ...entity.slice(0, 2),
  [62, colour],
  ...entity.slice(2),
];
/** A square of 20 mm in the plate, away from its border. */
const within = (name = "0") => rectangle(10, 10, 20, 20, name);

describe("parts in holes of others are told", () => {
  const plate = rectangle(0, 0, 100, 60);
  /** A line along the border, as a lip or a pocket has one. */
  const lip = rectangle(2, 2, 96, 56);
  const hexagon = polyline([
    [38, 30],
    [34, 37],
    [26, 37],
    [22, 30],
    [26, 23],
    [34, 23],
  ]);

  it.each<[what: string, entities: Tag[], count: number]>([
    ["a disc in the middle of a round one", [...plate, ...circle(40, 30, 5), ...circle(40, 30, 9)], 1],
    ["a disc beside its middle", [...plate, ...circle(40, 30, 5), ...circle(42, 30, 9)], 1],
    [
      "a ring, though not what its own hole leaves",
      [...plate, ...circle(40, 30, 3), ...circle(40, 30, 7), ...circle(40, 30, 9)],
      1,
    ],
    ["a disc in the pocket for a nut", [...plate, ...hexagon, ...circle(30, 30, 3)], 1],
    ["what a lip has within", [...plate, ...lip, ...circle(20, 30, 5), ...rectangle(60, 20, 20, 20)], 2],
    [
      "halves with a common border in a ring",
      [...circle(0, 0, 60), ...circle(0, 0, 50), ...rectangle(20, 20, 10, 10), ...rectangle(30, 20, 10, 10)],
      2,
    ],
    [
      "what a ring of lines has within that others cross",
      [...sides(0, 0, 100, 60), ...sides(2, 2, 96, 56), ...circle(20, 30, 5), ...rectangle(18, 28, 20, 4)],
      2,
    ],
    ["none that lies beside", [...plate, ...circle(140, 30, 9)], 0],
    ["no hole", [...plate, ...circle(40, 30, 9), ...circle(60, 30, 9)], 0],
    ["none that shares a border", [...plate, ...rectangle(100, 0, 20, 60)], 0],
  ])("%s", (_, entities, count) => {
    const { findings, parts } = readEntities(entities, {}, { countersinks: "cut" });
    const told = findings.filter(({ code }) => code === "parts-in-holes");
    expect(told.map((finding) => finding.count)).toEqual(count > 0 ? [count] : []);
    // As an oracle: even-odd, by the boxes, which none of these parts shares with what it lies beside.
    const lies = parts.filter(({ bounds }) =>
      parts.some(
        ({ bounds: around }) =>
          bounds !== around && around.min_x < bounds.min_x && around.max_x > bounds.max_x,
      ),
    );
    expect(lies).toHaveLength(count);
  });
});

describe("lines that are drawn as outlines of what a pen leaves are told", () => {
  const told = (...entities: Tag[][]) =>
    readEntities(entities.flat()).findings.filter(({ code }) => code === "thin-parts");

  it.each<[what: string, entities: Tag[][], count: number]>([
    ["a plate", [rectangle(-0.13, -0.13, 100.26, 60.26), rectangle(0.13, 0.13, 99.74, 59.74)], 1],
    ["a hole beside it", [circle(0, 0, 10.2), circle(0, 0, 9.8), rectangle(20, 0, 50, 30)], 1],
    [
      "a row of cells",
      [rectangle(0, 0, 90.4, 30.4), ...[0, 1, 2].map((i) => rectangle(0.4 + 30 * i, 0.4, 29.6, 29.6))],
      1,
    ],
    ["a line", [rectangle(0, 0, 0.3, 40)], 1],
    ["a frame that is thicker", [rectangle(0, 0, 100, 60), rectangle(1, 1, 98, 58)], 0],
    ["a part that is small", [circle(0, 0, 0.6)], 0],
    [
      "a sheet with many fine holes",
      [
        rectangle(0, 0, 30, 30),
        ...Array.from({ length: 2025 }, (_, i) =>
          circle(1.8 + 0.6 * (i % 45), 1.8 + 0.6 * Math.floor(i / 45), 0.2),
        ),
      ],
      0,
    ],
  ])("%s", (_, entities, count) => {
    expect(told(...entities)).toMatchObject(count > 0 ? [{ count, severity: "stop" }] : []);
  });
});

describe("a finding", () => {
  it.each<[string, Tag[][], Record<string, unknown>]>([
    ["bend-extents-ignored", [line(20, 0, 20, 60, "BEND_EXTENT")], { count: 1, layer: "BEND_EXTENT" }],
    ["colours-differ", [coloured(within(), 1)], { count: 2, layer: "0" }],
    ["cuts-in-waste", [within(), line(15, 20, 25, 20)], { count: 1, at: [20, 20] }],
    ["parts-in-holes", [circle(40, 30, 5), circle(42, 30, 9)], { at: [45, 30], severity: "check" }],
    ["countersinks", [circle(40, 30, 5), circle(40, 30, 9)], { count: 1, at: [49, 30], severity: "check" }],
    ["layer-unclear", [within("KANTEN")], { count: 1, layer: "KANTEN" }],
    ["layer-unclear", [within("LEAD")], { count: 1, layer: "LEAD" }],
    [
      "drawn-leads",
      [line(40, -5, 45, 0, "LEADIN"), line(45, 0, 50, -5, "LEADIN")],
      { count: 2, layer: "LEADIN", at: [40, -5], severity: "note" },
    ],
    ["marks-kept-apart", [line(20, 20, 30, 20, "PUNCH")], { count: 1, layer: "PUNCH", at: [20, 20] }],
    [
      "overshoots-left-out",
      [line(200, 0, 223, 0), line(220, 0, 220, 20), line(220, 20, 200, 0)],
      { at: [221.5, 0] },
    ],
  ])("%s", (code, entities, told) => {
    const { findings } = readEntities([...rectangle(0, 0, 100, 60), ...entities.flat()], {}, { roles });
    expect(findings.filter((finding) => finding.code === code)).toMatchObject([told]);
  });

  it("overshoots-left-out is none for the end of a line in the material, which cuts it", () => {
    for (const tail of [line(50, -3, 50, 2), line(50, 2, 50, -3), line(-9, 50, 3, 50)]) {
      const { findings, paths } = readEntities([...rectangle(0, 0, 100, 60), ...tail]);
      expect(findings.map((finding) => finding.code)).not.toContain("overshoots-left-out");
      expect(paths.find(({ role }) => role === "open")!.length).toBeGreaterThan(4.9);
    }
  });

  it("external-reference", () => {
    const reference = block("BASE", circle(0, 0, 5)).map(
      ([code, value]): Tag => [code, code === 70 ? 4 : value],
    );
    const blocks: Tag[] = [...reference.slice(0, 6), [1, "base.dxf"], ...reference.slice(6)];
    const entities = [...rectangle(0, 0, 100, 60), ...insert("BASE", 7, 8)];
    const { findings, parts } = readDrawing(dxfBytes(drawing(entities, { blocks })));
    const finding = findings.find(({ code }) => code === "external-reference");
    expect(finding).toMatchObject({
      severity: "stop",
      at: [7, 8],
      message: expect.stringContaining("base.dxf"),
    });
    expect(parts[0]!.holes).toHaveLength(0);
  });

  it("images-not-drawn", () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="50mm" viewBox="0 0 100 50">
      <rect x="1" y="1" width="20" height="20"/><image x="30" y="10" width="5" height="5" href="a.png"/></svg>`;
    const { findings } = readSvg(new TextEncoder().encode(svg));
    expect(findings.find(({ code }) => code === "images-not-drawn")).toMatchObject({ count: 1 });
  });
});

it("tells first what is most urgent, whatever was noticed first", () => {
  const gap = polyline(
    [
      [0, 0],
      [100, 0],
      [100, 50],
      [0, 50],
      [0, 0.3],
    ],
    false,
  );
  const inside = line(20, 20, 60, 20);
  const { findings } = readEntities([...inside, ...inside, ...text(200, 0, "A"), ...gap]);
  const severities = findings.map(({ severity }) => severity);
  expect(severities.indexOf("stop")).toBe(0);
  expect(severities.lastIndexOf("stop")).toBeLessThan(severities.indexOf("check"));
  expect(severities.lastIndexOf("check")).toBeLessThan(severities.indexOf("note"));
});
