/**
 * In which order do edges leave their nodes? By angle; of those that set out along one line, by which of them leaves it
 * first, to the right or to the left; copies in one order at both of their ends.
 */
import { curveAt } from "../curves/curves.ts";
import { findCopies } from "./copies.ts";
import type { Edge, Ground } from "./graph.ts";

/** In radians: edges of a metre that set out this close together are a tenth of a micrometre apart at their ends. */
const ONE_LINE = 1e-7;

/** Half-edges by the node that they leave, counter-clockwise. Half-edge 2i leaves node a of edge i, 2i + 1 leaves b. */
export function fanOut(edges: Edge[], ground: Ground): Map<number, number[]> {
  const angles = new Float64Array(2 * edges.length);
  const fans = new Map<number, number[]>();
  for (let half = 0; half < angles.length; half++) {
    angles[half] = angleOf(edges, half, ground);
    const node = originOf(edges, half);
    const fan = fans.get(node);
    if (fan) fan.push(half);
    else fans.set(node, [half]);
  }
  // What lies on each other must not be told apart by rounding, or the two would change sides on their way.
  const firsts = Int32Array.from(angles.keys());
  for (const [i, other] of findCopies(edges, ground.table, ground.weld)) {
    const turned = edges[i]!.a === edges[other]!.a ? 0 : 1;
    for (const end of [0, 1]) firsts[2 * i + end] = firsts[2 * other + (end ^ turned)]!;
  }
  for (const fan of fans.values()) {
    fan.sort((p, q) => angles[firsts[p]!]! - angles[firsts[q]!]!);
    sortTogether(
      fan,
      (half) => angles[firsts[half]!]!,
      (halves) => sortOnLine(halves, edges, firsts, ground),
    );
  }
  return fans;
}

export function originOf(edges: Edge[], half: number): number {
  const edge = edges[half >> 1]!;
  return (half & 1) === 0 ? edge.a : edge.b;
}

/** Sorts anew each run of half-edges that set out along one line. */
function sortTogether(
  fan: number[],
  angleOf: (half: number) => number,
  sort: (halves: number[]) => void,
): void {
  for (let from = 0, to = 1; from < fan.length; from = to++) {
    while (to < fan.length && angleOf(fan[to]!) - angleOf(fan[to - 1]!) <= ONE_LINE) to++;
    if (to - from < 2) continue;
    const together = fan.slice(from, to);
    sort(together);
    fan.splice(from, together.length, ...together);
  }
}

function sortOnLine(halves: number[], edges: Edge[], firsts: Int32Array, ground: Ground): void {
  const turns = new Map(halves.map((half) => [half, turnOf(edges, firsts[half]!, ground)]));
  // Copies are sorted in opposite senses at their two ends.
  const side = (half: number) => (originOf(edges, half) < originOf(edges, half ^ 1) ? half : -half);
  halves.sort((p, q) => turns.get(p)! - turns.get(q)! || side(p) - side(q));
}

/** A little way along the edge, so that tangent curves differ; straight to the left counts as the most. */
function angleOf(edges: Edge[], half: number, { nodes, table }: Ground): number {
  const node = originOf(edges, half);
  const { curves } = edges[half >> 1]!;
  const isStart = (half & 1) === 0;
  const [x, y] = curveAt(table.get(isStart ? curves[0]! : curves.at(-1)!), isStart ? 0.02 : 0.98);
  const angle = Math.atan2(y - nodes.ys[node]!, x - nodes.xs[node]!);
  return angle < ONE_LINE - Math.PI ? angle + 2 * Math.PI : angle;
}

/** How soon an edge leaves the line that it sets out on: 1 / mm, negative to the right, 0 if it never does. */
function turnOf(edges: Edge[], half: number, { table }: Ground): number {
  const { curves } = edges[half >> 1]!;
  const ids = (half & 1) === 0 ? curves : curves.map((id) => ~id).reverse();
  const first = table.get(ids[0]!);
  if (first.kind !== "line") return 0;
  const [dx, dy] = [first.x1 - first.x0, first.y1 - first.y0];
  let reach = Math.hypot(dx, dy);
  for (const id of ids.slice(1)) {
    const curve = table.get(id);
    const [x, y] = curveAt(curve, 0.5);
    const [cx, cy] = [x - curve.x0, y - curve.y0];
    const turn = Math.atan2(dx * cy - dy * cx, dx * cx + dy * cy);
    if (Math.abs(turn) > ONE_LINE) return Math.sign(turn) / reach;
    reach += 2 * Math.hypot(cx, cy);
  }
  return 0;
}
