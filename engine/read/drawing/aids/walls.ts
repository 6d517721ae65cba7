/** Which lines lie along the axes, and which of them meet? Frames, title blocks and tables are made of such lines. */
import type Flatbush from "flatbush";
import type { Bounds } from "../../../base/contract/values/geometry.ts";
import { boundsAround, emptyBounds, grow, sidesOf, widened } from "../../../base/geometry/box.ts";
import { indexBy } from "../basis/finder.ts";
import { millimetres } from "../basis/sentences.ts";
import type { Contours } from "../curves/contours.ts";

export type Span = [from: number, to: number];

/** A line along an axis: where it lies on the other one, and from where to where it goes. */
export interface Wall {
  contour: number;
  box: Bounds;
  upright: boolean;
  at: number;
  span: Span;
}

/** How far long lines of pages that were drawn by hand are off their axis, as a share of their length. */
const SKEW = 1e-4;

/** All that are no shorter than `least`, contour after contour; what differs by no more than `near` is the same. */
export function wallsOf(contours: Contours, near: number, least = 0): Wall[] {
  const found: Wall[] = [];
  const { table } = contours;
  const boxes = contours.boxes();
  for (let contour = 0; contour < contours.count; contour++) {
    const [wide, high] = [
      boxes[4 * contour + 2]! - boxes[4 * contour]!,
      boxes[4 * contour + 3]! - boxes[4 * contour + 1]!,
    ];
    if (wide + high < least) continue;
    for (let i = 0; i < contours.size(contour); i++) {
      const id = contours.curveId(contour, i);
      if (!table.isLine(id)) continue;
      const { x0, y0, x1, y1 } = table.ends(id);
      const [across, up] = [Math.abs(x1 - x0), Math.abs(y1 - y0)];
      const upright = across <= Math.max(near, SKEW * up);
      if (!upright && up > Math.max(near, SKEW * across)) continue;
      if (across + up < least) continue;
      const at = upright ? x0 : y0;
      const [min_x, max_x] = x0 < x1 ? [x0, x1] : [x1, x0];
      const [min_y, max_y] = y0 < y1 ? [y0, y1] : [y1, y0];
      const box = { min_x, min_y, max_x, max_y };
      const span: Span = upright ? [box.min_y, box.max_y] : [box.min_x, box.max_x];
      found.push({ contour, box, upright, at, span });
    }
  }
  return found;
}

/** Of those the ones whose contours consist of nothing else. */
export function pureWalls(contours: Contours, walls: readonly Wall[]): Wall[] {
  const counts = new Map<number, number>();
  for (const { contour } of walls) counts.set(contour, (counts.get(contour) ?? 0) + 1);
  return walls.filter(({ contour }) => counts.get(contour) === contours.size(contour));
}

/** Walls, or what else has a box, each of which is met once. */
export class Meetings<Item extends { box: Bounds }> {
  private readonly index: Flatbush | null;
  private readonly met: Uint8Array;

  constructor(
    private readonly items: readonly Item[],
    private readonly near: number,
  ) {
    this.index = indexBy(items, ({ box }) => box);
    this.met = new Uint8Array(items.length);
  }

  /** Those that meet a box, each with those that meet it, and so on; with the box around all of them. */
  *groups(box: Bounds): Generator<{ group: Item[]; whole: Bounds }> {
    for (const first of this.at(box)) {
      const group: Item[] = [];
      this.join(first, group);
      // The list also visits what is added on the way.
      for (const item of group) for (const other of this.at(item.box)) this.join(other, group);
      if (group.length > 0) yield { group, whole: boundsAround(group.map(({ box }) => box)) };
    }
  }

  private join(item: number, group: Item[]): void {
    if (this.met[item] === 0) group.push(this.items[item]!);
    this.met[item] = 1;
  }

  private at(box: Bounds): number[] {
    const { min_x, min_y, max_x, max_y } = widened(box, this.near);
    return this.index?.search(min_x, min_y, max_x, max_y, (item) => this.met[item] === 0) ?? [];
  }
}

/** Around the places where curves begin. */
export function boundsOfEnds(contours: Contours): Bounds {
  const bounds = emptyBounds();
  contours.forCurves((id) => {
    const { x0, y0 } = contours.table.ends(id);
    grow(bounds, x0, y0);
  });
  return bounds;
}

/** How much of a line spans cover. */
export function covered(spans: Span[]): number {
  let [sum, end] = [0, -Infinity];
  for (const [from, to] of spans.sort((p, q) => p[0] - q[0])) {
    sum += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return sum;
}

/** How long spans are that go on from each other, at most. */
export function longestRun(spans: Span[], near: number): number {
  let [most, start, end] = [0, 0, -Infinity];
  for (const [from, to] of spans.sort((p, q) => p[0] - q[0])) {
    if (from > end + near) start = from;
    end = Math.max(end, to);
    most = Math.max(most, end - start);
  }
  return most;
}

/** In words. */
export function sizeOf(box: Bounds): string {
  return sidesOf(box).map(millimetres).join(" × ");
}
