/** Rows of the order desk: a tick, a picture, and the cells of one part. */
import type { App } from "../../app.ts";
import { h, setAttributes, setText } from "../../dom.ts";
import { boundsSize, pointBounds } from "../../model/bounds.ts";
import type { Part } from "../../model/project.ts";
import { sizeText } from "../../model/units.ts";
import { COLUMNS } from "../../order/columns.ts";
import type { Costs } from "../../order/costs.ts";
import { changePart } from "../../order/order.ts";
import { type Column, wordColumn } from "../../table/columns.ts";
import { moneyText } from "../machine/time.ts";
import { type CellSpec, lineCell } from "../plans/lines.ts";
import { thumbnail } from "../sheets/thumbnail.ts";

/** Height of a row, as the style has it. */
export const ROW = 36;

const NAME = wordColumn<Part>("id", "Name", 90, { always: true });

export const TYPED: readonly Column<Part>[] = [NAME, ...Object.values(COLUMNS)];

export interface Heading {
  label: string;
  numeric?: boolean;
  key(part: Part, costs: Costs | null): string | number | undefined;
}

export const HEADINGS: readonly Heading[] = [
  { label: "Name", key: ({ id }) => id },
  { label: "Size", numeric: true, key: (part) => Math.max(...sidesOf(part)) },
  { label: "Qty", numeric: true, key: ({ quantity }) => quantity },
  { label: "Material", key: ({ material }) => material },
  { label: "Thickness", numeric: true, key: ({ thickness }) => thickness },
  { label: "Priority", numeric: true, key: ({ priority = 0 }) => -priority },
  { label: "Due", key: ({ due }) => due },
  { label: "Cost each", numeric: true, key: ({ id }, costs) => eachOf(id, costs) },
];

export function wordsOf({ id, material = "" }: Part, file = ""): string {
  return `${id} ${file} ${material}`.toLowerCase();
}

function sidesOf({ exterior }: Part): [number, number] {
  const { width, height } = boundsSize(pointBounds(exterior));
  return [width, height];
}

/** Cost of one copy of a part; undefined where nothing is known yet, or nobody has said a price. */
export function eachOf(id: string, costs: Costs | null): number | undefined {
  const known = costs?.parts.get(id);
  return known && costs!.total > 0 ? known.cost / known.copies : undefined;
}

interface Desk {
  partAt(index: number): Part;
  costs(): Costs | null;
  isChosen(id: string): boolean;
  choose(id: string, on: boolean): void;
}

/** A row, which shows whichever part it is told to: rows that scroll away are used again. */
export function orderRow(app: App, desk: Desk) {
  let index = 0;
  const part = () => desk.partAt(index);
  const spec: CellSpec<Part> = {
    noun: "part",
    lines: () => [part()],
    set: (label, [next]) => changePart(app, label, part(), next!),
  };
  const tick = h("input", {
    type: "checkbox",
    onchange: () => desk.choose(part().id, tick.checked),
  });
  const picture = h("button.part-picture", {
    type: "button",
    onclick: () => app.store.update({ selected: part().id, dialog: null, spot: null }),
  });
  const size = h("td.number");
  const cost = h("td.number");
  const cells = TYPED.map((column) => lineCell(app, spec, 0, column));
  const [name, ...typed] = cells.map(({ element }) => element);
  const element = h("tr", h("td", tick), h("td", picture), name!, size, ...typed, cost);
  let drawn: Part | null = null;
  return {
    element,
    update(at: number) {
      index = at;
      element.dataset.index = String(at);
      const now = part();
      for (const cell of cells) cell.update(now);
      tick.checked = desk.isChosen(now.id);
      const each = eachOf(now.id, desk.costs());
      setText(cost, each === undefined ? "–" : moneyText(each));
      if (drawn === now) return;
      if (drawn?.exterior !== now.exterior || drawn.color !== now.color)
        picture.replaceChildren(thumbnail(now));
      drawn = now;
      for (const [i, { label, name: called = label }] of TYPED.entries())
        cells[i]!.element.firstElementChild!.setAttribute("aria-label", `${called} of ${now.id}`);
      setAttributes(tick, { "aria-label": `Choose ${now.id}` });
      setAttributes(picture, { "aria-label": `Show ${now.id}` });
      setText(size, sizeText(...sidesOf(now), app.store.get().project.unit));
    },
  };
}
