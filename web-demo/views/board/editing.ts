/**
 * Edits parts on the board with a pointer: picks, drags with live gap and snapping, turns by the handle, frames.
 * While something is dragged the layout stays as it is; only letting go makes a step of it.
 */
import type { Bounds, Point } from "../../../engine/index.ts";
import { editable, moveBy, pickedParts, sendTo, turnBy } from "../../actions/arrange.ts";
import { markDefect } from "../../actions/rack.ts";
import type { App } from "../../app.ts";
import { type Camera, toScreen, toWorld } from "../../canvas/camera.ts";
import type { DragHold, Press } from "../../canvas/gestures.ts";
import { type BoardScene, type Item, laidItem } from "../../canvas/scene.ts";
import { boundsOfPlaced, copyKey, middlePoint, moved, placed, turned } from "../../edit/arrange.ts";
import { closestTo, type Guide, type Surroundings, snap } from "../../edit/snap.ts";
import type { NearestPoints } from "../../geometry/depth.ts";
import { type Pose, placementPose } from "../../geometry/pose.ts";
import { pointBounds } from "../../model/bounds.ts";
import type { LaidPart } from "../../model/project.ts";
import { findSheetType } from "../../model/sheet.ts";
import { HANDLE, handleAt, type Overlay } from "./overlay.ts";

/** Pixels within which things snap, and within which the handle is hit. */
const SNAP = 8;
const HIT = { mouse: 12, touch: 22 };
/** The gap is told up to this many pixels. */
const TOLD = 120;
/** More parts than this are dragged without asking all of their outlines. */
const MOST_EXACT = 12;

export interface Stage {
  camera(): Camera;
  scene(): BoardScene;
  itemAt(x: number, y: number): Item | null;
  redraw(): void;
}

interface Live {
  /** As they lie now, under the pointer. */
  places: readonly LaidPart[];
  /** The same, as the canvas draws them. */
  items: readonly Item[];
  /** Items that are dragged, as they lay: the board leaves them out of the still picture. */
  lifted: readonly Item[];
  guides: readonly Guide[];
  nearest: NearestPoints | null;
  turn: number | null;
}

export class Editing {
  private live: Live | null = null;
  private frame: readonly [Point, Point] | null = null;

  constructor(
    private readonly app: App,
    private readonly stage: Stage,
  ) {}

  /** Items that are dragged, as they lay: the board leaves them out of the still picture. */
  get dragged(): readonly Item[] | null {
    return this.live?.lifted ?? null;
  }

  grab(x: number, y: number, press: Press): DragHold | null {
    const state = this.app.store.get();
    if (!editable(state) || !state.project.layout || state.session.spot || !this.stage.scene().sheet)
      return null;
    if (state.session.marking) return this.frameHold([x, y], (box) => markDefect(this.app, box));
    const item = this.stage.itemAt(x, y);
    // The handle of a small part is nearer than a finger is wide: what is touched itself comes first.
    const onPicked = item !== null && state.session.picks.includes(itemKey(item));
    if (!onPicked && this.onHandle([x, y], press)) return this.turnHold([x, y]);
    if (!item) return press.shift && !press.touch ? this.frameHold([x, y], (box) => this.pickIn(box)) : null;
    const key = itemKey(item);
    // One finger moves the view, unless it is on something that was picked before.
    if (item.locked || (!onPicked && (press.touch || press.shift))) return null;
    if (!onPicked) this.app.store.update({ picks: [key], selected: item.shape.id });
    return this.moveHold([x, y]);
  }

  /** A click picks; with Shift it adds to what is picked or takes from it. */
  click(x: number, y: number, press: Press): void {
    const { store } = this.app;
    const item = this.stage.itemAt(x, y);
    const { picks } = store.get().session;
    const selected = item?.shape.id ?? null;
    if (!item || !editable(store.get()) || !store.get().project.layout) {
      store.update({ picks: [], selected });
      return;
    }
    const key = itemKey(item);
    const others = picks.filter((one) => one !== key);
    const adding = press.shift ? (others.length < picks.length ? others : [...picks, key]) : [key];
    store.update({ picks: adding, selected });
  }

  overlay(): Overlay | null {
    const state = this.app.store.get();
    const { layout } = state.project;
    if (!layout || (state.session.picks.length === 0 && !this.frame)) return null;
    const { spacing, kerf } = state.project.config;
    const places = this.live?.places ?? pickedParts(state);
    const shown = this.live?.items ?? this.itemsOf(places);
    const turnable = shown.length > 0 && places.some(({ locked }) => !locked);
    return {
      picked: shown,
      box: turnable ? boundsOfPlaced(this.live ? places : shown) : null,
      guides: this.live?.guides ?? [],
      nearest: this.live?.nearest ?? null,
      clearance: spacing + kerf,
      kerf,
      turn: this.live?.turn ?? null,
      frame: this.frame,
    };
  }

  items(): readonly Item[] {
    return this.live?.items ?? [];
  }

  private itemsOf(places: readonly LaidPart[]): Item[] {
    const wanted = new Set(places);
    return this.stage.scene().items.filter(({ place }) => place !== null && wanted.has(place));
  }

  private laidItems(
    places: readonly LaidPart[],
    lifted: readonly Item[],
    near: NearestPoints | null,
  ): Item[] {
    const shapes = new Map(lifted.map(({ shape }) => [shape.id, shape]));
    const { config } = this.app.store.get().project;
    const bad = near !== null && near.gap < config.spacing + config.kerf - 1e-6;
    return places.flatMap((place) => {
      const shape = shapes.get(place.part_id);
      return shape ? [laidItem(shape, place, bad)] : [];
    });
  }

