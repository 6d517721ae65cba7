/**
 * A cutting plan as an SVG document: one row per different layout, to one common scale, with how often it is cut.
 *
 * Equal layouts stand together in an answer and share a row. Neighbouring pieces of the same length that are too
 * narrow for a number of their own share one, so the picture stays as small as the plan is simple.
 */
import { checkAnswer, checkOptions, positive, whole } from "../contract/options.ts";
import type { CutData, StockLayout } from "../contract/v1/cut.ts";
import { counted, escapeXml, formatNumber } from "../text.ts";
import { textWidth } from "./label.ts";
import { fillColor, strokeColor } from "./palette.ts";

/** Options of `barsToSvg`. */
export interface BarsSvgOptions {
  /** Width of the picture in pixels, 1000 by default. */
  width?: number;
  /** Most rows to draw, 500 by default; a last line says how many layouts follow. */
  rows?: number;
}

const BAR = 30;
const TICK = 4;
const PITCH = 52;
const MARGIN = 16;
const FONT = 12;
const HEAD = 48;

/** All layouts of the answer in their order, as an SVG document. */
export function barsToSvg(data: CutData, options: BarsSvgOptions = {}): string {
  checkAnswer("data", data, "cut", ["layouts"]);
  checkOptions({ width: positive, rows: whole() }, options);
  const { width = 1000, rows: most = 500 } = options;
  const rows = distinctRows(data.layouts);
  const shown = rows.slice(0, most);
  const hidden = rows.slice(most).reduce((sum, { count }) => sum + count, 0);
  const longest = data.layouts.reduce(
    (length, { used_length, waste }) => Math.max(length, used_length + waste),
    0,
  );
  const kinds = new Map<string, number>();
  for (const { layout } of rows)
    for (const { piece_id } of layout.cuts) if (!kinds.has(piece_id)) kinds.set(piece_id, kinds.size);
  const scale = longest > 0 ? (width - 2 * MARGIN) / longest : 0;
  const height = HEAD + shown.length * PITCH + (hidden > 0 ? FONT * 2 : 0) + MARGIN / 2;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${px(width)}" height="${px(height)}" viewBox="0 0 ${px(width)} ${px(height)}" font-family="Helvetica, Arial, sans-serif" font-size="${FONT}" fill="#1d2530"><title>Cutting plan</title>`,
    `<rect width="100%" height="100%" fill="#ffffff"/>`,
    `<defs><pattern id="waste" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" fill="#f4f5f7"/><path d="M0 0V6" stroke="#c3c9cf" stroke-width="2"/></pattern></defs>`,
    `<text x="${MARGIN}" y="26" font-size="15" font-weight="bold">${headline(data)}</text>`,
    ...shown.map((row, i) => drawRow(row, HEAD + i * PITCH, scale, kinds)),
    ...(hidden > 0
      ? [`<text x="${MARGIN}" y="${px(HEAD + shown.length * PITCH + FONT)}">and ${hidden} more</text>`]
      : []),
    "</svg>\n",
  ].join("\n");
}

interface Row {
  layout: StockLayout;
  count: number;
}

/** Runs of layouts that are the same bar cut the same way. */
export function distinctRows(layouts: StockLayout[]): Row[] {
  const rows: Row[] = [];
  for (const layout of layouts) {
    const last = rows.at(-1);
    if (last && sameLayout(last.layout, layout)) last.count++;
    else rows.push({ layout, count: 1 });
  }
  return rows;
}

function sameLayout(a: StockLayout, b: StockLayout): boolean {
  return (
    a.stock_id === b.stock_id &&
    a.waste === b.waste &&
    a.used_length === b.used_length &&
    a.cuts.length === b.cuts.length &&
    a.cuts.every(
      ({ piece_id, length }, i) => piece_id === b.cuts[i]!.piece_id && length === b.cuts[i]!.length,
    )
  );
}

