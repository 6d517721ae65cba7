/**
 * Nesting with everything the core can do: a validated plan request in, equal sheets with their count out. Hands the
 * core parts and sheets in its own frame (nestframe.ts), runs it in slices, and makes its sheets into an answer.
 */
import type { NestPlan, NestPlanRequest, NestStart, PlanPlacement } from "./contract/nestplan.ts";
import { invalidInput } from "./errors.ts";
import { rotation } from "./geometry/ring.ts";
import type { Job } from "./job.ts";
import { type Prepared, placer, prepare, sheetsFromStart } from "./nestframe.ts";
import type { NestEvent, NestPlanProgress } from "./options.ts";
import { guarded, readBlock, writeBlock } from "./wasm/heap.ts";
import type { CoreExports } from "./wasm/load.ts";
import {
  type CorePlan,
  type CoreSheet,
  decodePlan,
  encodePlan,
  encodeProblem,
  givePlan,
  scoreOfPlan,
} from "./wasm/nest.ts";

/** Solves a request that has passed the schema and whose parts have passed `checkNestRequest`. */
export function planNest(
  core: CoreExports,
  request: NestPlanRequest,
  job: Job<NestPlanProgress>,
): Promise<NestPlan> {
  return searchPlans(core, request, job, (plan) => plan);
}

/** As `planNest`; `answerFrom` turns a better plan into what its progress event carries. */
export async function searchPlans<Answer>(
  core: CoreExports,
  request: NestPlanRequest,
  job: Job<NestEvent<Answer>>,
  answerFrom: (plan: NestPlan) => Answer,
): Promise<NestPlan> {
  const prepared = prepare(request);
  const { sheet, strip, config } = request;
  const width = strip ? 0 : sheet.width - 2 * prepared.inset;
  const height = sheet.height - 2 * prepared.inset;
  if (height <= 0 || (width <= 0 && !strip)) return planFrom(prepared, { revision: 0, sheets: [] });
  const block = encodeProblem({
    seed: job.seed,
    gap: config.spacing + config.kerf,
    width,
    height,
    strip,
    orientations: prepared.orientations.map(({ rotation: angle, mirrored }) => ({
      ...rotation(angle),
      mirrored,
    })),
    parts: prepared.parts.map(({ source, rings, orientations }) => ({
      quantity: source.quantity,
      rings,
      orientations,
    })),
  });
  guarded(core, () => core.nestOpen(writeBlock(core, block)));
  if (request.start) begin(core, prepared, request.start);
  let reported = -1;
  let event: Omit<NestEvent<Answer>, "seq" | "elapsedMs" | "best">;
  const report = () => {
    if (!job.wantsProgress) return;
    const found = decodePlan(readBlock(core, core.nestBest()));
    if (found.revision === reported) return job.report(event);
    reported = found.revision;
    const plan = planFrom(prepared, found);
    event = {
      phase: "nest",
      sheetsUsed: plan.sheets_used,
      placedParts: plan.placed_parts,
      utilization: utilizationOf(plan),
    };
    job.report({ ...event, best: answerFrom(plan) });
  };
  await job.run((work) => guarded(core, () => core.nestStep(work)), report, {
    offer() {
      const layout = readBlock(core, core.nestBest());
      return { score: scoreOfPlan(layout), layout };
    },
    adopt: (layout) => void givePlan(core, layout, "nestAdopt"),
  });
  const found = decodePlan(readBlock(core, core.nestBest()));
  core.nestClose();
  return planFrom(prepared, found);
}

/** Hands the core the layout to begin with. */
function begin(core: CoreExports, prepared: Prepared, start: NestStart): void {
  const sheets = sheetsFromStart(prepared, start);
  const fault = givePlan(core, encodePlan(sheets), "nestStart");
  if (fault === null) return;
  const places = sheets.flatMap(({ placements }, s) => placements.map((_, p) => [s, p] as const));
  const [s, p] = places[fault]!;
  const message = "the part lies off the sheet or too near to one before it";
  throw invalidInput(["start", "sheets", s, "placements", p], message);
}

/** Net area of all placed parts in percent of all sheets used; 0 when there are none. */
export function utilizationOf({ sheets }: NestPlan): number {
  const whole = sheets.reduce((sum, { width, height, count }) => sum + width * height * count, 0);
  const used = sheets.reduce((sum, s) => sum + s.utilization * s.width * s.height * s.count, 0);
  return whole === 0 ? 0 : used / whole;
}

function planFrom(prepared: Prepared, found: CorePlan): NestPlan {
  const { request, parts } = prepared;
  const areaOn = ({ placements }: CoreSheet) =>
    placements.reduce((sum, { part }) => sum + parts[part]!.area, 0);
  const filled = keepSheets(
    found.sheets
      .map((core) => ({ core, area: areaOn(core), count: core.copies }))
      .sort((a, b) => b.area - a.area),
    request.max_sheets,
  );
  const place = placer(prepared);
  const placed = parts.map(() => 0);
  const sheets = filled.map(({ core, area, count }) => {
    for (const { part } of core.placements) placed[part]! += count;
    const placements = core.placements.map(place);
    const width = request.strip ? lengthOf(placements, prepared.inset) : request.sheet.width;
    const utilization = (100 * area) / (width * request.sheet.height);
    return { count, width, height: request.sheet.height, utilization, placements };
  });
  return {
    sheets,
    sheets_used: filled.reduce((sum, { count }) => sum + count, 0),
    placed_parts: placed.reduce((sum, count) => sum + count, 0),
    unplaced: parts.flatMap(({ source }, i) => {
      const count = source.quantity - placed[i]!;
      return count > 0 ? [{ part_id: source.id, count }] : [];
    }),
  };
}

/** The first `most` sheets, equal ones counted. */
function keepSheets<Sheet extends { count: number }>(
  sheets: Sheet[],
  most = Number.POSITIVE_INFINITY,
): Sheet[] {
  const kept: Sheet[] = [];
  let left = most;
  for (const sheet of sheets) {
    if (left <= 0) break;
    kept.push({ ...sheet, count: Math.min(sheet.count, left) });
    left -= sheet.count;
  }
  return kept;
}

/** Width that a strip needs for what lies on it. */
function lengthOf(placements: PlanPlacement[], inset: number): number {
  return placements.reduce((right, { bounds }) => Math.max(right, bounds.max_x), 0) + inset;
}
