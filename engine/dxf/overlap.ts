/**
 * Which loose curves, or pieces of them, are drawn more than once?
 *
 * Lines on the same infinite line and arcs on the same circle are compared as intervals; of what overlaps, the longest
 * stays whole and the others lose the covered piece. Curves of closed contours cover too, but are never cut. A removed
 * edge comes back where it leaves two dead ends: neighbouring parts may share an edge, and then each needs its copy.
 */
import type { Contours } from "./contours.ts";
import { type Arc, arcAround, type Curve, curveAt, curveLength, type Line, lineBetween } from "./curves.ts";
import type { CurveId, CurveTable } from "./curvetable.ts";
import type { Findings } from "./findings.ts";
import type { Edge } from "./graph.ts";
import { PointGrid } from "./grid.ts";

/** Edges hold one curve each, or a spline. New ends are added to the nodes. */
export function removeOverlaps(
  edges: Edge[],
  rings: Contours,
  nodes: PointGrid,
  weld: number,
  findings: Findings,
): Edge[] {
  if (edges.length === 0) return edges;
  const { table } = rings;
  const cuts = new Map<number, Curve[]>(copies(edges, table, nodes.count, weld).map((i) => [i, []]));
  for (const [i, left] of coveredPieces(edges, cuts, rings, weld)) cuts.set(i, left);
  if (cuts.size === 0) return edges;
  const node = (x: number, y: number) => {
    const known = nodes.nearest(x, y, weld);
    return known >= 0 ? known : nodes.add(x, y);
  };
  const pieces = new Map<number, Edge[]>();
  for (const [i, curves] of cuts) {
    const { layer } = edges[i]!;
    const welded = curves.map((curve) => ({
      a: node(curve.x0, curve.y0),
      b: node(curve.x1, curve.y1),
      layer,
      curves: [table.add(curve)],
    }));
    pieces.set(i, welded);
  }
  restoreShared(edges, pieces);
  return edges.flatMap((edge, i) => {
    const left = pieces.get(i);
    if (!left) return [edge];
    const [x, y] = middleOf(edge, table);
    findings.note(left.length === 0 ? "duplicates-removed" : "overlaps-removed", {
      layer: edge.layer,
      at: [x, y],
    });
    return left;
  });
}

/** The edges that meet at a node. */
interface Meeting {
  degree: number;
  /** Sum of the nodes at their other ends: where only one edge is left, its other end. */
  others: number;
}

/**
 * Takes edges out of `pieces` whose removal leaves two more dead ends on their layer: rings are traced by layer first,
 * and the rings of neighbouring parts have even nodes only when each has its own copy of the edge between them. An
 * edge that ends where nothing but its copy does belongs to no ring, and is merely drawn twice.
 */
function restoreShared(edges: Edge[], pieces: Map<number, Edge[]>): void {
  const layers = new Map<string, Map<number, Meeting>>();
  const meetingAt = (layer: string, node: number) => {
    const nodes = layers.get(layer) ?? new Map<number, Meeting>();
    layers.set(layer, nodes);
    const meeting = nodes.get(node) ?? { degree: 0, others: 0 };
    nodes.set(node, meeting);
    return meeting;
  };
  const count = (layer: string, ends: [number, number], sign: 1 | -1) => {
    ends.forEach((node, i) => {
      const meeting = meetingAt(layer, node);
      meeting.degree += sign;
      meeting.others += sign * ends[1 - i]!;
    });
  };
  edges.forEach((edge, i) => {
    for (const { a, b } of pieces.get(i) ?? [edge]) count(edge.layer, [a, b], 1);
  });
  for (const [i, left] of pieces) {
    const { layer, a, b } = edges[i]!;
    const turned = new Set<number>();
    for (const end of [a, b, ...left.flatMap((piece) => [piece.a, piece.b])])
      turned.delete(end) || turned.add(end);
    const odd = (node: number) => meetingAt(layer, node).degree % 2 === 1;
    const gain = [...turned].reduce((sum, end) => sum + (odd(end) ? 1 : -1), 0);
    const onlyCopy = (node: number, other: number) => {
      const { degree, others } = meetingAt(layer, node);
      return degree === 1 && others === other;
    };
    if (gain < 2 || onlyCopy(a, b) || onlyCopy(b, a)) continue;
    for (const piece of left) count(layer, [piece.a, piece.b], -1);
    count(layer, [a, b], 1);
    pieces.delete(i);
  }
}

/** Curves between the same two nodes that are compared with each other; more are no drawing. */
const MANY = 64;

