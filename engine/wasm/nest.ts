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
