/** Measures of an open ring of points. */
import { Box, edgeAt, pointAt } from "./records";

/** Twice halved shoelace sum about the first point: positive for counter-clockwise rings. */
export function ringArea(points: usize, count: i32): f64 {
  const ox = pointAt(points, 0).x;
  const oy = pointAt(points, 0).y;
  let doubled = 0.0;
  for (let i = 1; i < count - 1; i++) {
    const edge = edgeAt(points, i);
    doubled += (edge.ax - ox) * (edge.by - oy) - (edge.bx - ox) * (edge.ay - oy);
  }
  return doubled / 2;
}

/** Widens a box to hold the points. */
export function widenBox(box: Box, points: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    const x = pointAt(points, i).x;
    const y = pointAt(points, i).y;
    box.minX = min(box.minX, x);
    box.minY = min(box.minY, y);
    box.maxX = max(box.maxX, x);
    box.maxY = max(box.maxY, y);
  }
}
