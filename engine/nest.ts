/**
 * Nesting: a validated request in, the interface's answer out. Prepares rings and clearances for the core, runs it
 * in slices, and turns its plan into sheets, placements and sums.
 *
 * The core works on part coordinates about each part's centre and on the rectangle inside the margins; the shift
 * between that and the interface's placements is made here and nowhere else.
 */
import type { Bounds, Point, Ring } from "./contract/geometry.ts";
import type { NestData, NestPart, NestRequest, Placement, SheetOutput } from "./contract/nest.ts";
import { boundsOf, orientedRing, rotation, signedArea } from "./geometry/ring.ts";
import type { Job } from "./job.ts";
import type { NestProgress } from "./options.ts";
import { guarded, readBlock, writeBlock } from "./wasm/heap.ts";
import type { CoreExports } from "./wasm/load.ts";
import { type CorePlan, type CoreProblem, type CoreSheet, decodePlan, encodeProblem } from "./wasm/nest.ts";

/** A part of the request as the core sees it, and what is needed to come back. */
interface PreparedPart {
  id: string;
  quantity: number;
  /** Open, oriented, about `center`. */
  rings: Ring[];
  center: Point;
  /** Net of holes. */
  area: number;
  /** Extent of the exterior about `center`, one per angle. */
  extents: Bounds[];
}

interface Prepared {
  request: NestRequest;
  angles: number[];
  parts: PreparedPart[];
  /** Distance of the usable rectangle from the sheet's edge. */
  inset: number;
}

/** Solves a request that has passed the schema and `checkNestRequest`. */
export async function solveNest(
  core: CoreExports,
  request: NestRequest,
  job: Job<NestProgress>,
): Promise<NestData> {
  const prepared = prepare(request);
  const problem = problemOf(prepared, job.seed);
  if (!(problem.width > 0 && problem.height > 0)) return dataFromPlan(prepared, { revision: 0, sheets: [] });
  guarded(core, () => core.nestOpen(writeBlock(core, encodeProblem(problem))));
  let reported = -1;
  let best: NestData | undefined;
  await job.run(
    (work) => guarded(core, () => core.nestStep(work)),
    () => {
      if (!job.wantsProgress) return;
      const plan = decodePlan(readBlock(core, core.nestBest()));
      const improved = plan.revision !== reported;
      reported = plan.revision;
      if (improved || !best) best = dataFromPlan(prepared, plan);
      const { sheets_used, placed_parts, total_utilization } = best.summary;
      const event = { sheetsUsed: sheets_used, placedParts: placed_parts, utilization: total_utilization };
      job.report({ phase: "nest", ...event, ...(improved ? { best } : {}) });
    },
  );
  const plan = decodePlan(readBlock(core, core.nestBest()));
  core.nestClose();
  return dataFromPlan(prepared, plan);
}

function prepare(request: NestRequest): Prepared {
  const { rotation_step, edge_margin, kerf } = request.config;
  const angles: number[] = [];
  // The slack keeps the last multiple of a step like 22.5 or 90/7, whose product may round to a hair above 90.
  for (let k = 0; k * rotation_step <= 90 + 1e-9; k++) angles.push(Math.min(90, k * rotation_step));
  return {
    request,
    angles,
    parts: request.parts.map((part) => preparePart(part, angles)),
    inset: edge_margin + kerf / 2,
  };
}

function preparePart(part: NestPart, angles: number[]): PreparedPart {
  const given = [orientedRing(part.exterior, true), ...part.holes.map((hole) => orientedRing(hole, false))];
  const box = boundsOf(given[0]!);
  const center: Point = [(box.min_x + box.max_x) / 2, (box.min_y + box.max_y) / 2];
  const rings = given.map((ring) => ring.map(([x, y]): Point => [x - center[0], y - center[1]]));
  return {
    id: part.id,
    quantity: part.quantity,
    rings,
    center,
    area: rings.reduce((sum, ring) => sum + signedArea(ring), 0),
    extents: angles.map((angle) => boundsOf(rings[0]!.map((point) => turn(point, angle)))),
  };
}

function turn([x, y]: Point, angle: number): Point {
  const { cos, sin } = rotation(angle);
  return [x * cos - y * sin, x * sin + y * cos];
}

function problemOf({ request, angles, parts, inset }: Prepared, seed: number): CoreProblem {
  const { sheet, config } = request;
  return {
    seed,
    gap: config.spacing + config.kerf,
    width: sheet.width - 2 * inset,
    height: sheet.height - 2 * inset,
    strip: false,
    orientations: angles.map((angle) => ({ ...rotation(angle), mirrored: false })),
    parts: parts.map(({ quantity, rings }) => ({ quantity, rings, orientations: angles.map((_, i) => i) })),
  };
}

/** The interface's answer; the fullest sheets come first, so the remnant is on the last one. */
function dataFromPlan(job: Prepared, plan: CorePlan): NestData {
  const { sheet } = job.request;
  const sheetArea = sheet.width * sheet.height;
  const areaOn = (s: CoreSheet) => s.placements.reduce((sum, { part }) => sum + job.parts[part]!.area, 0);
  const filled = plan.sheets
    .map((coreSheet) => ({ coreSheet, area: areaOn(coreSheet) }))
    .sort((a, b) => b.area - a.area)
    .flatMap((entry) => Array.from({ length: entry.coreSheet.copies }, () => entry));
  const instances = job.parts.map(() => 0);
  const sheets = filled.map(({ coreSheet, area }, index): SheetOutput => {
    const placements = coreSheet.placements.map(({ part, orientation, x, y }) =>
      placementOf(job, part, orientation, [x, y], instances[part]!++),
    );
    return { index, utilization: percent(area, sheetArea), placements };
  });
  const unplaced = job.parts.flatMap(({ id, quantity }, i) =>
    Array.from({ length: quantity - instances[i]! }, () => id),
  );
  const total = job.parts.reduce((sum, { quantity }) => sum + quantity, 0);
  const placedArea = filled.reduce((sum, { area }) => sum + area, 0);
  const utilization = sheets.length === 0 ? 0 : percent(placedArea, sheetArea * sheets.length);
  return {
    summary: {
      sheets_used: sheets.length,
      total_parts: total,
      placed_parts: total - unplaced.length,
      unplaced_parts: unplaced.length,
      total_utilization: utilization,
      total_waste_percent: sheets.length === 0 ? 0 : 100 - utilization,
    },
    sheets,
    unplaced,
  };
}

function percent(part: number, whole: number): number {
  return (100 * part) / whole;
}

/** From the core's frame (part about its centre, usable rectangle) to the interface's (part as sent, sheet). */
function placementOf(
  { parts, angles, inset }: Prepared,
  index: number,
  orientation: number,
  [x, y]: Point,
  instance: number,
): Placement {
  const part = parts[index]!;
  const angle = angles[orientation]!;
  const center = turn(part.center, angle);
  const extent = part.extents[orientation]!;
  return {
    part_id: part.id,
    instance,
    x: x + inset - center[0],
    y: y + inset - center[1],
    rotation: angle,
    bounds: {
      min_x: extent.min_x + x + inset,
      min_y: extent.min_y + y + inset,
      max_x: extent.max_x + x + inset,
      max_y: extent.max_y + y + inset,
    },
  };
}
