/**
 * Whole plans, one after another: first with values corrected by the waste that lengths end up in, later packed into the
 * mixes of bars whose sums come next below the best plan's.
 */

import { workSpent } from "../../work";
import { best, bestPrimary, offerPlan, primaryBound, provenOptimal } from "../incumbent/incumbent";
import { typeCount } from "../model/problem";
import { FILL_ROUNDS, FILL_WORK, FILL_WORK_PER_TYPE, MIX_TRIES, MIX_TURNS } from "../model/tuning";
import { findMix, mix, nextSum } from "./bar-mix";
import { FillRule, filled, fillStep, limitFill, resetValues, startFill, worthValues } from "./fill";

/** What is kept here between two steps. */
@unmanaged
class State {
  round: i32;
  /** Work at which constructing plans has to stop. */
  end: f64;
  /** The sum of the objective whose mix of bars is being tried, how many have been, and how often this one. */
  sum: f64;
  tries: i32;
  turn: i32;
}
const state = changetype<State>(memory.data(offsetof<State>()));

export function openRounds(): void {
  state.end = workSpent() + FILL_WORK + <f64>typeCount * FILL_WORK_PER_TYPE;
  state.round = 0;
}

/** Goes on with the plan that is being made; false when it is there or the work for plans is used up. */
export function fillInTime(): bool {
  return fillStep() && workSpent() < state.end;
}

/** Offers the plan that has been made in time. */
export function endRound(): void {
  if (workSpent() < state.end) offerPlan(filled);
  else state.round = FILL_ROUNDS;
  state.round++;
}

/** Begins the next plan; false when there have been enough. */
export function nextRound(): bool {
  if (state.round >= FILL_ROUNDS) return false;
  if (state.round === 0) {
    startFill(FillRule.DECREASING_FULL, 1);
  } else {
    if (best.missing > 0 && state.round % 3 === 2) worthValues();
    else if (state.round === 1 || best.missing > 0) resetValues();
    startFill(state.round % 4 === 3 ? FillRule.VALUE_FULL : FillRule.VALUE, state.round % 2 === 0 ? 0.5 : 1);
  }
  return true;
}

/** From the least sum that is not ruled out. */
export function openMixes(): void {
  state.sum = nextSum(primaryBound);
  state.tries = 0;
  state.turn = 0;
  state.end = 1.5 * workSpent() + FILL_WORK;
}

export function endMix(): void {
  if (workSpent() < state.end) offerPlan(filled);
}

/** Begins to pack everything into the bars of the next sum below the best plan's, a few times each; false when none is left. */
export function nextMix(): bool {
  if (state.turn === MIX_TURNS) {
    state.turn = 0;
    state.sum = nextSum(state.sum + 1);
    state.tries++;
  }
  while (state.turn === 0 && state.tries < MIX_TRIES && state.sum < bestPrimary && !findMix(<i32>state.sum)) {
    state.sum = nextSum(state.sum + 1);
    state.tries++;
  }
  if (state.tries >= MIX_TRIES || state.sum >= bestPrimary || workSpent() >= state.end || provenOptimal())
    return false;
  if (state.turn === 0) resetValues();
  startFill(FillRule.VALUE, state.turn % 2 === 0 ? 1 : 0.3);
  limitFill(mix);
  state.turn++;
  return true;
}
