/**
 * Changing the layout by hand. Whatever it is, it is one step to undo, makes the layout an answer to the present job,
 * and has it checked at once; until that is done, and when it fails, nothing can be exported.
 */
import type { Point } from "../../engine/index.ts";
import type { App } from "../app.ts";
import { type Alignment, aligned } from "../edit/align.ts";
import {
  boundsOfPlaced,
  copyKey,
  dropPart,
  flipped,
  middlePoint,
  moved,
  picked,
  presentLayout,
  repose,
  takeOff,
  toggleLock,
  toSheet,
  turned,
} from "../edit/arrange.ts";
import type { LaidPart, SolvedLayout } from "../model/project.ts";
import { notify } from "../model/session.ts";
import { findSheetType } from "../model/sheet.ts";
import type { State, Store } from "../model/store.ts";
import { verifyAgain } from "../run/verify-again.ts";
import { actionsOf } from "./action.ts";

/** More picked copies are sought by name. */
const MOST_FOLLOWED = 20;

/** True while parts can be moved about: there is a job, and no search is changing its layout. */
export function editable({ project, session }: State): boolean {
  return project.mode === "sheets" && session.run === null && project.parts.length > 0;
}

export function selectedPicks({ session }: State): ReadonlySet<string> {
  return new Set(session.picks);
}

/** Parts that are picked in a layout; neither changes in place. */
const known = new WeakMap<readonly string[], { layout: SolvedLayout; parts: LaidPart[] }>();

/** The picked copies where they lie now. Every button asks whenever anything changes. */
export function pickedParts(state: State): LaidPart[] {
  const { layout } = state.project;
  const { picks } = state.session;
  if (!layout || picks.length === 0) return [];
  const found = known.get(picks);
  if (found?.layout === layout) return found.parts;
  const parts = (found && sameSpots(found, layout)) ?? picked(layout, selectedPicks(state));
  known.set(picks, { layout, parts });
  return parts;
}

/** The same copies, if they stand in the lists where they stood in those of a former layout. */
function sameSpots(
  { layout: { data }, parts }: { layout: SolvedLayout; parts: readonly LaidPart[] },
  now: SolvedLayout,
): LaidPart[] | null {
  if (parts.length === 0 || parts.length > MOST_FOLLOWED) return null;
  const found = parts.map((part) => {
    const sheet = data.sheets.findIndex(({ placements }) => placements.includes(part));
    const place = now.data.sheets[sheet]?.placements[data.sheets[sheet]!.placements.indexOf(part)];
    return place && copyKey(place) === copyKey(part) ? place : null;
  });
  return found.includes(null) ? null : (found as LaidPart[]);
}

/** Makes one step of what `change` makes of the layout. */
export function arrange(app: App, label: string, change: (layout: SolvedLayout) => SolvedLayout): void {
  const { store } = app;
  if (!editable(store.get())) return;
  const before = presentLayout(store.get().project);
  const layout = change(before);
  if (layout === before) return;
  const { picks, sheet } = store.get().session;
  store.commit(label, (project) => ({ ...project, layout }));
  const there = new Set(pickedParts(store.get()).map(copyKey));
  store.update({
    picks: picks.filter((key) => there.has(key)),
    sheet: Math.min(sheet, Math.max(0, layout.data.sheets.length - 1)),
    toolpath: false,
  });
  void verifyAgain(app);
}

export function moveBy(app: App, dx: number, dy: number): void {
  if (dx === 0 && dy === 0) return;
  arrange(app, "Move", (layout) => repose(layout, selectedPicks(app.store.get()), moved(dx, dy)));
}

/** Turns what is picked about its own middle. */
export function turnBy(app: App, degrees: number): void {
  const parts = pickedParts(app.store.get());
  if (parts.length === 0 || degrees === 0) return;
  const middle = middlePoint(boundsOfPlaced(parts));
  arrange(app, "Turn", (layout) => repose(layout, selectedPicks(app.store.get()), turned(degrees, middle)));
}

export function sendTo(app: App, sheet: number): void {
  const names = selectedPicks(app.store.get());
  const had = app.store.get().project.layout?.data.sheets.length ?? 0;
  arrange(app, "Move to another sheet", (layout) => toSheet(layout, names, sheet));
  const { layout } = app.store.get().project;
  const at = layout?.data.sheets.findIndex(({ placements }) =>
    placements.some((one) => names.has(copyKey(one))),
  );
  if (at !== undefined && at >= 0 && had > 0) app.store.update({ sheet: at });
}

