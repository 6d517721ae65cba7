/**
 * `npm run bench:mitres -- [JOBS] [FIRST SEED]`: 2,000 ordinary jobs of mitred pieces against the best of all plans. None
 * may be beaten, falsely optimal or bounded too high, no piece that fits may be left out, and the judge passes all of them.
 */
import { createEngine } from "../../../engine/index.node.ts";
import { verifyCut } from "../../../engine/verify/cut/cut-judge.ts";
import { faultsOf, ordinaryJob } from "../../helpers/cut/mitre.ts";
import { Random } from "../../helpers/random.ts";
import { keepResults, tableOf } from "../report.ts";

const JOBS = Number(process.argv[2] ?? 2000);
const FIRST = Number(process.argv[3] ?? 1000);

const engine = await createEngine({ workers: 0 });
const kinds = new Map<string, { jobs: number; proven: number; faults: number }>();
for (let seed = FIRST; seed < FIRST + JOBS; seed++) {
  const { name, ...job } = ordinaryJob(new Random(seed));
  const plan = await engine.cut(job, { timeLimitMs: 10_000, workBudget: 20_000_000 });
  const faults = [...faultsOf(job, plan), ...verifyCut(job, plan).violations.map(({ message }) => message)];
  for (const fault of faults) console.log(`${name}, seed ${seed}: ${fault}`);
  const kind = kinds.get(name) ?? { jobs: 0, proven: 0, faults: 0 };
  kinds.set(name, kind);
  kind.jobs++;
  kind.proven += Number(plan.status === "optimal");
  kind.faults += Number(faults.length > 0);
}
await engine.close();

const row = tableOf(["mitred jobs", "number", "proven", "faulty"]);
for (const [name, { jobs, proven, faults }] of kinds) row([name, jobs, proven, faults]);
const faulty = [...kinds.values()].reduce((sum, { faults }) => sum + faults, 0);
const proven = [...kinds.values()].reduce((sum, { proven }) => sum + proven, 0);
row([`seeds ${FIRST} to ${FIRST + JOBS - 1}`, JOBS, proven, faulty]);
keepResults("mitres", undefined, { "mitred jobs": { quality: proven / JOBS, seconds: 0 } });
if (faulty > 0) process.exitCode = 1;
