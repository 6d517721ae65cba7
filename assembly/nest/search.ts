/** Attempts at denser layouts of the best one, until nothing is left to gain. */
import { workSpent } from "../work";
import { compressGroup } from "./compress/compress";
import { exchangeSheets } from "./compress/exchange";
import { insertMissing, insertPatience } from "./compress/insert";
import { beginLarge, sendLarge, separateLarge } from "./compress/large";
import { overfill, overfilled } from "./compress/overfill";
import { sendRepeated } from "./compress/repeat";
import { bestRoundAxis, lastProgress, noteProgress } from "./construct/rounds";
import {
  completedBetter,
  completeInbox,
  forgetCompleted,
  prepareAll,
  pushesOn,
  solvePuzzle,
} from "./constructions";
import { bestPlaced, bestScore, leapCount, recordCount, sendBest } from "./layout/nest-incumbent";
import { sheetInReach } from "./layout/sheet-bound";
import { clearLeave, isLeft, Leave, leaveReason, Phase, turnTo } from "./model/go-on";
import { LEAST_GAIN } from "./model/limits";
import { copyCount, strip, tenacious, typeCount } from "./model/nest-problem";
import {
  DRY_GROUPS,
  DRY_SHARE,
  DRY_WORK,
  EXPLORE_STALLS,
  GROUP_ITEMS,
  OVERFILL_SHARE,
  SHORT_EFFORTS,
} from "./model/nest-tuning";
import { openedAt } from "./opening";
import { puzzleDue } from "./puzzle/puzzle";

/** Groups compressed in a row without a gain, and attempts in a row that placed no more. */
let dry: i32 = 0;
let dryInserts: i32 = 0;
/** Work done when the current attempt began, and what the last gain led to. */
let searchedAt: f64 = 0;
let scoreBefore: f64 = 0;
let leapsBefore: i32 = 0;
/** Short searches of the emptiest sheet so far. */
let effort: i32 = 0;
/** Work that went into exchanges of sheets for cheaper ones. */
let exchanging: f64 = 0;
/** Work that went into over-full sheets, and all work at the last move. */
let overfilling: f64 = 0;
let movedAt: f64 = 0;

/** A better layout has come from outside: what gained nothing may gain something now. */
export function forgetDryGroups(): void {
  dry = 0;
}

/** As `forgetDryGroups`, of attempts to place more. */
export function forgetDryInserts(): void {
  dryInserts = 0;
}

/** One attempt after another, until nothing is left to gain; not `anew`: the first goes on from an adopted layout. */
export function search(anew: bool): void {
  if (anew) prepareSearch();
  let withLarge = anew;
  while (!isLeft()) {
    if (withLarge) {
      searchedAt = workSpent();
      markScore();
    }
    const large = withLarge && sheetInReach() && beginLarge(dry > 0 || completedBetter, bestRoundAxis);
    if (!(large ? constructAroundLarge() : attempt())) return;
    const why = leaveReason;
    if (why === Leave.OVER) return;
    clearLeave();
    if (why === Leave.STALE) prepareSearch();
    withLarge = why !== Leave.ADOPTED;
  }
}

/** Places what the layout in the inbox leaves out; false when nothing is left to gain. */
function constructAround(coarse: bool): bool {
  if (!completeInbox(coarse)) return false;
  prepareSearch();
  return true;
}

/** Large parts first; everything else is constructed around them. False when nothing is left to gain. */
function constructAroundLarge(): bool {
  turnTo(Phase.LARGE);
  const found = separateLarge();
  if (leaveReason > Leave.ENOUGH) return true;
  clearLeave();
  forgetCompleted();
  if (!found) return true;
  sendLarge();
  return constructAround(true);
}

