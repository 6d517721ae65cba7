/** Sheets and bars that are there: put into the job, marked where they are bad, taken back from results. */
import type { Bounds, Ring } from "../../engine/index.ts";
import type { App } from "../app.ts";
import { presentLayout } from "../edit/arrange.ts";
import { boundsSize, boxArea } from "../model/bounds.ts";
import type { BarStock, Project } from "../model/project.ts";
import { sheetWishes } from "../model/request.ts";
import { notify, shownLayout, shownSheet } from "../model/session.ts";
import { findSheetType, sheetRemnant } from "../model/sheet.ts";
import type { State } from "../model/store.ts";
import { count, MM_PER_INCH, roundedDown, sizeText } from "../model/units.ts";
import { verifyAgain } from "../run/verify-again.ts";
import { keepPreset, keepPresets, type PresetKind } from "../shop/presets.ts";
import {
  findRackSheet,
  freeRackId,
  newSheetId,
  type RackSheet,
  type SheetGrain,
  sheetTypeName,
  turnedBack,
} from "../shop/rack.ts";
import type { PageAction } from "./action.ts";
import { exportable, planExportable } from "./export-actions.ts";

/** Name of a sheet that nobody has named. */
export function sizeName({ width, height }: Pick<RackSheet, "width" | "height">): string {
  return `Sheet ${width} × ${height}`;
}

/** A sheet as bought, for the rack. */
export function plainSheet({ rack, sheet, grain }: Project, more: Partial<RackSheet> = {}): RackSheet {
  const { width, height } = { ...sheet, ...more };
  const id = freeRackId(rack, more.id ?? sizeName({ width, height }));
  const base = { quantity: 1, price: null, material: "", thickness: null, remnant: false };
  return { ...base, grain, ...more, id, width, height };
}

export function changeRack(
  { store }: App,
  label: string,
  change: (rack: readonly RackSheet[], project: Project) => RackSheet[],
): void {
  store.commit(label, (project) => ({ ...project, rack: change(project.rack, project) }));
}

/** Marks bad material on the shown sheet: that one sheet becomes one of its own in the rack. */
export function markDefect(app: App, box: Bounds): void {
  const state = app.store.get();
  const [layout, sheet] = [shownLayout(state), shownSheet(state)];
  if (!layout || !sheet) return;
  const { width, height } = findSheetType(layout, sheet);
  // A hand is not finer than this, and numbers are read by people: outwards, so that nothing bad is missed.
  const grid = state.project.unit === "mm" ? 1 : MM_PER_INCH / 16;
  const [left, low] = [box.min_x, box.min_y].map((mm) => Math.max(0, Math.floor(mm / grid) * grid)) as [
    number,
    number,
  ];
  const [right, high] = [
    Math.min(width, Math.ceil(box.max_x / grid) * grid),
    Math.min(height, Math.ceil(box.max_y / grid) * grid),
  ];
  if (right - left < 1 || high - low < 1) return;
  const ring: Ring = [
    [left, low],
    [right, low],
    [right, high],
    [left, high],
    [left, low],
  ];
  app.store.commit("Mark a defect", (project) => {
    const { rack, marked } = withDefect(project, { width, height, id: sheet.sheet_id }, ring);
    const sheet_id = sheetTypeName(marked, sheetWishes(project));
    const sheets = layout.data.sheets.map((one) => (one === sheet ? { ...one, sheet_id } : one));
    const now = { ...project, rack, layout: { ...layout, data: { ...layout.data, sheets } } };
    return { ...now, layout: presentLayout(now) };
  });
  app.store.update({ marking: false });
  void verifyAgain(app);
  notify(
    app.store,
    "board",
    "info",
    "The sheet is in the rack now, with its defect. Parts that lie on it are marked: move them, or nest again.",
  );
}

/** The rack with a defect more on one of its sheets, or on one that is bought: that one apart from its likes. */
function withDefect(
  project: Project,
  { width, height, id }: Pick<RackSheet, "width" | "height"> & { id: string | undefined },
  ring: Ring,
): { rack: RackSheet[]; marked: RackSheet } {
  const { rack, sheet } = project;
  const known = id === newSheetId(sheet) ? null : findRackSheet(rack, id);
  if (!known) {
    const marked = plainSheet(project, { width, height, defects: [ring] });
    return { rack: [...rack, marked], marked };
  }
  const from = rack[known.at]!;
  const defect = known.turned ? turnedBack(ring, from) : ring;
  const marked = { ...from, quantity: 1, defects: [...(from.defects ?? []), defect] };
  if (from.quantity === 1) return { rack: rack.with(known.at, marked), marked };
  const rest = { ...from, quantity: from.quantity - 1 };
  const apart = { ...marked, id: freeRackId(rack, `${from.id} with defect`) };
  return { rack: [...rack.with(known.at, rest), apart], marked: apart };
}

