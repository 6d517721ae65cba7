/**
 * Where do bridges hold the parts until the program has ended?
 *
 * A bridge is a place on the sheet, not on one contour: whatever path runs over it leaves it standing, so that parts
 * that share a line share the bridges on it. Bridges lead to the sheet around where a contour has such a side, spread
 * evenly, away from corners. In the end every part must hang together with the sheet over bridges, or gets one more.
 */
import Flatbush from "flatbush";
import type { Bounds, Point } from "../../../base/contract/values/geometry.ts";
import { segmentDistance } from "../../../base/geometry/segment.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";
import { cos, sin } from "../../../base/geometry/trig/sines.ts";
import type { PathRange } from "../path/lead.ts";
import { mergedStretches } from "../path/stroke.ts";
import type { PathWalk } from "../path/walk.ts";
import { type Bridge, type MiddleLine, stretchUnder } from "./bridge.ts";
import { HeldTogether } from "./held-together.ts";
import { boxesOf } from "./island-boxes.ts";
import { type BridgeSite, EvenPlaces, furthest, halfOf, middlesOn, SHEET } from "./places.ts";
import { ScrapMap, type ScrapRoom } from "./scrap.ts";

export interface TabWish {
  count: number;
  /** Width of the bridge itself. */
  width: number;
}

/** A place where no bridge would hold, and how far round it, in widths of a bridge. */
export interface Avoided {
  at: Point;
  within: number;
}

/** A contour that wants bridges, or whose way others' bridges may lie in. */
export interface Tabbed {
  walk: PathWalk;
  placement: number;
  wish: TabWish;
  /** Where the scrap is: left of the path (1) or right of it (-1). */
  side: 1 | -1;
}

/** A bridge may be narrower than asked for by this, and by this share, in mm. */
const NARROW = 0.04;
const NARROWER = 0.2;
/** From this many bridges on it pays to look for those of each move. */
const FEW = 32;
/** How much longer a bridge may become by another, in mm. */
const GROWTH = 0.1;
/** How exactly the part behind a web is found, and how much further a bridge reaches, in mm. */
const HALVINGS = 12;
const WEB = 0.02;
/** A part this near to the way across the kerf is on it, in mm. */
const EDGE = 1e-3;

export class Tabs {
  private readonly bridges: Bridge[] = [];
  /** By contour: its own bridges. */
  private readonly own: Bridge[][];
  private readonly gaps: PathRange[][];
  /** Greatest `left` or `right` of all bridges. */
  private widest = 0;
  private readonly index: Flatbush | null;
  private readonly contourIndex: Flatbush | null;
  private readonly scraps = new Map<number, ScrapMap>();
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
      const whole = this.gaps[i]!.filter((gap) => this.isWhole(gap, { width }));
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

  /** Stretches of a contour that stay uncut. */
  gapsOn(contour: number): PathRange[] {
    return this.gaps[contour]!;
  }

  /** The same for any other path. */
  gapsAlong(walk: PathWalk): PathRange[] {
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
    const stretches = this.stretchesOn(owner);
    const taken = stretches.map(middleOf);
    const whole = wish.width + 2 * this.radius;
    const most = Math.floor(walk.length / whole / 2);
    let count = Math.min(wish.count, most) - stretches.filter((one) => this.isWhole(one, wish)).length;
    if (count <= 0) return;
    if (taken.length === 0) {
      const even = this.even.on(walk, count, whole).map((at) => this.spot(owner, at));
      const out = even.flatMap((spot) => (spot?.other === SHEET && !spot.isThin ? [spot] : []));
      if (out.length === even.length) {
        for (const spot of out) this.add(owner, spot);
        return;
      }
    }
    for (const places of this.placesOn(owner, whole)) {
      for (let spot = this.bestOf(owner, places, taken); spot; spot = this.bestOf(owner, places, taken)) {
        taken.push(spot.at);
        this.add(owner, spot);
        if (--count === 0) return;
      }
    }
  }

