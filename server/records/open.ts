/** Everything behind `/v1/jobs` and `Idempotency-Key`, put together. */
import type { SqlStore } from "../accounts/sqlstore.ts";
import type { SolveExecutor } from "../jobs/executor.ts";
import type { Metrics } from "../operation/metrics.ts";
import type { Traces } from "../operation/traces.ts";
import { ReplayStore } from "../replays/replay-store.ts";
import type { Config } from "../settings/config.ts";
import type { SqlDatabase } from "../storage/database.ts";
import { JobStore } from "./job-store.ts";
import { JobRunner } from "./runner.ts";
import { openNotifier, type WebhookOptions } from "./webhooks.ts";

const SWEEP_MS = 600_000;

export interface JobParts {
  config: Config;
  logger: WebhookOptions["logger"] & { info(fields: object, message: string): void };
  executor: SolveExecutor;
  accounts: SqlStore;
  database: SqlDatabase;
  processId: string;
  metrics?: Metrics;
  traces?: Traces | undefined;
  now?: () => number;
}

export function openJobs(parts: JobParts): {
  jobs: { store: JobStore; runner: JobRunner };
  replays: ReplayStore;
} {
  const { config, logger, executor, accounts, database, processId, metrics, traces, now = Date.now } = parts;
  const keepBytes = config.KEPT_MB_PER_ACCOUNT * 1024 * 1024;
  const store = new JobStore(database, processId);
  const replays = new ReplayStore(database, processId);
  const runner = new JobRunner({
    store,
    accounts,
    executor,
    logger,
    traces,
    keepMs: config.JOB_TTL_HOURS * 3_600_000,
    keepBytes,
    notifier: openNotifier(config, { logger }),
    onAnswer: ({ job }, { status, elapsedMs }) =>
      metrics?.job({ kind: job.kind, status, workSeconds: elapsedMs / 1000 }),
    now,
  });
  const timer = setInterval(() => {
    replays.sweep(now(), keepBytes).catch(() => undefined);
  }, SWEEP_MS);
  timer.unref();
  return { jobs: { store, runner }, replays };
}
