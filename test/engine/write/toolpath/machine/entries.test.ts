/** How a cutter goes down, which way round it goes, in which steps; by closed forms, and by the judge of programs. */
import { describe, expect, it } from "vitest";
import type { Machine } from "../../../../../engine/base/contract/machine/machine.ts";
import {
  type ExportRequestInput,
  exportRequestSchema,
} from "../../../../../engine/base/contract/v1/export.ts";
import type { Point } from "../../../../../engine/base/contract/values/geometry.ts";
import { verifyGcode } from "../../../../../engine/verify/program/verify.ts";
import { planExport } from "../../../../../engine/write/toolpath/export.ts";
import type { GcodeOptions } from "../../../../../engine/write/toolpath/machine/options.ts";
import { areaOf, interpret, type Move } from "../../../../helpers/program.ts";
import { box, disc } from "../../../../helpers/rings.ts";

const KERF = 3;
const plate: ExportRequestInput = {
  sheet_width: 200,
  sheet_height: 100,
  placements: [
    { part_id: "frame", exterior: box(0, 0, 60, 40), holes: [disc(30, 20, 12, 90)], x: 10, y: 10 },
    { part_id: "slab", exterior: box(0, 0, 40, 40), x: 110, y: 20 },
  ],
  config: { kerf: KERF, use_z: true },
};
const plan = (options: GcodeOptions, request = plate) =>
  planExport(exportRequestSchema.parse(request), options);
const codes = (text: string, options: GcodeOptions, request = plate) =>
  verifyGcode(text, { request, options }).violations.map(({ code }) => code);
const lengthOf = ({ from, to, center, motion }: Move) => {
  if (!center) return Math.hypot(to[0] - from[0], to[1] - from[1]);
  const angle = (p: readonly number[]) => Math.atan2(p[1]! - center[1], p[0]! - center[0]);
  const turn = (angle(to) - angle(from)) * (motion === "G3" ? 1 : -1);
  const full = 2 * Math.PI;
  return (((turn % full) + full) % full || full) * Math.hypot(from[0] - center[0], from[1] - center[1]);
};
const isDown = ({ motion, from, to, center }: Move) =>
  motion !== "G0" && to[2] < from[2] && (center !== undefined || from[0] !== to[0] || from[1] !== to[1]);

describe("a ramp", () => {
  it.each<[string, GcodeOptions]>([
    ["along the path", {}],
    ["over a lead", { lead_in: 4 }],
    ["over an arc and a way out", { lead_in: 4, lead_out: 3, lead_shape: "arc" }],
    ["with an overcut", { lead_in: 4, overcut: 2 }],
    ["the other way round", { lead_in: 4, direction: "conventional" }],
    ["more than once round", { ramp_angle: 0.5, lead_in: 3 }],
  ])("goes down at its angle %s", (_, more) => {
    const options: GcodeOptions = { depth: 4, passes: 2, entry: "ramp", ramp_angle: 4, ...more };
    const { gcode, findings } = plan(options);
    expect(findings).toEqual([]);
    const slope = Math.tan((options.ramp_angle! * Math.PI) / 180);
    const down = interpret(gcode).filter(isDown);
    const fallen = down.reduce((sum, { from, to }) => sum + from[2] - to[2], 0);
    expect(fallen).toBeCloseTo(3 * 4, 2);
    expect(down.reduce((sum, move) => sum + lengthOf(move), 0)).toBeCloseTo(fallen / slope, 0);
    for (const move of down)
      if (lengthOf(move) > 1) expect((move.from[2] - move.to[2]) / lengthOf(move)).toBeCloseTo(slope, 3);
    expect(codes(gcode, options)).toEqual([]);
  });

  it("gives way where a bridge is in its way, and says so", () => {
    const { gcode, findings } = plan({ depth: 4, entry: "ramp", tabs: 4, tab_width: 6, ramp_angle: 2 });
    expect(findings).toContainEqual(expect.objectContaining({ code: "entries-changed", count: 2 }));
    expect(gcode.match(/^G1 Z-4 F/gm)).toHaveLength(2 + 2 * 4);
    expect(interpret(gcode).filter(isDown).length).toBeGreaterThan(0);
  });
});

