/**
 * Definite integrals of smooth functions, for the lengths and areas that have no closed form.
 *
 * The 16 values that the Gauss-Legendre rule takes also say how well polynomials follow the function: by what remains of
 * it, at both ends, beside the polynomial through them. The rule's error is about the square of that, so that no second
 * rule is needed to compare with. Looking at the ends also shows a cusp that lies shortly before one, between all nodes.
 */

/** Positive half of the nodes on [-1, 1], their weights, and what the values of a node and its mirror image count in the
 *  even and in the odd part of their polynomial at 1. */
const NODES = [
  0.0950125098376374, 0.2816035507792589, 0.4580167776572274, 0.6178762444026438, 0.755404408355003,
  0.8656312023878318, 0.9445750230732326, 0.9894009349916499,
];
const WEIGHTS = [
  0.1894506104550685, 0.1826034150449236, 0.1691565193950025, 0.1495959888165767, 0.1246289712555339,
  0.0951585116824928, 0.0622535239386479, 0.0271524594117541,
];
const EVEN = [
  -0.0293753445236703, 0.0886785609571031, -0.1498430406446113, 0.2149175132634628, -0.2877803371951899,
  0.3771200401023368, -0.5076195242730275, 0.7939021323135963,
];
const ODD = [
  -0.3091734401487595, 0.3149056917489496, -0.3271562264838068, 0.3478326205456284, -0.380961950992411,
  0.4356590186005961, -0.5374051947948575, 0.8024068951585298,
];
/** Remainders this small beside the mean: the error stays below 1e-10, and mostly below 1e-14. */
const SMOOTH = 2e-7;
/** A rough stretch that is this small beside the whole is left so, as the tip of a cusp, or the noise of rounding. */
const NEGLIGIBLE = 1e-12;
/** A cusp takes 20 halvings, a curve whose weights differ by 1e6 as many at each end. */
const HALVINGS = 400;

/** The function from a to b, as far as 16 values tell. */
interface Interval {
  a: number;
  b: number;
  sum: number;
  /** Of the absolute values. */
  mass: number;
  /** What polynomials do not follow at the ends, beside the mean absolute value. */
  roughness: number;
}

/** Integral from a to b (b may be smaller) by halving what is not smooth. */
export function integrate(f: (t: number) => number, a: number, b: number): number {
  const whole = gauss(f, a, b);
  return whole.roughness > SMOOTH ? refine(f, whole) : whole.sum;
}

function refine(f: (t: number) => number, whole: Interval): number {
  let sum = 0;
  let mass = whole.mass;
  const rough = [whole];
  for (let halvings = 0; rough.length > 0; halvings++) {
    const piece = rough.pop()!;
    if (halvings >= HALVINGS || piece.roughness * piece.mass <= NEGLIGIBLE * mass) {
      sum += piece.sum;
      continue;
    }
    const middle = (piece.a + piece.b) / 2;
    const halves = [gauss(f, piece.a, middle), gauss(f, middle, piece.b)];
    // A first look may have over- or underrated a narrow peak by far.
    mass += halves[0]!.mass + halves[1]!.mass - piece.mass;
    for (const half of halves) {
      if (half.roughness > SMOOTH) rough.push(half);
      else sum += half.sum;
    }
  }
  return sum;
}

function gauss(f: (t: number) => number, a: number, b: number): Interval {
  const middle = (a + b) / 2;
  const half = (b - a) / 2;
  const first = f(a);
  const last = f(b);
  let [sum, mass, even, odd] = [0, 0, (last + first) / 2, (last - first) / 2];
  for (let i = 0; i < NODES.length; i++) {
    const offset = half * NODES[i]!;
    const before = f(middle - offset);
    const after = f(middle + offset);
    sum += WEIGHTS[i]! * (after + before);
    mass += WEIGHTS[i]! * (Math.abs(after) + Math.abs(before));
    even -= EVEN[i]! * (after + before);
    odd -= ODD[i]! * (after - before);
  }
  const roughness = (2 * Math.max(Math.abs(even), Math.abs(odd))) / mass;
  return { a, b, sum: sum * half, mass: mass * Math.abs(half), roughness };
}
