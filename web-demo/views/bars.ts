/** The cutting plan: one line per pattern with how often it is cut, pieces to scale, where every cut falls. */
import type { CutPattern } from "../../engine/index.ts";
import type { App } from "../app.ts";
import { h, show } from "../dom.ts";
import { EXAMPLES, openExample } from "../io/examples.ts";
import { cutsOf } from "../plan.ts";
import { type BarPlan, planIsCurrent } from "../project.ts";
import { formatLength, lengthText, type Unit } from "../units.ts";
import { button } from "./controls.ts";
import { transport } from "./transport.ts";

/** Patterns drawn at once; a plan can have hundreds. */
const ROWS = 120;

export function barsView(app: App): HTMLElement {
  const list = h("ol", { class: "patterns", "aria-label": "Cutting patterns" });
  const more = button("Show all patterns", () => draw(Infinity));
  const stale = h(
    "p",
    { class: "note", role: "status" },
    "The job was changed since. Plan again to bring the cuts up to date.",
  );
  const example = EXAMPLES.find(({ settings }) => settings.mode === "bars")!;
  const welcome = h(
    "div",
    { class: "welcome" },
    h("h2", {}, "Cut bars with the least waste"),
    h(
      "p",
      {},
      "List the stock you have and the pieces you need. The plan says what to cut from which bar, and whether a better plan can exist.",
    ),
    h(
      "div",
      { class: "welcome-actions" },
      button(`Try ${example.title.toLowerCase()}`, () => void openExample(app, example), {
        class: "button primary",
      }),
    ),
    h("p", { class: "privacy" }, "Paste rows from a spreadsheet, or drop a CSV file."),
  );
  const scroll = h(
    "div",
    { class: "stage pattern-scroll", tabindex: 0, role: "region", "aria-label": "Cutting plan" },
    stale,
    list,
    more,
    welcome,
  );

  function draw(most: number): void {
    const { project } = app.store.get();
    const { plan, unit } = project;
    show(welcome, plan === null);
    show(list, plan !== null);
    show(stale, plan !== null && !planIsCurrent(project));
    const patterns = plan?.plan.patterns ?? [];
    show(more, patterns.length > most);
    const longest = Math.max(...patterns.map(({ length }) => length), 0);
    const colors = pieceColors(plan);
    list.replaceChildren(
      ...patterns.slice(0, most).map((pattern) => patternRow(pattern, longest, unit, plan!, colors)),
    );
  }

  app.store.watch(
    ({ project }) => [project.plan, project.bars, project.unit] as const,
    () => draw(ROWS),
  );
  return h("section", { class: "board-panel", "aria-label": "Plan" }, scroll, transport(app));
}

export function pieceColors(plan: BarPlan | null): (id: string) => number {
  const order = new Map<string, number>();
  for (const { id } of plan?.request.pieces ?? []) if (!order.has(id)) order.set(id, order.size);
  return (id) => (order.get(id) ?? 0) % 10;
}

function patternRow(
  pattern: CutPattern,
  longest: number,
  unit: Unit,
  { plan }: BarPlan,
  colorOf: (id: string) => number,
): HTMLElement {
  const cuts = cutsOf(pattern, plan.kerf);
  const share = (length: number) => `${(100 * length) / longest}%`;
  const bar = h("div", { class: "bar", "aria-hidden": "true", style: `width: ${share(pattern.length)}` });
  const inBar = (length: number) => `${(100 * length) / pattern.length}%`;
  for (const { piece_id, length, position } of cuts) {
    bar.append(
      h(
        "span",
        {
          class: `bar-piece piece-color-${colorOf(piece_id)}`,
          style: `left: ${inBar(position)}; width: ${inBar(length)}`,
          title: `${piece_id}, ${lengthText(length, unit)}`,
        },
        h("b", {}, formatLength(length, unit)),
        h("i", {}, piece_id),
      ),
    );
  }
  const positions = cuts.map(({ position, length }) => formatLength(position + length, unit)).join(" · ");
  const words = pattern.cuts
    .map(({ piece_id, length, count }) => `${count} × ${piece_id} ${lengthText(length, unit)}`)
    .join(", ");
  return h(
    "li",
    { class: "pattern" },
    h(
      "p",
      { class: "pattern-head" },
      h("strong", {}, `${pattern.count} ×`),
      ` ${pattern.stock_id}`,
      h(
        "span",
        { class: "pattern-rest" },
        pattern.waste > 0 ? `${lengthText(pattern.waste, unit)} left` : "nothing left",
      ),
    ),
    bar,
    h("p", { class: "pattern-cuts" }, words),
    h("p", { class: "pattern-positions" }, h("span", {}, "Cut at "), positions),
  );
}
