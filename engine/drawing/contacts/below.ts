/** Where does a vertical line cross a curve, and which way does the curve run there? */
import type { Point } from "../../contract/values/geometry.ts";
import type { Shape } from "./meet.ts";
import { fractionAt } from "./pieces.ts";

/** The fraction, how high it is, and whether the curve runs to the right there: what is above it lies to its left then. */
export type Crossing = (t: number, y: number, rightwards: boolean) => void;

/** Ends on the line count as if it passed a hair to the right of them. */
export function crossVertical({ curve, chords }: Shape, x: number, found: Crossing): void {
  if (curve.kind === "arc") {
    const { cx, cy, radius, sweep } = curve;
    const cosine = (x - cx) / radius;
    if (Math.abs(cosine) >= 1) return;
    const angle = Math.acos(cosine);
    for (const at of [angle, -angle]) {
      const t = fractionAt(curve, at);
      if (t >= 0 && t <= 1) found(t, cy + radius * Math.sin(at), at < 0 === sweep > 0);
    }
    return;
  }
  if (!chords) crossLine(curve.x0, curve.y0, curve.x1, curve.y1, x, found);
  for (let at = 0; chords && at + 3 < chords.length; at += 3) {
    const [from, to] = [chords[at]!, chords[at + 3]!];
    crossLine(chords[at + 1]!, chords[at + 2]!, chords[at + 4]!, chords[at + 5]!, x, (share, y, rightwards) =>
      found(from + share * (to - from), y, rightwards),
    );
  }
}

/** The same of a straight line. */
function crossLine(x0: number, y0: number, x1: number, y1: number, x: number, found: Crossing): void {
  if (x0 <= x === x1 <= x) return;
  const share = (x - x0) / (x1 - x0);
  found(share, y0 + share * (y1 - y0), x1 > x0);
}

/** Whether so many curves, which close, go around a place, by even-odd. */
export function goAround(count: number, shapeOf: (curve: number) => Shape, [x, y]: Point): boolean {
  let odd = false;
  const pass = (_: number, height: number) => {
    if (height <= y) odd = !odd;
  };
  for (let curve = 0; curve < count; curve++) crossVertical(shapeOf(curve), x, pass);
  return odd;
}
