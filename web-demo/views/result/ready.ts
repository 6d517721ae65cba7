/** One badge: is the job ready to cut? It names what is in the way or left out, each with the buttons that mend it. */
import type { Mark } from "../../../engine/index.ts";
import { goToField } from "../../actions/faults.ts";
import { solveActions } from "../../actions/solve-actions.ts";
import { type Standing, standingOf } from "../../actions/standing.ts";
import type { App } from "../../app.ts";
import { countsOf } from "../../collect.ts";
import { h, setAttributes, show } from "../../dom.ts";
import { addOperation, setOperation, useBed } from "../../edit/machine.ts";
import { closeHoles } from "../../edit/mend.ts";
import { canMark } from "../../io/save/program-file.ts";
import type { SolvedLayout } from "../../model/project.ts";
import { type ExportObstacle, isJudged, noteText, type Ready, readiness, stops } from "../../model/ready.ts";
import { shownLayout } from "../../model/session.ts";
import { count, lengthText, listed, roundedText } from "../../model/units.ts";
import { button, SMALL } from "../shell/controls.ts";
import { icon } from "../shell/icons.ts";

export function readyBadge(app: App): HTMLElement {
  const badge = h("div.badge.box", { role: "status" });
  app.store.watch(
    (state) => [
      shownLayout(state),
      standingOf(state),
      readiness(state),
      state.project.unit,
      state.session.run === null,
    ],
    (layout, worth, ready, _unit, idle) => {
      if (!layout) return;
      const { state, title, body } = verdictOf(app, layout, worth, idle ? ready : null);
      show(badge, layout.data.summary.placed_parts > 0 || state !== "good");
      setAttributes(badge, { "data-state": state });
      const sign = { good: "check", ask: "warning", bad: "warning", stale: "warning", pending: "" }[state];
      badge.replaceChildren(
        sign ? icon(sign) : h("span.spinner", { "aria-hidden": "true" }),
        h("strong", title),
        ...body,
      );
    },
  );
  return badge;
}

interface ReadyVerdict {
  state: "good" | "ask" | "bad" | "stale" | "pending";
  title: string;
  body: Node[];
}

const STALE = {
  changed: "The job was changed: nest again before you cut",
  faulty: "A field cannot be used as it is: nothing to cut yet",
};

function verdictOf(app: App, layout: SolvedLayout, worth: Standing, ready: Ready | null): ReadyVerdict {
  const { check } = layout;
  if (worth !== "answers") return { state: "stale", title: STALE[worth], body: [] };
  if (!check) return { state: "pending", title: "Checking the layout …", body: [] };
  if (!check.ok) return invalid(app, check.problems);
  if (app.store.get().session.run)
    return { state: "good", title: "Layout verified", body: gaps(app, layout) };
  if (!ready || !isJudged(ready)) return underWay(layout, ready);
  const { obstacles, machine } = ready;
  const made = machine ? "program" : "outlines";
  const isStopped = obstacles.some((one) => stops(one, made));
  const { unplaced_parts } = layout.data.summary;
  const rows = obstacles.map((one) => h("li", ...obstacleRow(app, one)));
  const body = rows.length > 0 ? [h("ul.obstacles.stack.tight", ...rows)] : [];
  if (isStopped) return { state: "bad", title: "Not ready to cut", body };
  const notes = [...chosenOut(ready), ...ready.notes.map(noteText)].map((text) => h("li", text));
  const proof = [
    ...gaps(app, layout),
    h("p", proofText(ready)),
    ...(notes.length > 0 ? [h("ul", ...notes)] : []),
  ];
  if (rows.length > 0)
    return { state: "ask", title: "Ready, but not all of it is made", body: [...body, ...proof] };
  if (unplaced_parts > 0)
    return {
      state: "ask",
      title: `Ready, without ${count(unplaced_parts, "part")} that found no place`,
      body: proof,
    };
  return { state: "good", title: "Ready to cut", body: proof };
}

function underWay({ data }: SolvedLayout, ready: Ready | null): ReadyVerdict {
  const sheets = data.sheets.length;
  const title =
    sheets > 1
      ? `Writing and checking programs: ${ready?.sheets.length ?? 0} of ${sheets} sheets …`
      : "Writing and checking the program …";
  return { state: "pending", title, body: [] };
}

