/**
 * Do the parts of a sheet leave each other whole? Outlines that overlap, and holes that are not holes, cannot be cut;
 * outlines nearer than the kerf can, but each loses what the other's cut takes, so whoever asks is told.
 */

import type { ExportPlacement, ExportRequest } from "../../../base/contract/v1/export.ts";
import type { Point, Ring } from "../../../base/contract/values/geometry.ts";
import type { ErrorDetail } from "../../../base/errors.ts";
import { boxRing } from "../../../base/geometry/box.ts";
import { BoxIndex, type Corners } from "../../../base/geometry/box-index.ts";
import { EqualRings } from "../../../base/geometry/copies.ts";
import { isDoubtful } from "../../../base/geometry/crossing.ts";
import { openRing, pointBounds } from "../../../base/geometry/ring.ts";
import { outlineDistance, overlapping } from "../../../verify/nest/gap.ts";
import { JudgedShape, type PlacedShape, placeShape } from "../../../verify/nest/shape.ts";
import { checkExport, unusable } from "./check.ts";
import { type Compensated, type Cutting, compensateKerf } from "./kerf.ts";
import type { PathOptions } from "./shape.ts";

/** Outlines may share this much depth: what drawings and their rounding leave, in mm. */
const SHARED = 0.02;
/** Gaps may be this much smaller than the kerf, in mm. */
const SHORT = 5e-3;

export interface NearPair {
  parts: [number, number];
  gap: number;
  at: Point;
}

/** The contours of a sheet with what was noticed about its parts. */
export interface SheetContours extends Compensated {
  /** Parts nearer to each other than the kerf. */
  near: NearPair[];
  /** How many parts have an outline that crosses itself or is thinner than a hair. */
  crossed: number;
}

/** Checked and compensated. Throws INVALID_INPUT for what cannot be cut; holes that are only pierced are not gone round. */
export function placeContours(
  request: ExportRequest,
  kerf: number,
  options: PathOptions,
  cutting: Partial<Cutting> = {},
): SheetContours {
  checkExport(request);
  const { wrong, near, crossed } = compareOutlines(request, kerf);
  if (wrong.length > 0) throw unusable(wrong.slice(0, 20));
  return { ...compensateKerf(request, kerf, options, cutting), near, crossed };
}

/** Finds parts that overlap, and parts that are nearer to each other than the kerf. */
function compareOutlines({ placements }: ExportRequest, kerf: number) {
  const wrong: ErrorDetail[] = [];
  const near: NearPair[] = [];
  const shapes = new Map<string, JudgedShape>();
  const checked = new Map<number, boolean>();
  const copies = new EqualRings();
  let crossed = 0;
  const placed = placements.map((placement, i) => {
    const { exterior, holes, x, y, rotation } = placement;
    const rings = copies.numberOf([exterior, ...holes]);
    const key = `${rotation} ${rings}`;
    const shape = shapes.get(key) ?? new JudgedShape({ exterior, holes }, rotation);
    shapes.set(key, shape);
    if (!checked.has(rings)) wrong.push(...wrongHoles(placement, i));
    const crosses = checked.get(rings) ?? [exterior, ...holes].some((ring) => isDoubtful(openRing(ring)));
    checked.set(rings, crosses);
    if (crosses) crossed++;
    return placeShape(shape, x, y);
  });
  for (const [a, b] of neighbours(placed, kerf)) {
    const [p, q] = [placed[a]!, placed[b]!];
    const limit = Math.max(kerf, 3 * SHARED);
    const gap = outlineDistance(p, q, limit);
    if (overlapping(p, q, gap, SHARED))
      wrong.push({ path: ["placements", b], message: `overlaps placements.${a}` });
    else if (gap < kerf - SHORT) near.push({ parts: [a, b], gap, at: [p.box.minX, p.box.minY] });
  }
  return { wrong, near, crossed };
}

/** Pairs whose boxes come nearer to each other than the kerf, each once. */
function neighbours(placed: PlacedShape[], kerf: number): [number, number][] {
  const boxes = placed.map(({ box }): Corners => [box.minX, box.minY, box.maxX, box.maxY]);
  const index = new BoxIndex(boxes);
  return boxes.flatMap((box, b) =>
    index
      .near(box, kerf)
      .filter((a) => a < b)
      .sort((a, c) => a - c)
      .map((a): [number, number] => [a, b]),
  );
}

function wrongHoles({ exterior, holes }: ExportPlacement, placement: number): ErrorDetail[] {
  if (holes.length === 0) return [];
  const around = placeShape(
    new JudgedShape({ exterior: frameAround([exterior, ...holes]), holes: [exterior] }, 0),
    0,
    0,
  );
  const solid = holes.map((hole) => placeShape(new JudgedShape({ exterior: hole, holes: [] }, 0), 0, 0));
  const overlap = (p: PlacedShape, q: PlacedShape) =>
    overlapping(p, q, outlineDistance(p, q, 3 * SHARED), SHARED);
  return solid.flatMap((hole, j): ErrorDetail[] => {
    const path = ["placements", placement, "holes", j];
    if (overlap(hole, around)) return [{ path, message: "is not inside its exterior" }];
    const other = solid.findIndex((earlier, k) => k < j && meet(earlier, hole) && overlap(earlier, hole));
    return other < 0 ? [] : [{ path, message: `overlaps placements.${placement}.holes.${other}` }];
  });
}

function meet({ box: a }: PlacedShape, { box: b }: PlacedShape): boolean {
  return a.minX <= b.maxX && b.minX <= a.maxX && a.minY <= b.maxY && b.minY <= a.maxY;
}

/** A rectangle well outside of all rings. */
function frameAround(rings: Ring[]): Ring {
  const { min_x, min_y, max_x, max_y } = pointBounds(rings.flat());
  const room = 1 + max_x - min_x + max_y - min_y;
  return boxRing(min_x - room, min_y - room, max_x + room, max_y + room);
}
