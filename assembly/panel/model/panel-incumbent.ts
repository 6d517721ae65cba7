/** The best plan so far, and what no plan can be below. */
import { volumeBound } from "../../cut/bounds/volume";
import { worthRoom } from "../../cut/model/cut-problem";
import { PLAN_SLOTS } from "./limits";
import { isTidier, Merit, measurePlan } from "./merit";
import { copyPlan, PanelsPlan, reservePlan, SLOTS_PER_PIECE, wholeWorth } from "./panel-plan";
import { pieceCount, primary, scale } from "./panel-problem";
import { SEARCH_PIECES } from "./panel-tuning";

export let best: PanelsPlan = changetype<PanelsPlan>(0);
/** A plan that is put together to be offered. */
export let candidate: PanelsPlan = changetype<PanelsPlan>(0);
/** What breaks ties, of the best plan and of one that is offered. */
const bestMerit = changetype<Merit>(memory.data(offsetof<Merit>()));
const merit = changetype<Merit>(memory.data(offsetof<Merit>()));

/** Raised with every better plan. */
export let revision: i32 = 0;
/** No plan of everything has a smaller key, or a smaller sum of the objective. */
export let keyBound: f64 = 0;
export let primaryBound: f64 = 0;
/** No plan that places as much as the best one has a smaller sum of the objective, where not everything is placed. */
let shortBound: f64 = 0;

export function openIncumbent(): void {
  best = reservePlanFor();
  best.missing = Infinity;
  candidate = reservePlanFor();
  revision = 0;
  keyBound = 0;
  primaryBound = 0;
  shortBound = 0;
}

/** A plan with room for any that can be found. */
export function reservePlanFor(): PanelsPlan {
  const most = PLAN_SLOTS + SLOTS_PER_PIECE * <i32>min(pieceCount, <f64>SEARCH_PIECES);
  return reservePlan(<i32>min(<f64>most, <f64>SLOTS_PER_PIECE * pieceCount));
}

/** Keeps `plan` if it is better; true when it is. */
export function offerPlan(plan: PanelsPlan): bool {
  if (plan.overflow) return false;
  const gain = best.missing - plan.missing;
  if (gain < 0 || (gain === 0 && plan.key > best.key)) return false;
  measurePlan(merit, plan);
  if (gain === 0 && plan.key === best.key && !isTidier(merit, bestMerit)) return false;
  copyPlan(best, plan);
  memory.copy(changetype<usize>(bestMerit), changetype<usize>(merit), offsetof<Merit>());
  revision++;
  return true;
}

export function raiseBounds(newKeyBound: f64, newPrimaryBound: f64): void {
  keyBound = max(keyBound, newKeyBound);
  primaryBound = max(primaryBound, newPrimaryBound);
}

/** Takes in a bound on plans that place as much as the best one: a later one that places more is bound by it too. */
export function raiseShortBound(bound: f64): void {
  shortBound = max(shortBound, bound);
}

/** Worth of what the best plan places. */
export function placedWorth(): f64 {
  return wholeWorth() - best.missing;
}

/** True when everything is placed. */
export function isComplete(): bool {
  return best.missing === 0;
}

/** True when everything is placed and no plan has a smaller objective. */
export function provenOptimal(): bool {
  return isComplete() && (best.key <= keyBound || best.primary <= primaryBound);
}

/** True when no plan is better in the objective or any tie. */
export function provenBest(): bool {
  return isComplete() && best.key <= keyBound;
}

/** No plan worth looking for has a larger key: first the objective has to become smaller, and once it cannot, a tie. */
export function mostKey(): f64 {
  return (provenOptimal() ? best.key : min(best.key, best.primary * scale)) - 1;
}

/** No plan that places as much as the best one has a smaller objective. */
export function objectiveBound(): f64 {
  if (!isComplete())
    return min(best.primary, max(shortBound, volumeBound(primary, worthRoom, placedWorth())));
  return min(best.primary, max(primaryBound, Math.floor(keyBound / scale)));
}
