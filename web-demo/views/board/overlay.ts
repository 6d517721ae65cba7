/** Overlay of a sheet that is edited: the picked parts, their handle, the gap at its narrowest, lines of snapping. */
import type { Bounds, Point } from "../../../engine/index.ts";
import { toScreen } from "../../canvas/camera.ts";
import { place } from "../../canvas/draw.ts";
import { disc, line, setFont } from "../../canvas/pen.ts";
import { type Item, outlineAt, type SceneView } from "../../canvas/scene.ts";
import type { Guide } from "../../edit/snap.ts";
import type { NearestPoints } from "../../geometry/depth.ts";
import { gapText, trim } from "../../model/units.ts";

export interface Overlay {
  picked: readonly Item[];
  /** Round about what is picked; null when nothing is, or it cannot be turned. */
  box: Bounds | null;
  guides: readonly Guide[];
  /** The narrowest place beside what is dragged, and what the job asks for there. */
  nearest: NearestPoints | null;
  clearance: number;
  kerf: number;
  /** Degrees that it has been turned by so far. */
  turn: number | null;
  /** Two corners of a frame that is being drawn, on the screen. */
  frame: readonly [Point, Point] | null;
}

/** Pixels from the box to the handle above it. */
export const HANDLE = { distance: 26, radius: 6 };

export function handleAt(box: Bounds, frame: Pick<SceneView, "camera">): Point {
  const [x, y] = toScreen(frame.camera, [(box.min_x + box.max_x) / 2, box.max_y]);
  return [x, y - HANDLE.distance];
}

export function drawOverlay(context: CanvasRenderingContext2D, overlay: Overlay, frame: SceneView): void {
  const { camera, ratio, inks } = frame;
  for (const item of overlay.picked) {
    place(context, item, camera, ratio);
    context.lineWidth = 2.25 / camera.scale;
    context.strokeStyle = item.faulty ? inks.bad : inks.accent;
    context.stroke(outlineAt(item.shape, camera.scale));
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  if (overlay.box) drawBox(context, overlay.box, frame);
  for (const guide of overlay.guides) drawGuide(context, guide, frame);
  if (overlay.nearest) drawGap(context, overlay.nearest, overlay, frame);
  if (overlay.turn !== null && overlay.box)
    tag(context, `${trim(overlay.turn, 2)}°`, above(overlay.box, frame), frame, inks.accent);
  if (overlay.frame) drawFrame(context, overlay.frame, frame);
}

function above(box: Bounds, frame: SceneView): Point {
  const [x, y] = handleAt(box, frame);
  return [x, y - 18];
}

function drawBox(context: CanvasRenderingContext2D, box: Bounds, frame: SceneView): void {
  const { inks } = frame;
  const [left, top] = toScreen(frame.camera, [box.min_x, box.max_y]);
  const [right, bottom] = toScreen(frame.camera, [box.max_x, box.min_y]);
  context.strokeStyle = inks.accent;
  context.lineWidth = 1;
  context.setLineDash([3, 3]);
  context.strokeRect(left - 2, top - 2, right - left + 4, bottom - top + 4);
  context.setLineDash([]);
  const [x, y] = handleAt(box, frame);
  context.stroke(line([x, top - 2], [x, y]));
  context.fillStyle = inks.sheet;
  context.fill(disc(x, y, HANDLE.radius));
  context.lineWidth = 2;
  context.stroke(disc(x, y, HANDLE.radius));
}

function drawGuide(context: CanvasRenderingContext2D, { axis, at }: Guide, frame: SceneView): void {
  const { camera, view, inks } = frame;
  const [x, y] = toScreen(camera, [at, at]);
  context.strokeStyle = inks.accent;
  context.lineWidth = 1;
  context.globalAlpha = 0.6;
  context.stroke(axis === "x" ? line([x, 0], [x, view.height]) : line([0, y], [view.width, y]));
  context.globalAlpha = 1;
}

/** The distance between the cuts: that of the outlines less the kerf. */
function drawGap(
  context: CanvasRenderingContext2D,
  { gap, from, to }: NearestPoints,
  { clearance, kerf }: Overlay,
  frame: SceneView,
): void {
  const { camera, inks, unit } = frame;
  const bad = gap < clearance - 1e-6;
  const [a, b] = [toScreen(camera, from), toScreen(camera, to)];
  context.strokeStyle = bad ? inks.bad : inks.accent;
  context.lineWidth = 2;
  context.stroke(line(a, b));
  const text = gap < 0 ? `overlaps by ${gapText(-gap, unit)}` : gapText(gap - kerf, unit);
  const middle: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2 - 16];
  tag(context, text, middle, frame, bad ? inks.bad : inks.accent);
}

function tag(
  context: CanvasRenderingContext2D,
  text: string,
  [x, y]: Point,
  frame: SceneView,
  color: string,
): void {
  setFont(context, "600 11px");
  const width = context.measureText(text).width + 12;
  context.fillStyle = color;
  context.beginPath();
  context.roundRect(x - width / 2, y - 9, width, 18, 5);
  context.fill();
  context.fillStyle = frame.inks.sheet;
  context.fillText(text, x, y + 0.5);
}

function drawFrame(
  context: CanvasRenderingContext2D,
  [a, b]: readonly [Point, Point],
  frame: SceneView,
): void {
  context.strokeStyle = frame.inks.accent;
  context.fillStyle = frame.inks.accent;
  const [width, height] = [b[0] - a[0], b[1] - a[1]];
  context.globalAlpha = 0.1;
  context.fillRect(...a, width, height);
  context.globalAlpha = 1;
  context.lineWidth = 1;
  context.strokeRect(...a, width, height);
}
