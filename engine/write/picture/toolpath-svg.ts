/**
 * Draws the work of the machine on one sheet as SVG, to scale in millimetres: the parts, the cuts and marks in their
 * order with their leads, the bridges that stay, the way between them, and where each begins. It shows the
 * program that `planExport` writes with the same options.
 */
import { checkOptions, flag } from "../../base/contract/options.ts";
import type { ExportRequest } from "../../base/contract/v1/export.ts";
import type { Point } from "../../base/contract/values/geometry.ts";
import { placeRing } from "../../base/geometry/ring.ts";
import { hypot } from "../../base/geometry/trig/hypot.ts";
import { homePosition, parkPosition } from "../toolpath/machine/home.ts";
import type { GcodeOptions } from "../toolpath/machine/options.ts";
import { type Move, moveLength } from "../toolpath/path/walk.ts";
import type { PlannedCut, Toolpath } from "../toolpath/plan/model.ts";
import { planToolpath } from "../toolpath/plan/toolpath.ts";
import { MOVE_COLORS } from "./palette.ts";
import { frameSheet, openSheet, PAD, type Pen, penFor } from "./pen.ts";
import { textWidth } from "./picture-label.ts";

/** Options of the picture of a program. */
export interface ProgramPictureOptions {
  /** Write at each start which cut it is; true by default. */
  numbers?: boolean;
}

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

/** The picture of a program. Throws INVALID_INPUT for what cannot be cut. */
export function toolpathToSvg(
  request: ExportRequest,
  gcode: GcodeOptions = {},
  options: ProgramPictureOptions = {},
): string {
  checkOptions({ numbers: flag }, options);
  const { numbers = true } = options;
  const plan = planToolpath(request, gcode);
  const { cuts, job } = plan;
  const park = parkPosition(
    job.machine,
    homePosition(job.machine.origin, request.sheet_width, request.sheet_height),
  );
  const sheet = { width: request.sheet_width, height: request.sheet_height };
  const pen = penFor(sheet, "t");
  return [
    openSheet(sheet, pen, `Toolpath of sheet ${request.sheet_index + 1}`),
    drawParts(request, pen),
    frameSheet(sheet, pen),
    drawTravel(plan, park, pen),
    `<g fill="none" stroke-linejoin="round" stroke-width="${pen.mm(1.5 * pen.unit)}">`,
    ...cuts.map((cut) => drawCut(cut, pen)),
    drawCommon(cuts, pen) + drawLeads(cuts, pen),
    drawTabs(cuts, pen),
    "</g>",
    drawStarts(plan, numbers, pen),
    "</svg>\n",
  ].join("\n");
}

function drawParts({ placements }: ExportRequest, { at }: Pen): string {
  const outlines = placements.map(({ exterior, holes, x, y, rotation }) =>
    [exterior, ...holes].map((ring) => `M${placeRing(ring, x, y, rotation).map(at).join("L")}Z`).join(""),
  );
  return `<g fill="#dfe5ea" fill-rule="evenodd">${outlines.map((d) => `<path d="${d}"/>`).join("\n")}</g>`;
}

/** From where the tool is parked over all starts and back, round what lies loose; bridges are drawn by themselves. */
function drawTravel({ cuts, wayOut }: Toolpath, park: Point, { at, mm, unit }: Pen): string {
  const ends = [park, ...cuts.map(({ stroke }) => stroke.end)];
  const ways = [...cuts.map(({ way = [], stroke }) => [...way, stroke.start]), [...wayOut, park]];
  const d = ways.map((way, i) => `M${[ends[i]!, ...way].map(at).join("L")}`);
  const dashes = `${mm(4 * unit)} ${mm(3 * unit)}`;
  return `<path d="${d.join("")}" fill="none" stroke="${MOVE_COLORS.travel}" stroke-width="${mm(0.8 * unit)}" stroke-dasharray="${dashes}"/>`;
}

function colourOf({ role, inner }: PlannedCut): string {
  if (role === "mark" || role === "engrave" || role === "bend") return MOVE_COLORS.mark;
  return inner ? MOVE_COLORS.inner : MOVE_COLORS.outer;
}

/** The cut without its leads and over no bridge. */
function drawCut(cut: PlannedCut, pen: Pen): string {
  const { stroke } = cut;
  const last = stroke.pieces.length - 1;
  let from = stroke.start;
  let d = "";
  for (const [i, { tab, moves, leadIn = 0 }] of stroke.pieces.entries()) {
    const [first, end] = [i === 0 ? stroke.leadIn : leadIn, moves.length - (i === last ? stroke.leadOut : 0)];
    if (!tab && end > first) d += drawMoves(moves[first - 1]?.to ?? from, moves.slice(first, end), pen);
    from = moves.at(-1)?.to ?? from;
  }
  return d === "" ? "" : `<path d="${d}" stroke="${colourOf(cut)}"/>`;
}

/** Lines that two parts share, over the cuts that they belong to. */
function drawCommon(cuts: PlannedCut[], pen: Pen): string {
  let d = "";
  for (const { stroke } of cuts) {
    let from = stroke.start;
    for (const { tab, moves } of stroke.pieces)
      for (const move of moves) {
        if (move.common && !tab) d += drawMoves(from, [move], pen);
        from = move.to;
      }
  }
  return d && `<path d="${d}" stroke="${MOVE_COLORS.common}"/>\n`;
}

