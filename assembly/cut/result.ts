/** Writes the best plan as the block that `cutBest` hands out. */
import { PlanResultHead } from "../layout";
import { mark, release, reserve } from "../memory";
import { Numbers } from "../vector";
import { workSpent } from "../work";
import { best, objectiveBound, provenOptimal, revision } from "./incumbent/incumbent";
import { phase } from "./solve";

/**
 * The block lies above everything else and is given back at once: it stays readable until the core is called again,
 * and asking often costs no memory.
 */
export function writeResult(): usize {
  const slots = PlanResultHead.SLOTS + 3 * best.patterns + 2 * best.entries;
  const top = mark();
  const block = changetype<Numbers>(reserve((<usize>slots) << 3));
  release(top);
  block[PlanResultHead.LENGTH] = <f64>slots;
  block[PlanResultHead.REVISION] = <f64>revision;
  block[PlanResultHead.PHASE] = <f64>phase;
  block[PlanResultHead.OPTIMAL] = provenOptimal() ? 1 : 0;
  block[PlanResultHead.LOWER_BOUND] = objectiveBound();
  block[PlanResultHead.WORK] = workSpent();
  block[PlanResultHead.PATTERNS] = <f64>best.patterns;
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
