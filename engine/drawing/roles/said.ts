/** What does a name, a text or an attribute say: how many of a part, of what, how thick? */
import type { Hints } from "../model/drawing.ts";
import { materialEnd, wordsOf } from "./materials.ts";
import {
  countIn,
  isUnit,
  keyOf,
  labelled,
  plainLabels,
  thicknessBefore,
  thicknessIn,
} from "./order-words.ts";

/** What makes a number behind it a size of the part: `100 x 60 mm`, `Ø 5 mm`. */
const SIZED = /^(?:[x×*]|[Øø⌀DMR]|DIA|%%C)\.?$/i;
/** Of holes, radii and chamfers; of angles; and what is made of them. */
const CALLOUT =
  /^(?:[Øø⌀DMRC]|DIA|%%C)\.?\s*\d|^\d+(?:\.\d+)?(?:°|%%D|DEG)|^(?:HOLES?|SLOTS?|TAP(?:PED)?|THRU|CSK|COUNTERS[IU]NK|DRILL(?:ED)?|PLACES)$/i;
const TIMES = /^\d+[x×]$/i;
/** Coats are so thick, sheets are not. */
const MICRONS = /^(?:[uµμ]m|microns?)$/i;
const MILLIMETRES = /^(\d+(?:\.\d+)?)mm$/i;
const INCHES = /^(?:(\d*\.\d+|\d+)|(\d+)\/(\d+))(?:in|"|”|″)$/i;
const GAUGE = /^([3-9]|[12]\d|3[0-6])(?:ga|gauge|gage)\.?$/i;
const GAUGE_NUMBER = /^(?:[3-9]|[12]\d|3[0-6])$/;
const GAUGE_WORD = /^(?:ga|gauge|gage)[.:=]?$/i;
/** What a thickness may stand beside, as it is one of nothing else: `Blech: 3mm`, `3 mm sheet`. */
const SHEET = /^(?:sheet|plate|board|blech|platte|tôle|lamiera|chapa|plaat|plåt|plech|blacha|лист)[:=]?$/i;
/** From this thickness on (mm) a number with a unit is a size; one in inches sooner. */
const THICKEST = { millimetres: 100, inches: 25.4 };

/** Letters in brackets that mean a word: `[Q]2 [T]6`. */
const TAGS: Record<string, string> = { Q: "QTY", M: "MAT" };

type Told = "quantity" | "material" | "thickness";

/** What is said, with a gauge whose metal may be told elsewhere. */
export interface Said extends Hints {
  gauge: number | null;
  /** A word names what the number or the material is. */
  named: boolean;
  /** What has come from each source. */
  told: { source: string; of: Told[] }[];
}

export const nothing = (): Said => ({
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
  // To look for letters of any language takes long, and few texts have what may stand beside them.
  if (plain.includes("["))
    plain = plain.replace(
      /\[(\p{L}+)\][:=]?\s*/giu,
      (_, word: string) => ` ${TAGS[word.toUpperCase()] ?? word}:`,
    );
  plain = plain.replace(/(\d)\s*мм(?!\p{L})/giu, "$1mm").replace(/(\d)\s+(?=mm\b)/gi, "$1");
  if (/[:=]/.test(plain))
    plain = plain.replace(/(\p{L})\s+(?=[:=])/gu, "$1").replace(/(\p{L}{2}[:=])(?=\p{L}|1\.\d{4})/gu, "$1 ");
  return plain.split(/[\s_()[\],;]+/).flatMap(wordsOf);
}

/** What a name or a text says, by its words. */
export function hintsIn(text: string, from: string): Said {
  const hints = nothing();
  const tokens = tokensIn(text);
  let thickness: number | null = null;
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
    const next = tokens[i + 1] ?? "";
    const quantity = countIn(token);
    // 4x D20 counts holes, and so does C2 4x; in names R2 is a revision.
    if (quantity !== null && CALLOUT.test(next)) return;
    // 2x 138.6 is a dimension of two things.
    if (TIMES.test(token) && /^\d+(?:\.\d+)?$/.test(next) && materialEnd(tokens, i + 1) === i + 1) return;
    if (from === "text" && TIMES.test(token) && tokens.some((other) => CALLOUT.test(other))) return;
    if (quantity !== null) hints.quantity = quantity;
    else if (/^\d{1,5}$/.test(token) && isCounted(i, tokens)) hints.quantity = Number(token);
    // T12 alone is a name.
    const isName = tokens.length === 1 && !/[=:]/.test(token);
    const stated = isName
      ? undefined
      : (thicknessIn(token, next) ?? thicknessBefore(token, next, tokens[i + 2]));
    const plain = SIZED.test(tokens[i - 1] ?? "") ? null : sizeOf(token);
    if (stated !== undefined && numberOf(stated) <= THICKEST.millimetres) thickness = numberOf(stated);
    // What stands behind the material counts more than what stands before it.
    else if (plain !== null && (hints.material !== null || thickness === null)) thickness = plain;
    hints.named ||=
      stated === undefined
        ? plain !== null && (SHEET.test(tokens[i - 1] ?? "") || SHEET.test(next))
        : /[=:]/.test(token) || keyOf(next) === "thickness";
    hints.gauge ??= gaugeAt(tokens, i);
    const [key, value] = labelled(token, next);
    isCalled ||= key === "material" || (keyOf(token) === "material" && materialEnd(tokens, i + 1) > i + 1);
    if (key === "material" && materialEnd(tokens, i + 1) === i + 1)
      hints.material ??= [value, ...tokens.slice(i + 2, endOfKinds(tokens, i + 2))].join(" ");
    else if (key === "quantity" && /^\d{1,5}$/.test(value)) hints.quantity = Number(value);
    // Of `3mm THK S235` the label stands behind its number.
    else if (
      key === "thickness" &&
      thickness === null &&
      tellsThickness(value) &&
      !MICRONS.test(tokens[i + 2] ?? "")
    ) {
      thickness = sizeOf(value) ?? Number(thicknessIn(value, "") ?? value);
      hints.named = true;
    }
  });
  hints.named ||= isCalled;
  hints.thickness = thickness || null;
  // 304 is a number like any other where nothing says that it is a material.
  const isNumber = /^\d+$/.test(hints.material ?? "");
  if (isNumber && !isCalled && thickness === null && hints.gauge === null) hints.material = null;
  if (hints.quantity === 0) hints.quantity = null;
  const { quantity, material, gauge } = hints;
  if ([quantity, material, thickness, gauge].some((said) => said !== null)) hints.from = from;
  return hints;
}

