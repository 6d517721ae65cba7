/** Entry of Node's worker thread: waits for its greeting, then serves. */
import { parentPort } from "node:worker_threads";
import { expose } from "comlink";
import type { WorkerGreeting } from "../platform/platform.ts";
import { createWorkerApi } from "./api.ts";

parentPort?.once("message", ({ port, core }: WorkerGreeting) => {
  expose(createWorkerApi(core), port);
});
