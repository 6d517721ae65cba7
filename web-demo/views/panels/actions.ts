/** Actions on a plan of panels: files, labels, sawing, and offcuts that go back to the rack. */
import { panelLeaves } from "../../../engine/entries/sawing.ts";
import type { PanelPlan } from "../../../engine/index.ts";
import type { PageAction } from "../../actions/action.ts";
import { keepLines } from "../../actions/rack.ts";
import { mayLeave } from "../../actions/standing.ts";
import type { App } from "../../app.ts";
import { download } from "../../io/save/download.ts";
import { fileStem } from "../../io/save/export-files.ts";
import type { PanelBoard, PanelResult } from "../../model/project.ts";
import { roundedDown } from "../../model/units.ts";
import { listOffcuts, listPanels } from "../../panels/job.ts";

export const panelActions = {
  pieces: fileAction("pieces", "Pieces CSV", "csv", (plan) => plan.toCsv()),
  cuts: fileAction("cuts", "Cuts CSV", "csv", (plan) => plan.toCutsCsv()),
  labels: fileAction("labels", "Labels CSV", "csv", (plan) => plan.toLabelsCsv()),
  svg: fileAction("plan", "SVG", "svg", (plan) => plan.toSvg()),
  dxf: fileAction("plan", "DXF", "dxf", (plan) => plan.toDxf()),
  saw: {
    id: "panel-saw",
    group: "Export",
    label: "At the saw",
    keys: [],
    enabled: mayLeave,
    perform: ({ store }) => store.update({ dialog: "saw" }),
  },
  printLabels: {
    id: "panel-labels-print",
    group: "Export",
    label: "Print labels",
    keys: [],
    enabled: mayLeave,
    perform: ({ store }) => {
      store.update({ printing: "labels" });
      window.print();
      store.update({ printing: "page" });
    },
  },
  keep: {
    id: "keep-panel-offcuts",
    group: "Export",
    label: "Keep offcuts",
    keys: [],
    enabled: (state) => mayLeave(state) && offcutLines(state.project.panelPlans).size > 0,
    perform: keepOffcuts,
  },
} satisfies Record<string, PageAction>;

const TYPES = { csv: "text/csv", svg: "image/svg+xml", dxf: "image/vnd.dxf" };

/** A file for every material. */
function fileAction(
  what: string,
  label: string,
  ending: keyof typeof TYPES,
  write: (plan: PanelPlan) => Promise<string>,
): PageAction {
  return {
    id: `panel-${what}-${ending}`,
    group: "Export",
    label,
    keys: [],
    enabled: mayLeave,
    perform: async ({ store, workshop }) => {
      const { name, panelPlans } = store.get().project;
      const engine = await workshop.engine();
      for (const result of panelPlans) {
        const stem = [fileStem(name), result.material ? fileStem(result.material) : "", what]
          .filter(Boolean)
          .join("-");
        const plan = engine.plan({ ...result.plan, request: result.request }) as PanelPlan;
        download({ name: `${stem}.${ending}`, type: TYPES[ending], text: await write(plan) });
      }
    },
  };
}

/** The offcuts of all panels as stock, equal ones together and none said larger than it is. */
function offcutLines(plans: readonly PanelResult[]): Map<string, PanelBoard> {
  const found = new Map<string, PanelBoard>();
  for (const { result, pattern } of listPanels(plans)) {
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

function keepOffcuts(app: App): Promise<void> {
  const lines = offcutLines(app.store.get().project.panelPlans);
  return keepLines(app, "panels", lines, "the table of panels");
}
