/**
 * The parts of an AC1015 file that hold no drawing but without which AutoCAD refuses it: header, symbol tables, the
 * two layout blocks, the root dictionary, and a unique handle, an owner and subclass markers on everything.
 * Facts: Autodesk's DXF reference and ezdxf's "Minimal DXF content".
 */
import type { Bounds } from "../../../base/contract/values/geometry.ts";
import { formatNumber } from "../../../base/text.ts";

/** A group code and its value. */
export type DxfGroup = [code: number, value: string | number];

export interface DxfLayer {
  name: string;
  color: number;
  plotted: boolean;
}

interface WrittenEntity {
  type: string;
  layer: string;
  /** From the second subclass marker on. */
  groups: DxfGroup[];
}

interface Content {
  /** A comment at the head of the file, which CAD programs pass over. */
  comment?: string;
  layers: DxfLayer[];
  entities: WrittenEntity[];
  extents: Bounds;
}

/** The whole file. Handles count up from 1 in the order of the file, so the same content gives the same bytes. */
export function frameDxf({ comment, layers, entities, extents }: Content): string {
  const handles = new Handles();
  const model = handles.next();
  const paper = handles.next();
  const body: DxfGroup[] = [
    ...section("CLASSES", []),
    ...section("TABLES", tables(handles, layers, extents, [model, paper])),
    ...section("BLOCKS", [
      ...block(handles, "*Model_Space", model, []),
      ...block(handles, "*Paper_Space", paper, [[67, 1]]),
    ]),
    ...section(
      "ENTITIES",
      entities.flatMap(({ type, layer, groups }): DxfGroup[] => [
        [0, type],
        [5, handles.next()],
        [330, model],
        [100, "AcDbEntity"],
        [8, layer],
        ...groups,
      ]),
    ),
    ...section("OBJECTS", dictionaries(handles)),
    [0, "EOF"],
  ];
  const note: DxfGroup[] = comment === undefined ? [] : [[999, comment]];
  const file = [...section("HEADER", [...note, ...header(extents, handles.next())]), ...body];
  return file.map(([code, value]) => `${String(code).padStart(3)}\r\n${value}\r\n`).join("");
}

class Handles {
  private last = 0;
  next(): string {
    return (++this.last).toString(16).toUpperCase();
  }
}

function section(name: string, groups: DxfGroup[]): DxfGroup[] {
  return [[0, "SECTION"], [2, name], ...groups, [0, "ENDSEC"]];
}

function header({ min_x, min_y, max_x, max_y }: Bounds, seed: string): DxfGroup[] {
  return [
    [9, "$ACADVER"],
    [1, "AC1015"],
    [9, "$DWGCODEPAGE"],
    [3, "ANSI_1252"],
    [9, "$HANDSEED"],
    [5, seed],
    [9, "$INSUNITS"],
    [70, 4],
    [9, "$MEASUREMENT"],
    [70, 1],
    [9, "$EXTMIN"],
    ...point(10, min_x, min_y, 0),
    [9, "$EXTMAX"],
    ...point(10, max_x, max_y, 0),
  ];
}

type Record = { name: string; groups: DxfGroup[]; handle?: string };

function tables(handles: Handles, layers: DxfLayer[], extents: Bounds, blocks: [string, string]): DxfGroup[] {
  const add = (type: string, marker: string, records: Record[]) => table(handles, type, marker, records);
  return [
    ...add("VPORT", "AcDbViewportTableRecord", [{ name: "*Active", groups: viewport(extents) }]),
    ...add("LTYPE", "AcDbLinetypeTableRecord", ["ByBlock", "ByLayer", "Continuous"].map(linetype)),
    ...add(
      "LAYER",
      "AcDbLayerTableRecord",
      [{ name: "0", color: 7, plotted: true }, ...layers].map(layerRecord),
    ),
    ...add("STYLE", "AcDbTextStyleTableRecord", [{ name: "Standard", groups: TEXT_STYLE }]),
    ...add("VIEW", "", []),
    ...add("UCS", "", []),
    ...add("APPID", "AcDbRegAppTableRecord", [{ name: "ACAD", groups: [[70, 0]] }]),
    ...add("DIMSTYLE", "AcDbDimStyleTableRecord", [{ name: "Standard", groups: [[70, 0]] }]),
    ...add("BLOCK_RECORD", "AcDbBlockTableRecord", [
      { name: "*Model_Space", handle: blocks[0], groups: [[340, "0"]] },
      { name: "*Paper_Space", handle: blocks[1], groups: [[340, "0"]] },
    ]),
  ];
}

