/** Jobs of every kind, the project's own and those of folders, each with how its answer is scored: less is better. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { nestPlanRequestSchema } from "../../../engine/base/contract/nest-plan.ts";
import type { CutPlanRequestInput, Engine } from "../../../engine/index.node.ts";
import type { Solver } from "../../helpers/ablations.ts";
import { Random } from "../../helpers/random.ts";
import { type CutBenchJob, readCutJobs } from "../cut/jobs.ts";
import { type BenchJob, readJobs } from "../jobs.ts";
import { ownCopies, ownFrames, ownFurniture, ownRings, ownStrips, ownTurning } from "../nest/kinds.ts";
import { measuresOf, requestOf } from "../nest/nesting.ts";
import { ownCuttingJobs, ownNestingJobs, ownPuzzles, ownRectangles } from "../nest/own.ts";
import { ownPanelJobs, type PanelBenchJob, readPanelJobs } from "../panels/jobs.ts";

type CutWitness = Pick<CutBenchJob, "set"> & { request: CutPlanRequestInput };

export interface Limits {
  seed: number;
  workBudget: number;
}

export interface Witness {
  solver: Solver;
  set: string;
  /** Scores, each under a name behind the set's. */
  score(engine: Engine, limits: Limits): Promise<Record<string, number>>;
}

/** Cutting of bars and of panels counts smaller units of work. */
const CUT_WORK = 25;
/** The most of a stock that a request may have. */
const MOST_STOCK = 10_000;
const UNLIMITED = 3_600_000;

export function witnesses(folders: string[]): Witness[] {
  const nests = [
    ...ownNestingJobs(),
    ...ownStrips(),
    ...ownTurning(),
    ...ownCopies(),
    ...ownFurniture(),
    ...ownRings(),
    ...ownFrames(),
    ...ownPuzzles(),
    ...ownRectangles(),
    ...folders.flatMap(readJobs),
  ];
  const cuts = [
    ...ownCuttingJobs().filter(({ set }) => !set.startsWith("1000 x")),
    ...scarceStock(),
    ...ruledBars(),
    ...folders.flatMap(readCutJobs),
  ];
  const panels = [...ownPanelJobs(), ...folders.flatMap(readPanelJobs)];
  return [
    ...nests.map(nestWitness),
    ...folders.flatMap(requestsIn),
    ...cuts.map(cutWitness),
    ...panels.map(panelWitness),
  ];
}

/** Material used in percent of the parts' own; what has no place counts as a sheet. */
function nestWitness(job: BenchJob): Witness {
  return { solver: "nest", set: job.set, score: scoreNest(requestOf(job), job.set) };
}

function scoreNest(request: ReturnType<typeof requestOf>, set: string): Witness["score"] {
  return async (engine, limits) => {
    const plan = await engine.nest(request, { ...limits, timeLimitMs: UNLIMITED });
    const { used, unplaced, length } = measuresOf(request, plan);
    const { width, height } = request.sheet ?? { width: 1, height: 1 };
    const material = request.strip ? length * height : (used + unplaced) * width * height;
    return { [set]: (100 * material) / areaOf(request) };
  };
}

function areaOf({ parts }: ReturnType<typeof requestOf>): number {
  const area = (ring: readonly (readonly [number, number])[]) =>
    Math.abs(
      ring.reduce((sum, [x, y], i) => {
        const [nextX, nextY] = ring[(i + 1) % ring.length]!;
        return sum + (x * nextY - nextX * y) / 2;
      }, 0),
    );
  return parts.reduce((sum, { exterior, holes, quantity }) => {
    const net = area(exterior) - holes.reduce((all, hole) => all + area(hole), 0);
    return sum + (quantity as number) * net;
  }, 0);
}

