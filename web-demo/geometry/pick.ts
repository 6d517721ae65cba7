/** Which placement lies under a point? Boxes narrow it down, the outline decides. */
import { insideRings } from "../../engine/base/geometry/inside.ts";
import type { Bounds, Point } from "../../engine/index.ts";
import { boxesNear } from "./box-index.ts";

interface Item {
  shape: { exterior: Point[]; holes: Point[][] };
  x: number;
  y: number;
  cos: number;
  sin: number;
  side: number;
  bounds: Bounds;
}

export function itemAt<T extends Item>({ items }: { items: readonly T[] }, [x, y]: Point): T | null {
  const near = boxesNear(items, { min_x: x, min_y: y, max_x: x, max_y: y });
  const found = near.find((i) => covers(items[i]!, x, y));
  return found === undefined ? null : items[found]!;
}

function covers(item: Item, x: number, y: number): boolean {
  const { shape, cos, sin, side } = item;
  const [dx, dy] = [x - item.x, y - item.y];
  return insideRings([shape.exterior, ...shape.holes], side * (dx * cos + dy * sin), dy * cos - dx * sin);
}
