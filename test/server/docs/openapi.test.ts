/** The published document: made from the schemas, true of the routes, with examples that fit. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { createApp } from "../../../server/app.ts";
import { createDeps, createService } from "../support/service.ts";

interface Media {
  schema: object;
  example?: unknown;
}
interface Operation {
  security?: object[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<
    string,
    { headers?: object; content?: Record<string, Media>; links?: Record<string, { operationId: string }> }
  >;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}

const service = await createService();
const document = (await (await service.request("/openapi.json")).json()) as Document;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

function validator(schema: object) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, "doc");
  const text = JSON.stringify(schema).replaceAll('"#/components', '"doc#/components');
  return ajv.compile(JSON.parse(text));
}

describe("the OpenAPI document", () => {
  it("is version 3.1 and names exactly the routes that there are", async () => {
    expect(document.openapi).toMatch(/^3\.1/);
    const app = createApp(await createDeps());
    const routes = app.routes
      .filter(({ method }) => method !== "ALL")
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`)
      .filter((route) => !/ \/(openapi\.json|metrics)$/.test(route));
    const documented = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(documented.sort()).toEqual([...new Set(routes)].sort());
  });

  it.each(operations)("has fitting examples and rate headers for $method $path", ({ operation }) => {
    const media = [
      ...Object.values(operation.requestBody?.content ?? {}),
      ...Object.values(operation.responses).flatMap(({ content = {} }) => Object.values(content)),
    ];
    const withExample = media.filter(({ example }) => example !== undefined);
    expect(withExample.length).toBeGreaterThan(0);
    for (const { schema, example } of withExample) {
      const validate = validator(schema);
      expect([validate(example), validate.errors]).toEqual([true, null]);
    }
    for (const { headers } of Object.values(operation.responses)) {
      expect(Object.keys(headers ?? {})).toContain("X-RateLimit-Limit");
    }
  });

  it.each([
    ["NestRequest", ["parts", "sheet"]],
    ["CutRequest", ["stocks", "pieces"]],
    ["ExportRequest", ["sheet_width", "sheet_height", "placements"]],
    ["RegisterRequest", ["email", "name", "password"]],
  ])("says what %s needs", (name, required) => {
    expect(document.components.schemas[name]).toMatchObject({ type: "object", required });
  });

  it("carries limits, defaults and integers", () => {
    const text = JSON.stringify(document.components.schemas.NestRequest);
    expect(text).toContain('"maxItems":200');
    expect(text).toContain('"maxItems":2000');
    expect(JSON.stringify(document)).not.toContain(String(Number.MAX_SAFE_INTEGER));
    const cut = document.components.schemas.CutRequest as unknown as {
      properties: { stocks: { items: { properties: Record<string, object> } } };
    };
    expect(cut.properties.stocks.items.properties).toMatchObject({
      id: { default: "stock", type: "string", maxLength: 100 },
      length: { type: "number", exclusiveMinimum: 0, maximum: 1_000_000 },
      quantity: { default: 999, type: "integer", minimum: 1, maximum: 10_000 },
      cost: { default: 0, type: "number", minimum: 0 },
    });
  });
});

describe("what makes clients of the document", () => {
  const text = JSON.stringify(document);

  it("finds no tuples, which it does not know, but lists of a length", () => {
    expect(text).not.toContain("prefixItems");
    const point = { type: "array", items: { type: "number" }, minItems: 2, maxItems: 2 };
    const parse = document.components.schemas.ParseDxfData as unknown as {
      properties: { geometry: { properties: { exterior: { items: object } } } };
    };
    expect(parse.properties.geometry.properties.exterior.items).toMatchObject(point);
  });

  it("finds one name for each operation, every schema that is named, and every header", () => {
    const ids = [...text.matchAll(/"operationId":"(\w+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(operations.length);
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      expect(Object.keys(document.components.schemas)).toContain(name);
    }
    // Nobody is asked where the list is empty; a client that is taken on may follow its job.
    for (const { operation, path } of operations) {
      const isOpen = /register|recovery|verification|health/.test(path);
      expect(operation.security?.length === 0).toBe(isOpen);
      for (const { operationId } of Object.values(operation.responses["202"]?.links ?? {}))
        expect(ids).toContain(operationId);
    }
    expect(text.match(/\$response.body#\/data\/job_id/g)).toHaveLength(4 * 4);
    for (const { operation } of operations) {
      const refused = operation.responses["429"]?.headers ?? { "Retry-After": {} };
      expect(Object.keys(refused)).toContain("Retry-After");
    }
  });
});
