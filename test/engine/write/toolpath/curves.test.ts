/** Arcs of a drawing on their way through nesting and kerf: closed forms, and our own reader on what was written. */
import { describe, expect, it } from "vitest";
import { type ExportRequestInput, exportRequestSchema } from "../../../../engine/base/contract/v1/export.ts";
import type { Drawing } from "../../../../engine/read/drawing/model/drawing.ts";
import { readDrawing } from "../../../../engine/read/dxf/read.ts";
import { verifyGcode } from "../../../../engine/verify/program/verify.ts";
import { exportGcode } from "../../../../engine/write/toolpath/export.ts";
import { curvesOfPart, type PathOptions } from "../../../../engine/write/toolpath/path/shape.ts";
import { exportDxf } from "../../../../engine/write/toolpath/write/dxf.ts";
import { areaOf, cutRings, interpret } from "../../../helpers/program.ts";
import { box } from "../../../helpers/rings.ts";

type Pair = [code: number, value: string | number];
const read = (text: string) =>
  readDrawing(new TextEncoder().encode(text), { roles: { SHEET: "construction" } });

/** A drawing of these entities, in millimetres. */
function drawing(...entities: Pair[][]): Drawing {
  const pairs: Pair[] = [
    ...[
      [0, "SECTION"],
      [2, "HEADER"],
      [9, "$ACADVER"],
      [1, "AC1015"],
      [9, "$INSUNITS"],
      [70, 4],
      [0, "ENDSEC"],
    ],
    ...[
      [0, "SECTION"],
      [2, "ENTITIES"],
    ],
    ...entities.flat(),
    ...[
      [0, "ENDSEC"],
      [0, "EOF"],
    ],
  ] as Pair[];
  return read(pairs.map(([code, value]) => `${code}\n${value}\n`).join(""));
}

const circle = (x: number, y: number, radius: number): Pair[] => [
  [0, "CIRCLE"],
  [8, "0"],
  [10, x],
  [20, y],
  [40, radius],
];
const polyline = (...vertices: [x: number, y: number, bulge?: number][]): Pair[] => [
  [0, "LWPOLYLINE"],
  [8, "0"],
  [90, vertices.length],
  [70, 1],
  ...vertices.flatMap(([x, y, bulge = 0]): Pair[] => [
    [10, x],
    [20, y],
    [42, bulge],
  ]),
];
const ellipse = (x: number, y: number, major: number, ratio: number): Pair[] => [
  [0, "ELLIPSE"],
  [8, "0"],
  [100, "AcDbEllipse"],
  [10, x],
  [20, y],
  [11, major],
  [21, 0],
  [40, ratio],
  [41, 0],
  [42, 2 * Math.PI],
];

/** Two half circles of radius 10 joined by lines of 60, with a round hole of radius 4. */
const slot = drawing(polyline([0, 0], [60, 0, 1], [60, 20], [0, 20, 1]), circle(10, 10, 4));

function sheetOf(
  part: Drawing,
  kerf: number,
  rotation = 0,
): { request: ExportRequestInput; options: PathOptions } {
  const { exterior, holes } = part.parts[0]!;
  return {
    request: {
      sheet_width: 200,
      sheet_height: 200,
      placements: [{ exterior, holes, x: 100, y: 80, rotation }],
      config: { kerf },
    },
    options: { curves: [curvesOfPart(part, 0)] },
  };
}

const dxf = ({ request, options }: ReturnType<typeof sheetOf>) =>
  exportDxf(exportRequestSchema.parse(request), options);
const gcode = ({ request, options }: ReturnType<typeof sheetOf>) =>
  exportGcode(exportRequestSchema.parse(request), options);

/** Cuts of a written sheet as our own reader sees them, largest first, its boundary left out. */
function cutPaths(text: string) {
  const cut = read(text).paths.filter(({ layer }) => layer.startsWith("CUT_"));
  return cut.sort((a, b) => b.length - a.length);
}

