/** Request and answer of `/v1/account/register`. */
import { z } from "zod";
import { email, string } from "../values/lax.ts";
import { LIMITS } from "../values/limits.ts";

const { account } = LIMITS;

export const registerRequestSchema = z
  .object({
    email: email().describe("E-mail address of the owner; each can have one account."),
    name: string((text) => text.min(account.name.min).max(account.name.max)).describe(
      "Name of the owner or the program.",
    ),
    password: string((text) => text.min(account.password.min).max(account.password.max)).describe(
      "Password of the account.",
    ),
  })
  .describe("What opens an account.");
/** Body of `/v1/auth/register`. */
export type RegisterRequest = z.output<typeof registerRequestSchema>;

export const registerResponseSchema = z
  .object({
    api_key: z.string().describe("The key; it is not shown again."),
    account_id: z.string().describe("Identifies the account."),
    email: z.string().describe("Address of the owner."),
    name: z.string().describe("Name of the owner or the program."),
    rate_limit_per_minute: z.number().int().describe("Requests a minute; 0: no limit."),
    monthly_quota: z.number().int().describe("Requests a month; 0: no limit."),
    created_at: z.string().describe("When the account was opened; ISO 8601, UTC."),
  })
  .describe("The new account and its key.");
/** Answer of `/v1/auth/register`. */
export type RegisterResponse = z.output<typeof registerResponseSchema>;
