/**
 * A part as the proofs see it: its material, less holes that nothing fits, in each orientation that it may have. To
 * what fits none of its holes it is as good as solid.
 */
import type { Point, Ring } from "../../../base/contract/values/geometry.ts";
import {
  isConvex,
  type RigidTurn,
  signedArea,
  turnedBounds,
  turnPoint,
} from "../../../base/geometry/ring.ts";
import { CIRCLE_TRIES, type Disc, inscribedCircles } from "./circles.ts";

export interface BoundPart {
  quantity: number;
  /** Exterior and holes, about any point. */
  rings: Ring[];
  /** By orientation. */
  turns: RigidTurn[];
  /** True when other angles are allowed as well: of such a part only areas count. */
  ranging?: boolean;
}

/** Usable rectangle of a type of sheet. */
export interface BoundSheet {
  width: number;
  height: number;
}

/** Depths count for so many millimetres less: the tolerances of the solver. */
export const DEPTH_DOUBT = 2e-6;
/**
 * Crossings hold out against so many millimetres less: by this much corners of at least so sharp a sine may be rounded.
 */
const CROSSING_DOUBT = 1e-4;
const SHARPEST = 0.05;
/** The most points of an outline whose edges are used. */
const MOST_EDGES = 256;
/** Most orientations of a part whose outlines are compared. */
const MOST_COMPARED = 8;
/** Points of one outline in two orientations that are so close are the same. */
const SAME = 1e-9;
/** Pairs of edges that are looked at, at most: outlines that have more are judged by their circles. */
const MOST_CROSSINGS = 4000;
/** Sides of two convex outlines together that are held against all their corners, at most: rounder ones have circles. */
const MOST_SIDES = 40;

/** A part whose orientations are worked out when they are asked for: most never are. */
export class BoundCandidate {
  readonly area: number;
  /** Copies may lie in holes of others. */
  enters = false;
  /** Parts that may lie in its holes; undefined until somebody has looked. */
  private admitted: ReadonlySet<BoundCandidate> | undefined;
  private turned: Turned[] | undefined;
  private open: BoundGeometry;
  private readonly shut: BoundGeometry;

  constructor(readonly source: BoundPart) {
    this.area = signedArea(source.rings[0]!);
    this.shut = new BoundGeometry(source.rings.slice(0, 1));
    this.open = source.rings.length === 1 ? this.shut : new BoundGeometry(source.rings);
  }

  /** The orientations that differ. */
  get orientations(): Turned[] {
    this.turned ??= this.differing();
    return this.turned;
  }

  fitsSome(sheets: readonly BoundSheet[]): boolean {
    const [exterior] = this.source.rings as [Ring];
    return this.source.turns.some((turn) => {
      const { min_x, min_y, max_x, max_y } = turnedBounds(exterior, turn);
      return sheets.some(({ width, height }) => max_x - min_x <= width && max_y - min_y <= height);
    });
  }

  /** Fills holes that nothing fits, before it is turned; what may lie in the others is `admitted`. */
  fill(holes: ReadonlySet<Ring>, admitted: ReadonlySet<BoundCandidate>): void {
    this.admitted = admitted;
    if (holes.size === 0) return;
    const kept = this.source.rings.filter((ring) => !holes.has(ring));
    this.open = kept.length === 1 ? this.shut : new BoundGeometry(kept);
    this.turned = undefined;
  }

  /** The other may lie in one of its holes. */
  admits(other: BoundCandidate): boolean {
    return this.open !== this.shut && this.admitted?.has(other) !== false;
  }

  /** Its outline with all holes filled. */
  get filled(): BoundGeometry {
    return this.shut;
  }

  /** Looks for circles where that has not been done; returns the operations that it took. */
  findCircles(): number {
    const bodies = [...new Set([this.open, this.shut])];
    const operations = bodies.reduce((sum, { search }) => sum + search, 0);
    for (const body of bodies) body.circles();
    return operations;
  }

  private differing(): Turned[] {
    const found: Turned[] = [];
    for (const turn of this.source.turns) {
      const turned = new Turned(this, turn, this.open, this.shut);
      if (this.source.turns.length > MOST_COMPARED || !found.some((other) => other.equals(turned)))
        found.push(turned);
    }
    return found;
  }
}

