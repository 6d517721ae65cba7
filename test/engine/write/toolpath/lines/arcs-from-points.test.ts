/** Arcs for those who bring points alone: rounded corners, circles and engraved circles leave as arcs. */
import { describe, expect, it } from "vitest";
import { exportRequestSchema } from "../../../../../engine/base/contract/v1/export.ts";
import type { Point } from "../../../../../engine/base/contract/values/geometry.ts";
import { exportGcode } from "../../../../../engine/write/toolpath/export.ts";
import type { GcodeOptions, Mark } from "../../../../../engine/write/toolpath/machine/options.ts";
import { exportDxf } from "../../../../../engine/write/toolpath/write/dxf.ts";
import { planSvg } from "../../../../../engine/write/toolpath/write/svg.ts";
import { box, cutRings, disc, distanceToRing } from "../../../../helpers/program.ts";

const sheet = (x: number, exterior: Point[], width = 200) =>
  exportRequestSchema.parse({
    sheet_width: width,
    sheet_height: 100,
    placements: [{ exterior, holes: [], x, y: 10 }],
    config: { kerf: 2 },
  });
const words = (text: string, pattern: RegExp) => text.split("\n").filter((line) => pattern.test(line)).length;

describe("a program from points", () => {
  it("rounds the corners of a rectangle with one arc each", () => {
    const text = exportGcode(sheet(10, box(0, 0, 40, 30)));
    expect(words(text, /^G[23] /)).toBe(4);
    expect(words(text, /^G1 /)).toBe(4);
  });

  it("goes round a disc of fine chords in few arcs", () => {
    // Chords of 120 on a radius of 10 stray 0.0034 mm.
    const text = exportGcode(sheet(30, disc(0, 20, 10, 120)));
    expect(words(text, /^G[23] /)).toBeLessThanOrEqual(9);
    expect(words(text, /^G1 /)).toBe(0);
    const chords = exportGcode(sheet(30, disc(0, 20, 10, 120)), { arcs: false });
    const [round] = cutRings(text);
    for (const point of cutRings(chords)[0]!) expect(distanceToRing(point, round!)).toBeLessThan(0.012);
  });

  it("leaves a polygon what it is", () => {
    const text = exportGcode(sheet(30, disc(0, 20, 10, 12)));
    expect(words(text, /^G1 /)).toBeGreaterThanOrEqual(12);
  });

  it("has chords where somebody asks for them", () => {
    for (const options of [{ arcTolerance: 0 }, { arcs: false }] satisfies GcodeOptions[])
      expect(exportGcode(sheet(10, box(0, 0, 40, 30)), options)).not.toMatch(/^G[23] /m);
  });

  it("keeps its arcs beyond 8 m, where single precision carries them", () => {
    expect(words(exportGcode(sheet(12_000, box(0, 0, 40, 30), 20_000)), /^G[23] /)).toBe(4);
  });
});

describe("an engraved circle of points", () => {
  const request = sheet(10, box(0, 0, 60, 60));
  const marks: Mark[][] = [[{ role: "engrave", path: disc(30, 30, 8, 120), closed: true }]];

  it("is arcs in G-code, DXF and SVG", () => {
    const text = exportGcode(request, { marks });
    const engraved = text.slice(text.indexOf("engrave"), text.indexOf("; part 1\n"));
    expect(words(engraved, /^G1 /)).toBe(0);
    expect(words(engraved, /^G[23] /)).toBeLessThanOrEqual(9);
    const dxf = exportDxf(request, { marks }).replaceAll("\r\n", "\n");
    const entity = dxf.slice(dxf.indexOf("\nENGRAVE\n100\nAcDbPolyline"));
    expect(Number(/\n 90\n(\d+)\n/.exec(entity)?.[1])).toBeLessThanOrEqual(9);
    const { text: svg } = planSvg(request, { marks });
    const path = /<g id="ENGRAVE".*\n<path d="([^"]*)"/.exec(svg)?.[1] ?? "";
    expect(path.match(/A/g)?.length).toBeLessThanOrEqual(9);
    expect(path).not.toContain("L");
  });
});
