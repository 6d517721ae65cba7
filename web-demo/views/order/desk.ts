/**
 * The order desk: a row of 36 pixels for each part, sorted, searched, changed one by one or many at once, with what each
 * costs. Only the rows in sight are made, so that a thousand parts scroll like ten.
 */
import "../../style/order.css";
import type { App } from "../../app.ts";
import { freshId, h, keyed, setAttributes, setText } from "../../dom.ts";
import type { Part } from "../../model/project.ts";
import { readiness } from "../../model/ready.ts";
import { notify } from "../../model/session.ts";
import { count } from "../../model/units.ts";
import { COLUMNS, type OrderField } from "../../order/columns.ts";
import { type Costs, costsOf } from "../../order/costs.ts";
import { setDown, setField, takeOrder } from "../../order/order.ts";
import { materialChoice } from "../import/materials.ts";
import { button, errorLine, SMALL } from "../shell/controls.ts";
import { messages } from "../shell/notices.ts";
import { quoteFoot } from "./quote.ts";
import { HEADINGS, orderRow, ROW, TYPED, wordsOf } from "./rows.ts";

const COLLATOR = new Intl.Collator(undefined, { numeric: true });

/** Rows that are made above and below those in sight. */
const BEYOND = 6;

export function orderDesk(app: App): HTMLElement {
  const desk = new Desk(app);
  return h(
    "div.order-desk.stack",
    { onpaste: (event: ClipboardEvent) => desk.paste(event) },
    messages(app, "parts"),
    materialChoice(app),
    h("div.order-bar.row.between", h("div.field-box", desk.words), desk.bulk()),
    desk.element,
    h("p.field-hint.quiet", "Paste a column onto a cell, or rows that name parts anywhere."),
    quoteFoot(app),
  );
}

class Desk {
  readonly element: HTMLElement;
  readonly words = h("input", {
    type: "search",
    placeholder: "Find a part, file or material",
    "aria-label": "Find a part, file or material",
    oninput: () => this.sort(),
  });
  private readonly body = h("tbody");
  private readonly above = spacer();
  private readonly below = spacer();
  private readonly all = h("input", {
    type: "checkbox",
    "aria-label": "Choose all parts that are shown",
    onchange: () => this.choose(this.all.checked ? this.shown.map(({ id }) => id) : []),
  });
  private readonly set = button("", () => {}, SMALL);
  private readonly fill: (rows: readonly number[]) => void;
  /** The heading that rows are sorted by, and whether its last comes first. */
  private by: { at: number; down: boolean } | null = null;
  private shown: readonly Part[] = [];
  private chosen: ReadonlySet<string> = new Set();
  private costs: Costs | null = null;
  private made = 1;

  constructor(private readonly app: App) {
    this.element = h("div.order-scroll", { onscroll: () => this.draw() }, this.table());
    this.fill = keyed(
      this.body,
      (index) => String(index % this.made),
      () =>
        orderRow(app, {
          partAt: (index) => this.shown[index]!,
          costs: () => this.costs,
          isChosen: (id) => this.chosen.has(id),
          choose: (id, on) =>
            this.choose(on ? [...this.chosen, id] : [...this.chosen].filter((one) => one !== id)),
        }),
    );
    new ResizeObserver(() => this.draw()).observe(this.element);
    app.store.watch(
      (state) => [state.project.parts, state.project.unit, state.project.quote, readiness(state)],
      (parts) => this.take(parts),
    );
  }

  private table(): HTMLElement {
    const heads = HEADINGS.map(({ label, numeric }, at) => {
      const by = () => this.sort({ at, down: this.by?.at === at && !this.by.down });
      return h("th", { scope: "col", class: numeric && "number" }, button(label, by, { class: "link" }));
    });
    const first = [h("th", this.all), h("th", h("span.visually-hidden", "Picture"))];
    const head = h("thead", h("tr", ...first, ...heads));
    return h(
      "table.order",
      { "aria-label": "Order" },
      head,
      this.above.element,
      this.body,
      this.below.element,
    );
  }

  /** Sets one field of all parts that are chosen, or of all that are shown. */
  bulk(): HTMLElement {
    const column = () => COLUMNS[which.value as OrderField];
    const id = freshId("bulk");
    const { error, fail } = errorLine(id);
    const value = h("input", {
      "aria-label": "Value to set",
      "aria-describedby": error.id,
      autocomplete: "off",
      onkeydown: ({ key }: KeyboardEvent) => key === "Enter" && this.set.click(),
    });
    const which = h("select", {
      "aria-label": "Field to set",
      onchange: () => {
        value.value = "";
        fail(null);
      },
    });
    for (const [field, { label, name = label }] of Object.entries(COLUMNS))
      which.append(h("option", { value: field }, name));
    this.set.addEventListener("click", () => fail(setField(this.app, this.picked(), column(), value.value)));
    return h(
      "div.order-bulk.row",
      { role: "group", "aria-label": "Set a field of many parts" },
      h("div.field-box", which),
      h("div.field-box", value),
      this.set,
      error,
    );
  }

