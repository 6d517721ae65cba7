/** Questions about a finished layout: what is left of the sheet, which of two is better, why a part has no place. */
import { unfitBox } from "../../engine/entries/app.ts";
import type { Bounds } from "../../engine/index.ts";
import { countsOf } from "../collect.ts";
import { boundsSize, boxArea } from "./bounds.ts";
import type { SolvedLayout } from "./project.ts";
import { findSheetType, sheetRemnant, stockCost } from "./sheet.ts";
import { count, type DisplayUnit, sizeText, trim } from "./units.ts";

/** Sheets used, the last one by what its remnant leaves of it. */
export function sheetsTaken(layout: SolvedLayout): number {
  const last = layout.data.sheets.at(-1);
  if (!last) return 0;
  const { width, height } = findSheetType(layout, last);
  return layout.data.sheets.length - boxArea(sheetRemnant(layout, last)) / (width * height);
}

/** `1 sheet`, `1.44 sheets`. */
export function sheetsText(sheets: number): string {
  return count(Number(trim(sheets, 2)), "sheet");
}

/** No layout takes fewer sheets than this: by the material alone, or by what the solver has proven. */
export function leastSheets({ request, data }: SolvedLayout): number {
  const { total_utilization, sheets_used } = data.summary;
  const material = (total_utilization / 100) * sheets_used;
  // A proven number of whole sheets is one sheet begun.
  return request.sheets ? material : Math.max(material, (data.lower_bound ?? 1) - 1);
}

/** Sums up a job in words: `1 sheet + 32.9 × 400 mm remnant`. */
export function headline(layout: SolvedLayout, unit: DisplayUnit): string {
  const rest = restOfLast(layout);
  const sheets = count(layout.data.sheets.length, "sheet");
  if (!rest) return sheets;
  const { width, height } = boundsSize(rest);
  return `${sheets} + ${sizeText(width, height, unit)} remnant`;
}

/** Remnant of the last sheet, if it is worth the word. */
function restOfLast(layout: SolvedLayout): Bounds | null {
  const last = layout.data.sheets.at(-1);
  if (!last) return null;
  const rest = sheetRemnant(layout, last);
  const { width, height } = findSheetType(layout, last);
  return boxArea(rest) < LEAST_REMNANT * width * height ? null : rest;
}

/** Less of a sheet than this is only its margin. */
const LEAST_REMNANT = 0.02;

/** The interface's order: more parts placed, fewer sheets, then the larger remnant on the last sheet. */
export function isBetter(a: SolvedLayout, b: SolvedLayout): boolean {
  const [one, other] = [a.data.summary, b.data.summary];
  if (one.placed_parts !== other.placed_parts) return one.placed_parts > other.placed_parts;
  const [cost, otherCost] = [a, b].map(({ request, data }) => stockCost(data.sheets, request.sheets ?? []));
  if (cost !== otherCost) return cost! < otherCost!;
  if (one.sheets_used !== other.sheets_used) return one.sheets_used < other.sheets_used;
  return remnantArea(a) > remnantArea(b);
}

export interface Unplaced {
  id: string;
  count: number;
  /** The smallest box it needs over all allowed angles, when no such box fits the sheet. */
  needs: { width: number; height: number } | null;
}

/** The unplaced parts with their reason: too large for the sheet at every angle, or no room found. */
export function unplacedParts({ request, data }: Pick<SolvedLayout, "request" | "data">): Unplaced[] {
  const { edge_margin, kerf, rotation_step } = request.config;
  // Outlines keep the margin and half a kerf on every side.
  const inset = 2 * edge_margin + kerf;
  const rooms = (request.sheets ?? [request.sheet]).map(({ width, height }) => {
    return { width: width - inset, height: height - inset };
  });
  return [...countsOf(data.unplaced)].map(([id, count]) => {
    const part = request.parts.find((candidate) => candidate.id === id);
    return { id, count, needs: part ? unfitBox(part, rotation_step, rooms) : null };
  });
}

function remnantArea(layout: SolvedLayout): number {
  const last = layout.data.sheets.at(-1);
  return last ? boxArea(sheetRemnant(layout, last)) : 0;
}
