/** Request and answer of `/v1/account/register`. */
import { z } from "zod";

export const registerRequestSchema = z.object({
  email: z.string(),
  name: z.string(),
  password: z.string(),
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
