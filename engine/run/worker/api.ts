/** The object that a worker serves: one task at a time, stoppable, progress in order. */
import { releaseProxy, transfer } from "comlink";
import { PauseSwitch } from "../../base/pause.ts";
import type { Incumbent } from "../../plan/search/incumbent.ts";
import { compiled } from "../../plan/wasm/load.ts";
import { runTask, type TaskName, type TaskSettings, type TaskTable } from "../tasks/tasks.ts";
import { pack, unpack } from "./pack.ts";
import { buffersOf, failed, sharedNow, type WorkerApi } from "./wire.ts";

export function createWorkerApi(table: TaskTable): WorkerApi {
  let running = new AbortController();
  let pause = new PauseSwitch();
  const ready = sharedNow();
  return {
    async run(
      name: TaskName,
      input: never,
      settings: TaskSettings,
      { core, sentAt },
      onProgress,
      keep,
      meet,
      panelCore,
    ) {
      // A call's time begins when the worker can hear: loading its program is not counted.
      const begun = performance.now() - Math.max(0, sharedNow() - Math.max(sentAt, ready));
      running = new AbortController();
      pause = new PauseSwitch();
      const progress = relay(onProgress);
      const faults: string[] = [];
      let handedOver: Promise<void> | undefined;
      try {
        const context = {
          ...(core ? { core: await compiled(core), panelCore } : {}),
          signal: running.signal,
          begun,
          pause,
          meet,
          keep:
            keep &&
            ((best: Incumbent) => {
              handedOver = send(keep, best);
            }),
          reject: (fault: string) => void faults.push(fault),
        };
        const answer = await runTask(table, name, context, unpack(input), {
          ...settings,
          ...progress.settings,
        });
        const { value, buffers } = pack(answer);
        return transfer({ ok: true, value, faults }, [...buffersOf(answer), ...buffers]) as never;
      } catch (error) {
        // It is the answer then, and has a channel of its own, which this message could overtake.
        await handedOver?.catch(() => {});
        return failed(error);
      } finally {
        await progress.settled();
        for (const each of [onProgress, keep, meet, panelCore]) release(each);
      }
    },
    stop: () => running.abort(),
    hold: (paused) => (paused ? pause.pause() : pause.resume()),
  };
}

/**
 * Sends events one at a time: while one is under way, those that follow are folded into the newest (a `best` that
 * nobody has seen yet survives), so a slow listener never builds a backlog. `settled` resolves once the last one
 * was heard.
 */
function relay(send: ((event: object) => void) | undefined) {
  if (!send) return { settings: {}, settled: async () => {} };
  let busy: Promise<void> | undefined;
  let waiting: object | undefined;
  const pump = async () => {
    while (waiting) {
      const event = waiting;
      waiting = undefined;
      const { value, buffers } = pack(event);
      await send(transfer(value as object, buffers));
    }
    busy = undefined;
  };
  const onProgress = (event: object) => {
    waiting = { ...waiting, ...event };
    busy ??= pump();
  };
  return { settings: { onProgress }, settled: async () => busy };
}

/** An answer that is handed over changes threads without being copied. */
async function send(keep: (incumbent: Incumbent) => void, incumbent: Incumbent): Promise<void> {
  await keep(transfer(incumbent, [incumbent.block.buffer as ArrayBuffer]));
}

/** Comlink's proxies answer for their symbols without owning them. Ports that stay open keep the process of Node alive. */
function release(proxy: unknown): void {
  if (typeof proxy === "function") (proxy as { [releaseProxy]?: () => void })[releaseProxy]?.();
}
