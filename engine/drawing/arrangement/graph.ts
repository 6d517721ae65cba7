/**
 * What graph do the curves make? Nodes are ends and meeting places, edges the pieces of curves between them; of pieces
 * that lie on each other one is an edge and the others are its copies. Ends that lie within the joining tolerance of
 * another end, or of a curve, are bridged by an edge without a curve. A closed contour that meets nothing is a ring: one
 * edge for all of its curves, from a node of its own back to it.
 */

import { PointGrid } from "../basis/grid.ts";
import type { CurveIndex } from "../contacts/contacts.ts";
import { chordsOf, nearestOn, pieceOf } from "../contacts/pieces.ts";
import type { Contours } from "../curves/contours.ts";
import { type Curve, curveAt, curveLength } from "../curves/curves.ts";
import { drawnLength, pathArea } from "../curves/outline.ts";
import { type LooseEnd, matchEnds, neighbours } from "./gaps.ts";

export interface GraphOptions {
  weld: number;
  join: number;
}

/** A gap that was closed. */
export interface Joint {
  x: number;
  y: number;
  width: number;
}

interface NewEdge {
  curve: number;
  from: number;
  to: number;
  a: number;
  b: number;
  length: number;
  bent: boolean;
}

/** Edges in columns; half-edge 2e leaves node a of edge e, 2e + 1 leaves node b. */
export class Graph {
  readonly nodes: PointGrid;
  readonly contours: Contours;
  readonly index: CurveIndex;
  /** Node of each half-edge. */
  readonly origins: number[] = [];
  /** Of each edge: its curve in the index, or -1 where it bridges a gap, and the stretch of it. */
  readonly curves: number[] = [];
  readonly from: number[] = [];
  readonly to: number[] = [];
  readonly lengths: number[] = [];
  /** 1 for edges that are no straight lines. */
  readonly bent: number[] = [];
  /** First edge of each curve, or -1; the others follow it. All curves of a ring have the same one. */
  readonly firstEdges: Int32Array;
  /** Edges from this one on are rings, with these signed areas. */
  firstRing = Number.POSITIVE_INFINITY;
  readonly ringAreas: number[] = [];
  /** The next edge that lies on the same place, or -1; copies of an edge follow it one by one. */
  readonly copies: number[] = [];
  /** What each edge is a copy of, or the edge itself. */
  readonly kept: number[] = [];
  /** Contours that were folded onto an edge from a hair beside it. */
  readonly beside = new Map<number, number[]>();
  readonly joints: Joint[] = [];
  /** Length of pieces too short to be told from a point, and curves that are no longer than that. */
  lost = 0;
  readonly points: number[] = [];
  readonly options: GraphOptions;

  constructor(contours: Contours, index: CurveIndex, options: GraphOptions) {
    this.contours = contours;
    this.index = index;
    this.options = options;
    this.nodes = new PointGrid(4 * options.weld, contours.count);
    this.firstEdges = new Int32Array(index.ids.length).fill(-1);
    new Builder(this).run();
  }

  get edgeCount(): number {
    return this.curves.length;
  }

  isCopy(edge: number): boolean {
    return this.kept[edge] !== edge;
  }

  isRing(edge: number): boolean {
    return edge >= this.firstRing;
  }

  /** The edge that holds a fraction of a curve, or -1. */
  edgeAt(curve: number, t: number): number {
    const first = this.firstEdges[curve]!;
    if (first < 0 || this.isRing(first)) return first;
    let edge = first;
    while (this.curves[edge] === curve && this.to[edge]! < t) edge++;
    return this.curves[edge] === curve ? edge : -1;
  }

  /** Of a ring, its first curve. */
  shape(edge: number): Curve {
    const number = this.curves[edge]!;
    if (number >= 0) return pieceOf(this.index.curve(number), this.from[edge]!, this.to[edge]!);
    const { xs, ys } = this.nodes;
    const [a, b] = [this.origins[2 * edge]!, this.origins[2 * edge + 1]!];
    return { kind: "line", x0: xs[a]!, y0: ys[a]!, x1: xs[b]!, y1: ys[b]! };
  }

