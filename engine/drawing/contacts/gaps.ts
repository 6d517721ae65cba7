/** Which open ends belong together? Those that are each other's nearest. */
import type { Point } from "../../contract/values/geometry.ts";
import { hypot } from "../../geometry/trig/hypot.ts";
import { indexOf } from "../basis/finder.ts";
import type { Findings } from "../basis/findings.ts";
import { type Nearest, nearestTo, PointGrid } from "../basis/grid.ts";
import { Groups } from "../basis/groups.ts";
import { between } from "../basis/plane.ts";
import type { Contours } from "../curves/contours.ts";
import { curveAt } from "../curves/curves.ts";
import type { CurveId } from "../curves/table.ts";
import type { OpenEnd } from "../model/drawing.ts";
import { meet, shapeOf } from "./meet.ts";

export interface OpenPath {
  /** Of its contour. */
  number: number;
  layer: string;
  length: number;
  ends: [Point, Point];
  /** Ends that no ring passes, nor another path. */
  free: [boolean, boolean];
  /** Of all lines that it hangs together with; each that meets none is its own. */
  group: number;
  /** It lies in the material of a part. */
  isSlit: boolean;
  /** It goes around all there is, as the one open path. */
  isOutline?: boolean;
}

/** Open paths of which the ends are looked at; among more there are no gaps in contours, and measuring would only take time. */
export const MOST_OPEN = 10_000;

/** Rounds in which ends are paired; the next one is for those that are left. */
const ROUNDS = 4;

/** Pairs points of a grid that are each other's nearest within a reach and fit together. Those that found one. */
export function pairNearest(
  grid: PointGrid,
  reach: number,
  isFit: (p: number, q: number) => boolean,
  pair: (p: number, q: number) => void,
): Set<number> {
  const mated = new Set<number>();
  const mates = new Int32Array(grid.count);
  // Who finds nobody now finds nobody later either.
  let left = Array.from(mates, (_, own) => own);
  for (let round = 0; round < ROUNDS; round++) {
    for (const own of left)
      mates[own] = nearestTo(grid, own, reach, (other) => isFit(own, other) && !mated.has(other)).mate;
    for (const own of left) {
      const mate = mates[own]!;
      if (mate < own || mates[mate] !== own) continue;
      mated.add(own).add(mate);
      pair(own, mate);
    }
    left = left.filter((own) => mates[own]! >= 0 && !mated.has(own));
  }
  return mated;
}

/**
 * A path is nearly closed when its ends are no farther apart than this share of its length, an outline may lack a side; and a
 * gap between two is no wider than this share of the shorter one.
 */
const NEARLY_CLOSED = { any: 0.1, outline: 0.5, pair: 0.15 };
/** Ends of two paths this close (mm) are told as a gap. */
const NEIGHBOURS = 1;
/** A gap is plain when the next end is so many times as far. */
const CLEAR = 3;
/**
 * Gaps that keep paths from closing: between a path's own ends, or those of two that hang together, and between ends that are
 * each other's nearest; then those of each outline that is open at several places, however wide.
 */
