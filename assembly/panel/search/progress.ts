/** How a job gets on: what it is doing, when it last gained, and whether it still looks for a cheaper plan. */
import { PATIENCE } from "../../cut/model/cut-tuning";
import { PanelPhase } from "../../layout";
import { pause } from "../../pause";
import { workSpent } from "../../work";
import { provenOptimal, revision } from "../model/panel-incumbent";
import { LEAST_WORK } from "../model/panel-tuning";

export let phase: PanelPhase = PanelPhase.CONSTRUCT;
/** Work at the last gain, and the best plan's revision then. */
export let lastGain: f64 = 0;
let revisionSeen: i32 = 0;

export function turnTo(newPhase: PanelPhase): void {
  phase = newPhase;
}

/** Counts from now on how long nothing has been gained. */
export function openProgress(): void {
  lastGain = workSpent();
  revisionSeen = revision;
}

/** Leaves what has been gained since the last step out of account. */
export function overlookGains(): void {
  revisionSeen = revision;
}

/** Gives way between two steps of a search; false once no cheaper plan is looked for any more. */
export function goOn(): bool {
  if (revision !== revisionSeen) {
    revisionSeen = revision;
    lastGain = workSpent();
  }
  const patient = workSpent() <= PATIENCE * lastGain + LEAST_WORK;
  pause();
  return patient && !provenOptimal();
}
