/**
 * Places on panels with defects. On such a panel everything has a position; a piece is tried where something ends: a
 * defect, a piece, a strip, a section, or the narrowest gap that can be cut off. A place is judged by the area that it
 * takes, waste beside it included.
 */
import { PanelCut } from "../../layout";
import { randomUnit } from "../../random";
import { Numbers, reserveNumbers } from "../../vector";
import { spend } from "../../work";
import { defectCount, defectEnd, defectStock, overlapsDefect } from "../model/defects";
import { exact, kerf, minGap, restsMatter, twoStages } from "../model/panel-problem";
import { addPiece, NEW, Panel, PanelNode, removePiece, wayOf } from "./panel-tree";
import { bareEnd, bareTop, canBeCut, limitOf } from "./sawable";

/** Share of its area that waste before a place counts: later pieces may fill it. */
const GAP_SHARE: f64 = 0.5;
/** How many times as dear places become by lot, at most, while panels are filled again: little mostly, much at times. */
const LOTTERY: f64 = 6;

/** A piece, one way round, on the panel that it is tried on. */
@unmanaged
export class Trial {
  panel: Panel;
  type: i32;
  turned: i32;
  along: f64;
  across: f64;
}

/** A place for a piece: the section and the strip, each `NEW` where it is to be new. */
@unmanaged
export class InsertPosition {
  panel: Panel;
  section: PanelNode;
  strip: PanelNode;
  turned: i32;
  /** Where section, strip and piece begin on a panel with defects. */
  sectionAt: f64;
  stripAt: f64;
  pieceAt: f64;
}

/** Positions to be tried in one direction. */
@unmanaged
class TriedPositions {
  at: Numbers;
  count: i32;
}
const alongs = changetype<TriedPositions>(memory.data(offsetof<TriedPositions>()));
const acrosses = changetype<TriedPositions>(memory.data(offsetof<TriedPositions>()));

/** The place at hand, and the one that `bestBetween` has found. */
const place = changetype<InsertPosition>(memory.data(offsetof<InsertPosition>()));
export const bestPlace = changetype<InsertPosition>(memory.data(offsetof<InsertPosition>()));

/** The search at hand: area that the best place takes, chance that a place is passed over, how much dearer lots make one. */
let leastArea: f64 = Infinity;
let blink: f64 = 0;
let lottery: f64 = 0;

export function openBetween(most: i32): void {
  if (defectCount === 0) return;
  alongs.at = reserveNumbers(2 * most + defectCount + 4);
  acrosses.at = reserveNumbers(2 * most + defectCount + 4);
}

/** Puts a piece onto a panel with defects, and returns it. */
export function putPiece(type: i32, at: InsertPosition): PanelNode {
  const piece = addPiece(type, at.turned, at.panel, at.section, at.strip);
  piece.parent.parent.at = at.sectionAt;
  piece.parent.at = at.stripAt;
  piece.at = at.pieceAt;
  return piece;
}

/** Area that the best place of a piece takes, waste beside it included; Infinity when there is none. */
export function bestBetween(trial: Trial, passedOver: f64): f64 {
  const panel = trial.panel;
  place.panel = panel;
  place.turned = trial.turned;
  blink = passedOver;
  const chance = blink > 0 ? randomUnit() : 0;
  lottery = LOTTERY * chance * chance * chance;
  leastArea = Infinity;
  for (let section = panel.first; section; section = section.next) {
    place.section = section;
    place.sectionAt = section.at;
    const limit = limitOf(section, panel.along);
    for (let strip = section.first; strip; strip = strip.next) tryStrip(trial, strip, limit);
    tryNewStrip(trial, section, limit);
  }
  if (!twoStages || panel.parts === 0) tryNewSections(trial);
  return leastArea;
}

/** Tries the places beside the pieces of a strip. */
function tryStrip(trial: Trial, strip: PanelNode, limit: f64): void {
  const section = strip.parent;
  const width = bareTop(strip) - strip.at;
  if (exact && width !== trial.across) return;
  const widen = max<f64>(0, trial.across - width);
  if (strip.at + width + widen > limitOf(strip, trial.panel.across)) return;
  place.strip = strip;
  place.stripAt = strip.at;
  const end = bareEnd(section);
  beginAlong(trial, section.at, limit);
  for (let piece = strip.first; piece; piece = piece.next) add(alongs, piece.at + piece.size);
  for (let i = 0; i < alongs.count; i++) {
    const at = alongs.at[i];
    // Where waste before the place begins.
    let before = section.at;
    let free = true;
    for (let piece = strip.first; piece && free; piece = piece.next) {
      const behind = piece.at + piece.size;
      free = at >= behind || at + trial.along <= piece.at;
      if (behind <= at) before = max(before, behind);
    }
    if (!free) continue;
    place.pieceAt = at;
    const filled = (trial.along + GAP_SHARE * (at - before)) * (width + widen);
    consider(trial, limit, filled + widen * (end - section.at) + growthArea(trial, at, end));
  }
}

