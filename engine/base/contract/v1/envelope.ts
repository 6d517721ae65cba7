/** The envelope around solver and parser answers, and the two error bodies. */
import { z } from "zod";
import { API_ERROR_CODES } from "../../errors.ts";

export const metaSchema = z
  .object({
    processing_time_ms: z.number().int().describe("Time that the work took, ms."),
    engine_version: z.string().describe("Version of the engine that did it."),
  })
  .describe("How long the work took, and which version did it.");
/** Time and version that every answer reports. */
export type Meta = z.infer<typeof metaSchema>;

/** `{ status: "success", data, meta }` around an endpoint's data. */
export function envelopeSchema<Data extends z.ZodType>(data: Data) {
  return z.object({ status: z.literal("success").describe("Always `success`."), data, meta: metaSchema });
}

export const errorBodySchema = z
  .object({
    detail: z
      .object({
        code: z.enum(API_ERROR_CODES).describe("Kind of error, for programs."),
        message: z.string().describe("What is wrong, for people."),
      })
      .describe("The fault."),
  })
  .describe("The body of an error.");
/** Body of an answer that tells of an error. */
export type ErrorBody = z.infer<typeof errorBodySchema>;

export const validationItemSchema = z
  .object({
    type: z.string().describe("Kind of error, as Pydantic names it."),
    loc: z
      .array(z.union([z.string(), z.number().int()]))
      .describe("Where it is, from the part of the request down to the field."),
    msg: z.string().describe("What is wrong with the value."),
    input: z.unknown().optional().describe("The value."),
    ctx: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("Figures of the fault, such as the broken limit."),
  })
  .describe("One fault of a request.");
/** One fault of a request, as an answer lists it. */
export type ValidationItem = z.infer<typeof validationItemSchema>;
export const validationBodySchema = z
  .object({
    detail: z.array(validationItemSchema).describe("One entry for each fault."),
  })
  .describe("The body of a 422: every fault of the request.");
