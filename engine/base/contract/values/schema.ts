/** Helpers for schemas of zod/mini: descriptions, values that are converted before they are checked, English sentences. */

import * as z from "zod/mini";
import en from "zod/v4/locales/en.js";

// As in zod itself, its sentences are English where the program has chosen no other language.
if (!z.config().localeError) z.config(en());

/** A copy of the schema with a description, for JSON schemas, help and docs. */
// @__NO_SIDE_EFFECTS__
export function described<Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema {
  return annotated(schema, { description });
}

/** A copy of the schema with fields for its JSON schema. */
// @__NO_SIDE_EFFECTS__
export function annotated<Schema extends z.ZodMiniType>(schema: Schema, fields: z.core.GlobalMeta): Schema {
  const copy = schema.clone();
  z.globalRegistry.add(copy, fields);
  return copy;
}

/** The description of a schema; undefined where it has none. */
export function descriptionOf(schema: z.core.$ZodType): string | undefined {
  return z.globalRegistry.get(schema)?.description;
}

/** A schema whose values a function converts before the schema checks them. */
export interface Preprocess<Schema extends z.core.SomeType, Input>
  extends z.ZodMiniType<z.output<Schema>, Input, z.core.$ZodPreprocessInternals<Schema, Input>> {}

// @__NO_SIDE_EFFECTS__
export function preprocess<Schema extends z.core.SomeType, Input>(
  read: (value: Input, context: z.core.ParsePayload) => unknown,
  schema: Schema,
): Preprocess<Schema, Input> {
  return z.pipe(z.transform(read), schema as never) as unknown as Preprocess<Schema, Input>;
}
