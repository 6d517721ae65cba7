/**
 * How much material does a ring enclose that crosses itself, by the even-odd rule?
 *
 * Between two neighbouring places where it has a corner or crosses itself, what upright lines meet of its inside grows
 * evenly, so that the line amid them tells its mean. Nothing is asked but heights on that line: there is no shape of a
 * ring that this could run aground on. A scribble of ten megabytes crosses itself billions of times; where it is too
 * much to measure, the ring is thinned: nobody wants a scribble's area to the last digit.
 */
import Flatbush from "flatbush";
import type { FlatRing } from "../curves/flatring.ts";

/** Crossings that are measured exactly: in one ring, in a whole drawing, and in each ring even then. */
const MOST = { ring: 20_000, drawing: 200_000, least: 1_000 };
/** Pairs of edges looked at for every crossing allowed: combs have many that lie beside each other. */
const LOOKS = 1_000;
/** Heights that are taken of one ring. */
const HEIGHTS = 20_000_000;

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
    let slabs = slabsOf(plain);
    while (crossings > most || heightsOf(slabs) > HEIGHTS) {
      plain = everySecond(plain);
      crossings = countCrossings(plain, most);
      slabs = slabsOf(plain);
    }
    this.left -= crossings;
    return { area: slabArea(slabs), estimated: plain !== ring };
  }
}

/** Edges that are not upright, from left to right, and the places where any begins or ends. */
interface Slabs {
  /** x and y of the left end and of the right end of each edge, by rising left end. */
  edges: Float64Array;
  places: Float64Array;
}

function slabsOf(ring: FlatRing): Slabs {
  const sides: number[][] = [];
  for (let at = 0; at + 3 < ring.length; at += 2) {
    const side = [ring[at]!, ring[at + 1]!, ring[at + 2]!, ring[at + 3]!];
    if (side[0]! < side[2]!) sides.push(side);
    if (side[0]! > side[2]!) sides.push([side[2]!, side[3]!, side[0]!, side[1]!]);
  }
  sides.sort((p, q) => p[0]! - q[0]!);
  const places = Float64Array.from(new Set(sides.flatMap(([left, , right]) => [left!, right!]))).sort();
  return { edges: Float64Array.from(sides.flat()), places };
}

/** How many heights are taken between the places, without those for crossings. */
function heightsOf({ edges, places }: Slabs): number {
  const numbers = new Map([...places].map((place, i) => [place, i]));
  let heights = 0;
  for (let at = 0; at < edges.length; at += 4)
    heights += numbers.get(edges[at + 2]!)! - numbers.get(edges[at]!)!;
  return heights;
}

function slabArea({ edges, places }: Slabs): number {
  let area = 0;
  let next = 0;
  let active: number[] = [];
  for (let i = 0; i + 1 < places.length; i++) {
    const [left, right] = [places[i]!, places[i + 1]!];
    active = active.filter((edge) => edges[edge + 2]! > left);
    for (; next < edges.length && edges[next]! <= left; next += 4) active.push(next);
    const cuts = [left, ...crossingsBetween(edges, active, left, right), right];
    for (let cut = 0; cut + 1 < cuts.length; cut++) {
      const width = cuts[cut + 1]! - cuts[cut]!;
      if (width > 0) area += width * insideAt(edges, active, cuts[cut]! + width / 2);
    }
  }
  return area;
}

/** How much of an upright line lies inside: between the first and the second edge, the third and the fourth, … */
function insideAt(edges: Float64Array, active: number[], x: number): number {
  const heights = Float64Array.from(active, (edge) => heightAt(edges, edge, x)).sort();
  let inside = 0;
  for (let i = 0; i + 1 < heights.length; i += 2) inside += heights[i + 1]! - heights[i]!;
  return inside;
}

/** Where edges change places on the way, by rising x: sorting them anew finds each such pair. */
function crossingsBetween(edges: Float64Array, active: number[], left: number, right: number): number[] {
  const from = new Map(active.map((edge) => [edge, heightAt(edges, edge, left)]));
  const to = new Map(active.map((edge) => [edge, heightAt(edges, edge, right)]));
  active.sort((p, q) => from.get(p)! - from.get(q)! || to.get(p)! - to.get(q)!);
  const crossings: number[] = [];
  const order = active.slice();
  for (let i = 1; i < order.length; i++) {
    const edge = order[i]!;
    let at = i;
    for (; at > 0 && to.get(order[at - 1]!)! > to.get(edge)!; at--) {
      const other = order[at - 1]!;
      const [before, after] = [from.get(edge)! - from.get(other)!, to.get(other)! - to.get(edge)!];
      crossings.push(left + ((right - left) * before) / (before + after));
      order[at] = other;
    }
    order[at] = edge;
  }
  return crossings.sort((p, q) => p - q);
}

function heightAt(edges: Float64Array, edge: number, x: number): number {
  const share = (x - edges[edge]!) / (edges[edge + 2]! - edges[edge]!);
  return edges[edge + 1]! + share * (edges[edge + 3]! - edges[edge + 1]!);
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
