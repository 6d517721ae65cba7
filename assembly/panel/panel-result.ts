/** Writes the best plan as the block that `panelBest` hands out. */
import { PlanResultHead } from "../layout";
import { beginPlanBlock } from "../plan-block";
import { best, objectiveBound, provenOptimal, revision } from "./model/panel-incumbent";
import { phase } from "./search/progress";

export function writeResult(): usize {
  const block = beginPlanBlock(best.length, revision, phase, best.patterns);
  block[PlanResultHead.OPTIMAL] = provenOptimal() ? 1 : 0;
  block[PlanResultHead.LOWER_BOUND] = objectiveBound();
  memory.copy(
    changetype<usize>(block) + ((<usize>PlanResultHead.SLOTS) << 3),
    changetype<usize>(best.data),
    (<usize>best.length) << 3,
  );
  return changetype<usize>(block);
}
