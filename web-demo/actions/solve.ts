/** Starting and ending the search. */
import { copiesOf } from "../model/project.ts";
import type { State } from "../model/store.ts";
import type { Action } from "./action.ts";

export const solveActions = {
  start: {
    id: "start",
    group: "Solve",
    label: "Nest",
    icon: "play",
    keys: ["mod+enter"],
    enabled: ready,
    perform: ({ solver }) => solver.start(),
  },
  pause: {
    id: "pause",
    group: "Solve",
    label: "Pause",
    icon: "pause",
    keys: ["p"],
    enabled: ({ session }) => session.run !== null && !session.run.paused,
    perform: ({ solver }) => solver.pause(),
  },
  resume: {
    id: "resume",
    group: "Solve",
    label: "Continue",
    icon: "play",
    keys: ["p"],
    enabled: ({ session }) => session.run?.paused === true,
    perform: ({ solver }) => solver.resume(),
  },
  stop: {
    id: "stop",
    group: "Solve",
    label: "Stop",
    icon: "stop",
    keys: ["escape"],
    enabled: ({ session }) => session.run !== null,
    perform: ({ solver }) => solver.stop(),
  },
} satisfies Record<string, Action>;

function ready({ project, session }: State): boolean {
  if (session.run) return false;
  if (project.mode === "sheets") return copiesOf(project.parts) > 0;
  return project.bars.stocks.length > 0 && project.bars.pieces.length > 0;
}
