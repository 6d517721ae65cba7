/**
 * Where does a piece go best? Every place is tried: the end of a strip, a new strip in a section, a new section; with
 * sections and strips growing where there is room beside them. A place is judged by what it does to the free rectangles
 * of its panel: each is worth a power of its area above 1, so that one large rest is better than two small ones, and the
 * place that loses least is best.
 */

import { randomUnit } from "../../random";
import { spend } from "../../work";
import { isDamaged } from "../model/defects";
import {
  exact,
  maxParts,
  maxPieces,
  mayLie,
  pieceAcross,
  pieceAlong,
  pieceLength,
  pieceWidth,
  restsMatter,
  twoStages,
} from "../model/problem";
import { bestBetween, bestSpot, putPiece, Spot } from "./between";
import { inOrder } from "./order";
import {
  active,
  addPiece,
  bareArea,
  cutOf,
  firstPiece,
  firstSection,
  firstStrip,
  hasRoom,
  isOpen,
  nextSection,
  nextStrip,
  panelAcross,
  panelAlong,
  panelCount,
  panelFree,
  panelPieces,
  panelSections,
  removePiece,
  sectionSize,
  sectionStrips,
  sectionUsed,
  stockOf,
  stripSize,
  stripUsed,
  wayOf,
} from "./panels";

/** Areas of large sizes are rounded. */
const ALMOST: f64 = 0.999999;

/** How the worth of a free rectangle grows with its area. */
export enum Rule {
  AREA = 0,
  POWER_1_25 = 1,
  POWER_1_5 = 2,
  SQUARE = 3,
  COUNT = 4,
}

/** The best place found by `findPlace`: strip and section are -1 where they are to be new. */
export let bestPanel: i32 = -1;
export let bestSection: i32 = -1;
export let bestStrip: i32 = -1;
export let bestTurned: i32 = 0;
/** Where the piece lies there if the panel has defects. */
const placeBetween = changetype<Spot>(memory.data(offsetof<Spot>()));
/** What is kept here between two steps. */
@unmanaged
class State {
  bestLoss: f64;
  rule: Rule;
  /** Chance that a place is passed over. */
  blink: f64;
  /** One over the area of the panel at hand, and its sizes and those of the piece in the same directions. */
  unit: f64;
  across: f64;
  along: f64;
  free: f64;
  turned: i32;
  pieceType: i32;
}
const state = changetype<State>(memory.data(offsetof<State>()));
state.bestLoss = Infinity;
state.rule = Rule.AREA;
state.unit = 1;

/** How `findPlace` chooses from now on. */
export function chooseBy(newRule: Rule, newBlink: f64): void {
  state.rule = newRule;
  state.blink = newBlink;
}

/** Looks for a place for a piece of `type` on the panels in use; true when there is one. */
export function findPlace(type: i32): bool {
  bestPanel = -1;
  state.bestLoss = Infinity;
  if (!hasRoom()) return false;
  for (let at = 0; at < panelCount(); at++) tryPanel(type, active[at]);
  return bestPanel >= 0;
}

/** As `findPlace`, on one panel alone. */
export function findPlaceOn(type: i32, k: i32): bool {
  bestPanel = -1;
  state.bestLoss = Infinity;
  if (hasRoom()) tryPanel(type, k);
  return bestPanel >= 0;
}

function tryPanel(type: i32, k: i32): void {
  spend(1);
  if (bareArea[k] < ALMOST * pieceLength[type] * pieceWidth[type] || panelPieces[k] >= maxPieces) return;
  state.pieceType = type;
  for (let way = 0; way < 2; way++) {
    if (!mayLie(type, stockOf[k], way)) continue;
    if (!isOpen(type, way)) continue;
    state.turned = way;
    state.along = pieceAlong(type, way, cutOf[k]);
    state.across = pieceAcross(type, way, cutOf[k]);
    if (state.along > panelAlong[k] || state.across > panelAcross[k]) continue;
    if (isDamaged(stockOf[k])) tryBetween(k);
    else tryPlaces(k);
  }
}

/** Puts a piece where `findPlace` has found best. */
export function takePlace(type: i32): void {
  if (isDamaged(stockOf[bestPanel])) putPiece(type, bestTurned, bestPanel, placeBetween);
  else addPiece(type, bestTurned, bestPanel, bestSection, bestStrip);
}

