/**
 * How does a scene become pixels? Only what the viewport shows is drawn, with no more points than its size on screen
 * deserves; the count of what was drawn comes back, for the tests and the frame budget.
 */
import { meet, widened } from "../../engine/base/geometry/box.ts";
import type { Bounds, Point } from "../../engine/index.ts";
import { groupedBy } from "../collect.ts";
import { boxesNear } from "../geometry/box-index.ts";
import { drawGaps, drawRemnant } from "./annotations.ts";
import { type Camera, toScreen, visibleBounds } from "./camera.ts";
import { labelSteps } from "./labels.ts";
import { disc, toSheet } from "./pen.ts";
import {
  type BoardScene,
  type DrawingLines,
  type DrawnSheet,
  type Item,
  outlineAt,
  pauses,
  type SceneView,
} from "./scene.ts";

export interface DrawCount {
  drawn: number;
  culled: number;
}

/** Below this many pixels a part is a dot, and a dot is a rectangle. */
const DOT = 3;
/** From so many pixels on the lines on a part are drawn. */
const LEGIBLE = 24;
/** Pixels that lines reach beyond their part. */
const EDGE = 3;

/** Copies of plain parts from one pause to the next. */
const STEP = 200;

export function drawScene(context: CanvasRenderingContext2D, scene: BoardScene, frame: SceneView): DrawCount {
  return wholly(sceneSteps(context, scene, frame));
}

export function* sceneSteps(
  context: CanvasRenderingContext2D,
  scene: BoardScene,
  frame: SceneView,
): Generator<void, DrawCount> {
  drawTable(context, scene, frame);
  yield;
  const count = yield* itemSteps(context, scene, frame);
  // Parts that lie on what is bad hide none of it.
  drawGone(context, scene.sheet?.gone ?? null, frame);
  if (scene.lines) drawLinesOf(context, scene.lines, frame);
  if (frame.labels) yield* labelSteps(context, scene, frame);
  for (const spot of scene.spots) drawSpot(context, frame, spot);
  drawGaps(context, scene, frame);
  return count;
}

function wholly<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The table and the empty sheet; also the ground under a picture that is being moved. */
export function drawTable(context: CanvasRenderingContext2D, scene: BoardScene, frame: SceneView): void {
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
  if (scene.sheet.outline) onSheet(context, frame, () => context.fill(scene.sheet!.outline!));
  else context.fillRect(left, top, w, h);
  context.restore();
  context.lineWidth = 1;
  context.strokeStyle = inks.sheetEdge;
  if (scene.sheet.outline) {
    context.setLineDash([2, 4]);
    context.strokeRect(left, top, w, h);
    context.setLineDash([]);
  } else context.strokeRect(left, top, w, h);
  drawGround(context, scene.sheet, frame);
  const inset = margin * camera.scale;
  // The margin of an irregular sheet follows the outline, which no rectangle does.
  if (scene.sheet.outline || inset < 3 || 2 * inset >= Math.min(w, h)) return;
  context.setLineDash([4, 4]);
  context.strokeStyle = inks.margin;
  context.strokeRect(left + inset, top + inset, w - 2 * inset, h - 2 * inset);
  context.setLineDash([]);
}

/** The edge of an irregular sheet, and where its material is missing or bad. */
function drawGround(
  context: CanvasRenderingContext2D,
  { outline, gone }: DrawnSheet,
  frame: SceneView,
): void {
  const { camera, inks } = frame;
  if (outline)
    onSheet(context, frame, () => {
      context.lineWidth = 1.25 / camera.scale;
      context.stroke(outline);
    });
  onSheet(context, frame, () => {
    context.fillStyle = inks.gone;
    if (gone) context.fill(gone);
  });
  drawGone(context, gone, frame);
}

function drawGone(context: CanvasRenderingContext2D, gone: Path2D | null, frame: SceneView): void {
  const { camera, inks } = frame;
  if (!gone) return;
  onSheet(context, frame, () => {
    context.lineWidth = 1 / camera.scale;
    context.setLineDash([4 / camera.scale, 3 / camera.scale]);
    context.strokeStyle = inks.warn;
    context.stroke(gone);
  });
}

function onSheet(context: CanvasRenderingContext2D, frame: SceneView, draw: () => void): void {
  context.save();
  toSheet(context, frame);
  draw();
  context.restore();
}

/** The copies, and round about those that are chosen a line. */
export function drawItems(
  context: CanvasRenderingContext2D,
  scene: Pick<BoardScene, "items">,
  frame: SceneView,
): DrawCount {
  return wholly(itemSteps(context, scene, frame));
}

function* itemSteps(
  context: CanvasRenderingContext2D,
  scene: Pick<BoardScene, "items">,
  frame: SceneView,
): Generator<void, DrawCount> {
  const { camera, ratio, inks, selected } = frame;
  const visible = visibleBounds(camera, frame.view);
  const shown = scene.items.filter(({ bounds }) => meet(bounds, visible));
  context.lineJoin = "round";
  const isTime = pauses(STEP);
  for (const [color, items] of byColor(shown)) {
    context.fillStyle = inks.fill(color);
    context.strokeStyle = inks.stroke(color);
    for (const item of items) {
      drawItem(context, item, camera, ratio);
      if (isTime(item)) yield;
    }
  }
  for (const item of shown)
    if (item.shape.lines.length > 0) {
      drawLines(context, item, frame);
      if (isTime(item)) yield;
    }
  for (const item of shown)
    if (item.shape.id === selected || item.faulty) {
      drawMarked(context, item, frame);
      if (isTime(item)) yield;
    }
  for (const item of shown) if (item.locked) drawLock(context, item, frame);
  return { drawn: shown.length, culled: scene.items.length - shown.length };
}

