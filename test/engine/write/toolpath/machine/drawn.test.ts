/** Marks, engraving, bends and open cuts of a drawing on their way through nesting into programs and drawings. */
import { describe, expect, it } from "vitest";
import { LIGHTBURN_LAYERS } from "../../../../../engine/base/contract/lightburn.ts";
import { exportRequestSchema } from "../../../../../engine/base/contract/v1/export.ts";
import type { Ring } from "../../../../../engine/base/contract/values/geometry.ts";
import { pointBounds } from "../../../../../engine/base/geometry/ring.ts";
import { curveAt } from "../../../../../engine/read/drawing/curves/curves.ts";
import type { Drawing } from "../../../../../engine/read/drawing/model/drawing.ts";
import { readDrawing } from "../../../../../engine/read/dxf/read.ts";
import { readSvg } from "../../../../../engine/read/svg/read.ts";
import { verifyGcode } from "../../../../../engine/verify/program/verify.ts";
import { planExport } from "../../../../../engine/write/toolpath/export.ts";
import type { GcodeOptions, Mark } from "../../../../../engine/write/toolpath/machine/options.ts";
import { curvesOfPart, mirroredCurves } from "../../../../../engine/write/toolpath/path/shape.ts";
import {
  marksOfParts,
  mirroredMark,
  rolesOfLayers,
} from "../../../../../engine/write/toolpath/plan/drawn.ts";
import { exportDxf, planDxf } from "../../../../../engine/write/toolpath/write/dxf.ts";
import { planSvg } from "../../../../../engine/write/toolpath/write/svg.ts";
import { interpret } from "../../../../helpers/program.ts";
import { box } from "../../../../helpers/rings.ts";

/** Roles that a layer's name does not tell from engraving. */
const ROLES = { roles: { MARK: "mark", SHEET: "construction" } } as const;

type Pair = [code: number, value: string | number];
const bytes = (text: string) => new TextEncoder().encode(text);
const line = (layer: string, x0: number, y0: number, x1: number, y1: number, color = 256): Pair[] => [
  [0, "LINE"],
  [8, layer],
  [62, color],
  [10, x0],
  [20, y0],
  [11, x1],
  [21, y1],
];
const rectangle = (layer: string, w: number, h: number): Pair[] => [
  [0, "LWPOLYLINE"],
  [8, layer],
  [90, 4],
  [70, 1],
  ...([
    [0, 0],
    [w, 0],
    [w, h],
    [0, h],
  ].flatMap(([x, y]): Pair[] => [
    [10, x!],
    [20, y!],
  ]) as Pair[]),
];
const arc = (layer: string, x: number, y: number, radius: number): Pair[] => [
  [0, "ARC"],
  [8, layer],
  [10, x],
  [20, y],
  [40, radius],
  [50, 0],
  [51, 90],
];
const dxf = (...entities: Pair[][]) =>
  readDrawing(
    bytes(
      ([[0, "SECTION"], [2, "ENTITIES"], ...entities.flat(), [0, "ENDSEC"], [0, "EOF"]] as Pair[])
        .map(([code, value]) => `${code}\n${value}\n`)
        .join(""),
    ),
    ROLES,
  );

/** A plate of 80 by 50 with a line to engrave, an arc to mark, a bend, a cut into it, and a line beside it. */
const drawing = dxf(
  rectangle("CUT", 80, 50),
  line("ENGRAVE", 10, 10, 30, 10),
  arc("MARK", 40, 20, 10),
  line("BEND", 0, 40, 80, 40),
  line("CUT", 60, 10, 60, 20),
  line("ENGRAVE", 100, 10, 120, 10),
);
const [part] = drawing.parts;
/** Turned by a quarter and moved: (x, y) becomes (100 - y, 20 + x). */
const sheet = exportRequestSchema.parse({
  sheet_width: 200,
  sheet_height: 200,
  placements: [
    { part_id: "plate", exterior: part!.exterior, holes: part!.holes, x: 100, y: 20, rotation: 90 },
  ],
  config: { kerf: 0.2 },
});
const drawn = { curves: [curvesOfPart(drawing, 0)], marks: marksOfParts(drawing).marks };

it("what lies on a part belongs to it, with its role, layer and curves", () => {
  const roles = marksOfParts(drawing).marks[0]!.map(({ role, layer }) => [role, layer]);
  expect(roles.sort()).toEqual([
    ["bend", "BEND"],
    ["cut-open", "CUT"],
    ["engrave", "ENGRAVE"],
    ["mark", "MARK"],
  ]);
  expect(marksOfParts(drawing).off).toBe(1);
});

