/** Lines that touching parts share: cut once, in an order in which nothing is cut that is free. */
import { describe, expect, it } from "vitest";
import { type ExportRequestInput, exportRequestSchema } from "../../../../engine/base/contract/v1/export.ts";
import { bulgeBetween } from "../../../../engine/read/drawing/curves/curves.ts";
import { toRing } from "../../../../engine/read/drawing/curves/flat-ring.ts";
import { pathPoints } from "../../../../engine/read/drawing/curves/outline.ts";
import { verifyGcode } from "../../../../engine/verify/program/verify.ts";
import { MOVE_COLORS } from "../../../../engine/write/picture/palette.ts";
import { toolpathToSvg } from "../../../../engine/write/picture/toolpath-svg.ts";
import { planExport } from "../../../../engine/write/toolpath/export.ts";
import type { GcodeOptions } from "../../../../engine/write/toolpath/machine/options.ts";
import { box, disc } from "../../../helpers/rings.ts";

/** Columns and rows of equal boxes one kerf apart, every second row shifted. */
function wall(columns: number, rows: number, shift = 0, holed = false): ExportRequestInput {
  const placements = Array.from({ length: columns * rows }, (_, i) => {
    const [column, row] = [i % columns, Math.floor(i / columns)];
    const holes = holed ? [disc(20, 15, 6, 40)] : [];
    return {
      exterior: box(0, 0, 40, 30),
      holes,
      x: 10 + 40.2 * column + (row % 2) * shift,
      y: 10 + 30.2 * row,
    };
  });
  return {
    sheet_width: 40.2 * columns + 50,
    sheet_height: 30.2 * rows + 20,
    placements,
    config: { kerf: 0.2 },
  };
}

function cut(request: ExportRequestInput, options: GcodeOptions = {}) {
  const all = { common_lines: true, ...options };
  const made = planExport(exportRequestSchema.parse(request), all);
  const report = verifyGcode(made.gcode, { request, options: all });
  expect(report.violations).toEqual([]);
  expect(made.findings.map(({ code }) => code)).not.toContain("common-lines-left-out");
  return { ...made, report };
}

/** A closed outline of lines and arcs, from vertices with the bulge of the way to the next: its curves and its points. */
function outline(vertices: [x: number, y: number, bulge: number][]) {
  const curves = vertices.map(([x0, y0, bulge], i) => {
    const [x1, y1] = vertices[(i + 1) % vertices.length]!;
    return bulgeBetween(x0, y0, x1, y1, bulge);
  });
  return { curves, ring: toRing(pathPoints(curves, true, 0.01, 1e-3)) };
}

/** Tiles in a row, one kerf apart all along: round noses in round bays. */
function bays(count: number, kerf: number, radius = 18) {
  const [w, h] = [60, 50];
  const half = radius * Math.SQRT1_2;
  // The bay's circle is about the nose's middle and wider by the kerf.
  const angle = Math.acos((half + kerf) / (radius + kerf));
  const mouth = (radius + kerf) * Math.sin(angle);
  const tile = outline([
    [0, 0, 0],
    [w, 0, 0],
    [w, h / 2 - half, Math.tan(Math.PI / 8)],
    [w, h / 2 + half, 0],
    [w, h, 0],
    [0, h, 0],
    [0, h / 2 + mouth, -Math.tan(angle / 2)],
    [0, h / 2 - mouth, 0],
  ]);
  const request: ExportRequestInput = {
    sheet_width: count * (w + kerf) + 60,
    sheet_height: h + 20,
    placements: Array.from({ length: count }, (_, i) => {
      return { exterior: tile.ring, holes: [], x: 20 + i * (w + kerf), y: 10 };
    }),
    config: { kerf },
  };
  const shared = (radius + kerf / 2) * (Math.PI / 2) + h - 2 * half;
  return { request, curves: Array(count).fill({ exterior: tile.curves, holes: [] }), shared };
}

/** Length of straight pieces M x y L x y, as printed. */
function lengthOf(d: string): number {
  return d
    .split("M")
    .slice(1)
    .reduce((sum, piece) => {
      const [ax, ay, bx, by] = piece.split(/[L ]/).map(Number) as [number, number, number, number];
      return sum + Math.hypot(bx - ax, by - ay);
    }, 0);
}

describe("common lines", () => {
  it.each<[m: number, n: number, options: GcodeOptions, passes: number]>([
    [2, 1, {}, 1],
    [3, 2, { lead_in: 4, lead_out: 2, overcut: 3 }, 1],
    [5, 5, { direction: "climb" }, 1],
    [4, 3, { dialect: "grbl-router", depth: 3, passes: 2 }, 2],
  ])("of %d times %d boxes are marked in the picture, and nothing else is", (m, n, options, passes) => {
    const request = wall(m, n);
    const { picture, totals } = cut(request, options);
    const [w, h] = [40.2, 30.2];
    const shared = (m - 1) * n * h + (n - 1) * m * w;
    const marked = picture.moves.filter(({ common }) => common);
    const long = marked.reduce((sum, { from, to }) => sum + Math.hypot(to[0] - from[0], to[1] - from[1]), 0);
    expect(long).toBeCloseTo(passes * shared, 6);
    expect(picture.shared_length).toBeCloseTo(shared, 6);
    expect(totals.shared_length).toBeCloseTo(shared, 6);
    // Each lies on the middle line between two columns or two rows, within the block.
    const isBetween = (at: number, begin: number, pitch: number, count: number) => {
      const k = (at - begin) / pitch;
      return Math.abs(k - Math.round(k)) < 1e-6 && k > 0.5 && k < count - 0.5;
    };
    for (const { kind, from, to } of marked) {
      expect(kind).toBe("cut");
      const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
      expect(from[0] === to[0] ? isBetween(x, 9.9, w, m) : isBetween(y, 9.9, h, n)).toBe(true);
    }
    const drawn = `stroke="${MOVE_COLORS.common}"`;
    const line = new RegExp(`<path d="([^"]*)" ${drawn}`).exec(
      toolpathToSvg(exportRequestSchema.parse(request), { common_lines: true, ...options }),
    );
    expect(lengthOf(line![1]!)).toBeCloseTo(shared, 1);
    expect(toolpathToSvg(exportRequestSchema.parse(request), options)).not.toContain(drawn);
  });

  it("come after the holes of all their parts, keep bridges, and take leads", () => {
    cut(wall(3, 3, 0, true));
    cut(wall(3, 3), { tabs: 2, tab_width: 1 });
    cut(wall(3, 3), { lead_in: 4, lead_out: 2 });
    cut(wall(3, 3, 13), { dialect: "grbl-router", depth: 3, passes: 2 });
  });

  it("are arcs too, where a nose lies in a bay one kerf away", () => {
    const { request, curves, shared } = bays(4, 0.2);
    const { totals, gcode, picture } = cut(request, { curves });
    expect(picture.moves.some(({ common, center }) => common && center !== null)).toBe(true);
    expect(Math.abs(totals.shared_length! - 3 * shared)).toBeLessThan(3);
    const plain = planExport(exportRequestSchema.parse(request), { curves });
    expect(plain.totals.cut_length - totals.cut_length).toBeCloseTo(totals.shared_length!, -1);
    expect(gcode).toMatch(/^G[23] /m);
  });
});
