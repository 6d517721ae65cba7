/** Panels under way written down as patterns of a plan. */
import { Numbers } from "../../vector";
import { isDamaged } from "../model/defects";
import { GAP, PATTERN_HEAD, Plan, SLOTS_PER_PIECE } from "../model/plan";
import { key, primary, worth } from "../model/problem";
import { pieceEnd, pieceFrom, sectionEnd, sectionFrom, stripFrom, stripTop } from "./damaged";
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
import { pieceAt, sectionAt, stripAt } from "./positions";

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
  const at = plan.length;
  data[at] = <f64>stockOf[k];
  data[at + 1] = <f64>cutOf[k];
  data[at + 2] = <f64>count;
  plan.length = isDamaged(stockOf[k]) ? appendPlaced(plan, k, at) : appendSections(plan, k, at, count);
  plan.patterns++;
  plan.key += <f64>count * key[stockOf[k]];
  plan.primary += <f64>count * primary[stockOf[k]];
}

function appendSections(plan: Plan, k: i32, at: i32, count: i32): i32 {
  const data = plan.data;
  data[at + 3] = <f64>panelSections[k];
  at += PATTERN_HEAD;
  for (let s = firstSection[k]; s >= 0; s = nextSection[s]) {
    data[at++] = sectionSize[s];
    data[at++] = <f64>sectionStrips[s];
    for (let t = firstStrip[s]; t >= 0; t = nextStrip[t]) at = appendStrip(plan, t, at, count);
  }
  return at;
}

/** A panel with defects, from one side to the other, and with what is waste between. */
function appendPlaced(plan: Plan, k: i32, at: i32): i32 {
  const data = plan.data;
  const head = at + 3;
  data[head] = 0;
  at += PATTERN_HEAD;
  let end: f64 = 0;
  for (let s = sectionFrom(k, 0); s >= 0; s = sectionFrom(k, end)) {
    at = appendGap(data, head, at, sectionAt[s] - end);
    end = sectionEnd(s);
    data[head] += 1;
    data[at] = end - sectionAt[s];
    at = appendStrips(plan, s, at + 1);
  }
  return at;
}

function appendStrips(plan: Plan, s: i32, head: i32): i32 {
  const data = plan.data;
  let at = head + 1;
  let top: f64 = 0;
  data[head] = 0;
  for (let t = stripFrom(s, 0); t >= 0; t = stripFrom(s, top)) {
    at = appendGap(data, head, at, stripAt[t] - top);
    top = stripTop(t);
    data[head] += 1;
    data[at] = top - stripAt[t];
    at = appendRuns(plan, s, t, at + 1);
  }
  return at;
}

function appendRuns(plan: Plan, s: i32, t: i32, head: i32): i32 {
  const data = plan.data;
  let at = head + 1;
  let end = sectionAt[s];
  data[head] = 0;
  for (let p = pieceFrom(t, end); p >= 0; p = pieceFrom(t, end)) {
    data[head] += pieceAt[p] > end ? 2 : 1;
    if (pieceAt[p] > end) at = appendRun(data, at, GAP, 0, pieceAt[p] - end);
    at = appendRun(data, at, typeOf[p], turnedOf[p], 1);
    plan.missing -= worth[typeOf[p]];
    end = pieceEnd(p);
  }
  return at;
}

function appendRun(data: Numbers, at: i32, type: i32, turned: i32, count: f64): i32 {
  data[at] = <f64>type;
  data[at + 1] = <f64>turned;
  data[at + 2] = count;
  return at + 3;
}

/** A section or a strip that is nothing but waste, where there is any. */
function appendGap(data: Numbers, head: i32, at: i32, size: f64): i32 {
  if (size <= 0) return at;
  data[head] += 1;
  data[at] = size;
  data[at + 1] = 0;
  return at + 2;
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
