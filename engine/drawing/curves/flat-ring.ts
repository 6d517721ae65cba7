/**
 * Rings as plain numbers: x and y of each point in turn, closed, the first point repeated at the end.
 *
 * An array of points takes 64 bytes a point and one object each, this takes 16 and one object a ring: a drawing has a
 * hundred thousand rings. Small typed arrays would take more than that for their heads alone.
 */
import type { Ring } from "../../contract/values/geometry.ts";

export type FlatRing = readonly number[];

export function ringOf(flat: FlatRing): Ring {
  const ring: Ring = [];
  for (let at = 0; at < flat.length; at += 2) ring.push([flat[at]!, flat[at + 1]!]);
  return ring;
}

/** The same points the other way round. */
export function reverseFlat(flat: FlatRing): FlatRing {
  const count = flat.length;
  return flat.map((_, i) => flat[count - 2 - i + 2 * (i % 2)]!);
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

/** Even-odd. */
export function holdsPoint(flat: FlatRing, x: number, y: number): boolean {
  let inside = false;
  for (let at = 0; at + 3 < flat.length; at += 2) {
    const [x0, y0, x1, y1] = [flat[at]!, flat[at + 1]!, flat[at + 2]!, flat[at + 3]!];
    if (y0 > y !== y1 > y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)) inside = !inside;
  }
  return inside;
}
