/**
 * Which faces do the edges of a graph bound? The way around "arrive, then leave by the next edge clockwise" is a permutation
 * of half-edges: its cycles are read off after as many steps as there are, whatever the coordinates. Where one comes back
 * to a node it is cut, so that each part of it passes every node once: a face, or the two sides of what bounds
 * nothing. Faces on both sides of an edge are of one block; a hole that touches the outline in one point is a block of its
 * own, and nests as if it did not touch.
 */

import { atan2 } from "../../../base/geometry/trig/angles.ts";
import { groupRows, type Rows } from "../basis/columns.ts";
import { UnitedGroups } from "../basis/united-groups.ts";
import { sortFew } from "../contacts/sorted.ts";
import { curveArea, curveAt } from "../curves/curves.ts";
import { type EdgeGraph, FATE } from "./graph.ts";

export interface Faces {
  /** Block of each edge, or -1 where it bounds nothing. */
  blocks: Int32Array;
  blockCount: number;
  /** Face to the left of each half-edge, or -1. */
  left: Int32Array;
  /** The half-edge that follows around the face. */
  next: Int32Array;
  /** Signed area, block, and one half-edge of each face. */
  areas: Float64Array;
  blockOf: Int32Array;
  firsts: Int32Array;
  /** The face around each block, the one that runs clockwise, and one within it. */
  outsides: Int32Array;
  insides: Int32Array;
  /** Half-edges that leave each node and may bound something, but of rings. */
  around: Rows;
}

export const findFaces = (graph: EdgeGraph): Faces => new FaceFinder(graph).run();

/** Half-edges around a face, in their order; all, or those that are asked for. */
export function halfEdges({ firsts, next }: Faces, face: number, wanted = (_: number) => true): number[] {
  const halves: number[] = [];
  let half = firsts[face]!;
  do {
    if (wanted(half)) halves.push(half);
    half = next[half]!;
  } while (half !== firsts[face]);
  return halves;
}

/** Whether the outside of its block lies beside an edge. */
export function isOutside({ left, blocks, outsides }: Faces, edge: number): boolean {
  const outside = outsides[blocks[edge]!];
  return left[2 * edge] === outside || left[2 * edge + 1] === outside;
}

class FaceFinder {
  constructor(private readonly graph: EdgeGraph) {}

  run(): Faces {
    const around = this.incidence();
    const walked = { ...this.traverse(this.link(around)), around };
    const { left, areas, firsts } = walked;
    const { blocks, blockCount } = this.findBlocks(left, firsts.length);
    const blockOf = Int32Array.from(firsts, (half) => blocks[half >> 1]!);
    const [outsides, insides] = [new Int32Array(blockCount).fill(-1), new Int32Array(blockCount).fill(-1)];
    for (let face = 0; face < areas.length; face++) {
      const block = blockOf[face]!;
      const known = outsides[block]!;
      const isOut = known < 0 || areas[face]! < areas[known]!;
      insides[block] = isOut ? known : face;
      if (isOut) outsides[block] = face;
    }
    return { ...walked, blocks, blockCount, blockOf, outsides, insides };
  }

  private incidence(): Rows {
    const { graph } = this;
    const from = graph.origins.slice(0, 2 * graph.firstRing);
    for (let half = 0; half < from.length; half++) if (!graph.isAlive(half >> 1)) from[half] = -1;
    return groupRows(from, graph.nodes.count);
  }

  /** Blocks are the faces that edges connect. */
  private findBlocks(left: Int32Array, faceCount: number): { blocks: Int32Array; blockCount: number } {
    const groups = new UnitedGroups(faceCount);
    const blocks = new Int32Array(this.graph.edgeCount).fill(-1);
    for (let edge = 0; edge < blocks.length; edge++)
      if (left[2 * edge]! >= 0) groups.unite(left[2 * edge]!, left[2 * edge + 1]!);
    const numbers = new Int32Array(faceCount).fill(-1);
    let blockCount = 0;
    for (let edge = 0; edge < blocks.length; edge++) {
      if (left[2 * edge]! < 0) continue;
      const root = groups.rootOf(left[2 * edge]!);
      if (numbers[root]! < 0) numbers[root] = blockCount++;
      blocks[edge] = numbers[root]!;
    }
    return { blocks, blockCount };
  }

  /** By where they have got to as far from the node as the shortest goes on: tangent edges leave in one direction. */
  private sortAround({ offsets, members }: Rows): void {
    const { lengths, options } = this.graph;
    const angles = new Float64Array(2 * this.graph.firstRing);
    for (let node = 0; node + 1 < offsets.length; node++) {
      const [from, to] = [offsets[node]!, offsets[node + 1]!];
      if (to - from < 3) continue;
      let shortest = Infinity;
      for (let i = from; i < to; i++) shortest = Math.min(shortest, lengths[members[i]! >> 1]!);
      const reach = Math.max(10 * options.weld, shortest / 2);
      for (let i = from; i < to; i++) angles[members[i]!] = this.directionAt(members[i]!, reach);
      sortFew(members.subarray(from, to), angles);
    }
  }

