/**
 * Lengths as people write them: `1830`, `1.830,50`, `72 1/2"`, `6' 2"`, `40 in`. Inside the program they are millimetres.
 */

import { text as aText, checkArguments, oneOf } from "../../../base/contract/options.ts";

/** Units of lengths without a unit of their own. */
export type LengthUnit = "mm" | "in" | "ft";
/** The units that may be said of bare lengths. */
export const UNITS: readonly LengthUnit[] = ["mm", "in", "ft"];

/** The sign before the fraction. */
export type DecimalSign = "." | ",";

const MILLIMETRES: Record<string, number> = { mm: 1, cm: 10, m: 1000, in: 25.4, ft: 304.8 };
const NAMES: Record<string, keyof typeof MILLIMETRES> = {
  mm: "mm",
  cm: "cm",
  m: "m",
  in: "in",
  inch: "in",
  inches: "in",
  zoll: "in",
  '"': "in",
  ft: "ft",
  foot: "ft",
  feet: "ft",
  "'": "ft",
};

/** A fraction may stand alone or after a whole number; a decimal may have its thousands apart. */
const NUMBER = String.raw`\d+(?:\s+|-)\d+/\d+|\d+/\d+|\d{1,3}(?: \d{3})+(?:[.,]\d+)?(?![\d/])|[\d.,]*\d[\d.,]*`;
const TERM = new RegExp(
  String.raw`\s*(${NUMBER})\s*(mm|cm|m|inch(?:es)?|in|zoll|feet|foot|ft|"|')?\.?\s*`,
  "iy",
);

/** The millimetres of a length, or why it is none: what it could mean where its sign may part thousands or a fraction. */
export type ReadLength =
  | { mm: number }
  | { fault: "none" }
  | { fault: "ambiguous"; either: [number, number] };

/**
 * The millimetres of a length as people write it, or why it is none: `72 1/2"`, `6' 2`, `1.830,5`, `40 cm`.
 *
 * @param unit of numbers that name none
 * @param sign before the fraction, for numbers that do not show it
 */
export function readLength(text: string, unit: string = "mm", sign?: DecimalSign): ReadLength {
  checkArguments({ text: aText, unit: oneOf(...Object.keys(MILLIMETRES)) }, { text, unit });
  const plain = plainText(text);
  const terms = termsOf(plain.replace(/^-/, ""), sign, unit === "ft");
  if (terms === undefined) return { fault: "none" };
  const unclear = terms.find(({ value }) => typeof value !== "number");
  if (unclear) return { fault: "ambiguous", either: unclear.value as [number, number] };
  const [first, second] = terms as { value: number; unit?: string }[];
  const mm = (value: number, name: string) => value * MILLIMETRES[name]!;
  const negative = plain.startsWith("-") ? -1 : 1;
  if (second === undefined) return { mm: negative * tidy(mm(first!.value, first!.unit ?? unit)) };
  // Feet and then inches, whose mark may be missing.
  const feetAndInches = first!.unit === "ft" && (second.unit ?? "in") === "in" && second.value < 12;
  if (terms.length > 2 || !feetAndInches) return { fault: "none" };
  return { mm: negative * tidy(mm(first!.value, "ft") + mm(second.value, "in")) };
}

/** A number without a unit, with the same spellings. */
export function readNumber(text: string, sign?: DecimalSign): number | [number, number] | undefined {
  const plain = text.trim().replace("\u2212", "-");
  const value = decimal(plain.replace(/^[+-]/, ""), sign);
  return typeof value === "number" && plain.startsWith("-") ? -value : value;
}

/** Which sign before the fraction does a text show beyond doubt? */
export function signIn(text: string): DecimalSign | undefined {
  const [number = ""] = /[.,]?\d(?:[\d.,]*\d)?/.exec(text.replaceAll(" ", "")) ?? [];
  const [, last, tail = ""] = /([.,])(\d*)$/.exec(number) ?? [];
  if (last === undefined) return undefined;
  const other = last === "." ? "," : ".";
  if (number.includes(other)) return last as DecimalSign;
  if (number.split(last).length > 2) return other;
  const grouped = tail.length === 3 && /^[1-9]\d{0,2}[.,]/.test(number);
  return grouped ? undefined : (last as DecimalSign);
}

/** The characters of a keyboard for those of a typesetter. */
function plainText(text: string): string {
  return text
    .replace(/(\d)(?=[\u00bc-\u00be\u2150-\u215e])/g, "$1 ")
    .normalize("NFKC")
    .replaceAll("\u2044", "/")
    .replace("\u2212", "-")
    .replace(/[\u2033\u201c\u201d]|''|\u2032\u2032/g, '"')
    .replace(/[\u2032\u2018\u2019]/g, "'")
    .replace(/\s+/g, " ")
    .trim();
}

type Term = { value: number | [number, number]; unit?: string };

function termsOf(text: string, sign: DecimalSign | undefined, feet: boolean): Term[] | undefined {
  const terms: Term[] = [];
  TERM.lastIndex = 0;
  while (TERM.lastIndex < text.length) {
    const match = TERM.exec(text);
    if (!match) return undefined;
    const [, number, unit] = match as unknown as [string, string, string?];
    const value = decimal(number, sign);
    if (value === undefined) return undefined;
    // Nobody writes an eighth of a foot so: a fraction by itself is one of an inch.
    const own = unit ?? (feet && /^\d+\/\d+$/.test(number) ? "in" : undefined);
    terms.push({ value, ...(own === undefined ? {} : { unit: NAMES[own.toLowerCase()]! }) });
    // A sticky expression begins anew after it has failed.
    if (TERM.lastIndex === 0) return undefined;
  }
  return terms.length === 0 ? undefined : terms;
}

/** One number; both that it may be where its only sign may mean either. */
function decimal(text: string, sign: DecimalSign | undefined): number | [number, number] | undefined {
  const mixed = /^(?:(\d+)(?:\s+|-))?(\d+)\/(\d+)$/.exec(text);
  if (mixed) {
    const [, whole = "0", above, below] = mixed as unknown as [string, string?, string?, string?];
    return Number(below) === 0 ? undefined : Number(whole) + Number(above) / Number(below);
  }
  const number = text.replaceAll(" ", "").replace(/[.,]$/, "");
  const shown = signIn(number) ?? sign;
  if (shown === undefined && /[.,]/.test(number)) {
    return [Number(number.replace(/[.,]/, ".")), Number(number.replace(/[.,]/, ""))];
  }
  const thousands = shown === "," ? "." : ",";
  const groups = number.split(shown ?? ".")[0]!.split(thousands);
  if (groups.slice(1).some((group) => group.length !== 3)) return undefined;
  const plain = number.replaceAll(thousands, "").replace(shown ?? ".", ".");
  const value = /^(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}

/** Without the last bits that the conversion has put there: 72.5 inches are 1841.5 mm. */
function tidy(mm: number): number {
  return Number(mm.toFixed(9));
}
