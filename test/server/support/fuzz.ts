/**
 * Walks the OpenAPI document against a running service: requests made from its schemas, mostly right, often
 * wrong in one place, sometimes hostile. Whatever comes, the answer must be one that the document promises for
 * that operation, with a body of the promised shape.
 */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import fc, { type Arbitrary } from "fast-check";

interface Schema {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}
interface Operation {
  requestBody?: { content: Record<string, { schema: Schema }> };
  parameters?: { name: string; in: string; schema: Schema }[];
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

export interface FuzzRequest {
  path: string;
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | undefined;
}

export interface FuzzReport {
  requests: number;
  /** How often each status was answered. */
  statuses: Record<number, number>;
  /** Faults of the answer; empty when all is well. */
  faults: string[];
}

const RATE_HEADERS = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"];
/** Answers that any request can get, whatever its operation says. */
const ALWAYS = new Set(["404", "405"]);

/** @param drawings bytes of files that make good drawings to spoil */
export async function fuzz(
  url: string,
  key: string,
  drawings: Uint8Array[],
  { requests, seed, parallel = 4 }: { requests: number; seed: number; parallel?: number },
): Promise<FuzzReport> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as Document;
  const check = createCheck(document);
  const report: FuzzReport = { requests: 0, statuses: {}, faults: [] };
  const samples = fc.sample(anyRequest(document, key, drawings), { numRuns: requests, seed });
  const worker = async () => {
    for (let request = samples.pop(); request; request = samples.pop()) {
      report.requests++;
      const fault = await send(url, request, check, report.statuses);
      if (fault !== undefined) report.faults.push(`${fault}\n  ${show(request)}`);
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return report;
}

type Check = (request: FuzzRequest, status: number, type: string, body: string) => string | undefined;

async function send(
  url: string,
  request: FuzzRequest,
  check: Check,
  statuses: Record<number, number>,
): Promise<string | undefined> {
  const { path, method, headers, body } = request;
  try {
    const answer = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) });
    const text = await answer.text();
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    const missing = RATE_HEADERS.find((name) => !/^\d+$/.test(answer.headers.get(name) ?? ""));
    if (missing) return `${answer.status} without ${missing}`;
    return check(request, answer.status, answer.headers.get("content-type") ?? "", text);
  } catch (error) {
    return `no answer: ${error instanceof Error ? `${error.message} ${error.cause ?? ""}` : error}`;
  }
}

function createCheck(document: Document): Check {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, "doc");
  const compiled = new Map<Schema, ValidateFunction>();
  const validatorOf = (schema: Schema) => {
    const known = compiled.get(schema);
    if (known) return known;
    const text = JSON.stringify(schema).replaceAll('"#/components', '"doc#/components');
    const made = ajv.compile(JSON.parse(text));
    compiled.set(schema, made);
    return made;
  };
  return ({ path, method }, status, type, body) => {
    if (status >= 500) return `${status} ${body.slice(0, 200)}`;
    if (ALWAYS.has(String(status))) return undefined;
    const operation = document.paths[path.split("?")[0]!]?.[method.toLowerCase()];
    const promised = operation?.responses[String(status)];
    if (!promised) return `${status} is not in the document: ${body.slice(0, 200)}`;
    const media = promised.content?.[type.split(";")[0]!];
    if (!media) return `${status} with the type ${type} is not in the document`;
    if (media.schema.type === "string") return undefined;
    const validate = validatorOf(media.schema);
    return validate(JSON.parse(body))
      ? undefined
      : `${status} of another shape: ${ajv.errorsText(validate.errors)}`;
  };
}

function show({ method, path, headers, body }: FuzzRequest): string {
  const shown = typeof body === "string" ? body : body && Buffer.from(body).toString("base64");
  return `${method} ${path} ${JSON.stringify(headers)} ${shown?.slice(0, 500) ?? ""}`;
}

function anyRequest(document: Document, key: string, drawings: Uint8Array[]): Arbitrary<FuzzRequest> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      // Every registration costs half a second of hashing by design; its validation has a table of its own.
      .filter(() => path !== "/v1/account/register")
      .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return fc.constantFrom(...operations).chain(({ path, method, operation }) =>
    fc
      .record({
        query: anyQuery((operation.parameters ?? []).filter((parameter) => parameter.in === "query")),
        body: anyBody(document, operation, drawings),
        key: rarely(fc.constantFrom("", "ofc_x", "\u00e9"), fc.constant(key)),
        method: rarely(fc.constantFrom("GET", "PUT", "DELETE", "POST"), fc.constant(method)),
      })
      .map(({ query, body, key: given, method: chosen }) => {
        const withBody = chosen !== "GET" && body !== undefined;
        return {
          path: path + query,
          method: chosen,
          headers: {
            ...(given === "" ? {} : { "X-API-Key": given }),
            Prefer: "wait=0",
            ...(withBody ? { "Content-Type": body.type } : {}),
          },
          body: withBody ? body.bytes : undefined,
        };
      }),
  );
}

function anyQuery(parameters: { name: string; schema: Schema }[]): Arbitrary<string> {
  const pair = fc
    .tuple(fc.constantFrom("x", ...parameters.map(({ name }) => name)), hostileText)
    .map(([name, value]) => `${name}=${encodeURIComponent(Buffer.from(value).toString())}`);
  return fc.array(pair, { maxLength: parameters.length > 0 ? 3 : 1 }).map((pairs) => `?${pairs.join("&")}`);
}

