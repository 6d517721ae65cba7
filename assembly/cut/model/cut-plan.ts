/**
 * Plans as patterns with counts, and which of two is better. A plan never lists bars one by one, so its size depends
 * on the number of types, not of pieces.
 */
import { mark, release, reserve } from "../../memory";
import { copyInts, Ints, reserveInts, reserveRawInts } from "../../vector";
import {
  barCount,
  capacity,
  demand,
  key,
  limit,
  maxPieces,
  maxTypes,
  pieceCount,
  primary,
  typeCount,
  weight,
  worth,
} from "./cut-problem";
import { add, clearBar } from "./cut-rules";

@unmanaged
export class BarsPlan {
  patterns: i32;
  entries: i32;
  /** 1 when the plan needed more room than it has and is worth nothing. */
  overflow: i32;
  /** Pieces that fit a bar and are in none: their worth, and their number. */
  missingWorth: f64;
  missing: f64;
  /** Sum of the bars' keys. */
  key: f64;
  /** Per pattern: bar, count, and where its entries begin (one more at the end). */
  bar: Ints;
  count: Ints;
  start: Ints;
  /** Per entry. */
  type: Ints;
  amount: Ints;
}

/** Patterns and entries that a plan has room for. */
let patternRoom: i32 = 0;
let entryRoom: i32 = 0;
/** Scratch: pieces that a plan leaves. */
let rest: Ints = changetype<Ints>(0);

/** Fixes how large a plan can get; call once, before the first plan. */
export function sizePlans(): void {
  // A greedy step ends a type, halves one, or ends a bar's stock: well below this. Entries per pattern are few
  // unless the pieces are tiny, and then there are few patterns.
  patternRoom = 12 * typeCount + 8 * barCount + 256;
  entryRoom = 64 * patternRoom + min(typeCount * typeCount, 1 << 20);
  rest = reserveInts(typeCount);
}

export function createPlan(): BarsPlan {
  const plan = changetype<BarsPlan>(reserve(offsetof<BarsPlan>()));
  plan.bar = reserveInts(patternRoom);
  plan.count = reserveInts(patternRoom);
  plan.start = reserveInts(patternRoom + 1);
  plan.type = reserveRawInts(entryRoom);
  plan.amount = reserveRawInts(entryRoom);
  clearPlan(plan);
  return plan;
}

export function clearPlan(plan: BarsPlan): void {
  plan.patterns = 0;
  plan.entries = 0;
  plan.overflow = 0;
  plan.missingWorth = 0;
  plan.missing = pieceCount;
  plan.key = 0;
  plan.start[0] = 0;
}

/** Appends `count` bars cut as `amounts` says (one amount per type). */
export function addPattern(plan: BarsPlan, bar: i32, count: i32, amounts: Ints): void {
  if (plan.patterns >= patternRoom || plan.entries + typeCount > entryRoom) {
    plan.overflow = 1;
    return;
  }
  let at = plan.entries;
  for (let i = 0; i < typeCount; i++) {
    if (amounts[i] > 0) {
      plan.type[at] = i;
      plan.amount[at++] = amounts[i];
    }
  }
  plan.bar[plan.patterns] = bar;
  plan.count[plan.patterns] = count;
  plan.entries = at;
  plan.start[++plan.patterns] = at;
}

/** Pieces of each type that `plan` leaves. */
export function countRest(plan: BarsPlan, left: Ints): void {
  copyInts(left, demand, typeCount);
  for (let p = 0; p < plan.patterns; p++) {
    for (let e = plan.start[p]; e < plan.start[p + 1]; e++)
      left[plan.type[e]] -= plan.count[p] * plan.amount[e];
  }
}

/** Brings the totals of a plan up to date with its patterns. */
export function sumPlan(plan: BarsPlan): void {
  countRest(plan, rest);
  plan.key = 0;
  for (let p = 0; p < plan.patterns; p++) plan.key += key[plan.bar[p]] * <f64>plan.count[p];
  plan.missing = 0;
  plan.missingWorth = 0;
  for (let i = 0; i < typeCount; i++) {
    assert(rest[i] >= 0);
    plan.missing += <f64>rest[i];
    plan.missingWorth += <f64>rest[i] * worth[i];
  }
}

/** The plan's value in the user's objective. */
export function primaryOf(plan: BarsPlan): f64 {
  let total: f64 = 0;
  for (let p = 0; p < plan.patterns; p++) total += primary[plan.bar[p]] * <f64>plan.count[p];
  return total;
}

/** Most placed first, then the objective with its ties, then fewest unplaced, then fewest patterns. */
export function betterPlan(a: BarsPlan, b: BarsPlan): bool {
  if (a.overflow !== b.overflow) return a.overflow < b.overflow;
  if (a.missingWorth !== b.missingWorth) return a.missingWorth < b.missingWorth;
  if (a.key !== b.key) return a.key < b.key;
  if (a.missing !== b.missing) return a.missing < b.missing;
  return a.patterns < b.patterns;
}

export function copyPlan(to: BarsPlan, from: BarsPlan): void {
  to.patterns = from.patterns;
  to.entries = from.entries;
  to.overflow = from.overflow;
  to.missingWorth = from.missingWorth;
  to.missing = from.missing;
  to.key = from.key;
  copyInts(to.bar, from.bar, from.patterns);
  copyInts(to.count, from.count, from.patterns);
  copyInts(to.start, from.start, from.patterns + 1);
  copyInts(to.type, from.type, from.entries);
  copyInts(to.amount, from.amount, from.entries);
}

/** In debug builds: every pattern fits its bar, no stock is overdrawn, and what the plan leaves is `left`. */
export function auditPlan(plan: BarsPlan, left: Ints): void {
  if (plan.overflow) return;
  const top = mark();
  const bars = reserveInts(barCount);
  for (let p = 0; p < plan.patterns; p++) {
    let used: f64 = 0;
    let pieces = 0;
    clearBar();
    for (let e = plan.start[p]; e < plan.start[p + 1]; e++) {
      used += <f64>plan.amount[e] * weight[plan.type[e]] + add(plan.type[e], plan.amount[e], false);
      pieces += plan.amount[e];
    }
    assert(used <= capacity[plan.bar[p]]);
    assert(pieces <= maxPieces && plan.start[p + 1] - plan.start[p] <= maxTypes);
    bars[plan.bar[p]] += plan.count[p];
  }
  for (let j = 0; j < barCount; j++) assert(bars[j] <= limit[j]);
  countRest(plan, rest);
  for (let i = 0; i < typeCount; i++) assert(rest[i] === left[i] && rest[i] >= 0);
  release(top);
}
