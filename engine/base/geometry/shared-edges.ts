/**
 * How do parts that lie on a sheet come to share long edges, so that one cut frees two of them?
 *
 * Two straight edges are shared where they lie face to face, one gap apart. One part at a time is slid along the sheet to
 * where it shares more with those around it, within the box that all of them take already, until no slide helps. Nothing
 * is turned, and no part leaves its sheet.
 */

import type { Bounds, Point, Ring } from "../contract/values/geometry.ts";
import { insideRings } from "./inside.ts";
import { pointBounds } from "./ring.ts";
import { segmentDistance, segmentsCross } from "./segment.ts";
import { hypot } from "./trig/hypot.ts";

/** A part at its angle, about the origin, exterior first and counter-clockwise, and where it lies. */
export interface SlidingPart {
  rings: Ring[];
  x: number;
  y: number;
  /** It stays where it is. */
  fixed: boolean;
}

export interface SlidingField {
  parts: SlidingPart[];
  /** Obstacles that parts keep away from, each with its clearance in mm. */
  obstacles: { rings: Ring[]; clearance: number }[];
  /** Between outlines of parts, in mm. */
  gap: number;
}

/** A straight edge, from (ax, ay) in the direction (ux, uy). */
interface Face {
  ax: number;
  ay: number;
  ux: number;
  uy: number;
  length: number;
}

/** Edges shorter than this, in mm and in gaps, are not shared; and along so many of a part others are slid. */
const LEAST = 2;
const LEAST_GAPS = 3;
const MOST_FACES = 16;
/** Two edges are one gap apart, and parallel, to within this, in mm. */
const SAME = 1e-3;
/** Parts may come nearer than the gap by this, which is rounding. */
const ROUNDING = 1e-8;
/** Without a gap, outlines that reach this far into each other only touch. */
const HAIR = 5e-7;
/** A slide must gain this much, in mm. */
const GAIN = 0.5;
/** Most rounds over all parts, places that are tried for one, and pairs of edges that are measured in all. */
const ROUNDS = 6;
const PLACES = 32;
const WORK = 2e7;

/** Length of the edges that parts share, in mm. */
export function sharedLength({ parts, gap }: Pick<SlidingField, "parts" | "gap">): number {
  return new Slides({ parts, gap, obstacles: [] }).total();
}

/** The places of the parts with longer shared edges, as far as there is time. */
export function slideToShare(field: SlidingField, goesOn: () => boolean = () => true): Point[] {
  const slides = new Slides(field, goesOn);
  for (let round = 0; round < ROUNDS && slides.round(); round++);
  return slides.places;
}

class Slides {
  readonly places: Point[];
  private readonly shapes: FacingOutline[];
  private readonly obstacles: { shape: FacingOutline; clearance: number }[];
  private readonly cells = new Map<string, number[]>();
  private readonly cell: number;
  /** The box that all parts lie in. */
  private readonly within: Bounds;
  private work = WORK;

  constructor(
    private readonly field: SlidingField,
    private readonly goesOn: () => boolean = () => true,
  ) {
    const { parts, gap } = field;
    this.obstacles = field.obstacles.map(({ rings, clearance }) => ({
      shape: new FacingOutline(rings, gap),
      clearance,
    }));
    const known = new Map<Ring[], FacingOutline>();
    this.places = parts.map(({ x, y }): Point => [x, y]);
    this.shapes = parts.map(({ rings }) => {
      const shape = known.get(rings) ?? new FacingOutline(rings, gap);
      known.set(rings, shape);
      return shape;
    });
    const boxes = parts.map((_, i) => this.boxAt(i, this.places[i]!));
    this.within = pointBounds(
      boxes.flatMap(({ min_x, min_y, max_x, max_y }): Point[] => [
        [min_x, min_y],
        [max_x, max_y],
      ]),
    );
    this.cell = Math.max(
      gap,
      ...boxes.map(({ min_x, min_y, max_x, max_y }) => Math.max(max_x - min_x, max_y - min_y)),
    );
    for (const i of parts.keys()) this.enter(i);
  }

