/** How do edges become contours again? Pieces of one curve that follow each other are one, so that arcs stay whole. */

import { pieceOf } from "../contacts/pieces.ts";
import type { Chain } from "../curves/contours.ts";
import type { CurveId } from "../curves/table.ts";
import { FATE, type Graph } from "./graph.ts";

/** The chain of half-edges that follow each other; null where they only bridge gaps. */
export function chainOf(graph: Graph, halves: readonly number[], closed: boolean): Chain | null {
  // What follows itself on one curve is one run: its first half-edge, and its last.
  const firsts: number[] = [];
  const lasts: number[] = [];
  for (const half of halves) {
    // What bridges a gap has no curve: that the ends do not meet says it.
    if (graph.curves[half >> 1]! < 0) continue;
    if (lasts.length > 0 && goesOn(graph, lasts.at(-1)!, half)) lasts[lasts.length - 1] = half;
    else lasts[firsts.push(half) - 1] = half;
  }
  if (firsts.length === 0) return null;
  if (closed && firsts.length > 1 && goesOn(graph, lasts.at(-1)!, firsts[0]!)) {
    firsts[0] = firsts.pop()!;
    lasts.pop();
  }
  const count = firsts.length;
  // Edges are numbered along their curves: a ring begins with the first of them, wherever it was entered.
  const least = (run: number) => Math.min(firsts[run]!, lasts[run]!);
  let start = 0;
  for (let run = 1; closed && run < count; run++) if (least(run) < least(start)) start = run;
  const curves: CurveId[] = [];
  for (let i = 0; i < count; i++) {
    const run = (start + i) % count;
    curves.push(idOf(graph, firsts[run]!, lasts[run]!));
  }
  const owner = graph.owner(firsts[start]! >> 1);
  return { closed, layer: graph.contours.layer(owner), colour: graph.contours.colour(owner), curves };
}

/** Whether a half-edge follows another one on the same curve. */
function goesOn({ curves, from, to }: Graph, half: number, next: number): boolean {
  const [edge, other] = [half >> 1, next >> 1];
  if (curves[edge] !== curves[other] || ((half ^ next) & 1) === 1) return false;
  return (half & 1) === 1 ? from[edge] === to[other] : to[edge] === from[other];
}

function idOf({ curves, from, to, index, contours }: Graph, first: number, last: number): CurveId {
  const back = (first & 1) === 1;
  const start = from[(back ? last : first) >> 1]!;
  const end = to[(back ? first : last) >> 1]!;
  const curve = curves[first >> 1]!;
  const whole = start === 0 && end === 1;
  const id = whole ? index.ids[curve]! : contours.table.add(pieceOf(index.curve(curve), start, end));
  return back ? ~id : id;
}

/**
 * Calls back with the half-edges of each open path, from end to end: edges go on from each other where they are one curve, or
 * nothing else is. `borders` is 1 for nodes on rings, `degrees` count the open edges at each.
 */
export function openChains(
  graph: Graph,
  borders: Uint8Array,
  degrees: Int32Array,
  take: (halves: number[]) => void,
): void {
  const { origins, fates } = graph;
  const isOpen = (edge: number) => fates[edge] === FATE.open;
  const edges: number[] = [];
  for (let edge = 0; edge < graph.edgeCount; edge++) if (isOpen(edge)) edges.push(edge);
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
