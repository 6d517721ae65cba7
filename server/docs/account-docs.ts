/** The part of the OpenAPI document about `/v1/account`, beside the registration. */
import { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from "zod-openapi";
import type { ApiErrorCode } from "../../engine/v1.ts";
import {
  accountSchema,
  doneSchema,
  keysSchema,
  newKeyRequestSchema,
  newKeySchema,
  passwordRequestSchema,
  recoveryRequestSchema,
  resetRequestSchema,
  verifyRequestSchema,
  webhookSecretSchema,
} from "../accounts/schemas.ts";
import { doneExample, EXAMPLES } from "./examples.ts";
import {
  answer,
  CONFLICT,
  enveloped,
  errors,
  FORBIDDEN,
  IDEMPOTENCY,
  json,
  KEY_OR_PASSWORD,
  REPLAYED_HEADER,
  TIMEOUT,
  UNAVAILABLE,
  VALIDATION,
} from "./schema-parts.ts";
import { plainErrorSchema } from "./schemas.ts";

interface Parts {
  summary: string;
  description?: string;
  data: z.ZodType;
  example: unknown;
  body?: { schema: z.ZodType; example: unknown };
  params?: ZodOpenApiOperationObject["requestParams"];
  /** Without key or password. */
  open?: boolean;
  /** Whether it is a POST without a body. */
  post?: boolean;
  /** Whether its path names something that may not be there. */
  named?: boolean;
}

export function accountPaths(): ZodOpenApiPathsObject {
  const key_id = z.string().meta({ description: "Of `GET /v1/account/keys`" });
  const ofKey = { path: z.object({ key_id }) };
  return {
    "/v1/account": {
      get: operation("account", {
        summary: "The account, its limits and this month's use",
        data: accountSchema,
        example: EXAMPLES.account,
      }),
    },
    "/v1/account/keys": {
      get: operation("listKeys", {
        summary: "All keys, valid or not",
        data: keysSchema,
        example: EXAMPLES.keys,
      }),
      post: operation("createKey", {
        summary: "Make another key; it is shown only once",
        body: { schema: newKeyRequestSchema, example: EXAMPLES.newKeyRequest },
        data: newKeySchema,
        example: EXAMPLES.newKey,
      }),
    },
    "/v1/account/keys/{key_id}": {
      delete: operation("revokeKey", {
        summary: "Revoke a key at once",
        named: true,
        params: ofKey,
        ...done("The key key_0c0a4a43-7f4e-4c8f-9a55-0c1f6d0b6e21 is revoked"),
      }),
    },
    "/v1/account/keys/{key_id}/rotate": {
      post: operation("rotateKey", {
        summary: "Revoke a key at once and make another with the same name, expiry and scopes",
        post: true,
        named: true,
        params: ofKey,
        data: newKeySchema,
        example: EXAMPLES.newKey,
      }),
    },
    "/v1/account/password": {
      post: operation("changePassword", {
        summary: "Change the password; keys stay valid",
        body: { schema: passwordRequestSchema, example: EXAMPLES.passwordRequest },
        ...done("The password is changed; keys stay as they are"),
      }),
    },
    "/v1/account/webhook-secret": {
      get: operation("webhookSecret", {
        summary: "The secret that webhooks of this account are signed with (standardwebhooks.com)",
        data: webhookSecretSchema,
        example: EXAMPLES.webhookSecret,
      }),
    },
    ...openPaths(),
  };
}

/** For whoever has no key and no password. */
function openPaths(): ZodOpenApiPathsObject {
  const email = { schema: recoveryRequestSchema, example: EXAMPLES.recoveryRequest };
  const verify = { schema: verifyRequestSchema, example: EXAMPLES.verifyRequest };
  return {
    "/v1/account/recovery": {
      post: operation("recover", {
        summary: "Ask for a mail with a token that sets a new password",
        description: "Where the service sends no mail, whoever runs it can make the token.",
        body: email,
        open: true,
        ...done("If there is an account with this address, a mail is on its way to it"),
      }),
    },
    "/v1/account/recovery/confirm": {
      post: operation("setPassword", {
        summary: "Set a new password with a token, which is valid once and for an hour",
        body: { schema: resetRequestSchema, example: EXAMPLES.resetRequest },
        open: true,
        ...done("The password is changed; keys stay as they are"),
      }),
    },
    "/v1/account/verification": {
      post: operation("verify", {
        summary: "Ask for another mail with the link that verifies the e-mail address",
        body: email,
        open: true,
        ...done("If an account with this address waits for it, a mail is on its way to it"),
      }),
    },
    "/v1/account/verification/confirm": {
      get: operation("openVerification", {
        summary: "The link in the mail: verifies the e-mail address",
        params: { query: verifyRequestSchema },
        open: true,
        ...done("The e-mail address is verified"),
      }),
      post: operation("confirmVerification", {
        summary: "Verify the e-mail address with a token",
        body: verify,
        open: true,
        ...done("The e-mail address is verified"),
      }),
    },
  };
}

function done(message: string) {
  return { data: doneSchema, example: doneExample(message) };
}

function operation(operationId: string, parts: Parts): ZodOpenApiOperationObject {
  const {
    summary,
    description,
    data,
    example,
    body,
    params,
    open = false,
    post = body !== undefined,
    named = false,
  } = parts;
  const keyed: ApiErrorCode[] = open ? [] : ["AUTH_REQUIRED", "INVALID_API_KEY"];
  const sent: ApiErrorCode[] = body ? ["FILE_TOO_LARGE"] : [];
  return {
    operationId,
    tags: ["account"],
    summary,
    ...(description === undefined ? {} : { description }),
    security: open ? [] : KEY_OR_PASSWORD,
    ...(params || post
      ? { requestParams: { ...params, ...(post ? { header: z.object(IDEMPOTENCY) } : {}) } }
      : {}),
    ...(body ? { requestBody: json(body.schema, body.example) } : {}),
    responses: {
      200: answer("Done", enveloped(data), { example, ...(post ? { headers: REPLAYED_HEADER } : {}) }),
      ...(post ? CONFLICT : {}),
      ...errors(...keyed, ...sent, "INVALID_INPUT", "RATE_LIMIT_EXCEEDED"),
      ...(open ? {} : FORBIDDEN),
      ...(named ? { 404: answer("There is no such live key", plainErrorSchema) } : {}),
      ...(body ? { ...VALIDATION, ...TIMEOUT } : {}),
      ...UNAVAILABLE,
    },
  };
}
