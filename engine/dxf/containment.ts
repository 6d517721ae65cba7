/**
 * Which ring lies in which, and which of them cross?
 *
 * A line sweeps over all edges from left to right and keeps those it touches by height. The edge right below a ring
 * belongs to the ring that holds it, or to one that lies beside it in the same ring: one look-up per ring, n log n in
 * all, however deep the nesting. It is made amid the ring, not at a corner: rings like to touch at corners, and a corner
 * on a circle stands out of the circle's chords. Edges that become neighbours are tested for crossing (Shamos and Hoey),
 * which finds a crossing wherever there is one, though not every single one.
 */
import type { Bounds, Point } from "../contract/geometry.ts";
import { type FlatRing, flatArea, flatBounds } from "./flatring.ts";
import { centerOf, findLeaves } from "./leaves.ts";
import { HeightOrder } from "./order.ts";

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

/**
 * Drawings are full of upright edges, which a sweep from left to right cannot order; turned by an angle that no drawing
 * uses they are like all others.
 */
const COS = Math.cos(0.6180339887);
const SIN = Math.sin(0.6180339887);

/** Rings come closed. Where they reach less than `touch` (mm) into each other they merely touch. */
export function findContainment(rings: readonly FlatRing[], touch: number): Containment {
  return new Sweep(rings, findLeaves(rings), touch).run();
}

/** Share of a ring's width at which it asks what is below it: no place where drawings like to have a corner. */
const AMID = 0.43716;
/** Edges that a ring looks at below itself; more than this happens only in drawings made to take time. */
const PATIENCE = 1000;

/** Where rings ask what is below them: on one of their edges, or in the middle where they hold and cross nothing. */
interface Probes {
  rings: Int32Array;
  /** -1 in the middle. */
  edges: Int32Array;
  xs: Float64Array;
  /** Heights of those in the middle. */
  ys: Float64Array;
  count: number;
}

class Sweep {
  private readonly rings: readonly FlatRing[];
  /** 1 for rings that hold and cross nothing: their edges are left out, and they ask as points. */
  private readonly leaves: Uint8Array;
  private readonly touch: number;
  /** Edges by number: ring, and its ends from left to right. */
  private readonly owner: Int32Array;
  private readonly x0: Float64Array;
  private readonly y0: Float64Array;
  private readonly x1: Float64Array;
  private readonly y1: Float64Array;
  /** Whether the ring runs along the edge from left to right. */
  private readonly rightward: Uint8Array;
  private readonly count: number;
  /** Signed areas: positive rings are counter-clockwise, zero has no inside. */
  private readonly areas: Float64Array;
  private readonly bounds: Bounds[];
  /** First edge of each ring, and one more at the end; edges follow each other along their ring. */
  private readonly firsts: Int32Array;
  /** An edge that starts at the leftmost point of each ring, or -1. */
  private readonly leftmost: Int32Array;
  private readonly order: HeightOrder;
  private readonly selfCrossing = new Set<number>();
  private readonly crossing = new Set<number>();

  constructor(rings: readonly FlatRing[], leaves: Uint8Array, touch: number) {
    this.rings = rings;
    this.leaves = leaves;
    this.touch = touch;
    const total = rings.reduce((sum, ring, i) => sum + (leaves[i] === 1 ? 0 : ring.length / 2), 0);
    this.owner = new Int32Array(total);
    this.x0 = new Float64Array(total);
    this.y0 = new Float64Array(total);
    this.x1 = new Float64Array(total);
    this.y1 = new Float64Array(total);
    this.rightward = new Uint8Array(total);
    this.areas = Float64Array.from(rings, (ring, i) => (leaves[i] === 1 ? 0 : flatArea(ring)));
    this.bounds = rings.map(flatBounds);
    this.firsts = new Int32Array(rings.length + 1);
    this.leftmost = new Int32Array(rings.length).fill(-1);
    this.count = this.collectEdges();
    this.order = new HeightOrder(this.count, (p, q) => this.below(p, q));
  }

