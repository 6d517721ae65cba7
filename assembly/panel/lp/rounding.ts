/** Plans rounded from the solution of the master program: most of a plan is settled by its patterns, the rest is searched. */
import { randomUnit } from "../../random";
import { workSpent } from "../../work";
import { clearPanels } from "../layout/panel-tree";
import { ROUND_MOST_WORK, ROUND_PIECES, ROUND_WORK } from "../model/panel-tuning";
import { repeatPanels } from "../search/construct-panels";
import { continueSearch } from "../search/ruin-and-recreate";
import { clearSettled, piecesBeside, rest, restMayGain, settlePattern } from "../search/settled";
import { patternColumns, patternData, patternStart, patternUse } from "./master";

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
    if (patternUse(c) - Math.floor(patternUse(c)) > 0.5) settlePattern(patternData, patternStart(c), 1);
  }
  repeatPanels();
  clearPanels(rest);
  continueSearch();
}

/** Work at which the search of the rest is to end: a small rest is soon searched through, and another rounding may be better. */
export function roundingEnd(): f64 {
  const beside = <f64>piecesBeside();
  const search = restMayGain() ? min(ROUND_MOST_WORK, ROUND_WORK * beside * beside) : 0;
  return workSpent() + search;
}
