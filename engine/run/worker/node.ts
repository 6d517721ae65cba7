/** Entry of Node's worker thread, of either kind: waits for its greeting, then serves. */
import { parentPort } from "node:worker_threads";
import { fileTasks } from "../tasks/files.ts";
import { solveTasks } from "../tasks/solve.ts";
import type { WorkerGreeting } from "./serve.ts";
import { serve } from "./serve.ts";

parentPort?.once("message", (greeting: WorkerGreeting) => {
  serve(greeting.core ? solveTasks : fileTasks, greeting);
});
