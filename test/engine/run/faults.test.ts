/**
 * Workers that hang, stand still for a while, die, trap, run out of memory, send garbage or build what is wrong, at each
 * moment of a run: every method of the engine ends with an answer that the judges pass, and that is no worse than what had
 * been told of it. A moment is a call into the core, or a message where there is no core.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { NestPlanRequestInput } from "../../../engine/base/contract/nest-plan.ts";
import { Engine } from "../../../engine/engine.ts";
import { nestPlanRequestSchema } from "../../../engine/entries/schemas.ts";
import { verifyCut, verifyNest, verifyPanels } from "../../../engine/entries/verify.ts";
import type { EngineFault } from "../../../engine/index.node.ts";
import { v1, verifyCutAnswer, verifyNestAnswer } from "../../../engine/v1.ts";
import {
  countCalls,
  FAULTS,
  type FaultName,
  FaultyPlatform,
  type Moment,
} from "../../helpers/run/faulty-platform.ts";
import {
  CUT_REQUEST,
  EXPORT_REQUEST,
  PANEL_REQUEST,
  STARS_REQUEST,
  TRIANGLES_REQUEST,
} from "../../helpers/run/requests.ts";
import { DRAWING } from "../../server/support/drawing.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  countCalls();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** More moments than a run has calls, nearer to each other in the beginning. */
const MOMENTS = Array.from({ length: 60 }, (_, i) => (i < 20 ? i : 20 + 3 * (i - 20)));

interface Result {
  /** Faults that the judge tells, and parts without a place. */
  wrong: unknown[];
  /** Sheets or bars. */
  used: number;
}
interface Told {
  ended?: unknown;
  sheets_used?: number;
  stocks_used?: number;
}
type Listener = (event: Told) => void;

const bounded = { workBudget: 8_000, timeLimitMs: 60_000, seed: 5 };
const nestWith = (input: NestPlanRequestInput, workers: number) => {
  const request = nestPlanRequestSchema.parse(input);
  return async (engine: Engine, onProgress: Listener) => {
    const plan = await engine.nest(request, { ...bounded, workers, onProgress });
    return { wrong: [...verifyNest(request, plan).violations, ...plan.unplaced], used: plan.sheets_used };
  };
};
const SOLVES: Record<string, (engine: Engine, onProgress: Listener) => Promise<Result>> = {
  async nestV1(engine, onProgress) {
    const data = await v1(engine).nest(TRIANGLES_REQUEST, { ...bounded, onProgress });
    return {
      wrong: [...verifyNestAnswer(TRIANGLES_REQUEST, data).violations, ...data.unplaced],
      used: data.summary.sheets_used,
    };
  },
  nest: nestWith(STARS_REQUEST, 1),
  "nest on two workers": nestWith(TRIANGLES_REQUEST, 2),
  async cutV1(engine, onProgress) {
    const data = await v1(engine).cut(CUT_REQUEST, { ...bounded, onProgress });
    return {
      wrong: [...verifyCutAnswer(CUT_REQUEST, data).violations, ...data.unplaced],
      used: data.summary.stocks_used,
    };
  },
  async cut(engine, onProgress) {
    const plan = await engine.cut(CUT_REQUEST, { ...bounded, onProgress });
    return {
      wrong: [...verifyCut({ ...CUT_REQUEST }, plan).violations, ...plan.unplaced],
      used: plan.summary.stocks_used,
    };
  },
  async panels(engine, onProgress) {
    const plan = await engine.panels(PANEL_REQUEST, { ...bounded, onProgress });
    return {
      wrong: [...verifyPanels(PANEL_REQUEST, plan).violations, ...plan.unplaced],
      used: plan.summary.stocks_used,
    };
  },
};

