/** Leads that are arcs: they stay on the sheet all the way, and are as long as their radius makes them. */
import { describe, expect, it } from "vitest";
import {
  type ExportRequestInput,
  exportRequestSchema,
} from "../../../../../engine/base/contract/v1/export.ts";
import { verifyGcode } from "../../../../../engine/verify/program/verify.ts";
import { planExport } from "../../../../../engine/write/toolpath/export.ts";
import type { GcodeOptions } from "../../../../../engine/write/toolpath/machine/options.ts";
import { along, box, disc, interpret } from "../../../../helpers/program.ts";

const plan = (request: ExportRequestInput, options: GcodeOptions) =>
  planExport(exportRequestSchema.parse(request), options);
/** How far moves with the tool on leave the sheet, by an interpreter that is not ours. */
const outside = (gcode: string, { sheet_width: width, sheet_height: height }: ExportRequestInput) =>
  Math.max(
    ...interpret(gcode)
      .filter(({ motion, tool }) => motion !== "G0" && tool !== "M5")
      .flatMap(along)
      .map(([x, y]) => Math.max(-x, -y, x - width, y - height)),
  );

describe("arc leads", () => {
  it("stay on the sheet between their ends too", () => {
    // From the lowest corner on the edge rises, and an arc that touches it there has dipped below it.
    const request: ExportRequestInput = {
      sheet_width: 60,
      sheet_height: 40,
      placements: [
        {
          exterior: [
            [0, 0],
            [30, 0],
            [30, 30],
          ],
          x: 10,
          y: 0.5,
        },
      ],
      config: { kerf: 0 },
    };
    for (const leadIn of [2, 3, 4, 6]) {
      const { gcode } = plan(request, { leadIn, leadShape: "arc" });
      expect(gcode).toMatch(/^G[23]/m);
      expect(outside(gcode, request)).toBeLessThan(1e-3);
    }
  });

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
      verifyGcode(program, { request, options: { leadIn: 7 } }).violations.map(({ code }) => code);
    expect(judged(text)).toEqual([]);
    expect(judged(text.replaceAll("Y1.5", "Y1.4"))).toEqual(["off-sheet"]);
  });

  it("may be longer than asked for where their radius is", () => {
    const request: ExportRequestInput = {
      sheet_width: 100,
      sheet_height: 60,
      placements: [{ exterior: box(0, 0, 50, 30), x: 20, y: 15 }],
      config: { kerf: 0.2 },
    };
    const { findings, picture } = plan(request, { leadIn: 2, leadShape: "arc", leadRadius: 6 });
    expect(findings).toEqual([]);
    const leads = picture.moves.filter(({ kind }) => kind === "lead");
    expect(leads.map(({ from, center }) => Math.hypot(from[0] - center![0], from[1] - center![1]))).toEqual([
      expect.closeTo(6, 3),
    ]);
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
      const { gcode } = plan(request, { leadIn: 12, leadShape, arcTolerance });
      const cuts = interpret(gcode).filter(({ motion, tool }) => motion !== "G0" && tool !== "M5");
      const inFrame = ([x, y]: [number, number]) => {
        const away = Math.max(Math.abs(x - 40), Math.abs(y - 40));
        return away > 14.5 && away < 15.5;
      };
      expect(cuts.flatMap(along).filter(inFrame), `${leadShape} ${arcTolerance}`).toEqual([]);
    }
});
