/**
 * Is a place shut in by what a tool sweeps? The swept area falls into islands, and what they shut in together one of
 * them shuts in alone. Most places see past all of them; where one may lie round a place, its edge tells: it consists of
 * the stretches of capsules' outlines that lie in no other capsule. Where one ends another begins, so they make loops:
 * round the island, or, the other way about, round a room in it. No cells, no steps: all of it in closed form, and only
 * loops are followed that somebody asks about.
 */
import type { Point } from "../../base/contract/values/geometry.ts";
import { pointSegmentDistance, segmentDistance } from "../../base/geometry/segment.ts";
import { hypot } from "../../base/geometry/trig/hypot.ts";
import { cos, sin } from "../../base/geometry/trig/sines.ts";
import {
  addCovers,
  angleAt,
  type Capsule,
  type CoveredArc,
  capsuleOf,
  centerOf,
  placeOf,
  pointAt,
  ROUND,
} from "./capsule.ts";
import { JoinedSets } from "./joined-sets.ts";
import { boxesMeet, indexOfCorners, type LegBox, RunIndex } from "./run-index.ts";

/** Straight pieces of what shuts in, four numbers each, and how far each reaches to either side. */
export interface Walls {
  ends: Float64Array;
  radiusOf: (i: number) => number;
}

/** A stretch of the edge, with the capsules before and behind it, -1 where there are none. */
interface EdgeStretch {
  of: number;
  low: number;
  high: number;
  before: number;
  behind: number;
  loop?: Loop;
}

interface Loop {
  /** Twice the area within, below zero for a room. */
  doubled: number;
  box: LegBox;
}

/** Capsules each of which begins where the one before ends, by their numbers, and the box that they lie in. */
interface CapsuleChain {
  from: number;
  to: number;
  box: LegBox;
}

/** Connected pieces of the swept area. */
interface SweptIslands {
  /** By capsule: the number of its island. */
  of: Int32Array;
  boxes: LegBox[];
  index: RunIndex;
}

/** Outlines that fall together to a hair are kept apart by this at the most, in mm. */
const APART = 1e-5;
/** Where two capsules' outlines cross is found from either, this far apart at the most, in mm. */
const SAME = 1e-3;
/** First reach of a search for what is nearest, in mm. */
const NEAR = 2;

/** The edge can't be followed, since three outlines meet in one point: to be looked at again with radii a hair different. */
export class Tangled extends Error {}

export class Enclosure {
  private readonly count: number;
  private readonly ends: Float64Array;
  private readonly radii: Float64Array;
  private readonly index: RunIndex;
  /** Capsules that were asked for so far, by number. */
  private readonly capsules = new Map<number, Capsule>();
  private readonly edges = new Map<number, EdgeStretch[]>();
  /** Made when a place asks for them that does not see the sheet's edge. */
  private islands: SweptIslands | null = null;

  /** `seed` chooses the hairs that keep outlines apart. */
  constructor(
    { ends, radiusOf }: Walls,
    private readonly width: number,
    private readonly height: number,
    seed: number,
  ) {
    this.ends = ends;
    this.count = ends.length / 4;
    this.radii = new Float64Array(this.count);
    for (let i = 0; i < this.count; i++) this.radii[i] = radiusOf(i) + APART * shareOf(i, seed);
    const boxes = new Float64Array(ends.length);
    for (let i = 0; i < this.count; i++) boxes.set(this.boxOf(i), 4 * i);
    this.index = new RunIndex(boxes);
  }

  /** The box of a capsule, and a hair more. */
  private boxOf(i: number): LegBox {
    const { ends } = this;
    const [ax, ay, bx, by] = [ends[4 * i]!, ends[4 * i + 1]!, ends[4 * i + 2]!, ends[4 * i + 3]!];
    const radius = this.radii[i]! + APART;
    return [
      Math.min(ax, bx) - radius,
      Math.min(ay, by) - radius,
      Math.max(ax, bx) + radius,
      Math.max(ay, by) + radius,
    ];
  }

  private capsule(i: number): Capsule {
    const known = this.capsules.get(i);
    if (known) return known;
    const { ends } = this;
    const k = 4 * i;
    const made = capsuleOf([ends[k]!, ends[k + 1]!, ends[k + 2]!, ends[k + 3]!], this.radii[i]!);
    this.capsules.set(i, made);
    return made;
  }

  /**
   * Whether no way leads from a place to the edge of the sheet; there is none from within the swept area.
   * @throws Tangled
   */
  shutsIn(x: number, y: number): boolean {
    const isIn = ({ ends, radius }: Capsule) => pointSegmentDistance(x, y, ...ends) <= radius;
    if (this.index.near([x, y, x, y]).some((i) => isIn(this.capsule(i)))) return true;
    if (this.seesPast([0, 0, this.width, this.height], x, y)) return false;
    this.islands ??= this.islandsOf();
    const { of, boxes, index } = this.islands;
    const isPast = (island: number) => this.seesPast(boxes[island]!, x, y, (i) => of[i] === island);
    return index
      .near([x, y, x, y])
      .some((island) => !isPast(island) && this.isRoom(this.loopRound(island, [x, y])));
  }

