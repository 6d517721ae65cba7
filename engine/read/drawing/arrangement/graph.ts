/**
 * Makes a graph of the curves. Nodes are ends and meeting places, edges the pieces of curves between them; of pieces
 * that lie on each other one is an edge and the others are its copies. Ends that lie within the joining tolerance of
 * another end, or of a curve, are bridged by an edge without a curve. A closed contour that meets nothing is a ring: one
 * edge for all of its curves, from a node of its own back to it.
 */

import { PointGrid, pairNearest } from "../basis/grid.ts";
import type { CurveContacts } from "../contacts/contacts.ts";
import type { CurveIndex } from "../contacts/curve-index.ts";
import { curvePiece, distanceBetween, lengthOfPiece, nearestOn } from "../contacts/pieces.ts";
import type { Contours } from "../curves/contours.ts";
import { type Curve, curveAt, curveLength } from "../curves/curves.ts";
import { pathArea } from "../curves/outline.ts";

export interface ArrangeOptions {
  weld: number;
  /** Ends this close are joined, in millimetres. */
  join: number;
  /** Rings closer to each other than this are one drawn twice. */
  sliver: number;
  /** Closed contours that run beside each other for long are one drawn twice when nothing cuts between them: by this width. */
  kerf: number;
  /** Diagonal of the drawing. */
  extent: number;
  /** Absent where the drawing decides. */
  shared_edges: "parts" | "scores" | undefined;
  /** Line ends beyond a corner, up to this length, are left out; by default 5 mm or a tenth of the curve. */
  trim_overshoots: number | undefined;
  /** It will be asked where places lie. */
  isGround?: boolean;
  /** Numbers layer, colour and line type of a contour. */
  lookOf: (contour: number) => number;
}

/** Fate of an edge; one with any but the first bounds no faces. */
export const FATE = { none: 0, cut: 1, open: 2, duplicate: 3, overshoot: 4 } as const;

/** Edges in columns; half-edge 2e leaves node a of edge e, 2e + 1 leaves node b. */
export class EdgeGraph {
  readonly nodes: PointGrid;
  edgeCount = 0;
  /** Node of each half-edge. */
  origins: Int32Array;
  /** Curve of each edge in the index, or -1 where it bridges a gap, and the stretch of it. */
  curves: Int32Array;
  from: Float64Array;
  to: Float64Array;
  lengths: Float64Array;
  /** First edge of each curve, or -1; the others follow it. All curves of a ring have the same one. */
  readonly firstEdges: Int32Array;
  /** Edges from this one on are rings, with these signed areas. */
  firstRing = Number.POSITIVE_INFINITY;
  readonly ringAreas: number[] = [];
  /** The next edge that lies on the same place, or -1; copies of an edge follow it one by one. */
  copies: Int32Array;
  /** Edge that each edge is a copy of, or the edge itself. */
  kept: Int32Array;
  /** One of `FATE` for each edge. */
  fates: Uint8Array;
  /** Contours that were folded onto an edge from a hair beside it. */
  readonly beside = new Map<number, number[]>();
  /** Length of pieces too short to be told from a point, and curves that are no longer than that. */
  lost = 0;
  readonly points: number[] = [];

  readonly contours: Contours;
  readonly index: CurveIndex;

  constructor(
    readonly contacts: CurveContacts,
    readonly options: ArrangeOptions,
  ) {
    const { contours, index } = contacts;
    this.contours = contours;
    this.index = index;
    this.nodes = new PointGrid(4 * options.weld, contours.count);
    this.firstEdges = new Int32Array(index.ids.length).fill(-1);
    // Curves are edges, two ends of them may be joined, and what meets another curve, or stops short of it, may split it.
    const room = 2 * (contacts.countLoose() + contacts.count + contacts.shorts.size) + contours.count;
    this.origins = new Int32Array(2 * room);
    this.curves = new Int32Array(room);
    this.from = new Float64Array(room);
    this.to = new Float64Array(room);
    this.lengths = new Float64Array(room);
    this.copies = new Int32Array(room);
    this.kept = new Int32Array(room);
    this.fates = new Uint8Array(room);
    new Builder(this).run();
  }

  isCopy(edge: number): boolean {
    return this.kept[edge] !== edge;
  }

