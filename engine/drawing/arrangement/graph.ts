/**
 * Which edges follow each other where there is no choice? Nodes are welded end points, edges the curves between them;
 * edges that meet where no others do become one.
 */
import type { CurveId, CurveTable } from "../curves/table.ts";
import type { PointGrid } from "./grid.ts";
import type { NodeMarks } from "./nodemarks.ts";

/** Curves end to end from node a to node b. */
export interface Edge {
  a: number;
  b: number;
  layer: string;
  curves: CurveId[];
}

/** What edges stand on, and how close their ends count as one node. */
export interface Ground {
  nodes: PointGrid;
  marks: NodeMarks;
  table: CurveTable;
  weld: number;
}

/** Spreading a hundred thousand items into `push` would overflow the stack. */
export function append<Item>(list: Item[], more: readonly Item[]): void {
  for (const item of more) list.push(item);
}

/**
 * A place as a number, for ties: along a direction that no drawing uses, so that symmetric parts do not tie again and
 * neither rounding nor the order of the file decides.
 */
export function rank(x: number, y: number): number {
  return x * Math.cos(0.6180339887) + y * Math.sin(0.6180339887);
}

/** A measure without its last digits, so that equal ones are equal. */
export function roughly(measure: number): number {
  return Math.round(measure * 1e6);
}

/** Puts edges one after another; each is taken forwards or backwards. */
export function concatenate(steps: { edge: Edge; forward: boolean }[]): Edge {
  const first = steps[0]!;
  if (steps.length === 1 && first.forward) return first.edge;
  const last = steps.at(-1)!;
  const curves: CurveId[] = [];
  for (const { edge, forward } of steps) {
    if (forward) append(curves, edge.curves);
    else for (let i = edge.curves.length - 1; i >= 0; i--) curves.push(~edge.curves[i]!);
  }
  return {
    a: first.forward ? first.edge.a : first.edge.b,
    b: last.forward ? last.edge.b : last.edge.a,
    layer: first.edge.layer,
    curves,
  };
}

/** How many edges end at each node; what was marked before is forgotten. */
export function degreesOf(edges: Edge[], marks: NodeMarks): NodeMarks {
  marks.clear();
  for (const { a, b } of edges) {
    marks.set(a, marks.get(a) + 1);
    marks.set(b, marks.get(b) + 1);
  }
  return marks;
}

/** Merges edges through nodes of degree two; what returns to its start is a ring. */
export function contract(edges: Edge[], marks: NodeMarks): { rings: Edge[]; chains: Edge[] } {
  const { numbers, offsets, incident } = adjacency(edges, marks);
  const used = new Uint8Array(edges.length);
  const rings: Edge[] = [];
  const chains: Edge[] = [];
  const unused = (node: number) => {
    for (let i = offsets[node]!; i < offsets[node + 1]!; i++)
      if (used[incident[i]!] === 0) return incident[i]!;
    return -1;
  };
  const walk = (from: number, first: number) => {
    const steps: { edge: Edge; forward: boolean }[] = [];
    let node = from;
    for (let next = first; next >= 0; ) {
      used[next] = 1;
      const forward = numbers[2 * next] === node;
      steps.push({ edge: edges[next]!, forward });
      node = numbers[forward ? 2 * next + 1 : 2 * next]!;
      next = node !== from && offsets[node + 1]! - offsets[node]! === 2 ? unused(node) : -1;
    }
    const chain = concatenate(steps);
    (chain.a === chain.b ? rings : chains).push(chain);
  };
  for (let node = 0; node + 1 < offsets.length; node++) {
    if (offsets[node + 1]! - offsets[node]! === 2) continue;
    for (let i = offsets[node]!; i < offsets[node + 1]!; i++)
      if (used[incident[i]!] === 0) walk(node, incident[i]!);
  }
  for (let i = 0; i < edges.length; i++) if (used[i] === 0) walk(numbers[2 * i]!, i);
  return { rings, chains };
}

/** Edges by node: those at node n are `incident` from offsets[n] to offsets[n + 1]. Nodes are numbered anew, densely. */
function adjacency(
  edges: Edge[],
  marks: NodeMarks,
): { numbers: Int32Array; offsets: Int32Array; incident: Int32Array } {
  // Marked with one more than their new number.
  marks.clear();
  let count = 0;
  const numberOf = (node: number) => {
    if (marks.get(node) === 0) marks.set(node, ++count);
    return marks.get(node) - 1;
  };
  const numbers = new Int32Array(2 * edges.length);
  edges.forEach(({ a, b }, i) => {
    numbers[2 * i] = numberOf(a);
    numbers[2 * i + 1] = numberOf(b);
  });
  const offsets = new Int32Array(count + 1);
  for (const number of numbers) offsets[number + 1] = offsets[number + 1]! + 1;
  for (let node = 0; node < count; node++) offsets[node + 1] = offsets[node + 1]! + offsets[node]!;
  const filled = offsets.slice(0, -1);
  const incident = new Int32Array(2 * edges.length);
  numbers.forEach((number, half) => {
    incident[filled[number]!] = half >> 1;
    filled[number] = filled[number]! + 1;
  });
  return { numbers, offsets, incident };
}

/** Each layer's own. */
export function byLayer(edges: Edge[]): Iterable<Edge[]> {
  const layers = new Map<string, Edge[]>();
  for (const edge of edges) {
    const list = layers.get(edge.layer);
    if (list) list.push(edge);
    else layers.set(edge.layer, [edge]);
  }
  return layers.values();
}

/** A curve as it was drawn, whichever way it is run. */
export function forward(id: CurveId): CurveId {
  return id < 0 ? ~id : id;
}
