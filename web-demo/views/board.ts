/**
 * The board: a canvas on which a sheet, a drawing or the loose parts lie. Wheel and pinch zoom about the pointer,
 * dragging pans, a click selects, a double click shows everything; keys do the same when the board has the focus.
 * At most one frame is drawn per screen refresh, and nothing is drawn while nothing changes.
 */
import type { App } from "../app.ts";
import { type Camera, fit, pan, toWorld, zoomAbout } from "../canvas/camera.ts";
import { drawScene, type Frame } from "../canvas/draw.ts";
import { type Gesture, trackGestures } from "../canvas/gestures.ts";
import { inksFor } from "../canvas/palette.ts";
import { createPicker, type Picker } from "../canvas/pick.ts";
import { drawRulers, RULER } from "../canvas/rulers.ts";
import {
  drawingScene,
  type Item,
  partsScene,
  type Scene,
  type ShapeCache,
  sheetScene,
} from "../canvas/scene.ts";
import { createSnapshot } from "../canvas/snapshot.ts";
import { drawToolpath, type Toolpath } from "../canvas/toolpath.ts";
import { h, setAttributes, setText, show } from "../dom.ts";
import { colorsOf, shownLayout, shownSheet } from "../shown.ts";
import type { State } from "../store.ts";
import { isDark, onThemeChange } from "../theme.ts";
import { lengthText } from "../units.ts";

const PADDING = { left: RULER + 24, right: 24, top: RULER + 24, bottom: 24 };
/** Pixels per arrow key. */
const NUDGE = 48;

export interface BoardView {
  element: HTMLElement;
  fit(): void;
  /** What the last full frame drew and left out; read by the tests and the benchmark. */
  counts(): { drawn: number; culled: number; frameMs: number };
  showToolpath(path: Toolpath | null): void;
}

