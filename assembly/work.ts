/**
 * The meter of deterministic work: solvers spend units where time goes, and pause between two of their smallest
 * steps once a grant is used up. Pausing never changes what comes next.
 */
let left: f64 = 0;
let total: f64 = 0;

/** What the meter shows. */
@unmanaged
class Reading {
  left: f64;
  total: f64;
}
const reading = changetype<Reading>(memory.data(offsetof<Reading>()));

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

/** For checks that are to cost nothing: the meter is set back to what it showed. */
export function readMeter(): Reading {
  reading.left = left;
  reading.total = total;
  return reading;
}

export function resetMeter(leftThen: f64, totalThen: f64): void {
  left = leftThen;
  total = totalThen;
}

/** Units spent since the instance was made. */
export function workSpent(): f64 {
  return total;
}
