/** The part of the OpenAPI document about `/v1/account`. */
import { z } from "zod";
import type { ZodOpenApiPathsObject } from "zod-openapi";
import { registerRequestSchema, registerResponseSchema } from "../../engine/v1.ts";
import * as schemas from "../accounts/schemas.ts";
import { doneExample, EXAMPLES } from "./examples.ts";
import { answer, enveloped, json, KEY_OR_PASSWORD, operation, REPLAYED_HEADER } from "./schema-parts.ts";

const { DONE } = schemas;
type More = Partial<Parameters<typeof operation>[2]>;

export function accountPaths(): ZodOpenApiPathsObject {
  const key_id = z.string().meta({ description: "Of `GET /v1/account/keys`" });
  const ofKey = { params: { path: z.object({ key_id }) }, missing: "There is no such live key" };
  const { account, keys, newKey } = EXAMPLES;
  return {
    "/v1/account/register": {
      post: operation("account", "register", {
        summary: "Open an account; its key is shown only once",
        security: [],
        body: json(registerRequestSchema, EXAMPLES.registerRequest),
        answers: {
          200: answer("The account and its key", registerResponseSchema, {
            example: EXAMPLES.registerResponse,
            headers: REPLAYED_HEADER,
          }),
        },
        codes: ["INVALID_INPUT"],
      }),
    },
    "/v1/account": {
      get: owner("account", "The account, its limits and this month's use", schemas.accountSchema, account),
    },
    "/v1/account/keys": {
      get: owner("listKeys", "All keys, valid or not", schemas.keysSchema, keys),
      post: owner("createKey", "Make another key; it is shown only once", schemas.newKeySchema, newKey, {
        body: json(schemas.newKeyRequestSchema, EXAMPLES.newKeyRequest),
      }),
    },
    "/v1/account/keys/{key_id}": {
      delete: done("revokeKey", "Revoke a key at once", DONE.revoked(keys.data.keys[0].key_id), ofKey),
    },
    "/v1/account/keys/{key_id}/rotate": {
      post: owner(
        "rotateKey",
        "Revoke a key at once and make another with the same name, expiry and scopes",
        schemas.newKeySchema,
        newKey,
        { ...ofKey, post: true },
      ),
    },
    "/v1/account/password": {
      post: done("changePassword", "Change the password; keys stay valid", DONE.password, {
        body: json(schemas.passwordRequestSchema, EXAMPLES.passwordRequest),
      }),
    },
    "/v1/account/webhook-secret": {
      get: owner(
        "webhookSecret",
        "The secret that webhooks of this account are signed with (standardwebhooks.com)",
        schemas.webhookSecretSchema,
        EXAMPLES.webhookSecret,
      ),
    },
    ...openPaths(),
  };
}

/** For whoever has no key and no password. */
function openPaths(): ZodOpenApiPathsObject {
  const open = { security: [] };
  const email = { ...open, body: json(schemas.recoveryRequestSchema, EXAMPLES.recoveryRequest) };
  return {
    "/v1/account/recovery": {
      post: done("recover", "Ask for a mail with a token that sets a new password", DONE.recovery, {
        ...email,
        description: "Where the service sends no mail, whoever runs it can make the token.",
      }),
    },
    "/v1/account/recovery/confirm": {
      post: done(
        "setPassword",
        "Set a new password with a token, which is valid once and for an hour",
        DONE.password,
        { ...open, body: json(schemas.resetRequestSchema, EXAMPLES.resetRequest) },
      ),
    },
    "/v1/account/verification": {
      post: done(
        "verify",
        "Ask for another mail with the link that verifies the e-mail address",
        DONE.verification,
        email,
      ),
    },
    "/v1/account/verification/confirm": {
      get: done("openVerification", "The link in the mail: verifies the e-mail address", DONE.verified, {
        ...open,
        params: { query: schemas.verifyRequestSchema },
      }),
      post: done("confirmVerification", "Verify the e-mail address with a token", DONE.verified, {
        ...open,
        body: json(schemas.verifyRequestSchema, EXAMPLES.verifyRequest),
      }),
    },
  };
}

/** An operation that has nothing but a sentence to say. */
function done(operationId: string, summary: string, message: string, more: More) {
  return owner(operationId, summary, schemas.doneSchema, doneExample(message), more);
}

function owner(operationId: string, summary: string, data: z.ZodType, example: unknown, more: More = {}) {
  const headers = more.body || more.post ? REPLAYED_HEADER : {};
  return operation("account", operationId, {
    summary,
    security: KEY_OR_PASSWORD,
    answers: { 200: answer("Done", enveloped(data), { example, headers }) },
    codes: ["INVALID_INPUT"],
    ...more,
  });
}
