/**
 * Nesting across the boundary: the request block from prepared parts, the result block as plain objects. The core
 * sees part coordinates about an origin of their own (small numbers keep their digits) and sheets as the rectangle
 * inside the margins; what a placement means outside is for the caller to say.
 */
import {
  NestGrid,
  NestOrientationSlot,
  NestPartSlot,
  NestPlacementSlot,
  NestRequestSlot,
  NestResultSlot,
  NestSheetSlot,
  NestTypeSlot,
  Remnant,
} from "../../../assembly/layout.ts";
import type { NestPlanRequest } from "../../base/contract/nest-plan.ts";
import type { Ring } from "../../base/contract/values/geometry.ts";
import type { RigidTurn } from "../../base/geometry/ring.ts";
import { guarded } from "../wasm/heap.ts";
import type { CoreExports } from "../wasm/load.ts";

const REMNANTS = { right: Remnant.RIGHT, top: Remnant.TOP, "largest-rectangle": Remnant.LARGEST };

export interface CorePart {
  quantity: number;
  /** 0: placed first, 1: next … */
  level: number;
  /** Indices into the problem's orientations. */
  orientations: number[];
  /** Any angle between two, in thousandths of a degree, whole ones. */
  ranges?: (readonly [number, number])[];
  /** Open rings: exterior counter-clockwise, holes clockwise. */
  rings: Ring[];
}

/** Obstacle that parts keep `clearance` away from: rings as those of a part, placed on the usable rectangle. */
export interface CoreObstacle {
  clearance: number;
  rings: Ring[];
}

/** A type of sheet. */
export interface CoreType {
  /** Usable rectangle. */
  width: number;
  height: number;
  quantity: number;
  cost: number;
  /** Used in any case: neither paid nor counted. Such types come first. */
  free: boolean;
  /** Right and upper end of what lies on it for good, 0 for nothing. */
  right: number;
  top: number;
  obstacles: CoreObstacle[];
}

export interface CoreProblem {
  seed: number;
  /** Place among the searches for one answer. */
  searchIndex: number;
  /** The search ends by itself at the bound alone. */
  tenacious?: boolean;
  remnant?: NestPlanRequest["remnant"];
  gap: number;
  types: CoreType[];
  /** One sheet as short as possible instead of sheets of the type's width. */
  strip: boolean;
  mostSheets: number;
  /** A proof that all parts together need so many; 0 when there is none. */
  leastSheets: number;
  /** The first one leaves everything as it is: obstacles lie like that. */
  orientations: (RigidTurn & { rotation: number })[];
  parts: CorePart[];
}

/** Stands for "as many as are needed" where the core wants a count. */
const PLENTY = 1e9;

export interface CorePlacement {
  part: number;
  orientation: number;
  x: number;
  y: number;
}

export interface CoreSheet {
  /** Position in the problem's types. */
  type: number;
  /** How many sheets look like this. */
  copies: number;
  placements: CorePlacement[];
}

export interface CoreNestPlan {
  revision: number;
  sheets: CoreSheet[];
}

export function encodeProblem(problem: CoreProblem): Float64Array {
  const { types, orientations } = problem;
  const obstacles = types.flatMap((type) =>
    type.obstacles.map(({ clearance, rings }) => ({
      quantity: 0,
      level: 0,
      clearance,
      orientations: [0],
      rings,
    })),
  );
  const parts = [...problem.parts.map((part) => ({ ...part, clearance: 0 })), ...obstacles];
  const head = NestRequestSlot.HEADER + types.length * NestTypeSlot.LENGTH;
  const start = head + orientations.length * NestOrientationSlot.LENGTH;
  const slots = new Float64Array(parts.reduce((sum, part) => sum + partSlots(part), start));
  slots[NestRequestSlot.LENGTH] = slots.length;
  slots[NestRequestSlot.SEED] = problem.seed;
  slots[NestRequestSlot.GAP] = problem.gap;
  slots[NestRequestSlot.TYPES] = types.length;
  slots[NestRequestSlot.STRIP] = problem.strip ? 1 : 0;
  slots[NestRequestSlot.MOST_SHEETS] = Math.min(problem.mostSheets, PLENTY);
  slots[NestRequestSlot.LEAST_SHEETS] = problem.leastSheets;
  slots[NestRequestSlot.SEARCH] = problem.searchIndex;
  slots[NestRequestSlot.TENACIOUS] = Number(problem.tenacious === true);
  slots[NestRequestSlot.REMNANT] = problem.remnant === undefined ? Remnant.ANY : REMNANTS[problem.remnant];
  slots[NestRequestSlot.ORIENTATIONS] = orientations.length;
  slots[NestRequestSlot.PARTS] = problem.parts.length;
  slots[NestRequestSlot.OBSTACLES] = obstacles.length;
  types.forEach((type, i) => {
    writeType(slots, NestRequestSlot.HEADER + i * NestTypeSlot.LENGTH, type);
  });
  slots.set(
    orientations.flatMap(({ cos, sin, mirrored, rotation }) => [
      cos,
      sin,
      mirrored ? -1 : 1,
      rotation * NestGrid.DEGREE,
    ]),
    head,
  );
  let at = start;
  for (const part of parts) at = writePart(slots, at, part);
  return slots;
}

