/** Patterns as `refine` changes them: what bars hold, what they throw away, and the steps that looking at them takes. */
import type { CorePattern, CutTable } from "./cut-blocks.ts";

/** Types of a pattern that are looked at in one step. */
const TYPES_PER_STEP = 8;
/** Steps that are as short as a slice of time needs them. */
const STEPS_AT_ONCE = 300;

/** `count` bars with `amounts[i]` pieces of type i each. */
export interface BarPattern {
  bar: number;
  count: number;
  amounts: number[];
}

/** Smaller is better: scrap, then patterns. */
export type PatternValue = [scrap: number, patterns: number];

/** Contents and rests of bars. */
export class Bench {
  stepsLeft = 0;
  private pausedAt = 0;

  constructor(readonly table: CutTable) {}

  /** Is it time for a pause? */
  get due(): boolean {
    if (Math.abs(this.pausedAt - this.stepsLeft) < STEPS_AT_ONCE) return false;
    this.pausedAt = this.stepsLeft;
    return true;
  }

  capacity(bar: number): number {
    return this.table.bars[bar]!.capacity;
  }

  weight(type: number): number {
    return this.table.types[type]!.weight;
  }

  /** Scrap of one bar with these pieces; undefined when it may not hold them. */
  scrap(bar: number, amounts: number[]): number | undefined {
    const { types, joints, bars, minOffcut, rules } = this.table;
    this.stepsLeft -= amounts.length / TYPES_PER_STEP;
    const counts = joints.states.map(() => 0);
    let [weight, pieces, lengths] = [0, 0, 0];
    for (let type = 0; type < amounts.length; type++) {
      const amount = amounts[type]!;
      if (amount === 0) continue;
      weight += amount * types[type]!.weight;
      counts[types[type]!.joint]! += amount;
      pieces += amount;
      lengths++;
    }
    const state = joints.stateOf(counts);
    const free = this.capacity(bar) - weight - joints.excess[state]!;
    if (free < 0 || pieces > rules.maxPieces || lengths > rules.maxLengths) return undefined;
    const rest = pieces === 0 ? bars[bar]!.room : Math.max(0, free / 2 - joints.kerfBehind(state));
    return rest < minOffcut ? rest : 0;
  }

  value(plan: BarPattern[]): PatternValue {
    const scrap = plan.reduce((sum, { bar, count, amounts }) => sum + count * this.scrap(bar, amounts)!, 0);
    return [scrap, this.table.rules.fewestPatterns ? plan.length : 0];
  }
}

/** Equal patterns as one, in the order of their first. */
export function merged(patterns: BarPattern[]): BarPattern[] {
  const byKey = new Map<string, BarPattern>();
  for (const { bar, count, amounts } of patterns) {
    const key = `${bar}:${amounts}`;
    const same = byKey.get(key);
    if (same) same.count += count;
    else byKey.set(key, { bar, count, amounts });
  }
  return [...byKey.values()];
}

/** Pieces of each type in all. */
export function totalsOf(patterns: BarPattern[]): number[] {
  const totals = patterns[0]!.amounts.map(() => 0);
  for (const { count, amounts } of patterns) takeFrom(totals, amounts, -count);
  return totals;
}

export function takeFrom(left: number[], amounts: number[], times: number): void {
  for (let type = 0; type < left.length; type++) left[type]! -= times * amounts[type]!;
}

export function spread({ bar, count, types, amounts }: CorePattern, typeCount: number): BarPattern {
  const all = Array<number>(typeCount).fill(0);
  types.forEach((type, entry) => {
    all[type] = amounts[entry]!;
  });
  return { bar, count, amounts: all };
}

export function gather({ bar, count, amounts }: BarPattern): CorePattern {
  const types = amounts.flatMap((amount, type) => (amount > 0 ? [type] : []));
  return { bar, count, types, amounts: types.map((type) => amounts[type]!) };
}
