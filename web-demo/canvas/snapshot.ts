/**
 * How does a crowded board stay smooth? When a full frame costs more than its share of a refresh, it is kept as a
 * picture: shown again for as long as nothing in it changes, and moved with the camera; the sharp frame follows when the
 * movement rests.
 */
import { type Camera, toScreen, toWorld } from "./camera.ts";
import { drawTable } from "./draw.ts";
import type { Frame, Scene } from "./scene.ts";

export interface Snapshot {
  /** Draws the picture, moved with the camera, and says true; or false when a full frame is wanted. */
  show(context: CanvasRenderingContext2D, scene: Scene, frame: Frame): boolean;
  /** The canvas holds a full frame that took `frameMs`. */
  keep(canvas: HTMLCanvasElement, frame: Frame, frameMs: number): void;
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
