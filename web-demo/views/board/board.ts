/**
 * The board: a canvas on which a sheet, a drawing or the loose parts lie. Wheel and pinch zoom about the pointer,
 * dragging pans, a click selects, a double click shows everything; keys do the same when the board has the focus.
 * At most one frame is drawn per screen refresh, and nothing is drawn while nothing changes.
 */
import type { Point } from "../../../engine/index.ts";
import type { App } from "../../app.ts";
import { type Camera, fit, pan, toWorld, type Viewport, zoomAbout } from "../../canvas/camera.ts";
import { drawScene } from "../../canvas/draw.ts";
import { type Gesture, trackGestures } from "../../canvas/gestures.ts";
import { inksFor } from "../../canvas/palette.ts";
import { createPicker, type Picker } from "../../canvas/pick.ts";
import { drawRulers, RULER } from "../../canvas/rulers.ts";
import type { Frame } from "../../canvas/scene.ts";
import {
  drawingScene,
  type Item,
  partsScene,
  type Scene,
  type ShapeCache,
  sheetScene,
} from "../../canvas/scene.ts";
import { createSnapshot } from "../../canvas/snapshot.ts";
import { drawToolpath, type Toolpath } from "../../canvas/toolpath.ts";
import { TWEEN_MS, type Tween, tweenScenes } from "../../canvas/tween.ts";
import { h, setAttributes, setText, show } from "../../dom.ts";
import { colorsOf, shownLayout, shownSheet } from "../../model/shown.ts";
import type { State } from "../../model/store.ts";
import { lengthText } from "../../model/units.ts";
import { isDark, onThemeChange } from "../../theme.ts";

const PADDING = { left: RULER + 24, right: 24, top: RULER + 24, bottom: 24 };
/** Pixels per arrow key. */
const NUDGE = 48;
/** Room that the tip needs to the right of the pointer. */
const TIP_WIDTH = 180;

export class Board implements Gesture {
  readonly element: HTMLElement;
  private readonly canvas = h("canvas", { id: "board", tabindex: 0, role: "img" });
  private readonly context = this.canvas.getContext("2d", { alpha: false })!;
  private readonly tip = h("div", { class: "tip", hidden: true });
  private readonly cache: ShapeCache = new WeakMap();
  private readonly snapshot = createSnapshot();
  private camera: Camera = { scale: 1, x: 0, y: 0 };
  private scene: Scene = partsScene([], this.cache);
  /** What the scene shows; the view is kept while it stays the same. */
  private key = "";
  private motion: { tween: Tween; started: number } | null = null;
  private picker: Picker | null = null;
  private hovered: Item | null = null;
  private toolpath: Toolpath | null = null;
  private scheduled = 0;

  constructor(private readonly app: App) {
    this.element = h("div", { class: "board" }, this.canvas, this.tip);
    trackGestures(this.canvas, this);
    this.canvas.addEventListener("keydown", (event) => this.press(event));
    onThemeChange(() => this.refresh());
    new ResizeObserver(() => this.resize()).observe(this.canvas);
    app.store.watch(
      (state) =>
        [
          shownLayout(state),
          state.session.sheet,
          state.session.spot,
          state.project.parts,
          state.project.drawings,
        ] as const,
      () => this.choose(app.store.get()),
    );
    app.store.watch(
      ({ session, project }) => [session.selected, session.labels, project.unit] as const,
      () => this.refresh(),
    );
  }

  /** Shows everything. */
  fit(): void {
    this.camera = fit(this.scene.bounds, this.view, PADDING);
    this.refresh();
  }

  showToolpath(path: Toolpath | null): void {
    this.toolpath = path;
    this.refresh();
  }

  pan(dx: number, dy: number): void {
    this.move(pan(this.camera, dx, dy));
  }

  zoom(x: number, y: number, factor: number): void {
    this.move(zoomAbout(this.camera, [x, y], factor));
  }

  hover(x: number, y: number): void {
    const item = this.itemAt(x, y);
    this.point(item);
    if (!item) return;
    const { unit } = this.app.store.get().project;
    const { min_x, min_y } = item.bounds;
    const place = ` #${item.instance + 1} · ${lengthText(min_x, unit)}, ${lengthText(min_y, unit)}`;
    setText(this.tip, item.shape.id + (this.scene.sheet ? place : ""));
    const left = Math.min(x + 14, this.view.width - TIP_WIDTH);
    this.tip.style.transform = `translate(${left}px, ${y + 14}px)`;
  }

  leave(): void {
    this.point(null);
  }

  click(x: number, y: number): void {
    this.app.store.update({ selected: this.itemAt(x, y)?.shape.id ?? null });
  }

  private get view(): Viewport {
    return { width: this.canvas.clientWidth, height: this.canvas.clientHeight };
  }

  /** Draws from the scene again, not from the picture of the last frame. */
  private refresh(): void {
    this.snapshot.drop();
    this.schedule();
  }

