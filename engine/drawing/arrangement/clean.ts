/**
 * Which edges must go before faces are judged? Near-doubles: a sliver between two sides that run beside each other loses
 * one of them. Dividers on a layer, colour or line type that no outline has: nobody says that they part the material.
 */

import type { Findings } from "../basis/findings.ts";
import { curveAt } from "../curves/curves.ts";
import type { Faces } from "./faces.ts";
import { distanceBetween, FATE, type Graph } from "./graph.ts";
import type { Nesting } from "./nesting.ts";

/** Nobody draws an outline more often than this a hair beside itself. */
const MOST_BESIDE = 32;
/** Pieces of two sides that are compared; a drawing that asks for more was made to take time. */
const MOST_LOOKS = 2_000_000;

/**
 * Marks edges of near-doubles as such; false when there are none. A sliver is a face, less what lies in it, between sides
 * that have other faces behind them: of two rings that run beside each other it is the space between them.
 */
export function foldSlivers(
  { graph, faces, parents }: Nesting,
  findings: Findings,
  work: { looks: number },
): boolean {
  const width = graph.options.sliver;
  const areas = faces.areas.slice();
  const perimeters = new Float64Array(areas.length);
  parents.forEach((face, block) => {
    if (face >= 0) areas[face]! += faces.areas[faces.outsides[block]!]!;
  });
  // Beyond a block it is the face that the block lies in.
  const faceOf = (half: number) => {
    const [face, block] = [faces.left[half]!, faces.blocks[half >> 1]!];
    return face >= 0 && face === faces.outsides[block] ? parents[block]! : face;
  };
  for (let half = 0; half < faces.left.length; half++) {
    const face = faceOf(half);
    if (face >= 0) perimeters[face]! += graph.lengths[half >> 1]!;
  }
  const slivers = new Map<number, Map<number, number[]>>();
  for (let half = 0; half < faces.left.length; half++) {
    const face = faceOf(half);
    if (face < 0 || 2 * areas[face]! >= width * perimeters[face]!) continue;
    const sides = slivers.get(face) ?? new Map<number, number[]>();
    slivers.set(face, sides);
    const beyond = faceOf(half ^ 1);
    const side = sides.get(beyond) ?? [];
    side.push(half >> 1);
    sides.set(beyond, side);
  }
  let found = false;
  for (const sides of slivers.values()) {
    const length = (side: number[]) => side.reduce((sum, edge) => sum + graph.lengths[edge]!, 0);
    const ranked = [...sides.values()].sort(
      (p, q) => rankOf(graph, q) - rankOf(graph, p) || length(q) - length(p),
    );
    const [side, rest] = [ranked[0]!, ranked.slice(1).flat()];
    work.looks += side.length * rest.length;
    if (work.looks > MOST_LOOKS) return found;
    if (rest.length > 0 && ranked.flat().every((edge) => graph.fates[edge] === FATE.none))
      found = fold(graph, side, rest, findings) || found;
  }
  return found;
}

/** Makes one side a copy of the rest, where it keeps within a width of that. */
function fold(graph: Graph, side: number[], rest: number[], findings: Findings): boolean {
  const shapes = (edges: number[]) => edges.flatMap((edge) => graph.shapes(edge));
  const size = distanceBetween(shapes(side), shapes(rest), graph.options.sliver);
  if (size > graph.options.sliver) return false;
  // Whoever crosses what is left crosses what was beside it as well.
  const owners = new Set(ownersOf(graph, side));
  for (const edge of rest)
    graph.beside.set(edge, [...(graph.beside.get(edge) ?? []), ...owners].slice(0, MOST_BESIDE));
  for (const edge of side) {
    graph.fates[edge] = FATE.duplicate;
    findings.note("near-duplicates", { size, at: curveAt(graph.shape(edge), 0.5) });
  }
  return true;
}

/** The contours along a side, and those that were folded onto it before. */
function ownersOf(graph: Graph, side: number[]): number[] {
  return side.flatMap((edge) => {
    const layers = [...graph.layers(edge)];
    return [...layers.map((layer) => graph.owner(layer)), ...(graph.beside.get(edge) ?? [])];
  });
}

/** What was drawn later and fewer times goes first. */
function rankOf(graph: Graph, edges: number[]): number {
  const drawn = (edge: number) => Array.from(graph.layers(edge), (layer) => graph.owner(layer));
  return edges.reduce((latest, edge) => Math.max(latest, Math.min(...drawn(edge))), -1);
}

/**
 * Marks open contours across the material whose look no outline around it has, closed ones before all: a leader over an
 * outline bounds nothing behind it either, so they go as a whole. Whether there are any.
 */
export function liftDividers(
  { graph, faces }: Nesting,
  lookOf: (contour: number) => number,
  findings: Findings,
): boolean {
  const { contours, fates } = graph;
  const looks = outlineLooks(graph, faces, lookOf);
  const isOutside = (half: number) => faces.left[half] === faces.outsides[faces.blocks[half >> 1]!];
  const isForeign = (edge: number) => {
    const [block, owner] = [faces.blocks[edge]!, graph.owner(edge)];
    if (block < 0 || owner < 0 || graph.copies[edge]! >= 0 || contours.isClosed(owner)) return false;
    return !looks.get(block)!.has(lookOf(owner));
  };
  const lifted = new Set<number>();
  for (let edge = 0; edge < graph.edgeCount; edge++)
    if (!isOutside(2 * edge) && !isOutside(2 * edge + 1) && isForeign(edge)) lifted.add(graph.owner(edge));
  for (const owner of lifted) {
    const { layer } = contours.get(owner);
    findings.note("dividers-kept-open", { subject: layer, layer, at: contours.startOf(owner) });
  }
  for (let edge = 0; edge < graph.edgeCount; edge++) {
    if (lifted.has(graph.owner(edge)) && isForeign(edge)) fates[edge] = FATE.open;
  }
  return lifted.size > 0;
}

/**
 * Of each block: the looks of closed contours along its outside; where none is closed, of those that lie on it all the way,
 * or of all there where each of them runs through the material too.
 */
function outlineLooks(
  graph: Graph,
  faces: Faces,
  lookOf: (contour: number) => number,
): Map<number, Set<number>> {
  const isOutside = (half: number) => faces.left[half] === faces.outsides[faces.blocks[half >> 1]!];
  const crossing = new Set<number>();
  const along: [block: number, owner: number][] = [];
  for (let edge = 0; edge < graph.firstRing; edge++) {
    const block = faces.blocks[edge]!;
    if (block < 0) continue;
    const outside = isOutside(2 * edge) || isOutside(2 * edge + 1);
    for (const layer of graph.layers(edge)) {
      const owner = graph.owner(layer);
      if (owner < 0) continue;
      if (outside) along.push([block, owner]);
      else crossing.add(owner);
    }
  }
  const ranks = new Map<number, number>();
  const looks = new Map<number, Set<number>>();
  for (const [block, owner] of along) {
    const rank = graph.contours.isClosed(owner) ? 2 : Number(!crossing.has(owner));
    const best = ranks.get(block) ?? -1;
    if (rank > best) {
      ranks.set(block, rank);
      looks.set(block, new Set());
    }
    if (rank >= best) looks.get(block)!.add(lookOf(owner));
  }
  return looks;
}