/** Where the material ends that begins with words which say no more than its kind: `black acrylic`; the start where none does. */
function endOfKinds(tokens: readonly string[], start: number): number {
  let at = start;
  while (/^\p{L}+$/u.test(tokens[at] ?? "") && materialEnd(tokens, at) === at) at++;
  const end = materialEnd(tokens, at);
  return end > at ? end : start;
}

/** Behind a word for it: `3`, `3mm`, `1/8"`, `t2.3`. */
function tellsThickness(value: string): boolean {
  return /^\d+(\.\d+)?$/.test(value) || sizeOf(value) !== null || thicknessIn(value, "") !== undefined;
}

/** Of a sheet, in millimetres: a number with a unit that is no larger than a sheet is thick. */
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

/** Whether a number and its unit stand last, first or before a material or a thickness, "2 Stk S235"; "2 x 40" is a size. */
function isCounted(at: number, tokens: readonly string[]): boolean {
  const unit = tokens[at + 1] ?? "";
  if (!isUnit(unit)) return false;
  if (at + 2 === tokens.length) return true;
  const [next, last] = [tokens[at + 2]!, tokens[at + 3] ?? ""];
  const isSheet =
    sizeOf(next) !== null || keyOf(next) === "thickness" || thicknessIn(next, last) !== undefined;
  return !/^x/i.test(unit) && (at === 0 || isSheet || materialEnd(tokens, at + 2) > at + 2);
}

/** 053 has lost its point. */
function numberOf(digits: string): number {
  return /^0\d\d$/.test(digits) ? Number(digits) / 100 : Number(digits);
}

export function hintsOfAttribute(tag: string, value: string): Said | null {
  const key = keyOf(tag.replace(/[^\p{L}\p{M}]/gu, ""));
  if (!key) return null;
  const hints = nothing();
  const number = Number(/\d+(?:[.,]\d+)?/.exec(value)?.[0].replace(",", ".") ?? Number.NaN);
  if (key === "material") {
    const said = hintsIn(value, "");
    hints.thickness = said.thickness;
    hints.gauge = said.gauge;
    hints.material = said.material ?? (value.trim() || null);
  } else if (key === "thickness") {
    const said = hintsIn(value.replace(/(\d)\s+(?=["a-z])/gi, "$1"), "");
    hints.gauge = said.gauge;
    hints.material = said.material;
    if (said.gauge === null && said.thickness !== null) hints.thickness = said.thickness;
    else if (said.gauge === null && number > 0) hints.thickness = number;
  } else if (Number.isFinite(number) && number > 0) hints[key] = number;
  hints.from = `attribute ${tag}`;
  return hints;
}

/** A label such as T1 says no thickness, nor does the number of a dimension; GI and nothing else is a name. */
export function isOrder({ quantity, material, thickness, gauge, named }: Said, text: string): boolean {
  const letters = (said: string | null) => said?.replace(/\s\d+$/, "").replace(/[\s_-]/g, "").length ?? 0;
  const isLabelled = named || /[=:]/.test(text) || (letters(text) > 2 && letters(material) === letters(text));
  return (
    quantity !== null ||
    gauge !== null ||
    (material === null ? thickness !== null && named : thickness !== null || isLabelled)
  );
}

/** Takes over what is not known yet, with who has said it. */
export function complete(hints: Said, more: Said): void {
  const taken: Told[] = [];
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
