/** The local executor on worker threads of Node, which run the built service's one file, `main.js`, beside this one. */
import { availableParallelism } from "node:os";
import type { EngineFault } from "../../engine/index.node.ts";
import { createEngineOn, serveOwn } from "../../engine/threads.node.ts";
import type { Config } from "../settings/config.ts";
import { LocalExecutor } from "./local.ts";
import { amendOutput, readInput } from "./request.ts";
import { workEngine } from "./work.ts";

export async function threadExecutor(config: Config, onFault: (fault: EngineFault) => void) {
  // Two at least, so that a short job does not wait for a long one; the last processor is for the service itself.
  const threads = config.WORKERS ?? Math.max(2, availableParallelism() - 1);
  const program = new URL(/* @vite-ignore */ "./main.js", import.meta.url);
  return new LocalExecutor({
    engine: workEngine(await createEngineOn(program, { workers: threads, onFault })),
    threads,
    queue: config.QUEUE_MAX,
    perOwner: config.KEY_CONCURRENCY,
    waitMs: config.QUEUE_WAIT_SECONDS * 1000,
  });
}

/** One of those threads. */
export function serveThread(): Promise<void> {
  return serveOwn({ read: readInput, amend: amendOutput });
}
