/**
 * Which rooms of a drawing may be sheets of paper? The one that everything lies in, and what long lines that meet each other
 * go around: several sheets may lie side by side. What lies where is worked out when somebody asks, as most drawings have no
 * room with paper's sides in it.
 */
import type { Bounds } from "../../../base/contract/values/geometry.ts";
import {
  areaOf,
  boundsAround,
  diagonalOf,
  lengthsOf,
  lies,
  sidesOf,
  widened,
} from "../../../base/geometry/box.ts";
import { boundsOfEnds, covered, Meetings, type Wall, wallsOf } from "../aids/walls.ts";
import type { Written } from "../aids/written.ts";
import { type Finder, finderOf } from "../basis/finder.ts";
import { byKey } from "../basis/groups.ts";
import type { Contours } from "../curves/contours.ts";
import type { DrawnText } from "../model/text.ts";

/** Sides of sheets are no shorter than this share of all, and no more of them are looked at. */
const LONG = { least: 0.01, most: 5000 };
/** Sides of rooms that are as large differ by no more than this share. */
const ALIKE = 0.005;
/** Share of a side that lines cover. */
export const WHOLE = 0.98;

/** With what it is divided into, if anything. */
interface Room extends Bounds {
  pieces: readonly Bounds[];
}

export class Rooms {
  /** The largest first. */
  readonly all: readonly Room[];
  /** Walls that may be sides, and all of them once somebody has asked. */
  private readonly longIn: Finder<Wall>;
  private wallsIn: Finder<Wall> | null = null;
  private readonly contoursIn: Finder<number>;
  /** Sizes of rooms, and whether everything lies in rooms of that size. */
  private readonly sizes: { room: Bounds; holdAll: boolean }[] = [];
  private around: readonly Bounds[] | null = null;

  constructor(
    readonly contours: Contours,
    readonly written: Written,
    /** Lines this close meet. */
    readonly near: number,
  ) {
    const whole = boundsOfEnds(contours);
    const long = wallsOf(contours, near, LONG.least * diagonalOf(whole));
    this.longIn = finderOf(long, ({ box }) => box);
    this.contoursIn = finderOf(contours.numbers(), (number) => contours.boundsOf(number));
    const around = long.length > LONG.most ? [] : roomsAround(long, near);
    const isKnown = around.some((room) => lies(whole, widened(room, near)));
    const all = contours.count === 0 || isKnown ? around : [{ ...whole, pieces: [] }, ...around];
    this.all = all.sort((p, q) => areaOf(q) - areaOf(p));
  }

  boxOf(contour: number): Bounds {
    return this.contours.boundsOf(contour);
  }

  /** Numbers of the contours that lie in a room. */
  members(room: Bounds): number[] {
    const wide = widened(room, this.near);
    return this.contoursIn(wide).filter((number) => lies(this.boxOf(number), wide));
  }

  /** Walls that may be sides of a room. */
  sides(room: Bounds): Wall[] {
    return this.longIn(widened(room, this.near));
  }

  /** All that lie in a room, however short. */
  walls(room: Bounds): Wall[] {
    this.wallsIn ??= finderOf(wallsOf(this.contours, this.near), ({ box }) => box);
    const wide = widened(room, this.near);
    return this.wallsIn(wide).filter(({ box }) => lies(box, wide));
  }

  /** Whether everything lies in a room, or in rooms that are as large. */
  holdAll(room: Bounds): boolean {
    // What holds everything holds the first contour: most rooms need no more said of them.
    this.around ??= this.all.filter((other) => lies(this.boxOf(0), widened(other, this.near)));
    if (!this.around.some((other) => areAlike(other, room))) return false;
    let known = this.sizes.find((size) => areAlike(size.room, room));
    if (!known) {
      const held = new Set<number>();
      const isWhole = lies(this.contours.bounds(), widened(room, this.near));
      for (const other of isWhole ? [] : this.all)
        if (areAlike(other, room)) for (const number of this.members(other)) held.add(number);
      known = { room, holdAll: isWhole || held.size === this.contours.count };
      this.sizes.push(known);
    }
    return known.holdAll;
  }

  texts(room: Bounds): DrawnText[] {
    return this.written.textsAt(widened(room, this.near));
  }
}

/** Whether two rooms are as large. */
export function areAlike(p: Bounds, q: Bounds): boolean {
  const sides = lengthsOf(q);
  return lengthsOf(p).every((side, i) => Math.abs(side - sides[i]!) <= ALIKE * side);
}

/** Whether two of some circles lie opposite to each other in a rectangle, as holes by which a plate is fixed. */
export function areOpposite(
  round: readonly { cx: number; cy: number; radius: number }[],
  { min_x, min_y, max_x, max_y }: Bounds,
): boolean {
  const isMirrored = (p: number, q: number, sum: number, near: number) =>
    Math.abs(p - q) > near && Math.abs(p + q - sum) <= near;
  return round.some((p) =>
    round.some(
      (q) =>
        isMirrored(p.cx, q.cx, min_x + max_x, p.radius) || isMirrored(p.cy, q.cy, min_y + max_y, p.radius),
    ),
  );
}

function roomsAround(walls: readonly Wall[], near: number): Room[] {
  const meetings = new Meetings(walls, near);
  return walls.flatMap((wall) =>
    [...meetings.groups(wall.box)].flatMap(({ group, whole }) =>
      // Fewer go around nothing.
      group.length < 4 ? [] : [{ ...whole, pieces: piecesOf(group, whole, near) }],
    ),
  );
}

/** What walls from side to side divide a room into, as they do where sheets lie edge to edge. */
function piecesOf(walls: readonly Wall[], room: Bounds, near: number): Bounds[] {
  const strips = [true, false].map((upright) => stripsOf(walls, room, upright, near));
  return (strips.find(({ length }) => length > 1) ?? []).flatMap((strip) => {
    const wide = widened(strip, near);
    const own = walls.filter(({ box }) => lies(box, wide));
    if (own.length < 4 || own.length === walls.length) return [];
    const piece = boundsAround(own.map(({ box }) => box));
    const pieces = piecesOf(own, piece, near);
    return pieces.length > 0 ? pieces : [piece];
  });
}

/** What lies between walls that go from side to side of a room. */
function stripsOf(walls: readonly Wall[], room: Bounds, upright: boolean, near: number): Bounds[] {
  const side = sidesOf(room)[Number(upright)]!;
  const along = walls.filter((wall) => wall.upright === upright);
  const levels = [...byKey(along, ({ at }) => Math.round(at / near)).values()];
  const through = levels.filter((level) => covered(level.map(({ span }) => span)) >= WHOLE * side);
  const places = through.map(([wall]) => wall!.at).sort((p, q) => p - q);
  return places.slice(1).map((to, i) => {
    const from = places[i]!;
    return upright ? { ...room, min_x: from, max_x: to } : { ...room, min_y: from, max_y: to };
  });
}
