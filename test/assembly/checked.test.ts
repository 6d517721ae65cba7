/** Does every load and store of the core reach what has been reserved for it, and is one that does not found? */
import { describe, expect, it } from "vitest";
import {
  type NestPlanRequest,
  type NestPlanRequestInput,
  nestPlanRequestSchema,
} from "../../engine/base/contract/nest-plan.ts";
import { planNest } from "../../engine/plan/nest/nest-solver.ts";
import { SearchJob } from "../../engine/plan/search/job.ts";
import { compileChecked } from "../helpers/checked.ts";
import { crowdedSheet } from "../helpers/mixed-jobs.ts";
import { randomJob, requestFrom } from "../helpers/nest/jobs.ts";
import type { Fault } from "../helpers/probe.ts";

describe("a checked build", () => {
  const SOURCE = `
    import { release, mark } from "./memory";
    import { clearInts, Ints, reserveInts } from "./vector";
    reserveInts(4);
    const kept = reserveInts(4);
    @unmanaged class Pair { first: Ints; second: Ints; }
    const pair = changetype<Pair>(memory.data(offsetof<Pair>()));
    export function write(index: i32): void { kept[index] = 1; }
    export function clear(count: i32): void { clearInts(kept, count); }
    export function writeUnmade(index: i32): void { pair.second[index] = 1; }
    export function writeReleased(): void {
      const start = mark();
      const list = reserveInts(4);
      list[3] = 1;
      release(start);
      list[3] = 1;
    }`;
  const WILD = /^wild access to 4 bytes/;

  interface Probe {
    write(index: number): void;
    clear(count: number): void;
    writeUnmade(index: number): void;
    writeReleased(): void;
  }

  it("throws where an index leaves its block, a list was never reserved or has been given back", async () => {
    const { write, clear, writeUnmade, writeReleased } = await (await compileChecked<Probe>(SOURCE))();
    for (let i = 0; i < 4; i++) write(i);
    clear(4);
    expect(() => write(4)).toThrow(WILD);
    expect(() => write(-1)).toThrow(WILD);
    expect(() => clear(5)).toThrow(/^wild access to 1 bytes/);
    expect(() => writeUnmade(0)).toThrow(WILD);
    expect(() => writeUnmade(1000)).toThrow(WILD);
    expect(() => writeReleased()).toThrow(WILD);
  });
});

/** Lets a search among rectangles lose its patience soon. */
const IMPATIENT: Fault[] = [
  ["5e5", "500"],
  ["2e4", "20"],
].map(([patience, less], i) => ({
  file: "assembly/nest/model/nest-tuning.ts",
  line: `${["FIRST_WORK", "FEWER_COPY"][i]}: f64 = ${patience};`,
  instead: `${["FIRST_WORK", "FEWER_COPY"][i]}: f64 = ${less};`,
}));

describe("no access of a search is wild", () => {
  let compiled: ReturnType<typeof compileChecked> | undefined;
  const random = (seed: number, more: Partial<NestPlanRequestInput>): NestPlanRequest =>
    nestPlanRequestSchema.parse({ ...requestFrom(randomJob(seed, 8)), ...more });
  it.each([
    [
      "among rectangles that one sheet cannot hold, when the search for a denser sheet is over",
      nestPlanRequestSchema.parse(crowdedSheet()),
      3_000_000,
    ],
    ["for sheets", random(1, {}), 300_000],
    ["for a strip", random(2, { strip: true }), 300_000],
    ["for parts that lie flush", random(5, {}), 300_000],
  ])("%s", async (_name, request, work) => {
    compiled ??= compileChecked('export * from "./nest";', ["--target", "debug"], IMPATIENT);
    const plan = await planNest(
      await (await compiled)(),
      request,
      new SearchJob({ workBudget: work, seed: 1 }),
    );
    expect(plan.placed_parts).toBeGreaterThan(0);
  });
});
