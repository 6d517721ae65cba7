/**
 * Better plans at the same cost: a few panels of the best plan, often its emptiest one among them, are ruined and recreated
 * as in the search. Here everything has to find its place again, and what counts is what panels leave: large rests that are
 * worth keeping, few cuts.
 */
import { PanelPhase } from "../../layout";
import { pause } from "../../pause";
import { randomIndex } from "../../random";
import { Ints, Numbers, reserveInts, reserveNumbers } from "../../vector";
import { spend, workSpent } from "../../work";
import { allowPanels } from "../layout/fill-panel";
import { layPattern } from "../layout/mend";
import {
  bringBack,
  clearPanels,
  keepState,
  left,
  panelCount,
  reserveState,
  room,
  settledWay,
  totalKey,
} from "../layout/panel-tree";
import { appendPanels } from "../layout/record";
import { isDamaged } from "../model/defects";
import { isTidier, Merit, measurePlan } from "../model/merit";
import {
  best,
  candidate,
  isComplete,
  offerPlan,
  provenOptimal,
  reservePlanFor,
  revision,
} from "../model/panel-incumbent";
import {
  appendPattern,
  appendPlan,
  clearPlan,
  countPieces,
  countStocks,
  PanelsPlan,
  patternEnd,
  readWays,
} from "../model/panel-plan";
import {
  minOffcutLength,
  pieceLength,
  pieceWidth,
  stockCount,
  stockLength,
  stockWidth,
  typeCount,
} from "../model/panel-problem";
import {
  PEEK_SHARE,
  TIDY_CUT,
  TIDY_HISTORY,
  TIDY_OFFCUT,
  TIDY_PANELS,
  TIDY_PIECES,
  TIDY_STEPS,
  TIDY_WORK,
} from "../model/panel-tuning";
import { lastGain, overlookGains, phase, turnTo } from "./progress";
import { allSawable, recreate, ruin } from "./ruin";

/** Slots of the shortest pattern. */
const SHORTEST: i32 = 11;

/** Panels that stay as they are, and those that are taken apart. */
let others: PanelsPlan = changetype<PanelsPlan>(0);
let othersOf: Numbers = changetype<Numbers>(0);
let opened: PanelsPlan = changetype<PanelsPlan>(0);
/** Where the patterns of the best plan begin, how many panels of each are taken apart, and the pieces of these. */
let start: Ints = changetype<Ints>(0);
let chosen: Ints = changetype<Ints>(0);
let supply: Ints = changetype<Ints>(0);
let pieces: i32 = 0;
let amounts: Ints = changetype<Ints>(0);
/** Ways round of the search whose draft is put aside. */
let ways: Ints = changetype<Ints>(0);
let kept: usize = 0;
let history: Numbers = changetype<Numbers>(0);
/** Merit of the panels under way, and the best that the panels taken apart have had. */
const merit = changetype<Merit>(memory.data(offsetof<Merit>()));
const bestMerit = changetype<Merit>(memory.data(offsetof<Merit>()));
/** Revision of the best plan when it was tidied last. */
let tidied: i32 = -1;

export function openTidy(): void {
  others = reservePlanFor();
  opened = reservePlanFor();
  othersOf = reserveNumbers(stockCount);
  start = reserveInts(1 + best.capacity / SHORTEST);
  chosen = reserveInts(1 + best.capacity / SHORTEST);
  supply = reserveInts(typeCount);
  amounts = reserveInts(typeCount);
  ways = reserveInts(typeCount);
  kept = reserveState();
  history = reserveNumbers(TIDY_HISTORY);
  tidied = -1;
}

/** The best plan so far is what a caller gets whose time runs out: true when it has not been tidied yet. */
export function tidyIsDue(): bool {
  return isComplete() && revision !== tidied && workSpent() > max(TIDY_WORK, lastGain);
}

/** Tidies the best plan in between; false when it is proven optimal then. The draft is lost. */
export function tidyOnTheWay(): bool {
  const before = phase;
  for (let i = 0; i < typeCount; i++) ways[i] = settledWay[i];
  if (!tidy(PEEK_SHARE * workSpent(), true)) return false;
  for (let i = 0; i < typeCount; i++) settledWay[i] = ways[i];
  tidied = revision;
  overlookGains();
  turnTo(before);
  pause();
  return !provenOptimal();
}

/**
 * Ruins and recreates panels of the best plan for so much work, or until nothing has been gained for long. False when it
 * has stopped for a proof.
 */
