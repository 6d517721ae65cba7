/**
 * Which edges must go before faces are judged? Near-doubles: a sliver between two sides that run beside each other loses
 * one of them. Dividers on a layer, colour or line type that no outline has: nobody says that they part the material.
 */

import type { Point } from "../../contract/values/geometry.ts";
import { chordsOf, nearestOn } from "../contacts/pieces.ts";
import { curveAt } from "../curves/curves.ts";
import { type Faces, halvesOf } from "./faces.ts";
import type { Graph } from "./graph.ts";

/** What becomes of an edge. */
export const FATE = { none: 0, cut: 1, open: 2, duplicate: 3, overshoot: 4 } as const;

/** The edges of a graph with their fates; those that are gone bound no faces. */
export interface Edges {
  graph: Graph;
  faces: Faces;
  fates: Uint8Array;
  gone: Uint8Array;
}

/** Nobody draws an outline more often than this a hair beside itself. */
const MOST_BESIDE = 32;
/** Pieces of two sides that are compared; a drawing that asks for more was made to take time. */
const MOST_LOOKS = 2_000_000;

export interface Doubles {
  /** The middle of each edge that was folded. */
  places: Point[];
  /** Pieces compared. */
  looks: number;
  /** Largest distance between two sides. */
  apart: number;
}

/** Marks edges of near-doubles as gone; false when there are none. */
export function foldSlivers({ graph, faces, fates, gone }: Edges, width: number, doubles: Doubles): boolean {
  let found = false;
  for (let face = 0; face < faces.areas.length; face++) {
    const area = faces.areas[face]!;
    if (area <= 0 || faces.counts[faces.blockOf[face]!] === 2) continue;
    const halves = halvesOf(faces, face);
    let perimeter = 0;
    for (const half of halves) perimeter += graph.lengths[half >> 1]!;
    if (2 * area >= width * perimeter) continue;
    // Sides by the face behind them.
    const sides = new Map<number, number[]>();
    for (const half of halves) {
      const beyond = faces.left[half ^ 1]!;
      const side = sides.get(beyond);
      if (side) side.push(half >> 1);
      else sides.set(beyond, [half >> 1]);
    }
    if (sides.size < 2 || halves.some((half) => gone[half >> 1] === 1)) continue;
    const ranked = [...sides.values()].sort((p, q) => rankOf(graph, q) - rankOf(graph, p));
    const side = ranked[0]!;
    const rest = ranked.slice(1).flat();
    doubles.looks += side.length * rest.length;
    if (doubles.looks > MOST_LOOKS) return found;
    const apart = distanceBetween(graph, side, rest, width);
    if (apart > width) continue;
    for (const edge of side) {
      gone[edge] = 1;
      fates[edge] = FATE.duplicate;
    }
    // Whoever crosses what is left crosses what was beside it as well.
    const owners = new Set(ownersOf(graph, side));
    for (const edge of rest)
      graph.beside.set(edge, [...(graph.beside.get(edge) ?? []), ...owners].slice(0, MOST_BESIDE));
    for (const edge of side) doubles.places.push(curveAt(graph.shape(edge), 0.5));
    doubles.apart = Math.max(doubles.apart, apart);
    found = true;
  }
  return found;
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
  let latest = -1;
  for (const edge of edges) {
    let first = Number.POSITIVE_INFINITY;
    for (const layer of graph.layers(edge)) first = Math.min(first, graph.owner(layer));
    latest = Math.max(latest, first);
  }
  return latest;
}

/** The largest distance, or the first that is too large. */
function distanceBetween(graph: Graph, side: number[], rest: number[], width: number): number {
  const others = rest.map((edge) => {
    const curve = graph.shape(edge);
    return { curve, chords: chordsOf(curve, graph.options.weld) };
  });
  let most = 0;
  for (const edge of side) {
    const shape = graph.shape(edge);
    for (const t of [0, 0.25, 0.5, 0.75, 1]) {
      const [x, y] = curveAt(shape, t);
      let least = Number.POSITIVE_INFINITY;
      for (const { curve, chords } of others)
        least = Math.min(least, nearestOn(curve, chords, x, y).distance);
      most = Math.max(most, least);
      if (most > width) return most;
    }
  }
  return most;
}

/**
 * Marks open contours across the material whose look no outline around it has, closed ones before all: a leader over an
 * outline bounds nothing behind it either, so they go as a whole. Tells which.
 */
export function liftDividers(
  { graph, faces, fates, gone }: Edges,
  lookOf: (contour: number) => number,
): Set<number> {
  const { contours } = graph;
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
  if (lifted.size === 0) return lifted;
  for (let edge = 0; edge < graph.edgeCount; edge++) {
    if (!lifted.has(graph.owner(edge)) || !isForeign(edge)) continue;
    gone[edge] = 1;
    fates[edge] = FATE.open;
  }
  return lifted;
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