interface Body {
  type: string;
  bytes: string | Uint8Array<ArrayBuffer>;
}

function anyBody(
  document: Document,
  { requestBody }: Operation,
  drawings: Uint8Array[],
): Arbitrary<Body | undefined> {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (!type || !media) return fc.constant(undefined);
  const right = type === "multipart/form-data" ? anyForm(drawings) : anyJson(document, media.schema);
  const type_ = fc.constantFrom(
    "text/plain",
    "application/json",
    "multipart/form-data",
    "x",
    "application/x+json",
  );
  return fc
    .tuple(
      right,
      rarely(
        type_.map((other): string | undefined => other),
        fc.constant(undefined),
      ),
    )
    .map(([body, other]) => (other === undefined ? body : { ...body, type: other }));
}

function anyJson(document: Document, schema: Schema): Arbitrary<Body> {
  const text = anyValue(document, schema).map((value) => JSON.stringify(value) ?? "");
  const spoiled = fc
    .tuple(text, fc.nat(), fc.constantFrom("", "}", ",", '"', "\\", "\u0000", "1e999", "[", "😀"))
    .map(([whole, at, piece]) => {
      const place = at % (whole.length + 1);
      return whole.slice(0, place) + piece + whole.slice(place + 1);
    });
  return rarely(spoiled, text).map((bytes) => ({ type: "application/json", bytes }));
}

/** A value of the schema, but now and then something else in its place. */
function anyValue(document: Document, schema: Schema, depth = 0): Arbitrary<unknown> {
  return rarely(junk, rightValue(document, schema, depth), 25);
}

function rightValue(document: Document, schema: Schema, depth: number): Arbitrary<unknown> {
  const name = schema.$ref?.split("/").at(-1);
  if (name !== undefined) return rightValue(document, document.components.schemas[name]!, depth);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case "object":
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([key, inner]) => [
            key,
            anyValue(document, inner, depth + 1),
          ]),
        ),
        { requiredKeys: schema.required ?? [] },
      );
    case "array": {
      const items = schema.items ?? {};
      const point = items.type === "number";
      const length = point
        ? { minLength: 2, maxLength: 2 }
        : { minLength: schema.minItems ?? 0, maxLength: 6 };
      const list = fc.array(anyValue(document, items, depth + 1), length);
      return items.type === "array" && depth > 1 ? fc.oneof(list, ring) : list;
    }
    case "integer":
      return fc.integer({
        min: schema.minimum ?? -5,
        max: Math.min(schema.maximum ?? 20, 20 + (schema.minimum ?? 0)),
      });
    case "number":
      return fc.oneof(
        fc.constantFrom(1, 10, 100),
        fc.double({
          min: schema.minimum ?? schema.exclusiveMinimum ?? -1e3,
          max: Math.min(schema.maximum ?? 1e3, 1e3),
          noNaN: true,
        }),
      );
    case "boolean":
      return fc.boolean();
    default:
      return hostileText.map((text) => text.slice(0, schema.maxLength ?? 50));
  }
}

/** Rings that mean something, so that the solvers get to work as well. */
const ring = fc
  .tuple(
    fc.integer({ min: 3, max: 12 }),
    fc.double({ min: 1, max: 80, noNaN: true }),
    fc.integer({ min: 1, max: 3 }),
  )
  .map(([corners, radius, step]) =>
    Array.from({ length: corners }, (_, i) => [
      radius * Math.cos((2 * Math.PI * i * step) / corners),
      radius * Math.sin((2 * Math.PI * i * step) / corners),
    ]),
  );

const hostileText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom(
    "a",
    "__proto__",
    "constructor",
    "toString",
    "\u0000",
    "\r\nM3 S99",
    "0\nEOF",
    "<script>",
    "😀".repeat(100),
    "\ud800",
    "nan",
    "12",
    "red",
    "#fff",
  ),
);

const junk: Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  hostileText,
  fc.constantFrom(null, true, 0, -1, 1e308, -1e308, 5e-324, 1e20, -0, 0.1, "1e309", "inf", [], {}, [[]], {
    __proto__: null,
  }),
);

function anyForm(drawings: Uint8Array[]): Arbitrary<Body> {
  const spoiled = fc
    .tuple(
      fc.constantFrom(...drawings),
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 5 }),
      fc.nat(20),
    )
    .map(([drawing, changes, cut]) => {
      const bytes = Buffer.from(drawing);
      for (const [at, value] of changes) bytes[at % bytes.length] = value;
      return cut === 0 ? bytes.subarray(0, changes[0]?.[0] ?? 10) : bytes;
    });
  const name = fc.constantFrom("a.dxf", "", "..\\..\\x", 'q"\\r\\n.dxf', "ü.dxf", "__proto__");
  return fc
    .tuple(spoiled, name, rarely(fc.constantFrom("other", "file2"), fc.constant("file")))
    .map(([bytes, fileName, field]) => {
      const head = `--XX\r\nContent-Disposition: form-data; name="${field}"; filename="${fileName}"\r\n\r\n`;
      const form = Buffer.concat([Buffer.from(head), bytes, Buffer.from("\r\n--XX--\r\n")]);
      return { type: "multipart/form-data; boundary=XX", bytes: new Uint8Array(form) };
    });
}

function rarely<Value>(odd: Arbitrary<Value>, usual: Arbitrary<Value>, oneIn = 8): Arbitrary<Value> {
  return fc.oneof({ weight: 1, arbitrary: odd }, { weight: oneIn - 1, arbitrary: usual });
}
