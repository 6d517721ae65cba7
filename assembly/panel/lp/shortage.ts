/**
 * How cheap can a plan be that places as much as the best one does, where not everything can be placed? At any values of
 * the pieces, what is placed is worth no less than all pieces without those that make up the missing worth with most
 * value; and panels hold no more than their best patterns.
 */
import { volumeBound } from "../../cut/bounds/volume";
import { mark, release } from "../../memory";
import { Numbers, reserveRawInts } from "../../vector";
import { best } from "../model/panel-incumbent";
import { demand, primary, typeCount, worth } from "../model/panel-problem";

/** In units of the objective; `patternValue` is what no pattern of a stock exceeds at these values. */
export function shortageBound(value: Numbers, patternValue: Numbers): f64 {
  const top = mark();
  // Types by falling value for their worth.
  const order = reserveRawInts(typeCount);
  let total: f64 = 0;
  for (let i = 0; i < typeCount; i++) {
    total += <f64>demand[i] * value[i];
    let to = i;
    for (; to > 0 && value[order[to - 1]] * worth[i] < value[i] * worth[order[to - 1]]; to--)
      order[to] = order[to - 1];
    order[to] = i;
  }
  let missing = best.missing;
  for (let k = 0; k < typeCount && missing > 0; k++) {
    const i = order[k];
    const all = <f64>demand[i] * worth[i];
    // Part of a piece is left out, rounded against the bound.
    total -= all <= missing ? <f64>demand[i] * value[i] : Math.ceil((value[i] * missing) / worth[i]) + 1;
    missing -= all;
  }
  release(top);
  return total > 0 ? volumeBound(primary, patternValue, total) : 0;
}
