/** Questions about a finished layout: what is left of the sheet, which of two is better, why a part has no place. */
import type { Bounds } from "../../engine/index.ts";
import type { NestPart } from "../../engine/v1.ts";
import { boundsSize, boxArea, pointBounds } from "./bounds.ts";
import type { SolvedLayout } from "./project.ts";
import { findSheetType, sheetRemnant } from "./sheet.ts";
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
  const [cost, otherCost] = [costOf(a), costOf(b)];
  if (cost !== otherCost) return cost < otherCost;
  if (one.sheets_used !== other.sheets_used) return one.sheets_used < other.sheets_used;
  return remnantArea(a) > remnantArea(b);
}

/** Cost of the sheets of a rack; 0 where there is only one size. */
function costOf({ request, data }: SolvedLayout): number {
  const costs = new Map(request.sheets?.map(({ id, width, height, cost }) => [id, cost ?? width * height]));
  return data.sheets.reduce((sum, { sheet_id = "" }) => sum + (costs.get(sheet_id) ?? 0), 0);
}

export interface Unplaced {
  id: string;
  count: number;
  /** The smallest box it needs over all allowed angles, when no such box fits the sheet. */
  needs: { width: number; height: number } | null;
}

/** The unplaced parts with their reason: too large for the sheet at every angle, or no room found. */
export function unplacedParts({ request, data }: Pick<SolvedLayout, "request" | "data">): Unplaced[] {
  const counts = new Map<string, number>();
  for (const id of data.unplaced) counts.set(id, (counts.get(id) ?? 0) + 1);
  const room = roomOf({ request });
  return [...counts].map(([id, count]) => {
    const part = request.parts.find((candidate) => candidate.id === id);
    const boxes = part
      ? allowedAngles(part.angles, request.config.rotation_step).map((angle) => boxAt(part, angle))
      : [];
    const fits = boxes.some((box) => box.width <= room.width && box.height <= room.height);
    const excess = (box: { width: number; height: number }) =>
      Math.max(box.width / Math.max(room.width, 1e-9), box.height / Math.max(room.height, 1e-9));
    const needs = fits ? null : (boxes.sort((a, b) => excess(a) - excess(b))[0] ?? null);
    return { id, count, needs };
  });
}

/** Room of a sheet for outlines: its size less the margin and half a kerf on every side. */
function roomOf({ request }: Pick<SolvedLayout, "request">): { width: number; height: number } {
  const inset = 2 * request.config.edge_margin + request.config.kerf;
  const sizes = request.sheets ?? [request.sheet];
  const largest = sizes.reduce((best, one) =>
    one.width * one.height > best.width * best.height ? one : best,
  );
  return { width: largest.width - inset, height: largest.height - inset };
}

/** Angles of a part; for any angle, so many that none between them makes a box visibly smaller. */
function allowedAngles(angles: number[] | "free" | undefined, step: number): number[] {
  if (angles === "free") return Array.from({ length: 2 * 180 }, (_, i) => i / 2);
  return angles ?? anglesOf(step);
}

function anglesOf(step: number): number[] {
  const angles = [];
  for (let k = 0; k * step <= 90; k++) angles.push(k * step);
  return angles;
}

function boxAt(part: NestPart, degrees: number): { width: number; height: number } {
  const [cos, sin] =
    degrees === 90 ? [0, 1] : [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return boundsSize(pointBounds(part.exterior.map(([x, y]) => [x * cos - y * sin, x * sin + y * cos])));
}

function remnantArea(layout: SolvedLayout): number {
  const last = layout.data.sheets.at(-1);
  if (!last) return 0;
  return boxArea(sheetRemnant(layout, last));
}
