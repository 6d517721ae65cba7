import { describe, expect, it } from "vitest";
import { type ExportRequestInput, exportRequestSchema } from "../../../../engine/base/contract/v1/export.ts";
import type { Point } from "../../../../engine/base/contract/values/geometry.ts";
import { exportGcode, planExport } from "../../../../engine/write/toolpath/export.ts";
import type { GcodeOptions } from "../../../../engine/write/toolpath/machine/options.ts";
import { areaOf, cutRings, distanceToRing, interpret } from "../../../helpers/program.ts";
import { box, disc } from "../../../helpers/rings.ts";

const program = (request: ExportRequestInput, options?: GcodeOptions) =>
  exportGcode(exportRequestSchema.parse(request), options);

const bracket = {
  part_id: "bracket",
  exterior: [
    [0, 0],
    [60, 0],
    [60, 15],
    [15, 15],
    [15, 40],
    [0, 40],
  ] as Point[],
  holes: [box(4, 4, 7, 7), disc(50, 7.5, 4, 12)],
};
const washer = { part_id: "washer", exterior: disc(0, 0, 10, 16), holes: [disc(0, 0, 4, 8)] };
const plate: ExportRequestInput = {
  sheet_width: 200,
  sheet_height: 100,
  sheet_index: 2,
  placements: [
    { ...bracket, x: 10, y: 10, rotation: 0 },
    { ...bracket, x: 150, y: 12, rotation: 90 },
    { ...washer, x: 100, y: 60, rotation: 45 },
  ],
  config: { feed_rate: 1200, travel_rate: 6000, laser_power: 450, kerf: 0.2 },
};

/** One line of a GRBL program: a comment, or words of known letters with plain decimals, at most 70 characters. */
const NUMBER = String.raw`-?(0|[1-9]\d*)(\.\d{1,4})?`;
const GRBL = new RegExp(
  [
    "^; [A-Za-z0-9 ,._-]*$",
    "^G21 G90 G17 G94$",
    "^M[25]$",
    `^M[34] S${NUMBER}$`,
    `^G0 X${NUMBER} Y${NUMBER} F${NUMBER}$`,
    `^G0 Z${NUMBER}$`,
    `^G1 Z${NUMBER} F${NUMBER}$`,
    `^G1 X${NUMBER} Y${NUMBER}( F${NUMBER})?$`,
    `^G[23] X${NUMBER} Y${NUMBER} I${NUMBER} J${NUMBER}( F${NUMBER})?$`,
  ].join("|"),
);

function expectGrammar(text: string) {
  expect(text.endsWith("M2\n")).toBe(true);
  const strange = (line: string) => !GRBL.test(line) || line.length > 70 || /-0(?!\.\d*[1-9])/.test(line);
  expect(text.trimEnd().split("\n").filter(strange)).toEqual([]);
}

describe("a laser program", () => {
  const text = program(plate);

  it("is this text", async () => {
    await expect(text).toMatchFileSnapshot("../../../golden/plate.gcode");
  });

  it("speaks GRBL", () => expectGrammar(text));

  it("cuts every contour once, where the kerf puts it", () => {
    const rings = cutRings(text);
    expect(rings).toHaveLength(8);
    const [hole] = rings.filter((ring) => Math.abs(Math.abs(areaOf(ring)) - 6.8 ** 2) < 1e-3);
    expect(hole!.map(String).sort()).toEqual(box(14.1, 14.1, 6.8, 6.8).map(String).sort());
  });

  it("climbs: exteriors clockwise, holes counter-clockwise", () => {
    for (const ring of cutRings(text)) expect(areaOf(ring) < 0).toBe(Math.abs(areaOf(ring)) > 100);
  });

  it("has the beam on in cuts and only there", () => {
    for (const { motion, tool } of interpret(text)) expect(tool).toBe(motion === "G0" ? "M5" : "M4");
  });

  it("states power on every start, feed on the first cut of every contour", () => {
    const lines = text.split("\n").filter((line) => !line.startsWith(";"));
    const starts = lines.flatMap((line, i) => (line.startsWith("M4") ? [i] : []));
    expect(starts).toHaveLength(8);
    for (const i of starts) {
      expect(lines[i]).toBe("M4 S450");
      expect(lines[i - 1]).toMatch(/^G0 .* F6000$/);
      expect(lines[i - 2]).toBe("M5");
      expect(lines[i + 1]).toMatch(/^G1 .* F1200$/);
    }
    expect(lines.filter((line) => line.includes("F1200"))).toHaveLength(8);
  });

  it("begins at the machine's origin and ends there", () => {
    const moves = interpret(text);
    expect(moves[0]!.from).toEqual([0, 0, 0]);
    expect(moves.at(-1)!.to).toEqual([0, 0, 0]);
    for (const [i, move] of moves.entries()) if (i > 0) expect(move.from).toEqual(moves[i - 1]!.to);
  });
});

