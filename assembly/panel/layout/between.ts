/**
 * Where does a piece go best on a panel with defects? Places that matter begin where something ends: a defect, a piece, a
 * strip, a section, the gap that a cut needs; or they end with the room.
 */
import { PanelCut } from "../../layout";
import { randomUnit } from "../../random";
import { Numbers, reserveNumbers } from "../../vector";
import { spend } from "../../work";
import { defectCount, defectEnd, defectStock, overlapsDefect } from "../model/defects";
import { exact, kerf, minGap, pieceAcross, pieceAlong, restsMatter, twoStages } from "../model/problem";
import { bareEnd, bareTop, canBeCut, endLimit, pieceEnd, topLimit } from "./damaged";
import {
  addPiece,
  cutOf,
  firstPiece,
  firstSection,
  firstStrip,
  nextPiece,
  nextSection,
  nextStrip,
  panelAcross,
  panelAlong,
  panelSections,
  removePiece,
  stockOf,
  wayOf,
} from "./panels";
import { pieceAt, sectionAt, stripAt } from "./positions";

/** What waste before a place counts: later pieces may fill it. */
const GAP_SHARE: f64 = 0.5;
/** How many times as dear places become by lot, at most, while panels are filled again: little mostly, much at times. */
const LOTTERY: f64 = 6;

/** A place for a piece: section and strip are -1 where they are to be new; and where all three begin. */
@unmanaged
export class Spot {
  section: i32;
  strip: i32;
  sectionAt: f64;
  stripAt: f64;
  pieceAt: f64;
}

/** What is kept here between two steps. */
@unmanaged
class State {
  k: i32;
  type: i32;
  turned: i32;
  along: f64;
  across: f64;
  /** Chance that a place is passed over, and by how many times places become dearer by lot. */
  blink: f64;
  lottery: f64;
  /** What the best place takes, and the room along the panel that the place at hand has. */
  least: f64;
  limit: f64;
  /** Positions to be tried along the panel, and across it. */
  alongs: Numbers;
  alongCount: i32;
  acrosses: Numbers;
  acrossCount: i32;
}
const state = changetype<State>(memory.data(offsetof<State>()));
const trial = changetype<Spot>(memory.data(offsetof<Spot>()));

/** The place that `bestBetween` found. */
export const bestSpot = changetype<Spot>(memory.data(offsetof<Spot>()));

export function openBetween(most: i32): void {
  if (defectCount === 0) return;
  state.alongs = reserveNumbers(2 * most + defectCount + 4);
  state.acrosses = reserveNumbers(2 * most + defectCount + 4);
}

/** Puts a piece onto a panel with defects. */
export function putPiece(type: i32, turned: i32, k: i32, at: Spot): void {
  addPiece(type, turned, k, at.section, at.strip);
  const section = at.section < 0 ? firstSection[k] : at.section;
  const strip = at.strip < 0 ? firstStrip[section] : at.strip;
  sectionAt[section] = at.sectionAt;
  stripAt[strip] = at.stripAt;
  pieceAt[firstPiece[strip]] = at.pieceAt;
}

/** Area that the best place of a piece takes, waste beside it included; Infinity when there is none. */
export function bestBetween(k: i32, type: i32, turned: i32, blink: f64): f64 {
  state.k = k;
  state.type = type;
  state.turned = turned;
  state.along = pieceAlong(type, turned, cutOf[k]);
  state.across = pieceAcross(type, turned, cutOf[k]);
  state.blink = blink;
  const chance = blink > 0 ? randomUnit() : 0;
  state.lottery = LOTTERY * chance * chance * chance;
  state.least = Infinity;
  for (let s = firstSection[k]; s >= 0; s = nextSection[s]) {
    trial.section = s;
    trial.sectionAt = sectionAt[s];
    state.limit = endLimit(s);
    for (let t = firstStrip[s]; t >= 0; t = nextStrip[t]) tryStrip(t);
    tryNewStrip(s);
  }
  if (!twoStages || panelSections[k] === 0) tryNewSections();
  return state.least;
}