function invalid(app: App, problems: readonly string[]): ReadyVerdict {
  const rows = [...new Set(problems)].slice(0, 3).map((problem) => h("li", problem));
  const again = button("Nest again", () => void solveActions.start.perform(app), SMALL);
  return {
    state: "bad",
    title: "The parts do not lie right: not for export",
    body: [h("ul", ...rows), mends(again)],
  };
}

function gaps(app: App, { check }: SolvedLayout): Node[] {
  const { unit } = app.store.get().project;
  const words = [
    check?.gap == null ? "" : `gap ${roundedText(check.gap, unit)}`,
    check?.margin == null ? "" : `edge ${roundedText(check.margin, unit)}`,
  ].filter(Boolean);
  const title = "Between the cuts as they are exported, arcs and kerf included";
  return words.length > 0 ? [h("p", { title }, `Smallest ${words.join(" · ")}`)] : [];
}

function proofText({ machine, lines, layout }: Ready): string {
  if (!machine) return "The DXF is made and checked. Choose a machine to have its program too.";
  const programs = layout.data.sheets.length > 1 ? `${layout.data.sheets.length} programs` : "Program";
  return `${programs} verified: ${count(lines, "line")} read again, no part is touched, every outline is cut through.`;
}

function mends(...buttons: HTMLElement[]): HTMLElement {
  return h("div.mends.row", ...buttons);
}

/** Lines that somebody has left out on purpose are no obstacle, and still said. */
function chosenOut({ machine, parts }: Ready): string[] {
  const off = (role: Mark["role"]) => machine?.operations?.[role]?.on === false;
  const roles = parts.flatMap(({ marks = [] }) => marks.map(({ role }) => role)).filter(off);
  return [...new Set(roles)].map((role) => {
    const lines = roles.filter((one) => one === role).length;
    return `without ${count(lines, "line")} to ${DOINGS[role]}, as chosen`;
  });
}

const DOINGS = {
  engrave: "engrave",
  mark: "mark",
  bend: "bend along",
  pocket: "clear",
  "cut-open": "cut",
} as const;

/** A way out of what is in the way: the words of its button, and its effect. */
type Mend = readonly [words: string, act: () => void];

function obstacleRow(app: App, obstacle: ExportObstacle): Node[] {
  const ways = waysOut(app, obstacle);
  const buttons = ways.map(([words, act]) => button(words, act, SMALL));
  return [h("p", obstacleText(app, obstacle)), ...(ways.length > 0 ? [mends(...buttons)] : [])];
}

function obstacleText(app: App, obstacle: ExportObstacle): string {
  const { config, unit, machine } = app.store.get().project;
  if (obstacle.kind === "narrow") {
    const { holes } = obstacle;
    const named = [...countsOf(holes.map(({ part }) => part))].map(([part, number], i) =>
      i === 0 ? `${count(number, "hole")} of ${part}` : `${number} of ${part}`,
    );
    const are = holes.length === 1 ? "is" : "are";
    return `${listed(named, 4)} ${are} narrower than the cut of ${lengthText(config.kerf, unit)}.`;
  }
  if (obstacle.kind !== "marks") return obstacle.text;
  const { role, lines, parts } = obstacle;
  const what = `${count(lines, "line")} to ${DOINGS[role]} on ${listed(parts, 3)}`;
  const name = machine?.name ?? "This machine";
  return `${what} ${lines === 1 ? "is" : "are"} left out: ${name} has no settings for it.`;
}

function waysOut(app: App, obstacle: ExportObstacle): Mend[] {
  const { machine } = app.store.get().project;
  if (obstacle.kind === "narrow") {
    const { holes } = obstacle;
    const them = holes.length === 1 ? "it" : "them";
    const canBeMarked = !machine || canMark(machine, "mark");
    return [
      ...(canBeMarked ? [[`Mark ${them}`, () => closeHoles(app, holes, true)] as const] : []),
      [`Leave ${them} out`, () => closeHoles(app, holes, false)],
      ["Change the kerf", () => goToField("kerf")],
    ];
  }
  if (obstacle.kind === "reach")
    return [
      ["Use the bed as sheet", () => useBed(app)],
      ["Choose another machine", () => goToField("machine")],
    ];
  if (obstacle.kind !== "marks") return [];
  const { role, lines } = obstacle;
  const isLaser = machine?.process === "laser";
  return [
    ...(isLaser ? [[`Set how to ${DOINGS[role]}`, () => addOperation(app, role)] as const] : []),
    [lines === 1 ? "Leave it out" : "Leave them out", () => setOperation(app, role, { on: false })],
  ];
}