describe("slots that the tool does not get into", () => {
  const exterior = box(0, 0, 60, 40);
  /** A slot of a width down from the middle of the top, with the rest of a square around it. */
  const slotted = (gap: number, depth = 20): Point[] => [
    [0, 0],
    [40, 0],
    [40, 40],
    [20 + gap / 2, 40],
    [20 + gap / 2, 40 - depth],
    [20 - gap / 2, 40 - depth],
    [20 - gap / 2, 40],
    [0, 40],
  ];
  const keyhole = (gap: number): Point[] => [
    [10, 10],
    [20, 10],
    [20, 15 - gap / 2],
    [45, 15 - gap / 2],
    [45, 15 + gap / 2],
    [20, 15 + gap / 2],
    [20, 20],
    [10, 20],
  ];
  const told = (parts: ExportRequestInput["placements"], kerf = 1) => {
    const request = { ...plate, sheet_width: 200, placements: parts, config: { kerf } };
    return planExport(exportRequestSchema.parse(request)).findings;
  };

  it("are cut or told where they are as wide as the tool to a hair", () => {
    const neck = (gap: number): Point[] => [
      [0, 0],
      [40, 0],
      [40, 40],
      [20 + gap / 2, 40],
      [20 + gap / 2, 30],
      [30, 30],
      [30, 10],
      [10, 10],
      [10, 30],
      [20 - gap / 2, 30],
      [20 - gap / 2, 40],
      [0, 40],
    ];
    for (const off of [-2e-3, -1e-3, -3e-4, -1e-6, 0, 1e-6, 3e-4, 1e-3, 2e-3])
      for (const rotation of [0, 45, 33]) {
        const place = { x: 70, y: 10, rotation };
        const hole = { exterior, holes: [keyhole(0.2 + off)], ...place };
        for (const [shape, code] of [
          [{ exterior: slotted(0.2 + off), ...place }, "slots-left-out"],
          [{ exterior: neck(0.2 + off), ...place }, "slots-closed"],
          [hole, "slots-left-out"],
        ] as const) {
          const codes = told([shape], 0.2).map((finding) => finding.code);
          if (off < -1e-5) expect(codes).toEqual([code]);
          if (off > 1e-3) expect(codes).toEqual([]);
          expect([[], [code]]).toContainEqual(codes);
        }
      }
  });
});

describe("a router program", () => {
  const request = { ...plate, config: { ...plate.config, use_z: true } };
  const text = program(request);

  it("is this text", async () => {
    await expect(text).toMatchFileSnapshot("../../../golden/plate-router.gcode");
  });

  it("speaks GRBL", () => expectGrammar(text));

  it("travels above the sheet and cuts below its surface, with the spindle running", () => {
    for (const { motion, tool, from, to } of interpret(text).slice(1, -1)) {
      expect(tool).toBe("M3");
      const planar = from[0] !== to[0] || from[1] !== to[1];
      if (planar) expect([from[2], to[2]]).toEqual(motion === "G0" ? [5, 5] : [-1, -1]);
    }
  });

  it("takes its heights and its plunge from the options", () => {
    const text = program(request, { safe_height: 12.5, depth: 3.2, plunge_rate: 80 });
    expect(text).toContain("\nG0 Z12.5\n");
    expect(text).toContain("\nG1 Z-3.2 F80\n");
    expect(cutRings(text)).toEqual(cutRings(program(request)));
  });

  it.each([{ depth: 0 }, { depth: Number.NaN }, { safe_height: -1 }, { plunge_rate: 1e30 }])(
    "refuses %o",
    (options) => {
      expect(() => program(request, options)).toThrow(/^options\.\w+: must be a number/);
    },
  );
});

describe("numbers and names", () => {
  it.each([Number.NaN, null, { toString: () => "M5" }, ["M5\n"], true])(
    "ignores an id that is no text: %o",
    (part_id) => {
      const text = program({ ...plate, placements: [{ ...washer, x: 0, y: 0, part_id }] });
      expect(text).toContain("\n; part 1\n");
    },
  );

  it("prints huge and tiny coordinates as plain decimals", () => {
    for (const size of [1e-3, 1e8]) {
      const exterior = box(-size / 3, -size / 3, size, size);
      const text = program({ sheet_width: 100, sheet_height: 100, placements: [{ exterior, x: 0, y: 0 }] });
      expectGrammar(text);
      const [ring] = cutRings(text);
      for (const point of ring!) expect(distanceToRing(point, exterior)).toBeLessThanOrEqual(0.8e-4);
    }
  });

  it("never prints a move to where the tool already is", () => {
    const near = disc(0, 0, 5, 64).flatMap(([x, y]): Point[] => [
      [x, y],
      [x + 1e-6, y],
    ]);
    const request = { sheet_width: 100, sheet_height: 100, placements: [{ exterior: near, x: 20, y: 20 }] };
    const text = program(request, { arc_tolerance: 0 });
    const lines = text.split("\n").map((line) => line.replace(/ F.*/, ""));
    for (const [i, line] of lines.entries()) if (i > 0) expect(line).not.toBe(lines[i - 1]);
    expect(cutRings(text)[0]).toHaveLength(64);
  });
});