/** Requests of the package itself, turned by right angles where they say nothing. */
function requestsIn(folder: string): Witness[] {
  return readdirSync(folder)
    .filter((name) => name === "job.json")
    .map((name): Witness => {
      const json = JSON.parse(readFileSync(join(folder, name), "utf8"));
      const request = nestPlanRequestSchema.parse(json) as ReturnType<typeof requestOf>;
      const parts = request.parts.map((part) => ({ angles: [0, 90, 180, 270], ...part }));
      const set = folder.replace(/.*\//, "");
      return { solver: "nest", set, score: scoreNest({ ...request, parts }, set) };
    });
}

/** The gap that is left, how often there is no proof, and what has no place. */
function cutWitness({ request, set }: CutWitness): Witness {
  const stocks = request.stocks.map((stock) => ({
    ...stock,
    quantity: Math.min(stock.quantity ?? MOST_STOCK, MOST_STOCK),
  }));
  const score = async (engine: Engine, { seed, workBudget }: Limits) => {
    const budget = { seed, workBudget: CUT_WORK * workBudget, timeLimitMs: UNLIMITED };
    const plan = await engine.cut({ ...request, stocks }, budget);
    const missing = plan.unplaced.reduce((sum, { count }) => sum + count, 0);
    return {
      [`${set}: gap %`]: plan.gap_percent,
      [`${set}: unproven`]: plan.status === "feasible" ? 1 : 0,
      ...(set.startsWith("scarce") ? { [`${set}: left over`]: missing } : {}),
    };
  };
  return { solver: "cut", set, score };
}

/** Cost of panels in percent of the parts' share of the dearest, and how often there is no proof. */
function panelWitness({ request, set }: PanelBenchJob): Witness {
  const wanted = request.pieces.reduce(
    (sum, { length, width, quantity = 1 }) => sum + length * width * quantity,
    0,
  );
  const score = async (engine: Engine, { seed, workBudget }: Limits) => {
    const budget = { seed, workBudget: CUT_WORK * workBudget, timeLimitMs: UNLIMITED };
    const { summary, status, total_offcut, patterns } = await engine.panels(request, budget);
    const byCost = request.optimize === "cost";
    return {
      [`${set}: ${byCost ? "cost" : "material"} %`]:
        (100 * (byCost ? summary.total_cost : summary.total_stock_area)) / wanted,
      [`${set}: unproven`]: status === "feasible" ? 1 : 0,
      ...(set === "furniture"
        ? { [`${set}: scrap %`]: scrapOf(summary.total_stock_area, total_offcut, wanted) }
        : {}),
      ...(set === "few patterns" ? { [`${set}: patterns`]: patterns.length } : {}),
    };
  };
  return { solver: "panel", set, score };
}

/** Material that is neither a piece nor an offcut worth keeping. */
function scrapOf(material: number, offcut: number, wanted: number): number {
  return (100 * (material - offcut - wanted)) / wanted;
}

/** Bars that hold one or two different lengths, or a few pieces: twelve of each. */
function ruledBars(): CutWitness[] {
  return Array.from({ length: 36 }, (_, i): CutWitness => {
    const random = new Random(2600 + i);
    const pieces = Array.from({ length: random.int(5, 25) }, (_, at) => {
      return { id: `piece ${at}`, length: random.int(2000, 25_000) / 10, quantity: random.int(1, 60) };
    });
    const lengths = random.shuffle([3000, 4200, 6000, 7000]).slice(0, random.int(1, 3));
    const stocks = lengths.map((length, at) => {
      return { id: `bar ${at}`, length, quantity: random.chance(0.2) ? 40 : 10_000, cost: 0 };
    });
    const options = i % 3 === 2 ? { max_pieces: random.int(3, 6) } : { max_lengths: 1 + (i % 3) };
    const set = i % 3 === 0 ? "one length to a bar" : "ruled bars";
    return { set, request: { stocks, pieces, kerf: 3, optimize: "waste", options } };
  });
}

/** Bars for about as much as is wanted, so that something is left over or hardly anything. */
function scarceStock(): CutWitness[] {
  return Array.from({ length: 12 }, (_, i): CutWitness => {
    const random = new Random(2500 + i);
    const pieces = Array.from({ length: random.int(5, 30) }, (_, at) => {
      return { id: `piece ${at}`, length: random.int(3000, 28_000) / 10, quantity: random.int(1, 12) };
    });
    const wanted = pieces.reduce((sum, { length, quantity }) => sum + length * quantity, 0);
    const lengths = random.shuffle([3000, 4200, 6000, 7000]).slice(0, random.int(1, 3));
    const each = (random.float(0.95, 1.08) * wanted) / lengths.reduce((sum, length) => sum + length, 0);
    const stocks = lengths.map((length, at) => {
      return { id: `bar ${at}`, length, quantity: Math.max(1, Math.round(each)), cost: 0 };
    });
    const request: CutPlanRequestInput = { stocks, pieces, kerf: random.pick([0, 3]), optimize: "waste" };
    return { set: "scarce stock", request };
  });
}
