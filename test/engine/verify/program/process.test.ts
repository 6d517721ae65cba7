/** The judge of the process: random good programs pass, and programs that are spoiled in one word are found out. */
import { describe, expect, it } from "vitest";
import type { Machine } from "../../../../engine/base/contract/machine/machine.ts";
import type { DialectName } from "../../../../engine/base/contract/machine/post.ts";
import type { Point, Ring } from "../../../../engine/base/contract/values/geometry.ts";
import { EngineError } from "../../../../engine/base/errors.ts";
import { verifyGcode } from "../../../../engine/verify/program/verify.ts";
import { planExport } from "../../../../engine/write/toolpath/export.ts";
import { chance, type ProgramJob, programJob } from "../../../helpers/programs/jobs.ts";
import { MUTANTS, spoil } from "../../../helpers/programs/mutants.ts";
import { box } from "../../../helpers/rings.ts";

/** The benchmark `programs` has 2,000 good programs and 20 of each kind of spoiled ones. */
const GOOD = 24;
const SPOILED = 1;
const FIRST = 40_000;
/** Programs in whole tenths of a millimetre: strips of the skeleton off their lines, and a hole as wide as the torch. */
const COARSE = [5251, 5277];
const TRIES = 120;

interface Written {
  job: ProgramJob;
  text: string;
}

const SQUARE: Ring = box(0, 0, 40, 40);

const known = new Map<number, Written | null>();

/** Null for what no machine could cut. */
function written(seed: number): Written | null {
  const found = known.get(seed);
  if (found !== undefined) return found;
  const job = programJob(seed);
  let made: Written | null = null;
  try {
    made = { job, text: planExport(job.request, job.options).gcode };
  } catch (error) {
    if (!(error instanceof EngineError) || error.code !== "INVALID_INPUT") throw error;
  }
  known.set(seed, made);
  return made;
}

describe("a program for a wide kerf", () => {
  it.each([12, 100, 720])(
    "passes when it cuts round holes of %i points that are small beside the kerf",
    (count) => {
      const disc = (radius: number): [number, number][] =>
        Array.from({ length: count }, (_, i) => {
          const angle = (2 * Math.PI * i) / count;
          return [30 + radius * Math.cos(angle), 30 + radius * Math.sin(angle)];
        });
      const placements = [{ x: 0, y: 0, rotation: 0, exterior: disc(25), holes: [disc(4)] }];
      const config = { feed_rate: 1000, travel_rate: 3000, laser_power: 100, use_z: false, kerf: 1.5 };
      const request = { sheet_width: 60, sheet_height: 60, sheet_index: 0, placements, config };
      const options = { machine: "linuxcnc-plasma" } as const;
      const { gcode } = planExport(request, options);
      expect(verifyGcode(gcode, { request, options }).violations).toEqual([]);
    },
  );
});

describe("a hole that is only pierced", () => {
  const placements = [
    {
      x: 5,
      y: 5,
      rotation: 0,
      exterior: SQUARE,
      holes: [SQUARE.map(([x, y]): Point => [18 + x / 10, 18 + y / 10])],
    },
  ];
  const config = { feed_rate: 1000, travel_rate: 3000, laser_power: 100, use_z: false, kerf: 1 };
  const request = { sheet_width: 60, sheet_height: 60, sheet_index: 0, placements, config };
  // biome-ignore lint/suspicious/noThenProperty: the word of the field for what a rule does
  const rules: Machine["rules"] = [{ when: { hole_diameter_below: 10 }, then: { pierce_only: true } }];

  it.each<[string, DialectName, string, string, string]>([
    ["without the spindle", "grbl-router", "M3 S100", "M5", "wrong-spindle"],
    ["with less power", "grbl-laser", "M4 S100", "M4 S80", "wrong-power"],
    ["less deep", "grbl-router", "G1 Z-3 F500", "G1 Z-2.5 F500", "wrong-height"],
    ["deeper", "grbl-router", "G1 Z-3 F500", "G1 Z-3.5 F500", "wrong-height"],
    ["once more", "grbl-router", "G1 Z-3 F500", "G1 Z-3 F500\nG0 Z5\nG1 Z-3 F500", "cut-again"],
  ])("is not found right %s", (_, dialect, from, to, code) => {
    const options = { dialect, machine: { rules }, passes: 2, depth: 3 };
    const { gcode } = planExport(request, options);
    const { violations } = verifyGcode(gcode.replace(from, to), { request, options });
    expect(violations).toContainEqual(expect.objectContaining({ code, placement: 0, hole: 0 }));
  });
});

it("a cutter waits wherever it has gone down, and nowhere else", () => {
  const placements = [{ x: 5, y: 5, rotation: 0, exterior: SQUARE, holes: [] }];
  const config = { feed_rate: 1000, travel_rate: 3000, laser_power: 100, use_z: true, kerf: 1 };
  const request = { sheet_width: 60, sheet_height: 60, sheet_index: 0, placements, config };
  const options = { depth: 3, tabs: 2, tab_width: 4, tab_height: 1, pierce_delay: 0.7 };
  const lines = planExport(request, options).gcode.split("\n");
  const isWait = (line: string | undefined) => line === "G4 P0.7";
  const [down, up] = ["G1 Z-3 F500", "G1 Z-2 F500"].map((word) =>
    lines.flatMap((line, i) => (line === word ? [isWait(lines[i + 1])] : [])),
  );
  expect(down).toEqual([true, true, true]);
  expect(up).toEqual([false, false]);
  for (const [i, line] of lines.entries())
    if (isWait(line))
      expect(verifyGcode(lines.toSpliced(i, 1).join("\n"), { request, options }).violations).toMatchObject([
        { code: "wrong-delay", line: i + 1 },
      ]);
});

describe("random programs", () => {
  it("pass their judge when nobody touches them", () => {
    const seeds = [...Array.from({ length: GOOD }, (_, k) => FIRST + k), ...COARSE];
    const programs = seeds.map(written).filter((one) => one !== null);
    expect(programs.length).toBeGreaterThan(0.85 * seeds.length);
    for (const { job, text } of programs)
      expect(verifyGcode(text, job).violations, JSON.stringify(job.options)).toEqual([]);
  });

  it("are found out when they are spoiled in one of many ways", () => {
    const missed: string[] = [];
    let all = 0;
    for (const kind of Object.keys(MUTANTS))
      for (let seed = FIRST, count = 0; seed < FIRST + TRIES && count < SPOILED; seed++) {
        const one = written(seed);
        const spoiled = one && spoil(kind, one.text, one.job, chance(seed));
        if (!one || spoiled === null) continue;
        count++;
        all++;
        if (verifyGcode(spoiled, one.job).ok) missed.push(`${kind}, seed ${seed}`);
      }
    expect(all).toBeGreaterThan(80);
    expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(0.03 * all);
  });
});
