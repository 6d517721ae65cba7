/**
 * Which edges must go before faces are judged? Near-doubles: a sliver between two sides that run beside each other loses
 * one of them. Dividers on a layer, colour or line type that no outline has: nobody says that they part the material.
 */

import type { Findings } from "../basis/drawing-findings.ts";
import { byKey } from "../basis/united-groups.ts";
import { distanceBetween } from "../contacts/pieces.ts";
import { curveAt } from "../curves/curves.ts";
import { type Faces, halfEdges, isOutside } from "./faces.ts";
import { type EdgeGraph, FATE } from "./graph.ts";
import type { Nesting } from "./nesting.ts";

/** Edges that a step took out of what is cut, and what is told when that stays so. */
export interface CleaningStep {
  edges: readonly number[];
  tell: (findings: Findings) => void;
  /** It is a divider that was lifted, and no copy. */
  isLift: boolean;
}

/** Nobody draws an outline more often than this a hair beside itself. */
const MOST_BESIDE = 32;
/** Share of a contour that runs beside another one if the two are one drawn twice. */
const MUCH = 0.2;
/** A copy that ends nowhere is so many times as long as it lies off: what goes away from a corner is none. */
const SLENDER = 8;

/**
 * Marks edges of near-doubles as such, but those that are kept. A sliver is a face, less what lies in it, between sides
 * that have other faces behind them: of two rings that run beside each other it is the space between them.
 */
export function foldSlivers(nesting: Nesting, kept: ReadonlySet<number>): CleaningStep[] {
  const { graph, faces, parents } = nesting;
  const { areas, blockOf, left, outsides } = faces;
  const perimeters = new Float64Array(areas.length);
  for (let half = 0; half < left.length; half++)
    if (left[half]! >= 0) perimeters[left[half]!]! += graph.lengths[half >> 1]!;
  const [net, around] = [areas.slice(), perimeters.slice()];
  for (let block = 0; block < parents.length; block++) {
    const face = parents[block]!;
    if (face < 0) continue;
    net[face]! += areas[outsides[block]!]!;
    around[face]! += perimeters[outsides[block]!]!;
  }
  const slivers = new Map<number, number[]>();
  const { sliver, kerf } = graph.options;
  for (let face = 0; face < areas.length; face++)
    if (2 * net[face]! < Math.max(sliver, kerf) * around[face]! && face !== outsides[blockOf[face]!])
      slivers.set(face, halfEdges(faces, face));
  const found: CleaningStep[] = [];
  if (slivers.size === 0) return found;
  for (const [block, face] of parents.entries())
    for (const half of slivers.has(face) ? halfEdges(faces, outsides[block]!) : [])
      slivers.get(face)!.push(half);
  for (const [face, halves] of slivers) {
    if (halves.some((half) => graph.fates[half >> 1] !== FATE.none || kept.has(half >> 1))) continue;
    for (const sides of [sidesBeyond(nesting, halves), sidesOn(graph, halfEdges(faces, face))]) {
      sides.sort((p, q) => rankOf(graph, q) - rankOf(graph, p) || lengthOf(graph, q) - lengthOf(graph, p));
      const [side, rest] = [sides[0]!, sides.slice(1).flat()];
      graph.contours.table.work.spend(side.length * rest.length);
      if (rest.length === 0 || side.length === 0) continue;
      const isThin = 2 * net[face]! < sliver * around[face]!;
      const reach = areDoubles(graph, side, rest) ? kerf : isThin ? sliver : 0;
      const change = reach === 0 ? null : fold(graph, side, rest, reach);
      if (!change) continue;
      found.push(change);
      break;
    }
  }
  return found;
}

/** Edges by the face behind them; beyond a block it is the one that the block lies in. */
function sidesBeyond({ faces, parents }: Nesting, halves: number[]): number[][] {
  const faceBeyond = (half: number) => {
    const [face, block] = [faces.left[half ^ 1]!, faces.blocks[half >> 1]!];
    return face === faces.outsides[block] ? parents[block]! : face;
  };
  return Array.from(byKey(halves, faceBeyond).values(), (side) => side.map((half) => half >> 1));
}

function lengthOf({ lengths }: EdgeGraph, edges: number[]): number {
  return edges.reduce((sum, edge) => sum + lengths[edge]!, 0);
}

