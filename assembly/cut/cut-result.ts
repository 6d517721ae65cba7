/** Writes the best plan as the block that `cutBest` hands out. */
import { PlanResultHead } from "../layout";
import { beginPlanBlock } from "../plan-block";
import { phase } from "./cut-search";
import { best, objectiveBound, provenOptimal, revision } from "./incumbent/cut-incumbent";

export function writeResult(): usize {
  const block = beginPlanBlock(3 * best.patterns + 2 * best.entries, revision, phase, best.patterns);
  block[PlanResultHead.OPTIMAL] = provenOptimal() ? 1 : 0;
  block[PlanResultHead.LOWER_BOUND] = objectiveBound();
  let at: i32 = PlanResultHead.SLOTS;
  for (let p = 0; p < best.patterns; p++) {
    block[at] = <f64>best.bar[p];
    block[at + 1] = <f64>best.count[p];
    block[at + 2] = <f64>(best.start[p + 1] - best.start[p]);
    at += 3;
    for (let e = best.start[p]; e < best.start[p + 1]; e++) {
      block[at] = <f64>best.type[e];
      block[at + 1] = <f64>best.amount[e];
      at += 2;
    }
  }
  return changetype<usize>(block);
}
