/** Stocks and pieces as tables that one types into or pastes a spreadsheet's rows into. */
import { LIMITS } from "../../../engine/index.ts";
import { addPiece, addStock, changeBars } from "../../actions/bars.ts";
import type { App } from "../../app.ts";
import { freshId, h, keyed, setText, show } from "../../dom.ts";
import { angleOf, fitting, pieceOf, readTable, tellOver, tellTable, USED } from "../../io/open/csv.ts";
import type { BarStock } from "../../model/project.ts";
import { quiet } from "../../model/session.ts";
import { count, formatLength, parseLength, trim, type Unit } from "../../model/units.ts";
import { dropPreset, onPresets, presetsOf } from "../../shop/presets.ts";
import { button, iconButton, markInvalid } from "../shell/controls.ts";
import { icon } from "../shell/icons.ts";
import { messages } from "../shell/notices.ts";

interface Line {
  id: string;
  length: number;
  quantity: number;
  cost?: number;
  offcut?: boolean | undefined;
  profile?: string;
  angle_start?: number | undefined;
  angle_end?: number | undefined;
}
type Key = "id" | "length" | "quantity" | "cost" | "profile" | "angle_start" | "angle_end";
/** Columns that are shown once somebody asks for them or a line has something in them. */
type Extra = "profiles" | "mitres";
interface Column {
  key: Key;
  label: string;
  name?: string;
  extra?: Extra;
}

interface TableSpec {
  title: string;
  noun: "stock" | "piece";
  columns: readonly Column[];
  /** Whether its lines can be marked as what is left of earlier jobs. */
  offcuts: boolean;
  most: number;
  lines(): readonly Line[];
  set(label: string, lines: Line[]): void;
  add(): void;
}

const COLUMNS: readonly Column[] = [
  { key: "id", label: "Name" },
  { key: "length", label: "Length" },
  { key: "quantity", label: "Qty", name: "Quantity" },
];
const PROFILE: Column = { key: "profile", label: "Profile", extra: "profiles" };
const ANGLES: readonly Column[] = [
  { key: "angle_start", label: "Start °", name: "Start angle", extra: "mitres" },
  { key: "angle_end", label: "End °", name: "End angle", extra: "mitres" },
];

export function barsForm(app: App): HTMLElement {
  const bars = () => app.store.get().project.bars;
  const stocks = tableView(app, {
    title: "Stock",
    noun: "stock",
    columns: [...COLUMNS, { key: "cost", label: "Cost" }, PROFILE],
    offcuts: true,
    most: LIMITS.cut.stocks,
    lines: () => bars().stocks,
    set: (label, lines) =>
      changeBars(app, label, () => ({ stocks: lines.map((line) => ({ ...line, cost: line.cost ?? 0 })) })),
    add: () => addStock(app),
  });
  const pieces = tableView(app, {
    title: "Pieces",
    noun: "piece",
    columns: [...COLUMNS, ...ANGLES, PROFILE],
    offcuts: false,
    most: LIMITS.cut.pieces,
    lines: () => bars().pieces,
    set: (label, lines) => changeBars(app, label, () => ({ pieces: [...lines] })),
    add: () => addPiece(app),
  });
  return h("div", { class: "side left bars-side" }, stocks, pieces);
}