/** An attempt to place more, to fill sheets further or to compress; false when nothing is left to gain. */
function attempt(): bool {
  // Limited sheets are to take more before what they hold is compressed.
  const missing = bestPlaced() < copyCount && bestPlaced() > 0;
  if (missing && dryInserts < insertPatience()) {
    turnTo(Phase.INSERT);
    if (insertMissing()) {
      if (!isLeft()) dryInserts = leapCount > leapsBefore ? 0 : dryInserts + 1;
      return true;
    }
  }
  if (!missing && typeCount > 1 && exchange()) return true;
  if (!missing && mayOverfill() && fillFurther()) return true;
  // Where a sheet might be saved, several are pressed at once; for a larger remnant the emptiest alone, for short at first.
  const alone = recordCount() > 1 && !sheetInReach();
  const short = alone && effort < SHORT_EFFORTS;
  turnTo(Phase.COMPRESS);
  if (!compressGroup(alone, short ? shortStalls() : 0)) return false;
  return isLeft() || endGroup();
}

/** Sheets for cheaper ones, up to their share of the work. True when the attempt is to be left. */
function exchange(): bool {
  turnTo(Phase.EXCHANGE);
  while (exchanging < (1 - OVERFILL_SHARE) * (workSpent() - openedAt)) {
    const before = workSpent();
    if (!exchangeSheets()) return false;
    exchanging += workSpent() - before;
    if (isLeft()) return true;
    noteGain();
  }
  return false;
}

/** Over-full sheets: the emptiest has the more room then. True when the attempt is to be left. */
function fillFurther(): bool {
  turnTo(Phase.OVERFILL);
  // Drawing the first parts is free.
  movedAt = Infinity;
  if (!overfill(shortStalls())) return false;
  hadEnoughOverfilling();
  if (overfilled) noteProgress();
  if (leaveReason === Leave.ENOUGH) clearLeave();
  return isLeft();
}

/** After each move on an over-full sheet: has enough work gone into them? */
export function hadEnoughOverfilling(): bool {
  overfilling += max(0.0, workSpent() - movedAt);
  return !mayOverfill();
}

/** Work spent from here to the end of the next move counts as that move. */
export function noteMove(): void {
  movedAt = workSpent();
}

/** Most of the work is for what is left on the emptiest sheet: how the large parts lie there takes longest to find. */
function mayOverfill(): bool {
  return overfilling < OVERFILL_SHARE * (workSpent() - openedAt);
}

/** A strip is worked on until it is stopped; sheets are done when a few groups in a row have gained nothing. */
function endGroup(): bool {
  noteGain();
  const gained = lastProgress >= searchedAt;
  if (effort < SHORT_EFFORTS && recordCount() > 1 && !sheetInReach()) {
    effort++;
    if (!gained) return true;
  }
  dry = gained ? 0 : dry + 1;
  if (dry === 0 && bestPlaced() < copyCount) {
    // Parts without a place are offered the room that has been gained, as if the layout had come from outside.
    dryInserts = 0;
    sendBest();
    return constructAround(false);
  }
  if (dry === 0 && sheetInReach() && sendRepeated()) return constructAround(false);
  if (strip || dry < DRY_GROUPS) return true;
  if (!sheetInReach()) return false;
  // Other groups, drawn anew: there is always something left to try while a sheet might be saved.
  if (!puzzleDue(false)) return true;
  if (solvePuzzle() && !pushesOn()) return false;
  prepareSearch();
  return true;
}

function prepareSearch(): void {
  prepareAll();
  noteProgress();
}

/** Has there been no gain for long where nothing but a larger remnant is to be had? */
export function driedUp(): bool {
  if (tenacious || strip || sheetInReach()) return false;
  const patience = DRY_WORK * <f64>min(copyCount, GROUP_ITEMS) + DRY_SHARE * workSpent();
  return workSpent() - lastProgress > patience;
}

/** Rounds without progress that end an attempt of a short search, twice as many after each. */
function shortStalls(): i32 {
  return (EXPLORE_STALLS / 10) << effort;
}

export function noteGain(): void {
  if (bestScore() >= scoreBefore - LEAST_GAIN && leapCount === leapsBefore) return;
  markScore();
  noteProgress();
}

function markScore(): void {
  scoreBefore = bestScore();
  leapsBefore = leapCount;
}
