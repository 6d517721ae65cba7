/** Plans with options whose answers the verifier has passed, tiny random requests, and the best plan by trying everything. */
import * as fc from "fast-check";
import { expect } from "vitest";
import {
  type CutPlan,
  type CutPlanRequest,
  type CutPlanRequestInput,
  cutPlanRequestSchema,
  cutPlanSchema,
} from "../../../engine/base/contract/cut-plan.ts";
import type { CutProgress } from "../../../engine/base/contract/search-options.ts";
import { solveCut } from "../../../engine/plan/cut/cut-solver.ts";
import { SearchJob } from "../../../engine/plan/search/job.ts";
import { verifyCut } from "../../../engine/verify/cut/cut-judge.ts";
import { onCutCore, smallJob, smallStock } from "./cut.ts";

export async function planVerified(input: CutPlanRequestInput, workBudget = 2_000_000): Promise<CutPlan> {
  const request = cutPlanRequestSchema.parse(input);
  const plan = await onCutCore((core) => solveCut(core, request, new SearchJob<CutProgress>({ workBudget })));
  expect(verifyCut(request, plan).violations).toEqual([]);
  expect(cutPlanSchema.parse(plan)).toEqual(plan);
  return plan;
}

type Options = NonNullable<CutPlanRequestInput["options"]>;

/** Requests small enough to try every plan, with the options that `options` makes. */
export function tinyRequests(options: fc.Arbitrary<Options>): fc.Arbitrary<CutPlanRequestInput> {
  const trim = fc.constantFrom(undefined, undefined, 0, 1, 3);
  return fc.record({
    stocks: fc.array(
      fc
        .record({
          ...smallStock,
          offcut: fc.boolean(),
          trim_start: trim,
          trim_end: trim,
        })
        .map(({ trim_start, trim_end, ...stock }) => ({
          ...stock,
          ...(trim_start === undefined ? {} : { trim_start }),
          ...(trim_end === undefined ? {} : { trim_end }),
        })),
      { minLength: 1, maxLength: 3 },
    ),
    ...smallJob,
    options,
  });
}

/** Smaller is better, first difference decides: length left over, objective, ties, pieces left over, scrap. */
export type PlanScore = number[];

export function compareScores(a: PlanScore, b: PlanScore): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return 0;
}

/** Score of `plan`, from its patterns alone. */
export function scoreOf(request: CutPlanRequest, plan: CutPlan): PlanScore {
  const { options = {} } = request;
  const lengths = lengthsOf(request);
  const left = lengths.map(
    (length) =>
      request.pieces.reduce((sum, piece) => sum + (piece.length === length ? piece.quantity : 0), 0) -
      plan.patterns.reduce(
        (sum, { cuts, count }) =>
          sum + cuts.reduce((total, run) => total + (run.length === length ? run.count * count : 0), 0),
        0,
      ),
  );
  const scrap = plan.patterns.reduce((sum, { count, length, used_length, trim_start, trim_end }) => {
    const rest = length - used_length - trim_start - trim_end;
    return sum + (rest < (options.min_offcut ?? 0) ? rest * count : 0);
  }, 0);
  const { total_stock_length, stocks_used, total_cost } = plan.summary;
  const plain = isByCost(request)
    ? [total_cost, total_stock_length, stocks_used]
    : [total_stock_length, stocks_used, total_cost];
  const used = options.offcuts_first ? [plan.objective, ...plain] : plain;
  return [
    left.reduce((sum, count, i) => sum + count * lengths[i]!, 0),
    ...used,
    left.reduce((sum, count) => sum + count, 0),
    scrap,
  ];
}

/** The best score of all plans. Pieces that fit no stock are left out of it. */
export function bestScore(request: CutPlanRequest): PlanScore {
  const { stocks, kerf, options = {} } = request;
  const lengths = lengthsOf(request);
  const demand = lengths.map((length) =>
    request.pieces.reduce((sum, piece) => sum + (piece.length === length ? piece.quantity : 0), 0),
  );
  let states = new Map([["", { left: demand, used: [0, 0, 0, 0, 0] }]]);
  for (const stock of stocks) {
    const { length, cost, offcut = false, quantity } = stock;
    const room = roomOf(request, stock);
    const price = isByCost(request) ? [cost, length, 1] : [length, 1, cost];
    const first = options.offcuts_first && !offcut ? price[0]! : 0;
    for (let bar = 0; bar < quantity; bar++) {
      const next = new Map(states);
      for (const { left, used } of states.values()) {
        for (const taken of fillings(left, lengths, room + kerf, request)) {
          const rest = left.map((count, i) => count - taken[i]!);
          const spent = taken.reduce((sum, count, i) => sum + count * (lengths[i]! + kerf), 0);
          const after = Math.max(0, room - spent);
          const scrap = after < (options.min_offcut ?? 0) ? after : 0;
          const score = used.map((value, i) => value + [first, ...price, scrap][i]!);
          const known = next.get(rest.join());
          if (!known || compareScores(score, known.used) < 0)
            next.set(rest.join(), { left: rest, used: score });
        }
      }
      states = next;
    }
  }
  return [...states.values()]
    .map(({ left, used: [first, a, b, c, scrap] }) => [
      left.reduce((sum, count, i) => sum + count * lengths[i]!, 0),
      ...(options.offcuts_first ? [first!] : []),
      ...[a!, b!, c!],
      left.reduce((sum, count) => sum + count, 0),
      scrap!,
    ])
    .reduce((best, score) => (compareScores(score, best) < 0 ? score : best));
}

