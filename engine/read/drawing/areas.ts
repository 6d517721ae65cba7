/**
 * Which filled areas are cut? Those that lines do not draw already, of a drawing whose lines make no parts that remain beside
 * them: only dimensions, a frame, the edges of their holes. Beside other parts an area is a sign, or tells of a material.
 */
import type { Bounds } from "../../base/contract/values/geometry.ts";
import { boundsAround, lies, roomAt, widened } from "../../base/geometry/box.ts";
import type { Arranged } from "./arrangement/arrange.ts";
import type { Findings } from "./basis/drawing-findings.ts";
import { makeFinder } from "./basis/finder.ts";
import { curveChords, nearestOn } from "./contacts/pieces.ts";
import { type Contours, DrawnContours } from "./curves/contours.ts";
import { type Curve, curveAt } from "./curves/curves.ts";
import { pathBounds } from "./curves/outline.ts";
import type { Tolerances } from "./tolerances.ts";

/** One of them: its type, and numbers of what bounds it. */
export interface Area {
  subject: string;
  layer: string;
  handle: string | undefined;
  contours: number[];
}

/** Filled areas, and what bounds them. */
export interface Areas {
  drawn: DrawnContours;
  list: Area[];
}

interface ReadAreas {
  arranged: Arranged;
  tolerances: Tolerances;
  findings: Findings;
}

/** Reads lines alone or, where areas are cut, what bounds those with them. */
export function readWithAreas<Got extends ReadAreas>(
  { drawn: lines, areas }: { drawn: DrawnContours; areas?: Areas },
  read: (drawn: DrawnContours) => Got,
): Got {
  const alone = read(lines);
  if (!areas || areas.list.length === 0) return alone;
  const { drawn, list } = areas;
  const { arranged, findings, tolerances } = alone;
  const curvesOf = ({ contours }: Area) => contours.flatMap((number) => drawn.curvesOf(number));
  const isDrawn = liesOn(lines, lines.numbers(), tolerances.kerf, drawn.bounds());
  const free = new Set(list.filter((area) => !curvesOf(area).every(isDrawn)));
  if (free.size > 0 && mayBeTheParts(arranged, areas)) {
    const whole = read(together(lines, drawn));
    if (lines.count === 0 || areTheParts(whole, arranged)) {
      for (const { layer, handle } of list) whole.findings.note("hatch-boundaries", { layer, handle });
      return whole;
    }
  }
  for (const area of list) {
    const { subject, layer, handle, contours } = area;
    const at = drawn.startOf(contours[0]!);
    // An area whose lines are drawn already is no loss.
    const code = free.has(area) ? "entities-skipped" : "aids-skipped";
    findings.note(code, { subject, layer, handle, at });
  }
  return alone;
}

/** Whether each part that lines make alone lies in an area, as holes do, or around all, as frames do: reading anew takes long. */
function mayBeTheParts({ contours, parts }: Arranged, { drawn, list }: Areas): boolean {
  const boxes = list.map((area) => boundsAround(area.contours.map((number) => drawn.boundsOf(number))));
  const boxesAt = makeFinder(boxes, (box) => box);
  const all = boundsAround(boxes);
  return parts.every(({ exterior }) => {
    const part = contours.boundsOf(exterior);
    return lies(all, part) || boxesAt(part).some((box) => lies(part, box));
  });
}

/** Whether no part that lines make alone remains one beside areas: it is a hole in them, or belongs to a frame. */
function areTheParts({ arranged, tolerances, findings }: ReadAreas, { contours, parts }: Arranged): boolean {
  const lieOn = (rings: number[]) => {
    const isOn = liesOn(arranged.contours, rings, tolerances.kerf);
    return ({ exterior }: { exterior: number }) => contours.curvesOf(exterior).some(isOn);
  };
  const isPart = lieOn(arranged.parts.map(({ exterior }) => exterior));
  const isHole = lieOn(arranged.parts.flatMap(({ holes }) => holes));
  const isGone = (part: { exterior: number }) => isHole(part) || findings.has("drawing-frame");
  return arranged.parts.length > 0 && parts.every((part) => !isPart(part) && isGone(part));
}

function together(...lists: DrawnContours[]): DrawnContours {
  const all = new DrawnContours();
  for (const list of lists) {
    all.retraced += list.retraced;
    for (let i = 0; i < list.count; i++)
      all.draw({ closed: list.isClosed(i), curves: list.curvesOf(i) }, list.marks(i));
  }
  return all;
}

/** Places on a curve that are looked at, as shares: where gaps are, and none of the even ones at which axes meet rounds. */
const PLACES = [0, 0.12, 0.43, 0.79];

/** Makes the test whether a curve lies on some contours, which may be cut into other pieces. */
function liesOn(
  contours: Contours,
  numbers: readonly number[],
  within: number,
  room?: Bounds,
): (curve: Curve) => boolean {
  const near = makeFinder(numbers, (number) => contours.boundsOf(number));
  const shapes = (room ? near(widened(room, within)) : numbers).flatMap((number) =>
    contours.curvesOf(number).map((curve) => ({ curve, chords: curveChords(curve, within / 8) })),
  );
  const shapesAt = makeFinder(shapes, ({ curve }) => pathBounds([curve]));
  return (curve) =>
    PLACES.every((share) => {
      const at = curveAt(curve, share);
      return shapesAt(roomAt(at, within)).some(
        (other) => nearestOn(other.curve, other.chords, ...at).distance <= within,
      );
    });
}
