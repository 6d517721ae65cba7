/** Requests and options against their schemas, where a task begins. */
import type { z } from "zod";
import { EngineError, type ErrorDetail } from "../errors.ts";
import { describeKind, joinWords, refuse } from "./options.ts";
import { lacksDefaults, unknownKeys } from "./strict.ts";

/**
 * Parses `value` by `schema`. What does not fit, and what the schema does not know, becomes one INVALID_INPUT with a
 * detail per field.
 */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
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
export function requestFrom<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const isChecked = typeof input === "object" && input !== null && "checked" in input;
  return isChecked ? (input as Checked<z.output<Schema>>).checked : validate(schema, input);
}

/** Finds values that do not fit the schema and fields that it does not know. */
export function wrongFields(schema: z.ZodType, value: unknown): ErrorDetail[] {
  return read(schema, value).faults;
}

/**
 * A request as a caller has it, with its defaults. One that has them all is taken as it is: of a plan it may well have
 * more parts than a request of the interface.
 */
export function completed<Schema extends z.ZodType>(
  schema: Schema,
  value: z.input<Schema> | z.output<Schema>,
): z.output<Schema> {
  return lacksDefaults(schema, value) ? validate(schema, value) : (value as z.output<Schema>);
}

/**
 * Answers are not read twice to check them. Where work on one fails, this says which of its fields is to blame.
 * @throws EngineError INVALID_INPUT with a detail for each such field, or the error itself where all of them fit
 */
export function explained<Result>(given: Record<string, [z.ZodType, unknown]>, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof EngineError) throw error;
    for (const [name, [schema, value]] of Object.entries(given))
      refuse(wrongFields(schema, value).map(({ path, message }) => ({ path: [name, ...path], message })));
    throw error;
  }
}

function read(schema: z.ZodType, value: unknown): { data: unknown; faults: ErrorDetail[] } {
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

/** Canvases and CAD libraries have points as objects. */
function listSentence({ path }: z.core.$ZodIssue, whole: unknown): string {
  const value = path.reduce((at, step) => (at as Record<PropertyKey, unknown> | undefined)?.[step], whole);
  const isPoint = typeof value === "object" && value !== null && "x" in value && "y" in value;
  return isPoint
    ? "must be [x, y], not an object with x and y"
    : `must be an array, not ${describeKind(value)}`;
}

/** Tells people what a value must be; the schemas' own sentences are for programmers of schemas. */
function sentenceOf(issue: z.core.$ZodIssue, whole: unknown): string {
  if (issue.code === "custom" && issue.params?.type === "list_type") return listSentence(issue, whole);
  if (issue.code === "invalid_value") return `must be ${joinWords(issue.values.map(String))}`;
  if (issue.code === "invalid_type") {
    const [, received] = /received (\w+)$/.exec(issue.message) ?? [];
    const expected = issue.expected === "record" ? "object" : issue.expected;
    const article = /^[aeiou]/.test(expected) ? "an" : "a";
    return `must be ${article} ${expected}${received === undefined ? "" : `, not ${received}`}`;
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
