/** The line below the board: start, pause and stop, how the search is doing, what stops it, and what can be undone. */
import { keyText } from "../../actions/action.ts";
import { editActions } from "../../actions/edit.ts";
import { goToField, presentFaults } from "../../actions/faults.ts";
import { solveActions } from "../../actions/solve-actions.ts";
import type { App } from "../../app.ts";
import { h, setAttributes, setText, show } from "../../dom.ts";
import { profilesWithoutStock } from "../../model/plans.ts";
import { countCopies, type Mode, type Part, type Project } from "../../model/project.ts";
import type { SolveRun } from "../../model/store.ts";
import { count, listed } from "../../model/units.ts";
import { actionButton, button, selectField } from "./controls.ts";
import { keepText, showWhile } from "./follow.ts";
import { icon } from "./icons.ts";

const BUDGETS = [
  ["2000", "2 s"],
  ["5000", "5 s"],
  ["10000", "10 s"],
  ["30000", "30 s"],
  ["60000", "1 min"],
  ["300000", "5 min"],
] as const;

export function transport(app: App): HTMLElement {
  const start = actionButton(app, solveActions.start, "text");
  start.classList.add("primary");
  const { rest, resume, pause, stop } = solveActions;
  const others = [rest, resume, pause, stop].map((action) => {
    const made = actionButton(app, action, "text");
    showWhile(app, made, action.enabled);
    return made;
  });
  const budget = selectField<string>(app, {
    label: "Time",
    choices: BUDGETS,
    value: ({ project }) => String(project.budgetMs),
    set: (ms) => app.store.commit("Change time", (project) => ({ ...project, budgetMs: Number(ms) })),
    other: (ms) => `${Number(ms) / 1000} s`,
  });
  budget.classList.add("inline");
  for (const idle of [start, budget]) showWhile(app, idle, ({ session }) => session.run === null);
  app.store.watch(
    ({ project: { mode, parts } }) => [startText(mode, parts)],
    (does) => {
      setText(start.lastChild!, does);
      setAttributes(start, { title: `${does} (${keyText(solveActions.start.keys[0]!)})` });
    },
  );
  const line = h("p.transport-line.grow.soft");
  keepText(app, line, ({ session, project }) => (session.run ? runText(session.run) : wantingText(project)));
  return h(
    "div.transport",
    { role: "group", "aria-label": "Solve" },
    ...[progressBar(app), start, ...others, line, faultPointer(app), undoOffer(app), budget],
  );
}

function progressBar(app: App): HTMLElement {
  const bar = h("div.progress-bar");
  const range = { "aria-valuemin": 0, "aria-valuemax": 100 };
  const progress = h("div.progress", { role: "progressbar", "aria-label": "Time used", ...range }, bar);
  app.store.watch(
    ({ session }) => [session.run],
    (run) => {
      show(progress, run !== null);
      const used = run ? Math.min(100, (100 * run.elapsedMs) / run.budgetMs) : 0;
      bar.style.transform = `scaleX(${used / 100})`;
      setAttributes(progress, { "aria-valuenow": Math.round(used) });
    },
  );
  return progress;
}

/** Names what stops the search from starting, and leads to the field that does. */
function faultPointer(app: App): HTMLElement {
  const text = document.createTextNode("");
  let target = "";
  const element = h(
    "button.fault-pointer.box.warn",
    { type: "button", onclick: () => goToField(target) },
    icon("warning"),
    h("span", text),
  );
  app.store.watch(
    (state) => [presentFaults(state)[0], state.session.run === null],
    (fault, idle) => {
      show(element, fault !== undefined && idle);
      if (!fault) return;
      target = fault.id;
      text.data = fault.message.includes(fault.label) ? fault.message : `${fault.label}: ${fault.message}`;
    },
  );
  return element;
}

/** Names the step that was just taken, and offers to undo it. */
function undoOffer(app: App): HTMLElement {
  const text = h("span");
  const undo = () => void editActions.undo.perform(app);
  const element = h("p.undo-offer.row.soft", text, button("Undo", undo, { class: "link" }));
  showWhile(app, element, ({ session }) => session.undoable !== null);
  keepText(app, text, ({ session }) => session.undoable ?? "");
  return element;
}

function startText(mode: Mode, parts: readonly Part[]): string {
  if (mode !== "sheets") return "Plan cuts";
  const copies = countCopies(parts);
  return copies === 0 ? "Nest" : `Nest ${count(copies, "part")}`;
}

/** Names the data without which a plan cannot be made, where there is something to plan already. */
function wantingText(project: Project): string {
  const { mode } = project;
  if (mode === "sheets") return "";
  const { stocks, pieces } = project[mode];
  if (pieces.length > 0 && stocks.length === 0)
    return `There is no ${mode === "bars" ? "bar" : "panel"} to cut the pieces from yet.`;
  const [missing] = mode === "bars" ? profilesWithoutStock(project.bars) : [];
  if (missing !== undefined) {
    const named = [...new Set(project.bars.stocks.map(({ profile = "" }) => profile).filter(Boolean))];
    const only = named.length > 0 ? `, only of ${listed(named, 4)}` : "";
    return `There is no stock ${missing ? `of ${missing}` : "without a profile"} yet${only}.`;
  }
  return stocks.length > 0 && pieces.length === 0 ? "There is no piece to cut yet." : "";
}

/** `4.2 of 10 s · 2 sheets · 78.1 % used · improved 1.3 s ago`. */
function runText(run: SolveRun): string {
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  const words = [`${seconds(run.elapsedMs)} of ${Math.round(run.budgetMs / 1000)} s`];
  if (run.best) {
    const { sheets_used, total_utilization } = run.best.data.summary;
    words.push(count(sheets_used, "sheet"), `${total_utilization.toFixed(1)} % used`);
  } else if (run.found) words.push(run.found);
  if (run.paused) words.push("paused");
  else if (run.improvedMs !== null)
    words.push(`improved ${seconds(Math.max(0, run.elapsedMs - run.improvedMs))} s ago`);
  return words.join(" · ");
}
