/** Sizes of paper: ISO, ANSI, ARCH, and what sheets of them measure that are drawn to scale. */
import type { Bounds } from "../../../../base/contract/values/geometry.ts";
import { lengthsOf } from "../../../../base/geometry/box.ts";

/** Sides of sheets in millimetres, the shorter first: ISO A4 to A0, ANSI A to E, ARCH A to E. */
const INCHES = [
  [8.5, 11],
  [11, 17],
  [17, 22],
  [22, 34],
  [34, 44],
  [9, 12],
  [12, 18],
  [18, 24],
  [24, 36],
  [36, 48],
];
const PAPERS = [
  [210, 297],
  [297, 420],
  [420, 594],
  [594, 841],
  [841, 1189],
  ...INCHES.map((sides) => sides.map((side) => 25.4 * side)),
];
/** How many times as large sheets are drawn; those in inches may be without a unit. */
const SCALES = [1, 2, 2.5, 5, 10, 20, 25, 50, 100, 0.5, 0.2, 0.1, 1 / 25.4];
/** Sides off those of paper, as a share. */
const SLACK = 0.005;

/** Whether a room is as large as a sheet of paper, at some scale. */
export function isPaperSize(bounds: Bounds): boolean {
  const sides = lengthsOf(bounds);
  return SCALES.some((scale) =>
    PAPERS.some((paper) => paper.every((side, i) => Math.abs(sides[i]! / (scale * side) - 1) <= SLACK)),
  );
}
