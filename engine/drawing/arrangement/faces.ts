/**
 * Which faces do the edges of a graph bound? Edges that lie on a common cycle make a block (Hopcroft and Tarjan 1973);
 * all others are bridges and dead ends, and bound nothing. A hole that touches the outline in one point is a block of its
 * own and nests as if it did not touch. Faces are the cycles of the permutation "arrive, then leave by the next edge of
 * the block clockwise": read off after as many steps as there are half-edges, whatever the coordinates.
 */
import { type Curve, curveArea, curveAt } from "../curves/curves.ts";
import type { Graph } from "./graph.ts";

export interface Faces {
  /** Block of each edge, or -1 where it bounds nothing. */
  blocks: Int32Array;
  blockCount: number;
  /** Face to the left of each half-edge, or -1. */
  left: Int32Array;
  /** The half-edge that follows around the face. */
  next: Int32Array;
  /** Of each face: signed area, block, and one of its half-edges. */
  areas: Float64Array;
  blockOf: Int32Array;
  firsts: Int32Array;
  /** How many faces each block has: two where it is a single ring. */
  counts: Int32Array;
  /** The face around each block, the one that runs clockwise, and one within it. */
  outsides: Int32Array;
  insides: Int32Array;
  /** Half-edges of blocks at each node, counter-clockwise: those at node n from offsets[n] to offsets[n + 1]. */
  offsets: Int32Array;
  around: Int32Array;
}

export function findFaces(graph: Graph, gone: Uint8Array): Faces {
  return new FaceFinder(graph, gone).run();
}

/** Half-edges around a face, in their order. */
export function halvesOf({ firsts, next }: Faces, face: number): number[] {
  const halves: number[] = [];
  let half = firsts[face]!;
  do {
    halves.push(half);
    half = next[half]!;
  } while (half !== firsts[face]);
  return halves;
}

/** Directions that differ by less are compared a way along both edges. */
const NEARLY = 0.15;
/** Share of an edge after which its direction is taken where it is no line. */
const SHORTLY = 0.02;

class FaceFinder {
  private readonly graph: Graph;
  private readonly gone: Uint8Array;
  private readonly shapes = new Map<number, Curve>();

  constructor(graph: Graph, gone: Uint8Array) {
    this.graph = graph;
    this.gone = gone;
  }

  run(): Faces {
    const { blocks, blockCount } = this.findBlocks();
    const { offsets, around } = this.incidence((edge) => blocks[edge]! >= 0);
    this.sortAround(offsets, around);
    const next = this.link(blocks, blockCount, offsets, around);
    const { left, areas, firsts } = this.traverse(blocks, next);
    const blockOf = Int32Array.from(firsts, (half) => blocks[half >> 1]!);
    const [outsides, insides] = [new Int32Array(blockCount).fill(-1), new Int32Array(blockCount).fill(-1)];
    const counts = new Int32Array(blockCount);
    areas.forEach((area, face) => {
      const block = blockOf[face]!;
      const known = outsides[block]!;
      const isOut = known < 0 || area < areas[known]!;
      insides[block] = isOut ? known : face;
      if (isOut) outsides[block] = face;
      counts[block]!++;
    });
    return {
      blocks,
      blockCount,
      left,
      next,
      areas,
      blockOf,
      firsts,
      counts,
      outsides,
      insides,
      offsets,
      around,
    };
  }

  private isAlive(edge: number): boolean {
    return this.gone[edge] === 0 && !this.graph.isCopy(edge);
  }

  /** Half-edges that leave each node. */
  private incidence(wanted: (edge: number) => boolean): { offsets: Int32Array; around: Int32Array } {
    const { graph } = this;
    const offsets = new Int32Array(graph.nodes.count + 1);
    let count = 0;
    for (let half = 0; half < 2 * graph.edgeCount; half++) {
      if (!wanted(half >> 1)) continue;
      offsets[graph.origins[half]! + 1]!++;
      count++;
    }
    for (let node = 0; node < graph.nodes.count; node++)
      offsets[node + 1] = offsets[node + 1]! + offsets[node]!;
    const filled = offsets.slice();
    const around = new Int32Array(count);
    for (let half = 0; half < 2 * graph.edgeCount; half++)
      if (wanted(half >> 1)) around[filled[graph.origins[half]!]!++] = half;
    return { offsets, around };
  }

