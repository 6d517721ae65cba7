/**
 * The meter of deterministic work: solvers spend units where time goes, and pause between two of their smallest
 * steps once a grant is used up. Pausing never changes what comes next.
 */
let left: f64 = 0;
let total: f64 = 0;

/** Grants `units` more; what an earlier call overdrew counts, so only the sum of the grants decides how far a job gets. */
export function grantWork(units: f64): void {
  left += units;
}

export function spend(units: f64): void {
  left -= units;
  total += units;
}

export function workLeft(): bool {
  return left > 0;
}

/** Units spent since the instance was made. */
export function workSpent(): f64 {
  return total;
}
