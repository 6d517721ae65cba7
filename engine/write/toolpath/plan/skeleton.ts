/**
 * Cuts the rest of a sheet, when its parts are cut, so that it comes off the table in handy strips.
 *
 * Straight cuts across the shorter side of the sheet, evenly, from its edge or from the kerf round a part to the next.
 * They end one kerf from every outline, where the tool has just met the kerf that is there already.
 */

import type { ExportRequest } from "../../../base/contract/v1/export.ts";
import type { Point, Ring } from "../../../base/contract/values/geometry.ts";
import { insideSpans } from "../../../base/geometry/inside.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";
import type { Solid } from "../path/obstacles.ts";

type CutSpan = [from: number, to: number];

/** Shorter cuts divide nothing that is in anyone's way, in mm. */
const SHORTEST = 5;
/** Error of the offset itself, and width that a tool without width leaves standing, in mm. */
const OFF = 6e-3;

/** The cuts as pairs of ends, strip by strip. */
export function skeletonLines(
  { sheet_width: width, sheet_height: height }: ExportRequest,
  solids: Solid[],
  kerf: number,
  pitch: number,
): [Point, Point][] {
  const isWide = width >= height;
  const [long, short] = isWide ? [width, height] : [height, width];
  const strips = Math.ceil(long / pitch - 1e-9);
  // Seen so that the cuts run along x.
  const seen = ([x, y]: Point): Point => (isWide ? [y, x] : [x, y]);
  const parts = solids.map(({ rings: [exterior], x, y }) =>
    exterior!.map(([px, py]) => seen([px + x, py + y])),
  );
  return Array.from({ length: strips - 1 }, (_, k) => (long * (k + 1)) / strips).flatMap((level) =>
    freeSpans(level, short, parts, kerf + OFF)
      .filter(([from, to]) => to - from >= SHORTEST)
      .map(([from, to]): [Point, Point] => [seen([from, level]), seen([to, level])]),
  );
}

/** Where the line y = `level` from 0 to `end` keeps this far from every part. */
function freeSpans(level: number, end: number, parts: Ring[], reach: number): CutSpan[] {
  const held = parts
    .filter((ring) => ring.some(([, y]) => y > level - reach) && ring.some(([, y]) => y < level + reach))
    .flatMap((ring) => [...insideSpans([ring], level), ...nearSpans(level, ring, reach)])
    .sort((a, b) => a[0] - b[0]);
  const free: CutSpan[] = [];
  let from = 0;
  for (const [low, high] of held) {
    if (low > from) free.push([from, Math.min(low, end)]);
    from = Math.max(from, high);
  }
  if (from < end) free.push([from, end]);
  return free;
}

/** Where the line y = `level` comes nearer than `reach` to the edges of a ring: to their ends, and to what lies between. */
function nearSpans(level: number, ring: Ring, reach: number): CutSpan[] {
  return ring.flatMap(([ax, ay], i): CutSpan[] => {
    const [bx, by] = ring[(i + 1) % ring.length]!;
    const length = hypot(bx - ax, by - ay);
    const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
    const spans = [...discSpan(ax, level - ay, reach), ...discSpan(bx, level - by, reach)];
    // Along the edge and aside from it, as sums of x times the one and a constant.
    const along = rangeOf(ux, (level - ay) * uy - ax * ux, 0, length);
    const aside = rangeOf(uy, -(level - ay) * ux - ax * uy, -reach, reach);
    const [low, high] = [Math.max(along[0], aside[0]), Math.min(along[1], aside[1])];
    if (low < high) spans.push([low, high]);
    return spans;
  });
}

function discSpan(x: number, away: number, reach: number): CutSpan[] {
  const half = reach * reach - away * away;
  return half <= 0 ? [] : [[x - Math.sqrt(half), x + Math.sqrt(half)]];
}

/** Where x · slope + offset lies from `least` to `most`. */
function rangeOf(slope: number, offset: number, least: number, most: number): CutSpan {
  if (Math.abs(slope) < 1e-12)
    return offset >= least && offset <= most ? [-Infinity, Infinity] : [Infinity, -Infinity];
  const ends = [(least - offset) / slope, (most - offset) / slope];
  return [Math.min(...ends), Math.max(...ends)];
}
