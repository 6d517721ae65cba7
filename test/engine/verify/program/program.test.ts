/** The judge of programs: good ones pass, and every way to spoil one is named. */
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type ExportRequestInput, exportRequestSchema } from "../../../../engine/base/contract/v1/export.ts";
import type { Point } from "../../../../engine/base/contract/values/geometry.ts";
import { blankLeg, Legs } from "../../../../engine/verify/controller/legs.ts";
import { blocksCutLate } from "../../../../engine/verify/program/blocked-cuts.ts";
import { verifyGcode } from "../../../../engine/verify/program/verify.ts";
import { JoinedSets } from "../../../../engine/verify/sweep/joined-sets.ts";
import { JudgedPart } from "../../../../engine/verify/sweep/part.ts";
import type {
  JudgedProgram,
  ProgramFinding,
  ReportedFinding,
} from "../../../../engine/verify/wants/judged.ts";
import { exportGcode } from "../../../../engine/write/toolpath/export.ts";
import type { GcodeOptions } from "../../../../engine/write/toolpath/machine/options.ts";
import { box, disc } from "../../../helpers/rings.ts";

const plate: ExportRequestInput = {
  sheet_width: 200,
  sheet_height: 100,
  placements: [
    { exterior: box(0, 0, 60, 40), holes: [box(10, 10, 12, 12), disc(40, 20, 8, 48)], x: 10, y: 10 },
    { exterior: disc(0, 0, 15, 60), x: 120, y: 40 },
  ],
  config: { feed_rate: 900, travel_rate: 4000, laser_power: 500, kerf: 0.3 },
};
const write = (options: GcodeOptions = {}, request = plate) =>
  exportGcode(exportRequestSchema.parse(request), options);
const codes = (text: string, options: GcodeOptions = {}, request = plate) => [
  ...new Set(verifyGcode(text, { request, options }).violations.map(({ code }) => code)),
];

/** The text with its n-th line that matches (from 0, from the end below 0) replaced; null takes it out. */
function change(text: string, pattern: RegExp, n: number, by: (line: string) => string | null): string {
  const lines = text.split("\n");
  const found = lines.flatMap((line, i) => (pattern.test(line) ? [i] : []));
  const at = found.at(n)!;
  const made = by(lines[at]!);
  lines.splice(at, 1, ...(made === null ? [] : [made]));
  return lines.join("\n");
}
const shifted = (line: string, letter: string, by: number) =>
  line.replace(
    new RegExp(`${letter}(-?[\\d.]+)`),
    (_, value) => `${letter}${(Number(value) + by).toFixed(4)}`,
  );

describe("a program without kerf", () => {
  const bare = { ...plate, config: { ...plate.config, kerf: 0 } };
  const text = write({}, bare);

  it("is looked for in the material only where it leaves the outlines", () => {
    const contains = vi.spyOn(JudgedPart.prototype, "contains");
    onTestFinished(() => contains.mockRestore());
    expect(codes(text, {}, bare)).toEqual([]);
    expect(contains.mock.calls.length).toBeLessThan(20);
  });

  it("is found in the material as far as it goes in", () => {
    const spoiled = (by: number) => change(text, /^G1 X/, 5, (line) => shifted(line, "X", by));
    // Either into the material or into the waste.
    expect([-0.7, 0.7].flatMap((by) => codes(spoiled(by), {}, bare))).toContain("part-touched");
  });
});

