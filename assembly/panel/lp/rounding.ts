/** Plans rounded from the solution of the master program: most of a plan is settled by its patterns, the rest is searched. */
import { randomUnit } from "../../random";
import { Ints, Numbers, reserveInts } from "../../vector";
import { workSpent } from "../../work";
import { layPattern } from "../layout/mend";
import { clearPanels, left, panelsOf, room } from "../layout/panels";
import { countPieces } from "../model/plan";
import { limit, pieceLength, pieceWidth, typeCount } from "../model/problem";
import { ROUND_COLUMN_WORK, ROUND_MOST_WORK, ROUND_PIECES, ROUND_WORK, USED_SHARE } from "../model/tuning";
import { repeatPanels } from "../search/construct";
import { continueSearch } from "../search/ruin-and-recreate";
import { clearSettled, piecesBeside, rest, restMayGain, settledOf, settlePattern } from "../search/settled";
import { patternColumns, patternData, patternStart, patternUse } from "./master";

let amounts: Ints = changetype<Ints>(0);

export function openRounding(): void {
  amounts = reserveInts(typeCount);
}

/** Settles most of a plan and begins the search of the rest; rounds by lot if told so. */
export function roundPatterns(byLot: bool): void {
  clearSettled();
  const count = patternColumns();
  for (let c = 0; c < count; c++) {
    const less = byLot ? 0.6 * (randomUnit() - 0.7) : 0;
    const times = <i32>Math.floor(patternUse(c) + 1e-6 + less);
    if (times > 0) settlePattern(patternData, patternStart(c), times);
  }
  // The search needs some freedom, and can make use of only so much.
  for (let c = 0; c < count && piecesBeside() > ROUND_PIECES; c++) {
    if (fraction(c) > 0.5) settlePattern(patternData, patternStart(c), 1);
  }
  repeatPanels();
  clearPanels(rest);
  if (piecesBeside() <= room) {
    for (let least: f64 = 0.75; least > 0; least -= 0.25) {
      for (let c = 0; c < count; c++) {
        if (patternUse(c) > 1e-6 && fraction(c) >= least) usePattern(patternData, patternStart(c));
      }
    }
  }
  continueSearch();
}

/** Work at which the search of the rest is to end: a small rest is soon searched through, and another rounding may be better. */
export function roundingEnd(): f64 {
  const beside = <f64>piecesBeside();
  const search = restMayGain() ? min(ROUND_MOST_WORK, ROUND_WORK * beside * beside) : 0;
  return workSpent() + ROUND_COLUMN_WORK * <f64>patternColumns() + search;
}

/** Part of a column's use that rounding down takes away. */
function fraction(index: i32): f64 {
  return patternUse(index) - Math.floor(patternUse(index));
}

/** Puts a panel cut as a pattern beside what is settled, with what is left of its pieces, if that is most of them. */
function usePattern(data: Numbers, at: i32): void {
  const stock = <i32>data[at];
  if (settledOf[stock] + <f64>panelsOf[stock] >= <f64>limit[stock]) return;
  for (let i = 0; i < typeCount; i++) amounts[i] = 0;
  countPieces(data, at, amounts);
  let all: f64 = 0;
  let usable: f64 = 0;
  for (let i = 0; i < typeCount; i++) {
    const area = pieceLength[i] * pieceWidth[i];
    all += area * <f64>amounts[i];
    usable += area * <f64>min(amounts[i], left[i]);
  }
  if (usable >= USED_SHARE * all && usable > 0) layPattern(data, at);
}
