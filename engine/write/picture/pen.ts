/**
 * How do millimetres of a sheet, y up from its lower left corner, become numbers of an SVG document to scale?
 *
 * Final coordinates are written, y turned over one by one: no group is mirrored, and text stays readable.
 */
import type { Point } from "../../base/contract/values/geometry.ts";
import { formatNumber } from "../../base/text.ts";

interface Size {
  width: number;
  height: number;
}

export interface Pen {
  /** A thin line: a thousandth of the sheet's longer side. */
  unit: number;
  height: number;
  /** Prefix of the ids, so that several sheets can stand in one page. */
  name: string;
  mm(value: number): string;
  /** A point of the sheet as "x y". */
  at(point: Point): string;
}

/** Prints six digits of the sheet's size, and three decimals at least. */
export function penFor({ width, height }: Size, name: string): Pen {
  const size = Math.max(width, height);
  let decimals = 3;
  while (decimals < 12 && size * 10 ** decimals < 1e6) decimals++;
  const mm = (value: number) => formatNumber(value, decimals);
  return { unit: size / 1000, height, name, mm, at: ([x, y]) => `${mm(x)} ${mm(height - y)}` };
}

/** How far the picture goes beyond the sheet, in thin lines: a hundredth of the sheet's size. */
export const PAD = 10;

/** The document's beginning: a frame around the bare sheet. */
export function openSheet(sheet: Size, { unit, mm }: Pen, title: string): string {
  const pad = PAD * unit;
  const [width, height] = [mm(sheet.width + 2 * pad), mm(sheet.height + 2 * pad)];
  const box = `${mm(-pad)} ${mm(-pad)} ${width} ${height}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="${box}" font-family="Helvetica, Arial, sans-serif"><title>${title}</title>`,
    onLayer(SHEET, `<rect width="${mm(sheet.width)}" height="${mm(sheet.height)}" fill="#f4f5f7"/>`),
  ].join("\n");
}

/** The sheet's edge. */
export function frameSheet({ width, height }: Size, { unit, mm }: Pen): string {
  return onLayer(
    SHEET,
    `<rect width="${mm(width)}" height="${mm(height)}" fill="none" stroke="#3d4650" stroke-width="${mm(2 * unit)}"/>`,
  );
}

/** The layer of what is drawn of a sheet. */
export const SHEET = "SHEET";

/** Puts shapes that are no parts on a layer that says so, so that readers of the picture cut none of them. */
export function onLayer(layer: string, drawn: string): string {
  return drawn && `<g data-layer="${layer}">${drawn}</g>`;
}
