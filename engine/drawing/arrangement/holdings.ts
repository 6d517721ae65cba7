/**
 * Which closed contours hold which faces of a block? They change at the edges that belong to them. What two of them hold
 * together tells whether one is a notch in the other, its hole, its copy, or drawn over it.
 */
import { pathArea } from "../curves/outline.ts";
import type { Faces } from "./faces.ts";
import type { Graph } from "./graph.ts";

/** Two contours, the first before the second, and what they hold together. */
export interface Shared {
  p: number;
  q: number;
  count: number;
  size: number;
  /** They have a piece of their borders in common. */
  beside: boolean;
}

/** A notch is no larger than this share of its part, and this share of it lies in the part. */
const NOTCH = { size: 0.5, within: 0.5 };
/** Share of a size that is rounding. */
const HAIR = 1e-9;

export class Holdings {
  /** The bounded faces of the block, and its edges. */
  readonly faces: number[] = [];
  readonly edges: number[] = [];
  /** Contours that hold a face. */
  readonly holders = new Map<number, Set<number>>();
  /** Faces that a contour holds, and their area. */
  readonly held = new Map<number, number[]>();
  readonly sizes = new Map<number, number>();
  /** A contour was dropped that framed others. */
  framed = false;
  /** Of contours that hold a face together. */
  readonly pairs = new Map<number, Shared>();

  constructor(
    readonly block: number,
    private readonly graph: Graph,
  ) {}

  /** Once all faces and edges of the block are known; without contours that hold nothing of their own. */
  settle(faces: Faces): void {
    this.find(faces);
    this.count(faces.areas);
    this.dropCopies();
    do this.count(faces.areas);
    while (this.dropDividing());
  }

  /** Contours by falling size, the first drawn first. */
  bySize(): number[] {
    const { sizes } = this;
    return [...sizes.keys()].sort((p, q) => sizes.get(q)! - sizes.get(p)! || p - q);
  }

  /** Whether the faces that a contour holds are what it encloses; where its sides were folded onto others they may not be. */
  isTrue(contour: number): boolean {
    const { contours, index, options } = this.graph;
    if (index.selfCrossing[contour] === 1) return false;
    const lacking = Math.abs(Math.abs(pathArea(contours.run(contour))) - this.sizes.get(contour)!);
    return lacking <= Math.max(options.sliver, options.kerf) * contours.length(contour);
  }

  /** How many faces two contours hold together. */
  countOf(p: number, q: number): number {
    return this.pairs.get(keyOf(Math.min(p, q), Math.max(p, q)))?.count ?? 0;
  }

  /** Whether one of two contours lies in the other. */
  isWithin({ p, q, count }: Shared): boolean {
    return count === Math.min(this.held.get(p)!.length, this.held.get(q)!.length);
  }

  /** Whether one lies in the other and has no piece of border with it. */
  isHole(pair: Shared): boolean {
    return !pair.beside && this.isWithin(pair);
  }

  smaller({ p, q }: Shared): number {
    return this.sizes.get(p)! < this.sizes.get(q)! ? p : q;
  }

  /** Whether closed contours meet in single places alone, each beside or in any other. */
  onlyTouch(): boolean {
    const { graph } = this;
    const isAlone = (edge: number) => graph.isOnClosed(edge) && graph.copies[edge]! < 0;
    return this.edges.every(isAlone) && [...this.pairs.values()].every((pair) => this.isWithin(pair));
  }

  /** Whether two contours overlap of which neither can be a notch in the other. */
  areDrawnOver(): boolean {
    return [...this.pairs.values()].some((pair) => {
      const isMostlyIn = pair.size >= NOTCH.within * this.sizes.get(this.smaller(pair))!;
      return !this.isWithin(pair) && (!isMostlyIn || this.ratio(pair) > NOTCH.size * (1 + HAIR));
    });
  }

  /** Of the smaller one's size to that of the larger one. */
  private ratio({ p, q }: Shared): number {
    const ratio = this.sizes.get(p)! / this.sizes.get(q)!;
    return Math.min(ratio, 1 / ratio);
  }

