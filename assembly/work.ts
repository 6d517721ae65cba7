/**
 * The meter of deterministic work, one for all solvers: they spend units where time goes, and pause between two of their
 * smallest steps once what was granted is used up. Pausing never changes what comes next.
 */
let granted: f64 = 0;
let spent: f64 = 0;

/** Grants `units` more; what an earlier call overdrew counts, so only the sum of the grants decides how far a job gets. */
export function grantWork(units: f64): void {
  granted += units;
}

/** Forgives all work spent so far: the opening of a job is free, since there has to be an answer in any case. */
export function forgiveWork(): void {
  granted = spent;
}

export function spend(units: f64): void {
  spent += units;
}

export function workLeft(): bool {
  return spent < granted;
}

/** Units spent since the instance was made. */
export function workSpent(): f64 {
  return spent;
}

/** For checks that are to cost nothing: sets the meter back to what it showed. */
export function resetMeter(spentThen: f64): void {
  spent = spentThen;
}
