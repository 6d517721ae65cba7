/**
 * Where may the tool pierce beside a contour, and where may it leave it?
 *
 * A pierce leaves a crater and the end of a cut a mark; both belong in the scrap, which is on the left of a path that is
 * cut climbing and on the right of any other. A lead keeps half a kerf from every part along all of its way, and its pierce
 * a little more. Where the wanted place has no room the whole contour is searched, then the lead gets shorter, then it
 * is left out; who asked is told of both.
 */

import type { LeadShape } from "../../../base/contract/machine/operations.ts";
import type { Point } from "../../../base/contract/values/geometry.ts";
import { acos } from "../../../base/geometry/trig/angles.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";
import { cos, sin, sincos } from "../../../base/geometry/trig/sines.ts";
import type { Obstacles } from "./obstacles.ts";
import { type Move, moveLength, type PathPoint, type PathWalk, pointOn, straight } from "./walk.ts";

/** Wishes for a lead. Lengths in mm, the angle in degrees between the lead and the path behind it. */
export interface LeadWish {
  length: number;
  shape: LeadShape;
  angle: number | null;
  radius: number;
  /** Where the scrap is: left of the path (1) or right of it (-1). */
  side: 1 | -1;
}

/** A way between the scrap and a contour, from `start`. */
export interface Lead {
  start: Point;
  moves: Move[];
  length: number;
}

export interface LeadEntry {
  /** Length along the path at which the tool enters. */
  along: number;
  lead: Lead | null;
}

export type PathRange = [from: number, to: number];

/** Shares of the scrap's angle, seen from the way on, in the order in which they are tried. */
const SECTORS = { in: [0.75, 0.5, 0.25, 0.9, 0.1], out: [0.25, 0.5, 0.75, 0.1, 0.9] };
/** Shares of the wanted length for want of room. */
const SHORTER = [0.75, 0.5, 0.35, 0.25];
/** A lead is no shorter than this, in mm. */
const SHORTEST = 0.5;
/** Places round a contour that are looked at. */
const PLACES = 32;
/** How much nearer than half a kerf a lead may come to a part, in mm: what the offset itself may be off. */
const OFF = 0.006;
/** A lead begins and ends at least this far from where another contour could run, in mm. */
const OFF_LINE = 0.05;
/** Where a path may come nearer than this to its own part, its lead is tested from beyond that on, in mm. */
const THIN = 0.02;
/** A contour is entered no nearer to a bridge than this, in mm: of less, posts that print tenths leave nothing to cut. */
const BESIDE = 0.15;
/** How far chords of an arc may be from it, in mm. */
const FLAT = 1e-3;
const TURN = 2 * Math.PI;

export interface LeadRoom {
  obstacles: Obstacles;
  width: number;
  height: number;
  /** Half the kerf. */
  radius: number;
  /** Distance that arcs may stray from the true path. */
  slack: number;
  /** Radius of the crater of a pierce. */
  pierce: number;
}

export class Leads {
  /** Whether the way between two points would cut into a bridge. */
  cutsBridge: (from: Point, to: Point) => boolean = () => false;

  /** Whether a point lies in a cut that is there already, where a torch strikes no arc. */
  isCut: (point: Point) => boolean = () => false;

  /** How wide a way a lead should leave through the scrap between itself and other parts, for bridges to hold on to. */
  passage = 0;

  constructor(private readonly room: LeadRoom) {}

  /** Where to enter a closed path, as near to `wanted` as possible and outside `blocked`, and the lead if there is room. */
  enter(walk: PathWalk, wanted: number, wish: LeadWish, blocked: PathRange[]): LeadEntry {
    const isFree = (along: number) => !isBlocked(along, blocked, walk.length);
    if (wish.length <= 0 && isFree(wanted)) return { along: wanted, lead: null };
    const free = placesRound(walk, wanted).filter(isFree);
    const [nearest = freeBeside(blocked, wanted, walk.length)] = free;
    if (wish.length <= 0) return { along: nearest, lead: null };
    const apart = this.passage > 0 ? [3 * this.room.radius + this.passage] : [];
    let inCut: LeadEntry | null = null;
    for (const pierce of [...apart, this.room.pierce, 0]) {
      const entry = this.search(walk, free, wish, pierce);
      if (entry?.lead && this.isCut(entry.lead.start)) inCut ??= entry;
      else if (entry) return entry;
    }
    return inCut ?? { along: nearest, lead: null };
  }

