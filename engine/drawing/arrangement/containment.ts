/**
 * Which ring lies in which, and which of them cross?
 *
 * A line sweeps over all edges from left to right and keeps those it touches by height. The edge right below a ring
 * belongs to the ring that holds it, or to one that lies beside it in the same ring: one look-up per ring, n log n in
 * all, however deep the nesting. It is made amid the ring, not at a corner: rings like to touch at corners, and a corner
 * on a circle stands out of the circle's chords. Edges that become neighbours are tested for crossing (Shamos and Hoey),
 * which finds a crossing wherever there is one, though not every single one.
 */

import { type FlatRing, writeBounds } from "../curves/flat-ring.ts";
import { RingEdges, turnedX, turnedY } from "./edges.ts";
import { AMID, correctHolders } from "./holders.ts";
import { findLeaves, writeCenter } from "./leaves.ts";
import { HeightOrder } from "./order.ts";
import { sortedBy } from "./sorted.ts";

export interface Containment {
  /** Ring that directly holds each ring, or -1. */
  parents: Int32Array;
  /** How many rings hold each ring. */
  depths: Int32Array;
  /** Rings that cross themselves. */
  selfCrossing: Set<number>;
  /** Pairs of rings that cross, as smaller × count + larger. */
  crossing: Set<number>;
}

/** Rings come closed. Where they reach less than `touch` (mm) into each other they merely touch. */
export function findContainment(rings: readonly FlatRing[], touch: number): Containment {
  return new Sweep(rings, findLeaves(rings), touch).run();
}

/** Edges that lie on each other; where there are more, nothing can be told apart. */
const MANY = 16;
/** Pairs of edges that are looked at where some cross, and crossings that are told; more are no drawing. */
const MOST = { looks: 30_000_000, crossings: 100_000 };
/** Edges that a ring looks at below itself; more than this happens only in drawings made to take time. */
const PATIENCE = 1000;

class Sweep {
  private readonly rings: readonly FlatRing[];
  /** 1 for rings that hold and cross nothing: their edges are left out, and they ask as points. */
  private readonly leaves: Uint8Array;
  private readonly touch: number;
  private readonly edges: RingEdges;
  private readonly order: HeightOrder;
  /** An edge that starts at the leftmost point of each ring, or -1. */
  private readonly leftmost: Int32Array;
  /** Where each ring asks what is below it, x and y by ring: on one of its edges, or in the middle if it is a leaf. */
  private readonly spots: Float64Array;
  private readonly askingEdges: Int32Array;
  /** The ring that each ring found below it, or -1, and whether that holds it. */
  private readonly links: Int32Array;
  private readonly held: Uint8Array;
  /** Bounds of all rings but leaves, which hold nothing, and of the one whose holder is looked for. */
  private readonly bounds: Float64Array;
  private readonly inner = new Float64Array(4);
  /** The last ring that has met each ring while it asked. */
  private readonly metBy: Int32Array;
  private readonly selfCrossing = new Set<number>();
  private readonly crossing = new Set<number>();

  constructor(rings: readonly FlatRing[], leaves: Uint8Array, touch: number) {
    this.rings = rings;
    this.leaves = leaves;
    this.touch = touch;
    this.edges = new RingEdges(rings, leaves, touch);
    this.order = new HeightOrder(this.edges);
    this.leftmost = new Int32Array(rings.length).fill(-1);
    this.spots = new Float64Array(2 * rings.length);
    this.askingEdges = new Int32Array(rings.length).fill(-1);
    this.bounds = new Float64Array(4 * rings.length);
    this.links = new Int32Array(rings.length).fill(-1);
    this.held = new Uint8Array(rings.length);
    this.metBy = new Int32Array(rings.length).fill(-1);
  }

  run(): Containment {
    if (this.edges.count > 0) this.sweep();
    if (this.anyCross) this.testAll();
    return { ...this.resolve(), selfCrossing: this.selfCrossing, crossing: this.crossing };
  }

  private sweep(): void {
    const { edges, spots } = this;
    const { starts, ends } = this.collectEdges();
    const askers = sortedBy(this.findSpots(), (ring) => spots[2 * ring]!);
    let ended = 0;
    let asked = 0;
    const endUntil = (x: number) => {
      while (ended < ends.length && edges.rightX(ends[ended]!) <= x) this.leave(ends[ended++]!);
    };
    const askBefore = (x: number) => {
      for (; asked < askers.length && spots[2 * askers[asked]!]! < x; asked++) {
        endUntil(spots[2 * askers[asked]!]!);
        this.ask(askers[asked]!);
      }
    };
    for (let at = 0; at < starts.length; ) {
      const x = edges.leftX(starts[at]!);
      const first = at++;
      while (at < starts.length && edges.leftX(starts[at]!) === x) at++;
      askBefore(x);
      endUntil(x);
      // Once something crosses, the order is no longer sure, and every edge finds its place anew.
      if (!this.anyCross && at === first + 1) this.goOn(starts[first]!);
      else this.goOnTogether(starts.subarray(first, at));
    }
    askBefore(Number.POSITIVE_INFINITY);
  }

