/** Where does a part's name fit, how large, and which way up? */

import type { Point, Ring } from "../../base/contract/values/geometry.ts";
import { insideSpans } from "../../base/geometry/inside.ts";

export interface PictureLabel {
  at: Point;
  /** Font size in the units of the rings. */
  size: number;
  /** True when it reads from bottom to top. */
  upright: boolean;
}

/** Widths of characters vary with the font; this is what a sans-serif needs on average, per em. */
const LETTER = 0.6;
/** Height of a line of text, per em. */
const LINE = 1.2;
/** Text that fills its part to the edge is hard to read. */
const FILL = 0.85;
/** Scan lines per direction. */
const LINES = 15;

/** About how many ems wide a text is; ideographs count in full. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += character.codePointAt(0)! >= 0x2e80 ? 1 : LETTER;
  return Math.max(width, LETTER);
}

/** The largest place that a grid of scan lines finds for a text inside the rings (even-odd), never above `most`. */
export function placeLabel(rings: Ring[], text: string, most: number): PictureLabel {
  const width = textWidth(text);
  const lying = bestSpot(rings, width);
  const standing = bestSpot(
    rings.map((ring) => ring.map(([x, y]): Point => [y, x])),
    width,
  );
  // A name that can be read without tilting the head wins unless it would be much smaller.
  const upright = lying.size < most * 0.8 && standing.size > lying.size * 1.4;
  const { at, size } = upright ? { ...standing, at: [standing.at[1], standing.at[0]] as Point } : lying;
  return { at, size: Math.min(size, most), upright };
}

function bestSpot(rings: Ring[], width: number): { at: Point; size: number } {
  const turned = rings.map((ring) => ring.map(([x, y]): Point => [y, x]));
  const levels = rings[0]!.map(([, y]) => y);
  const low = Math.min(...levels);
  const step = (Math.max(...levels) - low) / (LINES + 1);
  let best: { at: Point; size: number } = { at: rings[0]![0]!, size: 0 };
  for (let line = 1; line <= LINES; line++) {
    const y = low + line * step;
    for (const [from, to] of insideSpans(rings, y)) {
      const x = (from + to) / 2;
      const [bottom, top] = insideSpans(turned, x).find(([a, b]) => a <= y && y <= b) ?? [y, y];
      const height = 2 * Math.min(y - bottom, top - y);
      let size = FILL * Math.min((to - from) / width, height / LINE);
      while (size > best.size && !holdsBox(rings, [x, y], size * width, size * LINE)) size *= 0.9;
      if (size > best.size * (1 + 1e-9)) best = { at: [x, y], size };
    }
  }
  return best;
}

/** True when the four corners of the box lie inside: its middle lines do by construction. */
function holdsBox(rings: Ring[], [x, y]: Point, width: number, height: number): boolean {
  return [y - height / 2, y + height / 2].every((level) =>
    insideSpans(rings, level).some(([from, to]) => from <= x - width / 2 && x + width / 2 <= to),
  );
}
