/** `/v1/jobs`: work that nobody waits for on the line: taken with 202, watched, cancelled, fetched. Uses no quota. */
import type { Hono } from "hono";
import { every } from "hono/combine";
import { HTTPException } from "hono/http-exception";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import { EngineError } from "../../engine/index.node.ts";
import { monthOf } from "../accounts/account-store.ts";
import { TooManyRequests } from "../answers/errors.ts";
import type { AppContext, AppDeps, AppEnv } from "../context/context.ts";
import type { ExecutorJob } from "../jobs/executor.ts";
import { authenticate } from "../middleware/auth.ts";
import { limitKey } from "../middleware/rate.ts";
import { respond, sendData } from "../middleware/respond.ts";
import { type JobData, jobData } from "../records/data.ts";
import { hasEnded, type JobRecord, type JobSummary } from "../records/job-store.ts";
import { webhookFault } from "../records/webhooks.ts";

/** Jobs of one account that have not ended. */
const MOST_OPEN = 100;
/** Streams of events to one account at a time. */
const MOST_STREAMS = 16;
/** A cancelled job hands in its best within this, as a rule. */
const CANCEL_MS = 3_000;
/** How often a job of another process is looked at, and how often a silent stream says that it lives. */
const LOOK_MS = 1_000;
const ALIVE_MS = 15_000;

/** Takes a job: 202, once it is on disk. @throws EngineError INVALID_INPUT, RATE_LIMIT_EXCEEDED */
export async function acceptJob(c: AppContext, deps: AppDeps, job: ExecutorJob): Promise<Response> {
  const { config, now = Date.now } = deps;
  const { runner } = deps.jobs;
  const accountId = c.get("owner")!.account.id;
  const notify = c.req.header("X-Offcut-Webhook") ?? null;
  const fault = notify === null ? undefined : webhookFault(config, notify);
  if (fault !== undefined) throw new EngineError("INVALID_INPUT", `X-Offcut-Webhook: ${fault}`);
  const record: JobRecord = {
    id: `job_${crypto.randomUUID()}`,
    accountId,
    period: monthOf(now()),
    job,
    state: "queued",
    cancelled: false,
    progress: null,
    notify,
    createdAt: now(),
    finishedAt: null,
    expiresAt: now() + config.JOB_TTL_HOURS * 3_600_000,
  };
  const release = c.get("retain")();
  if (!(await runner.submit(record, MOST_OPEN, release))) {
    throw new TooManyRequests(`More than ${MOST_OPEN} jobs of this account have not ended`);
  }
  c.header("Location", `/v1/jobs/${record.id}`);
  c.header("Retry-After", "1");
  c.status(202);
  return sendData(c, jobData(record, job.kind));
}

export function addJobRoutes(app: Hono<AppEnv>, deps: AppDeps): void {
  const { store, runner } = deps.jobs;
  const guards = every(authenticate(deps, {}), limitKey(deps));
  app.get("/v1/jobs/:job_id", guards, async (c) => sendData(c, dataOf(deps, await find(c, deps))));
  app.delete("/v1/jobs/:job_id", guards, async (c) => {
    const job = await find(c, deps);
    if (!hasEnded(job.state)) await runner.cancel(job.id, CANCEL_MS);
    return sendData(c, dataOf(deps, await find(c, deps)));
  });
  app.get("/v1/jobs/:job_id/result", guards, async (c) => {
    const job = await find(c, deps);
    if (!hasEnded(job.state)) {
      c.header("Retry-After", "1");
      c.status(202);
      return sendData(c, dataOf(deps, job));
    }
    const result = await store.answer(job.id);
    if (!result) throw new HTTPException(404, { message: "The job was cancelled before it had any result" });
    if (result.bytes === 0) return respond(c, result.answer);
    c.get("answering")(result.bytes, "kept");
    return respond(c, result.answer, await store.body(job.id));
  });
  const streams = new Map<string, number>();
  app.get("/v1/jobs/:job_id/events", guards, async (c) => {
    const job = await find(c, deps);
    const count = streams.get(job.accountId) ?? 0;
    if (count >= MOST_STREAMS)
      throw new TooManyRequests(`More than ${MOST_STREAMS} streams of this account are open`);
    streams.set(job.accountId, count + 1);
    const { signal } = c.req.raw;
    return streamSSE(c, async (stream) => {
      try {
        await tell(stream, deps, job, signal);
      } finally {
        const left = streams.get(job.accountId)! - 1;
        if (left > 0) streams.set(job.accountId, left);
        else streams.delete(job.accountId);
      }
    });
  });
}

/** An event `progress` for each improvement, and `end` at the end, each with the job as data. */
async function tell(stream: SSEStreamingApi, deps: AppDeps, job: JobSummary, signal: AbortSignal) {
  const { store, runner } = deps.jobs;
  let told = -1;
  let said = performance.now();
  const over = () => signal.aborted || deps.draining?.();
  for (let latest: JobSummary | undefined = job; latest && !over(); ) {
    const data = dataOf(deps, latest);
    const ended = hasEnded(latest.state);
    const seq = data.progress?.seq ?? -1;
    if (ended || seq > told) {
      const event = ended ? "end" : "progress";
      await stream.writeSSE({ event, id: String(seq), data: JSON.stringify(data) });
      told = seq;
      said = performance.now();
    } else if (performance.now() - said > ALIVE_MS) {
      await stream.write(": still at it\n\n");
      said = performance.now();
    }
    if (ended) return;
    await runner.change(job.id, LOOK_MS, signal);
    latest = await store.find(job.id, job.accountId, (deps.now ?? Date.now)());
  }
}

/** @throws HTTPException 404 also for the jobs of others */
async function find(c: AppContext, deps: AppDeps): Promise<JobSummary> {
  const { account } = c.get("owner")!;
  const job = await deps.jobs.store.find(c.req.param("job_id") ?? "", account.id, (deps.now ?? Date.now)());
  if (!job) throw new HTTPException(404, { message: "Not Found" });
  return job;
}

function dataOf(deps: AppDeps, job: JobSummary): JobData {
  const latest = deps.jobs.runner.progress(job.id) ?? job.progress;
  return jobData(job, job.kind, latest);
}