  /** Edges by where they start, and by where they end those that the ring does not go on from. */
  private collectEdges(): { starts: Int32Array; ends: Int32Array } {
    const { edges } = this;
    const starts = new Int32Array(edges.count);
    const ends = new Int32Array(edges.count);
    let ended = 0;
    for (let ring = 0; ring < this.rings.length; ring++) {
      if (this.leaves[ring] === 1) continue;
      writeBounds(this.rings[ring]!, this.bounds, 4 * ring);
      const end = edges.firsts[ring + 1]!;
      for (let edge = edges.firsts[ring]!; edge < end; edge++) {
        starts[edge] = edge;
        if (!edges.goesOn(edge)) ends[ended++] = edge;
        const best = this.leftmost[ring]!;
        if (best < 0 || edges.startsBefore(edge, best)) this.leftmost[ring] = edge;
      }
    }
    return {
      starts: sortedBy(starts, (edge) => edges.leftX(edge)),
      ends: sortedBy(ends.subarray(0, ended), (edge) => edges.rightX(edge)),
    };
  }

  /** The rings that ask; some of those without width do not. */
  private findSpots(): Int32Array {
    const { spots } = this;
    const askers = new Int32Array(this.rings.length);
    let count = 0;
    for (let ring = 0; ring < this.rings.length; ring++) {
      if (this.leaves[ring] === 1) {
        writeCenter(this.rings[ring]!, spots, 2 * ring);
        const [x, y] = [spots[2 * ring]!, spots[2 * ring + 1]!];
        spots[2 * ring] = turnedX(x, y);
        spots[2 * ring + 1] = turnedY(x, y);
      } else if (!this.findEdgeAmid(ring)) continue;
      askers[count++] = ring;
    }
    return askers.subarray(0, count);
  }

  /** The lowest edge of a ring at a place amid its width. */
  private findEdgeAmid(ring: number): boolean {
    const { edges } = this;
    if (this.leftmost[ring]! < 0) return false;
    const end = edges.firsts[ring + 1]!;
    const left = edges.leftX(this.leftmost[ring]!);
    let right = left;
    for (let edge = edges.firsts[ring]!; edge < end; edge++) right = Math.max(right, edges.rightX(edge));
    const x = left + AMID * (right - left);
    let lowest = -1;
    for (let edge = edges.firsts[ring]!; edge < end; edge++) {
      if (edges.leftX(edge) > x || edges.rightX(edge) <= x) continue;
      if (lowest < 0 || edges.heightAt(edge, x) < edges.heightAt(lowest, x)) lowest = edge;
    }
    this.spots[2 * ring] = x;
    this.askingEdges[ring] = lowest;
    return lowest >= 0;
  }

  private ask(ring: number): void {
    if (this.askingEdges[ring]! >= 0) this.askFromEdge(ring);
    else this.askFromMiddle(ring);
  }

  /** Nothing is linked to a leaf, so that it may be linked to whatever is below it. */
  private askFromMiddle(ring: number): void {
    const below = this.order.under(this.spots[2 * ring]!, this.spots[2 * ring + 1]!);
    if (below >= 0) this.link(ring, below);
  }

  /**
   * Links a ring to the one that holds it, or else to one beside it. The latter must reach further left, so that rings
   * which lie in each other's bays do not end up linked in a circle.
   */
  private askFromEdge(ring: number): void {
    const { edges, metBy } = this;
    metBy[ring] = ring;
    let below = this.topOnEdge(ring);
    for (let steps = 0; steps < PATIENCE; steps++, below = this.order.lower(below)) {
      if (below < 0) return;
      const other = edges.owner[below]!;
      if (metBy[other] === ring) continue;
      metBy[other] = ring;
      // Rounding may put what lies in a ring below it.
      if (edges.interiorAbove(below) && edges.isLarger(ring, other)) continue;
      if (edges.interiorAbove(below) || edges.startsBefore(this.leftmost[other]!, this.leftmost[ring]!)) {
        this.link(ring, below);
        return;
      }
    }
  }

  /** The highest of the edges that lie on the asking one: rounding does not tell on which side of them it is. */
  private topOnEdge(ring: number): number {
    const { edges, order } = this;
    const asking = this.askingEdges[ring]!;
    const x = this.spots[2 * ring]!;
    const most = edges.heightAt(asking, x) + edges.rise(asking);
    let top = asking;
    for (let steps = 0; steps < MANY; steps++) {
      const next = order.higher(top);
      if (next < 0 || edges.owner[next] === ring || edges.heightAt(next, x) > most) break;
      top = next;
    }
    return top;
  }

  private link(ring: number, below: number): void {
    this.links[ring] = this.edges.owner[below]!;
    this.held[ring] = this.edges.interiorAbove(below) ? 1 : 0;
  }

  /** An edge mostly takes the place of the one before it in its ring; they need not be ordered anew. */
  private goOn(edge: number): void {
    const { edges, order } = this;
    const before = edges.predecessor(edge);
    if (before < 0) {
      this.enter(edge);
      return;
    }
    const lower = order.lower(before);
    const higher = order.higher(before);
    if ((lower < 0 || !edges.below(edge, lower)) && (higher < 0 || edges.below(edge, higher))) {
      order.exchange(before, edge);
      this.test(edge, lower);
      this.test(edge, higher);
    } else {
      order.remove(before);
      this.enter(edge);
    }
  }

