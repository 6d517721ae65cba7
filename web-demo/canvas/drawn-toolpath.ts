/**
 * Draws the moves of the program that is exported, with their times: rapid moves as thin
 * dashes, cuts as lines, each kind in a colour of its own, numbers where each contour begins. While it is played, what
 * is done is strong and the rest faint.
 */
import type { PictureMove, Point, ProgramPicture } from "../../engine/index.ts";
import { toScreen } from "./camera.ts";
import { disc, setFont, toSheet } from "./pen.ts";
import type { SceneView } from "./scene.ts";

export interface DrawnToolpath {
  picture: ProgramPicture;
  /** Everything at once; moves are drawn one by one only while they are played. */
  lines: InkPaths;
  tabs: InkPaths;
  /** Lines of the drawing that the program leaves out. */
  undone: Path2D;
  played: Played;
}

interface Played {
  moves: number;
  lines: InkPaths;
}

type InkPaths = Partial<Record<keyof typeof WIDTHS, Path2D>>;

/** In the order of drawing, in pixels. */
const WIDTHS = { travel: 1, tool: 1.5, bend: 1.5, common: 2.5, lead: 1.5, tab: 4 };

/** The number of a contour: its height, the distance to the next one, and how many are drawn at most. */
const BADGE = { height: 14, room: 40, most: 400 };
const HEAD = { radius: 4.5, ring: 9 };
const FAINT = 0.28;
/** A smaller share of an arc cannot be told from all of it. */
const SEEN = 1e-6;

export function prepareToolpath(picture: ProgramPicture, left: readonly (readonly Point[])[]): DrawnToolpath {
  const tab = new Path2D();
  for (const { from, to } of picture.tabs) {
    tab.moveTo(...from);
    tab.lineTo(...to);
  }
  const undone = new Path2D();
  for (const [[x, y], ...rest] of left as readonly [Point, ...Point[]][]) {
    undone.moveTo(x, y);
    for (const point of rest) undone.lineTo(...point);
  }
  return { picture, lines: linesOf(picture.moves), tabs: { tab }, undone, played: { moves: 0, lines: {} } };
}

function linesOf(moves: readonly PictureMove[], lines: InkPaths = {}): InkPaths {
  for (const move of moves) {
    const { kind, common, from } = move;
    if (kind === "wait") continue;
    const ink = common ? "common" : kind === "cut" ? "tool" : kind === "mark" ? "bend" : kind;
    lines[ink] ??= new Path2D();
    lines[ink].moveTo(...from);
    follow(lines[ink], move);
  }
  return lines;
}

/** Draws the program; up to `time` seconds of it where that is a number. */
export function drawToolpath(
  context: CanvasRenderingContext2D,
  toolpath: DrawnToolpath,
  frame: SceneView,
  time: number | null,
): void {
  toSheet(context, frame);
  context.globalAlpha = time === null ? 1 : FAINT;
  stroke(context, frame, toolpath.lines);
  context.globalAlpha = 1;
  stroke(context, frame, toolpath.tabs);
  strokeUndone(context, frame, toolpath.undone);
  if (time === null) {
    drawNumbers(context, toolpath.picture, frame);
    return;
  }
  const { moves } = toolpath.picture;
  const running = movesUntil(moves, time);
  playUntil(toolpath, running);
  stroke(context, frame, toolpath.played.lines);
  const move = moves[running];
  const begun = moves[running - 1]?.end ?? 0;
  const share = move ? (time - begun) / Math.max(move.end - begun, 1e-9) : 1;
  const at = move ? alongMove(move, share) : (moves.at(-1)?.to ?? [0, 0]);
  if (move && share > SEEN) stroke(context, frame, linesOf([{ ...move, to: at }]));
  drawHead(context, at, frame);
}

/** Adds the moves before a number to what has been played; begins anew when time has gone back. */
function playUntil(toolpath: DrawnToolpath, running: number): void {
  if (toolpath.played.moves > running) toolpath.played = { moves: 0, lines: {} };
  const { played } = toolpath;
  linesOf(toolpath.picture.moves.slice(played.moves, running), played.lines);
  played.moves = running;
}

