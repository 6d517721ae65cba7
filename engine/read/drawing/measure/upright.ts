/** Which edges of rings does an upright line meet that passes over them from left to right, and how high? */
import type { FlatRing } from "../curves/flat-ring.ts";

/** Rings come closed. */
export class UprightLine {
  /** The ring that each edge is of. */
  readonly owners: Int32Array;
  /** Rising x of all corners. */
  readonly places: Float64Array;
  /** Edges that the line meets. */
  met: number[] = [];
  /** x and y of the left end and of the right end of each edge that is not upright. */
  private readonly edges: Float64Array;
  /** Edges by rising left end, and how many of them have started so far. */
  private readonly starts: Int32Array;
  private started = 0;

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
  }

  get edgeCount(): number {
    return this.starts.length;
  }

  /** To the right. */
  moveTo(x: number): void {
    const { edges, starts } = this;
    this.met = this.met.filter((edge) => edges[4 * edge + 2]! > x);
    for (; this.started < starts.length; this.started++) {
      const edge = starts[this.started]!;
      if (edges[4 * edge]! > x) break;
      if (edges[4 * edge + 2]! > x) this.met.push(edge);
    }
  }

  heightOf(edge: number, x: number): number {
    const { edges } = this;
    const at = 4 * edge;
    const share = (x - edges[at]!) / (edges[at + 2]! - edges[at]!);
    return edges[at + 1]! + share * (edges[at + 3]! - edges[at + 1]!);
  }
}
