/** How do found parts and paths become the columns of a packed drawing? One after another, in their final order. */

import { tidyMeasure } from "./basis/tidy.ts";
import type { Contours } from "./curves/contours.ts";
import type { FlatRings } from "./curves/flat-ring.ts";
import { forRings, type NestedRings } from "./measure/measured-parts.ts";
import type { Bend, PathRole } from "./model/drawing.ts";
import { PATH_ROLES, type PackedParts, type PackedPaths } from "./model/packed.ts";

/** Some contours, by number, that are not rings of parts. */
export interface RoledContours {
  role: PathRole;
  contours: Contours;
  numbers: readonly number[];
}

/** Rings by part, then the others, with the points of all of them; of bend lines also how they are bent. */
export function packPaths(
  nested: NestedRings,
  others: RoledContours[],
  points: FlatRings,
  bends: Bend[],
): PackedPaths {
  const { rings, order } = nested;
  const { count } = points;
  let size = 0;
  for (const ring of order) size += rings.recordSize(ring);
  for (const { contours, numbers } of others)
    for (const number of numbers) size += contours.recordSize(number);
  const { firsts, numbers } = points.columns();
  const packed: PackedPaths = {
    roles: new Uint8Array(count),
    layerNames: [],
    layers: new Uint32Array(count),
    colours: new Uint32Array(count),
    closed: new Uint8Array(count),
    lengths: new Float64Array(count),
    bends,
    firstCurves: new Uint32Array(count + 1),
    curves: new Float64Array(size),
    firstPoints: firsts,
    points: numbers,
  };
  const layerNumbers = new Map<string, number>();
  let path = 0;
  // The next path: a contour or, turned, the same backwards, with its length in millimetres.
  const add = (role: PathRole, contours: Contours, number: number, length: number, turned = false) => {
    const layer = contours.layer(number);
    if (!layerNumbers.has(layer)) layerNumbers.set(layer, packed.layerNames.push(layer) - 1);
    packed.roles[path] = PATH_ROLES.indexOf(role);
    packed.layers[path] = layerNumbers.get(layer)!;
    packed.colours[path] = contours.colour(number);
    packed.closed[path] = Number(contours.isClosed(number));
    packed.lengths[path] = length;
    const from = packed.firstCurves[path]!;
    packed.firstCurves[++path] = contours.copyRecords(number, turned, packed.curves, from);
  };
  forRings(nested, (ring, role) =>
    add(role, rings.contours, rings.numbers[ring]!, rings.lengths[ring]!, rings.turned[ring] === 1),
  );
  for (const { role, contours, numbers } of others)
    for (const number of numbers) add(role, contours, number, contours.pathLength(number));
  return packed;
}

/** Areas are net of holes, perimeters of exterior and holes. */
export function packParts({ rings, order, firsts, areas }: NestedRings): PackedParts {
  const count = firsts.length - 1;
  const perimeters = new Float64Array(count);
  const bounds = new Float64Array(4 * count);
  const boxes = rings.contours.boxes();
  for (let part = 0; part < count; part++) {
    const exterior = order[firsts[part]!]!;
    let length = rings.lengths[exterior]!;
    for (let i = firsts[part]! + 1; i < firsts[part + 1]!; i++) length += rings.lengths[order[i]!]!;
    perimeters[part] = tidyMeasure(length);
    const at = 4 * rings.numbers[exterior]!;
    for (let side = 0; side < 4; side++) bounds[4 * part + side] = boxes[at + side]!;
  }
  return { firstPaths: firsts, areas: areas.map(tidyMeasure), perimeters, bounds };
}
