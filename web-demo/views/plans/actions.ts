/** Actions on plans of bars and of panels: files, labels, sawing, and offcuts that go back to the rack. */
import { panelLeaves } from "../../../engine/entries/sawing.ts";
import type { CutPlan, PanelPlan } from "../../../engine/index.ts";
import { actionsOf } from "../../actions/action.ts";
import { mayLeave } from "../../actions/standing.ts";
import type { App } from "../../app.ts";
import { download, printPages } from "../../io/browser.ts";
import { FILE_TYPES, fileStem } from "../../io/save/export-files.ts";
import { plansCsv } from "../../model/cut-plan.ts";
import { PLANS, type PlanKind } from "../../model/plans.ts";
import type { BarPlan, BarStock, PanelBoard, PanelResult } from "../../model/project.ts";
import { notify } from "../../model/session.ts";
import type { State } from "../../model/store.ts";
import { count, roundedDown, sum } from "../../model/units.ts";
import { keepPresets, type PresetKind } from "../../shop/presets.ts";
import { listOffcuts, listPanels } from "./job.ts";

const planActions = actionsOf("Export", {
  saw: {
    label: "At the saw",
    enabled: mayLeave,
    perform: ({ store }) => store.update({ dialog: "saw" }),
  },
  labels: { label: "Print labels", enabled: mayLeave, perform: (app) => printPages(app, "labels") },
});

export const barActions = actionsOf("Export", {
  ...planActions,
  csv: { label: "CSV", enabled: mayLeave, perform: exportRows },
  svg: fileAction(PLANS.bars, "cuts", "SVG", "svg", (plan: CutPlan) => plan.toSvg()),
  keep: keepAction(barOffcuts, "offcuts", "the stock table"),
});

export const panelActions = actionsOf("Export", {
  ...planActions,
  pieces: fileAction(PLANS.panels, "pieces", "Pieces CSV", "csv", (plan: PanelPlan) => plan.toCsv()),
  cuts: fileAction(PLANS.panels, "cuts", "Cuts CSV", "csv", (plan: PanelPlan) => plan.toCutsCsv()),
  labelRows: fileAction(PLANS.panels, "labels", "Labels CSV", "csv", (plan: PanelPlan) => plan.toLabelsCsv()),
  svg: fileAction(PLANS.panels, "plan", "SVG", "svg", (plan: PanelPlan) => plan.toSvg()),
  dxf: fileAction(PLANS.panels, "plan", "DXF", "dxf", (plan: PanelPlan) => plan.toDxf()),
  ptx: fileAction(PLANS.panels, "plan", "PTX", "ptx", (plan: PanelPlan) => plan.toPtx()),
  keep: keepAction(panelOffcuts, "panels", "the table of panels"),
});

const TYPES = { ...FILE_TYPES, ptx: "text/plain" };

function fileAction<Plan extends CutPlan | PanelPlan>(
  { results, group }: PlanKind<BarPlan> | PlanKind<PanelResult>,
  what: string,
  label: string,
  ending: "csv" | "svg" | "dxf" | "ptx",
  write: (plan: Plan) => Promise<string>,
) {
  return {
    label,
    enabled: mayLeave,
    perform: async ({ store, workshop }: App) => {
      const { project } = store.get();
      const engine = await workshop.engine();
      for (const result of results(project)) {
        const name = group(result as BarPlan & PanelResult);
        const stem = [fileStem(project.name), name && fileStem(name), what].filter(Boolean).join("-");
        const plan = engine.plan({ ...result.plan, request: result.request } as never) as CutPlan | PanelPlan;
        const text = await write(plan as Plan);
        download({ name: `${stem}.${ending}`, type: TYPES[ending], text });
      }
    },
  };
}

function exportRows({ store }: App): void {
  const { name, plans } = store.get().project;
  download({ name: `${fileStem(name)}-cuts.csv`, type: FILE_TYPES.csv, text: plansCsv(plans) });
}

/** Puts what plans leave on the shelf of this browser. Each job has its own: the same twice is kept once. */
function keepAction(
  offcutsOf: (state: State) => Map<string, BarStock | PanelBoard>,
  kind: PresetKind,
  table: string,
) {
  return {
    label: "Keep offcuts",
    enabled: (state: State) => mayLeave(state) && offcutsOf(state).size > 0,
    perform: async ({ store }: App) => {
      const job = store.get().project.id;
      const presets = [...offcutsOf(store.get())].map(([key, value]) => ({ name: `${key} ${job}`, value }));
      const offcuts = count(
        sum(presets, ({ value }) => value.quantity),
        "offcut",
      );
      try {
        await keepPresets(kind, presets);
        notify(store, "plan", "info", `${offcuts} kept for the next job: ${table} offers them.`);
      } catch {
        notify(store, "plan", "error", "This browser keeps nothing for this page.");
      }
    },
  };
}

/** Offcuts that are worth keeping: a line per profile and length, which is never said longer than it is. */
function barOffcuts({ project }: State): Map<string, BarStock> {
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

/** The offcuts of all panels as stock, equal ones together and none said larger than it is. */
function panelOffcuts({ project }: State): Map<string, PanelBoard> {
  const found = new Map<string, PanelBoard>();
  for (const { result, pattern } of listPanels(project.panelPlans)) {
    const { grain = "length" } = result.request.stocks[pattern.stock]!;
    for (const leaf of listOffcuts(panelLeaves(pattern, result.plan.kerf))) {
      const [length, width] = [roundedDown(leaf.length), roundedDown(leaf.width)];
      const id = `Offcut ${length} × ${width}`;
      const key = `${result.material} ${id} ${grain}`.trim();
      const quantity = (found.get(key)?.quantity ?? 0) + 1;
      const offcut: PanelBoard = { id, length, width, quantity, cost: 0, grain, offcut: true };
      found.set(key, result.material === "" ? offcut : { ...offcut, material: result.material });
    }
  }
  return found;
}
