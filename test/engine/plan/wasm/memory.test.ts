/** Rubbish that a job has left in the core's memory means nothing to the next one. */
import { readFileSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import { cutPlanRequestSchema } from "../../../../engine/base/contract/cut-plan.ts";
import { nestPlanRequestSchema } from "../../../../engine/base/contract/nest-plan.ts";
import { panelPlanRequestSchema } from "../../../../engine/base/contract/panel-plan.ts";
import { solveCut } from "../../../../engine/plan/cut/cut-solver.ts";
import { planNest } from "../../../../engine/plan/nest/nest-solver.ts";
import { PanelSolver } from "../../../../engine/plan/panel/panel-solver.ts";
import { SearchJob } from "../../../../engine/plan/search/job.ts";
import {
  type CoreExports,
  freshMemory,
  instantiateCore,
  withCore,
} from "../../../../engine/plan/wasm/load.ts";
import { requestOf } from "../../../bench/nest/nesting.ts";
import { ownNestingJobs } from "../../../bench/nest/own.ts";
import { CUT_KINDS, randomCutJob } from "../../../helpers/cut/jobs.ts";
import { randomJob, requestFrom } from "../../../helpers/nest/jobs.ts";

const PAGES = 400;

const compiled = (name: string) =>
  new WebAssembly.Module(readFileSync(new URL(`../../../../dist/${name}.simd.wasm`, import.meta.url)));
let [nest, cut, panel]: WebAssembly.Module[] = [];
beforeAll(() => {
  [nest, cut, panel] = ["nest", "cut", "panels"].map(compiled);
});

/** Bytes of rubbish: those of no number and below 0, and those near 0 and of a large whole number. */
const RUBBISH = [0xff, 0x01];

/** As large as the job may need, and full of rubbish. */
function spoiltMemory(byte: number): WebAssembly.Memory {
  const memory = freshMemory();
  memory.grow(PAGES);
  new Uint8Array(memory.buffer).fill(byte);
  return memory;
}

const budget = <Event>(workBudget = 150_000) => new SearchJob<Event>({ workBudget });
const panels = panelPlanRequestSchema.parse({
  stocks: [{ id: "board", length: 2800, width: 2070, quantity: 9 }],
  pieces: [
    { id: "door", length: 720, width: 397, quantity: 14 },
    { id: "shelf", length: 560, width: 310, quantity: 21 },
  ],
  kerf: 3.2,
});
/** Rectangles among other parts, some of which lie in holes and are no boxes to be packed. */
const mixed = requestOf(ownNestingJobs()[8]!);
type Job = [name: string, module: () => WebAssembly.Module, (core: CoreExports) => Promise<unknown>];
const JOBS: Job[] = [
  ...[1, 2, 3].map(
    (seed): Job => [
      `parts ${seed}`,
      () => nest!,
      (core) => planNest(core, nestPlanRequestSchema.parse(requestFrom(randomJob(seed, 8))), budget()),
    ],
  ),
  ["parts in holes", () => nest!, (core) => planNest(core, mixed, budget(20_000_000))],
  ...[1, 2, 3].map(
    (seed): Job => [
      `bars ${seed}`,
      () => cut!,
      (core) => solveCut(core, cutPlanRequestSchema.parse(randomCutJob(seed, CUT_KINDS[seed]!)), budget()),
    ],
  ),
  ["panels", () => panel!, (core) => new PanelSolver(panels).search(core, budget())],
];

it.each(JOBS)("%s: the same answer in memory that is full of rubbish", async (_name, module, run) => {
  const fresh = await run(await instantiateCore(module()));
  for (const byte of RUBBISH) {
    expect(await run(await instantiateCore(module(), spoiltMemory(byte)))).toEqual(fresh);
  }
});

it("one job after the other has the same memory, two at once and one after a fault have not", async () => {
  const memories: WebAssembly.Memory[] = [];
  const note = async ({ memory }: CoreExports) => void memories.push(memory);
  await withCore(nest!, note);
  await withCore(cut!, (core) => withCore(nest!, note).then(() => note(core)));
  const [first, inner, outer] = memories;
  expect(outer).toBe(first);
  expect(inner).not.toBe(first);
  const fault = withCore(cut!, async (core) => {
    await note(core);
    throw new Error("a trap");
  });
  await expect(fault).rejects.toThrow("a trap");
  await withCore(nest!, note);
  expect(memories[4]).not.toBe(memories[3]);
});
