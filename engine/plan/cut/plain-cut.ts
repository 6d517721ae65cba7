/**
 * A complete plan at once, without the core: the longest pieces first, each bar filled with all that still fits. It is
 * what is left to answer with when nothing has come from a search.
 */
import type { CorePattern, CutTable } from "./cut-blocks.ts";

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
  return types[type]!.length <= bars[bar]!.room;
}

/** One bar with as many of each type as fit, from the type `first` on. */
function filledBar(
  { types, bars, rules, joints }: CutTable,
  bar: number,
  left: readonly number[],
  first: number,
): { types: number[]; amounts: number[] } {
  const chosen = { types: [] as number[], amounts: [] as number[] };
  let pieces = rules.maxPieces;
  const counts = joints.states.map(() => 0);
  let [weight, excess] = [0, 0];
  for (let type = first; type < types.length && chosen.types.length < rules.maxLengths; type++) {
    const { joint, weight: each } = types[type]!;
    const room = bars[bar]!.capacity - weight;
    const before = counts[joint]!;
    let amount = Math.min(left[type]!, pieces, Math.floor(room / each));
    // How many share their cuts depends on their number.
    for (; amount > 0; amount--) {
      counts[joint] = before + amount;
      excess = joints.excess[joints.stateOf(counts)]!;
      if (amount * each + excess <= room) break;
    }
    counts[joint] = before + Math.max(0, amount);
    if (amount <= 0) continue;
    chosen.types.push(type);
    chosen.amounts.push(amount);
    weight += amount * each;
    pieces -= amount;
  }
  return chosen;
}