/** Geometry of a part that bounds use, about any point. */
export class BoundGeometry {
  private found: Disc[] | undefined;
  private firm: boolean | undefined;
  private bulging: boolean | undefined;

  constructor(readonly rings: Ring[]) {}

  get convex(): boolean {
    this.bulging ??= this.rings.length === 1 && isConvex(this.rings[0]!);
    return this.bulging;
  }

  /** In its material, large ones first. */
  circles(): Disc[] {
    this.found ??= inscribedCircles(this.rings);
    return this.found;
  }

  /** Crossings of its edges are proofs. */
  get stout(): boolean {
    this.firm ??= isStout(this.rings);
    return this.firm;
  }

  /** Operations that looking for its circles takes; none once they are found. */
  get search(): number {
    return this.found ? 0 : CIRCLE_TRIES * this.rings.reduce((sum, ring) => sum + ring.length, 0);
  }
}

/** A part in one allowed orientation, about the middle of its box. */
export class Turned {
  readonly width: number;
  readonly height: number;
  private readonly center: Point;
  private turned: Ring[] | undefined;
  private flatCircles: Float64Array | undefined;
  private flatEdges: Float64Array | undefined;

  private filled: Turned | undefined;

  constructor(
    readonly part: BoundCandidate,
    private readonly turn: RigidTurn,
    private readonly body: BoundGeometry,
    private readonly shut: BoundGeometry,
  ) {
    const { min_x, min_y, max_x, max_y } = turnedBounds(shut.rings[0]!, turn);
    this.width = max_x - min_x;
    this.height = max_y - min_y;
    this.center = [(min_x + max_x) / 2, (min_y + max_y) / 2];
  }

  /** As all others see it that fit none of its holes. */
  get solid(): Turned {
    if (this.body === this.shut) return this;
    this.filled ??= new Turned(this.part, this.turn, this.shut, this.shut);
    return this.filled;
  }

  get rings(): Ring[] {
    this.turned ??= this.body.rings.map((ring) =>
      ring.map((point): Point => {
        const [x, y] = turnPoint(point, this.turn);
        return [x - this.center[0], y - this.center[1]];
      }),
    );
    return this.turned;
  }

  /** It is a rectangle along the axes. */
  get upright(): boolean {
    return this.body === this.shut && this.part.area >= (1 - 1e-9) * this.width * this.height;
  }

  /** It has no notch and no hole. */
  get convex(): boolean {
    return this.body.convex;
  }

  /** True when both cover the same points. */
  equals(other: Turned): boolean {
    if (Math.abs(this.width - other.width) > SAME || Math.abs(this.height - other.height) > SAME)
      return false;
    return this.rings.every((ring, r) => sameRing(ring, other.rings[r]!));
  }

  /** Centre and radius of each circle in it. */
  circles(): Float64Array {
    this.flatCircles ??= Float64Array.from(
      this.body.circles().flatMap(({ x, y, r }) => {
        const [tx, ty] = turnPoint([x, y], this.turn);
        return [tx - this.center[0], ty - this.center[1], r];
      }),
    );
    return this.flatCircles;
  }

  /** Where each edge begins, its direction of length 1, and its length; none of a part that is too thin somewhere. */
  edges(): Float64Array {
    this.flatEdges ??= Float64Array.from(this.body.stout ? this.rings.flatMap(edgesOf) : []);
    return this.flatEdges;
  }
}

function edgesOf(ring: Ring): number[] {
  return ring.flatMap(([x, y], i) => {
    const [px, py] = ring.at(i - 1)!;
    const length = Math.sqrt((x - px) ** 2 + (y - py) ** 2);
    return [px, py, (x - px) / length, (y - py) / length, length];
  });
}

