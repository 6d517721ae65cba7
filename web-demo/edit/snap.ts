/**
 * Where does a part that is dragged want to lie? At the margin, in line with its neighbours, as far from two of them,
 * or just as near to one as the job allows. Each direction takes the nearest of these within reach, and the true
 * outlines have the last word.
 */
import { boundsAround, widened } from "../../engine/base/geometry/box.ts";
import type { Bounds, Point } from "../../engine/index.ts";
import { boxesNear } from "../geometry/box-index.ts";
import type { NearestPoints } from "../geometry/depth.ts";
import { nearest } from "../geometry/near.ts";
import { type Pose, placementPose } from "../geometry/pose.ts";
import type { LaidPart, LayoutPart } from "../model/project.ts";
import { moved } from "./arrange.ts";

/** A line that the dragged part has snapped to, on the sheet. */
export interface Guide {
  axis: "x" | "y";
  at: number;
}

export interface Surroundings {
  width: number;
  height: number;
  /** Between outlines, and from them to the sheet's edge. */
  clearance: number;
  inset: number;
  /** All of the sheet, and those of them that are moved and have nothing to do with each other. */
  all: readonly LaidPart[];
  lifted: ReadonlySet<LaidPart>;
  parts: ReadonlyMap<string, LayoutPart>;
}

export interface Snapped {
  dx: number;
  dy: number;
  guides: Guide[];
}

/** Neighbours that a part is lined up with, wherever they are. */
const MOST_LINES = 200;

/** The shift by (dx, dy), drawn to what is within `reach` millimetres. */
export function snap(
  dragged: readonly LaidPart[],
  [dx, dy]: Point,
  around: Surroundings,
  reach: number,
): Snapped {
  const box = shifted(boundsAround(dragged.map(({ bounds }) => bounds)), dx, dy);
  const reachable =
    Math.max(around.clearance, reach) + Math.max(box.max_x - box.min_x, box.max_y - box.min_y);
  const near = within(around, box, reachable);
  // Lines run across the whole sheet, unless there are too many of them to mean anything.
  const lines =
    around.all.length <= MOST_LINES ? around.all.filter((place) => !around.lifted.has(place)) : near;
  const x = nearestShift(wishes("x", box, lines, around), reach);
  const y = nearestShift(wishes("y", box, lines, around), reach);
  const aligned = { dx: dx + (x?.by ?? 0), dy: dy + (y?.by ?? 0) };
  const guides = [x, y].flatMap((wish) => (wish ? [wish.guide] : []));
  const touched = toContact(dragged, aligned, around, reach, [x === null, y === null]);
  return touched ?? { ...aligned, guides };
}

interface Wish {
  by: number;
  guide: Guide;
}

function wishes(axis: "x" | "y", box: Bounds, near: readonly LaidPart[], around: Surroundings): Wish[] {
  const { inset, clearance } = around;
  const [low, high] = axis === "x" ? (["min_x", "max_x"] as const) : (["min_y", "max_y"] as const);
  const size = axis === "x" ? around.width : around.height;
  const wish = (from: number, to: number): Wish => ({ by: to - from, guide: { axis, at: to } });
  const found = [wish(box[low], inset), wish(box[high], size - inset)];
  const middle = (box[low] + box[high]) / 2;
  const across = near.filter(({ bounds }) => overlapAcross(axis, bounds, box));
  for (const { bounds } of near) {
    found.push(wish(box[low], bounds[low]), wish(box[high], bounds[high]));
    found.push(wish(middle, (bounds[low] + bounds[high]) / 2));
  }
  for (const { bounds } of across) {
    found.push(wish(box[low], bounds[high] + clearance), wish(box[high], bounds[low] - clearance));
  }
  return [...found, ...evenSpaces(across, box, low, high).map((to) => wish(box[low], to))];
}

/** In the middle between two neighbours, and as far beside one as that one is from the next. */
function evenSpaces(
  across: readonly LaidPart[],
  box: Bounds,
  low: "min_x" | "min_y",
  high: "max_x" | "max_y",
): number[] {
  const before = across.map(({ bounds }) => bounds).filter((b) => b[high] <= box[low]);
  const behind = across.map(({ bounds }) => bounds).filter((b) => b[low] >= box[high]);
  before.sort((a, b) => b[high] - a[high]);
  behind.sort((a, b) => a[low] - b[low]);
  const [left, right] = [before[0], behind[0]];
  const found: number[] = [];
  if (left && right) found.push((left[high] + right[low] - (box[high] - box[low])) / 2);
  const further = left && before.find((one) => one[high] <= left[low]);
  if (left && further) found.push(left[high] + (left[low] - further[high]));
  const next = right && behind.find((one) => one[low] >= right[high]);
  if (right && next) found.push(right[low] - (next[low] - right[high]) - (box[high] - box[low]));
  return found;
}

