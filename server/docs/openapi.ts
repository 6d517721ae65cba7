/** The interface as an OpenAPI 3.1 document, made from the very schemas that requests are checked against. */
import { z } from "zod";
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from "zod-openapi";
import {
  API_ERROR_CODES,
  type ApiErrorCode,
  cutDataSchema,
  cutRequestSchema,
  envelopeSchema,
  errorBodySchema,
  exportRequestSchema,
  nestDataSchema,
  nestRequestSchema,
  parseDxfDataSchema,
  registerRequestSchema,
  registerResponseSchema,
  svgDataSchema,
  svgOptionsSchema,
  VERSION,
  validationBodySchema,
} from "../../engine/index.node.ts";
import { ERROR_STATUS } from "../answers/errors.ts";
import { EXAMPLES } from "./examples.ts";

export type OpenApiDocument = ReturnType<typeof createDocument>;

const healthSchema = z.object({
  status: z.string(),
  version: z.string(),
  engine_version: z.string(),
  uptime_seconds: z.number().int(),
});
const plainErrorSchema = z.object({ detail: z.string() });
const drawingFormSchema = z.object({
  file: z.string().meta({ format: "binary", description: "A DXF drawing, ASCII or binary, at most 10 MB" }),
});

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
    tags: ["account", "parse", "solve", "export", "service"].map((name) => ({ name })),
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
        ExportRequest: exportRequestSchema,
        Error: errorBodySchema,
        PlainError: plainErrorSchema,
        ValidationError: validationBodySchema,
        Health: healthSchema,
      },
      securitySchemes: {
        header: { type: "apiKey", in: "header", name: "X-API-Key" },
        query: { type: "apiKey", in: "query", name: "api_key" },
      },
    },
  };
  return createDocument(document, { override: ({ jsonSchema }) => dropSafeIntegerBounds(jsonSchema) });
}

/** Zod says of every integer that JavaScript must be able to hold it; that is no rule of the interface. */
function dropSafeIntegerBounds(schema: { minimum?: number; maximum?: number }): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

function paths(keyForExport: boolean): ZodOpenApiPathsObject {
  return {
    "/v1/account/register": {
      post: {
        operationId: "register",
        tags: ["account"],
        summary: "Open an account; its key is shown once",
        requestBody: json(registerRequestSchema, EXAMPLES.registerRequest),
        responses: {
          200: answer("The account and its key", registerResponseSchema, EXAMPLES.registerResponse),
          ...errors("INVALID_INPUT", "FILE_TOO_LARGE", "RATE_LIMIT_EXCEEDED"),
          ...VALIDATION,
        },
      },
    },
    "/v1/parse/dxf": {
      post: drawing("parseDxf", "Read a DXF drawing", parseDxfDataSchema, EXAMPLES.parseResponse),
    },
    "/v1/parse/dxf-to-svg": {
      post: {
        ...drawing("dxfToSvg", "Draw a DXF drawing as SVG", svgDataSchema, EXAMPLES.svgResponse),
        requestParams: { query: svgOptionsSchema },
      },
    },
    "/v1/solve/nest-2d": {
      post: solve("nest", "Nest parts on sheets", nestRequestSchema, EXAMPLES.nestRequest, {
        data: nestDataSchema,
        example: EXAMPLES.nestResponse,
      }),
    },
    "/v1/solve/cut-1d": {
      post: solve("cut", "Cut pieces from stock lengths", cutRequestSchema, EXAMPLES.cutRequest, {
        data: cutDataSchema,
        example: EXAMPLES.cutResponse,
      }),
    },
    "/v1/export/gcode": {
      post: file("exportGcode", "A nested sheet as a G-code program", "text/x-gcode", keyForExport),
    },
    "/v1/export/dxf": {
      post: file("exportDxf", "A nested sheet as a DXF drawing", "image/vnd.dxf", keyForExport),
    },
    "/health": { get: health("health", "Whether the process lives") },
    "/health/ready": { get: health("ready", "Whether requests can be answered") },
  };
}

