/** The envelope around solver and parser answers, and the two error bodies. */
import { z } from "zod";
import { API_ERROR_CODES } from "../../errors.ts";

export const metaSchema = z.object({
  processing_time_ms: z.number().int(),
  engine_version: z.string(),
});
export type Meta = z.infer<typeof metaSchema>;

/** `{ status: "success", data, meta }` around an endpoint's data. */
export function envelopeSchema<Data extends z.ZodType>(data: Data) {
  return z.object({ status: z.literal("success"), data, meta: metaSchema });
}

export const errorBodySchema = z.object({
  detail: z.object({ code: z.enum(API_ERROR_CODES), message: z.string() }),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;

export const validationItemSchema = z.object({
  type: z.string(),
  loc: z.array(z.union([z.string(), z.number().int()])),
  msg: z.string(),
  input: z.unknown().optional(),
  ctx: z.record(z.string(), z.unknown()).optional(),
});
export type ValidationItem = z.infer<typeof validationItemSchema>;
export const validationBodySchema = z.object({ detail: z.array(validationItemSchema) });
