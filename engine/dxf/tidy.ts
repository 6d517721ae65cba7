/** How are lengths handed out: without the noise of their last digits. */
/** To 1e-9 mm, and never a negative zero. */
export function tidy(value: number): number {
  const rounded = Math.round(value * 1e9) / 1e9;
  return rounded === 0 ? 0 : Number.isFinite(rounded) ? rounded : value;
}

/** To thirteen digits: areas and lengths of the smallest parts keep theirs. */
export function tidyMeasure(value: number): number {
  return Number(value.toPrecision(13));
}
