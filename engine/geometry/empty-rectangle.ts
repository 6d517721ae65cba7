/**
 * The largest rectangle along the axes that is free on a sheet. Outlines become boxes around pieces of their edges,
 * among which a sweep finds it: exactly where edges run along the axes, nearly elsewhere; then its sides move out
 * until they touch.
 */
import { amount, checkOptions, listed } from "../contract/options.ts";
import type { Point, Ring } from "../contract/values/geometry.ts";
import { boundsOf } from "./ring.ts";

/** An upright rectangle: its lower left corner and its size. */
export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Rings between which there is material (even-odd), and how far the rectangle stays away from them. */
export interface Blocker {
  rings: Ring[];
  gap: number;
}

interface Box {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

type Edge = readonly [from: Point, to: Point, gap: number];

/** Slanted edges are cut into pieces of this share of the sheet, or larger ones if those are more than so many. */
const FINEST = 1 / 256;
const MOST_PIECES = 3000;
/** Halvings on the way out to contact, and what counts as nothing, in mm. */
const HALVINGS = 50;
const NOTHING = 1e-6;

/** Of all free rectangles the one with the largest area; undefined where there is none. */
export function largestRectangle(
  width: number,
  height: number,
  blockers: readonly Blocker[],
): Rectangle | undefined {
  checkOptions({ width: amount, height: amount, blockers: listed }, { width, height, blockers });
  return freeRectangle(width, height, blockers);
}

/** As `largestRectangle`, for numbers that are known to be right. */
export function freeRectangle(
  width: number,
  height: number,
  blockers: readonly Blocker[],
): Rectangle | undefined {
  const edges = blockers.flatMap(({ rings, gap }) =>
    rings.flatMap((ring) => ring.map((from, i): Edge => [from, ring[(i + 1) % ring.length]!, gap])),
  );
  const inside = (x: number, y: number) => blockers.some(({ rings }) => isInside(rings, x, y));
  const found = new Sweep(width, height, boxesOf(edges, Math.max(width, height)), inside).largest();
  if (found === undefined) return undefined;
  const { left, right, bottom, top } = grown(found, { left: 0, right: width, bottom: 0, top: height }, edges);
  return rectangle(left, bottom, right - left, top - bottom);
}

/** All of the sheet beyond what blocks it, on the right or at the top; undefined where nothing is left. */
export function stripBeyond(
  side: "right" | "top",
  width: number,
  height: number,
  blockers: readonly Blocker[],
): Rectangle | undefined {
  const ends = blockers.map(({ rings, gap }) => {
    const { max_x, max_y } = boundsOf(rings[0]!);
    return (side === "right" ? max_x : max_y) + gap;
  });
  const end = Math.max(0, ...ends);
  return side === "right" ? rectangle(end, 0, width - end, height) : rectangle(0, end, width, height - end);
}

function rectangle(x: number, y: number, width: number, height: number): Rectangle | undefined {
  return width > NOTHING && height > NOTHING ? { x, y, width, height } : undefined;
}

function boxesOf(edges: readonly Edge[], size: number): Box[] {
  const slant = ([[ax, ay], [bx, by]]: Edge) => Math.min(Math.abs(bx - ax), Math.abs(by - ay));
  const all = edges.reduce((sum, edge) => sum + slant(edge), 0);
  const step = Math.max(size * FINEST, all / MOST_PIECES);
  return edges.flatMap((edge) => {
    const [[ax, ay], [bx, by], gap] = edge;
    const pieces = Math.max(1, Math.ceil(slant(edge) / step));
    return Array.from({ length: pieces }, (_, i) => {
      const [from, to] = [i / pieces, (i + 1) / pieces];
      const xs = [ax + from * (bx - ax), ax + to * (bx - ax)] as const;
      const ys = [ay + from * (by - ay), ay + to * (by - ay)] as const;
      return {
        left: Math.min(...xs) - gap,
        right: Math.max(...xs) + gap,
        bottom: Math.min(...ys) - gap,
        top: Math.max(...ys) + gap,
      };
    });
  });
}

/**
 * Every left side that may be the rectangle's own is swept to the right; what is free between bottom and top falls
 * apart at every box that is met.
 */
class Sweep {
  private best: Box | undefined;
  private area = 0;
  private free: [from: number, to: number][] = [];

