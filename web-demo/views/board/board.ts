/**
 * The board shows a sheet, a drawing or the loose parts on two canvases: a static one with everything that lies still, and
 * over it a live one with what the pointer and the toolpath do. Wheel and pinch zoom about the pointer, dragging pans or
 * moves a part, a click picks, a double click shows everything; keys do the same when the live canvas has the focus.
 * At most one frame is drawn per screen refresh, and nothing is drawn while nothing changes.
 */
import type { OpenEnd, Point } from "../../../engine/index.ts";
import { moveBy } from "../../actions/arrange.ts";
import type { App } from "../../app.ts";
import { gapAt } from "../../canvas/annotations.ts";
import { type Camera, type CameraViewport, fit, pan, toWorld, zoomAbout } from "../../canvas/camera.ts";
import { drawItems, drawPassing } from "../../canvas/draw.ts";
import { type DrawnToolpath, drawToolpath } from "../../canvas/drawn-toolpath.ts";
import { type DragHold, type Gesture, type Press, trackGestures } from "../../canvas/gestures.ts";
import { readInks } from "../../canvas/palette.ts";
import { drawRulers, RULER } from "../../canvas/rulers.ts";
import type { SceneView } from "../../canvas/scene.ts";
import { type BoardScene, type Item, partsScene, type ShapeCache } from "../../canvas/scene.ts";
import { StillCanvas } from "../../canvas/still-canvas.ts";
import { TWEEN_MS, type Tween, tweenScenes } from "../../canvas/tween.ts";
import { h, setAttributes, setText, show } from "../../dom.ts";
import { itemAt } from "../../geometry/pick.ts";
import { shownLayout } from "../../model/session.ts";
import type { State } from "../../model/store.ts";
import { MM_PER_INCH, roundedText } from "../../model/units.ts";
import { onThemeChange } from "../../theme.ts";
import { Editing } from "./editing.ts";
import { drawOverlay } from "./overlay.ts";
import { chooseScene } from "./shown.ts";

const PADDING = { left: RULER + 24, right: 24, top: RULER + 24, bottom: 24 };
const NUDGE = 48;
const ARROWS: Record<string, Point> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
/** Room that the tip needs to the right of the pointer. */
const TIP_WIDTH = 180;

export class Board implements Gesture {
  readonly element: HTMLElement;
  private readonly still = new StillCanvas(h("canvas", { "aria-hidden": "true" }));
  private readonly canvas = h("canvas", { id: "board", tabindex: 0, role: "img" });
  private readonly context = this.canvas.getContext("2d")!;
  private readonly tip = h("div.tip.clip", { hidden: true });
  private readonly cache: ShapeCache = new WeakMap();
  private inks = readInks();
  private camera: Camera = { scale: 1, x: 0, y: 0 };
  /** Nobody has moved the view since everything was shown. */
  private whole = true;
  private scene: BoardScene = partsScene([], this.cache);
  /** Key of the shown scene; the view is kept while it stays the same. */
  private key = "";
  private rest: { of: BoardScene; without: readonly Item[]; scene: BoardScene } | null = null;
  private motion: { tween: Tween; started: number } | null = null;
  private hovered: Item | null = null;
  private toolpath: DrawnToolpath | null = null;
  private scheduled = 0;
  private readonly editing: Editing;
  private readonly giveUp: () => boolean;

  constructor(private readonly app: App) {
    this.element = h("div.board", this.still.element, this.canvas, this.tip);
    this.editing = new Editing(app, {
      camera: () => this.camera,
      scene: () => this.scene,
      itemAt: (x, y) => this.itemAt(x, y),
      redraw: () => this.schedule(),
    });
    this.giveUp = trackGestures(this.canvas, this);
    this.canvas.addEventListener("keydown", (event) => this.press(event));
    onThemeChange(this.element, () => {
      this.inks = readInks();
      this.schedule();
    });
    new ResizeObserver(() => this.resize()).observe(this.canvas);
    app.store.watch(
      (state) => [
        shownLayout(state),
        state.session.sheet,
        state.session.spot,
        state.project.parts,
        state.project.drawings,
      ],
      () => this.choose(app.store.get()),
    );
    app.store.watch(
      ({ session, project }) => [
        session.playhead,
        session.picks,
        session.selected,
        session.labels,
        project.unit,
      ],
      () => this.schedule(),
    );
  }

  fit(): void {
    this.whole = true;
    this.camera = fit(this.scene.bounds, this.view, PADDING);
    this.schedule();
  }

  grab(x: number, y: number, press: Press): DragHold | null {
    return this.editing.grab(x, y, press);
  }

  placeOf(clientX: number, clientY: number): Point {
    const { left, top } = this.canvas.getBoundingClientRect();
    return toWorld(this.camera, [clientX - left, clientY - top]);
  }

  showToolpath(path: DrawnToolpath | null): void {
    if (path === this.toolpath) return;
    this.toolpath = path;
    this.schedule();
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
    if (gapAt(this.scene, this.camera, [x, y])) this.say("A click closes this gap", x, y);
    if (!item) return;
    const { unit } = this.app.store.get().project;
    const { min_x, min_y } = item.bounds;
    const place = ` #${item.instance + 1} · ${roundedText(min_x, unit)}, ${roundedText(min_y, unit)}`;
    this.say(item.shape.id + (this.scene.sheet ? place : ""), x, y);
  }

