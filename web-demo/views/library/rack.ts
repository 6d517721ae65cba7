/** The rack of the job: sheets with their sizes, numbers and prices, irregular ones, remnants; racks kept by name. */
import { LIMITS } from "../../../engine/entries/schemas.ts";
import type { Ring } from "../../../engine/index.ts";
import { fileActions } from "../../actions/file.ts";
import { changeRack, plainSheet, sizeName } from "../../actions/rack.ts";
import type { App } from "../../app.ts";
import { freeName } from "../../collect.ts";
import { h, setText, show } from "../../dom.ts";
import { pickFiles } from "../../io/browser.ts";
import { boundsSize, boxRing, pointBounds } from "../../model/bounds.ts";
import {
  type DisplayUnit,
  formatLength,
  notPlainly,
  parseLength,
  parseNumber,
  reasonOf,
  trim,
} from "../../model/units.ts";
import { dropPreset, freePresets, keepPresets, type NamedPreset } from "../../shop/presets.ts";
import { type RackSheet, SHEET_GRAINS, type SheetGrain } from "../../shop/rack.ts";
import { type Column, countColumn, lengthColumn, wordColumn } from "../../table/columns.ts";
import { linesTable } from "../plans/lines.ts";
import { button, iconButton, SMALL } from "../shell/controls.ts";
import { whileShown } from "../shell/follow.ts";
import { exportShop, presetBar } from "./presets.ts";

const MOST = 49;
const MOST_MM = 100_000;

/** A size of the sheet, which an irregular one keeps. */
function side(key: "width" | "height", label: string): Column<RackSheet> {
  const { read, ...column } = lengthColumn<RackSheet>(key, label, MOST_MM);
  return {
    ...column,
    read: (sheet, text, unit) =>
      sheet.outline ? "An irregular sheet keeps its size." : read(sheet, text, unit),
  };
}

const COLUMNS: readonly Column<RackSheet>[] = [
  {
    ...wordColumn<RackSheet>("id", "Name", LIMITS.id_length, { always: true }),
    read: (sheet, text) => (text.trim() === "" ? "A sheet needs a name." : { ...sheet, id: text.trim() }),
  },
  side("width", "Width"),
  side("height", "Height"),
  countColumn("quantity", 100_000),
  {
    ...{ label: "Price", numeric: true, empty: "none" },
    text: ({ price }) => (price === null ? "" : trim(price, 4)),
    read(sheet, text) {
      const price = text.trim() === "" ? null : parseNumber(text);
      if (text.trim() !== "" && (price === null || price < 0)) return notPlainly(text, "a price");
      return { ...sheet, price };
    },
  },
  {
    ...{ label: "Material", empty: "any" },
    text: ({ material }) => material,
    read: (sheet, text) => ({ ...sheet, material: text.trim() }),
  },
  {
    ...{ label: "Thick", numeric: true, empty: "any" },
    text: ({ thickness }, unit) => (thickness === null ? "" : formatLength(thickness, unit)),
    read(sheet, text, unit) {
      const thickness = text.trim() === "" ? null : parseLength(text, unit);
      if (text.trim() !== "" && (thickness === null || thickness <= 0 || thickness > MOST_MM))
        return notPlainly(text, "a length above 0");
      return { ...sheet, thickness };
    },
  },
  {
    ...{ label: "Defects", empty: "none", hint: "x y width height of each, separated by semicolons" },
    text: ({ defects = [] }, unit) => defects.map((ring) => boxText(ring, unit)).join("; "),
    read: readDefects,
  },
  {
    label: "Grain",
    choices: SHEET_GRAINS,
    text: ({ grain }) => grain,
    read: (sheet, grain) => ({ ...sheet, grain: grain as SheetGrain }),
  },
  {
    ...{ label: "Remnant", tick: true, called: (line) => `${line} is a remnant` },
    text: ({ remnant }) => (remnant ? "yes" : ""),
    read: (sheet, text) => ({ ...sheet, remnant: text !== "" }),
  },
];

export function rackDialog(app: App): HTMLElement {
  const rack = () => app.store.get().project.rack;
  const { table, fill } = linesTable<RackSheet>(app, {
    title: "Rack",
    noun: "sheet",
    columns: COLUMNS,
    lines: rack,
    set: (label, lines) => changeRack(app, label, (before) => named(before, lines)),
  });
  table.classList.add("rack", "cards");
  const bought = "Nothing in the rack: sheets of the size in the form are bought, as many as are needed.";
  const none = h("p.soft", bought);
  const count = "Prices count as soon as every sheet has one, remnants aside; until then areas do.";
  const prices = h("p.soft", count);
  const words = h("p.field-error", { role: "status" });
  const draw = () => {
    fill();
    show(none, rack().length === 0);
    const full = rack().filter(({ remnant }) => !remnant);
    show(prices, full.some(({ price }) => price === null) && full.some(({ price }) => price !== null));
  };
  whileShown(app, table, ({ project }) => [project.rack, project.unit], draw);
  const only = h("input", {
    type: "checkbox",
    checked: app.store.get().project.rackOnly,
    onchange: () => app.store.commit("Only the rack", (project) => ({ ...project, rackOnly: only.checked })),
  });
  const add = (more: Partial<RackSheet> = {}) => addSheet(app, more, words);
  const goes =
    "What is here goes before buying, and remnants before full sheets, wherever that saves one. What is missing is bought in the size of the form.";
  return h(
    "div.library.stack",
    h("p", goes),
    h("div.table-scroll", table),
    none,
    prices,
    h(
      "div.row",
      button("Add sheet", () => add(), SMALL),
      button("Add from DXF", () => pickFiles(".dxf", (files) => addOutline(app, files, add, words)), SMALL),
      h("label.check", only, "Only from the rack: buy nothing"),
    ),
    words,
    ...shelves(app, add),
  );
}

