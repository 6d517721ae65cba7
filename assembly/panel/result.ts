/** Writes the best plan as the block that `panelBest` hands out. */

import { PlanResultHead } from "../layout";
import { mark, release, reserve } from "../memory";
import { Numbers } from "../vector";
import { workSpent } from "../work";
import { best, objectiveBound, provenOptimal, revision } from "./model/incumbent";
import { phase } from "./solve";

/**
 * The block lies above everything else and is given back at once: it stays readable until the core is called again,
 * and asking often costs no memory.
 */
export function writeResult(): usize {
  const slots = PlanResultHead.SLOTS + best.length;
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
  memory.copy(
    changetype<usize>(block) + ((<usize>PlanResultHead.SLOTS) << 3),
    changetype<usize>(best.data),
    (<usize>best.length) << 3,
  );
  return changetype<usize>(block);
}
