/**
 * Filling panels: pieces that are left go, larger ones first, where they lie best, and onto new panels as far as there
 * are any.
 */

import { PanelCut } from "../../layout";
import { randomIndex, randomUnit } from "../../random";
import { Ints, Numbers, reserveInts, reserveNumbers } from "../../vector";
import { spend } from "../../work";
import {
  firstCut,
  fitsAlone,
  key,
  limit,
  pieceLength,
  pieceWidth,
  stockCount,
  stockLength,
  stockWidth,
  typeCount,
} from "../model/panel-problem";
import { closePanel, hasRoom, isOpen, left, openPanel, Panel, panelsOf, totalKey } from "./panel-tree";
import { findPlace, findPlaceOn, takePlace } from "./place";

/** Orders in which pieces are placed: those with more of it first. */
export enum FillOrder {
  AREA = 0,
  LONG_SIDE = 1,
  PERIMETER = 2,
  COUNT = 3,
}

/** Types of which pieces are left, larger ones first, and by what they are sorted. */
let listed: i32 = 0;
let list: Ints = changetype<Ints>(0);
let listKey: Numbers = changetype<Numbers>(0);

/** The most that the keys of the panels under way may add up to, and how many of each stock are used elsewhere. */
let budget: f64 = Infinity;
let usedOf: Numbers = changetype<Numbers>(0);
/** Most panels of each stock that may be under way. */
let quota: Ints = changetype<Ints>(0);

export function openFill(): void {
  list = reserveInts(typeCount);
  listKey = reserveNumbers(typeCount);
  quota = reserveInts(stockCount);
}

/** Says what panels may be opened from now on, of any stock. */
export function allowPanels(newBudget: f64, used: Numbers): void {
  budget = newBudget;
  usedOf = used;
  for (let j = 0; j < stockCount; j++) quota[j] = i32.MAX_VALUE;
}

/** Draws how many panels of each stock may be opened: as many as the budget goes for; any number where these have less area. */
export function drawMix(area: f64): void {
  for (let j = 0; j < stockCount; j++) quota[j] = 0;
  let spare = budget;
  let roomy: f64 = 0;
  for (let stock = drawStock(spare); stock >= 0; stock = drawStock(spare)) {
    quota[stock]++;
    spare -= key[stock];
    roomy += stockLength[stock] * stockWidth[stock];
  }
  if (roomy < area) allowPanels(budget, usedOf);
}

/** A random stock of which there is a panel within the budget, -1 when there is none. */
function drawStock(spare: f64): i32 {
  let drawn = -1;
  let seen = 0;
  for (let j = 0; j < stockCount; j++) {
    if (key[j] > spare || usedOf[j] + <f64>quota[j] >= <f64>limit[j]) continue;
    if (randomIndex(++seen) === 0) drawn = j;
  }
  return drawn;
}

/** Lists the types of which pieces are left, larger ones first; with `noise` not quite. */
export function sortLeft(by: FillOrder, noise: f64): void {
  listed = 0;
  for (let i = 0; i < typeCount; i++) {
    if (left[i] === 0) continue;
    const value = sizeBy(by, i) * (1 - noise * randomUnit());
    let to = listed++;
    for (; to > 0 && listKey[to - 1] < value; to--) {
      listKey[to] = listKey[to - 1];
      list[to] = list[to - 1];
    }
    listKey[to] = value;
    list[to] = i;
  }
  spend(<f64>typeCount);
}

function sizeBy(by: FillOrder, type: i32): f64 {
  const length = pieceLength[type];
  const width = pieceWidth[type];
  return by === FillOrder.AREA
    ? length * width
    : by === FillOrder.LONG_SIDE
      ? max(length, width)
      : length + width;
}

/** Places what it can of the listed types, on new panels too as far as the budget goes. */
export function fill(byLot: bool): void {
  for (let at = 0; at < listed; at++) {
    const type = list[at];
    while (left[type] > 0 && (findPlace(type) || openFor(type, byLot))) takePlace(type);
  }
}

/** Fills one new panel, begun with the first listed type that has one, and returns it; null when none has. */
export function fillOne(): Panel {
  for (let at = 0; at < listed; at++) {
    if (left[list[at]] === 0) continue;
    const panel = openFor(list[at], false);
    if (!panel) continue;
    takePlace(list[at]);
    fillPanel(panel, at);
    return panel;
  }
  return changetype<Panel>(0);
}

/** Places what one panel takes of the listed types from `first` on. */
export function fillPanel(panel: Panel, first: i32): void {
  for (let at = first; at < listed; at++) {
    const type = list[at];
    while (left[type] > 0 && findPlaceOn(type, panel)) takePlace(type);
  }
}

/** Opens a panel that holds a piece of the type, finds its place there and returns the panel; null when there is none. */
function openFor(type: i32, byLot: bool): Panel {
  const none = changetype<Panel>(0);
  if (!hasRoom()) return none;
  let stock = -1;
  let least: f64 = Infinity;
  for (let j = 0; j < stockCount; j++) {
    if (usedOf[j] + <f64>panelsOf[j] >= <f64>limit[j] || panelsOf[j] >= quota[j]) continue;
    if (totalKey() + key[j] > budget) continue;
    if (!fitsSomehow(type, j)) continue;
    const price = byLot ? randomUnit() : key[j] / (stockLength[j] * stockWidth[j]);
    if (price >= least) continue;
    least = price;
    stock = j;
  }
  if (stock < 0) return none;
  const cross = firstCut === PanelCut.ANY ? !byLot || randomIndex(2) === 0 : firstCut === PanelCut.CROSS;
  for (let tries = 0; tries < 2; tries++) {
    const cut = cross === (tries === 0) ? PanelCut.CROSS : PanelCut.RIP;
    if (firstCut !== PanelCut.ANY && cut !== firstCut) continue;
    const panel = openPanel(stock, cut);
    if (findPlaceOn(type, panel)) return panel;
    closePanel(panel);
  }
  return none;
}

function fitsSomehow(type: i32, stock: i32): bool {
  for (let turned = 0; turned < 2; turned++) {
    if (!isOpen(type, turned)) continue;
    if (firstCut !== PanelCut.RIP && fitsAlone(type, stock, PanelCut.CROSS, turned)) return true;
    if (firstCut !== PanelCut.CROSS && fitsAlone(type, stock, PanelCut.RIP, turned)) return true;
  }
  return false;
}
