/** Inspector of the picked part: its exact place, and its actions without a pointer. */
import { alignBy, arrangeActions, moveBy, pickedParts, sendTo, turnBy } from "../../actions/arrange.ts";
import type { App } from "../../app.ts";
import { h, setText, show } from "../../dom.ts";
import type { Alignment } from "../../edit/align.ts";
import { boundsOfPlaced, copyKey } from "../../edit/arrange.ts";
import type { State } from "../../model/store.ts";
import { count, formatLength, notPlainly, parseLength, parseNumber, trim } from "../../model/units.ts";
import { actionButton, button, field, iconButton, panel, SMALL } from "../shell/controls.ts";

const ALIGNMENTS: readonly (readonly [Alignment, string, string])[] = [
  ["left", "Align left edges", "align-left"],
  ["center", "Align middles across", "align-center"],
  ["right", "Align right edges", "align-right"],
  ["top", "Align upper edges", "align-top"],
  ["middle", "Align middles upright", "align-middle"],
  ["bottom", "Align lower edges", "align-bottom"],
  ["across", "Equal spaces across", "spread-across"],
  ["upright", "Equal spaces upright", "spread-upright"],
];

export function inspector(app: App): HTMLElement {
  const title = h("h2.clip");
  const { turn, mirror, lock, off } = arrangeActions;
  const tools = h(
    "div.picked-tools.row",
    { role: "toolbar", "aria-label": "Picked parts" },
    ...[turn, mirror, lock, off].map((action) => actionButton(app, action)),
  );
  const alignments = h(
    "div.picked-tools.row",
    { role: "toolbar", "aria-label": "Align" },
    ...ALIGNMENTS.map(([how, label, icon]) => iconButton(icon, label, () => alignBy(app, how))),
  );
  const fields = h("div.trio", place(app, "x"), place(app, "y"), angle(app));
  const element = panel({ id: "picked", name: "picked", title }, [tools], fields, alignments, sheets(app));
  app.store.watch(
    (state) => [state.session.picks, state.project.layout],
    (picks) => {
      show(element, picks.length > 0);
      show(alignments, picks.length > 1);
      const parts = pickedParts(app.store.get());
      setText(title, parts.length === 1 ? parts[0]!.part_id : count(picks.length, "part"));
    },
  );
  return element;
}

function place(app: App, axis: "x" | "y"): HTMLElement {
  const side = axis === "x" ? "min_x" : "min_y";
  const at = (state: State) => {
    const parts = pickedParts(state);
    return parts.length === 0 ? 0 : boundsOfPlaced(parts)[side];
  };
  const move = (to: number) => {
    const by = to - at(app.store.get());
    moveBy(app, axis === "x" ? by : 0, axis === "y" ? by : 0);
  };
  return field(app, {
    label: axis === "x" ? "Left" : "Below",
    text: (state) => formatLength(at(state), state.project.unit),
    suffix: ({ project }) => project.unit,
    attributes: { inputmode: "decimal" },
    commit(text) {
      const { unit } = app.store.get().project;
      const mm = parseLength(text.replace(/^\s*[-−]/, ""), unit);
      if (mm === null) return notPlainly(text, "a length");
      move(/^\s*[-−]/.test(text) ? -mm : mm);
      return null;
    },
    step: (direction, large) => move(at(app.store.get()) + direction * (large ? 10 : 1)),
  });
}

/** The angle of one copy; several are turned by what is typed. */
function angle(app: App): HTMLElement {
  const now = (state: State) => {
    const parts = pickedParts(state);
    return parts.length === 1 ? parts[0]!.rotation : 0;
  };
  return field(app, {
    label: "Angle",
    text: (state) => trim(now(state), 4),
    suffix: () => "°",
    attributes: { inputmode: "decimal" },
    commit(text) {
      const degrees = parseNumber(text.replace("°", ""));
      if (degrees === null) return notPlainly(text, "an angle");
      turnBy(app, degrees - now(app.store.get()));
      return null;
    },
    step: (direction, large) => turnBy(app, direction * (large ? 15 : 1)),
  });
}

function sheets(app: App): HTMLElement {
  const list = h("div.picked-sheets.row", { role: "group", "aria-label": "Move to sheet" });
  app.store.watch(
    (state) => [state.project.layout, state.session.picks],
    (layout, picks) => {
      const all = layout?.data.sheets ?? [];
      const here = all.findIndex(({ placements }) => placements.some((one) => picks.includes(copyKey(one))));
      const others = all.slice(0, 8).flatMap(({ index }) => (index === here ? [] : [index]));
      list.replaceChildren(
        h("span.quiet", "Move to"),
        ...others.map((index) => button(`Sheet ${index + 1}`, () => sendTo(app, index), SMALL)),
        button("New sheet", () => sendTo(app, all.length), SMALL),
      );
    },
  );
  return list;
}
