/** Lengths as whole numbers of a decimal step, so that sums and comparisons are exact: 10 × 0.1 is 1. */

/** The decimals of the shortest way to write `value`: 3 for 0.125, 0 for 1000. */
function decimalsOf(value: number): number {
  const [digits, exponent] = split(value);
  return Math.max(0, digits.length - 1 - exponent);
}

/** Digits without trailing zeros, and the power of ten of the first one. */
function split(value: number): [digits: string, exponent: number] {
  const [mantissa = "0", exponent = "0"] = value.toExponential().split("e");
  return [mantissa.replace(".", "").replace("-", ""), Number(exponent)];
}

/** A step of 10^-decimals on which a set of numbers lies exactly. */
export class DecimalGrid {
  private readonly decimals: number;

  constructor(values: Iterable<number>) {
    let decimals = 0;
    for (const value of values) decimals = Math.max(decimals, decimalsOf(value));
    this.decimals = decimals;
  }

  /** Steps in `value`, which must be one of the numbers that the grid was made for, or as coarse. */
  steps(value: number): bigint {
    const [digits, exponent] = split(value);
    const steps = BigInt(digits) * 10n ** BigInt(this.decimals + exponent - (digits.length - 1));
    return value < 0 ? -steps : steps;
  }

  /** The double nearest to a number of steps. */
  number(steps: bigint): number {
    return Number(`${steps}e-${this.decimals}`);
  }

  /**
   * True when `value` is that number of steps as well as a double can say it. Up to 15 digits a double says a decimal
   * exactly; beyond, the last bits may come out differently.
   */
  agrees(value: number, steps: bigint): boolean {
    const nearest = this.number(steps);
    if (value === nearest) return true;
    const digits = String(steps).replace("-", "").replace(/0+$/, "").length;
    return digits > 15 && Math.abs(value - nearest) <= 2 ** -50 * Math.abs(nearest);
  }
}
