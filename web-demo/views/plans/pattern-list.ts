/** The middle of the page of a plan: every pattern with how often it is cut, by profile or material. */
import { standingOf } from "../../actions/standing.ts";
import type { App } from "../../app.ts";
import { h, show } from "../../dom.ts";
import type { Project } from "../../model/project.ts";
import { button } from "../shell/controls.ts";
import { messages } from "../shell/notices.ts";
import { transport } from "../shell/transport.ts";

export interface PatternsSpec<Result> {
  /** Name of the list. */
  list: string;
  region: string;
  /** Patterns drawn at once; a plan can have hundreds. */
  most: number;
  results(project: Project): readonly Result[];
  /** Stock or pieces are listed. */
  listed(project: Project): boolean;
  /** The profile or the material; "" where nobody has named one. */
  group(result: Result): string;
  nameless: string;
  /** The rows of the first `most` patterns, each with the result that it is of. */
  rows(project: Project, most: number): readonly (readonly [Result, HTMLElement])[];
  /** How many patterns there are. */
  count(result: Result): number;
  /** Stands there until there is a plan, and shows what is listed. */
  before: HTMLElement;
  drawBefore?(project: Project): void;
  welcome: HTMLElement;
}

export function patternsView<Result>(app: App, spec: PatternsSpec<Result>): HTMLElement {
  const { before, welcome } = spec;
  const list = h("ol", { class: "patterns", "aria-label": spec.list });
  const more = button("Show all patterns", () => draw(Infinity));
  const stale = h(
    "p",
    { class: "note", role: "status" },
    "The job was changed since. Plan again to bring the cuts up to date.",
  );
  const scroll = h(
    "div",
    { class: "stage pattern-scroll", tabindex: 0, role: "region", "aria-label": spec.region },
    stale,
    list,
    more,
    before,
    welcome,
  );
  function draw(most: number): void {
    const { project } = app.store.get();
    const results = spec.results(project);
    const planned = results.length > 0;
    const listed = spec.listed(project);
    show(welcome, !planned && !listed);
    show(before, !planned && listed);
    show(list, planned);
    show(more, results.reduce((sum, result) => sum + spec.count(result), 0) > most);
    if (!planned) spec.drawBefore?.(project);
    let head = results.length > 1 ? null : results[0] ? spec.group(results[0]) : null;
    list.replaceChildren(
      ...spec.rows(project, most).flatMap(([result, row]) => {
        const group = spec.group(result);
        if (group === head) return [row];
        head = group;
        return [h("li", { class: "profile-head" }, h("h3", {}, group || spec.nameless)), row];
      }),
    );
  }
  app.store.watch(
    ({ project }) => [spec.results(project), project.bars, project.panels, project.unit] as const,
    () => draw(spec.most),
  );
  app.store.watch(
    (state) => [spec.results(state.project).length > 0 && standingOf(state) === "changed"] as const,
    (old) => show(stale, old),
  );
  return h(
    "section",
    { class: "board-panel", "aria-label": "Plan" },
    messages(app, "plan"),
    scroll,
    transport(app),
  );
}

/** First page while nothing is listed: what the page does, a job to try, and other ways in. */
export function plansWelcome(
  { title, text, ways }: { title: string; text: string; ways: string },
  example: HTMLElement,
): HTMLElement {
  return h(
    "div",
    { class: "welcome" },
    h("h2", {}, title),
    h("p", {}, text),
    h("div", { class: "welcome-actions" }, example),
    h("p", { class: "privacy" }, ways),
  );
}
