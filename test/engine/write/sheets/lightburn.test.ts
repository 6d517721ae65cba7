/** LightBurn projects: what is written stands there as asked, and what LightBurn writes is read as it shows it. */
import { describe, expect, it } from "vitest";
import { exportRequestSchema } from "../../../../engine/base/contract/v1/export.ts";
import { openDrawing } from "../../../../engine/read/drawing/model/packed.ts";
import { readFile } from "../../../../engine/read/read.ts";
import { planLightBurn } from "../../../../engine/write/sheets/lightburn.ts";
import { box, disc } from "../../../helpers/rings.ts";

const request = exportRequestSchema.parse({
  sheet_width: 300,
  sheet_height: 200,
  placements: [{ exterior: box(0, 0, 80, 50), holes: [disc(40, 25, 10, 240)], x: 10, y: 20 }],
  config: { kerf: 6, feed_rate: 1200 },
});

const read = (text: string) => openDrawing(readFile(new TextEncoder().encode(text), {}));

describe("a sheet as a LightBurn project", () => {
  const { text, findings } = planLightBurn(request, {
    machine: "grbl-laser",
    tabs: 2,
    operations: { "cut-inner": { power: 250, passes: 3 }, mark: { on: false } },
    layers: { C06: { power: 50 }, C07: { power: 70 } },
    marks: [
      [
        { role: "engrave", path: box(5, 5, 9, 9).slice(0, 2), layer: "A", colour: "#00e0e0" },
        { role: "mark", path: box(5, 5, 9, 9).slice(0, 3), layer: "B", colour: "#ff00ff" },
      ],
    ],
  });

  it("has a cut setting for each way in which lines are run", () => {
    const settings = [...text.matchAll(/<CutSetting type="(\w+)">([\s\S]*?)<\/CutSetting>/g)].map(
      ([, type, body]) => [
        type,
        ...[...body!.matchAll(/<(\w+) Value="(.*?)"/g)].map((m) => `${m[1]} ${m[2]}`),
      ],
    );
    const power = (percent: number) => [`minPower ${percent}`, `maxPower ${percent}`];
    expect(settings).toEqual([
      ["Tool", "index 30", "name SHEET", "priority 0", "doOutput 0"],
      [
        "Cut",
        "index 6",
        "name ENGRAVE",
        ...power(5),
        expect.stringMatching(/^speed/),
        "priority 1",
        "doOutput 1",
      ],
      [
        "Cut",
        "index 7",
        "name MARK",
        expect.anything(),
        expect.anything(),
        expect.stringMatching(/^speed/),
        "priority 2",
        "doOutput 0",
      ],
      [
        "Cut",
        "index 2",
        "name CUT_INNER",
        ...power(25),
        "speed 20",
        "numPasses 3",
        "priority 3",
        "doOutput 1",
      ],
      ["Cut", "index 1", "name CUT_OUTER", ...power(80), "speed 20", "priority 4", "doOutput 1"],
    ]);
    expect(findings.map(({ code, count }) => `${code} ${count}`)).toEqual([
      "outlines-moved 2",
      "layers-off 1",
      "settings-left-out 2",
    ]);
  });

  it("draws circles as ellipses and round corners as curves half a kerf off the part", () => {
    expect(text).toMatch(
      /Type="Ellipse" CutIndex="2" Rx="6\.999\d* *" Ry="6\.999\d*">\s*<XForm>1 0 0 1 50 45</,
    );
    const outline = /CutIndex="1">[\s\S]*?<VertList>(.*)<\/VertList>\s*<PrimList>(.*)<\/PrimList>/.exec(
      text,
    )!;
    const vertices = outline[1]!
      .split("V")
      .slice(1)
      .map((vertex) => vertex.split(/c[01][xy]|\s/).map(Number));
    const away = (x: number, y: number) =>
      Math.hypot(Math.max(10 - x, 0, x - 90), Math.max(20 - y, 0, y - 70));
    const curves = [...outline[2]!.matchAll(/B(\d+) (\d+)/g)];
    expect(curves).toHaveLength(12);
    for (const [, a, b] of curves) {
      const [x0, y0, x1, y1] = vertices[Number(a)] as [number, number, number, number];
      const [x3, y3] = vertices[Number(b)] as [number, number];
      const [x2, y2] = vertices[Number(b)]!.slice(-2) as [number, number];
      for (const t of [0, 0.2, 0.5, 0.7, 1]) {
        const at = (p0: number, p1: number, p2: number, p3: number) =>
          (1 - t) ** 3 * p0 + 3 * t * (1 - t) ** 2 * p1 + 3 * t * t * (1 - t) * p2 + t ** 3 * p3;
        expect(away(at(x0, x1, x2, x3), at(y0, y1, y2, y3))).toBeCloseTo(3, 4);
      }
    }
  });

  it("is read again as the same parts and roles", () => {
    const { parts, groups } = read(text);
    expect(parts).toHaveLength(1);
    expect(parts[0]!.bounds).toEqual({ min_x: 7, min_y: 17, max_x: 93, max_y: 73 });
    expect(parts[0]!.area).toBeCloseTo(86 * 56 - (4 - Math.PI) * 9 - 49 * Math.PI, 0);
    expect(groups.map(({ layer, role }) => `${layer} ${role}`).sort()).toEqual([
      "CUT_INNER cut",
      "CUT_OUTER cut",
      "ENGRAVE engrave",
      "MARK construction",
      "SHEET construction",
    ]);
  });

  it("is for lasers", () => {
    expect(() => planLightBurn(request, { machine: "linuxcnc-plasma" })).toThrow(/must be a laser/);
  });
});

