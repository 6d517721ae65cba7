/**
 * `npm run bench -- --page [--jobs N] [--seeds N] [--seconds N]`: writes docs/benchmarks.md and its plots: quality over time
 * for each kind of the corpus, processor time over size, and the mean quality of each measured commit, which
 * `history.jsonl` keeps. Noise is that of several seeds. Eight jobs of each kind with five seeds take about ten minutes.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { createEngine, type Engine, VERSION } from "../../../engine/index.node.ts";
import { type CorpusJob, KINDS, readAnswers, readJobs, readLines } from "../corpus/format.ts";
import { solveWithOffcut } from "../corpus/offcut.ts";
import { machineOf, mean } from "../report.ts";
import { type Line, type Panel, svgOf } from "./plot.ts";

const { values: args } = parseArgs({
  options: {
    jobs: { type: "string", default: "8" },
    page: { type: "boolean" },
    seconds: { type: "string", default: "1" },
    seeds: { type: "string", default: "5" },
  },
});
const SECONDS = Number(args.seconds);
const SEEDS = Array.from({ length: Number(args.seeds) }, (_, i) => i + 1);
const HISTORY = "test/bench/page/history.jsonl";
const DOCS = "docs/benchmarks";
/** Parts of the limit at which the quality is looked at. */
const TIMES = Array.from({ length: 25 }, (_, i) => SECONDS * 10 ** (-2 + i / 12));
/** Copies of a job of which the first whole answer is timed, and the kinds. */
const COPIES = [1, 3, 10, 30, 100];
const SIZED = ["rectangles", "polygons", "bars", "panels"] as const;

interface Spread {
  mean: number;
  low: number;
  high: number;
}
/** One measured commit: how far above the best known answers each kind is at the limit, in percent. */
interface Measured {
  commit: string;
  date: string;
  machine: string;
  seconds: number;
  kinds: Record<string, Spread>;
}

const best = readAnswers();
const engine = await createEngine({ workers: 0 });
const curves = new Map<string, { x: number; spread: Spread }[]>();
for (const kind of KINDS) curves.set(kind, await qualityOver(spreadOut(readJobs([kind]), Number(args.jobs))));
const sizes: Line[] = [];
for (const kind of SIZED) sizes.push({ name: kind, points: await timesOf(readJobs([kind])[0]!) });
await engine.close();
writePage(remember());

function spreadOut(jobs: CorpusJob[], most: number): CorpusJob[] {
  const count = Math.min(most, jobs.length);
  return Array.from({ length: count }, (_, i) => jobs[Math.floor((i * jobs.length) / count)]!);
}

function spreadOf(values: number[]): Spread {
  return { mean: mean(values), low: Math.min(...values), high: Math.max(...values) };
}

/**
 * At each time the mean over the jobs of how far above the best known the answer is, in percent, for each seed. Answers
 * that are found here count as known.
 */
async function qualityOver(jobs: CorpusJob[]) {
  const gaps: number[][][] = [];
  for (const job of jobs) {
    const runs: number[][] = [];
    for (const seed of SEEDS) runs.push(await valuesOf(engine, job, seed));
    const known = Math.min(best.get(job.id)!.value, ...runs.map((values) => values.at(-1)!));
    gaps.push(runs.map((values) => values.map((value) => 100 * (value / known - 1))));
  }
  return TIMES.flatMap((x, t) => {
    const spread = spreadOf(SEEDS.map((_, seed) => mean(gaps.map((runs) => runs[seed]![t]!))));
    return Number.isFinite(spread.high) ? [{ x, spread }] : [];
  });
}

/** The best value at each time; Infinity before there is a whole answer. */
async function valuesOf(engine: Engine, job: CorpusJob, seed: number): Promise<number[]> {
  const found: [seconds: number, value: number][] = [];
  const onBetter = (value: number, seconds: number) => found.push([seconds, value]);
  await solveWithOffcut(engine, job, { seconds: SECONDS, seed, onBetter });
  return TIMES.map((time, t) => {
    const until = found.filter(([seconds]) => t === TIMES.length - 1 || seconds <= time);
    return Math.min(Infinity, ...until.map(([, value]) => value));
  });
}

/** Processor time to the first whole answer of a job with more and more copies of all that it asks for. */
async function timesOf(job: CorpusJob): Promise<Line["points"]> {
  const points: Line["points"] = [];
  for (const copies of COPIES) {
    const { grown, count } = withCopies(job, copies);
    const times: number[] = [];
    for (const seed of SEEDS) {
      const solved = await solveWithOffcut(engine, grown, { seconds: 60, seed, work: 1 });
      times.push(solved.seconds);
    }
    const { mean: y, low, high } = spreadOf(times);
    points.push({ x: count, y, low, high });
  }
  return points;
}

function withCopies(job: CorpusJob, copies: number): { grown: CorpusJob; count: number } {
  const grown = structuredClone(job);
  const rows: { quantity?: number | "fill" | undefined }[] =
    "parts" in grown.request ? [...grown.request.parts] : [...grown.request.pieces];
  for (const row of rows) row.quantity = copies * Number(row.quantity ?? 1);
  return { grown, count: rows.reduce((sum, { quantity }) => sum + Number(quantity), 0) };
}

