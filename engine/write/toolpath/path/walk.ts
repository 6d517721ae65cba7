/** A path of lines and arcs by its length: how long is it, where is a point of it, which way does it run there? */
import type { Bounds, Point } from "../../../base/contract/values/geometry.ts";
import { atan2 } from "../../../base/geometry/trig/angles.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";
import { sincos } from "../../../base/geometry/trig/sines.ts";
import { circleOfArc, type Vertex } from "./arcs.ts";

/** A straight move, or one round a centre. */
export interface Move {
  to: Point;
  center: Point | null;
  /** Sense of an arc. */
  ccw: boolean;
  /** A whole turn, which ends where it begins. */
  full?: boolean;
  /** Along a line that two parts share. */
  common?: boolean;
}

export function straight(to: Point): Move {
  return { to, center: null, ccw: false };
}

/** Length of a move that begins at `from`. */
export function moveLength(from: Point, move: Move): number {
  const { to, center } = move;
  if (!center) return hypot(to[0] - from[0], to[1] - from[1]);
  return hypot(to[0] - center[0], to[1] - center[1]) * Math.abs(arcSweep(from, move));
}

/** The point at a share (0 to 1) of a move that begins at `from`. */
export function pointOn(from: Point, move: Move, share: number): Point {
  const { to, center } = move;
  if (!center) return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
  const [dx, dy] = [from[0] - center[0], from[1] - center[1]];
  const angle = arcSweep(from, move) * share;
  const { cos, sin } = sincos(angle);
  return [center[0] + dx * cos - dy * sin, center[1] + dx * sin + dy * cos];
}

/** Angle of an arc that begins at `from`, positive counter-clockwise, up to a full turn; 0 for a line. */
export function arcSweep(from: Point, { to, center, ccw, full }: Move): number {
  if (!center) return 0;
  const whole = 2 * Math.PI;
  if (full) return ccw ? whole : -whole;
  const [cx, cy] = center;
  const turn = atan2(to[1] - cy, to[0] - cx) - atan2(from[1] - cy, from[0] - cx);
  return ccw ? ((turn % whole) + whole) % whole : -(((-turn % whole) + whole) % whole);
}

/** Direction in radians in which a move that begins at `from` runs at a share of its way. */
function headingOn(from: Point, move: Move, share: number): number {
  const { to, center, ccw } = move;
  if (!center) return atan2(to[1] - from[1], to[0] - from[0]);
  const [x, y] = pointOn(from, move, share);
  return atan2(y - center[1], x - center[0]) + (ccw ? Math.PI / 2 : -Math.PI / 2);
}

/** A place on a path, with the directions of arrival and of going on, in radians. */
export interface PathPoint {
  at: Point;
  arrives: number;
  leaves: number;
}

/** Moves end to end in a frame that copies share, and the length up to the end of each. */
interface SharedMoves {
  start: Point;
  moves: Move[];
  ends: number[];
  closed: boolean;
  box: Bounds;
}

export class PathWalk {
  private readonly course: SharedMoves;
  readonly closed: boolean;
  readonly length: number;
  private placed: Move[] | null = null;

  /** Along a path, or along a course that lies at (x, y). */
  constructor(
    path: Vertex[] | SharedMoves,
    closed = true,
    private readonly x = 0,
    private readonly y = 0,
  ) {
    this.course = Array.isArray(path) ? courseAlong(path, closed) : path;
    this.closed = this.course.closed;
    this.length = this.course.ends.at(-1) ?? 0;
  }

  /** The same way elsewhere. */
  movedTo(x: number, y: number): PathWalk {
    return new PathWalk(this.course, this.closed, x, y);
  }

  /** The same closed way, begun at a share of its first line, or of its last one where that is the way back. */
  begunAside(share: number, isLast: boolean): PathWalk {
    const { start, moves } = this.course;
    const line: Move[] = isLast ? [straight(start)] : [moves[0]!];
    const from = isLast ? moves.at(-2)!.to : start;
    const begin = pointOn(from, line[0]!, isLast ? 1 - share : share);
    const turned = isLast
      ? [straight(start), ...moves.slice(0, -1), straight(begin)]
      : [...line, ...moves.slice(1), straight(begin)];
    return new PathWalk(measured(begin, turned, true), true, this.x, this.y);
  }

  /** The same way, with the moves marked that run along lines of two parts. */
  marked(shared: readonly boolean[]): PathWalk {
    const { moves } = this.course;
    const marked = moves.map((move, i) => (shared[i] ? { ...move, common: true } : move));
    return new PathWalk({ ...this.course, moves: marked }, this.closed, this.x, this.y);
  }

