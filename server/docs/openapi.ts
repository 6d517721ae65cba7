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
import {
  type ApiErrorCode,
  cutDataSchema,
  cutRequestSchema,
  errorBodySchema,
  exportRequestSchema,
  nestDataSchema,
  nestRequestSchema,
  parseDxfDataSchema,
  registerRequestSchema,
  registerResponseSchema,
  svgDataSchema,
  svgOptionsSchema,
  validationBodySchema,
} from "../../engine/v1.ts";
import { scopeSchema } from "../accounts/schemas.ts";
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
  operation,
  REPLAYED_HEADER,
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
        RegisterRequest: registerRequestSchema,
        RegisterResponse: registerResponseSchema,
        NestRequest: nestRequestSchema,
        NestData: nestDataSchema,
        CutRequest: cutRequestSchema,
        CutData: cutDataSchema,
        ParseDxfData: parseDxfDataSchema,
        SvgData: svgDataSchema,
        Bounds: boundsSchema,
        ExportRequest: exportRequestSchema,
        Error: errorBodySchema,
        ValidationError: validationBodySchema,
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
      dropSafeIntegerBounds(jsonSchema);
      if (io === "output" || zodSchema === scopeSchema) leaveOpen(jsonSchema as OpenSchema);
      evenTuples(jsonSchema as TupleSchema);
    },
  });
  // A field that is described anew where a shared schema is named forbids that schema's own fields.
  const opened = (_key: string, value: unknown) => {
    if (typeof value === "object" && value !== null && "$ref" in value) leaveOpen(value as OpenSchema);
    return value;
  };
  return JSON.parse(JSON.stringify(made), opened);
}

interface OpenSchema {
  type?: string;
  enum?: unknown[];
  "x-extensible-enum"?: unknown[];
  propertyNames?: unknown;
  additionalProperties?: unknown;
}

/** Answers of later versions may have more fields and words; clients made of this document are to read those too. */
function leaveOpen(schema: OpenSchema): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  // An object of anything: generators would make a class of it that has no fields.
  if (JSON.stringify(schema.additionalProperties) === "{}") {
    for (const key of ["type", "additionalProperties", "propertyNames"] as const) delete schema[key];
  }
  if (!schema.enum) return;
  schema["x-extensible-enum"] = schema.enum;
  delete schema.enum;
}

interface TupleSchema {
  prefixItems?: unknown[];
  items?: unknown;
  minItems?: number;
  maxItems?: number;
}

/** A tuple of one kind as a list of that length: what makes clients of the document knows no other. */
function evenTuples(schema: TupleSchema): void {
  const { prefixItems } = schema;
  if (!prefixItems || new Set(prefixItems.map((item) => JSON.stringify(item))).size !== 1) return;
  delete schema.prefixItems;
  schema.items = prefixItems[0];
  schema.minItems = prefixItems.length;
  schema.maxItems = prefixItems.length;
}

/** Zod says of every integer that JavaScript must be able to hold it; that is no rule of the interface. */
function dropSafeIntegerBounds(schema: { minimum?: number; maximum?: number }): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

function paths(keyForExport: boolean): ZodOpenApiPathsObject {
  const picture = enveloped(svgDataSchema, "SvgAnswer");
  const parsed = enveloped(parseDxfDataSchema, "ParseDxfAnswer");
  const { parseResponse, svgResponse, nestRequest, nestResponse, cutRequest, cutResponse } = EXAMPLES;
  const security = keyForExport ? KEY : [...KEY, {}];
  const program = fileAnswer(EXAMPLES.gcode);
  const sheet = fileAnswer(EXAMPLES.dxf);
  return {
    ...accountPaths(),
    "/v1/parse/dxf": { post: drawing("parseDxf", "Read a DXF drawing", holds(parsed, parseResponse)) },
    "/v1/parse/dxf-to-svg": {
      post: drawing("dxfToSvg", "Draw a DXF drawing as SVG", holds(picture, svgResponse), {
        query: svgOptionsSchema,
      }),
    },
    "/v1/solve/nest-2d": {
      post: solve(
        "nest",
        "Nest parts on sheets",
        json(nestRequestSchema, nestRequest),
        found(nestAnswer, nestResponse),
      ),
    },
    "/v1/solve/cut-1d": {
      post: solve(
        "cut",
        "Cut pieces from stock lengths",
        json(cutRequestSchema, cutRequest),
        found(cutAnswer, cutResponse),
      ),
    },
    "/v1/export/gcode": {
      post: file("exportGcode", "A nested sheet as a G-code program", program, security),
    },
    "/v1/export/dxf": { post: file("exportDxf", "A nested sheet as a DXF drawing", sheet, security) },
    ...jobPaths(),
    "/health": { get: health("health", "Whether the process is alive") },
    "/health/ready": { get: health("ready", "Whether the service can answer requests") },
  };
}

const APPLIED = {
  ...REPLAYED_HEADER,
  "Preference-Applied": header("string", "What was done of the request's Prefer, as in wait=10"),
};
const WAIT = "`wait=SECONDS`: more or less time than usual, up to the service's cap";
const LATER = "`respond-async`: 202 and a job instead of the answer";
const prefer = (...words: string[]) => ({
  Prefer: z
    .string()
    .optional()
    .meta({ description: words.join("; ") }),
});
const webhook = {
  "X-Offcut-Webhook": z.string().optional().meta({
    description:
      "With `respond-async`: a URL that gets a signed POST when the job ends, if the service allows its host",
  }),
};
const COUNTED: ApiErrorCode[] = ["USAGE_LIMIT_EXCEEDED", "INVALID_INPUT"];

const holds = (schema: z.core.$ZodType, example: unknown) =>
  answer("What the drawing holds", schema, { example, headers: { ...APPLIED, ...FINDINGS } });
const found = (schema: z.core.$ZodType, example: unknown) =>
  answer("The best answer found", schema, { example, headers: APPLIED });
type Answer = ReturnType<typeof answer>;

function drawing(
  operationId: string,
  summary: string,
  drawn: Answer,
  params: { query?: z.core.$ZodObject } = {},
) {
  return operation("parse", operationId, {
    summary,
    params,
    headers: prefer(WAIT),
    body: { required: true, content: { "multipart/form-data": { schema: drawingFormSchema } } },
    answers: { 200: drawn },
    codes: [...COUNTED, "INVALID_DXF"],
  });
}

function solve(operationId: string, summary: string, body: ReturnType<typeof json>, best: Answer) {
  return operation("solve", operationId, {
    summary,
    description:
      "`Prefer: wait=SECONDS` asks for more or less time than usual, longer only while nobody else waits. The answer is the best one found by then.",
    headers: { ...prefer(WAIT, LATER), ...webhook },
    body,
    answers: { ...ACCEPTED, 200: best },
    codes: COUNTED,
  });
}

function file(
  operationId: string,
  summary: string,
  answer: ReturnType<typeof fileAnswer>,
  security: object[],
) {
  return operation("export", operationId, {
    summary,
    security: security as typeof KEY,
    headers: { ...prefer(LATER), ...webhook },
    body: json(exportRequestSchema, EXAMPLES.exportRequest),
    answers: { ...ACCEPTED, 200: answer },
    codes: COUNTED,
  });
}

function health(operationId: string, summary: string): ZodOpenApiOperationObject {
  return {
    operationId,
    tags: ["service"],
    summary,
    security: [],
    responses: {
      200: answer("Yes", healthSchema, { example: EXAMPLES.health }),
      503: answer("No", healthSchema),
    },
  };
}