/** True when no corner is so sharp and no two edges are so near that tolerances could make material vanish there. */
function isStout(rings: readonly Ring[]): boolean {
  const edges = rings.flatMap((ring) => {
    return ring.map(
      (to, i): CandidateEdge => ({ from: ring.at(i - 1)!, to, next: ring[(i + 1) % ring.length]! }),
    );
  });
  if (edges.length > MOST_EDGES) return false;
  return edges.every(
    (edge) => isBlunt(edge) && edges.every((other) => edge === other || isClear(edge.to, other)),
  );
}

interface CandidateEdge {
  from: Point;
  to: Point;
  next: Point;
}

/** The corner at its end is no spike, and the edge is long enough. */
function isBlunt({ from, to, next }: CandidateEdge): boolean {
  const [ax, ay, bx, by] = [to[0] - from[0], to[1] - from[1], next[0] - to[0], next[1] - to[1]];
  const size = Math.sqrt((ax * ax + ay * ay) * (bx * bx + by * by));
  if (!(ax * ax + ay * ay > CROSSING_DOUBT * CROSSING_DOUBT)) return false;
  return ax * bx + ay * by > 0 || Math.abs(ax * by - ay * bx) > SHARPEST * size;
}

/** The point is an end of the edge, or off it. */
function isClear(point: Point, { from, to }: CandidateEdge): boolean {
  if (point === from || point === to) return true;
  const [x, y, dx, dy] = [point[0] - from[0], point[1] - from[1], to[0] - from[0], to[1] - from[1]];
  const at = Math.max(0, Math.min(1, (x * dx + y * dy) / (dx * dx + dy * dy)));
  return (x - at * dx) ** 2 + (y - at * dy) ** 2 > 4 * CROSSING_DOUBT * CROSSING_DOUBT;
}

function sameRing(ring: Ring, other: Ring): boolean {
  const [[x, y]] = ring as [Point];
  const same = (from: number, step: number) =>
    ring.every(([px, py], i) => {
      const [qx, qy] = other[(from + step * i + ring.length * ring.length) % ring.length]!;
      return Math.abs(px - qx) <= SAME && Math.abs(py - qy) <= SAME;
    });
  return other.some(
    ([px, py], i) => Math.abs(x - px) <= SAME && Math.abs(y - py) <= SAME && (same(i, 1) || same(i, -1)),
  );
}

/** The two as they see each other: one whose holes do not take the other is solid. */
export function facing(a: Turned, b: Turned): [Turned, Turned] {
  return [a.part.admits(b.part) ? a : a.solid, b.part.admits(a.part) ? b : b.solid];
}

/** Within the solver's tolerance: an orientation is ruled out only where it cannot lie on the sheet at all. */
export function fits({ width, height }: BoundSheet, sheet: BoundSheet): boolean {
  return width <= sheet.width + DEPTH_DOUBT && height <= sheet.height + DEPTH_DOUBT;
}

/** Operations of one call of `depth`. */
export function depthCost(a: Turned, b: Turned): number {
  const circles = (a.circles().length * b.circles().length) / 9;
  if (knownExactly(a, b)) return circles + ((a.edges().length + b.edges().length) / 5) ** 2;
  const crossings = (a.edges().length * b.edges().length) / 25;
  return circles + (crossings <= MOST_CROSSINGS ? crossings : 0);
}

/**
 * By how much, at least, b, moved by (x, y), has to move for the two to share nothing; no more than `enough` has to be
 * shown. Negative where nothing is known: then by how much circles miss each other.
 */
export function depth(a: Turned, b: Turned, x: number, y: number, enough: number): number {
  const deep = deepestCircles(a, b, x, y);
  if (deep >= enough) return deep;
  if (knownExactly(a, b)) return Math.max(deep, convexDepth(a, b, x, y) - CROSSING_DOUBT);
  if (a.edges().length * b.edges().length > 25 * MOST_CROSSINGS) return deep;
  const firm = firmestCrossing(a, b, x, y, enough + CROSSING_DOUBT);
  return firm > CROSSING_DOUBT ? Math.max(deep, firm - CROSSING_DOUBT) : deep;
}

/** Both are convex, and have few sides: `depth` tells where the one parts from the other. */
export function knownExactly(a: Turned, b: Turned): boolean {
  if (!a.convex || !b.convex) return false;
  const [e, f] = [a.edges().length, b.edges().length];
  return e > 0 && f > 0 && e + f <= 5 * MOST_SIDES;
}