/** Exact copies of any kind of curve, either way round. */
function copies(edges: Edge[], table: CurveTable, nodes: number, weld: number): number[] {
  const found: number[] = [];
  const firsts = new Map<number, number>();
  const next = new Int32Array(edges.length).fill(-1);
  edges.forEach((edge, i) => {
    const { a, b } = edge;
    const pair = Math.min(a, b) * nodes + Math.max(a, b);
    const first = firsts.get(pair);
    firsts.set(pair, i);
    if (first === undefined) return;
    next[i] = first;
    const [x, y] = middleOf(edge, table);
    let other = first;
    for (let steps = 0; other >= 0 && steps < MANY; steps++) {
      const [ox, oy] = middleOf(edges[other]!, table);
      if (Math.hypot(ox - x, oy - y) <= 2 * weld) {
        found.push(i);
        return;
      }
      other = next[other]!;
    }
  });
  return found;
}

/** The same place whichever way round the edge is drawn. */
function middleOf({ curves }: Edge, table: CurveTable): readonly [number, number] {
  const middle = table.get(curves[curves.length >> 1]!);
  return curves.length % 2 === 0 ? [middle.x0, middle.y0] : curveAt(middle, 0.5);
}

/** A curve as an interval on its line or circle. */
interface Span {
  /** Edge number, or -1 for a curve of a closed contour. */
  edge: number;
  curve: CurveId;
  low: number;
  high: number;
  /** The curve runs from high to low. */
  back: boolean;
  /** Length of the whole circle, 0 for a line. */
  period: number;
  /** The next span on the same line or circle. */
  next: Span | null;
}

function coveredPieces(
  edges: Edge[],
  gone: ReadonlyMap<number, Curve[]>,
  rings: Contours,
  weld: number,
): [edge: number, left: Curve[]][] {
  const { table } = rings;
  const carriers = new Carriers(table, weld, edges.length);
  for (const { curves } of rings.chains()) for (const curve of curves) carriers.add(curve, -1);
  edges.forEach(({ curves }, i) => {
    if (!gone.has(i)) carriers.add(curves[0]!, i);
  });
  const found: [number, Curve[]][] = [];
  for (const spans of carriers.shared()) {
    // Longest first, so that the fewest curves are cut; the rest makes the order of the file irrelevant.
    spans.sort(
      (p, q) => Number(p.edge >= 0) - Number(q.edge >= 0) || lengthOf(q) - lengthOf(p) || p.low - q.low,
    );
    const cover = new Cover();
    for (const span of spans) {
      if (span.edge >= 0) {
        const left = cover.uncovered(span.low, span.high, weld);
        if (left)
          found.push([span.edge, left.map(([low, high]) => pieceOf(span, table.get(span.curve), low, high))]);
      }
      const { period } = span;
      for (const shift of period > 0 ? [-period, 0, period] : [0]) {
        cover.add(span.low + shift, span.high + shift);
      }
    }
  }
  return found;
}

function lengthOf({ low, high }: Span): number {
  return high - low;
}

/** The curve between two places of its span, in its own direction. */
function pieceOf({ low, high, back }: Span, curve: Curve, from: number, to: number): Curve {
  if (from === low && to === high) return curve;
  if (curve.kind === "arc") {
    const { cx, cy, radius } = curve;
    const [start, end] = back ? [to, from] : [from, to];
    return arcAround(cx, cy, radius, start / radius, (end - start) / radius);
  }
  const at = (place: number) => {
    if (place === low || place === high)
      return (place === low) === back ? [curve.x1, curve.y1] : [curve.x0, curve.y0];
    const share = (back ? high - place : place - low) / (high - low);
    return [curve.x0 + share * (curve.x1 - curve.x0), curve.y0 + share * (curve.y1 - curve.y0)];
  };
  const [start, end] = back ? [at(to), at(from)] : [at(from), at(to)];
  return lineBetween(start[0]!, start[1]!, end[0]!, end[1]!);
}

/** Which curves lie on one infinite line or one circle. */
class Carriers {
  private readonly table: CurveTable;
  private readonly weld: number;
  private readonly lines: PointGrid;
  private readonly lineSpans: Span[] = [];
  private readonly circles: PointGrid;
  private readonly circleSpans: Span[] = [];

  constructor(table: CurveTable, weld: number, expected: number) {
    this.table = table;
    this.weld = weld;
    this.lines = new PointGrid(weld, expected);
    this.circles = new PointGrid(4 * weld, 64);
  }