  /** Whether an edge may bound faces. */
  isAlive(edge: number): boolean {
    return this.fates[edge] === FATE.none && this.kept[edge] === edge;
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

  /** Curve of an edge; of a ring, its first. */
  shape(edge: number): Curve {
    const number = this.curves[edge]!;
    if (number >= 0) return curvePiece(this.index.curve(number), this.from[edge]!, this.to[edge]!);
    const { xs, ys } = this.nodes;
    const [a, b] = [this.origins[2 * edge]!, this.origins[2 * edge + 1]!];
    return { kind: "line", x0: xs[a]!, y0: ys[a]!, x1: xs[b]!, y1: ys[b]! };
  }

  /** Its shape, or those of all curves of a ring. */
  shapes(edge: number): Curve[] {
    if (!this.isRing(edge)) return [this.shape(edge)];
    return this.contours.curvesOf(this.owner(edge));
  }

  /** The contour that an edge is a piece of, or -1. */
  owner(edge: number): number {
    const number = this.curves[edge]!;
    return number < 0 ? -1 : this.index.owners[number]!;
  }

  /** Its layer, of an edge that has a curve. */
  layer(edge: number): string {
    return this.contours.layer(this.owner(edge));
  }

  /** Whether the piece of a curve that holds a fraction is cut as the border of a part. */
  isInRing(curve: number, t: number): boolean {
    const edge = this.edgeAt(curve, t);
    return edge >= 0 && this.fates[this.kept[edge]!] === FATE.cut;
  }

  /** Whether nothing but a straight line, or the gap that it bridges, lies along an edge. */
  isStraight(edge: number): boolean {
    const { index, contours } = this;
    const curve = this.curves[edge]!;
    return curve < 0 || (!this.isRing(edge) && contours.table.isLine(index.ids[curve]!));
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

  /** Contours of which an odd number of pieces lies on an edge: who crosses it enters or leaves them. */
  oddOn(edge: number): number[] {
    const [first, copy] = [this.owner(edge), this.copies[edge]!];
    const beside = this.beside.get(edge);
    if (copy < 0 && !beside) return first < 0 ? [] : [first];
    const second = this.owner(copy);
    if (copy >= 0 && this.copies[copy]! < 0 && !beside && Math.min(first, second) >= 0)
      return first === second ? [] : [first, second];
    const found = new Set<number>();
    const count = (owner: number) => {
      if (owner >= 0 && !found.delete(owner)) found.add(owner);
    };
    for (let copy = edge; copy >= 0; copy = this.copies[copy]!) count(this.owner(copy));
    beside?.forEach(count);
    return [...found];
  }

  /** How many ends of edges that are asked for each node has. */
  degrees(wanted: (edge: number) => boolean): Int32Array {
    const degrees = new Int32Array(this.nodes.count);
    for (let half = 0; half < 2 * this.edgeCount; half++)
      if (wanted(half >> 1)) degrees[this.origins[half]!]!++;
    return degrees;
  }

  bridge(a: number, b: number): void {
    this.add(-1, [a, b], this.nodes.distance(a, b));
  }

  /** From node a to node b, along a stretch of a curve or, with -1 for it, across a gap. */
  add(curve: number, [a, b]: [number, number], length: number, from = 0, to = 1): void {
    const edge = this.edgeCount++;
    if (curve >= 0 && this.firstEdges[curve]! < 0) this.firstEdges[curve] = edge;
    this.curves[edge] = curve;
    this.from[edge] = from;
    this.to[edge] = to;
    this.origins[2 * edge] = a;
    this.origins[2 * edge + 1] = b;
    this.lengths[edge] = length;
    this.copies[edge] = -1;
    this.kept[edge] = edge;
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
  private readonly splits: Split[] = [];
  /** Nodes at the ends of curves, or -1: start and end of each in turn. */
  private readonly ends: Int32Array;
  /** Where each curve is split next to its start and to its end, or its other end. */
  private readonly nextSplits: Float64Array;

  constructor(private readonly graph: EdgeGraph) {
    this.ends = new Int32Array(2 * graph.index.ids.length).fill(-1);
    this.nextSplits = new Float64Array(this.ends.length);
    for (let end = 0; end < this.ends.length; end += 2) this.nextSplits[end] = 1;
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
    const { contours, contacts, index, nodes } = graph;
    graph.firstRing = graph.edgeCount;
    for (let contour = 0; contour < contours.count; contour++) {
      if (!contacts.isRing(contour) || contacts.isAlone(contour)) continue;
      const first = index.firsts[contour]!;
      const length = contours.length(contour);
      if (this.isLost(first, length)) continue;
      graph.firstEdges.fill(graph.edgeCount, first, index.firsts[contour + 1]);
      graph.ringAreas.push(pathArea(contours.run(contour)));
      const node = nodes.add(...contours.startOf(contour));
      graph.add(first, [node, node], length);
    }
  }

  private node(x: number, y: number): number {
    return this.graph.nodes.snap(x, y, this.graph.options.weld);
  }

  private placeEnds(): void {
    const { contacts, index, contours } = this.graph;
    let [x, y] = [Number.NaN, Number.NaN];
    for (let curve = 0; curve < index.ids.length; curve++) {
      if (contacts.isRing(index.owners[curve]!)) {
        x = Number.NaN;
        continue;
      }
      const { x0, y0, x1, y1 } = contours.table.ends(index.ids[curve]!);
      // Most curves begin where the one before them ends.
      this.ends[2 * curve] = x0 === x && y0 === y ? this.ends[2 * curve - 1]! : this.node(x0, y0);
      this.ends[2 * curve + 1] = this.node(x1, y1);
      [x, y] = [x1, y1];
    }
  }

  private placeContacts(): void {
    const { graph } = this;
    for (let i = 0; i < graph.contacts.count; i++) {
      const [p, q, t, u, x, y] = graph.contacts.contact(i);
      if (this.ends[2 * p]! < 0 || this.ends[2 * q]! < 0) continue;
      const [a, b] = [this.endNode(p, t), this.endNode(q, u)];
      // The middle one of three ends in a row is at the node of one of the others.
      if (a !== undefined && b !== undefined && a !== b) graph.bridge(a, b);
      // An end keeps its own node, whatever lies beside it.
      const at = a ?? b ?? this.node(x, y);
      this.split(p, t, at);
      this.split(q, u, at);
    }
  }

  private endNode(curve: number, t: number): number | undefined {
    return t === 0 || t === 1 ? this.ends[2 * curve + t] : undefined;
  }

  private split(curve: number, t: number, node: number): void {
    if (t <= 0 || t >= 1) return;
    // A hair beside an end is the end.
    const isEnd = node === this.ends[2 * curve] || node === this.ends[2 * curve + 1];
    const lengthTo = () => Math.min(t, 1 - t) * curveLength(this.graph.index.curve(curve));
    if (isEnd && lengthTo() <= 4 * this.graph.options.weld) return;
    this.splits.push({ curve, t, node });
    this.nextSplits[2 * curve] = Math.min(t, this.nextSplits[2 * curve]!);
    this.nextSplits[2 * curve + 1] = Math.max(t, this.nextSplits[2 * curve + 1]!);
  }

  /** Bridges what lies within the joining tolerance of a loose end: another one first, then a place on a curve. */
  private closeGaps(): void {
    const { ends, graph } = this;
    const { nodes, contacts, index, options } = graph;
    const loose = this.looseEnds();
    const grid = new PointGrid(options.join, loose.length);
    for (const end of loose) grid.add(nodes.xs[ends[end]!]!, nodes.ys[ends[end]!]!);
    // One short path must not be bent onto itself.
    const isBent = (curve: number) => curveLength(index.curve(curve)) <= 4 * options.join;
    const isFit = (p: number, q: number) => loose[p]! >> 1 !== loose[q]! >> 1 || !isBent(loose[p]! >> 1);
    const bridge = (p: number, q: number) => graph.bridge(ends[loose[p]!]!, ends[loose[q]!]!);
    const mated = pairNearest(grid, options.join, isFit, bridge);
    loose.forEach((end, own) => {
      const found = mated.has(own) ? undefined : contacts.shorts.get(end);
      if (!found || this.comesFrom(found.curve, end)) return;
      const [px, py] = curveAt(index.curve(found.curve), found.t);
      const at = this.endNode(found.curve, found.t) ?? this.node(px, py);
      if (at === ends[end]) return;
      this.split(found.curve, found.t, at);
      graph.bridge(ends[end]!, at);
    });
  }

  /** Whether a curve leaves another one where it is split last, and keeps beside it up to its end: no gap, but a tail. */
  private comesFrom(other: number, end: number): boolean {
    const { index, options } = this.graph;
    const from = this.nextSplits[end]!;
    const shape = index.curve(end >> 1);
    const { curve, chords } = index.shape(other);
    return [0, 0.5].every((share) => {
      const [x, y] = curveAt(shape, from + share * ((end & 1) - from));
      return nearestOn(curve, chords, x, y).distance <= (share === 0 ? 2 * options.weld : options.join);
    });
  }

  /** Ends of curves that nothing else meets: twice the number of the curve, and one more for its far end. */
  private looseEnds(): number[] {
    const degrees = this.graph.degrees(() => true);
    for (const node of this.ends) if (node >= 0) degrees[node]!++;
    for (const { node } of this.splits) degrees[node]! += 2;
    const loose: number[] = [];
    for (let end = 0; end < this.ends.length; end++) if (degrees[this.ends[end]!] === 1) loose.push(end);
    return loose;
  }

  private addEdges(): void {
    const { graph, splits } = this;
    splits.sort((p, q) => p.curve - q.curve || p.t - q.t);
    let next = 0;
    for (let curve = 0; curve < graph.index.ids.length; curve++) {
      if (this.ends[2 * curve]! < 0) continue;
      const whole = graph.contours.table.length(graph.index.ids[curve]!);
      let [t, node] = [0, this.ends[2 * curve]!];
      if (splits[next]?.curve !== curve) {
        const end = this.ends[2 * curve + 1]!;
        if (node !== end || !this.isLost(curve, whole)) graph.add(curve, [node, end], whole);
        continue;
      }
      const shape = graph.index.curve(curve);
      const close = (to: number, at: number) => {
        const length = t === 0 && to === 1 ? whole : lengthOfPiece(shape, whole, t, to);
        if (node !== at || !this.isLost(curve, length, t === 0 && to === 1))
          graph.add(curve, [node, at], length, t, to);
        [t, node] = [to, at];
      };
      for (; splits[next]?.curve === curve; next++)
        if (splits[next]!.t > t) close(splits[next]!.t, splits[next]!.node);
      close(1, this.ends[2 * curve + 1]!);
    }
  }

  /** Whether what begins and ends at one node is no loop, but too short to be anything. */
  private isLost(curve: number, length: number, isWhole = true): boolean {
    if (length > 4 * this.graph.options.weld) return false;
    this.graph.lost += length;
    if (isWhole) this.graph.points.push(curve);
    return true;
  }

  /** Edges between the same nodes whose middles agree lie on each other. */
  private foldCopies(): void {
    const { graph } = this;
    const { origins, options } = graph;
    const degrees = graph.degrees(() => true);
    // Edges that are kept, in rows that begin at the node with fewer edges of their two.
    const firsts = new Int32Array(graph.nodes.count).fill(-1);
    const nexts = new Int32Array(graph.edgeCount).fill(-1);
    for (let edge = 0; edge < graph.edgeCount; edge++) {
      const [a, b] = [origins[2 * edge]!, origins[2 * edge + 1]!];
      const least = Math.min(degrees[a]!, degrees[b]!);
      if (least === 1) continue;
      const from = degrees[a] === degrees[b] ? Math.min(a, b) : degrees[a] === least ? a : b;
      let [original, last] = [firsts[from]!, -1];
      while (
        original >= 0 &&
        !(this.joinSame(edge, original) && this.lieTogether(edge, original, 2 * options.weld))
      )
        [original, last] = [nexts[original]!, original];
      if (original >= 0) {
        graph.kept[edge] = original;
        graph.copies[edge] = graph.copies[original]!;
        graph.copies[original] = edge;
      } else if (last >= 0) nexts[last] = edge;
      else firsts[from] = edge;
    }
  }

  /** Whether two edges run between the same nodes. */
  private joinSame(p: number, q: number): boolean {
    const { origins } = this.graph;
    const [a, b] = [origins[2 * q], origins[2 * q + 1]];
    const [c, d] = [origins[2 * p], origins[2 * p + 1]];
    return (a === c && b === d) || (a === d && b === c);
  }

  private lieTogether(p: number, q: number, within: number): boolean {
    const { graph } = this;
    const isWhole = (edge: number) =>
      graph.curves[edge]! >= 0 && graph.from[edge] === 0 && graph.to[edge] === 1;
    if (isWhole(p) && isWhole(q) && graph.index.isSameLine(graph.curves[p]!, graph.curves[q]!)) return true;
    if (Math.abs(graph.lengths[p]! - graph.lengths[q]!) > 4 * within + 1e-3 * graph.lengths[p]!) return false;
    return distanceBetween(graph.shapes(p), graph.shapes(q), within) <= within;
  }
}
