/** Every key of a profile does what it says: work area, power range, height control, file name, skeleton. */
import { describe, expect, it } from "vitest";
import type { Finding } from "../../../../../engine/base/contract/finding.ts";
import type { Machine } from "../../../../../engine/base/contract/machine/machine.ts";
import {
  type ExportRequestInput,
  exportRequestSchema,
} from "../../../../../engine/base/contract/v1/export.ts";
import { verifyGcode } from "../../../../../engine/verify/program/verify.ts";
import { planExport } from "../../../../../engine/write/toolpath/export.ts";
import type { GcodeOptions } from "../../../../../engine/write/toolpath/machine/options.ts";
import { interpret } from "../../../../helpers/program.ts";
import { box, disc } from "../../../../helpers/rings.ts";

const plate: ExportRequestInput = {
  sheet_width: 200,
  sheet_height: 100,
  placements: [
    { exterior: box(0, 0, 60, 40), holes: [disc(20, 20, 8, 48)], x: 10, y: 10 },
    { exterior: disc(0, 0, 15, 60), x: 120, y: 40 },
  ],
  config: { kerf: 0.4 },
};
const plan = (options: GcodeOptions, request = plate) =>
  planExport(exportRequestSchema.parse(request), options);
const codes = (text: string, options: GcodeOptions) =>
  verifyGcode(text, { request: plate, options }).violations.map(({ code }) => code);
const found = (options: GcodeOptions) => plan(options).findings.map(({ code }) => code);

describe("the work area", () => {
  const within = (x: number, y: number, z?: number): Machine => {
    return { work_area: { x, y, ...(z === undefined ? {} : { z }) } };
  };

  it("lets through what it holds to the last hundredth", () => {
    // From the zero at the left to the right side of the disc and half the kerf.
    expect(() => plan({ machine: within(135.3, 55.3) })).not.toThrow();
  });

  it.each([
    ["x", within(130, 100)],
    ["y", within(200, 50)],
    ["z", { ...within(200, 100, 5), dialect: "grbl-router" } as Machine],
  ])("refuses what needs more along %s", (axis, machine) => {
    expect(() => plan({ machine })).toThrow(
      expect.objectContaining({
        code: "INVALID_INPUT",
        details: [expect.objectContaining({ path: ["options", "machine", "work_area", axis] })],
      }),
    );
    const { work_area: _none, ...rest } = machine;
    expect(codes(plan({ machine: rest }).gcode, { machine })).toEqual(["outside-work-area"]);
  });

  it("measures from where the zero is", () => {
    const machine: Machine = { ...within(195, 100), origin: "lower-right" };
    expect(() => plan({ machine })).not.toThrow();
    expect(() => plan({ machine: { ...machine, ...within(185, 100) } })).toThrow(/work_area/);
  });
});

describe("the place where the tool stands before a program and after it", () => {
  /** A square in the middle of a sheet of 100 x 100. */
  const square: ExportRequestInput = {
    sheet_width: 100,
    sheet_height: 100,
    placements: [{ exterior: box(40, 40, 20, 20), x: 0, y: 0 }],
    config: { kerf: 0.2 },
  };
  it("has rules for holes by the thickness of the sheet", () => {
    const holes = [3, 5, 8].map((radius, i) => disc(15 + 30 * i, 15, radius, 60));
    const request = { ...square, placements: [{ exterior: box(0, 0, 100, 30), holes, x: 20, y: 20 }] };
    // biome-ignore lint/suspicious/noThenProperty: the word of the field for what a rule does
    const rules: Machine["rules"] = [{ when: { hole_ratio_below: 1.2 }, then: { pierce_only: true } }];
    const machine: Machine = { dialect: "plasma", thickness: 6, rules };
    const cut = (options: GcodeOptions) => {
      const { gcode, findings } = plan({ arc_tolerance: 0, ...options }, request);
      const small = findings.find(({ code }) => code === "holes-small")?.count ?? 0;
      return [gcode.split("(part").map((text) => text.split("\nG1 ").length > 3), small];
    };
    expect(cut({ machine })).toEqual([[false, false, true, true, true], 1]);
    expect(cut({ machine, thickness: 9 })).toEqual([[false, false, false, true, true], 2]);
    expect(() => plan({ machine: { rules } }, request)).toThrow("thickness: must be given");
  });
});

describe("the range of powers", () => {
  const machine: Machine = { tool: { power: { min: 50, max: 600 } } };
  const powers = (power: number) => {
    const { gcode, findings } = plan({ machine }, { ...plate, config: { kerf: 0.4, laser_power: power } });
    const all = [...gcode.matchAll(/ S([\d.]+)/g)].map(([, value]) => Number(value));
    return [[...new Set(all)], findings.map(({ code }) => code)];
  };

  it("holds every cut, and says where it was asked for more or less", () => {
    expect(powers(300)).toEqual([[300], []]);
    expect(powers(900)).toEqual([[600], ["power-limited"]]);
    expect(powers(20)).toEqual([[50], ["power-limited"]]);
    expect(powers(0)).toEqual([[0], []]);
  });

  it("is the judge's too", () => {
    const { gcode } = plan({}, { ...plate, config: { kerf: 0.4, laser_power: 900 } });
    expect(codes(gcode, { machine })).toContain("power-out-of-range");
  });
});