function isByCost({ optimize, stocks }: CutPlanRequest): boolean {
  return optimize === "cost" && stocks.some(({ cost }) => cost > 0);
}

function roomOf({ options = {} }: CutPlanRequest, stock: CutPlanRequest["stocks"][number]): number {
  const start = stock.trim_start ?? options.trim_start ?? 0;
  return Math.max(0, stock.length - start - (stock.trim_end ?? options.trim_end ?? 0));
}

/** The different lengths that fit a stock. */
function lengthsOf(request: CutPlanRequest): number[] {
  const most = Math.max(...request.stocks.map((stock) => roomOf(request, stock)));
  return [...new Set(request.pieces.map(({ length }) => length))].filter((length) => length <= most);
}

/** Every way to take at least one of what is left onto a bar with room for the lengths and a kerf each. */
function fillings(left: number[], lengths: number[], room: number, request: CutPlanRequest): number[][] {
  const { max_pieces = Infinity, max_lengths = Infinity } = request.options ?? {};
  let partial: { taken: number[]; room: number }[] = [{ taken: [], room }];
  left.forEach((count, i) => {
    const weight = lengths[i]! + request.kerf;
    partial = partial.flatMap(({ taken, room }) =>
      Array.from({ length: Math.min(count, Math.floor(room / weight)) + 1 }, (_, amount) => ({
        taken: [...taken, amount],
        room: room - amount * weight,
      })),
    );
  });
  return partial
    .map(({ taken }) => taken)
    .filter((taken) => {
      const pieces = taken.reduce((sum, amount) => sum + amount, 0);
      return pieces > 0 && pieces <= max_pieces && taken.filter((amount) => amount > 0).length <= max_lengths;
    });
}

/** Different ways to cut a bar: equal lengths with different names are one. */
export function setUps({ patterns }: CutPlan): number {
  return new Set(
    patterns.map(({ length, trim_start, trim_end, cuts }) =>
      JSON.stringify([
        length,
        trim_start,
        trim_end,
        cuts.flatMap((run) => Array(run.count).fill(run.length)),
      ]),
    ),
  ).size;
}

/** The fewest set-ups of all plans with that score. */
export function fewestSetUps(request: CutPlanRequest, score: PlanScore): number {
  const lengths = lengthsOf(request);
  const demand = lengths.map((length) =>
    request.pieces.reduce((sum, piece) => sum + (piece.length === length ? piece.quantity : 0), 0),
  );
  const used = request.stocks.map(() => 0);
  const setUps = new Map<string, number>();
  let fewest = Infinity;
  const visit = (left: number[], sums: number[]): void => {
    if (setUps.size >= fewest || sums.some((sum, i) => sum > score[i + 1]! && i === 0)) return;
    if (left.every((count) => count === 0)) {
      if (compareScores(sums, score.slice(1, 4)) === 0) fewest = setUps.size;
      return;
    }
    const longest = left.findIndex((count) => count > 0);
    request.stocks.forEach((stock, j) => {
      if (used[j]! >= stock.quantity) return;
      const room = roomOf(request, stock);
      const price = isByCost(request) ? [stock.cost, stock.length, 1] : [stock.length, 1, stock.cost];
      for (const taken of fillings(left, lengths, room + request.kerf, request)) {
        if (taken[longest] === 0) continue;
        const key = JSON.stringify([stock.length, stock.trim_start ?? 0, stock.trim_end ?? 0, taken]);
        used[j]!++;
        setUps.set(key, (setUps.get(key) ?? 0) + 1);
        visit(
          left.map((count, i) => count - taken[i]!),
          sums.map((sum, i) => sum + price[i]!),
        );
        used[j]!--;
        if (setUps.get(key) === 1) setUps.delete(key);
        else setUps.set(key, setUps.get(key)! - 1);
      }
    });
  };
  visit(demand, [0, 0, 0]);
  return fewest;
}