export function findOpenEnds(paths: readonly OpenPath[], contours: Contours, weld: number): OpenEnd[][] {
  if (paths.length > MOST_OPEN) return [];
  const rounds = gapsAround(paths, contours, weld);
  const grid = new PointGrid(NEIGHBOURS, 2 * paths.length);
  for (const { ends } of paths) for (const [x, y] of ends) grid.add(x, y);
  const isFree = (end: number) => paths[end >> 1]!.free[(end & 1) as 0 | 1];
  const near = paths.some(({ free }) => !free[0] || !free[1]) ? endsNear(paths) : [];
  // Where other lines meet an outline it is several paths: around it the way is no shorter than these and what is between them.
  const isNearlyRound = (p: number, q: number, between: number) => {
    const around = paths[p >> 1]!.length + paths[q >> 1]!.length + between;
    if (p >> 1 === q >> 1 || !isFree(p) || !isFree(q) || grid.distance(p, q) > NEARLY_CLOSED.any * around)
      return false;
    return grid.distance(p, q) > weld && isAhead(paths, contours, p, q, weld);
  };
  const across = acrossGroups(paths, near, (p, q) => isNearlyRound(p, q, 0));
  const isFit = (p: number, q: number) =>
    across.get(p) === q ||
    (paths[p >> 1]!.group === paths[q >> 1]!.group && isNearlyRound(p, q, grid.distance(p ^ 1, q ^ 1)));
  const place = (end: number): Point => [grid.xs[end]!, grid.ys[end]!];
  const nearest = Array.from({ length: grid.count }, (_, end): Nearest => {
    const isOther = (other: number, width: number) => other !== (end ^ 1) && width > weld && isFree(other);
    let found = nearestTo(grid, end, NEIGHBOURS, (other, width) => isFree(end) && isOther(other, width));
    const { length, isOutline } = paths[end >> 1]!;
    const [mate, next = end ^ 1] =
      found.mate < 0 ? (near[end] ?? []).filter((other) => isFit(end, other)) : [];
    if (mate !== undefined) found = { mate, width: grid.distance(end, mate), next: grid.distance(end, next) };
    const own = grid.distance(end, end ^ 1);
    const isNearly = own > weld && own <= NEARLY_CLOSED[isOutline ? "outline" : "any"] * length;
    if (!isNearly || !isFree(end) || !isFree(end ^ 1)) return found;
    if (own < found.width) return { mate: end ^ 1, width: own, next: found.width };
    return { ...found, next: Math.min(found.next, own) };
  });
  const gaps: OpenEnd[] = [];
  const isMutual = (end: number) => nearest[end]!.mate >= 0 && nearest[nearest[end]!.mate]!.mate === end;
  const goesOn = (end: number) => isMutual(end) && turn(paths, end, nearest[end]!.mate, end) > 0;
  // In a row of dashes each goes on from the one before, and so do slits in a part: a perforation, a hinge, and no contour.
  const isDash = (end: number) => goesOn(end) && (paths[end >> 1]!.isSlit || goesOn(end ^ 1));
  const isInRound = (end: number) =>
    rounds.some((round) =>
      round.some(({ at, to }) => [at, to].some(([x, y]) => x === grid.xs[end] && y === grid.ys[end])),
    );
  nearest.forEach(({ mate, width, next }, end) => {
    if (mate <= end || !isMutual(end) || isDash(end) || isDash(mate) || isInRound(end)) return;
    const [path, other] = [paths[end >> 1]!, paths[mate >> 1]!];
    // What is short beside the gap, as the head of a slit like a T or a line of a symbol, closes none.
    const isShort = width > NEARLY_CLOSED.pair * Math.min(path.length, other.length);
    if (path !== other && isShort && !isFit(end, mate)) return;
    const second = Math.min(next, nearest[mate]!.next);
    // Nor are lines side by side at equal distances a contour: a hinge again, or a hatching.
    if (second <= width + weld && turn(paths, end, mate, mate) < 0) return;
    const plain = second >= CLEAR * width && path.layer === other.layer;
    gaps.push({ at: place(end), to: place(mate), width, plain, layer: path.layer });
  });
  return [gaps, ...rounds];
}

/** Ends at gaps between lines that hang together, each with the one across, where the gaps lead back to where they began. */
function acrossGroups(
  paths: readonly OpenPath[],
  near: readonly (readonly number[])[],
  isFit: (p: number, q: number) => boolean,
): Map<number, number> {
  const firsts = new Map<number, number>();
  const groups = new Groups(paths.length);
  paths.forEach(({ group }, path) => {
    if (firsts.has(group)) groups.unite(path, firsts.get(group)!);
    else firsts.set(group, path);
  });
  const isOther = (p: number, q: number) => groups.rootOf(p >> 1) !== groups.rootOf(q >> 1);
  const isSlit = (end: number) => paths[end >> 1]!.isSlit;
  const mates = near.map(
    (others, end) =>
      others.find((other) => isOther(end, other) && !isSlit(end) && !isSlit(other) && isFit(end, other)) ??
      -1,
  );
  const gaps = mates.flatMap((mate, end) =>
    mate > end && mates[mate] === end ? [[end, mate] as const] : [],
  );
  const back = gaps.filter(([p, q]) => !isOther(p, q) || groups.unite(p >> 1, q >> 1));
  const rounds = new Set(back.map(([p]) => groups.rootOf(p >> 1)));
  const told = gaps.filter(([p]) => rounds.has(groups.rootOf(p >> 1)));
  return new Map(told.flatMap(([p, q]) => [[p, q] as const, [q, p] as const]));
}

/** Share of a curve that tells which way its end goes. */
const NEXT = 1e-3;
/**
 * How much of two ways ahead the gap between them has at least, of 2, or of one alone where a sharp corner lies behind it;
 * across both of them it is the end of a slit.
 */
