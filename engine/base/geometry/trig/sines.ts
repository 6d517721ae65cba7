/**
 * Sines and cosines to the last bit alike in every engine of JavaScript: ECMAScript leaves it to each how it approximates
 * `Math.sin` and its like, and they differ, while sums, products, quotients and `Math.sqrt` are the same in all. The
 * polynomials are those of FDLIBM (Sun Microsystems, 1993), within one unit of the last place.
 */

/** Half of pi in pieces of 33 bits, whose products with whole numbers are exact, and what is left of it. */
const [FIRST, SECOND, LAST] = [1.5707963267341256, 6.077100506303966e-11, 2.0222662487959506e-21];
/** Quarters of a turn in a radian, a hair less: an eighth of a turn is nearer to none. */
const QUARTERS = 0.636619772367581;
/** Radians up to which these products are exact. Larger angles lose their whole turns first, and digits with them. */
const MOST = 2 ** 20;

const found = { cos: 0, sin: 0 };

/** Cosine and sine of an angle, in one record for all calls: one for each would be garbage. */
export function sincos(angle: number): Readonly<typeof found> {
  const given = Math.abs(angle) < MOST ? angle : angle % (2 * Math.PI);
  const quarters = Math.round(given * QUARTERS);
  const rough = given - quarters * FIRST;
  const step = quarters * SECOND;
  const near = rough - step;
  const rest = quarters * LAST - (rough - near - step);
  // At most an eighth of a turn, and what it lacks.
  const x = near - rest;
  const lack = near - x - rest;
  const z = x * x;
  const cubic =
    0.00833333333332249 +
    z *
      (-0.0001984126982985795 +
        z * (2.7557313707070068e-6 + z * (-2.5050760253406863e-8 + z * 1.58969099521155e-10)));
  const sine = x - (z * (lack / 2 - z * x * cubic) - lack + z * x * 0.16666666666666632);
  const quartic =
    0.0416666666666666 +
    z *
      (-0.001388888888887411 +
        z *
          (2.480158728947673e-5 +
            z * (-2.7557314351390663e-7 + z * (2.087572321298175e-9 - z * 1.1359647557788195e-11))));
  // Taken off first, so that the difference from 1 is exact.
  const first = Math.abs(x) < 0.3 ? 0 : Math.fround(Math.abs(x) / 4);
  const cosine = 1 - first - (z / 2 - first - (z * z * quartic - x * lack));
  const isOdd = (quarters & 1) === 1;
  const across = isOdd ? sine : cosine;
  const up = isOdd ? cosine : sine;
  found.cos = ((quarters + 1) & 2) === 0 ? across : -across;
  found.sin = (quarters & 2) === 0 ? up : -up;
  return found;
}

export function cos(angle: number): number {
  return sincos(angle).cos;
}

export function sin(angle: number): number {
  return sincos(angle).sin;
}

export function tan(angle: number): number {
  const { cos, sin } = sincos(angle);
  return sin / cos;
}
