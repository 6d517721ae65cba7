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
import type { Stretch } from "../path/lead.ts";
import { mergedStretches } from "../path/stroke.ts";
import { pointOn, type Walk } from "../path/walk.ts";
import { boxesOf } from "./boxes.ts";
import { Groups } from "./groups.ts";
import { EvenPlaces, furthest, halfOf, middlesOn, SHEET, type Spot } from "./places.ts";
import { Scrap, type ScrapRoom } from "./scrap.ts";

export interface TabWish {
  count: number;
  /** Of the bridge itself. */
  width: number;
}

/** A place where no bridge would hold, and how far round it, in widths of a bridge. */
export interface Avoided {
  at: Point;
  within: number;
}

/** A contour that wants bridges, or whose way others' bridges may lie in. */
export interface Tabbed {
  walk: Walk;
  placement: number;
  wish: TabWish;
  /** Where the scrap is: left of the path (1) or right of it (-1). */
  side: 1 | -1;
}

/** Along the path from `from`, in the direction (ux, uy), `width` long. */
interface MiddleLine {
  from: Point;
  ux: number;
  uy: number;
  width: number;
}

interface Bridge extends MiddleLine {
  /** Where its middle lies along the contour that it was made for. */
  at: number;
  /** How far it reaches along that contour to either side, the kerf included. */
  half: number;
  /** That contour, and the part on the other side or -1 for the sheet. */
  owner: number;
  other: number;
  /** How far to the left and to the right of its middle line nothing cuts into it. */
  left: number;
  right: number;
}

/** A bridge may be narrower than asked for by this, and by this share, in mm. */
const NARROW = 0.04;
const NARROWER = 0.2;
/** From this many bridges on it pays to look for those of each move. */
const FEW = 32;
/** How exactly the part behind a web is found, and how much further a bridge reaches, in mm. */
const HALVINGS = 12;
const WEB = 0.02;

export class Tabs {
  private readonly bridges: Bridge[] = [];
  /** By contour: its own bridges. */
  private readonly own: Bridge[][];
  private readonly gaps: Stretch[][];
  /** Greatest `left` or `right` of all bridges. */
  private widest = 0;
  private readonly index: Flatbush | null;
  private readonly contourIndex: Flatbush | null;
  private readonly scraps = new Map<number, Scrap>();
  private readonly even = new EvenPlaces();
  /** By contour: how many bridges it has fewer than wanted. */
  readonly missing: number[];
  /** Parts that hang together with nothing in the end. */
  readonly loose: Set<number>;

  /** No bridge is made within the given distance of the places `avoided`. */
  constructor(
    private readonly contours: Tabbed[],
    private readonly room: ScrapRoom,
    private readonly avoided: Avoided[] = [],
  ) {
    const wanting = contours.flatMap(({ wish }, i) => (wish.count > 0 ? [i] : []));
    this.own = contours.map(() => []);
    this.contourIndex = wanting.length > 0 ? boxesOf(contours) : null;
    for (const i of wanting) this.place(i);
    this.loose = this.joinAll(wanting);
    for (const { left, right } of this.bridges) this.widest = Math.max(this.widest, left, right);
    this.index = this.indexBridges();
    this.gaps = contours.map((contour, i) => this.gapsOf(contour, i, this.index));
    this.missing = contours.map(({ wish: { count, width } }, i) => {
      const whole = this.gaps[i]!.filter(
        ([from, to]) => to - from > width + 2 * this.radius - Math.min(NARROW, NARROWER * width),
      );
      return Math.max(0, count - whole.length);
    });
  }

  private get radius(): number {
    return this.room.radius;
  }

  /** Width of the widest bridge, 0 where there is none. */
  get widestBridge(): number {
    return this.bridges.reduce((most, { width }) => Math.max(most, width), 0);
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
    const taken = this.takenOn(owner);
    const whole = wish.width + 2 * this.radius;
    const most = Math.floor(walk.length / whole / 2);
    const count = Math.min(wish.count, most);
    if (taken.length >= count) return;
    if (taken.length === 0) {
      const even = this.even.on(walk, count, whole).map((at) => this.spot(owner, at));
      const out = even.flatMap((spot) => (spot?.other === SHEET && !spot.isThin ? [spot] : []));
      if (out.length === even.length) {
        for (const spot of out) this.add(owner, spot);
        return;
      }
    }
    const places = this.placesOn(owner, whole);
    while (taken.length < count) {
      const spot = furthest(places, taken, walk.length, whole);
      if (spot === null) return;
      taken.push(spot.at);
      this.add(owner, spot);
    }
  }

