/** How do edges lie around the junctions of a net, which go around its outside, and which rings are in it? */
import { curveAt, curveLength } from "../curves/curves.ts";
import { pathArea } from "../curves/outline.ts";
import type { CurveTable } from "../curves/table.ts";
import { fanOut, originOf } from "./fan.ts";
import { concatenate, degreesOf, type Edge, type Ground, rank, roughly } from "./graph.ts";
import type { PointGrid } from "./grid.ts";
import type { NodeMarks } from "./nodemarks.ts";

/** Edges between junctions with their order around each node. Half-edge 2i leaves node a of edge i, 2i + 1 leaves b. */
export class Net {
  private readonly edges: Edge[];
  private readonly nodes: PointGrid;
  private readonly marks: NodeMarks;
  private readonly table: CurveTable;
  private readonly measures: EdgeMeasures;
  /** Next half-edge around the same node, counter-clockwise and clockwise; gone ones are bridged over. */
  private readonly ccw: Int32Array;
  private readonly cw: Int32Array;
  /** Half-edges leaving each node, counter-clockwise. */
  private readonly around: Map<number, number[]>;

  constructor(edges: Edge[], ground: Ground, measures: EdgeMeasures) {
    this.edges = edges;
    this.nodes = ground.nodes;
    this.marks = ground.marks;
    this.table = ground.table;
    this.measures = measures;
    this.ccw = new Int32Array(2 * edges.length);
    this.cw = new Int32Array(2 * edges.length);
    this.around = fanOut(edges, ground);
    for (const halves of this.around.values()) {
      halves.forEach((half, i) => {
        const next = halves[(i + 1) % halves.length]!;
        this.ccw[half] = next;
        this.cw[next] = half;
      });
    }
  }

  /** Edges to take out as open paths so that the rest comes nearer to rings; empty when all junctions are even. */
  oddChords(): Set<number> {
    const degrees = degreesOf(this.edges, this.marks);
    const odd = (node: number) => degrees.get(node) % 2 === 1;
    const out = new Set<number>();
    if (!this.edges.some(({ a, b }) => odd(a) || odd(b))) return out;
    const visits = this.outlineVisits();
    const bridges = this.bridges();
    const take = (i: number) => {
      out.add(i);
      const { a, b } = this.edges[i]!;
      degrees.set(a, degrees.get(a) - 1);
      degrees.set(b, degrees.get(b) - 1);
    };
    this.edges.forEach((_, i) => {
      if (bridges[i] === 1) take(i);
    });
    const lengths = this.edges.map((edge) => this.measures.lengthOf(edge));
    // The outline passes a chord on no side, or on both where the chord crosses it without a node.
    const chords = this.edges.map((_, i) => i).filter((i) => visits[i] !== 1 && bridges[i] === 0);
    const places = this.edges.map(({ curves }) =>
      rank(...curveAt(this.table.get(curves[curves.length >> 1]!), 0.5)),
    );
    chords.sort((p, q) => roughly(lengths[p]!) - roughly(lengths[q]!) || places[p]! - places[q]!);
    for (const i of chords) if (odd(this.edges[i]!.a) && odd(this.edges[i]!.b)) take(i);
    if (out.size > 0) return out;
    for (const i of chords) if (odd(this.edges[i]!.a) || odd(this.edges[i]!.b)) take(i);
    if (out.size === 0) this.edges.forEach(({ a, b }, i) => void ((odd(a) || odd(b)) && out.add(i)));
    return out;
  }

  /** Rings that use every edge once; all junctions are even. */
  innerRings(): Edge[] {
    const rings: Edge[] = [];
    const alive = new Uint8Array(this.edges.length).fill(1);
    const facing = this.facingInside();
    const nodes = this.nodesFromLeft();
    // Where edges cross without a node, some face neither side.
    for (const mustFace of [1, 0]) {
      for (const node of nodes) {
        for (const half of this.around.get(node)!)
          if (alive[half >> 1] === 1 && facing[half]! >= mustFace) this.walkInside(half, alive, rings);
      }
    }
    return rings;
  }

  /**
   * 1 for half-edges that have the inside of a ring to their left. Those of the outline have, and around an even node
   * every other one has.
   */
  private facingInside(): Uint8Array {
    const facing = new Uint8Array(2 * this.edges.length);
    const known = Array.from(this.outlines(), ([half]) => half!);
    const done = new Set<number>();
    // An array also visits what is added on the way.
    for (const half of known) {
      const node = this.origin(half);
      if (done.has(node)) continue;
      done.add(node);
      for (let other = half, faces = 1; ; faces = 1 - faces) {
        facing[other] = faces;
        known.push(faces === 1 ? this.ccw[other ^ 1]! : other ^ 1);
        other = this.ccw[other]!;
        if (other === half) break;
      }
    }
    return facing;
  }

  /** Walks with the innermost ring to the left until it is back, and splits off what closes on the way. */
  private walkInside(first: number, alive: Uint8Array, rings: Edge[]): void {
    const path: number[] = [];
    const passed = new Map([[this.origin(first), 0]]);
    let half = first;
    do {
      alive[half >> 1] = 0;
      path.push(half);
      const back = half ^ 1;
      const next = this.cw[back]!;
      this.remove(half);
      this.remove(back);
      const since = passed.get(this.target(half));
      if (since === undefined) passed.set(this.target(half), path.length);
      else {
        const ring = path.splice(since);
        for (const step of ring.slice(1)) passed.delete(this.origin(step));
        rings.push(concatenate(ring.map((step) => this.step(step))));
      }
      half = next;
    } while (path.length > 0);
  }

