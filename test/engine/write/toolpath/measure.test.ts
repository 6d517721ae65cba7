/** The totals of a plan against the moves that an interpreter finds, and against a machine simulated step by step. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MachineMotion as Limits } from "../../../../engine/base/contract/machine/machine.ts";
import { type ExportRequestInput, exportRequestSchema } from "../../../../engine/base/contract/v1/export.ts";
import type { Point } from "../../../../engine/base/contract/values/geometry.ts";
import { exportGcode } from "../../../../engine/write/toolpath/export.ts";
import type { GcodeOptions } from "../../../../engine/write/toolpath/machine/options.ts";
import { planToolpath } from "../../../../engine/write/toolpath/plan/toolpath.ts";
import type { Motion } from "../../../../engine/write/toolpath/time/motion.ts";
import { timeMotions } from "../../../../engine/write/toolpath/time/planner.ts";
import { measureToolpath } from "../../../../engine/write/toolpath/write/measure.ts";
import { along, interpret } from "../../../helpers/program.ts";
import { box, disc } from "../../../helpers/rings.ts";

const request = exportRequestSchema.parse({
  sheet_width: 200,
  sheet_height: 100,
  placements: [
    { exterior: box(0, 0, 60, 60), holes: [box(15, 15, 30, 30)], x: 10, y: 10 },
    { exterior: disc(0, 0, 20, 90), holes: [disc(0, 0, 5, 60)], x: 120, y: 50 },
  ],
  config: { feed_rate: 600, travel_rate: 4000, kerf: 0.2 },
} satisfies ExportRequestInput);

/** Lengths by what the tool does in the plane, and the starts, from the program alone. */
function totalsOf(program: string) {
  const totals = { cut: 0, travel: 0 };
  for (const move of interpret(program)) {
    let at: Point = [move.from[0], move.from[1]];
    for (const point of along(move)) {
      totals[move.motion === "G0" ? "travel" : "cut"] += Math.hypot(point[0] - at[0], point[1] - at[1]);
      at = point;
    }
  }
  return { ...totals, starts: program.match(/^M4 /gm)?.length ?? 0 };
}

describe("the totals of a sheet", () => {
  it.each<[string, GcodeOptions]>([
    ["nothing", {}],
    ["leads and overcut", { lead_in: 3, lead_out: 2, overcut: 1 }],
    ["tabs", { tabs: 4, tab_width: 3 }],
    ["passes with leads", { passes: 3, lead_in: 2 }],
    ["arcs", { arc_tolerance: 0.05 }],
  ])("are those of the program with %s", (_, options) => {
    const totals = measureToolpath(planToolpath(request, options));
    const program = totalsOf(exportGcode(request, options));
    expect(totals.cut_length).toBeCloseTo(program.cut, 1);
    expect(totals.travel_length).toBeCloseTo(program.travel, 1);
    expect(totals.starts).toBe(program.starts);
    expect(totals.contours).toBe(4);
    // Speeding up and slowing down only ever costs time.
    expect(totals.seconds).toBeGreaterThan(60 * (program.cut / 600 + program.travel / 4000));
  });

  it("count the waiting of a torch", () => {
    const [quiet, waiting] = [0, 2.5].map((pierceDelay) =>
      measureToolpath(planToolpath(request, { dialect: "plasma", pierce_delay: pierceDelay })),
    );
    expect(waiting!.seconds - quiet!.seconds).toBeCloseTo(10, 9);
  });

  it("cost what the machine's hour costs", () => {
    const { seconds, machine_cost } = measureToolpath(
      planToolpath(request, { machine: { hourly_rate: 90 } }),
    );
    expect(machine_cost).toBeCloseTo((seconds * 90) / 3600, 9);
  });

  it("are nothing for nothing", () => {
    const totals = measureToolpath(planToolpath({ ...request, placements: [] }));
    expect(totals).toEqual({ contours: 0, cut_length: 0, travel_length: 0, starts: 0, seconds: 0 });
  });
});

const straight = (to: Point, rate = 6000): Motion => {
  return {
    kind: "cut",
    to,
    z: 0,
    center: null,
    ccw: false,
    common: false,
    rate,
    wait: 0,
    stops: false,
    cut: 0,
  };
};
const LIMITS: Limits = {
  max_rate: { x: 6000, y: 6000, z: 600 },
  acceleration: { x: 500, y: 500, z: 100 },
  junction_deviation: 0.01,
};
const seconds = (motions: Motion[], limits = LIMITS) => timeMotions(motions, limits, 6000, [0, 0]).at(-1);