  /** The place furthest from what is there; one that makes a neighbour's bridge wider only where there is no other. */
  private bestOf(owner: number, places: BridgeSite[], taken: number[]): BridgeSite | null {
    const { walk, wish } = this.contours[owner]!;
    const left = [...places];
    let first: BridgeSite | null = null;
    for (;;) {
      const spot = furthest(left, taken, walk.length, wish.width + 2 * this.radius);
      if (spot === null || !this.widens(owner, spot)) return spot ?? first;
      first ??= spot;
      left.splice(left.indexOf(spot), 1);
    }
  }

  private add(owner: number, spot: BridgeSite): void {
    const bridge = this.bridgeAt(owner, spot);
    this.bridges.push(bridge);
    this.own[owner]!.push(bridge);
  }

  /** Whether what stays uncut holds as wide a bridge as is asked for. */
  private isWhole([from, to]: PathRange, { width }: Pick<TabWish, "width">): boolean {
    return to - from > width + 2 * this.radius - Math.min(NARROW, NARROWER * width);
  }

  /** Stretches of a contour that stay uncut for the bridges made so far, its neighbours' among them. */
  private stretchesOn(contour: number): PathRange[] {
    const { walk, wish } = this.contours[contour]!;
    return this.contoursNear(walk.bounds, 6 * this.radius + 2 * wish.width)
      .flatMap((i) => this.own[i]!)
      .flatMap((bridge) => stretchUnder(walk, bridge, this.radius));
  }

  private contoursNear({ min_x, min_y, max_x, max_y }: Bounds, reach: number): number[] {
    return this.contourIndex!.search(min_x - reach, min_y - reach, max_x + reach, max_y + reach).sort(
      (a, b) => a - b,
    );
  }

  /** Whether a bridge there would make one that a neighbour has wider, instead of lying beside it or in it. */
  private widens(owner: number, spot: BridgeSite): boolean {
    if (spot.other === SHEET) return false;
    const bridge = this.bridgeAt(owner, spot);
    const { from, ux, uy, width } = bridge;
    const [x, y] = [from[0] + ux * width, from[1] + uy * width];
    const box = {
      min_x: Math.min(from[0], x),
      min_y: Math.min(from[1], y),
      max_x: Math.max(from[0], x),
      max_y: Math.max(from[1], y),
    };
    return this.contoursNear(box, Math.max(bridge.left, bridge.right)).some((i) => {
      if (i === owner) return false;
      const { walk } = this.contours[i]!;
      const added = stretchUnder(walk, bridge, this.radius);
      return (
        added.length > 0 &&
        this.stretchesOn(i).some((one) => added.some((two) => grows(one, two, walk.length)))
      );
    });
  }

  /** Places for the middle of a bridge, with what lies across the kerf, the best kind first; only where one would hold. */
  private *placesOn(owner: number, whole: number): Generator<BridgeSite[]> {
    const { walk } = this.contours[owner]!;
    const spotsAt = (middles: number[]) => middles.flatMap((at) => this.spot(owner, at) ?? []);
    const { away, aside, any } = middlesOn(walk, whole);
    const best = spotsAt(away);
    yield best;
    const good = spotsAt(aside);
    yield good;
    // Round a corner only where there is no other way.
    if (best.length + good.length === 0) yield spotsAt(any);
  }

