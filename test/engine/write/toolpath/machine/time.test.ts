/**
 * The estimate of time against a simulation that goes over the path in small steps: the words are read by another
 * interpreter, and the speed at every step is what the steps before and behind it allow. Thirty programs, within 5 %.
 */
import { describe, expect, it } from "vitest";
import type { Machine } from "../../../../../engine/base/contract/machine/machine.ts";
import { exportRequestSchema } from "../../../../../engine/base/contract/v1/export.ts";
import type { Point, Ring } from "../../../../../engine/base/contract/values/geometry.ts";
import { planExport } from "../../../../../engine/write/toolpath/export.ts";
import type { GcodeOptions } from "../../../../../engine/write/toolpath/machine/options.ts";
import { interpret, type Move } from "../../../../helpers/program.ts";
import { box, disc } from "../../../../helpers/rings.ts";

/** Length of a step, in mm, and of the chords of an arc. */
const STEP = 0.01;
const CHORD = 0.4;

interface Kinetics {
  rate: number;
  acceleration: number;
  deviation: number;
}

/** A straight leg: length and direction in space, feed in mm/s (null for a rapid). */
interface Leg {
  length: number;
  unit: number[];
  feed: number | null;
}

function legsOf({ from, to, center, motion }: Move, feed: number | null, tolerance: number): Leg[] {
  const ends: number[][] = [from as number[]];
  if (center) {
    const radius = Math.hypot(from[0] - center[0], from[1] - center[1]);
    const start = Math.atan2(from[1] - center[1], from[0] - center[0]);
    const full = 2 * Math.PI;
    const turn = Math.atan2(to[1] - center[1], to[0] - center[0]) - start;
    const sweep =
      motion === "G3" ? ((turn % full) + full) % full || full : -(((-turn % full) + full) % full || full);
    const chord = Math.min(CHORD, 2 * Math.sqrt(tolerance * (2 * radius - tolerance)));
    const count = Math.max(1, Math.floor((radius * Math.abs(sweep)) / chord));
    for (let k = 1; k < count; k++) {
      const angle = start + (sweep * k) / count;
      ends.push([center[0] + radius * Math.cos(angle), center[1] + radius * Math.sin(angle), from[2]]);
    }
  }
  ends.push(to as number[]);
  return ends.slice(1).flatMap((end, i): Leg[] => {
    const d = end.map((value, axis) => value - ends[i]![axis]!);
    const length = Math.hypot(...d);
    return length < 1e-9 ? [] : [{ length, unit: d.map((value) => value / length), feed }];
  });
}

/** Greatest along a direction when every axis has the same limit. */
const along = (most: number, unit: number[]) => most / Math.max(...unit.map(Math.abs));

/** Seconds from rest to rest. */
function simulate(legs: Leg[], { rate, acceleration, deviation }: Kinetics): number {
  const speeds: number[] = [0];
  const limits: { accel: number; ds: number }[] = [];
  for (const [i, { length, unit, feed }] of legs.entries()) {
    const top = Math.min(feed ?? Number.POSITIVE_INFINITY, along(rate, unit));
    const before = legs[i - 1];
    if (before) {
      const cos = -before.unit.reduce((sum, value, axis) => sum + value * unit[axis]!, 0);
      const bend = unit.map((value, axis) => value - before.unit[axis]!);
      const size = Math.hypot(...bend);
      const half = Math.sqrt(Math.max(0, (1 - cos) / 2));
      const corner =
        cos > 0.999999
          ? 0
          : cos < -0.999999
            ? Number.POSITIVE_INFINITY
            : Math.sqrt(
                (along(
                  acceleration,
                  bend.map((value) => value / size),
                ) *
                  deviation *
                  half) /
                  (1 - half),
              );
      speeds[speeds.length - 1] = Math.min(speeds.at(-1)!, top, corner);
    }
    const count = Math.max(1, Math.ceil(length / STEP));
    for (let k = 0; k < count; k++) {
      speeds.push(top);
      limits.push({ accel: along(acceleration, unit), ds: length / count });
    }
  }
  speeds[speeds.length - 1] = 0;
  const slow = (from: number, to: number, { accel, ds }: { accel: number; ds: number }) =>
    Math.min(speeds[to]!, Math.sqrt(speeds[from]! ** 2 + 2 * accel * ds));
  for (let i = limits.length; i > 0; i--) speeds[i - 1] = slow(i, i - 1, limits[i - 1]!);
  for (let i = 0; i < limits.length; i++) speeds[i + 1] = slow(i, i + 1, limits[i]!);
  return limits.reduce((sum, { ds }, i) => sum + (2 * ds) / (speeds[i]! + speeds[i + 1]!), 0);
}

