/** What jobs come to with a core, at equal work. */
import { createEngine } from "../../../engine/index.node.ts";
import type { Witness } from "./witnesses.ts";

/** Options of the command line that say which jobs are solved, and with how much work. */
export const EFFORT_OPTIONS = {
  sets: { type: "string", default: "" },
  most: { type: "string", default: "4" },
  work: { type: "string", default: "4000000" },
  seeds: { type: "string", default: "3" },
} as const;

type Effort = Record<keyof typeof EFFORT_OPTIONS, string>;

/** Jobs and work that the options ask for. */
export function askedFor(all: Witness[], { sets, most, work, seeds }: Effort) {
  const wanted = all.filter(({ set }) => sets.split(",").some((text) => set.includes(text)));
  return {
    jobs: spread(wanted, Number(most)),
    effort: { seeds: Number(seeds), workBudget: Number(work) },
  };
}

/** By set: the scores of all jobs and seeds in the same order, and the seconds of processor time for them. */
export interface Scores {
  sets: Map<string, number[]>;
  seconds: number;
}

/** Solves each job with each seed, on the core that is given or on the package's own. */
export async function scoresWith(
  wasm: WebAssembly.Module | undefined,
  jobs: Witness[],
  { seeds, workBudget }: { seeds: number; workBudget: number },
): Promise<Scores> {
  const engine = await createEngine({
    ...(wasm && { wasm: { nest: wasm, cut: wasm, panels: wasm } }),
    workers: 0,
  });
  const sets = new Map<string, number[]>();
  const before = process.cpuUsage();
  for (const job of jobs) {
    for (let seed = 1; seed <= seeds; seed++) {
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
