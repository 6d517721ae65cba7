/** Request and answer of `/v1/account/register`. */
import * as z from "zod/mini";
import { email, string } from "../values/lax.ts";
import { LIMITS } from "../values/limits.ts";
import { described } from "../values/schema.ts";

const { account } = LIMITS;

export const registerRequestSchema = described(
  z.object({
    email: described(email(), "E-mail address of the owner; each can have one account."),
    name: described(
      string(z.minLength(account.name.min), z.maxLength(account.name.max)),
      "Name of the owner or the program.",
    ),
    password: described(
      string(z.minLength(account.password.min), z.maxLength(account.password.max)),
      "Password of the account.",
    ),
  }),
  "What opens an account.",
);
/** Body of `/v1/auth/register`. */
export interface RegisterRequest extends z.output<typeof registerRequestSchema> {}

export const registerResponseSchema = described(
  z.object({
    api_key: described(z.string(), "The key; it is not shown again."),
    account_id: described(z.string(), "Identifies the account."),
    email: described(z.string(), "Address of the owner."),
    name: described(z.string(), "Name of the owner or the program."),
    rate_limit_per_minute: described(z.int(), "Requests a minute; 0: no limit."),
    monthly_quota: described(z.int(), "Requests a month; 0: no limit."),
    created_at: described(z.string(), "When the account was opened; ISO 8601, UTC."),
  }),
  "The new account and its key.",
);
/** Answer of `/v1/auth/register`. */
export interface RegisterResponse extends z.output<typeof registerResponseSchema> {}