  private findBlocks(): { blocks: Int32Array; blockCount: number } {
    const { graph } = this;
    const { offsets, around } = this.incidence((edge) => this.isAlive(edge));
    const blocks = new Int32Array(graph.edgeCount).fill(-1);
    const reached = new Int32Array(graph.nodes.count);
    const earliest = new Int32Array(graph.nodes.count);
    const used = new Uint8Array(graph.edgeCount);
    const at = offsets.slice(0, -1);
    const edges: number[] = [];
    // Half-edges on the way down.
    const path: number[] = [];
    let [clock, blockCount] = [0, 0];
    const close = (until: number) => {
      if (edges.at(-1) === until) {
        // One edge alone is a bridge, or a dead end.
        edges.pop();
        return;
      }
      for (let edge = edges.pop()!; ; edge = edges.pop()!) {
        blocks[edge] = blockCount;
        if (edge === until) break;
      }
      blockCount++;
    };
    for (let root = 0; root < graph.nodes.count; root++) {
      if (reached[root] !== 0) continue;
      reached[root] = ++clock;
      earliest[root] = clock;
      for (let node = root; ; ) {
        if (at[node]! < offsets[node + 1]!) {
          const half = around[at[node]!++]!;
          const edge = half >> 1;
          if (used[edge] === 1) continue;
          used[edge] = 1;
          const target = graph.origins[half ^ 1]!;
          if (target === node) {
            blocks[edge] = blockCount++;
            continue;
          }
          edges.push(edge);
          if (reached[target] === 0) {
            reached[target] = ++clock;
            earliest[target] = clock;
            path.push(half);
            node = target;
          } else earliest[node] = Math.min(earliest[node]!, reached[target]!);
          continue;
        }
        const half = path.pop();
        if (half === undefined) break;
        const before = graph.origins[half]!;
        earliest[before] = Math.min(earliest[before]!, earliest[node]!);
        if (earliest[node]! >= reached[before]!) close(half >> 1);
        node = before;
      }
    }
    return { blocks, blockCount };
  }

  private sortAround(offsets: Int32Array, around: Int32Array): void {
    for (let node = 0; node + 1 < offsets.length; node++) {
      const [from, to] = [offsets[node]!, offsets[node + 1]!];
      if (to - from < 3) continue;
      const sorted = Array.from(around.subarray(from, to), (half) => ({ half, angle: this.direction(half) }));
      sorted.sort((p, q) => p.angle - q.angle);
      this.sortTies(sorted);
      sorted.forEach(({ half }, i) => {
        around[from + i] = half;
      });
    }
  }

  /** Tangent edges leave in one direction: the one that lies to the left a way along goes later. */
  private sortTies(sorted: { half: number; angle: number }[]): void {
    // Begun at a wide gap, so that no run of near directions passes the end of the list.
    const count = sorted.length;
    let start = 0;
    for (let i = 0; i < count; i++) {
      const before = sorted[(i + count - 1) % count]!.angle;
      const gap = sorted[i]!.angle - before + (i === 0 ? 2 * Math.PI : 0);
      if (gap > NEARLY) {
        start = i;
        break;
      }
    }
    sorted.push(...sorted.splice(0, start));
    for (let i = 1; i < count; i++) {
      for (let at = i; at > 0 && this.isLater(sorted[at - 1]!, sorted[at]!); at--)
        [sorted[at - 1], sorted[at]] = [sorted[at]!, sorted[at - 1]!];
    }
  }

  private isLater(p: { half: number; angle: number }, q: { half: number; angle: number }): boolean {
    if (Math.abs(turn(q.angle - p.angle)) > NEARLY) return false;
    const reach = Math.min(this.graph.lengths[p.half >> 1]!, this.graph.lengths[q.half >> 1]!) / 2;
    const difference = turn(this.directionAt(q.half, reach) - this.directionAt(p.half, reach));
    return difference < 0;
  }