describe("a helix", () => {
  const options: GcodeOptions = { depth: 4, passes: 2, entry: "helix", ramp_angle: 5, lead_in: 4 };

  it("turns within the cutter's own width, in the scrap, no steeper than its angle", () => {
    const { gcode, findings } = plan(options);
    expect(findings).toEqual([]);
    const down = interpret(gcode).filter(isDown);
    expect(down.every(({ center }) => center !== undefined)).toBe(true);
    for (const move of down) {
      const radius = Math.hypot(move.from[0] - move.center![0], move.from[1] - move.center![1]);
      expect(radius).toBeLessThan(KERF / 2);
      expect(lengthOf(move)).toBeCloseTo(Math.PI * radius, 2);
      expect((move.from[2] - move.to[2]) / lengthOf(move)).toBeLessThanOrEqual(
        Math.tan((5 * Math.PI) / 180) + 1e-3,
      );
    }
    expect(codes(gcode, options)).toEqual([]);
  });

  it("that would reach into a part is found out", () => {
    const { gcode } = plan(options);
    // Round the other side of the start lies the part.
    const spoiled = gcode.replace(
      /^(G3 X\S+ Y\S+) I(-?)(\S+) J(-?)(\S+) Z/m,
      (_, to, si, i, sj, j) =>
        `${to} I${si === "" ? "-" : ""}${Number(i) * 4} J${sj === "" ? "-" : ""}${Number(j) * 4} Z`,
    );
    expect(spoiled).not.toBe(gcode);
    expect(codes(spoiled, options).length).toBeGreaterThan(0);
  });
});

describe("the direction", () => {
  /** Signed areas of what is cut: counter-clockwise is positive. */
  const turns = (options: GcodeOptions) => {
    const rings: Point[][] = [];
    let open = false;
    for (const { motion, from, to } of interpret(plan({ arc_tolerance: 0, ...options }).gcode)) {
      const isCut = motion !== "G0" && (from[0] !== to[0] || from[1] !== to[1]);
      if (isCut && !open) rings.push([]);
      if (isCut) rings.at(-1)!.push([to[0], to[1]]);
      open = isCut;
    }
    return rings.map((ring) => Math.sign(areaOf(ring)));
  };

  it("is climbing unless it is said otherwise: outlines clockwise, holes counter-clockwise", () => {
    expect(turns({}).sort()).toEqual([-1, -1, 1]);
    expect(turns({ direction: "conventional" }).sort()).toEqual([-1, 1, 1]);
  });

  it("may be another for holes", () => {
    expect(turns({ operations: { "cut-inner": { direction: "conventional" } } })).toEqual([-1, -1, -1]);
  });

  it("is judged where it was asked for", () => {
    const { gcode } = plan({});
    expect(codes(gcode, {})).toEqual([]);
    expect(codes(gcode, { direction: "climb" })).toEqual([]);
    expect(codes(gcode, { direction: "conventional" })).toEqual(Array(3).fill("wrong-direction"));
    const { violations } = verifyGcode(gcode, { request: plate, options: { direction: "conventional" } });
    expect(violations.map(({ message }) => message).sort()).toEqual([
      "hole 1 of part 1 is not cut conventional",
      "part 1 is not cut conventional",
      "part 2 is not cut conventional",
    ]);
  });
});

describe("steps in depth", () => {
  const depths = (options: GcodeOptions) =>
    new Set([...plan(options).gcode.matchAll(/^G1 Z(-[\d.]+)/gm)].map(([, z]) => Number(z)));

  it("are equal, and none is deeper than the step", () => {
    expect(depths({ depth: 4, step_down: 1.5 })).toEqual(new Set([-1.3333, -2.6667, -4]));
    expect(depths({ depth: 4, step_down: 4 })).toEqual(new Set([-4]));
  });

  it("come from the machine, unless the call says how many passes or another step", () => {
    const machine: Machine = { z: { step_down: 1 } };
    expect(depths({ machine, depth: 2 }).size).toBe(2);
    expect(depths({ machine, depth: 2, passes: 1 }).size).toBe(1);
    expect(depths({ machine, depth: 2, step_down: 0.5 }).size).toBe(4);
    expect(depths({ machine: { defaults: { passes: 4 } }, depth: 2, step_down: 2 }).size).toBe(1);
  });

  it("of a laser's focus follow its passes down, and go back up", () => {
    const options: GcodeOptions = { dialect: "grbl-laser", passes: 3, z_step: 0.4 };
    const { gcode } = plan(options);
    const heights = [...gcode.matchAll(/^G0 Z(\S+)$/gm)].map(([, z]) => Number(z));
    expect(heights).toEqual([0, -0.4, -0.8, 0, -0.4, -0.8, 0, -0.4, -0.8, 0]);
    expect(codes(gcode, options)).toEqual([]);
    expect(codes(plan({ ...options, z_step: 0 }).gcode, options)).toContain("wrong-height");
    expect(() => plan({ z_step: 0.4 })).toThrow(/z_step/);
  });
});
