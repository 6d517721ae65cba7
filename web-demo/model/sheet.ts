/**
 * Finds the stock of a sheet of a layout and its remnant in one piece, kept as the job wants it:
 * beyond all parts on the right or at the top, or the largest rectangle anywhere. Parts take the kerf round about them
 * with them; where material is bad or missing, nothing is kept.
 */
import { type Blocker, largestRectangle } from "../../engine/entries/app.ts";
import type { Bounds, Ring } from "../../engine/index.ts";
import type { PlanSheet } from "../shop/rack.ts";
import { boxArea, boxRing, pointBounds, widened } from "./bounds.ts";
import type { SolvedLayout, SolvedSheet } from "./project.ts";
import { sum } from "./units.ts";

/** Finds the type that a sheet of the layout was cut from: a type of the rack, or the one size that the job has. */
export function findSheetType(
  { request }: Pick<SolvedLayout, "request">,
  { sheet_id }: Pick<SolvedSheet, "sheet_id">,
): Partial<PlanSheet> & { width: number; height: number } {
  return request.sheets?.find(({ id }) => id === sheet_id) ?? request.sheet;
}

export function stockCost(sheets: readonly SolvedSheet[], types: readonly PlanSheet[]): number {
  const costs = new Map(types.map(({ id, width, height, cost }) => [id, cost ?? width * height]));
  return sum(sheets, ({ sheet_id = "" }) => costs.get(sheet_id) ?? 0);
}

/** Asked for whenever a sheet is drawn or told of; neither request nor placements change in place. */
const known = new WeakMap<SolvedSheet["placements"], { request: SolvedLayout["request"]; remnant: Bounds }>();

export function sheetRemnant({ request }: Pick<SolvedLayout, "request">, sheet: SolvedSheet): Bounds {
  const found = known.get(sheet.placements);
  if (found?.request === request) return found.remnant;
  const remnant = findRemnant({ request }, sheet);
  known.set(sheet.placements, { request, remnant });
  return remnant;
}

function findRemnant({ request }: Pick<SolvedLayout, "request">, sheet: SolvedSheet): Bounds {
  const { width, height, outline, holes = [], defects = [] } = findSheetType({ request }, sheet);
  const { remnant: kind, config } = request;
  const { kerf } = config;
  // No strip of a sheet that is no rectangle is one either.
  if (outline || kind === "largest-rectangle") {
    const missing = [...holes, ...defects].map((ring) => [ring]);
    if (outline) missing.push([frameRound(width, height), outline]);
    const parts = sheet.placements.map(({ bounds }) => [boxRing(widened(bounds, kerf))]);
    const rings = [...missing, ...parts];
    return largest(
      width,
      height,
      rings.map((some) => ({ rings: some, gap: 0 })),
    );
  }
  let [usedX, usedY] = [0, 0];
  for (const { bounds } of sheet.placements) {
    if (bounds.max_x + kerf > usedX) usedX = bounds.max_x + kerf;
    if (bounds.max_y + kerf > usedY) usedY = bounds.max_y + kerf;
  }
  for (const b of [...holes, ...defects].map(pointBounds)) {
    usedX = Math.max(usedX, b.max_x);
    usedY = Math.max(usedY, b.max_y);
  }
  const whole = { min_x: 0, min_y: 0, max_x: width, max_y: height };
  const right = { ...whole, min_x: Math.min(width, usedX) };
  const top = { ...whole, min_y: Math.min(height, usedY) };
  if (kind) return kind === "right" ? right : top;
  return boxArea(right) >= boxArea(top) ? right : top;
}

function largest(width: number, height: number, blockers: readonly Blocker[]): Bounds {
  const { x, y, ...size } = largestRectangle(width, height, blockers) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { min_x: x, min_y: y, max_x: x + size.width, max_y: y + size.height };
}

/** Far enough outside that no rectangle on the sheet meets it. */
function frameRound(width: number, height: number): Ring {
  return boxRing({ min_x: -width, min_y: -height, max_x: 2 * width, max_y: 2 * height });
}