  total(): number {
    const twice = this.places.reduce(
      (sum, at, i) => sum + this.shared(i, at, this.near(i, at, this.field.gap + SAME)),
      0,
    );
    return twice / 2;
  }

  /** Tries to slide each part once; false when none has moved. */
  round(): boolean {
    let moved = false;
    for (const [i, { fixed }] of this.field.parts.entries()) {
      if (this.isOver()) return false;
      if (fixed) continue;
      const better = this.betterPlace(i);
      if (!better) continue;
      this.leave(i);
      this.places[i] = better;
      this.enter(i);
      moved = true;
    }
    return moved;
  }

  /** The place with the longest shared edges that the part may take; null where that is the one that it has. */
  private betterPlace(i: number): Point | null {
    const at = this.places[i]!;
    const { box } = this.shapes[i]!;
    const reach = Math.min(box.max_x - box.min_x, box.max_y - box.min_y) / 2;
    const others = this.near(i, at, 2 * reach + this.field.gap);
    const least = this.shared(i, at, others) + GAIN;
    const found = this.slidesOf(i, others, reach)
      .map((place) => ({ place, shared: this.shared(i, place, others) }))
      .filter(({ shared }) => shared > least)
      .sort((a, b) => b.shared - a.shared);
    return found.find(({ place }) => !this.isOver() && this.fits(i, place))?.place ?? null;
  }

  private isOver(): boolean {
    return this.work <= 0 || !this.goesOn();
  }

  /** Where edges of the part would face one of another's: as it lies along it, and flush with either end; the longest first. */
  private slidesOf(i: number, others: number[], reach: number): Point[] {
    const { gap } = this.field;
    const [x, y] = this.places[i]!;
    const slides: { place: Point; length: number; way: number }[] = [];
    for (const j of others)
      for (const own of this.shapes[i]!.faces.slice(0, MOST_FACES))
        for (const other of this.shapes[j]!.faces.slice(0, MOST_FACES)) {
          const seen = faceTo(own, [x, y], other, this.places[j]!);
          if (!seen || seen.away < gap - SAME || seen.away > gap + reach) continue;
          for (const along of [0, seen.from, seen.to - own.length]) {
            const length = Math.min(own.length, seen.to - along) - Math.max(0, seen.from - along);
            const across = seen.away - gap;
            const way = hypot(along, across);
            if (Math.abs(along) > reach || way < ROUNDING || length < LEAST) continue;
            const place: Point = [x + own.ux * along + own.uy * across, y + own.uy * along - own.ux * across];
            slides.push({ place, length, way });
          }
        }
    return slides
      .sort((a, b) => b.length - a.length || a.way - b.way)
      .slice(0, PLACES)
      .map(({ place }) => place);
  }

  /** Length that the part shares with others, if it lies there. */
  private shared(i: number, at: Point, others: number[]): number {
    let sum = 0;
    for (const j of others) {
      const place = this.places[j]!;
      const facing = this.facesBy(j, place, this.boxAt(i, at));
      if (facing.length === 0) continue;
      for (const own of this.facesBy(i, at, this.boxAt(j, place)))
        for (const other of facing) {
          this.work--;
          const seen = faceTo(own, at, other, place);
          if (!seen || Math.abs(seen.away - this.field.gap) > SAME) continue;
          sum += Math.max(0, Math.min(own.length, seen.to) - Math.max(0, seen.from));
        }
    }
    return sum;
  }

  /** The faces of a part that come within the gap of a box. */
  private facesBy(i: number, [x, y]: Point, { min_x, min_y, max_x, max_y }: Bounds): Face[] {
    const reach = this.field.gap + SAME;
    return this.shapes[i]!.faces.filter(({ ax, ay, ux, uy, length }) => {
      const [px, py, qx, qy] = [ax + x, ay + y, ax + x + ux * length, ay + y + uy * length];
      return (
        Math.min(px, qx) <= max_x + reach &&
        Math.max(px, qx) >= min_x - reach &&
        Math.min(py, qy) <= max_y + reach &&
        Math.max(py, qy) >= min_y - reach
      );
    });
  }

