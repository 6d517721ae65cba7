/**
 * Runs one benchmark job on the core alone, in this thread: no worker, no schema, any angles, strips too. The answer
 * is rebuilt from the core's placements and goes through the verifier on the original coordinates.
 */
import type { Bounds, Point } from "../../engine/contract/geometry.ts";
import type { NestData, NestRequest, Placement } from "../../engine/contract/nest.ts";
import { boundsOf, orientedRing, placeRing, rotation, signedArea } from "../../engine/geometry/ring.ts";
import { Job } from "../../engine/job.ts";
import { verifyNest } from "../../engine/verify/nest.ts";
import { readBlock, writeBlock } from "../../engine/wasm/heap.ts";
import { type CoreExports, instantiateCore } from "../../engine/wasm/load.ts";
import { type CorePlan, decodePlan, encodeProblem } from "../../engine/wasm/nest.ts";
import type { BenchJob, BenchPart } from "./jobs.ts";

export interface NestRun {
  data: NestData;
  /** What the verifier found wrong first. */
  fault: string | undefined;
  sheets: number;
  /** Greatest x of a part. */
  length: number;
  /** Area of the parts in percent of the strip used, or of all sheets but the unused end of the last. */
  density: number;
  /** Seconds to the first complete layout, to the last better one, and in all. */
  first: number;
  last: number;
  total: number;
}

/** A part about its own middle, which is where the core wants it. */
interface Centred {
  part: BenchPart;
  center: Point;
  rings: Point[][];
}

export async function runNesting(
  module: WebAssembly.Module,
  job: BenchJob,
  options: { timeLimitMs: number; seed: number },
): Promise<NestRun> {
  const core = await instantiateCore(module);
  const parts = job.parts.map(centred);
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  core.nestOpen(writeBlock(core, encodeProblem(problemOf(job, parts, options.seed))));
  let plan = decodePlan(readBlock(core, core.nestBest()));
  let [first, last, revision] = [seconds(), seconds(), plan.revision];
  await new Job(options).run(
    (work) => core.nestStep(work),
    () => {
      const [now, complete] = revisionOf(core);
      if (now === revision) return;
      if (revision === 0 && complete) first = seconds();
      revision = now;
      last = seconds();
    },
  );
  const total = seconds();
  plan = decodePlan(readBlock(core, core.nestBest()));
  core.nestClose();
  return { ...judge(job, parts, plan), first, last, total };
}

/** Whether there is a plan is told by its revision; reading the block is cheap next to a slice. */
function revisionOf(core: CoreExports): [revision: number, complete: boolean] {
  const { revision, sheets } = decodePlan(readBlock(core, core.nestBest()));
  return [revision, sheets.length > 0];
}

function centred(part: BenchPart): Centred {
  const box = boundsOf(part.exterior);
  const center: Point = [(box.min_x + box.max_x) / 2, (box.min_y + box.max_y) / 2];
  const rings = [part.exterior, ...part.holes].map((ring, r) =>
    orientedRing(ring, r === 0).map(([x, y]): Point => [x - center[0], y - center[1]]),
  );
  return { part, center, rings };
}

function problemOf({ sheet, spacing, margin }: BenchJob, parts: Centred[], seed: number) {
  const angles = [...new Set(parts.flatMap(({ part }) => part.angles))];
  // A strip is never longer than all its parts one behind the other.
  const endless = parts.reduce(
    (sum, { part, rings }) => sum + part.quantity * diagonal(boundsOf(rings[0]!)),
    0,
  );
  const strip = "strip" in sheet;
  return {
    seed,
    gap: spacing,
    width: strip ? endless : sheet.width - 2 * margin,
    height: (strip ? sheet.strip : sheet.height) - 2 * margin,
    strip,
    orientations: angles.map((angle) => ({ ...rotation(angle), mirrored: false })),
    parts: parts.map(({ part, rings }) => ({
      quantity: part.quantity,
      orientations: part.angles.map((angle) => angles.indexOf(angle)),
      rings,
    })),
  };
}