describe("the height control", () => {
  const words = (text: string) => text.split("\n").filter((line) => /^M6[45] P2$/.test(line)).length;

  it("is held off where the machine has none, and on again behind every cut", () => {
    const machine: Machine = { dialect: "qtplasmac", process: "plasma", z: { thc: false } };
    expect(words(plan({ machine }).gcode)).toBe(6);
    expect(words(plan({ machine: { ...machine, z: { thc: true } } }).gcode)).toBe(0);
  });

  it("is told where the controller has no word for it", () => {
    expect(found({ machine: { dialect: "plasma", z: { thc: false } } })).toContain("height-control-on");
    expect(found({ machine: { dialect: "plasma" } })).not.toContain("height-control-on");
  });
});

it("names the file as the machine wants it", () => {
  expect(plan({}).file_name).toBe("nest_sheet_0.gcode");
  expect(plan({ machine: "linuxcnc-plasma" }).file_name).toBe("nest_sheet_0.ngc");
});

describe("the skeleton", () => {
  const skeleton = { pitch: 60 };
  // Strips of 50 mm: three lines across the shorter side.
  const levels = [50, 100, 150];
  const cuts = (options: GcodeOptions) => {
    const { gcode } = plan(options);
    const own = gcode.slice(gcode.indexOf("; skeleton"));
    return interpret(`G21 G90\n${own}`).filter(({ motion }) => motion === "G1");
  };

  it("is cut to strips from edge to kerf, after all parts", () => {
    const moves = cuts({ skeleton });
    expect(new Set(moves.map(({ from }) => from[0]))).toEqual(new Set(levels));
    // At 100 nothing is in the way; at 50 the plate from 10 to 50, one kerf away at either side.
    const at = (x: number) =>
      moves
        .filter(({ from }) => from[0] === x)
        .map(({ from, to }) => [from[1], to[1]].sort((a, b) => a - b))
        .sort((a, b) => a[0]! - b[0]!);
    expect(at(100)).toEqual([[0, 100]]);
    expect(at(50).map((span) => span.map((y) => Math.round(10 * y) / 10))).toEqual([
      [0, 9.6],
      [50.4, 100],
    ]);
  });

  it("is missed by the judge, and found out where it comes first", () => {
    expect(codes(plan({}).gcode, { skeleton })).toEqual(Array(3).fill("skeleton-missing"));
    const { gcode } = plan({ skeleton });
    expect(codes(gcode, {})).toContain("stray-cut");
    const lines = gcode.split("\n");
    const [first, start] = [lines.indexOf("; part 1 hole 1"), lines.indexOf("; skeleton")];
    const own = lines.splice(start, lines.indexOf("; skeleton", start + 1) - start);
    lines.splice(first, 0, ...own);
    expect(codes(lines.join("\n"), { skeleton })).toContain("skeleton-missing");
  });

  it("has settings of its own, and may be switched off", () => {
    const feed = plan({ skeleton, operations: { skeleton: { feed_rate: 1700 } } }).gcode;
    expect(feed.slice(feed.indexOf("; skeleton"))).toContain("F1700");
    expect(plan({ skeleton, operations: { skeleton: { on: false } } }).gcode).not.toContain("skeleton");
  });
});

