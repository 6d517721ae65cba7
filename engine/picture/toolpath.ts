/**
 * What the machine does on one sheet, as an SVG document to scale in millimetres: the parts, the cuts in their order,
 * the way between them, and where each begins. It shows what `exportGcode` writes with the same options.
 */
import type { ExportRequest } from "../contract/v1/export.ts";
import type { Point } from "../contract/values/geometry.ts";
import { placeRing } from "../geometry/ring.ts";
import type { GcodeOptions } from "../toolpath/machine/options.ts";
import type { Piece } from "../toolpath/path/stroke.ts";
import { type Move, moveLength } from "../toolpath/path/walk.ts";
import type { Cut } from "../toolpath/plan/model.ts";
import { planToolpath } from "../toolpath/plan/toolpath.ts";
import { frameSheet, openSheet, type Pen, penFor } from "./pen.ts";

export interface ToolpathSvgOptions {
  /** Write at each start which cut it is; true by default. */
  numbers?: boolean;
}

/** Blue and vermilion of Okabe and Ito: apart for every eye, and in grey. Travel is a dashed grey. */
const OUTER = "#0072b2";
const INNER = "#d55e00";
const TRAVEL = "#8a949e";

/** Where a number may stand, in sizes of the text from the start, best first. */
const AROUND = [
  [0.9, 0.5],
  [0.9, -0.8],
  [-0.9, 0.5],
  [-0.9, -0.8],
  [0, 1.4],
  [0, -1.5],
  [2.2, 0],
  [-2.2, 0],
] as const;

/** The picture of `exportGcode(request, gcode)`. Throws INVALID_INPUT for what cannot be cut. */
export function toolpathToSvg(
  request: ExportRequest,
  gcode: GcodeOptions = {},
  { numbers = true }: ToolpathSvgOptions = {},
): string {
  const { cuts } = planToolpath(request, gcode);
  const sheet = { width: request.sheet_width, height: request.sheet_height };
  const pen = penFor(sheet, "t");
  return [
    openSheet(sheet, pen, `Toolpath of sheet ${request.sheet_index + 1}`),
    drawParts(request, pen),
    frameSheet(sheet, pen),
    drawTravel(cuts, pen),
    `<g fill="none" stroke-linejoin="round" stroke-width="${pen.mm(1.5 * pen.unit)}">`,
    ...cuts.map((cut) => drawCut(cut, pen)),
    "</g>",
    drawStarts(cuts, numbers, pen),
    "</svg>\n",
  ].join("\n");
}

function drawParts({ placements }: ExportRequest, { at }: Pen): string {
  const outlines = placements.map(({ exterior, holes, x, y, rotation }) =>
    [exterior, ...holes].map((ring) => `M${placeRing(ring, x, y, rotation).map(at).join("L")}Z`).join(""),
  );
  return `<g fill="#dfe5ea" fill-rule="evenodd">${outlines.map((d) => `<path d="${d}"/>`).join("\n")}</g>`;
}

/** From the origin over all starts and back; bridges are drawn by the cut they belong to. */
function drawTravel(cuts: Cut[], { at, mm, unit }: Pen): string {
  const home: Point = [0, 0];
  const ends = [home, ...cuts.map(({ stroke }) => endOf(stroke.pieces) ?? stroke.start)];
  const d = [...cuts.map(({ stroke }) => stroke.start), home].map((to, i) => `M${at(ends[i]!)}L${at(to)}`);
  const dashes = `${mm(4 * unit)} ${mm(3 * unit)}`;
  return `<path d="${d.join("")}" fill="none" stroke="${TRAVEL}" stroke-width="${mm(0.8 * unit)}" stroke-dasharray="${dashes}"/>`;
}

function endOf(pieces: Piece[]): Point | undefined {
  return pieces.at(-1)?.moves.at(-1)?.to;
}

function drawCut({ inner, stroke }: Cut, pen: Pen): string {
  let from = stroke.start;
  let d = "";
  for (const { tab, moves } of stroke.pieces) {
    if (!tab)
      d += `M${pen.at(from)}${moves.map((move, i) => drawMove(moves[i - 1]?.to ?? from, move, pen)).join("")}`;
    from = moves.at(-1)?.to ?? from;
  }
  return `<path d="${d}" stroke="${inner ? INNER : OUTER}"/>`;
}

/** Counter-clockwise with y up is SVG's sweep flag 0, and no arc of a stroke is longer than half a circle. */
function drawMove(from: Point, move: Move, { at, mm }: Pen): string {
  if (!move.center) return `L${at(move.to)}`;
  // Renderers leave out arcs whose printed ends coincide; then there is nothing to see anyway.
  if (moveLength(from, move) === 0) return "";
  const radius = mm(Math.hypot(from[0] - move.center[0], from[1] - move.center[1]));
  return `A${radius} ${radius} 0 0 ${move.ccw ? 0 : 1} ${at(move.to)}`;
}

/** A dot where the tool starts, and the number of the cut beside it, on whichever side no other number stands. */
function drawStarts(cuts: Cut[], numbers: boolean, { at, mm, unit }: Pen): string {
  const dots = cuts.map(({ inner, stroke: { start } }) => {
    const [x, y] = at(start).split(" ");
    return `<circle cx="${x}" cy="${y}" r="${mm(2.2 * unit)}" fill="${inner ? INNER : OUTER}"/>`;
  });
  if (!numbers) return dots.join("\n");
  const size = Math.max(6, 14 - cuts.length / 20) * unit;
  const taken = new Set<string>();
  const texts = cuts.map(({ stroke: { start } }, i) => {
    const spots = AROUND.map(([dx, dy]): Point => [start[0] + dx * size, start[1] + dy * size]);
    const cell = ([x, y]: Point) => `${Math.round(x / size / 1.4)} ${Math.round(y / size)}`;
    const spot = spots.find((one) => !taken.has(cell(one))) ?? spots[0]!;
    taken.add(cell(spot));
    return `<text transform="translate(${at(spot)})" dy="0.35em">${i + 1}</text>`;
  });
  const halo = `stroke="#ffffff" stroke-width="${mm(0.25 * size)}" stroke-linejoin="round" paint-order="stroke"`;
  return `${dots.join("\n")}\n<g font-size="${mm(size)}" text-anchor="middle" fill="#1d2530" ${halo}>${texts.join("\n")}</g>`;
}
