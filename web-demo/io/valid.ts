/** Values that come from anywhere: as a schema has them, or refused by the name of their field. */
/** The value as the schema has it, or an error that names the field. */
export function valid<Value>(schema: SavedSchema<Value>, value: unknown): Value {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [first] = result.error.issues;
  throw new Error(`${first?.path.map(String).join(".") || "value"}: ${first?.message}`);
}

export interface SavedSchema<Value> {
  safeParse(
    value: unknown,
  ):
    | { success: true; data: Value }
    | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } };
}

export function numberWithin<Other>(
  value: unknown,
  min: number,
  max: number,
  otherwise: Other,
): number | Other {
  return typeof value === "number" && value >= min && value <= max ? value : otherwise;
}
