/**
 * Checks of a nesting request's parts that need geometry: every ring is a polygon, and every hole lies inside.
 *
 * Rings may touch themselves and each other, but not cross. With exteriors counter-clockwise and holes clockwise that
 * means a winding number of 0 or 1 everywhere (2: an exterior over itself; -1: a hole outside or over another hole,
 * a ring that turns both ways). Edges that cross are looked for first, because the place can be named; then one look
 * at both sides of each stretch of outline between two touches settles the rest. Within 1e-6 mm counts as touching. Parts that
 * cross themselves by no more than a hair are mended (`mend.ts`).
 */

import Flatbush from "flatbush";
import type { NestPart } from "../contract/v1/nest.ts";
import type { Point, Ring } from "../contract/values/geometry.ts";
import { invalidInput } from "../errors.ts";
import { rayCrossing } from "../geometry/inside.ts";
import { orientedRing, ringPerimeter, signedArea } from "../geometry/ring.ts";
import { pointSegmentDistance, segmentDistance, sideDistance } from "../geometry/segment.ts";
import { hypot } from "../geometry/trig/hypot.ts";
import { type MendedPart, mendPart } from "./mend.ts";
import { isPlain } from "./plain.ts";

export type FieldPath = (string | number)[];

interface RingEdge {
  ax: number;
  ay: number;
  bx: number;
  by: number;
  /** Number of its ring: 0 for the exterior, h + 1 for hole h. */
  ring: number;
  /** Position in its ring. */
  at: number;
}

/** Largest coordinate in mm: larger doubles do not resolve micrometres. */
const MAX_COORDINATE = 1e9;
const TOUCHING = 1e-6;

type OutlinedPart = Pick<NestPart, "exterior" | "holes">;

/**
 * Returns parts that cross themselves by a hair as they are mended, by their places in the request.
 * @throws EngineError INVALID_INPUT that names the first ring that is no polygon or the first hole out of place
 */
export function checkNestRequest(request: { parts: readonly OutlinedPart[] }): Map<number, MendedPart> {
  const mended = new Map<number, MendedPart>();
  request.parts.forEach((part, p) => {
    const own = checkPart(part, ["parts", p]);
    if (own) mended.set(p, own);
  });
  return mended;
}

function checkPart(part: OutlinedPart, path: FieldPath): MendedPart | undefined {
  const paths = [[...path, "exterior"], ...part.holes.map((_, h) => [...path, "holes", h])];
  try {
    checkRings([part.exterior, ...part.holes], paths, path);
    return undefined;
  } catch (error) {
    const mended = mendPart(part);
    if (!mended) throw error;
    checkRings([mended.exterior, ...mended.holes], paths, path);
    return mended;
  }
}

/** Checks an exterior (the first ring) with its holes; errors name the ring by `paths`, or the whole part by `path`. */
export function checkRings(given: readonly Ring[], paths: readonly FieldPath[], path: FieldPath): void {
  const depth = (given[0]![0] as readonly number[] | undefined)?.at(2);
  given.forEach((ring, r) => {
    checkPoints(ring, depth, paths[r]!);
  });
  const rings = given.map((ring, r) => orientedRing(ring, r === 0));
  rings.forEach((ring, r) => {
    if (!hasThreePoints(ring)) throw invalidInput(paths[r]!, "has fewer than 3 different points");
  });
  // Most parts pass the quick test; the others are looked at edge by edge.
  const outline = isPlain(rings, TOUCHING) ? undefined : new EdgeIndex(rings, paths);
  const touches = outline?.findTouches();
  const areas = rings.map(signedArea);
  rings.forEach((ring, r) => {
    if (isFlat(ring, areas[r]!)) throw invalidInput(paths[r]!, "encloses no area");
  });
  outline?.checkWindings(touches!);
  const area = areas.reduce((sum, own) => sum + own, 0);
  if (isFlat(rings[0]!, Math.max(0, area))) throw invalidInput(path, "has no material between its holes");
}

/** Each point is two finite numbers; a third one is accepted when it equals `depth` everywhere in the part. */
function checkPoints(ring: readonly (readonly number[])[], depth: number | undefined, path: FieldPath): void {
  for (let i = 0; i < ring.length; i++) {
    const point = ring[i]!;
    const [x, y] = point as [number, number];
    const flat = point.length === 2 || (point.length === 3 && point[2] === depth && Number.isFinite(depth));
    if (!flat || !Number.isFinite(x) || !Number.isFinite(y)) {
      throw invalidInput([...path, i], "a point is two finite numbers, [x, y]");
    }
    if (Math.abs(x) > MAX_COORDINATE || Math.abs(y) > MAX_COORDINATE) {
      throw invalidInput([...path, i], `a coordinate is at most ${MAX_COORDINATE} from 0`);
    }
  }
}

