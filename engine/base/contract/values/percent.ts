/** Shares as the interface has them: from 0 to 100, whatever rounding does to what is used to the last bit. */

/** Returns `part` as a percentage of `whole`, from 0 to 100; 0 when `whole` is 0. */
export function toPercent(part: number, whole: number): number {
  return whole > 0 ? Math.min(100, (100 * part) / whole) : 0;
}
