/**
 * Every bound, default and choice of every field, on one page that a change of any of them has to change too: a limit
 * that moves by one is seen by whoever reads the difference. What a border does is tested where it is kept.
 */
import { expect, it } from "vitest";
import { z } from "zod";
import { MACHINE_PRESETS } from "../../../../engine/base/contract/machine/presets.ts";
import * as schemas from "../../../../engine/entries/schemas.ts";
import * as v1 from "../../../../engine/v1.ts";

type JsonSchema = Record<string, unknown> & {
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  required?: string[];
};

const SAID = /^(?:type|description|properties|items|anyOf|\$schema|required|additionalProperties)$/;

function* linesOf(schema: JsonSchema, path: string): Generator<string> {
  const rules = Object.entries(schema).filter(([key]) => !SAID.test(key));
  const strict = schema.additionalProperties === false ? " strict" : "";
  const type = schema.type === undefined ? "" : ` ${schema.type}`;
  yield `${path}:${type}${strict}${rules.map(([key, value]) => ` ${key}=${JSON.stringify(value)}`).join("")}`;
  for (const [name, field] of Object.entries(schema.properties ?? {}))
    yield* linesOf(field, `${path}.${name}${schema.required?.includes(name) ? "" : "?"}`);
  if (typeof schema.additionalProperties === "object")
    yield* linesOf(schema.additionalProperties as JsonSchema, `${path}.*`);
  if (schema.items) yield* linesOf(schema.items, `${path}[]`);
  for (const [i, kind] of (schema.anyOf ?? []).entries()) yield* linesOf(kind, `${path}|${i}`);
}

it("has the bounds, defaults and choices that are written down", async () => {
  const lines = Object.entries<unknown>({ ...schemas, ...v1 })
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .filter((entry): entry is [string, z.core.$ZodType] => entry[1] instanceof z.core.$ZodType)
    .flatMap(([name, schema]) => {
      const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any", reused: "inline" });
      return [...linesOf(json as JsonSchema, name)];
    });
  const constants = { LIMITS: schemas.LIMITS, DEFAULTS: schemas.DEFAULTS, MACHINE_PRESETS };
  const text = [...lines, JSON.stringify(constants, null, 1), ""].join("\n");
  await expect(text).toMatchFileSnapshot("../../../golden/fields.txt");
});
