/** The help overlay: every action with its keys, read from the registry, and what the board understands. */
import { type ActionGroup, keyText } from "../../actions/action.ts";
import { ACTIONS } from "../../actions/index.ts";
import type { App } from "../../app.ts";
import { h } from "../../dom.ts";
import { dialogView } from "./dialog.ts";

const GROUPS: readonly ActionGroup[] = ["File", "Edit", "Solve", "Board", "View", "Export"];

const BOARD: readonly (readonly [string, string])[] = [
  ["Wheel or pinch", "Zoom about the pointer"],
  ["Drag the ground", "Move the view"],
  ["Drag a part", "Move it; snaps, unless Alt is held"],
  ["Click, Shift+click", "Pick a part, or one more"],
  ["Shift+drag the ground", "Pick what lies in a frame"],
  ["Arrow keys", "Move what is picked by 1 mm (Shift: 10, Alt: 0.1), else the view"],
  ["+ and −", "Zoom, when the board has the focus"],
  ["Double click", "Show everything"],
];

export function helpView(app: App): HTMLElement {
  return dialogView(app, "help", "Keyboard and help", () =>
    h(
      "div.help-columns",
      ...GROUPS.map((group) => {
        const actions = ACTIONS.filter((action) => action.group === group && action.keys.length > 0);
        return section(
          group,
          actions.map(({ label, keys }) => [keyText(keys[0]!), label] as const),
        );
      }),
      section("On the board", BOARD),
      h(
        "p.help-note.soft",
        "Lengths take any unit: 12.5, 25mm, 1 1/2 in, 3' 2\". Arrow keys step a number; with Shift ten times as far. " +
          "Everything runs in this page: drawings and results never leave your computer.",
      ),
    ),
  );
}

function section(title: string, rows: readonly (readonly [string, string])[]): HTMLElement {
  const lines = rows.flatMap(([key, label]) => [h("dt", h("kbd", key)), h("dd.soft", label)]);
  return h("section", h("h3", title), h("dl", ...lines));
}
