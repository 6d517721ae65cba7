/** Drawings for tests, written tag by tag: ASCII, binary, and the entities that tests need most. */

import type { ReadOptions } from "../../../engine/base/contract/read-options.ts";
import type { Drawing } from "../../../engine/read/drawing/model/drawing.ts";
import { readDrawing } from "../../../engine/read/dxf/read.ts";

export type Tag = [code: number, value: string | number];

export const line = (x0: number, y0: number, x1: number, y1: number, layer = "0"): Tag[] => [
  [0, "LINE"],
  [8, layer],
  [10, x0],
  [20, y0],
  [11, x1],
  [21, y1],
];

export const arc = (x: number, y: number, r: number, from: number, to: number, layer = "0"): Tag[] => [
  [0, "ARC"],
  [8, layer],
  [10, x],
  [20, y],
  [40, r],
  [50, from],
  [51, to],
];

export const circle = (x: number, y: number, r: number, layer = "0"): Tag[] => [
  [0, "CIRCLE"],
  [8, layer],
  [10, x],
  [20, y],
  [40, r],
];

/** A whole one, by its centre, the end of its major axis seen from there, and the ratio of the axes. */
export const ellipse = (x: number, y: number, u: number, v: number, ratio: number, layer = "0"): Tag[] => [
  [0, "ELLIPSE"],
  [8, layer],
  [10, x],
  [20, y],
  [11, u],
  [21, v],
  [40, ratio],
];

export interface Nurbs {
  degree: number;
  knots: number[];
  control: number[][];
  weights?: number[];
  flags?: number;
}

export const spline = ({ degree, knots, control, weights = [], flags = 8 }: Nurbs, layer = "0"): Tag[] => [
  [0, "SPLINE"],
  [8, layer],
  [70, flags],
  [71, degree],
  [72, knots.length],
  [73, control.length],
  ...knots.map((knot): Tag => [40, knot]),
  ...weights.map((weight): Tag => [41, weight]),
  ...control.flatMap(([x, y]): Tag[] => [
    [10, x!],
    [20, y!],
    [30, 0],
  ]),
];

/** Two spans from (200, 0) to (230, 0), drawn from either end. */
export const arch = (backwards: boolean): Tag[] => {
  const control = [
    [200, 0],
    [205, 20],
    [212, 25],
    [226, 15],
    [230, 0],
  ];
  const knots = [0, 0, 0, 0, 1, 2, 2, 2, 2];
  return spline({ degree: 3, knots, control: backwards ? control.reverse() : control });
};

/** A circle around the origin as the rational spline that it is exactly. */
export const nurbsCircle = (radius: number): Tag[] => {
  const around = [
    [1, 0],
    [1, 1],
    [0, 1],
    [-1, 1],
    [-1, 0],
    [-1, -1],
    [0, -1],
    [1, -1],
    [1, 0],
  ];
  return spline({
    degree: 2,
    knots: [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4],
    control: around.map(([x, y]) => [radius * x!, radius * y!]),
    weights: around.map((_, i) => (i % 2 === 0 ? 1 : Math.SQRT1_2)),
    flags: 13,
  });
};

/** Vertices as [x, y] or [x, y, bulge]. */
export const polyline = (vertices: number[][], closed = true, layer = "0"): Tag[] => [
  [0, "LWPOLYLINE"],
  [8, layer],
  [90, vertices.length],
  [70, closed ? 1 : 0],
  ...vertices.flatMap(([x, y, bulge]): Tag[] => [
    [10, x!],
    [20, y!],
    ...(bulge === undefined ? [] : ([[42, bulge]] as Tag[])),
  ]),
];

export const rectangle = (x: number, y: number, w: number, h: number, layer = "0"): Tag[] =>
  polyline(
    [
      [x, y],
      [x + w, y],
      [x + w, y + h],
      [x, y + h],
    ],
    true,
    layer,
  );

/** The four sides as loose lines, in mixed directions. */
export const sides = (x: number, y: number, w: number, h: number, layer = "0"): Tag[] => [
  ...line(x, y, x + w, y, layer),
  ...line(x + w, y + h, x + w, y, layer),
  ...line(x, y + h, x + w, y + h, layer),
  ...line(x, y + h, x, y, layer),
];

export const insert = (block: string, x: number, y: number, more: Tag[] = []): Tag[] => [
  [0, "INSERT"],
  [8, "0"],
  [2, block],
  [10, x],
  [20, y],
  ...more,
];

