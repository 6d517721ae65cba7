/** The totals of a plan against the moves that an interpreter finds in its program. */
import { describe, expect, it } from "vitest";
import { type ExportRequestInput, exportRequestSchema } from "../../../engine/contract/v1/export.ts";
import type { Point } from "../../../engine/contract/values/geometry.ts";
import { measureToolpath, planToolpath } from "../../../engine/toolpath/cuts.ts";
import { exportGcode } from "../../../engine/toolpath/gcode.ts";
import type { GcodeOptions } from "../../../engine/toolpath/options.ts";
import { along, box, disc, interpret } from "../../helpers/program.ts";

const request = exportRequestSchema.parse({
  sheet_width: 200,
  sheet_height: 100,
  placements: [
    { exterior: box(0, 0, 60, 60), holes: [box(15, 15, 30, 30)], x: 10, y: 10 },
    { exterior: disc(0, 0, 20, 90), holes: [disc(0, 0, 5, 60)], x: 120, y: 50 },
  ],
  config: { feed_rate: 600, travel_rate: 4000, kerf: 0.2 },
} satisfies ExportRequestInput);

/** Lengths by what the tool does, in the plane and along Z, and the starts, from the program alone. */
function totalsOf(program: string, isBeam: boolean) {
  const totals = { cut: 0, travel: 0, plunge: 0, lift: 0 };
  for (const move of interpret(program)) {
    const { motion, from, to } = move;
    let at: Point = [from[0], from[1]];
    let planar = 0;
    for (const point of along(move)) {
      planar += Math.hypot(point[0] - at[0], point[1] - at[1]);
      at = point;
    }
    totals[motion === "G0" ? "travel" : "cut"] += planar;
    totals[motion === "G0" ? "lift" : "plunge"] += Math.abs(to[2] - from[2]);
  }
  const starts = program.match(isBeam ? /^M4 /gm : /^G1 Z-/gm)?.length ?? 0;
  return { ...totals, starts };
}

describe("the totals of a sheet", () => {
  it.each<[string, GcodeOptions]>([
    ["nothing", {}],
    ["leads and overcut", { leadIn: 3, leadOut: 2, overcut: 1 }],
    ["tabs", { tabs: 4, tabWidth: 3 }],
    ["passes with leads", { passes: 3, leadIn: 2 }],
    ["arcs", { arcTolerance: 0.05 }],
  ])("are those of the program with %s", (_, options) => {
    const totals = measureToolpath(planToolpath(request, options));
    const program = totalsOf(exportGcode(request, options), true);
    expect(totals.cut_length).toBeCloseTo(program.cut, 1);
    expect(totals.travel_length).toBeCloseTo(program.travel, 1);
    expect(totals.starts).toBe(program.starts);
    expect(totals.contours).toBe(4);
    expect(totals.seconds).toBeCloseTo(60 * (program.cut / 600 + program.travel / 4000), 1);
  });

  it("count the plunges of a cutter and the waiting of a torch", () => {
    const routed = { dialect: "grbl-router", depth: 3, safeHeight: 4, plungeRate: 100 } as const;
    const totals = measureToolpath(planToolpath(request, routed));
    const program = totalsOf(exportGcode(request, routed), false);
    expect(totals.starts).toBe(4);
    const planar = program.cut / 600 + program.travel / 4000;
    // The program's very first lift from the surface is not a stroke of its own.
    const strokes = program.plunge / 100 + (program.lift - 4) / 4000;
    expect(totals.seconds).toBeCloseTo(60 * (planar + strokes), 1);
    const [quiet, waiting] = [0, 2.5].map((pierceDelay) =>
      measureToolpath(planToolpath(request, { dialect: "plasma", pierceDelay })),
    );
    expect(waiting!.seconds - quiet!.seconds).toBeCloseTo(10, 9);
  });

  it("are nothing for nothing", () => {
    const totals = measureToolpath(planToolpath({ ...request, placements: [] }));
    expect(totals).toEqual({ contours: 0, cut_length: 0, travel_length: 0, starts: 0, seconds: 0 });
  });
});
