/** Does every field of every request and answer say what it means? Pages, hover texts and OpenAPI all quote it. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import * as entry from "../../../../engine/entries/schemas.ts";
import * as v1 from "../../../../engine/v1.ts";

interface JsonSchema {
  description?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
}

const schemas = Object.entries<unknown>({ ...entry, ...v1 }).filter(
  (entry): entry is [string, z.core.$ZodType] => entry[1] instanceof z.core.$ZodType,
);

function* withoutMeaning(schema: JsonSchema, path: string): Generator<string> {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (!field.description?.trim()) yield `${path}.${name}`;
    yield* withoutMeaning(field, `${path}.${name}`);
  }
  if (schema.items) yield* withoutMeaning(schema.items, `${path}[]`);
  for (const kind of schema.anyOf ?? []) yield* withoutMeaning(kind, path);
}

function faults(name: string, schema: z.core.$ZodType): string[] {
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any", reused: "inline" });
  return [...withoutMeaning(json as JsonSchema, name)];
}

describe("the meaning of a field", () => {
  it("is said wherever there is one", () => {
    expect(schemas.length).toBeGreaterThan(20);
    expect(schemas.flatMap(([name, schema]) => faults(name, schema))).toEqual([]);
  });

  it("is missed where there is none, however deep", () => {
    const schema = z.object({ parts: z.array(z.object({ id: z.string() })).describe("Parts.") });
    expect(faults("request", schema)).toEqual(["request.parts[].id"]);
  });
});
