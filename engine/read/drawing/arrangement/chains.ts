/** How do edges become contours again? Pieces of one curve that follow each other are one, so that arcs stay whole. */

import { curvePiece } from "../contacts/pieces.ts";
import type { ContourChain } from "../curves/contours.ts";
import type { CurveId } from "../curves/curve-table.ts";
import { type EdgeGraph, FATE } from "./graph.ts";

/** A stretch of a curve, from `from` to `to` or, run backwards, from `to` to `from`. */
interface CurveRun {
  curve: number;
  from: number;
  to: number;
  back: boolean;
}

/** The chain of half-edges that follow each other; null where they only bridge gaps. */
export function chainOf(graph: EdgeGraph, halves: readonly number[], closed: boolean): ContourChain | null {
  let runs: CurveRun[] = [];
  for (const half of halves) {
    const edge = half >> 1;
    const curve = graph.curves[edge]!;
    // A bridge over a gap has no curve: its ends do not meet.
    if (curve < 0) continue;
    const run = { curve, from: graph.from[edge]!, to: graph.to[edge]!, back: (half & 1) === 1 };
    if (!runs.length || !extend(runs.at(-1)!, run)) runs.push(run);
  }
  if (runs.length === 0) return null;
  if (closed) {
    if (runs.length > 1 && extend(runs.at(-1)!, runs[0]!)) runs.shift();
    let first = 0;
    for (let i = 1; i < runs.length; i++) {
      const [{ curve, from }, least] = [runs[i]!, runs[first]!];
      if (curve < least.curve || (curve === least.curve && from < least.from)) first = i;
    }
    if (first > 0) runs = runs.slice(first).concat(runs.slice(0, first));
  }
  const owner = graph.index.owners[runs[0]!.curve]!;
  const [layer, colour] = [graph.contours.layer(owner), graph.contours.colour(owner)];
  return { closed, layer, colour, curves: runs.map((run) => idOf(graph, run)) };
}

function idOf(graph: EdgeGraph, { curve, from, to, back }: CurveRun): CurveId {
  const { index, contours } = graph;
  const whole = from === 0 && to === 1;
  const id = whole ? index.ids[curve]! : contours.table.add(curvePiece(index.curve(curve), from, to));
  return back ? ~id : id;
}

/** Lengthens a run by the one that follows it on the same curve. */
function extend(run: CurveRun, next: CurveRun): boolean {
  if (run.curve !== next.curve || run.back !== next.back) return false;
  if (run.back ? run.from !== next.to : run.to !== next.from) return false;
  if (run.back) run.from = next.from;
  else run.to = next.to;
  return true;
}

/**
 * Calls back with the half-edges of each open path, from end to end: edges go on from each other where they are one curve, or
 * nothing else is. `borders` is 1 for nodes on rings, `degrees` count the open edges at each.
 */
export function openChains(
  graph: EdgeGraph,
  borders: Uint8Array,
  degrees: Int32Array,
  take: (halves: number[]) => void,
): void {
  const { origins, fates } = graph;
  const edges: number[] = [];
  for (let edge = 0; edge < graph.edgeCount; edge++) if (fates[edge] === FATE.open) edges.push(edge);
  const mates = new Int32Array(edges.length === 0 ? 0 : 2 * graph.edgeCount).fill(-1);
  const mate = (p: number, q: number) => ([mates[p], mates[q]] = [q, p]);
  edges.forEach((edge, i) => {
    const next = edges[i + 1];
    const isNext = next === edge + 1 && graph.owner(next) === graph.owner(edge) && graph.owner(edge) >= 0;
    if (isNext && origins[2 * edge + 1] === origins[2 * next]) mate(2 * edge + 1, 2 * next);
  });
  const alone = new Map<number, number>();
  const pair = (half: number) => {
    const node = origins[half]!;
    if (mates[half]! >= 0 || degrees[node] !== 2 || borders[node] === 1) return;
    if (alone.has(node)) mate(alone.get(node)!, half);
    else alone.set(node, half);
  };
  for (const edge of edges) for (const half of [2 * edge, 2 * edge + 1]) pair(half);
  const used = new Uint8Array(mates.length / 2);
  const follow = (first: number) => {
    const chain: number[] = [];
    for (let half = first; half >= 0 && used[half >> 1] === 0; half = mates[half ^ 1]!) {
      used[half >> 1] = 1;
      chain.push(half);
    }
    if (chain.length > 0) take(chain);
  };
  for (const edge of edges) for (const half of [2 * edge, 2 * edge + 1]) if (mates[half]! < 0) follow(half);
  for (const edge of edges) if (used[edge] === 0) follow(2 * edge);
}
