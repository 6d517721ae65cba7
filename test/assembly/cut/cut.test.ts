/** The boundary of the cutting core: slices, memory, and blocks that are whole whenever they are asked for. */
import { describe, expect, it } from "vitest";
import { cutRequestSchema } from "../../../engine/base/contract/v1/cut.ts";
import { encodeCut, tabulateCut } from "../../../engine/plan/cut/cut-blocks.ts";
import { readBlock, writeBlock } from "../../../engine/plan/wasm/heap.ts";
import { CUT_BUILDS, openCutCore } from "../../helpers/cut/cut.ts";

const request = cutRequestSchema.parse({
  stocks: [
    { id: "a", length: 6000, quantity: 40 },
    { id: "b", length: 4500 },
    { id: "c", length: 3210.5, quantity: 2 },
  ],
  pieces: Array.from({ length: 24 }, (_, i) => ({
    id: `p${i}`,
    length: 311.3 + 97.7 * i,
    quantity: 1 + (i % 7),
  })),
  kerf: 3.2,
});
const block = encodeCut(tabulateCut(request), 1);

/** Grants `total` work in slices as `slice` hands them out and returns the core's answer. */
async function solveInSlices(total: number, slice: () => number): Promise<Float64Array> {
  const core = await openCutCore();
  core.cutOpen(writeBlock(core, block));
  for (let left = total; left > 0; ) {
    const work = Math.min(left, slice());
    core.cutStep(work);
    left -= work;
  }
  return readBlock(core, core.cutBest());
}

describe("the cutting core", () => {
  it("does the same work however it is sliced", async () => {
    for (const total of [1_000, 50_000, 2_000_000]) {
      const whole = await solveInSlices(total, () => total);
      let step = 0;
      expect(await solveInSlices(total, () => 1 + ((++step * 7919) % 10_007))).toEqual(whole);
    }
  });

  it.each(CUT_BUILDS)("reserves nothing while it works (%s)", async (build) => {
    const core = await openCutCore(build);
    core.cutOpen(writeBlock(core, block));
    const used = core.memoryUsed();
    for (let step = 0; step < 1000; step++) core.cutStep(2_000);
    core.cutBest();
    expect(core.memoryUsed()).toBe(used);
    core.cutClose();
    expect(core.memoryUsed()).toBeLessThan(used);
  });

  it("has a whole plan before the first step, and only better ones later", async () => {
    const core = await openCutCore();
    core.cutOpen(writeBlock(core, block));
    let [revision, bound] = [0, 0];
    for (let step = 0; step < 300; step++) {
      const [, nextRevision, , , nextBound] = readBlock(core, core.cutBest());
      expect(nextRevision).toBeGreaterThanOrEqual(Math.max(1, revision));
      expect(nextBound).toBeGreaterThanOrEqual(bound);
      [revision, bound] = [nextRevision!, nextBound!];
      core.cutStep(5_000);
    }
  });
});