  run(): Containment {
    const { x0, x1, count } = this;
    const starts = sortedBy(x0.subarray(0, count));
    const ends = sortedBy(x1.subarray(0, count));
    const probes = this.probes();
    const asking = sortedBy(probes.xs.subarray(0, probes.count));
    const links = new Int32Array(this.rings.length).fill(-1);
    const held = new Uint8Array(this.rings.length);
    let ended = 0;
    let asked = 0;
    const endUntil = (x: number) => {
      while (ended < count && x1[ends[ended]!]! <= x) this.leave(ends[ended++]!);
    };
    const askBefore = (x: number) => {
      for (; asked < asking.length && probes.xs[asking[asked]!]! < x; asked++) {
        endUntil(probes.xs[asking[asked]!]!);
        this.ask(probes, asking[asked]!, links, held);
      }
    };
    for (const edge of starts) {
      askBefore(x0[edge]!);
      endUntil(x0[edge]!);
      this.enter(edge);
    }
    askBefore(Number.POSITIVE_INFINITY);
    return { ...this.resolve(links, held), selfCrossing: this.selfCrossing, crossing: this.crossing };
  }

  private collectEdges(): number {
    let edge = 0;
    this.rings.forEach((ring, owner) => {
      this.firsts[owner] = edge;
      if (this.leaves[owner] === 1) return;
      for (let at = 0; at + 3 < ring.length; at += 2) {
        const [ax, ay] = turned([ring[at]!, ring[at + 1]!]);
        const [bx, by] = turned([ring[at + 2]!, ring[at + 3]!]);
        if (ax === bx) continue;
        const rightward = ax < bx;
        this.owner[edge] = owner;
        this.x0[edge] = rightward ? ax : bx;
        this.y0[edge] = rightward ? ay : by;
        this.x1[edge] = rightward ? bx : ax;
        this.y1[edge] = rightward ? by : ay;
        this.rightward[edge] = rightward ? 1 : 0;
        const best = this.leftmost[owner]!;
        if (best < 0 || this.startsBefore(edge, best)) this.leftmost[owner] = edge;
        edge++;
      }
    });
    this.firsts[this.rings.length] = edge;
    return edge;
  }

  /** Further left; of the same distance, lower. */
  private startsBefore(p: number, q: number): boolean {
    return (this.x0[p]! - this.x0[q]! || this.y0[p]! - this.y0[q]!) < 0;
  }

  /** In the order of the rings; some of those without width do not ask. */
  private probes(): Probes {
    const size = this.rings.length;
    const probes = {
      rings: new Int32Array(size),
      edges: new Int32Array(size),
      xs: new Float64Array(size),
      ys: new Float64Array(size),
      count: 0,
    };
    const add = (ring: number, edge: number, x: number, y: number) => {
      const at = probes.count++;
      probes.rings[at] = ring;
      probes.edges[at] = edge;
      probes.xs[at] = x;
      probes.ys[at] = y;
    };
    this.rings.forEach((points, ring) => {
      if (this.leaves[ring] === 1) add(ring, -1, ...turned(centerOf(points)));
      else if (this.leftmost[ring]! >= 0) {
        const [edge, x] = this.lowestAmid(ring);
        if (edge >= 0) add(ring, edge, x, 0);
      }
    });
    return probes;
  }

  /** The lowest edge of a ring at a place amid its width. */
  private lowestAmid(ring: number): [edge: number, x: number] {
    const [first, end] = [this.firsts[ring]!, this.firsts[ring + 1]!];
    const left = this.x0[this.leftmost[ring]!]!;
    let right = this.x1[first]!;
    for (let edge = first; edge < end; edge++) right = Math.max(right, this.x1[edge]!);
    const x = left + AMID * (right - left);
    let lowest = -1;
    for (let edge = first; edge < end; edge++) {
      if (this.x0[edge]! > x || this.x1[edge]! <= x) continue;
      if (lowest < 0 || this.heightAt(edge, x) < this.heightAt(lowest, x)) lowest = edge;
    }
    return [lowest, x];
  }

