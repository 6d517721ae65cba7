/**
 * `npm run bench:cut -- [FOLDER] [--seconds N] [--only TEXT] [--every N] [--seed N]`: per set of jobs how many are
 * solved and proven, how far from the best known bound the others are, how long it takes and in how much memory. Every
 * plan is verified, and no lower bound may lie above a plan that is known. 1 second per job, one thread.
 *
 * Then the first jobs of each set whose patterns can be listed go to HiGHS as well, as an integer program with 10 seconds:
 * a second table compares the two, and every job where HiGHS found or proved more is named.
 */
import type { CutPlan } from "../../../engine/base/contract/cut-plan.ts";
import { solveCut } from "../../../engine/plan/cut/cut-solver.ts";
import { SearchJob } from "../../../engine/plan/search/job.ts";
import { instantiateCore } from "../../../engine/plan/wasm/load.ts";
import { verifyCut } from "../../../engine/verify/cut/cut-judge.ts";
import { ownCuttingJobs } from "../nest/own.ts";
import {
  type BenchResult,
  benchArguments,
  fixed,
  keepResults,
  mean,
  quantile,
  readCore,
  tableOf,
  wanted,
} from "../report.ts";
import { type CutBenchJob, readCutJobs } from "./jobs.ts";
import { type PatternAnswer, solveByPatterns } from "./patterns.ts";

interface CutRun {
  job: CutBenchJob;
  value: number;
  placed: boolean;
  proven: boolean;
  /** Above the best known lower bound, ours included, in percent. */
  gap: number;
  seconds: number;
  /** Memory of the core, in bytes. */
  memory: number;
  fault: string | undefined;
}

/** Relative: sums of tenths are not exact in the files. */
const EQUAL = 1e-9;
/** Jobs per set that HiGHS gets. */
const COMPARED = 5;

const args = benchArguments();
const core = await readCore("cut");
const jobs = wanted(args.folder === undefined ? ownCuttingJobs() : readCutJobs(args.folder), args);
const results: Record<string, BenchResult> = {};
const faults: string[] = [];
const row = tableOf([
  "set",
  "jobs",
  "best",
  "proven",
  "missing",
  "mean gap",
  "worst",
  "p50 s",
  "p95 s",
  "max s",
  "MB",
  "valid",
]);

const sets: [set: string, runs: CutRun[]][] = [];
for (const set of new Set(jobs.map((job) => job.set))) {
  const runs: CutRun[] = [];
  for (const job of jobs.filter((other) => other.set === set)) runs.push(await runJob(job));
  summarise(set, runs);
  sets.push([set, runs]);
}
for (const fault of faults) console.log(fault);
await comparePatterns();
keepResults("cut", args.folder, results);

async function runJob(job: CutBenchJob): Promise<CutRun> {
  const instance = await instantiateCore(core);
  const started = performance.now();
  const options = { timeLimitMs: 1000 * (args.seconds ?? 1), seed: args.seed };
  const plan = await solveCut(instance, job.request, new SearchJob(options));
  const seconds = (performance.now() - started) / 1000;
  const value = measureOf(job, plan);
  const placed = plan.summary.all_pieces_placed;
  const proven = plan.status === "optimal";
  const lower = Math.max(
    job.lower ?? 0,
    proven ? value : 0,
    job.measure === "length and kerf" ? 0 : boundOf(job, plan),
  );
  const fault = faultOf(job, plan, value);
  if (fault !== undefined) faults.push(`${job.set}/${job.name}: ${fault}`);
  if (placed && fault === undefined)
    results[`${job.set}/${job.name}`] = { quality: -value, ratio: lower / value, seconds };
  return {
    job,
    value,
    placed,
    proven,
    gap: 100 * (value / lower - 1),
    seconds,
    memory: instance.memory.buffer.byteLength,
    fault,
  };
}

function measureOf(job: CutBenchJob, { summary }: CutPlan): number {
  switch (job.measure) {
    case "stocks":
      return summary.stocks_used;
    case "cost":
      return summary.total_cost;
    case "length":
      return summary.total_stock_length;
    case "length and kerf":
      return summary.total_stock_length + job.request.kerf * summary.stocks_used;
  }
}