/** Those of one colour together: changing the ink for every copy takes longer. */
function byColor(items: readonly Item[]): [number, Item[]][] {
  return [...groupedBy(items, ({ shape }) => shape.color)].sort(([a], [b]) => a - b);
}

/** Draws the part under the pointer and the size of the strip that can be kept over the picture of all the rest. */
export function drawPassing(
  context: CanvasRenderingContext2D,
  remnant: BoardScene["remnant"],
  frame: SceneView,
): void {
  if (remnant) drawRemnant(context, remnant, frame);
  if (frame.hovered) drawMarked(context, frame.hovered, frame);
}

function drawMarked(context: CanvasRenderingContext2D, item: Item, { camera, ratio, inks }: SceneView): void {
  place(context, item, camera, ratio);
  const path = outlineAt(item.shape, camera.scale);
  if (item.faulty) {
    context.fillStyle = inks.fault;
    context.fill(path, "evenodd");
  }
  context.strokeStyle = item.faulty ? inks.bad : inks.accent;
  context.lineWidth = 2.25 / camera.scale;
  context.stroke(path);
}

/** Draws again what lies in these boxes, and only that; `scene` holds what is to be there now. */
export function drawWithin(
  context: CanvasRenderingContext2D,
  scene: BoardScene,
  boxes: readonly Bounds[],
  frame: SceneView,
): void {
  const { camera, ratio } = frame;
  for (const box of boxes) {
    const wide = widened(box, EDGE / camera.scale);
    // On whole pixels: half of a pixel drawn twice would be seen.
    const [left, top] = toScreen(camera, [wide.min_x, wide.max_y]).map(
      (at) => Math.floor(at * ratio) / ratio,
    ) as [number, number];
    const [right, bottom] = toScreen(camera, [wide.max_x, wide.min_y]).map(
      (at) => Math.ceil(at * ratio) / ratio,
    ) as [number, number];
    const near = widened(wide, EDGE / camera.scale);
    context.save();
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.beginPath();
    context.rect(left, top, right - left, bottom - top);
    context.clip();
    const items = boxesNear(scene.items, near).map((i) => scene.items[i]!);
    drawScene(context, { ...scene, items }, frame);
    context.restore();
  }
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
  const path = outlineAt(shape, camera.scale);
  context.fill(path, "evenodd");
  // Outlines of small parts would only darken the picture, and they are half of the work.
  if (size < 8) return;
  context.lineWidth = 1 / camera.scale;
  context.stroke(path);
}

/** Draws lines to engrave, mark, bend or cut open on a part; on a small one they would be a blot. */
function drawLines(context: CanvasRenderingContext2D, item: Item, { camera, ratio, inks }: SceneView): void {
  const { bounds: b, shape } = item;
  if (Math.max(b.max_x - b.min_x, b.max_y - b.min_y) * camera.scale < LEGIBLE) return;
  place(context, item, camera, ratio);
  context.lineWidth = 1 / camera.scale;
  for (const { role, path } of shape.lines) {
    const isBend = role === "bend";
    context.strokeStyle = isBend ? inks.bend : role === "cut-open" ? inks.stroke(shape.color) : inks.tool;
    context.setLineDash(isBend ? [6 / camera.scale, 4 / camera.scale] : []);
    context.stroke(path);
  }
  context.setLineDash([]);
}

/** A small padlock in the middle of the box, where there is room for it. */
function drawLock(context: CanvasRenderingContext2D, { bounds: b }: Item, frame: SceneView): void {
  const { camera, ratio, inks } = frame;
  if (Math.min(b.max_x - b.min_x, b.max_y - b.min_y) * camera.scale < 26) return;
  const [x, y] = toScreen(camera, [b.max_x, b.max_y]);
  context.setTransform(ratio, 0, 0, ratio, (x - 14) * ratio, (y + 14) * ratio);
  context.fillStyle = inks.label;
  context.fillRect(-4.5, -1, 9, 7);
  context.strokeStyle = inks.label;
  context.lineWidth = 1.5;
  context.beginPath();
  context.arc(0, -1.5, 3, Math.PI, 0);
  context.stroke();
}

/** From the part's own coordinates to device pixels. */
export function place(context: CanvasRenderingContext2D, item: Item, camera: Camera, ratio: number): void {
  const k = camera.scale * ratio;
  const { cos, sin, side } = item;
  context.setTransform(
    side * k * cos,
    side * -k * sin,
    -k * sin,
    -k * cos,
    (camera.x + item.x * camera.scale) * ratio,
    (camera.y - item.y * camera.scale) * ratio,
  );
}

/** Material first, and what is not made beneath what is. */
function drawLinesOf(context: CanvasRenderingContext2D, lines: DrawingLines, frame: SceneView): void {
  const { camera, inks } = frame;
  toSheet(context, frame);
  context.lineJoin = "round";
  context.fillStyle = inks.sheet;
  context.fill(lines.material, "evenodd");
  const stroke = (path: Path2D, ink: string, width = 1.25) => {
    context.lineWidth = width / camera.scale;
    context.strokeStyle = ink;
    context.stroke(path);
  };
  stroke(lines.aside, inks.aside, 1);
  stroke(lines.cuts, inks.outline);
  stroke(lines.marks, inks.tool);
  context.setLineDash([6 / camera.scale, 4 / camera.scale]);
  stroke(lines.bends, inks.bend);
  context.setLineDash([]);
  stroke(lines.off, inks.warn, 2);
}

function drawSpot(context: CanvasRenderingContext2D, { camera, ratio, inks }: SceneView, at: Point): void {
  const [x, y] = toScreen(camera, at);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.strokeStyle = inks.warn;
  context.lineWidth = 2;
  context.stroke(disc(x, y, 9));
}