describe("a good program", () => {
  it.each<[string, GcodeOptions]>([
    ["nothing", {}],
    ["leads", { lead_in: 3, lead_out: 2 }],
    ["arc leads", { lead_in: 3, lead_out: 2, lead_shape: "arc" }],
    ["tangent leads", { lead_in: 3, lead_out: 2, lead_shape: "tangent" }],
    ["overcut and a way out", { overcut: 30, lead_out: 2 }],
    ["tabs", { tabs: 3, tab_width: 1 }],
    ["arcs", { arc_tolerance: 0.02, lead_in: 2 }],
    ["a cutter in passes", { dialect: "grbl-router", depth: 4, passes: 3, tabs: 2, tab_height: 1 }],
    ["a ramp", { dialect: "linuxcnc", depth: 3, machine: { z: { step_down: 1, ramp: 5 } } }],
    ["Marlin", { dialect: "marlin", lead_in: 2 }],
    ["QtPlasmaC", { machine: "linuxcnc-plasma", lead_in: 3 }],
    ["Mach", { machine: "mach-plasma", lead_in: 3 }],
    ["inches from the far corner", { machine: { units: "inch", origin: "upper-right" }, lead_in: 2 }],
  ])("passes with %s", (_, options) => {
    const report = verifyGcode(write(options), { request: plate, options });
    expect(report.violations).toEqual([]);
    expect(report.totals.cut_length).toBeGreaterThan(350);
  });

  it("passes without the holes where they are switched off, and not else", () => {
    const options: GcodeOptions = { operations: { "cut-inner": { on: false } } };
    expect(codes(write(options), options)).toEqual([]);
    expect(codes(write(options))).toEqual(["not-cut"]);
  });

  it("passes from another hand, with inches, increments and one long M3", () => {
    const request = {
      sheet_width: 100,
      sheet_height: 100,
      placements: [{ exterior: box(0, 0, 25.4, 25.4), x: 25.4, y: 25.4 }],
    };
    const text = "G20 G91 G17 G94\nM5\nG0 X1 Y1\nM3 S100\nG1 X1 F39.3701\nY1\nX-1\nY-1\nM5\nM2\n";
    expect(codes(text, { machine: { tool: { mode: "constant" } } }, request)).toEqual([]);
  });
});

