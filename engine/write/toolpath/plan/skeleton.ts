/**
 * Cuts the rest of a sheet, when its parts are cut, so that it comes off the table in handy strips.
 *
 * Straight cuts across the shorter side of the sheet, evenly, from its edge or from the kerf round a part to the next.
 * They end one kerf from every outline, where the tool has just met the kerf that is there already.
 */

import type { ExportRequest } from "../../../base/contract/v1/export.ts";
import type { Point, Ring } from "../../../base/contract/values/geometry.ts";
import { insideSpans } from "../../../base/geometry/inside.ts";
import type { Obstacles } from "../path/obstacles.ts";

type CutSpan = [from: number, to: number];

/** Shorter cuts divide nothing that is in anyone's way, in mm. */
const SHORTEST = 5;
/** Error of the offset itself, and width that a tool without width leaves standing, in mm. */
const OFF = 6e-3;

/** The cuts as pairs of ends, strip by strip. */
export function skeletonLines(
  { sheet_width: width, sheet_height: height }: ExportRequest,
  obstacles: Obstacles,
  kerf: number,
  pitch: number,
): [Point, Point][] {
  const isWide = width >= height;
  const [long, short] = isWide ? [width, height] : [height, width];
  const strips = Math.ceil(long / pitch - 1e-9);
  // Seen so that the cuts run along x.
  const seen = ([x, y]: Point): Point => (isWide ? [y, x] : [x, y]);
  const parts = obstacles.grown(kerf + OFF).map((ring) => ring.map(seen));
  return Array.from({ length: strips - 1 }, (_, k) => (long * (k + 1)) / strips).flatMap((level) =>
    freeSpans(level, short, parts)
      .filter(([from, to]) => to - from >= SHORTEST)
      .map(([from, to]): [Point, Point] => [seen([from, level]), seen([to, level])]),
  );
}

/** Where the line y = `level` from 0 to `end` lies in none of the rings. */
function freeSpans(level: number, end: number, rings: Ring[]): CutSpan[] {
  const held = rings.flatMap((ring) => insideSpans([ring], level)).sort((a, b) => a[0] - b[0]);
  const free: CutSpan[] = [];
  let from = 0;
  for (const [low, high] of held) {
    if (low > from) free.push([from, Math.min(low, end)]);
    from = Math.max(from, high);
  }
  if (from < end) free.push([from, end]);
  return free;
}
