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
} from "../model/problem";
import { closePanel, hasRoom, isOpen, left, openPanel, panelsOf, totalKey } from "./panels";
import { bestPanel, findPlace, findPlaceOn, takePlace } from "./place";

/** Orders in which pieces are placed. */
export enum Order {
  AREA = 0,
  LONG_SIDE = 1,
  PERIMETER = 2,
  COUNT = 3,
}

/** What is kept here between two steps. */
@unmanaged
class State {
  /** The most that the keys of the panels under way may add up to, and how many of each stock are used elsewhere. */
  budget: f64;
  usedOf: Numbers;
  /** Sizes of the types for each order, and the order at hand. */
  size: Numbers;
  order: Ints;
  orderKey: Numbers;
  count: i32;
}
const state = changetype<State>(memory.data(offsetof<State>()));
state.budget = Infinity;

export function openFill(): void {
  state.size = reserveNumbers(Order.COUNT * typeCount);
  state.order = reserveInts(typeCount);
  state.orderKey = reserveNumbers(typeCount);
  for (let i = 0; i < typeCount; i++) {
    state.size[Order.AREA * typeCount + i] = pieceLength[i] * pieceWidth[i];
    state.size[Order.LONG_SIDE * typeCount + i] = max(pieceLength[i], pieceWidth[i]);
    state.size[Order.PERIMETER * typeCount + i] = pieceLength[i] + pieceWidth[i];
  }
}

/** What panels may be opened from now on. */
export function allowPanels(newBudget: f64, used: Numbers): void {
  state.budget = newBudget;
  state.usedOf = used;
}

/** Lists the types of which pieces are left, larger ones first; with `noise` not quite. */
export function sortLeft(by: Order, noise: f64): void {
  state.count = 0;
  for (let i = 0; i < typeCount; i++) {
    if (left[i] === 0) continue;
    const value = state.size[by * typeCount + i] * (1 - noise * randomUnit());
    let to = state.count++;
    for (; to > 0 && state.orderKey[to - 1] < value; to--) {
      state.orderKey[to] = state.orderKey[to - 1];
      state.order[to] = state.order[to - 1];
    }
    state.orderKey[to] = value;
    state.order[to] = i;
  }
  spend(<f64>typeCount);
}

/** Places what it can of the listed types, on new panels too as far as the budget goes. */
export function fill(byLot: bool): void {
  for (let at = 0; at < state.count; at++) {
    const type = state.order[at];
    while (left[type] > 0) {
      if (!findPlace(type) && !openFor(type, byLot)) break;
      takePlace(type);
    }
  }
}

/** Fills one new panel, begun with the first listed type that has one; false when none has. */
export function fillOne(): bool {
  for (let at = 0; at < state.count; at++) {
    if (left[state.order[at]] === 0 || !openFor(state.order[at], false)) continue;
    const k = bestPanel;
    takePlace(state.order[at]);
    fillPanel(k, at);
    return true;
  }
  return false;
}

/** Places what one panel takes of the listed types from `first` on. */
export function fillPanel(k: i32, first: i32): void {
  for (let at = first; at < state.count; at++) {
    const type = state.order[at];
    while (left[type] > 0 && findPlaceOn(type, k)) {
      takePlace(type);
    }
  }
}

/** Opens a panel that holds a piece of the type, and finds its place there. */
function openFor(type: i32, byLot: bool): bool {
  if (!hasRoom()) return false;
  let tries = 0;
  let stock = -1;
  let least: f64 = Infinity;
  for (let j = 0; j < stockCount; j++) {
    if (state.usedOf[j] + <f64>panelsOf[j] >= <f64>limit[j] || totalKey() + key[j] > state.budget) continue;
    if (!fitsSomehow(type, j)) continue;
    const price = byLot ? randomUnit() : key[j] / (stockLength[j] * stockWidth[j]);
    if (price >= least) continue;
    least = price;
    stock = j;
  }
  if (stock < 0) return false;
  const cross =
    firstCut === PanelCut.ANY ? (byLot ? randomIndex(2) === 0 : true) : firstCut === PanelCut.CROSS;
  for (; tries < 2; tries++) {
    const cut = cross === (tries === 0) ? PanelCut.CROSS : PanelCut.RIP;
    if (firstCut !== PanelCut.ANY && cut !== firstCut) continue;
    const k = openPanel(stock, cut);
    if (findPlaceOn(type, k)) return true;
    closePanel(k);
  }
  return false;
}

function fitsSomehow(type: i32, stock: i32): bool {
  for (let turned = 0; turned < 2; turned++) {
    if (!isOpen(type, turned)) continue;
    if (firstCut !== PanelCut.RIP && fitsAlone(type, stock, PanelCut.CROSS, turned)) return true;
    if (firstCut !== PanelCut.CROSS && fitsAlone(type, stock, PanelCut.RIP, turned)) return true;
  }
  return false;
}