/** Shelves from job to job: remnants, and racks by name. */
function shelves(app: App, add: (sheet: Partial<RackSheet>) => boolean): HTMLElement[] {
  return [
    h("h3", "Kept remnants"),
    remnants(app, add),
    h("h3", "Racks by name"),
    presetBar<RackSheet[]>(app, {
      kind: "racks",
      noun: "rack",
      capture: ({ rack }) => [...rack],
      apply: (rack, name) => changeRack(app, `Use ${name}`, () => rack),
    }),
    h(
      "div.row",
      button("Export racks and materials", () => void exportShop(), SMALL),
      button("Open from a file", () => void fileActions.add.perform(app), SMALL),
    ),
  ];
}

/** False where the rack is full, which is said. */
function addSheet(app: App, more: Partial<RackSheet>, words: HTMLElement): boolean {
  const full = app.store.get().project.rack.length >= MOST;
  setText(words, full ? `A rack holds up to ${MOST} sizes.` : "");
  if (!full) changeRack(app, "Add to the rack", (rack, project) => [...rack, plainSheet(project, more)]);
  return !full;
}

/** Remnants of earlier jobs, each to be taken into this one. */
function remnants(app: App, add: (sheet: Partial<RackSheet>) => boolean): HTMLElement {
  const list = h("ul.remnant-list.stack.tight", { "aria-label": "Kept remnants" });
  const draw = (kept: readonly NamedPreset<RackSheet>[]) => {
    const lines = kept.map((preset) => {
      const { name, value } = preset;
      return h(
        "li.row",
        h("span.grow", value.id),
        button(
          "Use",
          async () => {
            const { id: job, rack } = app.store.get().project;
            const as = freeName(rack, value.id);
            if (add({ ...value, id: as })) await keepPresets("remnants", [{ ...preset, taken: { job, as } }]);
            await refresh();
          },
          { class: "button small", "aria-label": `Use ${value.id}` },
        ),
        iconButton("close", `Forget ${value.id}`, async () => {
          await dropPreset("remnants", name);
          await refresh();
        }),
      );
    });
    const none = h("li.soft", "None yet: keep one from a result.");
    list.replaceChildren(...(lines.length > 0 ? lines : [none]));
  };
  const refresh = async () => {
    const { id, rack } = app.store.get().project;
    const names = rack.map((sheet) => sheet.id);
    draw(await freePresets<RackSheet>("remnants", { id, names }).catch(() => []));
  };
  whileShown(app, list, ({ project }) => [project.rack], refresh);
  return list;
}

/** The lines as sheets of a rack: each with a name of its own, and one that has its size for a name called by its new size. */
function named(before: readonly RackSheet[], lines: readonly RackSheet[]): RackSheet[] {
  return lines.map((sheet, at) => {
    const old = before[at];
    if (sheet === old || before.includes(sheet) || !old) return sheet;
    const isBySize = old.id === sizeName(old) && sheet.id === old.id;
    const others = before.filter((one) => one !== old);
    return { ...sheet, id: freeName(others, isBySize ? sizeName(sheet) : sheet.id) };
  });
}

function boxText(ring: Ring, unit: DisplayUnit): string {
  const { min_x, min_y, max_x, max_y } = pointBounds(ring);
  return [min_x, min_y, max_x - min_x, max_y - min_y].map((mm) => formatLength(mm, unit)).join(" ");
}

/** `x y width height; …` as rings. */
function readDefects(sheet: RackSheet, text: string, unit: DisplayUnit): RackSheet | string {
  const defects: Ring[] = [];
  for (const one of text.split(";").filter((words) => words.trim() !== "")) {
    const sides = one.trim().split(/\s+/);
    const [x, y, width, height] = sides.map((word) => parseLength(word, unit));
    if (x == null || y == null || !width || !height)
      return "A defect is x y width height, as in 100 50 40 20.";
    if (x >= sheet.width || y >= sheet.height) return `“${one.trim()}” lies beyond the sheet.`;
    defects.push(boxRing({ min_x: x, min_y: y, max_x: x + width, max_y: y + height }));
  }
  return { ...sheet, defects };
}

/** Adds an irregular sheet: the largest outline of a drawing, and the holes in it. */
async function addOutline(
  app: App,
  [file]: File[],
  add: (sheet: Partial<RackSheet>) => void,
  words: HTMLElement,
): Promise<void> {
  if (!file) return;
  try {
    const engine = await app.workshop.engine();
    const { parts } = await engine.read(new Uint8Array(await file.arrayBuffer()), { name: file.name });
    const [part] = parts;
    if (!part) throw new Error("no closed outline was found");
    const box = pointBounds(part.exterior);
    const moved = (ring: Ring): Ring => ring.map(([x, y]) => [x - box.min_x, y - box.min_y]);
    const id = file.name.replace(/\.[^.]+$/, "");
    add({ id, ...boundsSize(box), outline: moved(part.exterior), holes: part.holes.map(moved) });
  } catch (error) {
    setText(words, `${file.name}: ${reasonOf(error)}`);
  }
}
