/** An order: how many of each part, of which material, how urgent. Changed for many parts at once, or taken from a list. */
import type { App } from "../app.ts";
import { renamePart } from "../edit/edit-parts.ts";
import type { Part, ProjectDrawing } from "../model/project.ts";
import { notify } from "../model/session.ts";
import { count, type DisplayUnit, listed } from "../model/units.ts";
import type { Column } from "../table/columns.ts";
import { COLUMNS, type OrderField } from "./columns.ts";

/** Puts changed parts in the place of those with the same ids, as one step. */
export function changeParts(app: App, label: string, changed: ReadonlyMap<string, Part>): void {
  app.store.commit(label, (project) => ({
    ...project,
    parts: project.parts.map((part) => changed.get(part.id) ?? part),
  }));
}

/** Takes what was typed into one cell; a new name is a change of its own. */
export function changePart(app: App, label: string, before: Part, after: Part): void {
  if (after.id !== before.id) renamePart(app, before.id, after.id);
  else changeParts(app, `${label} of ${before.id}`, new Map([[before.id, after]]));
}

/** Sets one field of many parts, or says in a sentence why not. */
export function setField(
  app: App,
  parts: readonly Part[],
  column: Column<Part>,
  text: string,
): string | null {
  const changed = new Map<string, Part>();
  for (const part of parts) {
    const next = column.read(part, text, app.store.get().project.unit);
    if (typeof next === "string") return next;
    changed.set(part.id, next);
  }
  changeParts(app, `${column.name ?? column.label} of ${count(parts.length, "part")}`, changed);
  return null;
}

/** Sets a column of numbers or words that was copied from a spreadsheet, from the first of these parts downwards. */
export function setDown(
  app: App,
  parts: readonly Part[],
  column: Column<Part>,
  values: readonly string[],
): string | null {
  const changed = new Map<string, Part>();
  for (const [i, text] of values.slice(0, parts.length).entries()) {
    const next = column.read(parts[i]!, text, app.store.get().project.unit);
    if (typeof next === "string") return `Line ${i + 1}: ${next}`;
    changed.set(parts[i]!.id, next);
  }
  changeParts(app, `${column.name ?? column.label} of ${count(changed.size, "part")}`, changed);
  return null;
}

/** Headings of the columns of lists, in the languages of those who send them. */
const HEADINGS: readonly (readonly [OrderField, RegExp])[] = [
  ["quantity", /^(qty|quantity|count|pcs|pieces|menge|anzahl|stk|stück|quantité|cantidad|quantità)\b/i],
  ["material", /^(material|werkstoff|matière|matériau|materiale)\b/i],
  ["thickness", /^(thickness|thick|dicke|stärke|épaisseur|espesor|spessore)\b/i],
  ["priority", /^(priority|prio|priorität|priorité|prioridad|priorità)\b/i],
  ["due", /^(due|date|deadline|termin|liefertermin|échéance|fecha|consegna)\b/i],
];

interface Line {
  cells: string[];
  ids: string[];
}

/**
 * Takes an order from rows of a table that name parts, or the files that they come from. A first row that names columns says
 * what each holds; without one the first whole number of a row is its quantity. Returns false where no row names any part,
 * and says which names are not in the job.
 */
export function takeOrder(app: App, text: string): boolean {
  const { store } = app;
  const { parts, drawings, unit } = store.get().project;
  const rows = text
    .split(/\r?\n/)
    .map((row) => row.split(/[\t;]|,(?!\d{3}\b)/).map((cell) => cell.trim().replace(/^"|"$/g, "")));
  const named = namesOf(parts, drawings);
  const lines = rows.map(
    (cells): Line => ({ cells, ids: cells.flatMap((cell) => named.get(plain(cell)) ?? []) }),
  );
  const head = headOf(rows[0] ?? []);
  const changed = new Map<string, Part>();
  const [unknown, wrong]: [string[], string[]] = [[], []];
  for (const { cells, ids } of lines.slice(head ? 1 : 0)) {
    const fields = head ?? fieldsOf(cells);
    const name = cells.find((cell) => cell !== "" && !Number.isFinite(Number(cell)));
    if (fields.size === 0 || name === undefined) continue;
    if (ids.length === 0) unknown.push(name);
    for (const id of ids) {
      const part = changed.get(id) ?? parts.find((one) => one.id === id)!;
      const next = filled(part, fields, cells, unit);
      if (typeof next === "string") wrong.push(`${name}: ${next}`);
      else changed.set(id, next);
    }
  }
  if (changed.size === 0) return false;
  changeParts(app, `Order of ${count(changed.size, "part")}`, changed);
  const rest = [
    unknown.length > 0 ? ` Not in this job: ${listed(unknown, 5)}.` : "",
    wrong.length > 0 ? ` Not taken: ${listed(wrong, 3)}` : "",
  ].join("");
  const what = head && head.size > 1 ? "The order" : "Quantities";
  notify(store, "parts", rest ? "error" : "info", `${what} of ${count(changed.size, "part")} taken.${rest}`);
  return true;
}

/** Columns of a heading that are about orders; null for a row that is none. */
function headOf(cells: readonly string[]): Map<OrderField, number> | null {
  const found = HEADINGS.flatMap(([field, words]): [OrderField, number][] => {
    const at = cells.findIndex((cell) => words.test(cell));
    return at < 0 ? [] : [[field, at]];
  });
  return found.length > 0 ? new Map(found) : null;
}

/** Where the quantity stands in a row without a heading. */
function fieldsOf(cells: readonly string[]): Map<OrderField, number> {
  const at = cells.findIndex((cell) => /^\d+$/.test(cell) && Number(cell) > 0);
  return new Map(at < 0 ? [] : [["quantity", at]]);
}

/** The part with what a row says of it; empty cells say nothing. */
function filled(
  part: Part,
  fields: ReadonlyMap<OrderField, number>,
  cells: readonly string[],
  unit: DisplayUnit,
): Part | string {
  let next = part;
  for (const [field, at] of fields) {
    const text = cells[at] ?? "";
    const read = text === "" ? next : COLUMNS[field].read(next, text, unit);
    if (typeof read === "string") return read;
    next = read;
  }
  return next;
}

/** Ids of parts by their names and by the names of their files, without endings. */
function namesOf(parts: readonly Part[], drawings: readonly ProjectDrawing[]): Map<string, string[]> {
  const files = new Map(drawings.map(({ id, name }) => [id, plain(name)]));
  const named = new Map<string, string[]>();
  for (const { id, drawing } of parts)
    for (const name of new Set([plain(id), files.get(drawing ?? "") ?? plain(id)]))
      named.set(name, [...(named.get(name) ?? []), id]);
  return named;
}

function plain(name: string): string {
  return name
    .trim()
    .replace(/\.(dxf|svgz?)$/i, "")
    .toLowerCase();
}
