/**
 * Rings as plain numbers: x and y of each point in turn, closed, the first point repeated at the end.
 *
 * An array of points takes 64 bytes a point and one object each, this takes 16: a drawing has a hundred thousand rings, which
 * lie one behind another in one array.
 */

import type { Point, Ring } from "../../../base/contract/values/geometry.ts";
import { lengthened } from "../basis/columns.ts";

export type FlatRing = ArrayLike<number>;

export function toRing(flat: FlatRing): Ring {
  const ring: Ring = [];
  for (let at = 0; at < flat.length; at += 2) ring.push([flat[at]!, flat[at + 1]!]);
  return ring;
}

/** Many of them, by number. */
export class FlatRings {
  count = 0;
  /** Where the numbers of each begin, and where those of the last one end. */
  private readonly firsts: Uint32Array;
  private numbers: Float64Array;

  /** For so many rings, with room for so many numbers to begin with. */
  constructor(count: number, room: number) {
    this.firsts = new Uint32Array(count + 1);
    this.numbers = new Float64Array(room);
  }

  /** How many numbers all have. */
  get length(): number {
    return this.firsts[this.count]!;
  }

  add(ring: FlatRing): void {
    this.put(ring, 0, ring.length);
  }

  /** One of other rings. */
  copy(rings: FlatRings, ring: number): void {
    this.put(rings.numbers, rings.firsts[ring]!, rings.firsts[ring + 1]!);
  }

  /** How many numbers one has. */
  size(ring: number): number {
    return this.firsts[ring + 1]! - this.firsts[ring]!;
  }

  startOf(ring: number): Point {
    const from = this.firsts[ring]!;
    return [this.numbers[from]!, this.numbers[from + 1]!];
  }

  get(ring: number): Float64Array {
    return this.numbers.subarray(this.firsts[ring], this.firsts[ring + 1]);
  }

  /** Lets one run the other way round. */
  turn(ring: number): void {
    const points = this.get(ring).reverse();
    for (let at = 0; at < points.length; at += 2)
      [points[at], points[at + 1]] = [points[at + 1]!, points[at]!];
  }

  /** Most rings are so short that to copy them number by number takes least. */
  private put(from: FlatRing, first: number, last: number): void {
    const start = this.length;
    const end = start + last - first;
    if (end > this.numbers.length)
      this.numbers = lengthened(this.numbers, new Float64Array(Math.max(end, 2 * this.numbers.length)));
    const { numbers } = this;
    for (let i = first; i < last; i++) numbers[start + i - first] = from[i]!;
    this.firsts[++this.count] = end;
  }

  /** All of them: where each begins, and their numbers. */
  columns(): { firsts: Uint32Array; numbers: Float64Array } {
    const { firsts, numbers, length } = this;
    return { firsts, numbers: numbers.length === length ? numbers : numbers.slice(0, length) };
  }
}

/** Signed area, positive when counter-clockwise; taken about the first point to keep digits. */
export function flatArea(flat: FlatRing): number {
  const ox = flat[0]!;
  const oy = flat[1]!;
  let doubled = 0;
  for (let at = 0; at + 3 < flat.length; at += 2) {
    const ax = flat[at]! - ox;
    const ay = flat[at + 1]! - oy;
    const bx = flat[at + 2]! - ox;
    const by = flat[at + 3]! - oy;
    doubled += ax * by - bx * ay;
  }
  return doubled / 2;
}
