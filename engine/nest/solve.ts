/**
 * Nesting with everything the core can do: a validated plan request in, equal sheets with their count out. Hands the
 * core parts and sheets in its own frame (nestframe.ts), runs it in slices, and makes its sheets into an answer.
 */
import type { NestPlan, NestPlanRequest, PlanPlacement, PlanSheet } from "../contract/nest-plan.ts";
import type { NestStart } from "../contract/nest-sheets.ts";
import { invalidInput } from "../errors.ts";
import { rotation } from "../geometry/ring.ts";
import type { NestEvent, NestPlanProgress } from "../options.ts";
import type { Job } from "../search/job.ts";
import { guarded, readBlock, writeBlock } from "../wasm/heap.ts";
import type { CoreExports } from "../wasm/load.ts";
import { utilizationOf } from "./answer.ts";
import { type CorePlan, decodePlan, encodePlan, encodeProblem, givePlan, scoreOfPlan } from "./blocks.ts";
import { fixedPlacement, type Prepared, placer, prepare, sheetsFromStart } from "./frame.ts";
import { partsOnSheets } from "./kinds.ts";
import type { PreparedSheet } from "./sheets.ts";

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
  const { strip, config, max_sheets = Infinity, fixed = [] } = request;
  if (prepared.usable.length === 0) return planFrom(prepared, { revision: 0, sheets: [] });
  const block = encodeProblem({
    seed: job.seed,
    seat: job.seat,
    gap: config.spacing + config.kerf,
    types: prepared.usable.map(({ core: type }) => type),
    strip,
    leastSheets: prepared.lowerBound ?? 0,
    mostSheets: strip ? 1 : max_sheets - fixed.length,
    orientations: prepared.orientations.map(({ rotation: angle, mirrored }) => ({
      ...rotation(angle),
      mirrored,
    })),
    parts: prepared.kinds,
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
  guarded(core, () => core.nestSettle());
  const found = decodePlan(readBlock(core, core.nestBest()));
  core.nestClose();
  return planFrom(prepared, found);
}

/** Hands the core the layout to begin with. */
function begin(core: CoreExports, prepared: Prepared, start: NestStart): void {
  const { sheets, places } = sheetsFromStart(prepared, start);
  if (sheets.length === 0) return;
  const fault = givePlan(core, encodePlan(sheets), "nestStart");
  if (fault === null) return;
  throw invalidInput(places[fault]!, "the part lies off the sheet or too near to something there");
}

function planFrom(prepared: Prepared, found: CorePlan): NestPlan {
  const { request, parts, kinds, usable } = prepared;
  const place = placer(prepared);
  const laid = partsOnSheets(kinds, parts, found.sheets).map(({ type, copies, placements }) => ({
    prepared: usable[type]!,
    count: copies,
    placements: placements.map(place),
  }));
  // Sheets with parts on them are used whether the core has put more there or not.
  const untouched = prepared.sheets
    .filter((sheet) => sheet.fixed && !laid.some((other) => other.prepared === sheet))
    .map((sheet) => ({ prepared: sheet, count: 1, placements: [] as PlanPlacement[] }));
  const sheets = [...laid, ...untouched].map((sheet) => filledSheet(prepared, sheet));
  sheets.sort((a, b) => compareSheets(request, a, b));
  const placed = parts.map(() => 0);
  for (const { sheet } of sheets) for (const { part } of sheet.placements) placed[part]! += sheet.count;
  return {
    sheets: sheets.map(({ sheet }) => sheet),
    sheets_used: sheets.reduce((sum, { sheet }) => sum + sheet.count, 0),
    ...(prepared.lowerBound === null ? {} : { lower_bound: prepared.lowerBound }),
    placed_parts: placed.reduce((sum, count) => sum + count, 0),
    ...(request.sheets
      ? { cost: sheets.reduce((sum, { sheet, prepared: { cost } }) => sum + sheet.count * cost, 0) }
      : {}),
    unplaced: parts.flatMap(({ source }, i) => {
      const count = source.quantity - placed[i]!;
      return count > 0 ? [{ part_id: source.id, count }] : [];
    }),
  };
}

/** A sheet of the answer, and what its place among the others depends on. */
interface FilledSheet {
  sheet: PlanSheet;
  prepared: PreparedSheet;
  /** Net area of the parts, from the highest priority to the lowest. */
  areas: number[];
}

function filledSheet(
  prepared: Prepared,
  {
    prepared: type,
    count,
    placements,
  }: { prepared: PreparedSheet; count: number; placements: PlanPlacement[] },
): FilledSheet {
  const { request, parts, inset } = prepared;
  const all = [
    ...(type.fixed?.placements ?? []).map((place) => fixedPlacement(prepared, place)),
    ...placements,
  ];
  const areas = Array<number>(Math.max(...parts.map(({ level }) => level)) + 1).fill(0);
  for (const { part } of all) areas[parts[part]!.level]! += parts[part]!.area;
  const { id, height } = type.source;
  const width = request.strip ? lengthOf(all, inset) : type.source.width;
  const utilization = (100 * areas.reduce((sum, area) => sum + area, 0)) / (width * height);
  const sheet = {
    ...(id === undefined ? {} : { sheet_id: id }),
    count,
    width,
    height,
    utilization,
    placements: all,
  };
  return { sheet, prepared: type, areas };
}

/** Those of `fixed` in their order, then what has more material of the highest priority. */
function compareSheets({ fixed = [] }: NestPlanRequest, a: FilledSheet, b: FilledSheet): number {
  const rank = ({ prepared }: FilledSheet) => (prepared.fixed ? fixed.indexOf(prepared.fixed) : fixed.length);
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  const level = a.areas.findIndex((area, i) => area !== b.areas[i]);
  return level < 0 ? 0 : b.areas[level]! - a.areas[level]!;
}

/** Width that a strip needs for what lies on it. */
function lengthOf(placements: PlanPlacement[], inset: number): number {
  return placements.reduce((right, { bounds }) => Math.max(right, bounds.max_x), 0) + inset;
}
