/** The step loop: budgets, stops and progress, without a core. */
import { afterEach, describe, expect, it, vi } from "vitest";
import type { NestAnswerProgress } from "../../../../engine/base/contract/search-options.ts";
import { PauseSwitch } from "../../../../engine/base/pause.ts";
import { SearchJob } from "../../../../engine/plan/search/job.ts";
import { Status } from "../../../../engine/plan/wasm/load.ts";

const event = { phase: "construct", sheets_used: 1, placed_parts: 2, utilization: 50 };

afterEach(() => vi.restoreAllMocks());

/** Many turns of the event loop, in which whatever is due happens. */
async function turns(): Promise<void> {
  for (let i = 0; i < 50; i++) await new Promise((resolve) => setImmediate(resolve));
}

describe("a job", () => {
  it("steps until the solver is done", async () => {
    let steps = 0;
    await new SearchJob().run(
      () => (++steps < 5 ? Status.RUNNING : Status.DONE),
      () => {},
    );
    expect(steps).toBe(5);
  });

  it("grants exactly its work budget, however it is sliced", async () => {
    let granted = 0;
    const job = new SearchJob({ workBudget: 123_457 });
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
    await new SearchJob({ signal: controller.signal }).run(
      () => {
        steps++;
        return Status.RUNNING;
      },
      () => {},
    );
    expect(steps).toBeGreaterThan(0);
  });

  it("prepares in slices, and hears an abort between two of them", async () => {
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    const controller = new AbortController();
    const job = new SearchJob({ signal: controller.signal, timeLimitMs: 1000 });
    let steps = 0;
    const prepared = await job.prepare(() => {
      now++;
      if (++steps === 40) setImmediate(() => controller.abort());
      return false;
    }, 0);
    expect(prepared).toBe(false);
    // An abort is a message: it is heard when the slice under way is over.
    expect(steps).toBeLessThan(40 + 2 * 13 + 1);
  });

  it("prepares no longer than its limit and what it may be late", async () => {
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    let steps = 0;
    const step = (last: number) => () => {
      now++;
      return ++steps === last;
    };
    expect(await new SearchJob({ timeLimitMs: 100 }).prepare(step(Infinity), 20)).toBe(false);
    expect(steps).toBeGreaterThanOrEqual(120);
    expect(steps).toBeLessThan(140);
    steps = 0;
    expect(await new SearchJob({ timeLimitMs: 100 }).prepare(step(130), Infinity)).toBe(true);
  });

  it("counts its limit from when the clock of the call began", async () => {
    let now = 1000;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    const job = new SearchJob({ begun: 940, timeLimitMs: 100 });
    expect(job.msLeft).toBe(40);
    const grants: number[] = [];
    await job.run(
      (work) => {
        grants.push(work);
        // A thousand units a millisecond.
        now += work / 1000;
        return Status.RUNNING;
      },
      () => {},
    );
    expect(job.ended).toBe("limit");
    // The last slice is as long as there is time: less than a millisecond is lost or taken.
    expect(Math.abs(now - 1040)).toBeLessThan(1);
  });

  it("ends its search early by what is reserved, in steps that none exceeds a slice", async () => {
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    const job = new SearchJob({ timeLimitMs: 1000 });
    // 200 ms for what comes after all, and of the other 800 a tenth for what comes after the search.
    job.reserve(0.1, 200);
    expect(job.msLeft).toBe(800);
    const took: number[] = [];
    await job.run(
      (work) => {
        // A slow machine: a hundred units a millisecond.
        took.push(work / 100);
        now += work / 100;
        return Status.RUNNING;
      },
      () => {},
    );
    expect(job.ended).toBe("limit");
    expect(Math.abs(now - 720)).toBeLessThan(1);
    expect(Math.max(...took)).toBeLessThanOrEqual(12);
    // Steps after the search still have their time.
    expect(job.interrupted).toBe(false);
    now = 800;
    expect(job.interrupted).toBe(true);
  });

  it("keeps no more for the end than three quarters of its time, and nothing without a limit", async () => {
    vi.spyOn(performance, "now").mockImplementation(() => 0);
    const short = new SearchJob({ timeLimitMs: 100 });
    short.reserve(0, 5000);
    expect(short.msLeft).toBe(25);
    const free = new SearchJob();
    free.reserve(0.5, 5000);
    expect([free.msLeft, free.stopped]).toEqual([Infinity, false]);
    const grants: number[] = [];
    await free.run(
      (work) => (grants.push(work) < 3 ? Status.RUNNING : Status.DONE),
      () => {},
    );
    expect(grants.map(Number.isInteger)).toEqual([true, true, true]);
  });

  it("hands over what an event is about to tell of, whenever that is decided", () => {
    let now = 0;
    // Time passes with every look at the clock, so no two of them see the same.
    vi.spyOn(performance, "now").mockImplementation(() => (now += 7));
    const kept: number[] = [];
    const job = new SearchJob<typeof event & { seq: number; elapsed_ms: number }>({
      onProgress: () => {},
      keep: ({ block }) => void kept.push(block[0]!),
    });
    for (let revision = 1; revision <= 200; revision++) {
      const best = () => ({ block: Float64Array.of(revision), score: [], lowerBound: null });
      if (!job.keep(revision, best)) continue;
      job.report(event);
      expect(kept.at(-1)).toBe(revision);
    }
    expect(kept.length).toBeLessThan(200);
  });

  it("takes no step while it is held, and none of its time passes", async () => {
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => now++);
    const pause = new PauseSwitch();
    const elapsed: number[] = [];
    let steps = 0;
    const job = new SearchJob<NestAnswerProgress>({
      pause,
      timeLimitMs: 1000,
      onProgress: ({ elapsed_ms }) => elapsed.push(elapsed_ms),
    });
    const run = job.run(
      () => (++steps < 6 ? Status.RUNNING : Status.DONE),
      () => {
        if (steps === 3) pause.pause();
      },
    );
    await turns();
    expect(steps).toBe(3);
    now += 1_000_000;
    pause.resume();
    await run;
    expect(steps).toBe(6);
    job.report(event);
    expect(elapsed[0]).toBeLessThan(1000);
  });

  it("hears an abort while it is held", async () => {
    const controller = new AbortController();
    const pause = new PauseSwitch();
    pause.pause();
    let steps = 0;
    const run = new SearchJob({ pause, signal: controller.signal }).run(
      () => {
        steps++;
        return Status.RUNNING;
      },
      () => {},
    );
    await turns();
    controller.abort();
    await run;
    expect(steps).toBe(0);
  });

  it("does not begin when its time is already up", async () => {
    let steps = 0;
    await new SearchJob({ timeLimitMs: 0 }).run(
      () => {
        steps++;
        return Status.RUNNING;
      },
      () => {},
    );
    expect(steps).toBe(0);
  });

  it("numbers its events and spaces them out", () => {
    const events: NestAnswerProgress[] = [];
    const job = new SearchJob<NestAnswerProgress>({ onProgress: (each) => events.push(each) });
    expect(job.wantsProgress).toBe(true);
    job.report(event);
    expect(job.wantsProgress).toBe(false);
    job.report(event);
    expect(events.map(({ seq }) => seq)).toEqual([0, 1]);
    expect(events[0]).toMatchObject(event);
    expect(events[1]!.elapsed_ms).toBeGreaterThanOrEqual(events[0]!.elapsed_ms);
  });

  it("waits 50 ms between two events, and longer after one that was dear", () => {
    let now = 1000;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    let listening = 0;
    const job = new SearchJob<NestAnswerProgress>({
      onProgress: () => {
        now += listening;
      },
    });
    const wantedAt = (time: number) => {
      now = time;
      return job.wantsProgress;
    };
    // Nothing that was before the job counts as the cost of its first event.
    job.report(event);
    expect([wantedAt(1049), wantedAt(1050)]).toEqual([false, true]);
    // Five milliseconds to build the next and five to listen: a twentieth of the time until the one after.
    listening = 5;
    now = 1055;
    job.report(event);
    expect([wantedAt(1259), wantedAt(1260)]).toEqual([false, true]);
    listening = 0;
    job.report(event);
    expect([wantedAt(1309), wantedAt(1310)]).toEqual([false, true]);
  });

  it("wants no progress when nobody listens", () => {
    expect(new SearchJob().wantsProgress).toBe(false);
  });

  it("takes any seed as an unsigned 32-bit integer, 1 when absent", () => {
    expect(new SearchJob().seed).toBe(1);
    expect(new SearchJob({ seed: -1 }).seed).toBe(0xffff_ffff);
  });
});
