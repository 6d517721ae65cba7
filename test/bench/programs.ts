/**
 * `npm run bench:programs`: 2,000 random programs over all dialects and presets, none of which its judge may refuse, and at
 * least 20 spoiled programs of each kind. Lists the kinds that are not always found out.
 */
import { EngineError } from "../../engine/base/errors.ts";
import { verifyGcode } from "../../engine/verify/program/verify.ts";
import { planExport } from "../../engine/write/toolpath/export.ts";
import { chance, programJob } from "../helpers/programs/jobs.ts";
import { MUTANTS, spoil } from "../helpers/programs/mutants.ts";
import { fixed, keepResults, tableOf } from "./report.ts";

const GOOD = Number(process.argv[2] ?? 2000);
const EACH = Number(process.argv[3] ?? 20);
const FIRST = 5000;
/** Programs that are tried for kinds that few programs can show. */
const TRIES = 600;

function textOf(seed: number): string | null {
  const { request, options } = programJob(seed);
  try {
    return planExport(request, options).gcode;
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    if (error.code === "INTERNAL") alarms.push(`seed ${seed}: ${error.message}`);
    return null;
  }
}

const alarms: string[] = [];
const texts = Array.from({ length: GOOD }, (_, k) => textOf(FIRST + k));
console.log(
  `${texts.filter((text) => text !== null).length} of ${GOOD} programs written, ${alarms.length} refused by the judge`,
);
for (const alarm of alarms) console.log(alarm);

const row = tableOf(["spoiled", "found out", "of", "seeds missed"]);
let [all, found] = [0, 0];
for (const kind of Object.keys(MUTANTS)) {
  const missed: number[] = [];
  let count = 0;
  for (let k = 0; k < TRIES && count < EACH; k++) {
    const text = k < GOOD ? texts[k]! : textOf(FIRST + k);
    const job = programJob(FIRST + k);
    const spoiled = text === null ? null : spoil(kind, text, job, chance(k));
    if (spoiled === null) continue;
    count++;
    if (verifyGcode(spoiled, job).ok) missed.push(FIRST + k);
  }
  all += count;
  found += count - missed.length;
  if (missed.length > 0 || count < EACH)
    row([kind, count - missed.length, count, missed.slice(0, 5).join(" ")]);
}
row([`all ${Object.keys(MUTANTS).length} kinds`, found, all, `${fixed((100 * found) / all, 1)} %`]);
keepResults("programs", undefined, { "spoiled programs": { quality: found / all, seconds: 0 } });
if (alarms.length > 0) process.exitCode = 1;
