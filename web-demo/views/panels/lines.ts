/** A table of lines that one types into: columns say how their cell is read and written, and what is wrong with it. */
import type { App } from "../../app.ts";
import { freshId, h, keyed, setText, show } from "../../dom.ts";
import { quiet } from "../../model/session.ts";
import type { Place } from "../../model/store.ts";
import { formatLength, parseLength, trim, type Unit } from "../../model/units.ts";
import { button, iconButton, markInvalid } from "../shell/controls.ts";
import { icon } from "../shell/icons.ts";
import { messages } from "../shell/notices.ts";

export interface Column<Line> {
  label: string;
  /** Said aloud, where the heading is short. */
  name?: string;
  /** Columns of one group are shown once somebody asks for them or a line has something in them. */
  group?: string;
  text(line: Line, unit: Unit): string;
  /** The line with what was typed, or why it cannot be. */
  read(line: Line, text: string, unit: Unit): Line | string;
  numeric?: boolean;
  /** Chosen from these instead of typed. */
  choices?: readonly (readonly [value: string, label: string])[];
}

export interface LinesSpec<Line> {
  title: string;
  noun: string;
  place: Place;
  hint: string;
  columns: readonly Column<Line>[];
  lines(): readonly Line[];
  set(label: string, lines: Line[]): void;
  add(): void;
  paste(text: string): void;
  /** Stands below the table. */
  foot?: HTMLElement | undefined;
}

interface Row<Line> {
  line: Line;
  index: number;
}

