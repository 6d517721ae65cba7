/**
 * Which JSON values stand for a number, an integer, a boolean or a string. The interface's clients know a
 * service that reads bodies with Pydantic v2 in its lax mode: `"12"` is a number, `"yes"` a boolean, `1` no
 * string. These schemas accept exactly that and say in `params` of a zod issue which Pydantic error a refused
 * value is; what a JSON schema shows (type, bounds, pattern) stays plain zod.
 */
import * as z from "zod/mini";
import { annotated, preprocess } from "./schema.ts";

/**
 * The part of a Pydantic error that a zod issue cannot say by itself. Travels as `params` of a custom issue.
 */
export interface LaxIssue {
  type: string;
  msg: string;
  ctx?: Record<string, unknown>;
  /**
   * Issue to report instead if the number is written without fraction and exponent, which only the text can tell.
   */
  whole?: LaxIssue;
}

/** Inclusive `ge` and `le`, exclusive `gt`. */
export interface NumberBounds {
  gt?: number;
  ge?: number;
  le?: number;
}

/** More decimal digits than this are refused before they are read. */
const INTEGER_DIGITS = 4300;
const EMAIL_LENGTH = 254;
const INT64 = 2 ** 63;
const FLOAT = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const INTEGER = /^[+-]?\d+(?:_\d+)*(?:\.0+)?$/;
const NOT_FINITE = /^([+-]?)(?:(inf|infinity)|nan)$/i;
const TRUE = /^(?:1|t|true|y|yes|on)$/i;
const FALSE = /^(?:0|f|false|n|no|off)$/i;
const LONE_SURROGATE = /\p{Surrogate}/u;

export function number(bounds: NumberBounds = {}) {
  return preprocess((value: number, context) => settle(readNumber(value, bounds), context), bounded(bounds));
}

export function integer(bounds: NumberBounds = {}) {
  const schema = annotated(bounded(bounds), { type: "integer" });
  return preprocess((value: number, context) => settle(readInteger(value, bounds), context), schema);
}

export function boolean() {
  return preprocess((value: boolean, context) => settle(readBoolean(value), context), z.boolean());
}

/** `checks` are what a JSON schema can say about the text: a length, a pattern. */
export function string(...checks: z.core.$ZodCheck<string>[]) {
  const schema = z.string().check(...checks);
  return preprocess((value: string, context) => settle(readString(value), context), schema);
}

/** One of a few words. */
export function choice<const Word extends string>(words: readonly Word[]) {
  return preprocess((value: Word, context) => settle(readString(value), context), z.enum(words));
}

/** An e-mail address, as far as its shape goes. */
export function email() {
  return preprocess((value: string, context) => settle(readEmail(value), context), z.string());
}

/** A list whose length a JSON schema bounds. */
export function list<Entry extends z.ZodMiniType>(
  entry: Entry,
  { min, max }: { min?: number; max?: number } = {},
) {
  let schema = z.array(entry);
  if (min !== undefined) schema = schema.check(z.minLength(min));
  if (max !== undefined) schema = schema.check(z.maxLength(max));
  return preprocess((value: readonly z.input<Entry>[], context) => settle(readList(value), context), schema);
}

/** An object whose other keys nobody has declared; `shape` says what is known of it. */
export function dictionary<Shape extends z.ZodMiniType>(shape: Shape) {
  return preprocess((value: z.input<Shape>, context) => settle(readDictionary(value), context), shape);
}

/** Reports a refused value to zod, or hands on the one that was read. */
function settle<Value>(read: Value | LaxRefusal, context: z.core.ParsePayload): Value {
  if (!(read instanceof LaxRefusal)) return read;
  const { msg: message } = read.issue;
  context.issues.push({ code: "custom", message, input: context.value, params: { ...read.issue } });
  return z.NEVER;
}

/** A value that stands for nothing of the wanted kind. */
export class LaxRefusal {
  readonly issue: LaxIssue;
  constructor(type: string, msg: string, ctx?: Record<string, unknown>, whole?: LaxRefusal) {
    this.issue = { type, msg, ...(ctx ? { ctx } : {}), ...(whole ? { whole: whole.issue } : {}) };
  }
}

/** The number that a JSON value stands for. A spelled-out infinity fails its bounds, as a number would. */
export function readNumber(value: unknown, bounds: NumberBounds = {}): number | LaxRefusal {
  if (typeof value === "number") return Number.isFinite(value) ? value : notFinite();
  if (typeof value === "boolean") return Number(value);
  if (typeof value !== "string") return new LaxRefusal("float_type", "Input should be a valid number");
  const text = plainNumber(value);
  const special = NOT_FINITE.exec(text);
  if (special) {
    const infinite = special[1] === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    return brokenBound(special[2] ? infinite : Number.NaN, bounds) ?? notFinite();
  }
  if (!FLOAT.test(text)) {
    return new LaxRefusal(
      "float_parsing",
      "Input should be a valid number, unable to parse string as a number",
    );
  }
  const read = Number(text);
  return Number.isFinite(read) ? read : (brokenBound(read, bounds) ?? notFinite());
}

/** Underscores may stand between any two characters of a number with a point or an exponent. */
function plainNumber(value: string): string {
  const text = trimmed(value);
  return /^_|__|_$/.test(text) ? text : text.replaceAll("_", "");
}

/** Without the white space of Unicode at both ends; in one pass, because a text may be megabytes of it. */
function trimmed(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && isSpace(value[start]!)) start++;
  while (start < end && isSpace(value[end - 1]!)) end--;
  return value.slice(start, end);
}