describe("a project of LightBurn", () => {
  /** A flag that points up and to the right, a copy of it, and a group with a box and a circle. */
  const project = (attributes: string) => `<?xml version="1.0"?>
<LightBurnProject AppVersion="1.7.08" FormatVersion="1" ${attributes}>
  <CutSetting type="Cut"><index Value="0"/><name Value="Plate"/></CutSetting>
  <CutSetting type="Scan"><index Value="3"/><name Value="Fill it"/></CutSetting>
  <Shape Type="Path" CutIndex="0" VertID="1" PrimID="7"><XForm>1 0 0 1 100 100</XForm>
    <VertList>V0 0c0x5c0y5c1x1V30 0c0x1c1x1V30 20c0x1c1x1</VertList><PrimList>LineClosed</PrimList></Shape>
  <Shape Type="Path" CutIndex="0" VertID="1" PrimID="7"><XForm>2 0 0 2 100 200</XForm></Shape>
  <Shape Type="Path" CutIndex="3"><XForm>1 0 0 1 120 105</XForm><V vx="0" vy="0"/><V vx="4" vy="0"/><P T="L" p0="0" p1="1"/></Shape>
  <Shape Type="Group" CutIndex="0"><XForm>0 1 -1 0 400 0</XForm><Children>
    <Shape Type="Rect" CutIndex="0" W="40" H="20" Cr="0"><XForm>1 0 0 1 50 50</XForm></Shape>
    <Shape Type="Ellipse" CutIndex="0" Rx="5" Ry="5"><XForm>1 0 0 1 50 50</XForm></Shape>
  </Children></Shape>
  <Shape Type="Text" CutIndex="3" Str="x" HasBackupPath="1"><BackupPath Type="Path" CutIndex="3"><XForm>1 0 0 1 349 60</XForm>
    <VertList>V0 0V2 0V2 1</VertList><PrimList>L0 1L1 2</PrimList></BackupPath><XForm>1 0 0 1 349 60</XForm></Shape>
  <Shape Type="Polygon" CutIndex="0" N="6" Rx="5" Ry="5"><XForm>1 0 0 1 0 0</XForm></Shape>
</LightBurnProject>`;

  it("is read with its groups, copies, texts and cut settings", () => {
    const { parts, paths, groups, findings, unit } = read(project('MirrorX="False" MirrorY="False"'));
    expect(unit.millimetres).toBe(1);
    expect(parts.map(({ area, bounds: { min_x, min_y } }) => [Math.round(area), min_x, min_y])).toEqual([
      [1200, 100, 200],
      [800 - Math.round(25 * Math.PI), 340, 30],
      [300, 100, 100],
    ]);
    expect(groups.map(({ layer, role }) => `${layer} ${role}`)).toEqual(["Plate cut", "Fill it engrave"]);
    expect(paths.filter(({ role }) => role === "engrave").map(({ length }) => length)).toEqual([4, 3]);
    expect(findings.map(({ message }) => message).join()).toContain("LightBurn-Polygon");
  });

  it.each([
    ['MirrorX="True" MirrorY="False"', -1, 1],
    ['MirrorX="False" MirrorY="True"', 1, -1],
  ])("saved for a machine with %s lies as LightBurn shows it", (attributes, sx, sy) => {
    const turned = (text: string) => {
      const { exterior } = read(text).parts.at(-1)!;
      // The corner with the right angle tells which way the flag points.
      const at = exterior.reduce(([x, y], [px, py]) =>
        sx * px + sy * -py > sx * x! + sy * -y! ? [px, py] : [x, y],
      );
      return at.map((value) => Math.round(value!));
    };
    expect(turned(project(attributes))).toEqual([sx * 130, sy * 100]);
  });
});
