/**
 * Which curves keep apart from each other, but where they have an end in common? A sweep (M. Shamos, D. Hoey 1976): strands, the
 * pieces of curves that run from left to right alone, stand in a row by height while a line passes over them, and what
 * keeps apart from all that ever stand next to it keeps apart from all. Of two neighbours that do not one is taken out
 * of the row: it has to be looked at with each that its boxes meet. However many lie in each other, or come from one
 * place, a row tells of them what their boxes do not.
 */
import type { PointGrid } from "../basis/grid.ts";
import { curveAt } from "../curves/curves.ts";
import { crossVertical, type Shape, turnsOf } from "./pieces.ts";
import { sortedBy } from "./sorted.ts";

/** In weld tolerances: how far strands stand before and after their ends, and gaps between them. */
const [STUB, GAP] = [2, 4];

/** A piece of a curve that runs to the right alone, between two nodes, and where along the curve it is. */
interface Strand {
  curve: number;
  left: number;
  right: number;
  middle: number;
}

/** Nodes, and those of the start and the end of each curve in turn. */
export interface Ends {
  nodes: PointGrid;
  ends: Int32Array;
}

/** Curves by their numbers. */
export interface Field extends Ends {
  weld: number;
  /** With chords of Béziers; it is there until another one is asked for. */
  outlineOf: (curve: number) => Shape;
  isShort: (curve: number) => boolean;
  /** Whether two of them, the lower number first, come near each other nowhere but where a node joins them. */
  areApart: (p: number, q: number) => boolean;
}

/** The curves that keep apart from each other. */
export class Sweep {
  /** Where nodes are: ends of curves, and then where curves turn back. */
  private readonly xs: number[];
  private readonly ys: number[];
  /** How often a curve was in the way of its neighbours, or infinitely when it was taken out. */
  private readonly strikes = new Map<number, number>();
  private readonly own = new Map<number, Strand[]>();
  /** By height. */
  private readonly row: Strand[] = [];
  /** Strands that have come to stand next to each other. */
  private readonly pairs: [below: Strand, above: Strand][] = [];
  /** Pairs of curves that keep apart. */
  private readonly known = new Set<string>();

  constructor(private readonly field: Field) {
    this.xs = Array.from(field.nodes.xs.subarray(0, field.nodes.count));
    this.ys = Array.from(field.nodes.ys.subarray(0, field.nodes.count));
  }

  run(curves: readonly number[]): number[] {
    const { field, xs } = this;
    const strands: Strand[] = [];
    for (const curve of curves) {
      const own = field.isShort(curve) ? [] : this.strandsOf(curve);
      const isFit = own.length > 0 && own.every(({ left, right }) => xs[left]! < xs[right]!);
      this.strikes.set(curve, isFit ? 0 : Infinity);
      if (!isFit) continue;
      this.own.set(curve, own);
      strands.push(...own);
    }
    // Where strands go on from others no place is left between them.
    const [begun, ended] = [new Uint8Array(xs.length), new Uint8Array(xs.length)];
    for (const { left, right } of strands) begun[left] = ended[right] = 1;
    const stub = STUB * field.weld;
    const startOf = ({ left }: Strand) => xs[left]! - (ended[left] === 1 ? 0 : stub);
    const endOf = ({ right }: Strand) => xs[right]! + (begun[right] === 1 ? 0 : stub);
    const ends = sortedBy(strands.length, (i) => endOf(strands[i]!));
    let next = 0;
    for (const i of sortedBy(strands.length, (i) => startOf(strands[i]!))) {
      const start = startOf(strands[i]!);
      for (; endOf(strands[ends[next]!]!) <= start; next++) this.remove(strands[ends[next]!]!);
      this.settle();
      this.insert(strands[i]!);
      this.settle();
    }
    return curves.filter((curve) => this.strikes.get(curve) !== Infinity);
  }

