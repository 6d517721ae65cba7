/**
 * `npm run bench:corpus -- [--peers] [--kinds A,B] [--every N] [--seconds N] [--seed N] [--keep] [--page]`: solves the jobs
 * of the corpus with Offcut and, if asked, with the peers, each with so many seconds of processor time for a job, and
 * judges every answer. Results are kept by version, so that kinds can be run one after the other. `--keep` writes better
 * answers into the corpus, `--page` the page of the release.
 * `npm run bench:corpus -- --answers FILE` judges the answers of another engine instead.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { createEngine, VERSION } from "../../../engine/index.node.ts";
import { machineOf } from "../report.ts";
import {
  type Answer,
  type CorpusJob,
  KINDS,
  type Kind,
  readAnswers,
  readJobs,
  readLines,
  writeAnswers,
} from "./format.ts";
import { judge } from "./judge.ts";
import { type Limits, type Solved, solveWithOffcut } from "./offcut.ts";
import { installPeers } from "./peers.ts";
import { corpusPage, type Entry, EQUAL, type Results, tableOfKinds } from "./results.ts";

const { values: args } = parseArgs({
  options: {
    answers: { type: "string" },
    every: { type: "string", default: "1" },
    keep: { type: "boolean", default: false },
    kinds: { type: "string", default: KINDS.join(",") },
    page: { type: "boolean", default: false },
    peers: { type: "boolean", default: false },
    seconds: { type: "string", default: "1" },
    seed: { type: "string", default: "1" },
  },
});

const OFFCUT = `Offcut ${VERSION}`;
const kinds = args.kinds.split(",") as Kind[];
const jobs = readJobs(kinds).filter((_, i) => i % Number(args.every) === 0);
const best = readAnswers();

if (args.answers === undefined) await runEngines();
else judgeFile(args.answers);

async function runEngines(): Promise<void> {
  const limits: Limits = { seconds: Number(args.seconds), seed: Number(args.seed) };
  const peers = args.peers ? installPeers() : [];
  const engine = await createEngine({ workers: 0 });
  const path = join("dist/bench/results", `corpus-${VERSION}.json`);
  const results: Results = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : { entries: {} };
  Object.assign(results, { version: VERSION, machine: machineOf(), ...limits });
  for (const job of jobs) {
    const entries: Record<string, Entry> = {};
    entries[OFFCUT] = entryOf(OFFCUT, job, await solveWithOffcut(engine, job, limits));
    for (const peer of peers.filter((one) => one.takes(job)))
      entries[peer.name] = entryOf(peer.name, job, await peer.solve(job, limits));
    results.entries[job.id] = { ...results.entries[job.id], ...entries };
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${JSON.stringify(results)}\n`);
  }
  for (const peer of peers) peer.close();
  await engine.close();
  if (args.keep) for (const kind of kinds) writeAnswers(kind, keptOf(kind));
  console.log(tableOfKinds(readJobs(), results, bestValues()));
  if (!args.page) return;
  const page = `docs/lab/corpus-${VERSION}.md`;
  writeFileSync(page, corpusPage(readJobs(), results, bestValues()));
  console.log(`${page} written`);
}

/** Values of the best answers, those of this run among them. */
function bestValues(): Map<string, number> {
  return new Map([...best].map(([id, { value }]) => [id, value]));
}

/** Judges an answer, and remembers it where it is the best so far. */
function entryOf(by: string, job: CorpusJob, { answer, seconds }: Solved): Entry {
  if (!answer) return { seconds };
  const verdict = judge(job, answer);
  if ("fault" in verdict) {
    console.log(`${by}, ${job.id}: ${verdict.fault}`);
    return { seconds, fault: verdict.fault };
  }
  const value = Number(verdict.value.toFixed(6));
  if (value < job.bound * (1 - 1e-9))
    console.log(`${by}, ${job.id}: ${value} is below the bound ${job.bound}`);
  if (value < (best.get(job.id)?.value ?? Infinity) * (1 - EQUAL)) {
    console.log(`${by}, ${job.id}: ${value} instead of ${best.get(job.id)?.value}`);
    best.set(job.id, { id: job.id, value, by, answer });
  }
  return { seconds, value };
}

function keptOf(kind: Kind) {
  return readJobs([kind]).flatMap(({ id }) => best.get(id) ?? []);
}

function judgeFile(path: string): void {
  const answers = new Map(readLines<{ id: string; answer: Answer }>(path).map((line) => [line.id, line]));
  const results: Results = { version: VERSION, machine: machineOf(), seconds: 0, seed: 0, entries: {} };
  const asked = jobs.filter(({ id }) => answers.has(id));
  for (const job of asked) {
    results.entries[job.id] = {
      "best known": { seconds: 0, value: best.get(job.id)!.value },
      [path]: entryOf(path, job, { answer: answers.get(job.id)!.answer, seconds: 0 }),
    };
  }
  console.log(tableOfKinds(asked, results, bestValues()));
}
