/**
 * Cost of plans whose bars hold one type of piece each: type by type, over the pieces that are still wanted:
 *
 *     least[n]  =  least of  cost[j] + least[n - most[j]],  where bar j holds most[j] pieces of the type
 *
 * As long as no stock runs out, the sum over the types is the least there is; where one does, plans cost no less.
 */
import { mark, release, reserve } from "../../memory";
import { Ints, Numbers, reserveInts, reserveNumbers } from "../../vector";
import { addPattern, BarsPlan, clearPlan, sumPlan } from "../model/cut-plan";
import { barCount, capacity, demand, limit, maxTypes, pieceCount, typeCount } from "../model/cut-problem";
import { addable, clearBar } from "../model/cut-rules";
import { SINGLE_TYPE_WORK } from "../model/limits";

/** How one type is cut: per number of pieces the least cost and the bar to take next, and per bar the pieces that it holds. */
@unmanaged
class TypeCover {
  least: Numbers;
  choice: Ints;
  most: Ints;
}

function isUsable(): bool {
  return maxTypes === 1 && pieceCount * <f64>barCount <= SINGLE_TYPE_WORK;
}

/** No plan of everything costs less; 0 where bars may hold more types. */
export function singleTypeBound(cost: Numbers): f64 {
  if (!isUsable()) return 0;
  let total: f64 = 0;
  const top = mark();
  for (let i = 0; i < typeCount; i++) {
    total += coverType(i, cost).least[demand[i]];
    release(top);
  }
  return total;
}

/** Writes the cheapest plan into `plan`; false when there is none, or it needs more of a stock than there is. */
export function planSingleType(plan: BarsPlan, cost: Numbers): bool {
  if (!isUsable()) return false;
  clearPlan(plan);
  const top = mark();
  const used = reserveInts(barCount);
  const amounts = reserveInts(typeCount);
  for (let i = 0; i < typeCount; i++) addType(plan, i, cost, used, amounts);
  sumPlan(plan);
  release(top);
  for (let j = 0; j < barCount; j++) if (used[j] > limit[j]) return false;
  return plan.overflow === 0;
}

/** The cheapest bars for all pieces of type `i`. */
function coverType(i: i32, cost: Numbers): TypeCover {
  const cover = changetype<TypeCover>(reserve(offsetof<TypeCover>()));
  const most = (cover.most = reserveInts(barCount));
  const least = (cover.least = reserveNumbers(demand[i] + 1));
  cover.choice = reserveInts(demand[i] + 1);
  clearBar();
  for (let j = 0; j < barCount; j++) most[j] = <i32>min(<f64>demand[i], addable(i, capacity[j], false));
  for (let n = 1; n <= demand[i]; n++) {
    least[n] = Infinity;
    for (let j = 0; j < barCount; j++) {
      if (most[j] === 0) continue;
      const sum = cost[j] + least[max(0, n - most[j])];
      if (sum >= least[n]) continue;
      least[n] = sum;
      cover.choice[n] = j;
    }
  }
  return cover;
}

/** Adds the cheapest bars for type `i` to `plan`, and their numbers to `used`; `amounts` is zero before and after. */
function addType(plan: BarsPlan, i: i32, cost: Numbers, used: Ints, amounts: Ints): void {
  const top = mark();
  const cover = coverType(i, cost);
  const full = reserveInts(barCount);
  for (let left = demand[i]; left > 0; ) {
    const j = cover.choice[left];
    used[j]++;
    if (left >= cover.most[j]) {
      full[j]++;
    } else {
      amounts[i] = left;
      addPattern(plan, j, 1, amounts);
    }
    left -= cover.most[j];
  }
  for (let j = 0; j < barCount; j++) {
    if (full[j] === 0) continue;
    amounts[i] = cover.most[j];
    addPattern(plan, j, full[j], amounts);
  }
  amounts[i] = 0;
  release(top);
}
