/**
 * Texts over a sheet or a drawing beside its lines: the strip that can be kept, with its size where that can be
 * read, and the gaps of a drawing, which a click closes.
 */
import type { Bounds, OpenEnd, Point } from "../../engine/index.ts";
import { boundsSize } from "../model/bounds.ts";
import { gapText, sizeText } from "../model/units.ts";
import { type Camera, toScreen } from "./camera.ts";
import { disc, line, setFont } from "./pen.ts";
import type { BoardScene, SceneView } from "./scene.ts";

/** Thinner strips are nothing but the margin, or too small to look at. */
const THINNEST = 28;
const FONT = 12;

export function drawRemnant(context: CanvasRenderingContext2D, strip: Bounds, frame: SceneView): void {
  const { camera, ratio, inks, unit } = frame;
  const [left, top] = toScreen(camera, [strip.min_x, strip.max_y]);
  const [right, bottom] = toScreen(camera, [strip.max_x, strip.min_y]);
  const [width, height] = [right - left, bottom - top];
  if (Math.min(width, height) < THINNEST) return;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.strokeStyle = inks.remnant;
  context.lineWidth = 1;
  context.setLineDash([8, 5]);
  context.strokeRect(left + 4, top + 4, width - 8, height - 8);
  context.setLineDash([]);
  const size = boundsSize(strip);
  const text = `Remnant ${sizeText(size.width, size.height, unit)}`;
  setFont(context, `500 ${FONT}px`);
  context.fillStyle = inks.remnant;
  const length = context.measureText(text).width + 24;
  if (length > Math.max(width, height)) return;
  context.translate((left + right) / 2, (top + bottom) / 2);
  if (length > width) context.rotate(-Math.PI / 2);
  context.fillText(text, 0, 0);
}

/** Pixels around a gap that are hit. */
const HIT = 16;
/** More numbers than this on one screen hide the drawing. */
const MOST_LABELS = 200;

/** Both ends of every gap, what lies between them, and how wide it is. */
export function drawGaps(
  context: CanvasRenderingContext2D,
  { gaps = [] }: BoardScene,
  frame: SceneView,
): void {
  const { camera, view, ratio, inks, unit } = frame;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  setFont(context, "600 11px", "left");
  context.lineWidth = 2;
  context.strokeStyle = inks.bad;
  /** Numbers that are there: none is written over another. */
  const told: Point[] = [];
  for (const { at, to, width } of gaps) {
    const [a, b] = [toScreen(camera, at), toScreen(camera, to)];
    if (!isInView(a, view) && !isInView(b, view)) continue;
    context.stroke(line(a, b));
    const [x, y] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    const radius = Math.max(9, Math.hypot(b[0] - a[0], b[1] - a[1]) / 2 + 5);
    context.stroke(disc(x, y, radius));
    const text = gapText(width, unit);
    const length = context.measureText(text).width;
    // Beside the circle, on the side where it is not cut off, and not struck through by the outline.
    const left = x + radius + 5 + length > view.width ? x - radius - 5 - length : x + radius + 5;
    const isOver = ([x2, y2]: Point) => Math.abs(x2 - left) < length + 4 && Math.abs(y2 - y) < 16;
    if (told.length === MOST_LABELS || told.some(isOver)) continue;
    told.push([left, y]);
    context.fillStyle = inks.table;
    context.fillRect(left - 2, y - 8, length + 4, 16);
    context.fillStyle = inks.bad;
    context.fillText(text, left, y + 0.5);
  }
}

function isInView([x, y]: Point, { width, height }: SceneView["view"]): boolean {
  return x > -HIT && y > -HIT && x < width + HIT && y < height + HIT;
}

/** The gap under a point of the screen, the nearest of several. */
export function gapAt({ gaps = [] }: BoardScene, camera: Camera, [px, py]: Point): OpenEnd | null {
  let best: OpenEnd | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const gap of gaps) {
    const [a, b] = [toScreen(camera, gap.at), toScreen(camera, gap.to)];
    const away = Math.hypot((a[0] + b[0]) / 2 - px, (a[1] + b[1]) / 2 - py);
    const reach = HIT + Math.hypot(b[0] - a[0], b[1] - a[1]) / 2;
    if (away < reach && away < least) [best, least] = [gap, away];
  }
  return best;
}
