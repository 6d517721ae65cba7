/** How much material does a ring enclose that crosses itself? By the even-odd rule, through Clipper. */
import { areaPaths, FillRule, union } from "clipper2-ts";
import type { Ring } from "../contract/geometry.ts";
import { boundsOf } from "../geometry/ring.ts";

/** Whole numbers up to this keep Clipper's products exact. */
const RANGE = 2 ** 25;

export function evenOddArea(ring: Ring): number {
  const { min_x, min_y, max_x, max_y } = boundsOf(ring);
  const scale = RANGE / Math.max(max_x - min_x, max_y - min_y, Number.MIN_VALUE);
  const path = ring.map(([x, y]) => ({
    x: Math.round((x - min_x) * scale),
    y: Math.round((y - min_y) * scale),
  }));
  return Math.abs(areaPaths(union([path], FillRule.EvenOdd))) / (scale * scale);
}
