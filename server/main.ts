/** The program: `node dist/main.js` serves, `… admin …` manages accounts. Its threads run this file too, each its part. */
import { setPriority } from "node:os";
import { isMainThread, parentPort, workerData } from "node:worker_threads";

/** On Linux a priority belongs to a thread: with all processors at work the service itself still answers at once. */
const THREAD_NICENESS = 2;

if (isMainThread) {
  const { main } = await import("./program.ts");
  await main(process.argv.slice(2));
} else if (typeof workerData?.database === "string") {
  const { serveDatabase } = await import("./storage/thread.ts");
  const { openSqlite } = await import("./storage/sqlite.ts");
  serveDatabase(parentPort!, openSqlite(workerData.database));
} else {
  if (process.platform === "linux") setPriority(THREAD_NICENESS);
  const { serveThread } = await import("./jobs/threads.ts");
  await serveThread();
}
