/** Starting and ending the search. */
import { hasRest, restOfSheet } from "../edit/rest.ts";
import { profilesWithoutStock } from "../model/plans.ts";
import { countCopies } from "../model/project.ts";
import type { State } from "../model/store.ts";
import { actionsOf } from "./action.ts";
import { presentFaults } from "./faults.ts";

export const solveActions = actionsOf("Solve", {
  start: {
    label: "Nest",
    icon: "play",
    keys: ["mod+enter"],
    enabled: ready,
    perform: ({ solver }) => solver.start(),
  },
  rest: {
    label: "Nest the rest",
    keys: ["mod+shift+enter"],
    enabled: (state: State) => ready(state) && state.project.mode === "sheets" && hasRest(state.project),
    perform: ({ store, solver }) => {
      const rest = restOfSheet(store.get().project);
      return rest ? solver.start(rest.from, rest.finish) : solver.start();
    },
  },
  pause: {
    label: "Pause",
    icon: "pause",
    keys: ["p"],
    enabled: ({ session }) => session.run !== null && !session.run.paused,
    perform: ({ solver }) => solver.pause(),
  },
  resume: {
    label: "Continue",
    icon: "play",
    keys: ["p"],
    enabled: ({ session }) => session.run?.paused === true,
    perform: ({ solver }) => solver.resume(),
  },
  stop: {
    label: "Stop",
    icon: "stop",
    keys: ["escape"],
    enabled: ({ session }) => session.run !== null,
    perform: ({ solver }) => solver.stop(),
  },
});

/** True when there is something to search for, and no field holds anything that cannot be meant. */
function ready(state: State): boolean {
  const { project, session } = state;
  if (session.run || session.reading > 0 || presentFaults(state).length > 0) return false;
  if (project.mode === "sheets") return countCopies(project.parts) > 0;
  if (project.mode === "bars" && profilesWithoutStock(project.bars).length > 0) return false;
  const { stocks, pieces } = project[project.mode];
  return stocks.length > 0 && pieces.length > 0;
}
