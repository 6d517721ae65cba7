/**
 * Lists of panels and pieces as CutList Optimizer writes them and spreadsheets change them: columns in any order, one or
 * several materials.
 */

import { type ListDefect, readDefects } from "./defects.ts";
import type { ColumnNames } from "./table/heads.ts";
import { columnsOfList, isNo, type ListLine, readList } from "./table/list.ts";
import type { List, ListLayout, ListOptions } from "./table/list-layout.ts";
import { COST, DESCRIPTION, ID, LENGTH, MATERIAL, OFFCUT, QUANTITY, WIDTH } from "./table/names.ts";
import { type ListPurpose, layoutFor, wantedBy } from "./wanted.ts";

const EDGES = ["left", "right", "bottom", "top"] as const;

const NAMES = {
  length: LENGTH,
  width: WIDTH,
  quantity: QUANTITY,
  material: [...MATERIAL, "board"],
  id: [...ID, "panel", "stock", "platte"],
  label: [
    ...DESCRIPTION,
    "label",
    "note",
    "comment",
    "beschriftung",
    "étiquette",
    "etiqueta",
    "etichetta",
    "etykieta",
  ],
  enabled: ["enabled", "active", "aktiv", "actif", "activo", "attivo", "ativo"],
  grain: ["grain direction", "grain", "maserung", "fil", "veta", "venatura", "veio", "nerf", "słoje"],
  cost: COST,
  offcut: OFFCUT,
  defects: ["defects", "defect", "fehler", "fehlstellen", "défauts", "defectos", "difetti"],
  top: ["top band", "edge top", "top", "oben"],
  left: ["left band", "edge left", "left", "links"],
  bottom: ["bottom band", "edge bottom", "bottom", "unten"],
  right: ["right band", "edge right", "right", "rechts"],
} satisfies ColumnNames<string>;
type PanelColumn = keyof typeof NAMES;

const LAYOUT: ListLayout<PanelColumn> = {
  names: NAMES,
  lengths: ["length", "width"],
  numbers: ["quantity", "cost"],
  needed: ["length", "width"],
  headless: { words: ["id", "material"], numbers: ["length", "width", "quantity"] },
};

/** A panel has no label beside its name. */
const STOCKS = { ...LAYOUT, names: { ...NAMES, id: [...NAMES.id, ...NAMES.label], label: [] } };

/** Columns that only pieces have, and columns that only stocks have. */
const OWN = { pieces: EDGES, stocks: ["cost", "offcut", "defects"] } as const;

/** Along which side the grain of a panel runs, or is to run in a piece. */
export type GrainWish = "length" | "width" | "none" | "any" | "alike";

const GRAINS: Record<string, GrainWish> = {
  h: "length",
  horizontal: "length",
  length: "length",
  v: "width",
  vertical: "width",
  width: "width",
  none: "none",
  any: "any",
  alike: "alike",
};

/** One line of a list; what is absent was empty. */
export interface PanelListRow {
  id: string;
  material: string;
  /** Millimetres. */
  length: number;
  width: number;
  quantity?: number;
  label?: string;
  grain?: GrainWish;
  cost?: number;
  offcut?: boolean;
  /** Defects of a panel. */
  defects?: ListDefect[];
  /** Bands by side. */
  edges?: { left?: string; right?: string; bottom?: string; top?: string };
}

/**
 * Rows of a list of panels or pieces, with or without a head, in some twenty languages. Lines that are not enabled are
 * left out, which a note says.
 *
 * @param name of the file, for messages; may be empty
 * @throws EngineError INVALID_INPUT with the line that cannot be read
 */
export function readPanelList(
  text: string,
  name: string,
  options: ListOptions<PanelListRow> & ListPurpose = {},
): List<PanelListRow> {
  let disabled = 0;
  const layout = layoutFor(options.of === "stocks" ? STOCKS : LAYOUT, OWN, options);
  const list = readList<PanelColumn, PanelListRow>(text, name, layout, options, (line) => {
    if (line.yes("enabled") !== false) return rowOf(line, options.unit);
    disabled++;
    return undefined;
  });
  const said = `${disabled} ${disabled === 1 ? "line is" : "lines are"} not enabled and left out`;
  if (disabled > 0) list.notes.push(name ? `${name}: ${said}` : said);
  return list;
}

/** Does a list name lengths and widths? Then it is one of panels, not of bars. */
export function isPanelList(text: string): boolean {
  return columnsOfList(text, LAYOUT) !== undefined;
}

/** Is it a list of what is cut, or of what it is cut from? Undefined where its columns, if named, would do for either. */
export function panelListOf(text: string): ListPurpose["of"] {
  return wantedBy(columnsOfList(text, LAYOUT), OWN);
}

function rowOf(line: ListLine<PanelColumn>, unit: string | undefined): PanelListRow {
  const [length, width] = [line.length("length"), line.length("width")];
  if (length === undefined || width === undefined) throw line.wrong("length or width is missing");
  const [quantity, cost, offcut] = [line.count("quantity"), line.number("cost"), line.yes("offcut")];
  const [label, grain, defects] = [line.text("label"), grainOf(line), defectsOf(line, unit)];
  const bands = EDGES.flatMap((side) => {
    const band = line.text(side);
    return band === undefined || isNo(band) ? [] : [[side, band] as const];
  });
  return {
    id: line.text("id") ?? label ?? `${line.text("length")}x${line.text("width")}`,
    material: line.text("material") ?? "",
    length,
    width,
    ...(quantity === undefined ? {} : { quantity }),
    ...(label === undefined ? {} : { label }),
    ...(grain === undefined ? {} : { grain }),
    ...(cost === undefined ? {} : { cost }),
    ...(offcut === undefined ? {} : { offcut }),
    ...(defects === undefined ? {} : { defects }),
    ...(bands.length === 0 ? {} : { edges: Object.fromEntries(bands) }),
  };
}

function grainOf(line: ListLine<PanelColumn>): PanelListRow["grain"] {
  const given = line.text("grain");
  if (given === undefined) return undefined;
  const grain = GRAINS[given.toLowerCase()];
  if (grain !== undefined) return grain;
  throw line.wrong(`the grain "${given}" is none of ${Object.keys(GRAINS).join(", ")}`);
}

function defectsOf(line: ListLine<PanelColumn>, unit: string | undefined): ListDefect[] | undefined {
  const given = line.text("defects");
  if (given === undefined) return undefined;
  const defects = readDefects(given, unit);
  if (defects !== undefined) return defects;
  throw line.wrong(`the defects "${given}" are not X:Y:LxW, several with a + between`);
}