  /** The contour that an edge is a piece of, or -1. */
  owner(edge: number): number {
    const number = this.curves[edge]!;
    return number < 0 ? -1 : this.index.owners[number]!;
  }

  /** Whether an edge is a piece of a closed contour. */
  isOnClosed(edge: number): boolean {
    const owner = this.owner(edge);
    return owner >= 0 && this.contours.isClosed(owner);
  }

  /** The edge itself and all that lie on it. */
  *layers(edge: number): Generator<number> {
    for (let copy = edge; copy >= 0; copy = this.copies[copy]!) yield copy;
  }

  add({ curve, from, to, a, b, length, bent }: NewEdge): void {
    if (curve >= 0 && this.firstEdges[curve]! < 0) this.firstEdges[curve] = this.curves.length;
    this.bent.push(Number(bent));
    this.curves.push(curve);
    this.from.push(from);
    this.to.push(to);
    this.origins.push(a, b);
    this.lengths.push(length);
    this.copies.push(-1);
    this.kept.push(this.kept.length);
  }
}

interface Split {
  curve: number;
  t: number;
  node: number;
}

/**
 * Snaps once, and so ends: places to be nodes are the ends of curves and their contacts, both known before the first node is
 * made; each is taken once, becomes a node or the one that lies within the weld tolerance of it, and no node ever moves. So
 * nothing drifts: whatever is at a node lies within the tolerance of it, and a row of ends each a hair from the next
 * does not run together into one.
 */
class Builder {
  private readonly graph: Graph;
  private readonly splits: Split[] = [];
  /** Nodes at start and end of each curve. */
  private readonly starts: Int32Array;
  private readonly ends: Int32Array;

  constructor(graph: Graph) {
    this.graph = graph;
    this.starts = new Int32Array(graph.index.ids.length).fill(-1);
    this.ends = new Int32Array(graph.index.ids.length).fill(-1);
  }

  run(): void {
    this.placeEnds();
    this.placeContacts();
    this.closeGaps();
    this.addEdges();
    this.foldCopies();
    this.addRings();
  }

  private addRings(): void {
    const { graph } = this;
    const { contours, index, nodes } = graph;
    graph.firstRing = graph.edgeCount;
    for (let contour = 0; contour < contours.count; contour++) {
      if (!this.isRing(contour)) continue;
      const run = contours.table.run(contours.get(contour).curves);
      const first = index.firsts[contour]!;
      graph.firstEdges.fill(graph.edgeCount, first, index.firsts[contour + 1]!);
      graph.ringAreas.push(pathArea(run));
      const node = nodes.add(...contours.startOf(contour));
      graph.add({ curve: first, from: 0, to: 1, a: node, b: node, length: drawnLength(run), bent: true });
    }
  }

  private node(x: number, y: number): number {
    const { nodes, options } = this.graph;
    const known = nodes.nearest(x, y, options.weld);
    return known >= 0 ? known : nodes.add(x, y);
  }

  private isMember(curve: number): boolean {
    return !this.isRing(this.graph.index.owners[curve]!);
  }

  private isRing(contour: number): boolean {
    const { contours, index } = this.graph;
    return index.touched[contour] === 0 && contours.isClosed(contour);
  }

  private placeEnds(): void {
    const { index, contours } = this.graph;
    for (let curve = 0; curve < index.ids.length; curve++) {
      if (!this.isMember(curve)) continue;
      const { x0, y0, x1, y1 } = contours.table.ends(index.ids[curve]!);
      this.starts[curve] = this.node(x0, y0);
      this.ends[curve] = this.node(x1, y1);
    }
  }

  private placeContacts(): void {
    const { contacts } = this.graph.index;
    for (let i = 0; i < contacts.count; i++) {
      const [p, q] = [contacts.curves[2 * i]!, contacts.curves[2 * i + 1]!];
      if (!this.isMember(p) || !this.isMember(q)) continue;
      const [t, u] = [contacts.fractions[2 * i]!, contacts.fractions[2 * i + 1]!];
      // An end keeps its own node, whatever lies beside it.
      const at =
        this.endNode(p, t) ??
        this.endNode(q, u) ??
        this.node(contacts.places[2 * i]!, contacts.places[2 * i + 1]!);
      this.split(p, t, at);
      this.split(q, u, at);
    }
  }

