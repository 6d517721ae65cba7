/** The interface as an OpenAPI 3.1 document, made from the very schemas that requests are checked against. */
import { z } from "zod";
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from "zod-openapi";
import { boundsSchema } from "../../engine/entries/schemas.ts";
import { VERSION } from "../../engine/index.node.ts";
import * as v1 from "../../engine/v1.ts";
import { scopeSchema } from "../accounts/schemas.ts";
import { about } from "../jobs/executor.ts";
import { accountPaths } from "./account-docs.ts";
import { EXAMPLES } from "./examples.ts";
import { ACCEPTED, cutAnswer, jobPaths, nestAnswer } from "./jobs.ts";
import {
  answer,
  drawingFormSchema,
  enveloped,
  FINDINGS,
  fileAnswer,
  header,
  healthSchema,
  json,
  KEY,
  type OperationId,
  operation,
  REPLAYED_HEADER,
  type Security,
  SUMMARIES,
} from "./schema-parts.ts";

export type OpenApiDocument = ReturnType<typeof createDocument>;

const TAGS = {
  account: "Accounts, their keys and passwords",
  parse: "Drawings in: geometry or a picture out",
  solve: "Nesting on sheets and cutting from bars",
  export: "A nested sheet as a file for machines",
  jobs: "Work that nobody waits for on the line",
  service: "How the service fares",
};

/** @param keyForExport whether exports need a key too */
export function createOpenApiDocument(keyForExport: boolean): OpenApiDocument {
  const document: ZodOpenApiObject = {
    openapi: "3.1.0",
    info: {
      title: "Offcut",
      version: VERSION,
      license: { name: "MIT", identifier: "MIT" },
      description: [
        "Reads DXF drawings, nests parts on sheets, cuts bars from stock, writes G-code and DXF.",
        "Lengths are millimetres, angles degrees, utilisation and waste percentages from 0 to 100.",
        "Every answer carries the X-RateLimit headers.",
      ].join(" "),
    },
    servers: [{ url: "/" }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: paths(keyForExport),
    components: {
      schemas: {
        RegisterRequest: v1.registerRequestSchema,
        RegisterResponse: v1.registerResponseSchema,
        NestRequest: v1.nestRequestSchema,
        NestData: v1.nestDataSchema,
        CutRequest: v1.cutRequestSchema,
        CutData: v1.cutDataSchema,
        ParseDxfData: v1.parseDxfDataSchema,
        SvgData: v1.svgDataSchema,
        Bounds: boundsSchema,
        ExportRequest: v1.exportRequestSchema,
        Error: v1.errorBodySchema,
        ValidationError: v1.validationBodySchema,
      },
      securitySchemes: {
        header: { type: "apiKey", in: "header", name: "X-API-Key" },
        query: { type: "apiKey", in: "query", name: "api_key" },
        password: {
          type: "http",
          scheme: "basic",
          description: "E-mail address and password of the account",
        },
      },
    },
  };
  const made = createDocument(document, {
    allowEmptySchema: { record: true },
    override: ({ jsonSchema, zodSchema, io }) => {
      const schema = jsonSchema as PublishedSchema;
      dropSafeIntegerBounds(schema);
      if (io === "output" || zodSchema === scopeSchema) leaveOpen(schema);
      evenTuples(schema);
    },
  });
  // A field that is described anew where a shared schema is named forbids that schema's own fields.
  const opened = (_key: string, value: unknown) => {
    if (typeof value === "object" && value !== null && "$ref" in value) leaveOpen(value as PublishedSchema);
    return value;
  };
  return JSON.parse(JSON.stringify(made), opened);
}

/** Parts of a schema that are changed before it is published. */
type PublishedSchema = Partial<
  Record<
    "type" | "enum" | "x-extensible-enum" | "propertyNames" | "additionalProperties" | "items",
    unknown
  > &
    Record<"minItems" | "maxItems" | "minimum" | "maximum", number> & { prefixItems: unknown[] }
>;

/** Answers of later versions may have more fields and words; clients made of this document are to read those too. */
function leaveOpen(schema: PublishedSchema): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  // An object of anything: generators would make a class of it that has no fields.
  if (JSON.stringify(schema.additionalProperties) === "{}") {
    for (const key of ["type", "additionalProperties", "propertyNames"] as const) delete schema[key];
  }
  if (!schema.enum) return;
  schema["x-extensible-enum"] = schema.enum;
  delete schema.enum;
}