/** Across some side of the two they overlap least: so far is the way out of each other. Negative: how far they are apart. */
function convexDepth(a: Turned, b: Turned, x: number, y: number): number {
  let least = Infinity;
  for (const edges of [a.edges(), b.edges()]) {
    for (let i = 0; i < edges.length; i += 5) {
      const [nx, ny] = [-edges[i + 3]!, edges[i + 2]!];
      const [fromA, toA] = extentAlong(a, nx, ny);
      const [fromB, toB] = extentAlong(b, nx, ny);
      const shift = nx * x + ny * y;
      least = Math.min(least, toA - fromB - shift, toB + shift - fromA);
    }
  }
  return least > 0 ? least : -Math.min(cornersFrom(a, b, x, y), cornersFrom(b, a, -x, -y));
}

function extentAlong(turned: Turned, nx: number, ny: number): [number, number] {
  let [from, to] = [Infinity, -Infinity];
  const edges = turned.edges();
  for (let i = 0; i < edges.length; i += 5) {
    const at = nx * edges[i]! + ny * edges[i + 1]!;
    from = Math.min(from, at);
    to = Math.max(to, at);
  }
  return [from, to];
}

/** The least distance between corners of b, moved by (x, y), and sides of a. */
function cornersFrom(a: Turned, b: Turned, x: number, y: number): number {
  let least = Infinity;
  const [e, f] = [a.edges(), b.edges()];
  for (let i = 0; i < e.length; i += 5) {
    for (let k = 0; k < f.length; k += 5) {
      const dx = f[k]! + x - e[i]!;
      const dy = f[k + 1]! + y - e[i + 1]!;
      const along = Math.max(0, Math.min(e[i + 4]!, dx * e[i + 2]! + dy * e[i + 3]!));
      least = Math.min(least, (dx - along * e[i + 2]!) ** 2 + (dy - along * e[i + 3]!) ** 2);
    }
  }
  return Math.sqrt(least);
}

/** How deep some circle of b is in one of a. */
function deepestCircles(a: Turned, b: Turned, x: number, y: number): number {
  let deep = -Infinity;
  const [p, q] = [a.circles(), b.circles()];
  for (let i = 0; i < p.length; i += 3) {
    for (let k = 0; k < q.length; k += 3) {
      const dx = q[k]! + x - p[i]!;
      const dy = q[k + 1]! + y - p[i + 1]!;
      deep = Math.max(deep, p[i + 2]! + q[k + 2]! - Math.sqrt(dx * dx + dy * dy));
    }
  }
  return deep;
}

/**
 * Two edges cross as long as the ends of each lie on both sides of the other's line: a crossing holds out against every
 * move shorter than the least of these four distances.
 */
function firmestCrossing(a: Turned, b: Turned, x: number, y: number, enough: number): number {
  let firm = 0;
  const [e, f] = [a.edges(), b.edges()];
  for (let i = 0; i < e.length && firm < enough; i += 5) {
    const ax = e[i]! - x;
    const ay = e[i + 1]! - y;
    const ux = e[i + 2]!;
    const uy = e[i + 3]!;
    const long = e[i + 4]!;
    for (let k = 0; k < f.length; k += 5) {
      const dx = f[k]! - ax;
      const dy = f[k + 1]! - ay;
      const cross = ux * f[k + 3]! - uy * f[k + 2]!;
      // Distances of the ends of b's edge from the line of a's.
      const from = ux * dy - uy * dx;
      const to = from + f[k + 4]! * cross;
      if (from > 0 === to > 0) continue;
      const least = Math.min(Math.abs(from), Math.abs(to));
      if (least <= firm) continue;
      // And of the ends of a's edge from the line of b's.
      const start = f[k + 3]! * dx - f[k + 2]! * dy;
      const end = start - long * cross;
      if (start > 0 === end > 0) continue;
      firm = Math.max(firm, Math.min(least, Math.abs(start), Math.abs(end)));
    }
  }
  return firm;
}