describe("arcs of a drawing", () => {
  it("leave as bulges on their own radius, without kerf exactly", () => {
    const [outer, hole] = cutPaths(dxf(sheetOf(slot, 0)));
    expect(outer!.curves.map(({ kind }) => kind).sort()).toEqual(["arc", "arc", "line", "line"]);
    expect(outer!.length).toBeCloseTo(120 + 20 * Math.PI, 6);
    expect(hole!.curves.map(({ kind }) => kind)).toEqual(["arc", "arc"]);
    expect(hole!.length).toBeCloseTo(8 * Math.PI, 6);
  });

  it("read back to the same areas", () => {
    const parts = read(dxf(sheetOf(slot, 0, 33))).parts;
    const area = 60 * 20 + 100 * Math.PI - 16 * Math.PI;
    expect(parts.some((part) => Math.abs(part.area - area) < 1e-6)).toBe(true);
  });

  it.each([0.2, 1, 2, 3])("keep their centre and change their radius by half a kerf of %d mm", (kerf) => {
    const [outer, hole] = cutPaths(dxf(sheetOf(slot, kerf, 90)));
    for (const [path, radius] of [
      [outer!, 10 + kerf / 2],
      [hole!, 4 - kerf / 2],
    ] as const)
      for (const curve of path.curves) if (curve.kind === "arc") expect(curve.radius).toBeCloseTo(radius, 3);
    expect(outer!.curves).toHaveLength(4);
    expect(outer!.length).toBeCloseTo(120 + Math.PI * (20 + kerf), 3);
  });

  it("turn round the corners of a part on half a kerf", () => {
    const plate = drawing(polyline([0, 0], [50, 0], [50, 30], [0, 30]));
    const [outer] = cutPaths(dxf(sheetOf(plate, 2)));
    expect(outer!.curves.map(({ kind }) => kind).sort()).toEqual([
      "arc",
      "arc",
      "arc",
      "arc",
      "line",
      "line",
      "line",
      "line",
    ]);
    for (const curve of outer!.curves) if (curve.kind === "arc") expect(curve.radius).toBeCloseTo(1, 3);
    expect(outer!.length).toBeCloseTo(160 + 2 * Math.PI, 4);
  });

  it("become G2 and G3 in a program, at most half a circle each", () => {
    const text = gcode(sheetOf(slot, 0.3, 20));
    const moves = interpret(text).filter(({ motion }) => motion !== "G0");
    // Two ends of the slot and two halves of the hole; one end is in two where the tool enters it half-way.
    expect([4, 5]).toContain(moves.filter(({ center }) => center).length);
    expect(moves.filter(({ center }) => !center)).toHaveLength(2);
    for (const { from, center } of moves) {
      if (!center) continue;
      const radius = Math.hypot(from[0] - center[0], from[1] - center[1]);
      expect(Math.min(Math.abs(radius - 10.15), Math.abs(radius - 3.85))).toBeLessThan(1e-3);
    }
    const areas = cutRings(text).map((ring) => Math.abs(areaOf(ring)));
    expect(Math.max(...areas)).toBeCloseTo(60 * 20.3 + Math.PI * 10.15 ** 2, 1);
  });

  it("include those that come near an ellipse, within 0.005 mm", () => {
    const part = drawing(ellipse(0, 0, 40, 0.6));
    const [outer] = cutPaths(dxf(sheetOf(part, 0)));
    expect(outer!.curves.length).toBeLessThan(80);
    expect(outer!.curves.every(({ kind }) => kind === "arc")).toBe(true);
    for (const { x0, y0 } of outer!.curves) {
      const [u, v] = [(x0 - 100) / 40, (y0 - 80) / 24];
      expect(Math.abs(Math.hypot(u, v) - 1) * 24).toBeLessThan(0.005);
    }
    // Perimeter of the ellipse after Ramanujan, good to 1e-6 here.
    const [a, b] = [40, 24];
    const h = ((a - b) / (a + b)) ** 2;
    const perimeter = Math.PI * (a + b) * (1 + (3 * h) / (10 + Math.sqrt(4 - 3 * h)));
    expect(outer!.length).toBeCloseTo(perimeter, 2);
  });

  it("have to belong to the placed part", () => {
    const sheet = sheetOf(slot, 0.2);
    const [placement] = sheet.request.placements;
    const strange = { ...placement!, exterior: box(0, 0, 30, 30), holes: [] };
    expect(() => dxf({ ...sheet, request: { ...sheet.request, placements: [strange] } })).toThrow(
      "options.curves.0: are not those of the placed part",
    );
    expect(curvesOfPart(slot, 7)).toBeNull();
  });

  it.each([0, 5000, -5000])(
    "are refused where the points that were nested spare a part of them, at %d",
    (at) => {
      const sheet = sheetOf(drawing(circle(at, 0, 20)), 0.2);
      const [placement] = sheet.request.placements;
      const diamond: [number, number][] = [
        [at + 20, 0],
        [at, 20],
        [at - 20, 0],
        [at, -20],
        [at + 20, 0],
      ];
      const spared = { ...placement!, exterior: diamond, holes: [] };
      expect(() => dxf({ ...sheet, request: { ...sheet.request, placements: [spared] } })).toThrow(
        "options.curves.0: are not those of the placed part",
      );
    },
  );

  it("are given up where there are too many", () => {
    // So many circles that each has but four points.
    const circles = Array.from({ length: 120_000 }, (_, i) => circle(50 * (i % 400), 50 * (i >> 8), 20));
    const crowd = drawing(circles.flat());
    expect(crowd.parts[0]!.exterior).toHaveLength(5);
    expect(curvesOfPart(crowd, 0)).toBeNull();
  });

  it("may be known for some parts only", () => {
    const sheet = sheetOf(slot, 0.2);
    const plain = { exterior: box(0, 0, 20, 20), holes: [], x: 5, y: 5, rotation: 0 };
    const request = { ...sheet.request, placements: [plain, ...sheet.request.placements] };
    const text = gcode({ request, options: { curves: [null, ...sheet.options.curves!] } });
    const [square] = cutRings(text).filter((ring) => Math.abs(Math.abs(areaOf(ring)) - 20.2 ** 2) < 0.1);
    expect(square!.length).toBeGreaterThan(8);
  });
});

describe("a washer in a round hole", () => {
  it("is cut out before the hole, whose arcs turn about the washer's own hole", () => {
    const nested = drawing(circle(0, 0, 50), circle(0, 0, 40), circle(0, 0, 30), circle(0, 0, 10));
    const placements = nested.parts.map(({ exterior, holes }) => ({
      exterior,
      holes,
      x: 60,
      y: 60,
      rotation: 0,
    }));
    const request = exportRequestSchema.parse({
      sheet_width: 120,
      sheet_height: 120,
      placements,
      config: { kerf: 0.2 },
    });
    const curves = nested.parts.map((_, i) => curvesOfPart(nested, i));
    const text = exportGcode(request, { curves });
    expect(text).toMatch(/G[23] /);
    expect(verifyGcode(text, { request, options: { curves } }).violations).toEqual([]);
  });
});