  /** From the outside, which none holds. */
  private find({ left, outsides }: Faces): void {
    const { holders } = this;
    const beside = new Map<number, number[]>();
    for (const edge of this.edges)
      for (let half = 2 * edge; half <= 2 * edge + 1; half++) {
        const list = beside.get(left[half]!);
        if (list) list.push(edge);
        else beside.set(left[half]!, [edge]);
      }
    const outside = outsides[this.block]!;
    holders.set(outside, new Set());
    // A map also visits what is added on the way.
    for (const [face, held] of holders)
      for (const edge of beside.get(face)!) {
        const other = left[2 * edge] === face ? left[2 * edge + 1]! : left[2 * edge]!;
        if (holders.has(other)) continue;
        const changed = new Set(held);
        for (const owner of this.closedOn(edge)) if (!changed.delete(owner)) changed.add(owner);
        holders.set(other, changed);
      }
    holders.delete(outside);
  }

  private closedOn(edge: number): number[] {
    const { graph } = this;
    return graph.oddOn(edge).filter((owner) => graph.contours.isClosed(owner));
  }

  private count(areas: Float64Array): void {
    const { held, sizes, pairs } = this;
    for (const map of [held, sizes, pairs]) map.clear();
    for (const [face, holders] of this.holders) {
      for (const p of holders) {
        const faces = held.get(p);
        if (faces) faces.push(face);
        else held.set(p, [face]);
        sizes.set(p, (sizes.get(p) ?? 0) + areas[face]!);
      }
      for (const [p, q] of holders.size > 1 ? pairsOf(holders) : []) {
        const pair = pairs.get(keyOf(p, q)) ?? { p, q, count: 0, size: 0, beside: false };
        pairs.set(keyOf(p, q), pair);
        pair.count++;
        pair.size += areas[face]!;
      }
    }
    if (pairs.size === 0) return;
    for (const edge of this.edges)
      for (const [p, q] of pairsOf(this.closedOn(edge))) {
        const pair = pairs.get(keyOf(p, q));
        if (pair) pair.beside = true;
      }
  }

  /** Copies: others lie all along them and hold what they hold, as one drawn again or those that fill a frame. */
  private dropCopies(): void {
    const { graph, held, sizes, holders } = this;
    const alone = new Set<number>();
    for (const edge of this.edges)
      if (graph.copies[edge]! < 0 && !graph.beside.has(edge))
        for (const owner of this.closedOn(edge)) alone.add(owner);
    for (const owner of this.bySize()) {
      const own = held.get(owner)!;
      const most = sizes.get(owner)! * (1 + HAIR);
      const othersOn = (face: number) =>
        [...holders.get(face)!].filter((other) => other !== owner && sizes.get(other)! <= most);
      if (alone.has(owner) || own.some((face) => othersOn(face).length === 0)) continue;
      this.framed ||= othersOn(own[0]!).every((other) => this.countOf(owner, other) < own.length);
      for (const face of own) holders.get(face)!.delete(owner);
    }
  }

  /** Contours too large to be a notch in the one they lie in divide it. Whether there are any. */
  private dropDividing(): boolean {
    const isDividing = (pair: Shared) =>
      pair.beside && this.isWithin(pair) && this.ratio(pair) > NOTCH.size * (1 - HAIR);
    const dividing = [...this.pairs.values()].filter(isDividing).map((pair) => this.smaller(pair));
    for (const held of this.holders.values()) for (const owner of dividing) held.delete(owner);
    return dividing.length > 0;
  }
}

function* pairsOf(contours: Iterable<number>): Generator<[p: number, q: number]> {
  const sorted = [...contours].sort((p, q) => p - q);
  for (const [i, p] of sorted.entries()) for (const q of sorted.slice(i + 1)) yield [p, q];
}

/** Of two numbers of contours one: a drawing has fewer than two to the 26. */
function keyOf(p: number, q: number): number {
  return p * 2 ** 26 + q;
}
