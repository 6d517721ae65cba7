/**
 * Where do bridges hold the parts until the program has ended?
 *
 * A bridge is a place on the sheet, not on one contour: whatever path runs over it leaves it standing, so that parts
 * that share a line share the bridges on it. Bridges lead to the sheet around where a contour has such a side, spread
 * evenly, away from corners. In the end every part must hang together with the sheet over bridges, or gets one more.
 */
import Flatbush from "flatbush";
import type { Point } from "../../contract/values/geometry.ts";
import { segmentDistance } from "../../geometry/segment.ts";
import type { Stretch } from "./lead.ts";
import type { Obstacles } from "./obstacles.ts";
import { mergedStretches } from "./stroke.ts";
import { pointOn, type Walk } from "./walk.ts";

export interface TabWish {
  count: number;
  /** Of the bridge itself. */
  width: number;
}

/** A contour that wants bridges, or whose way others' bridges may lie in. */
export interface Tabbed {
  walk: Walk;
  placement: number;
  wish: TabWish;
}

/** A bridge: its middle line along the path from `from`, in the direction (ux, uy), `width` long. */
interface Bridge {
  from: Point;
  ux: number;
  uy: number;
  width: number;
  /** Where its middle lies along the contour that it was made for. */
  at: number;
  /** That contour, and the part on the other side or -1 for the sheet. */
  owner: number;
  other: number;
  /** How far to either side of its middle line nothing cuts into it. */
  half: number;
}

/** Where the middle of a bridge may be, the part beyond or -1, and whether only a thin web lies between. */
interface Spot {
  at: number;
  other: number;
  isThin: boolean;
}

/** Steps in which a bridge's place along a path is looked for. */
const PLACES = 96;
/** The room of a bridge to either side, in its own widths: corners stay free. */
const ROOM = 1.5;

/** A bridge may be narrower than asked for by this, and by this share, in mm. */
const NARROW = 0.04;
const NARROWER = 0.2;
/** How exactly the part behind a web is found, and how much further a bridge reaches, in mm. */
const HALVINGS = 12;
const WEB = 0.02;

export class Tabs {
  private readonly bridges: Bridge[] = [];
  private readonly gaps: Stretch[][];
  /** Greatest `half` of all bridges. */
  private widest = 0;
  private readonly index: Flatbush | null;
  /** By contour: how many bridges it has fewer than wanted. */
  readonly missing: number[];

  constructor(
    private readonly contours: Tabbed[],
    private readonly obstacles: Obstacles,
    private readonly radius: number,
  ) {
    for (const [i, { wish }] of contours.entries()) if (wish.count > 0) this.place(i);
    this.joinAll();
    for (const { half } of this.bridges) this.widest = Math.max(this.widest, half);
    this.index = this.indexBridges();
    this.gaps = contours.map((contour, i) => this.gapsOf(contour, i, this.index));
    this.missing = contours.map(({ wish: { count, width } }, i) => {
      const whole = this.gaps[i]!.filter(
        ([from, to]) => to - from > width + 2 * radius - Math.min(NARROW, NARROWER * width),
      );
      return Math.max(0, count - whole.length);
    });
  }

  /** What of a contour stays uncut. */
  gapsOn(contour: number): Stretch[] {
    return this.gaps[contour]!;
  }

  /** The same for any other path. */
  gapsAlong(walk: Walk): Stretch[] {
    return this.bridges.length === 0 ? [] : this.gapsOf({ walk }, -1, this.index);
  }

  /** Whether the tool would cut into a bridge between two points. */
  cuts([ax, ay]: Point, [bx, by]: Point): boolean {
    const reach = this.radius - 1e-3;
    const [x0, y0] = [Math.min(ax, bx) - reach, Math.min(ay, by) - reach];
    const [x1, y1] = [Math.max(ax, bx) + reach, Math.max(ay, by) + reach];
    return (this.index?.search(x0, y0, x1, y1) ?? []).some((i) => {
      const { from, ux, uy, width } = this.bridges[i]!;
      const [cx, cy] = [from[0] + ux * width, from[1] + uy * width];
      return segmentDistance(ax, ay, bx, by, from[0], from[1], cx, cy) < reach;
    });
  }

  private place(owner: number): void {
    const { walk, wish } = this.contours[owner]!;
    const own = this.bridges
      .flatMap((bridge) => this.stretchUnder(walk, bridge))
      .map(([from, to]) => (from + to) / 2);
    const whole = wish.width + 2 * this.radius;
    const most = Math.floor(walk.length / whole / 2);
    const count = Math.min(wish.count, most);
    if (own.length >= count) return;
    const places = this.placesOn(owner, whole);
    if (own.length === 0 && places.every(({ other }) => other < 0)) {
      for (const at of evenCenters(walk, count, whole)) this.bridges.push(this.bridgeAt(owner, at));
      return;
    }
    while (own.length < count) {
      const at = furthest(places, own, walk.length, whole);
      if (at === null) return;
      own.push(at);
      this.bridges.push(this.bridgeAt(owner, at));
    }
  }

