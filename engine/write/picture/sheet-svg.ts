/**
 * One sheet of a plan as an SVG document: to scale in millimetres, sheet origin at the lower left.
 *
 * Every part is drawn once in `<defs>` and used per copy, so a full sheet stays a small file. SVG's y runs down, so
 * the rings of parts are written with y negated and their angles too; no group is mirrored, and names stay readable.
 */

import type { NestPlanRequest, PlanSheet } from "../../base/contract/nest-plan.ts";
import type { SheetGround } from "../../base/contract/nest-sheets.ts";
import { checkOptions, flag, type OptionCheck } from "../../base/contract/options.ts";
import type { ExportPlacement } from "../../base/contract/v1/export.ts";
import type { Mark, PartCurves } from "../../base/contract/values/curves.ts";
import type { Bounds, Ring } from "../../base/contract/values/geometry.ts";
import { openRing, placeRing } from "../../base/geometry/ring.ts";
import { escapeXml, formatNumber } from "../../base/text.ts";
import { sheetJob } from "../sheets/job.ts";
import { pathData } from "./curve.ts";
import { fillColor, strokeColor } from "./palette.ts";
import { frameSheet, onLayer, openSheet, type Pen, penFor, SHEET } from "./pen.ts";
import { placeLabel, textWidth } from "./picture-label.ts";
import { largestRemnant } from "./remnant.ts";

/** Options of the picture of a sheet. */
export interface SheetPictureOptions {
  /** Write the parts' names on them; true by default. */
  labels?: boolean;
  /** Show the edge margin and the remnant; true by default. */
  guides?: boolean;
}

const OPTIONS = { labels: flag, guides: flag } satisfies Record<keyof SheetPictureOptions, OptionCheck>;

/** A copy where it lies. Copies with the same key look alike before they are turned. */
interface DrawnCopy extends ExportPlacement {
  name: string;
  key: string;
  color: number;
  curves: PartCurves | null;
  marks: readonly Mark[];
}

/**
 * The sheet with this number of a plan as an SVG document. `numbers` gives the colour of each part: its number by default.
 * @throws EngineError INVALID_INPUT for wrong options
 */
export function sheetToSvg(
  request: NestPlanRequest,
  sheet: PlanSheet,
  index: number,
  options: SheetPictureOptions = {},
  numbers: readonly number[] = [],
): string {
  checkOptions(OPTIONS, options);
  const { labels = true, guides = true } = options;
  const { request: job, drawn, ground } = sheetJob(request, sheet, index);
  const copies = job.placements.map((placement, i): DrawnCopy => {
    const { part, mirrored } = sheet.placements[i]!;
    return {
      ...placement,
      name: request.parts[part]!.id,
      key: mirrored ? `${part}m` : `${part}`,
      color: numbers[part] ?? part,
      curves: drawn.curves?.[i] ?? null,
      marks: drawn.marks?.[i] ?? [],
    };
  });
  const pen = penFor(sheet, `s${index}`);
  const remnant = () => largestRemnant(sheet, request.config.kerf);
  return [
    openSheet(sheet, pen, `Sheet ${index + 1}`),
    `<defs>${drawOutlines(copies, pen)}</defs>`,
    onLayer(SHEET, ground ? drawGround(ground, pen) : guides ? drawRemnant(remnant(), pen) : ""),
    ...(guides && !ground?.outline
      ? [onLayer(SHEET, drawMargin(sheet, request.config.edge_margin, pen))]
      : []),
    frameSheet(sheet, pen),
    `<g stroke-width="${pen.mm(pen.unit)}" stroke-linejoin="round" fill-rule="evenodd">`,
    ...copies.map((copy) => drawCopy(copy, pen)),
    "</g>",
    ...drawMarks(copies, pen),
    ...(labels ? [drawLabels(copies, pen)] : []),
    "</svg>\n",
  ].join("\n");
}

function drawOutlines(copies: DrawnCopy[], pen: Pen): string {
  const outlines = new Map(copies.map((copy) => [copy.key, copy]));
  return [...outlines]
    .map(([key, copy]) => `<path id="${pen.name}p${key}" d="${outline(copy, pen)}"/>`)
    .join("\n");
}

function outline({ exterior, holes, curves }: DrawnCopy, { mm }: Pen): string {
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

function drawMarks(copies: DrawnCopy[], pen: Pen): string[] {
  const own = { scale: 1, left: 0, bottom: 0 };
  const dashes = `${pen.mm(6 * pen.unit)} ${pen.mm(4 * pen.unit)}`;
  const line = ({ role, path, closed = false, curves }: Mark) => {
    const points = path.map(([x, y]) => `${pen.mm(x)} ${pen.mm(-y)}`).join("L");
    const data = curves ? pathData(curves, closed, own) : `M${points}${closed ? "Z" : ""}`;
    const style = role === "bend" ? ` stroke-dasharray="${dashes}"` : "";
    return onLayer(role.toUpperCase(), `<path class="${role}" d="${data}"${style}/>`);
  };
  const marked = copies.filter(({ marks }) => marks.length > 0);
  if (marked.length === 0) return [];
  return [
    `<g fill="none" stroke="#3d4650" stroke-width="${pen.mm(pen.unit)}">`,
    ...marked.map((copy) => `<g ${placeOf(copy, pen)}>${copy.marks.map(line).join("")}</g>`),
    "</g>",
  ];
}

/** Where a copy lies and how it is turned. */
function placeOf({ x, y, rotation }: DrawnCopy, { height, mm }: Pen): string {
  const turn = rotation === 0 ? "" : ` rotate(${formatNumber(-rotation, 9)})`;
  return `transform="translate(${mm(x)} ${mm(height - y)})${turn}"`;
}

function drawCopy(copy: DrawnCopy, pen: Pen): string {
  const { key, color, name } = copy;
  return `<use href="#${pen.name}p${key}" ${placeOf(copy, pen)} fill="${fillColor(color)}" stroke="${strokeColor(color)}"><title>${escapeXml(name)}</title></use>`;
}

function drawMargin(sheet: PlanSheet, margin: number, { unit, mm }: Pen): string {
  const [width, height] = [sheet.width - 2 * margin, sheet.height - 2 * margin];
  if (margin === 0 || width <= 0 || height <= 0) return "";
  const dashes = `${mm(6 * unit)} ${mm(4 * unit)}`;
  return `<rect x="${mm(margin)}" y="${mm(margin)}" width="${mm(width)}" height="${mm(height)}" fill="none" stroke="#8a949e" stroke-width="${mm(unit)}" stroke-dasharray="${dashes}"/>`;
}

function drawRemnant(box: Bounds | null, { unit, height, mm }: Pen): string {
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

function drawLabels(copies: DrawnCopy[], { unit, height, mm }: Pen): string {
  const texts = copies.flatMap(({ name, exterior, holes, x, y, rotation }) => {
    const rings = [exterior, ...holes].map((ring) => placeRing(openRing(ring), x, y, rotation));
    const { at, size, upright } = placeLabel(rings, name, 17 * unit);
    if (size < 7 * unit || name === "") return [];
    const turn = upright ? " rotate(-90)" : "";
    return `<text transform="translate(${mm(at[0])} ${mm(height - at[1])})${turn}" font-size="${mm(size)}" dy="0.35em">${escapeXml(name)}</text>`;
  });
  return `<g text-anchor="middle" fill="#1d2530">${texts.join("\n")}</g>`;
}