  /** In which a half-edge leaves its node. */
  private direction(half: number): number {
    const { lengths, options } = this.graph;
    const length = lengths[half >> 1]!;
    return this.directionAt(half, Math.min(length / 2, Math.max(SHORTLY * length, 10 * options.weld)));
  }

  /** To the place so far along a half-edge, seen from its node. */
  private directionAt(half: number, reach: number): number {
    const { graph } = this;
    const edge = half >> 1;
    const { xs, ys } = graph.nodes;
    const node = graph.origins[half]!;
    const backwards = (half & 1) === 1;
    if (graph.bent[edge] === 0) {
      const other = graph.origins[half ^ 1]!;
      return Math.atan2(ys[other]! - ys[node]!, xs[other]! - xs[node]!);
    }
    const shape = this.shape(edge);
    const share = reach / graph.lengths[edge]!;
    const [x, y] = curveAt(shape, backwards ? 1 - share : share);
    // From the curve's own end: nodes may lie beside it by the weld tolerance.
    return backwards ? Math.atan2(y - shape.y1, x - shape.x1) : Math.atan2(y - shape.y0, x - shape.x0);
  }

  private shape(edge: number): Curve {
    let shape = this.shapes.get(edge);
    if (!shape) {
      shape = this.graph.shape(edge);
      this.shapes.set(edge, shape);
    }
    return shape;
  }

  /** What follows a half-edge around the face to its left: the next one clockwise of its block where it arrives. */
  private link(blocks: Int32Array, blockCount: number, offsets: Int32Array, around: Int32Array): Int32Array {
    const next = new Int32Array(2 * this.graph.edgeCount).fill(-1);
    const last = new Int32Array(blockCount).fill(-1);
    for (let node = 0; node + 1 < offsets.length; node++) {
      const [from, to] = [offsets[node]!, offsets[node + 1]!];
      // Twice around, so that the first of each block knows the last.
      for (let round = 0; round < 2; round++) {
        for (let i = from; i < to; i++) {
          const half = around[i]!;
          const block = blocks[half >> 1]!;
          if (round === 1) next[half ^ 1] = last[block]!;
          last[block] = half;
        }
      }
    }
    return next;
  }

  private traverse(
    blocks: Int32Array,
    next: Int32Array,
  ): { left: Int32Array; areas: Float64Array; firsts: Int32Array } {
    const left = new Int32Array(next.length).fill(-1);
    const areas: number[] = [];
    const firsts: number[] = [];
    for (let first = 0; first < next.length; first++) {
      if (left[first]! >= 0 || blocks[first >> 1]! < 0) continue;
      let area = 0;
      const origin = this.graph.origins[first]!;
      for (let half = first; left[half]! < 0; half = next[half]!) {
        left[half] = firsts.length;
        area += this.area(half, origin);
      }
      areas.push(area);
      firsts.push(first);
    }
    return { left, areas: Float64Array.from(areas), firsts: Int32Array.from(firsts) };
  }

  /** What a half-edge adds to the area of its face, seen from a node. */
  private area(half: number, origin: number): number {
    const { graph } = this;
    const { xs, ys } = graph.nodes;
    const [a, b] = [graph.origins[half]!, graph.origins[half ^ 1]!];
    const [ox, oy] = [xs[origin]!, ys[origin]!];
    const chord = ((xs[a]! - ox) * (ys[b]! - oy) - (xs[b]! - ox) * (ys[a]! - oy)) / 2;
    if (graph.bent[half >> 1] === 0) return chord;
    if (graph.isRing(half >> 1))
      return graph.ringAreas[(half >> 1) - graph.firstRing]! * (1 - 2 * (half & 1));
    const shape = this.shape(half >> 1);
    const beside = curveArea(shape, shape.x0, shape.y0);
    return (half & 1) === 0 ? chord + beside : chord - beside;
  }
}

function turn(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}
