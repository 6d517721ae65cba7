/**
 * Where does the middle of the tool run, so that the part comes out in its own size?
 *
 * The kerf is the full width of the cut: exteriors move outwards by half of it, holes inwards. The joins are round,
 * so that every point of a path is exactly half a kerf from the part. A hole that vanishes cannot be cut and is an
 * error; one that necks down into several rings is cut as several, and a slot of the exterior that closes leaves the
 * wide part of it as an inner contour. What is too narrow throughout stays in the part, and is told.
 */

import { ClipperOffset, EndType, JoinType, type Paths64 } from "clipper2-ts";
import type { ExportRequest } from "../../../base/contract/v1/export.ts";
import type { Point, Ring } from "../../../base/contract/values/geometry.ts";
import type { ErrorDetail } from "../../../base/errors.ts";
import { BoxIndex } from "../../../base/geometry/box-index.ts";
import { EqualRings } from "../../../base/geometry/copies.ts";
import { placeRing, pointBounds, signedArea } from "../../../base/geometry/ring.ts";
import { pointSegmentDistance } from "../../../base/geometry/segment.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";
import { type FittedCircle, fitArcs } from "./arcs.ts";
import { unusable } from "./check.ts";
import { PlacedContour, ToolContour } from "./contour.ts";
import { FINE, type PartCurves, type PartRings, type PathOptions, type Solid, shapeOf } from "./shape.ts";

/** How far the path may leave the true offset, in mm: where a chord cuts a join, and where a point is left out. */
interface Fineness {
  chord: number;
  slack: number;
}
/** A fifth of what the eye of a calliper sees. */
const PLAIN: Fineness = { chord: 2e-3, slack: 1e-3 };
/** For paths of which arcs are to be made. */
const CURVED: Fineness = { chord: FINE, slack: FINE / 2 };
/** How far arcs may stray from curves that are no circles, and from points in programs, in mm. */
export const FIT = 5e-3;
/** Half the digits of a double stay free for what the offset multiplies. */
const UNITS = 1e12;

/** A concave corner further from the path than a kerf, and than this in mm, is the end of a slot, no corner left round. */
const LEFT_OUT = 0.5;

/** The contours of a sheet, and the parts as they lie. */
export interface Compensated {
  contours: PlacedContour[];
  solids: Solid[];
  /** Where a slot of an outline or a hole is too narrow for the tool and stays uncut. */
  uncut: Point[];
}

/** How rings are cut that are not just gone round with the kerf of the job. */
export interface Cutting {
  /** Whether a hole is only pierced. */
  pierced: (hole: Ring) => boolean;
  /** Width of the tool that cuts an exterior (ring 0) or a hole of a placement. */
  kerfOf: (placement: number, ring: number) => number;
}

/**
 * All compensated contours of a checked request in sheet coordinates, placement by placement, exterior first. Copies of a
 * part are compensated once and moved.
 */
export function compensateKerf(
  request: ExportRequest,
  kerf: number,
  options: PathOptions = {},
  { pierced = () => false, kerfOf = () => kerf }: Partial<Cutting> = {},
): Compensated {
  const vanished: ErrorDetail[] = [];
  const copies = new EqualRings();
  const drawn = new CurveIdentity();
  const made = new Map<string, PartPaths>();
  const solids: Solid[] = [];
  const uncut: Point[] = [];
  const contours = request.placements.flatMap((placement, i) => {
    const { x, y, rotation, exterior, holes } = placement;
    const curves = options.curves?.[i] ?? null;
    const radii = [exterior, ...holes].map((_, ring) => kerfOf(i, ring) / 2);
    const key = `${rotation} ${radii.every((one) => one === radii[0]) ? radii[0] : radii} ${copies.numberOf([exterior, ...holes])} ${drawn.numberOf(curves)}`;
    const known =
      made.get(key) ?? pathsOf(shapeOf(placement, i, curves), rotation, radii, toleranceOf(options, curves));
    made.set(key, known);
    solids.push({ rings: known.rings, x, y });
    for (const [px, py] of known.uncut) uncut.push([px + x, py + y]);
    for (const j of known.closed)
      if (!pierced(holes[j]!))
        vanished.push({
          path: ["placements", i, "holes", j],
          message: `is too narrow to be cut with a kerf of ${kerfOf(i, j + 1)} mm`,
        });
    return known.outlines.map((outline) => new PlacedContour(i, outline, x, y));
  });
  if (vanished.length > 0) throw unusable(vanished);
  return { contours, solids, uncut };
}

