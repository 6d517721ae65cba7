/** The part of the OpenAPI document about `/v1/jobs`. */
import { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from "zod-openapi";
import { cutDataSchema, nestDataSchema } from "../../engine/v1.ts";
import { jobSchema } from "../records/data.ts";
import { EXAMPLES } from "./examples.ts";
import {
  answer,
  enveloped,
  errors,
  header,
  KEY,
  RATE_HEADERS,
  RETRY_HEADER,
  type Responses,
  UNAVAILABLE,
} from "./schema-parts.ts";
import { plainErrorSchema } from "./schemas.ts";

const jobAnswer = enveloped(jobSchema);
export const nestAnswer = enveloped(nestDataSchema, "NestAnswer");
export const cutAnswer = enveloped(cutDataSchema, "CutAnswer");
const LATER = {
  Location: header("string", "Path of the job"),
  ...RETRY_HEADER,
  "Preference-Applied": header("string", "respond-async"),
};

/** Instead of the answer, where the client would rather not wait. */
export const ACCEPTED: Responses = {
  202: {
    ...answer("With `Prefer: respond-async`: the job, already stored", jobAnswer, {
      example: EXAMPLES.job,
      headers: LATER,
    }),
    links: Object.fromEntries(
      ["job", "jobResult", "jobEvents", "cancelJob"].map((operationId) => [
        operationId,
        { operationId, parameters: { job_id: "$response.body#/data/job_id" } },
      ]),
    ),
  },
};

export function jobPaths(): ZodOpenApiPathsObject {
  return {
    "/v1/jobs/{job_id}": {
      get: operation("job", "The state of a job", {
        200: answer("The job", jobAnswer, { example: EXAMPLES.job }),
      }),
      delete: operation("cancelJob", "Cancel a job; its best so far becomes its result", {
        200: answer("The job", jobAnswer, { example: EXAMPLES.job }),
      }),
    },
    "/v1/jobs/{job_id}/result": {
      get: operation(
        "jobResult",
        "The result of a job: the answer that its request would have had without `respond-async`",
        {
          200: {
            description: "As for the request itself; so are 400 and 422",
            headers: RATE_HEADERS,
            content: {
              "application/json": {
                schema: z.union([nestAnswer, cutAnswer]),
                example: EXAMPLES.cutResponse,
              },
              "text/x-gcode": { schema: { type: "string" } },
              "image/vnd.dxf": { schema: { type: "string" } },
            },
          },
          202: answer("The job has not ended", jobAnswer, { example: EXAMPLES.job, headers: RETRY_HEADER }),
        },
      ),
    },
    "/v1/jobs/{job_id}/events": {
      get: operation("jobEvents", "Server-sent events: `progress` for each improvement, `end` at the end", {
        200: {
          description:
            "Events with `event`: progress (a better layout) or end; `id`: number of the layout, from 0, -1 before the first; `data`: the job as JSON, as `GET /v1/jobs/{job_id}` has it",
          headers: RATE_HEADERS,
          content: { "text/event-stream": { schema: { type: "string" }, example: EXAMPLES.jobEvents } },
        },
      }),
    },
  };
}

function operation(operationId: string, summary: string, responses: Responses): ZodOpenApiOperationObject {
  const job_id = z.string().meta({ description: "From `Location` of the 202" });
  return {
    operationId,
    tags: ["jobs"],
    summary,
    security: KEY,
    requestParams: { path: z.object({ job_id }) },
    responses: {
      ...responses,
      ...errors("AUTH_REQUIRED", "INVALID_API_KEY", "RATE_LIMIT_EXCEEDED"),
      404: answer("There is no such job, or no result", plainErrorSchema),
      ...UNAVAILABLE,
    },
  };
}
