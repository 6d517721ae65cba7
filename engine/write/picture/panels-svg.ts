/**
 * A plan of panels as an SVG document: every pattern once, to one scale, with its count, its pieces with their sizes,
 * what is kept and what is waste, and the cuts numbered in the order of sawing.
 */
import { checkOptions, flag, positive, whole } from "../../base/contract/options.ts";
import type { PanelDefect, PanelPattern, PanelPlan } from "../../base/contract/panel-plan.ts";
import { hypot } from "../../base/geometry/trig/hypot.ts";
import { counted, escapeXml, formatNumber } from "../../base/text.ts";
import { type PanelLeaf, panelCuts, panelLeaves } from "../../plan/panel/sawing.ts";
import { fillColor, strokeColor } from "./palette.ts";
import { textWidth } from "./picture-label.ts";

/** Options of the picture of a plan of panels. */
export interface PanelPictureOptions {
  /** Width of the picture in pixels, 1000 by default. */
  width?: number;
  /** Most patterns to draw, 200 by default; a last line says how many follow. */
  patterns?: number;
  /** Number the cuts; true by default. */
  cuts?: boolean;
}

const MARGIN = 16;
const HEAD = 48;
const CAPTION = 22;
const FONT = 12;
/** Radius of the disc behind a cut's number. */
const DISC = 7;

/** The patterns of a plan as an SVG document. */
export function panelsToSvg(plan: PanelPlan, options: PanelPictureOptions = {}): string {
  checkOptions({ width: positive, patterns: whole(), cuts: flag }, options);
  const { width = 1000, patterns: most = 200, cuts = true } = options;
  const shown = plan.patterns.slice(0, most);
  const longest = shown.reduce((length, pattern) => Math.max(length, pattern.length), 0);
  const scale = longest > 0 ? (width - 2 * MARGIN) / longest : 0;
  const body: string[] = [];
  let y = HEAD;
  for (const pattern of shown) {
    body.push(drawPattern(pattern, plan.kerf, { y: y + CAPTION, scale, cuts }));
    body.push(text(MARGIN, y + FONT, captionOf(pattern)));
    y += CAPTION + pattern.width * scale + MARGIN;
  }
  if (plan.patterns.length > most) {
    body.push(text(MARGIN, y + FONT, `and ${counted(plan.patterns.length - most, "more pattern")}`));
    y += CAPTION;
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${px(width)}" height="${px(y)}" viewBox="0 0 ${px(width)} ${px(y)}" font-family="Helvetica, Arial, sans-serif" font-size="${FONT}" fill="#1d2530"><title>Cutting plan</title>`,
    `<rect width="100%" height="100%" fill="#ffffff"/>`,
    `<defs><pattern id="waste" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" fill="#f4f5f7"/><path d="M0 0V6" stroke="#c3c9cf" stroke-width="2"/></pattern></defs>`,
    `<text x="${MARGIN}" y="26" font-size="15" font-weight="bold">${headline(plan)}</text>`,
    ...body,
    "</svg>\n",
  ].join("\n");
}

interface PanelFrame {
  y: number;
  scale: number;
  cuts: boolean;
}

function headline({ summary, unplaced }: PanelPlan): string {
  const missing = unplaced.reduce((sum, { count }) => sum + count, 0);
  const left = missing > 0 ? `, ${counted(missing, "piece")} not placed` : "";
  const metres = formatNumber(summary.total_cut_length / 1000, 1);
  return `${counted(summary.stocks_used, "panel")}, ${formatNumber(summary.waste_percent, 2)} % waste, ${metres} m of cuts${left}`;
}

function captionOf({ count, stock_id, length, width, utilization, cuts }: PanelPattern): string {
  const size = `${mm(length)} × ${mm(width)}`;
  return `${count} × ${stock_id} ${size}, ${formatNumber(utilization, 1)} % used, ${counted(cuts, "cut")}`;
}

function drawPattern(pattern: PanelPattern, kerf: number, frame: PanelFrame): string {
  const { scale, y } = frame;
  const box = `x="${MARGIN}" y="${px(y)}" width="${px(pattern.length * scale)}" height="${px(pattern.width * scale)}"`;
  const leaves = panelLeaves(pattern, kerf);
  return [
    `<rect ${box} fill="url(#waste)"/>`,
    ...leaves.map((leaf) => drawLeaf(leaf, pattern, frame)),
    ...(pattern.defects ?? []).map((defect) => drawDefect(defect, pattern, frame)),
    ...(frame.cuts ? [drawCuts(pattern, kerf, frame)] : []),
    `<rect ${box} fill="none" stroke="#3d4650"/>`,
  ].join("\n");
}

