/** Parts of operations in the OpenAPI document: bodies, answers, errors, headers. */
import { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiResponseObject } from "zod-openapi";
import * as v1 from "../../engine/v1.ts";
import { ERROR_STATUS } from "../answers/errors.ts";
import { about } from "../jobs/executor.ts";
import { EXAMPLES } from "./examples.ts";

export const healthSchema = z
  .object({
    status: about(z.string(), "ok, draining or unavailable"),
    version: about(z.string(), "Version of the service"),
    engine_version: about(z.string(), "Version of the engine"),
    uptime_seconds: about(z.number().int(), "Seconds since the process started to serve"),
    checks: about(
      z.record(z.string(), z.string()),
      "With `/health/ready`, what the process needs: store, queue; ok or unavailable",
    ).optional(),
  })
  .meta({ id: "Health" });
export const plainErrorSchema = z
  .object({ detail: about(z.string(), "What is wrong") })
  .meta({ id: "PlainError" });
export const drawingFormSchema = z
  .object({
    file: z.string().meta({ format: "binary", description: "A DXF drawing, ASCII or binary, at most 10 MB" }),
  })
  .meta({ id: "DrawingForm" });

type Headers = NonNullable<ZodOpenApiResponseObject["headers"]>;
export type Responses = ZodOpenApiOperationObject["responses"];

export type Security = NonNullable<ZodOpenApiOperationObject["security"]>;
export const KEY: Security = [{ header: [] }, { query: [] }];
/** For what an owner does with an account. */
export const KEY_OR_PASSWORD: Security = [...KEY, { password: [] }];

export const RATE_HEADERS = {
  "X-RateLimit-Limit": header("integer", "Requests allowed per minute"),
  "X-RateLimit-Remaining": header("integer", "Requests remaining"),
  "X-RateLimit-Reset": header("integer", "Unix time in seconds at which the count starts again"),
  "X-Request-Id": header("string", "Names the request in the log of the service"),
};
/** Header of an answer that was given before. */
export const REPLAYED_HEADER = {
  "Idempotency-Replayed": header("string", "true where the answer was given before"),
};
/** Header with the findings about a drawing that was read or a sheet that was written. */
export const FINDINGS = {
  "X-Offcut-Findings": header(
    "string",
    "What somebody should look at: a JSON array of {code, count, message} in ASCII, most urgent first, at most 4096 bytes; where there is more, its last entry has the code `more` and says how many are left out. docs/findings.md lists the codes",
  ),
};
export const RETRY_HEADER = { "Retry-After": header("integer", "Seconds until another try makes sense") };

const VALIDATION = {
  422: answer("The request does not fit its schema", v1.validationBodySchema, {
    example: EXAMPLES.validationError,
  }),
};
const refusal = (description: string, headers: Headers = {}) =>
  answer(description, plainErrorSchema, { headers });
const FORBIDDEN = { 403: refusal("The key has no scope for this") };
const TIMEOUT = { 408: refusal("The body came too slowly") };
const UNAVAILABLE = {
  503: refusal("Too many requests wait for a worker, or the store cannot answer", RETRY_HEADER),
};

/** Header of every POST: asked again, answered the same. */
const IDEMPOTENCY = {
  "Idempotency-Key": about(
    z
      .string()
      .regex(/^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/)
      .optional(),
    "Any text of your own; the same request with the same text within 24 h gets the same answer and is not charged again",
  ),
};
const CONFLICT = {
  409: refusal(
    "The Idempotency-Key was used for another request, or that one is still being answered",
    RETRY_HEADER,
  ),
};

/** A copy of the schema that the document names. */
function named<Schema extends z.core.$ZodType>(schema: Schema, id: string): Schema {
  const copy = z.clone(schema);
  z.globalRegistry.add(copy, { id });
  return copy;
}

const META = named(v1.envelopeSchema(z.unknown()).shape.meta, "Meta");
const envelopes = new Map<z.core.$ZodType, z.core.$ZodType>();

/** The envelope of some data: one schema for each, which the document names. */
export function enveloped(
  data: z.core.$ZodType,
  id = `${z.globalRegistry.get(data)?.id}Answer`,
): z.core.$ZodType {
  const known =
    envelopes.get(data) ?? z.object({ ...v1.envelopeSchema(data).shape, meta: META }).meta({ id });
  envelopes.set(data, known);
  return known;
}

export function header(type: "integer" | "string", description: string) {
  return { description, schema: { type } };
}

export function json(schema: z.core.$ZodType, example: unknown, required = true) {
  return { required, content: { "application/json": { schema, example } } };
}

export function answer(
  description: string,
  schema: z.core.$ZodType,
  { example, headers = {} }: { example?: unknown; headers?: Headers } = {},
) {
  const content = { "application/json": example === undefined ? { schema } : { schema, example } };
  return { description, headers: { ...RATE_HEADERS, ...headers }, content };
}

