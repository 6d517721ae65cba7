/** The one way in which a worker begins, whatever its kind: it says that it is there, gets its greeting, then serves. */
import { expose } from "comlink";
import type { TaskTable } from "../tasks/tasks.ts";
import { createWorkerApi } from "./api.ts";

/** The first and only message that a worker gets outside its channel. */
export interface WorkerGreeting {
  port: MessagePort;
  core?: WebAssembly.Module | undefined;
}

/** In a browser: a page that hears nothing knows that the worker could not be started from where it looked. */
export function serveInBrowser(table: TaskTable): void {
  self.onmessage = ({ data }: MessageEvent<WorkerGreeting>) => {
    self.onmessage = null;
    serve(table, data);
  };
  self.postMessage("ready");
}

/** Serves on a channel; the return value asks what runs to stop. */
export function serve(table: TaskTable, { port, core }: WorkerGreeting): () => void {
  const api = createWorkerApi(table, core);
  expose(api, port);
  return () => api.stop();
}
