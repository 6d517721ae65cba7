/**
 * Where do straight lines meet? None where one lies on one side of the other; those that have an end in common there alone
 * or, where they lie on each other, at both ends. Of contours that touch most pairs of lines are such, and a look at their
 * ends tells.
 */

/** Angle in radians below which rounding may tell another place where two lines meet. */
const HAIR = 1e-3;

/**
 * Calls back with the ends, 0 or 1, of both; false where that does not tell all. `lines` has x and y of both ends of each line
 * in turn, NaN for other curves.
 */
export function meetAtEnds(
  lines: Float64Array,
  p: number,
  q: number,
  weld: number,
  found: (p: number, q: number, t: 0 | 1, u: 0 | 1, x: number, y: number) => void,
): boolean {
  for (let own = 4 * p; own < 4 * p + 4; own += 2) {
    const x = lines[own]!;
    const y = lines[own + 1]!;
    for (let other = 4 * q; other < 4 * q + 4; other += 2) {
      if (lines[other] !== x || lines[other + 1] !== y) continue;
      const far = 8 * p + 2 - own;
      const beyond = 8 * q + 2 - other;
      const ax = lines[far]! - x;
      const ay = lines[far + 1]! - y;
      const isSame = lines[far] === lines[beyond] && lines[far + 1] === lines[beyond + 1];
      const isPlain = isSame
        ? ax * ax + ay * ay > 4 * weld * weld
        : arePlainlyApart(ax, ay, lines[beyond]! - x, lines[beyond + 1]! - y, weld);
      const [t, u] = [(own / 2) & 1, (other / 2) & 1] as [0 | 1, 0 | 1];
      if (isPlain) found(p, q, t, u, x, y);
      if (isPlain && isSame) found(p, q, 1, (1 - u) as 0 | 1, lines[far]!, lines[far + 1]!);
      return isPlain;
    }
  }
  return false;
}

/** Whether a straight curve lies on one side of another: most pairs whose boxes meet end here. */
export function isBeside(lines: Float64Array, p: number, q: number, weld: number): boolean {
  const x = lines[4 * p]!;
  const y = lines[4 * p + 1]!;
  const dx = lines[4 * p + 2]! - x;
  const dy = lines[4 * p + 3]! - y;
  const first = dx * (lines[4 * q + 1]! - y) - dy * (lines[4 * q]! - x);
  const last = dx * (lines[4 * q + 3]! - y) - dy * (lines[4 * q + 2]! - x);
  const reach = 2 * weld * Math.sqrt(dx * dx + dy * dy);
  return (first > reach && last > reach) || (first < -reach && last < -reach);
}

/** Whether two lines from one place keep away from each other's ends. */
function arePlainlyApart(ax: number, ay: number, bx: number, by: number, weld: number): boolean {
  const [a, b] = [Math.sqrt(ax * ax + ay * ay), Math.sqrt(bx * bx + by * by)];
  const reach = 2 * weld;
  if (a <= reach || b <= reach) return false;
  if (ax * bx + ay * by <= 0) return true;
  const cross = Math.abs(ax * by - ay * bx);
  return cross > HAIR * a * b && cross > reach * a && cross > reach * b;
}
