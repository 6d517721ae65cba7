/**
 * Which way does the head take round what is cut out already?
 *
 * A part or a slug that lies loose may stand up on the slats, and a head that runs over it is bent. The straight way is
 * left where it would cross a loose ring, for the ring's own line on the shorter side: the kerf is there, and parts do
 * not overlap, so the way along one ring leads over no other. What bends for nothing is pulled straight again.
 */

import type { Point, Ring } from "../../../base/contract/values/geometry.ts";
import { BoxIndex, type Corners, cornersOf } from "../../../base/geometry/box-index.ts";
import { insideRing, insideSpans } from "../../../base/geometry/inside.ts";
import { lineLength, pointBounds, signedArea } from "../../../base/geometry/ring.ts";
import { nearestOnRing, ringDistance } from "../../../base/geometry/segment.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";

/** Shorter crossings, and shallower ones, are none, in mm. */
const SHORTEST = 0.05;
const SHALLOW = 0.01;
/** Shares of a crossing that are looked at. */
const PLACES = [0.5, 0.31, 0.69, 0.15, 0.85];

/** Where a straight way is over a ring, as lengths from its beginning. */
interface RingCrossing {
  ring: Ring;
  low: number;
  high: number;
}

export class LooseRings {
  private readonly index: BoxIndex;
  private readonly isLoose: Uint8Array;

  /** None of the rings is loose yet. */
  constructor(private readonly rings: Ring[]) {
    this.isLoose = new Uint8Array(rings.length);
    this.index = new BoxIndex(rings.map((ring) => cornersOf(pointBounds(ring))));
  }

  loosen(ring: number): void {
    this.isLoose[ring] = 1;
  }

  /** Where the way to a place comes over what is loose there: on the widest ring around it, nearest to it; null where none is. */
  rimAround(place: Point): Point | null {
    const around = this.looseNear([...place, ...place])
      .filter((ring) => insideRing(ring, ...place))
      .sort((a, b) => Math.abs(signedArea(b)) - Math.abs(signedArea(a)));
    return around.length > 0 ? nearestOnRing(around[0]!, place).at : null;
  }

  /** The points between two others over which no loose ring is crossed; none where the straight way is free. */
  way(from: Point, to: Point): Point[] {
    const crossings = this.crossings(from, to);
    if (crossings.length === 0) return [];
    const length = hypot(to[0] - from[0], to[1] - from[1]);
    const at = (along: number): Point => {
      const share = along / length;
      return [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
    };
    const points = [from];
    let passed = -1;
    for (const { ring, low, high } of crossings) {
      // Rings within a ring, and perhaps on it, are passed with it.
      if (high < passed + SHORTEST) continue;
      points.push(...alongRing(ring, at(low), at(high)));
      passed = high;
    }
    points.push(to);
    return this.pulled(points).slice(1, -1);
  }

  private crossings(from: Point, to: Point): RingCrossing[] {
    const [[ax, ay], [bx, by]] = [from, to];
    const length = hypot(bx - ax, by - ay);
    if (length < SHORTEST) return [];
    const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
    return this.looseNear([ax, ay, bx, by])
      .flatMap((ring): RingCrossing[] => {
        // Seen so that the way runs along x.
        const seen = ring.map(([x, y]): Point => {
          const [dx, dy] = [x - ax, y - ay];
          return [dx * ux + dy * uy, dy * ux - dx * uy];
        });
        return insideSpans([seen], 0)
          .map(([low, high]) => ({ ring, low: Math.max(0, low), high: Math.min(length, high) }))
          .filter(({ low, high }) => high - low > SHORTEST && isDeep(seen, low, high));
      })
      .sort((a, b) => a.low - b.low || b.high - a.high);
  }

  private looseNear(box: Corners): Ring[] {
    return this.index
      .near(box)
      .filter((i) => this.isLoose[i] === 1)
      .map((i) => this.rings[i]!);
  }

  /** The points without those that a straight way may leave out. */
  private pulled(points: Point[]): Point[] {
    const kept = [points[0]!];
    for (let i = 0; i + 1 < points.length; ) {
      let next = i + 1;
      for (let step = 1; step >= 1; ) {
        const further = Math.min(points.length - 1, next + step);
        const isFree = further > next && this.crossings(points[i]!, points[further]!).length === 0;
        if (isFree) [next, step] = [further, 2 * step];
        else step >>= 1;
      }
      kept.push(points[next]!);
      i = next;
    }
    return kept;
  }
}

/** Whether a stretch of the x axis leaves the ring's own line: where its middle meets a notch, other places do. */
function isDeep(ring: Ring, low: number, high: number): boolean {
  return PLACES.some((share) => ringDistance(ring, low + share * (high - low), 0) > SHALLOW);
}

/** The shorter way along a ring between the places that are nearest to two points. */
function alongRing(ring: Ring, from: Point, to: Point): Point[] {
  const [a, b] = [nearestOnRing(ring, from), nearestOnRing(ring, to)];
  const ahead = between(ring, a.edge, b.edge, a.share > b.share);
  const back = between(ring, b.edge, a.edge, b.share > a.share).reverse();
  const ways = [ahead, back].map((middle) => [a.at, ...middle, b.at]);
  const [first, second] = ways as [Point[], Point[]];
  return lineLength(first) <= lineLength(second) ? first : second;
}

/** The vertices from one edge on to another; all of them where that lies behind on the same edge. */
function between(ring: Ring, from: number, to: number, isRound: boolean): Point[] {
  const count = from === to && !isRound ? 0 : (to - from + ring.length) % ring.length || ring.length;
  return Array.from({ length: count }, (_, k) => ring[(from + 1 + k) % ring.length]!);
}
