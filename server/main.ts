/**
 * The program: `node dist/main.js` serves, `node dist/main.js admin …` manages accounts. The threads that do the work
 * and the one that keeps the accounts run this same file, so that the built service is one file and its engine.
 */
import { setPriority } from "node:os";
import { isMainThread, parentPort, workerData } from "node:worker_threads";
import { createEngine, type Fault } from "../engine/index.node.ts";
import { checkUsage, runAdmin, startsData, UsageError } from "./accounts/admin.ts";
import { serveJobs } from "./jobs/thread.ts";
import { openDatabase, serve } from "./serve.ts";
import { type Config, readConfig } from "./settings/config.ts";
import { findData, openSqlite } from "./storage/sqlite.ts";
import { serveDatabase } from "./storage/thread.ts";

const THREAD_NICENESS = 2;

if (isMainThread) await main(process.argv.slice(2));
else if (typeof workerData?.database === "string")
  serveDatabase(parentPort!, openSqlite(workerData.database));
else await work();

/**
 * On Linux a priority belongs to a thread: with all processors at work the service itself still answers at
 * once.
 */
async function work(): Promise<void> {
  if (process.platform === "linux") setPriority(THREAD_NICENESS);
  const onFault = (fault: Fault) => parentPort!.postMessage({ type: "fault", fault });
  serveJobs(parentPort!, await createEngine({ workers: 0, onFault }));
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

/** Message of the database behind an error of the service, where there is one. */
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