const AHEAD = { both: 0.5, one: 0.9 };

/** Ends about another one that are known, and of those that may belong to it. */
const [KNOWN, FEW] = [8, 4];

/** An open contour that may be a piece of an outline. */
export type Piece = Pick<OpenPath, "number" | "ends" | "length">;

/** Gaps between paths that make one outline. */
function gapsAround(paths: readonly OpenPath[], contours: Contours, weld: number): OpenEnd[][] {
  const pieces = paths.filter(({ free, isSlit }) => free[0] && free[1] && !isSlit);
  if (pieces.length < 2) return [];
  return roundsOf(pieces, contours, weld)
    .filter(({ length }) => length > 1)
    .map((round) =>
      round.map((entry, i) => {
        const [exit, next] = [entry ^ 1, round[(i + 1) % round.length]!];
        const { layer } = pieces[exit >> 1]!;
        const [at, to] = [placeOf(pieces, exit), placeOf(pieces, next)];
        return { at, to, width: between(at, to), plain: layer === pieces[next >> 1]!.layer, layer };
      }),
    );
}

/** How two ends that do not meet may belong together. */
type Fit = (pieces: readonly Piece[], contours: Contours, p: number, q: number, weld: number) => boolean;

/**
 * Outlines that have come apart, as the ends by which their pieces are entered, which are numbered 2i and 2i + 1: ends that
 * are each other's nearest all the way round and fit, by little, in one way or, of those that are left, in the next. Two
 * within `join` of each other alone do in any.
 */
export function roundsOf(
  pieces: readonly Piece[],
  contours: Contours,
  weld: number,
  fits: readonly Fit[] = [isAhead],
  join = weld,
): number[][] {
  // Two lines go around nothing: one of them is a copy, or goes on from the other.
  const isLine = (end: number) => {
    const { number } = pieces[end >> 1]!;
    return contours.size(number) === 1 && contours.table.isLine(contours.curveId(number, 0));
  };
  const isAround = (entered: readonly number[]) => entered.length > 2 || !entered.every(isLine);
  const near = endsNear(pieces);
  const left = new Set(pieces.keys());
  return fits.flatMap((isFit) => {
    const isFitting = (p: number, q: number) => isFit(pieces, contours, p, q, weld);
    const mates = nearestEnds(pieces, near, left, { weld, join }, isFitting);
    const used = new Set<number>();
    const rounds = [...left].flatMap((first) => {
      const entered: number[] = [];
      let [length, width] = [0, 0];
      for (let end = 2 * first; !used.has(end >> 1); ) {
        used.add(end >> 1);
        entered.push(end);
        const [exit, mate] = [end ^ 1, mates[end ^ 1]!];
        if (mate < 0 || mates[mate] !== exit) return [];
        length += pieces[exit >> 1]!.length;
        width += between(placeOf(pieces, exit), placeOf(pieces, mate));
        if (mate === 2 * first)
          return width <= NEARLY_CLOSED.any * length && isAround(entered) ? [entered] : [];
        end = mate;
      }
      return [];
    });
    for (const end of rounds.flat()) left.delete(end >> 1);
    return rounds;
  });
}

/** For each end so many others about it, the nearest first. */
function endsNear(pieces: readonly Piece[]): number[][] {
  const places = pieces.flatMap(({ ends }) => ends);
  const index = indexOf(Float64Array.from(places.flatMap(([x, y]) => [x, y, x, y])));
  return places.map(([x, y], end) => index!.neighbors(x, y, KNOWN).filter((other) => other !== end));
}

/**
 * For each end the nearest one that fits, or -1 where several meet. Pieces with an end that none fits, as lines of
 * dimensions have them that begin at corners of an outline, are put aside, and those that are left asked again.
 */
