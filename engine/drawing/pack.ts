/** How do found parts and paths become the columns of a packed drawing? One after another, in their final order. */

import { tidyMeasure } from "./basis/tidy.ts";
import type { Contours } from "./curves/contours.ts";
import type { FlatRings } from "./curves/flat-ring.ts";
import { forRings, type NestedRings } from "./measure/parts.ts";
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
  let size = 0;
  for (const ring of order) size += rings.recordSize(ring);
  for (const { contours, numbers } of others)
    for (const number of numbers) size += contours.recordSize(number);
  const packer = new PathPacker(points.count, size);
  forRings(nested, (ring, role) =>
    packer.add(role, rings.contours, rings.numbers[ring]!, rings.lengths[ring]!, rings.turned[ring] === 1),
  );
  for (const { role, contours, numbers } of others)
    for (const number of numbers) packer.add(role, contours, number, contours.pathLength(number));
  const { firsts, numbers } = points.columns();
  return { ...packer.finish(bends), firstPoints: firsts, points: numbers };
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

class PathPacker {
  private readonly roles: Uint8Array;
  private readonly layers: Uint32Array;
  private readonly colours: Uint32Array;
  private readonly layerNumbers = new Map<string, number>();
  private readonly closed: Uint8Array;
  private readonly lengths: Float64Array;
  private readonly firstCurves: Uint32Array;
  private readonly curves: Float64Array;
  private at = 0;

  /** For so many paths, with so many numbers in the records of their curves. */
  constructor(count: number, curveNumbers: number) {
    this.roles = new Uint8Array(count);
    this.layers = new Uint32Array(count);
    this.colours = new Uint32Array(count);
    this.closed = new Uint8Array(count);
    this.lengths = new Float64Array(count);
    this.firstCurves = new Uint32Array(count + 1);
    this.curves = new Float64Array(curveNumbers);
  }

  /** The next path: a contour or, turned, the same backwards, with its length in millimetres. */
  add(role: PathRole, contours: Contours, number: number, length: number, turned = false): void {
    const path = this.at++;
    this.roles[path] = PATH_ROLES.indexOf(role);
    this.layers[path] = this.layerNumber(contours.layer(number));
    this.colours[path] = contours.colour(number);
    this.closed[path] = Number(contours.isClosed(number));
    this.lengths[path] = length;
    const from = this.firstCurves[path]!;
    this.firstCurves[path + 1] = contours.copyRecords(number, turned, this.curves, from);
  }

  /** All of them; of bend lines also how they are bent. */
  finish(bends: Bend[]): Omit<PackedPaths, "firstPoints" | "points"> {
    const { roles, layers, colours, closed, lengths, firstCurves, curves } = this;
    const named = { layerNames: [...this.layerNumbers.keys()], layers, colours };
    return { roles, ...named, closed, lengths, bends, firstCurves, curves };
  }

  private layerNumber(name: string): number {
    const known = this.layerNumbers.get(name);
    if (known !== undefined) return known;
    this.layerNumbers.set(name, this.layerNumbers.size);
    return this.layerNumbers.size - 1;
  }
}