/** Beside the pieces of a strip. */
function tryStrip(t: i32): void {
  const s = trial.section;
  const width = bareTop(t) - stripAt[t];
  if (exact && width !== state.across) return;
  const widen = max<f64>(0, state.across - width);
  if (stripAt[t] + width + widen > topLimit(t)) return;
  trial.strip = t;
  trial.stripAt = stripAt[t];
  const end = bareEnd(s);
  beginAlong(trial.sectionAt, state.limit);
  for (let p = firstPiece[t]; p >= 0; p = nextPiece[p]) addAlong(pieceEnd(p));
  for (let i = 0; i < state.alongCount; i++) {
    const at = state.alongs[i];
    if (!isFreeAlong(t, at)) continue;
    trial.pieceAt = at;
    const grow = max<f64>(0, at + state.along - end);
    const gap = at - lastEnd(t, at);
    consider(
      (state.along + GAP_SHARE * gap) * (width + widen) + widen * (end - trial.sectionAt) + growthOf(grow),
    );
  }
}

/** Between the strips of a section. */
function tryNewStrip(s: i32): void {
  const k = state.k;
  trial.strip = -1;
  beginAcross();
  for (let t = firstStrip[s]; t >= 0; t = nextStrip[t]) addAcross(bareTop(t));
  beginAlong(trial.sectionAt, state.limit);
  const end = bareEnd(s);
  for (let j = 0; j < state.acrossCount; j++) {
    const up = state.acrosses[j];
    if (up + state.across > panelAcross[k] || !isFreeAcross(s, up)) continue;
    trial.stripAt = up;
    for (let i = 0; i < state.alongCount; i++) {
      trial.pieceAt = state.alongs[i];
      const grow = max<f64>(0, trial.pieceAt + state.along - end);
      const length = max(end, trial.pieceAt + state.along) - trial.sectionAt;
      const gaps = (up - lastTop(s, up)) * length + (trial.pieceAt - trial.sectionAt) * state.across;
      consider(0.5 * state.across * (state.along + length) + GAP_SHARE * gaps + growthOf(grow));
    }
  }
}

/** Between the sections of the panel. */
function tryNewSections(): void {
  const k = state.k;
  trial.section = -1;
  trial.strip = -1;
  state.limit = panelAlong[k];
  beginAcross();
  beginAlong(0, panelAlong[k]);
  for (let s = firstSection[k]; s >= 0; s = nextSection[s]) addAlong(bareEnd(s));
  for (let i = 0; i < state.alongCount; i++) {
    const at = state.alongs[i];
    if (!isFreeSection(at)) continue;
    trial.pieceAt = at;
    trial.sectionAt = twoStages ? 0 : at;
    const gap = at - lastSection(at);
    for (let j = 0; j < state.acrossCount; j++) {
      const up = state.acrosses[j];
      trial.stripAt = up;
      const gaps = twoStages
        ? gap * state.across + up * panelAlong[k]
        : gap * panelAcross[k] + up * state.along;
      const rest = twoStages ? state.across * panelAlong[k] : state.along * panelAcross[k];
      consider(0.5 * (state.along * state.across + rest) + GAP_SHARE * gaps);
    }
  }
}

/** What a section that becomes longer takes of the rest of the panel. */
function growthOf(grow: f64): f64 {
  return 0.5 * grow * panelAcross[state.k];
}

/** Begins the positions along the panel for a room: its start, behind defects, at its end. */
function beginAlong(start: f64, limit: f64): void {
  state.alongCount = 0;
  addAlong(start);
  addAlong(start + minGap);
  if (restsMatter) {
    addAlong(limit - state.along);
    addAlong(limit - state.along - kerf);
  }
  const k = state.k;
  for (let d = 0; d < defectCount; d++) {
    if (defectStock(d) === stockOf[k]) addAlong(defectEnd(d, <PanelCut>cutOf[k]));
  }
}

function addAlong(at: f64): void {
  state.alongs[state.alongCount++] = at;
}

