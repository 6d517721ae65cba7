/**
 * In which order, and in which strokes, are the edges of touching parts cut?
 *
 * Parts fall out without more cutting, so at every time the edges that are left must hang together with the sheet:
 * two cells (parts, pockets between parts, the outside) hang together over an edge that is not cut yet. Backwards this
 * is easy: begin with the border, and add strokes whose edges touch a cell that hangs already. Strokes run straight on
 * through crossings, which makes few of them. Cf. ordered enclosing, T. Makarovskikh and A. Panyukov, CEUR-WS 2098.
 */

import type { Point } from "../../../base/contract/values/geometry.ts";
import { distance } from "../../../base/geometry/segment.ts";
import { atan, atan2 } from "../../../base/geometry/trig/angles.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";
import { sin } from "../../../base/geometry/trig/sines.ts";
import type { Vertex } from "../path/arcs.ts";
import type { ContourGraph } from "./graph.ts";

/** A stroke over edges, begun at its first vertex; the last vertex of an open one has no bulge. */
export interface Trail {
  path: Vertex[];
  closed: boolean;
  /** By edge, whether it frees two contours at once. */
  shared: boolean[];
  /** The contours whose last edge it cuts. */
  frees: number[];
}

export interface TrailBlock {
  /** In the order of cutting. */
  trails: Trail[];
  /** The border of the block. */
  border: Point[];
  /** Length of edges that free two parts at once. */
  shared: number;
}

/** Edges that follow each other, and whether each is run from its first node to its second. */
interface EdgeChain {
  edges: number[];
  ahead: boolean[];
}

const OUTSIDE = -1;
/** A stroke goes straight on when it turns by less than this, in radians. */
const STRAIGHT = 1.2;

/** The strokes that cut all edges of a connected graph of contours. */
export function blockOf(graph: ContourGraph): TrailBlock {
  const { cells, borders } = cellsOf(graph);
  const inner = graph.edges.flatMap((_, i) => (cells[i]!.includes(OUTSIDE) ? [] : [i]));
  const chains = inOrder(graph, chainsOf(graph, inner), borders, cells);
  const [border] = borders.toSorted((a, b) => b.edges.length - a.edges.length) as [EdgeChain];
  return {
    trails: trailsOf(graph, chains),
    border: pointsOf(graph, border),
    shared: graph.edges.reduce((sum, { owners, length }) => sum + (owners.length > 1 ? length : 0), 0),
  };
}

/** The chains as strokes; each frees the contours of which no edge comes later. */
function trailsOf(graph: ContourGraph, chains: EdgeChain[]): Trail[] {
  const last = new Map<number, number>();
  for (const [i, { edges }] of chains.entries())
    for (const owner of edges.flatMap((edge) => graph.edges[edge]!.owners)) last.set(owner, i);
  const freed = [...last];
  return chains.map((chain, i) => {
    const frees = freed.flatMap(([owner, chain]) => (chain === i ? [owner] : []));
    return { ...trailOf(graph, chain), frees };
  });
}

/** By edge the cells on its sides: contours from 0 on, pockets beyond them, the outside; and the borders as chains. */
function cellsOf(graph: ContourGraph): { cells: number[][]; borders: EdgeChain[] } {
  const { edges } = graph;
  const cells = edges.map(({ owners }) => [...owners]);
  const borders: EdgeChain[] = [];
  let pocket = 1 + Math.max(...edges.flatMap(({ owners }) => owners));
  const leaving = new Map<number, number[]>();
  for (const [i, { from, owners }] of edges.entries())
    if (owners.length === 1) leaving.set(from, [...(leaving.get(from) ?? []), i]);
  const done = new Set<number>();
  for (const [i, { owners }] of edges.entries()) {
    if (owners.length > 1 || done.has(i)) continue;
    const loop: number[] = [];
    for (let next: number | undefined = i; next !== undefined && !done.has(next); ) {
      done.add(next);
      loop.push(next);
      const ahead: number[] = leaving.get(edges[next]!.to) ?? [];
      // Where the scrap ends that it began with, another may begin at the same node.
      if (rightmost(graph, next, ahead) === i) break;
      next = rightmost(
        graph,
        next,
        ahead.filter((k) => !done.has(k)),
      );
    }
    const chain = { edges: loop, ahead: loop.map(() => true) };
    // Parts lie on the left of their edges: round a block that is counter-clockwise, round a pocket the other way.
    const isBorder = areaOf(graph, chain) > 0;
    const cell = isBorder ? OUTSIDE : pocket++;
    for (const k of loop) cells[k]!.push(cell);
    if (isBorder) borders.push(chain);
  }
  return { cells, borders };
}

