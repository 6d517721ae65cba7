/** A job as its owner sees it. */
import { z } from "zod";
import { isoTime } from "../accounts/account-store.ts";
import { about, type ExecutorJob, type JobProgress, progressSchema } from "../jobs/executor.ts";
import { hasEnded, type JobSummary } from "./job-store.ts";

export const jobSchema = z
  .object({
    job_id: about(z.string(), "Names the job"),
    kind: about(z.enum(["nest", "cut", "parse", "svg", "gcode", "dxf"]), "What is done"),
    status: about(
      z.enum(["queued", "running", "succeeded", "failed", "cancelled"]),
      "Its state; a cancelled job may have a result, its best so far",
    ),
    progress: about(progressSchema.nullable(), "The best so far, as figures; null before there is any"),
    created_at: about(z.string(), "When it was accepted; ISO 8601, UTC"),
    finished_at: about(z.string().nullable(), "When it ended; ISO 8601, UTC; null until then"),
    expires_at: about(z.string(), "When it is deleted; ISO 8601, UTC"),
    result: about(z.string().nullable(), "Path of the result; null until the job ends"),
  })
  .meta({ id: "Job", description: "The job" });
export type JobData = z.output<typeof jobSchema>;

export function jobData(
  { id, state, progress, createdAt, finishedAt, expiresAt }: Omit<JobSummary, "kind">,
  kind: ExecutorJob["kind"],
  latest: JobProgress | null = progress,
): JobData {
  return {
    job_id: id,
    kind,
    status: state === "queued" && latest ? "running" : state,
    progress: latest,
    created_at: isoTime(createdAt),
    finished_at: finishedAt === null ? null : isoTime(finishedAt),
    expires_at: isoTime(expiresAt),
    result: hasEnded(state) ? `/v1/jobs/${id}/result` : null,
  };
}
