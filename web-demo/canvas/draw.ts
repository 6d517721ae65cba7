/**
 * How does a scene become pixels? Only what the viewport shows is drawn, with no more points than its size on screen
 * deserves; the count of what was drawn comes back, for the tests and the frame budget.
 */
import type { Point } from "../../engine/index.ts";
import { type Camera, overlaps, toScreen, visibleBounds } from "./camera.ts";
import { drawLabels } from "./labels.ts";
import { drawRemnant } from "./remnant.ts";
import type { Frame, Item, Scene } from "./scene.ts";

export interface DrawCount {
  drawn: number;
  culled: number;
}

/** Below this many pixels a part is a dot, and a dot is a rectangle. */
const DOT = 3;

export function drawScene(context: CanvasRenderingContext2D, scene: Scene, frame: Frame): DrawCount {
  drawTable(context, scene, frame);
  if (scene.remnant) drawRemnant(context, scene.remnant, frame);
  const count = drawItems(context, scene, frame);
  drawContours(context, scene, frame);
  if (frame.labels) drawLabels(context, scene, frame);
  for (const spot of scene.spots) drawSpot(context, frame, spot);
  return count;
}

/** The table and the empty sheet; also the ground under a picture that is being moved. */
export function drawTable(context: CanvasRenderingContext2D, scene: Scene, frame: Frame): void {
  const { camera, view, ratio, inks } = frame;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = inks.table;
  context.fillRect(0, 0, view.width, view.height);
  if (!scene.sheet) return;
  const { width, height, margin } = scene.sheet;
  const [left, top] = toScreen(camera, [0, height]);
  const [w, h] = [width * camera.scale, height * camera.scale];
  context.save();
  context.shadowColor = "rgb(0 0 0 / 0.16)";
  context.shadowBlur = 18;
  context.shadowOffsetY = 3;
  context.fillStyle = inks.sheet;
  context.fillRect(left, top, w, h);
  context.restore();
  context.lineWidth = 1;
  context.strokeStyle = inks.sheetEdge;
  context.strokeRect(left, top, w, h);
  const inset = margin * camera.scale;
  if (inset < 3 || 2 * inset >= Math.min(w, h)) return;
  context.setLineDash([4, 4]);
  context.strokeStyle = inks.margin;
  context.strokeRect(left + inset, top + inset, w - 2 * inset, h - 2 * inset);
  context.setLineDash([]);
}

function drawItems(context: CanvasRenderingContext2D, scene: Scene, frame: Frame): DrawCount {
  const { camera, ratio, inks, selected, hovered } = frame;
  const visible = visibleBounds(camera, frame.view);
  const count = { drawn: 0, culled: 0 };
  let ink = -1;
  context.lineJoin = "round";
  for (const item of scene.items) {
    if (!overlaps(item.bounds, visible)) {
      count.culled++;
      continue;
    }
    count.drawn++;
    if (item.shape.color !== ink) {
      ink = item.shape.color;
      context.fillStyle = inks.fill(ink);
      context.strokeStyle = inks.stroke(ink);
    }
    drawItem(context, item, camera, ratio);
  }
  for (const item of scene.items) {
    const chosen = item.shape.id === selected;
    if ((!chosen && item !== hovered) || !overlaps(item.bounds, visible)) continue;
    place(context, item, camera, ratio);
    context.strokeStyle = inks.accent;
    context.lineWidth = 2.25 / camera.scale;
    context.stroke(item.shape.levels.at(-1)!.path);
  }
  return count;
}

function drawItem(context: CanvasRenderingContext2D, item: Item, camera: Camera, ratio: number): void {
  const { bounds, shape } = item;
  const size = Math.max(bounds.max_x - bounds.min_x, bounds.max_y - bounds.min_y) * camera.scale;
  if (size < DOT) {
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const [left, top] = toScreen(camera, [bounds.min_x, bounds.max_y]);
    context.fillRect(left, top, Math.max(1, size), Math.max(1, size));
    return;
  }
  place(context, item, camera, ratio);
  const { path } = shape.levels.find(({ below }) => size < below)!;
  context.fill(path, "evenodd");
  // Outlines of small parts would only darken the picture, and they are half of the work.
  if (size < 8) return;
  context.lineWidth = 1 / camera.scale;
  context.stroke(path);
}

/** From the part's own coordinates to device pixels. */
function place(context: CanvasRenderingContext2D, item: Item, camera: Camera, ratio: number): void {
  const k = camera.scale * ratio;
  const { cos, sin } = item;
  context.setTransform(
    k * cos,
    -k * sin,
    -k * sin,
    -k * cos,
    (camera.x + item.x * camera.scale) * ratio,
    (camera.y - item.y * camera.scale) * ratio,
  );
}

function drawContours(context: CanvasRenderingContext2D, scene: Scene, frame: Frame): void {
  const { camera, ratio, inks } = frame;
  const k = camera.scale * ratio;
  context.setTransform(k, 0, 0, -k, camera.x * ratio, camera.y * ratio);
  context.lineWidth = 1.25 / camera.scale;
  context.lineJoin = "round";
  if (scene.contours) {
    context.strokeStyle = inks.outline;
    context.stroke(scene.contours);
  }
  if (scene.bends) {
    context.setLineDash([6 / camera.scale, 4 / camera.scale]);
    context.strokeStyle = inks.bend;
    context.stroke(scene.bends);
    context.setLineDash([]);
  }
}

function drawSpot(context: CanvasRenderingContext2D, { camera, ratio, inks }: Frame, at: Point): void {
  const [x, y] = toScreen(camera, at);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.strokeStyle = inks.warn;
  context.lineWidth = 2;
  context.beginPath();
  context.arc(x, y, 9, 0, 2 * Math.PI);
  context.stroke();
}
