/**
 * The parts of one sheet: is each inside, is each pair apart, and how small are the smallest gaps; and are they clear of
 * what is not material of an irregular sheet.
 */
import Flatbush from "flatbush";
import { hypot } from "../../base/geometry/trig/hypot.ts";
import { outlineDistance, overlapping } from "./gap.ts";
import type { JudgedBox, PlacedShape } from "./shape.ts";

export interface Clearances {
  /** Between two parts. */
  gap: number;
  /** Between a part and the edge of the sheet. */
  margin: number;
  tolerance: number;
}

export interface SheetFault {
  code: "outside-sheet" | "overlap" | "too-close";
  message: string;
  placements: number[];
}

/** `known`: the smallest gap so far; larger ones are not measured where they need not be. */
interface Measures extends Clearances {
  known: number | null;
}

/**
 * Gaps are null where nothing has one. Missing parts keep the numbering of the others. `onFault` answers whether to
 * go on looking.
 */
export function measureSheet(
  parts: readonly (PlacedShape | undefined)[],
  sheet: { width: number; height: number },
  clearances: Measures,
  onFault: (fault: SheetFault) => boolean,
): { gap: number | null; edgeGap: number | null } {
  let edgeGap: number | null = null;
  parts.forEach((part, p) => {
    if (!part) return;
    const { minX, minY, maxX, maxY } = part.box;
    const own = Math.min(minX, minY, sheet.width - maxX, sheet.height - maxY);
    edgeGap = Math.min(edgeGap ?? own, own);
    if (own >= clearances.margin - clearances.tolerance) return;
    const message = `A part is ${own} from the edge of the sheet, not ${clearances.margin}`;
    onFault({ code: "outside-sheet", message, placements: [p] });
  });
  return { gap: measurePairs(parts, clearances, onFault), edgeGap };
}

/** Looks at each pair whose boxes are nearer than what is required or than the smallest gap so far. */
function measurePairs(
  parts: readonly (PlacedShape | undefined)[],
  { gap, tolerance, known }: Measures,
  onFault: (fault: SheetFault) => boolean,
): number | null {
  const numbers = [...parts.keys()].filter((p) => parts[p] !== undefined);
  if (numbers.length < 2) return null;
  const index = new Flatbush(numbers.length);
  for (const p of numbers) {
    const { minX, minY, maxX, maxY } = parts[p]!.box;
    index.add(minX, minY, maxX, maxY);
  }
  index.finish();
  const required = Math.max(gap, 3 * tolerance);
  let least = known ?? outlineDistance(parts[numbers[0]!]!, parts[nextTo(index, parts, numbers)]!, Infinity);
  for (const [i, p] of numbers.entries()) {
    const part = parts[p]!;
    const reach = Math.max(required, least);
    const { minX, minY, maxX, maxY } = part.box;
    const found = index.search(minX - reach, minY - reach, maxX + reach, maxY + reach, (j) => j > i);
    for (const j of found.sort((a, b) => a - b)) {
      const q = numbers[j]!;
      const other = parts[q]!;
      const limit = Math.max(required, least);
      const apart = boxDistance(part.box, other.box);
      if (apart > limit) continue;
      const areBoxes = apart > 0 && part.shape.isBox && other.shape.isBox;
      const distance = areBoxes ? apart : outlineDistance(part, other, limit);
      least = Math.min(least, distance);
      if (overlapping(part, other, distance, tolerance)) {
        least = 0;
        if (!onFault({ code: "overlap", message: "Two parts overlap", placements: [p, q] })) return least;
      } else if (distance < gap - tolerance) {
        const message = `Two parts are ${distance} apart, not ${gap}`;
        if (!onFault({ code: "too-close", message, placements: [p, q] })) return least;
      }
    }
  }
  return least;
}

/** A part near the first one: its distance tells how far to look for others. */
function nextTo(
  index: Flatbush,
  parts: readonly (PlacedShape | undefined)[],
  numbers: readonly number[],
): number {
  const { minX, minY, maxX, maxY } = parts[numbers[0]!]!.box;
  const near = index.neighbors((minX + maxX) / 2, (minY + maxY) / 2, 2);
  return numbers[near.find((i) => i !== 0) ?? 1]!;
}

function boxDistance(a: JudgedBox, b: JudgedBox): number {
  const dx = Math.max(0, a.minX - b.maxX, b.minX - a.maxX);
  const dy = Math.max(0, a.minY - b.maxY, b.minY - a.maxY);
  return hypot(dx, dy);
}

/** Something on the sheet, or around it, that parts keep a distance from. */
export interface JudgedObstacle {
  placed: PlacedShape;
  distance: number;
  what: string;
}

/** Each part against each obstacle. */
export function measureObstacles(
  parts: readonly (PlacedShape | undefined)[],
  obstacles: readonly JudgedObstacle[],
  tolerance: number,
  onFault: (fault: SheetFault) => boolean,
): void {
  for (const { placed, distance, what } of obstacles) {
    const limit = Math.max(distance, 3 * tolerance);
    parts.forEach((part, p) => {
      if (!part || boxDistance(part.box, placed.box) > limit) return;
      const own = outlineDistance(part, placed, limit);
      if (overlapping(part, placed, own, tolerance)) {
        onFault({ code: "outside-sheet", message: `A part lies on ${what}`, placements: [p] });
      } else if (own < distance - tolerance) {
        const message = `A part is ${own} from ${what}, not ${distance}`;
        onFault({ code: "outside-sheet", message, placements: [p] });
      }
    });
  }
}