  /**
   * To the place so far along a half-edge, or to its end, seen from its node: the ends of curves lie beside it by up to the weld
   * tolerance, and in another order.
   */
  private directionAt(half: number, reach: number): number {
    const { graph } = this;
    const { xs, ys } = graph.nodes;
    const [edge, node] = [half >> 1, graph.origins[half]!];
    if (graph.isStraight(edge) || graph.lengths[edge]! <= reach) {
      const other = graph.origins[half ^ 1]!;
      return atan2(ys[other]! - ys[node]!, xs[other]! - xs[node]!);
    }
    const shape = graph.shape(edge);
    const isBack = (half & 1) === 1;
    const share = Math.min(0.5, reach / graph.lengths[edge]!);
    const [x, y] = curveAt(shape, isBack ? 1 - share : share);
    return atan2(y - ys[node]!, x - xs[node]!);
  }

  /** Follower of each half-edge on the way around: the next one clockwise where it arrives. */
  private link(leaving: Rows): Int32Array {
    this.sortAround(leaving);
    const { offsets, members } = leaving;
    const onward = new Int32Array(2 * this.graph.edgeCount).fill(-1);
    for (let node = 0; node + 1 < offsets.length; node++) {
      const [from, to] = [offsets[node]!, offsets[node + 1]!];
      for (let i = from; i < to; i++) onward[members[i]! ^ 1] = members[i === from ? to - 1 : i - 1]!;
    }
    return onward;
  }

  private traverse(onward: Int32Array): Pick<Faces, "next" | "left" | "areas" | "firsts"> {
    const { graph } = this;
    const { origins, nodes } = graph;
    const [next, left] = [new Int32Array(onward.length).fill(-1), new Int32Array(onward.length).fill(-1)];
    const areas: number[] = [];
    const firsts: number[] = [];
    const close = (cycle: number[]) => {
      if (cycle.length === 2 && cycle[0] === (cycle[1]! ^ 1)) return;
      if (this.leaveLoop(cycle, onward)) return;
      let area = 0;
      cycle.forEach((half, i) => {
        next[half] = cycle[i + 1] ?? cycle[0]!;
        left[half] = firsts.length;
        area += this.area(half, origins[cycle[0]!]!);
      });
      areas.push(area);
      firsts.push(cycle[0]!);
    };
    // Where each node is on the path; what that says of nodes no longer there is out of date.
    const seats = new Int32Array(nodes.count);
    const passed = new Uint8Array(onward.length);
    for (let first = 0; first < 2 * graph.firstRing; first++) {
      if (onward[first]! < 0 || passed[first] === 1) continue;
      const path: number[] = [];
      for (let half = first; onward[half]! >= 0 && passed[half] === 0; half = onward[half]!) {
        passed[half] = 1;
        seats[origins[half]!] = path.push(half) - 1;
        const target = origins[half ^ 1]!;
        const seat = path[seats[target]!];
        if (seat !== undefined && origins[seat] === target) close(path.splice(seats[target]!));
      }
    }
    // A ring is the way around its inside and its outside.
    for (let half = 2 * graph.firstRing; half < 2 * graph.edgeCount; half++) {
      if (!graph.isAlive(half >> 1)) continue;
      next[half] = half;
      left[half] = firsts.length;
      const area = graph.ringAreas[(half >> 1) - graph.firstRing]!;
      areas.push((half & 1) === 0 ? area : -area);
      firsts.push(half);
    }
    return { next, left, areas: Float64Array.from(areas), firsts: Int32Array.from(firsts) };
  }

  /** Leaves out a way that hangs on one node and is no longer than around the beam, as nothing lies within: whether it did. */
  private leaveLoop(cycle: number[], onward: Int32Array): boolean {
    const { fates, lengths, options } = this.graph;
    const around = cycle.reduce((sum, half) => sum + lengths[half >> 1]!, 0);
    const goOn = (p: number, q: number) => onward[p] === q && onward[q ^ 1] === (p ^ 1);
    const isEnd = (half: number, i: number) => !goOn(half, cycle[i + 1] ?? cycle[0]!);
    if (around > Math.PI * options.kerf || cycle.filter(isEnd).length !== 1) return false;
    for (const half of cycle) fates[half >> 1] = FATE.overshoot;
    return true;
  }

  /** Share of a half-edge in the area of its face, seen from a node. */
  private area(half: number, origin: number): number {
    const { graph } = this;
    const { xs, ys } = graph.nodes;
    const [a, b] = [graph.origins[half]!, graph.origins[half ^ 1]!];
    const [ox, oy] = [xs[origin]!, ys[origin]!];
    const chord = ((xs[a]! - ox) * (ys[b]! - oy) - (xs[b]! - ox) * (ys[a]! - oy)) / 2;
    if (graph.isStraight(half >> 1)) return chord;
    const shape = this.graph.shape(half >> 1);
    const beside = curveArea(shape, shape.x0, shape.y0);
    return (half & 1) === 0 ? chord + beside : chord - beside;
  }
}