/** How far arcs may stray from the offset's points, in mm. */
function toleranceOf({ arc_tolerance: arcTolerance }: PathOptions, curves: PartCurves | null): number {
  return arcTolerance ?? (curves ? FIT : 0);
}

interface PartPaths {
  rings: Ring[];
  outlines: ToolContour[];
  /** Holes that the kerf leaves nothing of. */
  closed: number[];
  /** Ends of slots that the tool does not get into, one for each. */
  uncut: Point[];
}

/** Which curves are the same? Copies of a part mostly share them, and else they are compared as texts. */
class CurveIdentity {
  private readonly known = new Map<PartCurves | null, number>([[null, 0]]);
  private readonly texts = new Map<string, number>();

  numberOf(curves: PartCurves | null): number {
    const found = this.known.get(curves);
    if (found !== undefined) return found;
    const text = JSON.stringify(curves);
    const number = this.texts.get(text) ?? this.texts.size + 1;
    this.texts.set(text, number);
    this.known.set(curves, number);
    return number;
  }
}

/** A part turned to its angle and compensated, not yet moved. */
function pathsOf(shape: PartRings, rotation: number, distances: number[], allowed: number): PartPaths {
  const circles = [...new Set(distances)]
    .flatMap((distance) => offsetCircles(shape, distance))
    .map(({ cx, cy, radius }) => {
      const [[px, py]] = placeRing([[cx, cy]], 0, 0, rotation) as [Point];
      return { cx: px, cy: py, radius };
    });
  const arcTolerance = Math.max(0, allowed - CURVED.chord - CURVED.slack);
  const paths = offsetPart(shape, distances, allowed > 0 ? CURVED : PLAIN);
  return {
    rings: shape.rings.map((ring) => placeRing(ring, 0, 0, rotation)),
    outlines: paths.map(({ hole, inner, ring: own }) => {
      const ring = placeRing(own, 0, 0, rotation);
      return new ToolContour(hole, inner, ring, fitArcs(ring, circles, arcTolerance));
    }),
    closed: [...shape.rings.slice(1).keys()].filter((j) => !paths.some(({ hole }) => hole === j)),
    uncut: placeRing(uncutEnds(shape, paths, distances), 0, 0, rotation),
  };
}

/** The ends of what is too narrow for the tool: concave corners far from every path, those in a row as one. */
function uncutEnds({ rings }: PartRings, paths: PartContour[], distances: number[]): Point[] {
  return rings.flatMap((ring, i) => {
    const distance = distances[i]!;
    if (distance === 0) return [];
    const limit = distance + Math.max(2 * distance, LEFT_OUT);
    const concave = ring.flatMap((_, k) => (isConcave(ring, k) ? [k] : []));
    const own = paths.filter(({ hole }) => hole === (i === 0 ? null : i - 1));
    if (concave.length === 0 || own.length === 0) return [];
    const isNear = nearTo(own.map((path) => path.ring));
    const far = concave.filter((k) => !isNear(ring[k]!, limit));
    const begins = far.filter((k, f) => {
      const between = far.at(f - 1)! + 1;
      const count = (k - between + ring.length) % ring.length;
      return Array.from({ length: count }, (_, n) => ring[(between + n) % ring.length]!).some((point) =>
        isNear(point, limit),
      );
    });
    return (begins.length > 0 ? begins : far.slice(0, 1)).map((k) => ring[k]!);
  });
}

/** Whether the material, which lies on the left, goes round this corner. */
function isConcave(ring: Ring, k: number): boolean {
  const [ax, ay] = ring.at(k - 1)!;
  const [bx, by] = ring[k]!;
  const [cx, cy] = ring[(k + 1) % ring.length]!;
  return (bx - ax) * (cy - by) - (by - ay) * (cx - bx) < 0;
}

/** Whether any of the rings comes this near to a point. */
function nearTo(rings: Ring[]): (point: Point, reach: number) => boolean {
  const edges = rings.flatMap((ring) => ring.map((a, i) => [...a, ...ring[(i + 1) % ring.length]!] as const));
  const index = new BoxIndex(edges);
  return ([x, y], reach) =>
    index.near([x, y, x, y], reach).some((i) => pointSegmentDistance(x, y, ...edges[i]!) <= reach);
}

