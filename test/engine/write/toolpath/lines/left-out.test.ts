/** Work that a program does not make is said: by the answer, in its head, and nowhere where it makes everything. */
import { describe, expect, it } from "vitest";
import { exportRequestSchema } from "../../../../../engine/base/contract/v1/export.ts";
import { verifyGcode } from "../../../../../engine/verify/program/verify.ts";
import { planExport } from "../../../../../engine/write/toolpath/export.ts";
import type { GcodeOptions, Mark } from "../../../../../engine/write/toolpath/machine/options.ts";
import { box } from "../../../../helpers/program.ts";

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
  it("are the marks of a torch that nobody told how, each kind with its count", () => {
    const { left_out, gcode } = plan({ dialect: "waterjet", marks });
    const reason = "no operation says how this machine marks";
    expect(left_out).toEqual([
      { what: "engravings", count: 2, reason },
      { what: "bends", count: 1, reason },
    ]);
    expect(gcode).toContain("(not made - 2 engravings, 1 bend)\n");
  });

  it("is what the operations switch off", () => {
    const operations = { "cut-inner": { on: false }, engrave: { on: false } };
    const { left_out, findings } = plan({ operations, marks });
    expect(left_out).toEqual([
      { what: "engravings", count: 2, reason: "switched off" },
      { what: "holes", count: 1, reason: "switched off" },
    ]);
    expect(findings).toContainEqual(expect.objectContaining({ code: "lines-off", count: 3 }));
  });

  it("are leads without room", () => {
    const { left_out } = planExport(
      {
        ...request,
        sheet_width: 61,
        sheet_height: 41,
        placements: [{ ...request.placements[0]!, x: 0.5, y: 0.5 }],
      },
      { leadIn: 5 },
    );
    expect(left_out).toEqual([{ what: "leads", count: 1, reason: "no room" }]);
  });

  it("is nothing where the program makes it all", () => {
    const { left_out, gcode } = plan({ marks });
    expect(left_out).toEqual([]);
    expect(gcode).not.toContain("not made");
  });

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

describe("a profile's own values", () => {
  it("are lowered to what is cut, and told", () => {
    const { findings } = plan({ machine: "shapeoko", depth: 2, operations: { "cut-inner": { on: false } } });
    expect(findings).toContainEqual(expect.objectContaining({ code: "tabs-lowered", count: 1 }));
  });

  it("give way to what the call says, which is refused where it makes no sense", () => {
    expect(() => plan({ machine: "shapeoko", depth: 2, tabHeight: 3 })).toThrow(/tabHeight.*at most depth/);
  });
});

describe("a torch", () => {
  it("has a lead-in where nobody says one, and none where 0 is asked for", () => {
    const starts = (options: GcodeOptions) =>
      /M3.*\n(?:G4.*\n)?G1 X([\d.]+) Y([\d.]+)/.exec(plan(options).gcode);
    const cutLength = (options: GcodeOptions) => plan(options).totals.cut_length;
    expect(starts({ dialect: "plasma" })).not.toBeNull();
    // Two contours with a lead of 2 mm each.
    expect(cutLength({ dialect: "plasma" }) - cutLength({ dialect: "plasma", leadIn: 0 })).toBeCloseTo(4, 2);
  });

  it("does not pierce in a cut that is there already, or tells of it", () => {
    const row = exportRequestSchema.parse({
      sheet_width: 200,
      sheet_height: 80,
      placements: [0, 1, 2].map((k) => ({ exterior: box(0, 0, 40, 40), x: 10 + 42 * k, y: 10 })),
      config: { kerf: 1.5 },
    });
    const options: GcodeOptions = { dialect: "waterjet", leadIn: 3 };
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
