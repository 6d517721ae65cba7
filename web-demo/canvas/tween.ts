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
  const pairs = to.items.map((item) => [before.get(nameOf(item)) ?? item, item] as const);
  if (pairs.every(([a, b]) => a.x === b.x && a.y === b.y && a.rotation === b.rotation)) return null;
  return {
    at(progress) {
      const eased = 1 - (1 - progress) ** 3;
      return { ...to, items: pairs.map(([a, b]) => between(a, b, eased)) };
    },
  };
}

function nameOf({ shape, instance }: Item): string {
  return `${instance} ${shape.id}`;
}

function between(a: Item, b: Item, share: number): Item {
  if (a === b) return b;
  const mix = (one: number, other: number) => one + (other - one) * share;
  // The short way round.
  const turn = ((b.rotation - a.rotation + 540) % 360) - 180;
  const angle = ((a.rotation + turn * share) * Math.PI) / 180;
  return {
    ...b,
    x: mix(a.x, b.x),
    y: mix(a.y, b.y),
    cos: Math.cos(angle),
    sin: Math.sin(angle),
    bounds: {
      min_x: Math.min(a.bounds.min_x, b.bounds.min_x),
      min_y: Math.min(a.bounds.min_y, b.bounds.min_y),
      max_x: Math.max(a.bounds.max_x, b.bounds.max_x),
      max_y: Math.max(a.bounds.max_y, b.bounds.max_y),
    },
  };
}
