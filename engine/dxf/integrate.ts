/** Definite integrals of smooth functions, for the lengths and areas that have no closed form. */

/** Nodes and weights of the 8-point Gauss-Legendre rule on [-1, 1], positive half. */
const NODES = [0.1834346424956498, 0.525532409916329, 0.7966664774136267, 0.9602898564975362];
const WEIGHTS = [0.362683783378362, 0.31370664587788727, 0.22238103445337448, 0.10122853629037626];
const RELATIVE = 1e-10;
const DEPTH = 12;

/** Integral from a to b (b may be smaller) by halving until both halves agree with the whole. */
export function integrate(f: (t: number) => number, a: number, b: number): number {
  return refine(f, a, b, gauss(f, a, b), DEPTH);
}

/** Integral over [0, 1] of a function that is a polynomial of degree 2·degree − 1, as areas under Béziers are. */
export function integratePolynomial(f: (t: number) => number, degree: number): number {
  return degree <= NODES.length * 2 ? gauss(f, 0, 1) : integrate(f, 0, 1);
}

function refine(f: (t: number) => number, a: number, b: number, whole: number, depth: number): number {
  const middle = (a + b) / 2;
  const left = gauss(f, a, middle);
  const right = gauss(f, middle, b);
  const scale = Math.abs(left) + Math.abs(right);
  if (depth === 0 || Math.abs(left + right - whole) <= RELATIVE * scale) return left + right;
  return refine(f, a, middle, left, depth - 1) + refine(f, middle, b, right, depth - 1);
}

function gauss(f: (t: number) => number, a: number, b: number): number {
  const middle = (a + b) / 2;
  const half = (b - a) / 2;
  let sum = 0;
  for (let i = 0; i < NODES.length; i++) {
    const offset = half * NODES[i]!;
    sum += WEIGHTS[i]! * (f(middle - offset) + f(middle + offset));
  }
  return sum * half;
}
