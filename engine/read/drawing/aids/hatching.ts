/**
 * Lines of hatchings that were exploded: aslant, side by side at even distances, each from rim to rim. They would
 * divide a view of a section into slivers. Slats along the axes are parts, and so are a few strips aslant.
 */

import { atan2 } from "../../../base/geometry/trig/angles.ts";
import { byKey } from "../basis/groups.ts";
import { endsOf } from "../basis/plane.ts";
import type { Shown, Straight } from "./shown/shown.ts";

/**
 * How many lines make a hatching, how far from even their distances are, as a share, and how wide those are at most, in
 * letters: slats are wider.
 */
const HATCHING = { lines: 8, even: 0.05, letters: 3 };
/** Cosine with either axis, at least, and by how much directions that are one differ, in radians. */
const ASLANT = { cosine: 0.1, same: 0.002 };

/** Adds the numbers of the lines of hatchings to those of aids. Tells what is hatched. */
export function findHatchings(
  { contours, lines, letters, material, near }: Shown,
  aids: Set<number>,
): Set<number> {
  const hatched = new Set<number>();
  if (contours.numbers(true).length === 0) return hatched;
  const slanted = lines.filter(({ alone, x0, y0, x1, y1, length }) => {
    return alone && Math.min(Math.abs(x1 - x0), Math.abs(y1 - y0)) >= ASLANT.cosine * length && length > 0;
  });
  for (const alike of byKey(slanted, wayOf).values()) {
    if (alike.length < HATCHING.lines) continue;
    const found = alike.flatMap((line) => {
      const [from, to] = endsOf(line).map((end) => material.rimAt(end, near, 0)) as [number, number];
      return from < 0 || to < 0 ? [] : [{ line, from }];
    });
    // Small areas of the same section have fewer lines.
    const groups = Array.from(byKey(found, ({ from }) => from).values(), (own) =>
      own.map(({ line }) => line),
    );
    if (!groups.some((group) => areEven(group, near, HATCHING.letters * letters))) continue;
    for (const { line, from } of found) {
      aids.add(line.number);
      hatched.add(from);
    }
  }
  return hatched;
}

/** The number of a direction. */
function wayOf({ x0, y0, x1, y1 }: Straight): number {
  return Math.round(atan2((y1 - y0) * Math.sign(x1 - x0), Math.abs(x1 - x0)) / ASLANT.same);
}

/** Whether enough lines lie at even distances; where one would meet nothing, it may be missing. */
function areEven(lines: readonly Straight[], near: number, most: number): boolean {
  const [{ x0, y0, x1, y1, length }] = lines as [Straight];
  const levels = lines.map((line) => ((line.y0 - y0) * (x1 - x0) - (line.x0 - x0) * (y1 - y0)) / length);
  const sorted = levels.sort((p, q) => p - q);
  const gaps = sorted.slice(1).flatMap((level, i) => (level - sorted[i]! > near ? [level - sorted[i]!] : []));
  if (gaps.length + 1 < HATCHING.lines) return false;
  const step = gaps.sort((p, q) => p - q)[gaps.length >> 1]!;
  return (
    step <= most &&
    gaps.every((gap) => Math.abs(gap / step - Math.max(1, Math.round(gap / step))) <= HATCHING.even)
  );
}
