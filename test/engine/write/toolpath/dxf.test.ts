import { describe, expect, it } from "vitest";
import { type ExportRequestInput, exportRequestSchema } from "../../../../engine/base/contract/v1/export.ts";
import type { Point, Ring } from "../../../../engine/base/contract/values/geometry.ts";
import { exportDxf, planDxf } from "../../../../engine/write/toolpath/write/dxf.ts";
import { planSvg } from "../../../../engine/write/toolpath/write/svg.ts";
import { areaOf } from "../../../helpers/program.ts";
import { box, disc } from "../../../helpers/rings.ts";

const drawing = (request: ExportRequestInput) => exportDxf(exportRequestSchema.parse(request));

const plate: ExportRequestInput = {
  sheet_width: 120,
  sheet_height: 80.5,
  placements: [
    { part_id: "flange", exterior: box(0, 0, 40, 30), holes: [box(5, 5, 8, 8)], x: 10, y: 20 },
    { part_id: "disc", exterior: disc(0, 0, 12, 12), x: 90, y: 40, rotation: 15 },
  ],
  config: { kerf: 0.5 },
};

type Pair = [code: number, value: string];

/** The tag pairs of a file; every value is on its own line. */
function pairsOf(text: string): Pair[] {
  const lines = text.split("\r\n");
  expect(lines.pop()).toBe("");
  expect(lines.length % 2).toBe(0);
  return Array.from({ length: lines.length / 2 }, (_, i) => [Number(lines[2 * i]), lines[2 * i + 1]!]);
}

/** Everything that begins with group 0, with the groups up to the next. */
function recordsOf(text: string): { type: string; groups: Pair[]; get(code: number): string | undefined }[] {
  const records: ReturnType<typeof recordsOf> = [];
  for (const [code, value] of pairsOf(text)) {
    const groups: Pair[] = [];
    if (code === 0) records.push({ type: value, groups, get: (of) => groups.find(([c]) => c === of)?.[1] });
    else records.at(-1)!.groups.push([code, value]);
  }
  return records;
}

function outlinesOf(text: string): { layer: string; ring: Ring }[] {
  return recordsOf(text)
    .filter(({ type }) => type === "LWPOLYLINE")
    .map(({ groups, get }) => {
      const [xs, ys] = [10, 20].map((of) => groups.filter(([code]) => code === of).map(([, v]) => Number(v)));
      expect(Number(get(90))).toBe(xs!.length);
      expect(get(70)).toBe("1");
      return { layer: get(8)!, ring: xs!.map((x, i): Point => [x, ys![i]!]) };
    });
}

/** Points at most 0.1 mm apart along a polyline with bulges. */
function pointsAlong(groups: Pair[], closed: boolean): Ring {
  const vertices: [x: number, y: number, bulge: number][] = [];
  for (const [code, value] of groups) {
    if (code === 10) vertices.push([Number(value), 0, 0]);
    if (code === 20) vertices.at(-1)![1] = Number(value);
    if (code === 42) vertices.at(-1)![2] = Number(value);
  }
  if (closed) vertices.push(vertices[0]!);
  return vertices.slice(1).flatMap(([bx, by], i): Ring => {
    const [ax, ay, bulge] = vertices[i]!;
    const count = Math.ceil(Math.hypot(bx - ax, by - ay) * 10 * (1 + bulge * bulge)) + 1;
    return Array.from({ length: count + 1 }, (_, k): Point => {
      // The point of the arc that is seen from its ends under the angle of the bulge.
      const angle = ((2 * k) / count - 1) * 2 * Math.atan(bulge);
      const half = Math.hypot(bx - ax, by - ay) / 2;
      const along =
        bulge === 0
          ? half * ((2 * k) / count - 1)
          : (half * Math.sin(angle)) / Math.sin(2 * Math.atan(bulge));
      const rise =
        bulge === 0
          ? 0
          : half * ((Math.cos(angle) - Math.cos(2 * Math.atan(bulge))) / Math.sin(2 * Math.atan(bulge)));
      const [ux, uy] = [(bx - ax) / 2 / half, (by - ay) / 2 / half];
      return [(ax + bx) / 2 + along * ux + rise * uy, (ay + by) / 2 + along * uy - rise * ux];
    });
  });
}

function lengthOf(line: Ring): number {
  return line.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - line[i]![0], y - line[i]![1]), 0);
}