const KEY = [{ header: [] }, { query: [] }];
const KEYED_ERRORS = [
  "AUTH_REQUIRED",
  "INVALID_API_KEY",
  "USAGE_LIMIT_EXCEEDED",
  "RATE_LIMIT_EXCEEDED",
  "INVALID_INPUT",
  "FILE_TOO_LARGE",
] as const;

const RATE_HEADERS = {
  "X-RateLimit-Limit": header("Requests allowed per minute"),
  "X-RateLimit-Remaining": header("Requests remaining"),
  "X-RateLimit-Reset": header("Unix time in seconds at which the count starts again"),
};

const VALIDATION = {
  422: answer("The request does not fit its schema", validationBodySchema, EXAMPLES.validationError),
};
const UNAVAILABLE = { 503: answer("Too many requests wait for a worker", plainErrorSchema) };

function header(description: string) {
  return { description, schema: { type: "integer" as const } };
}

function json(schema: z.ZodType, example: unknown) {
  return { required: true, content: { "application/json": { schema, example } } };
}

function answer(description: string, schema: z.ZodType, example?: unknown) {
  const content = { "application/json": example === undefined ? { schema } : { schema, example } };
  return { description, headers: RATE_HEADERS, content };
}

/** The answers of some error codes, one for each status. */
function errors(...codes: ApiErrorCode[]): ZodOpenApiOperationObject["responses"] {
  const named = API_ERROR_CODES.filter((code) => codes.includes(code));
  const statuses = new Set(named.map((code) => ERROR_STATUS[code]));
  return Object.fromEntries(
    [...statuses].map((status) => {
      const names = named.filter((code) => ERROR_STATUS[code] === status).join(", ");
      return [String(status), answer(names, errorBodySchema)];
    }),
  );
}

function drawing(
  operationId: string,
  summary: string,
  data: z.ZodType,
  example: unknown,
): ZodOpenApiOperationObject {
  return {
    operationId,
    tags: ["parse"],
    summary,
    security: KEY,
    requestBody: { required: true, content: { "multipart/form-data": { schema: drawingFormSchema } } },
    responses: {
      200: answer("What the drawing holds", envelopeSchema(data), example),
      ...errors(...KEYED_ERRORS, "INVALID_DXF"),
      ...VALIDATION,
      ...UNAVAILABLE,
    },
  };
}

function solve(
  operationId: string,
  summary: string,
  request: z.ZodType,
  requestExample: unknown,
  { data, example }: { data: z.ZodType; example: unknown },
): ZodOpenApiOperationObject {
  return {
    operationId,
    tags: ["solve"],
    summary,
    description:
      "`Prefer: wait=SECONDS` asks for more or less time than usual; the best answer found by then is given.",
    security: KEY,
    requestBody: json(request, requestExample),
    responses: {
      200: answer("The best answer found", envelopeSchema(data), example),
      ...errors(...KEYED_ERRORS),
      ...VALIDATION,
      ...UNAVAILABLE,
    },
  };
}

function file(operationId: string, summary: string, type: string, keyed: boolean): ZodOpenApiOperationObject {
  return {
    operationId,
    tags: ["export"],
    summary,
    security: keyed ? KEY : [...KEY, {}],
    requestBody: json(exportRequestSchema, EXAMPLES.exportRequest),
    responses: {
      200: {
        description: "The file, with its name in Content-Disposition",
        headers: RATE_HEADERS,
        content: { [type]: { schema: { type: "string" } } },
      },
      ...errors(...KEYED_ERRORS),
      ...VALIDATION,
      ...UNAVAILABLE,
    },
  };
}

function health(operationId: string, summary: string): ZodOpenApiOperationObject {
  return {
    operationId,
    tags: ["service"],
    summary,
    responses: {
      200: answer("Yes", healthSchema, EXAMPLES.health),
      503: answer("No", healthSchema),
    },
  };
}
