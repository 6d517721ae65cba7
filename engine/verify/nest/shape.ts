/**
 * A part at one angle as the verifier sees it: its edges as flat arrays, with an index where there are many, and the
 * questions asked of it. A `Placed` shape is the same edges moved by (x, y); nothing is copied for it.
 * The arithmetic is that of a placement: rotate about the origin, then move, both in double precision.
 */

import type { NestPart } from "../../base/contract/v1/nest.ts";
import { sincos } from "../../base/geometry/trig/sines.ts";
import { crossesRay } from "../inside.ts";
import { evenOddArea } from "./even-odd.ts";

export interface JudgedBox {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

export interface PlacedShape {
  shape: JudgedShape;
  x: number;
  y: number;
  box: JudgedBox;
}

/** The rings of a part without what is no material, the exterior first and counter-clockwise, holes clockwise. */
export interface JudgedOutline {
  rings: OutlineRing[];
  /** Net of holes. */
  area: number;
}

interface OutlineRing {
  xs: ArrayLike<number>;
  ys: ArrayLike<number>;
}

type CornerPoint = readonly [x: number, y: number];

/** Edges that follow each other lie near each other: so many have a box in common, and so many boxes another. */
const RUN = 16;
/** Added to every box that is looked up, against the rounding of coordinates up to 10^9. */
const BOX_SLACK = 1e-6;

export class JudgedShape {
  /** Edge i runs from (ax, ay) to (bx, by) with the material on its left. */
  readonly ax: Float64Array;
  readonly ay: Float64Array;
  readonly bx: Float64Array;
  readonly by: Float64Array;
  readonly box: JudgedBox;
  /** The outline is that of its box, as of a rectangle along the axes. */
  readonly isBox: boolean;
  /** Net of holes. */
  readonly area: number;
  /** Boxes of the edges, of runs of them, and so on up to a few: minX, minY, maxX, maxY each. */
  private boxes: Float64Array[] | undefined;

  /** Mirrored (x to -x) if asked, then rotated counter-clockwise about the origin. `outline`: where it is known already. */
  constructor(
    part: Pick<NestPart, "exterior" | "holes">,
    degrees: number,
    mirrored = false,
    { rings, area }: JudgedOutline = outlineOf(part, mirrored),
  ) {
    const count = rings.reduce((sum, { xs }) => sum + xs.length, 0);
    this.ax = new Float64Array(count);
    this.ay = new Float64Array(count);
    this.bx = new Float64Array(count);
    this.by = new Float64Array(count);
    const { cos, sin } = turnOf(degrees);
    let first = 0;
    for (const { xs, ys } of rings) {
      const end = first + xs.length;
      for (let i = 0; i < xs.length; i++) {
        const x = xs[i]! * cos - ys[i]! * sin;
        const y = xs[i]! * sin + ys[i]! * cos;
        const before = i === 0 ? end - 1 : first + i - 1;
        this.ax[first + i] = x;
        this.ay[first + i] = y;
        this.bx[before] = x;
        this.by[before] = y;
      }
      first = end;
    }
    const exterior = rings[0]!.xs.length;
    this.box = boxOf(this.ax.subarray(0, exterior), this.ay.subarray(0, exterior));
    this.isBox = rings.length === 1 && isOutlineOf(this, this.box);
    this.area = area;
  }

  get edgeCount(): number {
    return this.ax.length;
  }