  private ask(probes: Probes, at: number, links: Int32Array, held: Uint8Array): void {
    const ring = probes.rings[at]!;
    const edge = probes.edges[at]!;
    if (edge >= 0) this.askFromEdge(ring, edge, links, held);
    else this.askFromPoint(ring, probes.xs[at]!, probes.ys[at]!, links, held);
  }

  /** Nothing is linked to a leaf, so that it may be linked to whatever is below it. */
  private askFromPoint(ring: number, x: number, y: number, links: Int32Array, held: Uint8Array): void {
    const below = this.order.under((edge) => y > this.heightAt(edge, x));
    if (below < 0) return;
    links[ring] = this.owner[below]!;
    held[ring] = this.interiorAbove(below) ? 1 : 0;
  }

  /**
   * Links a ring to the one that holds it, or else to one beside it. The latter must reach further left, so that rings
   * which lie in each other's bays do not end up linked in a circle.
   */
  private askFromEdge(ring: number, edge: number, links: Int32Array, held: Uint8Array): void {
    const beside = new Set([ring]);
    let below = edge;
    for (let steps = 0; steps < PATIENCE; steps++) {
      below = this.order.lower(below);
      if (below < 0) return;
      const other = this.owner[below]!;
      if (beside.has(other)) continue;
      beside.add(other);
      const holds = this.interiorAbove(below);
      links[ring] = other;
      held[ring] = holds ? 1 : 0;
      if (holds || this.startsBefore(this.leftmost[other]!, this.leftmost[ring]!)) return;
      links[ring] = -1;
    }
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

  /** Counter-clockwise rings have their inside to the left, which is above edges that run to the right. */
  private interiorAbove(edge: number): boolean {
    const area = this.areas[this.owner[edge]!]!;
    return area !== 0 && area > 0 === (this.rightward[edge] === 1);
  }

  /** Whether an edge that starts now lies below one that is under way. */
  private below(p: number, q: number): boolean {
    const at = this.heightAt(q, this.x0[p]!);
    const difference = this.y0[p]! - at;
    if (Math.abs(difference) > 1e-9 * (1 + Math.abs(at))) return difference < 0;
    // They start together: the one that is lower a little later.
    const x = Math.min(this.x1[p]!, this.x1[q]!);
    const later = this.heightAt(p, x) - this.heightAt(q, x);
    return Math.abs(later) > 1e-9 * (1 + Math.abs(at)) ? later < 0 : this.belowOnTop(p, q);
  }

  /**
   * Of two edges on top of each other, one whose ring lies below it comes before one whose ring lies above (rings side
   * by side); where both lie on the same side, the larger ring holds the smaller one.
   */
  private belowOnTop(p: number, q: number): boolean {
    const [above, otherAbove] = [this.interiorAbove(p), this.interiorAbove(q)];
    if (above !== otherAbove) return !above;
    const larger = Math.abs(this.areas[this.owner[p]!]!) - Math.abs(this.areas[this.owner[q]!]!);
    return larger === 0 ? p < q : larger > 0 === above;
  }

  private heightAt(edge: number, x: number): number {
    const share = (x - this.x0[edge]!) / (this.x1[edge]! - this.x0[edge]!);
    return this.y0[edge]! + share * (this.y1[edge]! - this.y0[edge]!);
  }

  private test(p: number, q: number): void {
    if (p < 0 || q < 0 || !this.cross(p, q)) return;
    const [a, b] = [this.owner[p]!, this.owner[q]!];
    if (a === b) this.selfCrossing.add(a);
    else this.crossing.add(Math.min(a, b) * this.rings.length + Math.max(a, b));
  }

  /** Whether both edges pass through each other by more than a touch. */
  private cross(p: number, q: number): boolean {
    return this.straddles(p, q) && this.straddles(q, p);
  }

  private straddles(p: number, q: number): boolean {
    const dx = this.x1[p]! - this.x0[p]!;
    const dy = this.y1[p]! - this.y0[p]!;
    const length = Math.sqrt(dx * dx + dy * dy);
    const from = (dx * (this.y0[q]! - this.y0[p]!) - dy * (this.x0[q]! - this.x0[p]!)) / length;
    const to = (dx * (this.y1[q]! - this.y0[p]!) - dy * (this.x1[q]! - this.x0[p]!)) / length;
    return (from > this.touch && to < -this.touch) || (from < -this.touch && to > this.touch);
  }

  /** No crossing was found, and nothing of the ring reaches out. Of several crossings only one need be found. */
  private mayHold(holder: number, ring: number): boolean {
    const pair = Math.min(ring, holder) * this.rings.length + Math.max(ring, holder);
    if (this.crossing.has(pair)) return false;
    const [outer, inner] = [this.bounds[holder]!, this.bounds[ring]!];
    return (
      inner.min_x >= outer.min_x - this.touch &&
      inner.min_y >= outer.min_y - this.touch &&
      inner.max_x <= outer.max_x + this.touch &&
      inner.max_y <= outer.max_y + this.touch
    );
  }

  /** Parents from links: held by the linked ring, or beside it and held by the same ring as it is. */
  private resolve(links: Int32Array, held: Uint8Array): Pick<Containment, "parents" | "depths"> {
    const count = links.length;
    const parents = new Int32Array(count).fill(-1);
    const depths = new Int32Array(count);
    const state = new Uint8Array(count);
    for (let start = 0; start < count; start++) {
      const path: number[] = [];
      for (let ring = start; ring >= 0 && state[ring] === NEW; ring = links[ring]!) {
        state[ring] = OPEN;
        path.push(ring);
      }
      for (const ring of path.reverse()) {
        const link = links[ring]!;
        state[ring] = DONE;
        // Only rings that cross can hold each other in a circle; it is opened where it was entered.
        if (link < 0 || state[link] === OPEN) continue;
        let parent = held[ring] === 1 ? link : parents[link]!;
        // What a ring crosses does not hold it, but what holds that may.
        while (parent >= 0 && !this.mayHold(parent, ring)) parent = parents[parent]!;
        parents[ring] = parent;
        depths[ring] = parent < 0 ? 0 : depths[parent]! + 1;
      }
    }
    return { parents, depths };
  }
}

const NEW = 0;
const OPEN = 1;
const DONE = 2;

/**
 * The numbers of the keys by rising key, equal ones as they come: by their bytes, the lowest first. Comparing functions
 * are several times slower.
 */
function sortedBy(keys: Float64Array): Uint32Array {
  const bytes = new Uint8Array(keys.slice().buffer);
  for (let top = 7; top < bytes.length; top += 8) {
    // As whole numbers, doubles rise with their value once the positive ones are marked and the negative ones inverted.
    if (bytes[top]! < 0x80) bytes[top] = bytes[top]! | 0x80;
    else for (let at = top - 7; at <= top; at++) bytes[at] = ~bytes[at]!;
  }
  let order = new Uint32Array(keys.length);
  let sorted = new Uint32Array(keys.length);
  for (let i = 0; i < order.length; i++) order[i] = i;
  for (let byte = 0; byte < 8; byte++) {
    const places = new Uint32Array(257);
    for (let at = byte; at < bytes.length; at += 8) places[bytes[at]! + 1]!++;
    // Signs and exponents are mostly all alike.
    if (places.includes(keys.length)) continue;
    for (let value = 0; value < 256; value++) places[value + 1]! += places[value]!;
    for (let i = 0; i < order.length; i++) sorted[places[bytes[8 * order[i]! + byte]!]!++] = order[i]!;
    [order, sorted] = [sorted, order];
  }
  return order;
}

function turned([x, y]: Point): Point {
  return [x * COS + y * SIN, y * COS - x * SIN];
}
