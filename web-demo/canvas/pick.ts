/** Which placement lies under the pointer? Buckets by bounds narrow it down, the outline decides. */
import type { Point, Ring } from "../../engine/index.ts";
import type { Item, Scene } from "./scene.ts";

export interface Picker {
  at(point: Point): Item | null;
}

/** Buckets per side: with ten thousand placements a bucket holds a handful. */
const MOST_BUCKETS = 64;

export function createPicker(scene: Scene): Picker {
  const { min_x, min_y, max_x, max_y } = scene.bounds;
  const side = Math.max(1, Math.min(MOST_BUCKETS, Math.ceil(Math.sqrt(scene.items.length))));
  const width = Math.max(max_x - min_x, 1e-9) / side;
  const height = Math.max(max_y - min_y, 1e-9) / side;
  const buckets = new Map<number, Item[]>();
  const column = (x: number) => Math.min(side - 1, Math.max(0, Math.floor((x - min_x) / width)));
  const row = (y: number) => Math.min(side - 1, Math.max(0, Math.floor((y - min_y) / height)));
  for (const item of scene.items) {
    const { bounds: b } = item;
    for (let j = row(b.min_y); j <= row(b.max_y); j++) {
      for (let i = column(b.min_x); i <= column(b.max_x); i++) {
        const key = j * side + i;
        const bucket = buckets.get(key);
        if (bucket) bucket.push(item);
        else buckets.set(key, [item]);
      }
    }
  }
  return {
    at([x, y]) {
      const near = buckets.get(row(y) * side + column(x)) ?? [];
      return near.find((item) => covers(item, x, y)) ?? null;
    },
  };
}

function covers(item: Item, x: number, y: number): boolean {
  const { bounds: b, shape, cos, sin, side } = item;
  if (x < b.min_x || x > b.max_x || y < b.min_y || y > b.max_y) return false;
  const [dx, dy] = [x - item.x, y - item.y];
  const local: Point = [side * (dx * cos + dy * sin), dy * cos - dx * sin];
  return inside(shape.exterior, local) && !shape.holes.some((hole) => inside(hole, local));
}

/** Even-odd rule. */
function inside(ring: Ring, [x, y]: Point): boolean {
  let odd = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay] = ring[i]!;
    const [bx, by] = ring[j]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  }
  return odd;
}
