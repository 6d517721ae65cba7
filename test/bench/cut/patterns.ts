/**
 * Cutting jobs for a general integer solver: all patterns as columns, HiGHS on one thread. Only for jobs
 * whose patterns can be listed; those have the model that every textbook would write down.
 */
import loadHighs from "highs";
import type { CutBenchJob } from "./jobs.ts";

export interface PatternAnswer {
  /** In the job's measure; undefined when no plan of everything was found in time. */
  value: number | undefined;
  proven: boolean;
  /** From the job to the answer, listing included. */
  seconds: number;
}

interface Pattern {
  stock: number;
  amounts: number[];
}

const MOST_PATTERNS = 20_000;
/** Fillings looked at before a job counts as one whose patterns cannot be listed. */
const MOST_STEPS = 2_000_000;
const SECONDS = 10;
/** Sums of tenths are not exact. */
const EQUAL = 1e-9;

/** Undefined when the job has too many patterns. */
export async function solveByPatterns(job: CutBenchJob): Promise<PatternAnswer | undefined> {
  const started = performance.now();
  const demand = new Map<number, number>();
  for (const { length, quantity } of job.request.pieces)
    demand.set(length, (demand.get(length) ?? 0) + quantity);
  const patterns = listPatterns(job, demand);
  if (patterns === undefined) return undefined;
  // A solver that has run out of memory is of no more use, so each job gets its own.
  const highs = await loadHighs();
  const answer = (value?: number, proven = false) => ({
    value,
    proven,
    seconds: (performance.now() - started) / 1000,
  });
  try {
    const solution = highs.solve(modelOf(job, patterns, [...demand.values()]), {
      time_limit: SECONDS,
      threads: 1,
      mip_rel_gap: 0,
      output_flag: false,
    });
    const columns = Object.values(solution.Columns);
    const whole = columns.every((column) => "Primal" in column && Number.isFinite(column.Primal));
    if (!whole || !Number.isFinite(solution.ObjectiveValue)) return answer();
    if (solution.Status !== "Optimal" && solution.Status !== "Time limit reached") return answer();
    return answer(solution.ObjectiveValue, solution.Status === "Optimal");
  } catch {
    return answer();
  }
}

/** Every filling of a stock to which no piece can be added. */
function listPatterns({ request }: CutBenchJob, demand: Map<number, number>): Pattern[] | undefined {
  const found: Pattern[] = [];
  const weights = [...demand.keys()].map((length) => length + request.kerf);
  const most = [...demand.values()];
  let steps = 0;
  const walk = (stock: number, type: number, room: number, amounts: number[]): boolean => {
    if (++steps > MOST_STEPS) return false;
    if (type === weights.length) {
      const full = weights.every((weight, i) => amounts[i] === most[i] || weight > room + EQUAL * weight);
      if (full) found.push({ stock, amounts: [...amounts] });
      return found.length <= MOST_PATTERNS;
    }
    const weight = weights[type]!;
    const fitting = Math.min(most[type]!, Math.floor(room / weight + EQUAL));
    for (let amount = fitting; amount >= 0; amount--) {
      amounts[type] = amount;
      if (!walk(stock, type + 1, room - amount * weight, amounts)) return false;
    }
    return true;
  };
  const listed = request.stocks.every(({ length }, stock) => walk(stock, 0, length + request.kerf, []));
  return listed ? found : undefined;
}

/** In the LP format; only stocks that could run out get a row. */
function modelOf({ request, measure }: CutBenchJob, patterns: Pattern[], demand: number[]): string {
  const prices = request.stocks.map(({ length, cost }) => {
    if (measure === "stocks") return 1;
    if (measure === "cost") return cost;
    return measure === "length" ? length : length + request.kerf;
  });
  const pieces = demand.reduce((sum, count) => sum + count, 0);
  const terms = (entry: (pattern: Pattern) => number) =>
    patterns.flatMap((pattern, p) => (entry(pattern) === 0 ? [] : `${entry(pattern)} x${p}`)).join("\n + ");
  const limits = request.stocks.flatMap(({ quantity }, j) => {
    const row = quantity < pieces ? terms(({ stock }) => Number(stock === j)) : "";
    return row === "" ? [] : ` s${j}: ${row} <= ${quantity}`;
  });
  return [
    "Minimize",
    ` obj: ${terms(({ stock }) => prices[stock]!)}`,
    "Subject To",
    ...demand.map((count, i) => ` d${i}: ${terms(({ amounts }) => amounts[i]!)} >= ${count}`),
    ...limits,
    "General",
    ` ${patterns.map((_, p) => `x${p}`).join("\n ")}`,
    "End",
  ].join("\n");
}
