/**
 * `npm run bench:ablation -- [FOLDER ...] [--core nest|cut|panel|bounds] [--only STAGE,...] [--sets TEXT,...] [--most
 * N] [--work N] [--seeds N]`: what is each optional stage of the core worth? The core is built as it is and once
 * without each stage; all solve the same jobs, the project's own and those of the folders, of each set so many at most,
 * with the same seeds and work. A stage that gains nothing on any set, beyond what seeds differ by, has no reason to be
 * there.
 */
import { parseArgs } from "node:util";
import { ENTRY_OF_CORE, STAGES } from "../../helpers/ablations.ts";
import { compileModule } from "../../helpers/probe.ts";
import { fixed, lossOf, mean } from "../report.ts";
import { boundWorth } from "./bounds.ts";
import { askedFor, EFFORT_OPTIONS, scoresWith } from "./scores.ts";
import { witnesses } from "./witnesses.ts";

const BUILD = ["--optimizeLevel", "3", "--enable", "simd", "--noAssert"];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    core: { type: "string", default: "nest,cut,panel,bounds" },
    only: { type: "string", default: "" },
    ...EFFORT_OPTIONS,
  },
});
const among = (names: string) => (name: string) => names.split(",").some((one) => name.includes(one));

const print = (cells: string[]) => process.stdout.write(`| ${cells.join(" | ")} |\n`);

for (const solver of values.core.split(",")) {
  if (solver === "bounds") {
    for (const cells of boundWorth()) print(cells);
    continue;
  }
  const ofSolver = witnesses(positionals).filter((job) => job.solver === solver);
  const { jobs, effort } = askedFor(ofSolver, values);
  const whole = await scoresWith(await compileModule(ENTRY_OF_CORE, BUILD), jobs, effort);
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
    const without = await scoresWith(await compileModule(ENTRY_OF_CORE, BUILD, faults), jobs, effort);
    const losses = sets.map((set) => lossOf(without.sets.get(set)!, whole.sets.get(set)!));
    print([name, ...losses, `× ${fixed(without.seconds / whole.seconds, 2)}`]);
  }
}
