/** Lines from centre to centre of circles and slots. */
import type { Point } from "../../../../base/contract/values/geometry.ts";
import { roomAt } from "../../../../base/geometry/box.ts";
import { between, endsOf } from "../../basis/plane.ts";
import { MOST_PAIRS, type Shown } from "../shown/shown.ts";

/** Curves of a slot. */
const SLOT = 4;

/** Whether a place is the centre of an arc of a slot. */
function isOfSlot({ contours, closedIn, near }: Shown, place: Point): boolean {
  return closedIn(roomAt(place, near)).some((number) => {
    if (contours.size(number) !== SLOT) return false;
    return contours
      .curvesOf(number)
      .some((curve) => curve.kind === "arc" && between([curve.cx, curve.cy], place) <= near);
  });
}

/**
 * Lines from the centres of circles to those of others, as of the ends of slots. What goes on from there to another place is a
 * slit with holes at its bends.
 */
export function linesBetween(shown: Shown, aids: Set<number>): void {
  const { circles, lines, centresIn, endingAt, near } = shown;
  if (circles.length * lines.length > MOST_PAIRS) return;
  const isCentre = (end: Point) => centresIn(roomAt(end, near)).length > 0 || isOfSlot(shown, end);
  const off = new Set<number>();
  for (const line of lines) if (line.chord || !endsOf(line).every(isCentre)) off.add(line.number);
  const left = lines.filter(({ number }) => !off.has(number));
  const meetsOther = (end: Point) => endingAt(end).some(({ number }) => off.has(number) && !aids.has(number));
  const going = new Set(left.filter((line) => endsOf(line).some(meetsOther)));
  for (const line of going)
    for (const next of endsOf(line).flatMap((end) => endingAt(end)))
      if (!off.has(next.number)) going.add(next);
  for (const { number } of going) off.add(number);
  for (const { number } of left) if (!off.has(number)) aids.add(number);
}
