/**
 * Clouds around what a revision has changed: closed rows of small arcs, all bent outwards. A part may have such a rim.
 * A cloud has a triangle with the revision in it beside it, or it crosses an outline.
 */
import type { Point } from "../../../base/contract/values/geometry.ts";
import { boundsAround, boundsAt, holds, widened } from "../../../base/geometry/box.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";
import { awayFromSides } from "../basis/plane.ts";
import type { Contours } from "../curves/contours.ts";
import { MOST_PAIRS, type Shown, type Straights } from "./shown/shown.ts";
import { deltasOf } from "./signs/signs.ts";

/**
 * Arcs of a cloud: how many at least, and the least and the greatest turn of each, and how many times as
 * long as the shortest chord the longest is.
 */
const ARCS = { least: 10, turn: [1.4, 3.6], chords: 3.5 } as const;
/** Letters that a triangle beside it lies away at most. */
const DELTA = 4;

/** Adds the numbers of clouds, and of the triangles beside them, to those of aids. */
export function findClouds(shown: Shown, aids: Set<number>): void {
  const { contours } = shown;
  const clouds = contours.numbers(true).flatMap((number) => cloudOf(contours, number) ?? []);
  if (clouds.length === 0 || clouds.length * contours.count > MOST_PAIRS) return;
  const deltas = deltasOf(shown);
  for (const cloud of clouds) {
    const beside = deltas.flatMap(({ polygon, text }) => {
      const room = widened(cloud.box, DELTA * text.height);
      return polygon.corners.some((corner) => holds(room, ...corner)) ? [polygon] : [];
    });
    if (beside.length === 0 && !crosses(contours, cloud)) continue;
    for (const { number } of [cloud, ...beside]) aids.add(number);
  }
}

/** The corners between arcs that are all bent outwards, each about as long as the others. */
function cloudOf(contours: Contours, number: number): Straights | null {
  if (contours.size(number) < ARCS.least) return null;
  const corners: Point[] = [];
  let [turn, twice, least, most] = [0, 0, Infinity, 0];
  for (const curve of contours.curvesOf(number)) {
    if (curve.kind !== "arc") return null;
    const { x0, y0, x1, y1, sweep } = curve;
    const own = Math.abs(sweep);
    if (own < ARCS.turn[0] || own > ARCS.turn[1] || turn * sweep < 0) return null;
    const chord = hypot(x1 - x0, y1 - y0);
    [least, most] = [Math.min(least, chord), Math.max(most, chord)];
    if (most > ARCS.chords * least) return null;
    turn += sweep;
    twice += x0 * y1 - x1 * y0;
    corners.push([x0, y0]);
  }
  const box = boundsAround(corners.map(boundsAt));
  // Arcs of a smooth outline turn once in all.
  return turn * twice > 0 && Math.abs(turn) > 3 * Math.PI ? { number, corners, box } : null;
}

/** Whether a contour lies on both sides of the rim. */
function crosses(contours: Contours, { number, corners }: Straights): boolean {
  const sides = new Map<number, number>();
  let found = false;
  contours.forCurves((id, contour) => {
    if (contour === number || !contours.isClosed(contour)) return;
    const { x0, y0 } = contours.table.ends(id);
    const side = Math.sign(awayFromSides(corners, [x0, y0]));
    found ||= (sides.get(contour) ?? side) !== side;
    sides.set(contour, side);
  });
  return found;
}