/** The same across the panel. */
function beginAcross(): void {
  const k = state.k;
  state.acrossCount = 0;
  addAcross(0);
  addAcross(minGap);
  if (restsMatter) {
    addAcross(panelAcross[k] - state.across);
    addAcross(panelAcross[k] - state.across - kerf);
  }
  const other = cutOf[k] === PanelCut.CROSS ? PanelCut.RIP : PanelCut.CROSS;
  for (let d = 0; d < defectCount; d++) {
    if (defectStock(d) === stockOf[k]) addAcross(defectEnd(d, other));
  }
}

function addAcross(at: f64): void {
  state.acrosses[state.acrossCount++] = at;
}

/** True when no piece of the strip lies there. */
function isFreeAlong(t: i32, at: f64): bool {
  for (let p = firstPiece[t]; p >= 0; p = nextPiece[p]) {
    if (at < pieceEnd(p) && at + state.along > pieceAt[p]) return false;
  }
  return true;
}

function isFreeAcross(s: i32, at: f64): bool {
  for (let t = firstStrip[s]; t >= 0; t = nextStrip[t]) {
    if (at < bareTop(t) && at + state.across > stripAt[t]) return false;
  }
  return true;
}

/** Where waste before a place in a strip begins, in a section, and on the panel. */
function lastEnd(t: i32, at: f64): f64 {
  let end = trial.sectionAt;
  for (let p = firstPiece[t]; p >= 0; p = nextPiece[p]) if (pieceEnd(p) <= at) end = max(end, pieceEnd(p));
  return end;
}

function lastTop(s: i32, at: f64): f64 {
  let top: f64 = 0;
  for (let t = firstStrip[s]; t >= 0; t = nextStrip[t]) if (bareTop(t) <= at) top = max(top, bareTop(t));
  return top;
}

function lastSection(at: f64): f64 {
  let end: f64 = 0;
  for (let s = firstSection[state.k]; s >= 0; s = nextSection[s])
    if (bareEnd(s) <= at) end = max(end, bareEnd(s));
  return end;
}

function isFreeSection(at: f64): bool {
  for (let s = firstSection[state.k]; s >= 0; s = nextSection[s]) {
    if (at < bareEnd(s) && at + state.along > sectionAt[s]) return false;
  }
  return true;
}

/** Keeps the place on trial if it takes least, reaches over nothing, and everything can still be cut off. */
function consider(area: f64): void {
  spend(1);
  const k = state.k;
  // Which of several places beside a defect is right shows only in the end.
  if (state.lottery > 0) area *= 1 + state.lottery * randomUnit();
  if (area >= state.least || trial.pieceAt < trial.sectionAt) return;
  // Places at the end of a room that is too small for them lie before it.
  if (trial.sectionAt < 0 || trial.stripAt < 0) return;
  if (trial.pieceAt + state.along > state.limit || trial.stripAt + state.across > panelAcross[k]) return;
  if (overlaps(cutOf[k] === PanelCut.CROSS) || (state.blink > 0 && randomUnit() < state.blink) || !isSawn())
    return;
  state.least = area;
  memory.copy(changetype<usize>(bestSpot), changetype<usize>(trial), offsetof<Spot>());
}

function overlaps(cross: bool): bool {
  const stock = stockOf[state.k];
  const at = trial.pieceAt;
  const up = trial.stripAt;
  return cross
    ? overlapsDefect(stock, at, up, state.along, state.across)
    : overlapsDefect(stock, up, at, state.across, state.along);
}

/** Tries the place for what only the whole panel shows. */
function isSawn(): bool {
  const k = state.k;
  const way = wayOf[state.type];
  putPiece(state.type, state.turned, k, trial);
  const good = canBeCut(k);
  const section = trial.section < 0 ? firstSection[k] : trial.section;
  removePiece(firstPiece[trial.strip < 0 ? firstStrip[section] : trial.strip]);
  wayOf[state.type] = way;
  spend(4);
  return good;
}