function tableView(app: App, spec: TableSpec): HTMLElement {
  const body = h("tbody", {});
  const table = linesTable(app, spec, body);
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
  const total = h("span", { class: "count" });
  const extras = extraColumns(app, spec, table);
  app.store.watch(
    ({ project }) => [project.bars.stocks, project.bars.pieces, project.unit] as const,
    () => {
      const lines = spec.lines();
      fill(lines.map((line, index) => ({ line, index })));
      show(table, lines.length > 0);
      show(hint, lines.length === 0);
      setText(
        total,
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
      total,
      button(`Add ${spec.noun}`, spec.add, {}, icon("plus")),
    ),
    h(
      "div",
      { class: "panel-body" },
      messages(app, spec.noun === "stock" ? "stock" : "pieces"),
      table,
      hint,
      extras,
      spec.noun === "stock" && keptOffcuts(app),
    ),
  );
}

function linesTable(app: App, spec: TableSpec, body: HTMLElement): HTMLElement {
  const head = spec.columns.map(({ label, extra }) =>
    h("th", { scope: "col", ...(extra ? { "data-extra": extra } : {}) }, label),
  );
  return h(
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
}

/** Ways to columns that most jobs do without. */
function extraColumns(app: App, spec: TableSpec, table: HTMLElement): HTMLElement {
  const names: readonly Extra[] = spec.noun === "piece" ? ["mitres", "profiles"] : ["profiles"];
  const asked = new Set<Extra>();
  const uses = (extra: Extra) =>
    spec.columns.some((column) => column.extra === extra && spec.lines().some((line) => line[column.key]));
  const buttons = names.map((extra) => {
    const ask = () => {
      asked.add(extra);
      update();
    };
    return { extra, element: button(`Add ${extra}`, ask, { class: "link" }) };
  });
  const update = () => {
    for (const { extra, element } of buttons) {
      const shown = asked.has(extra) || uses(extra);
      table.toggleAttribute(`data-${extra}`, shown);
      show(element, !shown && spec.lines().length > 0);
    }
  };
  app.store.watch(
    ({ project }) => [project.bars] as const,
    () => update(),
  );
  return h("div", { class: "extra-columns" }, ...buttons.map(({ element }) => element));
}

function lineRow(app: App, spec: TableSpec, index: number) {
  const cells = spec.columns.map((column) => lineCell(app, spec, index, column));
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
    ...cells.map(({ element: cell }) => cell),
    spec.offcuts && h("td", { class: "line-mark" }, offcut),
    h("td", { class: "line-tools" }, remove),
  );
  return {
    element,
    update({ line }: { line: Line }) {
      for (const cell of cells) cell.update(line);
      offcut.checked = line.offcut === true;
    },
  };
}

/** Bars that earlier jobs have left, offered to this one. */
function keptOffcuts(app: App): HTMLElement {
  const element = h("p", { class: "extra-columns" });
  const take = async () => {
    const kept = await presetsOf<BarStock>("offcuts");
    const { stocks } = app.store.get().project.bars;
    const { kept: lines, over } = fitting(
      kept.map(({ value }) => value),
      stocks.length,
      LIMITS.cut.stocks,
    );
    changeBars(app, "Use kept offcuts", () => ({ stocks: [...stocks, ...lines] }));
    tellOver(app.store, "stock", over, LIMITS.cut.stocks);
    for (const { name } of kept.slice(0, lines.length)) await dropPreset("offcuts", name);
  };
  const refresh = async () => {
    const kept = await presetsOf<BarStock>("offcuts").catch(() => []);
    const bars = kept.reduce((sum, { value }) => sum + value.quantity, 0);
    show(element, bars > 0);
    element.replaceChildren(
      button(`Use ${count(bars, "kept offcut")}`, () => void take(), { class: "link" }),
    );
  };
  onPresets(() => void refresh());
  void refresh();
  return element;
}

function lineCell(app: App, spec: TableSpec, index: number, { key, label, name = label, extra }: Column) {
  const id = freshId("cell");
  const words = key === "id" || key === "profile";
  const error = h("p", { class: "field-error", id: `${id}-error`, hidden: true });
  const input = h("input", {
    id,
    class: words ? "cell" : "cell number",
    "aria-label": `${name} of ${spec.noun} ${index + 1}`,
    autocomplete: "off",
    spellcheck: "false",
    inputmode: words ? "text" : "decimal",
  });
  const fail = (message: string | null) => {
    setText(error, message ?? "");
    show(error, message !== null);
    markInvalid(app, input, `${name} of ${spec.noun} ${index + 1}`, message, error.id);
  };
  input.addEventListener("change", () => {
    const change = readCell(app, key, input.value);
    fail(change === null ? cellRule(key, input.value) : null);
    if (change === null) return;
    spec.set(
      `Change ${name.toLowerCase()}`,
      spec.lines().map((line, i) => (i === index ? withoutNothing({ ...line, ...change }) : line)),
    );
  });
  return {
    element: h("td", extra ? { "data-extra": extra } : {}, input, error),
    update(line: Line) {
      const text = cellText(line, key, app.store.get().project.unit);
      if (input.value === text && !input.hasAttribute("aria-invalid")) return;
      input.value = text;
      fail(null);
    },
  };
}

function cellText(line: Line, key: Key, unit: Unit): string {
  if (key === "length") return formatLength(line.length, unit);
  if (key === "id" || key === "profile") return line[key] ?? "";
  if (key === "angle_start" || key === "angle_end") return line[key] ? trim(line[key], 3) : "";
  return trim(line[key] ?? 0, 4);
}

/** Angles of 0 and nameless profiles are not said: the request stays the interface's own. */
function withoutNothing(line: Line): Line {
  const { angle_start, angle_end, profile, ...rest } = line;
  return {
    ...rest,
    ...(angle_start ? { angle_start } : {}),
    ...(angle_end ? { angle_end } : {}),
    ...(profile ? { profile } : {}),
  };
}

/** A line that is no offcut does not say so: the request stays the interface's own. */
function markedLine({ offcut: _before, ...line }: Line, offcut: boolean): Line {
  return offcut ? { ...line, offcut } : line;
}

/** The typed value as a change of the line, or null when it is outside the interface's limits. */
function readCell(app: App, key: Key, text: string): Partial<Line> | null {
  const { cut, idLength } = LIMITS;
  if (key === "id" || key === "profile")
    return text.trim().length <= idLength ? { [key]: text.trim() } : null;
  if (key === "length") {
    const length = parseLength(text, app.store.get().project.unit);
    return length !== null && length > 0 && length <= cut.length ? { length } : null;
  }
  if (key === "angle_start" || key === "angle_end") {
    const angle = angleOf(text);
    return angle === null ? null : { [key]: angle };
  }
  const value = Number(text.trim().replace(",", "."));
  if (text.trim() === "" || !Number.isFinite(value)) return null;
  if (key === "cost") return value >= 0 ? { cost: value } : null;
  return Number.isInteger(value) && value >= 1 && value <= cut.quantity ? { quantity: value } : null;
}

function cellRule(key: Key, text: string): string {
  const { cut, idLength } = LIMITS;
  if (key === "id" || key === "profile") return `A name has up to ${idLength} characters.`;
  if (key === "length") return `“${text}” is no length above 0 and up to ${cut.length} mm.`;
  if (key === "cost") return `“${text}” is no cost of at least 0.`;
  if (key === "quantity") return `“${text}” is no whole number from 1 to ${cut.quantity}.`;
  return `“${text}” is no angle from −${cut.angle} to ${cut.angle} degrees.`;
}

/** Rows from a spreadsheet are added below what is there. */
function pasteLines(app: App, spec: TableSpec, event: ClipboardEvent): void {
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (!/\t|\n./.test(text)) return;
  event.preventDefault();
  event.stopPropagation();
  const place = spec.noun === "stock" ? "stock" : "pieces";
  quiet(app.store, place);
  const table = readTable(text, app.store.get().project.unit, USED[spec.noun]);
  const rows: Line[] = spec.noun === "piece" ? table.rows.map(pieceOf) : table.rows;
  const { kept, over } = fitting(rows, spec.lines().length, spec.most);
  if (kept.length > 0) spec.set(`Paste ${count(kept.length, "row")}`, [...spec.lines(), ...kept]);
  tellTable(app.store, place, table);
  tellOver(app.store, place, over, spec.most);
}
