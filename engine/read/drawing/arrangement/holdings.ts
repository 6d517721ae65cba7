/**
 * Which closed contours hold which faces of a block? They change at the edges that belong to them. What two of them hold
 * together tells whether one is a notch in the other, its hole, its copy, or drawn over it.
 */
import { pathArea } from "../curves/outline.ts";
import { type Faces, halfEdges } from "./faces.ts";
import type { EdgeGraph } from "./graph.ts";
import type { Nesting } from "./nesting.ts";

/** Two contours, the first before the second, and what they hold together. */
export interface Shared {
  p: number;
  q: number;
  count: number;
  size: number;
  /** They have a piece of their borders in common. */
  beside: boolean;
}

/** A notch is no larger than this share of its part, and this share of it lies in the part: halves, however they were rounded. */
const NOTCH = { size: 0.5, within: 0.5, off: 0.001 };
/** Share of a size that is rounding. */
const HAIR = 1e-9;

export class Holdings {
  /** Contours that hold a face, by number. */
  readonly holders = new Map<number, number[]>();
  /** Faces that a contour holds, and their area. */
  readonly held = new Map<number, number[]>();
  readonly sizes = new Map<number, number>();
  /** Those with which each holds a face together, or did before they were dropped. */
  readonly mates = new Map<number, number[]>();
  /** A contour was dropped that framed others. */
  framed = false;
  private readonly graph: EdgeGraph;
  /** Contours that hold a face together, by both. */
  private readonly shared = new Map<number, Shared>();

  /** A block with its faces and edges; without contours that hold nothing of their own. */
  constructor(
    readonly block: number,
    readonly faces: Int32Array,
    readonly edges: Int32Array,
    { graph, faces: all }: Pick<Nesting, "graph" | "faces">,
  ) {
    this.graph = graph;
    this.find(all);
    // Where each face has one contour that lies on others', as cells have, no more need be known.
    const areCells = !Array.from(this.holders.values()).some((held) => held.length > 1);
    if (areCells && !this.edges.every(this.isAlone)) return;
    this.count(all.areas);
    this.dropCopies();
    this.dropDividing();
  }

  /** Contours by falling size, the first drawn first. */
  bySize(): number[] {
    const { sizes } = this;
    return [...sizes].sort(([p, first], [q, second]) => second - first || p - q).map(([owner]) => owner);
  }

  /** Whether the faces that a contour holds are what it encloses; where its sides were folded onto others they may not be. */
  isTrue(contour: number): boolean {
    const { contours, contacts, options } = this.graph;
    if (contacts.selfCrossing[contour] === 1) return false;
    const lacking = Math.abs(Math.abs(pathArea(contours.run(contour))) - this.sizes.get(contour)!);
    return lacking <= Math.max(options.sliver, options.kerf) * contours.length(contour);
  }

  /** Contours that hold a face together. */
  get pairs(): Shared[] {
    return [...this.shared.values()];
  }

  /** How many faces two contours hold together. */
  countOf(p: number, q: number): number {
    return this.shared.get(this.keyOf(p, q))?.count ?? 0;
  }

  private keyOf(p: number, q: number): number {
    return Math.min(p, q) * this.graph.contours.count + Math.max(p, q);
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
    return this.edges.every(this.isAlone) && this.pairs.every((pair) => this.isWithin(pair));
  }

  private readonly isAlone = (edge: number) => this.graph.isOnClosed(edge) && this.graph.copies[edge]! < 0;

  /** Whether two contours overlap of which neither can be a notch in the other. */
  areDrawnOver(): boolean {
    return this.pairs.some((pair) => {
      const isMostlyIn = pair.size >= (NOTCH.within - NOTCH.off) * this.sizes.get(this.smaller(pair))!;
      return !this.isWithin(pair) && (!isMostlyIn || this.ratio(pair) > NOTCH.size + NOTCH.off);
    });
  }

  /** Ratio of the smaller one's size to the larger one's. */
  private ratio({ p, q }: Shared): number {
    const ratio = this.sizes.get(p)! / this.sizes.get(q)!;
    return Math.min(ratio, 1 / ratio);
  }

  /** From the outside, which none holds. */
  private find(faces: Faces): void {
    const { holders } = this;
    const outside = faces.outsides[this.block]!;
    holders.set(outside, []);
    // A map also visits what is added on the way.
    for (const [face, held] of holders) {
      const isNew = (half: number) => !holders.has(faces.left[half ^ 1]!);
      for (const half of halfEdges(faces, face, isNew).sort((p, q) => p - q)) {
        if (!isNew(half)) continue;
        const crossed = this.closedOn(half >> 1);
        const changed = held.filter((owner) => !crossed.includes(owner));
        for (const owner of crossed) if (!held.includes(owner)) changed.push(owner);
        if (changed.length > 1) changed.sort((p, q) => p - q);
        holders.set(faces.left[half ^ 1]!, changed);
      }
    }
    holders.delete(outside);
  }

  private closedOn(edge: number): number[] {
    const { graph } = this;
    return graph.oddOn(edge).filter((owner) => graph.contours.isClosed(owner));
  }

  private count(areas: Float64Array): void {
    const { held, mates, sizes } = this;
    for (const [face, holders] of this.holders) {
      for (const p of holders) {
        if (!held.has(p)) {
          held.set(p, []);
          mates.set(p, []);
        }
        held.get(p)!.push(face);
        sizes.set(p, (sizes.get(p) ?? 0) + areas[face]!);
      }
      this.graph.contours.table.work.spend(holders.length ** 2);
      for (const [i, p] of holders.entries())
        for (const q of holders.slice(i + 1)) {
          const key = this.keyOf(p, q);
          const pair = this.shared.get(key) ?? { p, q, count: 0, size: 0, beside: false };
          if (pair.count === 0) {
            this.shared.set(key, pair);
            mates.get(p)!.push(q);
            mates.get(q)!.push(p);
          }
          pair.count++;
          pair.size += areas[face]!;
        }
    }
    for (const edge of this.shared.size === 0 ? [] : this.edges) {
      const owners = this.closedOn(edge);
      for (const [i, p] of owners.entries())
        for (const q of owners.slice(i + 1)) {
          const pair = this.shared.get(this.keyOf(p, q));
          if (pair) pair.beside = true;
        }
    }
  }

  private drop(owner: number): void {
    const { held, sizes, holders, shared } = this;
    for (const mate of this.mates.get(owner)!) shared.delete(this.keyOf(owner, mate));
    for (const face of held.get(owner)!) {
      const others = holders.get(face)!.filter((holder) => holder !== owner);
      holders.set(face, others);
    }
    for (const map of [held, sizes]) map.delete(owner);
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
        holders.get(face)!.filter((other) => other !== owner && sizes.get(other)! <= most);
      if (alone.has(owner) || own.some((face) => othersOn(face).length === 0)) continue;
      this.framed ||= othersOn(own[0]!).every((other) => this.countOf(owner, other) < own.length);
      this.drop(owner);
    }
  }

  /** Contours too large to be a notch in the one they lie in divide it. */
  private dropDividing(): void {
    const isDividing = (pair: Shared) =>
      pair.beside && this.isWithin(pair) && this.ratio(pair) > NOTCH.size - NOTCH.off;
    const dividing = this.pairs.filter(isDividing).map((pair) => this.smaller(pair));
    for (const owner of new Set(dividing)) this.drop(owner);
  }
}
