/** Lengths as tables and sentences show them: `1830.5`, `72 1/2"`, `6' 1/2"`. */

import { formatNumber } from "../../base/text.ts";
import type { LengthUnit } from "../../read/lists/index.ts";

const MM_PER_INCH = 25.4;

/** As a table shows it: `1830.5`, `72 1/2"`, `6' 1/2"`. */
export function lengthText(mm: number, unit: LengthUnit): string {
  if (unit === "mm") return formatNumber(mm, 2);
  const inches = mm / MM_PER_INCH;
  if (unit === "in") return `${inchText(inches)}"`;
  const feet = Math.floor((inches + 1 / 256) / 12);
  const rest = Math.max(0, inches - 12 * feet);
  return feet === 0 ? `${inchText(rest)}"` : `${feet}'${rest < 1 / 256 ? "" : ` ${inchText(rest, true)}"`}`;
}

/** `3000 x 1500 mm`, `40" x 20"`. */
export function sizeText(width: number, height: number, unit: LengthUnit): string {
  const mark = unit === "mm" ? " mm" : "";
  return `${lengthText(width, unit)} x ${lengthText(height, unit)}${mark}`;
}

/** With its unit, for running text. */
export function lengthWithUnit(mm: number, unit: LengthUnit): string {
  return `${lengthText(mm, unit)}${unit === "mm" ? " mm" : ""}`;
}

/** In 64ths where that is what it is, in decimals elsewhere. */
function inchText(inches: number, afterFeet = false): string {
  const parts = Math.round(inches * 64);
  if (Math.abs(parts / 64 - inches) > 1e-4) return formatNumber(inches, 3);
  const [whole, rest] = [Math.floor(parts / 64), parts % 64];
  if (rest === 0) return String(whole);
  const shared = [32, 16, 8, 4, 2, 1].find((by) => rest % by === 0 && 64 % by === 0)!;
  const fraction = `${rest / shared}/${64 / shared}`;
  return whole === 0 && !afterFeet ? fraction : `${whole} ${fraction}`;
}
