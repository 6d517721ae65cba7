/**
 * How much material does a ring enclose that crosses itself? By the even-odd rule, through Clipper.
 *
 * Clipper keeps some hundred bytes for every crossing, and a scribble of ten megabytes crosses itself billions of times.
 * So crossings are counted first, and where there are too many the ring is thinned: nobody wants a scribble's area to
 * the last digit.
 */
import { areaPaths, FillRule, type Path64, union } from "clipper2-ts";
import Flatbush from "flatbush";
import { type FlatRing, flatBounds } from "../curves/flatring.ts";

/** Whole numbers up to this keep Clipper's products exact. */
const RANGE = 2 ** 25;
/** Crossings that are measured exactly: in one ring, in a whole drawing, and in each ring even then. */
const MOST = { ring: 100_000, drawing: 1_000_000, least: 1_000 };
/** Pairs of edges looked at for every crossing allowed: combs have many that lie beside each other. */
const LOOKS = 200;

export interface EvenOddArea {
  area: number;
  /** The ring was thinned. */
  estimated: boolean;
}

/** Measures the rings of one drawing. */
export class EvenOddMeter {
  private readonly most: typeof MOST;
  private left: number;

  constructor(most = MOST) {
    this.most = most;
    this.left = most.drawing;
  }

  measure(ring: FlatRing): EvenOddArea {
    const most = Math.max(this.most.least, Math.min(this.most.ring, this.left));
    let plain = ring;
    let crossings = countCrossings(plain, most);
    while (crossings > most) {
      plain = everySecond(plain);
      crossings = countCrossings(plain, most);
    }
    this.left -= crossings;
    return { area: unionArea(plain), estimated: plain !== ring };
  }
}

function unionArea(ring: FlatRing): number {
  const { min_x, min_y, max_x, max_y } = flatBounds(ring);
  // A power of two, so that whole and half millimetres stay what they are.
  const scale = 2 ** Math.floor(Math.log2(RANGE / Math.max(max_x - min_x, max_y - min_y, Number.MIN_VALUE)));
  const path: Path64 = [];
  for (let at = 0; at < ring.length; at += 2)
    path.push({ x: Math.round((ring[at]! - min_x) * scale), y: Math.round((ring[at + 1]! - min_y) * scale) });
  return Math.abs(areaPaths(union([path], FillRule.EvenOdd))) / (scale * scale);
}

/** How often a ring crosses itself; more than `most` when that, or looking for it, is too much. */
function countCrossings(ring: FlatRing, most: number): number {
  const edges = ring.length / 2 - 1;
  const pairs = (edges * (edges - 1)) / 2;
  if (pairs <= most && pairs <= MOST.least) return pairs;
  const boxes = new Flatbush(edges);
  for (let at = 0; at < 2 * edges; at += 2) {
    const [ax, ay, bx, by] = [ring[at]!, ring[at + 1]!, ring[at + 2]!, ring[at + 3]!];
    boxes.add(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by));
  }
  boxes.finish();
  let looks = 0;
  let crossings = 0;
  for (let edge = 0; edge < edges; edge++) {
    const at = 2 * edge;
    const [ax, ay, bx, by] = [ring[at]!, ring[at + 1]!, ring[at + 2]!, ring[at + 3]!];
    boxes.search(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by), (other) => {
      if (other <= edge) return false;
      looks++;
      if (separates(ring, edge, other) && separates(ring, other, edge)) crossings++;
      return false;
    });
    if (crossings > most || looks > LOOKS * most) return most + 1;
  }
  return crossings;
}

/** Whether the ends of the second edge lie on both sides of the first. */
function separates(ring: FlatRing, edge: number, other: number): boolean {
  const [p, q] = [2 * edge, 2 * other];
  const [dx, dy] = [ring[p + 2]! - ring[p]!, ring[p + 3]! - ring[p + 1]!];
  const from = dx * (ring[q + 1]! - ring[p + 1]!) - dy * (ring[q]! - ring[p]!);
  const to = dx * (ring[q + 3]! - ring[p + 1]!) - dy * (ring[q + 2]! - ring[p]!);
  return from * to < 0;
}

/** Closed again by its first point. */
function everySecond(ring: FlatRing): FlatRing {
  const thin: number[] = [];
  for (let at = 0; at + 2 < ring.length; at += 4) thin.push(ring[at]!, ring[at + 1]!);
  thin.push(ring[0]!, ring[1]!);
  return thin;
}
