/**
 * Which filled areas are cut? Those of a drawing whose lines make nothing but holes in them. Beside parts an area is a sign, or
 * tells of a material.
 */
import type { Bounds } from "../../base/contract/values/geometry.ts";
import { boundsAround, lies, roomAt, widened } from "../../base/geometry/box.ts";
import type { Arranged } from "./arrangement/arrange.ts";
import { Findings } from "./basis/drawing-findings.ts";
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

interface AreasInput {
  source: { drawn: DrawnContours; areas?: Areas };
  /** Lines of the drawing, with what bounds its areas where these are cut. */
  drawn: DrawnContours;
  tolerances: Tolerances;
}

/** Lines of a drawing, and what bounds its filled areas. */
export function linesWithAreas(lines: DrawnContours, areas: DrawnContours): DrawnContours {
  const all = new DrawnContours();
  for (const list of [lines, areas]) {
    all.retraced += list.retraced;
    for (let i = 0; i < list.count; i++)
      all.draw({ closed: list.isClosed(i), curves: list.curvesOf(i) }, list.marks(i));
  }
  return all;
}

/** Whether each part that lines make lies in an area that lines do not draw. */
export function areasHoldParts({
  source,
  drawn,
  arranged,
  tolerances,
}: AreasInput & { arranged: Arranged }): boolean {
  const { areas } = source;
  if (!areas) return false;
  const free = areas.list.filter(isUndrawn(areas, drawn, tolerances));
  const boxes = free.map(({ contours }) =>
    boundsAround(contours.map((number) => areas.drawn.boundsOf(number))),
  );
  const boxesAt = makeFinder(boxes, (box) => box, drawn.table.work);
  const boxOf = ({ exterior }: { exterior: number }) => arranged.contours.boundsOf(exterior);
  return (
    free.length > 0 && arranged.parts.map(boxOf).every((part) => boxesAt(part).some((box) => lies(part, box)))
  );
}

/** Makes the test whether lines leave out some of what bounds an area. */
function isUndrawn(areas: Areas, lines: DrawnContours, { kerf }: Tolerances): (area: Area) => boolean {
  const isDrawn = liesOn(lines, kerf, areas.drawn.bounds());
  return ({ contours }) => !contours.flatMap((number) => areas.drawn.curvesOf(number)).every(isDrawn);
}

/** Tells which areas are cut, and which are not: an area whose lines are drawn already is no loss. */
export function tellAreas({ source, drawn, tolerances }: AreasInput): Findings {
  const findings = new Findings();
  if (!source.areas || source.areas.list.length === 0) return findings;
  const { drawn: bounding, list } = source.areas;
  const isFree = isUndrawn(source.areas, drawn, tolerances);
  for (const area of list) {
    const { subject, layer, handle, contours } = area;
    if (drawn !== source.drawn) {
      findings.note("hatch-boundaries", { layer, handle });
      continue;
    }
    const code = isFree(area) ? "entities-skipped" : "aids-skipped";
    findings.note(code, { subject, layer, handle, at: bounding.startOf(contours[0]!) });
  }
  return findings;
}

/** Places on a curve that are looked at, as shares: where gaps are, and none of the even ones at which axes meet rounds. */
const PLACES = [0, 0.12, 0.43, 0.79];

/** Makes the test whether a curve in some room lies on contours, which may be cut into other pieces. */
function liesOn(contours: Contours, within: number, room: Bounds): (curve: Curve) => boolean {
  const { work } = contours.table;
  const near = makeFinder(contours.numbers(), (number) => contours.boundsOf(number), work);
  const shapes = near(widened(room, within)).flatMap((number) =>
    contours.curvesOf(number).map((curve) => ({ curve, chords: curveChords(curve, within / 8) })),
  );
  const shapesAt = makeFinder(shapes, ({ curve }) => pathBounds([curve]), work);
  return (curve) =>
    PLACES.every((share) => {
      const at = curveAt(curve, share);
      return shapesAt(roomAt(at, within)).some(
        (other) => nearestOn(other.curve, other.chords, ...at).distance <= within,
      );
    });
}
