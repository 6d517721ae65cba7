/**
 * A cutting plan as an SVG document: one row per pattern, to one common scale, with how often it is cut. Neighbouring
 * pieces of the same length that are too narrow for a number of their own share one, so the picture stays as small as
 * the plan is simple.
 */
import {
  type CutPlan,
  type CutPlanOptions,
  type CutPlanRequest,
  type CutRun,
  shortening,
} from "../../base/contract/cut-plan.ts";
import { checkOptions, type OptionCheck, positive, whole } from "../../base/contract/options.ts";
import { tan } from "../../base/geometry/trig/sines.ts";
import { counted, escapeXml, formatNumber } from "../../base/text.ts";
import { fillColor, strokeColor } from "./palette.ts";
import { textWidth } from "./picture-label.ts";

/** Options of the picture of a plan of bars. */
export interface BarsPictureOptions {
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

/** The patterns of a plan in their order as an SVG document; mitred ends are drawn to scale with the width of the profile. */
export function barsToSvg(request: CutPlanRequest, plan: CutPlan, options: BarsPictureOptions = {}): string {
  checkOptions(OPTIONS, options);
  return drawBars(rowsOf(plan, request), headline(plan), options);
}

const OPTIONS = { width: positive, rows: whole() } satisfies Record<keyof BarsPictureOptions, OptionCheck>;

function drawBars(
  rows: EqualBars[],
  title: string,
  { width = 1000, rows: most = 500 }: BarsPictureOptions,
): string {
  const shown = rows.slice(0, most);
  const hidden = rows.slice(most).reduce((sum, { count }) => sum + count, 0);
  const longest = rows.reduce((longest, { length }) => Math.max(longest, length), 0);
  const kinds = new Map<string, number>();
  for (const { cuts } of rows)
    for (const { piece_id } of cuts) if (!kinds.has(piece_id)) kinds.set(piece_id, kinds.size);
  const scale = longest > 0 ? (width - 2 * MARGIN) / longest : 0;
  const height = HEAD + shown.length * PITCH + (hidden > 0 ? FONT * 2 : 0) + MARGIN / 2;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${px(width)}" height="${px(height)}" viewBox="0 0 ${px(width)} ${px(height)}" font-family="Helvetica, Arial, sans-serif" font-size="${FONT}" fill="#1d2530"><title>Cutting plan</title>`,
    `<rect width="100%" height="100%" fill="#ffffff"/>`,
    `<defs><pattern id="waste" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" fill="#f4f5f7"/><path d="M0 0V6" stroke="#c3c9cf" stroke-width="2"/></pattern></defs>`,
    `<text x="${MARGIN}" y="26" font-size="15" font-weight="bold">${title}</text>`,
    ...shown.map((row, i) => drawRow(row, HEAD + i * PITCH, scale, kinds)),
    ...(hidden > 0
      ? [`<text x="${MARGIN}" y="${px(HEAD + shown.length * PITCH + FONT)}">and ${hidden} more</text>`]
      : []),
    "</svg>\n",
  ].join("\n");
}

/** Bars that are cut the same way. */
interface EqualBars {
  stock_id: string;
  length: number;
  waste: number;
  count: number;
  cuts: DrawnPiece[];
}

/** A piece from its first point to its last; how far the edges at the top and at the bottom are set back at either end. */
interface DrawnPiece {
  piece_id: string;
  /** As it is asked for. */
  length: number;
  position: number;
  /** From its first point to its last, where that is not the length asked for. */
  reach?: number;
  mitre?: { angles: string; top: readonly [number, number]; bottom: readonly [number, number] };
}

function rowsOf({ patterns, kerf }: CutPlan, { options = {} }: CutPlanRequest): EqualBars[] {
  return patterns.map(({ stock_id, length, waste, count, cuts }) => ({
    stock_id,
    length,
    waste,
    count,
    cuts: cuts.flatMap((run) =>
      Array.from({ length: run.count }, (_, i) =>
        pieceOf(run, run.position + i * (run.length + kerf), options),
      ),
    ),
  }));
}

