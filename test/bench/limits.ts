/**
 * `npm run bench:limits -- [--only KIND] [--workers N] [--seed N]`: does every stage of a call hear the clock? Kinds of
 * jobs that are large, crooked or full of rules, at short limits, each on an engine that has worked before. What counts
 * is the processor time of the whole process, the threads of its workers included: a busy machine does not show in it.
 */
import { cutPlanRequestSchema, nestPlanRequestSchema } from "../../engine/entries/schemas.ts";
import { verifyCut, verifyNest } from "../../engine/entries/verify.ts";
import { createEngine, type Engine } from "../../engine/index.node.ts";
import { Random } from "../helpers/random.ts";
import { BUILT_FILES } from "../helpers/run/built-files.ts";
import { LIMIT_KINDS, type LimitJob } from "./limit-jobs.ts";
import { type BenchResult, benchArguments, fixed, keepResults, tableOf } from "./report.ts";

const LIMITS_MS = [50, 100, 400, 2000];
const WARM_LIMITS_MS = [50, 400];
const WARM_ROUNDS = 2;
/** Processor time beyond the limit that is allowed. */
const MARGIN_MS = 50;

const { only, workers, seed } = benchArguments();
const engine = await createEngine({
  workers,
  ...BUILT_FILES,
});
await warmUp();
const print = tableOf(["job", ...LIMITS_MS.map((limit) => `${limit} ms`), "over"]);
const results: Record<string, BenchResult> = {};
let late = 0;
for (const [kind, make] of Object.entries(LIMIT_KINDS)) {
  if (!kind.includes(only)) continue;
  const spent: number[] = [];
  for (const limit of LIMITS_MS) spent.push(await processorMs(engine, make(new Random(seed)), limit));
  const over = Math.max(...spent.map((ms, i) => ms - LIMITS_MS[i]!));
  print([kind, ...spent.map((ms) => fixed(ms, 0)), over > MARGIN_MS ? fixed(over, 0) : ""]);
  if (over > MARGIN_MS) late++;
  const kept = Math.min(...spent.map((ms, i) => (LIMITS_MS[i]! + MARGIN_MS) / ms));
  results[kind] = { quality: Math.min(1, kept), seconds: spent.reduce((sum, ms) => sum + ms, 0) / 1000 };
}
await engine.close();
console.log(`${late} kinds take more than ${MARGIN_MS} ms of processor time beyond some limit`);
keepResults("limits", undefined, results);

/** Compiling code is no part of a call's time: each kind has run before it is measured, on other jobs. */
async function warmUp(): Promise<void> {
  for (let round = 1; round <= WARM_ROUNDS; round++) {
    for (const make of Object.values(LIMIT_KINDS)) {
      for (const limit of WARM_LIMITS_MS) await answer(engine, make(new Random(seed + round)), limit);
    }
  }
}

async function processorMs(on: Engine, job: LimitJob, limit: number): Promise<number> {
  const before = process.cpuUsage();
  const isRight = await answer(on, job, limit);
  const { user, system } = process.cpuUsage(before);
  if (!isRight()) throw new Error("A wrong answer");
  return (user + system) / 1000;
}

/** Resolves with how to judge the answer, which is not to count. */
async function answer(on: Engine, job: LimitJob, timeLimitMs: number): Promise<() => boolean> {
  if (job.method === "planNest") {
    const plan = await on.nest(job.request, { timeLimitMs });
    return () => verifyNest(nestPlanRequestSchema.parse(job.request), plan, { complete: false }).ok;
  }
  const plan = await on.cut(job.request, { timeLimitMs });
  return () => verifyCut(cutPlanRequestSchema.parse(job.request), plan).ok;
}