  /**
   * Finds where a bridge leads: to the part whose kerf meets this one, or the sheet. A web between two kerfs that is
   * narrower than the bridge holds nothing, so a bridge goes on through it to the part behind. Null where it would
   * end on scrap that falls out itself.
   */
  private spot(owner: number, at: number): BridgeSite | null {
    const { walk, placement, wish, side } = this.contours[owner]!;
    const half = halfOf(walk, at, wish.width + 2 * this.radius);
    if (half === null) return null;
    const [px, py] = walk.at(at).at;
    const whole = wish.width + 2 * this.radius;
    if (this.avoided.some(({ at: [x, y], within }) => hypot(x - px, y - py) < within * whole)) return null;
    const { obstacles } = this.room;
    const outFrom = (place: number): [from: Point, out: Point] => {
      const { at: from, leaves } = walk.at(place);
      return [from, [-side * sin(leaves), side * cos(leaves)]];
    };
    const acrossKerf = (place: number) => {
      const [[x, y], [ux, uy]] = outFrom(place);
      return obstacles.partNear([x, y], EDGE, placement, [x + this.touching * ux, y + this.touching * uy]);
    };
    const touching = acrossKerf(at);
    if (touching >= 0) {
      // Near the end of the line that both share, or of the part itself, less than the whole bridge holds.
      const isThin = [at - wish.width / 2, at + wish.width / 2].some((end) => acrossKerf(end) !== touching);
      return { at, half, other: touching, isThin };
    }
    const [point, out] = outFrom(at);
    const scrap = this.scrapFor(wish.width).holds(point, out);
    if (scrap) return { at, half, other: SHEET, isThin: scrap === "thin" };
    const behind = obstacles.partNear(point, 3 * this.radius + wish.width, placement);
    return behind < 0 ? null : { at, half, other: behind, isThin: true };
  }

  private scrapFor(width: number): ScrapMap {
    const scrap = this.scraps.get(width) ?? new ScrapMap(this.room, width);
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

  private bridgeAt(owner: number, { at, half, other }: BridgeSite): Bridge {
    const { walk, side } = this.contours[owner]!;
    const { radius } = this;
    const [x, y] = walk.at(at - half).at;
    const to = walk.at(at + half).at;
    const whole = hypot(to[0] - x, to[1] - y);
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
    const groups = new HeldTogether();
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
  private tieOut(owner: number, groups: HeldTogether): boolean {
    const { wish, placement } = this.contours[owner]!;
    const whole = wish.width + 2 * this.radius;
    for (const places of this.placesOn(owner, whole)) {
      const out = places.filter(({ other }) => !groups.same(other, placement));
      const spot = this.bestOf(owner, out, this.stretchesOn(owner).map(middleOf));
      if (spot === null) continue;
      this.add(owner, spot);
      groups.join(placement, spot.other);
      return true;
    }
    return false;
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

  private gapsOf({ walk }: Pick<Tabbed, "walk">, contour: number, index: Flatbush | null): PathRange[] {
    const own = this.contours[contour]?.placement;
    const stretches = this.near(walk, index).flatMap((bridge) => {
      if (bridge.owner === contour) return this.ownStretch(bridge);
      // A bridge that holds a part does not lie in the part's own holes.
      return this.contours[bridge.owner]!.placement === own ? [] : stretchUnder(walk, bridge, this.radius);
    });
    return mergedStretches(stretches);
  }

  private ownStretch({ at, half }: Bridge): PathRange[] {
    return [[at - half, at + half]];
  }

  private near(walk: PathWalk, index: Flatbush | null): Bridge[] {
    if (!index) return this.bridges;
    const reach = Math.max(2 * this.radius, this.widest);
    const { min_x, min_y, max_x, max_y } = walk.bounds;
    const around = index.search(min_x - reach, min_y - reach, max_x + reach, max_y + reach);
    const found = around.length > FEW ? this.nearMoves(walk, index, reach) : around;
    return found.sort((a, b) => a - b).map((i) => this.bridges[i]!);
  }

  /** The same for a path round many bridges. */
  private nearMoves(walk: PathWalk, index: Flatbush, reach: number): number[] {
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
}

/** Whether two stretches of a way that closes lie so together that one is longer with the other. */
function grows(one: PathRange, two: PathRange, length: number): boolean {
  return [-length, 0, length].some((turn) => {
    const [low, high] = [two[0] + turn, two[1] + turn];
    if (low > one[1] || high < one[0]) return false;
    const whole = Math.max(one[1], high) - Math.min(one[0], low);
    return whole > Math.max(one[1] - one[0], high - low) + GROWTH;
  });
}

function middleOf([from, to]: PathRange): number {
  return (from + to) / 2;
}
