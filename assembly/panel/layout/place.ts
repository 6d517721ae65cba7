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
} from "../model/panel-problem";
import { bestBetween, bestPlace, InsertPosition, putPiece, Trial } from "./between";
import {
  addPiece,
  hasRoom,
  isOpen,
  NEW,
  Panel,
  PanelNode,
  panelAt,
  panelCount,
  removePiece,
  wayOf,
} from "./panel-tree";
import { inOrder } from "./sawable";

/** Areas of large sizes are rounded. */
const ALMOST: f64 = 0.999999;

/** How the worth of a free rectangle grows with its area. */
export enum WorthRule {
  AREA = 0,
  POWER_1_25 = 1,
  POWER_1_5 = 2,
  SQUARE = 3,
  COUNT = 4,
}

let rule: WorthRule = WorthRule.AREA;
/** Chance that a place is passed over. */
let blink: f64 = 0;
/** One over the area of the panel at hand. */
let unit: f64 = 1;

const trial = changetype<Trial>(memory.data(offsetof<Trial>()));
/** The best place found by `findPlace`, and what it loses. */
const found = changetype<InsertPosition>(memory.data(offsetof<InsertPosition>()));
let leastLoss: f64 = Infinity;

/** How `findPlace` chooses from now on. */
export function chooseBy(newRule: WorthRule, newBlink: f64): void {
  rule = newRule;
  blink = newBlink;
}

/** Looks for a place for a piece of the type on the panels in use; true when there is one. */
export function findPlace(type: i32): bool {
  leastLoss = Infinity;
  if (!hasRoom()) return false;
  for (let k = 0; k < panelCount(); k++) tryPanel(type, panelAt(k));
  return leastLoss < Infinity;
}

/** As `findPlace`, on one panel alone. */
export function findPlaceOn(type: i32, panel: Panel): bool {
  leastLoss = Infinity;
  if (hasRoom()) tryPanel(type, panel);
  return leastLoss < Infinity;
}

/** Puts a piece where `findPlace` has found best. */
export function takePlace(type: i32): void {
  if (isDamaged(found.panel.stock)) putPiece(type, found);
  else addPiece(type, found.turned, found.panel, found.section, found.strip);
}

function tryPanel(type: i32, panel: Panel): void {
  spend(1);
  if (panel.bare < ALMOST * pieceLength[type] * pieceWidth[type] || panel.pieces >= maxPieces) return;
  unit = 1 / (panel.along * panel.across);
  trial.type = type;
  trial.panel = panel;
  for (let turned = 0; turned < 2; turned++) {
    if (!mayLie(type, panel.stock, turned) || !isOpen(type, turned)) continue;
    trial.turned = turned;
    trial.along = pieceAlong(type, turned, panel.cut);
    trial.across = pieceAcross(type, turned, panel.cut);
    if (trial.along > panel.along || trial.across > panel.across) continue;
    if (isDamaged(panel.stock)) tryBetween();
    else tryPlaces(panel);
  }
}

function tryBetween(): void {
  const area = bestBetween(trial, blink);
  if (area === Infinity) return;
  const loss = worthOf(area);
  if (loss >= leastLoss) return;
  leastLoss = loss;
  memory.copy(changetype<usize>(found), changetype<usize>(bestPlace), offsetof<InsertPosition>());
}

function tryPlaces(panel: Panel): void {
  const along = trial.along;
  const across = trial.across;
  const free = panel.along - panel.used;
  const width = panel.across;
  for (let section = panel.first; section; section = section.next) {
    spend(<f64>(1 + section.parts));
    if (along - section.size > free) continue;
    const rest = width - section.used;
    for (let strip = section.first; strip; strip = strip.next) {
      const widen = across - strip.size;
      if (widen > rest || (exact && widen !== 0)) continue;
      if (strip.used + along - section.size > free) continue;
      consider(stripLoss(panel, section, strip), section, strip);
    }
    if (across <= rest && (!twoStages || section.parts < maxParts)) {
      consider(newStripLoss(panel, section), section, NEW);
    }
  }
  if (along <= free && (twoStages ? panel.parts === 0 : panel.parts < maxParts)) {
    const loss = worthOf(free * width) - worthOf((free - along) * width) - worthOf(along * (width - across));
    consider(loss, NEW, NEW);
  }
}

function consider(loss: f64, section: PanelNode, strip: PanelNode): void {
  if (loss >= leastLoss || (blink > 0 && randomUnit() < blink)) return;
  if (restsMatter && !leavesOrder(section, strip)) return;
  leastLoss = loss;
  found.panel = trial.panel;
  found.section = section;
  found.strip = strip;
  found.turned = trial.turned;
}

/** Tries the place for what only the whole panel shows: whether all rests could be cut off. */
function leavesOrder(section: PanelNode, strip: PanelNode): bool {
  const way = wayOf[trial.type];
  const piece = addPiece(trial.type, trial.turned, trial.panel, section, strip);
  const good = inOrder(trial.panel);
  removePiece(piece);
  wayOf[trial.type] = way;
  return good;
}

/** Loss of the panel when the piece goes to the end of the strip. */
function stripLoss(panel: Panel, section: PanelNode, strip: PanelNode): f64 {
  const rest = section.size - strip.used;
  const widen = max<f64>(0, trial.across - strip.size);
  const grow = max<f64>(0, trial.along - rest);
  let loss = worthOf(rest * strip.size) - worthOf((rest + grow - trial.along) * (strip.size + widen));
  if (grow > 0 || widen > 0) loss += growthLoss(panel, section, strip, grow, widen);
  return loss;
}

function newStripLoss(panel: Panel, section: PanelNode): f64 {
  const grow = max<f64>(0, trial.along - section.size);
  return (
    growthLoss(panel, section, NEW, grow, trial.across) -
    worthOf((section.size + grow - trial.along) * trial.across)
  );
}

/** What growing costs outside the strip: less rest beside the section, more at the ends of the other strips. */
function growthLoss(panel: Panel, section: PanelNode, except: PanelNode, grow: f64, widen: f64): f64 {
  const width = panel.across;
  const rest = width - section.used;
  const size = section.size;
  let loss = worthOf(size * rest) - worthOf((size + grow) * (rest - widen));
  if (grow === 0) return loss;
  const free = panel.along - panel.used;
  loss += worthOf(free * width) - worthOf((free - grow) * width);
  for (let strip = section.first; strip; strip = strip.next) {
    if (strip === except) continue;
    const end = size - strip.used;
    loss += worthOf(end * strip.size) - worthOf((end + grow) * strip.size);
  }
  return loss;
}

/** Worth of a free rectangle of so much area. */
function worthOf(area: f64): f64 {
  const share = area * unit;
  if (rule === WorthRule.AREA) return share;
  if (rule === WorthRule.SQUARE) return share * share;
  const root = Math.sqrt(share);
  return rule === WorthRule.POWER_1_5 ? share * root : share * Math.sqrt(root);
}
