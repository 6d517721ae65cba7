/**
 * A complete plan at once, without the core: the longest pieces first, each bar filled with all that still fits. It is
 * what is left to answer with when nothing has come from a search.
 */
import { type CorePattern, type CutTable, weightOf } from "./cut-blocks.ts";

export function constructPatterns(table: CutTable): CorePattern[] {
  const left = table.types.map(({ quantity }) => quantity);
  const stock = table.bars.map(({ quantity }) => quantity);
  // No more key than needed for the room: bars by what a unit of capacity costs.
  const bars = table.bars.map((_, bar) => bar);
  const price = (bar: number) => table.goal.key[bar]! / table.bars[bar]!.capacity;
  bars.sort((a, b) => price(a) - price(b));
  const patterns: CorePattern[] = [];
  for (let type = 0; type < left.length; ) {
    const bar = bars.find((each) => stock[each]! > 0 && holds(table, each, type));
    if (left[type] === 0 || bar === undefined) {
      type++;
      continue;
    }
    const { types, amounts } = filledBar(table, bar, left, type);
    const fitting = types.map((each, i) => Math.floor(left[each]! / amounts[i]!));
    const count = Math.min(stock[bar]!, ...fitting);
    patterns.push({ bar, count, types, amounts });
    stock[bar]! -= count;
    for (const [i, each] of types.entries()) left[each]! -= count * amounts[i]!;
  }
  return patterns;
}

function holds({ types, bars }: CutTable, bar: number, type: number): boolean {
  return weightOf(types[type]!) + types[type]!.kind.saving <= bars[bar]!.capacity;
}

/** One bar with as many of each type as fit, from the type `first` on. */
function filledBar(
  { types, bars, rules }: CutTable,
  bar: number,
  left: readonly number[],
  first: number,
): { types: number[]; amounts: number[] } {
  const chosen = { types: [] as number[], amounts: [] as number[] };
  let room = bars[bar]!.capacity;
  let pieces = rules.maxPieces;
  const kinds = new Set<number>();
  for (let type = first; type < types.length && chosen.types.length < rules.maxLengths; type++) {
    const { kind, rank } = types[type]!;
    const setUp = kinds.has(rank) ? 0 : kind.saving;
    const amount = Math.min(left[type]!, pieces, Math.floor((room - setUp) / weightOf(types[type]!)));
    if (amount <= 0) continue;
    chosen.types.push(type);
    chosen.amounts.push(amount);
    kinds.add(rank);
    room -= setUp + amount * weightOf(types[type]!);
    pieces -= amount;
  }
  return chosen;
}
