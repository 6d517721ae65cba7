/**
 * Which curves keep apart from each other, but where they have an end in common? A sweep (M. Shamos, D. Hoey 1976): strands, the
 * pieces of curves that run from left to right alone, stand in a row by height while a line passes over them, and what
 * keeps apart from all that ever stand next to it keeps apart from all. Of two neighbours that do not one is taken out
 * of the row: it has to be looked at with each that its boxes meet. However many lie in each other, or come from one
 * place, a row tells of them what their boxes do not.
 */
import type { Point } from "../../contract/values/geometry.ts";
import { acos, atan2 } from "../../geometry/trig/angles.ts";
import { hypot } from "../../geometry/trig/hypot.ts";
import { cos, sin } from "../../geometry/trig/sines.ts";
import type { PointGrid } from "../basis/grid.ts";
import type { Arc, EllipseArc } from "../curves/curves.ts";
import type { Shape } from "./pieces.ts";
import { sortedBy } from "./sorted.ts";

/** Strands that stand in one block of the row. */
const BLOCK = 256;
/** In weld tolerances: how far strands stand before and after their ends, and gaps between them. */
const [STUB, GAP] = [2, 4];
/** The sweep goes along a direction that no drawing uses. */
const [COS, SIN] = [cos(0.6180339887), sin(0.6180339887)];

/** A piece of a curve that runs to the right alone, between two nodes, and how high it is. */
interface Strand {
  curve: number;
  left: number;
  right: number;
  heightAt: (x: number) => number;
  block: Strand[] | null;
}

/** Nodes, and those of the start and the end of each curve in turn. */
export interface Ends {
  nodes: PointGrid;
  ends: Int32Array;
}

/** Curves by their numbers. */
export interface Field extends Ends {
  weld: number;
  shapeOf: (curve: number) => Shape;
  isShort: (curve: number) => boolean;
  /** Whether two of them, the lower number first, come near each other nowhere but where a node joins them. */
  areApart: (p: number, q: number) => boolean;
}

/** The curves that keep apart from each other. */
export class Sweep {
  private readonly strands: Strand[] = [];
  /** How far along the sweep each node is: ends of curves, and then where curves turn back. */
  private readonly xs: number[] = [];
  /** How often a curve was in the way of its neighbours, or infinitely when it was taken out. */
  private readonly strikes = new Map<number, number>();
  private readonly own = new Map<number, Strand[]>();
  private readonly blocks: Strand[][] = [];
  /** Strands that have come to stand next to each other. */
  private readonly pairs: [below: Strand, above: Strand][] = [];
  /** Pairs of curves that keep apart. */
  private readonly known = new Set<string>();

  constructor(private readonly field: Field) {
    for (let node = 0; node < field.nodes.count; node++) this.xs.push(this.placeOf(node)[0]);
  }