function nearestShift(found: readonly Wish[], reach: number): Wish | null {
  let best: Wish | null = null;
  for (const wish of found)
    if (Math.abs(wish.by) <= reach && (!best || Math.abs(wish.by) < Math.abs(best.by))) best = wish;
  return best;
}

/** Pulled or pushed along the line to the nearest neighbour until exactly the clearance is between the outlines. */
function toContact(
  dragged: readonly LaidPart[],
  start: { dx: number; dy: number },
  around: Surroundings,
  reach: number,
  free: readonly [boolean, boolean],
): Snapped | null {
  let { dx, dy } = start;
  for (let round = 0; round < 6; round++) {
    const closest = closestTo(dragged, [dx, dy], around, around.clearance + reach);
    if (!closest) return null;
    const miss = closest.gap - around.clearance;
    if (Math.abs(miss) < 1e-7) return round === 0 ? null : { dx, dy, guides: [] };
    const length = Math.hypot(closest.to[0] - closest.from[0], closest.to[1] - closest.from[1]);
    if (length < 1e-9 || Math.abs(miss) > 2 * reach) return null;
    const sign = closest.gap < 0 ? -1 : 1;
    const [ux, uy] = [
      (sign * (closest.to[0] - closest.from[0])) / length,
      (sign * (closest.to[1] - closest.from[1])) / length,
    ];
    // A direction that has found its place already keeps it, where the other one can do it alone.
    const [onlyX, onlyY] = [
      free[0] && !free[1] && Math.abs(ux) > 0.3,
      free[1] && !free[0] && Math.abs(uy) > 0.3,
    ];
    if (onlyX) dx += miss / ux;
    else if (onlyY) dy += miss / uy;
    else {
      dx += miss * ux;
      dy += miss * uy;
    }
  }
  return null;
}

/** The narrowest place between what is dragged and its neighbours, or null when all of them are further than `limit`. */
export function closestTo(
  dragged: readonly LaidPart[],
  [dx, dy]: Point,
  around: Pick<Surroundings, "parts" | "all" | "lifted">,
  limit: number,
): NearestPoints | null {
  const { parts } = around;
  let best = null as NearestPoints | null;
  const shift = moved(dx, dy);
  for (const place of dragged) {
    const pose: Pose = shift(placementPose(place));
    const box = shifted(place.bounds, dx, dy);
    const body = parts.get(place.part_id);
    if (!body) continue;
    // Round about it first, and further only while nobody is found: most parts have a neighbour close by.
    let reach = Math.min(limit, Math.max(box.max_x - box.min_x, box.max_y - box.min_y));
    for (;;) {
      for (const other of within(around, box, reach)) {
        // A part that lies in several others belongs to the one that it lies in deepest.
        if (apart(other.bounds, box) > Math.min(limit, Math.max(0, best?.gap ?? Infinity))) continue;
        const part = parts.get(other.part_id);
        const found: NearestPoints | null | undefined =
          part && nearest(body, pose, part, placementPose(other), Math.min(limit, best?.gap ?? limit));
        if (found && (!best || found.gap < best.gap)) best = found;
      }
      if (reach >= limit || (best && best.gap <= reach)) break;
      reach = Math.min(limit, 2 * reach);
    }
  }
  return best;
}

/** Those that lie still and whose boxes are no further from `box` than `reach`, the nearest first. */
function within(
  { all, lifted }: Pick<Surroundings, "all" | "lifted">,
  box: Bounds,
  reach: number,
): LaidPart[] {
  return boxesNear(all, widened(box, reach))
    .map((i) => ({ other: all[i]!, far: apart(all[i]!.bounds, box) }))
    .filter(({ other, far }) => far <= reach && !lifted.has(other))
    .sort((a, b) => a.far - b.far)
    .map(({ other }) => other);
}

function shifted({ min_x, min_y, max_x, max_y }: Bounds, dx: number, dy: number): Bounds {
  return { min_x: min_x + dx, min_y: min_y + dy, max_x: max_x + dx, max_y: max_y + dy };
}

function apart(a: Bounds, b: Bounds): number {
  const dx = Math.max(a.min_x - b.max_x, b.min_x - a.max_x, 0);
  const dy = Math.max(a.min_y - b.max_y, b.min_y - a.max_y, 0);
  return Math.hypot(dx, dy);
}

/** Whether two boxes stand side by side in this direction. */
function overlapAcross(axis: "x" | "y", a: Bounds, b: Bounds): boolean {
  return axis === "x" ? a.min_y < b.max_y && b.min_y < a.max_y : a.min_x < b.max_x && b.min_x < a.max_x;
}
