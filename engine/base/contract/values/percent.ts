/** Shares as the interface has them: from 0 to 100, whatever rounding does to what is used to the last bit. */

/** How much of `whole` is `part`; 0 of nothing. */
export function percentOf(part: number, whole: number): number {
  return whole > 0 ? Math.min(100, (100 * part) / whole) : 0;
}
