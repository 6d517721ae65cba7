/** Stocks and pieces as tables that one types into or pastes a spreadsheet's rows into. */
import { LIMITS } from "../../../engine/index.ts";
import { addPiece, addStock, changeBars } from "../../actions/bars.ts";
import type { App } from "../../app.ts";
import { h, keyed, setText, show } from "../../dom.ts";
import { readTable, tellTable } from "../../io/open/csv.ts";
import { notify } from "../../model/session.ts";
import { formatLength, parseLength, trim } from "../../model/units.ts";
import { button, iconButton } from "../shell/controls.ts";
import { icon } from "../shell/icons.ts";

type Line = { id: string; length: number; quantity: number; cost?: number; offcut?: boolean | undefined };
type Column = { key: "id" | "length" | "quantity" | "cost"; label: string; name?: string };

interface TableSpec {
  title: string;
  noun: "stock" | "piece";
  columns: readonly Column[];
  /** Whether its lines can be marked as what is left of earlier jobs. */
  offcuts: boolean;
  lines(): readonly Line[];
  set(label: string, lines: Line[]): void;
  add(): void;
}

const COLUMNS: readonly Column[] = [
  { key: "id", label: "Name" },
  { key: "length", label: "Length" },
  { key: "quantity", label: "Qty", name: "Quantity" },
];

export function barsForm(app: App): HTMLElement {
  const bars = () => app.store.get().project.bars;
  const stocks = tableView(app, {
    title: "Stock",
    noun: "stock",
    columns: [...COLUMNS, { key: "cost", label: "Cost" }],
    offcuts: true,
    lines: () => bars().stocks,
    set: (label, lines) =>
      changeBars(app, label, () => ({
        stocks: lines.slice(0, LIMITS.cut.stocks).map((line) => ({ ...line, cost: line.cost ?? 0 })),
      })),
    add: () => addStock(app),
  });
  const pieces = tableView(app, {
    title: "Pieces",
    noun: "piece",
    columns: COLUMNS,
    offcuts: false,
    lines: () => bars().pieces,
    set: (label, lines) =>
      changeBars(app, label, () => ({
        pieces: lines
          .slice(0, LIMITS.cut.pieces)
          .map(({ id, length, quantity }) => ({ id, length, quantity })),
      })),
    add: () => addPiece(app),
  });
  return h("div", { class: "side left bars-side" }, stocks, pieces);
}

function tableView(app: App, spec: TableSpec): HTMLElement {
  const body = h("tbody", {});
  const head = spec.columns.map(({ label }) => h("th", { scope: "col" }, label));
  const unit = h("span", { class: "unit-hint" });
  const table = h(
    "table",
    {
      class: "lines",
      "aria-label": spec.title,
      onpaste: (event: ClipboardEvent) => pasteLines(app, spec, event),
    },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        ...head,
        spec.offcuts && h("th", { scope: "col" }, "Offcut"),
        h("th", {}, h("span", { class: "visually-hidden" }, "Remove")),
      ),
    ),
    body,
  );
  const hint = h(
    "p",
    { class: "panel-empty" },
    `Type ${spec.noun === "stock" ? "the bars you have" : "the pieces you need"}, or paste rows from a spreadsheet.`,
  );
  const fill = keyed<
    { line: Line; index: number },
    { element: HTMLElement; update(row: { line: Line; index: number }): void }
  >(
    body,
    ({ index }) => String(index),
    ({ index }) => lineRow(app, spec, index),
  );
  const count = h("span", { class: "count" });
  app.store.watch(
    ({ project }) => [project.bars.stocks, project.bars.pieces, project.unit] as const,
    (_stocks, _pieces, now) => {
      const lines = spec.lines();
      fill(lines.map((line, index) => ({ line, index })));
      show(table, lines.length > 0);
      show(hint, lines.length === 0);
      setText(unit, now);
      setText(
        count,
        lines.length === 0
          ? ""
          : `${lines.length} · ${lines.reduce((sum, { quantity }) => sum + quantity, 0)} pcs`,
      );
    },
  );
  const id = `table-${spec.noun}`;
  return h(
    "section",
    { class: "panel", "aria-labelledby": id },
    h(
      "header",
      { class: "panel-head" },
      h("h2", { id }, spec.title),
      count,
      button(`Add ${spec.noun}`, spec.add, {}, icon("plus")),
    ),
    h("div", { class: "panel-body" }, table, hint),
  );
}