/** JavaScript counts the byte order mark among the spaces and the "next line" not; Unicode has it the other way. */
function isSpace(char: string): boolean {
  return char === "\u0085" || (char !== "\ufeff" && char.trim() === "");
}

function readInteger(value: unknown, bounds: NumberBounds): number | LaxRefusal {
  if (typeof value === "boolean") return Number(value);
  if (typeof value === "number") return integerFromNumber(value, bounds);
  if (typeof value !== "string") return new LaxRefusal("int_type", "Input should be a valid integer");
  const text = trimmed(value);
  if (text.length > INTEGER_DIGITS) return tooLargeInteger();
  if (INTEGER.test(text)) {
    const read = Number(text.replaceAll("_", ""));
    return Number.isFinite(read) ? read : (brokenBound(read, bounds) ?? tooLargeInteger());
  }
  return new LaxRefusal(
    "int_parsing",
    "Input should be a valid integer, unable to parse string as an integer",
  );
}

function integerFromNumber(value: number, bounds: NumberBounds): number | LaxRefusal {
  if (!Number.isFinite(value)) return notFinite();
  if (!Number.isInteger(value)) {
    return new LaxRefusal(
      "int_from_float",
      "Input should be a valid integer, got a number with a fractional part",
    );
  }
  return Math.abs(value) < INT64 ? value : tooLargeInteger(brokenBound(value, bounds));
}

function readBoolean(value: unknown): boolean | LaxRefusal {
  if (typeof value === "boolean") return value;
  if (value === 1 || (typeof value === "string" && TRUE.test(value))) return true;
  if (value === 0 || (typeof value === "string" && FALSE.test(value))) return false;
  const interpretable =
    typeof value === "string" || (Number.isInteger(value) && Math.abs(Number(value)) < INT64);
  return interpretable
    ? new LaxRefusal("bool_parsing", "Input should be a valid boolean, unable to interpret input")
    : new LaxRefusal("bool_type", "Input should be a valid boolean");
}

function readList<Entry>(value: readonly Entry[]): readonly Entry[] | LaxRefusal {
  return Array.isArray(value) ? value : new LaxRefusal("list_type", "Input should be a valid list");
}

function readDictionary<Value>(value: Value): Value | LaxRefusal {
  const isOne = typeof value === "object" && value !== null && !Array.isArray(value);
  return isOne ? value : new LaxRefusal("dict_type", "Input should be a valid dictionary");
}

/**
 * Text that cannot be written as UTF-8 is refused here, so that no answer, file or log ever has to carry it.
 */
function readString(value: unknown): string | LaxRefusal {
  if (typeof value !== "string") return new LaxRefusal("string_type", "Input should be a valid string");
  if (!LONE_SURROGATE.test(value)) return value;
  const msg = "Input should be a valid string, unable to parse raw data as a unicode string";
  return new LaxRefusal("string_unicode", msg);
}

/** Says in the words of the library that Pydantic asks why an address can be none. */
function readEmail(value: unknown): string | LaxRefusal {
  const text = readString(value);
  if (text instanceof LaxRefusal) return text;
  const reason = emailFault(text);
  if (reason === undefined) return text;
  return new LaxRefusal("value_error", `value is not a valid email address: ${reason}`, { reason });
}

function emailFault(text: string): string | undefined {
  const at = text.lastIndexOf("@");
  if (at < 0) return "An email address must have an @-sign.";
  const local = text.slice(0, at);
  const domain = text.slice(at + 1);
  if (local === "") return "There must be something before the @-sign.";
  if (domain === "") return "There must be something after the @-sign.";
  if (local.includes(" ")) return "The email address contains invalid characters before the @-sign: SPACE.";
  if (/[\s\p{Cc}@"(),:;<>[\\\]]/u.test(text.replace("@", ""))) {
    return "The email address contains invalid characters.";
  }
  if (text.includes("..")) return "An email address cannot have two periods in a row.";
  if (/^\.|\.$|\.@|@\./.test(text)) return "An email address cannot have a period at its ends.";
  if (!domain.includes(".")) return "The part after the @-sign is not valid. It should have a period.";
  if (text.length > EMAIL_LENGTH)
    return `The email address is too long (more than ${EMAIL_LENGTH} characters).`;
  return undefined;
}

/** Bounds in the order in which the first broken one is reported. NaN breaks every bound. */
function brokenBound(value: number, { gt, ge, le }: NumberBounds): LaxRefusal | undefined {
  if (le !== undefined && !(value <= le)) {
    return new LaxRefusal("less_than_equal", `Input should be less than or equal to ${le}`, { le });
  }
  if (ge !== undefined && !(value >= ge)) {
    return new LaxRefusal("greater_than_equal", `Input should be greater than or equal to ${ge}`, { ge });
  }
  if (gt !== undefined && !(value > gt)) {
    return new LaxRefusal("greater_than", `Input should be greater than ${gt}`, { gt });
  }
  return undefined;
}

function bounded({ gt, ge, le }: NumberBounds): z.ZodMiniNumber<number> {
  let schema = z.number();
  if (gt !== undefined) schema = schema.check(z.gt(gt));
  if (ge !== undefined) schema = schema.check(z.gte(ge));
  return le === undefined ? schema : schema.check(z.lte(le));
}

function notFinite(): LaxRefusal {
  return new LaxRefusal("finite_number", "Input should be a finite number");
}

function tooLargeInteger(whole?: LaxRefusal): LaxRefusal {
  const msg = "Unable to parse input string as an integer, exceeded maximum size";
  return new LaxRefusal("int_parsing_size", msg, undefined, whole);
}
