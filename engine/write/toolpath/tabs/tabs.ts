/**
 * Where do bridges hold the parts until the program has ended?
 *
 * A bridge is a place on the sheet, not on one contour: whatever path runs over it leaves it standing, so that parts
 * that share a line share the bridges on it. Bridges lead to the sheet around where a contour has such a side, spread
 * evenly, away from corners. In the end every part must hang together with the sheet over bridges, or gets one more.
 */
import type { Point } from "../../../base/contract/values/geometry.ts";
import { BoxIndex, type Corners, cornersOf } from "../../../base/geometry/box-index.ts";
import { insideRing } from "../../../base/geometry/inside.ts";
import { segmentDistance } from "../../../base/geometry/segment.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";
import { JoinedSets } from "../../../verify/sweep/joined-sets.ts";
import type { PlacedContour } from "../path/contour.ts";
import type { PathRange } from "../path/lead.ts";
import { mergedStretches } from "../path/stroke.ts";
import type { PathWalk } from "../path/walk.ts";
import { type Bridge, type MiddleLine, stretchUnder } from "./bridge.ts";
import { type BridgePlace, type BridgeSite, furthest, Places, SHEET } from "./places.ts";
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
  contour: PlacedContour;
  walk: PathWalk;
  wish: TabWish;
  /** Where the scrap is: left of the path (1) or right of it (-1). */
  side: 1 | -1;
}

/** A bridge may be narrower than asked for by this, and by this share, in mm. */
const NARROW = 0.04;
const NARROWER = 0.2;
/** How much longer a bridge may become by another, in mm. */
const GROWTH = 0.1;
/** How exactly the part behind a web is found, and how much further a bridge reaches, in mm. */
const HALVINGS = 12;
const WEB = 0.02;
/** A part this near to the way across the kerf is on it, in mm. */
const EDGE = 1e-3;

/** Parts near a contour, and the site of each place on it that was asked for so far; null where it has none. */
interface Surroundings {
  near: number[];
  /** False where no bridge from the contour can lead to the sheet. */
  reachesSheet: boolean;
  sites: Map<BridgePlace, BridgeSite | null>;
}