  /** Capsules that meet are of one island. Those of a chain do; others only where the boxes of their chains meet. */
  private islandsOf(): SweptIslands {
    const { count } = this;
    const groups = new JoinedSets(count);
    const chains = this.chainsOf();
    const index = indexOfCorners(chains.map(({ box }) => box));
    for (const { from, to } of chains) for (let i = from + 1; i < to; i++) groups.join(i - 1, i);
    for (const { from, to, box } of chains) {
      const isApart = (other: CapsuleChain) => groups.of(other.from) !== groups.of(from);
      let others = index
        .near(box)
        .map((other) => chains[other]!)
        .filter(isApart);
      for (let i = from; i < to && others.length > 0; i++) {
        const own = this.boxOf(i);
        if (!others.some((other) => boxesMeet(own, other.box))) continue;
        this.joinNear(i, own, groups);
        others = others.filter(isApart);
      }
    }
    const numbers = new Map<number, number>();
    const boxes: LegBox[] = [];
    const of = new Int32Array(count);
    for (const { from, to, box } of chains) {
      const root = groups.of(from);
      const number = numbers.get(root) ?? numbers.size;
      numbers.set(root, number);
      if (boxes[number]) unite(boxes[number], box);
      else boxes[number] = box;
      of.fill(number, from, to);
    }
    return { of, boxes, index: indexOfCorners(boxes) };
  }

  private chainsOf(): CapsuleChain[] {
    const { ends } = this;
    const chains: CapsuleChain[] = [];
    for (let i = 0; i < this.count; i++) {
      const k = 4 * i;
      const own = this.boxOf(i);
      const chain = chains.at(-1);
      if (chain && ends[k - 2] === ends[k] && ends[k - 1] === ends[k + 1]) {
        chain.to = i + 1;
        unite(chain.box, own);
      } else chains.push({ from: i, to: i + 1, box: own });
    }
    return chains;
  }

  /** Joins a capsule with those behind it that it meets. */
  private joinNear(i: number, box: LegBox, groups: JoinedSets): void {
    const { ends, radius } = this.capsule(i);
    for (const k of this.index.near(box)) {
      if (k <= i || groups.of(i) === groups.of(k)) continue;
      const other = this.capsule(k);
      if (segmentDistance(...ends, ...other.ends) < radius + other.radius + APART) groups.join(i, k);
    }
  }

  /** Whether a straight way along an axis leads from a place in a box to the edge of the box, past the capsules that count. */
  private seesPast(
    [minX, minY, maxX, maxY]: LegBox,
    x: number,
    y: number,
    counts: (capsule: number) => boolean = () => true,
  ): boolean {
    const ways: LegBox[] = [
      [minX, y, x, y],
      [x, y, maxX, y],
      [x, minY, x, y],
      [x, y, x, maxY],
    ];
    return ways.some((way) =>
      this.index.near(way).every((i) => {
        if (!counts(i)) return true;
        const { ends, radius } = this.capsule(i);
        return segmentDistance(...way, ...ends) > radius;
      }),
    );
  }

  /** The loop of an island that a place outside of it sees first. */
  private loopRound(island: number, [x, y]: Point): Loop {
    const { of } = this.islands!;
    for (let reach = NEAR; ; reach *= 4) {
      const least = { i: -1, away: Number.POSITIVE_INFINITY };
      for (const i of this.index.near([x, y, x, y], reach)) {
        if (of[i] !== island) continue;
        const { ends, radius } = this.capsule(i);
        const away = pointSegmentDistance(x, y, ...ends) - radius;
        if (away < least.away) Object.assign(least, { i, away });
      }
      if (least.away <= reach) return this.loopAt(least.i, [x, y]);
    }
  }

  /** The loop on which the point of a capsule's outline lies that is nearest to one outside. */
  private loopAt(i: number, point: Point): Loop {
    const place = placeOf(this.capsule(i), point);
    const away = ({ low, high }: EdgeStretch) => {
      const middle = (low + high) / 2;
      const turns = Math.abs(((place - middle + 1.5 * ROUND) % ROUND) - ROUND / 2);
      return turns - (high - low) / 2;
    };
    const [first, ...others] = this.edgeOf(i);
    if (!first) throw new Tangled();
    const nearest = others.reduce((best, one) => (away(one) < away(best) ? one : best), first);
    return nearest.loop ?? this.follow(nearest);
  }

  /** The stretches of a capsule's outline that lie in no other. */
  private edgeOf(i: number): EdgeStretch[] {
    const known = this.edges.get(i);
    if (known) return known;
    const one = this.capsule(i);
    const covers: CoveredArc[] = [];
    for (const k of this.index.near(one.ends, one.radius))
      if (k !== i) addCovers(covers, one, this.capsule(k), k);
    const edge = leftBy(covers, i);
    this.edges.set(i, edge);
    return edge;
  }

