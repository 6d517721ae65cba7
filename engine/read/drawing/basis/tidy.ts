/** How are lengths handed out: without the noise of their last digits. */
/** To 1e-9 mm, and never a negative zero. */
export function tidy(value: number): number {
  const rounded = Math.round(value * 1e9) / 1e9;
  return rounded === 0 ? 0 : Number.isFinite(rounded) ? rounded : value;
}

/** Powers of ten that doubles hold exactly. */
const POWERS = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

/** To thirteen digits: areas and lengths of the smallest parts keep theirs. */
export function tidyMeasure(value: number): number {
  const size = Math.abs(value);
  let digits = 0;
  while (digits < POWERS.length && size * POWERS[digits]! < 1e12) digits++;
  const shift = POWERS[digits];
  // A quotient of whole numbers that doubles hold is the double nearest to the decimal.
  return shift === undefined || size >= 1e13
    ? Number(value.toPrecision(13))
    : Math.round(value * shift) / shift;
}

const own = new Float64Array(1);
const words = new Uint32Array(own.buffer);

/** A whole number that rises with a measure, and is the same for measures which rounding alone tells apart. */
export function orderOfSize(measure: number): number {
  own[0] = Math.max(measure, 0);
  // The bits of a double rise with it: these leave out the last sixteen of its digits.
  return Math.round(words[1]! * 2 ** 16 + words[0]! / 2 ** 16);
}
