/**
 * How is one contour drawn with the tool: where does it start, where does it go, over which stretches does it not cut?
 *
 * A stroke is a start and pieces of moves. Pieces alternate between cuts and tabs, the short bridges that hold a part in
 * its sheet; a lead-in comes first, the overcut past the closing point and a lead-out last.
 */
import type { Point } from "../../contract/values/geometry.ts";
import type { Vertex } from "./arcs.ts";

/** A straight move, or one round a centre. */
export interface Move {
  to: Point;
  center: Point | null;
  /** Sense of an arc. */
  ccw: boolean;
}

export interface Piece {
  tab: boolean;
  moves: Move[];
}

export interface Stroke {
  start: Point;
  pieces: Piece[];
}

export interface StrokeShape {
  /** How far the cut runs on past its closing point, in mm. */
  overcut: number;
  /** How many bridges are left, and how wide. */
  tabs: number;
  tabWidth: number;
  leadIn: Point | null;
  leadOut: Point | null;
}

/** The stroke round a closed path of lines and arcs. Tabs that would take half of it or more are left out. */
export function strokeRound(
  path: Vertex[],
  { overcut, tabs, tabWidth, leadIn, leadOut }: StrokeShape,
): Stroke {
  const [x, y] = path[0]!;
  const home: Point = [x, y];
  const moves = movesAlong(path);
  const lengths = moveLengths(home, moves);
  const ends = tabCenters(lengths, tabs, tabWidth).flatMap((at) => [at - tabWidth / 2, at + tabWidth / 2]);
  const pieces = divide(home, moves, ends).map((part, i): Piece => ({ tab: i % 2 === 1, moves: part }));
  const last = pieces.at(-1)!.moves;
  if (overcut > 0) last.push(...divide(home, moves, [Math.min(overcut, ends[0] ?? overcut)])[0]!);
  if (leadIn) pieces[0]!.moves.unshift(straight(home));
  if (leadOut) last.push(straight(leadOut));
  return { start: leadIn ?? home, pieces };
}

/**
 * Where along a path the tabs sit: evenly, but on the nearest move that holds one with its own width on either side, so
 * that corners stay free, unless that lies further than half the way to the next tab's place.
 */
function tabCenters(lengths: number[], tabs: number, width: number): number[] {
  const length = lengths.reduce((sum, part) => sum + part, 0);
  const count = Math.min(tabs, Math.floor(length / width / 2));
  return Array.from({ length: count }, (_, k) => {
    const wanted = ((k + 0.5) * length) / count;
    let best = Number.POSITIVE_INFINITY;
    let from = 0;
    for (const part of lengths) {
      const middle = Math.min(Math.max(wanted, from + 1.5 * width), from + part - 1.5 * width);
      if (part >= 3 * width && Math.abs(middle - wanted) < Math.abs(best - wanted)) best = middle;
      from += part;
    }
    return Math.abs(best - wanted) <= length / count / 4 ? best : wanted;
  });
}

/** Length of a move that begins at `from`. */
export function moveLength(from: Point, { to, center, ccw }: Move): number {
  if (!center) return Math.hypot(to[0] - from[0], to[1] - from[1]);
  return Math.hypot(to[0] - center[0], to[1] - center[1]) * Math.abs(sweepOf(from, to, center, ccw));
}

export function straight(to: Point): Move {
  return { to, center: null, ccw: false };
}

/** The moves along a closed path from its first vertex and back to it. */
function movesAlong(path: Vertex[]): Move[] {
  return path.map(([x, y, bulge], i) => {
    const [tx, ty] = path[(i + 1) % path.length]!;
    if (bulge === 0) return straight([tx, ty]);
    const rise = (1 - bulge * bulge) / (4 * bulge);
    const center: Point = [(x + tx) / 2 - (ty - y) * rise, (y + ty) / 2 + (tx - x) * rise];
    return { to: [tx, ty], center, ccw: bulge > 0 };
  });
}

function moveLengths(start: Point, moves: Move[]): number[] {
  return moves.map((move, i) => moveLength(i === 0 ? start : moves[i - 1]!.to, move));
}

/** The moves in as many lists as there are marks and one more, split at these lengths from the start, in order. */
function divide(start: Point, moves: Move[], marks: number[]): Move[][] {
  const parts: Move[][] = [[]];
  let from = start;
  let passed = 0;
  let mark = 0;
  for (const whole of moves) {
    let move = whole;
    let length = moveLength(from, move);
    while (mark < marks.length && marks[mark]! < passed + length) {
      const share = (marks[mark]! - passed) / length;
      const split = pointOn(from, move, share);
      if (share > 0) parts.at(-1)!.push({ ...move, to: split });
      parts.push([]);
      passed = marks[mark++]!;
      length *= 1 - share;
      from = split;
      move = whole;
    }
    parts.at(-1)!.push(move);
    passed += length;
    from = whole.to;
  }
  while (parts.length <= marks.length) parts.push([]);
  return parts;
}

/** The point at a share (0 to 1) of a move that begins at `from`. */
function pointOn(from: Point, { to, center, ccw }: Move, share: number): Point {
  if (!center) return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
  const [dx, dy] = [from[0] - center[0], from[1] - center[1]];
  const angle = sweepOf(from, to, center, ccw) * share;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [center[0] + dx * cos - dy * sin, center[1] + dx * sin + dy * cos];
}

/** Angle of an arc, positive counter-clockwise, between 0 and a full turn. */
function sweepOf(from: Point, to: Point, [cx, cy]: Point, ccw: boolean): number {
  const turn = Math.atan2(to[1] - cy, to[0] - cx) - Math.atan2(from[1] - cy, from[0] - cx);
  const full = 2 * Math.PI;
  return ccw ? ((turn % full) + full) % full : -(((-turn % full) + full) % full);
}