  add(id: CurveId, edge: number): void {
    const curve = this.table.get(id);
    if (curve.kind === "line") this.addLine(id, curve, edge);
    else if (curve.kind === "arc") this.addArc(id, curve, edge);
  }

  /** The spans of every line and circle that holds more than one. */
  *shared(): Generator<Span[]> {
    for (const spans of [this.lineSpans, this.circleSpans]) {
      for (const first of spans) {
        if (!first.next) continue;
        const all: Span[] = [];
        for (let span: Span | null = first; span; span = span.next) all.push(span);
        yield all.reverse();
      }
    }
  }

  private addLine(id: CurveId, curve: Line, edge: number): void {
    const length = curveLength(curve);
    if (length <= 2 * this.weld) return;
    let dx = (curve.x1 - curve.x0) / length;
    let dy = (curve.y1 - curve.y0) / length;
    // One direction per line; level ones that lean by rounding must not flip.
    const back = dy < -1e-9 || (dy <= 1e-9 && dx < 0);
    if (back) [dx, dy] = [-dx, -dy];
    const start = curve.x0 * dx + curve.y0 * dy;
    const end = start + (back ? -length : length);
    const offset = curve.y0 * dx - curve.x0 * dy;
    // The angle counts by how far two lines drift apart along their reach from the origin, in steps of powers of two.
    const reach = Math.max(Math.abs(start), Math.abs(end), length);
    const angle = Math.atan2(dy, dx) * 2 ** Math.ceil(Math.log2(reach));
    const [low, high] = [Math.min(start, end), Math.max(start, end)];
    const span = { edge, curve: id, low, high, back, period: 0, next: null };
    const known = this.lines.nearest(angle, offset, this.weld);
    if (known >= 0) chain(this.lineSpans, known, span);
    else this.lineSpans[this.lines.add(angle, offset)] = span;
  }

  private addArc(id: CurveId, curve: Arc, edge: number): void {
    const { cx, cy, radius, start, sweep } = curve;
    const from = Math.min(start, start + sweep);
    const low = (from - 2 * Math.PI * Math.floor(from / (2 * Math.PI))) * radius;
    const [high, period] = [low + Math.abs(sweep) * radius, 2 * Math.PI * radius];
    const span = { edge, curve: id, low, high, back: sweep < 0, period, next: null };
    let known = -1;
    this.circles.near(...mixed(curve), 4 * this.weld, (i) => {
      const other = this.table.get(this.circleSpans[i]!.curve) as Arc;
      const apart = Math.hypot(other.cx - cx, other.cy - cy) + Math.abs(other.radius - radius);
      if (apart <= this.weld) known = i;
      return known >= 0;
    });
    if (known >= 0) chain(this.circleSpans, known, span);
    else this.circleSpans[this.circles.add(...mixed(curve))] = span;
  }
}

function chain(spans: Span[], known: number, span: Span): void {
  span.next = spans[known]!;
  spans[known] = span;
}

/** Concentric circles do not share a cell. */
function mixed({ cx, cy, radius }: Arc): [number, number] {
  return [cx + Math.SQRT2 * radius, cy + 1.7 * radius];
}

/** A set of disjoint intervals in rising order. */
class Cover {
  private readonly lows: number[] = [];
  private readonly highs: number[] = [];

  /** Pieces of an interval that are not covered, leaving out slivers; null when all of it is free. */
  uncovered(low: number, high: number, sliver: number): [number, number][] | null {
    const left: [number, number][] = [];
    let at = low;
    let touched = false;
    for (
      let i = this.firstEndingAfter(low + sliver);
      i < this.lows.length && this.lows[i]! < high - sliver;
      i++
    ) {
      touched = true;
      if (this.lows[i]! - at > 2 * sliver) left.push([at, this.lows[i]!]);
      at = Math.max(at, this.highs[i]!);
    }
    if (!touched) return null;
    if (high - at > 2 * sliver) left.push([at, high]);
    return left;
  }

  add(low: number, high: number): void {
    const from = this.firstEndingAfter(low);
    let to = from;
    let [least, most] = [low, high];
    while (to < this.lows.length && this.lows[to]! <= high) {
      least = Math.min(least, this.lows[to]!);
      most = Math.max(most, this.highs[to]!);
      to++;
    }
    this.lows.splice(from, to - from, least);
    this.highs.splice(from, to - from, most);
  }

  private firstEndingAfter(place: number): number {
    let low = 0;
    let high = this.highs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.highs[middle]! < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
