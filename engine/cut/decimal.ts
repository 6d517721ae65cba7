/**
 * Numbers as the decimals they were written as: which grid holds a set of lengths exactly, a length in whole steps of
 * that grid and back, and sums without rounding. 0.1 is one tenth here, not the double next to it.
 */

interface Decimal {
  digits: bigint;
  /** The value is digits × 10^exponent. */
  exponent: number;
}

/** The shortest decimal that reads back as `value`. */
function decimalOf(value: number): Decimal {
  const [mantissa, exponent] = value.toExponential().split("e") as [string, string];
  const [whole, fraction = ""] = mantissa.split(".") as [string, string?];
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/**
 * The number of decimals at which all `values` are whole, or, where that is too fine, the most at which the largest
 * of them stays below 2^50. Negative when even whole numbers are too fine.
 */
export function decimalsFor(values: readonly number[]): number {
  return gridFor(values).decimals;
}

/** The same, and whether the values are whole on that grid: those of others are rounded to it. */
export function gridFor(values: readonly number[]): { decimals: number; exact: boolean } {
  const decimals = values.filter((value) => value > 0).map(decimalOf);
  if (decimals.length === 0) return { decimals: 0, exact: true };
  const needed = Math.max(0, ...decimals.map(({ digits, exponent }) => (digits === 0n ? 0 : -exponent)));
  // 10^(order) > value for every value, so 10^(15 - order) steps per millimetre stay below 10^15 < 2^50.
  const order = Math.max(...decimals.map(({ digits, exponent }) => digits.toString().length + exponent));
  return { decimals: Math.min(needed, 15 - order), exact: needed <= 15 - order };
}

/** `value` in steps of 10^-decimals, rounded to the nearest. */
export function unitsFrom(value: number, decimals: number): number {
  // Two numbers of at most 15 digits are never the same double, so this is how it was written.
  const power = decimals >= 0 && decimals <= 22 ? Number(`1e${decimals}`) : Number.NaN;
  const whole = Math.round(value * power);
  if (whole < 1e15 && whole / power === value) return whole;
  const { digits, exponent } = decimalOf(value);
  const shift = exponent + decimals;
  if (shift >= 0) return Number(digits * 10n ** BigInt(shift));
  const step = 10n ** BigInt(-shift);
  return Number((2n * digits + step) / (2n * step));
}

/** The double nearest to `units` steps of 10^-decimals. */
export function valueFrom(units: number | bigint, decimals: number): number {
  // Both operands are exact below these sizes, so the division rounds once and correctly, at a tenth of the price.
  if (typeof units === "number" && decimals >= 0 && decimals <= 22 && units <= 2 ** 53) {
    return units / Number(`1e${decimals}`);
  }
  return Math.min(Number(`${units}e${-decimals}`), Number.MAX_VALUE);
}

/** The sum of value × count over all `terms`, rounded once; the largest double where it is out of range. */
export function sumDecimals(terms: Iterable<readonly [value: number, count: number]>): number {
  const sums = new Map<number, bigint>();
  for (const [value, count] of terms) {
    const { digits, exponent } = decimalOf(value);
    sums.set(exponent, (sums.get(exponent) ?? 0n) + digits * BigInt(count));
  }
  const least = Math.min(0, ...sums.keys());
  let total = 0n;
  for (const [exponent, sum] of sums) total += sum * 10n ** BigInt(exponent - least);
  return valueFrom(total, -least);
}
