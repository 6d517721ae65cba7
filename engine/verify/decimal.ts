/** Lengths as whole numbers of a decimal step, so that sums and comparisons are exact: 10 × 0.1 is 1. */

/** The decimals of the shortest way to write `value`: 3 for 0.125, 0 for 1000. */
function decimalsOf(value: number): number {
  // Two numbers of so few digits are never the same double.
  for (let [decimals, power] = [0, 1]; decimals <= 4; decimals++, power *= 10) {
    const whole = Math.round(value * power);
    if (Math.abs(whole) < MOST_WHOLE && whole / power === value) return decimals;
  }
  const [digits, exponent] = split(value);
  return Math.max(0, digits.length - 1 - exponent);
}

/** Digits without trailing zeros, and the power of ten of the first one. */
function split(value: number): [digits: string, exponent: number] {
  const [mantissa = "0", exponent = "0"] = value.toExponential().split("e");
  return [mantissa.replace(".", "").replace("-", ""), Number(exponent)];
}

/** Digits that a double holds for certain. */
const EXACT_DIGITS = 15;
const MOST_WHOLE = 1e15;
/** How far off a number may be where a double cannot be exact, in millimetres. */
const FINE_TOLERANCE = 1e-6;

/** A step of 10^-decimals on which a set of numbers lies exactly. */
export class DecimalGrid {
  private readonly decimals: number;
  /** 10^decimals where a double says that exactly, else nothing to reckon with. */
  private readonly power: number;
  /** True when some of the numbers need more digits than a double is sure to have. */
  private readonly tooFine: boolean;

  /** `rounded`: on no finer step than the one on which a double says the largest number exactly; finer ones are rounded to it. */
  constructor(values: readonly number[], rounded = false) {
    const finest = values.reduce((most, value) => Math.max(most, decimalsOf(value)), 0);
    const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const order = largest === 0 ? 0 : split(largest)[1] + 1;
    this.tooFine = Math.max(0, order) + finest > EXACT_DIGITS;
    this.decimals = rounded ? Math.min(finest, EXACT_DIGITS - order) : finest;
    this.power = this.decimals <= 22 ? Number(`1e${this.decimals}`) : Number.NaN;
  }

  /** Steps in `value`, which must be one of the numbers that the grid was made for, or as coarse; the nearest number of them. */
  steps(value: number): bigint {
    // Two numbers of so few digits are never the same double.
    const whole = Math.round(value * this.power);
    if (Math.abs(whole) < MOST_WHOLE && whole / this.power === value) return BigInt(whole);
    const [digits, exponent] = split(value);
    const shift = this.decimals + exponent - (digits.length - 1);
    const part = 10n ** BigInt(Math.abs(shift));
    const steps = shift >= 0 ? BigInt(digits) * part : (2n * BigInt(digits) + part) / (2n * part);
    return value < 0 ? -steps : steps;
  }

  /** True when `steps` can be asked for the value. */
  holds(value: number): boolean {
    return Number.isFinite(value) && decimalsOf(value) <= this.decimals;
  }

  /** The double nearest to a number of steps. */
  number(steps: bigint): number {
    const whole = Number(steps);
    // A quotient of two numbers that are exact is rounded once, as the text is.
    if (Math.abs(whole) < MOST_WHOLE && this.power > 0) return whole / this.power;
    return Number(`${steps}e-${this.decimals}`);
  }

  /** The double nearest to a number of square steps. */
  area(steps: bigint): number {
    return Number(`${steps}e-${2 * this.decimals}`);
  }

  /** By how many millimetres, and by how many steps, a length may be wrong: none unless the numbers are too fine. */
  get tolerance(): number {
    return this.tooFine ? FINE_TOLERANCE : 0;
  }

  get slack(): bigint {
    return this.tooFine && this.decimals > 6 ? 10n ** BigInt(this.decimals - 6) : 0n;
  }

  /**
   * True when `value` is that number of steps as well as a double can say it, or, for a sum of `terms` numbers that
   * are too fine, to within the tolerance for each.
   */
  agrees(value: number, steps: bigint, terms = 1): boolean {
    const nearest = this.number(steps);
    if (value === nearest) return true;
    const difference = Math.abs(value - nearest);
    if (this.tooFine) return difference <= this.tolerance * terms;
    const digits = String(steps).replace("-", "").replace(/0+$/, "").length;
    return digits > EXACT_DIGITS && difference <= 2 ** -50 * Math.abs(nearest);
  }
}