  private add(owner: number, spot: Spot): void {
    const bridge = this.bridgeAt(owner, spot);
    this.bridges.push(bridge);
    this.own[owner]!.push(bridge);
  }

  /** Middles of the bridges that a contour has already, its neighbours' among them. */
  private takenOn(owner: number): number[] {
    const { walk } = this.contours[owner]!;
    const { min_x, min_y, max_x, max_y } = walk.bounds;
    const reach = 6 * this.radius + 2 * this.contours[owner]!.wish.width;
    const near = this.contourIndex!.search(min_x - reach, min_y - reach, max_x + reach, max_y + reach);
    return near
      .sort((a, b) => a - b)
      .flatMap((i) => this.own[i]!)
      .flatMap((bridge) => this.stretchUnder(walk, bridge))
      .map(([from, to]) => (from + to) / 2);
  }

  /** Places for the middle of a bridge, with what lies across the kerf; only those where a bridge would hold. */
  private placesOn(owner: number, whole: number): Spot[] {
    const { walk } = this.contours[owner]!;
    for (const places of middlesOn(walk, whole)) {
      const spots = places.flatMap((at) => this.spot(owner, at) ?? []);
      if (spots.length > 0) return spots;
    }
    return [];
  }

  /**
   * What a bridge leads to there: the part whose kerf meets this one, or the sheet. A web between two kerfs that is
   * narrower than the bridge holds nothing, so a bridge goes on through it to the part behind. Null where it would
   * end on scrap that falls out itself.
   */
  private spot(owner: number, at: number): Spot | null {
    const { walk, placement, wish, side } = this.contours[owner]!;
    const half = halfOf(walk, at, wish.width + 2 * this.radius);
    if (half === null) return null;
    const { at: point, leaves } = walk.at(at);
    const [px, py] = point;
    const whole = wish.width + 2 * this.radius;
    if (this.avoided.some(({ at: [x, y], within }) => Math.hypot(x - px, y - py) < within * whole))
      return null;
    const { obstacles } = this.room;
    const touching = obstacles.partNear(point, this.touching, placement);
    if (touching >= 0) return { at, half, other: touching, isThin: false };
    const out: Point = [-side * Math.sin(leaves), side * Math.cos(leaves)];
    const scrap = this.scrapFor(wish.width).holds(point, out);
    if (scrap) return { at, half, other: SHEET, isThin: scrap === "thin" };
    const behind = obstacles.partNear(point, 3 * this.radius + wish.width, placement);
    return behind < 0 ? null : { at, half, other: behind, isThin: true };
  }

  private scrapFor(width: number): Scrap {
    const scrap = this.scraps.get(width) ?? new Scrap(this.room, width);
    this.scraps.set(width, scrap);
    return scrap;
  }

  private get touching(): number {
    return 3 * this.radius + 1e-3;
  }

  /** How far to either side of its middle line a bridge keeps paths off at the least. */
  private get reach(): number {
    return Math.max(2 * this.radius - 1e-3, 0.02);
  }

  private bridgeAt(owner: number, { at, half, other }: Spot): Bridge {
    const { walk, side } = this.contours[owner]!;
    const { radius } = this;
    const [x, y] = walk.at(at - half).at;
    const to = walk.at(at + half).at;
    const whole = Math.hypot(to[0] - x, to[1] - y);
    const [ux, uy] = [(to[0] - x) / whole, (to[1] - y) / whole];
    const line = { from: [x + radius * ux, y + radius * uy] as Point, ux, uy, width: whole - 2 * radius };
    const out = other === SHEET ? this.reach : Math.max(this.reach, this.reachBehind(line, owner));
    const [left, right] = side > 0 ? [out, this.reach] : [this.reach, out];
    return { ...line, at, half, owner, other, left, right };
  }

  /** How far from a bridge's middle line the path round the part behind lies, where that is furthest. */
  private reachBehind({ from, ux, uy, width }: MiddleLine, owner: number): number {
    const { placement, side } = this.contours[owner]!;
    const { radius } = this;
    let furthest = 0;
    for (const along of [-radius, width / 2, width + radius]) {
      const [x, y] = [from[0] + along * ux, from[1] + along * uy];
      const isBehind = (far: number) => {
        const point: Point = [x - side * far * uy, y + side * far * ux];
        return this.room.obstacles.partNear(point, radius + 1e-3, placement) >= 0;
      };
      let [low, high] = [0, 2 * (radius + width)];
      if (!isBehind(high)) continue;
      for (let i = 0; i < HALVINGS; i++) {
        const middle = (low + high) / 2;
        if (isBehind(middle)) high = middle;
        else low = middle;
      }
      furthest = Math.max(furthest, high + WEB);
    }
    return furthest;
  }

