/** Rings that many tests cut, nest or draw. */
import type { Point, Ring } from "../../engine/base/contract/values/geometry.ts";

export function box(x: number, y: number, width: number, height: number): Ring {
  return [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ];
}

/** A regular polygon that stands for a circle. */
export function disc(x: number, y: number, radius: number, count: number): Ring {
  return Array.from({ length: count }, (_, i): Point => {
    const angle = (2 * Math.PI * i) / count;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

/** A bracket of 60 by 50 mm, 20 mm wide. */
export const ELL: Ring = [
  [0, 0],
  [60, 0],
  [60, 20],
  [20, 20],
  [20, 50],
  [0, 50],
];