it("a line belongs to the parts that it lies on, of two within each other to the smaller one", () => {
  const [large, small] = [box(0, 0, 100, 100), box(10, 10, 50, 50)].map((exterior) => ({
    exterior,
    holes: [],
    bounds: pointBounds(exterior),
  }));
  const level = (x0: number, x1: number) => ({
    role: "mark",
    layer: "0",
    closed: false,
    curves: [{ kind: "line", x0, y0: 20, x1, y1: 20 }],
  });
  const nested = {
    parts: [large, small],
    paths: [level(20, 40), level(70, 90), level(45, 85), level(110, 120)],
  };
  const { marks, off } = marksOfParts(nested as unknown as Drawing);
  const spans = (list: Mark[]) => list.map(({ path }) => [path[0]![0], path.at(-1)![0]]);
  expect(marks.map(spans)).toEqual([
    [
      [70, 90],
      [60, 85],
    ],
    [
      [20, 40],
      [45, 60],
    ],
  ]);
  expect(off).toBe(1);
});

it("a part that is turned over takes its marks along", () => {
  const turned = marksOfParts(drawing).marks[0]!.map(mirroredMark);
  const [bend, mark] = ["bend", "mark"].map((wanted) => turned.find(({ role }) => role === wanted)!);
  expect(bend!.path.map(([x]) => x).sort((a, b) => a - b)).toEqual([-80, -0]);
  const [quarter] = mark!.curves!;
  expect(quarter).toMatchObject({ kind: "arc", cx: -40, cy: 20, radius: 10 });
  // It ran from the right to the top of its circle, and so runs from the left to the top.
  for (const [share, degrees] of [
    [0, 180],
    [0.5, 135],
    [1, 90],
  ] as const) {
    const [x, y] = curveAt(quarter!, share);
    expect(x).toBeCloseTo(-40 + 10 * Math.cos((degrees * Math.PI) / 180), 9);
    expect(y).toBeCloseTo(20 + 10 * Math.sin((degrees * Math.PI) / 180), 9);
  }
});

describe("a program", () => {
  const options: GcodeOptions = {
    ...drawn,
    operations: { engrave: { feed_rate: 3000, power: 40 }, bend: { feed_rate: 2000, power: 20 } },
    layers: { MARK: { feed_rate: 2500, power: 30, passes: 2 } },
  };
  const { gcode } = planExport(sheet, options);

  it("marks before it cuts, each line with its own operation, arcs as arcs", () => {
    const moves = interpret(gcode).filter(({ motion }) => motion !== "G0");
    const engraved = moves.find(
      ({ from, to }) => Math.abs(from[0] - 90) < 0.01 && Math.abs(to[0] - 90) < 0.01,
    );
    expect(Math.abs(engraved!.from[1] - engraved!.to[1])).toBeCloseTo(20, 3);
    const arcs = moves.filter(({ center }) => center && Math.hypot(center[0] - 80, center[1] - 60) < 0.01);
    expect(arcs).toHaveLength(2);
    for (const { from, center } of arcs)
      expect(Math.hypot(from[0] - center![0], from[1] - center![1])).toBeCloseTo(10, 3);
    const settings = (name: string) => {
      const own = gcode.slice(gcode.indexOf(name)).split("\n").slice(0, 5).join(" ");
      return [/M4 S(\d+)/.exec(own)![1], /G[123].* F(\d+)/.exec(own)![1]];
    };
    expect(settings("plate engrave")).toEqual(["40", "3000"]);
    expect(settings("plate mark")).toEqual(["30", "2500"]);
    expect(settings("plate bend")).toEqual(["20", "2000"]);
    expect(settings("plate open cut")).toEqual(["100", "1000"]);
    expect(verifyGcode(gcode, { request: sheet, options }).violations).toEqual([]);
  });

  it("that leaves one out, or draws it at another setting, is found out", () => {
    const codes = (changed: GcodeOptions) =>
      verifyGcode(gcode, { request: sheet, options: changed }).violations.map(({ code }) => code);
    expect(codes({ ...options, layers: { MARK: { feed_rate: 1234 } } })).toContain("wrong-feed");
    const without = planExport(sheet, {
      ...options,
      operations: { ...options.operations, bend: { on: false } },
    });
    const missing = verifyGcode(without.gcode, { request: sheet, options }).violations;
    expect(missing.map(({ code }) => code)).toEqual(["mark-missing"]);
  });
});

