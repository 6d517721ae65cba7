/** How are lengths handed out: without the noise of their last digits. */
/** To 1e-9 mm, and never a negative zero. */
export function tidy(value: number): number {
  const rounded = Math.round(value * 1e9) / 1e9;
  return rounded === 0 ? 0 : Number.isFinite(rounded) ? rounded : value;
}

/** To thirteen digits: areas and lengths of the smallest parts keep theirs. */
export function tidyMeasure(value: number): number {
  const shift = 10 ** (12 - Math.floor(Math.log10(Math.abs(value))));
  // Whole numbers and powers of ten that doubles hold exactly: their quotient is the double nearest to the decimal.
  return shift >= 1 && shift <= 1e22 ? Math.round(value * shift) / shift : Number(value.toPrecision(13));
}
