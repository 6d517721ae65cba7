/** A library of tools: each operation is cut with its own tool, with that tool's width, length and feeds. */
import { describe, expect, it } from "vitest";
import { exportRequestSchema } from "../../../../../engine/base/contract/v1/export.ts";
import { verifyGcode } from "../../../../../engine/verify/program/verify.ts";
import { planExport } from "../../../../../engine/write/toolpath/export.ts";
import type { GcodeOptions } from "../../../../../engine/write/toolpath/machine/options.ts";
import { box } from "../../../../helpers/rings.ts";

const request = exportRequestSchema.parse({
  sheet_width: 120,
  sheet_height: 100,
  placements: [{ exterior: box(0, 0, 60, 40), holes: [box(20, 10, 20, 20)], x: 30, y: 30 }],
  config: { use_z: true },
});
const options: GcodeOptions = {
  dialect: "linuxcnc",
  depth: 4,
  tools: [
    { number: 1, kind: "end_mill", diameter: 6, length_offset: 11, feed_rate: 1800, power: 16000 },
    { number: 2, kind: "end_mill", diameter: 3, feed_rate: 900, plunge_rate: 222, step_down: 1 },
  ],
  operations: { "cut-outer": { tool: 1 }, "cut-inner": { tool: 2, feed_rate: 950 } },
};

/** Extent of the cuts made with a tool, by the words of the program alone. */
function extentOf(gcode: string, tool: number): number[] {
  const [, from = ""] = gcode.split(`T${tool} M6`);
  const [own] = from.split(/T\d M6|M2\b/) as [string];
  const cuts = own.split("\n").filter((line) => /^G[123] /.test(line));
  const values = (letter: string) =>
    cuts.flatMap((line) =>
      [...line.matchAll(new RegExp(`${letter}(-?[\\d.]+)`, "g"))].map((m) => Number(m[1])),
    );
  const [x, y, z] = [values("X"), values("Y"), values("Z")];
  return [Math.min(...x), Math.max(...x), Math.min(...y), Math.max(...y), Math.min(...z)];
}

describe("a library of tools", () => {
  const { gcode, findings } = planExport(request, options);

  it("offsets each outline by its own tool, and says its length and feeds", () => {
    expect(extentOf(gcode, 2)).toEqual([51.5, 68.5, 41.5, 58.5, -4]);
    expect(extentOf(gcode, 1)).toEqual([27, 93, 27, 73, -4]);
    expect(gcode).toMatch(/T2 M6\nG43 H2\n[\s\S]*T1 M6\nG43 H11\n/);
    for (const word of ["F950", "F222", "F1800", "S16000"]) expect(gcode).toContain(word);
    // Four passes of 1 mm with the second tool, one pass with the first.
    expect(gcode.match(/Z-[123]\b/g)).toHaveLength(3);
    expect(findings.map(({ code }) => code)).not.toContain("tools-ignored");
  });

  it("has its first tool in the spindle before that turns or Z moves", () => {
    const [before] = gcode.split("T2 M6") as [string];
    expect(before).not.toMatch(/^(M3|M4|G0|G1)\b/m);
    const early = gcode.replace("M5\nT2 M6", "M3 S10000\nM5\nT2 M6");
    const { violations } = verifyGcode(early, { request, options });
    expect(violations.map(({ message }) => message)).toContain("starts the spindle before tool 2 is in");
    const judge = (text: string) => verifyGcode(text, { request, options }).violations;
    for (const word of ["G0 Z5", "G1 Z5 F500"]) {
      const faults = judge(gcode.replace("M5\nT2 M6", `M5\n${word}\nT2 M6`));
      const fault = { code: "wrong-tool", message: "moves in Z before tool 2 is in" };
      expect(faults).toContainEqual(expect.objectContaining(fault));
    }
    // A tool is changed where the machine says, whatever tool is in it.
    expect(judge(gcode.replace("M5\nT2 M6", "M5\nG53 G0 Z0\nT2 M6"))).toEqual([]);
    const untooled = planExport(request, {
      dialect: "linuxcnc",
      depth: 4,
      machine: { tool: { spin_up: 2 } },
    });
    expect(untooled.gcode).toMatch(/\nG0 Z5\nM3 S\d+\nG4 P2\n/);
  });

  it("is judged: another tool, another length or the path of another width is a fault", () => {
    const judge = (text: string) => verifyGcode(text, { request, options });
    expect(judge(gcode).violations).toEqual([]);
    const codes = (text: string) => judge(text).violations.map(({ code }) => code);
    expect(codes(gcode.replace("G43 H11", "G43 H1"))).toContain("wrong-length");
    expect(codes(gcode.replace("G43 H2\n", ""))).toContain("wrong-length");
    expect(codes(gcode.replace("T2 M6", "T1 M6"))).toContain("wrong-tool");
    // A longer tool stands lower until Z is said for it.
    expect(codes(gcode.replace(/(G43 H11\n)G0 Z\S+\n/, "$1"))).toEqual(["height-unsaid"]);
    const narrow = { ...options, tools: options.tools!.map((tool) => ({ ...tool, diameter: 3 })) };
    expect(verifyGcode(planExport(request, narrow).gcode, { request, options }).ok).toBe(false);
    const wide = { ...options, tools: options.tools!.map((tool) => ({ ...tool, diameter: 6 })) };
    expect(verifyGcode(planExport(request, wide).gcode, { request, options }).ok).toBe(false);
  });

  it("is ignored with one warning where the controller changes no tools: all is cut with the tool of the outlines", () => {
    const planned = planExport(request, { ...options, dialect: "grbl-router" });
    expect(planned.findings.filter(({ code }) => code === "tools-ignored")).toHaveLength(1);
    expect(planned.gcode).not.toMatch(/T\d|G43/);
    expect(planned.gcode).toContain("G0 X53 Y43");
    expect(planned.gcode).toContain("kerf 6 mm");
  });
});
