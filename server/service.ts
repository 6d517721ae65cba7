/**
 * The public entry `offcut/server`: the service inside a program of yours. Everything of it is in this process: accounts in
 * SQLite, counts in memory, work on threads. `offcut serve` is the same app with a port, metrics, the web app and, where it is
 * told so, with PostgreSQL and Redis instead.
 */
import { closest, distance } from "fastest-levenshtein";
import { createEngine } from "../engine/index.node.ts";
import { createApp } from "./app.ts";
import { openDeps } from "./deps.ts";
import { quickly } from "./jobs/quick.ts";
import { threadExecutor } from "./jobs/threads.ts";
import { workEngine } from "./jobs/work.ts";
import { memoryLimiter } from "./limits/limiter.ts";
import type { Logger } from "./operation/logger.ts";
import { type Config, OF_PROCESS, type OfProcess, readConfig, SETTINGS } from "./settings/config.ts";
import { openSqliteThread } from "./storage/remote.ts";

/** For answers under way when the service is closed; what then still runs hands in its best. */
const CLOSING_MS = 2_000;
const SILENT: Logger = { info() {}, warn() {}, error() {} };

/** Named as in the environment of `offcut serve`, and with the same defaults; `DATA_DIR: ":memory:"` writes no file. */
export type ServiceSettings = Partial<
  Omit<Config, OfProcess | "TRUST_PROXY"> & { TRUST_PROXY: boolean | number }
>;

/** Options of `createService`. */
export interface ServiceOptions {
  /** Gets a line for each request and for what goes wrong inside; nobody does by default. */
  logger?: Logger;
}

/** A Hono app, described without Hono's types: a program may check all declarations without Hono's being there. */
export interface ServiceApp {
  /**
   * Answers any request; another Hono app has it under a path with `mount("/path", app.fetch)`. `bindings` are what
   * `@hono/node-server` hands over with a request.
   */
  fetch: (request: Request, bindings?: object) => Response | Promise<Response>;
  /** Answers a request for a path, without a socket: for tests. */
  request: (path: string, init?: RequestInit) => Response | Promise<Response>;
}

/** A service inside a program. */
export interface Service {
  /** Answers requests under every path of the HTTP interface. */
  app: ServiceApp;
  /** Takes nothing new, waits for what runs, ends the threads and closes the accounts. */
  close(): Promise<void>;
}

/** A misspelt setting would leave the default in force without a word. */
function refuseUnknown(settings: object, options: object): void {
  for (const [name, given] of Object.entries({ settings, options }))
    if (typeof given !== "object" || given === null || Array.isArray(given))
      throw new Error(`createService: ${name} must be an object`);
  const [odd] = Object.keys(options).filter((name) => name !== "logger");
  if (odd !== undefined) throw new Error(`createService has no option ${odd}; the only one is logger`);
  const { logger } = options as ServiceOptions;
  const lines = ["info", "warn", "error"] as const;
  if (logger !== undefined && !lines.every((line) => typeof logger?.[line] === "function"))
    throw new Error("createService: logger must have the functions info, warn and error, as pino's have");
  const known = SETTINGS.filter((name) => !OF_PROCESS.includes(name as OfProcess));
  const faults = Object.keys(settings).flatMap((name) => {
    if (known.includes(name as keyof Config)) return [];
    if (OF_PROCESS.includes(name as OfProcess)) return `  ${name}: is for \`offcut serve\` alone`;
    const meant = closest(name.toUpperCase(), known);
    const isNear = distance(name.toUpperCase(), meant) <= meant.length / 3;
    return `  ${name}: is unknown; ${isNear ? `did you mean ${meant}?` : `known are ${known.join(", ")}`}`;
  });
  if (faults.length > 0)
    throw new Error(`The service has settings that cannot be used:\n${faults.join("\n")}`);
}

/** The service, ready to answer. @throws Error that names every wrong setting and every unknown one */
export async function createService(
  settings: ServiceSettings = {},
  options: ServiceOptions = {},
): Promise<Service> {
  refuseUnknown(settings, options);
  const { logger = SILENT } = options;
  const config = readConfig(settings);
  const database = await openSqliteThread(config.DATA_DIR);
  const threads = await threadExecutor(config, (fault) => logger.warn(fault, "answered in spite of a fault"));
  const executor = quickly(threads, workEngine(await createEngine({ workers: 0 })));
  let closing: Promise<void> | undefined;
  const draining = () => closing !== undefined;
  const deps = await openDeps({ config, logger, executor, limiter: memoryLimiter(), draining }, database);
  const end = async () => {
    deps.jobs.runner.stop();
    await executor.close(CLOSING_MS);
    await deps.close();
  };
  return { app: createApp(deps), close: () => (closing ??= end()) };
}
