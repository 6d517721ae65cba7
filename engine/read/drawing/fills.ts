/**
 * Which areas are engraved? Where strokes alone make parts, what is filled and has no stroke is a picture or a word on them
 * or beside them, as laser cutters take it. Not where areas that look like it hold strokes, and so are plates, nor where all
 * of those are convex, as holes are: programs of lasers would engrave these, so they are told.
 */
import type { Bounds } from "../../base/contract/values/geometry.ts";
import { lies } from "../../base/geometry/box.ts";
import { hypot } from "../../base/geometry/trig/hypot.ts";
import { Findings } from "./basis/drawing-findings.ts";
import { makeFinder } from "./basis/finder.ts";
import type { DrawnContours } from "./curves/contours.ts";
import { curveAt } from "./curves/curves.ts";
import type { SortedCurves } from "./roles/sort.ts";

/** The line type of what has no line. */
export const FILL = "FILL";
/** White areas are holes to every eye. */
const WHITE = 0xffffff;

interface FillInput extends SortedCurves {
  /** Arranges what is cut. */
  arrange(): { arranged: { parts: readonly unknown[] } };
}

/** Takes fills from what is cut, where strokes alone make parts. */
export function engraveFills(reading: FillInput): Findings {
  const findings = new Findings();
  const { drawn, sorted, roles } = reading;
  const whole = sorted.cut;
  const isFill = drawn.allMarks.map((marks) => marks.lineType === FILL && !roles.isSaid(marks));
  if (!isFill.includes(true)) return findings;
  const strokes = whole.filter((number) => drawn.marks(number).lineType !== FILL);
  if (strokes.length === 0) return findings;
  const fills = whole.filter((number) => isFill[drawn.look(number)]);
  const kinds = kindsOfFills(drawn, fills, strokes);
  const isPicture = (number: number) => kinds.get(drawn.look(number)) === "picture";
  const engraved = fills.filter(isPicture);
  const holes = fills.filter(
    (number) => kinds.get(drawn.look(number)) === "hole" && drawn.colour(number) !== WHITE,
  );
  if (engraved.length + holes.length === 0) return findings;
  sorted.cut = strokes;
  const partsOfStrokes = reading.arrange().arranged.parts.length;
  sorted.cut = whole;
  if (partsOfStrokes === 0) return findings;
  for (const number of holes)
    findings.note("fills-cut", { ...drawn.placeOf(number), length: drawn.length(number) });
  if (engraved.length === 0) return findings;
  sorted.cut = whole.filter((number) => !isPicture(number));
  for (const number of engraved) {
    findings.note("fills-engraved", { ...drawn.placeOf(number), length: drawn.length(number) });
    sorted.engrave.push(number);
  }
  return findings;
}

type FillKind = "plate" | "picture" | "hole";

/** Kinds of fills, by look: plates hold strokes, holes are convex, all else are pictures. */
function kindsOfFills(
  drawn: DrawnContours,
  fills: readonly number[],
  strokes: readonly number[],
): Map<number, FillKind> {
  const boxOf = (number: number) => drawn.boundsOf(number);
  const strokesIn = makeFinder(strokes.map(boxOf), (box) => box, drawn.table.work);
  const kinds = new Map<number, FillKind>();
  for (const number of fills) {
    const look = drawn.look(number);
    if (kinds.get(look) === "plate") continue;
    const box = boxOf(number);
    const holds = (stroke: Bounds) => lies(stroke, box) && !lies(box, stroke);
    if (strokesIn(box).some(holds)) kinds.set(look, "plate");
    else if (kinds.get(look) !== "picture") kinds.set(look, isConvex(drawn, number) ? "hole" : "picture");
  }
  return kinds;
}

/** Sine of an angle that is straight. */
const STRAIGHT = 1e-3;

/** As far as a few points of each curve tell. */
function isConvex(drawn: DrawnContours, number: number): boolean {
  const points = drawn
    .curvesOf(number)
    .flatMap((curve) => (curve.kind === "line" ? [0] : [0, 0.25, 0.5, 0.75]).map((t) => curveAt(curve, t)));
  const turns = points.map(([x, y], i) => {
    const [[px, py], [qx, qy]] = [points.at(i - 1)!, points[(i + 1) % points.length]!];
    const size = hypot(x - px, y - py) * hypot(qx - x, qy - y);
    return ((x - px) * (qy - y) - (y - py) * (qx - x)) / (size || 1);
  });
  return turns.every((turn) => turn > -STRAIGHT) || turns.every((turn) => turn < STRAIGHT);
}