  /** Where several edges start, rings may touch: all that end there must be gone before others are compared. */
  private goOnTogether(starting: Int32Array): void {
    for (const edge of starting) {
      const before = this.edges.predecessor(edge);
      if (before >= 0) this.leave(before);
    }
    for (const edge of starting) this.enter(edge);
  }

  private enter(edge: number): void {
    this.order.add(edge);
    this.test(edge, this.order.lower(edge));
    this.test(edge, this.order.higher(edge));
  }

  private leave(edge: number): void {
    const lower = this.order.lower(edge);
    const higher = this.order.higher(edge);
    this.order.remove(edge);
    this.test(lower, higher);
  }

  private test(p: number, q: number): void {
    if (p < 0 || q < 0 || !this.edges.cross(p, q, this.touch)) return;
    const a = this.edges.owner[p]!;
    const b = this.edges.owner[q]!;
    if (a === b) this.selfCrossing.add(a);
    else this.crossing.add(Math.min(a, b) * this.rings.length + Math.max(a, b));
  }

  private get anyCross(): boolean {
    return this.crossing.size + this.selfCrossing.size > 0;
  }

  /** Where edges cross, their order is lost and crossings further on are missed: now all are tested that may meet. */
  private testAll(): void {
    const { edges } = this;
    const all = Int32Array.from({ length: edges.count }, (_, edge) => edge);
    let active: number[] = [];
    let looks = 0;
    for (const edge of sortedBy(all, (i) => edges.leftX(i))) {
      const [low, high] = edges.heightsOf(edge);
      looks += active.length;
      if (looks > MOST.looks || this.crossing.size > MOST.crossings) return;
      active = active.filter((other) => edges.rightX(other) >= edges.leftX(edge));
      for (const other of active) {
        const [otherLow, otherHigh] = edges.heightsOf(other);
        if (otherLow <= high && otherHigh >= low) this.test(edge, other);
      }
      active.push(edge);
    }
  }

  /** No crossing was found, and nothing of the ring reaches out. Of several crossings only one need be found. */
  private mayHold(holder: number, ring: number): boolean {
    const pair = Math.min(ring, holder) * this.rings.length + Math.max(ring, holder);
    if (this.crossing.has(pair)) return false;
    const { bounds, inner, touch } = this;
    return (
      inner[0]! >= bounds[4 * holder]! - touch &&
      inner[1]! >= bounds[4 * holder + 1]! - touch &&
      inner[2]! <= bounds[4 * holder + 2]! + touch &&
      inner[3]! <= bounds[4 * holder + 3]! + touch
    );
  }

  private resolve(): Pick<Containment, "parents" | "depths"> {
    const parents = this.parentsByLinks();
    if (this.rings.length > 1 && this.anyCross) {
      correctHolders(this.rings, parents, this.selfCrossing, (holder, ring) => {
        writeBounds(this.rings[ring]!, this.inner, 0);
        return this.mayHold(holder, ring);
      });
    }
    return { parents, depths: depthsOf(parents) };
  }

  /** Held by the linked ring, or beside it and held by the same ring as it is. */
  private parentsByLinks(): Int32Array {
    const { links, held } = this;
    const count = links.length;
    const parents = new Int32Array(count).fill(-1);
    const state = new Uint8Array(count);
    const path = new Int32Array(count);
    for (let start = 0; start < count; start++) {
      let length = 0;
      for (let ring = start; ring >= 0 && state[ring] === NEW; ring = links[ring]!) {
        state[ring] = OPEN;
        path[length++] = ring;
      }
      while (length > 0) {
        const ring = path[--length]!;
        const link = links[ring]!;
        state[ring] = DONE;
        // Only rings that cross can hold each other in a circle; it is opened where it was entered.
        if (link < 0 || state[link] === OPEN) continue;
        let parent = held[ring] === 1 ? link : parents[link]!;
        if (parent >= 0) writeBounds(this.rings[ring]!, this.inner, 0);
        // What a ring crosses does not hold it, but what holds that may.
        while (parent >= 0 && !this.mayHold(parent, ring)) parent = parents[parent]!;
        parents[ring] = parent;
      }
    }
    return parents;
  }
}

/** How many rings hold each ring. */
function depthsOf(parents: Int32Array): Int32Array {
  const depths = new Int32Array(parents.length).fill(-1);
  const path: number[] = [];
  for (let start = 0; start < parents.length; start++) {
    for (let ring = start; ring >= 0 && depths[ring]! < 0; ring = parents[ring]!) path.push(ring);
    for (let ring = path.pop(); ring !== undefined; ring = path.pop())
      depths[ring] = parents[ring]! < 0 ? 0 : depths[parents[ring]!]! + 1;
  }
  return depths;
}

const NEW = 0;
const OPEN = 1;
const DONE = 2;
