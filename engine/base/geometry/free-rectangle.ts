/**
 * The largest rectangle along the axes that is free on a sheet. Lines along the edges of what lies there, and lines at
 * equal steps, divide the sheet into fields; those that anything reaches into are taken, and of the others the largest
 * rectangle is found row by row (as under a histogram). Then its sides move out until they touch. So it is the largest
 * where edges run along the axes, unless there are very many, and nearly so elsewhere.
 */
import { amount, checkArguments, listed, takenAs } from "../contract/options.ts";
import type { Bounds, Point, Ring } from "../contract/values/geometry.ts";
import { awayFromBox, boxArea } from "./box.ts";
import { pointBounds } from "./ring.ts";
import { pointSegmentDistance } from "./segment.ts";

/** An upright rectangle: its lower left corner and its size. */
export interface Rectangle {
  /** Lower left corner, along x. */
  x: number;
  /** Lower left corner, along y. */
  y: number;
  /** Extent along x. */
  width: number;
  /** Extent along y. */
  height: number;
}

/** Rings between which there is material (even-odd), and how far the rectangle stays away from them. */
export interface Blocker {
  /** Closed, in any direction. */
  rings: Ring[];
  /** In the unit of the rings. */
  gap: number;
}

type BlockedEdge = readonly [from: Point, to: Point, gap: number];

/** Fields along the longer side of the sheet, before lines along edges are added. */
const STEPS = 256;
/** With more lines along edges than this on one axis, none of them is used. */
const MOST_LINES = 256;
/** Rectangles of fields whose sides are moved outwards. */
const MOST_GROWN = 4;
/** Least area of such a rectangle as a share of the largest one. */
const NEARLY = 0.9;
/** Bisection steps when a side is moved outwards. */
const HALVINGS = 50;
/** Lengths up to this count as zero, mm. */
const NOTHING = 1e-6;

/** Finds the free rectangle with the largest area; undefined where there is none. */
export function largestRectangle(
  width: number,
  height: number,
  blockers: readonly Blocker[],
): Rectangle | undefined {
  checkArguments({ width: amount, height: amount, blockers: listed }, { width, height, blockers });
  return takenAs("blockers", "a list of { rings, gap }", () => freeRectangle(width, height, blockers));
}

/** As `largestRectangle`, for numbers that are known to be right. */
export function freeRectangle(
  width: number,
  height: number,
  blockers: readonly Blocker[],
): Rectangle | undefined {
  const edges = blockers.flatMap(({ rings, gap }) =>
    rings.flatMap((ring) => ring.map((from, i): BlockedEdge => [from, ring[(i + 1) % ring.length]!, gap])),
  );
  const board = new FieldGrid(width, height, edges);
  for (const edge of edges) board.takeAlong(edge);
  for (const { rings } of blockers) board.takeInside(rings);
  const found = board.largest().map((box) => {
    // Each side has a taken field next to it, so two steps are more than it can move.
    const most = {
      min_x: Math.max(0, box.min_x - 2 * board.step),
      max_x: Math.min(width, box.max_x + 2 * board.step),
      min_y: Math.max(0, box.min_y - 2 * board.step),
      max_y: Math.min(height, box.max_y + 2 * board.step),
    };
    return grown(
      box,
      most,
      edges.filter((edge) => isNear(edge, most)),
    );
  });
  const [best] = found.sort((a, b) => boxArea(b) - boxArea(a));
  return best && rectangle(best.min_x, best.min_y, best.max_x - best.min_x, best.max_y - best.min_y);
}

/** Returns the strip of the sheet right of all blockers, or above them; undefined where it would have no width. */
export function stripBeyond(
  side: "right" | "top",
  width: number,
  height: number,
  blockers: readonly Blocker[],
): Rectangle | undefined {
  const ends = blockers.map(({ rings, gap }) => {
    const { max_x, max_y } = pointBounds(rings[0]!);
    return (side === "right" ? max_x : max_y) + gap;
  });
  const end = Math.max(0, ...ends);
  return side === "right" ? rectangle(end, 0, width - end, height) : rectangle(0, end, width, height - end);
}

function rectangle(x: number, y: number, width: number, height: number): Rectangle | undefined {
  return width > NOTHING && height > NOTHING ? { x, y, width, height } : undefined;
}

/** The sheet as a grid of fields, each free or taken. */
class FieldGrid {
  private readonly xs: Float64Array;
  private readonly ys: Float64Array;
  private readonly across: number;
  private readonly taken: Uint8Array;
  readonly step: number;

