/**
 * Bound of a node that no plan within it undercuts. From the program's duals, in whole numbers: every column lies
 * at the bound that its reduced cost prefers, so nothing rests on the program's arithmetic.
 */

import { Numbers, reserveNumbers } from "../../vector";
import { wholeAbove } from "../bounds/volume";
import { best } from "../incumbent/cut-incumbent";
import { priceUnit } from "../lp/column-generation";
import {
  barOf,
  columnCount,
  columnEntry,
  columnRow,
  columnStart,
  dual,
  firstPattern,
  limitRow,
  lowerBound,
  programValue,
  rightSide,
  upperBound,
} from "../lp/linear-program";
import { barCount, demand, key, typeCount } from "../model/cut-problem";

const EXACT: f64 = 9007199254740992;
/** The coarsest units of a bound: a million keys. Keys are rounded down to them. */
const LEAST_GRAIN: f64 = 1e-6;

let value: Numbers = changetype<Numbers>(0);
let surcharge: Numbers = changetype<Numbers>(0);
/** Sum of the sizes of the last bound's terms, which are whole numbers: it is exact as long as this is. */
let extent: f64 = 0;

export function openLeafBound(): void {
  value = reserveNumbers(typeCount);
  surcharge = reserveNumbers(barCount);
}

/**
 * A bound on the keys of all complete plans within the bounds of the columns, 0 when there is none. With `exact` only
 * plans made of just the program's patterns count, without a piece too many; a type may then have a negative value.
 */
export function leafBound(exact: bool): f64 {
  if (best.missing > 0) return 0;
  const total = max(programValue(), best.key / priceUnit);
  let grain = 2 ** Math.floor(Math.log2(1125899906842624 / (priceUnit * max(1, total))));
  // Where something is missing or many columns are branched on, the terms are far larger than the plan's value.
  for (; grain >= LEAST_GRAIN; grain /= 256) {
    const bound = boundAt(grain, exact);
    if (extent < EXACT) return wholeAbove(bound / grain);
  }
  return 0;
}

/** The bound in units of 1 / `grain`. */
function boundAt(grain: f64, exact: bool): f64 {
  let bound: f64 = 0;
  extent = 0;
  for (let i = 0; i < typeCount; i++) {
    value[i] = Math.floor((exact ? dual[i] : max(0, dual[i])) * priceUnit * grain);
    bound += measured(<f64>demand[i] * value[i]);
  }
  for (let j = 0; j < barCount; j++) {
    const row = limitRow[j];
    surcharge[j] = row < 0 ? 0 : Math.round(-dual[row] * priceUnit * grain);
    if (surcharge[j] === 0) continue;
    bound -= measured(
      surcharge[j] * (rightSide[row] - (surcharge[j] > 0 ? lowerBound[row] : upperBound[row])),
    );
  }
  for (let j = firstPattern; j < columnCount; j++) {
    const bar = barOf[j];
    const price = Math.floor(key[bar] * grain);
    let reduced = price + surcharge[bar];
    let size = price + Math.abs(surcharge[bar]);
    for (let e = columnStart[j]; e < columnStart[j + 1]; e++) {
      if (columnRow[e] >= typeCount) continue;
      reduced -= columnEntry[e] * value[columnRow[e]];
      size += columnEntry[e] * Math.abs(value[columnRow[e]]);
    }
    if (size >= EXACT) extent = Infinity;
    bound += measured(reduced * (reduced > 0 ? lowerBound[j] : upperBound[j]));
  }
  return bound;
}

function measured(term: f64): f64 {
  extent += Math.abs(term);
  return term;
}