  private endNode(curve: number, t: number): number | undefined {
    if (t === 0) return this.starts[curve]!;
    return t === 1 ? this.ends[curve]! : undefined;
  }

  private split(curve: number, t: number, node: number): void {
    if (t <= 0 || t >= 1) return;
    // A hair beside an end is the end.
    if (node === this.starts[curve] || node === this.ends[curve]) {
      const length = Math.min(t, 1 - t) * curveLength(this.graph.index.curve(curve));
      if (length <= 4 * this.graph.options.weld) return;
    }
    this.splits.push({ curve, t, node });
  }

  /** Bridges what lies within the joining tolerance: an end and an end first, then an end and a curve. */
  private closeGaps(): void {
    const { graph } = this;
    const { nodes, index, options } = graph;
    if (options.join <= options.weld) return;
    const loose = this.looseEnds();
    const grid = new PointGrid(options.join, loose.length);
    const nodeOf = (end: number) => ((end & 1) === 0 ? this.starts : this.ends)[end >> 1]!;
    for (const end of loose) grid.add(nodes.xs[nodeOf(end)]!, nodes.ys[nodeOf(end)]!);
    const near = loose.filter((_, i) => neighbours(grid, grid.xs[i]!, grid.ys[i]!, options.join).length > 1);
    const mated = new Set<number>();
    const ends = near.map((end) => this.looseEnd(end));
    for (const [p, q, width] of matchEnds(ends, options.join)) {
      mated.add(near[p]!).add(near[q]!);
      this.bridge(nodeOf(near[p]!), nodeOf(near[q]!), width);
    }
    const tails = this.tails();
    for (const end of loose) {
      const found = mated.has(end) ? undefined : index.shorts.get(end);
      if (!found || this.runsBeside(found.curve, end, tails.get(end) ?? 1 - (end & 1))) continue;
      const [px, py] = curveAt(index.curve(found.curve), found.t);
      const at = this.endNode(found.curve, found.t) ?? this.node(px, py);
      const node = nodeOf(end);
      if (at === node) continue;
      this.split(found.curve, found.t, at);
      this.bridge(node, at, Math.hypot(nodes.xs[at]! - nodes.xs[node]!, nodes.ys[at]! - nodes.ys[node]!));
    }
  }

  /** The outermost place at which the curve of an end is split, for ends that stop short of another curve. */
  private tails(): Map<number, number> {
    const { shorts } = this.graph.index;
    const tails = new Map<number, number>();
    for (const { curve, t } of this.splits) {
      const [first, last] = [2 * curve, 2 * curve + 1];
      if (shorts.has(first)) tails.set(first, Math.min(t, tails.get(first) ?? 1));
      if (shorts.has(last)) tails.set(last, Math.max(t, tails.get(last) ?? 0));
    }
    return tails;
  }

  /** Whether what lies between a place of a curve and its end leaves another curve there, and keeps beside it: no gap, but a tail. */
  private runsBeside(other: number, end: number, from: number): boolean {
    const { index, options } = this.graph;
    const shape = index.curve(end >> 1);
    const { curve, chords } = index.shape(other);
    return [0, 0.25, 0.5, 0.75].every((share) => {
      const [x, y] = curveAt(shape, from + share * ((end & 1) - from));
      return nearestOn(curve, chords, x, y).distance <= (share === 0 ? 2 * options.weld : options.join);
    });
  }

  private looseEnd(end: number): LooseEnd {
    const { index } = this.graph;
    const curve = end >> 1;
    const shape = index.curve(curve);
    const atStart = (end & 1) === 0;
    const { x0, y0, x1, y1 } = shape;
    return {
      x: atStart ? x0 : x1,
      y: atStart ? y0 : y1,
      curve,
      shape,
      atStart,
      length: curveLength(shape),
    };
  }

