/** How things are shown. None of this changes the job, except the unit and the mode, which travel with it. */
import type { App } from "../app.ts";
import type { Mode } from "../model/project.ts";
import { shownLayout } from "../model/session.ts";
import { toggleTheme } from "../theme.ts";
import type { PageAction } from "./action.ts";

const MODES: readonly Mode[] = ["sheets", "bars", "panels"];

export const viewActions = {
  fit: {
    id: "fit",
    group: "View",
    label: "Show everything",
    icon: "fit",
    keys: ["f"],
    perform: ({ store }) => store.update({ fits: store.get().session.fits + 1 }),
  },
  previous: {
    id: "previous",
    group: "View",
    label: "Previous sheet",
    icon: "left",
    keys: ["["],
    enabled: ({ session }) => session.sheet > 0,
    perform: (app) => turn(app, -1),
  },
  next: {
    id: "next",
    group: "View",
    label: "Next sheet",
    icon: "right",
    keys: ["]"],
    enabled: (state) => state.session.sheet + 1 < (shownLayout(state)?.data.sheets.length ?? 0),
    perform: (app) => turn(app, 1),
  },
  labels: {
    id: "labels",
    group: "View",
    label: "Names on parts",
    icon: "label",
    keys: ["n"],
    pressed: ({ session }) => session.labels,
    perform: ({ store }) => store.update({ labels: !store.get().session.labels }),
  },
  unit: {
    id: "unit",
    group: "View",
    label: "Millimetres or inches",
    keys: ["u"],
    perform: ({ store }) =>
      store.commit("Change unit", (project) => ({ ...project, unit: project.unit === "mm" ? "in" : "mm" })),
  },
  mode: {
    id: "mode",
    group: "View",
    label: "Sheets, bars or panels",
    keys: ["m"],
    enabled: ({ session }) => session.run === null,
    perform: ({ store }) =>
      store.commit("Change mode", (project) => ({
        ...project,
        mode: MODES[(MODES.indexOf(project.mode) + 1) % MODES.length]!,
      })),
  },
  theme: {
    id: "theme",
    group: "View",
    label: "Light or dark",
    icon: "theme",
    keys: ["d"],
    perform: toggleTheme,
  },
  help: {
    id: "help",
    group: "View",
    label: "Keyboard and help",
    icon: "help",
    keys: ["?"],
    perform: ({ store }) => store.update({ dialog: store.get().session.dialog === "help" ? null : "help" }),
  },
} satisfies Record<string, PageAction>;

function turn({ store }: App, by: number): void {
  store.update({ sheet: store.get().session.sheet + by });
}