function headline({ summary, unplaced }: CutData): string {
  const missing = unplaced.length > 0 ? `, ${counted(unplaced.length, "piece")} not placed` : "";
  const waste = `${formatNumber(summary.waste_percent, 2)} % waste`;
  return `${counted(summary.stocks_used, "bar")}, ${mm(summary.total_stock_length)} mm, ${waste}${missing}`;
}

function drawRow({ layout, count }: Row, y: number, scale: number, kinds: Map<string, number>): string {
  const { stock_id, used_length, waste, cuts } = layout;
  const x = (position: number) => px(MARGIN + position * scale);
  const length = used_length + waste;
  const top = px(y + FONT + 3);
  const caption = `${count} × ${escapeXml(stock_id)} ${mm(length)}`;
  const rest = waste > 0 ? `<tspan fill="#5f6b63" dx="10">${mm(waste)} left</tspan>` : "";
  return [
    `<text x="${MARGIN}" y="${px(y + FONT - 2)}">${caption}${rest}</text>`,
    `<rect x="${x(0)}" y="${top}" width="${px(length * scale)}" height="${BAR}" fill="url(#waste)" stroke="#3d4650"/>`,
    ...runs(cuts, scale).map((run) => drawRun(run, y + FONT + 3, scale, kinds.get(run.piece_id)!)),
  ].join("\n");
}

interface Run {
  piece_id: string;
  length: number;
  /** Where its pieces begin. */
  positions: number[];
}

/** Every piece by itself, except neighbours of one kind that cannot hold their number. */
function runs(cuts: StockLayout["cuts"], scale: number): Run[] {
  const all: Run[] = [];
  for (const { piece_id, length, position } of cuts) {
    const last = all.at(-1);
    const narrow = length * scale < textWidth(mm(length)) * FONT;
    if (last && narrow && last.piece_id === piece_id && last.length === length) last.positions.push(position);
    else all.push({ piece_id, length, positions: [position] });
  }
  return all;
}

function drawRun({ piece_id, length, positions }: Run, y: number, scale: number, kind: number): string {
  const from = MARGIN + positions[0]! * scale;
  const to = MARGIN + (positions.at(-1)! + length) * scale;
  const pitch = (to - from) / positions.length;
  const count = positions.length > 1 ? `${positions.length} × ` : "";
  const id = escapeXml(piece_id);
  const box = `<rect x="${px(from)}" y="${px(y)}" width="${px(to - from)}" height="${BAR}" fill="${fillColor(kind)}" stroke="${strokeColor(kind)}" stroke-width="0.75"><title>${count}${id} ${mm(length)}</title></rect>`;
  const ticks = positions
    .slice(1)
    .map((position) => `M${px(MARGIN + position * scale)} ${px(y)}v${TICK}m0 ${BAR - 2 * TICK}v${TICK}`);
  const lines =
    ticks.length > 0 && pitch >= 2
      ? `<path d="${ticks.join("")}" stroke="${strokeColor(kind)}" stroke-width="0.5"/>`
      : "";
  return box + lines + drawCaption(`${count}${mm(length)}`, piece_id, (from + to) / 2, y, to - from);
}

/** Length and name where both fit, else the length, else nothing: the title still says it. */
function drawCaption(length: string, name: string, x: number, y: number, room: number): string {
  const fits = (text: string) => textWidth(text) * FONT < room - 4;
  if (!fits(length)) return "";
  const line = (text: string, at: number, size: number) =>
    `<text x="${px(x)}" y="${px(at)}" font-size="${size}" text-anchor="middle">${escapeXml(text)}</text>`;
  if (!fits(name) || name === "") return line(length, y + BAR / 2 + 4, FONT);
  return line(length, y + 13, FONT) + line(name, y + 25, FONT - 2);
}

const px = (value: number) => formatNumber(value, 2);
const mm = (value: number) => formatNumber(value, 3);
