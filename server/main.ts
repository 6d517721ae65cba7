/**
 * The program: `node dist/main.js` serves, `node dist/main.js admin …` manages accounts. The threads that do
 * the work run this same file, so that the built service is one file and its engine. ROLE says which part of
 * the service this process is.
 */
import { existsSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { setPriority } from "node:os";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isMainThread, parentPort } from "node:worker_threads";
import { serveStatic } from "@hono/node-server/serve-static";
import { pino } from "pino";
import { createEngine } from "../engine/index.node.ts";
import { checkUsage, runAdmin, startsData, UsageError } from "./accounts/admin.ts";
import { credentials } from "./accounts/credentials.ts";
import { keepAlive } from "./accounts/lease.ts";
import { openMailer } from "./accounts/mail.ts";
import { SqlStore } from "./accounts/sqlstore.ts";
import { createApp } from "./app.ts";
import type { AppDeps, Logger } from "./context/context.ts";
import { createHttpServer } from "./http/server.ts";
import type { SolveExecutor } from "./jobs/executor.ts";
import { type Connect, openQueue, workOnQueue } from "./jobs/queue.ts";
import { serveJobs } from "./jobs/thread.ts";
import { threadExecutor } from "./jobs/threads.ts";
import { memoryLimiter } from "./limits/memory.ts";
import { redisLimiter } from "./limits/redis.ts";
import { createMetrics } from "./operation/metrics.ts";
import { type Config, readConfig } from "./settings/config.ts";
import type { SqlDatabase } from "./storage/database.ts";
import { openPostgres } from "./storage/postgres.ts";
import { findData, openSqlite } from "./storage/sqlite.ts";

const THREAD_NICENESS = 5;
/** The built web app lies beside the built service. */
const WEB_APP = fileURLToPath(new URL("./web", import.meta.url));
/** From the signal to end to the end: time for what runs to finish, then for it to hand in its best. */
const DRAIN_MS = 20_000;
const FLUSH_MS = 5_000;

if (isMainThread) await main(process.argv.slice(2));
else await work();

/**
 * On Linux a priority belongs to a thread: with all processors at work the service itself still answers at
 * once.
 */
async function work(): Promise<void> {
  if (process.platform === "linux") setPriority(THREAD_NICENESS);
  serveJobs(parentPort!, await createEngine({ workers: 0 }));
}

async function main(words: string[]): Promise<void> {
  try {
    const [word, ...rest] = words;
    if (word !== undefined && word !== "admin")
      throw new UsageError(`There is no command ${word}; there is "admin"`);
    if (word === "admin") checkUsage(rest);
    const config = readConfig(process.env);
    if (word === "admin") await administer(config, rest);
    else await serve(config);
  } catch (error) {
    process.stderr.write(`offcut: ${messageOf(error)}\n`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

/** What a database says is the cause of what the service says. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

async function administer(config: Config, words: string[]): Promise<void> {
  if (!config.DATABASE_URL && !startsData(words)) await findData(config.DATA_DIR);
  const database = await openDatabase(config);
  try {
    const lines = await runAdmin(database, words, Date.now());
    process.stdout.write(lines.map((line) => `${line}\n`).join(""));
  } finally {
    await database.close();
  }
}

/**
 * Runs the part of the service that ROLE names. With a signal to end, the parts end in the reverse order of
 * their beginning.
 */
async function serve(config: Config): Promise<void> {
  const logger = pino({ level: config.LOG_LEVEL });
  const endings: (() => Promise<void>)[] = [];
  const state = { draining: false };
  const works = config.ROLE !== "api";
  const threads = works ? threadExecutor(config) : undefined;
  if (threads) endings.push(() => threads.close(DRAIN_MS));
  const connect = await redisConnector(config);
  if (threads && config.QUEUE === "redis") {
    endings.push(await workOnQueue(connect, threads, threads.stats().workers));
    logger.info({ threads: threads.stats().workers }, "working");
  }
  if (config.ROLE !== "worker") {
    const { QUEUE_MAX: queue, QUEUE_WAIT_SECONDS: wait } = config;
    const executor =
      config.QUEUE === "redis" ? await openQueue({ connect, queue, waitMs: wait * 1000 }) : threads!;
    endings.push(...(await listen(config, logger, executor, connect, state)));
  }
  const end = async (signal: string) => {
    if (state.draining) process.exit(1);
    state.draining = true;
    logger.info({ signal }, "ending");
    setTimeout(() => process.exit(1), DRAIN_MS + FLUSH_MS).unref();
    for (const ending of endings.reverse()) await ending();
    logger.info({}, "ended");
    process.exit(0);
  };
  process.on("SIGTERM", end).on("SIGINT", end);
}

/** @returns how to end it */
async function listen(
  config: Config,
  logger: Logger,
  executor: SolveExecutor,
  connect: Connect,
  state: { draining: boolean },
): Promise<(() => Promise<void>)[]> {
  const onNew = (file: string) => logger.warn({ file }, "no accounts there yet: begins with none");
  const store = new SqlStore(await openDatabase(config, onNew));
  const stopBeating = await keepAlive(store, logger);
  const mailer = await openMailer(config);
  const deps: AppDeps = {
    config,
    logger,
    executor,
    store,
    metrics: createMetrics(executor),
    limiter: config.REDIS_URL ? redisLimiter(connect(false)) : memoryLimiter(),
    credentials,
    ...(mailer ? { mailer } : {}),
    ...(existsSync(WEB_APP) ? { assets: serveStatic({ root: WEB_APP, onFound: cacheFor }) } : {}),
    draining: () => state.draining,
  };
  const server = createHttpServer(createServer, createApp(deps), deps);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(config.PORT, config.HOST, resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : config.PORT;
  logger.info({ host: config.HOST, port, data_dir: resolve(config.DATA_DIR) }, "listening");
  const endStore = async () => {
    stopBeating();
    await store.close();
  };
  return [endStore, () => endServer(server, executor)];
}

/**
 * Takes no new connections, waits for the answers under way, closes each connection when its last answer has
 * been read.
 */
async function endServer(server: Server, executor: SolveExecutor): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  await executor.close(DRAIN_MS);
  await closed;
  clearInterval(sweep);
}

/** Names in assets/ carry a digest of what is inside; everything else is asked for again. */
function cacheFor(path: string, c: { header: (name: string, value: string) => void }): void {
  const lasting = path.includes("/assets/");
  c.header("Cache-Control", lasting ? "public, max-age=31536000, immutable" : "no-cache");
}

function openDatabase(
  { DATABASE_URL, DATA_DIR }: Config,
  onNew?: (file: string) => void,
): Promise<SqlDatabase> {
  return DATABASE_URL ? openPostgres(DATABASE_URL) : openSqlite(DATA_DIR, onNew ? { onNew } : {});
}

async function redisConnector({ REDIS_URL }: Config): Promise<Connect> {
  if (!REDIS_URL) {
    return () => {
      throw new Error("There is no REDIS_URL");
    };
  }
  const { Redis } = await import("ioredis");
  return (patient) => {
    const redis = new Redis(
      REDIS_URL,
      patient ? { maxRetriesPerRequest: null } : { maxRetriesPerRequest: 1 },
    );
    // It reconnects by itself; calls that need it say what they miss.
    return redis.on("error", () => undefined);
  };
}