function hasThreePoints(ring: Ring): boolean {
  const [first] = ring;
  const second = ring.find(([x, y]) => x !== first?.[0] || y !== first[1]);
  return ring.some(
    ([x, y]) => second && (x !== first![0] || y !== first![1]) && (x !== second[0] || y !== second[1]),
  );
}

/** True for a ring no wider than `TOUCHING`. */
function isFlat(ring: Ring, area: number): boolean {
  return Math.abs(area) <= (TOUCHING * ringPerimeter(ring)) / 2;
}

/** All edges of one part with their index. Material lies on the left of every edge. */
class EdgeIndex {
  private readonly edges: RingEdge[] = [];
  /** Position of each ring's first edge. */
  private readonly starts: number[] = [];
  private readonly index: Flatbush;

  constructor(
    private readonly rings: Ring[],
    private readonly paths: readonly FieldPath[],
  ) {
    rings.forEach((points, ring) => {
      this.starts.push(this.edges.length);
      points.forEach(([ax, ay], at) => {
        const [bx, by] = points[(at + 1) % points.length]!;
        this.edges.push({ ax, ay, bx, by, ring, at });
      });
    });
    this.index = new Flatbush(this.edges.length);
    for (const { ax, ay, bx, by } of this.edges) {
      this.index.add(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by));
    }
    this.index.finish();
  }

  /**
   * For each edge that others touch, those others; neighbours in a ring do not count. Edges are paired by their
   * boxes: n log n for outlines of parts, and cheap tests only where long diagonals make it more.
   * @throws EngineError for two edges that cross
   */
  findTouches(): Map<RingEdge, RingEdge[]> {
    const touches = new Map<RingEdge, RingEdge[]>();
    const note = (edge: RingEdge, other: RingEdge) => {
      const others = touches.get(edge);
      if (others) others.push(other);
      else touches.set(edge, [other]);
    };
    this.edges.forEach((edge, e) => {
      for (const f of this.edgesAround(edge, TOUCHING, (f) => f > e)) {
        const other = this.edges[f]!;
        if (this.areNeighbours(edge, other) || passesBy(edge, other)) continue;
        if (cross(edge, other)) throw this.crossing(edge, other);
        if (edgeDistance(edge, other) > TOUCHING) continue;
        note(edge, other);
        note(other, edge);
      }
    });
    return touches;
  }

  /** Looks at both sides of every stretch of touched edges, and of one edge of each ring that nothing touches. */
  checkWindings(touches: Map<RingEdge, RingEdge[]>): void {
    const touched = new Set([...touches.keys()].map(({ ring }) => ring));
    for (const [edge, others] of touches) {
      for (const along of stretchesOf(edge, [...others, ...this.neighboursOf(edge)]))
        this.checkSides(edge, along);
    }
    for (const ring of this.rings.keys()) {
      if (!touched.has(ring)) this.checkSides(this.longestOf(ring), 0.5);
    }
  }

  private checkSides(edge: RingEdge, along: number): void {
    const dx = edge.bx - edge.ax;
    const dy = edge.by - edge.ay;
    const offset = (2 * TOUCHING) / edgeLength(edge);
    for (const side of [offset, -offset]) {
      const x = edge.ax + along * dx - side * dy;
      const y = edge.ay + along * dy + side * dx;
      if (this.isNear(x, y, 1.5 * TOUCHING)) continue;
      const windings = this.windingsAt(x, y);
      const total = windings.reduce((sum, winding) => sum + winding, 0);
      if (total !== 0 && total !== 1) throw this.misplaced(windings, [x, y]);
    }
  }

  /** Winding number of each ring about (x, y): crossings of the ray to the right, upward ones minus downward ones. */
  private windingsAt(x: number, y: number): number[] {
    const windings = this.rings.map(() => 0);
    for (const e of this.index.search(x, y, Infinity, y)) {
      const { ax, ay, bx, by, ring } = this.edges[e]!;
      windings[ring]! += rayCrossing(x, y, ax, ay, bx, by);
    }
    return windings;
  }

  private isNear(x: number, y: number, reach: number): boolean {
    return this.edgesAround({ ax: x, ay: y, bx: x, by: y }, reach).some((e) => {
      const { ax, ay, bx, by } = this.edges[e]!;
      return pointSegmentDistance(x, y, ax, ay, bx, by) < reach;
    });
  }

  private edgesAround(
    { ax, ay, bx, by }: Omit<RingEdge, "ring" | "at">,
    reach: number,
    filter?: (edge: number) => boolean,
  ): number[] {
    return this.index.search(
      Math.min(ax, bx) - reach,
      Math.min(ay, by) - reach,
      Math.max(ax, bx) + reach,
      Math.max(ay, by) + reach,
      filter,
    );
  }

  private areNeighbours(edge: RingEdge, other: RingEdge): boolean {
    const last = this.rings[edge.ring]!.length - 1;
    const steps = Math.abs(edge.at - other.at);
    return edge.ring === other.ring && (steps === 1 || steps === last);
  }

  private neighboursOf(edge: RingEdge): RingEdge[] {
    const count = this.rings[edge.ring]!.length;
    return [edge.at + 1, edge.at + count - 1].map(
      (at) => this.edges[this.starts[edge.ring]! + (at % count)]!,
    );
  }

  private longestOf(ring: number): RingEdge {
    const start = this.starts[ring]!;
    const edges = this.edges.slice(start, start + this.rings[ring]!.length);
    return edges.reduce((longest, edge) => (edgeLength(edge) > edgeLength(longest) ? edge : longest));
  }

  private crossing(edge: RingEdge, other: RingEdge) {
    const [first, second] = edge.ring <= other.ring ? [edge, other] : [other, edge];
    const path = this.paths[second.ring]!;
    const place = placeOf(crossingPoint(edge, other));
    if (first.ring === second.ring) return invalidInput(path, `crosses itself ${place}`);
    const what = first.ring === 0 ? "the exterior" : `hole ${first.ring - 1}`;
    return invalidInput(path, `crosses ${what} ${place}`);
  }

  /** Throws the error that the winding numbers about one point prove, with the path of the ring. */
  private misplaced(windings: number[], near: Point) {
    const crossed = windings.findIndex((winding, ring) => winding !== 0 && winding !== (ring === 0 ? 1 : -1));
    if (crossed >= 0) return invalidInput(this.paths[crossed]!, `crosses itself ${placeOf(near)}`);
    const hole = windings.lastIndexOf(-1);
    const what = windings[0] === 0 ? "lies outside the exterior" : "overlaps another hole";
    return invalidInput(this.paths[hole]!, what);
  }
}

