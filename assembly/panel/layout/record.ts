/** Panels under way written down as patterns of a plan. */
import { PATTERN_HEAD, Plan, SLOTS_PER_PIECE } from "../model/plan";
import { key, primary, worth } from "../model/problem";
import {
  active,
  cutOf,
  firstPiece,
  firstSection,
  firstStrip,
  nextPiece,
  nextSection,
  nextStrip,
  panelCount,
  panelSections,
  sectionSize,
  sectionStrips,
  stockOf,
  stripPieces,
  stripSize,
  turnedOf,
  typeOf,
} from "./panels";

/** Adds every panel that is under way. */
export function appendPanels(plan: Plan): void {
  for (let at = 0; at < panelCount(); at++) appendPanel(plan, active[at], 1);
}

/** Adds one panel under way, so many times. */
export function appendPanel(plan: Plan, k: i32, count: i32): void {
  let pieces = 0;
  for (let s = firstSection[k]; s >= 0; s = nextSection[s]) {
    for (let t = firstStrip[s]; t >= 0; t = nextStrip[t]) pieces += stripPieces[t];
  }
  if (pieces === 0) return;
  if (plan.length + SLOTS_PER_PIECE * pieces > plan.capacity) {
    plan.overflow = true;
    return;
  }
  const data = plan.data;
  let at = plan.length;
  data[at] = <f64>stockOf[k];
  data[at + 1] = <f64>cutOf[k];
  data[at + 2] = <f64>count;
  data[at + 3] = <f64>panelSections[k];
  at += PATTERN_HEAD;
  for (let s = firstSection[k]; s >= 0; s = nextSection[s]) {
    data[at++] = sectionSize[s];
    data[at++] = <f64>sectionStrips[s];
    for (let t = firstStrip[s]; t >= 0; t = nextStrip[t]) at = appendStrip(plan, t, at, count);
  }
  plan.length = at;
  plan.patterns++;
  plan.key += <f64>count * key[stockOf[k]];
  plan.primary += <f64>count * primary[stockOf[k]];
}

function appendStrip(plan: Plan, t: i32, at: i32, count: i32): i32 {
  const data = plan.data;
  data[at++] = stripSize[t];
  const head = at++;
  let runs = 0;
  for (let p = firstPiece[t]; p >= 0; p = nextPiece[p]) {
    const type = typeOf[p];
    plan.missing -= <f64>count * worth[type];
    if (runs > 0 && data[at - 3] === <f64>type && data[at - 2] === <f64>turnedOf[p]) {
      data[at - 1] += 1;
      continue;
    }
    data[at] = <f64>type;
    data[at + 1] = <f64>turnedOf[p];
    data[at + 2] = 1;
    at += 3;
    runs++;
  }
  data[head] = <f64>runs;
  return at;
}