describe("a drawing of the sheet", () => {
  it("has every role on a layer of its own, and reads as it was", () => {
    const back = readDrawing(bytes(exportDxf(sheet, drawn)), ROLES);
    expect(back.layers.map(({ name, role }) => [name, role])).toEqual(
      expect.arrayContaining([
        ["MARK", "mark"],
        ["ENGRAVE", "engrave"],
        ["BEND", "bend"],
        ["CUT_OPEN", "cut"],
      ]),
    );
    const marks = marksOfParts(back).marks[0]!;
    expect(marks.map(({ role }) => role).sort()).toEqual(["bend", "cut-open", "engrave", "mark"]);
    const [curve] = marks.find(({ role }) => role === "mark")!.curves!;
    expect(curve).toMatchObject({ kind: "arc", radius: expect.closeTo(10, 6) });
  });

  it("has no layers for what is not there", () => {
    const { text, findings } = planDxf(sheet);
    expect(text).not.toMatch(/MARK|ENGRAVE|BEND|CUT_OPEN/);
    expect(findings.map(({ code }) => code)).toEqual(["outlines-moved"]);
  });

  it("tells of parts too near to each other", () => {
    const second = { ...sheet.placements[0]!, x: sheet.placements[0]!.x + 50.1 };
    const near = { ...sheet, placements: [...sheet.placements, second] };
    expect(planDxf(near).findings.map(({ code }) => code)).toEqual(["parts-near", "outlines-moved"]);
  });

  it("comes as SVG in millimetres with true arcs too", () => {
    const { text } = planSvg(sheet, drawn);
    expect(text).toMatch(/width="200mm" height="200mm" viewBox="0 0 200 200"/);
    const back = readSvg(bytes(text), {});
    const arcs = back.paths.flatMap(({ curves }) => curves).filter(({ kind }) => kind === "arc");
    expect(arcs.some((one) => one.kind === "arc" && Math.abs(one.radius - 10) < 1e-3)).toBe(true);
    // Half a kerf outside of 50 by 80 all around, round at the corners.
    const area = 50 * 80 + 0.1 * 2 * 130 + Math.PI * 0.01;
    expect(back.parts.some((one) => Math.abs(one.area - area) < 0.05)).toBe(true);
  });

  it("shows what the sheet is like on layers of their own, which no reader takes for parts", () => {
    const ring = (x: number, y: number, size: number): Ring => [
      [x, y],
      [x + size, y],
      [x + size, y + size],
      [x, y + size],
      [x, y],
    ];
    const ground = { outline: ring(5, 5, 190), holes: [ring(150, 150, 20)], defects: [ring(150, 20, 9)] };
    const { text } = planDxf(sheet, { ground });
    const entities = text.slice(text.indexOf("ENTITIES"));
    const on = (name: string) => [...entities.matchAll(new RegExp(`^ *8\\r?\\n${name}\\r?$`, "gm"))].length;
    expect([on("STOCK"), on("DEFECT")]).toEqual([2, 1]);
    const parts = (drawing: string) => readDrawing(bytes(drawing), {}).parts.map(({ area }) => area);
    expect(parts(text)).toEqual(parts(planDxf(sheet).text));
    expect(planSvg(sheet, { ground }).text).toMatch(/<g id="STOCK".*<g id="DEFECT"/s);
    expect(() => planDxf(sheet, { ground: { holes: [[[0, 0]]] } })).toThrow(
      "options.ground.holes.0: is not a polygon",
    );
  });

  it("refuses marks of no placement", () => {
    expect(() => planDxf(sheet, { marks: [null, []] })).toThrow(/marks/);
  });
});