describe("what is said wrongly or not at all", () => {
  const marks: GcodeOptions["marks"] = [
    [
      {
        role: "mark",
        path: [
          [35, 5],
          [55, 5],
        ],
      },
      {
        role: "engrave",
        path: [
          [35, 35],
          [55, 35],
        ],
        layer: "TEXT",
      },
    ],
  ];

  it("draws no marks with a torch that nobody told how", () => {
    for (const dialect of ["plasma", "qtplasmac", "mach", "waterjet"] as const) {
      const bare = plan({ dialect, marks });
      expect(bare.findings).toEqual([expect.objectContaining({ code: "marks-left-out", count: 2 })]);
      expect(bare.gcode).not.toMatch(/bracket|mark\)|engrave\)/);
      expect(bare.gcode).toContain(
        "note - 2 marks are left out, as no operation says how this machine marks",
      );
      const told = plan({
        dialect,
        marks,
        operations: { mark: { power: 10 } },
        layers: { TEXT: { power: 10 } },
      });
      expect(told.findings.map(({ code }) => code)).not.toContain("marks-left-out");
      expect(codes(bare.gcode, { dialect, marks, operations: { mark: { power: 10 } } })).toContain(
        "mark-missing",
      );
    }
  });

  it("dims a laser for marks that nobody told it how to draw", () => {
    const powers = (options: GcodeOptions) =>
      [...plan({ dialect: "grbl-laser", marks, ...options }).gcode.matchAll(/M4 S([\d.]+)/g)].map(
        ([, power]) => Number(power),
      );
    expect(found({ dialect: "grbl-laser", marks })).toEqual(["marks-unset"]);
    expect(new Set(powers({}).slice(0, 2))).toEqual(new Set([20]));
    expect(
      powers({})
        .slice(2)
        .every((power) => power === 100),
    ).toBe(true);
    expect(powers({ operations: { mark: { feed_rate: 9000 }, engrave: { power: 35 } } }).slice(0, 2)).toEqual(
      expect.arrayContaining([100, 35]),
    );
  });

  it("writes no arc of any kind where none is wanted", () => {
    const options: GcodeOptions = { lead_in: 4, lead_out: 4, lead_shape: "arc", arc_tolerance: 0.01 };
    const isArc = ({ motion }: { motion: string }) => motion === "G2" || motion === "G3";
    const curved = plan(options).gcode;
    expect(interpret(curved).some(isArc)).toBe(true);
    for (const wish of [{ arcs: false }, { machine: { output: { arcs: false } } }]) {
      expect(interpret(plan({ ...options, ...wish }).gcode).some(isArc)).toBe(false);
      expect(codes(curved, { ...options, ...wish })).toEqual(["arc-unwanted"]);
    }
  });

  it("writes a circle without arcs in chords of one length", () => {
    const circle = { ...plate, placements: [{ exterior: disc(0, 0, 20, 720), x: 50, y: 50 }] };
    const chords = interpret(plan({ arcs: false, arc_tolerance: 0.02 }, circle).gcode).flatMap(
      ({ motion, from, to }) => (motion === "G1" ? [Math.hypot(to[0] - from[0], to[1] - from[1])] : []),
    );
    expect(chords.length).toBeGreaterThan(20);
    expect(Math.max(...chords) / Math.min(...chords)).toBeLessThan(1.2);
  });

  it("fills in the values of its templates, numbers to four places, text in comments alone", () => {
    const written = (header: string[], more: GcodeOptions = {}) =>
      plan({ ...more, machine: { name: "My 1/2 laser", templates: { header } } }).gcode;
    const kerf = { ...plate, config: { ...plate.config, kerf: 0.1 + 0.2 } };
    const machine = { templates: { header: ["; kerf {kerf}, {parts} parts"] } };
    expect(plan({ machine }, kerf).gcode).toContain(`; kerf 0.3, ${plate.placements.length} parts\n`);
    expect(written(["; {machine}"])).toContain("; My 1_2 laser\n");
    const profile: Machine = { material: "S235 (JR)", thickness: 3, output: { file_extension: "ngc" } };
    const header = [
      "; {material} {thickness} mm, {file}, {seconds} s",
      "; {min_x} {min_y} {max_x} {max_y}",
      "; {date}",
    ];
    const square = [{ exterior: box(0, 0, 10, 10), x: 20, y: 10 }];
    const request = { ...plate, placements: square, config: { kerf: 2 } };
    const made = (lines: string[], more: Machine = {}) =>
      plan({ machine: { ...profile, ...more, templates: { header: lines } } }, request);
    const { gcode, totals } = made(header.slice(0, 2));
    expect(gcode).toContain(
      `; S235 _JR_ 3 mm, nest_sheet_0.ngc, ${Math.round(totals.seconds)} s\n; 0 0 31 21\n`,
    );
    expect(made(header.slice(1, 2), { origin: "upper-right" }).gcode).toContain(
      `; ${19 - plate.sheet_width} ${9 - plate.sheet_height} 0 0\n`,
    );
    expect(() => made(header)).toThrow("there is no {date}");
    expect(() => written(["M5 {machine}"])).toThrow("outside a comment");
    expect(() => written(["; {colour}"])).toThrow("there is no {colour}");
  });

  it("says all of a note, in lines as long as the controller takes", () => {
    const marks: GcodeOptions["marks"] = [
      [
        {
          role: "mark",
          path: [
            [1, 1],
            [9, 1],
          ],
        },
      ],
    ];
    const { gcode, findings } = plan({ marks, machine: { output: { max_line: 40 } } });
    const said = gcode.split("\n").filter((line) => line.startsWith(";"));
    expect(Math.max(...said.map(({ length }) => length))).toBeLessThanOrEqual(40);
    const [{ count, message }] = findings.filter(({ code }) => code === "marks-unset") as [Finding];
    expect(message.length).toBeGreaterThan(60);
    expect(said.map((line) => line.slice(2)).join(" ")).toContain(`note - ${count} ${message}`);
  });

  it("pardons no missing lead for a note about something else", () => {
    const options: GcodeOptions = { lead_in: 3 };
    const { gcode } = plan({});
    expect(codes(gcode, options)).toEqual(["lead-untold"]);
    const noted = (text: string) => gcode.replace("\n", `\n; note - 9 ${text}\n`);
    expect(codes(noted("cuts end on the outline, no room for a lead out"), options)).toEqual(["lead-untold"]);
    expect(codes(noted("leads are shorter than asked for"), options)).toEqual(["lead-untold"]);
    expect(codes(noted("contours of 9 start on the outline"), options)).toEqual([]);
  });
});