  private fits(i: number, at: Point): boolean {
    const { gap } = this.field;
    const box = this.boxAt(i, at);
    const { min_x, min_y, max_x, max_y } = this.within;
    if (box.min_x < min_x || box.min_y < min_y || box.max_x > max_x || box.max_y > max_y) return false;
    const own = this.shapes[i]!;
    const keepsOff = (other: FacingOutline, place: Point, clearance: number) => {
      this.work -= (own.edges.length * other.edges.length) / 16;
      return areApart(own, at, other, place, clearance - ROUNDING);
    };
    return (
      this.near(i, at, gap).every((j) => keepsOff(this.shapes[j]!, this.places[j]!, gap)) &&
      this.obstacles.every(({ shape, clearance }) => keepsOff(shape, [0, 0], clearance))
    );
  }

  private boxAt(i: number, [x, y]: Point): Bounds {
    const { min_x, min_y, max_x, max_y } = this.shapes[i]!.box;
    return { min_x: min_x + x, min_y: min_y + y, max_x: max_x + x, max_y: max_y + y };
  }

  /** The others whose boxes come this near, in order. */
  private near(i: number, at: Point, reach: number): number[] {
    const own = this.boxAt(i, at);
    const found = new Set<number>();
    for (const key of this.keysOf(own, reach)) for (const j of this.cells.get(key) ?? []) found.add(j);
    found.delete(i);
    return [...found]
      .filter((j) => {
        const box = this.boxAt(j, this.places[j]!);
        return (
          box.min_x <= own.max_x + reach &&
          box.max_x >= own.min_x - reach &&
          box.min_y <= own.max_y + reach &&
          box.max_y >= own.min_y - reach
        );
      })
      .sort((a, b) => a - b);
  }

  private *keysOf({ min_x, min_y, max_x, max_y }: Bounds, reach: number): Generator<string> {
    const at = (value: number) => Math.floor(value / this.cell);
    for (let cx = at(min_x - reach); cx <= at(max_x + reach); cx++)
      for (let cy = at(min_y - reach); cy <= at(max_y + reach); cy++) yield `${cx} ${cy}`;
  }

  private enter(i: number): void {
    for (const key of this.keysOf(this.boxAt(i, this.places[i]!), 0))
      this.cells.set(key, [...(this.cells.get(key) ?? []), i]);
  }

  private leave(i: number): void {
    for (const key of this.keysOf(this.boxAt(i, this.places[i]!), 0))
      this.cells.set(
        key,
        this.cells.get(key)!.filter((j) => j !== i),
      );
  }
}

/** A part's outline as it is measured against others; what only a slide needs is made when one is tried. */
class FacingOutline {
  /** The longest first. */
  readonly faces: Face[];
  readonly box: Bounds;
  private knownEdges: Float64Array | undefined;
  private knownInner: Float64Array | undefined;

  constructor(
    readonly rings: Ring[],
    gap: number,
  ) {
    const least = Math.max(LEAST, LEAST_GAPS * gap);
    this.faces = rings.flatMap((ring) => facesOf(ring, least)).sort((a, b) => b.length - a.length);
    this.box = pointBounds(rings[0]!);
  }

  /** Four numbers an edge, of all rings. */
  get edges(): Float64Array {
    this.knownEdges ??= Float64Array.from(
      this.rings.flatMap((ring) => ring.flatMap(([ax, ay], i) => [ax, ay, ...ring[(i + 1) % ring.length]!])),
    );
    return this.knownEdges;
  }

  /** The same a hair inside the outline. */
  get inner(): Float64Array {
    this.knownInner ??= Float64Array.from(this.rings.flatMap(innerEdges));
    return this.knownInner;
  }
}

