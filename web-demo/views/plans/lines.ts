/**
 * A table of lines that one types into or pastes rows into: columns say how their cell is read and written, and what
 * is wrong with it. Enter and the arrows go up and down a column, Escape takes back what is being typed.
 */
import type { App } from "../../app.ts";
import { freshId, h, keyed, setText, show } from "../../dom.ts";
import { quiet } from "../../model/session.ts";
import type { MessagePanel } from "../../model/store.ts";
import type { Column } from "../../table/columns.ts";
import { button, iconButton, markInvalid } from "../shell/controls.ts";
import { icon } from "../shell/icons.ts";
import { messages } from "../shell/notices.ts";

/** Lines whose cells are typed into. */
export interface CellSpec<Line> {
  noun: string;
  lines(): readonly Line[];
  set(label: string, lines: Line[]): void;
}

export interface LinesSpec<Line> extends CellSpec<Line> {
  title: string;
  place: MessagePanel;
  hint: string;
  columns: readonly Column<Line>[];
  add(): void;
  paste(text: string): void;
  /** Stands below the table. */
  foot?: HTMLElement | undefined;
  /** Groups of columns that the other table of the plan is filled in for: what is wanted there has to be here too. */
  beside(): readonly string[];
}

/** More columns than these are not side by side on a phone. */
const FITTING = 5;

interface PlanRow<Line> {
  line: Line;
  index: number;
}

export function linesPanel<Line extends { quantity: number }>(app: App, spec: LinesSpec<Line>): HTMLElement {
  const body = h("tbody", {});
  const table = linesTable(spec, body);
  const hint = h("p", { class: "panel-empty" }, spec.hint);
  const total = h("span", { class: "count" });
  const fill = keyed<PlanRow<Line>, { element: HTMLElement; update(row: PlanRow<Line>): void }>(
    body,
    ({ index }) => String(index),
    ({ index }) => lineRow(app, spec, index),
  );
  const groups = groupButtons(spec, table);
  app.store.watch(
    ({ project }) => [spec.lines(), project.unit, spec.beside().join()] as const,
    (lines) => {
      fill(lines.map((line, index) => ({ line, index })));
      show(table, lines.length > 0);
      show(hint, lines.length === 0);
      const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
      setText(total, lines.length === 0 ? "" : `${lines.length} · ${pieces} pcs`);
      groups.update();
    },
  );
  const id = freshId("lines");
  const add = () => {
    spec.add();
    // The next text that is typed is its name.
    const name = body.querySelector<HTMLInputElement>("tr:last-child input");
    name?.focus();
    name?.select();
  };
  return h(
    "section",
    { class: "panel", "aria-labelledby": id, onpaste: pasteInto(app, spec) },
    h(
      "header",
      { class: "panel-head" },
      h("h2", { id }, spec.title),
      total,
      button(`Add ${spec.noun}`, add, {}, icon("plus")),
    ),
    h(
      "div",
      { class: "panel-body" },
      messages(app, spec.place),
      h("div", { class: "lines-scroll" }, table),
      hint,
      groups.element,
      spec.foot ?? null,
    ),
  );
}

function linesTable<Line>(spec: LinesSpec<Line>, body: HTMLElement): HTMLElement {
  const head = spec.columns.map(({ label, group, numeric }) =>
    h("th", { scope: "col", class: numeric && "number", "data-group": group }, label),
  );
  return h(
    "table",
    { class: "lines", "aria-label": spec.title },
    h("thead", {}, h("tr", {}, ...head, h("th", {}, h("span", { class: "visually-hidden" }, "Remove")))),
    body,
  );
}

/** Rows that are pasted anywhere in the panel are its own, also while it has no line yet. */
function pasteInto<Line>(app: App, spec: LinesSpec<Line>): (event: ClipboardEvent) => void {
  return (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!/\t|\n./.test(text)) return;
    event.preventDefault();
    event.stopPropagation();
    quiet(app.store, spec.place);
    spec.paste(text);
  };
}

/** Ways to columns that most jobs do without. */
function groupButtons<Line>(spec: LinesSpec<Line>, table: HTMLElement) {
  const { columns, lines } = spec;
  const names = [...new Set(columns.flatMap(({ group }) => (group ? [group] : [])))];
  const asked = new Set<string>();
  const buttons = names.map((name) => {
    const ask = () => {
      asked.add(name);
      update();
    };
    return { name, element: button(`Add ${name}`, ask, { class: "link" }) };
  });
  const update = () => {
    const used = [...usedGroups(spec), ...spec.beside()];
    const shown = names.filter((name) => asked.has(name) || used.includes(name));
    table.dataset.shown = shown.join(" ");
    for (const cell of table.querySelectorAll<HTMLElement>("[data-group]"))
      show(cell, shown.includes(cell.dataset.group!));
    const wide = columns.filter(({ group }) => !group || shown.includes(group)).length > FITTING;
    table.classList.toggle("cards", wide);
    for (const { name, element } of buttons) show(element, !shown.includes(name) && lines().length > 0);
  };
  return { element: h("div", { class: "extra-columns" }, ...buttons.map(({ element }) => element)), update };
}