  /** Places for the middle of a bridge, with the part across the kerf. */
  private placesOn(owner: number, whole: number): Spot[] {
    const { walk } = this.contours[owner]!;
    const places: Spot[] = [];
    let begin = 0;
    for (const end of walk.ends) {
      const length = end - begin;
      const free = length - 2 * ROOM * whole;
      const count = free < 0 ? 0 : 1 + Math.floor((PLACES * free) / walk.length);
      for (let k = 0; k < count; k++) {
        const at = begin + ROOM * whole + (count === 1 ? free / 2 : (free * k) / (count - 1));
        places.push(this.spot(owner, at));
      }
      begin = end;
    }
    if (places.length > 0) return places;
    return Array.from({ length: PLACES }, (_, k) => {
      return this.spot(owner, ((k + 0.5) * walk.length) / PLACES);
    });
  }

  /**
   * What a bridge leads to there: the part whose kerf meets this one, or the sheet. A web between two kerfs that is
   * narrower than the bridge holds nothing, so a bridge goes on through it to the part behind.
   */
  private spot(owner: number, at: number): Spot {
    const { walk, placement, wish } = this.contours[owner]!;
    const point = walk.at(at).at;
    const other = this.obstacles.partNear(point, 3 * this.radius + wish.width, placement);
    const isThin = other >= 0 && this.obstacles.partNear(point, this.touching, placement) < 0;
    return { at, other, isThin };
  }

  private get touching(): number {
    return 3 * this.radius + 1e-3;
  }

  /** How far the nearest part beyond a web lies from its bridge. */
  private throughWeb(point: Point, width: number, placement: number): number {
    let [low, high] = [this.touching, 3 * this.radius + width];
    for (let i = 0; i < HALVINGS; i++) {
      const middle = (low + high) / 2;
      if (this.obstacles.partNear(point, middle, placement) < 0) low = middle;
      else high = middle;
    }
    return high;
  }

  private bridgeAt(owner: number, at: number): Bridge {
    const { walk, wish, placement } = this.contours[owner]!;
    const from = walk.at(at - wish.width / 2).at;
    const to = walk.at(at + wish.width / 2).at;
    const width = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const { other, isThin } = this.spot(owner, at);
    const beyond = isThin ? this.throughWeb(walk.at(at).at, wish.width, placement) - this.radius + WEB : 0;
    const half = Math.max(2 * this.radius - 1e-3, 0.02, beyond);
    const [ux, uy] = [(to[0] - from[0]) / width, (to[1] - from[1]) / width];
    return { from, ux, uy, width, at, owner, other, half };
  }

  /** Parts that hang together only with each other get a bridge to something else. */
  private joinAll(): void {
    const wanting = this.contours.flatMap(({ wish }, i) => (wish.count > 0 ? [i] : []));
    for (let round = 0; round < wanting.length; round++) {
      const groups = this.groups();
      const loose = wanting.filter((i) => groups.get(this.contours[i]!.placement) !== groups.get(-1));
      if (!loose.some((i) => this.tieOut(i, groups))) return;
    }
  }

  /** Adds a bridge from this contour to another group, if it has a place for one. */
  private tieOut(owner: number, groups: Map<number, number>): boolean {
    const { walk, wish, placement } = this.contours[owner]!;
    const whole = wish.width + 2 * this.radius;
    const own = this.bridges
      .flatMap((bridge) => this.stretchUnder(walk, bridge))
      .map(([from, to]) => (from + to) / 2);
    const out = this.placesOn(owner, whole).filter(
      ({ other }) => groups.get(other) !== groups.get(placement),
    );
    const at = furthest(out, own, walk.length, whole);
    if (at === null) return false;
    this.bridges.push(this.bridgeAt(owner, at));
    return true;
  }

  /** By placement (-1 for the sheet): a number that those who hang together share. */
  private groups(): Map<number, number> {
    const groups = new Map<number, number>([[-1, -1]]);
    for (const { placement } of this.contours) groups.set(placement, placement);
    const rootOf = (i: number): number => {
      const next = groups.get(i) ?? i;
      return next === i ? i : rootOf(next);
    };
    for (const { owner, other } of this.bridges)
      groups.set(rootOf(this.contours[owner]!.placement), rootOf(other));
    for (const key of groups.keys()) groups.set(key, rootOf(key));
    return groups;
  }

