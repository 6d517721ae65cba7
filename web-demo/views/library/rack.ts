/** The rack of the job: sheets with their sizes, numbers and prices, irregular ones, remnants; racks kept by name. */
import type { Ring } from "../../../engine/index.ts";
import { fileActions } from "../../actions/file.ts";
import { changeRack, plainSheet, sizeName } from "../../actions/rack.ts";
import type { App } from "../../app.ts";
import { freshId, h, setAttributes, setText, show } from "../../dom.ts";
import { pointBounds } from "../../model/bounds.ts";
import {
  type DisplayUnit,
  formatLength,
  notPlainly,
  parseLength,
  parseNumber,
  trim,
} from "../../model/units.ts";
import { dropPreset, freePresets, keepPresets, type NamedPreset } from "../../shop/presets.ts";
import { freeRackId, type RackSheet, type SheetGrain } from "../../shop/rack.ts";
import { button, iconButton, markInvalid } from "../shell/controls.ts";
import { exportShop, presetBar } from "./presets.ts";

type RackField = "id" | "width" | "height" | "quantity" | "price" | "material" | "thickness" | "defects";

const COLUMNS: readonly (readonly [RackField, string])[] = [
  ["id", "Name"],
  ["width", "Width"],
  ["height", "Height"],
  ["quantity", "Qty"],
  ["price", "Price"],
  ["material", "Material"],
  ["thickness", "Thick"],
  ["defects", "Defects"],
];
/** Meaning of an empty cell. */
const EMPTY: Partial<Record<RackField, string>> = {
  price: "none",
  material: "any",
  thickness: "any",
  defects: "none",
};
const GRAINS: readonly (readonly [SheetGrain, string])[] = [
  ["none", "none"],
  ["x", "across"],
  ["y", "upright"],
];
const MOST = 49;

export function rackDialog(app: App): HTMLElement {
  const body = h("tbody", {});
  const none = h(
    "p",
    { class: "panel-empty" },
    "Nothing in the rack: sheets of the size in the form are bought, as many as are needed.",
  );
  const words = h("p", { class: "field-error", role: "status" });
  const prices = h(
    "p",
    { class: "panel-empty" },
    "Prices count as soon as every sheet has one, remnants aside; until then areas do.",
  );
  const table = rackTable(body);
  let shown: readonly RackSheet[] | null = null;
  let rows: RackRow[] = [];
  const draw = () => {
    const { rack, unit } = app.store.get().project;
    if (rack === shown) return;
    shown = rack;
    show(none, rack.length === 0);
    show(table, rack.length > 0);
    const bought = rack.filter(({ remnant }) => !remnant);
    show(prices, bought.some(({ price }) => price === null) && bought.some(({ price }) => price !== null));
    const before = rows;
    // A line stays where it is while its sheet changes, and goes with its sheet where others come or go.
    rows = rack.map((sheet, i) => {
      const kept = before.length === rack.length ? before[i] : before.find((row) => row.sheet === sheet);
      return kept ?? rackRow(app);
    });
    for (const [i, row] of rows.entries()) row.update(rack[i]!, i, unit);
    if (before.length !== rows.length || rows.some((row, i) => row !== before[i]))
      body.replaceChildren(...rows.map(({ element }) => element));
  };
  const stop = app.store.subscribe(() => {
    if (body.isConnected) draw();
    else stop();
  });
  draw();
  const only = h("input", {
    type: "checkbox",
    checked: app.store.get().project.rackOnly,
    onchange: () => app.store.commit("Only the rack", (project) => ({ ...project, rackOnly: only.checked })),
  });
  const add = (more: Partial<RackSheet> = {}) => addSheet(app, more, words);
  return h(
    "div",
    { class: "library" },
    h(
      "p",
      {},
      "What is here goes before buying, and remnants before full sheets, wherever that saves one. What is missing is bought in the size of the form.",
    ),
    h("div", { class: "table-scroll" }, table),
    none,
    prices,
    h(
      "div",
      { class: "library-foot" },
      button("Add sheet", () => add(), { class: "button small" }),
      button("Add from DXF", () => pickOutline(app, add, words), { class: "button small" }),
      h("label", { class: "check" }, only, "Only from the rack: buy nothing"),
    ),
    words,
    ...shelves(app, add),
  );
}

/** Shelves from job to job: remnants, and racks by name. */
function shelves(app: App, add: (sheet: Partial<RackSheet>) => boolean): HTMLElement[] {
  return [
    h("h3", {}, "Kept remnants"),
    remnants(app, add),
    h("h3", {}, "Racks by name"),
    presetBar<RackSheet[]>(app, {
      kind: "racks",
      noun: "rack",
      capture: ({ rack }) => [...rack],
      apply: (rack, name) => changeRack(app, `Use ${name}`, () => rack),
    }),
    h(
      "div",
      { class: "library-foot" },
      button("Export racks and materials", () => void exportShop(), { class: "button small" }),
      button("Open from a file", () => void fileActions.add.perform(app), { class: "button small" }),
    ),
  ];
}