/** Whether two sides are much of closed contours that have nothing in common. */
function areDoubles(graph: EdgeGraph, side: number[], rest: number[]): boolean {
  const { contours } = graph;
  const ownersOf = (edges: number[]) => [...new Set(edges.map((edge) => graph.owner(edge)))];
  const isMuch = (edges: number[], owners: number[]) =>
    owners.every((owner) => owner >= 0 && contours.isClosed(owner)) &&
    lengthOf(graph, edges) >= MUCH * owners.reduce((sum, owner) => sum + contours.length(owner), 0);
  const [p, q] = [ownersOf(side), ownersOf(rest)];
  return !p.some((owner) => q.includes(owner)) && isMuch(side, p) && isMuch(rest, q);
}

/** Makes one side a copy of the rest, where it keeps within `reach` of that. */
function fold(graph: EdgeGraph, side: number[], rest: number[], reach: number): CleaningStep | null {
  const shapes = (edges: number[]) => edges.flatMap((edge) => graph.shapes(edge));
  const size = distanceBetween(shapes(side), shapes(rest), reach);
  if (size > reach) return null;
  // Whoever crosses what is left crosses what was beside it as well.
  const owners = new Set(side.flatMap((edge) => graph.oddOn(edge)));
  for (const edge of rest)
    graph.beside.set(edge, [...(graph.beside.get(edge) ?? []), ...owners].slice(0, MOST_BESIDE));
  for (const edge of side) graph.fates[edge] = FATE.duplicate;
  const tell = (findings: Findings) => {
    for (const edge of side) findings.note("near-duplicates", { size, at: curveAt(graph.shape(edge), 0.5) });
  };
  return { edges: side, tell, isLift: false };
}

/** Marks dead ends beside rings as copies: they close no sliver that would tell so. */
export function foldTails({ graph, faces }: Nesting, findings: Findings): void {
  const { fates, origins } = graph;
  const degrees = graph.degrees((edge) => !graph.isRing(edge) && !graph.isCopy(edge));
  for (let edge = 0; edge < graph.firstRing; edge++) {
    // An edge that comes from nowhere has its ends bridged to its neighbours.
    const isApart = degrees[origins[2 * edge]!]! + degrees[origins[2 * edge + 1]!]! === 2;
    if (fates[edge] !== FATE.none || faces.blocks[edge]! >= 0 || isApart) continue;
    const size = offRings(graph, edge);
    if (size === null) continue;
    fates[edge] = FATE.duplicate;
    findings.note("near-duplicates", { size, at: curveAt(graph.shape(edge), 0.5) });
  }
}

/** How far off rings an edge lies, where it keeps beside them all the way; or null. */
function offRings(graph: EdgeGraph, edge: number): number | null {
  const { index, curves, options } = graph;
  if (curves[edge]! < 0) return null;
  const isBorder = (curve: number, t: number) => curve !== curves[edge] && graph.isInRing(curve, t);
  const reach = Math.min(options.sliver, graph.lengths[edge]! / SLENDER);
  const shape = graph.shape(edge);
  let size = 0;
  // At its very ends it may lie between a piece of a curve that is a border and one that is none.
  for (const share of [0.5, 0.01, 0.25, 0.75, 0.99]) {
    const [x, y] = curveAt(shape, share);
    const found = index.nearest(x, y, reach, isBorder);
    if (!found) return null;
    size = Math.max(size, found.distance);
  }
  return size;
}

/** The edges on the curve of the longest one, and the others. */
function sidesOn({ curves, lengths }: EdgeGraph, halves: number[]): number[][] {
  const edges = halves.map((half) => half >> 1);
  const longest = edges.reduce((best, edge) => (lengths[edge]! > lengths[best]! ? edge : best));
  const isOn = (edge: number) => curves[edge] === curves[longest];
  return [edges.filter(isOn), edges.filter((edge) => !isOn(edge))];
}

/** Rank for removal: bridges over gaps go first, then edges that were drawn later and fewer times. */
function rankOf(graph: EdgeGraph, edges: number[]): number {
  if (edges.every((edge) => graph.owner(edge) < 0)) return Number.POSITIVE_INFINITY;
  const drawn = (edge: number) => Array.from(graph.layers(edge), (layer) => graph.owner(layer));
  return edges.reduce((latest, edge) => Math.max(latest, Math.min(...drawn(edge))), -1);
}

/**
 * Marks open contours across the material whose look no outline around it has, closed ones before all: a leader over an
 * outline bounds nothing behind it either, so they go as a whole.
 */
