/**
 * Shared by browser platforms: a worker is started in the first way that works, and ways that do not are not tried
 * again. The last way is the page's own thread: there may be no workers at all, or a policy that forbids them.
 */
import { EngineError } from "../../base/errors.ts";
import { type CoreCode, compiled } from "../../plan/wasm/load.ts";
import type { OwnTasks } from "../tasks/load.ts";
import type { WorkerKind } from "../tasks/tasks.ts";
import { isUnreadable, serve, type WorkerGreeting } from "../worker/serve.ts";
import type { CoreSource } from "./options.ts";
import type { Sending, WorkerThread } from "./platform.ts";

/** Whatever serves on the greeting's port. */
interface Served {
  died: Promise<string>;
  terminate(): void;
}

/** Fails, with the port still unused, where nothing can be started this way. */
export type StartWorker = (greeting: WorkerGreeting) => Promise<Served>;

/** A page of an opaque origin (opened as a file, sandboxed) can send no modules. */
export function sendingOnWeb(): Sending {
  return { bytes: globalThis.origin === "null" };
}

export function webCores(): number {
  return globalThis.navigator?.hardwareConcurrency ?? 1;
}

/** A worker that says that it is there before it is trusted with the channel. */
export function byWorker(start: () => Worker | Promise<Worker>): StartWorker {
  return async (greeting) => {
    const worker = await start();
    await new Promise((resolve, reject) => {
      worker.onmessage = resolve;
      worker.onerror = (event) => {
        worker.terminate();
        reject(new Error(reasonOf(event)));
      };
    });
    const died = new Promise<string>((resolve) => {
      worker.onerror = (event) => resolve(reasonOf(event));
      worker.onmessageerror = () => resolve("its first message could not be read");
    });
    worker.postMessage(greeting, [greeting.port]);
    return { died, terminate: () => worker.terminate() };
  };
}

/** It cannot be ended from outside; it is asked to stop, which it does at its next pause. */
export function onThisThread(tasks: OwnTasks, kind: WorkerKind): StartWorker {
  return async ({ port }) => {
    const table = await tasks.table(kind);
    return { died: new Promise(() => {}), terminate: serve(table, port) };
  };
}

/** Starts what serves at once; calls wait in the channel until it does. Ways that fail are taken out of `ways`. */
export function spawnOnWeb(ways: StartWorker[], sending: Sending): WorkerThread {
  const { port1, port2 } = new MessageChannel();
  const serving = serveFirst(ways, { port: port2 });
  const ended = serving.then(
    ({ died }) => died,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  const unreadable = new Promise<string>((resolve) => {
    const tell = () => {
      sending.bytes = true;
      resolve("a message between it and the page could not be read");
    };
    port1.addEventListener("messageerror", tell);
    port1.addEventListener("message", ({ data }) => {
      if (isUnreadable(data)) tell();
    });
  });
  return {
    port: port1,
    died: Promise.race([ended, unreadable]),
    keepAlive: () => {},
    terminate: async () => {
      port1.close();
      await serving.then(
        ({ terminate }) => terminate(),
        () => {},
      );
    },
  };
}

async function serveFirst(ways: StartWorker[], greeting: WorkerGreeting): Promise<Served> {
  const [first, ...others] = ways;
  try {
    return await first!(greeting);
  } catch (error) {
    if (others.length === 0) throw error;
    // Another worker may have found the same out in the meantime.
    if (ways[0] === first) ways.shift();
    return serveFirst(ways, greeting);
  }
}

function reasonOf(event: ErrorEvent): string {
  return event.message || "its file could not be loaded";
}

export async function coreGiven(wasm: CoreSource, sending: Sending): Promise<CoreCode> {
  if (wasm instanceof WebAssembly.Module) return wasm;
  if (wasm instanceof Response) return sendable(await bytesOf(wasm), sending);
  if (typeof wasm === "string" || wasm instanceof URL) return sendable(await fetchBytes(wasm), sending);
  return sendable(wasm as BufferSource, sending);
}

/** Compiles a binary where compiled modules can travel. */
export async function sendable(binary: BufferSource, sending: Sending): Promise<CoreCode> {
  return sending.bytes ? binary : compiled(binary);
}

export async function fetchBytes(url: string | URL): Promise<ArrayBuffer> {
  return bytesOf(await fetch(url));
}

async function bytesOf(response: Response): Promise<ArrayBuffer> {
  if (!response.ok) {
    throw new EngineError("WASM_UNAVAILABLE", `${response.url} answered ${response.status}`);
  }
  return response.arrayBuffer();
}