function lineRow(app: App, spec: TableSpec, index: number) {
  const cells = spec.columns.map(({ key, label, name = label }) => {
    const input = h("input", {
      class: key === "id" ? "cell" : "cell number",
      "aria-label": `${name} of ${spec.noun} ${index + 1}`,
      autocomplete: "off",
      spellcheck: "false",
      inputmode: key === "id" ? "text" : "decimal",
    });
    input.addEventListener("change", () => {
      const change = readCell(app, key, input.value);
      input.toggleAttribute("aria-invalid", change === null);
      if (change === null) return notify(app.store, "error", cellRule(key, input.value));
      spec.set(
        `Change ${name.toLowerCase()}`,
        spec.lines().map((line, i) => (i === index ? { ...line, ...change } : line)),
      );
    });
    return { key, input };
  });
  const offcut = h("input", {
    type: "checkbox",
    "aria-label": `Stock ${index + 1} is an offcut`,
    onchange: () =>
      spec.set(
        offcut.checked ? "Mark offcut" : "Unmark offcut",
        spec.lines().map((line, i) => (i === index ? markedLine(line, offcut.checked) : line)),
      ),
  });
  const remove = iconButton(
    "close",
    `Remove ${spec.noun} ${index + 1}`,
    () => spec.set(`Remove ${spec.noun}`, [...spec.lines()].toSpliced(index, 1)),
    {},
  );
  const element = h(
    "tr",
    {},
    ...cells.map(({ input }) => h("td", {}, input)),
    spec.offcuts && h("td", { class: "line-mark" }, offcut),
    h("td", { class: "line-tools" }, remove),
  );
  return {
    element,
    update({ line }: { line: Line }) {
      const { unit } = app.store.get().project;
      for (const { key, input } of cells) {
        const text =
          key === "length"
            ? formatLength(line.length, unit)
            : key === "id"
              ? line.id
              : trim(line[key] ?? 0, 4);
        if (input.value !== text) input.value = text;
        input.removeAttribute("aria-invalid");
      }
      offcut.checked = line.offcut === true;
    },
  };
}

/** A line that is no offcut does not say so: the request stays the interface's own. */
function markedLine({ offcut: _before, ...line }: Line, offcut: boolean): Line {
  return offcut ? { ...line, offcut } : line;
}

/** The typed value as a change of the line, or null when it is outside the interface's limits. */
function readCell(app: App, key: Column["key"], text: string): Partial<Line> | null {
  const { cut, idLength } = LIMITS;
  if (key === "id") return { id: text.trim().slice(0, idLength) };
  if (key === "length") {
    const length = parseLength(text, app.store.get().project.unit);
    return length !== null && length > 0 && length <= cut.length ? { length } : null;
  }
  const value = Number(text.trim().replace(",", "."));
  if (text.trim() === "" || !Number.isFinite(value)) return null;
  if (key === "cost") return value >= 0 ? { cost: value } : null;
  return Number.isInteger(value) && value >= 1 && value <= cut.quantity ? { quantity: value } : null;
}

function cellRule(key: Column["key"], text: string): string {
  const { cut } = LIMITS;
  if (key === "length") return `“${text}” is no length above 0 and up to ${cut.length} mm.`;
  if (key === "cost") return `“${text}” is no cost of at least 0.`;
  return `“${text}” is no quantity from 1 to ${cut.quantity}.`;
}

/** Rows from a spreadsheet are added below what is there. */
function pasteLines(app: App, spec: TableSpec, event: ClipboardEvent): void {
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (!/\t|\n./.test(text)) return;
  event.preventDefault();
  event.stopPropagation();
  const table = readTable(text, app.store.get().project.unit);
  const { rows } = table;
  if (rows.length > 0) spec.set(`Paste ${rows.length} rows`, [...spec.lines(), ...rows]);
  tellTable(app.store, table);
}