  run(curves: readonly number[]): number[] {
    const { field, strands, xs } = this;
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
    }
    return curves.filter((curve) => this.strikes.get(curve) !== Infinity);
  }

  private insert(strand: Strand): void {
    if (this.strikes.get(strand.curve) === Infinity) return;
    const { blocks } = this;
    const isBelow = (other: Strand) => this.gapAt(other, strand, 0) > 0;
    const number = Math.max(0, countWhile(blocks, ([first]) => isBelow(first!)) - 1);
    if (blocks.length === 0) blocks.push([]);
    const block = blocks[number]!;
    const seat = countWhile(block, isBelow);
    block.splice(seat, 0, strand);
    strand.block = block;
    if (block.length > BLOCK) {
      const rest = block.splice(BLOCK / 2);
      for (const other of rest) other.block = rest;
      blocks.splice(number + 1, 0, rest);
    }
    const [below, above] = this.neighboursOf(strand);
    this.meet(below, strand);
    this.meet(strand, above);
    this.settle();
  }

  private remove(strand: Strand): void {
    const { block } = strand;
    if (!block) return;
    const [below, above] = this.neighboursOf(strand);
    strand.block = null;
    block.splice(block.indexOf(strand), 1);
    if (block.length === 0) this.blocks.splice(this.blocks.indexOf(block), 1);
    this.meet(below, above);
  }

  private meet(below: Strand | undefined, above: Strand | undefined): void {
    if (below && above) this.pairs.push([below, above]);
  }

  private neighboursOf(strand: Strand): [below: Strand | undefined, above: Strand | undefined] {
    const block = strand.block!;
    const seat = block.indexOf(strand);
    const beside = (step: number) => this.blocks[this.blocks.indexOf(block) + step];
    return [
      seat > 0 ? block[seat - 1] : beside(-1)?.at(-1),
      seat < block.length - 1 ? block[seat + 1] : beside(1)?.[0],
    ];
  }

  /** Takes out one of two neighbours that come near each other: what was in the way more often, or else the later one. */
  private settle(): void {
    const { strikes } = this;
    for (let pair = this.pairs.pop(); pair; pair = this.pairs.pop()) {
      const [below, above] = pair;
      if (!below.block || !above.block || this.keepApart(below, above)) continue;
      const [p, q] = [Math.min(below.curve, above.curve), Math.max(below.curve, above.curve)];
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

  private heightOf({ left, right, heightAt }: Strand, x: number): number {
    return heightAt(Math.max(this.xs[left]!, Math.min(this.xs[right]!, x)));
  }

  private rangeOf(p: Strand, q: Strand): [from: number, to: number] {
    const { xs } = this;
    return [Math.max(xs[p.left]!, xs[q.left]!), Math.min(xs[p.right]!, xs[q.right]!)];
  }

  private strandsOf(curve: number): Strand[] {
    const { field } = this;
    const { curve: shape, chords } = field.shapeOf(curve);
    const ends: [number, number] = [field.ends[2 * curve]!, field.ends[2 * curve + 1]!];
    if (shape.kind === "arc" || shape.kind === "ellipse") return this.turns(curve, shape, ends);
    const places = chords ? placesOf(chords).map(turned) : ends.map((node) => this.placeOf(node));
    return this.runs(curve, places, ends);
  }

  private placeOf(node: number): Point {
    const { xs, ys } = this.field.nodes;
    return turned([xs[node]!, ys[node]!]);
  }

  private turns(curve: number, arc: Arc | EllipseArc, ends: [number, number]): Strand[] {
    const axes = axesOf(arc);
    const [cx, cy] = turned([arc.cx, arc.cy]);
    const [[ux, uy], [vx, vy]] = [turned([axes.ux, axes.uy]), turned([axes.vx, axes.vy])];
    // From its greatest x on.
    const [reach, lag] = [hypot(ux, vx), atan2(vx, ux)];
    const first = arc.start + Math.min(0, arc.sweep) - lag;
    const last = first + Math.abs(arc.sweep);
    const [start, end] = arc.sweep < 0 ? [ends[1], ends[0]] : ends;
    const strands: Strand[] = [];
    for (let [turn, node] = [Math.floor(first / Math.PI), start]; turn * Math.PI < last; turn++) {
      const isBack = turn % 2 === 0;
      const isLast = (turn + 1) * Math.PI >= last;
      const to = isLast ? end : this.xs.push(cx + (isBack ? -reach : reach)) - 1;
      const heightAt = (x: number) => {
        const angle = lag + (isBack ? 1 : -1) * acos(Math.max(-1, Math.min(1, (x - cx) / reach)));
        return cy + uy * cos(angle) + vy * sin(angle);
      };
      const [left, right] = isBack ? [to, node] : [node, to];
      strands.push({ curve, left, right, heightAt, block: null });
      node = to;
    }
    return strands;
  }

  /** Of a row of places; none where it turns so far that it may cross itself. */
  private runs(curve: number, places: Point[], ends: [number, number]): Strand[] {
    const strands: Strand[] = [];
    let turn = 0;
    let node = ends[0];
    for (let from = 0, at = 1; at < places.length; at++) {
      const isBack = places[at]![0] < places[at - 1]![0];
      const isLast = at === places.length - 1;
      if (!isLast) turn += Math.abs(angleBetween(places[at - 1]!, places[at]!, places[at + 1]!));
      if (!isLast && places[at + 1]![0] < places[at]![0] === isBack) continue;
      const to = isLast ? ends[1] : this.xs.push(places[at]![0]) - 1;
      const row = places.slice(from, at + 1);
      if (isBack) row.reverse();
      const [left, right] = isBack ? [to, node] : [node, to];
      strands.push({ curve, left, right, heightAt: (x) => heightOn(row, x), block: null });
      [from, node] = [at, to];
    }
    return turn < Math.PI ? strands : [];
  }
}

function turned([x, y]: Point): Point {
  return [COS * x + SIN * y, COS * y - SIN * x];
}

/** Half-diameters of which the turn of an arc is counted from the first to the second. */
function axesOf(arc: Arc | EllipseArc): Pick<EllipseArc, "ux" | "uy" | "vx" | "vy"> {
  return arc.kind === "arc" ? { ux: arc.radius, uy: 0, vx: 0, vy: arc.radius } : arc;
}

/** How many at the start of a list something holds for, if it holds for none after one that it does not hold for. */
function countWhile<Item>(list: readonly Item[], holds: (item: Item) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(list[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function placesOf(chords: ArrayLike<number>): Point[] {
  return Array.from({ length: chords.length / 3 }, (_, i): Point => [chords[3 * i + 1]!, chords[3 * i + 2]!]);
}

function angleBetween([x0, y0]: Point, [x1, y1]: Point, [x2, y2]: Point): number {
  const [ax, ay, bx, by] = [x1 - x0, y1 - y0, x2 - x1, y2 - y1];
  return atan2(ax * by - ay * bx, ax * bx + ay * by);
}

/** How high a row of places that runs to the right is. */
function heightOn(row: readonly Point[], x: number): number {
  const seat = Math.max(
    1,
    Math.min(
      row.length - 1,
      countWhile(row, ([at]) => at < x),
    ),
  );
  const [[x0, y0], [x1, y1]] = [row[seat - 1]!, row[seat]!];
  return x1 > x0 ? y0 + Math.max(0, Math.min(1, (x - x0) / (x1 - x0))) * (y1 - y0) : y0;
}
