/** Where does a vertical line cross a curve, and which way does the curve run there? */
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
  const list = chords ?? [0, curve.x0, curve.y0, 1, curve.x1, curve.y1];
  for (let at = 0; at + 3 < list.length; at += 3) {
    const [x0, x1] = [list[at + 1]!, list[at + 4]!];
    if (x0 <= x === x1 <= x) continue;
    const share = (x - x0) / (x1 - x0);
    const [t, y] = [list[at]!, list[at + 2]!];
    found(t + share * (list[at + 3]! - t), y + share * (list[at + 5]! - y), x1 > x0);
  }
}
