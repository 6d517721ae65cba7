/**
 * Which rectangles may be views of a part from its side? They are thin and empty, go exactly from one of its ends to the
 * other, and lie beside it in a drawing that has sizes. Strips of a cut list are more.
 */
import { saysNumber } from "../aids/dimensions.ts";
import { type Aside, doubtOf, type Written } from "../aids/written.ts";
import { areaOf, boundsAround, lengthsOf, lies, widened } from "../basis/bounds.ts";
import { finderOf } from "../basis/finder.ts";
import { byKey } from "../basis/groups.ts";
import type { Outlines } from "../outlines/outlines.ts";

/** How wide they are at most, as a share of their length, and how many a part has; more outlines than that are a nest. */
const VIEW = { thin: 0.35, most: 2, outlines: 200 };

export function findViews({ contours }: Outlines, { texts }: Written, weld: number): Aside[] {
  const closed = contours.numbers(true);
  if (closed.length < 2 || closed.length > VIEW.outlines || !texts.some(saysNumber)) return [];
  const near = 10 * weld;
  const boxOf = (number: number) => contours.boundsOf(number);
  const closedIn = finderOf(closed, boxOf);
  const isAlone = (number: number) => closedIn(boxOf(number)).length === 1;
  const isThin = (number: number) => {
    const [width, length] = lengthsOf(boxOf(number));
    return contours.size(number) === 4 && width <= VIEW.thin * length;
  };
  const partOf = (view: number) => {
    const [own, side] = [boxOf(view), lengthsOf(boxOf(view))[1]];
    return closed.find((part) => {
      const box = boxOf(part);
      const whole = lengthsOf(boundsAround([own, box]));
      // In line with it, all that is beside each other is no longer across than it.
      const isInLine = whole.some((length) => Math.abs(length - side) <= near);
      const isAsLong = lengthsOf(box).some((length) => Math.abs(length - side) <= near);
      return isInLine && isAsLong && areaOf(box) > areaOf(own) && !lies(own, widened(box, near));
    });
  };
  const views = closed.filter((number) => isThin(number) && isAlone(number));
  const found = [...byKey(views, (view) => partOf(view) ?? -1)].flatMap(([part, own]) =>
    part < 0 || own.length > VIEW.most ? [] : own,
  );
  return doubtOf(contours, "view", found);
}
