/** Every machine's program under every option: its grammar line by line, and the path that an interpreter reads. */
import { describe, expect, it } from "vitest";
import type { DialectName } from "../../../../engine/base/contract/machine/post.ts";
import { MACHINE_PRESETS } from "../../../../engine/base/contract/machine/presets.ts";
import { type ExportRequestInput, exportRequestSchema } from "../../../../engine/base/contract/v1/export.ts";
import type { Point, Ring } from "../../../../engine/base/contract/values/geometry.ts";
import { exportGcode } from "../../../../engine/write/toolpath/export.ts";
import type { GcodeOptions } from "../../../../engine/write/toolpath/machine/options.ts";
import {
  areaOf,
  cutRings,
  cuts,
  distanceToRing,
  interpret,
  lengthOf,
  winding,
} from "../../../helpers/program.ts";
import { box, disc } from "../../../helpers/rings.ts";

const plate: ExportRequestInput = {
  sheet_width: 160,
  sheet_height: 90,
  placements: [
    { part_id: "frame", exterior: box(0, 0, 60, 60), holes: [box(15, 15, 30, 30)], x: 10, y: 10 },
    { part_id: "disc", exterior: disc(0, 0, 10, 90), x: 40, y: 40 },
    { part_id: "ring", exterior: disc(0, 0, 25, 180), holes: [disc(0, 0, 2, 36)], x: 115, y: 45 },
  ],
  config: { feed_rate: 900, travel_rate: 5000, laser_power: 300, kerf: 0.4 },
};
const program = (options: GcodeOptions, request = plate) =>
  exportGcode(exportRequestSchema.parse(request), { lead_in: 0, arc_tolerance: 0, ...options });

const N = String.raw`-?(?:0|[1-9]\d*)(?:\.\d{1,4})?`;
const XY = `X${N} Y${N}`;
const F = `F${N}`;
const TEXT = "[A-Za-z0-9 ,._-]*";
const motion = [`G0 ${XY} ${F}`, `G1 ${XY}(?: ${F})?`, `G[23] ${XY} I${N} J${N}(?: ${F})?`];
const depth = [`G0 Z${N}`, `G1 Z${N} ${F}`];

/** Controllers whose words are RS-274; those of other words are in posts.test.ts. */
type Known = Exclude<DialectName, "klipper" | "hypertherm-eia" | "essi" | "smoothieware">;
/** Grammar of each controller, one pattern per kind of line, and how its programs end. */
const GRAMMARS: Record<Known, { lines: string[]; end: string }> = {
  "grbl-laser": {
    lines: [`; ${TEXT}`, "G21 G90 G17 G94", "M[25]", `M4 S${N}`, `G1 M3 S${N}`, `G4 P${N}`, ...motion],
    end: "M2",
  },
  "grbl-router": {
    lines: [`; ${TEXT}`, "G21 G90 G17 G94", "M[25]", `M3 S${N}`, `G4 P${N}`, ...motion, ...depth],
    end: "M2",
  },
  linuxcnc: {
    lines: [
      `\\(${TEXT}\\)`,
      "G21 G90 G17 G94 G40 G49 G80 G54",
      "G64 P0.01",
      "M[25]",
      `M3 S${N}`,
      `G4 P${N}`,
      ...motion,
      ...depth,
    ],
    end: "M2",
  },
  marlin: { lines: [`; ${TEXT}`, "G21", "G90", "M5", `M3 S${N}`, `G4 S${N}`, ...motion], end: "M5" },
  plasma: {
    lines: [`\\(${TEXT}\\)`, "G21 G90 G17 G94", "M[25]", `M3 S${N}`, `G4 P${N}`, ...motion],
    end: "M2",
  },
  qtplasmac: {
    lines: [
      `\\(${TEXT}\\)`,
      "G21 G90 G17 G94 G40 G49 G80 G54",
      "G64 P0.01",
      "M[25]",
      `M3 \\$0 S${N}`,
      `G4 P${N}`,
      ...motion,
    ],
    end: "M2",
  },
  mach: {
    lines: [`\\(${TEXT}\\)`, "G21 G90 G17 G94", "M5", "M30", `M3 S${N}`, `G4 P${N}`, ...motion],
    end: "M30",
  },
  uccnc: {
    lines: [`\\(${TEXT}\\)`, "G21 G90 G91.1 G17 G94 G40 G54", "M5", "M30", `M3 S${N}`, `G4 P${N}`, ...motion],
    end: "M30",
  },
  waterjet: {
    lines: [`\\(${TEXT}\\)`, "G21 G90 G17 G94", "M[25]", `M3 S${N}`, `G4 P${N}`, ...motion],
    end: "M2",
  },
};
const DIALECTS = Object.keys(GRAMMARS) as Known[];
const isRouter = (dialect: Known) => dialect === "grbl-router" || dialect === "linuxcnc";