describe("the machine's time", () => {
  it("is a trapezoid from rest to rest, in one move or in two", () => {
    expect(seconds([straight([100, 0])])).toBeCloseTo(1.2, 9);
    expect(seconds([straight([40, 0]), straight([100, 0])])).toBeCloseTo(1.2, 9);
  });

  it("is a triangle where the way is short", () => {
    expect(seconds([straight([2, 0])])).toBeCloseTo(2 * Math.sqrt(2 / 500), 9);
  });

  it("counts corners by the junction deviation, and rests in full", () => {
    const corner = [straight([100, 0]), straight([100, 100])];
    expect(seconds(corner)).toBeCloseTo(2.3838, 3);
    expect(seconds([{ ...corner[0]!, stops: true }, corner[1]!])).toBeCloseTo(2.4, 9);
    expect(seconds([straight([100, 0]), straight([0, 0])])).toBeCloseTo(2.4, 9);
  });

  it("is that of the same machine simulated step by step", () => {
    const path = fc.array(
      fc.tuple(fc.double({ min: -20, max: 20, noNaN: true }), fc.double({ min: -20, max: 20, noNaN: true })),
      {
        minLength: 2,
        maxLength: 25,
      },
    );
    fc.assert(
      fc.property(path, fc.integer({ min: 600, max: 6000 }), (points, rate) => {
        const motions = points.map((to) => straight(to as Point, rate));
        const own = seconds(motions)!;
        const slow = simulate(
          motions.map(({ to }) => to),
          rate / 60,
          500,
          0.01,
        );
        expect(Math.abs(own - slow)).toBeLessThan(0.02 * slow + 0.02);
      }),
      { seed: 5, numRuns: 60 },
    );
  });
});

/**
 * A machine in steps of a hundredth of a millimetre: at each point the speed is limited by the feed, at corners by the
 * junction; then by how fast it could have become so, and by how fast it can still stop.
 */
function simulate(path: Point[], feed: number, axis: number, deviation: number): number {
  const points: { length: number; acceleration: number; limit: number }[] = [];
  const STEP = 0.01;
  let at: Point = [0, 0];
  let before: Point | null = null;
  for (const to of path) {
    const length = Math.hypot(to[0] - at[0], to[1] - at[1]);
    if (length < 1e-9) continue;
    const u: Point = [(to[0] - at[0]) / length, (to[1] - at[1]) / length];
    const acceleration = axis / Math.max(Math.abs(u[0]), Math.abs(u[1]));
    const count = Math.max(50, Math.ceil(length / STEP));
    for (let k = 0; k < count; k++)
      points.push({
        length: length / count,
        acceleration,
        limit: k === 0 ? junction(before, u, axis, deviation) : Infinity,
      });
    before = u;
    at = to;
  }
  const speeds = points.map(({ limit }) => Math.min(limit, feed));
  speeds.push(0);
  if (points.length > 0) speeds[0] = 0;
  for (const [i, { length, acceleration }] of points.entries())
    speeds[i + 1] = Math.min(speeds[i + 1]!, Math.sqrt(speeds[i]! ** 2 + 2 * acceleration * length));
  for (let i = points.length - 1; i >= 0; i--)
    speeds[i] = Math.min(
      speeds[i]!,
      Math.sqrt(speeds[i + 1]! ** 2 + 2 * points[i]!.acceleration * points[i]!.length),
    );
  return points.reduce((sum, { length }, i) => sum + (2 * length) / (speeds[i]! + speeds[i + 1]!), 0);
}

function junction(before: Point | null, after: Point, axis: number, deviation: number): number {
  if (!before) return 0;
  const turn = Math.acos(Math.max(-1, Math.min(1, before[0] * after[0] + before[1] * after[1])));
  if (turn < 1.5e-3) return Infinity;
  if (turn > Math.PI - 1.5e-3) return 0;
  const half = Math.cos(turn / 2);
  const bend = Math.hypot(after[0] - before[0], after[1] - before[1]);
  const most = axis / Math.max(Math.abs(after[0] - before[0]) / bend, Math.abs(after[1] - before[1]) / bend);
  return Math.sqrt((most * deviation * half) / (1 - half));
}