function writeType(slots: Float64Array, at: number, type: CoreType): void {
  slots[at + NestTypeSlot.WIDTH] = type.width;
  slots[at + NestTypeSlot.HEIGHT] = type.height;
  slots[at + NestTypeSlot.QUANTITY] = Math.min(type.quantity, PLENTY);
  slots[at + NestTypeSlot.COST] = type.cost;
  slots[at + NestTypeSlot.FREE] = type.free ? 1 : 0;
  slots[at + NestTypeSlot.RIGHT] = type.right;
  slots[at + NestTypeSlot.TOP] = type.top;
  slots[at + NestTypeSlot.OBSTACLES] = type.obstacles.length;
}

/** Writes a part or an obstacle and returns the slot behind it. */
function writePart(slots: Float64Array, start: number, part: CorePart & { clearance: number }): number {
  slots[start + NestPartSlot.QUANTITY] = part.quantity;
  slots[start + NestPartSlot.LEVEL] = part.level;
  slots[start + NestPartSlot.CLEARANCE] = part.clearance;
  slots[start + NestPartSlot.ORIENTATIONS] = part.orientations.length;
  slots[start + NestPartSlot.RINGS] = part.rings.length;
  const ranges = part.ranges ?? [];
  slots[start + NestPartSlot.RANGES] = ranges.length;
  let at = start + NestPartSlot.HEADER;
  slots.set([...part.orientations, ...ranges.flat()], at);
  at += part.orientations.length + 2 * ranges.length;
  for (const ring of part.rings) {
    slots[at++] = ring.length;
    for (let i = 0; i < ring.length; i++) {
      const point = ring[i]!;
      slots[at++] = point[0];
      slots[at++] = point[1];
    }
  }
  return at;
}

function partSlots(part: CorePart): number {
  const points = part.rings.reduce((sum, ring) => sum + 1 + 2 * ring.length, 0);
  return NestPartSlot.HEADER + part.orientations.length + 2 * (part.ranges?.length ?? 0) + points;
}

/** The index of an orientation by a multiple of the grid. */
export function gridIndex({ rotation, mirrored }: { rotation: number; mirrored: boolean }): number {
  const angle = Math.round((((rotation % 360) + 360) % 360) * NestGrid.DEGREE) % NestGrid.TURN;
  return NestGrid.FIRST + 2 * angle + (mirrored ? 1 : 0);
}

/** The orientation that an index stands for which is none of the request's list. */
export function gridOrientation(index: number): { rotation: number; mirrored: boolean } {
  const place = index - NestGrid.FIRST;
  return { rotation: Math.floor(place / 2) / NestGrid.DEGREE, mirrored: place % 2 === 1 };
}

/** How often there has been a better layout, when the best one's block is at this address. */
export function revisionAt({ memory }: CoreExports, at: number): number {
  return new Float64Array(memory.buffer, at + 8 * NestResultSlot.REVISION, 1)[0]!;
}

/** How many parts lie on the sheets of a result block. */
export function placedOn(slots: Float64Array): number {
  return slots[NestResultSlot.PLACED]!;
}

/** How many placements a result block names, or a few more: equal sheets have theirs once. */
export function placementsIn(slots: Float64Array): number {
  return slots.length / NestPlacementSlot.LENGTH;
}

/** Ratings of a result block, the most important first: less is better. */
export function scoreOfPlan(slots: Float64Array): number[] {
  return [...slots.subarray(slots.length - slots[NestResultSlot.RATINGS]!)];
}

/** Sheets of a plan, counts included. */
export function sheetsIn(slots: Float64Array): number {
  return decodePlan(slots).sheets.reduce((sum, { copies }) => sum + copies, 0);
}

export function decodePlan(slots: Float64Array): CoreNestPlan {
  const sheets: CoreSheet[] = [];
  let at: number = NestResultSlot.HEADER;
  for (let record = 0; record < slots[NestResultSlot.RECORDS]!; record++) {
    const type = slots[at + NestSheetSlot.TYPE]!;
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
    sheets.push({ type, copies, placements });
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
  for (const { type, copies, placements } of sheets) {
    slots.set([type, copies, placements.length], at);
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
