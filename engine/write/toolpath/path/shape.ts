/**
 * Outline of a placed part, from the points of the request or the exact curves that they came from.
 *
 * A drawing knows its arcs; a request only has points. Whoever still has the drawing passes its curves beside the
 * request, and they take the points' place: dense enough for the offset, with the circles they lie on remembered.
 */
import { takenAs } from "../../../base/contract/options.ts";
import type { ExportPlacement } from "../../../base/contract/v1/export.ts";
import type { PartCurves } from "../../../base/contract/values/curves.ts";
import type { Bounds, Point, Ring } from "../../../base/contract/values/geometry.ts";
import { invalidInput } from "../../../base/errors.ts";
import { orientedRing, pointBounds, signedArea } from "../../../base/geometry/ring.ts";
import { TOLERANCE } from "../../../read/drawing/basis/limits.ts";
import { mirrorCurve } from "../../../read/drawing/curves/curves.ts";
import { toRing } from "../../../read/drawing/curves/flat-ring.ts";
import { pathArea, pathPoints } from "../../../read/drawing/curves/outline.ts";
import type { Drawing } from "../../../read/drawing/model/drawing.ts";
import type { FittedCircle } from "./arcs.ts";

export type { PartCurves };

/** How exact the paths are, and what the parts are known to consist of. */
export interface PathOptions {
  /** By placement, the curves of its part where they are known: arcs then leave as arcs. */
  curves?: (PartCurves | null)[];
  /** Makes arcs of other points too, where they fit within this many millimetres; 0.005 by default, 0 in drawings. */
  arc_tolerance?: number;
}

/** The rings of a part, exterior first and counter-clockwise, holes clockwise, without repeated last points. */
export interface PartRings {
  rings: Ring[];
  circles: FittedCircle[];
  /** Ends of curves, around which an offset turns. */
  corners: Point[];
}

/** A part as it lies: rings in a frame that copies share, moved by (x, y). */
export interface Solid {
  rings: Ring[];
  x: number;
  y: number;
}

/** Points of curves that are to become arcs again lie this close to them, in mm. */
export const FINE = 5e-4;
/** Coarsened points may stray this share of the part's size from its curves. */
const ASTRAY = 1e-2;

/**
 * The curves of the drawing's part with this number, as the exports take them. Null where the drawing has so many that
 * the points of the part spare some of them: what is nested is what has to be cut.
 */
export function curvesOfPart(drawing: Drawing, part: number): PartCurves | null {
  return takenAs("drawing", "a drawing as read gives it", () => curvesIn(drawing, part));
}

function curvesIn({ parts, paths }: Drawing, part: number): PartCurves | null {
  const found = parts[part];
  if (!found) return null;
  const curvesOf = (path: number) => paths[path]!.curves;
  const curves = { exterior: curvesOf(found.exterior_path), holes: found.hole_paths.map(curvesOf) };
  const rings = [found.exterior, ...found.holes];
  const byRing = (key: "layer" | "colour") => ({
    exterior: paths[found.exterior_path]![key],
    holes: found.hole_paths.map((path) => paths[path]![key]),
  });
  const follows = [curves.exterior, ...curves.holes].every((path, i) => sameArea(pathArea(path), rings[i]!));
  return follows ? { ...curves, layers: byRing("layer"), colours: byRing("colour") } : null;
}

/** The curves of a part that is turned over, as its points are: x becomes -x. */
export function mirroredCurves(curves: PartCurves): PartCurves {
  return takenAs("curves", "those of a part as curvesOfPart gives them", () => {
    const { exterior, holes, ...said } = curves;
    return {
      ...said,
      exterior: exterior.map(mirrorCurve),
      holes: holes.map((hole) => hole.map(mirrorCurve)),
    };
  });
}

/** The shape of placement `index`. Throws INVALID_INPUT for curves that are not its own. */
export function shapeOf(placement: ExportPlacement, index: number, curves: PartCurves | null): PartRings {
  const given = [placement.exterior, ...placement.holes];
  if (!curves)
    return { rings: given.map((ring, i) => orientedRing(ring, i === 0)), circles: [], corners: [] };
  const paths = [curves.exterior, ...curves.holes];
  const rings = paths.map((path, i) =>
    orientedRing(toRing(pathPoints(path, true, FINE, TOLERANCE.weld)), i === 0),
  );
  if (paths.length !== given.length || !rings.every((ring, i) => sameOutline(ring, given[i]!)))
    throw invalidInput(["options", "curves", index], "are not those of the placed part");
  const all = paths.flat();
  return {
    rings,
    circles: all.flatMap((curve) => (curve.kind === "arc" ? [curve] : [])),
    corners: all.map(({ x0, y0 }) => [x0, y0]),
  };
}

function sameOutline(a: Ring, b: Ring): boolean {
  const [p, q] = [pointBounds(a), pointBounds(b)];
  const most = ASTRAY * sizeOf(q) + TOLERANCE.join;
  const sides = ["min_x", "min_y", "max_x", "max_y"] as const;
  return sides.every((side) => Math.abs(p[side] - q[side]) <= most) && sameArea(signedArea(a), b);
}

/** Bounds alone would let a circle pass for the diamond that was nested in its place. */
function sameArea(area: number, ring: Ring): boolean {
  const other = Math.abs(signedArea(ring));
  const slack = ASTRAY * other + 4 * TOLERANCE.join * sizeOf(pointBounds(ring));
  return Math.abs(Math.abs(area) - other) <= slack;
}

function sizeOf({ min_x, min_y, max_x, max_y }: Bounds): number {
  return Math.max(max_x - min_x, max_y - min_y);
}
