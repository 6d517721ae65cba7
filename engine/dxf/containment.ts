/**
 * Which ring lies in which, and which of them cross?
 *
 * A line sweeps over all edges from left to right and keeps those it touches by height. At the leftmost point of a
 * ring the edge right below belongs to the ring that holds it, or to one that lies beside it in the same ring: one
 * look-up per ring, n log n in all, however deep the nesting. Edges that become neighbours are tested for crossing
 * (Shamos and Hoey), which finds a crossing wherever there is one, though not every single one.
 */
import type { Point, Ring } from "../contract/geometry.ts";
import { signedArea } from "../geometry/ring.ts";
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

/** Rings come closed. Crossings shallower than `depth` (mm) are rounding or a touch. */
export function findContainment(rings: Ring[], depth: number): Containment {
  return new Sweep(rings, depth).run();
}

class Sweep {
  private readonly rings: Ring[];
  private readonly depth: number;
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
  /** An edge that starts at the leftmost point of each ring, the lowest of those points. */
  private readonly leftmost: Int32Array;
  private readonly order: HeightOrder;
  private readonly selfCrossing = new Set<number>();
  private readonly crossing = new Set<number>();

  constructor(rings: Ring[], depth: number) {
    this.rings = rings;
    this.depth = depth;
    const total = rings.reduce((sum, ring) => sum + ring.length, 0);
    this.owner = new Int32Array(total);
    this.x0 = new Float64Array(total);
    this.y0 = new Float64Array(total);
    this.x1 = new Float64Array(total);
    this.y1 = new Float64Array(total);
    this.rightward = new Uint8Array(total);
    this.areas = Float64Array.from(rings, (ring) => signedArea(ring));
    this.leftmost = new Int32Array(rings.length).fill(-1);
    this.count = this.collectEdges();
    this.order = new HeightOrder(this.count, (p, q) => this.below(p, q));
  }

  run(): Containment {
    const { rings, x0, x1 } = this;
    const edges = Array.from({ length: this.count }, (_, i) => i);
    const starts = Uint32Array.from(edges).sort((p, q) => x0[p]! - x0[q]! || p - q);
    const ends = Uint32Array.from(edges).sort((p, q) => x1[p]! - x1[q]! || p - q);
    const queries = rings.map((_, i) => i).filter((i) => this.leftmost[i]! >= 0);
    queries.sort((p, q) => x0[this.leftmost[p]!]! - x0[this.leftmost[q]!]! || p - q);
    const links = new Int32Array(rings.length).fill(-1);
    const inside = new Uint8Array(rings.length);
    let ended = 0;
    let asked = 0;
    for (let started = 0; started < starts.length; ) {
      const x = x0[starts[started]!]!;
      while (ended < ends.length && x1[ends[ended]!]! <= x) this.leave(ends[ended++]!);
      while (started < starts.length && x0[starts[started]!] === x) this.enter(starts[started++]!);
      while (asked < queries.length && x0[this.leftmost[queries[asked]!]!] === x) {
        const ring = queries[asked++]!;
        const edge = this.edgeBelow(ring);
        if (edge < 0) continue;
        links[ring] = this.owner[edge]!;
        inside[ring] = this.interiorAbove(edge) ? 1 : 0;
      }
    }
    return { ...this.resolve(links, inside), selfCrossing: this.selfCrossing, crossing: this.crossing };
  }

  private collectEdges(): number {
    let edge = 0;
    this.rings.forEach((ring, owner) => {
      let best = -1;
      for (let i = 0; i + 1 < ring.length; i++) {
        const [ax, ay] = turned(ring[i]!);
        const [bx, by] = turned(ring[i + 1]!);
        if (ax === bx) continue;
        const rightward = ax < bx;
        this.owner[edge] = owner;
        this.x0[edge] = rightward ? ax : bx;
        this.y0[edge] = rightward ? ay : by;
        this.x1[edge] = rightward ? bx : ax;
        this.y1[edge] = rightward ? by : ay;
        this.rightward[edge] = rightward ? 1 : 0;
        const further = best < 0 ? -1 : this.x0[edge]! - this.x0[best]! || this.y0[edge]! - this.y0[best]!;
        if (further < 0) best = edge;
        edge++;
      }
      this.leftmost[owner] = best;
    });
    return edge;
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

  /** The first edge of another ring below the leftmost point of a ring, or -1. */
  private edgeBelow(ring: number): number {
    let edge = this.leftmost[ring]!;
    while (edge >= 0 && this.owner[edge] === ring) edge = this.order.lower(edge);
    return edge;
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

  /** Whether both edges pass through each other by more than the depth. */
  private cross(p: number, q: number): boolean {
    return this.straddles(p, q) && this.straddles(q, p);
  }

  private straddles(p: number, q: number): boolean {
    const dx = this.x1[p]! - this.x0[p]!;
    const dy = this.y1[p]! - this.y0[p]!;
    const length = Math.hypot(dx, dy);
    const from = (dx * (this.y0[q]! - this.y0[p]!) - dy * (this.x0[q]! - this.x0[p]!)) / length;
    const to = (dx * (this.y1[q]! - this.y0[p]!) - dy * (this.x1[q]! - this.x0[p]!)) / length;
    return (from > this.depth && to < -this.depth) || (from < -this.depth && to > this.depth);
  }

  /** Parents from links: held by the linked ring, or beside it and held by the same ring as it is. */
  private resolve(links: Int32Array, inside: Uint8Array): Pick<Containment, "parents" | "depths"> {
    const count = links.length;
    const parents = new Int32Array(count).fill(-1);
    const depths = new Int32Array(count);
    const order = Array.from({ length: count }, (_, i) => i);
    // A link points to a ring that reaches further left, so from left to right every link is resolved before use.
    const left = (ring: number) => {
      const edge = this.leftmost[ring]!;
      return edge < 0 ? Number.POSITIVE_INFINITY : this.x0[edge]!;
    };
    const low = (ring: number) => this.y0[this.leftmost[ring]!] ?? 0;
    order.sort((p, q) => (left(p) < left(q) ? -1 : left(p) > left(q) ? 1 : low(p) - low(q) || p - q));
    for (const ring of order) {
      const link = links[ring]!;
      if (link < 0) continue;
      const pair = Math.min(ring, link) * count + Math.max(ring, link);
      const held = inside[ring] === 1 && !this.crossing.has(pair);
      parents[ring] = held ? link : parents[link]!;
      depths[ring] = held ? depths[link]! + 1 : depths[link]!;
    }
    return { parents, depths };
  }
}

function turned([x, y]: Point): Point {
  return [x * COS + y * SIN, y * COS - x * SIN];
}
