/** Lines along the axes: frames, title blocks and sheets are drawn with them. */
import type { Bounds } from "../../../base/contract/values/geometry.ts";
import { boundsAround, boxEdges, widened } from "../../../base/geometry/box.ts";
import { makeFinder } from "../basis/finder.ts";
import type { WorkMeter } from "../basis/limits.ts";
import { millimetres } from "../basis/sentences.ts";
import type { Contours } from "../curves/contours.ts";

/** A line along an axis, with the contour that it is a side of. */
export interface ContourWall {
  contour: number;
  upright: boolean;
  box: Bounds;
}

/** How far long lines of pages that were drawn by hand are off their axis, as a share of their length. */
const SKEW = 1e-4;
/** Share of a side that lines cover, and that those of a border cover which end before its corners. */
export const COVER = { whole: 0.98, border: 0.8 };

/** The walls of all contours that consist of nothing else. */
export function wallsOf(contours: Contours, near: number): ContourWall[] {
  return contours.numbers().flatMap((contour) => {
    const walls: ContourWall[] = [];
    for (let i = 0; i < contours.size(contour); i++) {
      const id = contours.curveId(contour, i);
      if (!contours.table.isLine(id)) return [];
      const { x0, y0, x1, y1 } = contours.table.ends(id);
      const [across, up] = [Math.abs(x1 - x0), Math.abs(y1 - y0)];
      const upright = across <= Math.max(near, SKEW * up);
      if (!upright && up > Math.max(near, SKEW * across)) return [];
      const box = {
        min_x: Math.min(x0, x1),
        min_y: Math.min(y0, y1),
        max_x: Math.max(x0, x1),
        max_y: Math.max(y0, y1),
      };
      walls.push({ contour, upright, box });
    }
    return walls;
  });
}

/** Whether walls draw the four sides of a box, and no less than a share of each. */
export function isDrawn(
  walls: readonly ContourWall[],
  box: Bounds,
  { slack, share = COVER.whole }: { slack: number; share?: number },
): boolean {
  const { min_x, min_y, max_x, max_y } = box;
  const [width, height] = boxEdges(box);
  const side = (upright: boolean, at: number, length: number) => {
    const spans = walls.flatMap((wall): [number, number][] => {
      if (wall.upright !== upright) return [];
      const place = upright ? wall.box.min_x : wall.box.min_y;
      if (Math.abs(place - at) > slack) return [];
      return [upright ? [wall.box.min_y, wall.box.max_y] : [wall.box.min_x, wall.box.max_x]];
    });
    return length > 0 && covered(spans) >= share * length;
  };
  return (
    side(true, min_x, height) &&
    side(true, max_x, height) &&
    side(false, min_y, width) &&
    side(false, max_y, width)
  );
}

/** Contours whose walls meet those of some others, one after another. */
export function joinedTo(
  walls: readonly ContourWall[],
  first: ReadonlySet<number>,
  near: number,
  work: WorkMeter,
): Set<number> {
  const wallsIn = makeFinder(walls, ({ box }) => widened(box, near), work);
  const joined = new Set(first);
  const queue = walls.filter(({ contour }) => joined.has(contour));
  const queued = new Set(queue);
  for (const { box } of queue)
    for (const wall of wallsIn(widened(box, near))) {
      joined.add(wall.contour);
      if (!queued.has(wall)) {
        queued.add(wall);
        queue.push(wall);
      }
    }
  return joined;
}

/** A box around some walls. */
export function boxAround(walls: readonly ContourWall[]): Bounds {
  return boundsAround(walls.map(({ box }) => box));
}

/** How much of a line spans cover. */
export function covered(spans: [from: number, to: number][]): number {
  let [sum, end] = [0, -Infinity];
  for (const [from, to] of spans.sort((p, q) => p[0] - q[0])) {
    sum += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return sum;
}

/** A size in words. */
export function sizeOf(box: Bounds): string {
  return boxEdges(box).map(millimetres).join(" × ");
}
