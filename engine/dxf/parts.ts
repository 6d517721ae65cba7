/** Which closed contours are parts, and which are holes in them? Even depth of nesting is a part, odd a hole. */
import type { Bounds, Point } from "../contract/geometry.ts";
import { grow } from "./bezier.ts";
import { findContainment } from "./containment.ts";
import type { Curve } from "./curves.ts";
import type { CurveId, CurveTable } from "./curvetable.ts";
import { evenOddArea } from "./even-odd.ts";
import type { Findings } from "./findings.ts";
import { type FlatRing, flatArea } from "./flatring.ts";
import { rank } from "./graph.ts";
import { PointGrid } from "./grid.ts";
import type { Chain } from "./join.ts";
import { emptyBounds, pathArea, pathBounds, pathLength, pathPoints } from "./outline.ts";

export interface NestedRing {
  curves: CurveId[];
  layer: string;
  length: number;
  /** It consists of lines. */
  straight: boolean;
  /** Enclosed area, positive; even-odd where the ring crosses itself. */
  area: number;
  ccw: boolean;
  bounds: Bounds;
  /** Closed, in the sense of the curves, within the finest tolerance of them. */
  points: FlatRing;
}

/** An exterior and the holes directly in it. */
export interface NestedPart {
  exterior: NestedRing;
  holes: NestedRing[];
}

export interface NestedRings {
  /** Largest exterior first. */
  parts: NestedPart[];
  open: Chain[];
}

/** Rings become points within `tolerance` of their curves. */
export function nestRings(
  chains: Chain[],
  table: CurveTable,
  weld: number,
  tolerance: number,
  findings: Findings,
): NestedRings {
  const open = chains.filter(({ closed }) => !closed);
  const measured = chains.flatMap((chain) => (chain.closed ? measure(chain, table, weld, tolerance) : []));
  const distinct = dropCopies(measured, weld, tolerance, findings);
  // Points lie on the curves and chords beside them, so curves that merely touch seem to cross by as much.
  const touch = distinct.every(({ straight }) => straight) ? 2 * weld : 2.5 * tolerance;
  const { parents, depths, selfCrossing, crossing } = findContainment(
    distinct.map(({ points }) => points),
    touch,
  );
  distinct.forEach((ring, i) => {
    if (!selfCrossing.has(i) && !crossesAtCorner(ring, table)) return;
    ring.area = evenOddArea(ring.points);
    findings.note("self-intersecting", { layer: ring.layer, at: firstOf(ring) });
  });
  for (const pair of crossing) {
    const ring = distinct[pair % distinct.length]!;
    findings.note("contours-cross", { layer: ring.layer, at: firstOf(ring) });
  }
  const flat = (ring: NestedRing) => ring.area <= 1e-9 * ring.length * ring.length;
  const holes = distinct.map((): NestedRing[] => []);
  distinct.forEach((ring, i) => {
    if (depths[i]! % 2 === 1 && !flat(ring)) holes[parents[i]!]!.push(ring);
  });
  const parts = distinct.flatMap((ring, i) =>
    depths[i]! % 2 === 0 && !flat(ring) ? [{ exterior: ring, holes: holes[i]!.sort(bySize) }] : [],
  );
  parts.sort((p, q) => bySize(p.exterior, q.exterior));
  for (const { curves, layer } of distinct.filter(flat)) open.push({ closed: true, curves, layer });
  return { parts, open };
}

/** Of all rings and open paths together. */
export function boundsOfCuts({ parts, open }: NestedRings, table: CurveTable): Bounds {
  const all = emptyBounds();
  const add = ({ min_x, min_y, max_x, max_y }: Bounds) => {
    grow(all, min_x, min_y);
    grow(all, max_x, max_y);
  };
  for (const { exterior, holes } of parts) for (const { bounds } of [exterior, ...holes]) add(bounds);
  for (const { curves } of open) add(pathBounds(table.list(curves)));
  return all;
}