/** Ways in and out, and the circles on which a cutter goes down. */
function drawLeads(cuts: PlannedCut[], pen: Pen): string {
  const d = cuts.map(({ stroke: { start, pieces, leadIn, leadOut, helix } }) => {
    const first = pieces[0]?.moves.slice(0, leadIn) ?? [];
    const last = pieces.at(-1)?.moves ?? [];
    const out = leadOut > 0 ? last.slice(-leadOut) : [];
    const from = last.at(-1 - leadOut)?.to ?? start;
    const into = first.length > 0 ? drawMoves(start, first, pen) : "";
    const behind = pieces.map(({ start: from, moves, leadIn: count }) =>
      from ? drawMoves(from, moves.slice(0, count), pen) : "",
    );
    return (
      into +
      behind.join("") +
      (out.length > 0 ? drawMoves(from, out, pen) : "") +
      (helix ? drawCircle(start, helix.center, pen) : "")
    );
  });
  return d.some((one) => one !== "") ? `<path d="${d.join("")}" stroke="${MOVE_COLORS.lead}"/>` : "";
}

/** Bridges that stay, wider than any cut. */
function drawTabs(cuts: PlannedCut[], pen: Pen): string {
  const d = cuts.map(({ stroke: { start, pieces } }) => {
    let from = start;
    return pieces
      .map(({ tab, moves }) => {
        const own = tab ? drawMoves(from, moves, pen) : "";
        from = moves.at(-1)?.to ?? from;
        return own;
      })
      .join("");
  });
  const width = pen.mm(4 * pen.unit);
  return d.some((one) => one !== "")
    ? `<path d="${d.join("")}" stroke="${MOVE_COLORS.tab}" stroke-width="${width}"/>`
    : "";
}

function drawMoves(start: Point, moves: Move[], pen: Pen): string {
  return `M${pen.at(start)}${moves.map((move, i) => drawMove(moves[i - 1]?.to ?? start, move, pen)).join("")}`;
}

function drawCircle(start: Point, center: Point, pen: Pen): string {
  const across: Point = [2 * center[0] - start[0], 2 * center[1] - start[1]];
  return drawMoves(
    start,
    [across, start].map((to) => ({ to, center, ccw: true })),
    pen,
  );
}

/** Counter-clockwise with y up is SVG's sweep flag 0, and no arc of a stroke is longer than half a circle. */
function drawMove(from: Point, move: Move, { at, mm }: Pen): string {
  if (!move.center) return `L${at(move.to)}`;
  // Renderers leave out arcs whose printed ends coincide; then there is nothing to see anyway.
  if (moveLength(from, move) === 0) return "";
  const radius = mm(hypot(from[0] - move.center[0], from[1] - move.center[1]));
  return `A${radius} ${radius} 0 0 ${move.ccw ? 0 : 1} ${at(move.to)}`;
}

/**
 * A dot where the tool starts, and the number of the cut beside it where no other number stands; smaller or none where
 * all is full.
 */
function drawStarts({ cuts, width, height }: Toolpath, numbers: boolean, { at, mm, unit }: Pen): string {
  const dots = cuts.map((cut) => {
    const [x, y] = at(cut.stroke.start).split(" ");
    return `<circle cx="${x}" cy="${y}" r="${mm(2.2 * unit)}" fill="${colourOf(cut)}"/>`;
  });
  if (!numbers) return dots.join("\n");
  const size = Math.max(6, 14 - cuts.length / 20) * unit;
  const taken = new FreeBoxes(size);
  const isSeen = ([x, y]: Point, wide: number, high: number) =>
    Math.abs(x - width / 2) + wide / 2 <= width / 2 + PAD * unit &&
    Math.abs(y - height / 2) + high / 2 <= height / 2 + PAD * unit;
  const texts = cuts.flatMap(({ stroke: { start } }, i) => {
    const text = `${i + 1}`;
    for (const own of [size, SMALLER * size])
      for (const [dx, dy] of AROUND) {
        const spot: Point = [start[0] + dx * own, start[1] + dy * own];
        const wide = own * textWidth(text);
        if (!isSeen(spot, wide, own) || !taken.take(spot, wide, own)) continue;
        const smaller = own < size ? ` font-size="${mm(own)}"` : "";
        return [`<text transform="translate(${at(spot)})" dy="0.35em"${smaller}>${text}</text>`];
      }
    return [];
  });
  const halo = `stroke="#ffffff" stroke-width="${mm(0.25 * size)}" stroke-linejoin="round" paint-order="stroke"`;
  return `${dots.join("\n")}\n<g font-size="${mm(size)}" text-anchor="middle" fill="#1d2530" ${halo}>${texts.join("\n")}</g>`;
}

/** A number that has no room is written in this share of the size before it is left out. */
const SMALLER = 0.7;

type TakenBox = [x: number, y: number, width: number, height: number];

/** Boxes that do not overlap, found again by the cells of a grid that their middles lie in. */
class FreeBoxes {
  private readonly cells = new Map<string, TakenBox[]>();
  private widest = 0;

  constructor(private readonly cell: number) {}

  /** Takes a box around a place; false where it would lie on another one. */
  take([x, y]: Point, width: number, height: number): boolean {
    this.widest = Math.max(this.widest, width);
    const [i, j] = [Math.floor(x / this.cell), Math.floor(y / this.cell)];
    const [across, up] = [Math.ceil(this.widest / this.cell), 1];
    for (let a = i - across; a <= i + across; a++)
      for (let b = j - up; b <= j + up; b++)
        for (const [ox, oy, w, h] of this.cells.get(`${a} ${b}`) ?? [])
          if (2 * Math.abs(ox - x) < w + width && 2 * Math.abs(oy - y) < h + height) return false;
    const key = `${i} ${j}`;
    this.cells.set(key, [...(this.cells.get(key) ?? []), [x, y, width, height]]);
    return true;
  }
}
