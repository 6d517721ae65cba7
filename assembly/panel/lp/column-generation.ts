/**
 * Column generation (Gilmore and Gomory 1961, 1965) over patterns of panels: solve the master program over the patterns
 * known so far, price patterns at its dual values, add the promising ones, until there are none or the bound cannot rise
 * any more.
 */
import { wholeAbove } from "../../cut/bounds/volume";
import { dualBound } from "../../cut/lp/lagrange-bound";
import { programValue, startBasis } from "../../cut/lp/linear-program";
import { Pivot, primalStep, refresh } from "../../cut/lp/simplex";
import { PanelPhase } from "../../layout";
import { Ints, Numbers, reserveNumbers } from "../../vector";
import { workSpent } from "../../work";
import { isComplete, keyBound, provenBest, raiseBounds, raiseShortBound } from "../model/panel-incumbent";
import {
  anyAlike,
  exact,
  key,
  primary,
  restsMatter,
  scale,
  staged,
  stockCount,
  twoStages,
} from "../model/panel-problem";
import { PEEK_GROWTH, PEEK_SHARE, PROVE_STEPS } from "../model/panel-tuning";
import { goOn, turnTo } from "../search/progress";
import { ruinAndRecreate } from "../search/ruin-and-recreate";
import { tidyIsDue, tidyOnTheWay } from "../search/tidy";
import { tables } from "./knapsacks";
import { mostPanels, openMaster, priceUnit } from "./master";
import { openPatterns } from "./panel-patterns";
import { openPricing, priceFully } from "./pricing";
import { openRound, priceOne, round, setPrices } from "./round";
import { roundPatterns } from "./rounding";
import { shortageBound } from "./shortage";
import { openViews, viewAt, viewCount } from "./views";

/** Cost of each stock in the user's objective, in keys. */
let primaryKey: Numbers = changetype<Numbers>(0);
/** True when the program can be solved, and when its bound holds for all plans. */
let solvable: bool = false;
let mayProve: bool = false;
/** Work at which the program is rounded next. */
let nextRounding: f64 = 0;

/** Begins with the patterns of the best plan; `way` as for `openViews`. */
export function openColumnGeneration(way: Ints): void {
  openViews(way);
  openPricing();
  openPatterns();
  openRound();
  solvable = openMaster(way);
  primaryKey = reserveNumbers(stockCount);
  for (let j = 0; j < stockCount; j++) primaryKey[j] = primary[j] * scale;
  mayProve = staged && !anyAlike && !maybeOneMore();
  for (let v = 0; v < viewCount; v++) if (!viewAt(v).complete) mayProve = false;
}

/**
 * True when a panel may have a part more than pricing allows for: where parts are limited, none takes a rest in, but no
 * cut is needed behind the last one if there is none.
 */
function maybeOneMore(): bool {
  return tables.layers > 0 && (restsMatter || (exact && twoStages));
}

/** Solves the program, rounding it from that much work on now and then; false once no cheaper plan is looked for any more. */
export function columnGeneration(firstRounding: f64): bool {
  turnTo(PanelPhase.BOUND);
  nextRounding = firstRounding;
  if (!goesOn()) return false;
  if (!solvable) return true;
  let fully = false;
  priceFully(false);
  while (true) {
    for (let pivot = primalStep(); pivot !== Pivot.NONE; pivot = primalStep()) {
      if (pivot === Pivot.FAILED && !restart()) return true;
      if (!goesOn()) return false;
    }
    while (true) {
      setPrices();
      for (let v = 0; v < viewCount; v++) {
        if (!goesOn()) return false;
        priceOne(viewAt(v));
      }
      if (!goesOn()) return false;
      if (mayProve && round.proves) takeBound();
      if (provenBest() || boundReached()) return true;
      if (round.added) break;
      if (!mayProve || fully || !smallEnough()) return true;
      fully = true;
      priceFully(true);
    }
    if (!goesOn()) return false;
  }
}

/** Gives way between two steps. Where the program takes long, what it has reached is rounded now and then. */
function goesOn(): bool {
  if (workSpent() > nextRounding) {
    turnTo(PanelPhase.IMPROVE);
    roundPatterns(false);
    if (!ruinAndRecreate(workSpent() + PEEK_SHARE * workSpent())) return false;
    turnTo(PanelPhase.BOUND);
    nextRounding = PEEK_GROWTH * workSpent();
  }
  return goOn() && (!tidyIsDue() || tidyOnTheWay());
}

/** After a failure: from the first basis once more; false when that fails too. */
function restart(): bool {
  startBasis();
  return refresh();
}

/** Rounded up, the bound has reached the program's value: more columns cannot lift it. */
function boundReached(): bool {
  return programValue() * priceUnit <= keyBound + 1e-6 * priceUnit;
}

/** True when pricing everything is worth its time. */
function smallEnough(): bool {
  let steps: f64 = 0;
  for (let v = 0; v < viewCount; v++) {
    const view = viewAt(v);
    steps += <f64>view.alongPoints * <f64>view.widths * <f64>view.acrossPoints;
  }
  return steps <= PROVE_STEPS;
}

/** Takes in what no plan is below at these prices (Lagrange bound, Farley 1990). */
function takeBound(): void {
  if (!isComplete()) raiseShortBound(shortageBound(round.value, round.worthOf));
  const bound = dualBound(round.value, round.worthOf, key, round.grain, mostPanels);
  const onPrimary =
    scale === 1 ? bound : dualBound(round.value, round.worthOf, primaryKey, round.grain, mostPanels);
  raiseBounds(wholeAbove(bound / round.grain), wholeAbove(onPrimary / (round.grain * scale)));
}
