/** Where is a curve lowest, what of it is nearest below a place, and on which side does the place lie? */
import { type Curve, curveAt } from "../curves/curves.ts";
import { type Chords, fractionAt, type Nearest } from "./pieces.ts";

/** Steps in which the lowest place of a free curve is sought. */
const LOW_STEPS = 32;

/** The lowest place of a curve, of equally low ones the leftmost, and its fraction where it is an end. */
export function lowestOf(curve: Curve): [x: number, y: number, t: number] {
  const { x0, y0, x1, y1 } = curve;
  let best: [number, number, number] = y0 < y1 || (y0 === y1 && x0 <= x1) ? [x0, y0, 0] : [x1, y1, 1];
  const offer = (x: number, y: number, t: number) => {
    if (y < best[1] || (y === best[1] && x < best[0])) best = [x, y, t];
  };
  if (curve.kind === "arc" || curve.kind === "ellipse") {
    const low = curve.kind === "arc" ? -Math.PI / 2 : Math.atan2(-curve.vy, -curve.uy);
    const t = fractionAt(curve, low);
    if (t > 0 && t < 1) offer(...curveAt(curve, t), t);
  } else if (curve.kind !== "line") {
    for (let i = 1; i < LOW_STEPS; i++) offer(...curveAt(curve, i / LOW_STEPS), i / LOW_STEPS);
  }
  return best;
}

/** The nearest place of what of a curve lies no higher than the asking place. */
export function nearestBelow(curve: Curve, chords: Chords | null, x: number, y: number): Nearest | null {
  if (curve.kind === "arc") return nearestBelowOnArc(curve, x, y);
  const list = chords ?? [0, curve.x0, curve.y0, 1, curve.x1, curve.y1];
  let best: Nearest | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at + 3 < list.length; at += 3) {
    const y0 = list[at + 2]!;
    const y1 = list[at + 5]!;
    if (Math.min(y0, y1) > y) continue;
    const [t0, x0, t1] = [list[at]!, list[at + 1]!, list[at + 3]!];
    const dx = list[at + 4]! - x0;
    const dy = y1 - y0;
    let u = Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy || 1)));
    if (y0 + u * dy > y) u = Math.min(1, Math.max(0, (y - y0) / dy));
    const [px, py] = [x0 + u * dx - x, y0 + u * dy - y];
    const square = px * px + py * py;
    if (square < least) {
      least = square;
      best = { t: t0 + u * (t1 - t0), distance: Math.sqrt(square) };
    }
  }
  return best;
}

function nearestBelowOnArc(curve: Curve & { kind: "arc" }, x: number, y: number): Nearest | null {
  const { cx, cy, radius } = curve;
  let best: Nearest | null = null;
  const offer = (t: number) => {
    if (t < 0 || t > 1) return;
    const [px, py] = t === 0 ? [curve.x0, curve.y0] : t === 1 ? [curve.x1, curve.y1] : curveAt(curve, t);
    const distance = Math.hypot(px - x, py - y);
    if (py <= y + 1e-12 * radius && (!best || distance < best.distance)) best = { t, distance };
  };
  offer(fractionAt(curve, Math.atan2(y - cy, x - cx)));
  offer(0);
  offer(1);
  const sine = (y - cy) / radius;
  if (Math.abs(sine) <= 1) {
    offer(fractionAt(curve, Math.asin(sine)));
    offer(fractionAt(curve, Math.PI - Math.asin(sine)));
  }
  return best;
}

/** Fractions to either side tell which way a curve runs. */
const STEP = 1e-4;

/** Whether a place beside a curve at a fraction lies to the left of its way. */
export function isLeft(curve: Curve, t: number, x: number, y: number): boolean {
  if (curve.kind === "arc") return Math.hypot(x - curve.cx, y - curve.cy) < curve.radius === curve.sweep > 0;
  const [from, to] = [Math.max(0, t - STEP), Math.min(1, t + STEP)];
  const [x0, y0] = curveAt(curve, from);
  const [x1, y1] = curveAt(curve, to);
  return (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) > 0;
}
