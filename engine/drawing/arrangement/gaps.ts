/** Which open ends belong together? Nearest first, then those that go straight on. */
import type { Point } from "../../contract/values/geometry.ts";
import { PointGrid } from "../basis/grid.ts";
import { type Curve, curveAt } from "../curves/curves.ts";
import type { OpenEnd } from "../model/drawing.ts";

/** An open end of a curve. */
export interface LooseEnd {
  x: number;
  y: number;
  curve: number;
  shape: Curve;
  atStart: boolean;
  length: number;
}

/** Where more ends than this crowd together, nothing can be told apart. */
const CROWD = 16;

/** Pairs of ends by number, with the width between them. */
export function matchEnds(ends: LooseEnd[], reach: number): [p: number, q: number, width: number][] {
  const grid = new PointGrid(reach, ends.length);
  for (const { x, y } of ends) grid.add(x, y);
  const crowd: number[][] = ends.map(({ x, y }) => neighbours(grid, x, y, reach));
  const pairs: { p: number; q: number; width: number; turn: number; place: number }[] = [];
  ends.forEach((end, p) => {
    if (crowd[p]!.length > CROWD) return;
    for (const q of crowd[p]!) {
      if (q <= p || crowd[q]!.length > CROWD) continue;
      const other = ends[q]!;
      const width = Math.hypot(end.x - other.x, end.y - other.y);
      // One short path must not be bent onto itself.
      if (end.curve === other.curve && end.length <= 4 * reach) continue;
      pairs.push({
        p,
        q,
        width,
        turn: turnBetween(end, other),
        place: rank(end.x + other.x, end.y + other.y),
      });
    }
  });
  pairs.sort(
    (m, n) => roughly(m.width) - roughly(n.width) || roughly(m.turn) - roughly(n.turn) || m.place - n.place,
  );
  const taken = new Uint8Array(ends.length);
  const matched: [number, number, number][] = [];
  for (const { p, q, width } of pairs) {
    if (taken[p] === 1 || taken[q] === 1) continue;
    taken[p] = 1;
    taken[q] = 1;
    matched.push([p, q, width]);
  }
  return matched;
}

/** Points within reach, the asking one included; one more than a crowd is enough. */
export function neighbours(grid: PointGrid, x: number, y: number, reach: number): number[] {
  const found: number[] = [];
  grid.near(x, y, reach, (other) => found.push(other) > CROWD);
  return found;
}

/** A place as a number, for ties: along a direction that no drawing uses, so that symmetric parts do not tie again. */
export function rank(x: number, y: number): number {
  return x * Math.cos(0.6180339887) + y * Math.sin(0.6180339887);
}

/** A measure without its last digits, so that equal ones are equal. */
export function roughly(measure: number): number {
  return Math.round(measure * 1e6);
}

/** Angle between the way out of one end and the way into the other; 0 is straight on. */
function turnBetween(p: LooseEnd, q: LooseEnd): number {
  const difference = Math.abs(leaving(p) - leaving(q));
  return Math.abs(Math.PI - difference);
}

function leaving({ shape, atStart }: LooseEnd): number {
  const [x, y] = curveAt(shape, atStart ? 0.02 : 0.98);
  return Math.atan2(y - (atStart ? shape.y0 : shape.y1), x - (atStart ? shape.x0 : shape.x1));
}

export interface OpenPath {
  layer: string;
  length: number;
  ends: [Point, Point];
  /** Ends that no ring passes. */
  free: [boolean, boolean];
}

/** A path is nearly closed when its ends are no farther apart than this share of its length. */
const NEARLY_CLOSED = 0.1;
/** Ends of two paths this close (mm) are told as a gap. */
const NEIGHBOURS = 1;
/** A gap is plain when the next end is so many times as far. */
const CLEAR = 3;
/** More open ends than this are no gaps in contours; measuring between all of them would only take time. */
const MANY_ENDS = 20_000;

/** Gaps that keep paths from closing: between a path's own ends, and between ends that are each other's nearest. */
export function findOpenEnds(paths: readonly OpenPath[], weld: number): OpenEnd[] {
  if (2 * paths.length > MANY_ENDS) return [];
  const grid = new PointGrid(NEIGHBOURS, 2 * paths.length);
  for (const { ends } of paths) for (const [x, y] of ends) grid.add(x, y);
  const isFree = (end: number) => paths[end >> 1]!.free[(end & 1) as 0 | 1];
  const place = (end: number): Point => [grid.xs[end]!, grid.ys[end]!];
  const widthOf = (p: number, q: number) => Math.hypot(grid.xs[p]! - grid.xs[q]!, grid.ys[p]! - grid.ys[q]!);
  const own = (end: number) => {
    const width = widthOf(end, end ^ 1);
    return width > weld && width <= NEARLY_CLOSED * paths[end >> 1]!.length
      ? width
      : Number.POSITIVE_INFINITY;
  };
  const nearest = Array.from({ length: grid.count }, (_, end) => {
    let best = { mate: -1, width: Number.POSITIVE_INFINITY, next: Number.POSITIVE_INFINITY };
    if (!isFree(end)) return best;
    const offer = (mate: number, width: number) => {
      const closer = roughly(width) - roughly(best.width) || rank(...place(mate)) - rank(...place(best.mate));
      if (best.mate < 0 || closer < 0) best = { mate, width, next: best.width };
      else best.next = Math.min(best.next, width);
    };
    for (const mate of neighbours(grid, ...place(end), NEIGHBOURS)) {
      const width = widthOf(end, mate);
      if (mate !== end && mate !== (end ^ 1) && width > weld && isFree(mate)) offer(mate, width);
    }
    if (Number.isFinite(own(end)) && isFree(end ^ 1)) offer(end ^ 1, own(end));
    return best;
  });
  const gaps: OpenEnd[] = [];
  const isMutual = (end: number) => nearest[end]!.mate >= 0 && nearest[nearest[end]!.mate]!.mate === end;
  // In a row of dashes each goes on from the one before: a perforation, a hinge, and no contour with gaps.
  const isDash = (end: number) =>
    isMutual(end) &&
    isMutual(end ^ 1) &&
    goOn(paths, end, nearest[end]!.mate) &&
    goOn(paths, end ^ 1, nearest[end ^ 1]!.mate);
  nearest.forEach(({ mate, width, next }, end) => {
    if (mate <= end || !isMutual(end) || isDash(end) || isDash(mate)) return;
    const [path, other] = [paths[end >> 1]!, paths[mate >> 1]!];
    const clear = Math.min(next, nearest[mate]!.next) >= CLEAR * width;
    const plain = clear && path.layer === other.layer;
    gaps.push({ at: place(end), to: place(mate), width, plain, layer: path.layer });
  });
  return gaps;
}

/** Sine of the angle up to which lines are in line. */
const IN_LINE = 0.02;

/** Whether two straight paths lie on one line, the second where the first goes on. */
function goOn(paths: readonly OpenPath[], end: number, mate: number): boolean {
  const directions = [end, mate].map((number): Point | null => {
    const { ends, length } = paths[number >> 1]!;
    const [from, to] = [ends[(1 - (number & 1)) as 0 | 1], ends[(number & 1) as 0 | 1]];
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const chord = Math.hypot(dx, dy);
    return chord > 0 && length <= chord * (1 + 1e-6) ? [dx / chord, dy / chord] : null;
  });
  const [p, q] = directions;
  if (!p || !q || end >> 1 === mate >> 1) return false;
  return p[0] * q[0] + p[1] * q[1] < 0 && Math.abs(p[0] * q[1] - p[1] * q[0]) < IN_LINE;
}
