/** Posts as data: those that come with Offcut, one of one's own, and controllers whose words are not RS-274's. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { POSTS } from "../../../../../engine/base/contract/machine/dialects.ts";
import { type DialectName, type Post, postSchema } from "../../../../../engine/base/contract/machine/post.ts";
import { exportRequestSchema } from "../../../../../engine/base/contract/v1/export.ts";
import type { Point, Ring } from "../../../../../engine/base/contract/values/geometry.ts";
import { verifyGcode } from "../../../../../engine/verify/program/verify.ts";
import { planExport } from "../../../../../engine/write/toolpath/export.ts";
import type { GcodeOptions } from "../../../../../engine/write/toolpath/machine/options.ts";
import { cutRings } from "../../../../helpers/program.ts";
import { box, disc } from "../../../../helpers/rings.ts";

const request = exportRequestSchema.parse({
  sheet_width: 200,
  sheet_height: 120,
  placements: [{ exterior: box(0, 0, 60, 40), holes: [disc(30, 20, 10, 720)], x: 20, y: 20 }],
  config: { feed_rate: 900, travel_rate: 5000, laser_power: 1, kerf: 1 },
});
const programOf = (options: GcodeOptions) => planExport(request, { lead_in: 0, ...options }).gcode;
const judged = (text: string, options: GcodeOptions) =>
  verifyGcode(text, { request, options: { lead_in: 0, ...options } });

/** Programs for other words, read by the tables of their manuals as those of a laser with GRBL. */
const READERS: Partial<Record<DialectName, (text: string) => string>> = {
  // G-Codes.md of Klipper: SET_PIN switches an output pin, G4 waits milliseconds.
  klipper: (text) =>
    text.replace(/^SET_PIN PIN=laser VALUE=0$/gm, "M5").replace(/^SET_PIN PIN=laser VALUE=(.*)$/gm, "M3 S$1"),
  // Hypertherm's programmer reference 809550: M07 Cut On, M08 Cut Off.
  "hypertherm-eia": (text) => text.replace(/^G0/gm, "G").replace(/^M07$/gm, "M3").replace(/^M08$/gm, "M5"),
  essi,
  // Smoothieware's Laser.cpp and Robot.cpp: the power is the last S of G0 to G3; M3 does not set it.
  smoothieware: (text) => text.replace(/^M3.*$/gm, "").replace(/^G1 S(.*)$/gm, "M3 S$1"),
  // Autodesk's post for UCCNC: M3 and M5 for a jet, I and J from the start of the arc, dwells in milliseconds.
  uccnc: (text) => text.replace(/^G4 P(\d+)$/gm, (_, wait) => `G4 P${Number(wait) / 1000}`),
};

/** The table of mapped ESSI codes in the same reference: signed steps, 5 and 6 rapid, 7 and 8 cutting. */
function essi(text: string): string {
  let [x, y, rapid] = [0, 0, false];
  const lines = text.replace(/^3\n.*\n4$/gm, "").split("\n");
  return lines
    .flatMap((line): string[] => {
      if (line === "5" || line === "6") rapid = line === "5";
      if (line === "7" || line === "8") return [line === "7" ? "M3" : "M5"];
      if (!/^[+-]/.test(line)) return [];
      const [dx = "", dy = "", i, j] = line.match(/[+-]\d*/g)!;
      const tenths = (step: string) => Number(step.length === 1 ? 0 : step) / 10;
      x += tenths(dx);
      y += tenths(dy);
      if (i === undefined) return [`${rapid ? "G0" : "G1"} X${x} Y${y} F1`];
      return [`${line.endsWith("+") ? "G3" : "G2"} X${x} Y${y} I${tenths(i)} J${tenths(j!)} F1`];
    })
    .join("\n");
}

