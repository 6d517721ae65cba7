/**
 * `npm run bench:ablation -- [FOLDER ...] [--core nest|cut|panel|bounds] [--only STAGE,...] [--sets TEXT,...] [--most
 * N] [--work N] [--seeds N]`: what is each optional stage of the core worth? The core is built as it is and once
 * without each stage; all solve the same jobs, the project's own and those of the folders, of each set so many at most,
 * with the same seeds and work. A stage that gains nothing on any set, beyond what seeds differ by, has no reason to be
 * there.
 */
import { parseArgs } from "node:util";
import { createEngine } from "../../../engine/index.node.ts";
import { ENTRY_OF_CORE, STAGES } from "../../helpers/ablations.ts";
import { compileModule } from "../../helpers/probe.ts";
import { fixed, lossOf, mean } from "../report.ts";
import { boundWorth } from "./bounds.ts";
import { type Witness, witnesses } from "./witnesses.ts";

const BUILD = ["--optimizeLevel", "3", "--enable", "simd", "--noAssert"];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    core: { type: "string", default: "nest,cut,panel,bounds" },
    only: { type: "string", default: "" },
    sets: { type: "string", default: "" },
    most: { type: "string", default: "4" },
    work: { type: "string", default: "4000000" },
    seeds: { type: "string", default: "3" },
  },
});
const seeds = Array.from({ length: Number(values.seeds) }, (_, i) => i + 1);
const workBudget = Number(values.work);
const among = (names: string) => (name: string) => names.split(",").some((one) => name.includes(one));

/** By set: the scores of all jobs and seeds in the same order, and the seconds of processor time for them. */
interface Scores {
  sets: Map<string, number[]>;
  seconds: number;
}

async function scoresWith(wasm: WebAssembly.Module, jobs: Witness[]): Promise<Scores> {
  const engine = await createEngine({ wasm: { nest: wasm, cut: wasm }, workers: 0 });
  const sets = new Map<string, number[]>();
  const before = process.cpuUsage();
  for (const job of jobs) {
    for (const seed of seeds) {
      for (const [set, value] of Object.entries(await job.score(engine, { seed, workBudget })))
        sets.set(set, [...(sets.get(set) ?? []), value]);
    }
  }
  const { user, system } = process.cpuUsage(before);
  await engine.close();
  return { sets, seconds: (user + system) / 1e6 };
}

/** So many of each set at most, from all over it. */
function spread(jobs: Witness[], most: number): Witness[] {
  return [...new Set(jobs.map(({ set }) => set))].flatMap((name) => {
    const set = jobs.filter((job) => job.set === name);
    const count = Math.min(most, set.length);
    return Array.from({ length: count }, (_, i) => set[Math.floor((i * set.length) / count)]!);
  });
}

const print = (cells: string[]) => process.stdout.write(`| ${cells.join(" | ")} |\n`);

for (const solver of values.core.split(",")) {
  if (solver === "bounds") {
    for (const cells of boundWorth()) print(cells);
    continue;
  }
  const ofSolver = witnesses(positionals).filter((job) => job.solver === solver);
  const jobs = spread(
    ofSolver.filter(({ set }) => among(values.sets)(set)),
    Number(values.most),
  );
  const whole = await scoresWith(await compileModule(ENTRY_OF_CORE, BUILD), jobs);
  const sets = [...whole.sets.keys()];
  print(["without", ...sets, "time"]);
  print(["---", ...sets, ""].map(() => "---"));
  print([
    "(nothing)",
    ...sets.map((set) => `${fixed(mean(whole.sets.get(set)!), 3)} (${whole.sets.get(set)!.length})`),
    `${fixed(whole.seconds, 0)} s`,
  ]);
  const stages = STAGES.filter((stage) => stage.solver === solver && among(values.only)(stage.name));
  for (const { name, faults } of stages) {
    const without = await scoresWith(await compileModule(ENTRY_OF_CORE, BUILD, faults), jobs);
    const losses = sets.map((set) => lossOf(without.sets.get(set)!, whole.sets.get(set)!));
    print([name, ...losses, `× ${fixed(without.seconds / whole.seconds, 2)}`]);
  }
}
