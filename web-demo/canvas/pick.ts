/** Which placement lies under a point? Boxes narrow it down, the outline decides. */
import type { Point, Ring } from "../../engine/index.ts";
import { boxesNear } from "../geometry/box-index.ts";
import type { Item, Scene } from "./scene.ts";

export function itemAt({ items }: Pick<Scene, "items">, [x, y]: Point): Item | null {
  const near = boxesNear(items, { min_x: x, min_y: y, max_x: x, max_y: y });
  const found = near.find((i) => covers(items[i]!, x, y));
  return found === undefined ? null : items[found]!;
}

function covers(item: Item, x: number, y: number): boolean {
  const { shape, cos, sin, side } = item;
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
