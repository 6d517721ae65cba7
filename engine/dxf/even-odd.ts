/** How much material does a ring enclose that crosses itself? By the even-odd rule, through Clipper. */
import { areaPaths, FillRule, type Path64, union } from "clipper2-ts";
import { type FlatRing, flatBounds } from "./flatring.ts";

/** Whole numbers up to this keep Clipper's products exact. */
const RANGE = 2 ** 25;

export function evenOddArea(ring: FlatRing): number {
  const { min_x, min_y, max_x, max_y } = flatBounds(ring);
  const scale = RANGE / Math.max(max_x - min_x, max_y - min_y, Number.MIN_VALUE);
  const path: Path64 = [];
  for (let at = 0; at < ring.length; at += 2)
    path.push({ x: Math.round((ring[at]! - min_x) * scale), y: Math.round((ring[at + 1]! - min_y) * scale) });
  return Math.abs(areaPaths(union([path], FillRule.EvenOdd))) / (scale * scale);
}
