/**
 * Numbers as the decimals they were written as: which grid holds a set of lengths exactly, a length in whole steps of
 * that grid and back, and sums without rounding. 0.1 is one tenth here, not the double next to it.
 */

interface Decimal {
  digits: bigint;
  /** The value is digits × 10^exponent. */
  exponent: number;
}

/** Powers of ten that a double holds exactly. */
const POWERS = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
/** Decimals that lengths as people write them have at most: with these a sum needs no more than doubles. */
const COMMON_DECIMALS = 6;
/** Two whole numbers below this, in equal steps, are never the same double. */
const MOST_WHOLE = 1e15;

/** `value` in steps of 10^-decimals where that is how it was written and a double says it exactly. */
function wholeOf(value: number, decimals: number): number | undefined {
  const power = POWERS[decimals];
  if (power === undefined) return undefined;
  const whole = Math.round(value * power);
  return Math.abs(whole) < MOST_WHOLE && whole / power === value ? whole : undefined;
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
  let [needed, order] = [0, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (!(value > 0)) continue;
    const own = placesOf(value);
    needed = Math.max(needed, own.decimals);
    order = Math.max(order, own.order);
  }
  if (order === Number.NEGATIVE_INFINITY) return { decimals: 0, exact: true };
  // 10^(order) > value for every value, so 10^(15 - order) steps per millimetre stay below 10^15 < 2^50.
  return { decimals: Math.min(needed, 15 - order), exact: needed <= 15 - order };
}

/** The decimals of a positive value, and how many digits it has before the point. */
function placesOf(value: number): { decimals: number; order: number } {
  for (let decimals = 0; decimals <= COMMON_DECIMALS; decimals++) {
    const whole = wholeOf(value, decimals);
    if (whole !== undefined) return { decimals, order: String(whole).length - decimals };
  }
  const { digits, exponent } = decimalOf(value);
  return { decimals: -exponent, order: digits.toString().length + exponent };
}

/** `value` in steps of 10^-decimals, rounded to the nearest. */
export function unitsFrom(value: number, decimals: number): number {
  const whole = wholeOf(value, decimals);
  if (whole !== undefined) return whole;
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
    return units / POWERS[decimals]!;
  }
  return Math.min(Number(`${units}e${-decimals}`), Number.MAX_VALUE);
}

/** The sum of value × count over all `terms`, rounded once; the largest double where it is out of range. */
export function sumDecimals(terms: readonly (readonly [value: number, count: number])[]): number {
  return sumOfCommon(terms) ?? sumOfAny(terms);
}

/** In doubles, where every number on the way is exact. */
function sumOfCommon(terms: readonly (readonly [value: number, count: number])[]): number | undefined {
  let total = 0;
  for (const [value, count] of terms) {
    const whole = wholeOf(value, COMMON_DECIMALS);
    if (whole === undefined) return undefined;
    const product = whole * count;
    total += product;
    if (Math.abs(product) > 2 ** 52 || Math.abs(total) > 2 ** 52) return undefined;
  }
  return valueFrom(total, COMMON_DECIMALS);
}

function sumOfAny(terms: readonly (readonly [value: number, count: number])[]): number {
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
