/** How do found parts and paths become the columns of a packed drawing? One after another, in their final order. */
import type { CurveTable } from "./curvetable.ts";
import type { Bend, PathRole } from "./drawing.ts";
import type { FlatRing } from "./flatring.ts";
import type { Chain } from "./join.ts";
import { NumberList } from "./numberlist.ts";
import { PATH_ROLES, type PackedParts, type PackedPaths } from "./packed.ts";
import type { NestedRings } from "./parts.ts";
import { tidyMeasure } from "./tidy.ts";

export class PathPacker {
  private readonly table: CurveTable;
  private readonly roles: Uint8Array;
  private readonly layers: Uint32Array;
  private readonly layerNumbers = new Map<string, number>();
  private readonly closed: Uint8Array;
  private readonly lengths: Float64Array;
  private readonly firstCurves: Uint32Array;
  private readonly curves = new NumberList();
  private readonly firstPoints: Uint32Array;
  private readonly points = new NumberList();
  private at = 0;

  /** For so many paths. */
  constructor(count: number, table: CurveTable) {
    this.table = table;
    this.roles = new Uint8Array(count);
    this.layers = new Uint32Array(count);
    this.closed = new Uint8Array(count);
    this.lengths = new Float64Array(count);
    this.firstCurves = new Uint32Array(count + 1);
    this.firstPoints = new Uint32Array(count + 1);
  }

  /** The next path, with its length in millimetres and its points. */
  add(role: PathRole, { layer, closed, curves }: Chain, length: number, points: FlatRing): void {
    const path = this.at++;
    this.roles[path] = PATH_ROLES.indexOf(role);
    this.layers[path] = this.layerNumber(layer);
    this.closed[path] = Number(closed);
    this.lengths[path] = length;
    for (const id of curves) this.table.copy(id, this.curves);
    this.firstCurves[path + 1] = this.curves.length;
    for (const coordinate of points) this.points.push(coordinate);
    this.firstPoints[path + 1] = this.points.length;
  }

  /** All of them; of bend lines also how they are bent. */
  finish(bends: Bend[]): PackedPaths {
    const { roles, layers, closed, lengths, firstCurves, firstPoints } = this;
    const layerNames = [...this.layerNumbers.keys()];
    const [curves, points] = [this.curves.finish(), this.points.finish()];
    return { roles, layerNames, layers, closed, lengths, bends, firstCurves, curves, firstPoints, points };
  }

  private layerNumber(name: string): number {
    const known = this.layerNumbers.get(name);
    if (known !== undefined) return known;
    this.layerNumbers.set(name, this.layerNumbers.size);
    return this.layerNumbers.size - 1;
  }
}

/** Areas are net of holes, perimeters of exterior and holes. */
export function packParts({ rings, order, firsts }: NestedRings): PackedParts {
  const count = firsts.length - 1;
  const areas = new Float64Array(count);
  const perimeters = new Float64Array(count);
  const bounds = new Float64Array(4 * count);
  for (let part = 0; part < count; part++) {
    const exterior = order[firsts[part]!]!;
    let area = rings.areas[exterior]!;
    let length = rings.lengths[exterior]!;
    for (let i = firsts[part]! + 1; i < firsts[part + 1]!; i++) {
      area -= rings.areas[order[i]!]!;
      length += rings.lengths[order[i]!]!;
    }
    areas[part] = tidyMeasure(area);
    perimeters[part] = tidyMeasure(length);
    for (let side = 0; side < 4; side++) bounds[4 * part + side] = rings.bounds[4 * exterior + side]!;
  }
  return { firstPaths: firsts, areas, perimeters, bounds };
}
