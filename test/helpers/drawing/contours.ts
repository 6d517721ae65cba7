/** Sheets of closed contours to be cut, and the way over them that a machine without a plan would take. */
import type { Point } from "../../../engine/base/contract/values/geometry.ts";
import type { OrderedContour } from "../../../engine/write/toolpath/order/order.ts";
import { PlacedContour, ToolContour } from "../../../engine/write/toolpath/path/contour.ts";
import { box, disc } from "../rings.ts";

export const contour = (placement: number, hole: number | null, ring: Point[]): PlacedContour => {
  const path = ring.map(([x, y]): [number, number, number] => [x, y, 0]);
  return new PlacedContour(placement, new ToolContour(hole, hole !== null, ring, path));
};
export const square = (
  placement: number,
  x: number,
  y: number,
  side: number,
  hole: number | null = null,
): PlacedContour => {
  const ring = box(x, y, side, side);
  return contour(placement, hole, hole === null ? ring : ring.reverse());
};

/** Sheets of about 500 contours by what lies on them. */
export const SHEETS: Record<string, () => PlacedContour[]> = {
  "grid of plates with four holes": gridOfPlates,
  "shelves of parts": () => shelvesOfParts(1),
  "other shelves of parts": () => shelvesOfParts(2),
  "one drilled plate": oneDrilledPlate,
  "discs of all sizes": discs,
};

/** Length of the way from the origin over the starts and back. */
export function travel(contours: OrderedContour[]): number {
  const stops: Point[] = [[0, 0], ...contours.map(({ start }) => start), [0, 0]];
  return stops.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - stops[i]![0], y - stops[i]![1]), 0);
}

/** Always on to the nearest free vertex: length of the whole way. */
export function nearestNeighbour(contours: PlacedContour[]): number {
  const open = new Set(contours);
  const waiting = (part: number) =>
    [...open].some(({ placement, hole }) => placement === part && hole !== null);
  let [at, length]: [Point, number] = [[0, 0], 0];
  while (open.size > 0) {
    let [next, to, least]: [PlacedContour | null, Point, number] = [null, at, Number.POSITIVE_INFINITY];
    for (const contour of open)
      for (const point of contour.ring) {
        const distance = Math.hypot(point[0] - at[0], point[1] - at[1]);
        if (distance < least && (contour.hole !== null || !waiting(contour.placement)))
          [next, to, least] = [contour, point, distance];
      }
    open.delete(next!);
    length += least;
    at = to;
  }
  return length + Math.hypot(...at);
}

/** Numbers from 0 to 1 that look random and are always the same. */
export function numbers(seed: number): () => number {
  let state = seed * 2654435761;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function gridOfPlates(): PlacedContour[] {
  return Array.from({ length: 100 }, (_, i) => {
    const [x, y] = [(i % 10) * 100, Math.floor(i / 10) * 100];
    const holes = [0, 1, 2, 3].map((h) => square(i, x + 15 + 50 * (h % 2), y + 15 + 50 * (h >> 1), 12, h));
    return [square(i, x, y, 90), ...holes];
  }).flat();
}

function shelvesOfParts(seed: number): PlacedContour[] {
  const next = numbers(seed);
  const contours: PlacedContour[] = [];
  let [x, y] = [0, 0];
  for (let part = 0; contours.length < 500; part++) {
    const side = 30 + 90 * next();
    if (x + side > 1500) [x, y] = [0, y + 125];
    contours.push(square(part, x, y, side));
    const holes = Math.floor(4 * next());
    for (let h = 0; h < holes; h++)
      contours.push(square(part, x + 3 + (side - 12) * next(), y + 3 + (side - 12) * next(), 6, h));
    x += side + 5;
  }
  return contours;
}

function oneDrilledPlate(): PlacedContour[] {
  const next = numbers(3);
  const holes = Array.from({ length: 499 }, (_, h) => square(0, 5 + 1480 * next(), 5 + 980 * next(), 6, h));
  return [square(0, 0, 0, 1500), ...holes];
}

function discs(): PlacedContour[] {
  const next = numbers(4);
  return Array.from({ length: 500 }, (_, i) => {
    const radius = 8 + 17 * next();
    const ring = disc((i % 25) * 52 + 26, Math.floor(i / 25) * 52 + 26, radius, 24);
    return contour(i, null, ring);
  });
}
