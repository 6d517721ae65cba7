/**
 * `npm run bench:panels -- [FOLDER] [--seconds N] [--only TEXT] [--every N] [--seed N]`: per set of jobs what their plans
 * come to beside the best known values, how many are proven, what is left as offcuts, and how long it takes. Every plan is
 * verified. 1 second per job, one thread.
 */
import type { PanelPlan } from "../../../engine/base/contract/panel-plan.ts";
import { panelPlanRequestSchema } from "../../../engine/base/contract/panel-plan.ts";
import { PanelSolver } from "../../../engine/plan/panel/panel-solver.ts";
import { SearchJob } from "../../../engine/plan/search/job.ts";
import { instantiateCore } from "../../../engine/plan/wasm/load.ts";
import { verifyPanels } from "../../../engine/verify/panel/panel-judge.ts";
import {
  type BenchResult,
  benchArguments,
  fixed,
  keepResults,
  quantile,
  readCore,
  tableOf,
  wanted,
} from "../report.ts";
import { ownPanelJobs, type PanelBenchJob, readPanelJobs } from "./jobs.ts";

interface PanelRun {
  job: PanelBenchJob;
  plan: PanelPlan;
  /** Panels, or cost where that is the objective. */
  value: number;
  seconds: number;
  fault: string | undefined;
}

const args = benchArguments();
const core = await readCore("panels");
const jobs = wanted(args.folder === undefined ? ownPanelJobs() : readPanelJobs(args.folder), args);
const results: Record<string, BenchResult> = {};
const faults: string[] = [];
const row = tableOf([
  "set",
  "jobs",
  "found",
  "best known",
  "above %",
  "proven",
  "missing",
  "cuts",
  "offcut %",
  "p50 s",
  "max s",
  "valid",
]);
for (const set of new Set(jobs.map((job) => job.set))) {
  const runs: PanelRun[] = [];
  for (const job of jobs.filter((other) => other.set === set)) runs.push(await runJob(job));
  summarise(set, runs);
}
for (const fault of faults) console.log(fault);
keepResults("panels", args.folder, results);

async function runJob(job: PanelBenchJob): Promise<PanelRun> {
  const request = panelPlanRequestSchema.parse(job.request);
  const instance = await instantiateCore(core);
  const solver = new PanelSolver(request);
  const started = performance.now();
  const found = await solver.search(
    instance,
    new SearchJob({ timeLimitMs: 1000 * (args.seconds ?? 1), seed: args.seed }),
  );
  const seconds = (performance.now() - started) / 1000;
  const plan = solver.unpack(found);
  const { stocks_used, total_cost, all_pieces_placed } = plan.summary;
  const value = request.optimize === "cost" ? total_cost : stocks_used;
  const fault = verifyPanels(request, plan).violations[0]?.message;
  if (fault !== undefined) faults.push(`${job.set}/${job.name}: ${fault}`);
  else if (all_pieces_placed) {
    const ratio = job.best === undefined ? plan.lower_bound / plan.objective : job.best / value;
    results[`${job.set}/${job.name}`] = { quality: -value, ratio, seconds };
  }
  return { job, plan, value, seconds, fault };
}

function summarise(set: string, runs: PanelRun[]): void {
  const sum = (amount: (run: PanelRun) => number) => runs.reduce((total, run) => total + amount(run), 0);
  const found = sum(({ value }) => value);
  const best = sum(({ job }) => job.best ?? Number.NaN);
  const seconds = runs.map((run) => run.seconds);
  row([
    set,
    runs.length,
    found,
    fixed(best, 0),
    fixed(100 * (found / best - 1), 2),
    runs.filter(({ plan }) => plan.status === "optimal").length,
    runs.filter(({ plan }) => !plan.summary.all_pieces_placed).length,
    sum(({ plan }) => plan.summary.total_cuts),
    fixed((100 * sum(({ plan }) => plan.total_offcut)) / sum(({ plan }) => plan.summary.total_stock_area), 1),
    fixed(quantile(seconds, 0.5), 3),
    fixed(Math.max(...seconds), 3),
    runs.every(({ fault }) => fault === undefined) ? "yes" : "NO",
  ]);
}