describe("a spoiled program", () => {
  const text = write({ lead_in: 3 });
  const options = { lead_in: 3 };
  it.each<[string, string[], string]>([
    [
      "a corner moved into the part",
      ["part-touched", "not-cut"],
      change(text, /^G1 X70.15 /, 0, (line) => shifted(line, "X", -0.1)),
    ],
    ["a move left out", ["part-touched", "not-cut"], change(text, /^G1 X/, 3, () => null)],
    ["no M5 before a travel", ["rapid-tool-on"], change(text, /^M5$/, 1, () => null)],
    ["no M5 at all at the start", ["unsafe-start", "rapid-tool-on"], change(text, /^M5$/, 0, () => null)],
    ["no units", ["unsafe-start"], text.replace("G21 ", "")],
    ["no distance mode", ["unsafe-start"], text.replace("G90 ", "")],
    [
      "no feed on the first cut",
      ["travel-feed"],
      change(text, /^G1 .* F900$/, 0, (line) => line.replace(" F900", "")),
    ],
    ["no power", ["no-power", "not-cut", "pierce-stray"], text.replaceAll("M4 S500", "M4 S0")],
    ["words after the end", ["after-end"], `${text}G0 X1 Y1\n`],
    ["no end", ["no-end"], text.replace("M2\n", "")],
    ["a long comment", ["line-too-long"], text.replace("M5\n", `; ${"x".repeat(90)}\nM5\n`)],
    ["a word of another controller", ["bad-word", "wrong-blend"], text.replace("M5\n", "G64 P0.1\nM5\n")],
    ["a line with the centre of an arc", ["bad-word"], change(text, /^G1 X/, 3, (line) => `${line} I1`)],
    ["a line with half a centre", ["bad-word"], change(text, /^G1 X/, 3, (line) => `${line} J0`)],
    ["a foreign letter", ["bad-character"], text.replace("M5\n", "; ü\nM5\n")],
    [
      "a cut across the sheet",
      ["stray-cut"],
      text.replace("M2\n", "G0 X150 Y90\nM4 S500\nG1 X180 Y90 F900\nM5\nM2\n"),
    ],
    [
      "a cut through a part",
      ["part-touched", "stray-cut", "late-cut"],
      text.replace("M2\n", "G0 X30 Y12\nM4 S500\nG1 X35 Y14 F900\nM5\nM2\n"),
    ],
  ])("is found out: %s", (_, expected, spoiled) => {
    expect(spoiled).not.toBe(text);
    const found = codes(spoiled, options);
    expect(found.length).toBeGreaterThan(0);
    expect(expected).toEqual(expect.arrayContaining(found.slice(0, 1)));
    for (const code of found)
      expect([...expected, "stray-cut", "lead-untold", "not-cut", "part-touched"]).toContain(code);
  });

  it("may cut the sides of several parts in one straight move", () => {
    const row: ExportRequestInput = {
      ...plate,
      placements: [0, 1, 2].map((k) => ({ exterior: box(0, 0, 20, 10), x: 10 + 20.3 * k, y: 10 })),
    };
    const [x0, x1, y0, y1] = [9.85, 70.75, 9.85, 20.15];
    const cut = (...points: number[][]) => {
      const [first, ...others] = points.map(([x, y]) => `X${x} Y${y}`);
      return `G0 ${first}\nM4 S500\n${others.map((to) => `G1 ${to} F900\n`).join("")}M5\n`;
    };
    const between = [30.15, 50.45].map((x) => cut([x, y0], [x, y1])).join("");
    const round = cut([x0, y0], [x1, y0], [x1, y1], [x0, y1], [x0, y0]);
    expect(codes(`G21 G90 G17 G94\nM5\n${between}${round}M2\n`, { common_lines: true }, row)).toEqual([]);
  });

  it("is found out: an outline before its hole", () => {
    const lines = write().trimEnd().split("\n");
    const start = lines.indexOf("; part 1");
    const hole = lines.findIndex((line) => line.startsWith("; part 1 hole"));
    const end = lines.findIndex((line, i) => i > hole && line.startsWith("; part"));
    const block = lines.splice(hole, end - hole);
    const behind = lines.findIndex((line, i) => i > start - block.length && line === "M5") + 1;
    lines.splice(behind, 0, ...block);
    expect(codes(`${lines.join("\n")}\n`)).toContain("late-cut");
  });

  it("is found out: a hole or a part left out, by its number", () => {
    const [first, second] = plate.placements as [
      ExportRequestInput["placements"][0],
      ExportRequestInput["placements"][0],
    ];
    const missing = (placements: ExportRequestInput["placements"]) => {
      const { violations } = verifyGcode(write({}, { ...plate, placements }), { request: plate });
      return violations.map(({ code, placement, hole }) => [code, placement, hole]);
    };
    expect(missing([{ ...first, holes: first.holes!.slice(0, 1) }, second])).toEqual([["not-cut", 0, 1]]);
    expect(missing([{ ...first, holes: first.holes!.slice(1) }, second])).toEqual([["not-cut", 0, 0]]);
    expect(missing([first])).toEqual([["not-cut", 1, null]]);
  });

  it("is found out: a cut in a hole that has fallen out, by its number", () => {
    const late = "G0 X25 Y25\nM4 S500\nG1 X27 Y25 F900\nM5\nM2\n";
    const { violations } = verifyGcode(text.replace("M2\n", late), { request: plate, options });
    const found = violations.filter(({ code }) => code === "late-cut").map(({ hole }) => hole);
    expect(found).toContain(0);
  });

  it("is found out: a torch that travels at the height of the cut", () => {
    const torch: GcodeOptions = { machine: "mach-plasma", lead_in: 3 };
    const program = write(torch);
    const dragged = program.replaceAll(/^G0 Z.*$/gm, "G0 Z1.5");
    expect(dragged).not.toBe(program);
    expect(codes(dragged, torch)).toContain("rapid-low");
  });

  it("is found out: arcs turned over, moved, or with a centre on the wrong side", () => {
    const arcs = { arc_tolerance: 0.02 };
    const good = write(arcs);
    expect(
      codes(
        change(good, /^G2 /, 0, (line) => line.replace("G2", "G3")),
        arcs,
      ),
    ).not.toEqual([]);
    expect(
      codes(
        change(good, /^G2 /, 0, (line) => shifted(line, "X", 0.05)),
        arcs,
      ),
    ).toContain("arc-mismatch");
    const mirrored = change(good, /^G2 .* I[^0]/, 0, (line) =>
      line.replace(/I-?/, (sign) => (sign === "I" ? "I-" : "I")),
    );
    expect(codes(mirrored, arcs)).toContain("arc-mismatch");
  });

  it("is found out: a bridge cut, a bridge too narrow", () => {
    const tabs = { tabs: 2, tab_width: 2 };
    const good = write(tabs);
    const cut = change(good, /^G0 X.*\nM4/m, 0, (line) => line);
    expect(codes(cut, tabs)).toEqual([]);
    expect(codes(write({ tabs: 2, tab_width: 1.5 }), tabs)).toContain("bridge-narrow");
    expect(codes(write(), tabs)).toContain("tab-missing");
  });

  it("is found out: a last pass that ends too high, a travel in the material", () => {
    const router: GcodeOptions = { dialect: "grbl-router", depth: 4, passes: 2 };
    const good = write(router);
    expect(codes(good, router)).toEqual([]);
    expect(codes(good.replaceAll("Z-4 ", "Z-3.9 "), router)).toContain("not-cut");
    expect(
      codes(
        change(good, /^G0 Z5$/, 1, () => null),
        router,
      ),
    ).toContain("rapid-low");
  });

  it("is found out: a cutter that stays down at the end", () => {
    const router: GcodeOptions = { dialect: "grbl-router", depth: 3 };
    const text = write(router);
    const up = text.trimEnd().lastIndexOf("Z");
    const down = `${text.slice(0, up)}Z-3${text.slice(up).replace(/^Z[\d.]+/, "")}`;
    expect(verifyGcode(down, { request: plate, options: router }).violations).toContainEqual(
      expect.objectContaining({ code: "unsafe-end", message: "the tool is down at the end" }),
    );
  });

  it("is found out: a part that is freed with its neighbours", () => {
    const placements = [0, 1].map((k) => ({ exterior: box(0, 0, 30, 30), x: 20 + 30.3 * k, y: 20 }));
    const request = { ...plate, placements };
    const options = { tabs: 2, tab_width: 1 };
    expect(codes(write(options, request), options, request)).toEqual([]);
  });

  it("does not blame a program for a layout whose parts are too near", () => {
    const placements = [0, 1].map((k) => ({ exterior: box(0, 0, 30, 30), x: 20 + 30.1 * k, y: 20 }));
    const request = { ...plate, placements };
    const report = verifyGcode(write({}, request), { request });
    expect(report.violations).toEqual([]);
    expect(report.notes.map(({ code }) => code)).toContain("part-too-near");
  });
});

