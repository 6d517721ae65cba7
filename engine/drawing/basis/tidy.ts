/** How are lengths handed out: without the noise of their last digits. */
/** To 1e-9 mm, and never a negative zero. */
export function tidy(value: number): number {
  const rounded = Math.round(value * 1e9) / 1e9;
  return rounded === 0 ? 0 : Number.isFinite(rounded) ? rounded : value;
}

/** Powers of ten that doubles hold exactly. */
const POWERS = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);

/** To thirteen digits: areas and lengths of the smallest parts keep theirs. */
export function tidyMeasure(value: number): number {
  const shift = POWERS[12 - Math.floor(Math.log10(Math.abs(value)))];
  // A quotient of whole numbers that doubles hold is the double nearest to the decimal.
  return shift === undefined ? Number(value.toPrecision(13)) : Math.round(value * shift) / shift;
}

/** A whole number that rises with a measure, and is the same for measures which rounding alone tells apart. */
export function orderOfSize(measure: number): number {
  return Math.round(1e11 * Math.log(Math.max(measure, Number.MIN_VALUE)));
}
