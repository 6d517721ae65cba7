/**
 * `npm run bench:storm -- [--jobs N] [--seed N]`: thousands of small strips and sheets whose outlines carry the noise of
 * drawing programs, every answer judged on the outlines as they were sent and as they were before the noise.
 */

import { checkNestRequest } from "../../engine/base/check/part.ts";
import { nestPlanRequestSchema } from "../../engine/base/contract/nest-plan.ts";
import { createEngine } from "../../engine/index.node.ts";
import { planNest } from "../../engine/plan/nest/nest-solver.ts";
import { SearchJob } from "../../engine/plan/search/job.ts";
import { instantiateCore } from "../../engine/plan/wasm/load.ts";
import { verifyNest } from "../../engine/verify/nest/nest-judge.ts";
import { noisyJob } from "../helpers/nest/cad-noise.ts";
import { Random } from "../helpers/random.ts";
import { keepResults, readCore } from "./report.ts";

const option = (name: string, otherwise: number) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
};
const jobs = option("jobs", 4000);
const first = option("seed", 1);
/** Every so manieth job goes to two workers. */
const TOGETHER = 20;

const core = await readCore("nest");
const engine = await createEngine({ wasm: { nest: core }, workers: 2 });
const before = process.cpuUsage();
const counts = { solved: 0, together: 0, refused: 0, rejected: 0, failed: 0, parts: 0 };
for (let seed = first; seed < first + jobs; seed++) await judge(seed);
await engine.close();
const { user, system } = process.cpuUsage(before);
const words = Object.entries(counts).map(([name, value]) => `${name} ${value}`);
console.log(words.join(", "));
const quality = -counts.rejected - counts.failed;
keepResults("storm", undefined, {
  [`${jobs} jobs from ${first}`]: { quality, seconds: (user + system) / 1e6 },
});

async function judge(seed: number): Promise<void> {
  const random = new Random(seed);
  const job = noisyJob(random);
  const [noisy, clean] = [nestPlanRequestSchema.parse(job.noisy), nestPlanRequestSchema.parse(job.clean)];
  try {
    checkNestRequest(noisy);
  } catch {
    // A spike that happens to cross another side is no noise.
    counts.refused++;
    return;
  }
  const workBudget = random.pick([3e4, 1e5, 1e5, 1e6]);
  try {
    const together = seed % TOGETHER === 0;
    const plan = together
      ? await engine.nest(noisy, { seed, workBudget, workers: 2 })
      : await planNest(await instantiateCore(core), noisy, new SearchJob({ seed, workBudget }));
    if (together) counts.together++;
    counts.solved++;
    counts.parts += plan.placed_parts;
    const options = { complete: false };
    const [fault] = [
      ...verifyNest(noisy, plan, options).violations,
      ...verifyNest(clean, plan, { ...options, tolerance: 1.5e-6 }).violations,
    ];
    if (!fault) return;
    counts.rejected++;
    console.log(`seed ${seed}: ${fault.code}: ${fault.message}`);
  } catch (error) {
    counts.failed++;
    console.log(`seed ${seed}: ${error}`);
  }
}
