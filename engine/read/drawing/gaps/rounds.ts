/** Which outlines have come apart? Those whose pieces have ends that are each other's nearest, all the way round. */
import type { Point } from "../../../base/contract/values/geometry.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";
import { indexBoxes } from "../basis/finder.ts";
import { between } from "../basis/plane.ts";
import { chordShape, costOf, meet } from "../contacts/meet.ts";
import type { CurveChords } from "../contacts/pieces.ts";
import type { Contours } from "../curves/contours.ts";
import type { CurveId } from "../curves/curve-table.ts";
import { curveAt } from "../curves/curves.ts";

/** An open contour that may be a piece of an outline, by its number. */
export interface OpenPiece {
  number: number;
  length: number;
  ends: [Point, Point];
}

/** Open paths of which the ends are looked at; among more there are no gaps in contours, and measuring would only take time. */
export const MOST_OPEN = 10_000;
/** What is nearly closed lacks no more than this share of its length. */
export const NEARLY = 0.1;
/** How often pieces are put aside, and those that are left asked again. */
const TRIES = 4;
/** Share of a curve that tells which way its end goes. */
const NEXT = 1e-3;
/**
 * How much of two ways ahead the gap between them has at least, of 2, or of one alone where a sharp corner lies behind it;
 * across both of them it is the end of a slit.
 */
const AHEAD = { both: 0.5, one: 0.9 };

/** Ends about another one that are known, and of those that may belong to it. */
const [KNOWN, FEW] = [8, 4];

/** Ends of open pieces, numbered 2i and 2i + 1, and how two that do not meet may belong together. */
export class PieceEnds {
  /** Curves at ends, with their chords. */
  private readonly shapes = new Map<CurveId, CurveChords>();
  /** Pairs of ends that are known to lie past each other, or not. */
  private readonly past = new Map<number, boolean>();

  constructor(
    readonly pieces: readonly OpenPiece[],
    private readonly contours: Contours,
    readonly weld: number,
  ) {}

  place(end: number): Point {
    return this.pieces[end >> 1]!.ends[(end & 1) as 0 | 1];
  }

  between(p: number, q: number): number {
    return between(this.place(p), this.place(q));
  }

  /** Whether a piece is one straight line. */
  isLine(end: number): boolean {
    const { number } = this.pieces[end >> 1]!;
    return this.contours.size(number) === 1 && this.contours.table.isLine(this.contours.curveId(number, 0));
  }

  /** Whether the gap between two ends lies on the ways that go on from them. */
  isAhead(p: number, q: number): boolean {
    const [from, to] = [this.place(p), this.place(q)];
    const width = between(from, to);
    const cosine = (end: number) => {
      const isEnd = (end & 1) === 1;
      const curve = this.contours.table.look(this.curveAt(end));
      const [[x0, y0], [x1, y1]] = [curveAt(curve, isEnd ? 1 - NEXT : NEXT), curveAt(curve, isEnd ? 1 : 0)];
      return (
        ((x1 - x0) * (to[0] - from[0]) + (y1 - y0) * (to[1] - from[1])) / (hypot(x1 - x0, y1 - y0) * width)
      );
    };
    const [out, back] = [cosine(p), -cosine(q)];
    return out + back >= AHEAD.both || Math.max(out, back) >= AHEAD.one;
  }

  /** Whether an end lies beyond the place where its curve meets that of the other; curves that lie on each other meet twice. */
  isPast(p: number, q: number): boolean {
    if (p >> 1 === q >> 1 && this.contours.size(this.pieces[p >> 1]!.number) === 1) return false;
    const pair = 2 * this.pieces.length * Math.min(p, q) + Math.max(p, q);
    let known = this.past.get(pair);
    if (known === undefined) {
      const [first, second] = [this.shape(p), this.shape(q)];
      let count = 0;
      this.contours.table.work.spend(costOf(first, second));
      meet(first, second, this.weld, () => count++);
      known = count === 1;
      this.past.set(pair, known);
    }
    return known;
  }

