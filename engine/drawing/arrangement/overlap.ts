/**
 * Which loose curves, or pieces of them, are drawn more than once?
 *
 * Lines on the same infinite line and arcs on the same circle are compared as intervals; of what overlaps, contours stay
 * before what leads to a dead end, then the longest, and the others lose the covered piece. Curves of closed contours
 * cover too, but are never cut. What neighbouring parts share comes back: each needs its copy of the border.
 */

import type { Findings } from "../basis/findings.ts";
import type { Contours } from "../curves/contours.ts";
import { arcAround, type Curve, lineBetween } from "../curves/curves.ts";
import type { CurveId } from "../curves/table.ts";
import { type ClosedEdges, findContours, type Pieces, restoreBorders } from "./borders.ts";
import { Carriers, type Span } from "./carriers.ts";
import { findCopiesAcross, findCopiesWithin, middleOf } from "./copies.ts";
import { byLayer, contract, type Edge, forward } from "./graph.ts";
import type { PointGrid } from "./grid.ts";
import { NodeMarks } from "./nodemarks.ts";

export interface WithoutOverlaps {
  edges: Edge[];
  /** Copies among them that rings may need, each with what it is a copy of. */
  copies: [copy: Edge, of: Edge][];
  /** Rings that have lost all of their edges to others; they are not told yet. */
  covered: Edge[];
}

/** Edges hold one curve each, or a spline. New ends are added to the nodes. */
export function removeOverlaps(
  edges: Edge[],
  rings: Contours,
  nodes: PointGrid,
  weld: number,
  findings: Findings,
): WithoutOverlaps {
  const untouched = { edges, copies: [], covered: [] };
  if (edges.length === 0) return untouched;
  const { table } = rings;
  const within = findCopiesWithin(edges, table, weld);
  let known: ClosedEdges | undefined;
  const contoursOf = () => (known ??= findContours(edges, within));
  const across = findCopiesAcross(edges, within, table, weld, () => contoursOf().edges);
  const copied = [...within.keys(), ...across.keys()];
  const overlaps = findOverlaps(edges, new Set(copied), rings, weld);
  if (copied.length === 0 && overlaps.length === 0) return untouched;
  const contours = contoursOf();
  const cuts = new Map<number, Curve[]>(copied.map((i) => [i, []]));
  for (const [i, left] of coveredPieces(overlaps, contours, weld)) cuts.set(i, left);
  const node = (x: number, y: number) => {
    const known = nodes.nearest(x, y, weld);
    return known >= 0 ? known : nodes.add(x, y);
  };
  const pieces: Pieces = new Map();
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
  restoreBorders(edges, pieces, within, contours);
  const gone = [...contours.edges].filter((i) => pieces.get(i)?.length === 0).map((i) => edges[i]!);
  const covered = ringsOf(gone, nodes);
  const inRings = new Set(covered.flatMap(({ curves }) => curves.map(forward)));
  const left = edges.flatMap((edge, i) => {
    const parts = pieces.get(i);
    if (!parts) return [edge];
    if (inRings.has(forward(edge.curves[0]!))) return [];
    const [x, y] = middleOf(edge, table);
    findings.note(parts.length === 0 ? "duplicates-removed" : "overlaps-removed", {
      layer: edge.layer,
      at: [x, y],
    });
    return parts;
  });
  const copies = [...within, ...across].filter(([i]) => !pieces.has(i));
  return { edges: left, copies: copies.map(([i, other]) => [edges[i]!, edges[other]!]), covered };
}

/** Of each layer, those that none of these edges joins from outside. */
function ringsOf(edges: Edge[], nodes: PointGrid): Edge[] {
  if (edges.length === 0) return [];
  const marks = new NodeMarks(nodes.count);
  return [...byLayer(edges)].flatMap((layer) => contract(layer, marks).rings);
}

/** Curves on one line or circle, of which some lie on each other. */
function findOverlaps(edges: Edge[], copies: ReadonlySet<number>, rings: Contours, weld: number): Span[][] {
  const { table } = rings;
  let reach = 0;
  const measure = (id: CurveId) => {
    const { x0, y0, x1, y1 } = table.ends(id);
    reach = Math.max(reach, Math.hypot(x0, y0), Math.hypot(x1, y1));
  };
  for (const { curves } of rings.chains()) curves.forEach(measure);
  for (const { curves } of edges) curves.forEach(measure);
  const carriers = new Carriers(table, weld, edges.length, reach);
  for (const { curves } of rings.chains()) for (const curve of curves) carriers.add(curve, -1);
  edges.forEach(({ curves }, i) => {
    if (!copies.has(i)) carriers.add(curves[0]!, i);
  });
  const found: Span[][] = [];
  for (const spans of carriers.shared()) if (mayOverlap(spans, weld)) found.push(spans);
  return found;
}

/** On a circle, which has no first place, it is not looked for. */
function mayOverlap(spans: Span[], weld: number): boolean {
  spans.sort((p, q) => p.low - q.low);
  let reached = Number.NEGATIVE_INFINITY;
  return spans.some(({ low, high, period }) => {
    if (period > 0 || low < reached - weld) return true;
    reached = Math.max(reached, high);
    return false;
  });
}

function coveredPieces(
  overlaps: Span[][],
  contours: ClosedEdges,
  weld: number,
): [edge: number, left: Curve[]][] {
  // Neighbours drawn one by one are whole even where the frame of a sheet lies on them, and what leads to a dead end needs
  // nothing that a contour has.
  const rankOf = ({ edge }: Span) => {
    if (edge < 0) return 1;
    if (contours.oneByOne.has(edge)) return 0;
    return contours.edges.has(edge) ? 2 : 3;
  };
  const found: [number, Curve[]][] = [];
  for (const spans of overlaps) {
    const frames = framesOf(
      spans.filter((span) => rankOf(span) === 0),
      weld,
    );
    const isFrame = (span: Span) => Number(frames.has(span));
    // Of equals the longest first, so that the fewest curves are cut; the rest makes the order of the file irrelevant.
    spans.sort(
      (p, q) =>
        rankOf(p) - rankOf(q) || isFrame(p) - isFrame(q) || lengthOf(q) - lengthOf(p) || p.low - q.low,
    );
    const cover = new Cover();
    for (const span of spans) {
      if (span.edge >= 0) {
        const left = cover.uncovered(span.low, span.high, weld);
        if (left) found.push([span.edge, left.map(([low, high]) => pieceOf(span, low, high))]);
      }
      const { period } = span;
      for (const shift of period > 0 ? [-period, 0, period] : [0]) {
        cover.add(span.low + shift, span.high + shift);
      }
    }
  }
  return found;
}

/** Spans that several shorter ones cover without a rest: the sides of a frame around neighbours. */
function framesOf(spans: Span[], weld: number): Set<Span> {
  const frames = new Set<Span>();
  const cover = new Cover();
  for (const span of spans.sort((p, q) => lengthOf(p) - lengthOf(q))) {
    if (cover.uncovered(span.low, span.high, weld)?.length === 0) frames.add(span);
    cover.add(span.low, span.high);
  }
  return frames;
}

function lengthOf({ low, high }: Span): number {
  return high - low;
}

/** The curve between two places of its span, in its own direction. */
function pieceOf({ curve, low, high, back }: Span, from: number, to: number): Curve {
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
