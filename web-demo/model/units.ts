/**
 * How do lengths enter and leave the page? The document holds millimetres; people type and read millimetres or
 * inches. A typed unit always wins over the chosen one: `25mm`, `1 1/2 in`, `3' 2"`, `7/16"` work in both.
 */

export type DisplayUnit = "mm" | "in";

export const MM_PER_INCH = 25.4;

const MM_PER: Record<string, number> = {
  mm: 1,
  cm: 10,
  m: 1000,
  in: MM_PER_INCH,
  inch: MM_PER_INCH,
  inches: MM_PER_INCH,
  '"': MM_PER_INCH,
  "″": MM_PER_INCH,
  "''": MM_PER_INCH,
  ft: 12 * MM_PER_INCH,
  feet: 12 * MM_PER_INCH,
  foot: 12 * MM_PER_INCH,
  "'": 12 * MM_PER_INCH,
  "′": 12 * MM_PER_INCH,
};

/** Digits and signs; which of these are numbers is for `parseNumber` to say. */
const DIGITS = String.raw`\d{1,3}(?: \d{3})+(?:[.,]\d*)?(?![\d/])|[.,]?\d[\d.,]*`;

/** Numbers whose thousands are plainly apart, by the sign between them. */
const THOUSANDS: Record<string, RegExp> = {
  " ": /^\d{1,3}(?: \d{3})+(?:[.,]\d*)?$/,
  ",": /^[1-9]\d{0,2}(?:(?:,\d{3}){2,}|(?:,\d{3})+\.\d*)$/,
  ".": /^[1-9]\d{0,2}(?:(?:\.\d{3}){2,}|(?:\.\d{3})+,\d*)$/,
};

/** One quantity: `12.5`, `1/2`, `1 1/2` or `1-1/2`, then perhaps its unit. */
const QUANTITY = new RegExp(
  String.raw`\s*(?:(?:(?<whole>\d+)[\s-]+)?(?<over>\d+)\s*/\s*(?<under>\d+)|(?<decimal>${DIGITS}))\s*(?<unit>mm|cm|m|inches|inch|in|feet|foot|ft|''|["″'′])?\s*`,
  "iy",
);

/** Millimetres of what was typed, or null when it is not a length. A bare number is in `unit`. */
export function parseLength(text: string, unit: DisplayUnit): number | null {
  const parser = new RegExp(QUANTITY);
  let total = 0;
  let at = 0;
  let named = false;
  while (at < text.length) {
    parser.lastIndex = at;
    const groups = parser.exec(text)?.groups;
    if (!groups) return null;
    const size = quantityOf(groups);
    if (size === null) return null;
    // Only the last of several quantities may go without a unit, as in 3' 2.
    const last = parser.lastIndex >= text.length;
    if (!groups.unit && !last) return null;
    const factor = MM_PER[groups.unit?.toLowerCase() ?? (named ? "in" : unit)];
    total += size * factor!;
    named = true;
    at = parser.lastIndex;
  }
  return at > 0 && Number.isFinite(total) ? clean(total) : null;
}

/**
 * The number that was typed, or null where it is none or can be two: `1,500` is 1.5 to some and 1500 to others, and of whole
 * numbers `1.500` is too. A point before the fraction is what the page itself writes.
 */
export function parseNumber(text: string, whole = false): number | null {
  const plain = text.trim().replace("−", "-");
  if (readingsOf(plain, whole)) return null;
  const digits = plain.replace(/^[+-]/, "");
  const [apart = ""] = Object.keys(THOUSANDS).filter((sign) => THOUSANDS[sign]!.test(digits));
  const size = digits.replaceAll(apart, "").replace(",", ".");
  if (!/^(?:\d+\.?\d*|\.\d+)$/.test(size)) return null;
  return plain.startsWith("-") ? -Number(size) : Number(size);
}

/** Tells that a text is no number, or not plainly one. */
export function notPlainly(text: string, what: string, whole = false): string {
  const readings = readingsOf(text.trim(), whole);
  return `“${text}” is not ${what}${readings ? ` that is plainly ${readings.join(" or ")}` : ""}.`;
}