/** The plan's own lower bound in the job's measure. */
function boundOf(job: CutBenchJob, plan: CutPlan): number {
  if (job.measure !== "stocks") return plan.lower_bound;
  return Math.ceil(plan.lower_bound / job.request.stocks[0]!.length - EQUAL);
}

function faultOf(job: CutBenchJob, plan: CutPlan, value: number): string | undefined {
  const [violation] = verifyCut(job.request, plan).violations;
  if (violation) return violation.message;
  if (!plan.summary.all_pieces_placed || job.upper === undefined) return undefined;
  const exact = job.measure !== "length and kerf";
  if (exact && plan.lower_bound > 0 && boundOf(job, plan) > job.upper * (1 + EQUAL)) {
    return `the lower bound ${plan.lower_bound} is above the known ${job.upper}`;
  }
  if (job.lower !== undefined && value < job.lower * (1 - EQUAL)) {
    return `the value ${value} is below the known bound ${job.lower}`;
  }
  return undefined;
}

function summarise(set: string, runs: CutRun[]): void {
  const complete = runs.filter(({ placed }) => placed);
  const gaps = complete.map(({ gap }) => gap).filter(Number.isFinite);
  const seconds = runs.map((run) => run.seconds);
  const best = complete.filter(
    ({ job, value }) => job.upper !== undefined && value <= job.upper * (1 + EQUAL),
  );
  // Where even the known results have no complete plan, none is missed.
  const missing = runs.filter(({ job, placed }) => !placed && Number.isFinite(job.upper ?? 0)).length;
  row([
    set,
    runs.length,
    best.length,
    runs.filter(({ proven }) => proven).length,
    missing,
    fixed(mean(gaps), 4),
    fixed(Math.max(...gaps), 3),
    fixed(quantile(seconds, 0.5), 3),
    fixed(quantile(seconds, 0.95), 3),
    fixed(Math.max(...seconds), 3),
    fixed(Math.max(...runs.map(({ memory }) => memory)) / 1e6, 0),
    runs.every(({ fault }) => fault === undefined) ? "yes" : "NO",
  ]);
}

/** The second table: ours beside HiGHS. */
async function comparePatterns(): Promise<void> {
  const line = tableOf([
    "beside HiGHS",
    "jobs",
    "better",
    "equal",
    "worse",
    "proven",
    "HiGHS",
    "p50 s",
    "HiGHS s",
  ]);
  const losses: string[] = [];
  for (const [set, runs] of sets) {
    const pairs: { run: CutRun; other: PatternAnswer; sign: number }[] = [];
    for (const run of runs) {
      if (pairs.length === COMPARED) break;
      const other = await solveByPatterns(run.job);
      if (other) pairs.push({ run, other, sign: compareValues(run, other) });
    }
    if (pairs.length === 0) continue;
    const count = (test: (pair: (typeof pairs)[number]) => boolean) => pairs.filter(test).length;
    line([
      set,
      pairs.length,
      count(({ sign }) => sign < 0),
      count(({ sign }) => sign === 0),
      count(({ sign }) => sign > 0),
      count(({ run }) => run.proven),
      count(({ other }) => other.proven),
      fixed(
        quantile(
          pairs.map(({ run }) => run.seconds),
          0.5,
        ),
        3,
      ),
      fixed(
        quantile(
          pairs.map(({ other }) => other.seconds),
          0.5,
        ),
        3,
      ),
    ]);
    for (const { run, other, sign } of pairs) {
      if (sign <= 0 && (run.proven || !other.proven)) continue;
      const found =
        sign > 0
          ? `finds ${other.value}, we ${run.placed ? run.value : "no whole plan"}`
          : "proves it, we do not";
      losses.push(`loss  ${set}/${run.job.name}: HiGHS ${found}`);
    }
  }
  for (const loss of losses) console.log(loss);
}

/** Below 0 when our plan is the better one, above when that of HiGHS is. */
function compareValues(run: CutRun, other: PatternAnswer): number {
  const ours = run.placed ? run.value : Number.POSITIVE_INFINITY;
  const theirs = other.value ?? Number.POSITIVE_INFINITY;
  if (ours === theirs || Math.abs(ours - theirs) <= 1e-6 * theirs) return 0;
  return ours < theirs ? -1 : 1;
}
