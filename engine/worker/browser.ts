/** Entry of the browser's worker: waits for its greeting, then serves. */
import { expose } from "comlink";
import type { WorkerGreeting } from "../platform/platform.ts";
import { createWorkerApi } from "./api.ts";

self.onmessage = ({ data }: MessageEvent<WorkerGreeting>) => {
  self.onmessage = null;
  expose(createWorkerApi(data.core), data.port);
};
