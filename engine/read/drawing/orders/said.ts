/** Reads orders in a name, a text or an attribute: how many of a part, of which material, how thick. */
import type { Hints } from "../model/drawing.ts";
import { EAST_ASIAN } from "../roles/layer-words.ts";
import { materialEnd, wordsOf } from "./materials.ts";
import { countBehind, countIn, isUnit, keyOf, labelled, plainLabels } from "./order-words.ts";

/** Words that make a number behind them a size of the part: `100 x 60 mm`, `Ø 5 mm`. */
const SIZED = /^(?:[x×*]|[Øø⌀DMR]|DIA|%%C)\.?$/i;
/** Words about holes, radii and chamfers; about angles; and about how they are made. */
const CALLOUT =
  /^(?:[Øø⌀DMRC]|DIA|%%C)\.?\s*\d|^\d+(?:\.\d+)?(?:°|%%D|DEG)|^(?:HOLES?|SLOTS?|TAP(?:PED)?|THRU|CSK|COUNTERS[IU]NK|DRILL(?:ED)?|PLACES)$/i;
const TIMES = /^\d+[x×]$/i;
/** Coats are so thick, sheets are not. */
const MICRONS = /^(?:[uµμ]m|microns?)$/i;
const MILLIMETRES = /^#?(\d+(?:\.\d+)?)mm$/i;
const INCHES = /^(?:(\d*\.\d+|\d+)|(\d+)\/(\d+))(?:in|"|”|″)$/i;
const GAUGE = /^([3-9]|[12]\d|3[0-6])(?:ga|gauge|gage)\.?$/i;
const GAUGE_NUMBER = /^(?:[3-9]|[12]\d|3[0-6])$/;
const GAUGE_WORD = /^(?:ga|gauge|gage|calibre)[.:=]?$/i;
const INCH_WORD = /^(?:in|inch|inches)\.?$/i;
/** No sheet is so thin that its thickness in millimetres begins with the point or has three digits behind it: inches. */
const IN_INCHES = /^0?\.\d{3,4}$/;
/** Words that only a thickness stands beside: `Blech: 3mm`, `3 mm sheet`. */
const SHEET = /^(?:sheet|plate|board|blech|platte|tôle|lamiera|chapa|plaat|plåt|plech|blacha|лист)[:=]?$/i;
/** From this thickness on (mm) a number with a unit is a size; one in inches sooner. */
const THICKEST = { millimetres: 100, inches: 25.4 };
/** Sheets are at least so many times as wide as they are thick. */
const THIN = 5;
/** A word, not a sign behind a number that counts: the blank ends it. */
const EAST_ASIAN_WORD = /[^\0-\u2E7F\uFF00-\uFFEF\s]+/g;

/** Words in place of a material that is told elsewhere. */
const ELSEWHERE = /^(?:see|as|siehe|laut|voir|selon|vedi|ver|tbd|none)$/i;

/** Letters in brackets that mean a word: `[Q]2 [T]6`. */
const TAGS: Record<string, string> = { Q: "QTY", M: "MAT" };

type OrderField = "quantity" | "material" | "thickness";

/** Order in a text, with a gauge whose metal may be told elsewhere. */
export interface SaidOrder extends Hints {
  gauge: number | null;
  /** A word names what the number or the material is. */
  named: boolean;
  /** Values from each source. */
  told: { source: string; of: OrderField[] }[];
}

export const nothing = (): SaidOrder => ({
  quantity: null,
  material: null,
  thickness: null,
  gauge: null,
  named: false,
  from: null,
  told: [],
});

/** The words and numbers of a name or a text, a number with its unit in one. */
function tokensIn(text: string): string[] {
  // A comma between digits is a decimal one.
  let plain = plainLabels(text).replace(/(\d),(\d)/g, "$1.$2");
  // Words in other letters begin and end where those do, and their signs are as wide as they are.
  if (EAST_ASIAN.test(plain))
    plain = plain
      .replace(/[\uFF01-\uFF5E]+/g, (wide) => wide.normalize("NFKC"))
      .replace(EAST_ASIAN_WORD, "$& ")
      .replace(/([A-Za-z])(?=[^\0-\u024F])/g, "$1 ");
  // To look for letters of any language takes long, and few texts have what may stand beside them.
  if (plain.includes("["))
    plain = plain.replace(
      /\[(\p{L}+)\][:=]?\s*/giu,
      (_, word: string) => ` ${TAGS[word.toUpperCase()] ?? word}:`,
    );
  plain = plain.replace(/(\d)\s*мм(?!\p{L})/giu, "$1mm").replace(/(\d)\s+(?=mm\b)/gi, "$1");
  if (/[:=]/.test(plain))
    plain = plain.replace(/(\p{L})\s+(?=[:=])/gu, "$1").replace(/(\p{L}{2}[:=])(?=[\p{L}\d.])/gu, "$1 ");
  return plain.split(/[\s_()[\],;]+/).flatMap(wordsOf);
}

/** Order in a name or a text, by its words. */
export function hintsIn(text: string, from: string): SaidOrder {
  const hints = nothing();
  const tokens = tokensIn(text);
  let thickness: number | null = null;
  /** Values that are a thickness or a number of pieces in an order, and may be anything else elsewhere. */
  let [likely, counted] = [null, null] as [number | null, number | null];
  // Where the last material ends: what is a grade, as T6 behind 6082, says nothing else.
  let told = 0;
  let isCalled = false;
  tokens.forEach((token, i) => {
    if (i < told) return;
    const end = materialEnd(tokens, i);
    if (end > i) {
      hints.material ??= tokens.slice(i, end).join(" ");
      told = end;
      return;
    }
    const [next, unit] = [tokens[i + 1] ?? "", tokens[i + 2] ?? ""];
    const quantity = countIn(token);
    // 4x D20 counts holes, and so does C2 4x; in names R2 is a revision.
    if (quantity !== null && CALLOUT.test(next)) return;
    // 2x 138.6 is a dimension of two things.
    if (TIMES.test(token) && /^\d+(?:\.\d+)?$/.test(next) && materialEnd(tokens, i + 1) === i + 1) return;
    if (from === "text" && TIMES.test(token) && tokens.some((other) => CALLOUT.test(other))) return;
    // X4 begins a name.
    if (quantity !== null && (from === "text" || !isNameOf(tokens, i))) hints.quantity = quantity;
    else if (/^\d{1,5}$/.test(token) && isCounted(i, tokens)) hints.quantity = Number(token);
    else if (from === "file name" && isTimesLast(i, tokens)) hints.quantity = Number(next);
    counted ??= countBehind(token, next);
    const [key, value, isSure] = labelled(token, next);
    const plain = SIZED.test(tokens[i - 1] ?? "") ? null : sizeOf(token);
    // The label of `3mm THK S235` stands behind its number, and so it does in `3 THK 8 pcs`.
    const isBefore = keyOf(next) === "thickness" && !isNumberAt(tokens, i + 2);
    const before = isBefore ? thicknessOfValue(token) : null;
    const of = key === "thickness" && !MICRONS.test(unit) ? thicknessOfValue(value, unit) : null;
    // T12 begins a name, or is one.
    const stated = before ?? (isSure || i > 0 ? of : null);
    likely ??= of ?? likelyAt(token, next);
    if (before !== null) told = i + 2;
    if (stated !== null) thickness = stated;
    // A word behind the material counts more than one before it.
    else if (plain !== null && (hints.material !== null || thickness === null)) thickness = plain;
    hints.named ||=
      stated === null
        ? plain !== null && (SHEET.test(tokens[i - 1] ?? "") || SHEET.test(next))
        : before !== null || isSure;
    hints.gauge ??= gaugeAt(tokens, i);
    isCalled ||= key === "material" || (keyOf(token) === "material" && materialEnd(tokens, i + 1) > i + 1);
    if (key === "material" && materialEnd(tokens, i + 1) === i + 1)
      hints.material ??= tokens.slice(i + 1, endOfName(tokens, i + 1)).join(" ") || null;
    else if (key === "quantity")
      hints.quantity = /^\d{1,5}$/.test(value) ? Number(value) : (countIn(value) ?? hints.quantity);
  });
  hints.thickness = thickness;
  hints.named ||= isCalled;
  settle(hints, likely, counted);
  const { quantity, material, gauge } = hints;
  if ([quantity, material, hints.thickness, gauge].some((said) => said !== null)) hints.from = from;
  return hints;
}

/** Likely values hold where an order is told; no material is a word that begins a name or a number like any other, MS or 304. */
function settle(hints: SaidOrder, likely: number | null, counted: number | null): void {
  if (hints.material !== null && hints.gauge === null) hints.thickness ??= likely;
  hints.thickness ||= null;
  const isSheet = hints.thickness !== null || hints.gauge !== null;
  if (isSheet || hints.material !== null) hints.quantity ??= counted;
  hints.quantity ||= null;
  const [isVague, letters] = /^(?:\d+|(\p{L}{2}))$/u.exec(hints.material ?? "") ?? [];
  const isOrdered = isSheet || (letters !== undefined && hints.quantity !== null);
  if (isVague !== undefined && !hints.named && !isOrdered) hints.material = null;
}

/** Whether a number of pieces stands where a name begins: `X4-housing`; or is all there is of one, as of a layer. */
function isNameOf(tokens: readonly string[], at: number): boolean {
  return at === 0 && (tokens.length === 1 || /^x/i.test(tokens[0]!));
}

/** Where a material ends that is called one and need not be known: `White oak`, `clear cast acrylic`. */
function endOfName(tokens: readonly string[], start: number): number {
  let at = start;
  for (let end = at; at < tokens.length; at = end) {
    const token = tokens[at]!;
    end = materialEnd(tokens, at);
    if (end > at) continue;
    if (!/^\p{L}[\p{L}\d]+$/u.test(token) || keyOf(token) || isUnit(token) || ELSEWHERE.test(token))
      return at;
    end++;
  }
  return at;
}

/** Behind a word for it, in millimetres: `3`, `3mm`, `1/8"`, `0.25 in`, `.125`, `6T`, `t2.3`. */
function thicknessOfValue(value: string, unit = ""): number | null {
  if (INCH_WORD.test(unit)) return sizeOf(`${value}in`);
  const size = sizeOf(value);
  const [, digits] = /^t?(\d*\.?\d+)t?$/i.exec(value) ?? [];
  if (size !== null || digits === undefined) return size;
  if (IN_INCHES.test(digits)) return sizeOf(`${digits}in`);
  return numberOf(digits) <= THICKEST.millimetres ? numberOf(digits) : null;
}

/** Where the material is told: `PL10`, `лист 4`, `6T`, `0.125`, and the least of three sizes that is far below the others. */
function likelyAt(token: string, next: string): number | null {
  const [, digits = next] = /^(?:PLT?|BL|ЛИСТ)\.?(\d.*)?$/i.exec(token) ?? ["", ""];
  if (/^\d+(?:\.\d+)?$/.test(digits)) return thicknessOfValue(digits);
  if (IN_INCHES.test(token) || /^\d(?:\.\d+)?T$/i.test(token)) return thicknessOfValue(token);
  if (!/^\d+(?:\.\d+)?(?:[x×*]\d+(?:\.\d+)?){2}(?:mm)?$/i.test(token)) return null;
  const [least, second] = token
    .split(/[x×*]/i)
    .map(Number.parseFloat)
    .sort((p, q) => p - q);
  return least! * THIN <= second! ? thicknessOfValue(`${least}`) : null;
}

/** Whether a number stands here that belongs to nothing behind it. */
function isNumberAt(tokens: readonly string[], at: number): boolean {
  return /^\d/.test(tokens[at] ?? "") && materialEnd(tokens, at) === at && !isCounted(at, tokens);
}

/** Thickness of a sheet, in millimetres: a number with a unit that is no larger than a sheet is thick. */
function sizeOf(token: string): number | null {
  const plain = MILLIMETRES.exec(token)?.[1];
  if (plain !== undefined) return numberOf(plain) < THICKEST.millimetres ? numberOf(plain) : null;
  const [, decimal, above, below] = INCHES.exec(token) ?? [];
  const inches = decimal !== undefined ? Number(decimal) : Number(above) / Number(below);
  const size = Math.round(25.4e3 * inches) / 1e3;
  return size > 0 && size <= THICKEST.inches ? size : null;
}

/** `16ga`, `16 ga`, `ga 16`. */
function gaugeAt(tokens: readonly string[], at: number): number | null {
  const isNumber = (token = "") => GAUGE_NUMBER.test(token);
  const [before, token, next] = [tokens[at - 1], tokens[at]!, tokens[at + 1]];
  const whole = GAUGE.exec(token)?.[1];
  if (whole !== undefined) return Number(whole);
  if (!GAUGE_WORD.test(token)) return null;
  return isNumber(before) ? Number(before) : isNumber(next) ? Number(next) : null;
}

/** Whether a name ends as `bracket x 4` does; behind a number that would be a size. */
function isTimesLast(at: number, tokens: readonly string[]): boolean {
  const [word = "", times, number = "", after] = tokens.slice(at - 1);
  return (
    after === undefined && /^[x×]$/i.test(times!) && /^\p{L}{2,}$/u.test(word) && /^\d{1,5}$/.test(number)
  );
}

/** Whether a number and its unit stand last, first or before a material or a thickness, "2 Stk S235"; "2 x 40" is a size. */
function isCounted(at: number, tokens: readonly string[]): boolean {
  const unit = tokens[at + 1] ?? "";
  if (!isUnit(unit)) return false;
  if (at + 2 === tokens.length) return true;
  if (CALLOUT.test(tokens[at + 2]!)) return false;
  const [next, last] = [tokens[at + 2]!, tokens[at + 3] ?? ""];
  const isSheet = sizeOf(next) !== null || SHEET.test(next) || labelled(next, last)[0] === "thickness";
  return !/^x/i.test(unit) && (at === 0 || isSheet || materialEnd(tokens, at + 2) > at + 2);
}

/** 053 has lost its point. */
function numberOf(digits: string): number {
  return /^0\d\d$/.test(digits) ? Number(digits) / 100 : Number(digits);
}

const lettersIn = (said: string | null) => said?.replace(/\s\d+$/, "").replace(/[\s_-]/g, "").length ?? 0;

/** A label such as T1 says no thickness, nor does the number of a dimension; GI and nothing else is a name. */
export function isOrder({ quantity, material, thickness, gauge, named }: SaidOrder, text: string): boolean {
  const isLabelled = named || (lettersIn(text) > 2 && lettersIn(material) === lettersIn(text));
  return (
    quantity !== null ||
    gauge !== null ||
    (material === null ? thickness !== null && named : thickness !== null || isLabelled)
  );
}

/** Takes over what is not known yet, with who has said it. */
export function complete(hints: SaidOrder, more: SaidOrder): void {
  const taken: OrderField[] = [];
  if (hints.quantity === null && more.quantity !== null) taken.push("quantity");
  if (hints.material === null && more.material !== null) taken.push("material");
  hints.quantity ??= more.quantity;
  hints.material ??= more.material;
  if (hints.thickness === null && hints.gauge === null && (more.thickness ?? more.gauge) !== null) {
    hints.thickness = more.thickness;
    hints.gauge = more.gauge;
    taken.push("thickness");
  }
  if (taken.length === 0 || more.from === null) return;
  const { told } = hints;
  const known = told.find(({ source }) => source === more.from);
  if (known) known.of.push(...taken);
  else told.push({ source: more.from, of: taken });
  hints.from = told.map(({ source }) => source).join(" and ");
}
