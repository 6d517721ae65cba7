/** Patterns as `refine` changes them: what bars hold, what they throw away, and the steps that looking at them takes. */
import { type CorePattern, type CutTable, sawOrder, weightOf } from "./cut-blocks.ts";
import { BarLayer } from "./mitre.ts";

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
  private readonly weights: number[];
  /** Types in the order in which they lie on a bar. */
  private readonly order: number[];
  stepsLeft = 0;
  private pausedAt = 0;

  constructor(readonly table: CutTable) {
    const { types } = table;
    this.weights = types.map(weightOf);
    this.order = types.map((_, type) => type).sort((a, b) => sawOrder(types[a]!, types[b]!));
  }

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
    return this.weights[type]!;
  }

  /** Scrap of one bar with these pieces; undefined when it may not hold them. */
  scrap(bar: number, amounts: number[]): number | undefined {
    const { types, saw, bars, minOffcut, rules } = this.table;
    this.stepsLeft -= amounts.length / TYPES_PER_STEP;
    const layer = new BarLayer(saw, 0);
    let [weight, pieces, lengths, rank] = [0, 0, 0, -1];
    for (const type of this.order) {
      const amount = amounts[type]!;
      if (amount === 0) continue;
      weight += amount * this.weights[type]!;
      // The first piece of a kind has nothing to share a cut with.
      if (types[type]!.rank !== rank) weight += types[type]!.kind.saving;
      rank = types[type]!.rank;
      pieces += amount;
      lengths++;
      layer.advance(types[type]!.kind, types[type]!.length, amount);
    }
    if (weight > this.capacity(bar) || pieces > rules.maxPieces || lengths > rules.maxLengths)
      return undefined;
    const rest = Math.max(0, bars[bar]!.room - layer.used);
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