/** Two oddities of the format: dimension styles carry their handle in 105, and their table has a marker of its own. */
function table(handles: Handles, type: string, marker: string, records: Record[]): DxfGroup[] {
  const own = handles.next();
  const isDimensions = type === "DIMSTYLE";
  return [
    [0, "TABLE"],
    [2, type],
    [5, own],
    [330, "0"],
    [100, "AcDbSymbolTable"],
    [70, records.length],
    ...(isDimensions ? ([[100, "AcDbDimStyleTable"]] satisfies DxfGroup[]) : []),
    ...records.flatMap(({ name, groups, handle }): DxfGroup[] => [
      [0, type],
      [isDimensions ? 105 : 5, handle ?? handles.next()],
      [330, own],
      [100, "AcDbSymbolTableRecord"],
      [100, marker],
      [2, name],
      ...groups,
    ]),
    [0, "ENDTAB"],
  ];
}

function linetype(name: string): Record {
  return {
    name,
    groups: [
      [70, 0],
      [3, name === "Continuous" ? "Solid line" : ""],
      [72, 65],
      [73, 0],
      [40, "0.0"],
    ],
  };
}

function layerRecord({ name, color, plotted }: DxfLayer): Record {
  return {
    name,
    groups: [
      [70, 0],
      [62, color],
      [6, "Continuous"],
      [290, plotted ? 1 : 0],
    ],
  };
}

const TEXT_STYLE: DxfGroup[] = [
  [70, 0],
  [40, "0.0"],
  [41, "1.0"],
  [50, "0.0"],
  [71, 0],
  [42, "2.5"],
  [3, "txt"],
  [4, ""],
];

/** The view on opening: the whole drawing, with a little room around it. */
function viewport({ min_x, min_y, max_x, max_y }: Bounds): DxfGroup[] {
  const height = Math.max(max_y - min_y, (max_x - min_x) / 1.5) * 1.1;
  return [
    [70, 0],
    ...point(10, 0, 0),
    ...point(11, 1, 1),
    ...point(12, (min_x + max_x) / 2, (min_y + max_y) / 2),
    ...point(13, 0, 0),
    ...point(14, 10, 10),
    ...point(15, 10, 10),
    ...point(16, 0, 0, 1),
    ...point(17, 0, 0, 0),
    [40, real(height)],
    [41, "1.5"],
    [42, "50.0"],
    [43, "0.0"],
    [44, "0.0"],
    [50, "0.0"],
    [51, "0.0"],
    [71, 0],
    [72, 1000],
    [73, 1],
    [74, 3],
    [75, 0],
    [76, 0],
    [77, 0],
    [78, 0],
  ];
}

function block(handles: Handles, name: string, owner: string, space: DxfGroup[]): DxfGroup[] {
  return [
    [0, "BLOCK"],
    [5, handles.next()],
    [330, owner],
    [100, "AcDbEntity"],
    ...space,
    [8, "0"],
    [100, "AcDbBlockBegin"],
    [2, name],
    [70, 0],
    ...point(10, 0, 0, 0),
    [3, name],
    [1, ""],
    [0, "ENDBLK"],
    [5, handles.next()],
    [330, owner],
    [100, "AcDbEntity"],
    ...space,
    [8, "0"],
    [100, "AcDbBlockEnd"],
  ];
}

function dictionaries(handles: Handles): DxfGroup[] {
  const root = handles.next();
  const group = handles.next();
  return [
    [0, "DICTIONARY"],
    [5, root],
    [330, "0"],
    [100, "AcDbDictionary"],
    [281, 1],
    [3, "ACAD_GROUP"],
    [350, group],
    [0, "DICTIONARY"],
    [5, group],
    [330, root],
    [100, "AcDbDictionary"],
    [281, 1],
  ];
}

/** Coordinates in codes `code`, `code + 10` and, for three of them, `code + 20`. */
function point(code: number, ...coordinates: number[]): DxfGroup[] {
  return coordinates.map((value, i) => [code + 10 * i, real(value)]);
}

/** Reals always show a point, which tells them from integers for strict readers. Nine decimals of a millimetre. */
export function real(value: number): string {
  const text = formatNumber(value, 9);
  return text.includes(".") ? text : `${text}.0`;
}
