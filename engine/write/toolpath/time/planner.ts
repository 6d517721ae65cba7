/**
 * How long does a machine take for its moves? As its own planner goes through them: every move speeds up and slows
 * down, corners are taken as fast as the junction deviation lets them (GRBL, grblHAL, FluidNC, Marlin) or as the blend of
 * G64 does (LinuxCNC), and the machine rests for everything that is switched.
 *
 * GRBL: planner.c and motion_control.c, arcs as the chords that the controller makes of them. LinuxCNC: blendmath.h.
 */
import type { MachineMotion as Limits } from "../../../base/contract/machine/machine.ts";
import type { Point } from "../../../base/contract/values/geometry.ts";
import { atan2 } from "../../../base/geometry/trig/angles.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";
import { sincos } from "../../../base/geometry/trig/sines.ts";
import { arcSweep } from "../path/walk.ts";
import type { Motion } from "./motion.ts";

type MotionVector = [x: number, y: number, z: number];

/** Everything in mm and s. */
interface Kinetics {
  max_rate: MotionVector;
  acceleration: MotionVector;
  junction_deviation: number;
  arc_tolerance: number;
  path_tolerance: number;
  isBlending: boolean;
}

/** One straight block of the planner; `last` is the number of the motion that it ends, or -1. */
interface PlannerBlock {
  unit: MotionVector;
  length: number;
  speed: number;
  acceleration: number;
  /** Most of the square of the speed with which it may begin. */
  entry: number;
  motion: number;
  wait: number;
  /** True for an arc that LinuxCNC allows and whose ends' tangents need no blend. */
  smooth: boolean;
}

/** Where a profile says nothing: a sheet-metal or hobby frame of today. */
export const ASSUMED = {
  acceleration: 500,
  zAcceleration: 100,
  junction_deviation: 0.01,
  arc_tolerance: 0.002,
  path_tolerance: 0.01,
};
const STANDING = 0;
/** Share of the acceleration that LinuxCNC gives to turning. */
const NORMAL = Math.sqrt(1 - 0.25);

/** Seconds at the end of each motion. `travel_rate` is that of rapid moves where the limits name none, in mm/min. */
export function timeMotions(
  motions: readonly Motion[],
  limits: Limits | undefined,
  travelRate: number,
  home: Point,
): number[] {
  const kinetics = kineticsOf(limits, travelRate);
  const ends = new Array<number>(motions.length).fill(0);
  let time = 0;
  let run: PlannerBlock[] = [];
  const finish = () => {
    for (const { motion, seconds } of timeRun(run)) {
      time += seconds;
      ends[motion] = time;
    }
    run = [];
  };
  let at: MotionVector = [home[0], home[1], 0];
  for (const [i, motion] of motions.entries()) {
    const blocks = blocksOf(motion, i, at, kinetics);
    for (const block of blocks) {
      block.entry = entryOf(run.at(-1), block, kinetics);
      run.push(block);
    }
    at = [motion.to[0], motion.to[1], motion.z];
    if (blocks.length === 0) ends[i] = Number.NaN;
    if (motion.stops || motion.wait > 0) {
      finish();
      time += motion.wait;
      ends[i] = time;
    }
  }
  finish();
  for (let i = 0; i < ends.length; i++) if (Number.isNaN(ends[i])) ends[i] = ends[i - 1] ?? 0;
  return ends;
}

function kineticsOf(limits: Limits = {}, travelRate: number): Kinetics {
  const { max_rate: maxRate, acceleration } = limits;
  const rate = travelRate / 60;
  const a = ASSUMED;
  return {
    max_rate: maxRate ? [maxRate.x / 60, maxRate.y / 60, (maxRate.z ?? maxRate.x) / 60] : [rate, rate, rate],
    acceleration: acceleration
      ? [acceleration.x, acceleration.y, acceleration.z ?? a.zAcceleration]
      : [a.acceleration, a.acceleration, a.zAcceleration],
    junction_deviation: limits.junction_deviation ?? a.junction_deviation,
    arc_tolerance: limits.arc_tolerance ?? a.arc_tolerance,
    path_tolerance: limits.path_tolerance ?? a.path_tolerance,
    isBlending: limits.planner === "linuxcnc",
  };
}

