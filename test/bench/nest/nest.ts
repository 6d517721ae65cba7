/**
 * `npm run bench:nest -- [FOLDER] [--seconds N] [--only TEXT] [--every N] [--seed N] [--workers N]`: time, density
 * and sheets of the nesting core against the best known, every answer verified; of the project's own jobs also how
 * quick the package is. One thread unless told; 60 s per strip, 10 s per jigsaw, 1 s per job of
 * rectangles, 2 s per job of brackets, 60 s per knapsack of many different parts, else 30 s.
 */
import type { BenchJob } from "../jobs.ts";
import { readJobs } from "../jobs.ts";
import {
  type BenchResult,
  benchArguments,
  fixed,
  keepResults,
  mean,
  readCore,
  tableOf,
  wanted,
} from "../report.ts";
import { ownBrackets } from "./brackets.ts";
import { ownKnapsacks, runKnapsack } from "./knapsacks.ts";
import { CLASSIC_STRIPS, KNOWN_SHEETS, OWN_SHEETS, RECORD_DENSITY } from "./known.ts";
import { type NestRun, runNesting } from "./nesting.ts";
import { ownNestingJobs, ownPuzzles, ownRectangles } from "./own.ts";
import { quickJobs, runQuickly } from "./quick.ts";
import { ownShops } from "./shops.ts";

const args = benchArguments();
const jobs = wanted(
  args.folder === undefined
    ? [...ownNestingJobs(), ...ownPuzzles(), ...ownRectangles(), ...ownBrackets(), ...ownShops()]
    : readJobs(args.folder),
  args,
);
const core = await readCore("nest");
const results: Record<string, BenchResult> = {};
const runs: { job: BenchJob; run: NestRun; best: number | undefined }[] = [];
const row = tableOf([
  "job",
  "parts",
  "sheets",
  "length",
  "density %",
  "best known",
  "ratio",
  "k evals/s",
  "first s",
  "last s",
  "total s",
  "unplaced",
  "valid",
]);

for (const job of jobs) {
  const timeLimitMs = 1000 * (args.seconds ?? defaultSeconds(job));
  try {
    const run = await runNesting(core, job, { timeLimitMs, seed: args.seed, workers: args.workers });
    const best = bestKnown(job);
    runs.push({ job, run, best });
    const strip = "strip" in job.sheet;
    row([
      `${job.set}/${job.name}`,
      run.plan.placed_parts + run.unplaced,
      run.plan.sheets_used,
      fixed(run.length, 2),
      fixed(run.density, 2),
      best === undefined ? "-" : strip ? fixed(best, 2) : `${+best.toFixed(2)} sheets`,
      fixed(ratioOf(job, run, best), 4),
      fixed(run.evaluations / 1000, 0),
      fixed(run.first, 2),
      fixed(run.last, 2),
      fixed(run.total, 2),
      run.unplaced,
      run.fault === undefined ? "yes" : `NO: ${run.fault}`,
    ]);
    if (run.fault === undefined)
      results[`${job.set}/${job.name}`] = {
        quality: strip ? run.density / 100 : -run.used,
        ratio: ratioOf(job, run, best),
        seconds: run.total,
      };
  } catch (error) {
    row([`${job.set}/${job.name}`, "FAILED", String(error)]);
  }
}

for (const set of new Set(runs.map(({ job }) => job.set))) summarise(set);
if (args.folder === undefined) {
  await measureKnapsacks();
  await measureQuickness();
}
keepResults("nest", args.folder, results);

async function measureKnapsacks(): Promise<void> {
  const row = tableOf([
    "knapsack",
    "density %",
    "boxes %",
    "outlines %",
    "placed",
    "cpu s",
    "MB",
    "lost",
    "valid",
  ]);
  for (const job of wanted(ownKnapsacks(), args)) {
    const timeLimitMs = 1000 * (args.seconds ?? 60);
    const run = await runKnapsack(core, job, { timeLimitMs, seed: args.seed });
    row([
      job.name,
      fixed(run.density, 2),
      fixed(run.boxes, 2),
      fixed(run.outlines, 2),
      run.placed,
      fixed(run.cpu, 1),
      fixed(run.megabytes, 0),
      run.lost,
      run.fault === undefined ? "yes" : `NO: ${run.fault}`,
    ]);
    results[`${job.set}/${job.name}`] = { quality: run.density / 100, seconds: run.cpu };
  }
}