/** Adds this commit to the history, or measures it anew. */
function remember(): Measured[] {
  const commit = execFileSync("git", ["rev-parse", "--short=8", "HEAD"], { encoding: "utf8" }).trim();
  const kinds = Object.fromEntries(
    [...curves].flatMap(([kind, points]) => (points.length > 0 ? [[kind, points.at(-1)!.spread]] : [])),
  );
  const date = new Date().toISOString().slice(0, 10);
  const now: Measured = { commit, date, machine: machineOf(), seconds: SECONDS, kinds };
  const others = readLines<Measured>(HISTORY).filter((one) => one.commit !== commit);
  const history = [...others, now];
  writeFileSync(HISTORY, history.map((one) => `${JSON.stringify(one)}\n`).join(""));
  return history;
}

function writePage(history: Measured[]): void {
  mkdirSync(DOCS, { recursive: true });
  writeFileSync(`${DOCS}/quality.svg`, svgOf([...curves].map(qualityPanel), []));
  writeFileSync(`${DOCS}/size.svg`, svgOf([sizePanel()], [...SIZED]));
  writeFileSync(
    `${DOCS}/history.svg`,
    svgOf(
      KINDS.map((kind) => historyPanel(kind, history)),
      [],
    ),
  );
  writeFileSync("docs/benchmarks.md", text(history.at(-1)!));
  console.log("docs/benchmarks.md and docs/benchmarks/*.svg written");
}

/** Ticks from 0 to the next of 1, 2 or 5 times a power of ten. */
function percentTicks(most: number) {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 0.1)));
  const top = [1, 2, 5, 10].map((step) => step * power).find((step) => step >= most)!;
  return [0, top / 2, top].map((at) => ({ at, text: `${Number(at.toPrecision(3))} %` }));
}

function qualityPanel([title, points]: [string, { x: number; spread: Spread }[]]): Panel {
  const line = points.map(({ x, spread: { mean, low, high } }) => ({ x, y: mean, low, high }));
  const ticks = [0.01, 0.1, 1].map((share) => ({ at: share * SECONDS, text: `${share * SECONDS}` }));
  return {
    title,
    lines: [{ name: title, points: line }],
    noise: "band",
    x: { label: "s of processor time", log: true, ticks },
    y: { label: "", log: false, ticks: percentTicks(Math.max(0.1, ...line.map(({ high }) => high))) },
  };
}

function sizePanel(): Panel {
  const ticks = (values: number[]) => values.map((at) => ({ at, text: at.toLocaleString("en") }));
  return {
    title: "s to the first whole answer",
    lines: sizes,
    noise: "whiskers",
    x: { label: "parts or pieces", log: true, ticks: ticks([10, 100, 1000, 10_000]) },
    y: { label: "", log: true, ticks: ticks([0.001, 0.01, 0.1, 1, 10]) },
  };
}

function historyPanel(kind: string, history: Measured[]): Panel {
  const points = history.flatMap(({ kinds }, i) => {
    const { mean: y, low, high } = kinds[kind] ?? {};
    return y === undefined || low === undefined || high === undefined ? [] : [{ x: i, y, low, high }];
  });
  // The last eight commits have room for their names.
  const named = history.map(({ commit }, at) => ({ at, text: commit.slice(0, 6) })).slice(-8);
  const ticks = named.length > 1 ? named : [{ at: -1, text: "" }, ...named, { at: 1, text: "" }];
  return {
    title: kind,
    lines: [{ name: kind, points }],
    noise: "whiskers",
    x: { label: "commit", log: false, ticks },
    y: { label: "", log: false, ticks: percentTicks(Math.max(0.1, ...points.map(({ high }) => high))) },
  };
}

function text({ commit, date, machine }: Measured): string {
  return `# Benchmarks

Offcut ${VERSION}, commit ${commit}, ${date}, on ${machine}, one thread. Written by \`npm run bench -- --page\`: ${args.jobs} jobs of each kind of [the corpus](corpus.md), ${SEEDS.length} seeds. Times are processor
time, so other programs on the machine hardly matter. Bands and whiskers run from the worst to the best seed. [Results](results.md) has public jobs and other engines.

## Quality over time

How far answers lie above the best known, mean of the jobs. A line begins when every job has a whole answer; progress is looked at twenty times a second by the clock.

![Seven plots, one for each kind: percent above the best known answer over seconds of processor time](./benchmarks/quality.svg)

## Time over size

The first whole answer of a job, with more and more copies of everything that it asks for.

![Plot: seconds to the first whole answer over the number of parts](./benchmarks/size.svg)

## By commit

Percent above the best known after ${SECONDS} s, for each commit that was measured (\`${HISTORY}\`).

![Seven plots, one for each kind: percent above the best known answer by commit](./benchmarks/history.svg)
`;
}
