/**
 * How much material do rings enclose that cross themselves or each other?
 *
 * Between two neighbouring places where a ring has a corner or rings cross, what upright lines meet of the material
 * grows evenly, so that the line amid them tells its mean. Nothing is asked but heights on such lines: there is no shape
 * of a ring that this could run aground on. A scribble of ten megabytes crosses itself billions of times; where it would
 * take too many heights, lines at even distances must do: nobody wants a scribble's area to the last digit.
 */
import type { FlatRing } from "../curves/flatring.ts";

/** Heights taken for one part, for all parts of a drawing, and for each part even when those are used up. */
const MOST = { part: 5_000_000, drawing: 25_000_000, least: 50_000 };
/** Lines that an estimate takes, whatever they cost, and those that it leaves it at. */
const LINES = { least: 16, most: 1000 };

export interface EvenOddArea {
  area: number;
  /** Only some lines were looked at. */
  estimated: boolean;
}

/** Measures the parts of one drawing. */
export class EvenOddMeter {
  private readonly most: typeof MOST;
  private left: number;

  constructor(most = MOST) {
    this.most = most;
    this.left = most.drawing;
  }

  /** What the exterior encloses by the even-odd rule and no hole does. Rings come closed. */
  measure(exterior: FlatRing, holes: readonly FlatRing[] = []): EvenOddArea {
    const most = Math.max(this.most.least, Math.min(this.most.part, this.left));
    const lines = new UprightLines([exterior, ...holes]);
    const exact = lines.measure(most);
    const area = exact ?? lines.estimate(most);
    this.left -= lines.heights;
    return { area, estimated: exact === null };
  }
}

/** Upright lines that pass over rings from left to right. */
class UprightLines {
  /** How many have been taken. */
  heights = 0;
  /** x and y of the left end and of the right end of each edge that is not upright, and the ring that it is of. */
  private readonly edges: Float64Array;
  private readonly owners: Int32Array;
  /** Edges by rising left end, and x of all corners. */
  private readonly starts: Int32Array;
  private readonly places: Float64Array;
  /** Edges that the line meets, and how many have started so far. */
  private active: number[] = [];
  private started = 0;
  /** Heights of edges on the line, and where the next corner is. */
  private readonly here: Float64Array;
  private readonly there: Float64Array;
  /** 1 for rings that the line is inside of. */
  private readonly inside: Uint8Array;

  constructor(rings: readonly FlatRing[]) {
    const corners = rings.reduce((sum, ring) => sum + ring.length / 2 - 1, 0);
    this.edges = new Float64Array(4 * corners);
    this.owners = new Int32Array(corners);
    this.places = new Float64Array(corners);
    let [edge, corner] = [0, 0];
    for (const [owner, ring] of rings.entries()) {
      for (let at = 0; at + 3 < ring.length; at += 2) {
        this.places[corner++] = ring[at]!;
        if (ring[at] === ring[at + 2]) continue;
        const turn = ring[at]! < ring[at + 2]! ? 0 : 2;
        for (let i = 0; i < 4; i++) this.edges[4 * edge + i] = ring[at + ((i + turn) % 4)]!;
        this.owners[edge++] = owner;
      }
    }
    this.places.sort();
    const { edges } = this;
    this.starts = Int32Array.from({ length: edge }, (_, i) => i).sort(
      (p, q) => edges[4 * p]! - edges[4 * q]!,
    );
    this.here = new Float64Array(edge);
    this.there = new Float64Array(edge);
    this.inside = new Uint8Array(rings.length);
  }

  /** Null where that takes too many heights. */
  measure(most: number): number | null {
    let area = 0;
    for (let i = 0; i + 1 < this.places.length; i++) {
      const [left, right] = [this.places[i]!, this.places[i + 1]!];
      if (left === right) continue;
      this.moveTo(left);
      const stops = this.crossings(left, right, most);
      stops.push(right);
      if (this.heights + stops.length * this.active.length > most) return null;
      let from = left;
      for (const to of stops) {
        area += (to - from) * this.materialAt((from + to) / 2);
        from = to;
      }
    }
    return area;
  }

  /** By lines at even distances. */
  estimate(most: number): number {
    this.active = [];
    this.started = 0;
    const left = this.places[0]!;
    const width = this.places.at(-1)! - left;
    let travelled = 0;
    for (let at = 0; at < 4 * this.starts.length; at += 4) travelled += this.edges[at + 2]! - this.edges[at]!;
    const count = Math.max(LINES.least, Math.min(LINES.most, Math.floor((most * width) / travelled)));
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const x = left + (width * (i + 0.5)) / count;
      this.moveTo(x);
      sum += this.materialAt(x);
    }
    return (width * sum) / count;
  }

  /** To the right only. */
  private moveTo(x: number): void {
    const { edges, starts } = this;
    this.active = this.active.filter((edge) => edges[4 * edge + 2]! > x);
    for (; this.started < starts.length; this.started++) {
      const edge = starts[this.started]!;
      if (edges[4 * edge]! > x) break;
      if (edges[4 * edge + 2]! > x) this.active.push(edge);
    }
  }

  private materialAt(x: number): number {
    const { active, here, inside, owners } = this;
    this.takeHeights(x, here);
    active.sort((p, q) => here[p]! - here[q]!);
    let material = 0;
    let holes = 0;
    let from = 0;
    for (const edge of active) {
      const height = here[edge]!;
      if (inside[0] === 1 && holes === 0) material += height - from;
      from = height;
      const owner = owners[edge]!;
      inside[owner] = 1 - inside[owner]!;
      if (owner > 0) holes += 2 * inside[owner]! - 1;
    }
    return material;
  }

  /**
   * Where edges change places on the way, by rising x: putting them in order anew passes each such pair once. Given up
   * once there are too many to take heights at.
   */
  private crossings(left: number, right: number, most: number): number[] {
    const { active, here, there } = this;
    this.takeHeights(left, here);
    this.takeHeights(right, there);
    const order = Int32Array.from(active).sort((p, q) => here[p]! - here[q]! || there[p]! - there[q]!);
    const places: number[] = [];
    for (let i = 1; i < order.length && this.heights + places.length * order.length <= most; i++) {
      const edge = order[i]!;
      let at = i;
      for (; at > 0 && there[order[at - 1]!]! > there[edge]!; at--) {
        const other = order[at - 1]!;
        const apart = here[edge]! - here[other]!;
        places.push(left + ((right - left) * apart) / (apart + there[other]! - there[edge]!));
        order[at] = other;
      }
      order[at] = edge;
    }
    return places.sort((p, q) => p - q);
  }

  /** Of the edges that the line meets. */
  private takeHeights(x: number, heights: Float64Array): void {
    const { edges, active } = this;
    this.heights += active.length;
    for (const edge of active) {
      const at = 4 * edge;
      const share = (x - edges[at]!) / (edges[at + 2]! - edges[at]!);
      heights[edge] = edges[at + 1]! + share * (edges[at + 3]! - edges[at + 1]!);
    }
  }
}