  /** Calls `visit` with every edge whose box meets the given one. */
  visitEdges(minX: number, minY: number, maxX: number, maxY: number, visit: (edge: number) => void): void {
    this.boxes ??= boxesOfRuns(this);
    const { boxes } = this;
    const walk = (level: number, first: number, end: number) => {
      const row = boxes[level]!;
      for (let i = first; i < end; i++) {
        if (row[4 * i]! > maxX || row[4 * i + 1]! > maxY) continue;
        if (row[4 * i + 2]! < minX || row[4 * i + 3]! < minY) continue;
        if (level === 0) visit(i);
        else walk(level - 1, RUN * i, Math.min(RUN * (i + 1), boxes[level - 1]!.length / 4));
      }
    };
    walk(boxes.length - 1, 0, boxes.at(-1)!.length / 4);
  }
}

/** True when four edges go around the box, each along a side of it. */
function isOutlineOf(
  { ax, ay, bx, by }: Pick<JudgedShape, "ax" | "ay" | "bx" | "by">,
  box: JudgedBox,
): boolean {
  if (ax.length !== 4) return false;
  const isCorner = (x: number, y: number) =>
    (x === box.minX || x === box.maxX) && (y === box.minY || y === box.maxY);
  return ax.every((x, i) => isCorner(x, ay[i]!) && (x === bx[i]!) !== (ay[i] === by[i]!));
}

function boxesOfRuns({ ax, ay, bx, by }: Pick<JudgedShape, "ax" | "ay" | "bx" | "by">): Float64Array[] {
  const edges = new Float64Array(4 * ax.length);
  for (let i = 0; i < ax.length; i++) {
    edges[4 * i] = Math.min(ax[i]!, bx[i]!);
    edges[4 * i + 1] = Math.min(ay[i]!, by[i]!);
    edges[4 * i + 2] = Math.max(ax[i]!, bx[i]!);
    edges[4 * i + 3] = Math.max(ay[i]!, by[i]!);
  }
  const levels: Float64Array[] = [edges];
  while (levels.at(-1)!.length > 4 * RUN) levels.push(boxesOver(levels.at(-1)!));
  return levels;
}

/** A box around every so many boxes. */
function boxesOver(below: Float64Array): Float64Array<ArrayBuffer> {
  const count = below.length / 4;
  const boxes = new Float64Array(4 * Math.ceil(count / RUN));
  for (let run = 0; RUN * run < count; run++) {
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = RUN * run; i < Math.min(RUN * (run + 1), count); i++) {
      minX = Math.min(minX, below[4 * i]!);
      minY = Math.min(minY, below[4 * i + 1]!);
      maxX = Math.max(maxX, below[4 * i + 2]!);
      maxY = Math.max(maxY, below[4 * i + 3]!);
    }
    boxes.set([minX, minY, maxX, maxY], 4 * run);
  }
  return boxes;
}

export function placeShape(shape: JudgedShape, x: number, y: number): PlacedShape {
  const { minX, minY, maxX, maxY } = shape.box;
  return { shape, x, y, box: { minX: minX + x, minY: minY + y, maxX: maxX + x, maxY: maxY + y } };
}

/** As `visitEdges` of the shape, in the coordinates of the sheet and with `reach` around the box. */
export function visitEdgesNear(
  { shape, x, y }: PlacedShape,
  box: JudgedBox,
  reach: number,
  visit: (edge: number) => void,
): void {
  const around = reach + BOX_SLACK;
  shape.visitEdges(
    box.minX - x - around,
    box.minY - y - around,
    box.maxX - x + around,
    box.maxY - y + around,
    visit,
  );
}

/** True when (px, py) lies in the material: even-odd over all rings. Meant for points away from the outline. */
export function containsPoint({ shape, x, y, box }: PlacedShape, px: number, py: number): boolean {
  if (px < box.minX || px > box.maxX || py < box.minY || py > box.maxY) return false;
  let inside = false;
  shape.visitEdges(px - x - BOX_SLACK, py - y - BOX_SLACK, Infinity, py - y + BOX_SLACK, (edge) => {
    const ay = shape.ay[edge]! + y;
    const by = shape.by[edge]! + y;
    const ax = shape.ax[edge]! + x;
    const bx = shape.bx[edge]! + x;
    if (crossesRay(px, py, ax, ay, bx, by)) inside = !inside;
  });
  return inside;
}

/** As given, or mirrored (x to -x). Rings that cross themselves are measured by the even-odd rule where that is asked. */
export function outlineOf(
  part: Pick<NestPart, "exterior" | "holes">,
  mirrored = false,
  isEvenOdd = false,
): JudgedOutline {
  const doubt = doubtOf(part.exterior);
  const rings = [part.exterior, ...part.holes].map((ring, r) =>
    withoutSpikes(orientedRing(ring, r === 0, mirrored), doubt),
  );
  const measure = (ring: OutlineRing, r: number) => (r === 0 ? 1 : -1) * evenOddArea(ring);
  return { rings, area: rings.map(isEvenOdd ? measure : areaOf).reduce((sum, area) => sum + area, 0) };
}

/** The ring without repeated points, counter-clockwise (`ccw`) or clockwise. */
function orientedRing(ring: readonly (readonly number[])[], ccw: boolean, mirrored: boolean): OutlineRing {
  const xs = new Float64Array(ring.length);
  const ys = new Float64Array(ring.length);
  let count = 0;
  for (const point of ring) {
    const x = mirrored ? -point[0]! : point[0]!;
    const y = point[1]!;
    if (count > 0 && xs[count - 1] === x && ys[count - 1] === y) continue;
    xs[count] = x;
    ys[count++] = y;
  }
  while (count > 1 && xs[0] === xs[count - 1] && ys[0] === ys[count - 1]) count--;
  const open = { xs: xs.subarray(0, count), ys: ys.subarray(0, count) };
  return areaOf(open) >= 0 === ccw ? open : { xs: open.xs.reverse(), ys: open.ys.reverse() };
}

