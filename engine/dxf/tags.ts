/**
 * Which group codes and values does the text hold?
 *
 * A DXF is pairs of lines: a group code, a value. Pairs are kept as positions in the text, not as objects: ten
 * megabytes hold over a million of them. Lines end in CR LF, LF or CR.
 */
import { quote } from "./errors.ts";

const LF = 10;
const CR = 13;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;

/** Pairs of a drawing, up to and including `0 EOF`. Pair i stands on lines 2i + 1 and 2i + 2 of an ASCII file. */
export interface Tags {
  text: string;
  count: number;
  codes: Int16Array;
  /** Where each value starts and ends in the text, blanks around it left out. */
  starts: Int32Array;
  ends: Int32Array;
  /** Why reading stopped before `0 EOF`, as the end of a sentence; null when it did not. */
  stopped: string | null;
  /** Reading stopped because the text ended between two pairs, as opposed to inside one or at nonsense. */
  clean: boolean;
}

export function readTags(text: string): Tags {
  const scanner = new LineScanner(text);
  // Pairs take four characters at least, but for a few; memory that is not used is not paid for.
  let capacity = Math.max(64, text.length >> 2);
  const tags: Tags = {
    text,
    count: 0,
    codes: new Int16Array(capacity),
    starts: new Int32Array(capacity),
    ends: new Int32Array(capacity),
    stopped: null,
    clean: false,
  };
  while (scanner.next()) {
    const code = groupCode(text, scanner.start, scanner.end);
    if (code < 0) return stop(tags, scanner);
    if (!scanner.next()) {
      tags.stopped = `line ${2 * tags.count + 2}, where the value of group ${code} is missing`;
      return tags;
    }
    if (tags.count === capacity) {
      capacity *= 2;
      tags.codes = grown(tags.codes, new Int16Array(capacity));
      tags.starts = grown(tags.starts, new Int32Array(capacity));
      tags.ends = grown(tags.ends, new Int32Array(capacity));
    }
    const at = tags.count++;
    tags.codes[at] = code;
    tags.starts[at] = scanner.start;
    tags.ends[at] = scanner.end;
    if (code === 0 && keyword(tags, at) === "EOF") return tags;
  }
  tags.stopped = `line ${2 * tags.count + 1}, where the file ends`;
  // A last line without a line end may have lost its last digits.
  tags.clean = scanner.ended;
  return tags;
}

/** The value of a pair. */
export function tagText(tags: Tags, at: number): string {
  return tags.text.slice(tags.starts[at], tags.ends[at]);
}

/** The value of a `0` or section name pair; hand-written files have been seen in lower case. */
export function keyword(tags: Tags, at: number): string {
  return tagText(tags, at).toUpperCase();
}

/** Finite number of a pair, or NaN. Spellings that only JavaScript reads as numbers (0x10, 1_0, empty) do not count. */
export function tagNumber(tags: Tags, at: number): number {
  const plain = plainDecimal(tags.text, tags.starts[at]!, tags.ends[at]!);
  if (!Number.isNaN(plain)) return plain;
  const text = tagText(tags, at);
  // `Number` is strict about what follows the digits, `parseFloat` would read "1,5" as 1.
  const value = text.length === 0 ? Number.NaN : Number(text);
  return Number.isFinite(value) && !/[xob]/i.test(text) ? value : Number.NaN;
}

/** Whole numbers below this, and the powers of ten that go with them, are exact. */
const EXACT_DIGITS = 15;
const POWERS = Array.from({ length: EXACT_DIGITS + 1 }, (_, exponent) => 10 ** exponent);

/**
 * A decimal of few digits, as nearly all are, without a string made of it; NaN for all others. The quotient of two exact
 * numbers is the double nearest to the decimal (W. Clinger, 1990).
 */
function plainDecimal(text: string, start: number, end: number): number {
  const negative = text.charCodeAt(start) === MINUS;
  let digits = 0;
  let decimals = -1;
  let whole = 0;
  for (let i = negative ? start + 1 : start; i < end; i++) {
    const digit = text.charCodeAt(i) - ZERO;
    if (digit === POINT - ZERO && decimals < 0) decimals = digits;
    else if (digit < 0 || digit > 9 || ++digits > EXACT_DIGITS) return Number.NaN;
    else whole = 10 * whole + digit;
  }
  if (digits === 0) return Number.NaN;
  const value = decimals < 0 ? whole : whole / POWERS[digits - decimals]!;
  return negative ? -value : value;
}

/** Where the next entity or structure begins, at `from` or behind. */
export function entityEnd({ codes }: Tags, from: number, to: number): number {
  let at = from;
  while (at < to && codes[at] !== 0) at++;
  return at;
}

/** The first value of a code. */
export function firstText(tags: Tags, code: number, from: number, to: number): string | null {
  for (let at = from; at < to; at++) if (tags.codes[at] === code) return tagText(tags, at);
  return null;
}

function stop(tags: Tags, scanner: LineScanner): Tags {
  const found = tags.text.slice(scanner.start, scanner.end);
  const line = 2 * tags.count + 1;
  if (found === "" && scanner.onlyBlankLeft()) {
    tags.stopped = `line ${line}, where the file ends`;
    tags.clean = true;
  } else {
    tags.stopped = `line ${line}, where a group code was expected but ${found ? quote(found) : "an empty line"} found`;
  }
  return tags;
}

/** The integer 0 to 32767 between two positions, or -1. */
function groupCode(text: string, start: number, end: number): number {
  let code = 0;
  if (start === end || end - start > 5) return -1;
  for (let i = start; i < end; i++) {
    const digit = text.charCodeAt(i) - ZERO;
    if (digit < 0 || digit > 9) return -1;
    code = code * 10 + digit;
  }
  return code > 32767 ? -1 : code;
}

/** Lines of a text one after another, as positions without the blanks around them. */
class LineScanner {
  start = 0;
  end = 0;
  /** Whether the last line had a line end. */
  ended = true;
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  next(): boolean {
    const { text } = this;
    if (this.at >= text.length) return false;
    let start = this.at;
    let end = start;
    while (end < text.length) {
      const character = text.charCodeAt(end);
      if (character === LF || character === CR) break;
      end++;
    }
    this.ended = end < text.length;
    this.at = end + 1;
    if (text.charCodeAt(end) === CR && text.charCodeAt(end + 1) === LF) this.at++;
    while (start < end && blank(text.charCodeAt(start))) start++;
    while (end > start && blank(text.charCodeAt(end - 1))) end--;
    this.start = start;
    this.end = end;
    return true;
  }

  onlyBlankLeft(): boolean {
    for (let i = this.at; i < this.text.length; i++) {
      const character = this.text.charCodeAt(i);
      if (!blank(character) && character !== LF && character !== CR) return false;
    }
    return true;
  }
}

/** Space, tab, or the Ctrl-Z that DOS programs put at the end of a file. */
function blank(character: number): boolean {
  return character === 32 || character === 9 || character === 26;
}

function grown<Target extends Int16Array | Int32Array>(from: Target, to: Target): Target {
  to.set(from);
  return to;
}
