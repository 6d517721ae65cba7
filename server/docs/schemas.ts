/** Shapes of answers that only the document describes. */
import { z } from "zod";

export const healthSchema = z.object({
  status: z.string().meta({ description: "ok, draining or unavailable" }),
  version: z.string().meta({ description: "Version of the service" }),
  engine_version: z.string().meta({ description: "Version of the engine" }),
  uptime_seconds: z.number().int().meta({ description: "Seconds since the process started to serve" }),
  checks: z
    .record(z.string(), z.string())
    .meta({ description: "With `/health/ready`, what the process needs: store, queue; ok or unavailable" })
    .optional(),
});
export const plainErrorSchema = z.object({ detail: z.string().meta({ description: "What is wrong" }) });
export const drawingFormSchema = z.object({
  file: z.string().meta({ format: "binary", description: "A DXF drawing, ASCII or binary, at most 10 MB" }),
});
