/** The cutting plan: one line per pattern with how often it is cut, pieces to scale, where every cut falls. */
import type { CutPattern } from "../../../engine/index.ts";
import type { App } from "../../app.ts";
import { h, show } from "../../dom.ts";
import { EXAMPLES, openExample } from "../../io/open/examples.ts";
import { cutsOf, restText } from "../../model/cut-plan.ts";
import { type BarPlan, type Bars, PALETTE_SIZE, planIsCurrent } from "../../model/project.ts";
import { formatLength, lengthText, type Unit } from "../../model/units.ts";
import { button } from "../shell/controls.ts";
import { transport } from "../shell/transport.ts";

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
      button(`Try the ${example.title.toLowerCase()}`, () => void openExample(app, example), {
        class: "button primary",
      }),
    ),
    h("p", { class: "privacy" }, "Paste rows from a spreadsheet, or drop a CSV file."),
  );
  const wanted = h("ol", { class: "wanted", "aria-label": "Pieces to scale" });
  const scroll = h(
    "div",
    { class: "stage pattern-scroll", tabindex: 0, role: "region", "aria-label": "Cutting plan" },
    stale,
    list,
    more,
    wanted,
    welcome,
  );

  function draw(most: number): void {
    const { project } = app.store.get();
    const { plan, unit, bars } = project;
    const listed = bars.stocks.length + bars.pieces.length > 0;
    show(welcome, plan === null && !listed);
    show(wanted, plan === null && listed);
    show(list, plan !== null);
    show(stale, plan !== null && !planIsCurrent(project));
    const patterns = plan?.plan.patterns ?? [];
    show(more, patterns.length > most);
    const longest = Math.max(...patterns.map(({ length }) => length), 0);
    const colors = pieceColors(plan?.request.pieces ?? bars.pieces);
    list.replaceChildren(
      ...patterns.slice(0, most).map((pattern) => patternRow(pattern, longest, unit, plan!, colors)),
    );
    wanted.replaceChildren(...(plan ? [] : wantedRows(bars, unit, colors)));
  }

  app.store.watch(
    ({ project }) => [project.plan, project.bars, project.unit] as const,
    () => draw(ROWS),
  );
  return h("section", { class: "board-panel", "aria-label": "Plan" }, scroll, transport(app));
}

/** The pieces side by side before there is a plan, the longest stock being the full width. */
function wantedRows({ stocks, pieces }: Bars, unit: Unit, colorOf: (id: string) => number): HTMLElement[] {
  const longest = Math.max(...stocks.map(({ length }) => length), ...pieces.map(({ length }) => length));
  return pieces.slice(0, ROWS).map(({ id, length, quantity }) =>
    h(
      "li",
      {},
      h("p", {}, h("strong", {}, `${quantity} ×`), ` ${id}`),
      h("div", {
        class: `bar-piece piece-color-${colorOf(id)}`,
        style: `width: ${(100 * length) / longest}%`,
        "aria-hidden": "true",
      }),
      h("p", { class: "wanted-length" }, lengthText(length, unit)),
    ),
  );
}

function pieceColors(pieces: readonly { id: string }[]): (id: string) => number {
  const order = new Map<string, number>();
  for (const { id } of pieces) if (!order.has(id)) order.set(id, order.size);
  return (id) => (order.get(id) ?? 0) % PALETTE_SIZE;
}

function patternRow(
  pattern: CutPattern,
  longest: number,
  unit: Unit,
  { plan, request }: BarPlan,
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
  bar.append(...barEnds(pattern, unit, inBar));
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
      isOffcut(request, pattern) ? h("span", { class: "tag" }, "offcut") : null,
      h("span", { class: "pattern-rest" }, restText(pattern, unit)),
    ),
    bar,
    h("p", { class: "pattern-cuts" }, words),
    h("p", { class: "pattern-positions" }, h("span", {}, "Cut at "), positions),
  );
}

/** What no piece is cut from: the trims, and the remnant that is worth keeping. */
function barEnds(
  { length, trim_start, trim_end, offcut }: CutPattern,
  unit: Unit,
  inBar: (length: number) => string,
): HTMLElement[] {
  const stretch = (name: string, text: string, from: number, size: number) =>
    size > 0
      ? [h("span", { class: name, style: `left: ${inBar(from)}; width: ${inBar(size)}`, title: text })]
      : [];
  const kept = stretch("bar-kept", `${lengthText(offcut, unit)} left`, length - trim_end - offcut, offcut);
  for (const element of kept) element.append(h("b", {}, formatLength(offcut, unit)), h("i", {}, "left"));
  return [
    ...stretch("bar-trim", `Trim, ${lengthText(trim_start, unit)}`, 0, trim_start),
    ...kept,
    ...stretch("bar-trim", `Trim, ${lengthText(trim_end, unit)}`, length - trim_end, trim_end),
  ];
}

function isOffcut({ stocks }: BarPlan["request"], { stock_id, length }: CutPattern): boolean {
  return stocks.some((stock) => stock.id === stock_id && stock.length === length && stock.offcut === true);
}
