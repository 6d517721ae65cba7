/**
 * Lists of panels and pieces as CutList Optimizer writes them and spreadsheets change them: columns in any order, one or
 * several materials.
 */
import { isNo, type Layout, type Line, type List, type ListOptions, readList } from "./csv.ts";
import { type Defect, readDefects } from "./defects.ts";
import { COST, DESCRIPTION, ID, LENGTH, MATERIAL, OFFCUT, QUANTITY, WIDTH } from "./names.ts";

const EDGES = ["left", "right", "bottom", "top"] as const;

const LAYOUT = {
  names: {
    length: LENGTH,
    width: WIDTH,
    quantity: QUANTITY,
    material: MATERIAL,
    id: [...ID, "panel", "stock", "platte"],
    label: [...DESCRIPTION, "label", "beschriftung", "étiquette", "etiqueta", "etichetta", "etykieta"],
    enabled: ["enabled", "active", "aktiv", "actif", "activo", "attivo", "ativo"],
    grain: ["grain direction", "grain", "maserung", "fil", "veta", "venatura", "veio", "nerf", "słoje"],
    cost: COST,
    offcut: OFFCUT,
    defects: ["defects", "defect", "fehler", "fehlstellen", "défauts", "defectos", "difetti"],
    top: ["top band", "edge top", "top"],
    left: ["left band", "edge left", "left"],
    bottom: ["bottom band", "edge bottom", "bottom"],
    right: ["right band", "edge right", "right"],
  },
  lengths: ["length", "width"],
  numbers: ["quantity", "cost"],
  needed: ["length", "width"],
} as const satisfies Layout<string>;
type Column = keyof typeof LAYOUT.names;

const GRAINS: Record<string, "length" | "width" | "none" | "any" | "alike"> = {
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
export interface PanelRow {
  id: string;
  material: string;
  /** Millimetres. */
  length: number;
  width: number;
  quantity?: number;
  label?: string;
  grain?: (typeof GRAINS)[string];
  cost?: number;
  offcut?: boolean;
  /** Of a panel. */
  defects?: Defect[];
  edges?: Partial<Record<(typeof EDGES)[number], string>>;
}

/** @throws EngineError INVALID_INPUT with the line that cannot be read */
export function readPanelList(text: string, file: string, options: ListOptions = {}): List<PanelRow> {
  let disabled = 0;
  const list = readList<Column, PanelRow>(text, file, LAYOUT, options, (line) => {
    if (line.yes("enabled") !== false) return rowOf(line, options.unit);
    disabled++;
    return undefined;
  });
  const [lines, are] = disabled === 1 ? ["line", "is"] : ["lines", "are"];
  if (disabled > 0) list.notes.push(`${file}: ${disabled} ${lines} ${are} not enabled and left out`);
  return list;
}

function rowOf(line: Line<Column>, unit: string | undefined): PanelRow {
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

function grainOf(line: Line<Column>): PanelRow["grain"] {
  const given = line.text("grain");
  if (given === undefined) return undefined;
  const grain = GRAINS[given.toLowerCase()];
  if (grain !== undefined) return grain;
  throw line.wrong(`the grain "${given}" is none of ${Object.keys(GRAINS).join(", ")}`);
}

function defectsOf(line: Line<Column>, unit: string | undefined): Defect[] | undefined {
  const given = line.text("defects");
  if (given === undefined) return undefined;
  const defects = readDefects(given, unit);
  if (defects !== undefined) return defects;
  throw line.wrong(`the defects "${given}" are not X:Y:LxW, several with a + between`);
}