  constructor(
    private readonly width: number,
    private readonly height: number,
    private readonly boxes: Box[],
    private readonly inside: (x: number, y: number) => boolean,
  ) {
    boxes.sort((a, b) => a.left - b.left);
  }

  largest(): Box | undefined {
    for (const left of new Set([0, ...this.boxes.map(({ right }) => right)])) this.sweep(left);
    return this.best;
  }

  private sweep(left: number): void {
    if (left < 0 || (this.width - left) * this.height <= this.area) return;
    this.free = [[0, this.height]];
    for (const box of this.boxes) {
      if (this.free.length === 0) return;
      if (box.right > left && box.left < this.width) this.meet(box, left);
    }
    for (const [from, to] of this.free) this.consider(left, this.width, from, to);
  }

  /** What is too low for a larger rectangle, however wide, is forgotten. */
  private meet({ left: end, bottom, top }: Box, left: number): void {
    const worthKeeping = (from: number, to: number) => (to - from) * (this.width - left) > this.area;
    this.free = this.free.flatMap((room) => {
      const [from, to] = room;
      if (from >= top || to <= bottom) return [room];
      this.consider(left, end, from, to);
      const rest: [number, number][] = [];
      if (worthKeeping(from, bottom)) rest.push([from, bottom]);
      if (worthKeeping(top, to)) rest.push([top, to]);
      return rest;
    });
  }

  /** No edge runs through it, so all of it is material or none. */
  private consider(left: number, right: number, bottom: number, top: number): void {
    const area = (right - left) * (top - bottom);
    if (right <= left || area <= this.area || this.inside((left + right) / 2, (bottom + top) / 2)) return;
    this.area = area;
    this.best = { left, right, bottom, top };
  }
}

function isInside(rings: readonly Ring[], x: number, y: number): boolean {
  let inside = false;
  for (const ring of rings) {
    ring.forEach(([ax, ay], i) => {
      const [bx, by] = ring[(i + 1) % ring.length]!;
      if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
    });
  }
  return inside;
}

/** Moves one side after the other out, as far as nothing comes nearer than its gap. */
function grown(start: Box, most: Box, edges: readonly Edge[]): Box {
  let box = start;
  for (const side of ["right", "top", "left", "bottom"] as const) {
    const reach = { ...box, [side]: most[side] };
    const near = edges.filter((edge) => distance(edge, reach) < edge[2]);
    let [good, bad] = [0, 1];
    const at = (share: number) => ({ ...box, [side]: box[side] + share * (most[side] - box[side]) });
    if (near.length === 0) good = 1;
    for (let i = 0; i < HALVINGS && good < 1; i++) {
      const share = (good + bad) / 2;
      if (near.every((edge) => distance(edge, at(share)) >= edge[2])) good = share;
      else bad = share;
    }
    if (Math.abs(at(good)[side] - box[side]) > NOTHING) box = at(good);
  }
  return box;
}

/** Of an edge and a box, 0 where they overlap; edges without a gap may touch it. */
function distance([a, b]: Edge, box: Box): number {
  if (crosses(a, b, box)) return -1;
  const corners: Point[] = [
    [box.left, box.bottom],
    [box.right, box.bottom],
    [box.right, box.top],
    [box.left, box.top],
  ];
  return Math.min(
    ...[a, b].map(([x, y]) =>
      Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.bottom - y, 0, y - box.top)),
    ),
    ...corners.map((corner) => pointDistance(corner, a, b)),
  );
}

/** Does an edge run through the inside of a box (J. Liang and B. Barsky 1984)? */
function crosses([ax, ay]: Point, [bx, by]: Point, { left, right, bottom, top }: Box): boolean {
  let [from, to] = [0, 1];
  const sides = [
    [ax - bx, ax - left],
    [bx - ax, right - ax],
    [ay - by, ay - bottom],
    [by - ay, top - ay],
  ] as const;
  for (const [towards, room] of sides) {
    if (towards === 0) {
      if (room <= 0) return false;
    } else if (towards < 0) from = Math.max(from, room / towards);
    else to = Math.min(to, room / towards);
  }
  return from < to;
}

function pointDistance([px, py]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / length));
  return Math.hypot(px - ax - share * dx, py - ay - share * dy);
}
