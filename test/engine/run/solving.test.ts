/** Which answer does a call end with when some of its searches are lost? The searches are played, one per seat. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { EngineError } from "../../../engine/base/errors.ts";
import type { Incumbent } from "../../../engine/plan/search/incumbent.ts";
import type { PoolCall } from "../../../engine/run/call.ts";
import type { EngineFault } from "../../../engine/run/fault.ts";
import { type StartSearches, solveAtAnyRate } from "../../../engine/run/solving.ts";
import type { Rescued } from "../../../engine/run/tasks/rescue.ts";
import type { TaskOutput } from "../../../engine/run/tasks/tasks.ts";

type Call = PoolCall<"nest">;
type Plan = TaskOutput<"nest">;
/** A search that serves one call. */
type Search = (call: Call) => Promise<Plan>;

const found = (sheets: number): Incumbent => ({
  block: Float64Array.of(1, sheets),
  score: [sheets],
  lowerBound: null,
});
const planOf = (sheets: number, by: string) => ({ sheets_used: sheets, by }) as unknown as Plan;
const answers =
  (sheets: number): Search =>
  async (call) => {
    call.keep!(found(sheets));
    call.onProgress?.({ sheets_used: sheets, ended: "done" });
    return planOf(sheets, "search");
  };
const lost =
  (...sheets: number[]): Search =>
  async (call) => {
    for (const each of sheets) call.keep!(found(each));
    throw new EngineError("WORKER_FAILED", "A worker failed: it is gone");
  };

/** The tries of a call, each with a search for every seat; what is rescued is the first that is handed over. */
async function solve(tries: Search[][]) {
  const faults: EngineFault[] = [];
  const ends: unknown[] = [];
  const rest = [...tries];
  const answer = await solveAtAnyRate<"nest">({
    name: "nest",
    input: {} as never,
    options: { seed: 5, onProgress: ({ ended }: { ended?: unknown }) => ends.push(ended) } as never,
    timeLimitMs: 60_000,
    searches: tries[0]!.length,
    start: (async (calls: Call[]) => {
      const searches = rest.shift()!;
      return calls.map((call, seat) => searches[seat]!(call));
    }) as unknown as StartSearches,
    rescue: async () =>
      (async (_name: string, _input: never, [best]: Incumbent[], { ended }: { ended: string }) =>
        ({
          answer: planOf(best ? best.score[0]! : 9, "rescue"),
          event: { ended },
          faults: [],
        }) as unknown as Rescued<"nest">) as never,
    onFault: (fault) => faults.push(fault),
  });
  return { answer, ends, faults, triesLeft: rest.length };
}

afterEach(() => vi.restoreAllMocks());

describe("two searches of which one is lost", () => {
  it("end with what the lost one had found, where that is better", async () => {
    for (const tries of [[[lost(3, 2), answers(3)]], [[answers(3), lost(3, 2)]]]) {
      const { answer, ends } = await solve(tries);
      expect(answer).toEqual(planOf(2, "rescue"));
      expect(ends).toEqual(["worker lost"]);
    }
  });

  it("end with the answer of the other one, where that is as good or better", async () => {
    for (const sheets of [[], [2], [3, 2], [3]]) {
      const { answer, ends, faults } = await solve([[lost(...sheets), answers(2)]]);
      expect(answer).toEqual(planOf(2, "search"));
      expect(ends).toEqual(["done"]);
      expect(faults).toEqual([expect.objectContaining({ kind: "worker lost", method: "nest", seed: 5 })]);
    }
  });
});

describe("searches that are all lost", () => {
  it("end with the best of what any of them had found, without another try", async () => {
    const { answer, triesLeft } = await solve([
      [lost(4), lost(3, 2), lost()],
      [answers(1), answers(1), answers(1)],
    ]);
    expect(answer).toEqual(planOf(2, "rescue"));
    expect(triesLeft).toBe(1);
  });

  it("are tried once more where none had found anything, and then answered without", async () => {
    expect((await solve([[lost()], [answers(2)]])).answer).toEqual(planOf(2, "search"));
    const { answer, faults } = await solve([[lost()], [lost()], [answers(1)]]);
    expect(answer).toEqual(planOf(9, "rescue"));
    expect(faults).toHaveLength(2);
  });

  it("have for another try the time that the first one has left, and none where that is used up", async () => {
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    const limits: unknown[] = [];
    const after =
      (ms: number, search: Search): Search =>
      (call) => {
        limits.push([call.timeLimitMs, call.settings.timeLimitMs]);
        now += ms;
        return search(call);
      };
    await solve([[after(45_000, lost())], [after(0, answers(2))]]);
    expect(limits).toEqual([
      [60_000, 60_000],
      [15_000, 15_000],
    ]);
    for (const spent of [60_000, 62_177]) {
      limits.length = 0;
      const { answer } = await solve([[after(spent, lost())], [after(0, answers(2))]]);
      expect(limits).toEqual([[60_000, 60_000]]);
      expect(answer).toEqual(planOf(9, "rescue"));
    }
  });
});
