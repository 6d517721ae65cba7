/** The part of the service that ROLE names, as a process: what it opens, what it listens to, how it ends. */

import { createServer, type Server } from "node:http";
import { resolve } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { destination, type LoggerOptions, pino } from "pino";
import { createEngine, type EngineFault } from "../engine/index.node.ts";
import { Unavailable } from "./answers/errors.ts";
import { createApp } from "./app.ts";
import { openDeps } from "./deps.ts";
import { createHttpServer } from "./http/server.ts";
import { builtFiles } from "./http/static.ts";
import type { SolveExecutor } from "./jobs/executor.ts";
import type { LocalExecutor } from "./jobs/local.ts";
import { quickly } from "./jobs/quick.ts";
import { threadExecutor } from "./jobs/threads.ts";
import { workEngine } from "./jobs/work.ts";
import { memoryLimiter, redisLimiter } from "./limits/limiter.ts";
import type { Logger } from "./operation/logger.ts";
import { createMetrics, type Metrics } from "./operation/metrics.ts";
import { openTraces, type Traces } from "./operation/traces.ts";
import { openQueue } from "./queue/client.ts";
import { openConnections } from "./queue/connect.ts";
import type { Connect } from "./queue/names.ts";
import { type JobReport, workOnQueue } from "./queue/worker.ts";
import { createWorkerApp } from "./routes/health.ts";
import type { Config } from "./settings/config.ts";
import type { SqlDatabase } from "./storage/database.ts";
import { openPostgres } from "./storage/postgres.ts";
import { openSqliteThread } from "./storage/remote.ts";
import { openSqlite } from "./storage/sqlite.ts";

/** From the signal to end: when what runs hands in its best, and when answers that nobody reads are cut off. */
const DRAIN_MS = 2_000;
/** A proxy hears from /health that this process ends, and asks others, before the first connection is refused. */
const ANNOUNCE_MS = 1_000;
/** One that is late still sends requests: without any for so long it has heard. */
const QUIET_MS = 500;
const LONGEST_ANNOUNCE_MS = 2_400;
const CLOSE_MS = 4_700;
/** A log is no older than this, and no more than this is kept back. */
const LOG_MS = 250;
const LOG_BYTES = 4096;
/** Should all of that fail. */
const DEADLINE_MS = 10_000;

interface ServerContext {
  config: Config;
  logger: Logger;
  connect: Connect;
  draining: () => boolean;
  traces: Traces | undefined;
  /** Whoever counts what went wrong inside although the job was answered. */
  onFault: ((kind: EngineFault["kind"]) => void)[];
}
type EndServer = () => Promise<void>;

/** With a signal to end, the parts end in the reverse order of their beginning. */
export async function serve(config: Config): Promise<void> {
  const { logger, flush } = openLog(config);
  let draining = false;
  const endings: EndServer[] = [async () => flush()];
  const running: ServerContext = {
    config,
    logger,
    connect: await connector(config, endings),
    draining: () => draining,
    traces: await openTraces(config.OTEL_EXPORTER_OTLP_ENDPOINT),
    onFault: [],
  };
  const endAll = async () => {
    for (const ending of endings.reverse()) await ending();
  };
  try {
    await openParts(running, endings);
  } catch (error) {
    // Open handles would keep the process going.
    await endAll();
    throw error;
  }
  const end = async (signal: string) => {
    if (draining) process.exit(1);
    draining = true;
    logger.info({ signal }, "ending");
    setTimeout(() => process.exit(1), DEADLINE_MS).unref();
    await endAll();
    logger.info({}, "ended");
    flush();
    process.exit(0);
  };
  process.on("SIGTERM", end).on("SIGINT", end);
}

/** Lines are written together, a write costs more than a line; a warning is written at once. */
function openLog({ LOG_LEVEL }: Config): { logger: Logger; flush: () => void } {
  const lines = destination({ minLength: LOG_BYTES, periodicFlush: LOG_MS, sync: true });
  // Whoever read the log may be gone: the service goes on without.
  lines.on("error", () => undefined);
  const flush = () => lines.flush();
  const hooks: LoggerOptions["hooks"] = {
    logMethod(line, write, level) {
      write.apply(this, line);
      if (level >= pino.levels.values.warn!) flush();
    },
  };
  return { logger: pino({ level: LOG_LEVEL, hooks }, lines), flush };
}

/** Adds to `endings` how to end each, as soon as there is something to end. */
async function openParts(running: ServerContext, endings: EndServer[]): Promise<void> {
  const { config, connect } = running;
  const { QUEUE_MAX: queue, QUEUE_WAIT_SECONDS: wait, KEY_CONCURRENCY: perOwner } = config;
  endings.push(async () => running.traces?.close());
  const onFault = (fault: EngineFault) => {
    running.logger.warn(fault, "answered in spite of a fault");
    for (const count of running.onFault) count(fault.kind);
  };
  const threads = await threadExecutor(config, onFault);
  endings.push(() => threads.close(DRAIN_MS));
  let closeThreads: SolveExecutor["close"] = (graceMs) => threads.close(graceMs);
  if (config.ROLE !== "api" && config.QUEUE === "redis") closeThreads = await work(running, threads, endings);
  if (config.ROLE === "worker") return;
  const run: SolveExecutor["run"] = (...job) => threads.run(...job);
  const apart = { connect, queue, waitMs: wait * 1000, perOwner, threads: { run, close: closeThreads } };
  const executor = config.QUEUE === "redis" ? await openQueue(apart) : threads;
  await listen(running, quickly(executor, workEngine(await createEngine({ workers: 0 }))), endings);
}

