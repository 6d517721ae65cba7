/**
 * Which of many equally good plans? The core minimises the objective with its ties; among plans with the same bars' keys
 * and the same pieces this looks for the one with
 *
 *     least scrap      remnants too short to keep, where the request says what is worth keeping; then
 *     fewest patterns  where the request asks for it.
 *
 * Small plans are searched through to the end. Larger ones are improved: two bars at a time share their pieces anew for
 * less scrap, and three patterns (or two) are replaced by two (or one) that cut the same (after Foerster and Wascher,
 * "Pattern reduction in one-dimensional cutting stock problems", 2000). Steps are counted, so the result is the same
 * everywhere.
 */

import {
  type BarPattern,
  Bench,
  gather,
  merged,
  type PatternValue,
  spread,
  takeFrom,
  totalsOf,
} from "./bar-patterns.ts";
import type { CorePattern, CutTable } from "./cut-blocks.ts";

/** Steps of the search through all plans, and of the improvement after it: a fraction of a second each. */
const SEARCH_STEPS = 400_000;
const IMPROVE_STEPS = 3_000_000;
/** Steps for one pair of bars or one set of patterns. */
const SPLIT_STEPS = 3000;
/** More pieces than this are not searched through. */
const SEARCH_PIECES = 100;

/** Its generators yield after every few hundred steps; `patterns` is at any time the best plan so far. */
export class Refinement {
  patterns: CorePattern[];
  private readonly bench: Bench;

  constructor(
    private readonly table: CutTable,
    patterns: CorePattern[],
  ) {
    this.patterns = patterns;
    this.bench = new Bench(table);
  }

  /** False when plans are equally good, however they are. */
  static isWanted({ minOffcut, rules }: CutTable): boolean {
    return minOffcut > 0 || rules.fewestPatterns;
  }

  /** Looks through all plans, or improves the one at hand where there are too many. */
  *run(): Generator<undefined, void> {
    if (this.patterns.length === 0 || !Refinement.isWanted(this.table)) return;
    const plan = merged(this.patterns.map((pattern) => spread(pattern, this.table.types.length)));
    // Its steps are nobody's.
    const judge = new Bench(this.table);
    let best = judge.value(plan);
    const take = (next: BarPattern[]) => {
      const value = judge.value(next);
      if (isBehind(value, best)) return;
      best = value;
      this.patterns = next.map(gather);
    };
    if (!(yield* searchAll(this.bench, plan, take))) yield* improve(this.bench, plan, take);
  }
}

function isBehind([scrap, patterns]: PatternValue, [otherScrap, otherPatterns]: PatternValue): boolean {
  return scrap === otherScrap ? patterns > otherPatterns : scrap > otherScrap;
}

/** Finds the best of all plans with no greater key; false when there are too many. */
function* searchAll(
  bench: Bench,
  start: BarPattern[],
  take: (next: BarPattern[]) => void,
): Generator<undefined, boolean> {
  const { bars, goal, rules } = bench.table;
  const left = totalsOf(start);
  if (left.reduce((sum, count) => sum + count, 0) > SEARCH_PIECES) return false;
  const stock = bars.map(({ quantity }) => quantity);
  // No bar brings more capacity for its key.
  const ratio = Math.max(...bars.map((_, bar) => bench.capacity(bar) / goal.key[bar]!));
  let [leastScrap, leastPatterns] = bench.value(start);
  const chosen: BarPattern[] = [];
  bench.stepsLeft = SEARCH_STEPS;

  /** Every bar that is added holds the longest piece that is left, and equal choices fall. */
  const visit = function* (key: number, scrap: number, volume: number): Generator<undefined, void> {
    const longest = left.findIndex((count) => count > 0);
    if (longest < 0) {
      const best = merged(chosen);
      [leastScrap, leastPatterns] = bench.value(best);
      take(best);
      return;
    }
    for (let bar = 0; bar < bars.length; bar++) {
      if (stock[bar] === 0 || goal.key[bar]! > key || volume > key * ratio) continue;
      for (const amounts of fillings(bench, bar, left, longest)) {
        if (amounts === undefined) {
          yield;
          continue;
        }
        if (!falls(chosen.at(-1), bar, amounts)) continue;
        const wasted = scrap + bench.scrap(bar, amounts)!;
        chosen.push({ bar, count: 1, amounts });
        const patterns = rules.fewestPatterns ? merged(chosen).length : 0;
        if (wasted < leastScrap || (wasted === leastScrap && patterns < leastPatterns)) {
          stock[bar]!--;
          takeFrom(left, amounts, 1);
          const used = amounts.reduce((sum, amount, type) => sum + amount * bench.weight(type), 0);
          yield* visit(key - goal.key[bar]!, wasted, volume - used);
          takeFrom(left, amounts, -1);
          stock[bar]!++;
        }
        chosen.pop();
        if (bench.stepsLeft < 0) return;
      }
    }
  };
  const key = start.reduce((sum, { bar, count }) => sum + count * goal.key[bar]!, 0);
  yield* visit(
    key,
    0,
    left.reduce((sum, count, type) => sum + count * bench.weight(type), 0),
  );
  return bench.stepsLeft >= 0;
}

