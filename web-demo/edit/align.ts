/** Lining up what is picked: edges, middles, or equal spaces between. */
import type { LaidPart, SolvedLayout } from "../model/project.ts";
import { boundsOfPlaced, copyKey, moved, picked, repose } from "./arrange.ts";

export type Alignment = "left" | "center" | "right" | "bottom" | "middle" | "top" | "across" | "upright";

export function aligned(layout: SolvedLayout, picks: ReadonlySet<string>, how: Alignment): SolvedLayout {
  const places = picked(layout, picks);
  const shifts = how === "across" || how === "upright" ? spread(places, how) : lined(places, how);
  return shiftedBy(layout, picks, shifts);
}

function shiftedBy(
  layout: SolvedLayout,
  picks: ReadonlySet<string>,
  shifts: ReadonlyMap<string, readonly [number, number]>,
): SolvedLayout {
  const moving = new Set([...picks].filter((key) => shifts.get(key)?.some((shift) => shift !== 0)));
  return repose(layout, moving, (pose, place) => moved(...(shifts.get(copyKey(place)) ?? [0, 0]))(pose));
}

function lined(places: readonly LaidPart[], how: Alignment): Map<string, readonly [number, number]> {
  const box = boundsOfPlaced(places);
  return new Map(
    places.map((place) => {
      const { bounds: b } = place;
      const shift: Record<string, readonly [number, number]> = {
        left: [box.min_x - b.min_x, 0],
        center: [(box.min_x + box.max_x - b.min_x - b.max_x) / 2, 0],
        right: [box.max_x - b.max_x, 0],
        bottom: [0, box.min_y - b.min_y],
        middle: [0, (box.min_y + box.max_y - b.min_y - b.max_y) / 2],
        top: [0, box.max_y - b.max_y],
      };
      return [copyKey(place), shift[how]!];
    }),
  );
}

/** Equal spaces between neighbours; the outermost stay. */
function spread(
  places: readonly LaidPart[],
  how: "across" | "upright",
): Map<string, readonly [number, number]> {
  const [low, high] = how === "across" ? (["min_x", "max_x"] as const) : (["min_y", "max_y"] as const);
  const row = [...places].sort((a, b) => a.bounds[low] - b.bounds[low]);
  const box = boundsOfPlaced(places);
  const material = row.reduce((sum, { bounds }) => sum + bounds[high] - bounds[low], 0);
  const space = (box[high] - box[low] - material) / Math.max(1, row.length - 1);
  const shifts = new Map<string, readonly [number, number]>();
  let at = box[low];
  for (const place of row) {
    const by = at - place.bounds[low];
    shifts.set(copyKey(place), how === "across" ? [by, 0] : [0, by]);
    at += place.bounds[high] - place.bounds[low] + space;
  }
  return shifts;
}
