/**
 * Which curves keep apart from each other, but where they have an end in common? A sweep (M. Shamos, D. Hoey 1976): strands, the
 * pieces of curves that run from left to right alone, stand in a row by height while a line passes over them, and what
 * keeps apart from all that ever stand next to it keeps apart from all. Of two neighbours that do not one is taken out
 * of the row: it has to be looked at with each that its boxes meet. However many lie in each other, or come from one
 * place, a row tells of them what their boxes do not.
 */
import { PointGrid } from "../basis/grid.ts";
import type { CurveTable } from "../curves/curve-table.ts";
import { curveAt } from "../curves/curves.ts";
import { areNear } from "./apart.ts";
import { isBeside, leaveApart } from "./corners.ts";
import type { CurveIndex } from "./curve-index.ts";
import { meet } from "./meet.ts";
import { isJoint } from "./own.ts";
import { crossVertical, turnsOf } from "./pieces.ts";
import { sortedBy } from "./sorted.ts";

/**
 * In weld tolerances: how far strands stand before and after their ends, how near is near, and curves that are looked at in
 * pairs however they lie.
 */
const [STUB, NEAR, SHORT] = [2, 4, 32];
/** Ends of one curve and of another. */
const JOINTS = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
] as const;

/** A piece of a curve that runs to the right alone, between two nodes, and where along the curve it is. */
interface Strand {
  curve: number;
  left: number;
  right: number;
  middle: number;
}

/** The curves that keep apart from each other. */
export class Sweep {
  readonly nodes: PointGrid;
  /** Nodes of the start and the end of each curve in turn. */
  readonly ends: Int32Array;
  /** How many pairs of curves were looked at. */
  looks = 0;
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

  /** Sweep over curves by their numbers. */
  constructor(
    private readonly index: CurveIndex,
    private readonly table: CurveTable,
    private readonly curves: readonly number[],
    private readonly weld: number,
  ) {
    const nodes = new PointGrid(4 * weld, curves.length);
    this.ends = new Int32Array(2 * index.ids.length).fill(-1);
    for (const curve of curves) {
      const { x0, y0, x1, y1 } = table.ends(index.ids[curve]!);
      this.ends[2 * curve] = nodes.snap(x0, y0, weld);
      this.ends[2 * curve + 1] = nodes.snap(x1, y1, weld);
    }
    this.nodes = nodes;
    this.xs = Array.from(nodes.xs.subarray(0, nodes.count));
    this.ys = Array.from(nodes.ys.subarray(0, nodes.count));
  }

  run(): number[] {
    const { xs, curves, weld } = this;
    const strands: Strand[] = [];
    for (const curve of curves) {
      const isShort = this.table.length(this.index.ids[curve]!) <= SHORT * weld;
      const own = isShort ? [] : this.strandsOf(curve);
      const isFit = own.length > 0 && own.every(({ left, right }) => xs[left]! < xs[right]!);
      this.strikes.set(curve, isFit ? 0 : Infinity);
      if (!isFit) continue;
      this.own.set(curve, own);
      strands.push(...own);
    }
    // Where strands go on from others no place is left between them.
    const [begun, ended] = [new Uint8Array(xs.length), new Uint8Array(xs.length)];
    for (const { left, right } of strands) begun[left] = ended[right] = 1;
    const stub = STUB * weld;
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
    const { xs, ys, ends } = this;
    const shape = this.index.outline(curve);
    const strands: Strand[] = [];
    let [from, node] = [0, ends[2 * curve]!];
    for (const to of [...turnsOf(shape), 1]) {
      const [x, y] = curveAt(shape.curve, to);
      const other = to === 1 ? ends[2 * curve + 1]! : xs.push(x) - 1;
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
    this.table.work.spend(row.length / 64);
    this.meet(row[seat - 1], strand);
    this.meet(strand, row[seat + 1]);
  }

  private remove(strand: Strand): void {
    const { row } = this;
    const seat = row.indexOf(strand);
    this.table.work.spend(row.length / 64);
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
    const { known } = this;
    const least = NEAR * this.weld;
    const [from, to] = this.rangeOf(below, above);
    const isWide = to - from > least;
    if (isWide && this.gapAt(below, above, 0.5) <= least) return false;
    if (isWide && below.left !== above.left && this.gapAt(below, above, 0) <= least) return false;
    if (isWide && below.right !== above.right && this.gapAt(below, above, 1) <= least) return false;
    const [p, q] = [Math.min(below.curve, above.curve), Math.max(below.curve, above.curve)];
    const pair = `${p} ${q}`;
    if (p === q || known.has(pair)) return true;
    this.looks++;
    if (!this.areApart(p, q)) return false;
    known.add(pair);
    return true;
  }

  /** Whether two curves, the first one before the second, come near each other nowhere but where a node joins them. */
  private areApart(p: number, q: number): boolean {
    const { index, nodes, ends, weld } = this;
    const { bounds, lines, owners } = index;
    if (!areNear(bounds, p, bounds, q, NEAR * weld)) return true;
    if (isBeside(lines, p, q, NEAR * weld) || isBeside(lines, q, p, NEAR * weld)) return true;
    const isSame = owners[p] === owners[q];
    const joints = JOINTS.filter(
      ([t, u]) =>
        ends[2 * p + t] === ends[2 * q + u] && (!isSame || isJoint(index.ownOf(owners[p]!), p, q, t, u)),
    ).map(([t]) => ends[2 * p + t]!);
    const [node] = joints;
    if (
      joints.length === 1 &&
      !isSame &&
      leaveApart(lines, [p, q], [nodes.xs[node!]!, nodes.ys[node!]!], weld)
    )
      return true;
    let isApart = true;
    meet(index.shape(p), index.shape(q), NEAR * weld, (_t, _u, x, y) => {
      isApart &&= joints.some(
        (node) => Math.abs(nodes.xs[node]! - x) + Math.abs(nodes.ys[node]! - y) <= 2 * NEAR * weld,
      );
    });
    return isApart;
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
    crossVertical(this.index.outline(curve), x, (t, y) => {
      if (Math.abs(t - middle) < best) [best, height] = [Math.abs(t - middle), y];
    });
    return height;
  }

  private rangeOf(p: Strand, q: Strand): [from: number, to: number] {
    const { xs } = this;
    return [Math.max(xs[p.left]!, xs[q.left]!), Math.min(xs[p.right]!, xs[q.right]!)];
  }
}