/** The edge that turns most to the right behind another, so that the scrap on the right stays the same. */
function rightmost(graph: ContourGraph, edge: number, next: number[]): number | undefined {
  const heading = headingAt(graph, edge, graph.edges[edge]!.to);
  const turn = (k: number) => turnBetween(heading, headingAt(graph, k, graph.edges[k]!.from));
  return next.reduce<number | undefined>(
    (best, k) => (best === undefined || turn(k) < turn(best) ? k : best),
    undefined,
  );
}

/** Edges joined to chains that run as straight as they can. */
function chainsOf(graph: ContourGraph, inner: number[]): EdgeChain[] {
  const mate = pairsAt(graph, inner);
  const done = new Set<number>();
  const follow = (start: number, from: number): EdgeChain => {
    const chain: EdgeChain = { edges: [], ahead: [] };
    let [edge, node]: [number | undefined, number] = [start, from];
    while (edge !== undefined && !done.has(edge)) {
      done.add(edge);
      const ahead: boolean = graph.edges[edge]!.from === node;
      chain.edges.push(edge);
      chain.ahead.push(ahead);
      node = ahead ? graph.edges[edge]!.to : graph.edges[edge]!.from;
      edge = mate.get(`${edge} ${node}`);
    }
    return chain;
  };
  const chains: EdgeChain[] = [];
  // Ends of chains first, then what is left are rings.
  for (const edge of inner)
    for (const node of [graph.edges[edge]!.from, graph.edges[edge]!.to])
      if (!done.has(edge) && !mate.has(`${edge} ${node}`)) chains.push(follow(edge, node));
  for (const edge of inner) if (!done.has(edge)) chains.push(follow(edge, graph.edges[edge]!.from));
  return chains;
}

/** At each node pairs of edges, straightest first: from edge and node to the edge that goes on. */
function pairsAt(graph: ContourGraph, inner: number[]): Map<string, number> {
  const at = new Map<number, number[]>();
  for (const edge of inner)
    for (const node of [graph.edges[edge]!.from, graph.edges[edge]!.to])
      at.set(node, [...(at.get(node) ?? []), edge]);
  const mate = new Map<string, number>();
  for (const [node, edges] of at) {
    const pairs = edges.flatMap((a, i) =>
      edges.slice(i + 1).map((b) => {
        const turn = Math.abs(Math.PI - turnBetween(headingAt(graph, a, node), headingAt(graph, b, node)));
        return { a, b, turn };
      }),
    );
    for (const { a, b, turn } of pairs.sort((p, q) => p.turn - q.turn)) {
      if (turn > STRAIGHT || mate.has(`${a} ${node}`) || mate.has(`${b} ${node}`)) continue;
      mate.set(`${a} ${node}`, b);
      mate.set(`${b} ${node}`, a);
    }
  }
  return mate;
}

/** The chains as they are cut: each time backwards the one that hangs, and whose end is nearest to the next start. */
function inOrder(
  graph: ContourGraph,
  chains: EdgeChain[],
  borders: EdgeChain[],
  cells: number[][],
): EdgeChain[] {
  const hanging = new Set<number>(borders.flatMap(({ edges }) => edges.flatMap((edge) => cells[edge]!)));
  const backwards = [...borders].reverse();
  let left = chains;
  while (left.length > 0) {
    const start = startOf(graph, backwards.at(-1)!);
    let best: { chain: EdgeChain; i: number; away: number } | null = null;
    for (const [i, chain] of left.entries()) {
      if (best && awayOf(graph, chain, start) >= best.away) continue;
      if (hangs(chain, cells, hanging)) best = { chain, i, away: awayOf(graph, chain, start) };
    }
    if (!best) {
      // No chain hangs as a whole; single edges always do.
      left = left.flatMap(({ edges, ahead }) =>
        edges.map((edge, k): EdgeChain => ({ edges: [edge], ahead: [ahead[k]!] })),
      );
      continue;
    }
    const { chain, i } = best;
    backwards.push(
      distance(endOf(graph, chain), start) <= distance(startOf(graph, chain), start)
        ? chain
        : reversed(chain),
    );
    for (const edge of chain.edges) for (const cell of cells[edge]!) hanging.add(cell);
    left = left.filter((_, k) => k !== i);
  }
  return backwards.reverse();
}

