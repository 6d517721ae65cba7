/**
 * `npm run bench:programs`: 2,000 random programs over all dialects and presets, the same jobs with tabs on every part, none
 * of which its judge may refuse, and at least 20 spoiled programs of each kind. Lists the kinds that are not always found out.
 */
import { EngineError } from "../../engine/base/errors.ts";
import { verifyGcode } from "../../engine/verify/program/verify.ts";
import { planExport } from "../../engine/write/toolpath/export.ts";
import { chance, type ProgramJob, programJob, tabbedJob } from "../helpers/programs/jobs.ts";
import { MUTANTS, spoil } from "../helpers/programs/mutants.ts";
import { fixed, keepResults, tableOf } from "./report.ts";

const GOOD = Number(process.argv[2] ?? 2000);
const EACH = Number(process.argv[3] ?? 20);
const FIRST = 5000;
/** Programs that are tried for kinds that few programs can show. */
const TRIES = 600;

function textOf(seed: number, jobOf: (seed: number) => ProgramJob, alarms: string[] = []): string | null {
  const { request, options } = jobOf(seed);
  try {
    return planExport(request, options).gcode;
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    if (error.code === "INTERNAL") alarms.push(`seed ${seed}: ${error.message}`);
    return null;
  }
}

/** Programs of all seeds, null for those that cannot be made. */
function writeAll(name: string, jobOf: (seed: number) => ProgramJob): (string | null)[] {
  const alarms: string[] = [];
  const written = Array.from({ length: GOOD }, (_, k) => textOf(FIRST + k, jobOf, alarms));
  const count = written.filter((text) => text !== null).length;
  console.log(`${count} of ${GOOD} ${name} written, ${alarms.length} refused by the judge`);
  for (const alarm of alarms) console.log(alarm);
  if (alarms.length > 0) process.exitCode = 1;
  return written;
}

const texts = writeAll("programs", programJob);
writeAll("programs with tabs", tabbedJob);

const row = tableOf(["spoiled", "found out", "of", "seeds missed"]);
let [all, found] = [0, 0];
for (const kind of Object.keys(MUTANTS)) {
  const missed: number[] = [];
  let count = 0;
  for (let k = 0; k < TRIES && count < EACH; k++) {
    const text = k < GOOD ? texts[k]! : textOf(FIRST + k, programJob);
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
