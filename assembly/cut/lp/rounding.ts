/** From a solution of the linear program to a plan: its whole parts, and the rest packed directly. */

import { mark, release } from "../../memory";
import { Ints, reserveInts } from "../../vector";
import {
  FillRule,
  fillBars,
  filled,
  pieceLeft,
  setValues,
  startFill,
  stockLeft,
} from "../construct/fill-bar";
import { offerPlan } from "../incumbent/cut-incumbent";
import { addPattern } from "../model/cut-plan";
import { typeCount } from "../model/cut-problem";
import { barOf, columnCount, columnValue, dual, firstPattern, readColumn } from "./linear-program";

/**
 * Offers a plan made of the whole parts of the program's solution, with the rest filled by `rule`; false when the work for it
 * has come to its `end` before.
 */
export function roundSolution(rule: FillRule, end: f64 = Infinity): bool {
  startFill(rule, 1);
  if (rule === FillRule.VALUE) setValues(dual);
  const top = mark();
  const amounts = reserveInts(typeCount);
  for (let j = firstPattern; j < columnCount; j++) {
    const whole = <i32>Math.floor(columnValue(j) + 1e-6);
    if (whole > 0) usePattern(j, whole, amounts);
  }
  release(top);
  if (!fillBars(end)) return false;
  offerPlan(filled);
  return true;
}

/** Adds up to `copies` bars of a pattern to the plan being filled, without pieces beyond the demand. */
function usePattern(column: i32, copies: i32, amounts: Ints): void {
  const bar = barOf[column];
  copies = min(copies, stockLeft[bar]);
  readColumn(column, amounts);
  while (copies > 0) {
    let count = copies;
    let pieces = 0;
    for (let i = 0; i < typeCount; i++) {
      amounts[i] = min(amounts[i], pieceLeft[i]);
      pieces += amounts[i];
      if (amounts[i] > 0) count = min(count, pieceLeft[i] / amounts[i]);
    }
    if (pieces === 0) return;
    addPattern(filled, bar, count, amounts);
    for (let i = 0; i < typeCount; i++) pieceLeft[i] -= count * amounts[i];
    stockLeft[bar] -= count;
    copies -= count;
  }
}
