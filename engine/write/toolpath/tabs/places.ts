/** Where along a contour may bridges be, and which of the places is the next one? */

import type { Point } from "../../../base/contract/values/geometry.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";
import { cos, sin } from "../../../base/geometry/trig/sines.ts";
import type { PathWalk } from "../path/walk.ts";

/** The number of the sheet among parts. */
export const SHEET = -1;

/** A site that leads to the sheet counts as if it had twice its room, one that leads to something thin half of it. */
const ON_SHEET = 2;
const THIN = 0.5;

/**
 * Where the middle of a bridge may be, how far it reaches, the part beyond or the sheet, and whether what it leads to is
 * thinner than itself.
 */
export interface BridgeSite {
  place: BridgePlace;
  other: number;
  isThin: boolean;
}

/** Steps in which a bridge's place along a path is looked for. */
const PLACES = 96;
/** The room of a bridge to either side of its middle, in its own widths: corners stay free, or at least uncut. */
const ROOM = 1.5;
const LEAST_ROOM = 0.51;

/** A point of a contour at its origin, and the direction to its left. */
interface ContourPoint {
  at: Point;
  left: Point;
}

/** A place for a bridge on a contour at its origin: its middle, how far it reaches, and the ends of the bridge itself. */
export interface BridgePlace {
  at: number;
  half: number;
  middle: ContourPoint;
  ends: [ContourPoint, ContourPoint];
}

/** Places of bridges, found once for all copies of a contour. */
export class Places {
  private readonly known = new Map<object, Map<string, BridgePlace[]>>();

  constructor(
    /** Half the kerf. */
    private readonly radius: number,
  ) {}

  /** Places for bridges of this width: those away from corners, those beside them, and any. */
  on(walk: PathWalk, width: number): Record<"away" | "aside" | "any", () => BridgePlace[]> {
    const whole = width + 2 * this.radius;
    const along = (kind: string, middles: () => number[]) => () =>
      this.once(walk, `${kind} ${width}`, () => this.places(walk, width, middles()));
    return {
      away: along("away", () => middlesAlong(walk, ROOM * whole)),
      aside: along("aside", () => middlesAlong(walk, LEAST_ROOM * whole)),
      any: along("any", () => Array.from({ length: PLACES }, (_, k) => ((k + 0.5) * walk.length) / PLACES)),
    };
  }

  /** So many places evenly along the contour, fewer where some have no room. */
  even(walk: PathWalk, width: number, count: number): BridgePlace[] {
    const middles = () => evenCenters(walk, count, width + 2 * this.radius);
    return this.once(walk, `${count} ${width}`, () => this.places(walk, width, middles()));
  }

  private once(walk: PathWalk, key: string, find: () => BridgePlace[]): BridgePlace[] {
    const own = this.known.get(walk.kind) ?? new Map<string, BridgePlace[]>();
    this.known.set(walk.kind, own);
    const places = own.get(key) ?? find();
    own.set(key, places);
    return places;
  }

  private places(walk: PathWalk, width: number, middles: number[]): BridgePlace[] {
    const own = walk.movedTo(0, 0);
    const pointAt = (along: number): ContourPoint => {
      const { at, leaves } = own.at(along);
      return { at, left: [-sin(leaves), cos(leaves)] };
    };
    return middles.flatMap((at): BridgePlace[] => {
      const half = halfOf(own, at, width + 2 * this.radius);
      if (half === null) return [];
      const ends: BridgePlace["ends"] = [pointAt(at - width / 2), pointAt(at + width / 2)];
      return [{ at, half, middle: pointAt(at), ends }];
    });
  }
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

/**
 * The site furthest from what is there, preferring the sheet's side, which counts as `ON_SHEET`; null when all are too near.
 * Places with the most room are looked at first, and others only where they may be better.
 */
export function furthest(
  places: BridgePlace[],
  siteAt: (place: BridgePlace) => BridgeSite | null,
  taken: number[],
  length: number,
  { whole, reachesSheet }: { whole: number; reachesSheet: boolean },
): BridgeSite | null {
  const away = (at: number) => {
    let least = length;
    for (const other of taken) {
      const gap = Math.abs(at - other) % length;
      least = Math.min(least, gap, length - gap);
    }
    return least;
  };
  const rooms = places.map((place) => ({ place, room: away(place.at) }));
  let best: BridgeSite | null = null;
  let most = 0;
  for (const { place, room } of rooms.sort((a, b) => b.room - a.room)) {
    if (room < 2 * whole || (reachesSheet ? ON_SHEET : 1) * room <= most) break;
    const site = siteAt(place);
    if (site === null) continue;
    const score = room * (site.isThin ? THIN : site.other === SHEET ? ON_SHEET : 1);
    if (score <= most) continue;
    best = site;
    most = score + 1e-9;
  }
  return best;
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

/** A bridge is made longer this often until it is as wide as asked for across, to within this, in mm. */
const ROUNDS = 8;
const ACROSS = 5e-3;

/**
 * How far along the contour a bridge stays uncut to either side of its middle: the kerf eats into it from both ends, and
 * what it holds by is the straight way between them, which is shorter where it goes round a bend. Null where even twice
 * the length is not enough, as at a tip. `wanted` is the width with the kerf.
 */
function halfOf(walk: PathWalk, at: number, wanted: number): number | null {
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
