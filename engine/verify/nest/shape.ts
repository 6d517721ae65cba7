/**
 * A part at one angle as the verifier sees it: its edges as flat arrays, with an index where there are many, and the
 * questions asked of it. A `Placed` shape is the same edges moved by (x, y); nothing is copied for it.
 * The arithmetic is that of a placement: rotate about the origin, then move, both in double precision.
 */
import Flatbush from "flatbush";
import type { NestPart } from "../../contract/v1/nest.ts";

export interface Box {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

export interface Placed {
  shape: Shape;
  x: number;
  y: number;
  box: Box;
}

type Corner = readonly [x: number, y: number];

/** Below this number of edges a plain loop beats the index. */
const INDEX_FROM = 24;
/** Added to every box that is looked up, against the rounding of coordinates up to 10^9. */
const BOX_SLACK = 1e-6;

export class Shape {
  /** Edge i runs from (ax, ay) to (bx, by) with the material on its left. */
  readonly ax: Float64Array;
  readonly ay: Float64Array;
  readonly bx: Float64Array;
  readonly by: Float64Array;
  readonly box: Box;
  /** Net of holes. */
  readonly area: number;
  private readonly index: Flatbush | undefined;

  /** Mirrored (x to -x) if asked, then rotated counter-clockwise about the origin. */
  constructor(part: Pick<NestPart, "exterior" | "holes">, degrees: number, mirrored = false) {
    const doubt = doubtOf(part.exterior);
    const rings = [part.exterior, ...part.holes].map((ring, r) =>
      withoutSpikes(orientedRing(ring, r === 0, mirrored), doubt),
    );
    const count = rings.reduce((sum, ring) => sum + ring.length, 0);
    this.ax = new Float64Array(count);
    this.ay = new Float64Array(count);
    this.bx = new Float64Array(count);
    this.by = new Float64Array(count);
    const { cos, sin } = turnOf(degrees);
    let edge = 0;
    for (const ring of rings) {
      for (let i = 0; i < ring.length; i++, edge++) {
        const [ax, ay] = ring[i]!;
        const [bx, by] = ring[(i + 1) % ring.length]!;
        this.ax[edge] = ax * cos - ay * sin;
        this.ay[edge] = ax * sin + ay * cos;
        this.bx[edge] = bx * cos - by * sin;
        this.by[edge] = bx * sin + by * cos;
      }
    }
    this.box = boxOf(this.ax.subarray(0, rings[0]!.length), this.ay.subarray(0, rings[0]!.length));
    this.area = rings.reduce((sum, ring) => sum + areaOf(ring), 0);
    this.index = this.buildIndex();
  }

  get edgeCount(): number {
    return this.ax.length;
  }

  /** Calls `visit` with every edge whose box meets the given one, and perhaps with some more. */
  visitEdges(minX: number, minY: number, maxX: number, maxY: number, visit: (edge: number) => void): void {
    if (this.index) {
      for (const edge of this.index.search(minX, minY, maxX, maxY)) visit(edge);
      return;
    }
    for (let edge = 0; edge < this.ax.length; edge++) {
      const ax = this.ax[edge]!;
      const bx = this.bx[edge]!;
      const ay = this.ay[edge]!;
      const by = this.by[edge]!;
      if ((ax < minX && bx < minX) || (ax > maxX && bx > maxX)) continue;
      if ((ay < minY && by < minY) || (ay > maxY && by > maxY)) continue;
      visit(edge);
    }
  }

  private buildIndex(): Flatbush | undefined {
    if (this.ax.length < INDEX_FROM) return undefined;
    const index = new Flatbush(this.ax.length);
    for (let edge = 0; edge < this.ax.length; edge++) {
      const ax = this.ax[edge]!;
      const bx = this.bx[edge]!;
      const ay = this.ay[edge]!;
      const by = this.by[edge]!;
      index.add(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by));
    }
    index.finish();
    return index;
  }
}

export function placeShape(shape: Shape, x: number, y: number): Placed {
  const { minX, minY, maxX, maxY } = shape.box;
  return { shape, x, y, box: { minX: minX + x, minY: minY + y, maxX: maxX + x, maxY: maxY + y } };
}

