/** The contours along a curve that fills the sheet and leaves no neighbourhood before all of it is done (Hilbert's). */
import type { Point } from "../../../base/contract/values/geometry.ts";
import { pointBounds } from "../../../base/geometry/ring.ts";
import type { Stop, TourGround } from "./ground.ts";

/** Into so many steps a place in the row of contours is divided. */
const FINE = 256;

/** Puts contours that another must wait for right before it; each is entered at its first vertex. */
export function curveTour({ boxes, around }: TourGround): Stop[] {
  const keys = keysAlong(boxes.map((box) => [(box.min_x + box.max_x) / 2, (box.min_y + box.max_y) / 2]));
  const inside = new Map<number, number[]>();
  for (const [i, outer] of around.entries()) {
    const others = inside.get(outer);
    if (others) others.push(i);
    else inside.set(outer, [i]);
  }
  for (const contours of inside.values()) contours.sort((a, b) => keys[a]! - keys[b]! || a - b);
  // Backwards: each contour, then what it waits for.
  const tour: Stop[] = [];
  const open = inside.get(-1) ?? [];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    tour.push({ index, entry: 0 });
    for (const other of inside.get(index) ?? []) open.push(other);
  }
  return tour.reverse();
}

/** How far along the curve each point lies. Its cells are as large as the points are apart, so that in rows it goes by fours. */
function keysAlong(points: Point[]): number[] {
  const { min_x: x0, min_y: y0, max_x, max_y } = pointBounds(points);
  const [wide, high] = [max_x - x0, max_y - y0];
  const most = Math.max(wide, high);
  const pitch =
    Math.max(Math.sqrt(wide * high), most / Math.sqrt(points.length)) / Math.sqrt(points.length) || 1;
  const cells = 2 ** (32 - Math.clz32(Math.ceil(most / pitch)));
  const step = pitch / FINE;
  return points.map(([x, y]) =>
    distanceAlong(
      Math.floor((x - x0) / step + FINE / 2),
      Math.floor((y - y0) / step + FINE / 2),
      cells * FINE,
    ),
  );
}

/** Place of a cell along a Hilbert curve over `side` by `side` cells, a power of two. */
function distanceAlong(x: number, y: number, side: number): number {
  let along = 0;
  for (let half = side / 2; half >= 1; half /= 2) {
    const right = x >= half;
    const up = y >= half;
    along += half * half * (right ? (up ? 2 : 3) : up ? 1 : 0);
    if (right) x -= half;
    if (up) y -= half;
    if (up) continue;
    if (right) [x, y] = [half - 1 - x, half - 1 - y];
    [x, y] = [y, x];
  }
  return along;
}
