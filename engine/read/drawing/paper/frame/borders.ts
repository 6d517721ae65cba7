/** Where do lines draw the sides of a rectangle, and which rectangle do they draw in its margin, as the border of a page? */
import type { Bounds } from "../../../../base/contract/values/geometry.ts";
import { lengthsOf, marginsOf, sidesOf } from "../../../../base/geometry/box.ts";
import { longestRun, type Wall } from "../../aids/walls.ts";
import { byKey } from "../../basis/groups.ts";
import { WHOLE } from "../rooms.ts";
import type { Page } from "./page.ts";

/**
 * Width of the margin between the two rectangles of a frame, as a share of its shorter side; on three sides, where
 * nothing else tells one.
 */
export const MARGIN = { least: 0.005, most: 0.125, line: 0.05 };
/** Borders in each other that a page has at most: rings in rings are more. */
const MOST_BORDERS = 4;

/** A side of a rectangle. */
export interface Side {
  upright: boolean;
  at: number;
  /** Which way the middle lies. */
  inwards: 1 | -1;
  length: number;
  box: Bounds;
}

/** Sides of a rectangle: left, right, lower, upper. */
export function wallsAround(box: Bounds): Side[] {
  const { min_x, min_y, max_x, max_y } = box;
  const [width, height] = sidesOf(box);
  return [
    { upright: true, at: min_x, inwards: 1, length: height, box: { ...box, max_x: min_x } },
    { upright: true, at: max_x, inwards: -1, length: height, box: { ...box, min_x: max_x } },
    { upright: false, at: min_y, inwards: 1, length: width, box: { ...box, max_y: min_y } },
    { upright: false, at: max_y, inwards: -1, length: width, box: { ...box, min_y: max_y } },
  ];
}

/** Whether a wall is a side, or a part of one. */
export function isOn(wall: Wall, side: Side, slack: number): boolean {
  return wall.upright === side.upright && Math.abs(wall.at - side.at) <= slack;
}

/** Whether lines cover such a share of each side of a rectangle. */
export function isDrawn({ rooms, outer, slack }: Page, box: Bounds, share = WHOLE): boolean {
  const lines = rooms.sides(outer);
  return wallsAround(box).every((side) => {
    const spans = lines.filter((line) => isOn(line, side, slack)).map(({ span }) => span);
    return side.length > 0 && longestRun(spans, slack) >= share * side.length;
  });
}

/** The rectangle within the margin of another one, which is no narrower than a share of its shorter side. */
export function borderIn({ rooms, outer, near }: Page, box: Bounds, least: number): Bounds | null {
  const lines = rooms.sides(outer);
  const [short] = lengthsOf(box);
  const margin = { least: Math.max(near, least * short), most: MARGIN.most * short };
  const places: number[] = [];
  for (const side of wallsAround(box)) {
    const isBeside = ({ upright, at }: Wall) => {
      const depth = side.inwards * (at - side.at);
      return upright === side.upright && depth >= margin.least && depth <= margin.most;
    };
    const level = outermostOf(lines.filter(isBeside), side.inwards, near);
    if (!level || level.length < WHOLE * (side.length - 2 * margin.most)) return null;
    places.push(level.at);
  }
  const [min_x, max_x, min_y, max_y] = places as [number, number, number, number];
  return { min_x, min_y, max_x, max_y };
}

/** A border and those in it, each as far from the one around it on all sides: the innermost first. */
export function bordersIn(page: Page, first: Bounds | null): Bounds[] {
  const borders: Bounds[] = [];
  let next = first;
  while (next && borders.length < MOST_BORDERS) {
    borders.unshift(next);
    const inner = borderIn(page, next, 0);
    const margins = inner ? marginsOf(inner, next) : [];
    next = Math.max(...margins) - Math.min(...margins) <= page.slack ? inner : null;
  }
  return borders;
}

/**
 * Of the levels that lines lie at the outermost with the longest line on it, in pieces without gaps, and how long that is:
 * sides of parts in a row have gaps between them. Null where there are none.
 */
function outermostOf(
  lines: readonly Wall[],
  inwards: 1 | -1,
  near: number,
): { at: number; length: number } | null {
  if (lines.length === 0) return null;
  const levels = Array.from(byKey(lines, ({ at }) => Math.round(at / near)).values(), (level) => {
    const spans = level.map(({ span }) => span);
    return { at: level[0]!.at, length: longestRun(spans, near) };
  });
  const most = Math.max(...levels.map(({ length }) => length));
  const longest = levels.filter(({ length }) => length >= most - near);
  return longest.reduce((p, q) => (inwards * (q.at - p.at) < 0 ? q : p));
}
