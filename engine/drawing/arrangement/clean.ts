/**
 * Which edges must go before faces are judged? Near-doubles: a sliver between two sides that run beside each other loses
 * one of them. Dividers on a layer, colour or line type that no outline has: nobody says that they part the material.
 */
import { curveAt } from "../curves/curves.ts";
import type { Faces } from "./faces.ts";
import type { Graph } from "./graph.ts";
import { chordsOf, nearestOn } from "./pieces.ts";

/** What becomes of an edge. */
export const FATE = { none: 0, cut: 1, open: 2, duplicate: 3, overshoot: 4 } as const;

/** The edges of a graph with their fates; those that are gone bound no faces. */
export interface Edges {
  graph: Graph;
  faces: Faces;
  fates: Uint8Array;
  gone: Uint8Array;
}

export interface Doubles {
  count: number;
  /** Largest distance between two sides. */
  apart: number;
  at: [number, number] | null;
}

/** Marks edges of near-doubles as gone; false when there are none. */
export function foldSlivers({ graph, faces, fates, gone }: Edges, width: number, doubles: Doubles): boolean {
  let found = false;
  for (let face = 0; face < faces.areas.length; face++) {
    const area = faces.areas[face]!;
    if (area <= 0) continue;
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
    const apart = distanceBetween(graph, side, rest);
    if (apart > width) continue;
    for (const edge of side) {
      gone[edge] = 1;
      fates[edge] = FATE.duplicate;
    }
    doubles.count += side.length;
    doubles.apart = Math.max(doubles.apart, apart);
    const shape = graph.shape(side[0]!);
    doubles.at ??= [shape.x0, shape.y0];
    found = true;
  }
  return found;
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

function distanceBetween(graph: Graph, side: number[], rest: number[]): number {
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
    }
  }
  return most;
}

export function halvesOf({ firsts, next }: Faces, face: number): number[] {
  const halves: number[] = [];
  let half = firsts[face]!;
  do {
    halves.push(half);
    half = next[half]!;
  } while (half !== firsts[face]);
  return halves;
}

/** Marks dividers whose look no outline around them has; the contours that they belong to are told. */
export function liftDividers(
  { graph, faces, fates, gone }: Edges,
  lookOf: (contour: number) => string,
): Set<number> {
  const lifted = new Set<number>();
  const { contours } = graph;
  const looks = new Map<number, Set<string>>();
  const looksOf = (edge: number) => Array.from(graph.layers(edge), (layer) => lookOf(graph.owner(layer)));
  const isOutside = (half: number) => faces.left[half] === faces.outsides[faces.blocks[half >> 1]!];
  for (let half = 0; half < 2 * graph.edgeCount; half++) {
    const block = faces.blocks[half >> 1]!;
    if (block < 0 || !isOutside(half) || graph.curves[half >> 1]! < 0) continue;
    const known = looks.get(block) ?? new Set<string>();
    looks.set(block, known);
    for (const look of looksOf(half >> 1)) known.add(look);
  }
  for (let edge = 0; edge < graph.edgeCount; edge++) {
    const block = faces.blocks[edge]!;
    const owner = graph.owner(edge);
    if (block < 0 || owner < 0 || isOutside(2 * edge) || isOutside(2 * edge + 1)) continue;
    if (graph.copies[edge]! >= 0 || contours.isClosed(owner) || looks.get(block)!.has(lookOf(owner)))
      continue;
    gone[edge] = 1;
    fates[edge] = FATE.open;
    lifted.add(owner);
  }
  return lifted;
}
