/** Builds the dependencies of the app from an executor and a database. */
import { credentials } from "./accounts/credentials.ts";
import { openMailer } from "./accounts/mail.ts";
import { SqlStore } from "./accounts/sqlstore.ts";
import type { AppDeps } from "./context/context.ts";
import { JobStore } from "./records/job-store.ts";
import { JobRunner } from "./records/runner.ts";
import { openNotifier } from "./records/webhooks.ts";
import { ReplayStore } from "./replays/replay-store.ts";
import type { SqlDatabase } from "./storage/database.ts";

const SWEEP_MS = 600_000;

type Given = Pick<AppDeps, "config" | "logger" | "executor" | "limiter" | "draining" | "metrics" | "traces">;

/** Closes the database where it cannot be used. @returns also how to end what goes on by itself, the database last */
export async function openDeps(
  given: Given,
  database: SqlDatabase,
): Promise<AppDeps & { close: () => Promise<void> }> {
  const { config, logger, executor, metrics, traces } = given;
  const processId = crypto.randomUUID();
  const accounts = new SqlStore(database, processId);
  const opening = accounts.keepAlive(logger).then(() => openMailer(config));
  const mailer = await opening.catch(async (error) => {
    await accounts.close();
    throw error;
  });
  const store = new JobStore(database, processId);
  const replays = new ReplayStore(database, processId);
  const keepBytes = config.KEPT_MB_PER_ACCOUNT * 1024 * 1024;
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
  });
  const sweeping = setInterval(() => {
    replays.sweep(Date.now(), keepBytes).catch(() => undefined);
  }, SWEEP_MS).unref();
  const close = async () => {
    clearInterval(sweeping);
    await runner.close();
    await accounts.close();
  };
  const jobs = { store, runner };
  return { ...given, store: accounts, credentials, jobs, replays, close, ...(mailer ? { mailer } : {}) };
}
