/**
 * Which loose curves, or pieces of them, are drawn more than once?
 *
 * Lines on the same infinite line and arcs on the same circle are compared as intervals; of what overlaps, the longest
 * stays whole and the others lose the covered piece. Curves of closed contours cover too, but are never cut. A removed
 * edge comes back where it leaves two dead ends: neighbouring parts may share an edge, and then each needs its copy.
 */
import { arcAround, type Curve, curveAt, curveLength, isFullTurn, lineBetween } from "./curves.ts";
import type { Findings } from "./findings.ts";
import type { Edge } from "./graph.ts";
import { PointGrid } from "./grid.ts";
import type { Chain } from "./join.ts";

/** Edges hold one curve each. New ends are added to the nodes. */
export function removeOverlaps(
  edges: Edge[],
  rings: Chain[],
  nodes: PointGrid,
  weld: number,
  findings: Findings,
): Edge[] {
  const cuts = new Map([...copies(edges, weld), ...coveredPieces(edges, rings, weld)]);
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
      curves: [curve],
    }));
    pieces.set(i, welded);
  }
  restoreShared(edges, pieces);
  return edges.flatMap((edge, i) => {
    const left = pieces.get(i);
    if (!left) return [edge];
    const [x, y] = curveAt(edge.curves[0]!, 0.5);
    findings.note(left.length === 0 ? "duplicates-removed" : "overlaps-removed", {
      layer: edge.layer,
      at: [x, y],
    });
    return left;
  });
}

/**
 * Takes edges out of `pieces` whose removal leaves two more dead ends on their layer: rings are traced by layer first,
 * and the rings of neighbouring parts have even nodes only when each has its own copy of the edge between them.
 */
function restoreShared(edges: Edge[], pieces: Map<number, Edge[]>): void {
  const layers = new Map<string, Set<number>>();
  const oddNodes = (layer: string) => {
    const known = layers.get(layer) ?? new Set();
    layers.set(layer, known);
    return known;
  };
  const toggle = (odd: Set<number>, node: number) => void (odd.delete(node) || odd.add(node));
  edges.forEach((edge, i) => {
    const odd = oddNodes(edge.layer);
    for (const { a, b } of pieces.get(i) ?? [edge]) {
      toggle(odd, a);
      toggle(odd, b);
    }
  });
  for (const [i, left] of pieces) {
    const odd = oddNodes(edges[i]!.layer);
    const turned = new Set<number>();
    for (const { a, b } of [edges[i]!, ...left]) {
      toggle(turned, a);
      toggle(turned, b);
    }
    const gain = [...turned].reduce((sum, end) => sum + (odd.has(end) ? 1 : -1), 0);
    if (gain < 2) continue;
    for (const end of turned) toggle(odd, end);
    pieces.delete(i);
  }
}

/** Exact copies of any kind of curve, either way round. */
function copies(edges: Edge[], weld: number): [edge: number, left: Curve[]][] {
  const found: [number, Curve[]][] = [];
  // Middles mixed with extents: the diameters of a circle have one middle but do not share a cell.
  const grid = new PointGrid(2 * weld, edges.length);
  const firsts: number[] = [];
  edges.forEach(({ a, b, curves }, i) => {
    const curve = curves[0]!;
    const [x, y] = curveAt(curve, 0.5);
    const u = x + 0.7 * Math.abs(curve.x1 - curve.x0);
    const v = y + 0.7 * Math.abs(curve.y1 - curve.y0);
    let copy = false;
    grid.near(u, v, 2 * weld, (other) => {
      const first = edges[firsts[other]!]!;
      copy ||= (first.a === a && first.b === b) || (first.a === b && first.b === a);
    });
    if (copy) found.push([i, []]);
    else {
      grid.add(u, v);
      firsts.push(i);
    }
  });
  return found;
}

/** A curve as an interval on its line or circle. */
interface Span {
  /** Edge number, or -1 for a curve of a closed contour. */
  edge: number;
  low: number;
  high: number;
  /** The curve between two places of the interval, in the sense of the edge. */
  piece(low: number, high: number): Curve;
  /** Length of the whole circle, or 0 on a line. */
  period: number;
}

function coveredPieces(edges: Edge[], rings: Chain[], weld: number): [edge: number, left: Curve[]][] {
  const carriers = new Carriers(weld, edges.length);
  for (const { curves } of rings) for (const curve of curves) carriers.add(curve, -1);
  edges.forEach(({ curves }, i) => {
    carriers.add(curves[0]!, i);
  });
  const found: [number, Curve[]][] = [];
  for (const spans of carriers.groups) {
    if (spans.length < 2) continue;
    // Longest first, so that the fewest curves are cut; the rest makes the order of the file irrelevant.
    spans.sort(
      (p, q) => Number(p.edge >= 0) - Number(q.edge >= 0) || lengthOf(q) - lengthOf(p) || p.low - q.low,
    );
    const cover = new Cover();
    for (const span of spans) {
      if (span.edge >= 0) {
        const left = cover.uncovered(span.low, span.high, weld);
        if (left) found.push([span.edge, left.map(([low, high]) => span.piece(low, high))]);
      }
      for (const shift of span.period > 0 ? [-span.period, 0, span.period] : [0]) {
        cover.add(span.low + shift, span.high + shift);
      }
    }
  }
  return found;
}