/** Groups of columns that some line has something in. */
export function usedGroups<Line>({ columns, lines }: Pick<LinesSpec<Line>, "columns" | "lines">): string[] {
  const all = lines();
  const used = columns.filter(({ group, text }) => group && all.some((line) => text(line, "mm") !== ""));
  return [...new Set(used.map(({ group }) => group!))];
}

function lineRow<Line>(app: App, spec: LinesSpec<Line>, index: number) {
  const cells = spec.columns.map((column) =>
    column.tick ? tickCell(app, spec, index, column) : lineCell(app, spec, index, column),
  );
  const remove = iconButton("close", `Remove ${spec.noun} ${index + 1}`, () => {
    spec.set(`Remove ${spec.noun}`, [...spec.lines()].toSpliced(index, 1));
  });
  const element = h(
    "tr",
    {},
    ...cells.map(({ element: cell }) => cell),
    h("td", { class: "line-tools" }, remove),
  );
  return {
    element,
    update({ line }: PlanRow<Line>) {
      for (const cell of cells) cell.update(line);
    },
  };
}

function calledIn<Line>({ label, name = label, called }: Column<Line>, noun: string, index: number): string {
  return called?.(`${noun} ${index + 1}`) ?? `${name} of ${noun} ${index + 1}`;
}

/** Takes a value that was typed, ticked or chosen into its line; says why where it cannot. */
function takeIn<Line>(
  app: App,
  spec: CellSpec<Line>,
  index: number,
  { label, name = label, read }: Column<Line>,
  text: string,
): string | null {
  const line = read(spec.lines()[index]!, text, app.store.get().project.unit);
  if (typeof line === "string") return line;
  spec.set(`Change ${name.toLowerCase()}`, [...spec.lines()].with(index, line));
  return null;
}

function tickCell<Line>(app: App, spec: LinesSpec<Line>, index: number, column: Column<Line>) {
  const input = h("input", {
    type: "checkbox",
    "aria-label": sentence(calledIn(column, spec.noun, index)),
    onchange: () => void takeIn(app, spec, index, column, input.checked ? "yes" : ""),
  });
  return {
    element: h("td", { class: "line-mark", "data-group": column.group, "data-label": column.label }, input),
    update(line: Line) {
      input.checked = column.text(line, "mm") !== "";
    },
  };
}

export function lineCell<Line>(app: App, spec: CellSpec<Line>, index: number, column: Column<Line>) {
  const { group, label, choices, numeric, text } = column;
  const called = calledIn(column, spec.noun, index);
  const id = freshId("cell");
  const error = h("p", { class: "field-error", id: `${id}-error`, hidden: true });
  const input = choices
    ? h("select", { id, class: "cell", "aria-label": called })
    : h("input", {
        id,
        class: numeric ? "cell number" : "cell",
        "aria-label": called,
        autocomplete: "off",
        spellcheck: "false",
        inputmode: numeric ? "decimal" : "text",
      });
  for (const [value, words] of choices ?? []) input.append(h("option", { value }, words));
  const fail = (message: string | null) => {
    setText(error, message ?? "");
    show(error, message !== null);
    if (input instanceof HTMLInputElement) markInvalid(app, input, called, message, error.id);
  };
  let last: Line | undefined;
  const reset = (line: Line) => {
    input.value = text(line, app.store.get().project.unit);
    fail(null);
  };
  const update = (line: Line) => {
    const invalid = input.hasAttribute("aria-invalid");
    // A value that cannot be used stays to be mended while others are changed.
    if (invalid ? line !== last : input.value !== text(line, app.store.get().project.unit)) reset(line);
    last = line;
  };
  input.addEventListener("change", () => fail(takeIn(app, spec, index, column, input.value)));
  input.addEventListener("pointerenter", () => {
    input.title = input.scrollWidth > input.clientWidth ? input.value : "";
  });
  if (input instanceof HTMLInputElement)
    input.addEventListener("keydown", (event) => {
      if (event.key === "Escape") reset(spec.lines()[index]!);
      else goAlong(event, input);
    });
  return { element: h("td", { "data-group": group, "data-label": label }, input, error), update };
}

const STEPS: Record<string, number> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 };

/** To the same cell of the next line or the one before; a cell in error is stayed in. */
function goAlong(event: KeyboardEvent, input: HTMLInputElement): void {
  const step = STEPS[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  event.preventDefault();
  const cell = input.closest("td")!;
  const row = cell.parentElement as HTMLTableRowElement;
  const rows = [...row.parentElement!.children] as HTMLTableRowElement[];
  const next = rows[rows.indexOf(row) + step]?.cells[cell.cellIndex]?.querySelector("input");
  input.blur();
  const target = next && !input.hasAttribute("aria-invalid") ? next : input;
  target.focus();
  target.select();
}

function sentence(words: string): string {
  return words[0]!.toUpperCase() + words.slice(1);
}