/** An answer that is a file to be saved. */
export function fileAnswer({ type, example }: { type: string; example: string }) {
  const description = "The file, with its name in Content-Disposition";
  const named = header("string", "attachment, with the file's name");
  return {
    description,
    headers: { ...RATE_HEADERS, ...REPLAYED_HEADER, ...FINDINGS, "Content-Disposition": named },
    content: {
      [type]: { schema: { type: "string" as const }, example },
      // Answers that are no text, for clients that know no such type: they come so where Accept asks for it.
      ...(type.startsWith("text/")
        ? {}
        : { "application/octet-stream": { schema: { type: "string" as const, format: "binary" as const } } }),
    },
  };
}

/** Summaries of the operations, one sentence each. */
export const SUMMARIES = {
  register: "Open an account; its key is shown only once",
  account: "The account, its limits and this month's use",
  listKeys: "All keys, valid or not",
  createKey: "Make another key; it is shown only once",
  revokeKey: "Revoke a key at once",
  rotateKey: "Revoke a key at once and make another with the same name, expiry and scopes",
  changePassword: "Change the password; keys stay valid",
  webhookSecret: "The secret that webhooks of this account are signed with (standardwebhooks.com)",
  recover: "Ask for a mail with a token that sets a new password",
  setPassword: "Set a new password with a token, which is valid once and for an hour",
  verify: "Ask for another mail with the link that verifies the e-mail address",
  openVerification: "The link in the mail: verifies the e-mail address",
  confirmVerification: "Verify the e-mail address with a token",
  parseDxf: "Read a DXF drawing",
  dxfToSvg: "Draw a DXF drawing as SVG",
  nest: "Nest parts on sheets",
  cut: "Cut pieces from stock lengths",
  exportGcode: "A nested sheet as a G-code program",
  exportDxf: "A nested sheet as a DXF drawing",
  job: "The state of a job",
  cancelJob: "Cancel a job; its best so far becomes its result",
  jobResult: "The result of a job: the answer that its request would have had without `respond-async`",
  jobEvents: "Server-sent events: `progress` for each improvement, `end` at the end",
  health: "Whether the process is alive",
  ready: "Whether the service can answer requests",
};
export type OperationId = keyof typeof SUMMARIES;

/** An operation but for what all of its kind have in common. */
interface OperationParts {
  description?: string;
  /** Who may call it; whoever has a key by default, everybody where it is empty. */
  security?: Security;
  params?: { path?: z.core.$ZodObject; query?: z.core.$ZodObject };
  headers?: z.ZodRawShape;
  body?: ZodOpenApiOperationObject["requestBody"];
  /** Whether it is a POST, which may be asked again; so is whatever has a body. */
  post?: boolean;
  /** Answers that are no refusals. */
  answers: Responses;
  /** Further reasons to refuse it. */
  codes?: v1.ApiErrorCode[];
  /** Meaning of a 404, where its path names something that may not be there. */
  missing?: string;
}

export function operation(
  tag: string,
  operationId: OperationId,
  parts: OperationParts,
): ZodOpenApiOperationObject {
  const { description, security = KEY, params, headers, body, answers, codes = [], missing } = parts;
  const { post = body !== undefined } = parts;
  const keyed: v1.ApiErrorCode[] = security.length > 0 ? ["AUTH_REQUIRED", "INVALID_API_KEY"] : [];
  const sent: v1.ApiErrorCode[] = body ? ["FILE_TOO_LARGE"] : [];
  const header = post ? { header: z.object({ ...IDEMPOTENCY, ...headers }) } : {};
  return {
    operationId,
    tags: [tag],
    summary: SUMMARIES[operationId],
    ...(description === undefined ? {} : { description }),
    security,
    ...(params || post ? { requestParams: { ...params, ...header } } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: {
      ...answers,
      ...errors(...keyed, ...sent, ...codes, "RATE_LIMIT_EXCEEDED"),
      ...(keyed.length > 0 && tag !== "jobs" ? FORBIDDEN : {}),
      ...(missing === undefined ? {} : { 404: refusal(missing) }),
      ...(body ? { ...VALIDATION, ...TIMEOUT } : {}),
      ...(post ? CONFLICT : {}),
      ...UNAVAILABLE,
    },
  };
}

/** The answers of some error codes, one for each status. */
function errors(...codes: v1.ApiErrorCode[]): Responses {
  const named = v1.API_ERROR_CODES.filter((code) => codes.includes(code));
  const statuses = new Set(named.map((code) => ERROR_STATUS[code]));
  return Object.fromEntries(
    [...statuses].map((status) => {
      const names = named.filter((code) => ERROR_STATUS[code] === status).join(", ");
      const headers = status === 429 ? RETRY_HEADER : {};
      return [String(status), answer(names, v1.errorBodySchema, { headers })];
    }),
  );
}