  private indexBridges(): Flatbush | null {
    if (this.bridges.length === 0) return null;
    const index = new Flatbush(this.bridges.length);
    for (const { from, ux, uy, width } of this.bridges) {
      const [x, y] = [from[0] + ux * width, from[1] + uy * width];
      index.add(Math.min(from[0], x), Math.min(from[1], y), Math.max(from[0], x), Math.max(from[1], y));
    }
    index.finish();
    return index;
  }

  private gapsOf({ walk }: Pick<Tabbed, "walk">, contour: number, index: Flatbush | null): Stretch[] {
    const stretches = this.near(walk, index).flatMap((bridge) =>
      bridge.owner === contour ? this.ownStretch(bridge) : this.stretchUnder(walk, bridge),
    );
    return mergedStretches(stretches);
  }

  /** The kerf eats into a bridge from both ends. */
  private ownStretch({ at, owner }: Bridge): Stretch[] {
    const half = this.contours[owner]!.wish.width / 2 + this.radius;
    return [[at - half, at + half]];
  }

  private near(walk: Walk, index: Flatbush | null): Bridge[] {
    if (!index) return this.bridges;
    const reach = Math.max(2 * this.radius, this.widest);
    const found = new Set<number>();
    for (const [i, { to }] of walk.moves.entries()) {
      const [x, y] = walk.from(i);
      // An arc stays within half its circumference of both ends.
      const around = reach + (walk.moves[i]!.center ? walk.ends[i]! - (walk.ends[i - 1] ?? 0) : 0);
      const [x0, y0] = [Math.min(x, to[0]) - around, Math.min(y, to[1]) - around];
      const [x1, y1] = [Math.max(x, to[0]) + around, Math.max(y, to[1]) + around];
      for (const bridge of index.search(x0, y0, x1, y1)) found.add(bridge);
    }
    return [...found].sort((a, b) => a - b).map((i) => this.bridges[i]!);
  }

  /** The stretches of a path that would cut into a bridge: from half a kerf before it to half a kerf behind it. */
  private stretchUnder(walk: Walk, bridge: Bridge): Stretch[] {
    const stretches: Stretch[] = [];
    for (const [i, move] of walk.moves.entries()) {
      const begin = i === 0 ? 0 : walk.ends[i - 1]!;
      const from = walk.from(i);
      const length = walk.ends[i]! - begin;
      const steps = move.center ? Math.max(4, Math.ceil(length / (bridge.width / 4))) : 1;
      let a = from;
      for (let k = 1; k <= steps; k++) {
        const b = k === steps ? move.to : pointOn(from, move, k / steps);
        const clip = this.clip(a, b, bridge);
        if (clip) {
          const [low, high] = [(k - 1 + clip[0]) / steps, (k - 1 + clip[1]) / steps];
          stretches.push([begin + low * length, begin + high * length]);
        }
        a = b;
      }
    }
    return mergedStretches(stretches).filter(([low, high]) => high - low > 1e-6);
  }

  /** Shares of a segment between which it lies in the bridge's room. */
  private clip(
    [ax, ay]: Point,
    [bx, by]: Point,
    { from, ux, uy, width, half }: Bridge,
  ): [number, number] | null {
    const { radius } = this;
    const along = (x: number, y: number) => (x - from[0]) * ux + (y - from[1]) * uy;
    const aside = (x: number, y: number) => (x - from[0]) * uy - (y - from[1]) * ux;
    let [low, high] = [0, 1];
    for (const [a, b, least, most] of [
      [along(ax, ay), along(bx, by), -radius, width + radius],
      [aside(ax, ay), aside(bx, by), -half, half],
    ] as const) {
      if (a === b) {
        if (a < least || a > most) return null;
        continue;
      }
      const [s, t] = [(least - a) / (b - a), (most - a) / (b - a)];
      low = Math.max(low, Math.min(s, t));
      high = Math.min(high, Math.max(s, t));
    }
    return low < high ? [low, high] : null;
  }
}

/** The place furthest from what is there, preferring the sheet's side; null when all are too near. */
function furthest(places: Spot[], taken: number[], length: number, whole: number): number | null {
  const away = (at: number) => {
    let least = length;
    for (const other of taken) {
      const gap = Math.abs(at - other) % length;
      least = Math.min(least, gap, length - gap);
    }
    return least;
  };
  let best: { at: number; score: number } | null = null;
  for (const { at, other, isThin } of places) {
    const room = away(at);
    if (room < 2 * whole) continue;
    const score = room * (other < 0 ? 2 : isThin ? 0.5 : 1);
    if (!best || score > best.score + 1e-9) best = { at, score };
  }
  return best?.at ?? null;
}

/**
 * Evenly along the path, but on the nearest move that holds a bridge with its own width on either side, so that corners
 * stay free, unless that lies further than half the way to the next one's place.
 */
function evenCenters(walk: Walk, count: number, width: number): number[] {
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
