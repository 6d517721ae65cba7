/**
 * `npm run bench:gate -- [FOLDER ...] [--sets TEXT,...] [--most N] [--work N] [--seeds N]`: does a change of the core gain
 * anything? All kinds of jobs, the project's own and those of the folders, are solved with the same seeds and work as in
 * the last run, and compared job by job and seed by seed. A score is material or cost in percent of what the parts need. A
 * change passes when a kind gains more than twice its standard error and none loses as much. The first run keeps its
 * scores and compares nothing.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { fixed, mean, standardError } from "../report.ts";
import { askedFor, EFFORT_OPTIONS, scoresWith } from "./scores.ts";
import { witnesses } from "./witnesses.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...EFFORT_OPTIONS,
    most: { type: "string", default: "13" },
    seeds: { type: "string", default: "5" },
  },
});
const { jobs, effort } = askedFor(witnesses(positionals), values);
/** Runs are compared only where all of this is equal. */
const asked = JSON.stringify([positionals, jobs.map(({ set }) => set), effort]);
const path = join("dist", "bench", "results", "gate.json");
const kept: Record<string, [string, number[]][]> = existsSync(path)
  ? JSON.parse(readFileSync(path, "utf8"))
  : {};

const { sets, seconds } = await scoresWith(undefined, jobs, effort);
const before = new Map(kept[asked]);
console.log("| kind | score | gain | verdict |\n| --- | --- | --- | --- |");
const verdicts = [...sets].map(([set, scores]) => {
  const last = before.get(set);
  const gains = last ? scores.map((score, i) => last[i]! - score) : [];
  const [gain, error] = [mean(gains), standardError(gains)];
  const verdict = !last ? "" : gain > 2 * error ? "gains" : gain < -2 * error ? "LOSES" : "no difference";
  const change = last ? `${fixed(gain, 3)} ± ${fixed(error, 3)}` : "-";
  const score = `${fixed(mean(scores), 3)} ± ${fixed(standardError(scores), 3)} (${scores.length})`;
  console.log(`| ${set} | ${score} | ${change} | ${verdict} |`);
  return verdict;
});
const passes = verdicts.includes("gains") && !verdicts.includes("LOSES");
console.log(
  `${fixed(seconds, 0)} s; ${before.size === 0 ? "kept for the next run" : passes ? "passes" : "does not pass"}`,
);
mkdirSync(dirname(path), { recursive: true });
writeFileSync(path, JSON.stringify({ ...kept, [asked]: [...sets] }));