describe("the posts of Offcut", () => {
  it("keep to the form of a post", () => {
    for (const post of Object.values(POSTS)) expect(postSchema.safeParse(post).error).toBeUndefined();
  });

  it.each(Object.keys(READERS) as DialectName[])("cut the same rings for %s as for GRBL", (dialect) => {
    const process = POSTS[dialect].process!;
    const same = cutRings(programOf({ dialect: process === "laser" ? "grbl-laser" : "plasma" }));
    const rings = cutRings(READERS[dialect]!(programOf({ dialect })));
    const coarse = dialect === "essi" ? 0.08 : 1e-3;
    expect(rings).toHaveLength(same.length);
    for (const [i, ring] of rings.entries()) {
      const other = same[i]!;
      const [low, high] = boundsOf(ring);
      const [otherLow, otherHigh] = boundsOf(other);
      for (const axis of [0, 1] as const) {
        expect(Math.abs(low[axis] - otherLow[axis])).toBeLessThan(coarse);
        expect(Math.abs(high[axis] - otherHigh[axis])).toBeLessThan(coarse);
      }
    }
  });

  it.each<[DialectName, RegExp, string]>([
    ["klipper", /^SET_PIN PIN=laser VALUE=1\n/m, ""],
    ["klipper", /^SET_PIN PIN=laser VALUE=1$/m, "SET_PIN PIN=laser VALUE=0.5"],
    ["klipper", /(?<=M400\n)SET_PIN PIN=laser VALUE=0\nG0/, "G0"],
    ["klipper", /^M400$/m, "M3 S1"],
    ["hypertherm-eia", /^M08$/m, "M50"],
    ["hypertherm-eia", /^M07\n/m, ""],
    ["hypertherm-eia", /^G40$/m, "G64"],
    ["essi", /^39\+900$/m, "39+90"],
    ["essi", /^7\n/m, ""],
    ["essi", /^5\n(?=\+)/m, ""],
    ["essi", /^0$/m, "65"],
    ["smoothieware", /^G1 S1$/m, "G1 S0.5"],
    ["smoothieware", /^G1 S1\nM3$/m, "M3 S1"],
    ["uccnc", /^M3 S1$/m, "M4 S1"],
    ["uccnc", /^G4 P500$/m, "G4 P0.5"],
  ])("are judged by their grammar: %s with %s as %s", (dialect, from, to) => {
    const text = programOf({ dialect });
    expect(judged(text, { dialect }).violations).toEqual([]);
    const spoiled = text.replace(from, to);
    expect(spoiled).not.toBe(text);
    expect(judged(spoiled, { dialect }).ok).toBe(false);
  });

  it.each(["klipper", "uccnc"] as const)(
    "wait in milliseconds where the controller counts them: %s",
    (dialect) => {
      expect(programOf({ dialect, pierce_delay: 0.25 })).toMatch(/^G4 P250$/m);
    },
  );

  it("refuse inches where the controller has none", () => {
    const options: GcodeOptions = { dialect: "essi", machine: { units: "inch" } };
    expect(() => programOf(options)).toThrow("machine.units: must be mm, as essi has no inches");
  });
});

describe("a post of one's own", () => {
  const own: Post = {
    offcut_post: 1,
    name: "my-table",
    extends: "plasma",
    templates: {
      begin: ["{unit} G90 G17 G94", "M11"],
      tool_on: ["M10", "G4 P{pierce_delay}"],
      tool_off: ["M11"],
    },
    output: { line_end: "crlf", line_numbers: true, file_extension: "tap", power: false },
    grammar: { ends: "M2", reads_as: { M10: "M3", M11: "M5" } },
  };

  it("says how a program is written, and is read by its grammar", () => {
    const { gcode, file_name } = planExport(request, { post: own });
    expect(file_name).toMatch(/\.tap$/);
    expect(gcode).toMatch(/^N\d+ M10\r\nN\d+ G4 P0\.5\r$/m);
    expect(gcode).toMatch(/M2\r\n$/);
    const inProfile = planExport(request, { machine: { post: own } }).gcode;
    expect(inProfile).toBe(gcode);
  });

  it.each(["linuxcnc-plasma", "mach-plasma", "grbl-laser", "waterjet"] as const)(
    "writes for the machine %s as the docs show it",
    (machine) => {
      const page = readFileSync("docs/extending.md", "utf8");
      const block = page.split("```").find((text) => text.includes('"offcut_post"'))!;
      const post = JSON.parse(block.replace("json", "")) as Post;
      expect(planExport(request, { post, machine }).gcode).toMatch(/M30\r\n$/);
    },
  );

  it("is refused where its program is wrong", () => {
    const wrong = { ...own, templates: { ...own.templates, tool_off: ["M7"] } };
    expect(() => planExport(request, { post: wrong })).toThrow(/options\.post/);
  });

  it.each<[object, string]>([
    [{ templates: { end: ["M2 {soon}"] } }, "post.templates.end.0"],
    [{ templates: { end: ["M2 {"] } }, "post.templates.end.0"],
    [{ grammar: { g: "G1" } }, "post.grammar.g"],
    [{ extends: "fanuc" }, "post.extends"],
    [{ tempates: {} }, "post"],
  ])("names what is wrong with it: %j", (change, path) => {
    const post = { offcut_post: 1, name: "own", ...change } as unknown as Post;
    expect(() => programOf({ post })).toThrow(`options.${path}`);
  });
});

function boundsOf(ring: Ring): [Point, Point] {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
  return [
    [Math.min(...xs), Math.min(...ys)],
    [Math.max(...xs), Math.max(...ys)],
  ];
}
