/** Reads a G-code program with an interpreter that is not ours, and rings with nothing but school geometry. */
import Toolpath from "gcode-toolpath";
import type { Point, Ring } from "../../engine/base/contract/values/geometry.ts";

export interface Move {
  /** G0, G1, G2 or G3. */
  motion: string;
  /** M3, M4 or M5. */
  tool: string;
  from: [x: number, y: number, z: number];
  to: [x: number, y: number, z: number];
  /** Centre of an arc. */
  center?: Point;
}

type Vector = { x: number; y: number; z: number };
type Modal = { motion: string; spindle: string };

/** All moves of a program in order, from the origin. */
export function interpret(program: string): Move[] {
  const moves: Move[] = [];
  const add = ({ motion, spindle }: Modal, from: Vector, to: Vector, center?: Vector) =>
    moves.push({
      motion,
      tool: spindle,
      from: [from.x, from.y, from.z],
      to: [to.x, to.y, to.z],
      ...(center && { center: [center.x, center.y] }),
    });
  const reader = new Toolpath({ addLine: add, addArcCurve: add });
  reader.loadFromStringSync(program);
  return moves;
}

/** Where a move leads, its start left out: its end, or points at most half a degree apart round its centre. */
export function along({ motion, from, to, center }: Move): Point[] {
  if (!center) return [[to[0], to[1]]];
  const [cx, cy] = center;
  const start = Math.atan2(from[1] - cy, from[0] - cx);
  const turn = Math.atan2(to[1] - cy, to[0] - cx) - start;
  const full = 2 * Math.PI;
  const sweep = motion === "G3" ? ((turn % full) + full) % full : -(((-turn % full) + full) % full);
  const radius = Math.hypot(from[0] - cx, from[1] - cy);
  const count = Math.max(1, Math.ceil(Math.abs(sweep) / (Math.PI / 360)));
  return Array.from({ length: count }, (_, i): Point => {
    const angle = start + (sweep * (i + 1)) / count;
    return i + 1 === count ? [to[0], to[1]] : [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)];
  });
}

/** Cuts of a program: runs of feed moves in the plane with the tool on, as points. */
export function cuts(program: string): Ring[] {
  const paths: Ring[] = [];
  let open = false;
  for (const move of interpret(program)) {
    const { motion, from, to } = move;
    const planar = motion !== "G0" && (from[0] !== to[0] || from[1] !== to[1]);
    if (planar && !open) paths.push([[from[0], from[1]]]);
    if (planar) paths.at(-1)!.push(...along(move));
    open = planar;
  }
  return paths;
}

/** The closed paths that a program cuts, each without its repeated last point. */
export function cutRings(program: string): Ring[] {
  return cuts(program).map((path) => {
    const [[fx, fy], [lx, ly]] = [path[0]!, path.at(-1)!];
    if (Math.hypot(fx - lx, fy - ly) > 1e-9) throw new Error(`a cut ends at ${lx},${ly}, not at ${fx},${fy}`);
    return path.slice(0, -1);
  });
}

/** Distance of a point from a closed ring. */
export function distanceToRing([x, y]: Point, ring: Ring): number {
  let least = Number.POSITIVE_INFINITY;
  for (const [i, [ax, ay]] of ring.entries()) {
    const [bx, by] = ring[(i + 1) % ring.length]!;
    const [dx, dy] = [bx - ax, by - ay];
    const along = dx === 0 && dy === 0 ? 0 : ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy);
    const t = Math.min(1, Math.max(0, along));
    least = Math.min(least, Math.hypot(x - ax - t * dx, y - ay - t * dy));
  }
  return least;
}

/** Points along a closed ring, its corners among them, at most `step` apart. */
export function walk(ring: Ring, step: number): Point[] {
  return ring.flatMap(([ax, ay], i) => {
    const [bx, by] = ring[(i + 1) % ring.length]!;
    const count = Math.max(1, Math.ceil(Math.hypot(bx - ax, by - ay) / step));
    return Array.from({ length: count }, (_, k): Point => {
      return [ax + ((bx - ax) * k) / count, ay + ((by - ay) * k) / count];
    });
  });
}

/** Winding number of a ring about a point: 0 outside, ±1 inside a simple ring. */
export function winding([x, y]: Point, ring: Ring): number {
  let turns = 0;
  for (const [i, [ax, ay]] of ring.entries()) {
    const [bx, by] = ring[(i + 1) % ring.length]!;
    turns += Math.atan2((ax - x) * (by - y) - (bx - x) * (ay - y), (ax - x) * (bx - x) + (ay - y) * (by - y));
  }
  return Math.round(turns / (2 * Math.PI));
}

/** Area by triangles, positive when counter-clockwise. */
export function areaOf(ring: Ring): number {
  return ring.reduce((sum, [ax, ay], i) => {
    const [bx, by] = ring[(i + 1) % ring.length]!;
    return sum + (ax * by - bx * ay) / 2;
  }, 0);
}

export function lengthOf(ring: Ring): number {
  return ring.reduce((sum, [ax, ay], i) => {
    const [bx, by] = ring[(i + 1) % ring.length]!;
    return sum + Math.hypot(bx - ax, by - ay);
  }, 0);
}

/** A circle about the origin as one curve. */
export function wholeCircle(radius: number) {
  const ends = { x0: radius, y0: 0, x1: radius, y1: 0 };
  return { kind: "arc", ...ends, cx: 0, cy: 0, radius, start: 0, sweep: 2 * Math.PI } as const;
}