export function linesPanel<Line extends { quantity: number }>(app: App, spec: LinesSpec<Line>): HTMLElement {
  const body = h("tbody", {});
  const table = linesTable(app, spec, body);
  const hint = h("p", { class: "panel-empty" }, spec.hint);
  const total = h("span", { class: "count" });
  const fill = keyed<Row<Line>, { element: HTMLElement; update(row: Row<Line>): void }>(
    body,
    ({ index }) => String(index),
    ({ index }) => lineRow(app, spec, index),
  );
  const groups = groupButtons(spec, table);
  app.store.watch(
    ({ project }) => [project.panels, project.unit] as const,
    () => {
      const lines = spec.lines();
      fill(lines.map((line, index) => ({ line, index })));
      show(table, lines.length > 0);
      show(hint, lines.length === 0);
      const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
      setText(total, lines.length === 0 ? "" : `${lines.length} · ${pieces} pcs`);
      groups.update();
    },
  );
  const id = freshId("lines");
  return h(
    "section",
    { class: "panel", "aria-labelledby": id },
    h(
      "header",
      { class: "panel-head" },
      h("h2", { id }, spec.title),
      total,
      button(`Add ${spec.noun}`, spec.add, {}, icon("plus")),
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

function linesTable<Line>(app: App, spec: LinesSpec<Line>, body: HTMLElement): HTMLElement {
  const head = spec.columns.map(({ label, group, numeric }) =>
    h("th", { scope: "col", class: numeric && "number", ...(group ? { "data-group": group } : {}) }, label),
  );
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!/\t|\n./.test(text)) return;
    event.preventDefault();
    event.stopPropagation();
    quiet(app.store, spec.place);
    spec.paste(text);
  };
  return h(
    "table",
    { class: "lines panel-lines", "aria-label": spec.title, onpaste: paste },
    h("thead", {}, h("tr", {}, ...head, h("th", {}, h("span", { class: "visually-hidden" }, "Remove")))),
    body,
  );
}

/** Ways to columns that most jobs do without. */
function groupButtons<Line>({ columns, lines }: LinesSpec<Line>, table: HTMLElement) {
  const names = [...new Set(columns.flatMap(({ group }) => (group ? [group] : [])))];
  const asked = new Set<string>();
  const uses = (name: string) =>
    columns.some(({ group, text }) => group === name && lines().some((line) => text(line, "mm") !== ""));
  const buttons = names.map((name) => {
    const ask = () => {
      asked.add(name);
      update();
    };
    return { name, element: button(`Add ${name}`, ask, { class: "link" }) };
  });
  const update = () => {
    const shown = names.filter((name) => asked.has(name) || uses(name));
    table.dataset.shown = shown.join(" ");
    for (const cell of table.querySelectorAll<HTMLElement>("[data-group]"))
      show(cell, shown.includes(cell.dataset.group!));
    for (const { name, element } of buttons) show(element, !shown.includes(name) && lines().length > 0);
  };
  return { element: h("div", { class: "extra-columns" }, ...buttons.map(({ element }) => element)), update };
}

function lineRow<Line>(app: App, spec: LinesSpec<Line>, index: number) {
  const cells = spec.columns.map((column) => lineCell(app, spec, index, column));
  const remove = iconButton("close", `Remove ${spec.noun} ${index + 1}`, () =>
    spec.set(`Remove ${spec.noun}`, [...spec.lines()].toSpliced(index, 1)),
  );
  const element = h(
    "tr",
    {},
    ...cells.map(({ element: cell }) => cell),
    h("td", { class: "line-tools" }, remove),
  );
  return {
    element,
    update({ line }: Row<Line>) {
      for (const cell of cells) cell.update(line);
    },
  };
}

function lineCell<Line>(app: App, spec: LinesSpec<Line>, index: number, column: Column<Line>) {
  const { label, name = label, group, choices, numeric, read, text } = column;
  const called = `${name} of ${spec.noun} ${index + 1}`;
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
  input.addEventListener("change", () => {
    const line = spec.lines()[index]!;
    const changed = read(line, input.value, app.store.get().project.unit);
    fail(typeof changed === "string" ? changed : null);
    if (typeof changed === "string") return;
    spec.set(`Change ${name.toLowerCase()}`, [...spec.lines()].with(index, changed));
  });
  return {
    element: h("td", group ? { "data-group": group } : {}, input, error),
    update(line: Line) {
      const shown = text(line, app.store.get().project.unit);
      if (input.value === shown && !input.hasAttribute("aria-invalid")) return;
      input.value = shown;
      fail(null);
    },
  };
}

type Keys<Line, Value> = { [Key in keyof Line]-?: Value extends Line[Key] ? Key : never }[keyof Line];

/** A length above 0, in the project's unit. */
export function lengthColumn<Line>(key: Keys<Line, number>, label: string, most: number): Column<Line> {
  return {
    label,
    numeric: true,
    text: (line, unit) => formatLength(line[key] as number, unit),
    read(line, text, unit) {
      const mm = parseLength(text, unit);
      if (mm === null || mm <= 0 || mm > most) return `“${text}” is no length above 0 and up to ${most} mm.`;
      return { ...line, [key]: mm };
    },
  };
}

/** A whole number from 1. */
export function countColumn<Line>(key: Keys<Line, number>, most: number): Column<Line> {
  return {
    label: "Qty",
    name: "Quantity",
    numeric: true,
    text: (line) => String(line[key]),
    read(line, text) {
      const value = Number(text.trim().replace(",", "."));
      const fits = text.trim() !== "" && Number.isInteger(value) && value >= 1 && value <= most;
      return fits ? { ...line, [key]: value } : `“${text}” is no whole number from 1 to ${most}.`;
    },
  };
}

/** A number of at least 0. */
export function numberColumn<Line>(key: Keys<Line, number>, label: string): Column<Line> {
  return {
    label,
    numeric: true,
    text: (line) => trim(line[key] as number, 4),
    read(line, text) {
      const value = Number(text.trim().replace(",", "."));
      return text.trim() !== "" && value >= 0
        ? { ...line, [key]: value }
        : `“${text}” is no number of at least 0.`;
    },
  };
}

/** Words; an empty cell takes the field away, unless it has to be there. */
export function wordColumn<Line>(
  key: Keys<Line, string>,
  label: string,
  most: number,
  more: { group?: string; always?: boolean } = {},
): Column<Line> {
  return {
    label,
    ...(more.group ? { group: more.group } : {}),
    text: (line) => (line[key] as string | undefined) ?? "",
    read(line, text) {
      const words = text.trim();
      if (words.length > most) return `It takes up to ${most} characters.`;
      if (words !== "" || more.always) return { ...line, [key]: words };
      const { [key]: _gone, ...rest } = line;
      return rest as Line;
    },
  };
}
