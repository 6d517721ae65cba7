/** Requests and answers of `/v1/account`, beside that of the registration, which is part of the interface. */
import { z } from "zod";
import { LIMITS } from "../../engine/entries/schemas.ts";
import { registerRequestSchema } from "../../engine/v1.ts";
import { about } from "../jobs/executor.ts";
import { SCOPES } from "./account-store.ts";

const { email, password } = registerRequestSchema.shape;
const moment = (description: string) => about(z.string(), `${description}; ISO 8601, UTC`);

export const scopeSchema = z.enum(SCOPES).meta({ id: "Scope" });

export const accountSchema = z
  .object({
    account_id: about(z.string(), "Identifies the account"),
    email: about(z.string(), "Address that the account was registered with, in lower case"),
    email_verified: about(z.boolean(), "Whether the owner has proved that the address is theirs"),
    name: about(z.string(), "Name that the account was registered with"),
    created_at: moment("When the account was opened"),
    rate_limit_per_minute: about(z.number().int(), "Requests of each key in a minute; 0: no limit"),
    monthly_quota: about(z.number().int(), "Answered requests of all keys in a month; 0: no limit"),
    usage: about(
      z.object({
        period: about(z.string(), "Month that is counted, UTC, as in 2026-01"),
        requests: about(z.number().int(), "Requests answered in that month, and those being answered now"),
        resets_at: moment("When the next month begins"),
      }),
      "What has been used of the quota",
    ),
  })
  .meta({ id: "Account", description: "The account" });

export const keySchema = z
  .object({
    key_id: about(z.string(), "Identifies the key; not a secret"),
    prefix: about(z.string(), "First characters of the key"),
    name: about(z.string(), "Its owner's name for it"),
    scopes: about(z.array(scopeSchema), "What it may be used for"),
    created_at: moment("When it was made"),
    expires_at: about(z.string().nullable(), "When it expires; ISO 8601, UTC; null: never"),
    revoked_at: about(z.string().nullable(), "When it was revoked; ISO 8601, UTC; null if it was not"),
    state: about(z.enum(["live", "revoked", "expired"]), "Whether it can be used"),
  })
  .meta({ id: "Key" });
export const keysSchema = z
  .object({ keys: about(z.array(keySchema), "Every key, with its state") })
  .meta({ id: "Keys", description: "Its keys" });

export const newKeyRequestSchema = z
  .object({
    name: about(z.string().max(LIMITS.account.name.max), "Your name for it").optional(),
    expires_at: about(
      z.iso.datetime({ offset: true }),
      "When it is to expire; ISO 8601 with Z or an offset; never when absent",
    ).optional(),
    scopes: about(
      z.array(scopeSchema).min(1),
      "What it may be used for; when absent, everything that the credentials of this request may be used for",
    ).optional(),
  })
  .meta({ id: "NewKeyRequest" });
export const newKeySchema = keySchema
  .extend({ api_key: about(z.string(), "The key; it is not shown again") })
  .meta({ id: "NewKey", description: "The new key" });

export const passwordRequestSchema = z
  .object({
    current_password: about(z.string(), "The present password"),
    new_password: about(password, "The new password"),
  })
  .meta({ id: "PasswordRequest" });
export const recoveryRequestSchema = z
  .object({ email: about(email, "Address that the account was registered with") })
  .meta({ id: "EmailRequest" });
export const resetRequestSchema = z
  .object({
    token: about(z.string(), "From the mail, or from whoever runs the service"),
    new_password: about(password, "The new password"),
  })
  .meta({ id: "ResetRequest" });
export const verifyRequestSchema = z
  .object({ token: about(z.string(), "From the mail") })
  .meta({ id: "TokenRequest" });
export const webhookSecretSchema = z
  .object({ secret: about(z.string(), "`whsec_` and the key of the HMAC-SHA256 in base64") })
  .meta({ id: "WebhookSecret", description: "The secret" });
export const doneSchema = z
  .object({ message: about(z.string(), "What was done, in a sentence") })
  .meta({ id: "Done", description: "What was done" });

/** Messages of answers that only confirm a change; routes send them and the OpenAPI document shows them. */
export const DONE = {
  password: "The password is changed; keys stay as they are",
  recovery: "If there is an account with this address, a mail is on its way to it",
  verification: "If an account with this address waits for it, a mail is on its way to it",
  verified: "The e-mail address is verified",
  revoked: (keyId: string) => `The key ${keyId} is revoked`,
};

export type AccountData = z.output<typeof accountSchema>;
export type KeyData = z.output<typeof keySchema>;
export type NewKeyRequest = z.output<typeof newKeyRequestSchema>;
export type PasswordRequest = z.output<typeof passwordRequestSchema>;
export type RecoveryRequest = z.output<typeof recoveryRequestSchema>;
export type ResetRequest = z.output<typeof resetRequestSchema>;
export type VerifyRequest = z.output<typeof verifyRequestSchema>;