/** Puts a copy of a part on the shown sheet, its middle at this point; one more is asked for if all lie somewhere. */
export function putOn(app: App, id: string, at?: Point): void {
  const { store } = app;
  const state = store.get();
  if (!editable(state)) return;
  const steps = state.history.past.length;
  const present = presentLayout(state.project);
  const label = `Place ${id}`;
  if (!present.data.unplaced.includes(id)) {
    store.commit(label, (project) => ({
      ...project,
      parts: project.parts.map((part) => (part.id === id ? { ...part, quantity: part.quantity + 1 } : part)),
    }));
    notify(store, "board", "info", `All copies of ${id} were placed: this is one more.`);
  }
  let key = "";
  arrange(app, label, (layout) => {
    const { width, height } = findSheetType(layout, layout.data.sheets[state.session.sheet] ?? {});
    const put = dropPart(layout, id, state.session.sheet, at ?? [width / 2, height / 2]);
    key = put?.key ?? "";
    return put?.layout ?? layout;
  });
  store.fold(steps, label);
  if (key) store.update({ picks: [key], selected: id });
}

export function alignBy(app: App, how: Alignment): void {
  arrange(app, "Align", (layout) => aligned(layout, selectedPicks(app.store.get()), how));
}

const hasLayout = (state: State) => editable(state) && state.project.layout !== null;
const hasPicks = (state: State) => editable(state) && state.session.picks.length > 0;

export const arrangeActions = actionsOf("Board", {
  turn: {
    label: "Turn by 90°",
    icon: "turn",
    keys: ["r"],
    enabled: hasPicks,
    perform: (app) => turnBy(app, 90),
  },
  tilt: {
    label: "Turn by 15°",
    keys: ["shift+r"],
    enabled: hasPicks,
    perform: (app) => turnBy(app, 15),
  },
  mirror: {
    label: "Turn over",
    icon: "mirror",
    keys: ["x"],
    enabled: hasPicks,
    perform: (app) => {
      const [cx] = middlePoint(boundsOfPlaced(pickedParts(app.store.get())));
      arrange(app, "Turn over", (layout) => repose(layout, selectedPicks(app.store.get()), flipped(cx)));
    },
  },
  lock: {
    label: "Lock",
    icon: "lock",
    keys: ["l"],
    enabled: hasPicks,
    pressed: (state) => {
      const parts = pickedParts(state);
      return parts.length > 0 && parts.every(({ locked }) => locked);
    },
    perform: (app) => arrange(app, "Lock", (layout) => toggleLock(layout, selectedPicks(app.store.get()))),
  },
  off: {
    label: "Take off the sheet",
    icon: "off",
    keys: ["delete", "backspace"],
    enabled: hasPicks,
    perform: (app) => {
      arrange(app, "Take off", (layout) => takeOff(layout, selectedPicks(app.store.get())));
    },
  },
  forward: {
    label: "To the next sheet",
    keys: ["shift+pagedown"],
    enabled: hasPicks,
    perform: (app) => sendTo(app, app.store.get().session.sheet + 1),
  },
  back: {
    label: "To the sheet before",
    keys: ["shift+pageup"],
    enabled: (state) => hasPicks(state) && state.session.sheet > 0,
    perform: (app) => sendTo(app, app.store.get().session.sheet - 1),
  },
  all: {
    label: "Pick the whole sheet",
    keys: ["mod+a"],
    enabled: hasLayout,
    perform: ({ store }) => {
      const { project, session } = store.get();
      const places = project.layout?.data.sheets[session.sheet]?.placements ?? [];
      store.update({ picks: places.map(copyKey) });
    },
  },
  following: pickAction("Pick the next part", ".", 1),
  preceding: pickAction("Pick the part before", ",", -1),
  none: {
    label: "Pick nothing",
    keys: ["escape"],
    enabled: hasPicks,
    perform: ({ store }) => store.update({ picks: [], selected: null }),
  },
});

function pickAction(label: string, key: string, step: 1 | -1) {
  return {
    label,
    keys: [key],
    enabled: hasLayout,
    perform: ({ store }: App) => pickNeighbour(store, step),
  };
}

/** Picks the copy behind or before the one that is picked, in the sheet's order, and says which. */
function pickNeighbour(store: Store, step: 1 | -1): void {
  const { project, session } = store.get();
  const places = project.layout?.data.sheets[session.sheet]?.placements ?? [];
  if (places.length === 0) return;
  const at = places.findIndex((place) => copyKey(place) === session.picks.at(-1));
  const next = places[(at + step + places.length + (at < 0 && step < 0 ? 1 : 0)) % places.length]!;
  store.update({
    picks: [copyKey(next)],
    selected: next.part_id,
    spoken: `${next.part_id}, copy ${next.instance + 1}${next.locked ? ", locked" : ""}`,
  });
}
