/**
 * Which rings do loose edges form, and which stay open?
 *
 * Nodes are welded end points, edges the curves between them. Paths through nodes of degree two are one edge; an edge
 * that comes back to its own node is a ring. Dead ends are cut off as open paths. What then remains between junctions
 * is a net: as long as odd junctions are left, chords inside its outline are taken out as open paths (a score line
 * across a plate), and an even net is walked into its innermost rings (squares that touch at corners).
 */
import { curveArea, curveAt, curveLength } from "../curves/curves.ts";
import type { CurveId, CurveTable } from "../curves/curvetable.ts";
import type { PointGrid } from "./grid.ts";
import type { NodeMarks } from "./nodemarks.ts";

/** Curves end to end from node a to node b. */
export interface Edge {
  a: number;
  b: number;
  layer: string;
  curves: CurveId[];
}

export interface Traced {
  rings: Edge[];
  open: Edge[];
}

/** Nets that are still odd after so many rounds are no drawings of parts; their edges stay open. */
const ROUNDS = 200;

/** Coordinates of the nodes decide where the walk around a net begins. */
export function traceRings(edges: Edge[], nodes: PointGrid, marks: NodeMarks, table: CurveTable): Traced {
  const traced: Traced = { rings: [], open: [] };
  let rest = edges;
  for (let round = 0; rest.length > 0 && round < ROUNDS; round++) {
    const { rings, chains } = contract(rest, marks);
    append(traced.rings, rings);
    const degrees = degreesOf(chains, marks);
    const inner = chains.filter(({ a, b }) => degrees.get(a) > 1 && degrees.get(b) > 1);
    if (inner.length < chains.length) {
      append(
        traced.open,
        chains.filter(({ a, b }) => degrees.get(a) === 1 || degrees.get(b) === 1),
      );
      rest = inner;
      continue;
    }
    if (chains.length === 0) return traced;
    const net = new Net(chains, nodes, marks, table);
    const odd = net.oddChords();
    if (odd.size === 0) {
      append(traced.rings, net.innerRings());
      return traced;
    }
    append(
      traced.open,
      chains.filter((_, i) => odd.has(i)),
    );
    rest = chains.filter((_, i) => !odd.has(i));
  }
  append(traced.open, rest);
  return traced;
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
function contract(edges: Edge[], marks: NodeMarks): { rings: Edge[]; chains: Edge[] } {
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

/**
 * Edges between junctions with their order around each node. Half-edge 2i leaves node a of edge i, 2i + 1 leaves b.
 */
class Net {
  private readonly edges: Edge[];
  private readonly nodes: PointGrid;
  private readonly marks: NodeMarks;
  private readonly table: CurveTable;
  /** Next half-edge around the same node, counter-clockwise and clockwise; gone ones are bridged over. */
  private readonly ccw: Int32Array;
  private readonly cw: Int32Array;
  /** Half-edges leaving each node by rising angle. */
  private readonly around = new Map<number, number[]>();

  constructor(edges: Edge[], nodes: PointGrid, marks: NodeMarks, table: CurveTable) {
    this.edges = edges;
    this.nodes = nodes;
    this.marks = marks;
    this.table = table;
    this.ccw = new Int32Array(2 * edges.length);
    this.cw = new Int32Array(2 * edges.length);
    const angles = new Float64Array(2 * edges.length);
    edges.forEach((edge, i) => {
      angles[2 * i] = this.leavingAngle(edge.a, edge.curves[0]!, 0.02);
      angles[2 * i + 1] = this.leavingAngle(edge.b, edge.curves.at(-1)!, 0.98);
      for (const half of [2 * i, 2 * i + 1]) {
        const node = this.origin(half);
        const list = this.around.get(node);
        if (list) list.push(half);
        else this.around.set(node, [half]);
      }
    });
    for (const halves of this.around.values()) {
      // Edges on top of each other keep one order, so they are sorted in opposite senses at their two ends.
      halves.sort((p, q) => angles[p]! - angles[q]! || (this.origin(p) < this.target(p) ? p - q : q - p));
      halves.forEach((half, i) => {
        const next = halves[(i + 1) % halves.length]!;
        this.ccw[half] = next;
        this.cw[next] = half;
      });
    }
  }

  /** Edges to take out as open paths so that the rest comes nearer to rings; empty when all junctions are even. */
  oddChords(): Set<number> {
    const degrees = degreesOf(this.edges, this.marks);
    const odd = (node: number) => degrees.get(node) % 2 === 1;
    const out = new Set<number>();
    if (!this.edges.some(({ a, b }) => odd(a) || odd(b))) return out;
    const visits = this.outlineVisits();
    const take = (i: number) => {
      out.add(i);
      const { a, b } = this.edges[i]!;
      degrees.set(a, degrees.get(a) - 1);
      degrees.set(b, degrees.get(b) - 1);
    };
    // Passed on both sides by the outline: a bridge between two rings.
    this.edges.forEach((_, i) => {
      if (visits[i] === 2) take(i);
    });
    const lengths = this.edges.map(({ curves }) =>
      curves.reduce((sum, id) => sum + curveLength(this.table.get(id)), 0),
    );
    const chords = this.edges.map((_, i) => i).filter((i) => visits[i] === 0);
    const places = this.edges.map(({ curves }) =>
      rank(...curveAt(this.table.get(curves[curves.length >> 1]!), 0.5)),
    );
    chords.sort((p, q) => roughly(lengths[p]!) - roughly(lengths[q]!) || places[p]! - places[q]!);
    for (const i of chords) if (odd(this.edges[i]!.a) && odd(this.edges[i]!.b)) take(i);
    if (out.size > 0) return out;
    for (const i of chords) if (odd(this.edges[i]!.a) || odd(this.edges[i]!.b)) take(i);
    if (out.size === 0) this.edges.forEach(({ a, b }, i) => void ((odd(a) || odd(b)) && out.add(i)));
    return out;
  }

  /** Rings that use every edge once; all junctions are even. */
  innerRings(): Edge[] {
    const rings: Edge[] = [];
    const alive = new Uint8Array(this.edges.length).fill(1);
    for (const node of this.nodesFromLeft()) {
      for (const half of this.around.get(node)!)
        if (alive[half >> 1] === 1) this.walkInside(half, alive, rings);
    }
    return rings;
  }

  /** Walks with the innermost ring to the left until it is back, and splits off what closes on the way. */
  private walkInside(first: number, alive: Uint8Array, rings: Edge[]): void {
    const path: number[] = [];
    const passed = new Map([[this.origin(first), 0]]);
    let half = first;
    do {
      alive[half >> 1] = 0;
      path.push(half);
      const back = half ^ 1;
      const next = this.cw[back]!;
      this.remove(half);
      this.remove(back);
      const since = passed.get(this.target(half));
      if (since === undefined) passed.set(this.target(half), path.length);
      else {
        const ring = path.splice(since);
        for (const step of ring.slice(1)) passed.delete(this.origin(step));
        rings.push(concatenate(ring.map((step) => this.step(step))));
      }
      half = next;
    } while (path.length > 0);
  }

  /** How often the walk around the outside of each connected net passes each edge. */
  private outlineVisits(): Uint8Array {
    const visits = new Uint8Array(this.edges.length);
    const seen = new Set<number>();
    const walked = new Uint8Array(2 * this.edges.length);
    for (const node of this.around.keys()) {
      if (seen.has(node)) continue;
      for (const half of this.outline(this.component(node, seen), walked))
        visits[half >> 1] = visits[half >> 1]! + 1;
    }
    return visits;
  }

  /**
   * The walk around a connected net: of those around its faces the one that turns the other way, and thus the only one
   * with a positive area. No node is sure to lie on it, not even the leftmost: edges bend further out than their ends.
   */
  private outline(nodes: number[], walked: Uint8Array): number[] {
    let outline: number[] = [];
    let most = Number.NEGATIVE_INFINITY;
    for (const node of nodes) {
      for (const first of this.around.get(node)!) {
        if (walked[first] === 1) continue;
        const walk: number[] = [];
        let area = 0;
        let half = first;
        do {
          walked[half] = 1;
          walk.push(half);
          area += this.areaAlong(half, nodes[0]!);
          half = this.ccw[half ^ 1]!;
        } while (half !== first);
        if (area > most) [outline, most] = [walk, area];
      }
    }
    return outline;
  }

  /** What a half-edge adds to the area of a walk, seen from a node. */
  private areaAlong(half: number, node: number): number {
    const [ox, oy] = [this.nodes.xs[node]!, this.nodes.ys[node]!];
    const { curves } = this.edges[half >> 1]!;
    const area = curves.reduce((sum, id) => sum + curveArea(this.table.get(id), ox, oy), 0);
    return half % 2 === 0 ? area : -area;
  }

  /** All nodes that are connected with one; they are added to those seen. */
  private component(start: number, seen: Set<number>): number[] {
    const found = [start];
    seen.add(start);
    // An array also visits what is added on the way.
    for (const node of found) {
      for (const half of this.around.get(node)!) {
        const next = this.target(half);
        if (seen.has(next)) continue;
        seen.add(next);
        found.push(next);
      }
    }
    return found;
  }

  private nodesFromLeft(): number[] {
    const { xs, ys } = this.nodes;
    const places = new Map([...this.around.keys()].map((node) => [node, rank(xs[node]!, ys[node]!)]));
    return [...places.keys()].sort((p, q) => places.get(p)! - places.get(q)!);
  }

  private remove(half: number): void {
    const before = this.cw[half]!;
    const after = this.ccw[half]!;
    this.ccw[before] = after;
    this.cw[after] = before;
  }

  private step(half: number): { edge: Edge; forward: boolean } {
    return { edge: this.edges[half >> 1]!, forward: (half & 1) === 0 };
  }

  private origin(half: number): number {
    const edge = this.edges[half >> 1]!;
    return (half & 1) === 0 ? edge.a : edge.b;
  }

  private target(half: number): number {
    return this.origin(half ^ 1);
  }

  /** Direction in which a curve leaves its node, a little way along it so that tangent curves differ. */
  private leavingAngle(node: number, curve: CurveId, fraction: number): number {
    const [x, y] = curveAt(this.table.get(curve), fraction);
    return Math.atan2(y - this.nodes.ys[node]!, x - this.nodes.xs[node]!);
  }
}
