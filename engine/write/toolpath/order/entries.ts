/**
 * Where may the tool enter each contour, and where does a way past it enter it best?
 *
 * A contour is closed, so it may be entered anywhere: at its corners and all along its lines. Arcs are entered where
 * they begin, as the tool has its choice among those. A start leaves a mark, which shows least at a corner, and very
 * short moves help no machine; so what would lie near a corner lies on it. An entry is written as the number of a
 * vertex of the contour's path plus the share of the way to the next.
 */

import type { Point } from "../../../base/contract/values/geometry.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";
import type { Vertex } from "../path/arcs.ts";
import type { PlacedContour, ToolContour } from "../path/contour.ts";

/** Most vertices of a path that are looked at. */
const MOST = 32;
/** Entries nearer than this to a corner, in mm, are moved there. */
const CORNER = 1;

export class Entries {
  /** The best entry that `past` has found, or -1. */
  found = -1;
  /** By contour: its outline, and where that lies. */
  private readonly shape: Int32Array;
  private readonly left: Float64Array;
  private readonly low: Float64Array;
  /** By outline: its first candidate, one more entry at the end. */
  private readonly first: Int32Array;
  /** By candidate: vertex, place, direction and length of the line to the next one, 0 where it must not be divided. */
  private readonly vertex: Int32Array;
  private readonly x: Float64Array;
  private readonly y: Float64Array;
  private readonly dx: Float64Array;
  private readonly dy: Float64Array;
  private readonly length: Float64Array;
  /** By outline: a circle around it. */
  private readonly middleX: Float64Array;
  private readonly middleY: Float64Array;
  private readonly radius: Float64Array;

  constructor(private readonly contours: PlacedContour[]) {
    const numbers = new Map<ToolContour, number>();
    for (const { outline } of contours) if (!numbers.has(outline)) numbers.set(outline, numbers.size);
    const outlines = [...numbers.keys()];
    this.shape = Int32Array.from(contours, ({ outline }) => numbers.get(outline)!);
    this.left = Float64Array.from(contours, ({ x }) => x);
    this.low = Float64Array.from(contours, ({ y }) => y);
    const candidates = outlines.map(({ path }) => spread(path.length));
    const count = candidates.reduce((sum, { length }) => sum + length, 0);
    this.first = new Int32Array(outlines.length + 1);
    this.vertex = new Int32Array(count);
    [this.x, this.y, this.dx, this.dy, this.length] = tables(count);
    [this.middleX, this.middleY, this.radius] = tables(outlines.length);
    let filled = 0;
    for (const [i, { path }] of outlines.entries()) {
      this.first[i] = filled;
      for (const k of candidates[i]!) this.add(filled++, path, k);
      this.first[i + 1] = filled;
      this.surround(i, path);
    }
  }

  /**
   * Length of the shortest way from (ax, ay) past the contour to (bx, by), if it is below the limit; its entry is then
   * `found`. On a line the way enters where the straight way to b, or to b's mirror image, crosses it.
   */
  past(contour: number, ax: number, ay: number, bx: number, by: number, limit: number): number {
    const { x, y, dx, dy, length } = this;
    const shape = this.shape[contour]!;
    const [left, low] = [this.left[contour]!, this.low[contour]!];
    this.found = -1;
    const [middleX, middleY] = [this.middleX[shape]! + left, this.middleY[shape]! + low];
    const toMiddle = hypot(middleX - ax, middleY - ay);
    const fromMiddle = hypot(middleX - bx, middleY - by);
    if (toMiddle + fromMiddle - 2 * this.radius[shape]! >= limit) return limit;
    let shortest = limit;
    const end = this.first[shape + 1]!;
    for (let k = this.first[shape]!; k < end; k++) {
      const px = x[k]! + left;
      const py = y[k]! + low;
      const aX = ax - px;
      const aY = ay - py;
      const bX = bx - px;
      const bY = by - py;
      const corner = Math.sqrt(aX * aX + aY * aY) + Math.sqrt(bX * bX + bY * bY);
      if (corner < shortest) {
        shortest = corner;
        this.found = this.vertex[k]!;
      }
      if (length[k] === 0) continue;
      const across = Math.abs(aY * dx[k]! - aX * dy[k]!);
      const both = across + Math.abs(bY * dx[k]! - bX * dy[k]!);
      if (both === 0 || both >= shortest) continue;
      const aAlong = aX * dx[k]! + aY * dy[k]!;
      const bAlong = bX * dx[k]! + bY * dy[k]!;
      const at = aAlong + ((bAlong - aAlong) * across) / both;
      if (at < CORNER || at > length[k]! - CORNER) continue;
      const line = Math.sqrt((bAlong - aAlong) ** 2 + both * both);
      if (line >= shortest) continue;
      shortest = line;
      this.found = this.vertex[k]! + at / length[k]!;
    }
    return shortest;
  }

  /** Where an entry lies. */
  place(contour: number, entry: number): Point {
    const { outline, x: left, y: low } = this.contours[contour]!;
    const { path } = outline;
    const vertex = Math.floor(entry);
    const [x, y] = path[vertex]!;
    const [nextX, nextY] = path[(vertex + 1) % path.length]!;
    const share = entry - vertex;
    return [x + share * (nextX - x) + left, y + share * (nextY - y) + low];
  }

  private add(k: number, path: Vertex[], vertex: number): void {
    const [x, y, bulge] = path[vertex]!;
    const [nextX, nextY] = path[(vertex + 1) % path.length]!;
    const length = hypot(nextX - x, nextY - y);
    this.vertex[k] = vertex;
    this.x[k] = x;
    this.y[k] = y;
    if (bulge !== 0 || length < 2 * CORNER) return;
    this.length[k] = length;
    this.dx[k] = (nextX - x) / length;
    this.dy[k] = (nextY - y) / length;
  }

  /** Around all vertices of the path. */
  private surround(shape: number, path: Vertex[]): void {
    const [middleX, middleY] = path.reduce(([sx, sy], [x, y]) => [sx + x, sy + y], [0, 0]);
    this.middleX[shape] = middleX! / path.length;
    this.middleY[shape] = middleY! / path.length;
    for (const [x, y] of path) {
      const away = hypot(this.middleX[shape]! - x, this.middleY[shape]! - y);
      if (away > this.radius[shape]!) this.radius[shape] = away;
    }
  }
}

/** At most `MOST` indices spread evenly over a path. */
function spread(count: number): number[] {
  const most = Math.min(count, MOST);
  return Array.from({ length: most }, (_, i) => Math.floor((i * count) / most));
}

function tables(count: number): [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array] {
  const table = () => new Float64Array(count);
  return [table(), table(), table(), table(), table()];
}
