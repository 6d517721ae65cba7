/** Requests and options against their schemas, where a task begins. */
import type { z } from "zod";
import { EngineError, type ErrorDetail } from "../errors.ts";
import { unknownKeys } from "./strict.ts";

/**
 * Parses `value` by `schema`. What does not fit, and what the schema does not know, becomes one INVALID_INPUT with a
 * detail per field.
 */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const unknown = unknownKeys(schema, value);
  const result = schema.safeParse(value);
  if (result.success && unknown.length === 0) return result.data;
  const issues = result.success ? [] : result.error.issues;
  const details: ErrorDetail[] = issues
    .filter(({ code }) => code !== "unrecognized_keys")
    .map((issue) => ({
      path: issue.path.map((step) => (typeof step === "symbol" ? String(step) : step)),
      message: issue.message,
    }));
  // A misspelt field is why another one is missing.
  details.unshift(...unknown);
  const first = details[0]!;
  throw new EngineError("INVALID_INPUT", `${first.path.join(".") || "request"}: ${first.message}`, {
    details,
  });
}
