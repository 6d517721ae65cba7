/** Several workers on one nest: the same bytes wherever they run, nobody stuck, the best kept on an abort. */
import { afterAll, describe, expect, it } from "vitest";
import type { NestPlanRequest } from "../../../../engine/entries/schemas.ts";
import { nestPlanRequestSchema } from "../../../../engine/entries/schemas.ts";
import { verifyNest } from "../../../../engine/entries/verify.ts";
import { createEngine, type Engine, type NestProgress } from "../../../../engine/index.node.ts";
import { ROUND_WORK } from "../../../../engine/plan/search/portfolio.ts";
import { requestFrom } from "../../../helpers/nest/jobs.ts";

const engines: Engine[] = [];
afterAll(() => Promise.all(engines.map((engine) => engine.close())));

async function open(workers: number): Promise<Engine> {
  const engine = await createEngine({ workers });
  engines.push(engine);
  return engine;
}

/** A strip of stars and blobs: no bound is met, so that it is worked on until it is stopped. */
const request: NestPlanRequest = nestPlanRequestSchema.parse({
  ...requestFrom({
    parts: (["star", "concave", "ell", "triangle"] as const).map((kind, i) => {
      return { kind, size: 30 + 4 * i, turn: 0, offset: 0, quantity: 4, seed: 10 + i };
    }),
    width: 100,
    height: 100,
    spacing: 0,
    edge_margin: 0,
    rotation_step: 90,
    kerf: 0,
  }),
  strip: true,
});

describe("several workers on one nest", () => {
  it("give the same bytes on threads, on the caller's thread, and again, and find what the first alone does not", async () => {
    const options = { workers: 3, seed: 3, workBudget: 1.25 * ROUND_WORK, timeLimitMs: 120_000 };
    const threads = await open(3);
    const here = await open(0);
    const plan = await threads.nest(request, options);
    expect(verifyNest(request, plan).violations).toEqual([]);
    expect(JSON.stringify(await here.nest(request, options))).toBe(JSON.stringify(plan));
    expect(JSON.stringify(await threads.nest(request, options))).toBe(JSON.stringify(plan));
    const alone = await here.nest(request, { ...options, workers: 1 });
    expect(alone.sheets[0]!.width).not.toBe(plan.sheets[0]!.width);
  });

  it("do not wait for each other's workers for ever", async () => {
    const engine = await open(2);
    const options = { workers: 2, workBudget: ROUND_WORK, timeLimitMs: 120_000 };
    const plans = await Promise.all([1, 2, 3].map((seed) => engine.nest(request, { ...options, seed })));
    for (const plan of plans) expect(verifyNest(request, plan).violations).toEqual([]);
  });

  it("stop together on an abort and give the best that was reported", async () => {
    const engine = await open(2);
    const controller = new AbortController();
    let best = 0;
    const onProgress = ({ seq, utilization }: NestProgress) => {
      // The same parts in another order add up to another last digit.
      expect(utilization).toBeGreaterThan(best - 1e-9);
      best = utilization;
      if (seq === 5) controller.abort();
    };
    const plan = await engine.nest(request, {
      workers: 2,
      timeLimitMs: 120_000,
      signal: controller.signal,
      onProgress,
    });
    expect(verifyNest(request, plan).violations).toEqual([]);
    expect(plan.sheets[0]!.utilization).toBeGreaterThan(best - 1e-9);
  });

  it("are at most as many as the engine has", async () => {
    const engine = await open(2);
    for (const workers of [3, 0, 1.5, Number.NaN]) {
      await expect(engine.nest(request, { workers })).rejects.toMatchObject({
        code: "INVALID_INPUT",
        message: expect.stringMatching(/^workers: must be a whole number from 1 to 2/),
      });
    }
  });
});
