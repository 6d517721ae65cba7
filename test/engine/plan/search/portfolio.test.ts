/** Several searches for one answer: who meets whom, what they take home, and that nobody waits for ever. */
import { describe, expect, it } from "vitest";
import { SearchJob } from "../../../../engine/plan/search/job.ts";
import {
  type Meet,
  type MeetingOffer,
  ROUND_WORK,
  runTeam,
  seedOfSeat,
} from "../../../../engine/plan/search/portfolio.ts";
import { Status } from "../../../../engine/plan/wasm/load.ts";

const layoutOf = (score: number) => Float64Array.of(score);
const offerOf = (score: number, state: MeetingOffer["state"] = "searching"): MeetingOffer => ({
  score: [score],
  layout: layoutOf(score),
  state,
});

/** A search whose best score after each round is given, and what it took over from others. */
class Script {
  readonly adopted: number[] = [];
  private spent = 0;
  private best = Number.POSITIVE_INFINITY;

  constructor(private readonly scores: number[]) {}

  async run(meet: Meet, workBudget?: number): Promise<number> {
    const job = new SearchJob({ meet, ...(workBudget === undefined ? {} : { workBudget }) });
    const step = (work: number) => {
      this.spent += work;
      const round = Math.ceil(this.spent / ROUND_WORK) - 1;
      this.best = Math.min(this.best, this.scores[round] ?? this.best);
      return round >= this.scores.length ? Status.DONE : Status.RUNNING;
    };
    await job.run(step, () => {}, {
      offer: () => ({ score: [this.best], layout: layoutOf(this.best) }),
      adopt: (layout) => {
        this.best = layout[0]!;
        this.adopted.push(this.best);
      },
    });
    return this.best;
  }
}

function runScripts(scripts: Script[], workBudget?: number): Promise<number> {
  return runTeam(scripts.length, async (meets) =>
    scripts.map((script, seat) => script.run(meets[seat]!, workBudget)),
  );
}

describe("a team of searches", () => {
  it("goes on from the best layout after every round", async () => {
    const scripts = [new Script([9, 7, 6]), new Script([8, 8, 5])];
    expect(await runScripts(scripts)).toBe(5);
    expect(scripts[0]!.adopted).toEqual([8, 5]);
    expect(scripts[1]!.adopted).toEqual([7]);
  });

  it("ends when nobody has hope, not when one has none", async () => {
    const scripts = [new Script([4]), new Script([9, 8, 7, 3])];
    expect(await runScripts(scripts)).toBe(3);
  });

  it("prefers the lowest seat among equal layouts, whoever came first", async () => {
    const verdicts = await runTeam(3, async ([a, b, c]) => {
      const third = c!({ ...offerOf(2), layout: Float64Array.of(2, 3) });
      const second = b!({ ...offerOf(2), layout: Float64Array.of(2, 2) });
      const first = a!(offerOf(5));
      return [Promise.all([first, second, third])] as never;
    });
    expect(verdicts).toEqual([
      { better: Float64Array.of(2, 2), over: false },
      { over: false },
      { over: false },
    ]);
  });

  it("spends exactly the budget of each", async () => {
    const scripts = [new Script(Array(100).fill(3)), new Script(Array(100).fill(2))];
    expect(await runScripts(scripts, 2.5 * ROUND_WORK)).toBe(2);
    expect(scripts[0]!.adopted).toEqual([2]);
  });

  it("carries on without a search that fails", async () => {
    const failing = new Script([1]);
    const answer = await runTeam(2, async (meets) => [
      failing.run(meets[0]!).then(() => {
        throw new Error("worker lost");
      }),
      new Script([5, 4, 3]).run(meets[1]!),
    ]);
    expect(answer).toBe(1);
  });

  it("fails with the first error when every search fails", async () => {
    const failed = runTeam(2, async () => [
      Promise.reject(new Error("the first")),
      Promise.reject(new Error("the second")),
    ]);
    await expect(failed).rejects.toThrow("the first");
  });

  it("gives every seat a seed of its own, and the first the caller's", () => {
    expect(seedOfSeat(undefined, 0)).toBe(1);
    expect(seedOfSeat(77, 0)).toBe(77);
    const seeds = Array.from({ length: 64 }, (_, seat) => seedOfSeat(4_294_967_295, seat));
    expect(new Set(seeds).size).toBe(64);
    for (const seed of seeds) expect(seed).toBe(seed >>> 0);
  });
});
