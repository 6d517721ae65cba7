/**
 * Runs one benchmark job, on the core in this thread or, where several workers are asked for, as the package does; the
 * plan goes through the judge.
 */
import type { NestPlan, NestPlanRequest } from "../../../engine/base/contract/nest-plan.ts";
import type { NestCallOptions, NestProgress } from "../../../engine/base/contract/search-options.ts";
import { createEngine } from "../../../engine/index.node.ts";
import { planNest } from "../../../engine/plan/nest/nest-solver.ts";
import { SearchJob } from "../../../engine/plan/search/job.ts";
import { instantiateCore } from "../../../engine/plan/wasm/load.ts";
import { verifyNest } from "../../../engine/verify/nest/nest-judge.ts";
import type { BenchJob } from "../jobs.ts";

export interface NestRun {
  plan: NestPlan;
  /** First fault that the verifier found. */
  fault: string | undefined;
  /** Greatest x of a part on the last sheet, with the margin. */
  length: number;
  /** Area of the parts in percent of all sheets but the unused end of the last, or of the strip. */
  density: number;
  /** Sheets, less the share of the last one that is left as one strip along an edge. */
  used: number;
  unplaced: number;
  /** Seconds to the first layout, to the last better one, and in all. */
  first: number;
  last: number;
  total: number;
  /** Candidate positions priced per second. */
  evaluations: number;
}

export async function runNesting(
  module: WebAssembly.Module,
  job: BenchJob,
  options: { timeLimitMs: number; seed: number; workers: number },
): Promise<NestRun> {
  const request = requestOf(job);
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  let [first, last] = [Number.NaN, Number.NaN];
  // Events come at most twenty times a second, so these times are good to a twentieth.
  const onProgress = ({ placed_parts, best }: NestProgress) => {
    if (!best) return;
    last = seconds();
    if (placed_parts > 0 && Number.isNaN(first)) first = last;
  };
  const { plan, evaluations } =
    options.workers === 1
      ? await searchHere(module, request, { ...options, onProgress })
      : await searchTogether(module, request, { ...options, onProgress });
  const total = seconds();
  const fault = verifyNest(request, plan).violations[0]?.message;
  return { plan, fault, ...measuresOf(request, plan), first, last, total, evaluations: evaluations / total };
}

async function searchHere(module: WebAssembly.Module, request: NestPlanRequest, options: NestCallOptions) {
  const core = await instantiateCore(module);
  const plan = await planNest(core, request, new SearchJob(options));
  return { plan, evaluations: core.nestEvaluations() };
}

/** Nobody counts what workers evaluate. */
async function searchTogether(
  module: WebAssembly.Module,
  request: NestPlanRequest,
  options: NestCallOptions,
) {
  const engine = await createEngine({
    wasm: { nest: module },
    ...(options.workers && { workers: options.workers }),
  });
  try {
    return { plan: await engine.nest(request, options), evaluations: Number.NaN };
  } finally {
    await engine.close();
  }
}

/** The request that a job of the benchmark is. */
export function requestOf({ parts, sheet, spacing, margin }: BenchJob): NestPlanRequest {
  const strip = "strip" in sheet;
  return {
    parts: parts.map((part) => ({ ...part, mirror: false })),
    sheet: strip ? { width: 1, height: sheet.strip } : sheet,
    strip,
    config: { spacing, edge_margin: margin, rotation_step: 90, kerf: 0 },
  };
}

/** Measures of a plan in this benchmark. */
export function measuresOf(request: NestPlanRequest, { sheets, unplaced }: NestPlan) {
  const area = sheets.reduce((sum, s) => sum + (s.count * s.utilization * s.width * s.height) / 100, 0);
  const whole = sheets.reduce((sum, { count, width }) => sum + count * width, 0);
  const last = sheets.at(-1);
  const right = (last?.placements ?? []).reduce((most, { bounds }) => Math.max(most, bounds.max_x), 0);
  const length = right + request.config.edge_margin;
  const top = (last?.placements ?? []).reduce((most, { bounds }) => Math.max(most, bounds.max_y), 0);
  const height = top + request.config.edge_margin;
  const remnant = last ? Math.max(1 - length / last.width, 1 - height / last.height) : 0;
  const used = (whole - (last?.width ?? 0) + length) * (last?.height ?? 0);
  return {
    length,
    used: sheets.reduce((sum, { count }) => sum + count, 0) - remnant,
    density: used > 0 ? (100 * area) / used : 0,
    unplaced: unplaced.reduce((sum, { count }) => sum + count, 0),
  };
}