  /** A column that was copied from a spreadsheet goes down from the cell; rows that name parts go to those parts. */
  paste(event: ClipboardEvent): void {
    const text = event.clipboardData?.getData("text/plain").trim() ?? "";
    if (!/\t|\n/.test(text)) return;
    event.preventDefault();
    event.stopPropagation();
    if (takeOrder(this.app, text)) return;
    const cell = (event.target as Element).closest("td");
    const column = TYPED.find(({ label }) => label === cell?.dataset.label);
    const from = Number(cell?.parentElement?.dataset.index ?? 0);
    const lines = text.split(/\r?\n/).map((line) => line.split("\t")[0]!.trim());
    const why = setDown(this.app, this.shown.slice(from), column ?? COLUMNS.quantity, lines);
    if (why !== null) notify(this.app.store, "parts", "error", `Nothing was pasted. ${why}`);
  }

  /** The parts as they are now. What was only typed into stays where it is until somebody sorts again. */
  private take(parts: readonly Part[]): void {
    const state = this.app.store.get();
    this.costs = costsOf(state.project, readiness(state));
    const now = new Map(parts.map((part) => [part.id, part]));
    const isSame = this.shown.every(({ id }) => now.has(id));
    const isWhole = this.shown.length === parts.length || this.words.value !== "";
    if (!isSame || !isWhole) this.sort();
    else {
      this.shown = this.shown.map(({ id }) => now.get(id)!);
      this.draw();
    }
  }

  private sort(by = this.by): void {
    this.by = by;
    const { parts, drawings } = this.app.store.get().project;
    const wanted = this.words.value.toLowerCase().split(/\s+/).filter(Boolean);
    const files = new Map(drawings.map(({ id, name }) => [id, name]));
    const found = parts.filter((part) => {
      const text = wordsOf(part, files.get(part.drawing ?? ""));
      return wanted.every((word) => text.includes(word));
    });
    this.shown = by ? sorted(found, (part) => HEADINGS[by.at]!.key(part, this.costs), by.down) : found;
    this.element.querySelectorAll("th[scope]").forEach((head, at) => {
      const order = by?.down ? "descending" : "ascending";
      setAttributes(head, { "aria-sort": by?.at === at && order });
    });
    this.draw();
  }

  private choose(ids: readonly string[]): void {
    this.chosen = new Set(ids);
    this.draw();
  }

  private picked(): readonly Part[] {
    const mine = this.shown.filter(({ id }) => this.chosen.has(id));
    return mine.length > 0 ? mine : this.shown;
  }

  /** Makes the rows in sight. What is being typed into a row that leaves counts. */
  private draw(): void {
    const { scrollTop, clientHeight } = this.element;
    const all = this.shown.length;
    const first = Math.max(0, Math.min(all, Math.floor(scrollTop / ROW)) - BEYOND);
    const end = Math.min(all, Math.ceil((scrollTop + clientHeight) / ROW) + BEYOND);
    const active = document.activeElement as HTMLElement | null;
    const at = Number(active?.closest("tr")?.dataset.index ?? first);
    if (active && this.body.contains(active) && (at < first || at >= end)) active.blur();
    this.made = Math.ceil(clientHeight / ROW) + 2 * BEYOND + 1;
    this.above.grow(first * ROW);
    this.below.grow((all - end) * ROW);
    this.fill(Array.from({ length: end - first }, (_, i) => first + i));
    setText(this.set, `Set for ${count(this.picked().length, "part")}`);
    this.set.disabled = all === 0;
    const chosen = this.shown.filter(({ id }) => this.chosen.has(id)).length;
    this.all.checked = all > 0 && chosen === all;
    this.all.indeterminate = chosen > 0 && chosen < all;
  }
}

function spacer() {
  const cell = h("td", { colspan: HEADINGS.length + 2 });
  return {
    element: h("tbody", { "aria-hidden": "true" }, h("tr", cell)),
    grow: (height: number) => {
      cell.style.height = `${height}px`;
    },
  };
}

/** Parts by their keys, those without one last. */
function sorted(
  parts: readonly Part[],
  keyOf: (part: Part) => string | number | undefined,
  down: boolean,
): Part[] {
  const keys = new Map(parts.map((part) => [part, keyOf(part)]));
  const compare = (a: string | number, b: string | number) =>
    typeof a === "number" && typeof b === "number" ? a - b : COLLATOR.compare(String(a), String(b));
  return parts.toSorted((one, other) => {
    const [a, b] = [keys.get(one), keys.get(other)];
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    return down ? compare(b, a) : compare(a, b);
  });
}
