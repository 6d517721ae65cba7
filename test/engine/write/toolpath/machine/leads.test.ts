/** Leads that are arcs: they stay on the sheet all the way, and are as long as their radius makes them. */
import { describe, expect, it } from "vitest";
import {
  type ExportRequestInput,
  exportRequestSchema,
} from "../../../../../engine/base/contract/v1/export.ts";
import { verifyGcode } from "../../../../../engine/verify/program/verify.ts";
import { planExport } from "../../../../../engine/write/toolpath/export.ts";
import type { GcodeOptions } from "../../../../../engine/write/toolpath/machine/options.ts";
import { along, interpret } from "../../../../helpers/program.ts";
import { box, disc } from "../../../../helpers/rings.ts";

const plan = (request: ExportRequestInput, options: GcodeOptions) =>
  planExport(exportRequestSchema.parse(request), options);
describe("arc leads", () => {
  it("are found out by the judge where they bulge over the edge", () => {
    const request: ExportRequestInput = {
      sheet_width: 40,
      sheet_height: 40,
      placements: [{ exterior: box(0, 0, 20, 20), x: 3, y: 3 }],
    };
    const text = [
      "G21 G90 G17 G94",
      "M5",
      "G0 X0.5 Y1.5",
      "M4 S100",
      // Half round below the sheet, then up to the corner.
      "G3 X3.5 Y1.5 I1.5 J0 F1000",
      "G1 X3 Y3",
      "X23",
      "Y23",
      "X3",
      "Y3",
      "M5",
      "M2",
    ].join("\n");
    const judged = (program: string) =>
      verifyGcode(program, { request, options: { lead_in: 7 } }).violations.map(({ code }) => code);
    expect(judged(text)).toEqual([]);
    expect(judged(text.replaceAll("Y1.5", "Y1.4"))).toEqual(["off-sheet"]);
  });
});

it("leads keep off other parts where arcs may stray further than half a kerf", () => {
  // A disc in a thin frame: every lead of full length would begin beyond it.
  const request: ExportRequestInput = {
    sheet_width: 80,
    sheet_height: 80,
    placements: [
      { exterior: disc(0, 0, 12, 40), x: 40, y: 40 },
      { exterior: box(24, 24, 32, 32), holes: [box(26, 26, 28, 28)], x: 0, y: 0 },
    ],
    config: { kerf: 0.1 },
  };
  for (const arcTolerance of [0.05, 0.07, 0.1, 0.3])
    for (const leadShape of ["line", "arc"] as const) {
      const { gcode } = plan(request, { lead_in: 12, lead_shape: leadShape, arc_tolerance: arcTolerance });
      const cuts = interpret(gcode).filter(({ motion, tool }) => motion !== "G0" && tool !== "M5");
      const inFrame = ([x, y]: [number, number]) => {
        const away = Math.max(Math.abs(x - 40), Math.abs(y - 40));
        return away > 14.5 && away < 15.5;
      };
      expect(cuts.flatMap(along).filter(inFrame), `${leadShape} ${arcTolerance}`).toEqual([]);
    }
});