/** Returns the point where two crossing edges meet. */
function crossingPoint(edge: RingEdge, other: RingEdge): Point {
  const from = sideDistance(edge.ax, edge.ay, other.ax, other.ay, other.bx, other.by);
  const to = sideDistance(edge.bx, edge.by, other.ax, other.ay, other.bx, other.by);
  const along = from / (from - to);
  return [edge.ax + along * (edge.bx - edge.ax), edge.ay + along * (edge.by - edge.ay)];
}

function placeOf([x, y]: Point): string {
  return `near (${round(x)}, ${round(y)})`;
}

/** True when `other` lies clearly on one side of `edge`: the cheap test that dismisses most pairs. */
function passesBy(edge: RingEdge, other: RingEdge): boolean {
  const dx = edge.bx - edge.ax;
  const dy = edge.by - edge.ay;
  const from = dx * (other.ay - edge.ay) - dy * (other.ax - edge.ax);
  const to = dx * (other.by - edge.ay) - dy * (other.bx - edge.ax);
  const near = 2 * TOUCHING * (Math.abs(dx) + Math.abs(dy));
  return (from > near && to > near) || (from < -near && to < -near);
}

/** True when both edges reach beyond each other on both sides by more than what counts as touching. */
function cross(edge: RingEdge, other: RingEdge): boolean {
  return straddles(edge, other) && straddles(other, edge);
}

function straddles(edge: RingEdge, other: RingEdge): boolean {
  const from = sideDistance(other.ax, other.ay, edge.ax, edge.ay, edge.bx, edge.by);
  const to = sideDistance(other.bx, other.by, edge.ax, edge.ay, edge.bx, edge.by);
  return Math.max(from, to) > TOUCHING && Math.min(from, to) < -TOUCHING;
}

function edgeLength({ ax, ay, bx, by }: RingEdge): number {
  return hypot(bx - ax, by - ay);
}

function edgeDistance(edge: RingEdge, other: RingEdge): number {
  return segmentDistance(edge.ax, edge.ay, edge.bx, edge.by, other.ax, other.ay, other.bx, other.by);
}

/** The middles, from 0 to 1 along `edge`, of the stretches between the places where the ends of `others` meet it. */
function stretchesOf(edge: RingEdge, others: RingEdge[]): number[] {
  const dx = edge.bx - edge.ax;
  const dy = edge.by - edge.ay;
  const cuts = [0, 1];
  for (const { ax, ay, bx, by } of others) {
    for (const [x, y] of [
      [ax, ay],
      [bx, by],
    ] as const) {
      if (pointSegmentDistance(x, y, edge.ax, edge.ay, edge.bx, edge.by) > 4 * TOUCHING) continue;
      cuts.push(Math.min(1, Math.max(0, ((x - edge.ax) * dx + (y - edge.ay) * dy) / (dx * dx + dy * dy))));
    }
  }
  cuts.sort((first, second) => first - second);
  return cuts.slice(1).flatMap((cut, i) => (cut > cuts[i]! ? [(cut + cuts[i]!) / 2] : []));
}

function round(value: number): number {
  return Number(value.toPrecision(6));
}