  private onHandle(at: Point, press: Press): boolean {
    const box = this.overlay()?.box;
    if (!box) return false;
    const [x, y] = handleAt(box, { camera: this.stage.camera() });
    return Math.hypot(at[0] - x, at[1] - y) <= HANDLE.radius + (press.touch ? HIT.touch : HIT.mouse) / 2;
  }

  /** Once per move of the pointer, whatever asks for it after: ten thousand parts are not gone through for one. */
  private show(live: Omit<Live, "items"> | null): void {
    this.live = live && { ...live, items: this.laidItems(live.places, live.lifted, live.nearest) };
    this.stage.redraw();
  }

  private moveHold(start: Point): DragHold {
    const { app } = this;
    const from = toWorld(this.stage.camera(), start);
    const places = pickedParts(app.store.get()).filter(({ locked }) => !locked);
    const lifted = this.itemsOf(places);
    const around = this.surroundings(places);
    let shift = { dx: 0, dy: 0 };
    return {
      move: (x, y, press) => {
        const [wx, wy] = toWorld(this.stage.camera(), [x, y]);
        const { scale } = this.stage.camera();
        const wish: Point = [wx - from[0], wy - from[1]];
        const exact = places.length <= MOST_EXACT;
        const found =
          press.alt || !exact
            ? { dx: wish[0], dy: wish[1], guides: [] }
            : snap(places, wish, around, SNAP / scale);
        shift = found;
        const limit = Math.max(around.clearance * 1.5, TOLD / scale);
        const nearest = exact ? closestTo(places, [shift.dx, shift.dy], around, limit) : null;
        this.show({
          lifted,
          places: this.posed(places, moved(shift.dx, shift.dy)),
          guides: found.guides,
          nearest,
          turn: null,
        });
      },
      drop: (press) => {
        this.show(null);
        const tab = document.elementFromPoint(press.clientX, press.clientY)?.closest("[data-sheet]");
        const sheet = Number(tab?.getAttribute("data-sheet"));
        if (tab && sheet !== app.store.get().session.sheet) sendTo(app, sheet);
        else moveBy(app, shift.dx, shift.dy);
      },
      cancel: () => this.show(null),
    };
  }

  private turnHold(start: Point): DragHold {
    const places = pickedParts(this.app.store.get()).filter(({ locked }) => !locked);
    const lifted = this.itemsOf(places);
    const around = this.surroundings(places);
    const middle = middlePoint(boundsOfPlaced(places));
    const [cx, cy] = toScreen(this.stage.camera(), middle);
    const angleAt = ([x, y]: Point) => (Math.atan2(cy - y, x - cx) * 180) / Math.PI;
    const first = angleAt(start);
    let degrees = 0;
    return {
      move: (x, y, press) => {
        const turn = ((((angleAt([x, y]) - first + 540) % 360) + 360) % 360) - 180;
        const step = press.shift ? 15 : 1;
        degrees = press.alt ? turn : Math.round(turn / step) * step;
        const now = this.posed(places, turned(degrees, middle));
        const exact = places.length <= MOST_EXACT;
        const nearest = exact ? closestTo(now, [0, 0], around, TOLD / this.stage.camera().scale) : null;
        this.show({ lifted, places: now, guides: [], nearest, turn: degrees });
      },
      drop: () => {
        this.show(null);
        turnBy(this.app, degrees);
      },
      cancel: () => this.show(null),
    };
  }

  private frameHold(start: Point, take: (box: Bounds) => void): DragHold {
    const end = () => {
      this.frame = null;
      this.stage.redraw();
    };
    return {
      move: (x, y) => {
        this.frame = [start, [x, y]];
        this.stage.redraw();
      },
      drop: () => {
        const corners = (this.frame ?? [start, start]).map((point) => toWorld(this.stage.camera(), point));
        end();
        take(pointBounds(corners));
      },
      cancel: end,
    };
  }

  private pickIn({ min_x, min_y, max_x, max_y }: Bounds): void {
    const inside = this.stage
      .scene()
      .items.filter(
        ({ bounds: c }) => c.min_x >= min_x && c.max_x <= max_x && c.min_y >= min_y && c.max_y <= max_y,
      );
    this.app.store.update({ picks: inside.map(itemKey) });
  }

  private posed(places: readonly LaidPart[], change: (pose: Pose) => Pose): LaidPart[] {
    const parts = new Map(this.app.store.get().project.parts.map((part) => [part.id, part]));
    return places.flatMap((place) => {
      const part = parts.get(place.part_id);
      return part ? [placed(place, change(placementPose(place)), part)] : [];
    });
  }

  private surroundings(places: readonly LaidPart[]): Surroundings {
    const { project, session } = this.app.store.get();
    const layout = project.layout!;
    const sheet = layout.data.sheets[session.sheet];
    const { width, height } = findSheetType(layout, sheet ?? {});
    const { spacing, kerf, edge_margin } = project.config;
    return {
      width,
      height,
      clearance: spacing + kerf,
      inset: edge_margin + kerf / 2,
      all: sheet?.placements ?? [],
      lifted: new Set(places),
      parts: new Map(layout.request.parts.map((part) => [part.id, part])),
    };
  }
}

function itemKey({ shape, instance }: Item): string {
  return copyKey({ part_id: shape.id, instance });
}
