/**
 * Whole plans, one after another: first with values corrected by the waste that lengths end up in, later packed into the
 * mixes of bars whose sums come next below the best plan's.
 */
import { workSpent } from "../../work";
import { best, bestPrimary, offerPlan, primaryBound, provenOptimal } from "../incumbent/cut-incumbent";
import { typeCount } from "../model/cut-problem";
import { FILL_ROUNDS, FILL_WORK, MIX_TRIES, MIX_TURNS } from "../model/cut-tuning";
import { findMix, mix, nextSum } from "./bar-mix";
import { FillRule, fillBars, filled, limitFill, resetValues, startFill, worthValues } from "./fill-bar";

/** Constructs plans by different rules and values, as far as the work for them goes. */
export function constructPlans(): void {
  const end = workSpent() + FILL_WORK + <f64>typeCount * (FILL_WORK / 100);
  for (let round = 0; round < FILL_ROUNDS; round++) {
    if (best.missing > 0 && round % 3 === 2) worthValues();
    else if (round === 1 || best.missing > 0) resetValues();
    if (round === 0) startFill(FillRule.DECREASING_FULL, 1);
    else startFill(round % 4 === 3 ? FillRule.VALUE_FULL : FillRule.VALUE, round % 2 === 0 ? 0.5 : 1);
    if (!fillBars(end)) return;
    offerPlan(filled);
  }
}

/** Packs everything into the mix of bars behind each sum below the best plan's that is not ruled out, a few times each. */
export function packMixes(): void {
  const end = 1.5 * workSpent() + FILL_WORK;
  let sum = nextSum(primaryBound);
  for (let tries = 0; tries < MIX_TRIES && sum < bestPrimary; tries++, sum = nextSum(sum + 1)) {
    if (!findMix(<i32>sum)) continue;
    resetValues();
    for (let turn = 0; turn < MIX_TURNS; turn++) {
      if (sum >= bestPrimary || provenOptimal()) return;
      startFill(FillRule.VALUE, turn % 2 === 0 ? 1 : 0.3);
      limitFill(mix);
      if (!fillBars(end)) return;
      offerPlan(filled);
    }
  }
}
