/** Which placement lies under a point? Boxes narrow it down, the outline decides. */
import { insideRings } from "../../engine/base/geometry/inside.ts";
import type { Point } from "../../engine/index.ts";
import { boxesNear } from "../geometry/box-index.ts";
import type { BoardScene, Item } from "./scene.ts";

export function itemAt({ items }: Pick<BoardScene, "items">, [x, y]: Point): Item | null {
  const near = boxesNear(items, { min_x: x, min_y: y, max_x: x, max_y: y });
  const found = near.find((i) => covers(items[i]!, x, y));
  return found === undefined ? null : items[found]!;
}

function covers(item: Item, x: number, y: number): boolean {
  const { shape, cos, sin, side } = item;
  const [dx, dy] = [x - item.x, y - item.y];
  return insideRings([shape.exterior, ...shape.holes], side * (dx * cos + dy * sin), dy * cos - dx * sin);
}
