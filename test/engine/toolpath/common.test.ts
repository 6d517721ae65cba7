/** Lines that touching parts share: cut once, in an order in which nothing is cut that is free. */
import { describe, expect, it } from "vitest";
import { type ExportRequestInput, exportRequestSchema } from "../../../engine/contract/v1/export.ts";
import { planExport } from "../../../engine/toolpath/export.ts";
import type { GcodeOptions } from "../../../engine/toolpath/machine/options.ts";
import { verifyGcode } from "../../../engine/verify/program/verify.ts";
import { box, disc } from "../../helpers/program.ts";

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
  const all = { commonLines: true, ...options };
  const made = planExport(exportRequestSchema.parse(request), all);
  const report = verifyGcode(made.gcode, { request, options: all });
  expect(report.violations).toEqual([]);
  expect(made.findings.map(({ code }) => code)).not.toContain("common-lines-left-out");
  return { ...made, report };
}

describe("common lines", () => {
  it.each([
    [2, 1],
    [3, 2],
    [5, 5],
  ])("of %d times %d boxes are as long as the closed form says", (m, n) => {
    const { report, totals } = cut(wall(m, n));
    const [w, h] = [40.2, 30.2];
    expect(report.totals.cut_length).toBeCloseTo((m + 1) * n * h + (n + 1) * m * w, -0.5);
    expect(report.totals.strokes).toBeLessThanOrEqual(m + n);
    expect(totals.shared_length).toBeGreaterThan(0);
  });

  it("are shared over parts of edges too", () => {
    const plain = planExport(exportRequestSchema.parse(wall(3, 3, 20)));
    const { totals } = cut(wall(3, 3, 20));
    expect(totals.cut_length).toBeLessThan(0.8 * plain.totals.cut_length);
  });

  it("come after the holes of all their parts, keep bridges, and take leads", () => {
    cut(wall(3, 3, 0, true));
    cut(wall(3, 3), { tabs: 2, tabWidth: 1 });
    cut(wall(3, 3), { leadIn: 4, leadOut: 2 });
    cut(wall(3, 3, 13), { dialect: "grbl-router", depth: 3, passes: 2 });
  });

  it("change nothing where parts lie apart", () => {
    const one = wall(1, 1);
    const apart = { ...one, placements: [...one.placements, { exterior: disc(0, 0, 8, 40), x: 70, y: 25 }] };
    const text = (commonLines: boolean) =>
      planExport(exportRequestSchema.parse(apart), { commonLines }).gcode;
    expect(text(true)).toBe(text(false));
  });
});
