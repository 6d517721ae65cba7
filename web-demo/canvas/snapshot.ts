/**
 * How does a crowded board stay smooth? When a full frame costs more than its share of a refresh, it is kept as a
 * picture: shown again for as long as nothing in it changes, and moved with the camera. When the movement rests, a sharp
 * one is drawn beside it, a slice in every frame.
 */
import type { Bounds } from "../../engine/index.ts";
import { type Camera, toScreen, toWorld } from "./camera.ts";
import { type DrawCount, drawScene, drawTable, drawWithin, sceneSteps } from "./draw.ts";
import type { BoardScene, Item, SceneView } from "./scene.ts";

export interface Snapshot {
  /** Draws the scene, or as much of it as there is time for: then it says false and wants another frame. */
  draw(context: CanvasRenderingContext2D, scene: BoardScene, frame: SceneView): boolean;
  /** Draws these boxes of the picture again, as `scene` has them; false when there is no picture of this frame. */
  patch(scene: BoardScene, boxes: readonly Bounds[], frame: SceneView): boolean;
  /** The camera moves: `rested` is called when it has stopped. */
  moving(rested: () => void): void;
  /** Something in the picture has changed. */
  drop(): void;
}

/** Half of a refresh at 60 Hz: the rest is the page's. */
const AFFORDABLE_MS = 8;
const SLICE_MS = 6;
/** Cost from which a scene counts as costly before it was drawn once, in plain parts. */
const CROWD = 1500;
const REST_MS = 110;

interface SnapshotPicture {
  canvas: OffscreenCanvas;
  context: CanvasRenderingContext2D;
  camera: Camera;
  ratio: number;
}

/** A picture that is being drawn. */
interface DrawingWork {
  picture: SnapshotPicture;
  steps: Generator<void, DrawCount>;
  probe: OffscreenCanvas;
}

export function createSnapshot(): Snapshot {
  let picture: SnapshotPicture | null = null;
  let work: DrawingWork | null = null;
  let costly = false;
  let moves = false;
  let fresh = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function drawAtOnce(context: CanvasRenderingContext2D, scene: BoardScene, frame: SceneView): void {
    const started = performance.now();
    drawScene(context, scene, frame);
    costly = performance.now() - started > AFFORDABLE_MS;
    picture = costly ? emptyPicture(context.canvas, frame) : null;
    picture?.context.drawImage(context.canvas, 0, 0);
    fresh = costly;
  }

  return {
    draw(context, scene, frame) {
      const { camera } = frame;
      // Hidden with the page that it is on.
      if (context.canvas.width === 0 || context.canvas.height === 0) return true;
      if (picture && (moves || (fresh && picture.camera === camera))) {
        showPicture(context, picture, scene, frame);
        return true;
      }
      if (!costly && weightOf(scene) < CROWD) {
        drawAtOnce(context, scene, frame);
        return true;
      }
      const begun = work?.picture.camera === camera ? work : null;
      work = begun ?? begin(context.canvas, scene, frame);
      const done = goOn(work);
      if (done) {
        costly = begun !== null;
        picture = work.picture;
        fresh = true;
        work = null;
      }
      showPicture(context, picture ?? work!.picture, scene, frame);
      return done;
    },
    patch(scene, boxes, frame) {
      if (!fresh || picture?.camera !== frame.camera || picture.ratio !== frame.ratio) return false;
      drawWithin(picture.context, scene, boxes, frame);
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
      work = null;
    },
  };
}

function weightOf({ items }: BoardScene): number {
  return items.reduce((sum, { shape }) => sum + shape.weight, 0);
}

/** Draws for a while; true when the picture is complete. */
function goOn({ picture, steps, probe }: DrawingWork): boolean {
  const until = performance.now() + SLICE_MS;
  do {
    if (steps.next().done) return true;
    // Canvases put off what they are told to; who asks for a pixel of one has it done now.
    probe.getContext("2d")!.drawImage(picture.canvas, 0, 0, 1, 1, 0, 0, 1, 1);
    // Forgets the pixel, for which all of the canvas would be copied before the next slice.
    probe.width = 1;
  } while (performance.now() < until);
  return false;
}

function begin(canvas: HTMLCanvasElement, scene: BoardScene, frame: SceneView): DrawingWork {
  const picture = emptyPicture(canvas, frame);
  return { picture, steps: sceneSteps(picture.context, scene, frame), probe: new OffscreenCanvas(1, 1) };
}

function emptyPicture({ width, height }: HTMLCanvasElement, { camera, ratio }: SceneView): SnapshotPicture {
  const canvas = new OffscreenCanvas(Math.max(1, width), Math.max(1, height));
  const context = canvas.getContext("2d", { alpha: false }) as unknown as CanvasRenderingContext2D;
  return { canvas, context, camera, ratio };
}

/** The picture where the camera has moved to. */
function showPicture(
  context: CanvasRenderingContext2D,
  { canvas, camera, ratio }: SnapshotPicture,
  scene: BoardScene,
  frame: SceneView,
): void {
  if (camera === frame.camera) {
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(canvas, 0, 0);
    return;
  }
  drawTable(context, scene, frame);
  const factor = frame.camera.scale / camera.scale;
  const [x, y] = toScreen(frame.camera, toWorld(camera, [0, 0]));
  context.setTransform(frame.ratio, 0, 0, frame.ratio, 0, 0);
  context.drawImage(canvas, x, y, (canvas.width / ratio) * factor, (canvas.height / ratio) * factor);
}

/** Most copies that are cheaper to draw one after the other than as a new picture. */
export const MOST_PATCHED = 30;

/** Where two pictures of one plain sheet differ, or null where that may be anywhere. */
export function differences(from: BoardScene, to: BoardScene): Bounds[] | null {
  const plain = ({ sheet, lines, spots }: BoardScene) =>
    sheet && !sheet.outline && !sheet.gone && !lines && spots.length === 0 ? sheet : null;
  const [before, now] = [plain(from), plain(to)];
  if (!before || !now || from.items.length !== to.items.length) return null;
  if (before.width !== now.width || before.height !== now.height || before.margin !== now.margin) return null;
  const boxes: Bounds[] = [];
  for (let i = 0; i < to.items.length; i++) {
    const [old, item] = [from.items[i]!, to.items[i]!];
    if (old === item || looksSame(old, item)) continue;
    if (boxes.length >= 2 * MOST_PATCHED) return null;
    boxes.push(old.bounds, item.bounds);
  }
  return boxes;
}

function looksSame(a: Item, b: Item): boolean {
  const lies = a.x === b.x && a.y === b.y && a.rotation === b.rotation && a.side === b.side;
  return lies && a.shape === b.shape && a.locked === b.locked && a.faulty === b.faulty;
}