async function measureQuickness(): Promise<void> {
  const row = tableOf(["quick", "ms", "cpu ms", "goal ms", "sheets", "valid"]);
  for (const job of wanted(quickJobs(), args)) {
    const run = await runQuickly(core, job);
    row([
      job.name,
      fixed(run.wall, 1),
      fixed(run.cpu, 1),
      job.goal,
      run.sheets,
      run.fault === undefined ? "yes" : `NO: ${run.fault}`,
    ]);
    results[`${job.set}/${job.name}`] = { quality: -run.sheets, seconds: run.cpu / 1000 };
  }
}

function defaultSeconds(job: BenchJob): number {
  if ("strip" in job.sheet) return 60;
  if (job.set.includes("rectangle")) return 1;
  if (job.set === "own brackets" || job.set.startsWith("shop ")) return 2;
  return job.set.includes("jigsaw") ? 10 : 30;
}

/**
 * Density of a strip, otherwise sheets; of the project's own jobs less the strip left of the last. The pieces of a
 * jigsaw fill its sheets, so their area is the optimum.
 */
function bestKnown(job: BenchJob): number | undefined {
  if ("strip" in job.sheet) return RECORD_DENSITY.get(job.name);
  if (job.best !== undefined) return job.best;
  if (job.set === "own") return OWN_SHEETS.get(job.name);
  if (!job.set.includes("jigsaw")) return KNOWN_SHEETS.get(job.name);
  const area = job.parts.reduce((sum, { exterior }) => sum + Math.abs(areaOf(exterior)), 0);
  return Math.ceil(area / (job.sheet.width * job.sheet.height) - 1e-6);
}

function areaOf(ring: BenchJob["parts"][number]["exterior"]): number {
  return ring.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length]!;
    return sum + (x * nextY - nextX * y) / 2;
  }, 0);
}

/** Above 1 is better than the best known. */
function ratioOf(job: BenchJob, run: NestRun, best: number | undefined): number | undefined {
  if (best === undefined) return undefined;
  if ("strip" in job.sheet) return run.density / best;
  return best / (job.set === "own" ? run.used : run.plan.sheets_used);
}

function summarise(set: string): void {
  const own = runs.filter(({ job }) => job.set === set);
  const invalid = own.filter(({ run }) => run.fault !== undefined).length;
  const sheets = own.filter(({ job }) => !("strip" in job.sheet));
  const known = sheets.filter(({ best }) => best !== undefined);
  const classics = own.filter(({ job }) => "strip" in job.sheet && CLASSIC_STRIPS.has(job.name));
  const lines = [
    `${set}: ${own.length} jobs, ${invalid} invalid, mean density ${fixed(mean(own.map(({ run }) => run.density)), 2)}`,
  ];
  if (classics.length > 0) {
    lines.push(
      `${classics.length} classic strips: mean density ${fixed(mean(classics.map(({ run }) => run.density)), 2)}`,
    );
  }
  if (sheets.length > 0) lines.push(`${sum(sheets.map(({ run }) => run.plan.sheets_used))} sheets in all`);
  const bounded = sheets.filter(({ run }) => run.plan.lower_bound !== undefined);
  if (bounded.length > 0) {
    const optimal = bounded.filter(({ run }) => run.plan.status === "optimal").length;
    lines.push(`${sum(bounded.map(({ run }) => run.plan.lower_bound!))} at least, ${optimal} proven optimal`);
  }
  if (known.length > 0) {
    lines.push(
      `${sum(known.map(({ run }) => run.plan.sheets_used))} sheets where ${fixed(sum(known.map(({ best }) => best!)), 2)} are best known`,
    );
  }
  console.log(lines.join("; "));
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
