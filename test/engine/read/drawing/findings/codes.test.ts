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
    const { findings, parts } = readEntities(entities);
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

describe("what may be annotation, or a hole after all, is told", () => {
  const plate = [...rectangle(0, 0, 100, 60), ...circle(20, 20, 3)];
  const size = [...line(0, -10, 100, -10), ...line(0, -2, 0, -12), ...line(100, -2, 100, -12)];
  const sized = [...size, ...text(50, -9, "100", 3)];
  const hatching = Array.from({ length: 12 }, (_, i) => line(120, 5 * i, 124, 5 * i + 4)).flat();
  const bent = polyline([
    [120, 0],
    [122, 0],
    [122, 28],
    [150, 28],
    [150, 30],
    [120, 30],
  ]);
  const arrow = polyline([
    [120, 33],
    [140, 33],
    [140, 31],
    [148, 35],
    [140, 39],
    [140, 37],
    [120, 37],
  ]);
  const dimension: Tag[] = [
    [0, "DIMENSION"],
    [8, "0"],
    ...[
      [100, -15],
      [0, 0],
      [100, 0],
    ].flatMap(([x, y], i): Tag[] => [
      [[10, 13, 14][i]!, x!],
      [[20, 23, 24][i]!, y!],
    ]),
  ];
  const told = (entities: Tag[]) => {
    const { parts, findings } = readEntities([...plate, ...entities]);
    const asked = findings.filter(({ code }) => code === "aids-unclear").map(({ message }) => message);
    return [parts.length, parts.reduce((sum, { holes }) => sum + holes.length, 0), ...asked];
  };
  const frame = [...rectangle(-100, -120, 297, 210), ...rectangle(-90, -110, 277, 190)];
  const titleBlock = [
    ...[...rectangle(97, -110, 90, 30), ...line(97, -95, 187, -95), ...line(140, -110, 140, -80)],
    ...[...text(99, -90, "SCALE"), ...text(99, -105, "DRAWN"), ...text(145, -90, "1:1")],
  ];
  /** Another sheet, with a plate and a bar on it. */
  const beside = [
    ...[
      ...rectangle(200, -120, 297, 210),
      ...rectangle(210, -110, 277, 190),
      ...rectangle(397, -110, 90, 30),
    ],
    ...[...line(397, -95, 487, -95), ...line(440, -110, 440, -80), ...text(399, -90, "SCALE")],
    ...[...text(399, -105, "DRAWN"), ...text(445, -90, "1:1")],
    ...[...rectangle(250, 0, 80, 50), ...rectangle(350, 0, 30, 20)],
  ];

  it.each<[what: string, entities: Tag[], found: [parts: number, holes: number, ...messages: string[]]]>([
    [
      "a box that its note fills",
      [...rectangle(120, 20, 50, 5), ...text(122, 21, "DEBURR ALL EDGES", 3)],
      [2, 1, "1 contour cut that may be a sign"],
    ],
    [
      "a single small circle in which a leader ends",
      [...circle(60, 30, 0.8), ...line(60, 30, 90, 75), ...text(92, 74, "BRUSHED", 3)],
      [1, 1, "1 contour left out that may be a hole"],
    ],
    [
      "two views from the side",
      [...rectangle(120, 0, 8, 60), ...rectangle(0, 80, 100, 8), ...sized],
      [3, 1, "2 contours cut that may be a view"],
    ],
    [
      "two views from the side, where nothing is measured",
      [...rectangle(120, 0, 8, 60), ...rectangle(0, 80, 100, 8)],
      [3, 1, "2 contours cut that may be a view"],
    ],
    [
      "a logo of equal blocks beside a name",
      [...[0, 5, 10].flatMap((y) => rectangle(120, y, 8, 4)), ...text(130, 4, "ACME", 3), ...sized],
      [4, 1, "3 contours cut that may be a sign"],
    ],
    [
      "what nobody has measured beside a part that is",
      [...rectangle(120, 0, 8, 50), ...sized],
      [2, 1, "1 contour cut that may be a view"],
    ],
    [
      "what nobody has measured beside a part that is, by a dimension that draws no line",
      [...rectangle(120, 0, 8, 50), ...dimension],
      [2, 1, "1 contour cut that may be a view"],
    ],
    [
      "a bent sheet seen from its edge, measured or not",
      [...bent, ...[...sized, ...line(119, -10, 143, -10), ...line(120, -2, 120, -12)]],
      [2, 1, "1 contour cut that may be a view"],
    ],
    [
      "a bent sheet seen from its edge, where nothing is written",
      bent,
      [2, 1, "1 contour cut that may be a view"],
    ],
    [
      "an arrow beside a word",
      [...arrow, ...text(122, 42, "GRAIN", 3)],
      [2, 1, "1 contour cut that may be a sign"],
    ],
    ["a section", [...rectangle(120, 0, 4, 60), ...hatching], [2, 1, "1 contour cut that may be a view"]],
    [
      "what stands beside a title block",
      [...frame, ...titleBlock, ...circle(88, -100, 5)],
      [2, 1, "1 contour cut that may be a sign"],
    ],
  ])("%s", (_, entities, found) => {
    expect(told(entities)).toEqual(found);
  });

  it("what nobody has measured beside a part that is, in a block that is turned", () => {
    const blocks = block("VIEW", [...plate, ...rectangle(120, 0, 8, 50), ...dimension]);
    const { findings } = readEntities(insert("VIEW", 300, 40, [[50, 37]]), { blocks });
    expect(findings.map(({ code }) => code)).toContain("aids-unclear");
  });

  it("filled triangles are noted as the arrow heads that they are, and other areas told", () => {
    const solid = (...corners: [number, number][]): Tag[] => [
      [0, "SOLID"],
      [8, "0"],
      ...corners.flatMap(([x, y], i): Tag[] => [
        [10 + i, x],
        [20 + i, y],
      ]),
    ];
    const head = solid([0, -10], [3, -9.5], [3, -10.5], [3, -10.5]);
    const area = solid([0, -10], [3, -10], [0, -12], [3, -12]);
    const codes = (...entities: Tag[][]) =>
      readEntities([...plate, ...entities.flat()]).findings.map(({ code }) => code);
    expect([codes(head, head), codes(head, area)]).toEqual([["aids-skipped"], ["entities-skipped"]]);
  });

  it.each<[what: string, entities: Tag[], parts: number]>([
    ["a label with room around it", [...rectangle(120, 0, 60, 40), ...text(140, 18, "P1", 3)], 2],
    [
      "more strips than views, where nothing is measured",
      [...rectangle(120, 0, 8, 60), ...rectangle(0, 80, 100, 8), ...rectangle(0, 100, 100, 12)],
      4,
    ],
    [
      "small parts in a row, as far apart as parts are laid",
      [...[120, 130, 140].flatMap((x) => rectangle(x, 0, 6, 6)), ...text(120, 20, "SHIMS", 3), ...sized],
      4,
    ],
    [
      "what is measured nowhere on a sheet beside the one on which something is",
      [...frame, ...titleBlock, ...sized, ...beside],
      3,
    ],
    ["many strips", [120, 130, 140].flatMap((x) => rectangle(x, 0, 8, 60)).concat(sized), 4],
    [
      "a strip as long as nothing else that is measured",
      [
        ...[...rectangle(120, 0, 8, 50), ...sized, ...text(122, -9, "8", 3)],
        ...[...line(120, -2, 120, -12), ...line(128, -2, 128, -12), ...line(120, -10, 128, -10)],
      ],
      2,
    ],
    ["what there are two of", [0, 20].flatMap((y) => rectangle(120, y, 12, 15)).concat(sized), 3],
    ["a part with a name in it", [...rectangle(120, 0, 60, 40), ...text(140, 18, "P1", 3), ...sized], 2],
    ["a part far from the title block", [...frame, ...titleBlock, ...circle(-50, 50, 5)], 2],
  ])("but not %s", (_, entities, parts) => {
    expect(told(entities)).toEqual([parts, 1]);
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
    ["parts-in-holes", [circle(40, 30, 5), circle(40, 30, 9)], { at: [45, 30], severity: "check" }],
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
