/** How do edges become contours again? Pieces of one curve that follow each other are one, so that arcs stay whole. */

import { pieceOf } from "../contacts/pieces.ts";
import type { Chain } from "../curves/contours.ts";
import type { CurveId } from "../curves/table.ts";
import { FATE, type Graph } from "./graph.ts";

/** A stretch of a curve, from `from` to `to` or, run backwards, from `to` to `from`. */
interface Run {
  curve: number;
  from: number;
  to: number;
  back: boolean;
}

/** The chain of half-edges that follow each other. */
export function chainOf(graph: Graph, halves: readonly number[], closed: boolean): Chain | null {
  if (graph.isRing(halves[0]! >> 1)) return graph.contours.get(graph.owner(halves[0]! >> 1));
  const runs: Run[] = [];
  for (const half of halves) {
    const edge = half >> 1;
    const curve = graph.curves[edge]!;
    // What bridges a gap has no curve: that the ends do not meet says it.
    if (curve < 0) continue;
    const run = { curve, from: graph.from[edge]!, to: graph.to[edge]!, back: (half & 1) === 1 };
    if (!runs.length || !extend(runs.at(-1)!, run)) runs.push(run);
  }
  if (runs.length === 0) return null;
  if (closed) {
    if (runs.length > 1 && extend(runs.at(-1)!, runs[0]!)) runs.shift();
    let first = 0;
    runs.forEach(({ curve, from }, i) => {
      const least = runs[first]!;
      if (curve < least.curve || (curve === least.curve && from < least.from)) first = i;
    });
    runs.push(...runs.splice(0, first));
  }
  const curves = runs.map((run) => idOf(graph, run));
  const owner = graph.index.owners[runs[0]!.curve]!;
  return { ...graph.contours.get(owner), closed, curves };
}

function idOf(graph: Graph, { curve, from, to, back }: Run): CurveId {
  const { index, contours } = graph;
  const whole = from === 0 && to === 1;
  const id = whole ? index.ids[curve]! : contours.table.add(pieceOf(index.curve(curve), from, to));
  return back ? ~id : id;
}

/** Lengthens a run by the one that follows it on the same curve. */
function extend(run: Run, next: Run): boolean {
  if (run.curve !== next.curve || run.back !== next.back) return false;
  if (run.back ? run.from !== next.to : run.to !== next.from) return false;
  if (run.back) run.from = next.from;
  else run.to = next.to;
  return true;
}

/** Half-edges of open paths, from end to end: edges go on from each other where they are one curve, or nothing else is. */
export function openChains(graph: Graph, isBorder: (node: number) => boolean): number[][] {
  const edges: number[] = [];
  graph.fates.forEach((fate, edge) => {
    if (fate === FATE.open) edges.push(edge);
  });
  const mates = new Map<number, number>();
  const mate = (p: number, q: number) => mates.set(p, q).set(q, p);
  const counts = new Int32Array(graph.nodes.count);
  for (const edge of edges) for (const half of [2 * edge, 2 * edge + 1]) counts[graph.origins[half]!]!++;
  edges.forEach((edge, i) => {
    const next = edges[i + 1];
    const isNext = next === edge + 1 && graph.owner(next) === graph.owner(edge) && graph.owner(edge) >= 0;
    if (isNext && graph.origins[2 * edge + 1] === graph.origins[2 * next]) mate(2 * edge + 1, 2 * next);
  });
  const alone = new Map<number, number>();
  for (const edge of edges)
    for (const half of [2 * edge, 2 * edge + 1]) {
      const node = graph.origins[half]!;
      if (mates.has(half) || counts[node] !== 2 || isBorder(node)) continue;
      if (alone.has(node)) mate(alone.get(node)!, half);
      else alone.set(node, half);
    }
  const used = new Set<number>();
  const chains: number[][] = [];
  const follow = (first: number) => {
    const chain: number[] = [];
    let half: number | undefined = first;
    while (half !== undefined && !used.has(half >> 1)) {
      used.add(half >> 1);
      chain.push(half);
      half = mates.get(half ^ 1);
    }
    if (chain.length > 0) chains.push(chain);
  };
  for (const edge of edges) for (const half of [2 * edge, 2 * edge + 1]) if (!mates.has(half)) follow(half);
  for (const edge of edges) if (!used.has(edge)) follow(2 * edge);
  return chains;
}
