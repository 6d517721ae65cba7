/** The part of the OpenAPI document about `/v1/jobs`. */
import { z } from "zod";
import type { ZodOpenApiPathsObject } from "zod-openapi";
import { cutDataSchema, nestDataSchema } from "../../engine/v1.ts";
import { about } from "../jobs/executor.ts";
import { jobSchema } from "../records/data.ts";
import { EXAMPLES } from "./examples.ts";
import {
  answer,
  enveloped,
  header,
  type OperationId,
  operation,
  RATE_HEADERS,
  RETRY_HEADER,
  type Responses,
} from "./schema-parts.ts";

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
  const job = { 200: answer("The job", jobAnswer, { example: EXAMPLES.job }) };
  const text = { schema: { type: "string" as const } };
  const result: Responses = {
    200: {
      description: "As for the request itself; so are 400 and 422",
      headers: RATE_HEADERS,
      content: {
        "application/json": { schema: z.union([nestAnswer, cutAnswer]), example: EXAMPLES.cutResponse },
        "text/x-gcode": text,
        "image/vnd.dxf": text,
      },
    },
    202: answer("The job has not ended", jobAnswer, { example: EXAMPLES.job, headers: RETRY_HEADER }),
  };
  const events: Responses = {
    200: {
      description:
        "Events with `event`: progress (a better layout) or end; `id`: number of the layout, from 0, -1 before the first; `data`: the job as JSON, as `GET /v1/jobs/{job_id}` has it",
      headers: RATE_HEADERS,
      content: { "text/event-stream": { ...text, example: EXAMPLES.jobEvents } },
    },
  };
  return {
    "/v1/jobs/{job_id}": { get: ofJob("job", job), delete: ofJob("cancelJob", job) },
    "/v1/jobs/{job_id}/result": { get: ofJob("jobResult", result) },
    "/v1/jobs/{job_id}/events": { get: ofJob("jobEvents", events) },
  };
}

function ofJob(id: OperationId, answers: Responses) {
  const params = { path: z.object({ job_id: about(z.string(), "From `Location` of the 202") }) };
  return operation("jobs", id, { params, answers, missing: "There is no such job, or no result" });
}
