/**
 * How does a refused body read in the answer? Zod's issues become the items of Pydantic v2 (`type, loc, msg, input, ctx`), which
 * the clients of the interface parse. Where we differ from FastAPI, on purpose:
 * - the key is checked before the body is read; FastAPI answers a broken body first;
 * - at most 100 items, and no large, deep or secret `input`: one legal body could otherwise ask for 60 MB of answer;
 * - `finite_number` for numbers beyond double range and for "inf" or "nan" where no bound catches them; FastAPI fails with 500;
 * - a whole number outside 64 bits is no `sheet_index`; a password is never sent back, asterisks stand in its place;
 * - `string_unicode` for lone surrogates, which FastAPI accepts and then fails to write;
 * - `literal_error` for `optimize` outside its two words; NaN and Infinity literals are `json_invalid`;
 * - UTF-16 and compressed bodies are refused with 400 INVALID_INPUT.
 */
import type { z } from "zod";
import type { ZodMiniType } from "zod/mini";
import type { ValidationItem } from "../../engine/v1.ts";
import { JsonSyntaxError, numberText, parseJson } from "./json.ts";

/** A request whose shape is wrong: 422. */
export class ValidationError extends Error {
  constructor(readonly items: ValidationItem[]) {
    super("The request does not fit its schema");
  }
}

/** A schema of the interface, or of the service alone. */
export type AnySchema = z.ZodType | ZodMiniType;

type PathStep = string | number;
type Issue = z.core.$ZodIssue;
interface ValidationIssue {
  type: string;
  msg: string;
  ctx?: Record<string, unknown>;
}

const MAX_ITEMS = 100;
/** Characters of JSON that one `input` may take, and all of an answer together. */
const MAX_INPUT = 32_768;
const MAX_INPUTS = 65_536;
const MAX_DEPTH = 32;
const SECRET = "**********";
const SECRETS = ["password", "current_password", "new_password", "token"];

/** @throws ValidationError */
export function parseBody<Schema extends AnySchema>(schema: Schema, text: string): z.output<Schema> {
  const body = text === "" ? null : readJson(text);
  if (body === null) throw new ValidationError([itemFrom(MISSING, ["body"], null)]);
  return validate(schema, body, "body", text);
}

/** @throws ValidationError */
export function parseQuery<Schema extends AnySchema>(
  schema: Schema,
  query: Record<string, string>,
): z.output<Schema> {
  return validate(schema, query, "query", "");
}

/** FastAPI's error for a body that is no JSON by its content type. */
export function notJson(text: string): ValidationError {
  return new ValidationError(shorten([itemFrom(MODEL_TYPE, ["body"], text)]));
}

/** A form without the file; `input` is null whatever came instead. */
export function missingFile(): ValidationError {
  return new ValidationError([itemFrom(MISSING, ["body", "file"], null)]);
}

/** A form whose `file` is a plain text field. */
export function notAFile(text: string): ValidationError {
  const msg = "Value error, Expected UploadFile, received: <class 'str'>";
  const finding = { type: "value_error", msg, ctx: { error: {} } };
  return new ValidationError(shorten([itemFrom(finding, ["body", "file"], text)]));
}

const MISSING: ValidationIssue = { type: "missing", msg: "Field required" };
const MODEL_TYPE: ValidationIssue = {
  type: "model_attributes_type",
  msg: "Input should be a valid dictionary or object to extract fields from",
};

/** Findings for fields that are not coerced. */
const PLAIN_TYPES: Partial<Record<string, ValidationIssue>> = {
  string: { type: "string_type", msg: "Input should be a valid string" },
  boolean: { type: "bool_type", msg: "Input should be a valid boolean" },
  array: { type: "list_type", msg: "Input should be a valid list" },
};

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const finding = { type: "json_invalid", msg: "JSON decode error", ctx: { error: error.message } };
    throw new ValidationError([itemFrom(finding, ["body", error.position], {})]);
  }
}

function validate<Schema extends AnySchema>(
  schema: Schema,
  value: unknown,
  root: string,
  text: string,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data as z.output<Schema>;
  const items = result.error.issues
    .slice(0, MAX_ITEMS)
    .map((issue) => itemFromIssue(issue, value, root, text));
  throw new ValidationError(shorten(items));
}

function itemFromIssue(issue: Issue, root: unknown, source: string, text: string): ValidationItem {
  const path = issue.path as PathStep[];
  const parent = path.length > 0 ? valueAt(root, path.slice(0, -1)) : undefined;
  const input = valueAt(root, path);
  const missing = path.length > 0 && input === undefined;
  const finding = missing ? MISSING : findingFromIssue(issue, input, () => numberText(text, path));
  return itemFrom(finding, [source, ...path], missing ? parent : input);
}