function nearestEnds(
  pieces: readonly Piece[],
  near: readonly number[][],
  left: ReadonlySet<number>,
  { weld, join }: { weld: number; join: number },
  isFit: (p: number, q: number) => boolean,
): number[] {
  const asked = new Set(left);
  const mates = new Array<number>(near.length).fill(-1);
  for (let round = 1; ; round++) {
    const gone = new Set<number>();
    for (const piece of asked)
      for (const end of [2 * piece, 2 * piece + 1]) {
        const others = near[end]!.filter((other) => asked.has(other >> 1)).slice(0, FEW);
        const isMet = (reach: number, other = -1) =>
          other >= 0 && between(placeOf(pieces, end), placeOf(pieces, other)) <= reach;
        const isAlone = isMet(join, others[0]) && !isMet(join, others[1]);
        const mate = isAlone ? others[0] : others.find((other) => isMet(weld, other) || isFit(end, other));
        if (mate === undefined) gone.add(piece);
        mates[end] = isMet(weld, others[1]) ? -1 : (mate ?? -1);
      }
    for (const piece of gone) {
      asked.delete(piece);
      mates[2 * piece] = mates[2 * piece + 1] = -1;
    }
    if (gone.size === 0 || round === ROUNDS) return mates;
  }
}

/** Whether the gap between two ends lies on the ways that go on from them. */
const isAhead: Fit = (pieces, contours, p, q) => {
  const [from, to] = [placeOf(pieces, p), placeOf(pieces, q)];
  const width = between(from, to);
  const cosine = (end: number) => {
    const isEnd = (end & 1) === 1;
    const curve = contours.table.look(lastCurve(pieces, contours, end));
    const [[x0, y0], [x1, y1]] = [curveAt(curve, isEnd ? 1 - NEXT : NEXT), curveAt(curve, isEnd ? 1 : 0)];
    return (
      ((x1 - x0) * (to[0] - from[0]) + (y1 - y0) * (to[1] - from[1])) / (hypot(x1 - x0, y1 - y0) * width)
    );
  };
  const [out, back] = [cosine(p), -cosine(q)];
  return out + back >= AHEAD.both || Math.max(out, back) >= AHEAD.one;
};

/** Whether an end lies beyond the place where its curve meets that of the other; curves that lie on each other meet twice. */
const isPast: Fit = (pieces, contours, p, q, weld) => {
  const [first, second] = [p, q].map((end) => contours.table.get(lastCurve(pieces, contours, end)));
  let count = 0;
  if (p >> 1 !== q >> 1 || contours.size(pieces[p >> 1]!.number) > 1)
    meet(shapeOf(first!, weld), shapeOf(second!, weld), weld, () => count++);
  return count === 1;
};

/** How ends of outlines belong together: curves that meet first, since across a gap from a corner dimensions begin, too. */
export const FITS: readonly Fit[] = [isPast, isAhead, (...ends) => isPast(...ends) || isAhead(...ends)];

/** The curve of a piece that ends there. */
function lastCurve(pieces: readonly Piece[], contours: Contours, end: number): CurveId {
  const { number } = pieces[end >> 1]!;
  return contours.curveId(number, (end & 1) === 1 ? contours.size(number) - 1 : 0);
}

function placeOf(pieces: readonly Piece[], end: number): Point {
  return pieces[end >> 1]!.ends[(end & 1) as 0 | 1];
}

/** All of them, told; what is no wider than the joining tolerance, `join`, was left for another reason. */
export function tellOpenEnds(groups: readonly OpenEnd[][], join: number, findings: Findings): OpenEnd[] {
  const [gaps = [], ...rounds] = groups;
  for (const { at, width, layer } of gaps) {
    const subject =
      width > join ? "wider than the joining tolerance" : "what goes on there is drawn several times";
    findings.note("gaps-left-open", { at, size: width, layer, subject });
  }
  for (const round of rounds) {
    const widest = Math.max(...round.map(({ width }) => width));
    const subject = `one outline, which joining gaps of ${Math.ceil(100 * widest) / 100} mm closes`;
    const [{ layer }, places] = [round[0]!, round.map(({ at }) => at)];
    findings.note("gaps-left-open", { count: round.length, size: widest, layer, subject, places });
  }
  return groups.flat();
}

/** Sine of the angle up to which lines are in line. */
const IN_LINE = 0.02;

/** Whether the second path, from where it is looked at, goes on straight (1) from where the first one ends, or back (-1). */
function turn(paths: readonly OpenPath[], end: number, mate: number, from: number): number {
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = [end ^ 1, end, from, mate ^ 1].map((number) =>
    placeOf(paths, number),
  ) as [Point, Point, Point, Point];
  const along = (x1 - x0) * (x3 - x2) + (y1 - y0) * (y3 - y2);
  const across = (x1 - x0) * (y3 - y2) - (y1 - y0) * (x3 - x2);
  return Math.abs(across) < IN_LINE * Math.abs(along) ? Math.sign(along) : 0;
}
