/** What can be kept of the sheet? The free strip with its size, where that is large enough on screen to be read. */
import type { Bounds } from "../../engine/index.ts";
import { sizeOf } from "../model/bounds.ts";
import { sizeText } from "../model/units.ts";
import { toScreen } from "./camera.ts";
import type { Frame } from "./scene.ts";

/** Thinner strips are nothing but the margin, or too small to look at. */
const THINNEST = 28;
const FONT = 12;

export function drawRemnant(context: CanvasRenderingContext2D, strip: Bounds, frame: Frame): void {
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
  const size = sizeOf(strip);
  const text = `Remnant ${sizeText(size.width, size.height, unit)}`;
  context.font = `500 ${FONT}px "Geist Variable", system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = inks.remnant;
  const length = context.measureText(text).width + 24;
  if (length > Math.max(width, height)) return;
  context.translate((left + right) / 2, (top + bottom) / 2);
  if (length > width) context.rotate(-Math.PI / 2);
  context.fillText(text, 0, 0);
}
