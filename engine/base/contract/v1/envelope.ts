/** The envelope around solver and parser answers, and the two error bodies. */
import * as z from "zod/mini";
import { API_ERROR_CODES } from "../../errors.ts";
import { described } from "../values/schema.ts";

export const metaSchema = described(
  z.object({
    processing_time_ms: described(z.int(), "Time that the work took, ms."),
    engine_version: described(z.string(), "Version of the engine that did it."),
  }),
  "How long the work took, and which version did it.",
);
/** Time and version that every answer reports. */
export interface Meta extends z.infer<typeof metaSchema> {}

/** `{ status: "success", data, meta }` around an endpoint's data. */
export function envelopeSchema<Data extends z.core.$ZodType>(data: Data) {
  return z.object({ status: described(z.literal("success"), "Always `success`."), data, meta: metaSchema });
}

export const errorBodySchema = described(
  z.object({
    detail: described(
      z.object({
        code: described(z.enum(API_ERROR_CODES), "Kind of error, for programs."),
        message: described(z.string(), "What is wrong, for people."),
      }),
      "The fault.",
    ),
  }),
  "The body of an error.",
);
/** Body of an answer that tells of an error. */
export interface ErrorBody extends z.infer<typeof errorBodySchema> {}

export const validationItemSchema = described(
  z.object({
    type: described(z.string(), "Kind of error, as Pydantic names it."),
    loc: described(
      z.array(z.union([z.string(), z.int()])),
      "Where it is, from the part of the request down to the field.",
    ),
    msg: described(z.string(), "What is wrong with the value."),
    input: described(z.optional(z.unknown()), "The value."),
    ctx: described(
      z.optional(z.record(z.string(), z.unknown())),
      "Figures of the fault, such as the broken limit.",
    ),
  }),
  "One fault of a request.",
);
/** One fault of a request, as an answer lists it. */
export interface ValidationItem extends z.infer<typeof validationItemSchema> {}
export const validationBodySchema = described(
  z.object({
    detail: described(z.array(validationItemSchema), "One entry for each fault."),
  }),
  "The body of a 422: every fault of the request.",
);
