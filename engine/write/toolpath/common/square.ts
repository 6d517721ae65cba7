/**
 * Contours run round the corners of parts. Where parts meet, that leaves a cushion of scrap amid four little arcs, and a
 * shared line ends before it reaches the next one. There the corner is squared: both lines go on to where they cross,
 * through scrap alone, and the cushion is gone in the kerf.
 */
import type { Point, Ring } from "../../../base/contract/values/geometry.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";
import type { Vertex } from "../path/arcs.ts";
import type { Obstacles } from "../path/obstacles.ts";

/** How exactly points of a join lie on its circle, in mm. */
const ON = 4e-3;
/** Sharper corners than 60 degrees stay round: their tip would reach too far. */
const SHARPEST = -0.5;
/** How much nearer than half a kerf the tool may come to a part, in mm: what the offset itself may be off. */
const OFF = 6e-3;

interface SquareCorner {
  at: Point;
  tip: Point;
}

/** The path with the corners squared at which another part is near. `ring` is the part's exterior as it lies. */
export function squareCorners(
  path: Vertex[],
  ring: Ring,
  placement: number,
  { obstacles, radius }: { obstacles: Obstacles; radius: number },
): Vertex[] {
  if (radius <= ON) return path;
  let squared = path;
  for (const corner of cornersOf(ring, radius)) {
    const others = obstacles.near([...corner.at, ...corner.at], 3.2 * radius).filter((i) => i !== placement);
    if (obstacles.firstNear(others, corner.at, 3.2 * radius) < 0) continue;
    squared = squareOne(squared, corner, radius, obstacles);
  }
  return squared;
}

/** Convex corners, and where the lines beside their edges cross. */
function cornersOf(ring: Ring, radius: number): SquareCorner[] {
  return ring.flatMap((at, i): SquareCorner[] => {
    const [px, py] = ring.at(i - 1)!;
    const [nx, ny] = ring[(i + 1) % ring.length]!;
    const [before, after] = [normal(px, py, at[0], at[1]), normal(at[0], at[1], nx, ny)];
    const cos = before[0] * after[0] + before[1] * after[1];
    const turn = before[0] * after[1] - before[1] * after[0];
    if (turn < 0.1 || cos < SHARPEST) return [];
    const reach = radius / (1 + cos);
    return [{ at, tip: [at[0] + reach * (before[0] + after[0]), at[1] + reach * (before[1] + after[1])] }];
  });
}

function normal(ax: number, ay: number, bx: number, by: number): Point {
  const length = hypot(bx - ax, by - ay);
  return [(by - ay) / length, (ax - bx) / length];
}

/** Puts the tip in the place of the join, if the way over it touches no part. */
function squareOne(
  path: Vertex[],
  { at, tip }: SquareCorner,
  radius: number,
  obstacles: Obstacles,
): Vertex[] {
  const isOn = ([x, y]: Vertex) => Math.abs(hypot(x - at[0], y - at[1]) - radius) < ON;
  const count = path.length;
  const first = path.findIndex((vertex, i) => isOn(vertex) && !isOn(path.at(i - 1)!));
  if (first < 0) return path;
  const turned = [...path.slice(first), ...path.slice(0, first)];
  const length = turned.findIndex((vertex) => !isOn(vertex));
  if (length < 2 || count - length < 2) return path;
  const [from, to] = [turned[0]!, turned[length - 1]!];
  // Only between straight edges do lines go on to a tip.
  if (to[2] !== 0 || turned.at(-1)![2] !== 0) return path;
  const reach = radius - OFF;
  const clear = (a: Point, b: Point) => obstacles.clears(a, b, reach);
  if (!clear([from[0], from[1]], tip) || !clear(tip, [to[0], to[1]])) return path;
  return [[...tip, 0], ...turned.slice(length)];
}
