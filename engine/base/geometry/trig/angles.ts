/** Angles of places to the last bit alike in every engine, by a polynomial of FDLIBM, within one unit of the last place. */

/** Angles, the last one upright, their tangents, and what their doubles lack. */
const ANGLES = [0, 0.4636476090008061, Math.PI / 4, 1.1071487177940904, Math.PI / 2];
const TANGENTS = [0, 0.5, 1, 2];
const LACKS = [0, 2.2698777452961687e-17, 3.061616997868383e-17, 9.40447137356638e-17, 6.123233995736766e-17];

/**
 * The angle of (x, y) from -pi to pi: the nearest of `ANGLES`, or pi without it, and the arc tangent of a quotient for the
 * rest.
 */
export function atan2(y: number, x: number): number {
  const u = Math.abs(x);
  const v = Math.abs(y);
  // Zeros have signs.
  const isBehind = x < 0 || (x === 0 && 1 / x < 0);
  const isBelow = y < 0 || (y === 0 && 1 / y < 0);
  if (v === 0) return (isBehind ? Math.PI : 0) * (isBelow ? -1 : 1);
  const nearest = v < 0.4375 * u ? 0 : v < 0.6875 * u ? 1 : v < 1.4545 * u ? 2 : v < 2.2857 * u ? 3 : 4;
  let angle = ANGLES[nearest]!;
  let lack = LACKS[nearest]!;
  let rise = nearest === 4 ? -u : v - TANGENTS[nearest]! * u;
  const run = nearest === 4 ? v : u + TANGENTS[nearest]! * v;
  if (isBehind) {
    const back = Math.PI - angle;
    lack = Math.PI - back - angle + 1.2246467991473532e-16 - lack;
    angle = back;
    rise = -rise;
  }
  const t = rise / run;
  const high = upperHalf(t);
  const wide = upperHalf(run);
  // By Dekker's product: what the quotient's double lacks.
  lack += (rise - high * wide - high * (run - wide) - (t - high) * run) / run;
  const z = t * t;
  const w = z * z;
  const even =
    z *
    (0.3333333333333293 +
      w *
        (0.14285714272503466 +
          w *
            (0.09090887133436507 +
              w * (0.06661073137387531 + w * (0.049768779946159324 + w * 0.016285820115365782)))));
  const odd =
    w *
    (-0.19999999999876483 +
      w *
        (-0.11111110405462356 +
          w * (-0.0769187620504483 + w * (-0.058335701337905735 - w * 0.036531572744216916))));
  angle += t - (t * (even + odd) - lack);
  return isBelow ? -angle : angle;
}

export function atan(tangent: number): number {
  return atan2(tangent, 1);
}

export function acos(cosine: number): number {
  return atan2(Math.sqrt((1 - cosine) * (1 + cosine)), cosine);
}

/** The upper 26 bits of a double, whose products with another's are exact (Dekker 1971). */
function upperHalf(value: number): number {
  const split = (2 ** 27 + 1) * value;
  return split - (split - value);
}
