/** Questions about a finished layout: what is left of the sheet, which of two is better, why a part has no place. */
import type { Bounds, NestPart, SheetOutput } from "../../engine/index.ts";
import { areaOf, boundsOf, sizeOf } from "./bounds.ts";
import type { Layout } from "./project.ts";

/** The larger of the two full strips that stay free at the far ends of a sheet, kerf respected; perhaps of no area. */
export function remnantOf({ request }: Pick<Layout, "request">, sheet: SheetOutput): Bounds {
  const { width, height } = request.sheet;
  const clear = request.config.kerf;
  const used = hull(sheet.placements.map(({ bounds }) => bounds));
  const whole = { min_x: 0, min_y: 0, max_x: width, max_y: height };
  const right = { ...whole, min_x: Math.min(width, used.max_x + clear) };
  const top = { ...whole, min_y: Math.min(height, used.max_y + clear) };
  return areaOf(right) >= areaOf(top) ? right : top;
}

/** The interface's order: more parts placed, fewer sheets, then the larger remnant on the last sheet. */
export function isBetter(a: Layout, b: Layout): boolean {
  const [one, other] = [a.data.summary, b.data.summary];
  if (one.placed_parts !== other.placed_parts) return one.placed_parts > other.placed_parts;
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
export function unplacedParts({ request, data }: Pick<Layout, "request" | "data">): Unplaced[] {
  const counts = new Map<string, number>();
  for (const id of data.unplaced) counts.set(id, (counts.get(id) ?? 0) + 1);
  const room = roomOf({ request });
  return [...counts].map(([id, count]) => {
    const part = request.parts.find((candidate) => candidate.id === id);
    const boxes = part
      ? (part.angles ?? anglesOf(request.config.rotation_step)).map((angle) => boxAt(part, angle))
      : [];
    const fits = boxes.some((box) => box.width <= room.width && box.height <= room.height);
    const excess = (box: { width: number; height: number }) =>
      Math.max(box.width / Math.max(room.width, 1e-9), box.height / Math.max(room.height, 1e-9));
    const needs = fits ? null : (boxes.sort((a, b) => excess(a) - excess(b))[0] ?? null);
    return { id, count, needs };
  });
}

/** What a sheet offers to outlines: its size less the margin and half a kerf on every side. */
function roomOf({ request }: Pick<Layout, "request">): { width: number; height: number } {
  const inset = 2 * request.config.edge_margin + request.config.kerf;
  return { width: request.sheet.width - inset, height: request.sheet.height - inset };
}

function anglesOf(step: number): number[] {
  const angles = [];
  for (let k = 0; k * step <= 90; k++) angles.push(k * step);
  return angles;
}

function boxAt(part: NestPart, degrees: number): { width: number; height: number } {
  const [cos, sin] =
    degrees === 90 ? [0, 1] : [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return sizeOf(boundsOf(part.exterior.map(([x, y]) => [x * cos - y * sin, x * sin + y * cos])));
}

function remnantArea(layout: Layout): number {
  const last = layout.data.sheets.at(-1);
  if (!last) return 0;
  return areaOf(remnantOf(layout, last));
}

function hull(boxes: Bounds[]): Bounds {
  return boundsOf([
    [0, 0],
    ...boxes.flatMap((b): [number, number][] => [
      [b.min_x, b.min_y],
      [b.max_x, b.max_y],
    ]),
  ]);
}
