/** When a worker begins to count a call's time, if the system's time is set while the call is under way. */
import { afterEach, describe, expect, it, vi } from "vitest";
import type { TaskContext, TaskTable } from "../../../../engine/run/tasks/tasks.ts";
import { createWorkerApi } from "../../../../engine/run/worker/api.ts";
import { sharedNow } from "../../../../engine/run/worker/wire.ts";

const HOUR = 3_600_000;

afterEach(() => vi.useRealTimers());

describe("a worker that hears of a call", () => {
  it.each([
    ["forward", HOUR],
    ["back", -HOUR],
  ])("counts what has passed since, also where the system's time was set %s", async (_, off) => {
    const read = vi.fn(async (_context: TaskContext) => ({}));
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    const api = createWorkerApi({ read } as unknown as TaskTable);
    vi.advanceTimersByTime(5000);
    const sentAt = sharedNow();
    vi.advanceTimersByTime(300);
    vi.setSystemTime(Date.now() + off);
    await api.run("read" as never, {} as never, {}, { core: undefined, sentAt });
    const [context] = read.mock.calls[0]!;
    expect(performance.now() - context.begun!).toBe(300);
  });
});