export const block = (name: string, content: Tag[], base: [number, number] = [0, 0]): Tag[] => [
  [0, "BLOCK"],
  [8, "0"],
  [2, name],
  [70, 0],
  [10, base[0]],
  [20, base[1]],
  ...content,
  [0, "ENDBLK"],
];

export const layer = (name: string, more: Tag[] = []): Tag[] => [
  [0, "LAYER"],
  [2, name],
  [70, 0],
  [62, 7],
  ...more,
];

export interface Sections {
  unit?: number;
  /** Further header groups. */
  header?: Tag[];
  layers?: Tag[];
  blocks?: Tag[];
}

/** A line of text that begins at a place, unless other groups say how it is held. */
export const text = (
  x: number,
  y: number,
  words: string,
  height = 3,
  groups: Readonly<Record<number, number>> = {},
): Tag[] => [
  [0, "TEXT"],
  [8, "0"],
  [10, x],
  [20, y],
  [40, height],
  [1, words],
  ...Object.entries(groups).map(([code, value]): Tag => [Number(code), value]),
];

/** A whole drawing around entities. */
export function drawing(
  entities: Tag[],
  { unit = 4, header = [], layers = [], blocks = [] }: Sections = {},
): Tag[] {
  return [
    [0, "SECTION"],
    [2, "HEADER"],
    [9, "$ACADVER"],
    [1, "AC1015"],
    [9, "$INSUNITS"],
    [70, unit],
    ...header,
    [0, "ENDSEC"],
    [0, "SECTION"],
    [2, "TABLES"],
    [0, "TABLE"],
    [2, "LAYER"],
    [70, 1],
    ...layers,
    [0, "ENDTAB"],
    [0, "ENDSEC"],
    [0, "SECTION"],
    [2, "BLOCKS"],
    ...blocks,
    [0, "ENDSEC"],
    [0, "SECTION"],
    [2, "ENTITIES"],
    ...entities,
    [0, "ENDSEC"],
    [0, "EOF"],
  ];
}

/** Reads a drawing that consists of these entities. */
export function readEntities(entities: Tag[], sections: Sections = {}, options: ReadOptions = {}): Drawing {
  return readDrawing(dxfBytes(drawing(entities, sections)), options);
}

export function dxfText(tags: Tag[], lineEnd = "\r\n"): string {
  return tags.map(([code, value]) => `${String(code).padStart(3)}${lineEnd}${value}${lineEnd}`).join("");
}

export function dxfBytes(tags: Tag[], lineEnd = "\r\n"): Uint8Array {
  return new TextEncoder().encode(dxfText(tags, lineEnd));
}

/** The same tags as binary DXF; R12 writes group codes as one byte. Texts may be given as bytes by `encode`. */
export function dxfBinary(
  tags: Tag[],
  { wide = true, encode = (text: string) => new TextEncoder().encode(text) } = {},
): Uint8Array {
  const bytes: number[] = [..."AutoCAD Binary DXF\r\n\x1a\0"].map((character) => character.charCodeAt(0));
  const put = (size: number, write: (view: DataView) => void) => {
    const view = new DataView(new ArrayBuffer(size));
    write(view);
    bytes.push(...new Uint8Array(view.buffer));
  };
  for (const [code, value] of tags) {
    if (wide) put(2, (view) => view.setInt16(0, code, true));
    else if (code < 255) bytes.push(code);
    else {
      bytes.push(255);
      put(2, (view) => view.setInt16(0, code, true));
    }
    const number = Number(value);
    if (
      (code >= 10 && code < 60) ||
      (code >= 110 && code < 150) ||
      (code >= 210 && code < 240) ||
      (code >= 1010 && code < 1060)
    ) {
      put(8, (view) => view.setFloat64(0, number, true));
    } else if (
      (code >= 60 && code < 80) ||
      (code >= 170 && code < 180) ||
      (code >= 270 && code < 290) ||
      (code >= 1060 && code <= 1070)
    ) {
      put(2, (view) => view.setInt16(0, number, true));
    } else if ((code >= 90 && code < 100) || (code >= 420 && code < 430) || code === 1071) {
      put(4, (view) => view.setInt32(0, number, true));
    } else if (code >= 160 && code < 170) put(8, (view) => view.setBigInt64(0, BigInt(value), true));
    else if (code >= 290 && code < 300) bytes.push(number);
    else if ((code >= 310 && code < 320) || code === 1004) {
      const hex = String(value).match(/../g) ?? [];
      bytes.push(hex.length, ...hex.map((pair) => Number.parseInt(pair, 16)));
    } else bytes.push(...encode(String(value)), 0);
  }
  return Uint8Array.from(bytes);
}