function lengthOf({ low, high }: Span): number {
  return high - low;
}

/** Groups of curves on one infinite line or one circle. */
class Carriers {
  readonly groups: Span[][] = [];
  private readonly weld: number;
  private readonly lines: PointGrid;
  private readonly circles: PointGrid;
  private readonly lineGroups: Span[][] = [];
  private readonly circleGroups: { cx: number; cy: number; radius: number; spans: Span[] }[] = [];

  constructor(weld: number, expected: number) {
    this.weld = weld;
    this.lines = new PointGrid(weld, expected);
    this.circles = new PointGrid(4 * weld, expected);
  }

  add(curve: Curve, edge: number): void {
    if (curve.kind === "line") this.addLine(curve, edge);
    else if (curve.kind === "arc") this.addArc(curve, edge);
  }

  private addLine(curve: Curve, edge: number): void {
    const length = curveLength(curve);
    if (length <= 2 * this.weld) return;
    let dx = (curve.x1 - curve.x0) / length;
    let dy = (curve.y1 - curve.y0) / length;
    // One direction per line; upright ones that lean by rounding must not flip.
    const back = dy < -1e-9 || (dy <= 1e-9 && dx < 0);
    if (back) [dx, dy] = [-dx, -dy];
    const offset = curve.y0 * dx - curve.x0 * dy;
    const along = (x: number, y: number) => x * dx + y * dy;
    const [start, end] = [along(curve.x0, curve.y0), along(curve.x1, curve.y1)];
    const at = (t: number): [number, number] => {
      if (t === start) return [curve.x0, curve.y0];
      if (t === end) return [curve.x1, curve.y1];
      const share = (t - start) / (end - start);
      return [curve.x0 + share * (curve.x1 - curve.x0), curve.y0 + share * (curve.y1 - curve.y0)];
    };
    const piece = (low: number, high: number) => {
      const [from, to] = back ? [at(high), at(low)] : [at(low), at(high)];
      return lineBetween(from[0], from[1], to[0], to[1]);
    };
    const span = { edge, low: Math.min(start, end), high: Math.max(start, end), piece, period: 0 };
    // The angle counts by how far apart two lines drift along the longer reach from the origin.
    const reach = Math.max(Math.abs(start), Math.abs(end), length);
    const angle = Math.atan2(dy, dx) * 2 ** Math.ceil(Math.log2(reach));
    const known = this.lines.nearest(angle, offset, this.weld);
    if (known >= 0) this.lineGroups[known]!.push(span);
    else {
      this.lines.add(angle, offset);
      this.lineGroups.push([span]);
      this.groups.push(this.lineGroups.at(-1)!);
    }
  }

  private addArc(curve: Curve & { kind: "arc" }, edge: number): void {
    const { cx, cy, radius, start, sweep } = curve;
    const period = 2 * Math.PI * radius;
    const from = Math.min(start, start + sweep);
    const turns = Math.floor(from / (2 * Math.PI));
    const low = (from - turns * 2 * Math.PI) * radius;
    const high = low + (isFullTurn(sweep) ? period : Math.abs(sweep) * radius);
    const piece = (a: number, b: number) => {
      if (a === low && b === high) return curve;
      return sweep > 0
        ? arcAround(cx, cy, radius, a / radius, (b - a) / radius)
        : arcAround(cx, cy, radius, b / radius, (a - b) / radius);
    };
    const span = { edge, low, high, piece, period };
    const same = this.circleNear(cx, cy, radius);
    if (same) same.spans.push(span);
    else {
      this.circles.add(...mixed(cx, cy, radius));
      this.circleGroups.push({ cx, cy, radius, spans: [span] });
      this.groups.push(this.circleGroups.at(-1)!.spans);
    }
  }

  private circleNear(cx: number, cy: number, radius: number) {
    const { weld } = this;
    let same: (typeof this.circleGroups)[number] | undefined;
    this.circles.near(...mixed(cx, cy, radius), 4 * weld, (i) => {
      const circle = this.circleGroups[i]!;
      const near =
        Math.hypot(circle.cx - cx, circle.cy - cy) <= weld && Math.abs(circle.radius - radius) <= weld;
      if (near) same ??= circle;
    });
    return same;
  }
}

/** Concentric circles do not share a cell. */
function mixed(cx: number, cy: number, radius: number): [number, number] {
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