describe("a sheet as DXF", () => {
  const text = drawing(plate);

  it("is this text", async () => {
    await expect(text.replaceAll("\r\n", "\n")).toMatchFileSnapshot("../../../golden/plate.dxf");
  });

  it("holds the boundary and the compensated contours, inner before outer, on their layers", () => {
    const [sheet, ...cuts] = outlinesOf(text);
    expect(sheet).toEqual({ layer: "SHEET", ring: box(0, 0, 120, 80.5) });
    const on = (layer: string) => cuts.filter((cut) => cut.layer === layer);
    const [hole] = on("CUT_INNER");
    expect(hole!.ring.map(String).sort()).toEqual(box(15.25, 25.25, 7.5, 7.5).map(String).sort());
    // Steiner's formula for the rectangle grown by a quarter.
    const flange = on("CUT_OUTER").find(({ ring }) => areaOf(ring) > 1000)!;
    expect(areaOf(flange.ring)).toBeCloseTo(1200 + 140 * 0.25 + Math.PI / 16, 1);
    expect(cuts.indexOf(hole!)).toBeLessThan(cuts.indexOf(flange));
    expect(cuts).toHaveLength(3);
  });

  it("keeps areas to the ninth decimal of a millimetre when there is no kerf", () => {
    const exterior = disc(1234.5678, -99.123, 321.987, 777);
    const [, outline] = outlinesOf(
      drawing({ ...plate, placements: [{ exterior, x: 0.1, y: 0.2 }], config: {} }),
    );
    expect(areaOf(outline!.ring)).toBeCloseTo(areaOf(exterior), 5);
  });

  it("makes arcs of points where that is asked for", () => {
    const exterior = disc(30, 30, 20, 720);
    const request = exportRequestSchema.parse({
      ...plate,
      placements: [{ exterior, x: 0, y: 0 }],
      config: {},
    });
    const arcs = recordsOf(exportDxf(request, { arc_tolerance: 0.005 })).filter(
      ({ get }) => get(8) === "CUT_OUTER",
    );
    expect(arcs.map(({ get }) => get(90))).toEqual(["2"]);
    const bulges = arcs[0]!.groups.filter(([code]) => code === 42).map(([, bulge]) => Number(bulge));
    expect(bulges).toHaveLength(2);
    for (const bulge of bulges) expect(bulge).toBeCloseTo(1, 6);
    const plain = recordsOf(exportDxf(request)).filter(({ get }) => get(8) === "CUT_OUTER");
    expect(plain.map(({ get }) => get(90))).toEqual(["720"]);
  });

  it("says millimetres and R2000", () => {
    const pairs = pairsOf(text);
    const variable = (name: string) => pairs[pairs.findIndex(([c, v]) => c === 9 && v === name) + 1];
    expect(variable("$ACADVER")).toEqual([1, "AC1015"]);
    expect(variable("$INSUNITS")).toEqual([70, "4"]);
    expect(variable("$EXTMAX")).toEqual([10, "120.0"]);
  });

  it("gives everything a handle of its own and an owner that exists", () => {
    const records = recordsOf(text);
    const plain = new Set(["SECTION", "ENDSEC", "ENDTAB", "EOF"]);
    const owned = records.filter(({ type }) => !plain.has(type));
    const handles = owned.map(({ get, type, groups }) => {
      const dimension = type === "DIMSTYLE" && groups.some(([code]) => code === 105);
      return get(dimension ? 105 : 5);
    });
    expect(handles.every((handle) => /^[1-9A-F][0-9A-F]*$/.test(handle!))).toBe(true);
    expect(new Set(handles).size).toBe(handles.length);
    for (const { get } of owned) expect(["0", ...handles]).toContain(get(330));
    const pairs = pairsOf(text);
    const [, seed] = pairs[pairs.findIndex(([, value]) => value === "$HANDSEED") + 1]!;
    const largest = Math.max(...handles.map((handle) => Number.parseInt(handle!, 16)));
    expect(Number.parseInt(seed, 16)).toBeGreaterThan(largest);
  });

  it("defines every layer, line type, block record and table that AutoCAD asks for", () => {
    const records = recordsOf(text);
    const named = (of: string) => records.filter(({ type }) => type === of).map(({ get }) => get(2));
    expect(named("TABLE")).toEqual([
      "VPORT",
      "LTYPE",
      "LAYER",
      "STYLE",
      "VIEW",
      "UCS",
      "APPID",
      "DIMSTYLE",
      "BLOCK_RECORD",
    ]);
    expect(named("SECTION")).toEqual(["HEADER", "CLASSES", "TABLES", "BLOCKS", "ENTITIES", "OBJECTS"]);
    expect(named("LAYER")).toEqual(["0", "SHEET", "CUT_OUTER", "CUT_INNER"]);
    expect(named("LTYPE")).toEqual(["ByBlock", "ByLayer", "Continuous"]);
    expect(named("BLOCK_RECORD")).toEqual(["*Model_Space", "*Paper_Space"]);
    expect(named("BLOCK")).toEqual(["*Model_Space", "*Paper_Space"]);
    for (const { type, get, groups } of records)
      if (type === "TABLE") {
        const entries = records.filter((record) => record.type === get(2));
        expect(groups).toContainEqual([70, String(entries.length)]);
      }
    const [model] = records.filter((r) => r.type === "BLOCK_RECORD").map(({ get }) => get(5));
    for (const { type, get } of records) if (type === "LWPOLYLINE") expect(get(330)).toBe(model);
  });

  it("says whether the kerf is in its outlines", () => {
    const moved = planDxf(exportRequestSchema.parse({ ...plate, config: { kerf: 0.2 } }));
    expect(moved.text).toContain("999\r\nOutlines are moved by half of the kerf of 0.2 mm");
    expect(moved.findings.map(({ code }) => code)).toContain("outlines-moved");
    const nominal = planDxf(exportRequestSchema.parse({ ...plate, config: { kerf: 0 } }));
    expect(nominal.text).toContain("999\r\nOutlines are those of the parts");
    expect(nominal.findings.map(({ code }) => code)).not.toContain("outlines-moved");
  });

  it("calls layers as the caller wants", () => {
    const { text } = planDxf(exportRequestSchema.parse(plate), {
      layer_names: { outer: "CONTOUR", inner: "CONTOUR" },
    });
    const layers = new Set([...text.matchAll(/AcDbEntity\r\n {2}8\r\n(.*)\r/g)].map(([, name]) => name));
    expect([...layers]).toEqual(["0", "SHEET", "CONTOUR"]);
    expect(text.match(/ {2}2\r\nCONTOUR\r/g)).toHaveLength(1);
    const svg = planSvg(exportRequestSchema.parse(plate), {
      layer_names: { outer: "ALL", inner: "ALL" },
    }).text;
    expect([svg.match(/<g /g), svg.match(/<path /g)].map((found) => found?.length)).toEqual([2, 4]);
  });

  it("draws one line in the middle of a gap as wide as the kerf", () => {
    const boxes: [x: number, y: number, w: number, h: number][] = [
      [10, 10, 80, 50],
      [96, 10, 80, 50],
      [30, 66, 120, 40],
    ];
    const placements = boxes.map(([x, y, w, h]) => ({ exterior: box(0, 0, w, h), x, y }));
    const request = { sheet_width: 300, sheet_height: 200, placements, config: { kerf: 6 } };
    const { text } = planDxf(exportRequestSchema.parse(request), { common_lines: true, arc_tolerance: 0.01 });
    const lines = recordsOf(text)
      .filter(({ type, get }) => type === "LWPOLYLINE" && get(8) === "CUT_OUTER")
      .map(({ groups, get }) => pointsAlong(groups, get(70) === "1"));
    const points = lines.flat();
    const away = (x: number, y: number) =>
      boxes.map(([bx, by, w, h]) =>
        Math.hypot(Math.max(bx - x, 0, x - bx - w), Math.max(by - y, 0, y - by - h)),
      );
    for (const [x, y] of points) expect(Math.min(...away(x, y))).toBeGreaterThan(3 - 0.02);
    // Beside each box, 3 mm off its edges, there is a line.
    for (const [bx, by, w, h] of boxes)
      for (let t = 0; t <= 1; t += 1 / 64)
        for (const [x, y] of [
          [bx + t * w, by - 3],
          [bx + t * w, by + h + 3],
          [bx - 3, by + t * h],
          [bx + w + 3, by + t * h],
        ] as const)
          expect(Math.min(...points.map(([px, py]) => Math.hypot(px - x, py - y)))).toBeLessThan(0.1);
    // Drawn twice, the gaps of 50, 60 and 54 mm would make it longer by at least as much.
    const total = lines.reduce((sum, line) => sum + lengthOf(line), 0);
    const apart = boxes.reduce((sum, [, , w, h]) => sum + 2 * (w + h) + 6 * Math.PI, 0);
    expect(apart - total).toBeGreaterThan(50 + 114);
    expect(text).toContain("Lines that parts share are drawn once.");
  });

  it("is a valid drawing without any part", () => {
    expect(outlinesOf(drawing({ ...plate, placements: [] })).map(({ layer }) => layer)).toEqual(["SHEET"]);
  });

  it("lets no text of the client's in", () => {
    const named = { ...plate.placements[0]!, part_id: "  0\r\nLINE\r\n  8\r\nEVIL", layer: "EVIL" };
    const clean = drawing({ ...plate, placements: [plate.placements[0]!] });
    expect(drawing({ ...plate, placements: [named] })).toBe(clean);
  });

  it("prints huge and tiny coordinates as plain decimals", () => {
    for (const size of [1e-6, 1e9]) {
      const text = drawing({
        ...plate,
        placements: [{ exterior: box(-size, 0, size, size), x: 0, y: 0 }],
        config: {},
      });
      expect(text).not.toMatch(/\de[+-]|-0\.0\r|NaN|Infinity/);
      expect(Math.abs(areaOf(outlinesOf(text)[1]!.ring))).toBeCloseTo(size * size, 12);
    }
  });
});
