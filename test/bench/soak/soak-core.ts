/**
 * `npm run bench:soak -- core [--units N] [--jobs N] [--only TEXT]`: jobs of every kind and option, by turns for nesting,
 * bars and panels, each for so many million units of work, once on the shipped binary and once on a build whose loads and
 * stores are checked. Ends with an error where an access is wild, where both answers differ, or where a search on the
 * shipped binary does not ask for 250 ms whether it is aborted or is silent for a second. That is processor time, so
 * that a busy machine does not count.
 */
import { isDeepStrictEqual, parseArgs } from "node:util";
import { cutPlanRequestSchema } from "../../../engine/base/contract/cut-plan.ts";
import { nestPlanRequestSchema } from "../../../engine/base/contract/nest-plan.ts";
import { panelPlanRequestSchema } from "../../../engine/base/contract/panel-plan.ts";
import { CutSolver } from "../../../engine/plan/cut/cut-solver.ts";
import { NestSolver } from "../../../engine/plan/nest/nest-solver.ts";
import { PanelSolver } from "../../../engine/plan/panel/panel-solver.ts";
import { SearchJob } from "../../../engine/plan/search/job.ts";
import { type CoreExports, instantiateCore } from "../../../engine/plan/wasm/load.ts";
import { ENTRY_OF_CORE } from "../../helpers/ablations.ts";
import { compileChecked } from "../../helpers/checked.ts";
import { coreOf } from "../../helpers/core.ts";
import { crowdedSheet, cutJob, nestJob, panelJob } from "../../helpers/mixed-jobs.ts";
import { tableOf } from "../report.ts";

const { values } = parseArgs({
  options: {
    units: { type: "string", default: "10" },
    jobs: { type: "string", default: "30" },
    only: { type: "string", default: "" },
  },
});
const WORK = Number(values.units) * 1e6;
const MOST_DEAF_MS = 250;
const MOST_SILENT_MS = 1000;

type Search = (core: CoreExports, job: SearchJob<object>) => Promise<unknown>;

/** Three solvers by turns. The first job of nesting is one of rectangles that outlives the search among boxes. */
function searchOf(index: number): [name: string, search: Search] {
  const seed = Math.floor(index / 3);
  if (index % 3 === 1) {
    const solver = new CutSolver(cutPlanRequestSchema.parse(cutJob(7 * seed)));
    return [`cut ${seed}`, (core, job) => solver.search(core, job as never)];
  }
  if (index % 3 === 2) {
    const solver = new PanelSolver(panelPlanRequestSchema.parse(panelJob(seed)));
    return [`panels ${seed}`, (core, job) => solver.search(core, job as never)];
  }
  const request = seed === 0 ? crowdedSheet() : nestJob(seed);
  const solver = new NestSolver(nestPlanRequestSchema.parse(request));
  return [`nest ${seed}`, (core, job) => solver.search(core, job as never, (plan) => plan)];
}

/** The longest processor time between two calls of `note`. */
class Longest {
  ms = 0;
  private last = cpuMs();

  note(): void {
    const now = cpuMs();
    this.ms = Math.max(this.ms, now - this.last);
    this.last = now;
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

interface Outcome {
  /** How the search ended, or what it threw. */
  end: string;
  answer: unknown;
  events: number;
  silentMs: number;
  deafMs: number;
}

async function run(search: Search, core: CoreExports): Promise<Outcome> {
  const [silence, deafness] = [new Longest(), new Longest()];
  let events = 0;
  const signal = new AbortController().signal;
  // Whoever asks whether a call is aborted would hear that it is.
  Object.defineProperty(signal, "aborted", {
    get() {
      deafness.note();
      return false;
    },
  });
  const onProgress = () => {
    silence.note();
    events++;
  };
  const job = new SearchJob<object>({ workBudget: WORK, seed: 1, onProgress, signal });
  const answer = await search(core, job).catch((error: Error) => error);
  silence.note();
  const end = answer instanceof Error ? String(answer.cause ?? answer) : job.ended;
  return { end, answer, events, silentMs: silence.ms, deafMs: deafness.ms };
}

const startChecked = await compileChecked<{ workSpent(): number }>(
  `${ENTRY_OF_CORE}export { workSpent } from "./work";\n`,
  ["--target", "release-simd"],
);
const row = tableOf([
  "soak of the core",
  "M units",
  "events",
  "silent, ms",
  "deaf, ms",
  "ended",
  "checked build",
]);
let failures = 0;
for (let index = 0; index < Number(values.jobs); index++) {
  const [name, search] = searchOf(index);
  if (!name.includes(values.only)) continue;
  const binary = `${name.split(" ")[0]}.simd.wasm`;
  const { end, answer, events, silentMs, deafMs } = await run(search, await instantiateCore(coreOf(binary)));
  const core = await startChecked();
  const checked = await run(search, core);
  const same = isDeepStrictEqual(checked.answer, answer);
  const units = (core.workSpent() / 1e6).toFixed(1);
  const found = same ? "same answer" : checked.end;
  row([name, units, events, Math.round(silentMs), Math.round(deafMs), end, found]);
  // A fault of the benchmark itself is the same in both builds.
  const failed = answer instanceof Error || !same;
  if (failed || silentMs > MOST_SILENT_MS || deafMs > MOST_DEAF_MS) failures++;
}
if (failures > 0) process.exitCode = 1;
process.stdout.write(
  `${failures} jobs with an error, a wild access, too long a silence or too long a deafness\n`,
);
