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
/** Stock that new panels are taken from as long as there is one, -1 for none. */
let favoured: i32 = -1;

export function openFill(): void {
  list = reserveInts(typeCount);
  listKey = reserveNumbers(typeCount);
}

/** Says what panels may be opened from now on. */
export function allowPanels(newBudget: f64, used: Numbers): void {
  budget = newBudget;
  usedOf = used;
}

/** Takes new panels from a stock as long as it has any; -1: from whichever has the most room for its price. */
export function favourStock(stock: i32): void {
  favoured = stock;
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
    if (usedOf[j] + <f64>panelsOf[j] >= <f64>limit[j] || totalKey() + key[j] > budget) continue;
    if (!fitsSomehow(type, j)) continue;
    const price = j === favoured ? 0 : byLot ? randomUnit() : key[j] / (stockLength[j] * stockWidth[j]);
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
