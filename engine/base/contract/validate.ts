/** Requests and options against their schemas, where a task begins. */
import type * as z from "zod/mini";
import { EngineError, type ErrorDetail } from "../errors.ts";
import { describeKind, joinWords, refuse } from "./options.ts";
import { lacksDefaults, unknownKeys } from "./strict.ts";

/** Longer texts are not repeated in a sentence. */
const MOST_SHOWN = 40;

/**
 * Parses `value` by `schema`. What does not fit, and what the schema does not know, becomes one INVALID_INPUT with a
 * detail per field.
 */
export function validate<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const { data, faults } = read(schema, value);
  const [first] = faults;
  if (first === undefined) return data as z.output<Schema>;
  throw new EngineError("INVALID_INPUT", `${first.path.join(".") || "request"}: ${first.message}`, {
    details: faults,
  });
}

/** A request in full that a schema has passed, for a caller who checks by himself: it is not checked again. */
export interface Checked<Request> {
  checked: Request;
}

/** The request in full, checked unless that is done. */
export function requestFrom<Schema extends z.ZodMiniType>(schema: Schema, input: unknown): z.output<Schema> {
  const isChecked = typeof input === "object" && input !== null && "checked" in input;
  return isChecked ? (input as Checked<z.output<Schema>>).checked : validate(schema, input);
}

/** Finds values that do not fit the schema and fields that it does not know. */
export function wrongFields(schema: z.ZodMiniType, value: unknown): ErrorDetail[] {
  return read(schema, value).faults;
}

/**
 * A request as a caller has it, with its defaults. One that has them all is taken as it is: of a plan it may well have
 * more parts than a request of the interface.
 */
export function completed<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: z.input<Schema> | z.output<Schema>,
): z.output<Schema> {
  return lacksDefaults(schema, value) ? validate(schema, value) : (value as z.output<Schema>);
}

/**
 * Answers are not read twice to check them. Where work on one fails, this says which of its fields is to blame.
 * @throws EngineError INVALID_INPUT with a detail for each such field, or the error itself where all of them fit
 */
export function explained<Result>(
  given: Record<string, [z.ZodMiniType, unknown]>,
  work: () => Result,
): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof EngineError) throw error;
    for (const [name, [schema, value]] of Object.entries(given))
      refuse(wrongFields(schema, value).map(({ path, message }) => ({ path: [name, ...path], message })));
    throw error;
  }
}

function read(schema: z.ZodMiniType, value: unknown): { data: unknown; faults: ErrorDetail[] } {
  const unknown = unknownKeys(schema, value);
  const result = schema.safeParse(value);
  const issues = result.success ? [] : result.error.issues;
  const details: ErrorDetail[] = issues
    .filter(({ code }) => code !== "unrecognized_keys")
    .map((issue) => ({
      path: issue.path.map((step) => (typeof step === "symbol" ? String(step) : step)),
      message: sentenceOf(issue, value),
    }));
  // A misspelt field is why another one is missing.
  return { data: result.data, faults: [...unknown, ...details] };
}

/** Values that the interface expects, by the type of the error that it gives for others. */
const WANTED: Record<string, string> = {
  float_type: "a number",
  float_parsing: "a number",
  finite_number: "a finite number",
  int_type: "a whole number",
  int_parsing: "a whole number",
  int_from_float: "a whole number",
  int_parsing_size: "a smaller number",
  bool_type: "true or false",
  bool_parsing: "true or false",
  string_type: "a string",
  string_unicode: "a string without halves of characters",
  list_type: "an array",
  dict_type: "an object",
};

/** The interface's own words for what is wrong are those of its clients; callers of the package get plain ones. */
function laxSentence(params: Record<string, unknown>, value: unknown): string | null {
  const { type, ctx } = params as { type?: string; ctx?: Record<string, unknown> };
  const wanted = WANTED[type ?? ""];
  if (type === "list_type" && isXY(value)) return "must be [x, y], not an object with x and y";
  if (wanted) return `must be ${wanted}, not ${shownValue(value)}`;
  if (type === "greater_than") return `must be greater than ${ctx?.gt}`;
  if (type === "greater_than_equal") return `must be at least ${ctx?.ge}`;
  if (type === "less_than_equal") return `must be at most ${ctx?.le}`;
  if (type === "too_long") return `must have at most ${ctx?.max_length} entries, not ${ctx?.actual_length}`;
  return null;
}

/** Canvases and CAD libraries have points as objects. */
function isXY(value: unknown): boolean {
  return typeof value === "object" && value !== null && "x" in value && "y" in value;
}

/** Short values as they are written, others by what they are. */
function shownValue(value: unknown): string {
  if (typeof value === "string" && value.length <= MOST_SHOWN) return JSON.stringify(value);
  return typeof value === "number" || typeof value === "boolean" ? String(value) : describeKind(value);
}

/** All that a value may be instead; where it is one of these in part, what is wrong within is said. */
function unionSentence({ errors, path }: z.core.$ZodIssueInvalidUnion, whole: unknown): string {
  const sentences = errors.flatMap(([first]) =>
    first ? sentenceOf({ ...first, path: [...path, ...first.path] }, whole) : [],
  );
  const wanted = sentences.flatMap((one) => /^must be (.+?)(?:, not .*)?$/.exec(one)?.[1] ?? []);
  return wanted.length === 0 ? (sentences[0] ?? "is none of what it may be") : `must be ${joinWords(wanted)}`;
}

/** Tells people what a value must be; the schemas' own sentences are for programmers of schemas. */
function sentenceOf(issue: z.core.$ZodIssue, whole: unknown): string {
  const value = issue.path.reduce(
    (at, step) => (at as Record<PropertyKey, unknown> | undefined)?.[step],
    whole,
  );
  const isRule = issue.code === "custom" && issue.params?.type === undefined;
  if (value === undefined && !isRule) return "is missing";
  if (issue.code === "custom") return laxSentence(issue.params ?? {}, value) ?? issue.message;
  if (issue.code === "invalid_union") return unionSentence(issue, whole);
  if (issue.code === "invalid_value") return `must be ${joinWords(issue.values.map(String))}`;
  if (issue.code === "invalid_type") {
    const expected = issue.expected === "record" ? "object" : issue.expected;
    const article = /^[aeiou]/.test(expected) ? "an" : "a";
    return `must be ${article} ${expected}, not ${shownValue(value)}`;
  }
  if (issue.code !== "too_small" && issue.code !== "too_big") return issue.message;
  const [bound, inclusive, exclusive] =
    issue.code === "too_small"
      ? [issue.minimum, "at least", "greater than"]
      : [issue.maximum, "at most", "less than"];
  const limit = `${issue.inclusive === false ? exclusive : inclusive} ${bound}`;
  const [one, many] =
    { array: ["entry", "entries"], string: ["character", "characters"] }[issue.origin as string] ?? [];
  return one === undefined ? `must be ${limit}` : `must have ${limit} ${bound === 1 ? one : many}`;
}
