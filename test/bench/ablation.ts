/**
 * `npm run bench:ablation -- [--only STAGE] [--work N] [--every N]`: what is each optional stage of the core worth? The
 * core is built as it is and once without each stage; all solve the same jobs with the same seeds and work. A stage
 * that gains nothing on any set, beyond what seeds differ by, has no reason to be there.
 */
import { parseArgs } from "node:util";
import { createEngine, type Engine } from "../../engine/index.node.ts";
import { ENTRY_OF_CORE, STAGES } from "../helpers/ablations.ts";
import { compileModule } from "../helpers/probe.ts";
import type { CutBenchJob } from "./cut/jobs.ts";
import type { BenchJob } from "./jobs.ts";
import { measuresOf, requestOf } from "./nest/nesting.ts";
import { ownCuttingJobs, ownNestingJobs, ownPuzzles, ownRectangles } from "./nest/own.ts";
import { fixed, mean } from "./report.ts";

const UNLIMITED = 3_600_000;
const SEEDS = [1, 2, 3];
const BUILD = ["--optimizeLevel", "3", "--enable", "simd", "--noAssert"];

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    work: { type: "string", default: "4000000" },
    every: { type: "string", default: "1" },
  },
});
const workBudget = Number(values.work);
const every = <Job>(jobs: Job[]) => jobs.filter((_, i) => i % Number(values.every) === 0);
// One in six of the rectangles: there are many.
const rectangles = ownRectangles().filter((_, i) => i % 6 === 0);
const nests = every([...ownNestingJobs(), ...ownPuzzles(), ...rectangles]);
const cuts = every(ownCuttingJobs().filter(({ set }) => !set.startsWith("1000 x")));

/** By set: how good the answers are, smaller is better; for bars also how many lack a proof. */
type Scores = Map<string, number[]>;

function score(scores: Scores, set: string, value: number): void {
  scores.set(set, [...(scores.get(set) ?? []), value]);
}

async function nestScore(engine: Engine, job: BenchJob, seed: number): Promise<number> {
  const request = requestOf(job);
  const plan = await engine.planNest(request, { seed, workBudget, timeLimitMs: UNLIMITED });
  const { used, unplaced, length } = measuresOf(request, plan);
  return request.strip ? length : used + unplaced;
}

async function cutScore(engine: Engine, { request }: CutBenchJob, seed: number) {
  const plan = await engine.planCut(request, { seed, workBudget: 25 * workBudget, timeLimitMs: UNLIMITED });
  return { gap: plan.gap_percent, unproven: plan.status === "optimal" ? 0 : 1 };
}

async function scoresWith(wasm: WebAssembly.Module): Promise<Scores> {
  const engine = await createEngine({ wasm, workers: 0 });
  const scores: Scores = new Map();
  for (const seed of SEEDS) {
    for (const job of nests) score(scores, job.set, await nestScore(engine, job, seed));
    for (const job of cuts) {
      const { gap, unproven } = await cutScore(engine, job, seed);
      score(scores, `${job.set}: gap %`, gap);
      score(scores, `${job.set}: unproven`, unproven);
    }
  }
  await engine.close();
  return scores;
}

/** Mean loss by job, with its standard error, over jobs and seeds. */
function lossOf(without: number[], whole: number[]): string {
  const losses = without.map((value, i) => value - whole[i]!);
  const loss = mean(losses);
  const spread = Math.sqrt(mean(losses.map((one) => (one - loss) ** 2)) / losses.length);
  return losses.every((one) => one === 0) ? "0" : `${fixed(loss, 4)} ± ${fixed(spread, 4)}`;
}

const whole = await scoresWith(await compileModule(ENTRY_OF_CORE, BUILD));
const sets = [...whole.keys()];
const print = (cells: string[]) => process.stdout.write(`| ${cells.join(" | ")} |\n`);
print(["without", ...sets]);
print(["---", ...sets.map(() => "---")]);
print(["(nothing)", ...sets.map((set) => fixed(mean(whole.get(set)!), 4))]);
for (const { name, faults } of STAGES.filter((stage) => stage.name.includes(values.only))) {
  const without = await scoresWith(await compileModule(ENTRY_OF_CORE, BUILD, faults));
  print([name, ...sets.map((set) => lossOf(without.get(set)!, whole.get(set)!))]);
}
