/** Work that a program does not make is said: by the answer, in its head, and nowhere where it makes everything. */
import { describe, expect, it } from "vitest";
import { exportRequestSchema } from "../../../../../engine/base/contract/v1/export.ts";
import { verifyGcode } from "../../../../../engine/verify/program/verify.ts";
import { planExport } from "../../../../../engine/write/toolpath/export.ts";
import type { GcodeOptions, Mark } from "../../../../../engine/write/toolpath/machine/options.ts";
import { box } from "../../../../helpers/rings.ts";

const request = exportRequestSchema.parse({
  sheet_width: 120,
  sheet_height: 80,
  placements: [{ exterior: box(0, 0, 60, 40), holes: [box(10, 10, 12, 12)], x: 10, y: 10 }],
  config: { kerf: 1 },
});
const line = (role: Mark["role"], y: number): Mark => ({
  role,
  path: [
    [30, y],
    [50, y],
  ],
});
const marks = [[line("engrave", 20), line("engrave", 25), line("bend", 30)]];
const plan = (options: GcodeOptions) => planExport(request, options);

describe("what a program does not make", () => {
  it("is found out where the head keeps silent about it", () => {
    const options: GcodeOptions = { dialect: "waterjet", marks };
    const silent = plan(options).gcode.replace(/\(not made.*\n/, "");
    const { violations } = verifyGcode(silent, { request, options });
    expect(violations.map(({ code }) => code)).toEqual(["left-out-untold"]);
  });
});

describe("the seal of a program", () => {
  it("says what was judged and what nobody can judge", () => {
    const seal = plan({})
      .gcode.split("\n")
      .filter((text) => text.includes("verified"));
    expect(seal).toEqual([
      "; verified - no part touched, outlines cut through, bridges standing",
      "; verified - feeds, powers, heights, waits, passes, modes as asked",
      "; not verified - the machine, lengths of tools, material, clamps",
    ]);
  });
});

describe("a torch", () => {
  it("does not pierce in a cut that is there already, or tells of it", () => {
    const row = exportRequestSchema.parse({
      sheet_width: 200,
      sheet_height: 80,
      placements: [0, 1, 2].map((k) => ({ exterior: box(0, 0, 40, 40), x: 10 + 42 * k, y: 10 })),
      config: { kerf: 1.5 },
    });
    const options: GcodeOptions = { dialect: "waterjet", lead_in: 3 };
    const { gcode, findings } = planExport(row, options);
    expect(findings.map(({ code }) => code)).not.toContain("pierces-in-kerfs");
    // The second part is begun in the cut beside the first one.
    const lines = gcode.split("\n");
    const second = lines.findIndex((text) => text.includes("part 2"));
    const moved = lines.with(second + 1, "G0 X50.75 Y30 F3000").join("\n");
    const codes = verifyGcode(moved, { request: row, options }).violations.map(({ code }) => code);
    expect(codes).toContain("pierce-untold");
  });
});
