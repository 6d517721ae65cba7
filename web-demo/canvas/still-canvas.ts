/**
 * The static canvas: the sheet and everything that lies still on it. It is drawn again only where its scene has changed.
 * When a scene costs more than its share of a refresh, its picture moves with the camera, and when the movement rests, a
 * sharp one is drawn beside it, a slice in every frame.
 */
import type { Bounds } from "../../engine/index.ts";
import { toScreen, toWorld } from "./camera.ts";
import { type DrawCount, drawScene, drawTable, drawWithin, sceneSteps } from "./draw.ts";
import type { BoardScene, Item, SceneView } from "./scene.ts";

/** Half of a refresh at 60 Hz: the rest is the page's. */
const AFFORDABLE_MS = 8;
const SLICE_MS = 6;
/** Cost from which a scene counts as costly before it was drawn once, in plain parts. */
const CROWD = 1500;
const REST_MS = 110;
/** Most items that are cheaper to draw one after the other than as a new picture. */
const MOST_PATCHED = 30;

interface Picture {
  scene: BoardScene;
  frame: SceneView;
  canvas: HTMLCanvasElement | OffscreenCanvas;
}

interface DrawingWork extends Picture {
  steps: Generator<void, DrawCount>;
  probe: OffscreenCanvas;
}

export class StillCanvas {
  private readonly context: CanvasRenderingContext2D;
  /** The scene that the canvas shows, sharp. */
  private shown: Picture | null = null;
  /** Copy that is shown in other places while the camera moves. */
  private moved: Picture | null = null;
  private work: DrawingWork | null = null;
  private isCostly = false;
  private isMoving = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly element: HTMLCanvasElement) {
    this.context = element.getContext("2d", { alpha: false })!;
  }

  resize(width: number, height: number): void {
    Object.assign(this.element, { width, height });
    this.shown = null;
    this.moved = null;
    this.work = null;
  }

  /** Announces a movement of the camera: `rested` is called when it has stopped. */
  moving(rested: () => void): void {
    this.isMoving = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.isMoving = false;
      rested();
    }, REST_MS);
  }

  /**
   * Draws what has changed, or as much of it as there is time for: then it returns false and wants another frame.
   * `atOnce` draws all of it, whatever it costs.
   */
  draw(scene: BoardScene, frame: SceneView, atOnce = false): boolean {
    const { element, context } = this;
    // Hidden with the page that it is on.
    if (element.width === 0 || element.height === 0) return true;
    if (this.shown && looksAlike(this.shown.frame, frame) && this.patch(this.shown, scene, frame))
      return true;
    if (this.isCostly && this.isMoving && (this.shown || this.moved)) {
      this.showMoved(scene, frame);
      return true;
    }
    if (atOnce || (!this.isCostly && weightOf(scene) < CROWD)) {
      const started = performance.now();
      drawScene(context, scene, frame);
      this.isCostly = performance.now() - started > AFFORDABLE_MS;
      this.finish(scene, frame);
      return true;
    }
    return this.drawSlice(scene, frame);
  }

  private drawSlice(scene: BoardScene, frame: SceneView): boolean {
    const begun = this.work?.scene === scene && looksAlike(this.work.frame, frame) ? this.work : null;
    const work = begun ?? begin(this.element, scene, frame);
    this.work = work;
    if (!goOn(work)) {
      if (this.shown ?? this.moved) this.showMoved(scene, frame);
      else this.paste(work.canvas);
      return false;
    }
    this.isCostly = begun !== null;
    this.paste(work.canvas);
    this.finish(scene, frame);
    return true;
  }

  private finish(scene: BoardScene, frame: SceneView): void {
    this.shown = { scene, frame, canvas: this.element };
    this.moved = null;
    this.work = null;
  }

  /** Draws only the places where the scene differs from what is shown; false where that may be everywhere. */
  private patch(shown: Picture, scene: BoardScene, frame: SceneView): boolean {
    if (shown.scene === scene) return true;
    const boxes = differences(shown.scene, scene);
    if (!boxes) return false;
    drawWithin(this.context, scene, boxes, frame);
    shown.scene = scene;
    return true;
  }

  private showMoved(scene: BoardScene, frame: SceneView): void {
    this.moved ??= { ...this.shown!, canvas: copyOf(this.element) };
    this.shown = null;
    const { canvas, frame: from } = this.moved;
    const { camera, ratio } = frame;
    drawTable(this.context, scene, frame);
    const factor = camera.scale / from.camera.scale;
    const [x, y] = toScreen(camera, toWorld(from.camera, [0, 0]));
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const [width, height] = [canvas.width / from.ratio, canvas.height / from.ratio];
    this.context.drawImage(canvas, x, y, width * factor, height * factor);
  }

  private paste(canvas: CanvasImageSource): void {
    this.context.setTransform(1, 0, 0, 1, 0, 0);
    this.context.drawImage(canvas, 0, 0);
  }
}

