/** The step loop: budgets, stops and progress, without a core. */
import { describe, expect, it } from "vitest";
import { Job } from "../../engine/job.ts";
import type { NestProgress } from "../../engine/options.ts";
import { Status } from "../../engine/wasm/load.ts";

const event = { phase: "construct", sheetsUsed: 1, placedParts: 2, utilization: 50 };

describe("a job", () => {
  it("steps until the solver is done", async () => {
    let steps = 0;
    await new Job().run(
      () => (++steps < 5 ? Status.RUNNING : Status.DONE),
      () => {},
    );
    expect(steps).toBe(5);
  });

  it("grants exactly its work budget, however it is sliced", async () => {
    let granted = 0;
    const job = new Job({ workBudget: 123_457 });
    await job.run(
      (work) => {
        granted += work;
        return Status.RUNNING;
      },
      () => {},
    );
    expect(granted).toBe(123_457);
    expect(job.stopped).toBe(true);
  });

  it("hears an abort between two steps", async () => {
    const controller = new AbortController();
    let steps = 0;
    // The abort arrives as a message would: in a turn of the event loop that the job has to leave room for.
    setImmediate(() => controller.abort());
    await new Job({ signal: controller.signal }).run(
      () => {
        steps++;
        return Status.RUNNING;
      },
      () => {},
    );
    expect(steps).toBeGreaterThan(0);
  });

  it("does not begin when its time is already up", async () => {
    let steps = 0;
    await new Job({ timeLimitMs: 0 }).run(
      () => {
        steps++;
        return Status.RUNNING;
      },
      () => {},
    );
    expect(steps).toBe(0);
  });

  it("numbers its events and spaces them out", () => {
    const events: NestProgress[] = [];
    const job = new Job<NestProgress>({ onProgress: (each) => events.push(each) });
    expect(job.wantsProgress).toBe(true);
    job.report(event);
    expect(job.wantsProgress).toBe(false);
    job.report(event);
    expect(events.map(({ seq }) => seq)).toEqual([0, 1]);
    expect(events[0]).toMatchObject(event);
    expect(events[1]!.elapsedMs).toBeGreaterThanOrEqual(events[0]!.elapsedMs);
  });

  it("wants no progress when nobody listens", () => {
    expect(new Job().wantsProgress).toBe(false);
  });

  it("takes any seed as an unsigned 32-bit integer, 1 when absent", () => {
    expect(new Job().seed).toBe(1);
    expect(new Job({ seed: -1 }).seed).toBe(0xffff_ffff);
  });
});