  private schedule(): void {
    this.scheduled ||= requestAnimationFrame(() => this.draw());
  }

  private draw(): void {
    this.scheduled = 0;
    const { context } = this;
    const { session, project } = this.app.store.get();
    const { labels, selected } = session;
    const { camera, view, hovered } = this;
    const inks = inksFor(isDark());
    const { unit } = project;
    const frame: Frame = { camera, view, ratio: devicePixelRatio, inks, labels, unit, selected, hovered };
    if (!this.snapshot.show(context, this.scene, frame)) {
      const started = performance.now();
      drawScene(context, this.sceneAt(started), frame);
      this.snapshot.keep(this.canvas, frame, performance.now() - started);
    }
    if (this.toolpath) drawToolpath(context, this.toolpath, frame);
    drawRulers(context, frame, unit);
  }

  /** The scene, or a moment on the way to it. */
  private sceneAt(time: number): Scene {
    const progress = this.motion ? (time - this.motion.started) / TWEEN_MS : 1;
    if (this.motion && progress < 1) {
      this.schedule();
      return this.motion.tween.at(progress);
    }
    this.motion = null;
    return this.scene;
  }

  /** Takes the scene that the state asks for; a new one is shown whole, a changed one where the reader is looking. */
  private choose(state: State): void {
    const { scene, key, name } = chooseScene(state, this.cache);
    const tween = key === this.key ? tweenScenes(this.scene, scene) : null;
    this.motion = tween && { tween, started: performance.now() };
    this.scene = scene;
    this.picker = null;
    this.point(null);
    setAttributes(this.canvas, { "aria-label": name });
    const { spot } = state.session;
    if (spot?.at) this.camera = fit(aroundSpot(scene, spot.at), this.view, PADDING);
    else if (key !== this.key) this.fit();
    this.key = key;
    this.refresh();
  }

  private move(camera: Camera): void {
    this.camera = camera;
    this.snapshot.moving(() => this.refresh());
    this.schedule();
  }

  private point(item: Item | null): void {
    show(this.tip, item !== null);
    if (item === this.hovered) return;
    this.hovered = item;
    this.refresh();
  }

  private itemAt(x: number, y: number): Item | null {
    this.picker ??= createPicker(this.scene);
    return this.picker.at(toWorld(this.camera, [x, y]));
  }

  private press(event: KeyboardEvent): void {
    const { width, height } = this.view;
    const zoom = (factor: number) => this.zoom(width / 2, height / 2, factor);
    const moves: Record<string, () => void> = {
      ArrowLeft: () => this.pan(NUDGE, 0),
      ArrowRight: () => this.pan(-NUDGE, 0),
      ArrowUp: () => this.pan(0, NUDGE),
      ArrowDown: () => this.pan(0, -NUDGE),
      "+": () => zoom(1.25),
      "=": () => zoom(1.25),
      "-": () => zoom(0.8),
    };
    const move = moves[event.key];
    if (!move || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    move();
  }

  /** A canvas is empty after its size has changed, so it is drawn in the same turn. */
  private resize(): void {
    const { width, height } = this.view;
    this.canvas.width = Math.round(width * devicePixelRatio);
    this.canvas.height = Math.round(height * devicePixelRatio);
    this.fit();
    cancelAnimationFrame(this.scheduled);
    this.draw();
  }
}

function chooseScene(state: State, cache: ShapeCache): { scene: Scene; key: string; name: string } {
  const { project, session } = state;
  const nothing = project.parts.length === 0 && !shownLayout(state);
  const wanted = session.spot?.drawing ?? (nothing ? project.drawings.at(-1)?.id : undefined);
  const drawing = project.drawings.find(({ id }) => id === wanted);
  if (drawing) {
    return {
      scene: drawingScene(drawing),
      key: `drawing ${drawing.id}`,
      name: `Drawing ${drawing.name}`,
    };
  }
  const layout = shownLayout(state);
  if (layout && layout.data.sheets.length > 0) {
    const sheet = shownSheet(state);
    const { width, height } = layout.request.sheet;
    const placed = sheet?.placements.length ?? 0;
    return {
      scene: sheetScene(layout, sheet, colorsOf(state), cache),
      key: `sheet ${session.sheet} ${width} ${height}`,
      name: `Sheet ${session.sheet + 1} of ${layout.data.sheets.length} with ${placed} parts; the table of placements says the same`,
    };
  }
  const { parts } = project;
  const key = `parts ${parts.map((part) => part.id).join("|")}`;
  return { scene: partsScene(parts, cache), key, name: `${parts.length} parts, not placed yet` };
}

function aroundSpot(scene: Scene, [x, y]: Point): Scene["bounds"] {
  const { min_x, min_y, max_x, max_y } = scene.bounds;
  const reach = Math.max(max_x - min_x, max_y - min_y, 1) / 16;
  return { min_x: x - reach, min_y: y - reach, max_x: x + reach, max_y: y + reach };
}