describe("leads", () => {
  /** Touching shapes of every kind, one kerf apart: no lead may cost a part anything. */
  const grid = (shape: Point[], dx: number, dy: number): ExportRequestInput => ({
    ...plate,
    sheet_width: 4 * dx + 20,
    sheet_height: 3 * dy + 20,
    placements: Array.from({ length: 9 }, (_, i) => ({
      exterior: shape,
      x: 10 + (i % 3) * dx,
      y: 10 + Math.floor(i / 3) * dy,
    })),
  });
  it.each<[string, Point[], number, number]>([
    ["squares", box(0, 0, 20, 20), 20.3, 20.3],
    ["discs", disc(10, 10, 10, 60), 20.3, 20.3],
    ["slivers", box(0, 0, 30, 2), 30.3, 2.3],
  ])("of touching %s stay in the waste, and those without room are told", (_, shape, dx, dy) => {
    const request = grid(shape, dx, dy);
    for (const leadShape of ["line", "arc", "tangent"] as const) {
      const options: GcodeOptions = { lead_in: 4, lead_out: 2, lead_shape: leadShape };
      const text = write(options, request);
      const { violations, totals } = verifyGcode(text, { request, options });
      expect(violations).toEqual([]);
      const told = [...text.matchAll(/^; note - (\d+) .*\bleads?\b/gm)].reduce(
        (sum, [, n]) => sum + Number(n),
        0,
      );
      expect(told).toBeGreaterThanOrEqual(totals.starts_on_outline);
    }
  });
});