/** Below this distance points of a part are one: 1e-9 of its size, which on large parts is no more than a drawing's noise. */
function doubtOf(exterior: readonly (readonly number[])[]): number {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const point of exterior) {
    minX = Math.min(minX, point[0]!);
    minY = Math.min(minY, point[1]!);
    maxX = Math.max(maxX, point[0]!);
    maxY = Math.max(maxY, point[1]!);
  }
  return Math.min(1e-7, 1e-9 * Math.max(maxX - minX, maxY - minY));
}

/** Without corners at which the outline only goes somewhere and back: they have no width, so they are no material. */
function withoutSpikes(ring: OutlineRing, doubt: number): OutlineRing {
  if (!hasSpikes(ring, doubt)) return ring;
  const corners = Array.from(ring.xs, (x, i): CornerPoint => [x, ring.ys[i]!]);
  let at = 0;
  for (let checked = 0; checked < corners.length && corners.length > 3; ) {
    const count = corners.length;
    const corner = corners[at % count]!;
    if (!isSpike(corners[(at + count - 1) % count]!, corner, corners[(at + 1) % count]!, doubt)) {
      at = (at + 1) % count;
      checked++;
      continue;
    }
    corners.splice(at % count, 1);
    at = (at + count - 2) % (count - 1);
    checked = Math.max(0, checked - 1);
  }
  const bare = { xs: corners.map(([x]) => x), ys: corners.map(([, y]) => y) };
  return corners.length > 3 || Math.abs(areaOf(bare)) > 0 ? bare : ring;
}

/** Nearly no ring has any, and then nothing need be copied. */
function hasSpikes({ xs, ys }: OutlineRing, doubt: number): boolean {
  const count = xs.length;
  if (count <= 3) return false;
  let [fromX, fromY] = [xs[0]! - xs[count - 1]!, ys[0]! - ys[count - 1]!];
  let back = Math.sqrt(fromX * fromX + fromY * fromY);
  for (let i = 0; i < count; i++) {
    const next = i + 1 === count ? 0 : i + 1;
    const [toX, toY] = [xs[next]! - xs[i]!, ys[next]! - ys[i]!];
    const ahead = Math.sqrt(toX * toX + toY * toY);
    const turn = Math.abs(fromX * toY - fromY * toX);
    if (back <= doubt || (fromX * toX + fromY * toY < 0 && turn <= doubt * Math.max(back, ahead)))
      return true;
    [fromX, fromY, back] = [toX, toY, ahead];
  }
  return false;
}

function isSpike(
  [ax, ay]: CornerPoint,
  [bx, by]: CornerPoint,
  [cx, cy]: CornerPoint,
  doubt: number,
): boolean {
  const [back, ahead] = [distance(ax, ay, bx, by), distance(bx, by, cx, cy)];
  if (back <= doubt) return true;
  const turn = (bx - ax) * (cy - by) - (by - ay) * (cx - bx);
  const onwards = (bx - ax) * (cx - bx) + (by - ay) * (cy - by);
  return onwards < 0 && Math.abs(turn) <= doubt * Math.max(back, ahead);
}

function distance(ax: number, ay: number, bx: number, by: number): number {
  return Math.sqrt((bx - ax) ** 2 + (by - ay) ** 2);
}

export function turnOf(degrees: number): { cos: number; sin: number } {
  const turn = ((degrees % 360) + 360) % 360;
  switch (turn) {
    case 0:
      return { cos: 1, sin: 0 };
    case 90:
      return { cos: 0, sin: 1 };
    case 180:
      return { cos: -1, sin: 0 };
    case 270:
      return { cos: 0, sin: -1 };
    default:
      return { ...sincos((turn * Math.PI) / 180) };
  }
}

/** Signed area, taken about the first point to keep digits far from the origin. */
function areaOf({ xs, ys }: OutlineRing): number {
  let doubled = 0;
  const [ox, oy] = [xs[0] ?? 0, ys[0] ?? 0];
  for (let i = 0; i < xs.length; i++) {
    const next = i + 1 === xs.length ? 0 : i + 1;
    doubled += (xs[i]! - ox) * (ys[next]! - oy) - (xs[next]! - ox) * (ys[i]! - oy);
  }
  return doubled / 2;
}

function boxOf(xs: Float64Array, ys: Float64Array): JudgedBox {
  const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  for (let i = 0; i < xs.length; i++) {
    box.minX = Math.min(box.minX, xs[i]!);
    box.minY = Math.min(box.minY, ys[i]!);
    box.maxX = Math.max(box.maxX, xs[i]!);
    box.maxY = Math.max(box.maxY, ys[i]!);
  }
  return box;
}
