/**
 * Nesting across the boundary: the request block from prepared parts, the result block as plain objects. The core
 * sees part coordinates about an origin of their own (small numbers keep their digits) and sheets as the rectangle
 * inside the margins; what a placement means outside is for the caller to say.
 */
import {
  NestOrientationSlot,
  NestPartSlot,
  NestPlacementSlot,
  NestRequestSlot,
  NestResultSlot,
  NestSheetSlot,
} from "../../assembly/layout.ts";
import type { Ring } from "../contract/geometry.ts";
import { guarded } from "./heap.ts";
import type { CoreExports } from "./load.ts";

/** Mirror (x to -x) if any, then rotate counter-clockwise by the angle with this cosine and sine. */
export interface CoreOrientation {
  cos: number;
  sin: number;
  mirrored: boolean;
}

export interface CorePart {
  quantity: number;
  /** Indices into the problem's orientations. */
  orientations: number[];
  /** Open rings: exterior counter-clockwise, holes clockwise. */
  rings: Ring[];
}

export interface CoreProblem {
  seed: number;
  gap: number;
  /** Usable rectangle. */
  width: number;
  height: number;
  /** One sheet as short as possible instead of sheets of `width`. */
  strip: boolean;
  orientations: CoreOrientation[];
  parts: CorePart[];
}

export interface CorePlacement {
  part: number;
  orientation: number;
  x: number;
  y: number;
}

export interface CoreSheet {
  /** How many sheets look like this. */
  copies: number;
  placements: CorePlacement[];
}

export interface CorePlan {
  revision: number;
  sheets: CoreSheet[];
}

export function encodeProblem(problem: CoreProblem): Float64Array {
  const orientations = problem.orientations.flatMap(({ cos, sin, mirrored }) => [
    cos,
    sin,
    mirrored ? -1 : 1,
  ]);
  const length = problem.parts.reduce((sum, part) => sum + partSlots(part), NestRequestSlot.HEADER);
  const slots = new Float64Array(length + problem.orientations.length * NestOrientationSlot.LENGTH);
  slots[NestRequestSlot.LENGTH] = slots.length;
  slots[NestRequestSlot.SEED] = problem.seed;
  slots[NestRequestSlot.GAP] = problem.gap;
  slots[NestRequestSlot.WIDTH] = problem.width;
  slots[NestRequestSlot.HEIGHT] = problem.height;
  slots[NestRequestSlot.STRIP] = problem.strip ? 1 : 0;
  slots[NestRequestSlot.ORIENTATIONS] = problem.orientations.length;
  slots[NestRequestSlot.PARTS] = problem.parts.length;
  slots.set(orientations, NestRequestSlot.HEADER);
  let at = NestRequestSlot.HEADER + orientations.length;
  for (const part of problem.parts) {
    slots.set([part.quantity, part.orientations.length, part.rings.length], at);
    at += NestPartSlot.HEADER;
    slots.set(part.orientations, at);
    at += part.orientations.length;
    for (const ring of part.rings) {
      slots[at++] = ring.length;
      for (const [x, y] of ring) {
        slots[at++] = x;
        slots[at++] = y;
      }
    }
  }
  return slots;
}

function partSlots(part: CorePart): number {
  const points = part.rings.reduce((sum, ring) => sum + 1 + 2 * ring.length, 0);
  return NestPartSlot.HEADER + part.orientations.length + points;
}

/** Score of a result block: less is better. */
export function scoreOfPlan(slots: Float64Array): number {
  return slots[NestResultSlot.SCORE]!;
}

export function decodePlan(slots: Float64Array): CorePlan {
  const sheets: CoreSheet[] = [];
  let at: number = NestResultSlot.HEADER;
  for (let record = 0; record < slots[NestResultSlot.RECORDS]!; record++) {
    const copies = slots[at + NestSheetSlot.COPIES]!;
    const count = slots[at + NestSheetSlot.PLACEMENTS]!;
    at += NestSheetSlot.HEADER;
    const placements: CorePlacement[] = [];
    for (let i = 0; i < count; i++, at += NestPlacementSlot.LENGTH) {
      placements.push({
        part: slots[at + NestPlacementSlot.PART]!,
        orientation: slots[at + NestPlacementSlot.ORIENTATION]!,
        x: slots[at + NestPlacementSlot.X]!,
        y: slots[at + NestPlacementSlot.Y]!,
      });
    }
    sheets.push({ copies, placements });
  }
  return { revision: slots[NestResultSlot.REVISION]!, sheets };
}

/** The block of a layout for `nestAdopt` and `nestStart`: as a result, without what only the core can say. */
export function encodePlan(sheets: readonly CoreSheet[]): Float64Array {
  const length = sheets.reduce(
    (sum, { placements }) => sum + NestSheetSlot.HEADER + placements.length * NestPlacementSlot.LENGTH,
    NestResultSlot.HEADER as number,
  );
  const slots = new Float64Array(length);
  slots[NestResultSlot.LENGTH] = length;
  slots[NestResultSlot.RECORDS] = sheets.length;
  slots[NestResultSlot.SHEETS] = sheets.reduce((sum, { copies }) => sum + copies, 0);
  slots[NestResultSlot.PLACED] = sheets.reduce(
    (sum, sheet) => sum + sheet.copies * sheet.placements.length,
    0,
  );
  let at: number = NestResultSlot.HEADER;
  for (const { copies, placements } of sheets) {
    slots.set([copies, placements.length], at);
    at += NestSheetSlot.HEADER;
    for (const { part, orientation, x, y } of placements) {
      slots.set([part, orientation, x, y], at);
      at += NestPlacementSlot.LENGTH;
    }
  }
  return slots;
}

/**
 * Hands the core a layout, its own result block or one of `encodePlan`: with `nestAdopt` at any time, to go on from it
 * if it is better than the best; with `nestStart` before the first step, to begin with it. Answers the position of
 * the first placement that is wrong, counted through the block, or null.
 */
export function givePlan(
  core: CoreExports,
  slots: Float64Array,
  how: "nestAdopt" | "nestStart",
): number | null {
  new Float64Array(core.memory.buffer, core.nestInbox(), slots.length).set(slots);
  const answer = guarded(core, () => core[how]());
  return answer < 0 ? -1 - answer : null;
}