export const keepRemnantAction: PageAction = {
  id: "keep-remnant",
  group: "Export",
  label: "Keep remnant",
  keys: [],
  enabled: hasRemnant,
  perform: keepRemnant,
};

export const markAction: PageAction = {
  id: "mark-defect",
  group: "Board",
  label: "Mark a defect",
  icon: "defect",
  keys: [],
  enabled: (state) =>
    state.project.mode === "sheets" && state.session.run === null && state.project.layout !== null,
  pressed: ({ session }) => session.marking,
  perform: ({ store }) => store.update({ marking: !store.get().session.marking }),
};

export const keepOffcutsAction: PageAction = {
  id: "keep-offcuts",
  group: "Export",
  label: "Keep offcuts",
  keys: [],
  enabled: (state) => planExportable(state) && offcutsOf(state).size > 0,
  perform: keepOffcuts,
};

function hasRemnant(state: State): boolean {
  const [layout, sheet] = [shownLayout(state), shownSheet(state)];
  return exportable(state) && boxArea(sheetRemnant(layout!, sheet!)) > 0;
}

/** Which way it runs on a sheet that was turned. */
const QUARTER: Record<SheetGrain, SheetGrain> = { none: "none", x: "y", y: "x" };

/** Puts the rest of the shown sheet back on the rack of this browser, for the next job. */
async function keepRemnant({ store }: App): Promise<void> {
  const state = store.get();
  const [layout, sheet] = [shownLayout(state), shownSheet(state)];
  if (!layout || !sheet) return;
  const { name, unit, grain, rack, material, thickness } = state.project;
  const { width, height } = boundsSize(sheetRemnant(layout, sheet));
  const known = findRackSheet(rack, sheet.sheet_id);
  const from = known ? rack[known.at]! : { material, thickness, grain };
  const id = `${name}, sheet ${sheet.index + 1}: ${sizeText(width, height, "mm")}`.slice(0, 100);
  const kept: RackSheet = {
    id,
    width,
    height,
    quantity: 1,
    price: null,
    material: from.material,
    thickness: from.thickness,
    grain: known?.turned ? QUARTER[from.grain] : from.grain,
    remnant: true,
  };
  try {
    await keepPreset("remnants", `${id} ${state.project.id}`, kept);
    notify(
      store,
      "result",
      "info",
      `Kept for the next job: ${sizeText(width, height, unit)}. The rack offers it.`,
    );
  } catch {
    notify(
      store,
      "result",
      "error",
      "This browser keeps nothing for this page: save the remnant as DXF instead.",
    );
  }
}

/** Offcuts of the plans that are worth keeping: a line per profile and length, which is never said longer than it is. */
function offcutsOf({ project }: State): Map<string, BarStock> {
  const found = new Map<string, BarStock>();
  for (const { profile, plan } of project.plans) {
    for (const { offcut, count: bars } of plan.patterns) {
      const length = roundedDown(offcut);
      if (length <= 0) continue;
      const id = `Offcut ${length}`;
      const key = `${profile} ${id}`.trim();
      const quantity = (found.get(key)?.quantity ?? 0) + bars;
      const stock = { id, length, quantity, cost: 0, offcut: true };
      found.set(key, profile === "" ? stock : { ...stock, profile });
    }
  }
  return found;
}

function keepOffcuts(app: App): Promise<void> {
  return keepLines(app, "offcuts", offcutsOf(app.store.get()), "the stock table");
}

/** Puts what plans leave on the shelf of this browser. Each job has its own: the same twice is kept once. */
export async function keepLines<Line extends { quantity: number }>(
  { store }: App,
  kind: PresetKind,
  lines: ReadonlyMap<string, Line>,
  table: string,
): Promise<void> {
  const job = store.get().project.id;
  const presets = [...lines].map(([key, value]) => ({ name: `${key} ${job}`, value }));
  const offcuts = presets.reduce((sum, { value }) => sum + value.quantity, 0);
  try {
    await keepPresets(kind, presets);
    notify(store, "plan", "info", `${count(offcuts, "offcut")} kept for the next job: ${table} offers them.`);
  } catch {
    notify(store, "plan", "error", "This browser keeps nothing for this page.");
  }
}
