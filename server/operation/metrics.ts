/**
 * What an operator watches, in the text form of Prometheus: requests by route and status, their times, the
 * queue, the process.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { SolveExecutor } from "../jobs/executor.ts";

export interface Metrics {
  /** `route` is the template, never the path that a client wrote. */
  observe(request: { method: string; route: string; status: number; seconds: number }): void;
  text(): Promise<string>;
}

const SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60];

export function createMetrics(executor: SolveExecutor): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: "offcut_requests_total",
    help: "Answered requests",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "offcut_request_seconds",
    help: "Time from a request to its answer",
    labelNames: ["route"],
    buckets: SECONDS,
    registers,
  });
  const gauges = (["workers", "running", "waiting"] as const).map((name) => ({
    name,
    gauge: new Gauge({ name: `offcut_jobs_${name}`, help: `Jobs: ${name}`, registers }),
  }));
  return {
    observe({ method, route, status, seconds }) {
      requests.inc({ method, route, status });
      durations.observe({ route }, seconds);
    },
    async text() {
      const stats = executor.stats();
      for (const { name, gauge } of gauges) gauge.set(stats[name]);
      return registry.metrics();
    },
  };
}
