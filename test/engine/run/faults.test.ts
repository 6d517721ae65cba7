/**
 * Workers that hang, die, trap, eat all memory, send garbage or build what is wrong, at fifty moments of a run: every call
 * ends with an answer that the judges pass, and that is no worse than what had been told of it.
 */
import { describe, expect, it } from "vitest";
import {
  type CutProgress,
  createEngine,
  cutPlanRequestSchema,
  type Fault,
  type NestPlan,
  type NestPlanProgress,
  nestPlanRequestSchema,
  verifyCutPlan,
  verifyNestPlan,
} from "../../../engine/index.node.ts";
import { requestFrom } from "../../helpers/nest/jobs.ts";

const nestRequest = nestPlanRequestSchema.parse(
  requestFrom({
    parts: (["star", "concave", "ell", "washer"] as const).map((kind, i) => {
      return { kind, size: 30 + 4 * i, turn: 0, offset: 0, quantity: 6, seed: 10 + i };
    }),
    width: 130,
    height: 100,
    spacing: 1,
    edge_margin: 1,
    rotation_step: 90,
    kerf: 0,
  }),
);
const cutRequest = cutPlanRequestSchema.parse({
  stocks: [{ length: 6000 }, { id: "long", length: 7100.5, quantity: 9 }],
  pieces: Array.from({ length: 25 }, (_, i) => ({ id: `${i}`, length: 301.3 + 61.7 * i, quantity: 9 })),
  kerf: 3.2,
});
const COPIES = 24;
const BARS_WITHOUT_THOUGHT = 70;

const MOMENTS = Array.from({ length: 50 }, (_, i) => (i < 12 ? i : 12 + 3 * (i - 12)));
const FAULTS = [
  ["hangs", "hang"],
  ["dies", "die"],
  ["traps", "trap"],
  ["sends garbage", "garbage"],
  ["builds what is wrong", "wrong"],
] as const;

async function withFaultyEngine<Value>(
  fault: string,
  at: number,
  run: (engine: Awaited<ReturnType<typeof createEngine>>) => Promise<Value>,
): Promise<{ value: Value; faults: Fault[] }> {
  const faults: Fault[] = [];
  const worker = new URL(`../../fixtures/workers/faulty.mjs?fault=${fault}&at=${at}`, import.meta.url);
  // Of a file's address Node hands a worker the path alone.
  const workerUrl = new URL(`data:text/javascript,${encodeURIComponent(`import "${worker.href}"`)}`);
  const engine = await createEngine({ workers: 2, workerUrl, onFault: (each) => faults.push(each) });
  try {
    return { value: await run(engine), faults };
  } finally {
    await engine.close();
  }
}

/** Enough for a good answer; a worker that hangs is heard of by the clock alone. */
function limitsFor(fault: string) {
  return fault === "hang" ? { timeLimitMs: 150 } : { workBudget: 400_000, timeLimitMs: 60_000 };
}

async function nestWith(fault: string, at: number, workers: number): Promise<NestPlan> {
  let told: NestPlanProgress | undefined;
  const { value: plan, faults } = await withFaultyEngine(fault, at, (engine) =>
    engine.planNest(nestRequest, {
      ...limitsFor(fault),
      workers,
      seed: 5,
      onProgress: (event) => {
        if (event.ended === undefined) told = event;
      },
    }),
  );
  expect(verifyNestPlan(nestRequest, plan).violations).toEqual([]);
  expect(plan.placed_parts).toBe(COPIES);
  if (fault !== "wrong") expect(plan.sheets_used).toBeLessThanOrEqual(told?.sheetsUsed ?? COPIES);
  for (const { method, seed } of faults) expect({ method, seed }).toEqual({ method: "planNest", seed: 5 });
  if (plan.ended === "worker lost") expect(faults.length).toBeGreaterThan(0);
  return plan;
}

async function cutWith(fault: string, at: number) {
  let told: CutProgress | undefined;
  const { value: plan } = await withFaultyEngine(fault, at, (engine) =>
    engine.planCut(cutRequest, {
      ...limitsFor(fault),
      onProgress: (event) => {
        if (event.ended === undefined) told = event;
      },
    }),
  );
  expect(verifyCutPlan(cutRequest, plan).violations).toEqual([]);
  expect(plan.summary.all_pieces_placed).toBe(true);
  expect(plan.summary.stocks_used).toBeLessThanOrEqual(told?.stocksUsed ?? BARS_WITHOUT_THOUGHT);
  return plan;
}

/** Two at a time: most of the time they wait for threads to start. */
async function each<Item>(items: readonly Item[], run: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items];
  const take = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await run(item);
  };
  await Promise.all([take(), take()]);
}

describe.each(FAULTS)("a worker that %s", (_, fault) => {
  it("costs no nest its answer", async () => {
    const ends = new Set<string | undefined>();
    await each(MOMENTS, async (at) => {
      ends.add((await nestWith(fault, at, 1)).ended);
    });
    if (fault !== "wrong") expect(ends).toContain("worker lost");
  });

  it("costs no plan of bars its answer", async () => {
    await each(
      MOMENTS.filter((_, i) => i % 4 === 1),
      async (at) => void (await cutWith(fault, at)),
    );
  });

  it("costs several that search together no answer", async () => {
    await each(
      MOMENTS.filter((_, i) => i % 8 === 0),
      async (at) => void (await nestWith(fault, at, 2)),
    );
  });
});

describe("a worker that runs out of memory", () => {
  it("costs no call its answer", async () => {
    for (const at of [0, 5, 40]) await nestWith("memory", at, 1);
    await cutWith("memory", 3);
  });
});

describe("a worker that builds what is wrong", () => {
  it("is told of, and its answers never leave", async () => {
    const { value: plan, faults } = await withFaultyEngine("wrong", 0, (engine) =>
      engine.planNest(nestRequest, { workBudget: 400_000, seed: 9 }),
    );
    expect(verifyNestPlan(nestRequest, plan).violations).toEqual([]);
    expect(plan.findings).toMatchObject([
      { code: "answer-rejected", message: expect.stringContaining("seed 9") },
    ]);
    expect(faults).toContainEqual(
      expect.objectContaining({ kind: "answer rejected", method: "planNest", seed: 9 }),
    );
  });
});
