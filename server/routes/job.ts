/** From a request to a job and from the job's answer to a response. */
import { TIME_LIMITS_MS } from "../../engine/entries/schemas.ts";
import { TooManyRequests } from "../answers/errors.ts";
import { type AnySchema, notJson, parseBody } from "../answers/validation.ts";
import type { AppContext, AppDeps, Middleware } from "../context/context.ts";
import { clientAddress } from "../http/address.ts";
import type { Answer, ExecutorJob } from "../jobs/executor.ts";
import { readRequest, textFrom } from "../jobs/request.ts";
import { secondsUntil } from "../limits/limiter.ts";
import { ACCOUNT_BYTES, readBody } from "../middleware/body.ts";
import { respond } from "../middleware/respond.ts";
import { traced } from "../operation/traces.ts";
import { acceptJob } from "./jobs.ts";

/**
 * Bodies up to this size are checked here, in a millisecond or so: a mistake is then told at once, however busy the workers are.
 */
const CHECKED_BYTES = 64 * 1024;
/** Less time than this is no time to find anything. */
const SHORTEST_MS = 100;

/** @param asked the job but for what the guards have read */
export async function runJob(
  c: AppContext,
  deps: AppDeps,
  asked: Omit<ExecutorJob, "body" | "request">,
): Promise<Response> {
  const job: ExecutorJob = { ...asked, body: c.get("body")!, request: c.get("request") };
  const owner = c.get("owner")?.account.id ?? clientAddress(c, deps.config);
  if (c.get("owner") && wantsLater(c)) return acceptJob(c, deps, job);
  const started = performance.now();
  const answer = await charged(c, deps, { owner, job }, () =>
    traced(deps.traces, { kind: job.kind, owner, parent: c.get("span")?.parent }, (trace) =>
      deps.executor.run(job, { owner, signal: c.req.raw.signal, ...trace }),
    ),
  );
  const { kind } = job;
  const { status, elapsedMs } = answer;
  const totalSeconds = (performance.now() - started) / 1000;
  deps.metrics?.job({ kind, status, workSeconds: elapsedMs / 1000, totalSeconds });
  c.set("answer", answer);
  c.set("work", { kind, ms: Math.round(elapsedMs) });
  if (answer.fault !== undefined) c.set("fault", answer.fault);
  if (c.get("confirm")) await c.get("settle")?.(answer.status < 300);
  return respond(c, answer);
}

/** RFC 7240: the client would rather not wait on the line. Reading a drawing is too short for that. */
function wantsLater(c: AppContext): boolean {
  const wanted = /(?:^|[,;\s])respond-async\s*(?:[,;]|$)/i.test(c.req.header("Prefer") ?? "");
  if (!wanted || c.req.path.startsWith("/v1/parse/")) return false;
  c.header("Preference-Applied", "respond-async", { append: true });
  return true;
}

/** Charges work to its owner where there is a budget; work that was given up counts as long as somebody waited for it. */
async function charged(
  c: AppContext,
  deps: AppDeps,
  { owner, job }: { owner: string; job: ExecutorJob },
  run: () => Promise<Answer>,
): Promise<Answer> {
  const budgetMs = deps.config.CPU_SECONDS_PER_MINUTE * 1000;
  if (budgetMs === 0) return run();
  const name = `cpu:${owner}`;
  const state = await deps.limiter.peek(name, budgetMs);
  if (state.remaining === 0) {
    const message = `More than ${deps.config.CPU_SECONDS_PER_MINUTE} s of work in a minute`;
    throw new TooManyRequests(message, secondsUntil(state.resetAt, deps.now));
  }
  const started = performance.now();
  let usedMs: number | undefined;
  try {
    const answer = await run();
    usedMs = answer.elapsedMs;
    return answer;
  } finally {
    usedMs ??= c.req.raw.signal.aborted ? Math.min(performance.now() - started, job.timeLimitMs) : 0;
    await deps.limiter.consume(name, budgetMs, Math.ceil(usedMs));
  }
}

/** Reads a body of JSON before anything is written or worked on. A long one is checked by the thread that does the work. */
export function jsonShape(limit: number, kind: ExecutorJob["kind"]): Middleware {
  return async (c, next) => {
    const body = await jsonBytes(c, limit);
    if (body.byteLength <= CHECKED_BYTES) c.set("request", readRequest({ kind, body }));
    await next();
  };
}

/** The same for a request about an account, by its schema. */
export function accountShape(schema: AnySchema): Middleware {
  return async (c, next) => {
    c.set("request", parseBody(schema, textFrom(await jsonBytes(c, ACCOUNT_BYTES))));
    await next();
  };
}

async function jsonBytes(c: AppContext, limit: number): Promise<Uint8Array> {
  const body = await readBody(c, limit);
  const type = c.req.header("Content-Type") ?? "";
  if (body.byteLength > 0 && !/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) {
    throw notJson(new TextDecoder().decode(body));
  }
  return body;
}

/** The time that the client wants to wait at most (RFC 7240), within the service's own bound. */
export function timeLimit(c: AppContext, deps: AppDeps, kind: "nest" | "cut" | "parse"): number {
  const wait = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,6}(?:\.\d{1,3})?)"?\s*(?:[,;]|$)/i.exec(
    c.req.header("Prefer") ?? "",
  )?.[1];
  if (wait === undefined) return Math.min(TIME_LIMITS_MS[kind], deps.config.MAX_WAIT_SECONDS * 1000);
  const seconds = Math.min(Number(wait), deps.config.MAX_WAIT_SECONDS);
  c.header("Preference-Applied", `wait=${seconds}`);
  return Math.max(SHORTEST_MS, seconds * 1000);
}
