/** The numbers of a plan of bars or of panels, whether it was verified and how good it is, and its files. */
import type { PageAction } from "../../actions/action.ts";
import { type Standing, standingOf } from "../../actions/standing.ts";
import type { App } from "../../app.ts";
import { h, setAttributes, setText, show } from "../../dom.ts";
import { planQuality } from "../../model/cut-plan.ts";
import type { LayoutCheck, Mode, Project } from "../../model/project.ts";
import { count, type DisplayUnit, trim } from "../../model/units.ts";
import { actionButton } from "../shell/controls.ts";
import { icon } from "../shell/icons.ts";
import { staleNote } from "../shell/stale.ts";

/** The plan of one profile or material. */
export interface PlannedResult {
  plan: {
    status: Parameters<typeof planQuality>[0]["status"];
    gap_percent: number;
    unplaced: readonly { piece_id: string; count: number }[];
    summary: { stocks_used: number };
  };
  check: LayoutCheck;
  elapsedMs: number;
}

export type Facts = [name: string, value: string][];

export interface ResultSpec<Result extends PlannedResult> {
  mode: Exclude<Mode, "sheets">;
  /** Stock that pieces are cut from. */
  noun: "bar" | "panel";
  results(project: Project): readonly Result[];
  /** The profile or the material; "" where nobody has named one. */
  group(result: Result): string;
  /** How much of the stock that is used is wasted, from 0 to 1. */
  waste(results: readonly Result[]): number;
  facts(results: readonly Result[], unit: DisplayUnit): Facts;
  /** Rows of buttons for what leaves the page. */
  files: readonly (readonly PageAction[])[];
}

export function planSide<Result extends PlannedResult>(
  app: App,
  spec: ResultSpec<Result>,
  saw: HTMLElement,
): HTMLElement {
  const { mode, noun } = spec;
  const used = h("p", { class: "big-number" });
  const caption = h("p", { class: "big-caption" });
  const badge = h("div", { class: "badge" });
  const facts = h("dl", { class: "facts" });
  const unplaced = h("div", { class: "unplaced", role: "status" });
  const body = h("div", { class: "panel-body" }, used, caption, badge, staleNote(app), facts, unplaced);
  const numbers = titled(`${mode}-result`, "Result", body);
  numbers.classList.add("plan-result");
  const files = titled(
    `${mode}-export`,
    "Export",
    h("div", { class: "panel-body plan-files" }, ...spec.files.map((row) => fileRow(app, row))),
  );
  app.store.watch(
    (state) => [spec.results(state.project), state.project.unit, standingOf(state)] as const,
    (results, unit, standing) => {
      show(numbers, results.length > 0);
      show(files, results.length > 0);
      if (results.length === 0) return;
      setText(
        used,
        count(
          sumResults(results, ({ plan }) => plan.summary.stocks_used),
          noun,
        ),
      );
      setText(caption, `${trim(100 - 100 * spec.waste(results), 2)} % of them used`);
      for (const panel of [numbers, files]) panel.toggleAttribute("data-stale", standing !== "answers");
      drawBadge(badge, results, standing, spec);
      const rows = [...spec.facts(results, unit), ["Search", searchText(results)]];
      facts.replaceChildren(...rows.flatMap(([name, value]) => [h("dt", {}, name!), h("dd", {}, value!)]));
      drawUnplaced(unplaced, results, noun);
    },
  );
  return h("div", { class: "side right" }, numbers, files, saw);
}

export function sumResults<Result>(results: readonly Result[], value: (result: Result) => number): number {
  return results.reduce((sum, result) => sum + value(result), 0);
}

function titled(id: string, title: string, body: HTMLElement): HTMLElement {
  return h(
    "section",
    { class: "panel", id, "aria-labelledby": `${id}-title` },
    h("header", { class: "panel-head" }, h("h2", { id: `${id}-title` }, title)),
    body,
  );
}

function fileRow(app: App, actions: readonly PageAction[]): HTMLElement {
  return h("div", { class: "file-row" }, ...actions.map((action) => actionButton(app, action, "text")));
}

function searchText(results: readonly PlannedResult[]): string {
  return `${(sumResults(results, ({ elapsedMs }) => elapsedMs) / 1000).toFixed(1)} s`;
}

/** A bound further off than this says little. */
const LOOSE_PERCENT = 5;

const TITLES = { changed: "Of the job before", faulty: "Not of what is typed" };

function drawBadge<Result extends PlannedResult>(
  badge: HTMLElement,
  results: readonly Result[],
  standing: Standing,
  { group, noun }: ResultSpec<Result>,
): void {
  const checked = results.every(({ check }) => check.ok);
  const good = checked && results.every(({ plan }) => plan.status !== "stock_exhausted");
  const answers = standing === "answers";
  // Far from the bound nothing is known of how good the plan is: then no colour praises it.
  const isLoose = results.some(({ plan }) => plan.status !== "optimal" && plan.gap_percent > LOOSE_PERCENT);
  setAttributes(badge, { "data-state": !answers ? "stale" : !good ? "bad" : isLoose ? "plain" : "good" });
  const problems = results.flatMap(({ check }) => check.problems);
  const qualities = results.map(({ plan }) => planQuality(plan, noun));
  // The same of every profile is said once.
  const alike = new Set(qualities).size === 1;
  const texts = checked
    ? alike
      ? qualities.slice(0, 1)
      : results.map((result, i) =>
          group(result) === "" ? qualities[i]! : `${group(result)}: ${qualities[i]}`,
        )
    : [`Not valid: ${problems.slice(0, 2).join("; ")}`];
  const title = standing !== "answers" ? TITLES[standing] : checked ? "Verified" : "Not verified";
  badge.replaceChildren(
    icon(good && answers ? "check" : "warning"),
    h("strong", {}, title),
    ...texts.map((text) => h("p", {}, text)),
  );
}

function drawUnplaced(element: HTMLElement, results: readonly PlannedResult[], noun: string): void {
  const missing = results.flatMap(({ plan }) => plan.unplaced);
  show(element, missing.length > 0);
  const items = missing.map(({ piece_id, count: copies }) =>
    h("li", {}, h("strong", {}, `${copies} × ${piece_id}`), ` has no ${noun}`),
  );
  element.replaceChildren(h("h3", {}, icon("warning"), "Not placed"), h("ul", {}, ...items));
}
