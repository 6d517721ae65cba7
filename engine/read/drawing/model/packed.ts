/**
 * How does a read drawing cross threads, and lie in memory until somebody looks at it? As columns of numbers, which
 * change threads without being copied: a drawing of ten megabytes becomes a million objects, and most callers only
 * want some of them.
 */
import type { ParseDxfData } from "../../../base/contract/v1/drawing.ts";
import type { Ring } from "../../../base/contract/values/geometry.ts";
import { toHexColour } from "../../../base/text.ts";
import type { Curve } from "../curves/curves.ts";
import { readRecord, sizeOfRecord } from "../curves/records.ts";
import type { Bend, Drawing, DrawingPart, DrawingPath, Hints, PathRole } from "./drawing.ts";

export interface PackedDrawing extends Omit<Drawing, "data" | "parts" | "paths"> {
  /** The interface's answer, as yet without geometry, paths and bend lines. */
  data: ParseDxfData;
  parts: PackedParts;
  paths: PackedPaths;
  /** Suggestions for parts, by number. */
  orders: Map<number, Hints>;
}

/** A path's own values by its number; its curves and points lie between its first ones and the next path's. */
export interface PackedPaths {
  /** Numbers of PATH_ROLES. */
  roles: Uint8Array;
  layerNames: string[];
  /** Numbers of `layerNames`. */
  layers: Uint32Array;
  /** As 0xrrggbb. */
  colours: Uint32Array;
  closed: Uint8Array;
  lengths: Float64Array;
  /** Data of bend lines, one after another. */
  bends: Bend[];
  /** Where the records of its curves begin. */
  firstCurves: Uint32Array;
  curves: Float64Array;
  firstPoints: Uint32Array;
  /** x and y in turn. */
  points: Float64Array;
}

/** The paths of a part follow each other, exterior first, and parts come before all other paths. */
export interface PackedParts {
  firstPaths: Uint32Array;
  areas: Float64Array;
  perimeters: Float64Array;
  /** Four of each: least x and y, greatest x and y. */
  bounds: Float64Array;
}

export const PATH_ROLES: readonly PathRole[] = [
  "exterior",
  "hole",
  "open",
  "bend",
  "engrave",
  "mark",
  "construction",
];

export function isCut(role: PathRole): boolean {
  return role === "exterior" || role === "hole" || role === "open";
}

/** The drawing as everybody knows it. What is large in it is made when it is first asked for. */
export function openDrawing(packed: PackedDrawing): Drawing {
  const rings = once(() => ringsOf(packed.paths));
  const data = once(() => dataOf(packed, rings()));
  const parts = once(() => partsOf(packed, rings()));
  const paths = once(() => pathsOf(packed.paths));
  const { layers, groups, unit, account, open_ends, hints, findings } = packed;
  // Own properties, so that the drawing can be copied and written like any plain data.
  return {
    get data() {
      return data();
    },
    get parts() {
      return parts();
    },
    get paths() {
      return paths();
    },
    ...{ layers, groups, unit, account, open_ends, hints, findings },
  };
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function dataOf({ data, paths: { roles }, parts }: PackedDrawing, rings: Ring[]): ParseDxfData {
  const bends = rings.filter((_, i) => PATH_ROLES[roles[i]!] === "bend");
  const end = parts.firstPaths[1] ?? 0;
  return {
    ...data,
    geometry: { exterior: end > 0 ? rings[0]! : [], holes: rings.slice(1, end) },
    cut_paths: rings.filter((_, i) => isCut(PATH_ROLES[roles[i]!]!)),
    bend_lines: bends.length > 0 ? bends : null,
  };
}

function ringsOf({ roles, firstPoints, points }: PackedPaths): Ring[] {
  return Array.from(roles, (_, path) => {
    const [from, to] = [firstPoints[path]!, firstPoints[path + 1]!];
    const ring: Ring = new Array((to - from) / 2);
    for (let i = 0; i < ring.length; i++) ring[i] = [points[from + 2 * i]!, points[from + 2 * i + 1]!];
    return ring;
  });
}

function partsOf({ parts, orders }: PackedDrawing, rings: Ring[]): DrawingPart[] {
  const { firstPaths, areas, perimeters, bounds } = parts;
  return Array.from(areas, (area, part) => {
    const [exterior_path, end] = [firstPaths[part]!, firstPaths[part + 1]!];
    // Not by `boxAt`: what opens drawings is in every page, and brings nothing along.
    const [min_x, min_y, max_x, max_y] = bounds.subarray(4 * part, 4 * part + 4);
    return {
      exterior: rings[exterior_path]!,
      holes: rings.slice(exterior_path + 1, end),
      area,
      perimeter: perimeters[part]!,
      bounds: { min_x: min_x!, min_y: min_y!, max_x: max_x!, max_y: max_y! },
      exterior_path,
      hole_paths: Array.from({ length: end - exterior_path - 1 }, (_, i) => exterior_path + 1 + i),
      order: orders.get(part) ?? { quantity: null, material: null, thickness: null, from: null },
    };
  });
}

function pathsOf(packed: PackedPaths): DrawingPath[] {
  const { roles, layerNames, layers, colours, closed, lengths, bends, firstCurves, curves } = packed;
  let bend = 0;
  return Array.from(roles, (number, path) => {
    const role = PATH_ROLES[number]!;
    const described = role === "bend" && { bend: bends[bend++]! };
    return {
      role,
      layer: layerNames[layers[path]!]!,
      colour: toHexColour(colours[path]!),
      closed: closed[path] === 1,
      curves: curvesOf(curves, firstCurves[path]!, firstCurves[path + 1]!),
      length: lengths[path]!,
      ...described,
    };
  });
}

function curvesOf(numbers: Float64Array, from: number, to: number): Curve[] {
  const curves: Curve[] = [];
  for (let at = from; at < to; at += sizeOfRecord(numbers, at)) curves.push(readRecord(numbers, at));
  return curves;
}
