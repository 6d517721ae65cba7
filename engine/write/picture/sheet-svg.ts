/**
 * One sheet of a nesting answer as an SVG document: to scale in millimetres, sheet origin at the lower left.
 *
 * Every part is drawn once in `<defs>` and used per copy, so a full sheet stays a small file. SVG's y runs down, so
 * the rings of parts are written with y negated and their angles too; no group is mirrored, and names stay readable.
 */

import { type SheetGround, sheetGroundSchema } from "../../base/contract/nest-sheets.ts";
import {
  checkAnswer,
  checkArguments,
  checkOptions,
  flag,
  listed,
  type OptionCheck,
  whole,
} from "../../base/contract/options.ts";
import { by } from "../../base/contract/program-options.ts";
import {
  type NestData,
  type NestPart,
  type NestRequest,
  type NestRequestInput,
  nestDataSchema,
  nestRequestSchema,
} from "../../base/contract/v1/nest.ts";
import { completed, explained } from "../../base/contract/validate.ts";
import type { Ring } from "../../base/contract/values/geometry.ts";
import { invalidInput } from "../../base/errors.ts";
import { openRing, placeRing } from "../../base/geometry/ring.ts";
import { counted, escapeXml, formatNumber } from "../../base/text.ts";
import type { Mark } from "../toolpath/machine/options.ts";
import type { PartCurves } from "../toolpath/path/shape.ts";
import { type PlacedPart, placed_parts } from "../toolpath/plan/placed.ts";
import { pathData } from "./curve.ts";
import { fillColor, strokeColor } from "./palette.ts";
import { frameSheet, onLayer, openSheet, type Pen, penFor, SHEET } from "./pen.ts";
import { placeLabel, textWidth } from "./picture-label.ts";
import { largestRemnant } from "./remnant.ts";

/** Options of `sheetToSvg`. */
export interface SheetSvgOptions {
  /** Write the parts' names on them; true by default. */
  labels?: boolean;
  /** Show the edge margin and the remnant; true by default. */
  guides?: boolean;
  /** By entry of `request.parts`, the curves that its rings stand for, null where nobody knows: arcs are drawn as arcs. */
  curves?: (PartCurves | null)[];
  /** By entry of `request.parts`, the number of its colour; each its own by default. */
  colors?: readonly number[];
  /** By placement, the lines that are drawn on it and not cut through: bend lines are dashed. */
  marks?: readonly (readonly Mark[] | null)[];
  /** Material of the sheet, as a sheet type of `nest` says it: it is drawn, and no remnant is shown. */
  ground?: SheetGround;
}

const OPTIONS = {
  labels: flag,
  guides: flag,
  curves: listed,
  colors: listed,
  marks: listed,
  ground: by(sheetGroundSchema),
} satisfies Record<keyof SheetSvgOptions, OptionCheck>;

/** The sheet `data.sheets[at]` as an SVG document. Throws INVALID_INPUT if there is no such sheet. */
export function sheetToSvg(
  request: NestRequestInput,
  data: NestData,
  at: number,
  options: SheetSvgOptions = {},
): string {
  checkOptions(OPTIONS, options);
  const asked = completed(nestRequestSchema, request);
  checkAnswer("data", data, "nest", ["sheets"]);
  checkArguments({ at: whole() }, { at });
  if (!data.sheets[at])
    throw invalidInput(["sheets", at], `the answer has ${counted(data.sheets.length, "sheet")}`);
  return explained({ request: [nestRequestSchema, request], data: [nestDataSchema, data] }, () =>
    drawSheet(asked, data, at, options),
  );
}

function drawSheet(asked: NestRequest, data: NestData, at: number, options: SheetSvgOptions): string {
  const { labels = true, guides = true, curves = [], colors = [], marks = [], ground } = options;
  const sheet = data.sheets[at]!;
  const placed = placed_parts(asked, data)[at]!;
  const pen = penFor(asked.sheet, `s${sheet.index}`);
  return [
    openSheet(asked.sheet, pen, `Sheet ${sheet.index + 1}`),
    `<defs>${drawnParts(placed, pen, curves)}</defs>`,
    onLayer(SHEET, ground ? drawGround(ground, pen) : guides ? drawRemnant(asked, placed, pen) : ""),
    ...(guides && !ground?.outline ? [onLayer(SHEET, drawMargin(asked, pen))] : []),
    frameSheet(asked.sheet, pen),
    `<g stroke-width="${pen.mm(pen.unit)}" stroke-linejoin="round" fill-rule="evenodd">`,
    ...placed.map((part) => drawCopy(part, pen, colors[part.entry] ?? part.entry)),
    "</g>",
    ...drawMarks(placed, marks, pen),
    ...(labels ? [drawLabels(placed, pen)] : []),
    "</svg>\n",
  ].join("\n");
}

function drawnParts(placed: PlacedPart[], pen: Pen, curves: (PartCurves | null)[]): string {
  const parts = new Map(placed.map(({ entry, part }) => [entry, part]));
  return [...parts]
    .map(
      ([entry, part]) => `<path id="${pen.name}p${entry}" d="${outline(part, pen, curves[entry] ?? null)}"/>`,
    )
    .join("\n");
}

function outline({ exterior, holes }: NestPart, { mm }: Pen, curves: PartCurves | null): string {
  // In millimetres of the part, with y negated.
  const own = { scale: 1, left: 0, bottom: 0 };
  if (curves) return [curves.exterior, ...curves.holes].map((path) => pathData(path, true, own)).join("");
  return [exterior, ...holes]
    .map(
      (ring) =>
        `M${openRing(ring)
          .map(([x, y]) => `${mm(x)} ${mm(-y)}`)
          .join("L")}Z`,
    )
    .join("");
}

