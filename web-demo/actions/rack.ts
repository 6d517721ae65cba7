/** Sheets and bars that are there: put into the job, marked where they are bad, taken back from results. */
import type { Bounds, Ring } from "../../engine/index.ts";
import type { App } from "../app.ts";
import { freeName } from "../collect.ts";
import { presentLayout } from "../edit/arrange.ts";
import { boundsSize, boxRing } from "../model/bounds.ts";
import type { Project } from "../model/project.ts";
import { sheetWishes } from "../model/request.ts";
import { notify, shownLayout, shownSheet } from "../model/session.ts";
import { findSheetType, sheetRemnant } from "../model/sheet.ts";
import { MM_PER_INCH, sizeText } from "../model/units.ts";
import { verifyAgain } from "../run/verify-again.ts";
import { keepPreset } from "../shop/presets.ts";
import {
  findRackSheet,
  newSheetId,
  type RackSheet,
  type SheetGrain,
  sheetTypeName,
  turnedBack,
} from "../shop/rack.ts";
import { actionsOf } from "./action.ts";
import { hasRemnant } from "./export-actions.ts";

/** Name of a sheet that nobody has named. */
export function sizeName({ width, height }: Pick<RackSheet, "width" | "height">): string {
  return `Sheet ${width} × ${height}`;
}

export function plainSheet({ rack, sheet, grain }: Project, more: Partial<RackSheet> = {}): RackSheet {
  const { width, height } = { ...sheet, ...more };
  const id = freeName(rack, more.id ?? sizeName({ width, height }));
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
  const outer = {
    min_x: Math.max(0, Math.floor(box.min_x / grid) * grid),
    min_y: Math.max(0, Math.floor(box.min_y / grid) * grid),
    max_x: Math.min(width, Math.ceil(box.max_x / grid) * grid),
    max_y: Math.min(height, Math.ceil(box.max_y / grid) * grid),
  };
  if (outer.max_x - outer.min_x < 1 || outer.max_y - outer.min_y < 1) return;
  const ring = boxRing(outer);
  app.store.commit("Mark a defect", (project) => {
    const { rack, marked } = withDefect(project, { width, height, id: sheet.sheet_id }, ring);
    const sheet_id = sheetTypeName(marked, sheetWishes(project));
    const sheets = layout.data.sheets.map((one) => (one === sheet ? { ...one, sheet_id } : one));
    const now = { ...project, rack, layout: { ...layout, data: { ...layout.data, sheets } } };
    return { ...now, layout: presentLayout(now) };
  });
  app.store.update({ marking: false });
  void verifyAgain(app);
  const text =
    "The sheet is in the rack now, with its defect. Parts that lie on it are marked: move them, or nest again.";
  notify(app.store, "board", "info", text);
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
  const apart = { ...marked, id: freeName(rack, `${from.id} with defect`) };
  return { rack: [...rack.with(known.at, rest), apart], marked: apart };
}

export const rackActions = {
  ...actionsOf("Export", { keep: { label: "Keep remnant", enabled: hasRemnant, perform: keepRemnant } }),
  ...actionsOf("Board", {
    mark: {
      label: "Mark a defect",
      icon: "defect",
      enabled: ({ project, session }) =>
        project.mode === "sheets" && session.run === null && project.layout !== null,
      pressed: ({ session }) => session.marking,
      perform: ({ store }) => store.update({ marking: !store.get().session.marking }),
    },
  }),
};

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
    const size = sizeText(width, height, unit);
    notify(store, "result", "info", `Kept for the next job: ${size}. The rack offers it.`);
  } catch {
    const text = "This browser keeps nothing for this page: save the remnant as DXF instead.";
    notify(store, "result", "error", text);
  }
}