const VARIANTS: [string, GcodeOptions][] = [
  ["nothing", {}],
  ["arcs", { arc_tolerance: 0.02 }],
  ["leads and overcut", { lead_in: 3, lead_out: 2, overcut: 1.5 }],
  ["tabs", { tabs: 3, tab_width: 4, tab_height: 0.4 }],
  ["passes", { passes: 3, depth: 4.5 }],
  ["a pierce delay", { pierce_delay: 1.25 }],
  [
    "everything",
    {
      arc_tolerance: 0.02,
      lead_in: 2,
      lead_out: 1,
      overcut: 2,
      tabs: 2,
      passes: 2,
      pierce_delay: 0.3,
      depth: 3,
    },
  ],
];

/** No cut at the speed of travel or of the plunge, no travel at that of the cut. */
function expectFeeds(text: string) {
  let feed = "";
  const wrong = text.split("\n").filter((line) => {
    feed = /\bF[\d.]+/.exec(line)?.[0] ?? feed;
    return (/^G[123] X/.test(line) && feed !== "F900") || (/^G0 X/.test(line) && feed !== "F5000");
  });
  expect(wrong).toEqual([]);
}

describe.each(DIALECTS)("a program for %s", (dialect) => {
  const { lines, end } = GRAMMARS[dialect];
  const grammar = new RegExp(lines.map((line) => `^${line}$`).join("|"));

  it.each(VARIANTS)("speaks the controller's language with %s", (_, options) => {
    const text = program({ dialect, ...options });
    expect(text.endsWith(`\n${end}\n`)).toBe(true);
    const strange = (line: string) =>
      !grammar.test(line) || line.length > 70 || /-0(?![.\d])|-0\.0+(?!\d)/.test(line);
    expect(text.trimEnd().split("\n").filter(strange)).toEqual([]);
    expectFeeds(text);
  });

  it.each(VARIANTS)("has the tool on in cuts and off in travels with %s", (_, options) => {
    const cutting = dialect === "grbl-laser" ? "M4" : "M3";
    const wrong = interpret(program({ dialect, ...options }))
      .slice(1)
      .filter(({ from, to }) => from[0] !== to[0] || from[1] !== to[1])
      .filter(({ motion, tool, from, to }) => {
        if (!isRouter(dialect)) return tool !== (motion === "G0" ? "M5" : cutting);
        return motion === "G0" ? from[2] !== 5 || to[2] !== 5 : tool !== "M3" || from[2] >= 0 || to[2] >= 0;
      });
    expect(wrong.slice(0, 3)).toEqual([]);
  });

  it("keeps its own way of writing on the machine of another controller", () => {
    for (const machine of ["marlin-laser", "linuxcnc-plasma"] as const) {
      const text = program({ dialect, machine });
      expect(text.endsWith(`\n${end}\n`)).toBe(true);
      expect(text[0]).toBe(program({ dialect })[0]);
    }
  });

  it("cuts the same rings as any other", () => {
    expect(cutRings(program({ dialect }))).toEqual(cutRings(program({})));
  });

  it("waits after every start when told to, in the words of the controller", () => {
    const text = program({ dialect, pierce_delay: 1.25 });
    const word = { marlin: "G4 S1.25", uccnc: "G4 P1250" }[dialect as string] ?? "G4 P1.25";
    expect(text.split("\n").filter((line) => line === word)).toHaveLength(5);
    const silent = program({ dialect, pierce_delay: 0 });
    expect(silent).not.toMatch(/^G4 /m);
    expect(/^G4 P(0\.5|500)$/m.test(program({ dialect }))).toBe(
      ["plasma", "qtplasmac", "mach", "uccnc"].includes(dialect),
    );
  });
});

