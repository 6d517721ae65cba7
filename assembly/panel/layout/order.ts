/** Whether a panel can be sawn as its sections and strips say. */
import { goodRest, twoStages } from "../model/problem";
import {
  firstSection,
  firstStrip,
  nextSection,
  nextStrip,
  panelAcross,
  panelAlong,
  panelFree,
  sectionUsed,
  stripUsed,
} from "./panels";

/** True when nothing on the panel is larger than its room, and every rest can be cut off. */
export function inOrder(k: i32): bool {
  if (panelFree[k] < 0 || (!twoStages && !goodRest(panelFree[k]))) return false;
  for (let s = firstSection[k]; s >= 0; s = nextSection[s]) {
    const rest = panelAcross[k] - sectionUsed[s];
    if (rest < 0 || !goodRest(rest)) return false;
    if (!twoStages) continue;
    for (let t = firstStrip[s]; t >= 0; t = nextStrip[t]) {
      if (!goodRest(panelAlong[k] - stripUsed[t])) return false;
    }
  }
  return true;
}