/** Whether every edge of the chain hangs, over what hangs already and over each other. */
function hangs({ edges }: EdgeChain, cells: number[][], hanging: Set<number>): boolean {
  const reached = new Set<number>();
  let open = edges;
  for (;;) {
    const still = open.filter((edge) => !cells[edge]!.some((cell) => hanging.has(cell) || reached.has(cell)));
    if (still.length === 0) return true;
    if (still.length === open.length) return false;
    for (const edge of open) if (!still.includes(edge)) for (const cell of cells[edge]!) reached.add(cell);
    open = still;
  }
}

function awayOf(graph: ContourGraph, chain: EdgeChain, point: Point): number {
  return Math.min(distance(startOf(graph, chain), point), distance(endOf(graph, chain), point));
}

function startOf({ nodes, edges }: ContourGraph, chain: EdgeChain): Point {
  const { from, to } = edges[chain.edges[0]!]!;
  return nodes[chain.ahead[0] ? from : to]!;
}

function endOf({ nodes, edges }: ContourGraph, chain: EdgeChain): Point {
  const { from, to } = edges[chain.edges.at(-1)!]!;
  return nodes[chain.ahead.at(-1) ? to : from]!;
}

function reversed({ edges, ahead }: EdgeChain): EdgeChain {
  return { edges: edges.toReversed(), ahead: ahead.toReversed().map((is) => !is) };
}

function pointsOf(graph: ContourGraph, chain: EdgeChain): Point[] {
  return chain.edges.map((edge, k) => {
    const { from, to } = graph.edges[edge]!;
    return graph.nodes[chain.ahead[k] ? from : to]!;
  });
}

function trailOf(graph: ContourGraph, chain: EdgeChain): Omit<Trail, "frees"> {
  const path = pointsOf(graph, chain).map(([x, y], k): Vertex => {
    const { bulge } = graph.edges[chain.edges[k]!]!;
    return [x, y, chain.ahead[k] ? bulge : -bulge];
  });
  const [x, y] = endOf(graph, chain);
  const closed = chain.edges.length > 1 && distance(startOf(graph, chain), [x, y]) < 1e-9;
  const shared = chain.edges.map((edge) => graph.edges[edge]!.owners.length > 1);
  return { path: closed ? path : [...path, [x, y, 0]], closed, shared };
}

/** Direction in which an edge leaves a node. */
function headingAt({ nodes, edges }: ContourGraph, edge: number, node: number): number {
  const { from, to, bulge } = edges[edge]!;
  const other = nodes[from === node ? to : from]!;
  const [x, y] = nodes[node]!;
  const chord = atan2(other[1] - y, other[0] - x);
  return chord + (from === node ? -2 : 2) * atan(bulge);
}

/** Angle counter-clockwise from one direction to another, from 0 to a full turn. */
function turnBetween(a: number, b: number): number {
  const full = 2 * Math.PI;
  return (((b - a) % full) + full) % full;
}

/** Area within a closed chain, counter-clockwise positive, arcs as arcs. */
function areaOf(graph: ContourGraph, chain: EdgeChain): number {
  const points = pointsOf(graph, chain);
  return points.reduce((sum, [x, y], k) => {
    const [nx, ny] = points[(k + 1) % points.length]!;
    const { bulge } = graph.edges[chain.edges[k]!]!;
    const sweep = 4 * atan(chain.ahead[k] ? bulge : -bulge);
    const radius = bulge === 0 ? 0 : hypot(nx - x, ny - y) / 2 / sin(Math.abs(sweep) / 2);
    return sum + (x * ny - nx * y) / 2 + (radius * radius * (sweep - sin(sweep))) / 2;
  }, 0);
}
