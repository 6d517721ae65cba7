/**
 * How do parts get from one layout to the next? Straight, quickly, and only for eyes that like it: whoever asked the
 * system for less motion, or looks at more parts than anybody can follow, sees the new layout at once.
 */
import type { BoardScene, Item } from "./scene.ts";

export interface Tween {
  /** The scene at a time between 0 and 1. */
  at(progress: number): BoardScene;
}

export const TWEEN_MS = 220;
const MOST_ITEMS = 600;

/** The way from one scene to another on the same sheet, or null when the new one is to be shown at once. */
export function tweenScenes(from: BoardScene, to: BoardScene): Tween | null {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return null;
  if (!from.sheet || !to.sheet || to.items.length > MOST_ITEMS) return null;
  const before = new Map(from.items.map((item) => [nameOf(item), item]));
  const pairs = to.items.map((item) => [before.get(nameOf(item)) ?? item, item, reachOf(item)] as const);
  if (pairs.every(([a, b]) => a.x === b.x && a.y === b.y && a.rotation === b.rotation)) return null;
  return {
    at(progress) {
      const eased = 1 - (1 - progress) ** 3;
      return { ...to, items: pairs.map(([a, b, reach]) => between(a, b, reach, eased)) };
    },
  };
}

function nameOf({ shape, instance }: Item): string {
  return `${instance} ${shape.id}`;
}

/** Distance of the part's farthest point from the point that it turns about. */
function reachOf({ shape }: Item): number {
  return shape.exterior.reduce((most, [x, y]) => Math.max(most, Math.hypot(x, y)), 0);
}

function between(a: Item, b: Item, reach: number, share: number): Item {
  if (a === b) return b;
  const mix = (one: number, other: number) => one + (other - one) * share;
  // The short way round.
  const turn = ((b.rotation - a.rotation + 540) % 360) - 180;
  const angle = ((a.rotation + turn * share) * Math.PI) / 180;
  const [x, y] = [mix(a.x, b.x), mix(a.y, b.y)];
  return {
    ...b,
    x,
    y,
    cos: Math.cos(angle),
    sin: Math.sin(angle),
    // Holds the part at each turn, and its name, which is written as at the end of the way.
    bounds: { min_x: x - reach, min_y: y - reach, max_x: x + reach, max_y: y + reach },
  };
}
