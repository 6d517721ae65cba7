/**
 * A table of lines that one types into or pastes rows into: columns say how their cell is read and written, and what
 * is wrong with it. Enter and the arrows go up and down a column, Escape takes back what is being typed.
 */
import type { App } from "../../app.ts";
import { freshId, h, keyed, setText, show } from "../../dom.ts";
import { quiet } from "../../model/session.ts";
import type { MessagePanel } from "../../model/store.ts";
import { sum } from "../../model/units.ts";
import type { Column } from "../../table/columns.ts";
import { button, errorLine, iconButton, markInvalid, optionsOf, panel } from "../shell/controls.ts";
import { icon } from "../shell/icons.ts";
import { messages } from "../shell/notices.ts";

export interface CellSpec<Line> {
  noun: string;
  lines(): readonly Line[];
  set(label: string, lines: Line[]): void;
}

export interface TableSpec<Line> extends CellSpec<Line> {
  title: string;
  columns: readonly Column<Line>[];
}

export interface LinesSpec<Line> extends TableSpec<Line> {
  place: MessagePanel;
  hint: string;
  add(): void;
  paste(text: string): void;
  foot?: HTMLElement | undefined;
  /** Groups of columns that the other table of the plan is filled in for: what is wanted there has to be here too. */
  beside(): readonly string[];
}

/** More columns than these are not side by side on a phone. */
const FITTING = 5;

export function linesPanel<Line extends { quantity: number }>(app: App, spec: LinesSpec<Line>): HTMLElement {
  const { table, fill, body } = linesTable(app, spec);
  const hint = h("p.soft", spec.hint);
  const total = h("span.count.quiet");
  const groups = groupButtons(spec, table);
  app.store.watch(
    ({ project }) => [spec.lines(), project.unit, spec.beside().join()],
    (lines) => {
      fill();
      show(hint, lines.length === 0);
      const pieces = sum(lines, ({ quantity }) => quantity);
      setText(total, lines.length === 0 ? "" : `${lines.length} · ${pieces} pcs`);
      groups.update();
    },
  );
  const add = () => {
    spec.add();
    // The next text that is typed is its name.
    const name = body.querySelector<HTMLInputElement>("tr:last-child input");
    name?.focus();
    name?.select();
  };
  const element = panel(
    { id: freshId("lines"), title: spec.title },
    [total, button(`Add ${spec.noun}`, add, {}, icon("plus"))],
    messages(app, spec.place),
    h("div.lines-scroll", table),
    hint,
    groups.element,
    spec.foot,
  );
  element.addEventListener("paste", pasteInto(app, spec));
  return element;
}

/** The table, which `fill` brings in line with the lines. There is none to see while there is no line. */
export function linesTable<Line>(app: App, spec: TableSpec<Line>) {
  const head = spec.columns.map(({ label, group, numeric }) =>
    h("th", { scope: "col", class: numeric && "number", "data-group": group }, label),
  );
  const body = h("tbody");
  const table = h(
    "table.lines",
    { "aria-label": spec.title },
    h("thead", h("tr", ...head, h("th", h("span.visually-hidden", "Remove")))),
    body,
  );
  const rows = keyed<number, { element: HTMLElement; update(index: number): void }>(body, String, (index) =>
    lineRow(app, spec, index),
  );
  const fill = () => {
    const lines = spec.lines();
    rows(lines.map((_, index) => index));
    show(table, lines.length > 0);
  };
  return { table, body, fill };
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
  return { element: h("div.row.quiet", ...buttons.map(({ element }) => element)), update };
}

/** Groups of columns that some line has something in. */
export function usedGroups<Line>({ columns, lines }: Pick<LinesSpec<Line>, "columns" | "lines">): string[] {
  const all = lines();
  const used = columns.filter(({ group, text }) => group && all.some((line) => text(line, "mm") !== ""));
  return [...new Set(used.map(({ group }) => group!))];
}

function lineRow<Line>(app: App, spec: TableSpec<Line>, index: number) {
  const cells = spec.columns.map((column) =>
    column.tick ? tickCell(app, spec, index, column) : lineCell(app, spec, index, column),
  );
  const remove = iconButton("close", `Remove ${spec.noun} ${index + 1}`, () => {
    spec.set(`Remove ${spec.noun}`, [...spec.lines()].toSpliced(index, 1));
  });
  const element = h("tr", ...cells.map(({ element: cell }) => cell), h("td.line-tools", remove));
  let count = 0;
  return {
    element,
    update() {
      const lines = spec.lines();
      // For as long as none comes or goes, the line here is the same, whatever changes in it.
      for (const cell of cells) cell.update(lines[index]!, lines.length === count);
      count = lines.length;
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

function tickCell<Line>(app: App, spec: CellSpec<Line>, index: number, column: Column<Line>) {
  const input = h("input", {
    type: "checkbox",
    "aria-label": sentence(calledIn(column, spec.noun, index)),
    onchange: () => void takeIn(app, spec, index, column, input.checked ? "yes" : ""),
  });
  return {
    element: h("td.line-mark", { "data-group": column.group, "data-label": column.label }, input),
    update(line: Line) {
      input.checked = column.text(line, "mm") !== "";
    },
  };
}

export function lineCell<Line>(app: App, spec: CellSpec<Line>, index: number, column: Column<Line>) {
  const { group, label, choices, numeric, text, empty, hint } = column;
  const called = calledIn(column, spec.noun, index);
  const id = freshId("cell");
  const input = choices
    ? h("select.cell", { id, "aria-label": called })
    : h("input", {
        id,
        class: numeric ? "cell number" : "cell",
        "aria-label": called,
        autocomplete: "off",
        spellcheck: "false",
        inputmode: numeric ? "decimal" : "text",
        placeholder: empty,
        title: hint,
      });
  input.append(...optionsOf(choices ?? []));
  const { error, fail } = errorLine(id, (message) => {
    if (input instanceof HTMLInputElement) markInvalid(app, input, called, message);
  });
  let last: { line: Line; text: string } | undefined;
  const textOf = (line: Line) => text(line, app.store.get().project.unit);
  const reset = (line: Line) => {
    input.value = textOf(line);
    fail(null);
  };
  const update = (line: Line, isSame = line === last?.line) => {
    const now = textOf(line);
    // A value that cannot be used stays to be mended while others are changed.
    const isOpen = input.hasAttribute("aria-invalid") && (isSame || line === last?.line);
    if (isOpen ? now !== last?.text : input.value !== now) reset(line);
    last = { line, text: now };
  };
  input.addEventListener("change", () => fail(takeIn(app, spec, index, column, input.value)));
  input.addEventListener("pointerenter", () => {
    input.title = input.scrollWidth > input.clientWidth ? input.value : (hint ?? "");
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
