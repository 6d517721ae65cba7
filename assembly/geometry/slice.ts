/**
 * Where may a segment not slide? Segment a moves along one axis (call it v) while its other coordinate (u) stays;
 * all shifts that bring it closer than `gap` to the fixed segment b form one interval, because b (+) (-a) (+) disc
 * is convex. Its ends are exact contact positions, arcs around the corners included.
 *
 *        v ^    .-----.         the parallelogram b (+) (-a), rounded by gap;
 *          |   /  |high \       its cut with the line u = 0 is the interval
 *          |  (   |      )
 *          |   \  |low  /
 *          +------0---------> u
 */

/** Shifts from low to high. */
@unmanaged
export class Interval {
  low: f64;
  high: f64;
}
export const INTERVAL_BYTES: usize = 16;

/** The interval that `sliceSegments` found last. */
export const slice = changetype<Interval>(memory.data(offsetof<Interval>()));

/** Computes the forbidden shifts of a against b (u and v of their ends); false when there are none. `gap` > 0. */
export function sliceSegments(
  au: f64,
  av: f64,
  bu: f64,
  bv: f64,
  cu: f64,
  cv: f64,
  du: f64,
  dv: f64,
  gap: f64,
): bool {
  slice.low = Infinity;
  slice.high = -Infinity;
  const acu = cu - au;
  const acv = cv - av;
  const bcu = cu - bu;
  const bcv = cv - bv;
  const adu = du - au;
  const adv = dv - av;
  const bdu = du - bu;
  const bdv = dv - bv;
  roundCorner(acu, acv, gap);
  roundCorner(bcu, bcv, gap);
  roundCorner(adu, adv, gap);
  roundCorner(bdu, bdv, gap);
  // The four sides of the parallelogram are parallel to a (twice) and to b (twice).
  const a = bu - au;
  const aLength = Math.sqrt(a * a + (bv - av) * (bv - av));
  if (a !== 0 && aLength > 0) {
    const scale = gap / aLength;
    const nu = (bv - av) * scale;
    const nv = a * scale;
    liftSide(acu, acv, bcu, bcv, nu, nv);
    liftSide(adu, adv, bdu, bdv, nu, nv);
  }
  const b = du - cu;
  const bLength = Math.sqrt(b * b + (dv - cv) * (dv - cv));
  if (b !== 0 && bLength > 0) {
    const scale = gap / bLength;
    const nu = (dv - cv) * scale;
    const nv = b * scale;
    liftSide(acu, acv, adu, adv, nu, nv);
    liftSide(bcu, bcv, bdu, bdv, nu, nv);
  }
  assert(slice.low < slice.high || slice.low >= slice.high);
  return slice.low < slice.high;
}

function roundCorner(u: f64, v: f64, gap: f64): void {
  const rest = gap * gap - u * u;
  if (rest <= 0) return;
  const reach = Math.sqrt(rest);
  slice.low = min(slice.low, v - reach);
  slice.high = max(slice.high, v + reach);
}

/** Both parallels of the side p-q at distance |n|, where they meet u = 0. */
function liftSide(pu: f64, pv: f64, qu: f64, qv: f64, nu: f64, nv: f64): void {
  meetAxis(pu - nu, pv + nv, qu - nu, qv + nv);
  meetAxis(pu + nu, pv - nv, qu + nu, qv - nv);
}

function meetAxis(pu: f64, pv: f64, qu: f64, qv: f64): void {
  if ((pu > 0 && qu > 0) || (pu < 0 && qu < 0) || pu === qu) return;
  const v = pv + (pu / (pu - qu)) * (qv - pv);
  slice.low = min(slice.low, v);
  slice.high = max(slice.high, v);
}