export function tidy(work: f64, untilProven: bool): bool {
  turnTo(PanelPhase.TIDY);
  const end = workSpent() + work;
  let lastTidier = workSpent();
  let value: f64 = 0;
  let step = TIDY_STEPS;
  while (true) {
    const before = revision;
    if (step === TIDY_STEPS) {
      value = takeApart();
      if (value > -Infinity) {
        for (let h = 0; h < TIDY_HISTORY; h++) history[h] = value;
        keepState(kept);
        offerTidier();
        step = 0;
      }
    }
    if (step < TIDY_STEPS) {
      ruin();
      recreate();
      spend(<f64>(60 + opened.length + room / 8));
      const next = valueOfDraft();
      const at = step++ % TIDY_HISTORY;
      if (next >= value || next >= history[at]) {
        value = next;
        keepState(kept);
        offerTidier();
      } else bringBack(kept);
      history[at] = value;
    }
    if (revision !== before) lastTidier = workSpent();
    if (workSpent() > min(end, lastTidier + TIDY_WORK / 4)) return true;
    pause();
    if (untilProven && provenOptimal()) return false;
  }
}

/** Takes other panels of the best plan apart, and returns how good they are; -Infinity if they cannot be laid out again. */
function takeApart(): f64 {
  choosePanels();
  clearPlan(others);
  clearPlan(opened);
  for (let p = 0; p < best.patterns; p++) {
    const at = start[p];
    const stay = <i32>best.data[at + 2] - chosen[p];
    if (stay > 0) appendPattern(others, best.data, at, stay);
    if (chosen[p] > 0) appendPattern(opened, best.data, at, chosen[p]);
  }
  readWays(others, settledWay);
  countStocks(others, othersOf);
  allowPanels(best.key - others.key, othersOf);
  measurePlan(bestMerit, opened);
  layOpened();
  spend(<f64>(1000 + best.length));
  return valueOfDraft();
}

/** Chooses panels by lot, every other time the emptiest one first. */
function choosePanels(): void {
  const emptiest = listPatterns();
  pieces = 0;
  for (let i = 0; i < typeCount; i++) supply[i] = 0;
  let wanted = 1 + <i32>randomIndex(TIDY_PANELS);
  if (randomIndex(2) === 0 && choose(emptiest)) wanted--;
  for (let tries = 2 * wanted; tries > 0 && wanted > 0; tries--) {
    if (choose(randomIndex(best.patterns))) wanted--;
  }
}

/** Notes where patterns begin; returns the one with most waste. */
function listPatterns(): i32 {
  let emptiest = 0;
  let most: f64 = -1;
  let at = 0;
  for (let p = 0; p < best.patterns; p++) {
    start[p] = at;
    chosen[p] = 0;
    const stock = <i32>best.data[at];
    const panel = stockLength[stock] * stockWidth[stock];
    countPattern(at);
    let used: f64 = 0;
    for (let i = 0; i < typeCount; i++) used += <f64>amounts[i] * pieceLength[i] * pieceWidth[i];
    if (1 - used / panel > most) {
      most = 1 - used / panel;
      emptiest = p;
    }
    at = patternEnd(best.data, at);
  }
  spend(<f64>(best.patterns * typeCount));
  return emptiest;
}

function countPattern(at: i32): void {
  for (let i = 0; i < typeCount; i++) amounts[i] = 0;
  countPieces(best.data, at, amounts);
}

/** Takes one more panel of a pattern, if there is one without defects and with few enough pieces. */
function choose(p: i32): bool {
  const at = start[p];
  if (isDamaged(<i32>best.data[at]) || chosen[p] >= <i32>best.data[at + 2]) return false;
  countPattern(at);
  let more = 0;
  for (let i = 0; i < typeCount; i++) more += amounts[i];
  if (more > room || (pieces > 0 && pieces + more > TIDY_PIECES)) return false;
  pieces += more;
  for (let i = 0; i < typeCount; i++) supply[i] += amounts[i];
  chosen[p] += 1;
  return true;
}

function layOpened(): void {
  clearPanels(supply);
  let at = 0;
  for (let p = 0; p < opened.patterns; p++) {
    for (let times = opened.data[at + 2]; times > 0; times--) layPattern(opened.data, at);
    at = patternEnd(opened.data, at);
  }
}

/** How good the panels under way are; -Infinity where something is left out or cannot be sawn. */
function valueOfDraft(): f64 {
  for (let i = 0; i < typeCount; i++) if (left[i] > 0) return -Infinity;
  if (panelCount() === 0 || !allSawable()) return -Infinity;
  clearPlan(candidate);
  appendPanels(candidate);
  measurePlan(merit, candidate);
  const panel = stockLength[0] * stockWidth[0];
  return minOffcutLength < 0
    ? merit.rests - TIDY_CUT * merit.cuts
    : (2 * merit.offcut) / panel + merit.rests - TIDY_OFFCUT * merit.offcuts;
}

/** Offers the plan with the panels under way where they are better than they have been. */
function offerTidier(): void {
  if (totalKey() + others.key >= best.key && !isTidier(merit, bestMerit)) return;
  appendPlan(candidate, others);
  if (offerPlan(candidate))
    memory.copy(changetype<usize>(bestMerit), changetype<usize>(merit), offsetof<Merit>());
}
