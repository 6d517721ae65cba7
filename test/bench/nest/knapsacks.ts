/**
 * Knapsacks of very many different parts, convex and concave, with priorities, for one sheet that does not hold them all;
 * and two greedies as peers: by priority, then by area, each part is dropped to where it comes to lie lowest, leftmost
 * among equals, as its box or along its outline.
 */
import type { NestPlan, NestPlanRequest } from "../../../engine/base/contract/nest-plan.ts";
import type { Ring } from "../../../engine/base/contract/values/geometry.ts";
import { pointBounds, signedArea } from "../../../engine/base/geometry/ring.ts";
import { planNest } from "../../../engine/plan/nest/nest-solver.ts";
import { SearchJob } from "../../../engine/plan/search/job.ts";
import { instantiateCore } from "../../../engine/plan/wasm/load.ts";
import { verifyNest } from "../../../engine/verify/nest/nest-judge.ts";
import { ellipseOrStar } from "../../helpers/nest/jobs.ts";
import { Random } from "../../helpers/random.ts";

export interface Knapsack {
  set: string;
  name: string;
  request: NestPlanRequest;
}

export interface KnapsackRun {
  /** Shares of the sheet in percent: of the answer, and of the greedies'. */
  density: number;
  boxes: number;
  outlines: number;
  /** Seconds of processor time of the answer, and megabytes of the core. */
  cpu: number;
  megabytes: number;
  placed: number;
  /** Copies neither placed nor said to be missing. */
  lost: number;
  fault: string | undefined;
}

/** All that a sheet is wanted to hold, in terms of its area. */
const WANTED = 1.3;
const PRIORITIES = 10;
/** Columns of the greedies to a part of mean size. */
const COLUMNS = 40;

export function ownKnapsacks(): Knapsack[] {
  return [1000, 2000, 5000, 10_000].map((count, i): Knapsack => {
    const random = new Random(7500 + i);
    const parts = Array.from({ length: count }, (_, id) => ({
      id: `${id}`,
      quantity: 1,
      exterior: ellipseOrStar(random, id % 2 === 0),
      holes: [],
      angles: [0],
      mirror: false,
      priority: random.int(0, PRIORITIES - 1),
    }));
    const side = Math.sqrt(parts.reduce((sum, { exterior }) => sum + signedArea(exterior), 0) / WANTED);
    return {
      set: "own knapsacks",
      name: `${count} different parts`,
      request: {
        parts,
        sheet: { width: side, height: side },
        config: { spacing: 0, edge_margin: 0, rotation_step: 90, kerf: 0 },
        strip: false,
        max_sheets: 1,
      },
    };
  });
}

export async function runKnapsack(
  wasm: WebAssembly.Module,
  { request }: Knapsack,
  options: { timeLimitMs: number; seed: number },
): Promise<KnapsackRun> {
  const core = await instantiateCore(wasm);
  const before = process.cpuUsage();
  const plan = await planNest(core, request, new SearchJob(options));
  const { user, system } = process.cpuUsage(before);
  const placed = plan.placed_parts;
  return {
    density: densityOf(request, plan),
    boxes: greedyDensity(request, boxOf),
    outlines: greedyDensity(request, (ring) => ring),
    cpu: (user + system) / 1e6,
    megabytes: core.memory.buffer.byteLength / 2 ** 20,
    placed,
    lost: request.parts.length - placed - plan.unplaced.reduce((sum, { count }) => sum + count, 0),
    fault: verifyNest(request, plan).violations[0]?.message,
  };
}

function densityOf({ parts, sheet }: NestPlanRequest, { sheets }: NestPlan): number {
  const areas = sheets.flatMap(({ placements }) =>
    placements.map(({ part }) => signedArea(parts[part as number]!.exterior)),
  );
  return (100 * areas.reduce((sum, area) => sum + area, 0)) / (sheet!.width * sheet!.height);
}

/** `seen`: what the greedy takes an outline for. */
function greedyDensity({ parts, sheet }: NestPlanRequest, seen: (ring: Ring) => Ring): number {
  const areas = new Map(parts.map((part) => [part, signedArea(part.exterior)]));
  const order = [...parts].sort(
    (a, b) => (b.priority ?? 0) - (a.priority ?? 0) || areas.get(b)! - areas.get(a)!,
  );
  const { width, height } = sheet!;
  const step = Math.sqrt((width * height) / parts.length) / COLUMNS;
  const tops = new Float64Array(Math.floor(width / step));
  let held = 0;
  for (const part of order) {
    if (drop(tops, columnsOf(seen(part.exterior), step), height)) held += areas.get(part)!;
  }
  return (100 * held) / (width * height);
}

function boxOf(ring: Ring): Ring {
  const { min_x, min_y, max_x, max_y } = pointBounds(ring);
  return [
    [min_x, min_y],
    [max_x, min_y],
    [max_x, max_y],
    [min_x, max_y],
  ];
}

/** Where an outline begins and ends in each column of so wide a raster, from its lowest point on. */
function columnsOf(ring: Ring, step: number): { low: Float64Array; high: Float64Array } {
  const { min_x: left, min_y: floor, max_x: right } = pointBounds(ring);
  const count = Math.ceil((right - left) / step);
  const low = new Float64Array(count).fill(Infinity);
  const high = new Float64Array(count).fill(-Infinity);
  // In the middle of a column, so that the raster makes parts neither larger nor smaller.
  for (let c = 0; c < count; c++) {
    const x = left + (c + 0.5) * step;
    for (const [i, [bx, by]] of ring.entries()) {
      const [ax, ay] = ring.at(i - 1)!;
      if (ax > x === bx > x) continue;
      const y = ay + ((x - ax) / (bx - ax)) * (by - ay) - floor;
      low[c] = Math.min(low[c]!, y);
      high[c] = Math.max(high[c]!, y);
    }
  }
  return { low, high };
}

/** Lays an outline on the tops of what lies there already; false when it does not fit. */
function drop(
  tops: Float64Array,
  { low, high }: { low: Float64Array; high: Float64Array },
  height: number,
): boolean {
  const count = low.length;
  let [least, at] = [Infinity, -1];
  for (let c = 0; c + count <= tops.length; c++) {
    let y = 0;
    for (let k = 0; k < count && y < least; k++) y = Math.max(y, tops[c + k]! - low[k]!);
    if (y < least) [least, at] = [y, c];
  }
  if (at < 0 || least + Math.max(...high) > height) return false;
  for (let k = 0; k < count; k++) tops[at + k] = Math.max(tops[at + k]!, least + high[k]!);
  return true;
}