  private say(text: string, x: number, y: number): void {
    setText(this.tip, text);
    show(this.tip, true);
    const left = Math.min(x + 14, this.view.width - TIP_WIDTH);
    this.tip.style.transform = `translate(${left}px, ${y + 14}px)`;
  }

  leave(): void {
    this.point(null);
  }

  click(x: number, y: number, press: Press): void {
    const gap = gapAt(this.scene, this.camera, [x, y]);
    const drawing = /^drawing (.*)/.exec(this.key)?.[1];
    if (gap && drawing) void this.close(gap, drawing);
    else this.editing.click(x, y, press);
  }

  private async close(gap: OpenEnd, drawing: string): Promise<void> {
    const { closeGaps, gapAt } = await import("../../io/drawings/gaps.ts");
    await closeGaps(this.app, [drawing], gapAt(gap));
  }

  private get view(): CameraViewport {
    return { width: this.canvas.clientWidth, height: this.canvas.clientHeight };
  }

  private schedule(): void {
    this.scheduled ||= requestAnimationFrame(() => this.draw());
  }

  private draw(): void {
    this.scheduled = 0;
    const { context } = this;
    const { session, project } = this.app.store.get();
    const { labels, picks, playhead } = session;
    const { camera, view, hovered, inks } = this;
    const { unit } = project;
    const selected = picks.length > 0 ? null : session.selected;
    const frame: SceneView = { camera, view, ratio: devicePixelRatio, inks, labels, unit, selected, hovered };
    const { dragged } = this.editing;
    const scene = dragged ? this.restOf(dragged) : this.sceneAt(performance.now());
    if (!this.still.draw(scene, frame, this.motion !== null)) this.schedule();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    if (dragged) {
      show(this.tip, false);
      drawItems(context, { items: this.editing.items() }, frame);
    } else drawPassing(context, this.motion ? null : this.scene.remnant, frame);
    if (this.toolpath) drawToolpath(context, this.toolpath, frame, playhead);
    const overlay = this.editing.overlay();
    if (overlay) drawOverlay(context, overlay, frame);
    drawRulers(context, frame, unit);
  }

  /** The scene without these items, the same for as long as they are dragged. */
  private restOf(without: readonly Item[]): BoardScene {
    const { scene: of, rest } = this;
    if (rest?.of === of && rest.without === without) return rest.scene;
    const gone = new Set(without);
    const scene = { ...of, items: of.items.filter((item) => !gone.has(item)) };
    this.rest = { of, without, scene };
    return scene;
  }

  private sceneAt(time: number): BoardScene {
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
    const { scene, key, name } = chooseScene(state, this.cache, this.scene);
    const tween = key === this.key ? tweenScenes(this.scene, scene) : null;
    this.motion = tween && { tween, started: performance.now() };
    this.scene = scene;
    this.point(null);
    setAttributes(this.canvas, { "aria-label": name });
    const { spot } = state.session;
    if (spot?.at) this.move(fit(aroundSpot(scene, spot.at), this.view, PADDING));
    else if (key !== this.key) this.fit();
    this.key = key;
    this.schedule();
  }

  private move(camera: Camera): void {
    this.whole = false;
    this.camera = camera;
    this.still.moving(() => this.schedule());
    this.schedule();
  }

  private point(item: Item | null): void {
    show(this.tip, item !== null);
    if (item === this.hovered) return;
    this.hovered = item;
    this.schedule();
  }

  private itemAt(x: number, y: number): Item | null {
    return itemAt(this.scene, toWorld(this.camera, [x, y]));
  }

  private press(event: KeyboardEvent): void {
    if (event.key === "Escape" && this.giveUp()) {
      event.stopPropagation();
      return;
    }
    const { width, height } = this.view;
    const zoom = (factor: number) => this.zoom(width / 2, height / 2, factor);
    const arrow = ARROWS[event.key];
    const other: Record<string, () => void> = {
      "+": () => zoom(1.25),
      "=": () => zoom(1.25),
      "-": () => zoom(0.8),
    };
    const move = arrow ? () => this.step(arrow, event) : other[event.key];
    if (!move || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    move();
  }

  private step([dx, dy]: Point, { shiftKey, altKey }: KeyboardEvent): void {
    const { session, project } = this.app.store.get();
    if (session.picks.length === 0) {
      this.pan(-dx * NUDGE, dy * NUDGE);
      return;
    }
    const unit = project.unit === "mm" ? 1 : MM_PER_INCH / 16;
    const size = unit * (shiftKey ? 10 : altKey ? 0.1 : 1);
    moveBy(this.app, dx * size, dy * size);
  }

  /** A canvas is empty after its size has changed, so it is drawn in the same turn. */
  private resize(): void {
    const { width, height } = this.view;
    const [w, h] = [Math.round(width * devicePixelRatio), Math.round(height * devicePixelRatio)];
    Object.assign(this.canvas, { width: w, height: h });
    this.still.resize(w, h);
    // A message that takes room shall not take away what somebody has zoomed to.
    if (this.whole) this.fit();
    cancelAnimationFrame(this.scheduled);
    this.draw();
  }
}

function aroundSpot(scene: BoardScene, [x, y]: Point): BoardScene["bounds"] {
  const { min_x, min_y, max_x, max_y } = scene.bounds;
  const reach = Math.max(max_x - min_x, max_y - min_y, 1) / 16;
  return { min_x: x - reach, min_y: y - reach, max_x: x + reach, max_y: y + reach };
}
