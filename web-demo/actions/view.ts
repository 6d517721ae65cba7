/** How things are shown. None of this changes the job, except the unit and the mode, which travel with it. */
import type { App } from "../app.ts";
import { MODES } from "../model/project.ts";
import { shownLayout } from "../model/session.ts";
import { toggleTheme } from "../theme.ts";
import { actionsOf } from "./action.ts";

export const viewActions = actionsOf("View", {
  fit: {
    label: "Show everything",
    icon: "fit",
    keys: ["f"],
    perform: ({ store }) => store.update({ fits: store.get().session.fits + 1 }),
  },
  previous: {
    label: "Previous sheet",
    icon: "left",
    keys: ["["],
    enabled: ({ session }) => session.sheet > 0,
    perform: (app) => turn(app, -1),
  },
  next: {
    label: "Next sheet",
    icon: "right",
    keys: ["]"],
    enabled: (state) => state.session.sheet + 1 < (shownLayout(state)?.data.sheets.length ?? 0),
    perform: (app) => turn(app, 1),
  },
  labels: {
    label: "Names on parts",
    icon: "label",
    keys: ["n"],
    pressed: ({ session }) => session.labels,
    perform: ({ store }) => store.update({ labels: !store.get().session.labels }),
  },
  unit: {
    label: "Millimetres or inches",
    keys: ["u"],
    perform: ({ store }) =>
      store.commit("Change unit", (project) => ({ ...project, unit: project.unit === "mm" ? "in" : "mm" })),
  },
  mode: {
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
    label: "Light or dark",
    icon: "theme",
    keys: ["d"],
    perform: toggleTheme,
  },
  help: {
    label: "Keyboard and help",
    icon: "help",
    keys: ["?"],
    perform: ({ store }) => store.update({ dialog: store.get().session.dialog === "help" ? null : "help" }),
  },
});

function turn({ store }: App, by: number): void {
  store.update({ sheet: store.get().session.sheet + by });
}