/** Tries the places between the strips of a section. */
function tryNewStrip(trial: Trial, section: PanelNode, limit: f64): void {
  place.strip = NEW;
  beginAcross(trial);
  for (let strip = section.first; strip; strip = strip.next) add(acrosses, bareTop(strip));
  beginAlong(trial, section.at, limit);
  const end = bareEnd(section);
  for (let j = 0; j < acrosses.count; j++) {
    const up = acrosses.at[j];
    let below: f64 = 0;
    let free = up + trial.across <= trial.panel.across;
    for (let strip = section.first; strip && free; strip = strip.next) {
      const top = bareTop(strip);
      free = up >= top || up + trial.across <= strip.at;
      if (top <= up) below = max(below, top);
    }
    if (!free) continue;
    place.stripAt = up;
    for (let i = 0; i < alongs.count; i++) {
      const at = alongs.at[i];
      place.pieceAt = at;
      const length = max(end, at + trial.along) - section.at;
      const gaps = (up - below) * length + (at - section.at) * trial.across;
      const taken = 0.5 * trial.across * (trial.along + length);
      consider(trial, limit, taken + GAP_SHARE * gaps + growthArea(trial, at, end));
    }
  }
}

/** Tries the places between the sections of the panel. */
function tryNewSections(trial: Trial): void {
  const panel = trial.panel;
  place.section = NEW;
  place.strip = NEW;
  beginAcross(trial);
  beginAlong(trial, 0, panel.along);
  for (let section = panel.first; section; section = section.next) add(alongs, bareEnd(section));
  const taken = twoStages ? trial.across * panel.along : trial.along * panel.across;
  for (let i = 0; i < alongs.count; i++) {
    const at = alongs.at[i];
    let before: f64 = 0;
    let free = true;
    for (let section = panel.first; section && free; section = section.next) {
      const end = bareEnd(section);
      free = at >= end || at + trial.along <= section.at;
      if (end <= at) before = max(before, end);
    }
    if (!free) continue;
    place.pieceAt = at;
    place.sectionAt = twoStages ? 0 : at;
    for (let j = 0; j < acrosses.count; j++) {
      const up = acrosses.at[j];
      place.stripAt = up;
      const gaps = twoStages
        ? (at - before) * trial.across + up * panel.along
        : (at - before) * panel.across + up * trial.along;
      consider(trial, panel.along, 0.5 * (trial.along * trial.across + taken) + GAP_SHARE * gaps);
    }
  }
}

/** Area that a section which ends at `end` takes of the rest of the panel when a piece makes it longer. */
function growthArea(trial: Trial, at: f64, end: f64): f64 {
  return 0.5 * max<f64>(0, at + trial.along - end) * trial.panel.across;
}

/** Lists the positions along the panel for a room: its start, behind defects, at its end. */
function beginAlong(trial: Trial, start: f64, limit: f64): void {
  begin(alongs, start, limit - trial.along);
  addDefects(alongs, trial.panel.stock, trial.panel.cut);
}

/** The same across the panel. */
function beginAcross(trial: Trial): void {
  begin(acrosses, 0, trial.panel.across - trial.across);
  addDefects(acrosses, trial.panel.stock, trial.panel.cut === PanelCut.CROSS ? PanelCut.RIP : PanelCut.CROSS);
}

function begin(positions: TriedPositions, start: f64, last: f64): void {
  positions.count = 0;
  add(positions, start);
  add(positions, start + minGap);
  if (!restsMatter) return;
  add(positions, last);
  add(positions, last - kerf);
}

function addDefects(positions: TriedPositions, stock: i32, cut: PanelCut): void {
  for (let d = 0; d < defectCount; d++) if (defectStock(d) === stock) add(positions, defectEnd(d, cut));
}

function add(positions: TriedPositions, at: f64): void {
  positions.at[positions.count++] = at;
}

/** Keeps the place at hand if it takes least, overlaps nothing, and everything can still be cut off. */
function consider(trial: Trial, limit: f64, area: f64): void {
  spend(1);
  // Which of several places beside a defect is right shows only in the end.
  if (lottery > 0) area *= 1 + lottery * randomUnit();
  if (area >= leastArea || place.pieceAt < place.sectionAt) return;
  // Places at the end of a room that is too small for them lie before it.
  if (place.sectionAt < 0 || place.stripAt < 0) return;
  if (place.pieceAt + trial.along > limit || place.stripAt + trial.across > trial.panel.across) return;
  if (overlaps(trial) || (blink > 0 && randomUnit() < blink) || !staysSawable(trial)) return;
  leastArea = area;
  memory.copy(changetype<usize>(bestPlace), changetype<usize>(place), offsetof<InsertPosition>());
}

function overlaps(trial: Trial): bool {
  const stock = trial.panel.stock;
  return trial.panel.cut === PanelCut.CROSS
    ? overlapsDefect(stock, place.pieceAt, place.stripAt, trial.along, trial.across)
    : overlapsDefect(stock, place.stripAt, place.pieceAt, trial.across, trial.along);
}

/** Tries the place for what only the whole panel shows. */
function staysSawable(trial: Trial): bool {
  const way = wayOf[trial.type];
  const piece = putPiece(trial.type, place);
  const good = canBeCut(trial.panel);
  removePiece(piece);
  wayOf[trial.type] = way;
  spend(4);
  return good;
}
