/** Where along a contour may bridges be, and which of the places is the next one? */

import { hypot } from "../../../base/geometry/trig/hypot.ts";
import type { PathWalk } from "../path/walk.ts";

/** The number of the sheet among parts. */
export const SHEET = -1;

/**
 * Where the middle of a bridge may be, how far it reaches, the part beyond or the sheet, and whether what it leads to is
 * thinner than itself.
 */
export interface BridgeSite {
  at: number;
  half: number;
  other: number;
  isThin: boolean;
}

/** Steps in which a bridge's place along a path is looked for. */
const PLACES = 96;
/** The room of a bridge to either side of its middle, in its own widths: corners stay free, or at least uncut. */
const ROOM = 1.5;
const LEAST_ROOM = 0.51;

/** Places for the middle of a bridge of this width: those away from corners, those beside them, and any. */
export function middlesOn(walk: PathWalk, whole: number): { away: number[]; aside: number[]; any: number[] } {
  return {
    away: middlesAlong(walk, ROOM * whole),
    aside: middlesAlong(walk, LEAST_ROOM * whole),
    any: Array.from({ length: PLACES }, (_, k) => ((k + 0.5) * walk.length) / PLACES),
  };
}

/** Places that keep this far from the ends of the moves they lie on. */
function middlesAlong(walk: PathWalk, room: number): number[] {
  const middles: number[] = [];
  let begin = 0;
  for (const end of walk.ends) {
    const free = end - begin - 2 * room;
    const count = free < 0 ? 0 : 1 + Math.floor((PLACES * free) / walk.length);
    for (let k = 0; k < count; k++)
      middles.push(begin + room + (count === 1 ? free / 2 : (free * k) / (count - 1)));
    begin = end;
  }
  return middles;
}

/** The place furthest from what is there, preferring the sheet's side; null when all are too near. */
export function furthest(
  places: BridgeSite[],
  taken: number[],
  length: number,
  whole: number,
): BridgeSite | null {
  const away = (at: number) => {
    let least = length;
    for (const other of taken) {
      const gap = Math.abs(at - other) % length;
      least = Math.min(least, gap, length - gap);
    }
    return least;
  };
  let best: { spot: BridgeSite; score: number } | null = null;
  for (const spot of places) {
    const room = away(spot.at);
    if (room < 2 * whole) continue;
    const score = room * (spot.isThin ? 0.5 : spot.other === SHEET ? 2 : 1);
    if (!best || score > best.score + 1e-9) best = { spot, score };
  }
  return best?.spot ?? null;
}

/**
 * Evenly along the path, but on the nearest move that holds a bridge with its own width on either side, so that corners
 * stay free, unless that lies further than half the way to the next one's place.
 */
function evenCenters(walk: PathWalk, count: number, width: number): number[] {
  const lengths = walk.lengths();
  return Array.from({ length: count }, (_, k) => {
    const wanted = ((k + 0.5) * walk.length) / count;
    let best = Number.POSITIVE_INFINITY;
    let from = 0;
    for (const part of lengths) {
      const middle = Math.min(Math.max(wanted, from + ROOM * width), from + part - ROOM * width);
      if (part >= 2 * ROOM * width && Math.abs(middle - wanted) < Math.abs(best - wanted)) best = middle;
      from += part;
    }
    return Math.abs(best - wanted) <= walk.length / count / 4 ? best : wanted;
  });
}

/** The same, found once for all copies of a way. */
export class EvenPlaces {
  private readonly known = new Map<object, Map<string, number[]>>();

  on(walk: PathWalk, count: number, width: number): number[] {
    const own = this.known.get(walk.kind) ?? new Map<string, number[]>();
    const key = `${count} ${width}`;
    const places = own.get(key) ?? evenCenters(walk, count, width);
    own.set(key, places);
    this.known.set(walk.kind, own);
    return places;
  }
}

/** A bridge is made longer this often until it is as wide as asked for across, to within this, in mm. */
const ROUNDS = 8;
const ACROSS = 5e-3;

/**
 * How far along the contour a bridge stays uncut to either side of its middle: the kerf eats into it from both ends, and
 * what it holds by is the straight way between them, which is shorter where it goes round a bend. Null where even twice
 * the length is not enough, as at a tip. `wanted` is the width with the kerf.
 */
export function halfOf(walk: PathWalk, at: number, wanted: number): number | null {
  let half = wanted / 2;
  for (let round = 0; round < ROUNDS && half <= wanted; round++) {
    const [ax, ay] = walk.at(at - half).at;
    const [bx, by] = walk.at(at + half).at;
    const across = hypot(bx - ax, by - ay);
    if (across >= wanted - ACROSS) return half;
    half *= wanted / across;
  }
  return null;
}