export class Tabs {
  private readonly bridges: Bridge[] = [];
  /** By contour: what stays uncut for the bridges made so far, its neighbours' among them. */
  private readonly uncut: PathRange[][];
  /** The same less what the bridges of its own part do to it elsewhere. */
  private gaps: PathRange[][];
  /** Greatest `left` or `right` of all bridges. */
  private widest = 0;
  private readonly index: BoxIndex;
  private readonly contourIndex: BoxIndex;
  private readonly scraps = new Map<number, ScrapMap>();
  private readonly places: Places;
  private readonly around = new Map<number, Surroundings>();
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
    this.places = new Places(room.radius);
    this.uncut = contours.map(() => []);
    this.gaps = contours.map(() => []);
    this.contourIndex = new BoxIndex(
      wanting.length > 0 ? contours.map(({ walk }) => cornersOf(walk.bounds)) : [],
    );
    for (const i of wanting) this.place(i);
    this.loose = this.joinAll(wanting);
    for (const { left, right } of this.bridges) this.widest = Math.max(this.widest, left, right);
    this.index = new BoxIndex(this.bridges.map(cornersOfBridge));
    this.gaps = this.gaps.map(mergedStretches);
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
    return mergedStretches(this.near(walk).flatMap((bridge) => stretchUnder(walk, bridge, this.radius)));
  }

  /** Whether the tool would cut into a bridge between two points. */
  cuts([ax, ay]: Point, [bx, by]: Point): boolean {
    const reach = this.radius - 1e-3;
    return this.index
      .near([ax, ay, bx, by], reach)
      .some((i) => segmentDistance(ax, ay, bx, by, ...cornersOfBridge(this.bridges[i]!)) < reach);
  }

  private place(owner: number): void {
    const { walk, wish } = this.contours[owner]!;
    const stretches = this.uncut[owner]!;
    const whole = wish.width + 2 * this.radius;
    const most = Math.floor(walk.length / whole / 2);
    let count = Math.min(wish.count, most) - stretches.filter((one) => this.isWhole(one, wish)).length;
    if (count <= 0) return;
    if (stretches.length === 0) {
      const out = this.sheetSites(owner, this.places.even(walk, wish.width, count));
      if (out.length === count) {
        for (const site of out) this.add(this.bridgeAt(owner, site));
        return;
      }
    }
    const taken = stretches.map(middleOf);
    for (const places of this.placesOn(owner)) {
      for (let best = this.bestOf(owner, places, taken); best; best = this.bestOf(owner, places, taken)) {
        taken.push(best.place.at);
        this.add(best);
        if (--count === 0) return;
      }
    }
  }

  /** The bridges to the sheet at these places, up to the first place that has none. */
  private sheetSites(owner: number, places: BridgePlace[]): BridgeSite[] {
    const sites: BridgeSite[] = [];
    for (const place of places) {
      const site = this.siteAt(owner, place);
      if (site?.other !== SHEET || site.isThin) break;
      sites.push(site);
    }
    return sites;
  }

  /** The bridge furthest from what is there; one that makes a neighbour's wider only where there is no other. */
  private bestOf(
    owner: number,
    places: BridgePlace[],
    taken: number[],
    isAllowed: (other: number) => boolean = () => true,
  ): Bridge | null {
    const { walk, wish } = this.contours[owner]!;
    const siteAt = (place: BridgePlace) => {
      const site = this.siteAt(owner, place);
      return site && isAllowed(site.other) ? site : null;
    };
    const { reachesSheet } = this.surroundings(owner);
    const whole = wish.width + 2 * this.radius;
    const left = [...places];
    let first: Bridge | null = null;
    for (;;) {
      const site = furthest(left, siteAt, taken, walk.length, { whole, reachesSheet });
      if (site === null) return first;
      const bridge = this.bridgeAt(owner, site);
      if (!this.widens(bridge)) return bridge;
      first ??= bridge;
      left.splice(left.indexOf(site.place), 1);
    }
  }

  private add(bridge: Bridge): void {
    const { owner, place } = bridge;
    const { at, half } = place;
    const { placement } = this.contours[owner]!.contour;
    this.bridges.push(bridge);
    this.gaps[owner]!.push([at - half, at + half]);
    for (const i of this.contoursNear(bridge)) {
      const { contour, walk } = this.contours[i]!;
      if (!isInScrapOf(contour, bridge.from)) continue;
      const stretches = stretchUnder(walk, bridge, this.radius);
      this.uncut[i]!.push(...stretches);
      if (contour.placement !== placement) this.gaps[i]!.push(...stretches);
    }
  }

  /** Whether what stays uncut holds as wide a bridge as is asked for. */
  private isWhole([from, to]: PathRange, { width }: Pick<TabWish, "width">): boolean {
    return to - from > width + 2 * this.radius - Math.min(NARROW, NARROWER * width);
  }

  /** Contours on which a bridge may leave something uncut. */
  private contoursNear(bridge: Bridge): number[] {
    const reach = Math.max(this.radius, bridge.left, bridge.right);
    return this.contourIndex.near(cornersOfBridge(bridge), reach);
  }

  /** Whether a bridge would make one that a neighbour has wider, instead of lying beside it or in it. */
  private widens(bridge: Bridge): boolean {
    if (bridge.other === SHEET) return false;
    return this.contoursNear(bridge).some((i) => {
      const uncut = this.uncut[i]!;
      if (i === bridge.owner || uncut.length === 0) return false;
      const { walk } = this.contours[i]!;
      const added = stretchUnder(walk, bridge, this.radius);
      return uncut.some((one) => added.some((two) => grows(one, two, walk.length)));
    });
  }

  /** Places for bridges, the best kind first. */
  private *placesOn(owner: number): Generator<BridgePlace[]> {
    const { walk, wish } = this.contours[owner]!;
    const { away, aside, any } = this.places.on(walk, wish.width);
    yield away();
    yield aside();
    // Round a corner only where there is no other way.
    if (![...away(), ...aside()].some((place) => this.siteAt(owner, place))) yield any();
  }

  /**
   * Finds where a bridge leads: to the part whose kerf meets this one, or the sheet. A web between two kerfs that is
   * narrower than the bridge holds nothing, so a bridge goes on through it to the part behind. Null where it would
   * end on scrap that falls out itself.
   */
  private siteAt(owner: number, place: BridgePlace): BridgeSite | null {
    const { sites } = this.surroundings(owner);
    const known = sites.get(place);
    if (known !== undefined) return known;
    const beyond = this.beyond(owner, place);
    const site = beyond && { place, ...beyond };
    sites.set(place, site);
    return site;
  }

  private beyond(owner: number, { middle, ends }: BridgePlace): Omit<BridgeSite, "place"> | null {
    const { walk, wish, side } = this.contours[owner]!;
    const { x, y } = walk.roundFrom(0);
    const point: Point = [middle.at[0] + x, middle.at[1] + y];
    const whole = wish.width + 2 * this.radius;
    if (this.avoided.some(({ at: [px, py], within }) => hypot(px - point[0], py - point[1]) < within * whole))
      return null;
    const { obstacles } = this.room;
    const { near } = this.surroundings(owner);
    const across = ({ at: [px, py], left: [ux, uy] }: BridgePlace["middle"], far: number) => {
      const reach = side * far;
      const from: Point = [px + x, py + y];
      return obstacles.firstNear(near, from, EDGE, [from[0] + reach * ux, from[1] + reach * uy]);
    };
    const acrossKerf = (from: BridgePlace["middle"]) => across(from, 3 * this.radius + 1e-3);
    const touching = acrossKerf(middle);
    // Near the end of the line that both share, or of the part itself, less than the whole bridge holds.
    if (touching >= 0) return { other: touching, isThin: ends.some((end) => acrossKerf(end) !== touching) };
    const [ux, uy] = middle.left;
    const scrap = this.scrapFor(wish.width).holds(point, [side * ux, side * uy]);
    if (scrap) return { other: SHEET, isThin: scrap === "thin" };
    const behind = across(middle, 3 * this.radius + wish.width);
    return behind < 0 ? null : { other: behind, isThin: true };
  }

  private surroundings(owner: number): Surroundings {
    const { walk, wish, contour } = this.contours[owner]!;
    const known = this.around.get(owner);
    if (known) return known;
    // No bridge reaches further, and nothing is looked for further behind it.
    const reach = 3 * this.radius + 2 * wish.width + WEB;
    const box = cornersOf(walk.bounds);
    const near = this.room.obstacles.near(box, reach).filter((i) => i !== contour.placement);
    const found = { near, reachesSheet: this.scrapFor(wish.width).mayHold(box), sites: new Map() };
    this.around.set(owner, found);
    return found;
  }

  private scrapFor(width: number): ScrapMap {
    const scrap = this.scraps.get(width) ?? new ScrapMap(this.room, width);
    this.scraps.set(width, scrap);
    return scrap;
  }

  /** How far to either side of its middle line a bridge keeps paths off at the least. */
  private get reach(): number {
    return Math.max(2 * this.radius - 1e-3, 0.02);
  }

  private bridgeAt(owner: number, { place, other }: BridgeSite): Bridge {
    const { at, half } = place;
    const { walk, side } = this.contours[owner]!;
    const { radius } = this;
    const [x, y] = walk.at(at - half).at;
    const to = walk.at(at + half).at;
    const whole = hypot(to[0] - x, to[1] - y);
    const [ux, uy] = [(to[0] - x) / whole, (to[1] - y) / whole];
    const line = { from: [x + radius * ux, y + radius * uy] as Point, ux, uy, width: whole - 2 * radius };
    const out = other === SHEET ? this.reach : Math.max(this.reach, this.reachBehind(line, owner));
    const [left, right] = side > 0 ? [out, this.reach] : [this.reach, out];
    return { ...line, place, owner, other, left, right };
  }

  /** How far from a bridge's middle line the path round the part behind lies, where that is furthest. */
  private reachBehind({ from, ux, uy, width }: MiddleLine, owner: number): number {
    const { side } = this.contours[owner]!;
    const { near } = this.surroundings(owner);
    const { radius } = this;
    let furthest = 0;
    for (const along of [-radius, width / 2, width + radius]) {
      const start: Point = [from[0] + along * ux, from[1] + along * uy];
      // The whole way counts, since the part behind may have a hole.
      const isBehind = (far: number) => {
        const end: Point = [start[0] - side * far * uy, start[1] + side * far * ux];
        return this.room.obstacles.firstNear(near, start, radius + 1e-3, end) >= 0;
      };
      let [low, high] = [this.reach, 2 * (radius + width)];
      if (isBehind(low) || !isBehind(high)) continue;
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
    // Sets of placements, and of the sheet at -1.
    const groups = new JoinedSets(1 + this.room.obstacles.count);
    for (const { owner, other } of this.bridges)
      groups.join(1 + this.contours[owner]!.contour.placement, 1 + other);
    const isLoose = (i: number) => !groups.same(1 + this.contours[i]!.contour.placement, 1 + SHEET);
    let loose = wanting.filter(isLoose);
    for (let tied = true; tied && loose.length > 0; loose = loose.filter(isLoose)) {
      tied = false;
      for (const i of loose) if (isLoose(i) && this.tieOut(i, groups)) tied = true;
    }
    return new Set(loose.map((i) => this.contours[i]!.contour.placement));
  }

  /** Adds a bridge from this contour to another group, if it has a place for one. */
  private tieOut(owner: number, groups: JoinedSets): boolean {
    const { placement } = this.contours[owner]!.contour;
    const isAllowed = (other: number) => !groups.same(1 + other, 1 + placement);
    for (const places of this.placesOn(owner)) {
      const bridge = this.bestOf(owner, places, this.uncut[owner]!.map(middleOf), isAllowed);
      if (bridge === null) continue;
      this.add(bridge);
      groups.join(1 + placement, 1 + bridge.other);
      return true;
    }
    return false;
  }

  /** Bridges near the moves of a path, in the order in which they were made. */
  private near(walk: PathWalk): Bridge[] {
    const reach = Math.max(2 * this.radius, this.widest);
    const found = new Set<number>();
    for (const [i, { to, center }] of walk.moves.entries()) {
      const [x, y] = walk.from(i);
      // An arc stays within half its circumference of both ends.
      const around = reach + (center ? walk.ends[i]! - (walk.ends[i - 1] ?? 0) : 0);
      for (const bridge of this.index.near([x, y, ...to], around)) found.add(bridge);
    }
    return [...found].sort((a, b) => a - b).map((i) => this.bridges[i]!);
  }
}

/** Whether a bridge that begins here may lie in the way of a contour: within a hole only those of parts in the hole do. */
function isInScrapOf({ inner, outline, x, y }: PlacedContour, [px, py]: Point): boolean {
  return !inner || insideRing(outline.ring, px - x, py - y);
}

/** Both ends of a bridge's middle line. */
function cornersOfBridge({ from: [x, y], ux, uy, width }: MiddleLine): Corners {
  return [x, y, x + ux * width, y + uy * width];
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