function diagonal({ min_x, min_y, max_x, max_y }: Bounds): number {
  return Math.hypot(max_x - min_x, max_y - min_y);
}

function judge(job: BenchJob, parts: Centred[], plan: CorePlan) {
  const placements = placementsOf(job, parts, plan);
  const length = placements.flat().reduce((most, { bounds }) => Math.max(most, bounds.max_x), 0) + job.margin;
  const strip = "strip" in job.sheet;
  const sheet = "strip" in job.sheet ? { width: Math.max(length, 1e-9), height: job.sheet.strip } : job.sheet;
  const areas = new Map(
    parts.map(({ part, rings }) => [part.id, rings.reduce((sum, r) => sum + signedArea(r), 0)]),
  );
  const areaOf = (list: Placement[]) => list.reduce((sum, { part_id }) => sum + areas.get(part_id)!, 0);
  const data = dataOf(job, placements, sheet, areaOf);
  const request: NestRequest = {
    parts: job.parts,
    sheet,
    config: { spacing: job.spacing, edge_margin: job.margin, rotation_step: 90, kerf: 0 },
  };
  const report = verifyNest(request, data, {
    angles: job.parts.map(({ angles }) => angles),
    complete: !strip,
  });
  const used = strip ? length : sheet.width * (placements.length - 1) + lastLength(placements, job.margin);
  const density = used > 0 ? (100 * areaOf(placements.flat())) / (used * sheet.height) : 0;
  const fault = strip && placements.length > 1 ? "a strip in pieces" : report.violations[0]?.message;
  return { data, fault, sheets: placements.length, length, density };
}

function lastLength(sheets: Placement[][], margin: number): number {
  const ends = sheets.map((list) => list.reduce((most, { bounds }) => Math.max(most, bounds.max_x), 0));
  return ends.length === 0 ? 0 : Math.min(...ends) + margin;
}

/** The placements of every sheet on the original coordinates. */
function placementsOf(job: BenchJob, parts: Centred[], plan: CorePlan): Placement[][] {
  const angles = [...new Set(job.parts.flatMap((part) => part.angles))];
  const instances = parts.map(() => 0);
  return plan.sheets.flatMap((sheet) =>
    Array.from({ length: sheet.copies }, () =>
      sheet.placements.map((placed): Placement => {
        const { part, center } = parts[placed.part]!;
        const angle = angles[placed.orientation]!;
        const { cos, sin } = rotation(angle);
        const x = placed.x + job.margin - (center[0] * cos - center[1] * sin);
        const y = placed.y + job.margin - (center[0] * sin + center[1] * cos);
        const bounds = boundsOf(placeRing(part.exterior, x, y, angle));
        return { part_id: part.id, instance: instances[placed.part]!++, x, y, rotation: angle, bounds };
      }),
    ),
  );
}

function dataOf(
  job: BenchJob,
  placements: Placement[][],
  sheet: { width: number; height: number },
  areaOf: (list: Placement[]) => number,
): NestData {
  const placed = new Map<string, number>();
  for (const { part_id } of placements.flat()) placed.set(part_id, (placed.get(part_id) ?? 0) + 1);
  const unplaced = job.parts.flatMap(({ id, quantity }) =>
    Array<string>(quantity - (placed.get(id) ?? 0)).fill(id),
  );
  const percent = (area: number, sheets: number) =>
    sheets === 0 ? 0 : (100 * area) / (sheet.width * sheet.height * sheets);
  const utilization = percent(areaOf(placements.flat()), placements.length);
  return {
    summary: {
      sheets_used: placements.length,
      total_parts: job.parts.reduce((sum, { quantity }) => sum + quantity, 0),
      placed_parts: placements.flat().length,
      unplaced_parts: unplaced.length,
      total_utilization: utilization,
      total_waste_percent: placements.length === 0 ? 0 : 100 - utilization,
    },
    sheets: placements.map((list, index) => ({
      index,
      utilization: percent(areaOf(list), 1),
      placements: list,
    })),
    unplaced,
  };
}