function itemFrom({ type, msg, ctx }: ValidationIssue, loc: PathStep[], input: unknown): ValidationItem {
  return { type, loc, msg, input, ...(ctx ? { ctx } : {}) };
}

/** Own keys only: a path never leads into a prototype. */
function valueAt(root: unknown, path: readonly PathStep[]): unknown {
  let value = root;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<PathStep, unknown>)[step];
  }
  return value;
}

function findingFromIssue(issue: Issue, input: unknown, literal: () => string | undefined): ValidationIssue {
  switch (issue.code) {
    case "custom":
      return findingFromParams(issue.params as unknown as LaxParams, input, literal);
    case "invalid_type":
      return PLAIN_TYPES[issue.expected] ?? MODEL_TYPE;
    case "invalid_value": {
      const words = issue.values.map((word) => `'${String(word)}'`);
      const expected = [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(" or ");
      return { type: "literal_error", msg: `Input should be ${expected}`, ctx: { expected } };
    }
    case "invalid_format": {
      const pattern = patternSource(issue);
      const msg = `String should match pattern '${pattern}'`;
      return { type: "string_pattern_mismatch", msg, ctx: { pattern } };
    }
    case "too_small":
    case "too_big":
      return findingFromSize(issue, input);
    default:
      return { type: "value_error", msg: `Value error, ${issue.message}`, ctx: { error: {} } };
  }
}

interface LaxParams extends ValidationIssue {
  /** Finding if the number is written without fraction and exponent. */
  whole?: ValidationIssue;
}

function findingFromParams(params: LaxParams, input: unknown, literal: () => string | undefined) {
  if (params.whole && typeof input === "number" && /^-?\d+$/.test(literal() ?? "")) return params.whole;
  return params;
}

function patternSource(issue: Issue & { code: "invalid_format" }): string {
  const pattern = "pattern" in issue && typeof issue.pattern === "string" ? issue.pattern : "";
  return pattern.replace(/^\/(.*)\/$/s, "$1");
}

function findingFromSize(issue: Issue & { code: "too_small" | "too_big" }, input: unknown): ValidationIssue {
  const big = issue.code === "too_big";
  const limit = Number(big ? issue.maximum : issue.minimum);
  const side = big ? "most" : "least";
  const plural = limit === 1 ? "" : "s";
  if (issue.origin === "string") {
    const ctx = big ? { max_length: limit } : { min_length: limit };
    const type = big ? "string_too_long" : "string_too_short";
    return { type, msg: `String should have at ${side} ${limit} character${plural}`, ctx };
  }
  if (issue.origin === "array") {
    const actual = Array.isArray(input) ? input.length : 0;
    const ctx = { field_type: "List", ...(big ? { max_length: limit } : { min_length: limit }) };
    const msg = `List should have at ${side} ${limit} item${plural} after validation, not ${actual}`;
    return { type: big ? "too_long" : "too_short", msg, ctx: { ...ctx, actual_length: actual } };
  }
  const [than, key] = big ? ["less", "l"] : ["greater", "g"];
  const [equal, words, end] = issue.inclusive ? ["_equal", " or equal to", "e"] : ["", "", "t"];
  const msg = `Input should be ${than} than${words} ${limit}`;
  return { type: `${than}_than${equal}`, msg, ctx: { [key + end]: limit } };
}

/** Leaves out every `input` that is too long or too deep, alone or together with those before it, and hides passwords. */
function shorten(items: ValidationItem[]): ValidationItem[] {
  let left = MAX_INPUTS;
  return items.map((item) => {
    const size = jsonLength(item.input, Math.min(MAX_INPUT, left));
    if (size === undefined) {
      const { input: _large, ...rest } = item;
      return rest;
    }
    left -= size;
    return { ...item, input: hideSecrets(item) };
  });
}

function hideSecrets({ loc, input }: ValidationItem): unknown {
  if (typeof input === "string") return SECRETS.includes(String(loc.at(-1))) ? SECRET : input;
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  const entries = Object.entries(input).map(([key, value]): [string, unknown] =>
    SECRETS.includes(key) && typeof value === "string" ? [key, SECRET] : [key, value],
  );
  return Object.fromEntries(entries);
}

/** Length of the value as JSON text, roughly; nothing when above `limit` or deeper than an answer should be. */
function jsonLength(value: unknown, limit: number): number | undefined {
  let length = 0;
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return undefined;
    const next: unknown[] = [];
    for (const entry of level) {
      length += ownLength(entry);
      if (length > limit) return undefined;
      if (typeof entry !== "object" || entry === null) continue;
      const inner = Object.values(entry);
      if (inner.length > limit) return undefined;
      for (const child of inner) next.push(child);
    }
    level = next;
  }
  return length;
}

function ownLength(value: unknown): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object" || value === null) return String(value).length;
  if (Array.isArray(value)) return 2 + value.length;
  return Object.keys(value).reduce((sum, key) => sum + key.length + 4, 2);
}