/** The edges of the material, and where it is missing or bad. */
function drawGround({ outline: edge, holes = [], defects = [] }: SheetGround, { unit, mm, at }: Pen): string {
  const path = (ring: Ring, style: string) => `<path d="M${openRing(ring).map(at).join("L")}Z" ${style}/>`;
  const line = (color: string, width: number) => `stroke="${color}" stroke-width="${mm(width * unit)}"`;
  return [
    ...(edge ? [path(edge, `fill="#ffffff" ${line("#3d4650", 2)}`)] : []),
    ...holes.map((ring) => path(ring, `fill="#cfd5da" ${line("#3d4650", 2)}`)),
    ...defects.map((ring) =>
      path(ring, `fill="#f1dcc4" ${line("#b4691f", 1)} stroke-dasharray="${mm(5 * unit)} ${mm(3 * unit)}"`),
    ),
  ].join("\n");
}

function drawMarks(placed: PlacedPart[], marks: readonly (readonly Mark[] | null)[], pen: Pen): string[] {
  const own = { scale: 1, left: 0, bottom: 0 };
  const dashes = `${pen.mm(6 * pen.unit)} ${pen.mm(4 * pen.unit)}`;
  const line = ({ role, path, closed = false, curves }: Mark) => {
    const points = path.map(([x, y]) => `${pen.mm(x)} ${pen.mm(-y)}`).join("L");
    const data = curves ? pathData(curves, closed, own) : `M${points}${closed ? "Z" : ""}`;
    const style = role === "bend" ? ` stroke-dasharray="${dashes}"` : "";
    return onLayer(role.toUpperCase(), `<path class="${role}" d="${data}"${style}/>`);
  };
  const copies = placed.flatMap((copy, at) => {
    const lines = marks[at] ?? [];
    return lines.length === 0 ? [] : [`<g ${placeOf(copy, pen)}>${lines.map(line).join("")}</g>`];
  });
  if (copies.length === 0) return [];
  return [`<g fill="none" stroke="#3d4650" stroke-width="${pen.mm(pen.unit)}">`, ...copies, "</g>"];
}

/** Where a copy lies and how it is turned. */
function placeOf({ placement: { x, y, rotation } }: PlacedPart, { height, mm }: Pen): string {
  const turn = rotation === 0 ? "" : ` rotate(${formatNumber(-rotation, 9)})`;
  return `transform="translate(${mm(x)} ${mm(height - y)})${turn}"`;
}

function drawCopy(copy: PlacedPart, pen: Pen, color: number): string {
  const { placement, part, entry } = copy;
  return `<use href="#${pen.name}p${entry}" ${placeOf(copy, pen)} fill="${fillColor(color)}" stroke="${strokeColor(color)}"><title>${escapeXml(part.id)} #${placement.instance + 1}</title></use>`;
}

function drawMargin({ sheet, config }: NestRequest, { unit, mm }: Pen): string {
  const { edge_margin: margin } = config;
  const [width, height] = [sheet.width - 2 * margin, sheet.height - 2 * margin];
  if (margin === 0 || width <= 0 || height <= 0) return "";
  const dashes = `${mm(6 * unit)} ${mm(4 * unit)}`;
  return `<rect x="${mm(margin)}" y="${mm(margin)}" width="${mm(width)}" height="${mm(height)}" fill="none" stroke="#8a949e" stroke-width="${mm(unit)}" stroke-dasharray="${dashes}"/>`;
}

function drawRemnant(request: NestRequest, placed: PlacedPart[], { unit, height, mm }: Pen): string {
  const box = largestRemnant(
    request,
    placed.map(({ placement }) => placement.bounds),
  );
  if (!box) return "";
  const [w, h] = [box.max_x - box.min_x, box.max_y - box.min_y];
  const text = `${formatNumber(w, 1)} × ${formatNumber(h, 1)}`;
  const upright = h > w;
  const size = Math.min(17 * unit, 0.6 * Math.min(w, h), (0.8 * Math.max(w, h)) / textWidth(text));
  const at = `${mm((box.min_x + box.max_x) / 2)} ${mm(height - (box.min_y + box.max_y) / 2)}`;
  const rect = `<rect x="${mm(box.min_x)}" y="${mm(height - box.max_y)}" width="${mm(w)}" height="${mm(h)}" fill="#e3e8e4"/>`;
  if (size < 6 * unit) return rect;
  return `${rect}<text transform="translate(${at})${upright ? " rotate(-90)" : ""}" font-size="${mm(size)}" text-anchor="middle" dy="0.35em" fill="#5f6b63">${text}</text>`;
}

function drawLabels(placed: PlacedPart[], { unit, height, mm }: Pen): string {
  const texts = placed.flatMap(({ placement: { x, y, rotation }, part }) => {
    const rings: Ring[] = [part.exterior, ...part.holes].map((ring) =>
      placeRing(openRing(ring), x, y, rotation),
    );
    const { at, size, upright } = placeLabel(rings, part.id, 17 * unit);
    if (size < 7 * unit || part.id === "") return [];
    const turn = upright ? " rotate(-90)" : "";
    return `<text transform="translate(${mm(at[0])} ${mm(height - at[1])})${turn}" font-size="${mm(size)}" dy="0.35em">${escapeXml(part.id)}</text>`;
  });
  return `<g text-anchor="middle" fill="#1d2530">${texts.join("\n")}</g>`;
}
