/** Request and answer of `/v1/account/register`. */
import { z } from "zod";
import { email, string } from "../values/lax.ts";
import { LIMITS } from "../values/limits.ts";

const { account } = LIMITS;

export const registerRequestSchema = z.object({
  email: email(),
  name: string((text) => text.min(account.name.min).max(account.name.max)),
  password: string((text) => text.min(account.password.min).max(account.password.max)),
});
export type RegisterRequest = z.output<typeof registerRequestSchema>;

export const registerResponseSchema = z.object({
  api_key: z.string(),
  account_id: z.string(),
  email: z.string(),
  name: z.string(),
  rate_limit_per_minute: z.number().int(),
  monthly_quota: z.number().int(),
  created_at: z.string(),
});
export type RegisterResponse = z.output<typeof registerResponseSchema>;