describe("settings by layer", () => {
  // The outline, its hole and two marks in colours of their own on one layer.
  const square = (x: number, y: number, side: number, colour: string) =>
    `<rect x="${x}" y="${y}" width="${side}" height="${side}" fill="none" stroke="${colour}"/>`;
  const shapes = [
    square(0, 0, 50, "#ff0000"),
    '<circle cx="35" cy="35" r="5" fill="none" stroke="#0000ff"/>',
    square(5, 5, 8, "#000000"),
    square(5, 20, 8, "#00e000"),
  ];
  const coloured = readSvg(
    bytes(
      `<svg xmlns="http://www.w3.org/2000/svg" width="50mm" height="50mm" viewBox="0 0 50 50">${shapes.join("")}</svg>`,
    ),
    rolesOfLayers({ ...LIGHTBURN_LAYERS, "#00E000": { role: "engrave" } }),
  );
  const [plate] = coloured.parts;
  const own = exportRequestSchema.parse({
    sheet_width: 100,
    sheet_height: 100,
    placements: [{ exterior: plate!.exterior, holes: plate!.holes, x: 10, y: 10 }],
    config: { kerf: 0.2 },
  });
  const options: GcodeOptions = { curves: [curvesOfPart(coloured, 0)], marks: marksOfParts(coloured).marks };
  /** Powers and feeds of cuts in the order in which they are run, each once. */
  const rates = (gcode: string) => {
    const cuts = gcode.split(/^M[34] S/m).slice(1);
    const ofCut = (text: string) => `S${Number.parseFloat(text)} F${/G[123].*F(\d+)/.exec(text)![1]}`;
    return [...new Set(cuts.map(ofCut))];
  };
  const byColour: GcodeOptions["layers"] = {
    C00: { power: 11, feed_rate: 1100 },
    "#00E000": { power: 22, feed_rate: 2200 },
    "#0000ff": { power: 33, feed_rate: 3300 },
    C02: { power: 44, feed_rate: 4400, passes: 2 },
  };

  it("may be given by colour and by LightBurn's numbers, for lines that share a layer", () => {
    expect(new Set(coloured.paths.map(({ layer }) => layer)).size).toBe(1);
    for (const where of [{ layers: byColour }, { machine: { layers: byColour } }]) {
      const { gcode, findings } = planExport(own, { ...options, ...where });
      const told = rates(gcode);
      expect(told.slice(0, 2).sort()).toEqual(["S11 F1100", "S22 F2200"]);
      expect(told.slice(2)).toEqual(["S33 F3300", "S44 F4400"]);
      expect(findings).toEqual([]);
    }
    const { gcode } = planExport(own, { ...options, layers: byColour });
    const arcs = (text: string) => text.match(/^G[23] /gm)?.length;
    expect(arcs(gcode)).toBeGreaterThan(0);
    const [placed] = own.placements;
    const flip = (ring: Ring): Ring => ring.map(([x, y]) => [-x, y]);
    const turned = {
      ...own,
      placements: [{ ...placed!, x: 60, exterior: flip(placed!.exterior), holes: placed!.holes.map(flip) }],
    };
    const over = planExport(turned, {
      curves: [mirroredCurves(options.curves![0]!)],
      marks: [options.marks![0]!.map(mirroredMark)],
      layers: byColour,
    });
    expect(rates(over.gcode).sort()).toEqual(rates(gcode).sort());
    expect(arcs(over.gcode)).toBe(arcs(gcode));
    const changed = { ...byColour, C00: { power: 12, feed_rate: 1100 } };
    expect(
      verifyGcode(gcode, { request: own, options: { ...options, layers: changed } }).violations.map(
        ({ code }) => code,
      ),
    ).toContain("wrong-power");
  });

  it("say what the lines are for, of colours on one layer and of colours by layer", () => {
    const rect = (x: number, y: number, w: number, h: number, colour: string) =>
      `<rect x="${x}" y="${y}" width="${w}" height="${h}" stroke="${colour}"/>`;
    const shapes = [
      rect(0, 0, 100, 60, "#ff0000"),
      rect(50, 20, 20, 10, "#0000ff"),
      rect(10, 20, 20, 10, "#000000"),
      rect(80, 20, 5, 5, "#f36926"),
    ];
    const text = `<svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="60mm" viewBox="0 0 100 60"><g fill="none">${shapes.join("")}</g></svg>`;
    const read = readSvg(bytes(text), rolesOfLayers(LIGHTBURN_LAYERS));
    expect(read.parts.map(({ holes }) => holes.length)).toEqual([1]);
    expect(marksOfParts(read).marks.map((marks) => marks.map(({ role }) => role))).toEqual([["mark"]]);
    const layer = (name: string, colour: number): Pair[] => [
      [0, "LAYER"],
      [2, name],
      [70, 0],
      [62, colour],
    ];
    const tables: Pair[] = [
      [0, "SECTION"],
      [2, "TABLES"],
      [0, "TABLE"],
      [2, "LAYER"],
      [70, 2],
      ...layer("A", 1),
      ...layer("B", 3),
      [0, "ENDTAB"],
      [0, "ENDSEC"],
    ];
    const entities = [
      [0, "SECTION"],
      [2, "ENTITIES"],
      ...rectangle("A", 80, 50),
      ...line("B", 10, 10, 30, 10),
    ];
    const pairs = [...tables, ...entities, [0, "ENDSEC"], [0, "EOF"]] as Pair[];
    const byLayer = readDrawing(
      bytes(pairs.map(([code, value]) => `${code}\n${value}\n`).join("")),
      rolesOfLayers({ "#00ff00": { role: "bend" }, A: { role: "cut", power: 7 } }),
    );
    expect(marksOfParts(byLayer).marks[0]!.map(({ role }) => role)).toEqual(["bend"]);
  });
});