/** The point of a move after a share of its time; waits stay where they are. */
export function alongMove({ kind, from, to, center, ccw }: PictureMove, share: number): Point {
  if (kind === "wait") return to;
  if (!center) return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
  const { radius, start, sweep } = arcOf(from, to, center, ccw);
  const angle = start + sweep * share;
  return [center[0] + radius * Math.cos(angle), center[1] + radius * Math.sin(angle)];
}

export function movesUntil(moves: readonly PictureMove[], time: number): number {
  let [low, high] = [0, moves.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (moves[middle]!.end < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function follow(path: Path2D, { from, to, center, ccw }: PictureMove): void {
  if (center) {
    const { radius, start, sweep } = arcOf(from, to, center, ccw);
    path.arc(center[0], center[1], radius, start, start + sweep, !ccw);
  } else path.lineTo(...to);
}

/** An arc that ends where it begins is a whole circle. */
function arcOf(from: Point, to: Point, [x, y]: Point, ccw: boolean) {
  const radius = Math.hypot(from[0] - x, from[1] - y);
  const start = Math.atan2(from[1] - y, from[0] - x);
  const ahead = Math.atan2(to[1] - y, to[0] - x) - start;
  const turn = 2 * Math.PI;
  const sweep = ccw ? ((ahead % turn) + turn) % turn || turn : ((ahead % turn) - turn) % turn || -turn;
  return { radius, start, sweep };
}

function stroke(context: CanvasRenderingContext2D, { camera, inks }: SceneView, lines: InkPaths): void {
  for (const ink of Object.keys(WIDTHS) as (keyof typeof WIDTHS)[]) {
    const path = lines[ink];
    if (!path) continue;
    context.strokeStyle = inks[ink];
    context.lineWidth = WIDTHS[ink] / camera.scale;
    context.setLineDash(ink === "travel" ? [5 / camera.scale, 4 / camera.scale] : []);
    context.stroke(path);
  }
  context.setLineDash([]);
}

/** What is not done is as strong as what is, and broken, so that nobody takes it for a cut. */
function strokeUndone(context: CanvasRenderingContext2D, { camera, inks }: SceneView, lines: Path2D): void {
  context.strokeStyle = inks.bad;
  context.lineWidth = 3 / camera.scale;
  context.setLineDash([3 / camera.scale, 4 / camera.scale]);
  context.stroke(lines);
  context.setLineDash([]);
}

function drawHead(context: CanvasRenderingContext2D, at: Point, { camera, ratio, inks }: SceneView): void {
  const [x, y] = toScreen(camera, at);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = inks.travel;
  context.fill(disc(x, y, HEAD.radius));
  context.strokeStyle = inks.travel;
  context.lineWidth = 1.5;
  context.stroke(disc(x, y, HEAD.ring));
}

/** The order of the contours, as far as the numbers have room beside each other. */
function drawNumbers(context: CanvasRenderingContext2D, { pierces }: ProgramPicture, frame: SceneView): void {
  const { camera, ratio, inks, view } = frame;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  setFont(context, "600 10px");
  const taken: Point[] = [];
  const told = new Set<number>();
  for (const { at, cut } of pierces) {
    if (told.has(cut)) continue;
    told.add(cut);
    const [x, y] = toScreen(camera, at);
    if (x < 0 || y < 0 || x > view.width || y > view.height) continue;
    if (taken.some(([a, b]) => Math.abs(a - x) < BADGE.room && Math.abs(b - y) < BADGE.height)) continue;
    if (taken.length >= BADGE.most) return;
    taken.push([x, y]);
    const text = String(cut + 1);
    const width = 10 + text.length * 6;
    context.fillStyle = inks.travel;
    context.beginPath();
    context.roundRect(x - width / 2, y - BADGE.height / 2, width, BADGE.height, BADGE.height / 2);
    context.fill();
    context.fillStyle = inks.sheet;
    context.fillText(text, x, y + 0.5);
  }
}
