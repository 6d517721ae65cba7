/**
 * How does a cutter get down into the material?
 *
 * Straight down is hard on most. A ramp goes down along the path itself, over the lead and as much of the contour as
 * its angle takes; what it has cut aslant is cut again at its full depth when the round has closed, so it asks for as
 * much overcut. A helix goes down in the scrap, on a circle through the start. What has no room gives way to the next.
 */
import type { Point } from "../../../base/contract/values/geometry.ts";
import { cos, sin } from "../../../base/geometry/trig/sines.ts";
import type { Obstacles } from "./obstacles.ts";

/** A circle through the start of a stroke on which the cutter goes down. */
export interface Helix {
  center: Point;
  /** How far it goes round for one pass, in mm. */
  length: number;
}

export interface EntryRoom {
  obstacles: Obstacles;
  width: number;
  height: number;
  /** Radius of the cutter. */
  radius: number;
  /** Whether a disc of this radius would cut into a bridge. */
  cutsBridge: (from: Point, to: Point) => boolean;
}

/** Most rounds that a ramp goes down over. */
const ROUNDS = 20;
/** Radii of helices by the cutter's own: a core would stay if they were larger. */
const RADII = [0.9, 0.6, 0.3];
const LEAST_RADIUS = 0.2;
const DIRECTIONS = 24;
/** How much nearer than the cutter's radius it may come to a part, in mm: what the offset itself may be off. */
const OFF = 6e-3;

/** How far a ramp runs on past the closing point, in mm, or null where a bridge or the lead is in its way. */
export function rampPast(
  length: number,
  lead: number,
  round: number,
  firstGap: number | null,
): number | null {
  const past = Math.max(0, length - lead);
  return past <= (firstGap ?? ROUNDS * round) ? past : null;
}

/** The largest helix in the scrap beside a start, or null. */
export function helixAt(start: Point, length: number, room: EntryRoom): Helix | null {
  const { obstacles, width, height, radius, cutsBridge } = room;
  for (const share of RADII) {
    const own = share * radius;
    if (own < LEAST_RADIUS) return null;
    const reach = own + radius - OFF;
    for (let k = 0; k < DIRECTIONS; k++) {
      const angle = (2 * Math.PI * k) / DIRECTIONS;
      const center: Point = [start[0] + own * cos(angle), start[1] + own * sin(angle)];
      const [x, y] = center;
      if (x < own || y < own || x > width - own || y > height - own) continue;
      if (!obstacles.clears(center, center, reach)) continue;
      if (cutsBridge([x - own, y], [x + own, y]) || cutsBridge([x, y - own], [x, y + own])) continue;
      return { center, length };
    }
  }
  return null;
}
