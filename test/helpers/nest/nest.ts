/** Seeded nesting jobs with odd shapes, and a run of the solver whose answer the verifier has passed. */
import { expect } from "vitest";
import { checkNestRequest } from "../../../engine/base/check/part.ts";
import { checkPlanRequest } from "../../../engine/base/check/plan-request.ts";
import {
  type NestPlan,
  type NestPlanRequestInput,
  nestPlanRequestSchema,
} from "../../../engine/base/contract/nest-plan.ts";
import type { NestAnswerOptions, NestAnswerProgress } from "../../../engine/base/contract/search-options.ts";
import {
  type NestData,
  type NestRequest,
  type NestRequestInput,
  nestRequestSchema,
} from "../../../engine/base/contract/v1/nest.ts";
import type { Point, Ring } from "../../../engine/base/contract/values/geometry.ts";
import { nestDataFromPlan, planRequestFrom } from "../../../engine/plan/nest/nest-answer.ts";
import { NestSolver, planNest } from "../../../engine/plan/nest/nest-solver.ts";
import { SearchJob } from "../../../engine/plan/search/job.ts";
import { type CoreExports, instantiateCore, withCore } from "../../../engine/plan/wasm/load.ts";
import { verifyNest } from "../../../engine/verify/nest/nest-judge.ts";
import { verifyNestAnswer } from "../../../engine/verify/v1/v1-nest.ts";
import { coreOf } from "../core.ts";
import { box } from "../rings.ts";

/** The three builds of one source. */
export const BUILDS = ["nest.simd.wasm", "nest.wasm", "core.debug.wasm"] as const;
export type Build = (typeof BUILDS)[number];

/** A fresh instance with a memory of its own. */
export function openCore(build: Build = "nest.simd.wasm"): Promise<CoreExports> {
  return instantiateCore(coreOf(build));
}

/** Runs a job as a worker does, in the memory of the job before: letting go of one takes longer than a small job. */
export function onCore<Result>(
  run: (core: CoreExports) => Promise<Result>,
  build: Build = "nest.simd.wasm",
): Promise<Result> {
  return withCore(coreOf(build), run);
}

/** Solves a request that has passed the schema and `checkNestRequest`. */
export async function solveNest(
  core: CoreExports,
  request: NestRequest,
  job: SearchJob<NestAnswerProgress>,
): Promise<NestData> {
  const solver = new NestSolver(planRequestFrom(request));
  const found = await solver.search(core, job, (better) => nestDataFromPlan(request, better));
  return nestDataFromPlan(request, solver.unpack(found));
}

/** Solves and checks; the answer is complete, apart, inside and counted, or the test fails with what is wrong. */
export async function nestVerified(
  input: NestRequestInput,
  options: NestAnswerOptions & { build?: Build } = {},
): Promise<NestData> {
  const request = nestRequestSchema.parse(input);
  checkNestRequest(request);
  const { build, ...rest } = options;
  const data = await onCore(
    (core) => solveNest(core, request, new SearchJob({ workBudget: 200_000, ...rest })),
    build,
  );
  expectValid(request, data);
  return data;
}

/** Neither gaps nor margins: what fits is a matter of the outlines alone. */
export const bare = { spacing: 0, edge_margin: 0 };

/** Plans and checks, as `nestVerified` does for answers of /v1. */
export async function planVerified(
  input: NestPlanRequestInput,
  workBudget = 50_000,
  { build, seed = 1 }: { build?: Build; seed?: number } = {},
): Promise<NestPlan> {
  const request = nestPlanRequestSchema.parse(input);
  checkPlanRequest(request);
  const plan = await onCore((core) => planNest(core, request, new SearchJob({ workBudget, seed })), build);
  expect(verifyNest(request, plan).violations).toEqual([]);
  return plan;
}

export function expectValid(request: NestRequest, data: NestData): void {
  expect(verifyNestAnswer(request, data).violations).toEqual([]);
}