  /** A lead to where the path goes on behind a bridge, which is not to cut off what that holds on to; or null. */
  behindBridge(place: PathPoint, wish: LeadWish): Lead | null {
    return this.at(place, wish, "in", Math.max(this.room.pierce, 3 * this.room.radius + this.passage));
  }

  /** The way in that an open path's own beginning prolongs, as long as there is room. */
  behind(place: PathPoint, wish: LeadWish): Lead | null {
    for (const share of [1, ...SHORTER]) {
      const length = share * wish.length;
      if (length <= 0) return null;
      const lead = lineLead(place, place.leaves + Math.PI, length, "in");
      if (this.isClear(lead, "in", 0)) return lead;
    }
    return null;
  }

  /** The first place where the lead has its full length, or the one where it is longest. */
  private search(walk: PathWalk, places: number[], wish: LeadWish, pierce: number): LeadEntry | null {
    let best: { along: number; lead: Lead } | null = null;
    let inCut: LeadEntry | null = null;
    for (const along of places) {
      const lead = this.at(walk.at(along), wish, "in", pierce);
      if (!lead || (best && lead.length <= best.lead.length + 1e-9)) continue;
      if (this.isCut(lead.start)) {
        inCut ??= { along, lead };
        continue;
      }
      best = { along, lead };
      if (lead.length >= 0.99 * wish.length) break;
    }
    return best ?? inCut;
  }

  /** A lead in the scrap at this place, towards or away from the path, or null; its pierce needs this much room. */
  at(place: PathPoint, wish: LeadWish, side: "in" | "out", pierce = 0): Lead | null {
    if (wish.length <= 0) return null;
    const towards = sectors(place, wish, side);
    const least = Math.max(2 * this.room.radius, SHORTEST);
    for (const shape of shapesOf(wish, side)) {
      for (const angle of towards) {
        const lead = shape(place, angle, wish.length);
        if (lead && this.isClear(lead, side, pierce)) return lead;
      }
    }
    for (const share of SHORTER) {
      const length = share * wish.length;
      if (length < least) break;
      for (const angle of towards) {
        const lead = lineLead(place, angle, length, side);
        if (this.isClear(lead, side, pierce)) return lead;
      }
    }
    return null;
  }

  private isClear({ start, moves }: Lead, side: "in" | "out", pierce: number): boolean {
    const { obstacles, width, height, radius, slack } = this.room;
    const far = side === "in" ? start : moves.at(-1)!.to;
    const points = pointsAlong(start, moves);
    // Where it meets its contour is that contour's affair.
    const own = side === "in" ? points.slice(0, -1) : points.slice(1);
    if (own.some(([x, y]) => x < 0 || y < 0 || x > width || y > height)) return false;
    if (!obstacles.clears(far, far, Math.max(pierce, radius + OFF_LINE))) return false;
    if (points.some((point, i) => i > 0 && this.cutsBridge(points[i - 1]!, point))) return false;
    const thin = radius - slack < THIN;
    if (thin) trimEnd(side === "in" ? points : points.reverse(), 2 * (THIN + Math.max(0, slack - radius)));
    const reach = thin ? THIN / 5 : radius - OFF - slack;
    return points.every((point, i) => i === 0 || obstacles.clears(points[i - 1]!, point, reach));
  }
}

/** Directions from the path into the scrap, best first. */
function sectors(place: PathPoint, { angle, side: hand }: LeadWish, side: "in" | "out"): number[] {
  const { leaves } = place;
  const room = roomAt(place, hand) || TURN;
  const shares = SECTORS[side].map((share) => leaves + hand * room * share);
  if (angle === null) return shares;
  const wanted = (angle * Math.PI) / 180;
  if (wanted >= room) return shares;
  return [leaves + hand * (side === "in" ? room - wanted : wanted), ...shares];
}

/** Angle of the scrap between the way on and the way back. */
function roomAt({ arrives, leaves }: PathPoint, hand: 1 | -1): number {
  return (((hand * (arrives + Math.PI - leaves)) % TURN) + TURN) % TURN;
}

type LeadBuilder = (place: PathPoint, angle: number, length: number) => Lead | null;

