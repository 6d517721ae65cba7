/** Circles and arcs about holes that are no cuts: pitch circles through their centres, threads, mouths of countersinks. */
import type { Point } from "../../../../base/contract/values/geometry.ts";
import { roomAt } from "../../../../base/geometry/box.ts";
import { PointGrid } from "../../basis/grid.ts";
import { between, endsOf, halfway } from "../../basis/plane.ts";
import type { Contours } from "../../curves/contours.ts";
import type { Arc } from "../../curves/curves.ts";
import { foldName } from "../../roles/words.ts";
import { awayFrom, strokeOfArc } from "../shown/lines.ts";
import { MOST_PAIRS, type Round, type Shown } from "../shown/shown.ts";

/**
 * Of threads: how far their arc turns, give or take, and how many times as wide the wider of the two circles is; and how far
 * off its ends nothing else ends, as a share of what lies between the circles.
 */
const THREAD = { sweep: 1.5 * Math.PI, slack: Math.PI / 6, least: 1.02, most: 1.5, apart: 0.25 };

/** Of countersinks: how many times as wide as its hole a mouth is at most, and what says that there are any. */
const MOUTH = {
  most: 2.5,
  word: /\b(?:CSK|C['’.\s-]?SINK|COUNTER[\s-]?S[IU]NK|C['’.\s-]?BORE|COUNTER[\s-]?BORE|SENK|FRAISUR|SVASA|AVELLAN)|[⌵⌴]/,
};
/** How far off each other circles about one centre have theirs, as a share of the radius. */
const CONCENTRIC = 0.02;
/**
 * Of pitch circles: how many holes have their centres on it, or on one about the centre of a larger circle; how wide
 * those are at most, as a share of its radius; how far from their centres there is still material, and an arc that goes over
 * one ends, in their radii.
 */
const PITCH = { holes: 3, about: 2, width: 0.75, beyond: 1.05, over: 1.02 };
/** Sides of a polygon that nobody fits a hole or a disc into, or round, exactly. */
const POLYGON = 5;
/**
 * Of gears: how many teeth they have at least, and how far off the middle of all of it their centre is, as a share of
 * their radius.
 */
const TEETH = { least: 8, off: 0.05 };

/** Circles, and arcs of such, through the centres of holes that have material around them on either side. */
export function pitchCircles(shown: Shown, aids: Set<number>): void {
  const { contours, circles, centresIn, met, material, near } = shown;
  const meeting = circles.filter(({ number }) => met.has(number));
  const arcs = arcsOf(contours).filter(({ number }) => met.has(number));
  if (meeting.length * (meeting.length + arcs.length) > MOST_PAIRS) return;
  const pitch = ({ number, cx, cy, radius }: Round): Round[] => {
    const off = Math.max(near, CONCENTRIC * radius);
    const away = (hole: Round) => between([hole.cx, hole.cy], [cx, cy]);
    const around = centresIn(roomAt([cx, cy], radius + off));
    const on = around.filter(
      (hole) =>
        met.has(hole.number) && hole.radius <= PITCH.width * radius && Math.abs(away(hole) - radius) <= off,
    );
    const isInMaterial = (hole: Round) =>
      [1, -1].every((way) => {
        const share = 1 + (way * PITCH.beyond * hole.radius) / radius;
        return material.isAt([cx + share * (hole.cx - cx), cy + share * (hole.cy - cy)], number);
      });
    const isAbout = on.length > 0 && around.some((other) => other.radius > radius && away(other) <= off);
    const least = isAbout ? PITCH.about : PITCH.holes;
    return on.length >= least && on.every(isInMaterial) ? on : [];
  };
  for (const circle of meeting)
    if (pitch(circle).length > 0 || isOfTeeth(shown, circle) || isOfPolygon(shown, circle))
      aids.add(circle.number);
  for (const arc of arcs) {
    const stroke = strokeOfArc(arc.number, arc, true);
    const isOver = (hole: Round) =>
      awayFrom(stroke, [hole.cx, hole.cy]) <= near &&
      endsOf(arc).every((end) => between(end, [hole.cx, hole.cy]) > PITCH.over * hole.radius);
    if (pitch(arc).some(isOver)) aids.add(arc.number);
  }
}