describe("leads that are told of", () => {
  /** Nine squares a kerf apart, the middle one without room for a lead, and a plate whose holes have room for short ones. */
  const request: ExportRequestInput = {
    ...plate,
    sheet_height: 200,
    placements: [
      ...Array.from({ length: 9 }, (_, i) => ({
        exterior: box(0, 0, 20, 20),
        x: 10 + (i % 3) * 20.3,
        y: 10 + Math.floor(i / 3) * 20.3,
      })),
      { ...plate.placements[0]!, x: 100, y: 120 },
    ],
  };

  it.each(["line", "arc", "tangent"] as const)(
    "are counted, and one fewer in a note is a fault: %s",
    (leadShape) => {
      const options: GcodeOptions = { lead_in: 30, lead_shape: leadShape };
      const text = write(options, request);
      const notes = [...text.matchAll(/^; note - (\d+) .*\n/gm)];
      const untold = (text: string) => {
        const { violations } = verifyGcode(text, { request, options });
        return violations.map(({ code, amount }) => [code, amount]);
      };
      expect([notes.map(([, count]) => count), untold(text)]).toEqual([["1", "2"], []]);
      for (const [note, count] of notes) {
        expect(untold(text.replace(note, note.replace(count!, `${Number(count) - 1}`)))).toEqual([
          ["lead-untold", 1],
        ]);
        expect(untold(text.replace(note, ""))).toEqual([["lead-untold", Number(count)]]);
      }
    },
  );
});

describe("a block of two parts", () => {
  /** Strokes of 10 mm, each along one part or along two; all of them are the parts' outlines. */
  function lateCuts(strokes: [part: number, other: number][], parts: number[] = []): ProgramFinding[] {
    const legs = new Legs();
    for (const [i] of strokes.entries())
      legs.add({ ...blankLeg(), line: i, stroke: i, x0: 0, y0: i, x1: 10, y1: i, on: true });
    const found: ProgramFinding[] = [];
    const judged = {
      legs,
      marks: new Uint8Array(strokes.length),
      covered: Float64Array.from(strokes, () => 10),
      coveredBy: Int32Array.from(strokes, ([part]) => part),
      alsoBy: Int32Array.from(strokes, ([, other]) => other),
      report: (finding: ReportedFinding) => found.push({ severity: "fault", line: 0, ...finding }),
    };
    const held = new JoinedSets(3);
    for (const part of parts) held.join(part, 2);
    blocksCutLate(judged as unknown as JudgedProgram, 2, held);
    return found;
  }

  it.each([
    [1, 0],
    [0, 1],
  ])("is parted before it comes loose, be it %d from %d", (part, other) => {
    const outlines: [number, number][] = [
      [0, -1],
      [1, -1],
    ];
    expect(lateCuts([[part, other], ...outlines])).toEqual([]);
    expect(lateCuts([outlines[0]!, [part, other], outlines[1]!])).toEqual([]);
    expect(lateCuts([...outlines, [part, other]])).toMatchObject([
      { code: "late-cut", severity: "fault", line: 2, placement: part },
    ]);
    // A bridge to the sheet on either holds the block.
    for (const held of [part, other]) expect(lateCuts([...outlines, [part, other]], [held])).toEqual([]);
  });

  it.each([0, 0.02])("is held by its bridges, %d mm further apart than the kerf", (apart) => {
    const request = {
      sheet_width: 187 + 2 * apart,
      sheet_height: 85,
      placements: [0, 1, 2].map((i) => ({ exterior: box(0, 0, 60, 80), x: 2.5 + i * (61 + apart), y: 2.5 })),
      config: { kerf: 1 },
    };
    const options: GcodeOptions = { tabs: 4, tab_width: 8, common_lines: true, dialect: "marlin" };
    const text = write(options, request);
    expect(codes(text, options, request)).toEqual([]);
    expect(text).not.toContain("without common lines");
  });

  it("is parted before it comes loose in a program by hand", () => {
    const request = {
      sheet_width: 200,
      sheet_height: 100,
      placements: [10, 50.2].map((x) => ({ exterior: box(0, 0, 40, 30), x, y: 10 })),
      config: { kerf: 0.2 },
    };
    const around = "G0 X9.9 Y9.9\nM4 S100\nG1 X50.1 F1000\nX90.3\nY40.1\nX50.1\nX9.9\nY9.9\nM5\n";
    const between = "G0 X50.1 Y9.9\nM4 S100\nG1 X50.1 Y40.1 F1000\nM5\n";
    const program = (...cuts: string[]) => `G21 G90 G17 G94\nM5\n${cuts.join("")}M2\n`;
    const options = { common_lines: true };
    expect(codes(program(between, around), options, request)).toEqual([]);
    expect(codes(program(around, between), options, request)).toEqual(["late-cut"]);
  });
});
