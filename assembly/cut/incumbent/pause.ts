/** Between two moves of the search: what has been gained, whether anything is left to gain, and the host's turn. */
import { pause as giveWay, stop } from "../../pause";
import { workSpent } from "../../work";
import { TIE_WORK } from "../model/cut-tuning";
import { provenBest, provenOptimal, revision } from "./cut-incumbent";

/** Work done when the best plan was last improved. */
export let lastGain: f64 = 0;
/** Work done when the objective was proven. */
let provenAt: f64 = Infinity;
let seen: i32 = 0;

export function openPauses(): void {
  lastGain = 0;
  provenAt = Infinity;
  seen = revision;
}

/** Ends the search when nothing is left to gain; gives way when the granted work is used up. */
export function pause(): void {
  if (revision !== seen) {
    seen = revision;
    lastGain = workSpent();
  }
  if (provenBest()) stop();
  if (provenOptimal()) {
    provenAt = min(provenAt, workSpent());
    // Only a tie is left to gain: it deserves as much work again as the objective took, not more.
    if (workSpent() > 2 * provenAt + TIE_WORK) stop();
  }
  giveWay();
}
