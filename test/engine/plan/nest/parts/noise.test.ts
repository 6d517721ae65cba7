/** Outlines with edges of almost no length, spikes and points beside their sides: nothing may come to lie on anything. */
import { describe, expect, it } from "vitest";
import { checkNestRequest } from "../../../../../engine/base/check/part.ts";
import {
  type NestPlan,
  type NestPlanRequestInput,
  nestPlanRequestSchema,
} from "../../../../../engine/base/contract/nest-plan.ts";
import type { Point, Ring } from "../../../../../engine/base/contract/values/geometry.ts";
import { cleanRing } from "../../../../../engine/base/geometry/clean.ts";
import { planNest } from "../../../../../engine/plan/nest/nest-solver.ts";
import { SearchJob } from "../../../../../engine/plan/search/job.ts";
import { verifyNest } from "../../../../../engine/verify/nest/nest-judge.ts";
import { noisyJob, withNoise } from "../../../../helpers/nest/cad-noise.ts";
import { type Build, bare, onCore } from "../../../../helpers/nest/nest.ts";
import { Random } from "../../../../helpers/random.ts";
import { box } from "../../../../helpers/rings.ts";

/** Points 1.8e-14 apart, which become one when the part is seen about its middle. */
const BESIDE: Ring = [
  [0, 0],
  [80, 0],
  [80, -1.77636e-14],
  [160, -1.77636e-14],
  [100, 600],
  [0, 600],
];
const FLANK: Ring = [
  [27.1992, 0],
  [27.1992, -1.77636e-14],
  [127.182, 179.905],
  [153.813, 556.862],
  [114.752, 583.625],
  [0, 593.587],
  [0, 140],
];
async function solve(input: NestPlanRequestInput, workBudget: number, build?: Build): Promise<NestPlan> {
  const request = nestPlanRequestSchema.parse(input);
  checkNestRequest(request);
  return onCore((core) => planNest(core, request, new SearchJob({ workBudget })), build);
}

function faultsOf(input: NestPlanRequestInput, plan: NestPlan, tolerance = 1e-6) {
  return verifyNest(nestPlanRequestSchema.parse(input), plan, { tolerance, complete: false }).violations;
}

describe("noise of drawing programs", () => {
  it("does not hide one part from another", async () => {
    const angles = [0, 90, 180, 270];
    const part = { id: "beside", exterior: BESIDE, quantity: 4, angles };
    const job = { parts: [part], strip: true, sheet: { width: 1, height: 2000 }, config: bare };
    expect(faultsOf(job, await solve(job, 1e6))).toEqual([]);
  });

  it("does not let a part that lies on another be given as a start", async () => {
    const part = { id: "flank", exterior: FLANK, quantity: 2, angles: [0, 180] };
    const at = (x: number, y: number, rotation: number) => ({ part: 0, x, y, rotation });
    const placements = [at(0, 0, 0), at(191.56, 536.5003441778381, 180)];
    const job = {
      parts: [part],
      sheet: { width: 1000, height: 1000 },
      config: bare,
      start: { sheets: [{ count: 1, placements }] },
    };
    await expect(solve(job, 1e4)).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it.each(Array.from({ length: 40 }, (_, i) => i))(
    "leaves the layout of random parts right, seed %i",
    async (seed) => {
      const { noisy, clean } = noisyJob(new Random(seed));
      const plan = await solve(noisy, 100_000, seed % 8 === 0 ? "core.debug.wasm" : "nest.simd.wasm");
      expect(faultsOf(noisy, plan)).toEqual([]);
      // The judge does not know of noise here, and the one outline is the other to within its rounding.
      expect(faultsOf(clean, plan, 1.5e-6)).toEqual([]);
    },
  );
});

describe("a clean ring", () => {
  const square: Ring = box(0, 0, 100, 50);

  it.each(Array.from({ length: 50 }, (_, i) => i))("is what it was before the noise, seed %i", (seed) => {
    const noisy = withNoise(new Random(seed), square);
    // + 0 makes 0 of -0.
    const rounded = (value: number) => Math.round(value * 1e6) / 1e6 + 0;
    const corners = cleanRing(noisy, 100).map(([x, y]) => [rounded(x), rounded(y)]);
    const first = corners.findIndex(([x, y]) => x === 0 && y === 0);
    expect([...corners.slice(first), ...corners.slice(0, first)]).toEqual(square);
  });

  it("keeps what is wider than noise", () => {
    const step: Point[] = [
      ...square.slice(0, 2),
      [100, 20],
      [100.00001, 20],
      [100.00001, 30],
      ...square.slice(2),
    ];
    expect(cleanRing(step, 100)).toHaveLength(step.length);
  });

  it("loses a spike of several legs", () => {
    const away: Point[] = [
      [50, 0],
      [50, -10],
      [60, -20],
      [50, -10],
      [50, 0],
    ];
    expect(cleanRing([square[0]!, ...away, ...square.slice(1)], 100)).toEqual(expect.arrayContaining(square));
    expect(cleanRing([square[0]!, ...away, ...square.slice(1)], 100)).toHaveLength(4);
  });
});
