/**
 * How does a crowded board stay smooth? When a full frame costs more than its share of a refresh, it is kept as a
 * picture: shown again for as long as nothing in it changes, and moved with the camera; the sharp frame follows when the
 * movement rests.
 */
import type { Bounds } from "../../engine/index.ts";
import { type Camera, toScreen, toWorld } from "./camera.ts";
import { drawTable, drawWithin } from "./draw.ts";
import type { Frame, Item, Scene } from "./scene.ts";

export interface Snapshot {
  /** Draws the picture, moved with the camera, and says true; or false when a full frame is wanted. */
  show(context: CanvasRenderingContext2D, scene: Scene, frame: Frame): boolean;
  /** The canvas holds a full frame that took `frameMs`. */
  keep(canvas: HTMLCanvasElement, frame: Frame, frameMs: number): void;
  /** Draws these boxes of the picture again, as `scene` has them; false when there is no picture of this frame. */
  patch(scene: Scene, boxes: readonly Bounds[], frame: Frame): boolean;
  /** The camera moves: `rested` is called when it has stopped. */
  moving(rested: () => void): void;
  /** Something in the picture has changed. */
  drop(): void;
}

/** Half of a refresh at 60 Hz: the rest is the page's. */
const AFFORDABLE_MS = 8;
const REST_MS = 110;

export function createSnapshot(): Snapshot {
  let picture: { canvas: OffscreenCanvas; camera: Camera; ratio: number } | null = null;
  let costly = false;
  let moves = false;
  let fresh = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    show(context, scene, frame) {
      if (!costly || !picture) return false;
      if (fresh && picture.camera === frame.camera) {
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.drawImage(picture.canvas, 0, 0);
        return true;
      }
      if (!moves) return false;
      drawTable(context, scene, frame);
      const { camera, canvas, ratio } = picture;
      const factor = frame.camera.scale / camera.scale;
      const [x, y] = toScreen(frame.camera, toWorld(camera, [0, 0]));
      context.setTransform(frame.ratio, 0, 0, frame.ratio, 0, 0);
      context.drawImage(canvas, x, y, (canvas.width / ratio) * factor, (canvas.height / ratio) * factor);
      return true;
    },
    keep(canvas, frame, frameMs) {
      costly = frameMs > AFFORDABLE_MS;
      picture = null;
      if (!costly || canvas.width === 0 || canvas.height === 0) return;
      const copy = new OffscreenCanvas(canvas.width, canvas.height);
      copy.getContext("2d", { alpha: false })!.drawImage(canvas, 0, 0);
      picture = { canvas: copy, camera: frame.camera, ratio: frame.ratio };
      fresh = true;
    },
    patch(scene, boxes, frame) {
      if (!costly || !fresh || picture?.camera !== frame.camera || picture.ratio !== frame.ratio)
        return false;
      const context = picture.canvas.getContext("2d", { alpha: false });
      drawWithin(context as unknown as CanvasRenderingContext2D, scene, boxes, frame);
      return true;
    },
    moving(rested) {
      moves = true;
      clearTimeout(timer);
      timer = setTimeout(() => {
        moves = false;
        rested();
      }, REST_MS);
    },
    drop() {
      fresh = false;
      moves = false;
    },
  };
}

/** Of more copies than this, drawing one after the other anew costs more than a new picture. */
export const MOST_PATCHED = 30;

/** Where two pictures of one plain sheet differ, or null where that may be anywhere. */
export function differences(from: Scene, to: Scene): Bounds[] | null {
  const plain = ({ sheet, contours, spots }: Scene) =>
    sheet && !sheet.outline && !sheet.gone && !contours && spots.length === 0 ? sheet : null;
  const [before, now] = [plain(from), plain(to)];
  if (!before || !now || from.items.length !== to.items.length) return null;
  if (before.width !== now.width || before.height !== now.height || before.margin !== now.margin) return null;
  const boxes: Bounds[] = [];
  for (const [i, item] of to.items.entries()) {
    const old = from.items[i]!;
    if (looksSame(old, item)) continue;
    if (boxes.length >= 2 * MOST_PATCHED) return null;
    boxes.push(old.bounds, item.bounds);
  }
  return boxes;
}

function looksSame(a: Item, b: Item): boolean {
  const lies = a.x === b.x && a.y === b.y && a.rotation === b.rotation && a.side === b.side;
  return lies && a.shape === b.shape && a.locked === b.locked && a.faulty === b.faulty;
}
