/**
 * In which order do edges leave their nodes? By angle; of those that set out along one line, by which of them leaves it
 * first, to the right or to the left; copies in one order at both of their ends.
 */
import { type Curve, curveAt } from "../curves/curves.ts";
import { findCopies } from "./copies.ts";
import type { Edge, Ground } from "./graph.ts";

/** In radians: curves that set out closer together do so along one line. */
const ONE_LINE = 1e-7;

/** The least of all directions, in radians: one that drawings hardly use, so that no line lies on both sides of it. */
const LEAST = -3.0416;

/** Half-edges by the node that they leave, counter-clockwise. Half-edge 2i leaves node a of edge i, 2i + 1 leaves b. */
export function fanOut(edges: Edge[], ground: Ground): Map<number, number[]> {
  return new Fans(edges, ground).sorted();
}

export function originOf(edges: Edge[], half: number): number {
  const edge = edges[half >> 1]!;
  return (half & 1) === 0 ? edge.a : edge.b;
}

class Fans {
  private readonly edges: Edge[];
  private readonly ground: Ground;
  private readonly byNode = new Map<number, number[]>();
  /** Of half-edges that lie on each other, the one whose direction counts for all: rounding must not tell them apart. */
  private readonly firsts: Int32Array;
  /** Direction of each half-edge, and how far others may differ from it that are welded to its line. */
  private readonly angles: Float64Array;
  private readonly slacks: Float64Array;

  constructor(edges: Edge[], ground: Ground) {
    this.edges = edges;
    this.ground = ground;
    this.angles = new Float64Array(2 * edges.length);
    this.slacks = new Float64Array(2 * edges.length);
    for (let half = 0; half < 2 * edges.length; half++) {
      this.direct(half);
      const node = originOf(edges, half);
      const fan = this.byNode.get(node);
      if (fan) fan.push(half);
      else this.byNode.set(node, [half]);
    }
    this.firsts = Int32Array.from(this.angles.keys());
    for (const [i, other] of findCopies(edges, ground.table, ground.weld)) {
      const turned = edges[i]!.a === edges[other]!.a ? 0 : 1;
      for (const end of [0, 1]) this.firsts[2 * i + end] = this.firsts[2 * other + (end ^ turned)]!;
    }
  }

  sorted(): Map<number, number[]> {
    for (const fan of this.byNode.values()) {
      fan.sort((p, q) => this.angleOf(p) - this.angleOf(q));
      for (let from = 0, to = 1; from < fan.length; from = to++) {
        while (to < fan.length && this.onOneLine(fan[to - 1]!, fan[to]!)) to++;
        if (to > from + 1) fan.splice(from, to - from, ...this.sortedOnLine(fan.slice(from, to)));
      }
    }
    return this.byNode;
  }

  /** Lines as a whole, other curves a little way along, so that tangent ones differ. */
  private direct(half: number): void {
    const { nodes, weld } = this.ground;
    const node = originOf(this.edges, half);
    const [first] = this.curves(half);
    const [x, y] = curveAt(first!, first!.kind === "line" ? 1 : 0.02);
    const [dx, dy] = [x - nodes.xs[node]!, y - nodes.ys[node]!];
    const angle = Math.atan2(dy, dx);
    this.angles[half] = angle < LEAST ? angle + 2 * Math.PI : angle;
    this.slacks[half] =
      first!.kind === "line" ? Math.max(ONE_LINE, (2 * weld) / Math.hypot(dx, dy)) : ONE_LINE;
  }

  private angleOf(half: number): number {
    return this.angles[this.firsts[half]!]!;
  }

  private slackOf(half: number): number {
    return this.slacks[this.firsts[half]!]!;
  }

  private onOneLine(p: number, q: number): boolean {
    return this.angleOf(q) - this.angleOf(p) <= Math.max(this.slackOf(p), this.slackOf(q));
  }

  private sortedOnLine(halves: number[]): number[] {
    const turns = new Map(halves.map((half) => [half, this.turnOf(this.firsts[half]!)]));
    // Copies are sorted in opposite senses at their two ends.
    const { edges } = this;
    const side = (half: number) => (originOf(edges, half) < originOf(edges, half ^ 1) ? half : -half);
    return halves.sort(
      (p, q) => turns.get(p)! - turns.get(q)! || this.angleOf(p) - this.angleOf(q) || side(p) - side(q),
    );
  }

  /** How soon an edge leaves the line that it sets out on: 1 / mm, negative to the right, 0 if it never does. */
  private turnOf(half: number): number {
    const along = this.angles[half]!;
    let reach = 0;
    for (const curve of this.curves(half)) {
      if (reach === 0 && curve.kind !== "line") return 0;
      const [x, y] = curveAt(curve, 0.5);
      const [dx, dy] = [x - curve.x0, y - curve.y0];
      const length = Math.hypot(dx, dy);
      const turn = turned(Math.atan2(dy, dx) - along, Math.max(ONE_LINE, (2 * this.ground.weld) / length));
      if (reach > 0 && turn !== 0) return turn / reach;
      reach += 2 * length;
    }
    return this.turnBehind(half) / reach;
  }

  /** The side to which all go that leave the line where an edge on it ends; 0 if none do, or they go to both. */
  private turnBehind(half: number): number {
    const fan = this.byNode.get(originOf(this.edges, half ^ 1))!;
    const sides = fan.map((other) =>
      turned(this.angles[other]! - this.angles[half]!, 2 * Math.max(this.slacks[other]!, this.slacks[half]!)),
    );
    if (sides.includes(1) === sides.includes(-1)) return 0;
    return sides.includes(1) ? 1 : -1;
  }

  /** Of the edge, on the way from where the half-edge begins. */
  private *curves(half: number): Generator<Curve> {
    const { curves } = this.edges[half >> 1]!;
    const { table } = this.ground;
    if ((half & 1) === 0) for (const id of curves) yield table.get(id);
    else for (let i = curves.length - 1; i >= 0; i--) yield table.get(~curves[i]!);
  }
}

/** 1 for a turn to the left, −1 to the right, 0 for straight on, or straight back. */
function turned(angle: number, slack: number): number {
  const sine = Math.sin(angle);
  return Math.abs(sine) <= slack ? 0 : Math.sign(sine);
}