/** Both numbers that a text can be whose only sign parts three digits. */
function readingsOf(text: string, whole: boolean): [number, number] | null {
  const [, left, sign, right] = /^[+-]?([1-9]\d{0,2})([.,])(\d{3})(?![\d.,])/.exec(text) ?? [];
  if (left === undefined || (sign === "." && !whole)) return null;
  return [Number(`${left}.${right}`), Number(`${left}${right}`)];
}

/** The number alone, in `unit`, without trailing zeros; inches that are whole 64ths come as fractions. */
export function formatLength(mm: number, unit: DisplayUnit): string {
  if (unit === "mm") return trim(mm, 3);
  const inches = mm / MM_PER_INCH;
  return fraction(inches) ?? trim(inches, 4);
}

/** A length for reading, with its unit: `12.5 mm`, `1 1/2 in`. */
export function lengthText(mm: number, unit: DisplayUnit): string {
  return `${formatLength(mm, unit)} ${unit}`;
}

/** A length that came out of a calculation, as people write it: hundredths of a millimetre, thousandths of an inch. */
export function roundedLength(mm: number, unit: DisplayUnit): string {
  return unit === "mm" ? trim(mm, 2) : (fraction(mm / MM_PER_INCH) ?? trim(mm / MM_PER_INCH, 3));
}

export function roundedText(mm: number, unit: DisplayUnit): string {
  return `${roundedLength(mm, unit)} ${unit}`;
}

/** A gap, in decimals: fractions of an inch would be none that anybody knows. */
export function gapText(mm: number, unit: DisplayUnit): string {
  return unit === "mm" ? `${trim(mm, 2)} mm` : `${trim(mm / MM_PER_INCH, 3)} in`;
}

/** `120 × 80 mm`. */
export function sizeText(width: number, height: number, unit: DisplayUnit): string {
  return `${roundedLength(width, unit)} × ${roundedLength(height, unit)} ${unit}`;
}

/** Square metres or square feet, for material. */
export function areaText(squareMm: number, unit: DisplayUnit): string {
  return unit === "mm"
    ? `${trim(squareMm / 1e6, 3)} m²`
    : `${trim(squareMm / (12 * MM_PER_INCH) ** 2, 2)} ft²`;
}

/** `1 hole`, `2 holes`. */
export function count(number: number, noun: string): string {
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`;
}

export function sum<Item>(items: readonly Item[], number: (item: Item) => number): number {
  return items.reduce((total, item) => total + number(item), 0);
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The first few names, and how many more there are. */
export function listed(things: readonly (string | { name: string })[], most: number): string {
  const names = things.map((one) => (typeof one === "string" ? one : one.name));
  const more = names.length > most ? ` and ${names.length - most} more` : "";
  return names.slice(0, most).join(", ") + more;
}

/** At most `decimals` places, without trailing zeros and without negative zero. */
export function trim(value: number, decimals: number): string {
  const rounded = Number(value.toFixed(decimals));
  return String(rounded === 0 ? 0 : rounded);
}

function quantityOf(groups: Record<string, string | undefined>): number | null {
  const whole = groups.whole ? Number(groups.whole) : 0;
  if (groups.decimal !== undefined) return parseNumber(groups.decimal);
  const under = Number(groups.under);
  return under === 0 ? null : whole + Number(groups.over) / under;
}

/** `1 1/2` when the value is a whole number of 64ths (as drawings in inches are), otherwise null. */
function fraction(inches: number): string | null {
  const parts = Math.round(inches * 64);
  if (Math.abs(inches * 64 - parts) > 1e-5) return null;
  let over = Math.abs(parts % 64);
  let under = 64;
  while (over % 2 === 0 && under > 1) {
    over /= 2;
    under /= 2;
  }
  const whole = Math.trunc(parts / 64);
  if (over === 0) return String(whole);
  return `${whole === 0 ? (parts < 0 ? "-" : "") : `${whole} `}${over}/${under}`;
}

/** Takes the noise of a conversion off: 1/10 of a nanometre is below anything that is ever cut. */
function clean(mm: number): number {
  return Number(mm.toFixed(7));
}

/** A length to a tenth of a millimetre, at most what it is but for what a sum of doubles lacks. */
export function roundedDown(mm: number): number {
  return Number((Math.floor((mm + 1e-6) * 10) / 10).toFixed(1));
}
