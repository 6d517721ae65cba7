/** The one way in which a worker begins, whatever its kind: it says that it is there, gets its greeting, then serves. */
import { expose } from "comlink";
import type { TaskTable } from "../tasks/tasks.ts";
import { createWorkerApi } from "./api.ts";
import { callOnEndpoints, endpointOf } from "./ports.ts";

/** The first and only message that a worker gets outside its channel. */
export interface WorkerGreeting {
  port: MessagePort;
}

/** In a worker thread of Node or a worker of a browser, which one program is for. */
export function serveWorker(table: TaskTable): void {
  const parent = parentPort();
  if (parent) parent.once("message", ({ port }: WorkerGreeting) => serve(table, port));
  else serveInBrowser(table);
}

/** Asked for at run time: browsers have no such module. Their programs in Node's clothes (Electron) have no such port. */
function parentPort() {
  const node = globalThis.process as NodeJS.Process | undefined;
  return node?.getBuiltinModule?.("node:worker_threads").parentPort;
}

/** A page that hears nothing knows that the worker could not be started from where it looked. */
function serveInBrowser(table: TaskTable): void {
  self.onmessage = ({ data }: MessageEvent<WorkerGreeting>) => {
    self.onmessage = null;
    serve(table, data.port);
  };
  self.postMessage("ready");
}

/** Tells the engine that a message of its own could not be read; Comlink passes over it. */
const UNREADABLE = { unreadable: true };

export function isUnreadable(message: unknown): boolean {
  return (message as typeof UNREADABLE | null)?.unreadable === true;
}

/** Serves on a channel; the return value asks what runs to stop. */
export function serve(table: TaskTable, port: MessagePort): () => void {
  const api = createWorkerApi(table);
  callOnEndpoints();
  expose(api, endpointOf(port));
  port.addEventListener("messageerror", () => port.postMessage(UNREADABLE));
  return () => api.stop();
}