/** Takes jobs from the queue; a process that does nothing else says on a port of its own how it fares. */
async function work(
  running: ServerContext,
  threads: LocalExecutor,
  endings: EndServer[],
): Promise<SolveExecutor["close"]> {
  const { config, logger, connect, draining, traces } = running;
  const concurrency = (await threads.stats()).workers;
  const metrics = createMetrics(() => threads.stats());
  if (config.ROLE === "worker") running.onFault.push((kind) => metrics.fault(kind));
  const onJob = (report: JobReport) => logJob(logger, metrics, report);
  const perOwner = config.KEY_CONCURRENCY;
  const stop = await workOnQueue({ connect, executor: threads, concurrency, perOwner, traces, onJob });
  endings.push(() => stop(DRAIN_MS));
  let port: number | undefined;
  if (config.ROLE === "worker") {
    const probe = connect(false);
    const checks = { queue: () => probe.ping() };
    const server = createServer(
      getRequestListener(createWorkerApp({ config, metrics, draining }, checks).fetch),
    );
    port = await listening(server, config).catch((error: unknown) => {
      logger.warn({ port: config.PORT, fault: String(error) }, "no port for health and metrics");
      return undefined;
    });
    endings.push(async () => {
      server.closeAllConnections();
      server.close();
      probe.disconnect();
    });
  }
  logger.info({ threads: concurrency, port }, "working");
  return stop;
}

function logJob(logger: Logger, metrics: Metrics, { id, kind, owner, answer, error }: JobReport): void {
  if (error instanceof Unavailable && error.reason === "ending") {
    logger.info({ job: id, kind, account: owner }, "job left to others");
    return;
  }
  const status = answer?.status ?? 503;
  metrics.job({ kind, status, workSeconds: (answer?.elapsedMs ?? 0) / 1000 });
  const fault = answer?.fault ?? (error === undefined ? undefined : String(error));
  const work_ms = Math.round(answer?.elapsedMs ?? 0);
  const fields = { job: id, kind, account: owner, status, work_ms, fault };
  logger[fault === undefined ? "info" : "warn"](fields, "job");
}

async function listen(running: ServerContext, executor: SolveExecutor, endings: EndServer[]): Promise<void> {
  const { config, logger, connect, draining, traces } = running;
  const onNew = (file: string) => logger.warn({ file }, "no accounts there yet: begins with none");
  const database = config.DATABASE_URL
    ? await openPostgres(config.DATABASE_URL, config.DATABASE_CONNECTIONS)
    : await openSqliteThread(config.DATA_DIR, { onNew });
  const metrics = createMetrics(() => executor.stats());
  running.onFault.push((kind) => metrics.fault(kind));
  const limiter = config.REDIS_URL ? redisLimiter(connect(false)) : memoryLimiter();
  const given = { config, logger, executor, limiter, draining, metrics, traces };
  const deps = { ...(await openDeps(given, database)), ...builtFiles() };
  endings.push(deps.close);
  const server = createHttpServer(createApp(deps), deps);
  const port = await listening(server, config);
  logger.info({ host: config.HOST, port, data_dir: resolve(config.DATA_DIR) }, "listening");
  endings.push(() => endServer(server, executor, () => deps.jobs.runner.stop()));
}

/** @returns the port, also where any would do */
async function listening(server: Server, { PORT, HOST }: Config): Promise<number> {
  await new Promise<void>((done, reject) => {
    server.once("error", reject).listen(PORT, HOST, done);
  });
  const address = server.address();
  return typeof address === "object" && address ? address.port : PORT;
}

/**
 * Says that it ends, takes no new connections, waits for the answers under way, closes each connection when its last answer has
 * been read; those that are not read are cut off.
 */
async function endServer(server: Server, executor: SolveExecutor, stopTaking: () => void): Promise<void> {
  const begun = performance.now();
  await quiet(server);
  const announced = performance.now() - begun;
  const closed = new Promise((done) => server.close(done));
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), CLOSE_MS - announced);
  stopTaking();
  await executor.close(Math.max(0, DRAIN_MS - announced));
  await closed;
  clearTimeout(cut);
  clearInterval(sweep);
}

/**
 * Until a proxy has had the time to hear of the end, and sends nothing more. What it sends meanwhile is answered, on connections
 * that it is told not to use again: one that is closed under a request loses that.
 */
async function quiet(server: Server): Promise<void> {
  const begun = performance.now();
  let last = begun;
  server.prependListener("request", ({ url = "" }, answer) => {
    answer.shouldKeepAlive = false;
    if (!url.startsWith("/health")) last = performance.now();
  });
  for (let now = begun; ; now = performance.now()) {
    const enough = now - begun > ANNOUNCE_MS && now - last > QUIET_MS;
    if (enough || now - begun > LONGEST_ANNOUNCE_MS) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** For a command, which nobody else waits for. */
export function openDatabase({ DATABASE_URL, DATA_DIR }: Config): Promise<SqlDatabase> {
  return DATABASE_URL ? openPostgres(DATABASE_URL) : openSqlite(DATA_DIR);
}

async function connector({ REDIS_URL }: Config, endings: EndServer[]): Promise<Connect> {
  if (!REDIS_URL) {
    return () => {
      throw new Error("There is no REDIS_URL");
    };
  }
  const { connect, close } = await openConnections(REDIS_URL);
  endings.push(async () => close());
  return connect;
}