/** As `visitEdges` of the shape, in the coordinates of the sheet and with `reach` around the box. */
export function visitEdgesNear(
  { shape, x, y }: Placed,
  box: Box,
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
export function containsPoint({ shape, x, y, box }: Placed, px: number, py: number): boolean {
  if (px < box.minX || px > box.maxX || py < box.minY || py > box.maxY) return false;
  let inside = false;
  shape.visitEdges(px - x - BOX_SLACK, py - y - BOX_SLACK, Infinity, py - y + BOX_SLACK, (edge) => {
    const ay = shape.ay[edge]! + y;
    const by = shape.by[edge]! + y;
    if (ay > py === by > py) return;
    const ax = shape.ax[edge]! + x;
    const bx = shape.bx[edge]! + x;
    // The edge crosses the height of the point; the point is left of it when the turn agrees with its direction.
    const turn = (bx - ax) * (py - ay) - (by - ay) * (px - ax);
    if (by > ay ? turn > 0 : turn < 0) inside = !inside;
  });
  return inside;
}

/** The ring without repeated points, counter-clockwise (`ccw`) or clockwise. */
function orientedRing(ring: readonly (readonly number[])[], ccw: boolean, mirrored: boolean): Corner[] {
  const open: Corner[] = [];
  for (const [given = 0, y = 0] of ring) {
    const x = mirrored ? -given : given;
    const last = open.at(-1);
    if (!last || last[0] !== x || last[1] !== y) open.push([x, y]);
  }
  while (open.length > 1 && open[0]![0] === open.at(-1)![0] && open[0]![1] === open.at(-1)![1]) open.pop();
  return areaOf(open) >= 0 === ccw ? open : open.reverse();
}

/** Below this distance points of a part are one: 1e-9 of its size, which on large parts is no more than a drawing's noise. */
function doubtOf(exterior: readonly (readonly number[])[]): number {
  const extent = (axis: number) => {
    const values = exterior.map((point) => point[axis]!);
    return values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
  };
  return Math.min(1e-7, 1e-9 * Math.max(extent(0), extent(1)));
}

/** Without corners at which the outline only goes somewhere and back: they have no width, so they are no material. */
function withoutSpikes(ring: Corner[], doubt: number): Corner[] {
  const corners = [...ring];
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
  return corners.length > 3 || Math.abs(areaOf(corners)) > 0 ? corners : ring;
}

function isSpike([ax, ay]: Corner, [bx, by]: Corner, [cx, cy]: Corner, doubt: number): boolean {
  const [back, ahead] = [Math.hypot(bx - ax, by - ay), Math.hypot(cx - bx, cy - by)];
  if (back <= doubt) return true;
  const turn = (bx - ax) * (cy - by) - (by - ay) * (cx - bx);
  const onwards = (bx - ax) * (cx - bx) + (by - ay) * (cy - by);
  return onwards < 0 && Math.abs(turn) <= doubt * Math.max(back, ahead);
}

function turnOf(degrees: number): { cos: number; sin: number } {
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
      return { cos: Math.cos((turn * Math.PI) / 180), sin: Math.sin((turn * Math.PI) / 180) };
  }
}

/** Signed area, taken about the first point to keep digits far from the origin. */
function areaOf(ring: readonly Corner[]): number {
  let doubled = 0;
  const [ox, oy] = ring[0] ?? [0, 0];
  for (let i = 0; i < ring.length; i++) {
    const [ax, ay] = ring[i]!;
    const [bx, by] = ring[(i + 1) % ring.length]!;
    doubled += (ax - ox) * (by - oy) - (bx - ox) * (ay - oy);
  }
  return doubled / 2;
}

function boxOf(xs: Float64Array, ys: Float64Array): Box {
  return {
    minX: xs.reduce((least, x) => Math.min(least, x), Infinity),
    minY: ys.reduce((least, y) => Math.min(least, y), Infinity),
    maxX: xs.reduce((most, x) => Math.max(most, x), -Infinity),
    maxY: ys.reduce((most, y) => Math.max(most, y), -Infinity),
  };
}
