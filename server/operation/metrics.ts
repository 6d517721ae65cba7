/** Metrics for an operator, in the text form of Prometheus: requests, their times, the queue, the work, the process. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { EngineFault } from "../../engine/index.node.ts";
import type { Reason } from "../answers/errors.ts";
import type { ExecutorStats, JobKind } from "../jobs/executor.ts";
import { within } from "../jobs/promises.ts";

interface ObservedRequest {
  method: string;
  route: string;
  status: number;
  seconds: number;
  reason?: Reason | undefined;
}
interface ObservedJob {
  kind: JobKind;
  status: number;
  workSeconds: number;
  totalSeconds?: number;
}
export type Metrics = ReturnType<typeof createMetrics>;

const SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60];
/** The queue is asked no longer than this. */
const PATIENCE_MS = 1_000;

/** @param stats of all processes that share the work */
export function createMetrics(stats: () => Promise<ExecutorStats>) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Histogram({ name, help, labelNames, buckets: SECONDS, registers });
  const requests = counter("offcut_requests_total", "Answered requests", ["method", "route", "status"]);
  const refusals = counter("offcut_unavailable_total", "Answers 503, by their reason", ["reason"]);
  const durations = histogram("offcut_request_seconds", "Time from a request to its answer", ["route"]);
  const jobs = counter("offcut_jobs_total", "Ended jobs", ["kind", "status"]);
  const works = histogram("offcut_job_seconds", "Time that a worker spent on a job", ["kind"]);
  const waits = histogram("offcut_job_wait_seconds", "Time that a job waited for a worker", ["kind"]);
  const faults = counter(
    "offcut_faults_total",
    "Answers that the judge refused and workers that were lost, in jobs that were answered all the same",
    ["kind"],
  );
  const gauges = queueGauges(registry);
  return {
    contentType: registry.contentType,
    /** `route` is the template, never the path that a client wrote. */
    observe({ method, route, status, seconds, reason }: ObservedRequest): void {
      if (reason) refusals.inc({ reason });
      requests.inc({ method, route, status });
      durations.observe({ route }, seconds);
    },
    /** One job: its work, and all of the time from the request for it to its answer. */
    job({ kind, status, workSeconds, totalSeconds }: ObservedJob): void {
      jobs.inc({ kind, status });
      works.observe({ kind }, workSeconds);
      if (totalSeconds !== undefined) waits.observe({ kind }, Math.max(0, totalSeconds - workSeconds));
    },
    /** Something went wrong inside, and the job was answered all the same. */
    fault(kind: EngineFault["kind"]): void {
      faults.inc({ kind });
    },
    async text(): Promise<string> {
      gauges(await within(PATIENCE_MS, stats()));
      return registry.metrics();
    },
  };
}

/** Says how the queue stands; nothing where it does not say. */
function queueGauges(registry: Registry): (stats: ExecutorStats | undefined) => void {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  const workers = gauge("offcut_jobs_workers", "Jobs that all workers together can do at a time");
  const running = gauge("offcut_jobs_running", "Jobs that a worker has");
  const waiting = gauge("offcut_jobs_waiting", "Jobs that wait for a worker");
  const saturation = gauge(
    "offcut_saturation",
    "Jobs running and waiting for each that can run; above 1 more workers help",
  );
  const up = gauge("offcut_queue_up", "1 where the queue says how it stands, else 0");
  return (stats) => {
    up.set(stats ? 1 : 0);
    if (!stats) return;
    workers.set(stats.workers);
    running.set(stats.running);
    waiting.set(stats.waiting);
    saturation.set((stats.running + stats.waiting) / Math.max(1, stats.workers));
  };
}