  /** Goes round from a stretch until that comes again. */
  private follow(first: EdgeStretch): Loop {
    const start = pointAt(this.capsule(first.of), first.low);
    const loop: Loop = { doubled: 0, box: [...start, ...start] };
    let stretch = first;
    do {
      if (stretch.loop) throw new Tangled();
      stretch.loop = loop;
      this.measure(loop, stretch, start);
      if (stretch.behind >= 0) stretch = this.next(stretch);
    } while (stretch !== first);
    return loop;
  }

  /** The stretch that begins where one ends. */
  private next({ of, high, behind }: EdgeStretch): EdgeStretch {
    const [x, y] = pointAt(this.capsule(of), high);
    let best: EdgeStretch | null = null;
    let least = SAME;
    for (const stretch of this.edgeOf(behind)) {
      if (stretch.before !== of) continue;
      const [px, py] = pointAt(this.capsule(behind), stretch.low);
      const away = hypot(px - x, py - y);
      if (away > least) continue;
      best = stretch;
      least = away;
    }
    if (best === null) throw new Tangled();
    return best;
  }

  /** Adds a stretch to a loop's area and box. */
  private measure(loop: Loop, { of, low, high }: EdgeStretch, [ox, oy]: Point): void {
    const capsule = this.capsule(of);
    for (let from = low; from < high; from = Math.floor(from) + 1) {
      const piece = Math.floor(from) % ROUND;
      const to = Math.min(high, Math.floor(from) + 1);
      const [ax, ay] = pointAt(capsule, from);
      unite(loop.box, [ax, ay]);
      const [shareA, shareB] = [from - Math.floor(from), to - Math.floor(from)];
      if (piece % 2 === 0) {
        const [bx, by] = pointAt(capsule, piece + shareB);
        loop.doubled += (ax - ox) * (by - oy) - (bx - ox) * (ay - oy);
        unite(loop.box, [bx, by]);
        continue;
      }
      const { radius } = capsule;
      const [cx, cy] = centerOf(capsule, piece);
      const [a, b] = [angleAt(capsule, piece, shareA), angleAt(capsule, piece, shareB)];
      loop.doubled +=
        radius * radius * (b - a) + radius * ((cx - ox) * (sin(b) - sin(a)) - (cy - oy) * (cos(b) - cos(a)));
      for (let quarter = Math.ceil(a / (Math.PI / 2)); quarter * (Math.PI / 2) <= b; quarter++) {
        const angle = quarter * (Math.PI / 2);
        unite(loop.box, [cx + radius * cos(angle), cy + radius * sin(angle)]);
      }
      unite(loop.box, [cx + radius * cos(b), cy + radius * sin(b)]);
    }
  }

  /** Whether what a loop goes round is free, and ends before the sheet does. */
  private isRoom({ doubled, box: [minX, minY, maxX, maxY] }: Loop): boolean {
    return doubled < 0 && minX > 0 && minY > 0 && maxX < this.width && maxY < this.height;
  }
}

/** Widens a box by another, or by a point. */
function unite(box: LegBox, [x0, y0, x1 = x0, y1 = y0]: LegBox | Point): void {
  box[0] = Math.min(box[0], x0);
  box[1] = Math.min(box[1], y0);
  box[2] = Math.max(box[2], x1);
  box[3] = Math.max(box[3], y1);
}

/** Between 0 and 1, for a number of each kind another. */
function shareOf(i: number, seed: number): number {
  let bits = Math.imul(i + 1, 0x9e3779b1) ^ Math.imul(seed + 1, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d);
  bits = Math.imul(bits ^ (bits >>> 12), 0x297a2d39);
  return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32;
}

/** Stretches of the outline of capsule `of` that covers leave free. */
function leftBy(covers: CoveredArc[], of: number): EdgeStretch[] {
  if (covers.length === 0) return [{ of, low: 0, high: ROUND, before: -1, behind: -1 }];
  covers.sort((a, b) => a.low - b.low);
  const left: EdgeStretch[] = [];
  let [end, by] = [0, -1];
  for (const cover of covers) {
    if (cover.low > end) left.push({ of, low: end, high: cover.low, before: by, behind: cover.by });
    if (cover.high > end || by < 0) [end, by] = [cover.high, cover.by];
  }
  // The outline ends where it begins.
  const [first] = left;
  if (end < ROUND) {
    const last: EdgeStretch = { of, low: end, high: ROUND, before: by, behind: covers[0]!.by };
    if (first?.before === -1) {
      left.shift();
      last.high = ROUND + first.high;
      last.behind = first.behind;
    }
    left.push(last);
  } else if (first?.before === -1) first.before = by;
  return left;
}
