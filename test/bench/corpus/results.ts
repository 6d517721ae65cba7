/** Results of the corpus as tables: by kind, and job by job where Offcut loses. */
import { fixed, mean } from "../report.ts";
import { type CorpusJob, KINDS } from "./format.ts";

/** One engine on one job. Without a value there was no valid answer. */
export interface Entry {
  seconds: number;
  value?: number;
  fault?: string;
}

export interface Results {
  version: string;
  machine: string;
  seconds: number;
  seed: number;
  /** By job and engine. */
  entries: Record<string, Record<string, Entry>>;
}

/** Relative difference below which two values are equal: a strip 0.01 mm shorter is no gain. */
export const EQUAL = 1e-5;

interface Side {
  job: CorpusJob;
  ours: Entry;
  theirs: Entry;
}

/** Below 0 where Offcut's answer is the better one. An engine without a valid answer loses. */
function compared({ ours, theirs }: Side): number {
  const [a, b] = [ours.value ?? Infinity, theirs.value ?? Infinity];
  return a === b || Math.abs(a - b) <= EQUAL * Math.min(a, b) ? 0 : a < b ? -1 : 1;
}

function enginesIn({ entries }: Results, jobs: CorpusJob[]): string[] {
  return [...new Set(jobs.flatMap(({ id }) => Object.keys(entries[id] ?? {})))];
}

function pairsOf(jobs: CorpusJob[], { entries }: Results, first: string, other: string): Side[] {
  return jobs.flatMap((job) => {
    const { [first]: ours, [other]: theirs } = entries[job.id] ?? {};
    return ours && theirs ? [{ job, ours, theirs }] : [];
  });
}

/** A row for each kind and engine; the first engine is the one that the others are compared with. */
export function tableOfKinds(jobs: CorpusJob[], results: Results, best: Map<string, number>): string {
  const rows = KINDS.flatMap((kind) => {
    const some = jobs.filter((job) => job.kind === kind && results.entries[job.id]);
    const [first, ...others] = enginesIn(results, some);
    return [first, ...others].flatMap((name, i) => {
      if (name === undefined) return [];
      const pairs = pairsOf(some, results, first!, name);
      const valid = pairs.filter(({ theirs }) => theirs.value !== undefined);
      const gap = (base: (job: CorpusJob) => number) =>
        fixed(100 * mean(valid.map(({ job, theirs }) => theirs.value! / base(job) - 1)), 2);
      const count = (sign: number) => pairs.filter((pair) => Math.sign(compared(pair)) === sign).length;
      return [
        [
          i === 0 ? kind : "",
          name,
          pairs.length,
          pairs.length - valid.length,
          gap(({ bound }) => bound),
          gap(({ id }) => best.get(id)!),
          ...(i === 0 ? ["", ""] : [count(1), count(-1)]),
          fixed(mean(pairs.map(({ theirs }) => theirs.seconds)), 2),
        ],
      ];
    });
  });
  const heads = [
    "kind",
    "engine",
    "jobs",
    "no valid answer",
    "above the bound, %",
    "above the best known, %",
  ];
  return markdown([...heads, "better", "worse", "seconds"], rows);
}

function markdown(heads: string[], rows: (string | number)[][]): string {
  return [heads, heads.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

/** The page of a release: losses first. */
export function corpusPage(jobs: CorpusJob[], results: Results, best: Map<string, number>): string {
  const { version, machine, seconds, seed } = results;
  const [offcut, ...peers] = enginesIn(results, jobs);
  const sides = peers.flatMap((peer) =>
    pairsOf(jobs, results, offcut!, peer).map((side) => ({ peer, ...side, sign: compared(side) })),
  );
  const lost = sides.filter(({ sign }) => sign > 0);
  const show = (value: number | undefined) => (value === undefined ? "none" : `${Number(value.toFixed(3))}`);
  const losses = lost.map(({ job, ours, theirs, peer }) => [
    job.id,
    job.measure,
    show(ours.value),
    `${show(theirs.value)} (${peer})`,
    show(best.get(job.id)),
    show(job.bound),
  ]);
  const solved = jobs.filter(({ id }) => results.entries[id]);
  const behind = solved.filter(({ id }) => {
    const value = results.entries[id]?.[offcut!]?.value;
    return value !== undefined && value > best.get(id)! * (1 + EQUAL);
  });
  return `# Corpus, Offcut ${version}

Written by \`npm run bench:corpus -- --peers --page\`. [The corpus](../corpus.md) says what the jobs are. Every engine had ${seconds} s of processor time for a job, counted by a clock
that shows nothing else, on ${machine}, seed ${seed}. All answers went through the same judges. Less is better everywhere. ${solved.length} of the ${jobs.length} jobs were solved, spread over all kinds.

## Losses

${lost.length} of ${sides.length} comparisons are lost: the other engine has a smaller value, or Offcut has no whole answer. In ${behind.length} jobs Offcut did not reach the best known answer within
the limit.

${markdown(["job", "measure", "Offcut", "other", "best known", "bound"], losses)}

## By kind

"Better" and "worse" count jobs on which an engine's answer is better or worse than Offcut's; an engine without a valid answer is worse. The two gaps are means over the jobs with a
valid answer; a best known answer may come from this very run.

${tableOfKinds(jobs, results, best)}

## How the peers ran

- spyrrow is sparrow behind Python. It has strips without holes only, and limits in whole seconds.
- rectpack has no search. All its algorithms, orders and choices of sheets were tried in turn until the time was over, and the best was taken.
- PackingSolver chose its algorithms itself. Its reductions were switched off, because they take most of a second before the search begins. It does not always end at its limit;
  the last column says what it took.
- No peer was found on npm or PyPI that has mitres.
`;
}