  /** How often the walk around the outside of each connected net passes each edge. */
  private outlineVisits(): Uint8Array {
    const visits = new Uint8Array(this.edges.length);
    for (const outline of this.outlines()) for (const half of outline) visits[half >> 1]!++;
    return visits;
  }

  /** Of each connected net. */
  private *outlines(): Generator<number[]> {
    const seen = new Set<number>();
    const walked = new Uint8Array(2 * this.edges.length);
    for (const node of this.around.keys())
      if (!seen.has(node)) yield this.outline(this.component(node, seen), walked);
  }

  /**
   * The walk around a connected net: of those around its faces the one that turns the other way, and thus the only one
   * with a positive area. No node is sure to lie on it, not even the leftmost: edges bend further out than their ends.
   */
  private outline(nodes: number[], walked: Uint8Array): number[] {
    let outline: number[] = [];
    let most = Number.NEGATIVE_INFINITY;
    for (const node of nodes) {
      for (const first of this.around.get(node)!) {
        if (walked[first] === 1) continue;
        const walk: number[] = [];
        let area = 0;
        let half = first;
        do {
          walked[half] = 1;
          walk.push(half);
          area += this.areaAlong(half, nodes[0]!);
          half = this.ccw[half ^ 1]!;
        } while (half !== first);
        if (area > most) [outline, most] = [walk, area];
      }
    }
    return outline;
  }

  /** Edges without which a net would fall apart: no later edge leads back around them (Tarjan 1974). */
  private bridges(): Uint8Array {
    const bridges = new Uint8Array(this.edges.length);
    const reached = new Map<number, number>();
    const earliest = new Map<number, number>();
    for (const root of this.around.keys()) {
      if (reached.has(root)) continue;
      const path = [{ node: root, via: -1, next: 0 }];
      for (let top = path[0]; top; top = path.at(-1)) {
        const { node, via } = top;
        if (!reached.has(node)) {
          earliest.set(node, reached.size);
          reached.set(node, reached.size);
        }
        const half = this.around.get(node)![top.next++];
        if (half === undefined) {
          path.pop();
          if (via < 0) continue;
          const before = this.origin(via);
          earliest.set(before, Math.min(earliest.get(before)!, earliest.get(node)!));
          if (earliest.get(node) === reached.get(node)) bridges[via >> 1] = 1;
        } else if (half !== (via ^ 1)) {
          const other = this.target(half);
          const known = reached.get(other);
          if (known === undefined) path.push({ node: other, via: half, next: 0 });
          else earliest.set(node, Math.min(earliest.get(node)!, known));
        }
      }
    }
    return bridges;
  }

  /** What a half-edge adds to the area of a walk, seen from a node. */
  private areaAlong(half: number, node: number): number {
    const { xs, ys } = this.nodes;
    const edge = this.edges[half >> 1]!;
    const [ox, oy] = [xs[node]!, ys[node]!];
    const chord = ((xs[edge.a]! - ox) * (ys[edge.b]! - oy) - (xs[edge.b]! - ox) * (ys[edge.a]! - oy)) / 2;
    const area = chord + this.measures.areaBeside(edge);
    return half % 2 === 0 ? area : -area;
  }

  /** All nodes that are connected with one; they are added to those seen. */
  private component(start: number, seen: Set<number>): number[] {
    const found = [start];
    seen.add(start);
    // An array also visits what is added on the way.
    for (const node of found) {
      for (const half of this.around.get(node)!) {
        const next = this.target(half);
        if (seen.has(next)) continue;
        seen.add(next);
        found.push(next);
      }
    }
    return found;
  }

  private nodesFromLeft(): number[] {
    const { xs, ys } = this.nodes;
    const places = new Map([...this.around.keys()].map((node) => [node, rank(xs[node]!, ys[node]!)]));
    return [...places.keys()].sort((p, q) => places.get(p)! - places.get(q)!);
  }

  private remove(half: number): void {
    const before = this.cw[half]!;
    const after = this.ccw[half]!;
    this.ccw[before] = after;
    this.cw[after] = before;
  }

  private step(half: number): { edge: Edge; forward: boolean } {
    return { edge: this.edges[half >> 1]!, forward: (half & 1) === 0 };
  }

  private origin(half: number): number {
    return originOf(this.edges, half);
  }

  private target(half: number): number {
    return originOf(this.edges, half ^ 1);
  }
}

/** Lengths and areas of edges, which the rounds ask for again and again. */
export class EdgeMeasures {
  private readonly table: CurveTable;
  private readonly lengths = new Map<Edge, number>();
  private readonly areas = new Map<Edge, number>();

  constructor(table: CurveTable) {
    this.table = table;
  }

  lengthOf(edge: Edge): number {
    let length = this.lengths.get(edge);
    if (length === undefined) {
      length = edge.curves.reduce((sum, id) => sum + curveLength(this.table.get(id)), 0);
      this.lengths.set(edge, length);
    }
    return length;
  }

  /** Between the edge and its chord, positive where it runs counter-clockwise around it. */
  areaBeside(edge: Edge): number {
    let area = this.areas.get(edge);
    if (area === undefined) {
      area = pathArea(this.table.run(edge.curves));
      this.areas.set(edge, area);
    }
    return area;
  }
}