function looksAlike(a: SceneView, b: SceneView): boolean {
  const isSameInk = a.inks === b.inks && a.labels === b.labels && a.unit === b.unit;
  return isSameInk && a.camera === b.camera && a.ratio === b.ratio && a.selected === b.selected;
}

function weightOf({ items }: BoardScene): number {
  return items.reduce((sum, { shape }) => sum + shape.weight, 0);
}

/** Draws for a while; true when the picture is complete. */
function goOn({ canvas, steps, probe }: DrawingWork): boolean {
  const until = performance.now() + SLICE_MS;
  do {
    if (steps.next().done) return true;
    // Canvases put off what they are told to; who asks for a pixel of one has it done now.
    probe.getContext("2d")!.drawImage(canvas, 0, 0, 1, 1, 0, 0, 1, 1);
    // Forgets the pixel, for which all of the canvas would be copied before the next slice.
    probe.width = 1;
  } while (performance.now() < until);
  return false;
}

function begin({ width, height }: HTMLCanvasElement, scene: BoardScene, frame: SceneView): DrawingWork {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { alpha: false }) as unknown as CanvasRenderingContext2D;
  const steps = sceneSteps(context, scene, frame);
  return { scene, frame, canvas, steps, probe: new OffscreenCanvas(1, 1) };
}

function copyOf(element: HTMLCanvasElement): OffscreenCanvas {
  const canvas = new OffscreenCanvas(element.width, element.height);
  canvas.getContext("2d", { alpha: false })!.drawImage(element, 0, 0);
  return canvas;
}

/** Boxes in which two scenes of one plain sheet differ, or null where they may differ anywhere. */
export function differences(from: BoardScene, to: BoardScene): Bounds[] | null {
  const plain = ({ sheet, lines, spots }: BoardScene) =>
    sheet && !sheet.outline && !sheet.gone && !lines && spots.length === 0 ? sheet : null;
  const [before, now] = [plain(from), plain(to)];
  if (!before || !now) return null;
  if (before.width !== now.width || before.height !== now.height || before.margin !== now.margin) return null;
  const items = from.items.length === to.items.length ? changedItems(from, to) : addedItems(from, to);
  return items.length <= 2 * MOST_PATCHED ? items.map(({ bounds }) => bounds) : null;
}

function changedItems(from: BoardScene, to: BoardScene): Item[] {
  return to.items.flatMap((item, i) => {
    const old = from.items[i]!;
    return old === item || looksSame(old, item) ? [] : [old, item];
  });
}

function addedItems(from: BoardScene, to: BoardScene): Item[] {
  const [before, now] = [new Set(from.items), new Set(to.items)];
  return [...from.items.filter((item) => !now.has(item)), ...to.items.filter((item) => !before.has(item))];
}

function looksSame(a: Item, b: Item): boolean {
  // A part on its way has the rotation of its end already.
  const turned = a.rotation === b.rotation && a.cos === b.cos && a.sin === b.sin;
  const lies = a.x === b.x && a.y === b.y && turned && a.side === b.side;
  return lies && a.shape === b.shape && a.locked === b.locked && a.faulty === b.faulty;
}