/** The whole program: it rests wherever something is switched, and for every dwell. */
function secondsOf(gcode: string, kinetics: Kinetics, tolerance: number): number {
  let seconds = 0;
  let run: Leg[] = [];
  let feed = 0;
  // "G1 M3" moves nothing.
  const moves = interpret(gcode.replaceAll("G1 M3", "M3"));
  let next = 0;
  const rest = () => {
    if (run.length > 0) seconds += simulate(run, kinetics);
    run = [];
  };
  for (const text of gcode.split("\n")) {
    const [, f] = /F(\S+)/.exec(text) ?? [];
    if (f) feed = Number(f) / 60;
    if (/^G[0-3] /.test(text) && /[XYZIJ]/.test(text)) {
      const move = moves[next++]!;
      run.push(...legsOf(move, move.motion === "G0" ? null : feed, tolerance));
    } else if (/^[GMT]/.test(text)) {
      rest();
      const [, wait] = /^G4 P(\S+)/.exec(text) ?? [];
      seconds += Number(wait ?? 0);
    }
  }
  rest();
  return seconds;
}

const comb: Ring = [
  [0, 0],
  [60, 0],
  ...Array.from({ length: 20 }, (_, i): Point[] => [
    [60 - 3 * i, 20],
    [60 - 3 * i - 1.5, 20],
    [60 - 3 * i - 1.5, 8],
    [60 - 3 * i - 3, 8],
  ]).flat(),
];
const gear: Ring = Array.from({ length: 96 }, (_, i): Point => {
  const radius = i % 4 < 2 ? 25 : 22;
  return [radius * Math.cos((i * Math.PI) / 48), radius * Math.sin((i * Math.PI) / 48)];
});
const SHAPES: Record<string, { exterior: Ring; holes?: Ring[] }> = {
  plate: { exterior: box(0, 0, 90, 60), holes: [disc(25, 30, 8, 60), box(50, 20, 20, 20)] },
  comb: { exterior: comb },
  gear: { exterior: gear, holes: [disc(0, 0, 6, 48)] },
  disc: { exterior: disc(0, 0, 30, 240) },
  sliver: { exterior: box(0, 0, 120, 2) },
};
const MACHINES: Record<string, { machine: Machine; kinetics: Kinetics }> = Object.fromEntries(
  (
    [
      ["slow", 25, 40, 0.01],
      ["fast", 200, 1500, 0.01],
      ["soft", 100, 500, 0.05],
    ] as const
  ).map(([name, rate, acceleration, deviation]) => {
    const all = (value: number) => ({ x: value, y: value, z: value });
    const motion = {
      max_rate: all(60 * rate),
      acceleration: all(acceleration),
      junction_deviation: deviation,
      arc_tolerance: 0.002,
    };
    return [name, { machine: { motion }, kinetics: { rate, acceleration, deviation } }];
  }),
);
const WAYS: Record<string, GcodeOptions> = {
  "a beam with leads and a dwell": { lead_in: 3, pierce_delay: 0.2, arc_tolerance: 0.01 },
  "a cutter in passes": {
    dialect: "grbl-router",
    depth: 3,
    passes: 3,
    tabs: 2,
    tab_height: 1,
    plunge_rate: 300,
  },
};

describe.each(Object.keys(MACHINES))("on a %s machine", (name) => {
  const { machine, kinetics } = MACHINES[name]!;
  it.each(Object.keys(SHAPES).flatMap((shape) => Object.keys(WAYS).map((way) => [shape, way] as const)))(
    "%s, %s",
    (shape, way) => {
      const part = SHAPES[shape]!;
      const placements = [0, 1].map((i) => ({ ...part, holes: part.holes ?? [], x: 40, y: 40 + 80 * i }));
      const request = exportRequestSchema.parse({
        sheet_width: 250,
        sheet_height: 200,
        placements,
        config: { kerf: 0.4, feed_rate: 6000 },
      });
      const { gcode, totals } = planExport(request, { ...WAYS[way]!, machine });
      const simulated = secondsOf(gcode, kinetics, 0.002);
      expect(Math.abs(totals.seconds / simulated - 1)).toBeLessThan(0.05);
    },
  );
});
