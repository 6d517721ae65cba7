/** Shapes of answers that only the document describes. */
import { z } from "zod";

export const healthSchema = z.object({
  status: z.string().meta({ description: "ok, draining or unavailable" }),
  version: z.string().meta({ description: "Version of the service" }),
  engine_version: z.string().meta({ description: "Version of the engine" }),
  uptime_seconds: z.number().int().meta({ description: "Seconds since the process started to serve" }),
});
export const readySchema = healthSchema.extend({
  checks: z
    .record(z.string(), z.enum(["ok", "unavailable"]))
    .meta({ description: "The state of each thing that the process needs: store, queue" })
    .optional(),
});
export const plainErrorSchema = z.object({ detail: z.string().meta({ description: "What is wrong" }) });
export const drawingFormSchema = z.object({
  file: z.string().meta({ format: "binary", description: "A DXF drawing, ASCII or binary, at most 10 MB" }),
});
