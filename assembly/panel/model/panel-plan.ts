/**
 * Plans as patterns with counts, in the words of the result block: stock, first cut, count, then sections, strips and
 * runs of equal pieces with their sizes.
 */
import { mark, release } from "../../memory";
import { Ints, Numbers, reserveNumbers } from "../../vector";
import { demand, key, primary, stockCount, typeCount, worth } from "./panel-problem";

/** Slots before the sections of a pattern. */
export const PATTERN_HEAD: i32 = 4;
/** The type of a run that is waste between pieces. */
export const GAP: i32 = -1;
/** The most slots that one piece can add: a panel, a section, a strip and a run of its own, and a gap before each of these. */
export const SLOTS_PER_PIECE: i32 = 18;

@unmanaged
export class PanelsPlan {
  data: Numbers;
  capacity: i32;
  length: i32;
  patterns: i32;
  key: f64;
  primary: f64;
  /** Worth of what is not in the plan. */
  missing: f64;
  /** True when it did not fit its memory. */
  overflow: bool;
}

export function reservePlan(capacity: i32): PanelsPlan {
  const plan = changetype<PanelsPlan>(reserveNumbers(8));
  plan.data = reserveNumbers(capacity);
  plan.capacity = capacity;
  clearPlan(plan);
  return plan;
}

export function clearPlan(plan: PanelsPlan): void {
  plan.length = 0;
  plan.patterns = 0;
  plan.key = 0;
  plan.primary = 0;
  plan.overflow = false;
  plan.missing = wholeWorth();
}

export function copyPlan(to: PanelsPlan, from: PanelsPlan): void {
  clearPlan(to);
  appendPlan(to, from);
}

/** Adds all patterns of `from`. */
export function appendPlan(to: PanelsPlan, from: PanelsPlan): void {
  const all = wholeWorth();
  if (to.length + from.length > to.capacity) to.overflow = true;
  if (to.overflow) return;
  memory.copy(
    changetype<usize>(to.data) + ((<usize>to.length) << 3),
    changetype<usize>(from.data),
    (<usize>from.length) << 3,
  );
  to.length += from.length;
  to.patterns += from.patterns;
  to.key += from.key;
  to.primary += from.primary;
  to.missing -= all - from.missing;
}

/** Worth of the whole demand. */
export function wholeWorth(): f64 {
  let all: f64 = 0;
  for (let i = 0; i < typeCount; i++) all += <f64>demand[i] * worth[i];
  return all;
}

/** Panels of each stock in a plan. */
export function countStocks(plan: PanelsPlan, counts: Numbers): void {
  for (let j = 0; j < stockCount; j++) counts[j] = 0;
  let at = 0;
  for (let p = 0; p < plan.patterns; p++) {
    counts[<i32>plan.data[at]] += plan.data[at + 2];
    at = patternEnd(plan.data, at);
  }
}

/** Where the pattern at `at` ends. */
export function patternEnd(data: Numbers, at: i32): i32 {
  let sections = <i32>data[at + 3];
  at += PATTERN_HEAD;
  for (; sections > 0; sections--) {
    let strips = <i32>data[at + 1];
    at += 2;
    for (; strips > 0; strips--) at += 2 + 3 * <i32>data[at + 1];
  }
  return at;
}

/** Adds a pattern of another plan, so many times. */
export function appendPattern(plan: PanelsPlan, data: Numbers, at: i32, count: i32): void {
  const length = patternEnd(data, at) - at;
  if (plan.length + length > plan.capacity) plan.overflow = true;
  if (plan.overflow) return;
  const to = plan.length;
  for (let k = 0; k < length; k++) plan.data[to + k] = data[at + k];
  plan.data[to + 2] = <f64>count;
  plan.length += length;
  plan.patterns++;
  const stock = <i32>data[at];
  plan.key += <f64>count * key[stock];
  plan.primary += <f64>count * primary[stock];
  plan.missing -= <f64>count * worthOfPattern(data, at);
}

function worthOfPattern(data: Numbers, at: i32): f64 {
  let total: f64 = 0;
  for (let run = firstRun(data, at); run >= 0; run = nextRun()) {
    total += worth[<i32>data[run]] * data[run + 2];
  }
  return total;
}

/** Adds the pieces of a pattern to `counts`. */
export function countPieces(data: Numbers, at: i32, counts: Ints): void {
  for (let run = firstRun(data, at); run >= 0; run = nextRun()) {
    counts[<i32>data[run]] += <i32>data[run + 2];
  }
}

/** Writes the way round in which pieces of each type lie in a plan; -1 for types that are not in it. */
export function readWays(plan: PanelsPlan, ways: Ints): void {
  for (let i = 0; i < typeCount; i++) ways[i] = -1;
  let at = 0;
  for (let p = 0; p < plan.patterns; p++) {
    for (let run = firstRun(plan.data, at); run >= 0; run = nextRun()) {
      ways[<i32>plan.data[run]] = <i32>plan.data[run + 1];
    }
    at = patternEnd(plan.data, at);
  }
}

/** A walk over the runs of a pattern, through all its sections and strips: what is still ahead. */
@unmanaged
class PatternWalk {
  data: Numbers;
  at: i32;
  sections: i32;
  strips: i32;
  runs: i32;
}
const walk = changetype<PatternWalk>(memory.data(offsetof<PatternWalk>()));

/** Where the first run of the pattern at `at` lies, -1 where it has none. */
function firstRun(data: Numbers, at: i32): i32 {
  walk.data = data;
  walk.sections = <i32>data[at + 3];
  walk.strips = 0;
  walk.runs = 0;
  walk.at = at + PATTERN_HEAD;
  return nextRun();
}

/** Where the next run lies, -1 behind the last. */
function nextRun(): i32 {
  let run = anyRun();
  while (run >= 0 && <i32>walk.data[run] === GAP) run = anyRun();
  return run;
}

function anyRun(): i32 {
  while (walk.runs === 0) {
    if (walk.strips > 0) {
      walk.strips--;
      walk.runs = <i32>walk.data[walk.at + 1];
    } else if (walk.sections > 0) {
      walk.sections--;
      walk.strips = <i32>walk.data[walk.at + 1];
    } else return -1;
    walk.at += 2;
  }
  walk.runs--;
  walk.at += 3;
  return walk.at - 3;
}

/** How many patterns of a plan have different pieces; where they lie is not looked at. */
export function differentPatterns(plan: PanelsPlan): i32 {
  const top = mark();
  const sums = reserveNumbers(plan.patterns);
  let different = 0;
  let at = 0;
  for (let p = 0; p < plan.patterns; p++) {
    const sum = fingerprint(plan.data, at);
    let same = 0;
    while (same < different && sums[same] !== sum) same++;
    if (same === different) sums[different++] = sum;
    at = patternEnd(plan.data, at);
  }
  release(top);
  return different;
}

/** A number that patterns with the same stock and pieces share, and others hardly ever. */
function fingerprint(data: Numbers, at: i32): f64 {
  let sum = data[at] * 1099511627776;
  for (let run = firstRun(data, at); run >= 0; run = nextRun()) {
    // Whole numbers below 2^20, so that sums are the same in any order.
    sum += data[run + 2] * <f64>(((<i32>data[run] + 1) * 0x9e3779b1) >>> 12);
  }
  return sum;
}