  /** Parts that hang together only with each other get a bridge to something else. Gives those that cannot. */
  private joinAll(wanting: number[]): Set<number> {
    const groups = new Groups();
    for (const { owner, other } of this.bridges) groups.join(this.contours[owner]!.placement, other);
    const isLoose = (i: number) => !groups.same(this.contours[i]!.placement, SHEET);
    let loose = wanting.filter(isLoose);
    for (let tied = true; tied && loose.length > 0; loose = loose.filter(isLoose)) {
      tied = false;
      for (const i of loose) if (isLoose(i) && this.tieOut(i, groups)) tied = true;
    }
    return new Set(loose.map((i) => this.contours[i]!.placement));
  }

  /** Adds a bridge from this contour to another group, if it has a place for one. */
  private tieOut(owner: number, groups: Groups): boolean {
    const { walk, wish, placement } = this.contours[owner]!;
    const whole = wish.width + 2 * this.radius;
    const out = this.placesOn(owner, whole).filter(({ other }) => !groups.same(other, placement));
    const spot = furthest(out, this.takenOn(owner), walk.length, whole);
    if (spot === null) return false;
    this.add(owner, spot);
    groups.join(placement, spot.other);
    return true;
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
    const own = this.contours[contour]?.placement;
    const stretches = this.near(walk, index).flatMap((bridge) => {
      if (bridge.owner === contour) return this.ownStretch(bridge);
      // What holds a part does not lie in its own holes.
      return this.contours[bridge.owner]!.placement === own ? [] : this.stretchUnder(walk, bridge);
    });
    return mergedStretches(stretches);
  }

  private ownStretch({ at, half }: Bridge): Stretch[] {
    return [[at - half, at + half]];
  }

  private near(walk: Walk, index: Flatbush | null): Bridge[] {
    if (!index) return this.bridges;
    const reach = Math.max(2 * this.radius, this.widest);
    const { min_x, min_y, max_x, max_y } = walk.bounds;
    const around = index.search(min_x - reach, min_y - reach, max_x + reach, max_y + reach);
    const found = around.length > FEW ? this.nearMoves(walk, index, reach) : around;
    return found.sort((a, b) => a - b).map((i) => this.bridges[i]!);
  }

  /** The same for a path round many bridges. */
  private nearMoves(walk: Walk, index: Flatbush, reach: number): number[] {
    const found = new Set<number>();
    for (const [i, { to, center }] of walk.moves.entries()) {
      const [x, y] = walk.from(i);
      // An arc stays within half its circumference of both ends.
      const around = reach + (center ? walk.ends[i]! - (walk.ends[i - 1] ?? 0) : 0);
      const [x0, y0] = [Math.min(x, to[0]) - around, Math.min(y, to[1]) - around];
      const [x1, y1] = [Math.max(x, to[0]) + around, Math.max(y, to[1]) + around];
      for (const bridge of index.search(x0, y0, x1, y1)) found.add(bridge);
    }
    return [...found];
  }

  /** The stretches of a path that would cut into a bridge: from half a kerf before it to half a kerf behind it. */
  private stretchUnder(walk: Walk, bridge: Bridge): Stretch[] {
    const stretches: Stretch[] = [];
    // In the frame that copies share.
    const { start, moves, x, y } = walk.roundFrom(0);
    const [fx, fy] = bridge.from;
    const moved = { ...bridge, from: [fx - x, fy - y] as Point };
    for (const [i, move] of moves.entries()) {
      const begin = i === 0 ? 0 : walk.ends[i - 1]!;
      const from = i === 0 ? start : moves[i - 1]!.to;
      const length = walk.ends[i]! - begin;
      const steps = move.center ? Math.max(4, Math.ceil(length / (bridge.width / 4))) : 1;
      let a = from;
      for (let k = 1; k <= steps; k++) {
        const b = k === steps ? move.to : pointOn(from, move, k / steps);
        const clip = this.clip(a, b, moved);
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
    { from, ux, uy, width, left, right }: Bridge,
  ): [number, number] | null {
    const { radius } = this;
    const along = (x: number, y: number) => (x - from[0]) * ux + (y - from[1]) * uy;
    const aside = (x: number, y: number) => (x - from[0]) * uy - (y - from[1]) * ux;
    let [low, high] = [0, 1];
    for (const [a, b, least, most] of [
      [along(ax, ay), along(bx, by), -radius, width + radius],
      [aside(ax, ay), aside(bx, by), -left, right],
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