/** The solve with a worker that has the fault, or all of them, and what was told of on the way. */
async function solveWith(method: string, moment: Moment, all = false) {
  const platform = new FaultyPlatform(moment, all);
  const faults: EngineFault[] = [];
  const engine = new Engine(platform, { workers: 2, onFault: (fault) => faults.push(fault) });
  const told: Told[] = [];
  const result = await SOLVES[method]!(engine, (event) => told.push(event));
  expect(result.wrong).toEqual([]);
  const best = told.findLast(({ ended }) => ended === undefined);
  const known = best?.sheets_used ?? best?.stocks_used ?? Infinity;
  if (moment.fault !== "builds what is wrong") expect(result.used).toBeLessThanOrEqual(known);
  const ended = told.at(-1)?.ended;
  expect(ended).toBeDefined();
  for (const { seed } of faults) expect(seed).toBe(5);
  // An answer that comes too late is dropped, and the engine is as good as new.
  platform.release();
  if (platform.fired && moment.at % 10 === 0)
    expect((await SOLVES[method]!(engine, () => {})).wrong).toEqual([]);
  await engine.close();
  return { fired: platform.fired, ended, faults };
}

const ALL_FAULTS: FaultName[] = [...FAULTS, "builds what is wrong"];

describe.each(ALL_FAULTS)("a worker that %s", (fault) => {
  it.each(Object.keys(SOLVES))("costs %s no answer, whichever call it is", async (method) => {
    const ends = new Set<unknown>();
    for (const at of MOMENTS) {
      const { fired, ended } = await solveWith(method, { fault, at, on: "calls" }, at % 10 === 7);
      ends.add(ended);
      // Later calls there are none.
      if (!fired) break;
    }
    if (fault === "dies") expect(ends).toContain("worker lost");
    if (fault === "hangs") expect(ends).toContain("limit");
  });
});

it("a worker that does not hear of its limit, but has handed over an answer, has reached that limit", async () => {
  const { fired, ended } = await solveWith("nest", { fault: "hangs", at: 50, on: "calls" });
  expect([fired, ended]).toEqual([true, "limit"]);
});

it("what workers that all trap have found is the answer, and is not searched for again", async () => {
  const request = nestPlanRequestSchema.parse(TRIANGLES_REQUEST);
  const ends: unknown[] = [];
  for (let at = 0, fired = true; fired; at++) {
    const platform = new FaultyPlatform({ fault: "traps", at, on: "calls" }, true);
    const engine = new Engine(platform, { workers: 1, onFault: () => {} });
    const { sheets_used, ended } = await engine.nest(request, bounded);
    await engine.close();
    fired = platform.fired;
    expect(sheets_used).toBe(1);
    if (fired) ends.push(ended);
  }
  // A search that has trapped before the first layout is tried again and comes to its end.
  expect(ends.join()).toMatch(/^(limit,)+worker lost(,worker lost)+$/);
});

describe("a worker that builds what is wrong", () => {
  it("is told of, and its answers never leave", async () => {
    const { faults } = await solveWith("nest", { fault: "builds what is wrong", at: 0, on: "calls" });
    expect(faults).toContainEqual(
      expect.objectContaining({ kind: "answer rejected", method: "nest", seed: 5 }),
    );
  });
});

const bytes = new TextEncoder().encode(DRAWING);
/** Calls that a sound worker always answers alike. */
const FILES: Record<string, (engine: Engine) => Promise<unknown>> = {
  parse: (engine) => v1(engine).parse(bytes),
  read: async (engine) => (await engine.read(bytes)).parts,
  svg: (engine) => v1(engine).svg(bytes),
  write: (engine) => engine.write(EXPORT_REQUEST),
  draw: (engine) => engine.draw(EXPORT_REQUEST, { format: "svg" }),
};

describe.each(FAULTS.filter((fault) => fault !== "traps"))("a worker for files that %s", (fault) => {
  it.each(Object.keys(FILES))("costs %s no answer, at any message", async (method) => {
    const wanted = await FILES[method]!(new Engine(new FaultyPlatform(undefined), { workers: 1 }));
    let moments = 0;
    for (let fired = true; fired; moments++) {
      const platform = new FaultyPlatform({ fault, at: moments, on: "messages" });
      const engine = new Engine(platform, { workers: 1, onFault: () => {} });
      expect(await FILES[method]!(engine), `message ${moments}`).toEqual(wanted);
      platform.release();
      expect(await FILES[method]!(engine)).toEqual(wanted);
      await engine.close();
      fired = platform.fired;
    }
    expect(moments).toBeGreaterThan(2);
  });
});