describe("the options of a program", () => {
  it("replace points by arcs that stay within the tolerance, and by far fewer lines", () => {
    const [plain, curved] = [program({}), program({ arc_tolerance: 0.02 })];
    expect(curved.split("\n").length).toBeLessThan(plain.split("\n").length / 3);
    const rings = cutRings(plain);
    const fitted = cutRings(curved);
    expect(fitted).toHaveLength(rings.length);
    // Both programs cut the same rings; the plain one may be 0.003 off on its own.
    for (const ring of fitted) {
      const same = rings.find((other) => distanceToRing(ring[0]!, other) < 0.024)!;
      for (const point of ring) expect(distanceToRing(point, same)).toBeLessThan(0.024);
      for (const point of same) expect(distanceToRing(point, ring)).toBeLessThan(0.024);
    }
  });

  it("never ask for more than half a circle, or for a circle at all", () => {
    for (const { motion, from, to, center } of interpret(program({ arc_tolerance: 0.02 }))) {
      if (motion !== "G2" && motion !== "G3") continue;
      const [cx, cy] = center!;
      expect(Math.hypot(from[0] - to[0], from[1] - to[1])).toBeGreaterThan(0);
      expect(
        Math.abs(Math.hypot(from[0] - cx, from[1] - cy) - Math.hypot(to[0] - cx, to[1] - cy)),
      ).toBeLessThan(0.001);
      const cross = (from[0] - cx) * (to[1] - cy) - (from[1] - cy) * (to[0] - cx);
      expect(motion === "G3" ? cross : -cross).toBeGreaterThanOrEqual(-1e-3);
    }
  });

  it("lead in from the scrap and out to it, without crossing any contour", () => {
    const rings = cutRings(program({}));
    const led = cuts(program({ lead_in: 3, lead_out: 2 }));
    expect(led).toHaveLength(rings.length);
    for (const [i, path] of led.entries()) {
      const ring = rings[i]!;
      const [first, second] = path as [Point, Point];
      const [beforeLast, last] = path.slice(-2) as [Point, Point];
      expect([second, beforeLast].map(String)).toEqual([String(ring[0]), String(ring[0])]);
      for (const [end, length] of [
        [first, 3],
        [last, 2],
      ] as [Point, number][]) {
        const reach = Math.hypot(end[0] - ring[0]![0], end[1] - ring[0]![1]);
        expect(reach).toBeLessThan(length + 1e-3);
        expect(reach).toBeGreaterThan(length / 4 - 1e-3);
        // Outside of exteriors, which are cut clockwise, and inside of holes; and in no other part.
        const inside = rings.map((other) => winding(end, other) !== 0);
        expect(inside[i]).toBe(areaOf(ring) > 0);
        for (const [k, other] of rings.entries())
          if (k !== i && inside[k]) expect(winding(ring[1]!, other)).not.toBe(0);
      }
    }
  });

  it("shorten a lead where there is little room and leave it out where there is none", () => {
    const parts = {
      ...plate,
      placements: [{ exterior: box(0, 0, 20, 20), holes: [box(9, 9, 2, 2)], x: 0.2, y: 0.2 }],
    };
    const [hole, outer] = cuts(program({ lead_in: 4 }, parts)) as [Ring, Ring];
    const lead = Math.hypot(hole[0]![0] - hole[1]![0], hole[0]![1] - hole[1]![1]);
    expect(lead).toBeGreaterThan(0.99);
    expect(lead).toBeLessThan(3);
    expect(winding(hole[0]!, box(9.2, 9.2, 2, 2))).not.toBe(0);
    const snug = { ...parts, sheet_width: 20.4, sheet_height: 20.4 };
    expect(cuts(program({ lead_in: 4 }, snug)).at(-1)![0]).toEqual(cuts(program({}, snug)).at(-1)![0]);
    expect(outer.length).toBeGreaterThan(4);
  });

  it("run on past the closing point by the overcut", () => {
    const [plain, over] = [cuts(program({})), cuts(program({ overcut: 1.5 }))];
    for (const [i, path] of over.entries()) {
      const whole = lengthOf([...path, ...path.slice(1, -1).reverse()]) / 2;
      const ring = plain[i]!.slice(0, -1);
      expect(whole - lengthOf(ring)).toBeCloseTo(1.5, 2);
      expect(distanceToRing(path.at(-1)!, ring)).toBeLessThan(1e-4);
    }
  });

  it("leave bridges in exteriors: a beam is off over them", () => {
    const plain = cutRings(program({}));
    const kept = cuts(program({ tabs: 3, tab_width: 4 }));
    // One part lies in a hole, where there is nothing that would hold it.
    const exteriors = plain.filter((ring) => areaOf(ring) < 0).length - 1;
    expect(kept).toHaveLength(plain.length + 3 * exteriors);
    const length = (paths: Ring[]) => paths.reduce((sum, path) => sum + openLength(path), 0);
    const closed = plain.reduce((sum, ring) => sum + lengthOf(ring), 0);
    // Each bridge is 4 wide, and the kerf of 0.4 would eat 0.2 from either end.
    expect(closed - length(kept)).toBeCloseTo(exteriors * 3 * 4.4, 1);
  });

  it("leave bridges on the sides of a part, not on its corners", () => {
    const square = {
      ...plate,
      placements: [{ exterior: box(0, 0, 40, 40), x: 50, y: 30 }],
      config: { kerf: 0 },
    };
    for (const tabs of [1, 2, 3, 4, 5, 7]) {
      const paths = cuts(program({ tabs, tab_width: 3 }, square));
      expect(paths).toHaveLength(tabs + 1);
      const ends = paths.flatMap((path) => [path[0]!, path.at(-1)!]).slice(1, -1);
      for (let k = 0; k < ends.length; k += 2) {
        const [[ax, ay], [bx, by]] = [ends[k]!, ends[k + 1]!];
        expect(Math.min(Math.abs(ax - bx), Math.abs(ay - by))).toBeLessThan(1e-9);
        expect(Math.hypot(ax - bx, ay - by)).toBeCloseTo(3, 3);
      }
    }
  });

  it("leave bridges in exteriors: a cutter rises to their height in the last pass only", () => {
    const options: GcodeOptions = {
      dialect: "grbl-router",
      tabs: 2,
      tab_width: 3,
      tab_height: 1,
      depth: 4,
      passes: 2,
    };
    const heights = new Map<number, number>();
    for (const { motion, from, to } of interpret(program(options))) {
      const planar = from[0] !== to[0] || from[1] !== to[1];
      if (motion !== "G0" && planar) {
        expect(from[2]).toBe(to[2]);
        const run = Math.hypot(to[0] - from[0], to[1] - from[1]);
        heights.set(from[2], (heights.get(from[2]) ?? 0) + run);
      }
    }
    expect([...heights.keys()].sort((a, b) => a - b)).toEqual([-4, -3, -2]);
    const whole = cutRings(program({})).reduce((sum, ring) => sum + lengthOf(ring), 0);
    expect(heights.get(-2)).toBeCloseTo(whole, 2);
    expect(heights.get(-3)).toBeCloseTo(2 * 2 * 3.4, 1);
    expect(heights.get(-4)! + heights.get(-3)!).toBeCloseTo(whole, 2);
  });

  it("leave out bridges that would take half the contour or more", () => {
    const tiny = { ...plate, placements: [{ exterior: box(0, 0, 5, 5), x: 50, y: 50 }] };
    expect(cuts(program({ tabs: 10, tab_width: 4 }, tiny))).toHaveLength(3);
    expect(cutRings(program({ tabs: 1, tab_width: 40 }, tiny))).toHaveLength(1);
  });

  it("repeat a beam's cut, and take a cutter down step by step without lifting it", () => {
    expect(cutRings(program({ passes: 3 }))).toHaveLength(15);
    const routed = program({ dialect: "linuxcnc", passes: 3, depth: 6 });
    expect(routed.match(/^G1 Z-2 /gm)).toHaveLength(5);
    expect(routed.match(/^G1 Z-4 /gm)).toHaveLength(5);
    expect(routed.match(/^G1 Z-6 /gm)).toHaveLength(5);
    expect(routed.match(/^G0 Z5$/gm)).toHaveLength(6);
  });

  it("may ask for so few digits of an inch that arcs would not close", () => {
    const machine = {
      ...MACHINE_PRESETS["mach-plasma"],
      units: "inch" as const,
      output: { decimals: 4, arc_mismatch: 0.002 },
    };
    const text = program({ machine, lead_in: 3, lead_shape: "arc", arc_tolerance: 0.01 });
    const arcs = text.match(/^G[23] .*/gm) ?? [];
    expect(arcs.length).toBeGreaterThan(0);
    let [x, y] = [0, 0];
    for (const line of text.split("\n").filter((one) => /^G[0-3] X/.test(one))) {
      const word = (letter: string) => 25.4 * Number(new RegExp(`${letter}(-?[\\d.]+)`).exec(line)?.[1]);
      const [toX, toY] = [word("X"), word("Y")];
      if (/^G[23]/.test(line)) {
        const [cx, cy] = [x + word("I"), y + word("J")];
        expect(Math.abs(Math.hypot(x - cx, y - cy) - Math.hypot(toX - cx, toY - cy))).toBeLessThan(0.002);
      }
      [x, y] = [toX, toY];
    }
  });

  it.each<GcodeOptions>([
    { passes: 0 },
    { passes: 1.5 },
    { passes: 101 },
    { tabs: -1 },
    { tabs: 2.5 },
    { tab_width: 0 },
    { tab_height: 3 },
    { lead_in: Number.NaN },
    { lead_out: -1 },
    { overcut: Number.POSITIVE_INFINITY },
    { pierce_delay: -0.1 },
    { arc_tolerance: -1 },
    { arc_tolerance: Number.NaN },
  ])("are refused by name: %o", (options) => {
    const [name] = Object.keys(options);
    expect(() => program(options)).toThrow(`options.${name}: must be`);
  });

  it("may be 0 where that means none", () => {
    const none = {
      lead_in: 0,
      lead_out: 0,
      lead_radius: 0,
      overcut: 0,
      pierce_delay: 0,
      tabs: 0,
      arc_tolerance: 0,
    };
    expect(program(none)).toBe(program({}));
  });
});

function openLength(path: Ring): number {
  return path.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - path[i]![0], y - path[i]![1]), 0);
}