export function liftDividers({ graph, faces }: Nesting, kept: ReadonlySet<number>): CleaningStep[] {
  const { contours, fates } = graph;
  if (graph.firstRing === 0 || contours.areAllClosed()) return [];
  const best = outlineLooks(graph, faces);
  const isForeign = (edge: number) => {
    const [block, owner] = [faces.blocks[edge]!, graph.owner(edge)];
    if (block < 0 || owner < 0 || graph.copies[edge]! >= 0 || contours.isClosed(owner)) return false;
    if (kept.has(edge)) return false;
    return !best.get(block)!.looks.has(graph.options.lookOf(owner));
  };
  const lifted = new Set<number>();
  for (let edge = 0; edge < graph.firstRing; edge++)
    if (isForeign(edge) && !isOutside(faces, edge)) lifted.add(graph.owner(edge));
  const changes = new Map<number, number[]>();
  for (let edge = 0; edge < graph.firstRing && lifted.size > 0; edge++) {
    const owner = graph.owner(edge);
    if (!lifted.has(owner) || !isForeign(edge)) continue;
    fates[edge] = FATE.open;
    changes.set(owner, [...(changes.get(owner) ?? []), edge]);
  }
  return Array.from(changes, ([owner, edges]) => ({
    edges,
    isLift: true,
    tell: (findings: Findings) =>
      findings.note("dividers-kept-open", { subject: contours.layer(owner), ...contours.placeOf(owner) }),
  }));
}

/**
 * Of each block: the looks of closed contours along its outside; where none is closed, of those that lie on it all the way,
 * or of all there where each of them runs through the material too.
 */
function outlineLooks(graph: EdgeGraph, faces: Faces): Map<number, { rank: number; looks: Set<number> }> {
  const crossing = new Set<number>();
  const along: [block: number, owner: number][] = [];
  for (let edge = 0; edge < graph.firstRing; edge++) {
    const block = faces.blocks[edge]!;
    if (block < 0) continue;
    const outside = isOutside(faces, edge);
    for (const layer of graph.layers(edge)) {
      const owner = graph.owner(layer);
      if (owner < 0) continue;
      if (outside) along.push([block, owner]);
      else crossing.add(owner);
    }
  }
  const best = new Map<number, { rank: number; looks: Set<number> }>();
  for (const [block, owner] of along) {
    const rank = graph.contours.isClosed(owner) ? 2 : Number(!crossing.has(owner));
    const known = best.get(block);
    const look = graph.options.lookOf(owner);
    if (!known || rank > known.rank) best.set(block, { rank, looks: new Set([look]) });
    else if (rank === known.rank) known.looks.add(look);
  }
  return best;
}

/**
 * Takes back the changes of a step in every block of which an outside closed before it and closes no more; the edges of those
 * are kept from now on. Returns what stays changed.
 */
export function keepClosed(
  { graph, faces: before }: Nesting,
  after: Faces,
  changes: readonly CleaningStep[],
  kept: Set<number>,
): CleaningStep[] {
  const areDividers = changes.some(({ isLift }) => isLift);
  const opened = new Set<number>();
  const lengths = new Map<number, { all: number; lost: number }>();
  for (let edge = 0; edge < graph.firstRing; edge++) {
    const block = before.blocks[edge]!;
    if (block < 0 || !isOutside(before, edge)) continue;
    const sum = lengths.get(block) ?? { all: 0, lost: 0 };
    lengths.set(block, sum);
    sum.all += graph.lengths[edge]!;
    if (graph.fates[edge] !== FATE.none || after.blocks[edge]! >= 0) continue;
    sum.lost += graph.lengths[edge]!;
    const owner = graph.owner(edge);
    // Lines that hang on an outline and look like the dividers close nothing; most of the outside is the outline.
    if (!areDividers || (owner >= 0 && graph.contours.isClosed(owner))) opened.add(block);
  }
  if (areDividers) for (const [block, { all, lost }] of lengths) if (lost > all / 2) opened.add(block);
  for (const block of opened) if (isThin(graph, before, block)) opened.delete(block);
  if (opened.size === 0) return [...changes];
  return changes.filter(({ edges }) => {
    if (!edges.some((edge) => opened.has(before.blocks[edge]!))) return true;
    for (const edge of edges) {
      graph.fates[edge] = FATE.none;
      kept.add(edge);
    }
    return false;
  });
}

/** Whether a block encloses no more than a sliver: two lines that lie on each other. */
function isThin(graph: EdgeGraph, faces: Faces, block: number): boolean {
  const outside = faces.outsides[block]!;
  const around = halfEdges(faces, outside).reduce((sum, half) => sum + graph.lengths[half >> 1]!, 0);
  return 2 * Math.abs(faces.areas[outside]!) < graph.options.kerf * around;
}