  constructor(width: number, height: number, edges: readonly BlockedEdge[]) {
    this.step = Math.max(width, height) / STEPS;
    this.xs = linesOf(0, width, this.step, edges);
    this.ys = linesOf(1, height, this.step, edges);
    this.across = this.xs.length - 1;
    this.taken = new Uint8Array(this.across * (this.ys.length - 1));
  }

  /** Marks the fields that come nearer to an edge than its gap as taken; a slanted edge is handled in short pieces. */
  takeAlong([[ax, ay], [bx, by], gap]: BlockedEdge): void {
    const slant = Math.min(Math.abs(bx - ax), Math.abs(by - ay));
    const pieces = Math.max(1, Math.ceil(slant / this.step));
    for (let i = 0; i < pieces; i++) {
      const [from, to] = [i / pieces, (i + 1) / pieces];
      const [px, qx] = [ax + from * (bx - ax), ax + to * (bx - ax)];
      const [py, qy] = [ay + from * (by - ay), ay + to * (by - ay)];
      const left = fieldBelow(this.xs, Math.min(px, qx) - gap + NOTHING);
      const right = fieldAbove(this.xs, Math.max(px, qx) + gap - NOTHING);
      const low = fieldBelow(this.ys, Math.min(py, qy) - gap + NOTHING);
      const high = fieldAbove(this.ys, Math.max(py, qy) + gap - NOTHING);
      for (let row = low; row <= high; row++)
        this.taken.fill(1, row * this.across + left, Math.max(left, right + 1) + row * this.across);
    }
  }

  /** Marks the fields whose middles lie inside the rings (even-odd rule) as taken. */
  takeInside(rings: readonly Ring[]): void {
    const { xs, ys, across, taken } = this;
    const crossings = new Map<number, number[]>();
    for (const ring of rings) {
      ring.forEach(([ax, ay], i) => {
        const [bx, by] = ring[(i + 1) % ring.length]!;
        const last = fieldAbove(ys, Math.max(ay, by));
        for (let row = fieldBelow(ys, Math.min(ay, by)); row <= last; row++) {
          const y = (ys[row]! + ys[row + 1]!) / 2;
          if (ay > y === by > y) continue;
          const found = crossings.get(row);
          const x = ax + ((y - ay) / (by - ay)) * (bx - ax);
          if (found) found.push(x);
          else crossings.set(row, [x]);
        }
      });
    }
    for (const [row, found] of crossings) {
      found.sort((a, b) => a - b);
      for (let c = 0; c + 1 < found.length; c += 2) {
        const last = fieldAbove(xs, found[c + 1]!);
        for (let column = fieldBelow(xs, found[c]!); column <= last; column++) {
          const middle = (xs[column]! + xs[column + 1]!) / 2;
          if (middle > found[c]! && middle < found[c + 1]!) taken[row * across + column] = 1;
        }
      }
    }
  }

  /** Finds the largest rectangles of free fields, row by row, as under a histogram. */
  largest(): Bounds[] {
    const { xs, ys, across, taken } = this;
    /** For each column the horizontal line where its free fields below the current row begin. */
    const begin = new Int32Array(across + 1);
    const open = new Int32Array(across + 1);
    const boxes: Bounds[] = [];
    let most = 0;
    for (let row = 0; row + 1 < ys.length; row++) {
      const top = ys[row + 1]!;
      begin[across] = row + 1;
      for (let x = 0; x < across; x++) if (taken[row * across + x]) begin[x] = row + 1;
      let depth = 0;
      for (let x = 0; x <= across; x++) {
        while (depth > 0 && begin[open[depth - 1]!]! <= begin[x]!) {
          const bottom = ys[begin[open[--depth]!]!]!;
          const first = depth > 0 ? open[depth - 1]! + 1 : 0;
          const area = (xs[x]! - xs[first]!) * (top - bottom);
          most = Math.max(most, area);
          if (area > NEARLY * most && this.endsAt(row, first, x))
            boxes.push({ min_x: xs[first]!, max_x: xs[x]!, min_y: bottom, max_y: top });
        }
        open[depth++] = x;
      }
    }
    boxes.sort((a, b) => boxArea(b) - boxArea(a));
    return boxes.slice(0, MOST_GROWN).filter((box) => boxArea(box) > NEARLY * most);
  }

  /** True when the row above has a taken field in these columns, so that their rectangle ends here. */
  private endsAt(row: number, from: number, to: number): boolean {
    const above = (row + 1) * this.across;
    return above === this.taken.length || this.taken.subarray(above + from, above + to).includes(1);
  }
}

