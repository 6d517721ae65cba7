/** The part of the OpenAPI document about `/v1/account`. */
import { z } from "zod";
import type { ZodOpenApiPathsObject } from "zod-openapi";
import { registerRequestSchema, registerResponseSchema } from "../../engine/v1.ts";
import * as schemas from "../accounts/schemas.ts";
import { doneExample, EXAMPLES } from "./examples.ts";
import {
  answer,
  enveloped,
  json,
  KEY_OR_PASSWORD,
  type OperationId,
  operation,
  REPLAYED_HEADER,
} from "./schema-parts.ts";

const { DONE } = schemas;
type More = Partial<Parameters<typeof operation>[2]>;

export function accountPaths(): ZodOpenApiPathsObject {
  const key_id = z.string().meta({ description: "Of `GET /v1/account/keys`" });
  const ofKey = { params: { path: z.object({ key_id }) }, missing: "There is no such live key" };
  const { account, keys, newKey, webhookSecret, registerResponse: example } = EXAMPLES;
  const registered = answer("The account and its key", registerResponseSchema, {
    example,
    headers: REPLAYED_HEADER,
  });
  return {
    "/v1/account/register": {
      post: operation("account", "register", {
        security: [],
        body: json(registerRequestSchema, EXAMPLES.registerRequest),
        answers: { 200: registered },
        codes: ["INVALID_INPUT"],
      }),
    },
    "/v1/account": { get: owner("account", schemas.accountSchema, account) },
    "/v1/account/keys": {
      get: owner("listKeys", schemas.keysSchema, keys),
      post: owner("createKey", schemas.newKeySchema, newKey, {
        body: json(schemas.newKeyRequestSchema, EXAMPLES.newKeyRequest),
      }),
    },
    "/v1/account/keys/{key_id}": {
      delete: done("revokeKey", DONE.revoked(keys.data.keys[0].key_id), ofKey),
    },
    "/v1/account/keys/{key_id}/rotate": {
      post: owner("rotateKey", schemas.newKeySchema, newKey, { ...ofKey, post: true }),
    },
    "/v1/account/password": {
      post: done("changePassword", DONE.password, {
        body: json(schemas.passwordRequestSchema, EXAMPLES.passwordRequest),
      }),
    },
    "/v1/account/webhook-secret": {
      get: owner("webhookSecret", schemas.webhookSecretSchema, webhookSecret),
    },
    ...openPaths(),
  };
}

/** For whoever has no key and no password. */
function openPaths(): ZodOpenApiPathsObject {
  const body = (schema: z.ZodType, example: object) => ({ security: [], body: json(schema, example) });
  const { recoveryRequest, resetRequest, verifyRequest } = EXAMPLES;
  const email = body(schemas.recoveryRequestSchema, recoveryRequest);
  const description = "Where the service sends no mail, whoever runs it can make the token.";
  const token = body(schemas.verifyRequestSchema, verifyRequest);
  const link = { security: [], params: { query: schemas.verifyRequestSchema } };
  return {
    "/v1/account/recovery": { post: done("recover", DONE.recovery, { ...email, description }) },
    "/v1/account/recovery/confirm": {
      post: done("setPassword", DONE.password, body(schemas.resetRequestSchema, resetRequest)),
    },
    "/v1/account/verification": { post: done("verify", DONE.verification, email) },
    "/v1/account/verification/confirm": {
      get: done("openVerification", DONE.verified, link),
      post: done("confirmVerification", DONE.verified, token),
    },
  };
}

/** An operation that has nothing but a sentence to say. */
function done(id: OperationId, message: string, more: More) {
  return owner(id, schemas.doneSchema, doneExample(message), more);
}

function owner(id: OperationId, data: z.ZodType, example: unknown, more: More = {}) {
  const headers = more.body || more.post ? REPLAYED_HEADER : {};
  return operation("account", id, {
    security: KEY_OR_PASSWORD,
    answers: { 200: answer("Done", enveloped(data), { example, headers }) },
    codes: ["INVALID_INPUT"],
    ...more,
  });
}