/** Positive angles have their long point at the top, negative ones at the bottom. */
function pieceOf(run: CutRun, position: number, { profile_width = 0, measured }: CutPlanOptions): DrawnPiece {
  const { piece_id, length, angle_start: start = 0, angle_end: end = 0 } = run;
  if (start === 0 && end === 0) return { piece_id, length, position };
  const back = (angle: number) => profile_width * tan((Math.max(0, angle) * Math.PI) / 180);
  const angles = `, ${formatNumber(start, 2)}° ${formatNumber(end, 2)}°`;
  const mitre = { angles, top: [back(-start), back(-end)], bottom: [back(start), back(end)] } as const;
  const reach = measured === "short" ? length + shortening({ start, end }, profile_width) : length;
  return { piece_id, length, position, reach, mitre };
}

function headline({ summary, unplaced }: CutPlan): string {
  const left = unplaced.reduce((sum, { count }) => sum + count, 0);
  const missing = left > 0 ? `, ${counted(left, "piece")} not placed` : "";
  const waste = `${formatNumber(summary.waste_percent, 2)} % waste`;
  return `${counted(summary.stocks_used, "bar")}, ${mm(summary.total_stock_length)} mm, ${waste}${missing}`;
}

function drawRow(row: EqualBars, y: number, scale: number, kinds: Map<string, number>): string {
  const { stock_id, length, waste, count, cuts } = row;
  const top = px(y + FONT + 3);
  const caption = `${count} × ${escapeXml(stock_id)} ${mm(length)}`;
  const rest = waste > 0 ? `<tspan fill="#5f6b63" dx="10">${mm(waste)} left</tspan>` : "";
  return [
    `<text x="${MARGIN}" y="${px(y + FONT - 2)}">${caption}${rest}</text>`,
    `<rect x="${px(MARGIN)}" y="${top}" width="${px(length * scale)}" height="${BAR}" fill="url(#waste)" stroke="#3d4650"/>`,
    ...runs(cuts, scale).map((run) => drawRun(run, y + FONT + 3, scale, kinds.get(run.piece_id)!)),
  ].join("\n");
}

interface PieceRun extends DrawnPiece {
  /** Where its pieces begin. */
  positions: number[];
}

/** Every piece by itself, except square neighbours of one kind that cannot hold their number. */
function runs(cuts: DrawnPiece[], scale: number): PieceRun[] {
  const all: PieceRun[] = [];
  for (const cut of cuts) {
    const { piece_id, length, position, mitre } = cut;
    const last = all.at(-1);
    const narrow = length * scale < textWidth(mm(length)) * FONT && !mitre && !last?.mitre;
    if (last && narrow && last.piece_id === piece_id && last.length === length) last.positions.push(position);
    else all.push({ ...cut, positions: [position] });
  }
  return all;
}

function drawRun(run: PieceRun, y: number, scale: number, kind: number): string {
  const { piece_id, length, reach = length, positions, mitre } = run;
  const from = MARGIN + positions[0]! * scale;
  const to = MARGIN + (positions.at(-1)! + reach) * scale;
  const pitch = (to - from) / positions.length;
  const count = positions.length > 1 ? `${positions.length} × ` : "";
  const title = `<title>${count}${escapeXml(piece_id)} ${mm(length)}${mitre?.angles ?? ""}</title>`;
  const look = `fill="${fillColor(kind)}" stroke="${strokeColor(kind)}" stroke-width="0.75"`;
  const ticks = positions
    .slice(1)
    .map((position) => `M${px(MARGIN + position * scale)} ${px(y)}v${TICK}m0 ${BAR - 2 * TICK}v${TICK}`);
  const lines =
    ticks.length > 0 && pitch >= 2
      ? `<path d="${ticks.join("")}" stroke="${strokeColor(kind)}" stroke-width="0.5"/>`
      : "";
  const box = mitre
    ? `<path d="${mitrePath(mitre, [from, to], y, scale)}" ${look}>${title}</path>`
    : `<rect x="${px(from)}" y="${px(y)}" width="${px(to - from)}" height="${BAR}" ${look}>${title}</rect>`;
  return box + lines + drawCaption(`${count}${mm(length)}`, piece_id, (from + to) / 2, y, to - from);
}

function mitrePath(
  { top, bottom }: NonNullable<DrawnPiece["mitre"]>,
  [from, to]: [number, number],
  y: number,
  scale: number,
): string {
  const [left, right] = [px(from + top[0] * scale), px(to - top[1] * scale)];
  const [under, below] = [px(from + bottom[0] * scale), px(to - bottom[1] * scale)];
  return `M${left} ${px(y)}H${right}L${below} ${px(y + BAR)}H${under}Z`;
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
