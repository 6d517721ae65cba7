/**
 * Getting results out. Only a layout that the independent verifier has passed is exported, and only while it answers
 * every input that is on the page.
 */
import type { App } from "../app.ts";
import { download, type NamedFile } from "../io/browser.ts";
import { type Format, remnantFile, reportFile, sheetFile } from "../io/save/export-files.ts";
import { writeProgram } from "../io/save/program-file.ts";
import { boxArea } from "../model/bounds.ts";
import type { SolvedLayout } from "../model/project.ts";
import { canMake } from "../model/ready.ts";
import { notify, shownLayout, shownSheet } from "../model/session.ts";
import { sheetRemnant } from "../model/sheet.ts";
import type { State } from "../model/store.ts";
import { reasonOf } from "../model/units.ts";
import { actionsOf } from "./action.ts";
import { presentFaults } from "./faults.ts";
import { mayLeave } from "./standing.ts";

export function exportable(state: State): boolean {
  return state.project.mode === "sheets" && mayLeave(state);
}

/** True for files that have been made once already: these exports do not fail. */
function programExportable(state: State): boolean {
  return exportable(state) && state.project.machine !== null && canMake(state, "program");
}

function outlinesExportable(state: State): boolean {
  return exportable(state) && canMake(state, "outlines");
}

function lightBurnExportable(state: State): boolean {
  return outlinesExportable(state) && state.project.machine?.process === "laser";
}

export const exportActions = actionsOf("Export", {
  cut: {
    label: "Files for the machine",
    keys: ["mod+shift+g"],
    enabled: (state) => (state.project.machine ? programExportable(state) : outlinesExportable(state)),
    perform: (app) => handOutAll(app, [app.store.get().project.machine ? "gcode" : "dxf"]),
  },
  dxf: formatAction("dxf", "DXF", ["mod+shift+d"], outlinesExportable),
  outlines: formatAction("outlines", "DXF without kerf", []),
  gcode: formatAction("gcode", "G-code", [], programExportable),
  lightburn: formatAction("lightburn", "LightBurn project", [], lightBurnExportable),
  laser: formatAction("laser", "SVG for a laser", [], outlinesExportable),
  svg: formatAction("svg", "Picture as SVG", []),
  csv: formatAction("csv", "Placements as CSV", []),
  remnant: {
    label: "Remnant as DXF",
    enabled: hasRemnant,
    perform: (app) => handOut(app, (layout, sheet) => remnantFile(app, layout, sheet)),
  },
  all: {
    label: "All sheets, DXF and G-code",
    keys: ["mod+shift+e"],
    enabled: programExportable,
    perform: (app) => handOutAll(app, ["dxf", "gcode"]),
  },
  preview: {
    group: "View",
    label: "Toolpath",
    icon: "path",
    keys: ["t"],
    enabled: programExportable,
    pressed: ({ session }) => session.toolpath,
    perform: async (app) => {
      const { project, session } = app.store.get();
      // A program of many sheets is made anew.
      if (!session.toolpath && project.layout) await writeProgram(app, project.layout, session.sheet);
      app.store.update({ toolpath: !session.toolpath, spot: null });
    },
  },
  report: {
    label: "Report",
    enabled: outlinesExportable,
    perform: (app) => handOut(app, (layout) => reportFile(app, layout)),
  },
  print: {
    label: "Print",
    icon: "print",
    keys: ["mod+p"],
    enabled: mayLeave,
    perform: () => window.print(),
  },
  code: {
    label: "As code",
    icon: "code",
    keys: ["c"],
    // A button that is shown and cannot be used would be in no code.
    enabled: (state) => {
      const { project } = state;
      const lines = project.mode === "sheets" ? project.parts : project[project.mode].pieces;
      return lines.length > 0 && presentFaults(state).length === 0;
    },
    perform: ({ store }) => store.update({ dialog: "code" }),
  },
});

function formatAction(format: Format, label: string, keys: string[], enabled = exportable) {
  return {
    label,
    keys,
    enabled,
    perform: (app: App) => handOut(app, (layout, sheet) => sheetFile(app, layout, sheet, format)),
  };
}

/** True where a strip of the shown sheet stays free. */
export function hasRemnant(state: State): boolean {
  const [layout, sheet] = [shownLayout(state), shownSheet(state)];
  return exportable(state) && boxArea(sheetRemnant(layout!, sheet!)) > 0;
}

async function handOut(
  app: App,
  make: (layout: SolvedLayout, sheet: number) => Promise<NamedFile>,
): Promise<void> {
  const state = app.store.get();
  const layout = shownLayout(state);
  if (!layout) return;
  try {
    // The sign that the button is busy is shown first: a report holds up the page while it is made.
    await new Promise((resolve) => setTimeout(resolve, 30));
    download(await make(layout, state.session.sheet));
  } catch (error) {
    notify(app.store, "result", "error", `Export failed: ${reasonOf(error)}`);
  }
}

async function handOutAll(app: App, formats: readonly Format[]): Promise<void> {
  for (const { index } of shownLayout(app.store.get())?.data.sheets ?? [])
    for (const format of formats) await handOut(app, (layout) => sheetFile(app, layout, index, format));
}
