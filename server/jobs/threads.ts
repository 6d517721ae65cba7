/**
 * The local executor on worker threads of Node. They run the built service's one file, `main.js`, which lies beside
 * whatever this is built into.
 */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Fault } from "../../engine/index.node.ts";
import type { Config } from "../settings/config.ts";
import { type JobThread, LocalExecutor } from "./local.ts";
import type { ThreadReport } from "./thread.ts";

/** Heap of one thread: the largest legal request and its answer, with room. */
const THREAD_HEAP_MB = 1024;

export function threadExecutor(config: Config, onFault: (fault: Fault) => void): LocalExecutor {
  return new LocalExecutor({
    onFault,
    spawn: spawnThread,
    // Two at least, so that a short job does not wait for a long one; the last processor is for the service
    // itself.
    threads: config.WORKERS ?? Math.max(2, availableParallelism() - 1),
    queue: config.QUEUE_MAX,
    perOwner: config.KEY_CONCURRENCY,
    waitMs: config.QUEUE_WAIT_SECONDS * 1000,
  });
}

function spawnThread(): JobThread {
  const worker = new Worker(new URL(/* @vite-ignore */ "./main.js", import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MB },
  });
  let ended = false;
  return {
    send: (request, transfer) => worker.postMessage(request, transfer),
    onReport: (listener) => worker.on("message", (report: ThreadReport) => listener(report)),
    onDeath(listener) {
      const die = (reason: string) => {
        if (!ended) listener(reason);
        ended = true;
      };
      worker.on("error", (error) => die(error.message));
      worker.on("exit", (code) => die(`it ended with code ${code}`));
    },
    terminate() {
      ended = true;
      void worker.terminate();
    },
  };
}