function tryBetween(k: i32): void {
  const area = bestBetween(k, state.pieceType, state.turned, state.blink);
  if (area === Infinity) return;
  state.unit = 1 / (panelAlong[k] * panelAcross[k]);
  const loss = worthOf(area);
  if (loss >= state.bestLoss) return;
  state.bestLoss = loss;
  bestPanel = k;
  bestTurned = state.turned;
  memory.copy(changetype<usize>(placeBetween), changetype<usize>(bestSpot), offsetof<Spot>());
}

function tryPlaces(k: i32): void {
  state.unit = 1 / (panelAlong[k] * panelAcross[k]);
  state.free = panelFree[k];
  const width = panelAcross[k];
  for (let s = firstSection[k]; s >= 0; s = nextSection[s]) {
    // What the section leaves across it, and what it is short of for a new strip.
    const rest = width - sectionUsed[s];
    const grow = state.along - sectionSize[s];
    spend(<f64>(1 + sectionStrips[s]));
    if (grow > state.free) continue;
    for (let t = firstStrip[s]; t >= 0; t = nextStrip[t]) {
      const widen = state.across - stripSize[t];
      if (widen > rest || (exact && widen !== 0)) continue;
      if (stripUsed[t] + state.along - sectionSize[s] > state.free) continue;
      consider(stripLoss(k, s, t), k, s, t);
    }
    if (state.across <= rest && (!twoStages || sectionStrips[s] < maxParts)) {
      consider(newStripLoss(k, s), k, s, -1);
    }
  }
  if (state.along <= state.free && (twoStages ? panelSections[k] === 0 : panelSections[k] < maxParts)) {
    const loss =
      worthOf(state.free * width) -
      worthOf((state.free - state.along) * width) -
      worthOf(state.along * (width - state.across));
    consider(loss, k, -1, -1);
  }
}

function consider(loss: f64, k: i32, s: i32, t: i32): void {
  if (loss >= state.bestLoss || (state.blink > 0 && randomUnit() < state.blink)) return;
  if (restsMatter && !leavesOrder(k, s, t)) return;
  state.bestLoss = loss;
  bestPanel = k;
  bestSection = s;
  bestStrip = t;
  bestTurned = state.turned;
}

/** Tries the place for what only the whole panel shows: whether all rests could be cut off. */
function leavesOrder(k: i32, s: i32, t: i32): bool {
  const way = wayOf[state.pieceType];
  addPiece(state.pieceType, state.turned, k, s, t);
  const good = inOrder(k);
  const section = s < 0 ? firstSection[k] : s;
  removePiece(firstPiece[t < 0 ? firstStrip[section] : t]);
  wayOf[state.pieceType] = way;
  return good;
}

/** What the panel loses when the piece goes to the end of strip `t`. */
function stripLoss(k: i32, s: i32, t: i32): f64 {
  const rest = sectionSize[s] - stripUsed[t];
  const widen = max<f64>(0, state.across - stripSize[t]);
  const grow = max<f64>(0, state.along - rest);
  let loss = worthOf(rest * stripSize[t]) - worthOf((rest + grow - state.along) * (stripSize[t] + widen));
  if (grow > 0 || widen > 0) loss += growthLoss(k, s, t, grow, widen);
  return loss;
}

function newStripLoss(k: i32, s: i32): f64 {
  const grow = max<f64>(0, state.along - sectionSize[s]);
  return (
    growthLoss(k, s, -1, grow, state.across) - worthOf((sectionSize[s] + grow - state.along) * state.across)
  );
}

/** What growing costs outside the strip: less rest beside the section, more at the ends of the other strips. */
function growthLoss(k: i32, s: i32, except: i32, grow: f64, widen: f64): f64 {
  const width = panelAcross[k];
  const rest = width - sectionUsed[s];
  const size = sectionSize[s];
  let loss = worthOf(size * rest) - worthOf((size + grow) * (rest - widen));
  if (grow === 0) return loss;
  loss += worthOf(state.free * width) - worthOf((state.free - grow) * width);
  for (let t = firstStrip[s]; t >= 0; t = nextStrip[t]) {
    if (t === except) continue;
    const end = size - stripUsed[t];
    loss += worthOf(end * stripSize[t]) - worthOf((end + grow) * stripSize[t]);
  }
  return loss;
}

function worthOf(area: f64): f64 {
  const share = area * state.unit;
  if (state.rule === Rule.AREA) return share;
  if (state.rule === Rule.SQUARE) return share * share;
  const root = Math.sqrt(share);
  return state.rule === Rule.POWER_1_5 ? share * root : share * Math.sqrt(root);
}
