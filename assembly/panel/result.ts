/** Writes the best plan as the block that `panelBest` hands out. */

import { PanelResultHead } from "../layout";
import { mark, release, reserve } from "../memory";
import { Numbers } from "../vector";
import { best, objectiveBound, provenOptimal, revision } from "./model/incumbent";
import { phase, workDone } from "./solve";

/**
 * The block lies above everything else and is given back at once: it stays readable until the core is called again,
 * and asking often costs no memory.
 */
export function writeResult(): usize {
  const slots = PanelResultHead.SLOTS + best.length;
  const top = mark();
  const block = changetype<Numbers>(reserve((<usize>slots) << 3));
  release(top);
  block[PanelResultHead.LENGTH] = <f64>slots;
  block[PanelResultHead.REVISION] = <f64>revision;
  block[PanelResultHead.PHASE] = <f64>phase;
  block[PanelResultHead.OPTIMAL] = provenOptimal() ? 1 : 0;
  block[PanelResultHead.LOWER_BOUND] = objectiveBound();
  block[PanelResultHead.WORK] = workDone();
  block[PanelResultHead.PATTERNS] = <f64>best.patterns;
  memory.copy(
    changetype<usize>(block) + ((<usize>PanelResultHead.SLOTS) << 3),
    changetype<usize>(best.data),
    (<usize>best.length) << 3,
  );
  return changetype<usize>(block);
}