  private shape(end: number): CurveChords {
    const { table } = this.contours;
    const id = this.curveAt(end);
    const shape = this.shapes.get(id) ?? chordShape(table.get(id), this.weld, table.work);
    this.shapes.set(id, shape);
    return shape;
  }

  /** The curve of a piece that ends there. */
  private curveAt(end: number): CurveId {
    const { number } = this.pieces[end >> 1]!;
    return this.contours.curveId(number, (end & 1) === 1 ? this.contours.size(number) - 1 : 0);
  }
}

type JoinTest = (ends: PieceEnds, p: number, q: number) => boolean;

const isAhead: JoinTest = (ends, p, q) => ends.isAhead(p, q);

/** How ends of outlines belong together: curves that meet first, since across a gap from a corner dimensions begin, too. */
export const FITS: readonly JoinTest[] = [
  (ends, p, q) => ends.isPast(p, q),
  isAhead,
  (ends, p, q) => ends.isPast(p, q) || ends.isAhead(p, q),
];

/**
 * Outlines that have come apart, as the ends by which their pieces are entered: ends that are each other's nearest all the way
 * round and fit, by little, in one way or, of those that are left, in the next. Two within `join` of each other alone do in any.
 */
export function findRounds(
  ends: PieceEnds,
  fits: readonly JoinTest[] = [isAhead],
  join = ends.weld,
): number[][] {
  const { pieces } = ends;
  // Two lines go around nothing: one of them is a copy, or goes on from the other.
  const isAround = (entered: readonly number[]) =>
    entered.length > 2 || !entered.every((end) => ends.isLine(end));
  const near = endsNear(pieces);
  const left = new Set(pieces.keys());
  return fits.flatMap((isFit) => {
    const mates = nearestEnds(ends, near, left, join, isFit);
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
        width += ends.between(exit, mate);
        if (mate === 2 * first) return width <= NEARLY * length && isAround(entered) ? [entered] : [];
        end = mate;
      }
      return [];
    });
    for (const end of rounds.flat()) left.delete(end >> 1);
    return rounds;
  });
}

/** For each end so many others about it, the nearest first. */
export function endsNear(pieces: readonly OpenPiece[]): number[][] {
  const places = pieces.flatMap(({ ends }) => ends);
  const index = indexBoxes(Float64Array.from(places.flatMap(([x, y]) => [x, y, x, y])));
  return places.map(([x, y], end) => index!.neighbors(x, y, KNOWN).filter((other) => other !== end));
}

/**
 * For each end the nearest one that fits, or -1 where several meet. Pieces with an end that none fits, as lines of
 * dimensions have them that begin at corners of an outline, are put aside, and those that are left asked again.
 */
function nearestEnds(
  ends: PieceEnds,
  near: readonly number[][],
  left: ReadonlySet<number>,
  join: number,
  isFit: JoinTest,
): number[] {
  const asked = new Set(left);
  const mates = new Array<number>(near.length).fill(-1);
  for (let round = 1; ; round++) {
    const gone = new Set<number>();
    for (const piece of asked)
      for (const end of [2 * piece, 2 * piece + 1]) {
        const others = near[end]!.filter((other) => asked.has(other >> 1)).slice(0, FEW);
        const isMet = (reach: number, other = -1) => other >= 0 && ends.between(end, other) <= reach;
        const isAlone = isMet(join, others[0]) && !isMet(join, others[1]);
        const mate = isAlone
          ? others[0]
          : others.find((other) => isMet(ends.weld, other) || isFit(ends, end, other));
        if (mate === undefined) gone.add(piece);
        mates[end] = isMet(ends.weld, others[1]) ? -1 : (mate ?? -1);
      }
    for (const piece of gone) {
      asked.delete(piece);
      mates[2 * piece] = mates[2 * piece + 1] = -1;
    }
    if (gone.size === 0 || round === TRIES) return mates;
  }
}