/** Whether a circle goes in and out of a contour about its centre, as the pitch circles of gears do. */
function isOfTeeth({ contours, closedIn, met, near }: Shown, { number, cx, cy, radius }: Round): boolean {
  return closedIn(roomAt([cx, cy], near)).some((other) => {
    const { min_x, min_y, max_x, max_y } = contours.boundsOf(other);
    const off = between([(min_x + max_x) / 2, (min_y + max_y) / 2], [cx, cy]);
    if (other === number || !met.has(other) || off > TEETH.off * radius) return false;
    const beyond = contours.cornersOf(other).flatMap((corner) => {
      const away = between(corner, [cx, cy]) - radius;
      return Math.abs(away) <= near ? [] : [away > 0];
    });
    return beyond.filter((is, i) => is !== beyond.at(i - 1)).length >= 2 * TEETH.least;
  });
}

/** Whether a circle goes through all corners of a polygon, or touches all of its sides: it is drawn by it. */
function isOfPolygon({ polygonsIn, near }: Shown, { cx, cy, radius }: Round): boolean {
  return polygonsIn(roomAt([cx, cy], near)).some(({ corners }) => {
    const isAtAll = (places: readonly Point[]) =>
      places.every((place) => Math.abs(between(place, [cx, cy]) - radius) <= near);
    const middles = corners.map((corner, i) => halfway(corner, corners.at(i - 1)!));
    return corners.length >= POLYGON && (isAtAll(corners) || isAtAll(middles));
  });
}

/** Open contours that are a single arc. */
export function arcsOf(contours: Contours): (Arc & { number: number })[] {
  return contours.numbers(false).flatMap((number) => {
    const id = contours.curveId(number, 0);
    if (contours.size(number) > 1 || contours.table.isLine(id)) return [];
    const curve = contours.table.get(id);
    return curve.kind === "arc" ? [{ ...curve, number }] : [];
  });
}

/** Arcs of about three quarters of a turn round a hole, or within the rim of a bolt: the ends of a thread (ISO 6410). */
export function threads({ contours, circles, centresIn, near }: Shown, aids: Set<number>): void {
  if (circles.length === 0) return;
  const arcs = arcsOf(contours).filter(
    ({ sweep }) => Math.abs(Math.abs(sweep) - THREAD.sweep) <= THREAD.slack,
  );
  const open = contours.numbers(false);
  if (arcs.length === 0 || arcs.length * circles.length > MOST_PAIRS) return;
  const ends = new PointGrid(near, 2 * open.length);
  for (const number of open) for (const [x, y] of endsOf(contours.endsOf(number))) ends.add(x, y);
  for (const arc of arcs) {
    const around = centresIn(roomAt([arc.cx, arc.cy], CONCENTRIC * arc.radius)).find((circle) => {
      const ratio = Math.max(circle.radius, arc.radius) / Math.min(circle.radius, arc.radius);
      const off = between([circle.cx, circle.cy], [arc.cx, arc.cy]);
      return off <= CONCENTRIC * arc.radius && ratio >= THREAD.least && ratio <= THREAD.most;
    });
    if (!around) continue;
    // What goes on at an end is the outline of an eye.
    const apart = THREAD.apart * Math.abs(around.radius - arc.radius);
    let met = 0;
    for (const [x, y] of endsOf(arc)) ends.near(x, y, apart, () => ++met > 2);
    if (met === 2) aids.add(arc.number);
  }
}

/** The wider of two circles about one centre in material, where a text says that holes are countersunk. */
export function mouths({ circles, centresIn, texts, material }: Shown, aids: Set<number>): void {
  if (circles.length ** 2 > MOST_PAIRS || !texts.some(({ text }) => MOUTH.word.test(foldName(text)))) return;
  for (const { number, cx, cy, radius } of circles) {
    const isMouth = centresIn(roomAt([cx, cy], CONCENTRIC * radius)).some(
      (hole) =>
        hole.radius < radius &&
        radius <= MOUTH.most * hole.radius &&
        between([hole.cx, hole.cy], [cx, cy]) <= CONCENTRIC * radius,
    );
    if (isMouth && material.isAt([cx + PITCH.beyond * radius, cy])) aids.add(number);
  }
}
