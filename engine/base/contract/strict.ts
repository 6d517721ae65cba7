/**
 * Where a program calls the library, a misspelt field must not be swallowed: keys that a schema does not know are faults,
 * with the key that was perhaps meant. Over HTTP unknown keys are ignored, as the interface has it.
 */
import type * as z from "zod/mini";
import type { ErrorDetail } from "../errors.ts";
import { unknownKey } from "./values/keys.ts";

/** After so many faults a value is read no further: no answer shows more. */
const REPORTED = 100;
/** Kinds of schemas whose values have no keys. */
const KEYLESS = new Set(["number", "string", "boolean", "tuple"]);

type FieldPath = (string | number)[];

/** One fault for each key of `value`, at any depth, that `schema` does not know. */
export function unknownKeys(schema: z.core.$ZodType, value: unknown): ErrorDetail[] {
  const faults: ErrorDetail[] = [];
  visit(schema, value, [], faults);
  return faults;
}

/** True when a field that has a default is not there, at any depth, a ring is not yet a list of points, or an object is none. */
export function lacksDefaults(schema: z.core.$ZodType, value: unknown): boolean {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  if (def.type === "prefault" || def.type === "default")
    return value === undefined || lacksDefaults(def.innerType as z.core.$ZodType, value);
  if (def.type === "pipe") return lacksDefaults(def.out as z.core.$ZodType, value);
  if (typeof value !== "object" || value === null) return def.type === "object" || def.type === "array";
  if (def.type === "object") {
    const entries = Object.entries(def.shape);
    return entries.some(([key, field]) =>
      lacksDefaults(field as unknown as z.core.$ZodType, (value as Record<string, unknown>)[key]),
    );
  }
  if (def.type === "array")
    return (
      Array.isArray(value) && value.some((entry) => lacksDefaults(def.element as z.core.$ZodType, entry))
    );
  if (def.type === "any") return hasTyped(value);
  return "innerType" in def && lacksDefaults(def.innerType as z.core.$ZodType, value);
}

/** True when a ring or a list of points holds a typed array; no schema looks into those. */
function hasTyped(value: unknown): boolean {
  if (typeof value !== "object") return false;
  return ArrayBuffer.isView(value) || (Array.isArray(value) && value.some(hasTyped));
}

function visit(schema: z.core.$ZodType, value: unknown, path: FieldPath, faults: ErrorDetail[]): void {
  if (typeof value !== "object" || value === null || faults.length >= REPORTED) return;
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  if (def.type === "object") {
    const other = Array.isArray(value) ? "an array" : value instanceof Promise ? "a promise" : undefined;
    if (other) faults.push({ path, message: `must be an object, not ${other}` });
    else visitObject(def, value as Record<string, unknown>, path, faults);
  } else if (def.type === "array") {
    const element = def.element as unknown as z.core.$ZodTypes;
    // There may be a million points.
    if (!Array.isArray(value) || KEYLESS.has(element._zod.def.type)) return;
    for (const [i, entry] of value.entries())
      visit(def.element as z.core.$ZodType, entry, [...path, i], faults);
  } else if (def.type === "record") {
    for (const [key, entry] of Object.entries(value))
      visit(def.valueType as z.core.$ZodType, entry, [...path, key], faults);
  } else if (def.type === "pipe") {
    visit(def.out as z.core.$ZodType, value, path, faults);
  } else if ("innerType" in def) {
    visit(def.innerType as z.core.$ZodType, value, path, faults);
  }
}

function visitObject(
  { shape, catchall }: z.core.$ZodObjectDef,
  value: Record<string, unknown>,
  path: FieldPath,
  faults: ErrorDetail[],
): void {
  const open = catchall !== undefined && catchall._zod.def.type !== "never";
  for (const [key, entry] of Object.entries(value)) {
    if (Object.hasOwn(shape, key))
      visit(shape[key] as unknown as z.core.$ZodType, entry, [...path, key], faults);
    else if (!open) faults.push(unknownKey(key, Object.keys(shape), path));
  }
}