/** Borders of fields along one axis: at equal steps and, unless too many, at the gap beside each edge across it. */
function linesOf(axis: 0 | 1, size: number, step: number, edges: readonly BlockedEdge[]): Float64Array {
  const lines = new Set<number>();
  for (const [from, to, gap] of edges) {
    if (Math.abs(from[axis] - to[axis]) <= NOTHING) lines.add(from[axis] - gap).add(from[axis] + gap);
  }
  const steps = Math.max(1, Math.round(size / step));
  const even = Array.from({ length: steps + 1 }, (_, i) => (size * i) / steps);
  const kept = lines.size <= MOST_LINES ? [...lines].filter((at) => at > 0 && at < size) : [];
  const all = Float64Array.from([...even, ...kept]).sort();
  return all.filter((at, i) => i === 0 || at - all[i - 1]! > NOTHING);
}

/** Index of the field that holds a coordinate, at least 0. */
function fieldBelow(lines: Float64Array, at: number): number {
  return Math.max(0, upper(lines, at) - 1);
}

function fieldAbove(lines: Float64Array, at: number): number {
  return Math.min(lines.length - 2, upper(lines, at) - 1);
}

/** Counts the lines at or below a coordinate. */
function upper(lines: Float64Array, at: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lines[middle]! <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

const SIDES = ["max_x", "max_y", "min_x", "min_y"] as const;

/** Moves each side outwards until it meets the gap of an edge, the side that gains most area first. */
function grown(start: Bounds, most: Bounds, edges: readonly BlockedEdge[]): Bounds {
  let box = start;
  const left = new Set(SIDES);
  while (left.size > 0) {
    const moves = [...left].map((side) => ({ side, box: movedOut(box, side, most[side], edges) }));
    const best = moves.reduce((a, b) => (boxArea(b.box) > boxArea(a.box) ? b : a));
    box = best.box;
    left.delete(best.side);
  }
  return box;
}

/** Moves one side of the box outwards, at most to `outermost`, until it meets the gap of an edge. */
function movedOut(
  box: Bounds,
  side: (typeof SIDES)[number],
  outermost: number,
  edges: readonly BlockedEdge[],
): Bounds {
  const at = (share: number) => ({ ...box, [side]: box[side] + share * (outermost - box[side]) });
  const whole = at(1);
  // An edge that is far enough from the side at its outermost place is far enough from it everywhere.
  let near = edges.filter((edge) => isNear(edge, whole));
  if (near.length === 0) return whole;
  let [good, bad] = [0, 1];
  for (let i = 0; i < HALVINGS; i++) {
    const share = (good + bad) / 2;
    const wider = at(share);
    const nearer = near.filter((edge) => isNear(edge, wider));
    if (nearer.length === 0) good = share;
    else [bad, near] = [share, nearer];
  }
  return Math.abs(at(good)[side] - box[side]) > NOTHING ? at(good) : box;
}

function isNear(edge: BlockedEdge, box: Bounds): boolean {
  const [[ax, ay], [bx, by], gap] = edge;
  if (Math.min(ax, bx) - gap >= box.max_x || Math.max(ax, bx) + gap <= box.min_x) return false;
  if (Math.min(ay, by) - gap >= box.max_y || Math.max(ay, by) + gap <= box.min_y) return false;
  return distance(edge, box) < gap;
}

/** Distance of an edge from a box, below 0 where the edge runs through it; edges without a gap may touch it. */
function distance([a, b]: BlockedEdge, box: Bounds): number {
  if (crosses(a, b, box)) return -1;
  const { min_x: left, max_x: right, min_y: bottom, max_y: top } = box;
  const [[ax, ay], [bx, by]] = [a, b];
  return Math.min(
    awayFromBox(box, a),
    awayFromBox(box, b),
    pointSegmentDistance(left, bottom, ax, ay, bx, by),
    pointSegmentDistance(right, bottom, ax, ay, bx, by),
    pointSegmentDistance(right, top, ax, ay, bx, by),
    pointSegmentDistance(left, top, ax, ay, bx, by),
  );
}

/** Does an edge run through the inside of a box (J. Liang and B. Barsky 1984)? */
function crosses(
  [ax, ay]: Point,
  [bx, by]: Point,
  { min_x: left, max_x: right, min_y: bottom, max_y: top }: Bounds,
): boolean {
  let [from, to] = [0, 1];
  for (let side = 0; side < 4; side++) {
    const along = side < 2 ? bx - ax : by - ay;
    const towards = side % 2 === 0 ? -along : along;
    const room = [ax - left, right - ax, ay - bottom, top - ay][side]!;
    if (towards === 0) {
      if (room <= 0) return false;
    } else if (towards < 0) from = Math.max(from, room / towards);
    else to = Math.min(to, room / towards);
  }
  return from < to;
}