  /** Ends of curves that nothing else meets: twice the number of the curve, and one more for its far end. */
  private looseEnds(): number[] {
    const { starts, ends } = this;
    const degrees = new Int32Array(this.graph.nodes.count);
    for (let curve = 0; curve < starts.length; curve++) {
      if (starts[curve]! < 0) continue;
      degrees[starts[curve]!]!++;
      degrees[ends[curve]!]!++;
    }
    for (const { node } of this.splits) degrees[node]! += 2;
    const loose: number[] = [];
    for (let curve = 0; curve < starts.length; curve++) {
      if (starts[curve]! < 0) continue;
      if (degrees[starts[curve]!] === 1) loose.push(2 * curve);
      if (degrees[ends[curve]!] === 1) loose.push(2 * curve + 1);
    }
    return loose;
  }

  private bridge(a: number, b: number, width: number): void {
    const { xs, ys } = this.graph.nodes;
    this.graph.joints.push({ x: xs[a]!, y: ys[a]!, width });
    this.graph.add({ curve: -1, from: 0, to: 1, a, b, length: width, bent: false });
  }

  private addEdges(): void {
    const { graph, splits } = this;
    const { weld } = graph.options;
    splits.sort((p, q) => p.curve - q.curve || p.t - q.t);
    let next = 0;
    for (let curve = 0; curve < this.starts.length; curve++) {
      if (this.starts[curve]! < 0) continue;
      const shape = graph.index.curve(curve);
      const whole = curveLength(shape);
      let [t, node] = [0, this.starts[curve]!];
      const close = (to: number, at: number) => {
        const length = t === 0 && to === 1 ? whole : this.length(shape, whole, t, to);
        // What begins and ends at one node is a loop, or too short to be anything.
        if (node === at && length <= 4 * weld) {
          graph.lost += length;
          if (t === 0 && to === 1) graph.points.push(curve);
        } else graph.add({ curve, from: t, to, a: node, b: at, length, bent: shape.kind !== "line" });
        [t, node] = [to, at];
      };
      for (; splits[next]?.curve === curve; next++)
        if (splits[next]!.t > t) close(splits[next]!.t, splits[next]!.node);
      close(1, this.ends[curve]!);
    }
  }

  private length(shape: Curve, whole: number, from: number, to: number): number {
    if (shape.kind === "line" || shape.kind === "arc") return (to - from) * whole;
    return curveLength(pieceOf(shape, from, to));
  }

  /** Edges between the same nodes whose middles agree lie on each other. */
  private foldCopies(): void {
    const { graph } = this;
    const { origins, options } = graph;
    const low = (edge: number) => Math.min(origins[2 * edge]!, origins[2 * edge + 1]!);
    const high = (edge: number) => Math.max(origins[2 * edge]!, origins[2 * edge + 1]!);
    const edges = Int32Array.from({ length: graph.edgeCount }, (_, edge) => edge);
    const keys = Float64Array.from(edges, (edge) => low(edge) * graph.nodes.count + high(edge));
    edges.sort((p, q) => keys[p]! - keys[q]! || p - q);
    for (let first = 0; first < edges.length; ) {
      let end = first + 1;
      while (end < edges.length && keys[edges[end]!] === keys[edges[first]!]) end++;
      const kept: number[] = [];
      for (let i = first; i < end && end - first > 1; i++) {
        const edge = edges[i]!;
        const original = kept.find((other) => this.lieTogether(edge, other, 2 * options.weld));
        if (original === undefined) {
          kept.push(edge);
          continue;
        }
        graph.kept[edge] = original;
        graph.copies[edge] = graph.copies[original]!;
        graph.copies[original] = edge;
      }
      first = end;
    }
  }

  private lieTogether(p: number, q: number, within: number): boolean {
    const { graph } = this;
    if (Math.abs(graph.lengths[p]! - graph.lengths[q]!) > 4 * within + 1e-3 * graph.lengths[p]!) return false;
    const [first, second] = [graph.shape(p), graph.shape(q)];
    // Of loops the middles may lie anywhere, and Béziers run at their own pace.
    const chords = chordsOf(second, within / 4);
    return [0.25, 0.5, 0.75].every((t) => {
      const [x, y] = curveAt(first, t);
      return nearestOn(second, chords, x, y).distance <= within;
    });
  }
}