function drawLeaf(leaf: PanelLeaf, panel: PanelPattern, { y: top, scale }: PanelFrame): string {
  if (leaf.piece === undefined && !leaf.offcut) return "";
  const [x, y] = [MARGIN + leaf.x * scale, top + (panel.width - leaf.y - leaf.width) * scale];
  const [width, height] = [leaf.length * scale, leaf.width * scale];
  const size = `${mm(leaf.length)} × ${mm(leaf.width)}`;
  const name = leaf.piece_id ?? "offcut";
  const [fill, stroke] =
    leaf.piece === undefined ? ["#ffffff", "#5f6b63"] : [fillColor(leaf.piece), strokeColor(leaf.piece)];
  const box = `<rect x="${px(x)}" y="${px(y)}" width="${px(width)}" height="${px(height)}" fill="${fill}" stroke="${stroke}" stroke-width="0.75"><title>${escapeXml(name)} ${size}${leaf.rotated ? " turned" : ""}</title></rect>`;
  return box + drawName([name, size], { x: x + width / 2, y: y + height / 2, width, height });
}

function drawDefect(defect: PanelDefect, panel: PanelPattern, { y: top, scale }: PanelFrame): string {
  const { x, y, length, width } = defect;
  const [right, upper] = [Math.min(x + length, panel.length), Math.min(y + width, panel.width)];
  const [left, above] = [MARGIN + x * scale, top + (panel.width - upper) * scale];
  const [wide, high] = [(right - x) * scale, (upper - y) * scale];
  const box = `<rect x="${px(left)}" y="${px(above)}" width="${px(wide)}" height="${px(high)}" fill="#5b4636" fill-opacity="0.55"/>`;
  const cross = `<path d="M${px(left)} ${px(above)}l${px(wide)} ${px(high)}m0 ${px(-high)}l${px(-wide)} ${px(high)}" stroke="#2e2118"/>`;
  return `<g><title>Defect ${mm(length)} × ${mm(width)}</title>${box}${cross}</g>`;
}

/** Name and size where both fit, else the size, else nothing: the title still says it. */
function drawName(lines: string[], box: { x: number; y: number; width: number; height: number }): string {
  const fits = (line: string, room: number) => textWidth(line) * FONT < room - 6;
  const upright = box.width < box.height && !fits(lines[1]!, box.width);
  const [along, across] = upright ? [box.height, box.width] : [box.width, box.height];
  const kept = lines.filter((line) => line !== "" && fits(line, along));
  const shown = across >= 2.4 * FONT ? kept : kept.slice(-1);
  if (shown.length === 0 || across < 1.2 * FONT) return "";
  const turn = upright ? ` transform="rotate(-90 ${px(box.x)} ${px(box.y)})"` : "";
  return shown
    .map((line, at) => {
      const dy = (at - (shown.length - 1) / 2) * FONT * 1.15 + FONT * 0.35;
      return `<text x="${px(box.x)}" y="${px(box.y + dy)}" text-anchor="middle"${turn}>${escapeXml(line)}</text>`;
    })
    .join("");
}

/** The cuts after the trims, each with its number at its beginning where no earlier number is in the way. */
function drawCuts(pattern: PanelPattern, kerf: number, { y: top, scale }: PanelFrame): string {
  const discs: [x: number, y: number][] = [];
  return panelCuts(pattern, kerf)
    .filter(({ stage }) => stage >= 1)
    .map(({ number, direction, position, from, length, stage }) => {
      const place = (along: number, up: number): [x: number, y: number] => [
        MARGIN + along * scale,
        top + (pattern.width - up) * scale,
      ];
      const middle = position + kerf / 2;
      const [start, end] =
        direction === "rip"
          ? [place(from, middle), place(from + length, middle)]
          : [place(middle, from), place(middle, from + length)];
      const width = stage === 1 ? 1.5 : 1;
      const line = `<path d="M${px(start[0])} ${px(start[1])}L${px(end[0])} ${px(end[1])}" stroke="#b3261e" stroke-width="${width}"/>`;
      if (discs.some(([x, y]) => hypot(x - start[0], y - start[1]) < 2 * DISC)) return line;
      discs.push(start);
      const disc = `<circle cx="${px(start[0])}" cy="${px(start[1])}" r="${DISC}" fill="#b3261e"/>`;
      const label = `<text x="${px(start[0])}" y="${px(start[1] + 3)}" font-size="8" text-anchor="middle" fill="#ffffff">${number}</text>`;
      return line + disc + label;
    })
    .join("\n");
}

function text(x: number, y: number, line: string): string {
  return `<text x="${px(x)}" y="${px(y)}">${escapeXml(line)}</text>`;
}

const px = (value: number) => formatNumber(value, 2);
const mm = (value: number) => formatNumber(value, 3);