  private strandsOf(curve: number): Strand[] {
    const { xs, ys, field } = this;
    const shape = field.outlineOf(curve);
    const strands: Strand[] = [];
    let [from, node] = [0, field.ends[2 * curve]!];
    for (const to of [...turnsOf(shape), 1]) {
      const [x, y] = curveAt(shape.curve, to);
      const other = to === 1 ? field.ends[2 * curve + 1]! : xs.push(x) - 1;
      if (to < 1) ys.push(y);
      const [left, right] = xs[node]! < xs[other]! ? [node, other] : [other, node];
      strands.push({ curve, left, right, middle: (from + to) / 2 });
      [from, node] = [to, other];
    }
    return strands;
  }

  private insert(strand: Strand): void {
    if (this.strikes.get(strand.curve) === Infinity) return;
    const { row } = this;
    let [seat, end] = [0, row.length];
    while (seat < end) {
      const middle = (seat + end) >> 1;
      if (this.gapAt(row[middle]!, strand, 0) > 0) seat = middle + 1;
      else end = middle;
    }
    row.splice(seat, 0, strand);
    this.meet(row[seat - 1], strand);
    this.meet(strand, row[seat + 1]);
  }

  private remove(strand: Strand): void {
    const { row } = this;
    const seat = row.indexOf(strand);
    if (seat < 0) return;
    row.splice(seat, 1);
    this.meet(row[seat - 1], row[seat]);
  }

  private meet(below: Strand | undefined, above: Strand | undefined): void {
    if (below && above) this.pairs.push([below, above]);
  }

  /** Takes out one of two neighbours that come near each other: what was in the way more often, or else the later one. */
  private settle(): void {
    const { strikes } = this;
    for (let pair = this.pairs.pop(); pair; pair = this.pairs.pop()) {
      const [p, q] = pair.map(({ curve }) => curve).sort((a, b) => a - b) as [number, number];
      if (Math.max(strikes.get(p)!, strikes.get(q)!) === Infinity || this.keepApart(...pair)) continue;
      for (const curve of [p, q]) strikes.set(curve, strikes.get(curve)! + 1);
      const out = strikes.get(p)! > strikes.get(q)! ? p : q;
      strikes.set(out, Infinity);
      for (const strand of this.own.get(out)!) this.remove(strand);
    }
  }

  private keepApart(below: Strand, above: Strand): boolean {
    const { field, known } = this;
    const least = GAP * field.weld;
    const [from, to] = this.rangeOf(below, above);
    const isWide = to - from > least;
    if (isWide && this.gapAt(below, above, 0.5) <= least) return false;
    if (isWide && below.left !== above.left && this.gapAt(below, above, 0) <= least) return false;
    if (isWide && below.right !== above.right && this.gapAt(below, above, 1) <= least) return false;
    const [p, q] = [Math.min(below.curve, above.curve), Math.max(below.curve, above.curve)];
    const pair = `${p} ${q}`;
    if (p !== q && !known.has(pair) && !field.areApart(p, q)) return false;
    known.add(pair);
    return true;
  }

  /** How much higher one strand is than another where both begin (0), where one ends (1), or between. */
  private gapAt(below: Strand, above: Strand, share: number): number {
    const [from, to] = this.rangeOf(below, above);
    // Where both come from one place they are told apart farther on.
    const x = from + (below.left === above.left && share === 0 ? 0.5 : share) * Math.max(0, to - from);
    return this.heightOf(above, x) - this.heightOf(below, x);
  }

  private heightOf({ curve, left, right, middle }: Strand, x: number): number {
    const { xs, ys } = this;
    if (x <= xs[left]!) return ys[left]!;
    if (x >= xs[right]!) return ys[right]!;
    let [best, height] = [Infinity, ys[left]!];
    crossVertical(this.field.outlineOf(curve), x, (t, y) => {
      if (Math.abs(t - middle) < best) [best, height] = [Math.abs(t - middle), y];
    });
    return height;
  }

  private rangeOf(p: Strand, q: Strand): [from: number, to: number] {
    const { xs } = this;
    return [Math.max(xs[p.left]!, xs[q.left]!), Math.min(xs[p.right]!, xs[q.right]!)];
  }
}