/** Arcs run at both distances from their circle, as no one knows here on which side the material is. */
function offsetCircles({ circles, corners }: PartRings, distance: number): FittedCircle[] {
  if (distance === 0) return circles;
  const beside = circles.flatMap(({ cx, cy, radius }) => [
    { cx, cy, radius: radius + distance },
    { cx, cy, radius: Math.abs(radius - distance) },
  ]);
  return [...beside, ...corners.map(([cx, cy]) => ({ cx, cy, radius: distance }))];
}

type PartContour = Pick<ToolContour, "hole" | "inner" | "ring">;

/**
 * The contours of one part in its own frame, each ring moved by its distance away from the material. Exterior and holes go apart,
 * which is the same for every part whose holes lie within it, and keeps a misplaced hole from turning the sign over.
 */
function offsetPart({ rings }: PartRings, distances: number[], fineness: Fineness): PartContour[] {
  if (distances.every((distance) => distance === 0))
    return rings.map((ring, i) => ({ hole: i === 0 ? null : i - 1, inner: i > 0, ring }));
  const [exterior, ...holes] = rings as [Ring, ...Ring[]];
  const grown = inflate([exterior], distances[0]!, fineness);
  // The largest ring is the outside; where an outline crosses itself, even its sense is anyone's guess.
  const [largest] = grown.toSorted((a, b) => Math.abs(signedArea(b)) - Math.abs(signedArea(a))) as [Ring];
  const isReversed = signedArea(largest) < 0;
  const outer = grown
    .map((ring) => (isReversed ? ring.reverse() : ring))
    .map((ring) => ({ hole: null, inner: signedArea(ring) < 0, ring }))
    .sort((a, b) => Number(a.inner) - Number(b.inner));
  const inner = holes.flatMap((hole, i) =>
    inflate([hole.toReversed()], -distances[i + 1]!, fineness)
      .filter((ring) => signedArea(ring) > 0)
      .map((ring) => ({ hole: i, inner: true, ring: ring.reverse() })),
  );
  return [...outer, ...inner];
}

/**
 * Grows the area of a ring by a distance, less at the most `chord` at its corners; the ring may run either way. Gives the
 * rings of the grown area.
 */
export function grow(ring: Ring, distance: number, chord = PLAIN.chord): Ring[] {
  return inflate([signedArea(ring) < 0 ? ring.toReversed() : ring], distance, { ...PLAIN, chord });
}

/** Rings shrunk together: outlines counter-clockwise, islands clockwise. */
export function shrink(rings: Ring[], distance: number): Ring[] {
  return inflate(rings, -distance, PLAIN);
}

/**
 * Grows rings together by a distance, or shrinks them by a negative one: outlines counter-clockwise, islands clockwise.
 * Coordinates become integers about the corner of their box; the scale is a power of ten, so that decimals stay what they are,
 * and as large as the size allows, so that a watch wheel is as exact as a ship's plate.
 */
function inflate(rings: Ring[], distance: number, { chord, slack }: Fineness): Ring[] {
  const { min_x: ox, min_y: oy, max_x, max_y } = pointBounds(rings.flat());
  const reach = Math.abs(distance);
  const most = UNITS / (Math.max(max_x - ox, max_y - oy) + 2 * reach);
  let scale = 1;
  while (10 * scale <= most) scale *= 10;
  const offset = new ClipperOffset(2, Math.max(Math.min(chord, reach / 50), reach * 1e-5) * scale);
  const paths = rings.map((ring) =>
    ring.map(([x, y]) => ({ x: Math.round((x - ox) * scale), y: Math.round((y - oy) * scale) })),
  );
  offset.addPaths(paths, JoinType.Round, EndType.Polygon);
  const grown: Paths64 = [];
  offset.execute(distance * scale, grown);
  return grown
    .map((moved) => moved.map(({ x, y }): Point => [x / scale + ox, y / scale + oy]))
    .map((moved) => spaceOut(moved, Math.min(slack, reach / 100)))
    .filter((moved) => moved.length >= 3);
}

/** Leaves out points this near to the one before: an offset puts two at every corner, however blunt. */
function spaceOut(ring: Ring, least: number): Ring {
  const kept: Ring = [];
  let [px, py] = ring.at(-1)!;
  for (const [x, y] of ring) {
    if (hypot(x - px, y - py) <= least) continue;
    kept.push([x, y]);
    [px, py] = [x, y];
  }
  return kept;
}
