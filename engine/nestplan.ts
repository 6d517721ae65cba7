/**
 * Nesting with everything the core can do: a validated plan request in, equal sheets with their count out. Prepares
 * rings and clearances for the core, runs it in slices, and puts its placements where the sheets are.
 *
 * The core works on part coordinates about each part's centre and on the rectangle inside the margins; the shift
 * between that and placements is made here and nowhere else.
 */
import type { Bounds, Point, Ring } from "./contract/geometry.ts";
import type { NestPlan, NestPlanPart, NestPlanRequest, PlanPlacement } from "./contract/nestplan.ts";
import { boundsOf, orientedRing, rotation, signedArea } from "./geometry/ring.ts";
import type { Job } from "./job.ts";
import type { NestEvent, NestPlanProgress } from "./options.ts";
import { guarded, readBlock, writeBlock } from "./wasm/heap.ts";
import type { CoreExports } from "./wasm/load.ts";
import { type CorePlacement, type CorePlan, type CoreSheet, decodePlan, encodeProblem } from "./wasm/nest.ts";

/** A part of the request as the core sees it, and what is needed to come back. */
interface PreparedPart {
  source: NestPlanPart;
  /** Open, oriented, about `center`. */
  rings: Ring[];
  center: Point;
  /** Net of holes. */
  area: number;
  /** Positions in the list of orientations. */
  orientations: number[];
}

interface Orientation {
  rotation: number;
  mirrored: boolean;
}

interface Prepared {
  request: NestPlanRequest;
  orientations: Orientation[];
  parts: PreparedPart[];
  /** Distance of the usable rectangle from the sheet's edge. */
  inset: number;
}

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
  await job.run((work) => guarded(core, () => core.nestStep(work)), report);
  const found = decodePlan(readBlock(core, core.nestBest()));
  core.nestClose();
  return planFrom(prepared, found);
}

/** The multiples of a rotation step up to 90 degrees. */
export function anglesOfStep(step: number): number[] {
  const angles: number[] = [];
  // The slack keeps the last multiple of a step like 90/7, whose product may round to a hair above 90.
  for (let k = 0; k * step <= 90 + 1e-9; k++) angles.push(Math.min(90, k * step));
  return angles;
}

/** Net area of all placed parts in percent of all sheets used; 0 when there are none. */
export function utilizationOf({ sheets }: NestPlan): number {
  const whole = sheets.reduce((sum, { width, height, count }) => sum + width * height * count, 0);
  const used = sheets.reduce((sum, s) => sum + s.utilization * s.width * s.height * s.count, 0);
  return whole === 0 ? 0 : used / whole;
}

function prepare(request: NestPlanRequest): Prepared {
  const { rotation_step, edge_margin, kerf } = request.config;
  const orientations: Orientation[] = [];
  const indexOf = (wanted: Orientation) => {
    const known = orientations.findIndex(
      (other) => other.rotation === wanted.rotation && other.mirrored === wanted.mirrored,
    );
    return known >= 0 ? known : orientations.push(wanted) - 1;
  };
  const parts = request.parts.map((source): PreparedPart => {
    const angles = [...new Set(source.angles ?? anglesOfStep(rotation_step))];
    const sides = source.mirror ? [false, true] : [false];
    return {
      source,
      ...centered(source),
      orientations: sides.flatMap((mirrored) =>
        angles.map((angle) => indexOf({ rotation: angle, mirrored })),
      ),
    };
  });
  return { request, orientations, parts, inset: edge_margin + kerf / 2 };
}

function centered(part: NestPlanPart): Pick<PreparedPart, "rings" | "center" | "area"> {
  const given = [orientedRing(part.exterior, true), ...part.holes.map((hole) => orientedRing(hole, false))];
  const box = boundsOf(given[0]!);
  const center: Point = [(box.min_x + box.max_x) / 2, (box.min_y + box.max_y) / 2];
  const rings = given.map((ring) => ring.map(([x, y]): Point => [x - center[0], y - center[1]]));
  return { rings, center, area: rings.reduce((sum, ring) => sum + signedArea(ring), 0) };
}

function turn([x, y]: Point, { rotation: angle, mirrored }: Orientation): Point {
  const { cos, sin } = rotation(angle);
  const side = mirrored ? -x : x;
  return [side * cos - y * sin, side * sin + y * cos];
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

/**
 * From the core's frame (part about its centre, usable rectangle) to the sheet's (part as sent). Extents are kept
 * per part and orientation: many copies share them.
 */
function placer({
  request,
  parts,
  orientations,
  inset,
}: Prepared): (placement: CorePlacement) => PlanPlacement {
  const extents = new Map<number, Bounds>();
  return ({ part: index, orientation: turned, x, y }) => {
    const part = parts[index]!;
    const orientation = orientations[turned]!;
    const key = index * orientations.length + turned;
    const extent = extents.get(key) ?? boundsOf(part.rings[0]!.map((point) => turn(point, orientation)));
    extents.set(key, extent);
    const center = turn(part.center, orientation);
    return {
      part: index,
      part_id: request.parts[index]!.id,
      x: x + inset - center[0],
      y: y + inset - center[1],
      ...orientation,
      bounds: {
        min_x: extent.min_x + x + inset,
        min_y: extent.min_y + y + inset,
        max_x: extent.max_x + x + inset,
        max_y: extent.max_y + y + inset,
      },
    };
  };
}