/** mulberry32: the same draws from the same seed everywhere. */
export function seeded(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function rectangle(width: number, height: number, x = 0, y = 0): Ring {
  return box(x, y, width, height);
}

/** A star-shaped ring about the origin with radii between `inner` and `outer`. */
export function star(random: () => number, points: number, inner: number, outer: number): Ring {
  return Array.from({ length: points }, (_, i): Point => {
    const angle = (2 * Math.PI * i) / points;
    const radius = inner + (outer - inner) * random();
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

type Shape = { exterior: Ring; holes?: Ring[] };

/** Shapes named by what is odd about them; all valid, all about `size` wide. */
export const ODD_SHAPES: Record<string, (random: () => number, size: number) => Shape> = {
  rectangle: (random, size) => ({ exterior: rectangle(size, size * (0.1 + random())) }),
  sliver: (random, size) => ({
    exterior: [
      [0, 0],
      [size, Math.max(size * 1e-4, 2e-5)],
      [size * random(), Math.max(size * 2e-4, 4e-5)],
    ],
  }),
  star: (random, size) => ({ exterior: star(random, 5 + Math.floor(40 * random()), 0.2 * size, 0.5 * size) }),
  nearlyCollinear: (random, size) => ({
    exterior: [
      ...Array.from({ length: 20 }, (_, i): Point => [(size * i) / 20, 1e-9 * size * random()]),
      [size, 0],
      [size, 0.3 * size],
      [0, 0.3 * size],
    ],
  }),
  repeatedPoints: (_random, size) => ({
    exterior: rectangle(size, size / 2).flatMap((point) => [point, point, point]),
  }),
  spike: (_random, size) => ({
    exterior: [
      [0, 0],
      [size / 2, 0],
      [size, 0],
      [size / 2, 0],
      [size / 2, size / 2],
      [0, size / 2],
    ],
  }),
  comb: (random, size) => ({
    exterior: [
      ...Array.from({ length: 6 }, (_, i): Point[] => [
        [(size * i) / 6, 0],
        [(size * (i + 0.3 + 0.4 * random())) / 6, 0.5 * size],
      ]).flat(),
      [size, 0],
      [size, 0.6 * size],
      [0, 0.6 * size],
    ],
  }),
  ring: (random, size) => ({
    exterior: rectangle(size, size),
    holes: [rectangle(size * (0.3 + 0.6 * random()), 0.8 * size, 0.05 * size, 0.1 * size)],
  }),
  clockwiseWithHoleOnEdge: (_random, size) => ({
    exterior: rectangle(size, size).reverse(),
    holes: [
      [
        [size, size / 2],
        [size / 2, size / 4],
        [size / 2, (3 * size) / 4],
      ],
    ],
  }),
  circle: (_random, size) => ({
    exterior: star(() => 1, 200, 0, size / 2),
    holes: [star(() => 1, 64, 0, size / 3)],
  }),
};

/** A random request of one to eight odd parts; the scale runs over nine orders of magnitude. */
export function oddJob(seed: number): NestRequestInput {
  const random = seeded(seed);
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)]!;
  const scale = pick([1e-3, 1, 1, 100, 1e4]);
  const side = pick([3, 6, 10]) * scale;
  const shift = pick([0, 0, 1e6, -5e5]);
  const names = Object.keys(ODD_SHAPES);
  const parts = Array.from({ length: 1 + Math.floor(8 * random()) }, (_, i) => {
    const { exterior, holes } = ODD_SHAPES[pick(names)]!(random, scale * (0.2 + 2 * random()));
    const move = (ring: Ring) => ring.map(([x, y]): Point => [x + shift, y - shift]);
    return {
      id: `part-${i}`,
      exterior: move(exterior),
      holes: (holes ?? []).map(move),
      quantity: 1 + Math.floor(random() ** 3 * 12),
    };
  });
  return {
    parts,
    sheet: { width: Math.min(100_000, side * (1 + random())), height: Math.min(100_000, side) },
    config: {
      spacing: pick([0, 0, 3, 0.1 * scale]) % 100,
      edge_margin: pick([0, 0.05 * scale, 5]) % 100,
      rotation_step: pick([15, 30, 45, 60, 90, 33.3]),
      kerf: pick([0, 0, 0.02 * scale]) % 50,
    },
  };
}