function rackTable(body: HTMLElement): HTMLElement {
  const named = COLUMNS.map(([key, label]) =>
    h("th", { scope: "col", class: isNumber(key) ? "number" : "" }, label),
  );
  const chosen = ["Grain", "Remnant"].map((label) => h("th", { scope: "col" }, label));
  const remove = h("th", {}, h("span", { class: "visually-hidden" }, "Remove"));
  const row = h("tr", {}, ...named, ...chosen, remove);
  return h("table", { class: "lines rack cards", "aria-label": "Rack" }, h("thead", {}, row), body);
}

/** Defects are several numbers, and read from the left. */
function isNumber(key: RackField): boolean {
  return key !== "id" && key !== "material" && key !== "defects";
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
  const list = h("ul", { class: "remnant-list", "aria-label": "Kept remnants" });
  const draw = (kept: readonly NamedPreset<RackSheet>[]) => {
    const lines = kept.map((preset) => {
      const { name, value } = preset;
      return h(
        "li",
        {},
        h("span", {}, value.id),
        button(
          "Use",
          async () => {
            const { id: job, rack } = app.store.get().project;
            const as = freeRackId(rack, value.id);
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
    const none = h("li", { class: "panel-empty" }, "None yet: keep one from a result.");
    list.replaceChildren(...(lines.length > 0 ? lines : [none]));
  };
  const refresh = async () => {
    const { id, rack } = app.store.get().project;
    const names = rack.map((sheet) => sheet.id);
    draw(await freePresets<RackSheet>("remnants", { id, names }).catch(() => []));
  };
  void refresh();
  let { rack: shown } = app.store.get().project;
  const stop = app.store.subscribe(({ project }) => {
    if (!list.isConnected) return stop();
    if (project.rack !== shown) void refresh();
    shown = project.rack;
  });
  return list;
}

/** A line of the rack, which is told what it shows. */
interface RackRow {
  sheet: RackSheet | undefined;
  element: HTMLElement;
  update(sheet: RackSheet, at: number, unit: DisplayUnit): void;
}

/** Shared by the cells of a line: which sheet it shows, and how that is changed. */
interface RackLine {
  at: number;
  change(label: string, more: Partial<RackSheet>): void;
}

function rackRow(app: App): RackRow {
  const line: RackLine = {
    at: 0,
    change: (label, more) =>
      changeRack(app, label, (rack) => rack.with(line.at, renamed(rack, line.at, more))),
  };
  const cells = COLUMNS.map((column) => cell(app, column, line));
  const grain = h("select", {
    onchange: () => line.change("Change grain", { grain: grain.value as SheetGrain }),
  });
  grain.append(...GRAINS.map(([value, label]) => h("option", { value }, label)));
  const remnant = h("input", {
    type: "checkbox",
    onchange: () => line.change("Mark remnant", { remnant: remnant.checked }),
  });
  const remove = iconButton("close", "Remove", () =>
    changeRack(app, `Remove ${row.sheet!.id}`, (rack) => rack.toSpliced(line.at, 1)),
  );
  const ends = [
    h("td", { "data-label": "Grain" }, grain),
    h("td", { class: "line-mark", "data-label": "Remnant" }, remnant),
    h("td", {}, remove),
  ];
  const row: RackRow = {
    sheet: undefined,
    element: h("tr", {}, ...cells.map(({ element }) => element), ...ends),
    update(sheet, at, unit) {
      row.sheet = sheet;
      line.at = at;
      for (const one of cells) one.update(sheet, unit);
      grain.value = sheet.grain;
      remnant.checked = sheet.remnant;
      setAttributes(grain, { "aria-label": `Grain of sheet ${at + 1}` });
      setAttributes(remnant, { "aria-label": `Sheet ${at + 1} is a remnant` });
      setAttributes(remove, { "aria-label": `Remove sheet ${at + 1}`, title: `Remove sheet ${at + 1}` });
    },
  };
  return row;
}

/** A sheet that has its size for a name is called by its new size. */
function renamed(rack: readonly RackSheet[], at: number, more: Partial<RackSheet>): RackSheet {
  const before = rack[at]!;
  const sheet = { ...before, ...more };
  if (before.id !== sizeName(before)) return sheet;
  const others = rack.filter((one) => one !== before);
  return { ...sheet, id: more.id ?? freeRackId(others, sizeName(sheet)) };
}

function cell(app: App, [key, label]: readonly [RackField, string], line: RackLine) {
  const id = freshId("rack");
  const called = () => `${label} of sheet ${line.at + 1}`;
  const error = h("p", { class: "field-error", id: `${id}-error`, hidden: true });
  const input = h("input", {
    id,
    class: isNumber(key) ? "cell number" : "cell",
    placeholder: EMPTY[key],
    title: key === "defects" ? "x y width height of each, separated by semicolons" : label,
    autocomplete: "off",
    onchange: () => {
      const { rack } = app.store.get().project;
      const read = readCell(app, rack[line.at]!, key, input.value);
      const wrong = typeof read === "string" ? read : null;
      setText(error, wrong ?? "");
      show(error, wrong !== null);
      markInvalid(app, input, called(), wrong, error.id);
      if (typeof read !== "string") line.change(`Change ${label.toLowerCase()}`, read);
    },
  });
  return {
    element: h("td", { "data-label": label }, input, error),
    update(sheet: RackSheet, unit: DisplayUnit) {
      setAttributes(input, { "aria-label": called() });
      // A value that cannot be used stays to be mended while others are changed.
      if (!input.hasAttribute("aria-invalid")) input.value = textOf(sheet, key, unit);
    },
  };
}

function textOf(sheet: RackSheet, key: RackField, unit: DisplayUnit): string {
  if (key === "id" || key === "material") return sheet[key];
  if (key === "width" || key === "height") return formatLength(sheet[key], unit);
  if (key === "defects") return (sheet.defects ?? []).map((ring) => boxText(ring, unit)).join("; ");
  const value = sheet[key];
  if (value === null) return "";
  return key === "thickness" ? formatLength(value, unit) : trim(value, 4);
}

function boxText(ring: Ring, unit: DisplayUnit): string {
  const { min_x, min_y, max_x, max_y } = pointBounds(ring);
  return [min_x, min_y, max_x - min_x, max_y - min_y].map((mm) => formatLength(mm, unit)).join(" ");
}

/** The change that was typed, or why it is none. */
function readCell(app: App, sheet: RackSheet, key: RackField, text: string): Partial<RackSheet> | string {
  const { rack, unit } = app.store.get().project;
  const words = text.trim();
  if (key === "material") return { material: words };
  if (key === "id") {
    if (words === "") return "A sheet needs a name.";
    return {
      id: freeRackId(
        rack.filter((one) => one !== sheet),
        words,
      ),
    };
  }
  if (key === "defects") return readDefects(words, unit, sheet);
  if (key === "quantity" || key === "price") {
    const value = parseNumber(words, key === "quantity");
    if (key === "price" && words === "") return { price: null };
    if (key === "price") return value !== null && value >= 0 ? { price: value } : notPlainly(text, "a price");
    if (words === "") return "A sheet needs a number.";
    return value !== null && Number.isInteger(value) && value >= 1 && value <= 100_000
      ? { quantity: value }
      : notPlainly(text, "a whole number from 1", true);
  }
  if (key === "thickness" && words === "") return { thickness: null };
  if (words === "") return `A sheet needs a ${key}.`;
  const length = parseLength(words, unit);
  if (length === null || length <= 0 || length > 100_000) return notPlainly(text, "a length above 0");
  if (key !== "thickness" && sheet.outline) return "An irregular sheet keeps its size.";
  return { [key]: length };
}

/** `x y width height; …` as rings. */
function readDefects(
  text: string,
  unit: DisplayUnit,
  { width, height }: Pick<RackSheet, "width" | "height">,
): Partial<RackSheet> | string {
  if (text === "") return { defects: [] };
  const rings: Ring[] = [];
  for (const one of text.split(";")) {
    const [x, y, w, h2] = one
      .trim()
      .split(/\s+/)
      .map((word) => parseLength(word, unit));
    if (x == null || y == null || !w || !h2) return "A defect is x y width height, as in 100 50 40 20.";
    if (x >= width || y >= height) return `“${one.trim()}” lies beyond the sheet.`;
    rings.push([
      [x, y],
      [x + w, y],
      [x + w, y + h2],
      [x, y + h2],
      [x, y],
    ]);
  }
  return { defects: rings };
}

/** An irregular sheet: the largest outline of a drawing, and the holes in it. */
function pickOutline(app: App, add: (sheet: Partial<RackSheet>) => void, words: HTMLElement): void {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = ".dxf";
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (!file) return;
    try {
      const engine = await app.workshop.engine();
      const { parts } = await engine.read(new Uint8Array(await file.arrayBuffer()), {
        name: file.name,
      });
      const part = parts[0];
      if (!part) throw new Error("no closed outline was found");
      const { min_x, min_y, max_x, max_y } = pointBounds(part.exterior);
      const moved = (ring: Ring): Ring => ring.map(([x, y]) => [x - min_x, y - min_y]);
      const size = { width: max_x - min_x, height: max_y - min_y };
      const id = file.name.replace(/\.[^.]+$/, "");
      add({ id, ...size, outline: moved(part.exterior), holes: part.holes.map(moved) });
    } catch (error) {
      setText(words, `${file.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
  input.click();
}