export function boardView(app: App): BoardView {
  const canvas = h("canvas", { id: "board", tabindex: 0, role: "img" });
  const context = canvas.getContext("2d", { alpha: false })!;
  const tip = h("div", { class: "tip", hidden: true });
  const element = h("div", { class: "board" }, canvas, tip);
  const cache: ShapeCache = new WeakMap();
  const snapshot = createSnapshot();
  let scene: Scene = partsScene([], cache);
  let picker: Picker | null = null;
  let camera: Camera = { scale: 1, x: 0, y: 0 };
  let hovered: Item | null = null;
  let toolpath: Toolpath | null = null;
  let shownKey = "";
  let scheduled = 0;
  let counts = { drawn: 0, culled: 0, frameMs: 0 };
  let inks = inksFor(isDark());

  const view = () => ({ width: canvas.clientWidth, height: canvas.clientHeight });
  const frame = (): Frame => ({
    camera,
    view: view(),
    ratio: devicePixelRatio,
    inks,
    labels: app.store.get().session.labels,
    selected: app.store.get().session.selected,
    hovered,
  });

  function draw(): void {
    scheduled = 0;
    const now = frame();
    const unit = app.store.get().project.unit;
    if (!snapshot.show(context, scene, now)) {
      const started = performance.now();
      counts = { ...drawScene(context, scene, now), frameMs: 0 };
      counts.frameMs = performance.now() - started;
      snapshot.keep(canvas, now, counts.frameMs);
    }
    if (toolpath) drawToolpath(context, toolpath, now);
    drawRulers(context, now, unit);
  }

  function redraw(): void {
    scheduled ||= requestAnimationFrame(draw);
  }

  /** Draws from the scene again rather than from the picture of the last frame. */
  function refresh(): void {
    snapshot.drop();
    redraw();
  }

  function fitAll(): void {
    camera = fit(scene.bounds, view(), PADDING);
    refresh();
  }

  function setScene(next: Scene, key: string): void {
    scene = next;
    picker = null;
    hovered = null;
    show(tip, false);
    if (key === shownKey) refresh();
    else {
      shownKey = key;
      fitAll();
    }
  }

  function hover(x: number, y: number): void {
    picker ??= createPicker(scene);
    const item = picker.at(toWorld(camera, [x, y]));
    if (item !== hovered) {
      hovered = item;
      refresh();
    }
    show(tip, item !== null);
    if (!item) return;
    const { unit } = app.store.get().project;
    const place = scene.sheet
      ? ` · ${lengthText(item.bounds.min_x, unit)}, ${lengthText(item.bounds.min_y, unit)}`
      : "";
    setText(tip, scene.sheet ? `${item.shape.id} #${item.instance + 1}${place}` : item.shape.id);
    tip.style.transform = `translate(${Math.min(x + 14, canvas.clientWidth - 180)}px, ${y + 14}px)`;
  }

  const gesture: Gesture = {
    pan(dx, dy) {
      camera = pan(camera, dx, dy);
      snapshot.moving(refresh);
      redraw();
    },
    zoom(x, y, factor) {
      camera = zoomAbout(camera, [x, y], factor);
      snapshot.moving(refresh);
      redraw();
    },
    hover,
    leave() {
      hovered = null;
      show(tip, false);
      refresh();
    },
    click(x, y) {
      picker ??= createPicker(scene);
      const id = picker.at(toWorld(camera, [x, y]))?.shape.id ?? null;
      app.store.update({ selected: id });
    },
    fit: fitAll,
  };
  trackGestures(canvas, gesture);
  canvas.addEventListener("keydown", (event) => {
    const middle = view();
    const zoom = (factor: number) => gesture.zoom(middle.width / 2, middle.height / 2, factor);
    const moves: Record<string, () => void> = {
      ArrowLeft: () => gesture.pan(NUDGE, 0),
      ArrowRight: () => gesture.pan(-NUDGE, 0),
      ArrowUp: () => gesture.pan(0, NUDGE),
      ArrowDown: () => gesture.pan(0, -NUDGE),
      "+": () => zoom(1.25),
      "=": () => zoom(1.25),
      "-": () => zoom(0.8),
    };
    const move = moves[event.key];
    if (!move || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    move();
  });
  onThemeChange(() => {
    inks = inksFor(isDark());
    refresh();
  });
  new ResizeObserver(() => {
    const { width, height } = view();
    canvas.width = Math.round(width * devicePixelRatio);
    canvas.height = Math.round(height * devicePixelRatio);
    camera = fit(scene.bounds, view(), PADDING);
    snapshot.drop();
    cancelAnimationFrame(scheduled);
    draw();
  }).observe(canvas);

  app.store.watch(
    (state) =>
      [
        shownLayout(state),
        state.session.sheet,
        state.session.spot,
        state.project.parts,
        state.project.drawings,
      ] as const,
    () => {
      const state = app.store.get();
      const { next, key, name } = chooseScene(state, cache);
      setScene(next, key);
      setAttributes(canvas, { "aria-label": name });
      const { spot } = state.session;
      if (spot?.at) {
        camera = { ...fit(aroundSpot(scene, spot.at), view(), PADDING) };
        refresh();
      }
    },
  );
  app.store.watch(
    ({ session, project }) => [session.selected, session.labels, project.unit] as const,
    () => refresh(),
  );
  return {
    element,
    fit: fitAll,
    counts: () => counts,
    showToolpath(path) {
      toolpath = path;
      refresh();
    },
  };
}

function chooseScene(state: State, cache: ShapeCache): { next: Scene; key: string; name: string } {
  const { project, session } = state;
  const drawing = project.drawings.find(({ id }) => id === session.spot?.drawing);
  if (drawing) {
    return { next: drawingScene(drawing), key: `drawing ${drawing.id}`, name: `Drawing ${drawing.name}` };
  }
  const layout = shownLayout(state);
  if (layout && layout.data.sheets.length > 0) {
    const sheet = shownSheet(state);
    const { width, height } = layout.request.sheet;
    const placed = sheet?.placements.length ?? 0;
    return {
      next: sheetScene(layout, sheet, colorsOf(state), cache),
      key: `sheet ${session.sheet} ${width} ${height}`,
      name: `Sheet ${session.sheet + 1} of ${layout.data.sheets.length} with ${placed} parts; the table of placements says the same`,
    };
  }
  const { parts } = project;
  const key = `parts ${parts.map((part) => part.id).join("|")}`;
  return { next: partsScene(parts, cache), key, name: `${parts.length} parts, not placed yet` };
}

function aroundSpot(scene: Scene, [x, y]: readonly [number, number]): Scene["bounds"] {
  const { min_x, min_y, max_x, max_y } = scene.bounds;
  const reach = Math.max(max_x - min_x, max_y - min_y, 1) / 16;
  return { min_x: x - reach, min_y: y - reach, max_x: x + reach, max_y: y + reach };
}