/** The edges of at least this length. */
function facesOf(ring: Ring, least: number): Face[] {
  const faces: Face[] = [];
  for (let i = 0; i < ring.length; i++) {
    const [ax, ay] = ring[i]!;
    const [bx, by] = ring[i + 1 === ring.length ? 0 : i + 1]!;
    const length = hypot(bx - ax, by - ay);
    if (length >= least) faces.push({ ax, ay, ux: (bx - ax) / length, uy: (by - ay) / length, length });
  }
  return faces;
}

/** Each edge moved inwards by a hair, and shorter by a hair at both ends. */
function innerEdges(ring: Ring): number[] {
  return ring.flatMap(([ax, ay], i) => {
    const [bx, by] = ring[(i + 1) % ring.length]!;
    const length = hypot(bx - ax, by - ay);
    if (length < 4 * HAIR) return [];
    const [ux, uy] = [(HAIR * (bx - ax)) / length, (HAIR * (by - ay)) / length];
    return [ax + ux - uy, ay + uy + ux, bx - ux - uy, by - uy + ux];
  });
}

/**
 * How one face sees another that runs against it: how far it is away to the right, and from where to where along its
 * own direction it lies; null for others.
 */
function faceTo(
  own: Face,
  [x, y]: Point,
  other: Face,
  [ox, oy]: Point,
): { away: number; from: number; to: number } | null {
  if (own.ux * other.ux + own.uy * other.uy > -0.99) return null;
  const lean = Math.abs(own.ux * other.uy - own.uy * other.ux);
  if (lean * other.length > SAME) return null;
  const [dx, dy] = [other.ax + ox - own.ax - x, other.ay + oy - own.ay - y];
  const to = dx * own.ux + dy * own.uy;
  return { away: dx * own.uy - dy * own.ux, from: to - other.length, to };
}

/** Whether outlines keep a distance, and neither lies in the other's material. */
function areApart(a: FacingOutline, at: Point, b: FacingOutline, place: Point, clearance: number): boolean {
  if (clearance <= 0) return !entersInto(a, at, b, place) && !entersInto(b, place, a, at);
  const [dx, dy] = [place[0] - at[0], place[1] - at[1]];
  const p = a.edges;
  const q = b.edges;
  const { min_x, min_y, max_x, max_y } = a.box;
  for (let j = 0; j < q.length; j += 4) {
    const [cx, cy, ex, ey] = [q[j]! + dx, q[j + 1]! + dy, q[j + 2]! + dx, q[j + 3]! + dy];
    if (Math.min(cx, ex) > max_x + clearance || Math.max(cx, ex) < min_x - clearance) continue;
    if (Math.min(cy, ey) > max_y + clearance || Math.max(cy, ey) < min_y - clearance) continue;
    for (let i = 0; i < p.length; i += 4)
      if (segmentDistance(p[i]!, p[i + 1]!, p[i + 2]!, p[i + 3]!, cx, cy, ex, ey) < clearance) return false;
  }
  return !insideRings(a.rings, q[0]! + dx, q[1]! + dy) && !insideRings(b.rings, p[0]! - dx, p[1]! - dy);
}

/** Whether a's outline, a hair inside, lies in b's material somewhere. Outlines that touch have no distance to tell it by. */
function entersInto(a: FacingOutline, at: Point, b: FacingOutline, place: Point): boolean {
  const [dx, dy] = [at[0] - place[0], at[1] - place[1]];
  const { min_x, min_y, max_x, max_y } = b.box;
  const [p, q] = [a.inner, b.edges];
  for (let i = 0; i < p.length; i += 4) {
    const [cx, cy, ex, ey] = [p[i]! + dx, p[i + 1]! + dy, p[i + 2]! + dx, p[i + 3]! + dy];
    if (Math.min(cx, ex) > max_x || Math.max(cx, ex) < min_x) continue;
    if (Math.min(cy, ey) > max_y || Math.max(cy, ey) < min_y) continue;
    if (insideRings(b.rings, cx, cy)) return true;
    for (let j = 0; j < q.length; j += 4)
      if (segmentsCross(q[j]!, q[j + 1]!, q[j + 2]!, q[j + 3]!, cx, cy, ex, ey)) return true;
  }
  return false;
}
