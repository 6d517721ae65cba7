/** Counts elementary operations: a proof goes on in small equal steps, and ends when it has had its share. */

/** Elementary operations of one step: some tens of microseconds. */
const STEP = 20_000;

export class Meter {
  private spent = 0;

  constructor(private left = Number.POSITIVE_INFINITY) {}

  get empty(): boolean {
    return this.left <= 0;
  }

  *spend(operations: number): Generator<undefined, void> {
    this.left -= operations;
    this.spent += operations;
    for (; this.spent >= STEP; this.spent -= STEP) yield;
  }
}
