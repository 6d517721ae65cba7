/** Questions about a finished layout: what is left of the sheet, which of two is better, why a part has no place. */

import { turnedBounds } from "../../engine/base/geometry/ring.ts";
import type { Bounds } from "../../engine/index.ts";
import type { NestPart } from "../../engine/v1.ts";
import { countsOf } from "../collect.ts";
import { turnByDegrees } from "../geometry/pose.ts";
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
  const counts = countsOf(data.unplaced);
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
  return angles ?? Array.from({ length: Math.floor(90 / step) + 1 }, (_, k) => k * step);
}

function boxAt(part: NestPart, degrees: number): { width: number; height: number } {
  const { cos, sin } = turnByDegrees(degrees);
  return boundsSize(turnedBounds(part.exterior, { cos, sin, mirrored: false }));
}

function remnantArea(layout: SolvedLayout): number {
  const last = layout.data.sheets.at(-1);
  return last ? boxArea(sheetRemnant(layout, last)) : 0;
}