/** A tuple of one kind as a list of that length: what makes clients of the document knows no other. */
function evenTuples(schema: PublishedSchema): void {
  const { prefixItems } = schema;
  if (!prefixItems || new Set(prefixItems.map((item) => JSON.stringify(item))).size !== 1) return;
  delete schema.prefixItems;
  schema.items = prefixItems[0];
  schema.minItems = prefixItems.length;
  schema.maxItems = prefixItems.length;
}

/** Zod says of every integer that JavaScript must be able to hold it; that is no rule of the interface. */
function dropSafeIntegerBounds(schema: PublishedSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

function paths(keyForExport: boolean): ZodOpenApiPathsObject {
  const picture = enveloped(v1.svgDataSchema, "SvgAnswer");
  const parsed = enveloped(v1.parseDxfDataSchema, "ParseDxfAnswer");
  const { parseResponse, svgResponse } = EXAMPLES;
  const security: Security = keyForExport ? KEY : [...KEY, {}];
  return {
    ...accountPaths(),
    "/v1/parse/dxf": { post: drawing("parseDxf", holds(parsed, parseResponse)) },
    "/v1/parse/dxf-to-svg": { post: drawing("dxfToSvg", holds(picture, svgResponse), v1.svgOptionsSchema) },
    "/v1/solve/nest-2d": { post: solve("nest", v1.nestRequestSchema, nestAnswer) },
    "/v1/solve/cut-1d": { post: solve("cut", v1.cutRequestSchema, cutAnswer) },
    "/v1/export/gcode": { post: file("gcode", "exportGcode", security) },
    "/v1/export/dxf": { post: file("dxf", "exportDxf", security) },
    ...jobPaths(),
    "/health": { get: health("health") },
    "/health/ready": { get: health("ready") },
  };
}

const APPLIED = {
  ...REPLAYED_HEADER,
  "Preference-Applied": header("string", "What was done of the request's Prefer, as in wait=10"),
};
const WAIT = "`wait=SECONDS`: more or less time than usual, up to the service's cap";
const LATER = "`respond-async`: 202 and a job instead of the answer";
const prefer = (...words: string[]) => ({ Prefer: about(z.string().optional(), words.join("; ")) });
const WEBHOOK =
  "With `respond-async`: a URL that gets a signed POST when the job ends, if the service allows its host";
const webhook = { "X-Offcut-Webhook": about(z.string().optional(), WEBHOOK) };
const COUNTED: v1.ApiErrorCode[] = ["USAGE_LIMIT_EXCEEDED", "INVALID_INPUT"];

type Answer = ReturnType<typeof answer>;
const holds = (schema: z.core.$ZodType, example: unknown) =>
  answer("What the drawing holds", schema, { example, headers: { ...APPLIED, ...FINDINGS } });

function drawing(id: OperationId, drawn: Answer, query?: z.core.$ZodObject) {
  return operation("parse", id, {
    params: query ? { query } : {},
    headers: prefer(WAIT),
    body: { required: true, content: { "multipart/form-data": { schema: drawingFormSchema } } },
    answers: { 200: drawn },
    codes: [...COUNTED, "INVALID_DXF"],
  });
}

function solve(kind: "nest" | "cut", request: z.core.$ZodType, found: z.core.$ZodType) {
  const example = EXAMPLES[`${kind}Response`];
  return operation("solve", kind, {
    description:
      "`Prefer: wait=SECONDS` asks for more or less time than usual, longer only while nobody else waits. The answer is the best one found by then.",
    headers: { ...prefer(WAIT, LATER), ...webhook },
    body: json(request, EXAMPLES[`${kind}Request`]),
    answers: { ...ACCEPTED, 200: answer("The best answer found", found, { example, headers: APPLIED }) },
    codes: COUNTED,
  });
}

function file(kind: "gcode" | "dxf", id: OperationId, security: Security) {
  return operation("export", id, {
    security,
    headers: { ...prefer(LATER), ...webhook },
    body: json(v1.exportRequestSchema, EXAMPLES.exportRequest),
    answers: { ...ACCEPTED, 200: fileAnswer(EXAMPLES[kind]) },
    codes: COUNTED,
  });
}

function health(operationId: OperationId): ZodOpenApiOperationObject {
  return {
    operationId,
    tags: ["service"],
    summary: SUMMARIES[operationId],
    security: [],
    responses: {
      200: answer("Yes", healthSchema, { example: EXAMPLES.health }),
      503: answer("No", healthSchema),
    },
  };
}