/**
 * Every way to fill a bar from what is left that holds a piece of type `first`, the least type there is, the most of
 * each type first; nothing where it is time for a pause.
 */
function* fillings(
  bench: Bench,
  bar: number,
  left: number[],
  first: number,
): Generator<number[] | undefined> {
  const amounts = left.map(() => 0);
  /** Free room for a type and those after it. */
  const room = [...amounts, 0];
  room[first] = bench.capacity(bar);
  let type = first;
  /** Takes so many of the type, and goes on to the next one. */
  const choose = (amount: number) => {
    amounts[type] = amount;
    room[type + 1] = room[type]! - amount * bench.weight(type);
    type++;
  };
  while (type >= first) {
    if (bench.due) yield;
    if (bench.stepsLeft-- < 0) return;
    if (type < left.length) {
      const most = Math.min(left[type]!, Math.floor(room[type]! / bench.weight(type)));
      if (type > first || most > 0) {
        choose(most);
        continue;
      }
    } else if (bench.scrap(bar, amounts) !== undefined) yield [...amounts];
    // Back to the last type there may be one less of.
    do type--;
    while (type >= first && amounts[type] === (type === first ? 1 : 0));
    if (type >= first) choose(amounts[type]! - 1);
  }
}

/** True unless the same bars were chosen in another order before: with the same longest piece, choices may not rise. */
function falls(before: BarPattern | undefined, bar: number, amounts: number[]): boolean {
  const first = amounts.findIndex((amount) => amount > 0);
  if (!before || before.amounts.findIndex((amount) => amount > 0) !== first) return true;
  if (before.bar !== bar) return before.bar < bar;
  const at = amounts.findIndex((amount, type) => amount !== before.amounts[type]);
  return at < 0 || amounts[at]! < before.amounts[at]!;
}

/** Makes the plan better step by step. */
function* improve(
  bench: Bench,
  start: BarPattern[],
  take: (next: BarPattern[]) => void,
): Generator<undefined, void> {
  bench.stepsLeft = IMPROVE_STEPS;
  // Not what was found among all plans, which were too many: more often than not the first one leads further.
  let plan = start;
  for (const change of [lessScrap, fewerPatterns]) {
    let next: BarPattern[] | undefined = plan;
    while (next && bench.stepsLeft > 0) {
      plan = next;
      take(plan);
      next = yield* change(bench, plan);
    }
  }
}

/** The plan with two bars' pieces shared anew, as often as both are there; undefined when that gains nothing. */
function* lessScrap(bench: Bench, plan: BarPattern[]): Generator<undefined, BarPattern[] | undefined> {
  if (bench.table.minOffcut === 0) return undefined;
  for (let p = 0; p < plan.length; p++) {
    for (let q = p; q < plan.length; q++) {
      const [a, b] = [plan[p]!, plan[q]!];
      const times = p === q ? Math.floor(a.count / 2) : Math.min(a.count, b.count);
      const before = bench.scrap(a.bar, a.amounts)! + bench.scrap(b.bar, b.amounts)!;
      if (times === 0 || before === 0) continue;
      if (bench.due) yield;
      if (bench.stepsLeft < 0) return undefined;
      const pool = a.amounts.map((amount, type) => amount + b.amounts[type]!);
      const split = splitPool(bench, pool, [a.bar, 1], [b.bar, 1], before);
      if (!split) continue;
      const rest = plan.map((pattern, at) => ({
        ...pattern,
        count: pattern.count - times * (Number(at === p) + Number(at === q)),
      }));
      return merged([
        ...rest.filter(({ count }) => count > 0),
        { bar: a.bar, count: times, amounts: split[0] },
        { bar: b.bar, count: times, amounts: split[1] },
      ]);
    }
  }
  return undefined;
}