/** A line as one block, an arc as the chords that the controller makes of it. */
function blocksOf(
  { to, z, center, ccw, rate }: Motion,
  motion: number,
  from: MotionVector,
  kinetics: Kinetics,
): PlannerBlock[] {
  const line = (a: MotionVector, b: MotionVector, most = Infinity, smooth = false): PlannerBlock[] => {
    const d: MotionVector = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    const length = hypot(...d);
    if (length < 1e-9) return [];
    const unit: MotionVector = [d[0] / length, d[1] / length, d[2] / length];
    const fastest = leastBy(kinetics.max_rate, unit);
    const speed = Math.min(rate === null ? fastest : Math.min(rate / 60, fastest), most);
    const acceleration = leastBy(kinetics.acceleration, unit);
    return [{ unit, length, speed, acceleration, entry: STANDING, motion, wait: 0, smooth }];
  };
  const end: MotionVector = [to[0], to[1], z];
  if (!center) return line(from, end);
  const radius = hypot(from[0] - center[0], from[1] - center[1]);
  const start = atan2(from[1] - center[1], from[0] - center[0]);
  const whole = from[0] === to[0] && from[1] === to[1];
  const sweep = arcSweep([from[0], from[1]], { to, center, ccw, full: whole });
  const t = kinetics.arc_tolerance;
  const chords = Math.floor(Math.abs(sweep * radius) / (2 * Math.sqrt(t * (2 * radius - t)))) || 1;
  const count = Number.isFinite(chords) ? Math.max(1, chords) : 1;
  const most = kinetics.isBlending
    ? Math.sqrt(NORMAL * leastBy(kinetics.acceleration, [0.7, 0.7, 0]) * 0.7 * radius)
    : Infinity;
  const blocks: PlannerBlock[] = [];
  let at = from;
  for (let k = 1; k <= count; k++) {
    const { cos, sin } = sincos(start + (sweep * k) / count);
    const next: MotionVector =
      k === count
        ? end
        : [center[0] + radius * cos, center[1] + radius * sin, from[2] + ((z - from[2]) * k) / count];
    blocks.push(...line(at, next, most, kinetics.isBlending && k > 1));
    at = next;
  }
  return blocks;
}

/** Greatest value along a direction of which no axis gets more than its own. */
function leastBy(most: MotionVector, unit: MotionVector): number {
  let least = Number.POSITIVE_INFINITY;
  for (const axis of [0, 1, 2] as const)
    if (unit[axis] !== 0) least = Math.min(least, most[axis] / Math.abs(unit[axis]));
  return least;
}

/** The square of the greatest speed from one block to the next. */
function entryOf(before: PlannerBlock | undefined, block: PlannerBlock, kinetics: Kinetics): number {
  if (!before) return STANDING;
  const most = Math.min(before.speed, block.speed) ** 2;
  if (block.smooth) return most;
  const cos = -(
    before.unit[0] * block.unit[0] +
    before.unit[1] * block.unit[1] +
    before.unit[2] * block.unit[2]
  );
  if (cos > 0.999999) return STANDING;
  if (cos < -0.999999) return most;
  const bend: MotionVector = [
    block.unit[0] - before.unit[0],
    block.unit[1] - before.unit[1],
    block.unit[2] - before.unit[2],
  ];
  const size = hypot(...bend);
  const a = leastBy(kinetics.acceleration, [bend[0] / size, bend[1] / size, bend[2] / size]);
  const half = Math.sqrt((1 - cos) / 2);
  const blend = (deviation: number) => (a * deviation * half) / (1 - half);
  if (!kinetics.isBlending) return Math.min(most, blend(kinetics.junction_deviation));
  // The cosine of half of the bend, whose tangent is asked for.
  const flat = Math.min(1, cos + 1) / 2;
  const radius = Math.min(
    (kinetics.path_tolerance * half) / (1 - half),
    (Math.min(before.length, block.length) / 2) * (Math.sqrt(1 - flat * flat) / flat),
  );
  return Math.min(most, NORMAL * a * Math.max(radius, 0));
}

/** Seconds of each block between two rests: backwards so that it can always stop, forwards so that it gets there. */
function timeRun(blocks: PlannerBlock[]): { motion: number; seconds: number }[] {
  const count = blocks.length;
  const entry = new Float64Array(count + 1);
  for (let i = count - 1; i >= 0; i--) {
    const { acceleration, length, entry: most } = blocks[i]!;
    entry[i] = Math.min(most, entry[i + 1]! + 2 * acceleration * length);
  }
  return blocks.map(({ acceleration: a, length, speed, motion }, i) => {
    const v0 = Math.sqrt(entry[i]!);
    entry[i + 1] = Math.min(entry[i + 1]!, entry[i]! + 2 * a * length);
    const v1 = Math.sqrt(entry[i + 1]!);
    return { motion, seconds: blockTime(v0, v1, speed, a, length) };
  });
}

/** A trapezoid, or a triangle where the length is too short for the speed. */
function blockTime(v0: number, v1: number, speed: number, a: number, length: number): number {
  const ramps = (2 * speed * speed - v0 * v0 - v1 * v1) / (2 * a);
  if (ramps <= length) return (2 * speed - v0 - v1) / a + (length - ramps) / speed;
  const peak = Math.sqrt(a * length + (v0 * v0 + v1 * v1) / 2);
  return Math.max(0, (2 * peak - v0 - v1) / a);
}
