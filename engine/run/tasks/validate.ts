/** Requests against their schemas, where a task begins. */
import type { z } from "zod";
import { EngineError } from "../../errors.ts";

/** Parses `value` by `schema`; what does not fit becomes one INVALID_INPUT with a detail per field. */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const details = result.error.issues.map((issue) => ({
    path: issue.path.map((step) => (typeof step === "symbol" ? String(step) : step)),
    message: issue.message,
  }));
  const first = details[0]!;
  throw new EngineError("INVALID_INPUT", `${first.path.join(".")}: ${first.message}`, { details });
}
