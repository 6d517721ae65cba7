/** How do found parts and paths become the columns of a packed drawing? */
import type { CurveTable } from "./curvetable.ts";
import type { Bend, PathRole } from "./drawing.ts";
import type { FlatRing } from "./flatring.ts";
import type { Chain } from "./join.ts";
import { PATH_ROLES, type PackedParts, type PackedPaths } from "./packed.ts";
import type { NestedPart } from "./parts.ts";
import { tidyMeasure } from "./tidy.ts";

/** A path of the drawing while its curves still stand in their table. */
export interface TracedPath extends Chain {
  role: PathRole;
  length: number;
  bend?: Bend;
}

/** Each path with its points. */
export function packPaths(paths: TracedPath[], points: FlatRing[], table: CurveTable): PackedPaths {
  const layers = new Map<string, number>();
  const layerOf = (name: string) => {
    if (!layers.has(name)) layers.set(name, layers.size);
    return layers.get(name)!;
  };
  const firstCurves = offsets(paths.map(({ curves }) => table.size(curves)));
  const firstPoints = offsets(points.map(({ length }) => length));
  const packed = {
    roles: Uint8Array.from(paths, ({ role }) => PATH_ROLES.indexOf(role)),
    layers: Uint32Array.from(paths, ({ layer }) => layerOf(layer)),
    layerNames: [...layers.keys()],
    closed: Uint8Array.from(paths, ({ closed }) => Number(closed)),
    lengths: Float64Array.from(paths, ({ length }) => length),
    bends: paths.filter(({ role }) => role === "bend").map(({ bend }) => bend),
    firstCurves,
    curves: new Float64Array(firstCurves.at(-1)!),
    firstPoints,
    points: new Float64Array(firstPoints.at(-1)!),
  };
  paths.forEach(({ curves }, i) => {
    table.copy(curves, packed.curves, firstCurves[i]!);
    packed.points.set(points[i]!, firstPoints[i]!);
  });
  return packed;
}

/** Areas are net of holes, perimeters of exterior and holes. */
export function packParts(parts: NestedPart[]): PackedParts {
  const packed = {
    firstPaths: offsets(parts.map(({ holes }) => 1 + holes.length)),
    areas: new Float64Array(parts.length),
    perimeters: new Float64Array(parts.length),
    bounds: new Float64Array(4 * parts.length),
  };
  parts.forEach(({ exterior, holes }, i) => {
    let { area, length } = exterior;
    for (const hole of holes) {
      area -= hole.area;
      length += hole.length;
    }
    packed.areas[i] = tidyMeasure(area);
    packed.perimeters[i] = tidyMeasure(length);
    const { min_x, min_y, max_x, max_y } = exterior.bounds;
    packed.bounds.set([min_x, min_y, max_x, max_y], 4 * i);
  });
  return packed;
}

/** Where each begins when they lie behind each other, and where the last one ends. */
function offsets(sizes: number[]): Uint32Array {
  const firsts = new Uint32Array(sizes.length + 1);
  for (let i = 0; i < sizes.length; i++) firsts[i + 1] = firsts[i]! + sizes[i]!;
  return firsts;
}