  get start(): Point {
    const [x, y] = this.course.start;
    return [x + this.x, y + this.y];
  }

  /** The same object for all copies of a way. */
  get kind(): object {
    return this.course;
  }

  /** A box around it; an arc stays within half its length of both ends. */
  get bounds(): Bounds {
    const { x, y } = this;
    const { min_x, min_y, max_x, max_y } = this.course.box;
    return { min_x: min_x + x, min_y: min_y + y, max_x: max_x + x, max_y: max_y + y };
  }

  /** Length up to the end of each move. */
  get ends(): readonly number[] {
    return this.course.ends;
  }

  get moves(): readonly Move[] {
    this.placed ??= placedMoves(this.course.moves, this.x, this.y);
    return this.placed;
  }

  from(i: number): Point {
    return i === 0 ? this.start : this.moves[i - 1]!.to;
  }

  /** Lengths of the single moves. */
  lengths(): number[] {
    const { ends } = this;
    return ends.map((end, i) => end - (i === 0 ? 0 : ends[i - 1]!));
  }

  at(length: number): PathPoint {
    const { start, moves, ends, closed } = this.course;
    const along = closed
      ? ((length % this.length) + this.length) % this.length
      : Math.min(length, this.length);
    const i = Math.min(firstBeyond(ends, along + 1e-9), moves.length - 1);
    const begin = i === 0 ? 0 : ends[i - 1]!;
    const share = Math.min(1, Math.max(0, (along - begin) / (ends[i]! - begin || 1)));
    const from = (k: number) => (k === 0 ? start : moves[k - 1]!.to);
    const leaves = headingOn(from(i), moves[i]!, share);
    const isVertex = along - begin < 1e-9 && (closed || i > 0);
    const before = (i + moves.length - 1) % moves.length;
    const arrives = isVertex ? headingOn(from(before), moves[before]!, 1) : leaves;
    const [x, y] = pointOn(from(i), moves[i]!, share);
    return { at: [x + this.x, y + this.y], arrives, leaves };
  }

  /** The moves in the frame that copies share, those of a closed way from a length along it on; and where that lies. */
  roundFrom(length: number): { start: Point; moves: Move[]; x: number; y: number } {
    const { x, y } = this;
    const { start, moves } = this.course;
    if (length === 0 || !this.closed) return { start, moves, x, y };
    const [before, after] = divide(start, moves, [length]) as [Move[], Move[]];
    return { start: before.at(-1)?.to ?? start, moves: [...after, ...before], x, y };
  }
}

function courseAlong(path: Vertex[], closed: boolean): SharedMoves {
  const [x, y] = path[0]!;
  return measured([x, y], movesAlong(path, closed), closed);
}

function measured(start: Point, moves: Move[], closed: boolean): SharedMoves {
  const ends: number[] = [];
  const box = { min_x: start[0], min_y: start[1], max_x: start[0], max_y: start[1] };
  let sum = 0;
  let from = start;
  for (const move of moves) {
    const length = moveLength(from, move);
    const around = move.center ? length / 2 : 0;
    const [x, y] = move.to;
    box.min_x = Math.min(box.min_x, x - around);
    box.min_y = Math.min(box.min_y, y - around);
    box.max_x = Math.max(box.max_x, x + around);
    box.max_y = Math.max(box.max_y, y + around);
    sum += length;
    ends.push(sum);
    from = move.to;
  }
  return { start, moves, ends, closed, box };
}

/** Where the first of ascending numbers that is greater than a limit stands; their count where none is. */
function firstBeyond(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The same moves elsewhere. */
export function placedMoves(moves: readonly Move[], x: number, y: number): Move[] {
  return moves.map((move) => {
    const { to, center } = move;
    return {
      ...move,
      to: [to[0] + x, to[1] + y],
      center: center ? [center[0] + x, center[1] + y] : null,
    };
  });
}

/** The moves along a path from its first vertex, of a closed one back to it. */
function movesAlong(path: Vertex[], closed: boolean): Move[] {
  const count = closed ? path.length : path.length - 1;
  return path.slice(0, count).map(([x, y, bulge], i) => {
    const [tx, ty] = path[(i + 1) % path.length]!;
    if (bulge === 0) return straight([tx, ty]);
    const { cx, cy } = circleOfArc([x, y, bulge], [tx, ty]);
    return { to: [tx, ty], center: [cx, cy], ccw: bulge > 0 };
  });
}

/** The moves in as many lists as there are marks and one more, split at these lengths from the start, in order. */
export function divide(start: Point, moves: Move[], marks: number[]): Move[][] {
  if (marks.length === 0) return [moves.slice()];
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