function measure(
  { curves: ids, layer }: Chain,
  table: CurveTable,
  weld: number,
  tolerance: number,
): NestedRing {
  const curves = table.list(ids);
  const area = pathArea(curves);
  return {
    curves: ids,
    layer,
    straight: curves.every(({ kind }) => kind === "line"),
    area: Math.abs(area),
    ccw: area > 0,
    bounds: pathBounds(curves),
    length: pathLength(curves, true),
    points: pathPoints(curves, true, tolerance, weld),
  };
}

/**
 * Whether a ring comes back to one of its corners and leaves it on the other side, as a figure of eight with a corner
 * amid it: the loops then run in opposite directions, and the signed area lacks one of them twice.
 */
function crossesAtCorner({ curves, points }: NestedRing, table: CurveTable): boolean {
  if (curves.length === 1) return false;
  const corners = Float64Array.from(curves, (id) => cornerRank(table.get(id))).sort();
  if (!corners.some((corner, i) => corner === corners[i - 1])) return false;
  return evenOddArea(points) > (1 + 1e-6) * Math.abs(flatArea(points));
}

function cornerRank({ x0, y0 }: Curve): number {
  return rank(x0, y0);
}

function firstOf({ points }: NestedRing): Point {
  return [points[0]!, points[1]!];
}

/** Larger first; of equal ones the lower left, so that the order of the file does not show. */
function bySize(p: NestedRing, q: NestedRing): number {
  const larger = q.area - p.area;
  if (Math.abs(larger) > 1e-9 * (p.area + q.area)) return larger;
  return p.bounds.min_y - q.bounds.min_y || p.bounds.min_x - q.bounds.min_x;
}

/** Rings drawn twice, perhaps in other pieces: same bounds, length and area, and sample points on each other. */
function dropCopies(rings: NestedRing[], weld: number, tolerance: number, findings: Findings): NestedRing[] {
  const reach = 4 * weld;
  const kept: NestedRing[] = [];
  // Mixed so that rings which share a corner do not share a cell.
  const grid = new PointGrid(reach, rings.length);
  for (const ring of rings) {
    const { min_x, min_y, max_x, max_y } = ring.bounds;
    const [u, v] = [min_x + Math.SQRT2 * max_y, min_y + 1.7 * max_x];
    let copy = false;
    grid.near(u, v, reach, (i) => {
      copy = sameRing(kept[i]!, ring, weld, tolerance);
      return copy;
    });
    if (copy)
      findings.note("duplicates-removed", {
        layer: ring.layer,
        count: ring.curves.length,
        at: [min_x, min_y],
      });
    else {
      grid.add(u, v);
      kept.push(ring);
    }
  }
  return kept;
}

function sameRing(p: NestedRing, q: NestedRing, weld: number, tolerance: number): boolean {
  const near = (a: number, b: number, apart: number) => Math.abs(a - b) <= apart;
  const { bounds: b, length } = p;
  if (!near(b.min_x, q.bounds.min_x, weld) || !near(b.min_y, q.bounds.min_y, weld)) return false;
  if (!near(b.max_x, q.bounds.max_x, weld) || !near(b.max_y, q.bounds.max_y, weld)) return false;
  if (!near(length, q.length, weld + 1e-6 * length) || !near(p.area, q.area, weld * length)) return false;
  const step = 2 * Math.max(1, Math.floor(q.points.length / 16));
  for (let i = 0; i < q.points.length; i += step) {
    if (distanceToRing(q.points[i]!, q.points[i + 1]!, p.points) > 2 * tolerance + weld) return false;
  }
  return true;
}

function distanceToRing(x: number, y: number, ring: FlatRing): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i + 3 < ring.length; i += 2) {
    const [ax, ay] = [ring[i]!, ring[i + 1]!];
    const [dx, dy] = [ring[i + 2]! - ax, ring[i + 3]! - ay];
    const share = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    least = Math.min(least, Math.hypot(ax + share * dx - x, ay + share * dy - y));
  }
  return least;
}