/** The wanted shape first, then a line. */
function shapesOf({ shape, radius, side: hand }: LeadWish, side: "in" | "out"): LeadBuilder[] {
  const line: LeadBuilder = (place, angle, length) => lineLead(place, angle, length, side);
  if (shape === "arc")
    return [(place, _, length) => arcLead(place, hand * (radius || length / (Math.PI / 2)), side), line];
  if (shape === "tangent") return [(place, _, length) => tangentLead(place, hand * length, side), line];
  return [line];
}

function lineLead({ at }: PathPoint, angle: number, length: number, side: "in" | "out"): Lead {
  const far: Point = [at[0] + length * cos(angle), at[1] + length * sin(angle)];
  return side === "in"
    ? { start: far, moves: [straight(at)], length }
    : { start: at, moves: [straight(far)], length };
}

/** A quarter of a circle that touches the path; its radius is negative where the scrap is on the right. */
function arcLead({ at, arrives, leaves }: PathPoint, signed: number, side: "in" | "out"): Lead {
  const radius = Math.abs(signed);
  const heading = side === "in" ? leaves : arrives;
  const { cos: tx, sin: ty } = sincos(heading);
  const center: Point = [at[0] - signed * ty, at[1] + signed * tx];
  const away = side === "in" ? -1 : 1;
  const far: Point = [center[0] + away * radius * tx, center[1] + away * radius * ty];
  const arc = { to: side === "in" ? at : far, center, ccw: signed > 0 };
  return { start: side === "in" ? far : at, moves: [arc], length: (radius * Math.PI) / 2 };
}

/** At a convex corner the prolongation of the edge that follows, or of the one before; elsewhere none. */
function tangentLead(place: PathPoint, signed: number, side: "in" | "out"): Lead | null {
  if (roomAt(place, signed > 0 ? 1 : -1) < Math.PI + 0.3) return null;
  const angle = side === "in" ? place.leaves + Math.PI : place.arrives;
  return lineLead(place, angle, Math.abs(signed), side);
}

/** The wanted place, then others round the path by their distance from it: its corners, and between them. */
function placesRound(walk: PathWalk, wanted: number): number[] {
  const { length } = walk;
  const every = Math.ceil(walk.ends.length / PLACES);
  const corners = walk.ends.filter((_, i) => i % every === 0);
  const between = Array.from({ length: PLACES }, (_, i) => ((i + 0.5) * length) / PLACES);
  const away = (along: number) => {
    const gap = Math.abs(along - wanted) % length;
    return Math.min(gap, length - gap);
  };
  const places = [...corners, ...between].map((along) => along % length).sort((a, b) => away(a) - away(b));
  return [wanted, ...places];
}

/** A round that began in a stretch or near its ends would begin or end with next to nothing. */
function isBlocked(along: number, blocked: PathRange[], length: number): boolean {
  return blocked.some(([from, to]) =>
    [along - length, along, along + length].some((at) => at > from - BESIDE && at < to + BESIDE),
  );
}

/** The end of the blocked stretch that a place lies in or near to. */
function freeBeside(blocked: PathRange[], wanted: number, length: number): number {
  const held = blocked.find((stretch) => isBlocked(wanted, [stretch], length));
  return held ? held[1] % length : wanted;
}

/** Ends of the moves, and points on arcs between. */
function pointsAlong(start: Point, moves: Move[]): Point[] {
  const points = [start];
  let from = start;
  for (const move of moves) {
    // Chords of an arc run nearer to its centre than the arc itself, which is to keep its distance too.
    const radius = move.center ? hypot(from[0] - move.center[0], from[1] - move.center[1]) : 0;
    const steps = move.center ? Math.ceil(2 / acos(Math.max(0.5, 1 - FLAT / radius))) : 1;
    for (let k = 1; k <= steps; k++) points.push(k === steps ? move.to : pointOn(from, move, k / steps));
    from = move.to;
  }
  return points;
}

/** Takes a length off the end. */
function trimEnd(points: Point[], length: number): void {
  const [before, last] = points.slice(-2) as [Point, Point];
  const whole = moveLength(before, straight(last));
  const share = Math.max(0, 1 - length / whole);
  points[points.length - 1] = pointOn(before, straight(last), share);
}
