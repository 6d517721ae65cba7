/** The middle of the page of a plan: every pattern with how often it is cut, by profile or material. */
import { standingOf } from "../../actions/standing.ts";
import type { App } from "../../app.ts";
import { h, show } from "../../dom.ts";
import { type AnyPlan, PLANS, type PlanKind, type PlanMode } from "../../model/plans.ts";
import type { Project } from "../../model/project.ts";
import { sum } from "../../model/units.ts";
import { button } from "../shell/controls.ts";
import { showWhile } from "../shell/follow.ts";
import { messages } from "../shell/notices.ts";
import { transport } from "../shell/transport.ts";

interface PatternsSpec<Plan> {
  list: string;
  region: string;
  /** Patterns drawn at once; a plan can have hundreds. */
  most: number;
  nameless: string;
  /** The rows of the first `most` patterns, each with the plan that it is of. */
  rows(project: Project, most: number): readonly (readonly [Plan, HTMLElement])[];
  /** Stands there until there is a plan, and shows what is listed. */
  before: HTMLElement;
  drawBefore?(project: Project): void;
  /** First page while nothing is listed: what the page does, a job to try, and other ways in. */
  welcome: { title: string; text: string; example: HTMLElement; ways: string };
}

export function patternsView<Plan extends AnyPlan>(
  app: App,
  mode: PlanMode,
  spec: PatternsSpec<Plan>,
): HTMLElement {
  const { results, group }: PlanKind<AnyPlan> = PLANS[mode];
  const { before } = spec;
  const { title, text, example, ways } = spec.welcome;
  const welcome = h(
    "div.welcome.stack",
    h("h2", title),
    h("p", text),
    h("div.welcome-actions", example),
    h("p.privacy", ways),
  );
  const list = h("ol.patterns.stack", { "aria-label": spec.list });
  const more = button("Show all patterns", () => draw(Infinity));
  const old = "The job was changed since. Plan again to bring the cuts up to date.";
  const stale = h("p.note.soft", { role: "status" }, old);
  const scroll = h(
    "div.stage.pattern-scroll",
    { tabindex: 0, role: "region", "aria-label": spec.region },
    ...[stale, list, more, before, welcome],
  );
  function draw(most: number): void {
    const { project } = app.store.get();
    const plans = results(project);
    const planned = plans.length > 0;
    const listed = project[mode].stocks.length + project[mode].pieces.length > 0;
    show(welcome, !planned && !listed);
    show(before, !planned && listed);
    show(list, planned);
    show(more, sum(plans, ({ plan }) => plan.patterns.length) > most);
    if (!planned) spec.drawBefore?.(project);
    let head = plans.length > 1 ? null : plans[0] ? group(plans[0]) : null;
    list.replaceChildren(
      ...spec.rows(project, most).flatMap(([plan, row]) => {
        const name = group(plan);
        if (name === head) return [row];
        head = name;
        return [h("li.profile-head", h("h3", name || spec.nameless)), row];
      }),
    );
  }
  app.store.watch(
    ({ project }) => [results(project), project[mode], project.unit],
    () => draw(spec.most),
  );
  showWhile(app, stale, (state) => results(state.project).length > 0 && standingOf(state) === "changed");
  return h("section.board-panel", { "aria-label": "Plan" }, messages(app, "plan"), scroll, transport(app));
}