/** The plan with fewer patterns that cut the same with no more scrap; undefined when none is found. */
function* fewerPatterns(bench: Bench, plan: BarPattern[]): Generator<undefined, BarPattern[] | undefined> {
  if (!bench.table.rules.fewestPatterns) return undefined;
  for (let p = 0; p < plan.length; p++) {
    for (let q = p + 1; q < plan.length; q++) {
      if (bench.due) yield;
      if (bench.stepsLeft < 0) return undefined;
      const one = replaced(bench, plan, [p, q]);
      if (one) return one;
    }
  }
  for (let p = 0; p < plan.length; p++) {
    for (let q = p + 1; q < plan.length; q++) {
      for (let r = q + 1; r < plan.length; r++) {
        if (bench.due) yield;
        if (bench.stepsLeft < 0) return undefined;
        const two = replaced(bench, plan, [p, q, r]);
        if (two) return two;
      }
    }
  }
  return undefined;
}

/** The plan with the patterns at `which` replaced by one less, on the same bars. */
function replaced(bench: Bench, plan: BarPattern[], which: number[]): BarPattern[] | undefined {
  const old = which.map((at) => plan[at]!);
  const others = plan.filter((_, at) => !which.includes(at));
  const pool = totalsOf(old);
  const scrap = old.reduce((sum, { bar, count, amounts }) => sum + count * bench.scrap(bar, amounts)!, 0);
  for (const [first, second] of barGroups(old)) {
    const split = splitPool(bench, pool, first, second, scrap + 1);
    if (!split) continue;
    const [a, b] = split;
    const made = [{ bar: first[0], count: first[1], amounts: a }];
    if (second[1] > 0) made.push({ bar: second[0], count: second[1], amounts: b });
    const next = merged([...others, ...made]);
    if (next.length < plan.length) return next;
  }
  return undefined;
}

/** How the bars of two patterns can be one group, or those of three two groups: [bar, count] each. */
function barGroups(old: BarPattern[]): [[number, number], [number, number]][] {
  const joined = (list: BarPattern[]): [number, number] => [
    list[0]!.bar,
    list.reduce((sum, { count }) => sum + count, 0),
  ];
  const alike = (list: BarPattern[]) => list.every(({ bar }) => bar === list[0]!.bar);
  if (old.length === 2) return alike(old) ? [[joined(old), [old[0]!.bar, 0]]] : [];
  return old.flatMap((alone) => {
    const pair = old.filter((other) => other !== alone);
    return alike(pair) ? [[joined(pair), joined([alone])] as [[number, number], [number, number]]] : [];
  });
}

/**
 * Shares `pool` among two groups of equal bars, without rest, with less scrap than `below`; the least that is found in
 * the steps allowed. A group of no bars gets nothing.
 */
function splitPool(
  bench: Bench,
  pool: number[],
  [barA, countA]: [bar: number, count: number],
  [barB, countB]: [bar: number, count: number],
  below: number,
): [number[], number[]] | undefined {
  const types = pool.flatMap((amount, type) => (amount > 0 ? [type] : []));
  const [a, b] = [pool.map(() => 0), pool.map(() => 0)];
  let best: [number[], number[]] | undefined;
  let least = below;
  let steps = SPLIT_STEPS;
  const walk = (at: number, roomA: number, roomB: number): void => {
    if (steps-- < 0 || least === 0) return;
    const type = types[at];
    if (type === undefined) {
      const [scrapA, scrapB] = [bench.scrap(barA, a), countB > 0 ? bench.scrap(barB, b) : 0];
      if (scrapA === undefined || scrapB === undefined) return;
      if (countA * scrapA + countB * scrapB >= least) return;
      least = countA * scrapA + countB * scrapB;
      best = [[...a], [...b]];
      return;
    }
    const weight = bench.weight(type);
    for (let amount = Math.floor(Math.min(pool[type]! / countA, roomA / weight)); amount >= 0; amount--) {
      const rest = pool[type]! - countA * amount;
      if (countB === 0 ? rest > 0 : rest % countB !== 0) continue;
      const other = countB === 0 ? 0 : rest / countB;
      if (other * weight > roomB) break;
      a[type] = amount;
      b[type] = other;
      walk(at + 1, roomA - amount * weight, roomB - other * weight);
    }
    a[type] = 0;
    b[type] = 0;
  };
  walk(0, bench.capacity(barA), bench.capacity(barB));
  bench.stepsLeft -= SPLIT_STEPS - steps;
  return best;
}
