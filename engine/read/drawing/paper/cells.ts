/** Which rectangles do lines along the axes close? Tables and title blocks are made of those. */
import type { Bounds } from "../../../base/contract/values/geometry.ts";
import type { Wall } from "../aids/walls.ts";

/** More are no table. */
const MOST = 10_000;

/** Rectangles that walls close on all sides, with no wall in them. */
export function cellsOf(walls: readonly Omit<Wall, "contour">[], near: number): Bounds[] {
  const [xs, ys] = [true, false].map((upright) => levelsOf(walls, upright, near)) as [number[], number[]];
  const [columns, rows] = [xs.length - 1, ys.length - 1];
  if (columns * rows > MOST) return [];
  // Which steps of the two grids of levels walls cover: left of each step, and below.
  const left = new Uint8Array((columns + 1) * (rows + 1));
  const below = new Uint8Array(left.length);
  const spot = (column: number, row: number) => row * (columns + 1) + column;
  for (const { upright, at, span } of walls) {
    const [across, along] = upright ? [xs, ys] : [ys, xs];
    const line = levelAt(across, at, near);
    const end = levelAt(along, span[1], near);
    for (let step = levelAt(along, span[0], near); step < end; step++)
      if (upright) left[spot(line, step)] = 1;
      else below[spot(step, line)] = 1;
  }
  const cells: Bounds[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      if (left[spot(column, row)] === 0 || below[spot(column, row)] === 0) continue;
      let [right, top] = [column + 1, row + 1];
      while (right < columns && left[spot(right, row)] === 0) right++;
      while (top < rows && below[spot(column, top)] === 0) top++;
      let closed = true;
      for (let i = column; i < right; i++) closed &&= below[spot(i, row)] === 1 && below[spot(i, top)] === 1;
      for (let i = row; i < top; i++) closed &&= left[spot(column, i)] === 1 && left[spot(right, i)] === 1;
      if (closed) cells.push({ min_x: xs[column]!, min_y: ys[row]!, max_x: xs[right]!, max_y: ys[top]! });
    }
  return cells;
}

/** Where walls of one direction lie, each place once. */
function levelsOf(walls: readonly Omit<Wall, "contour">[], upright: boolean, near: number): number[] {
  const places = walls.flatMap((wall) => (wall.upright === upright ? [wall.at] : [])).sort((p, q) => p - q);
  return places.filter((at, i) => i === 0 || at - places[i - 1]! > near);
}

/** The first level that is no less. */
function levelAt(levels: readonly number[], at: number, near: number): number {
  let [low, high] = [0, levels.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (levels[middle]! < at - near) low = middle + 1;
    else high = middle;
  }
  return low;
}
