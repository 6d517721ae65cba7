/**
 * Filling panels: pieces that are left go, larger ones first, where they lie best, and onto new panels as far as there
 * are any.
 */
import { PanelCut } from "../../layout";
import { randomIndex, randomUnit } from "../../random";
import { Ints, Numbers, reserveInts, reserveNumbers } from "../../vector";
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
import { addPiece, closePanel, hasRoom, left, openPanel, panelsOf, totalKey } from "./panels";
import { bestPanel, bestSection, bestStrip, bestTurned, findPlace, findPlaceOn } from "./place";

/** Orders in which pieces are placed. */
export enum Order {
  AREA = 0,
  LONG_SIDE = 1,
  PERIMETER = 2,
  COUNT = 3,
}

/** Steps done since the module started, places not counted. */
export let fillWork: f64 = 0;

/** The most that the keys of the panels under way may add up to, and how many of each stock are used elsewhere. */
let budget: f64 = Infinity;
let usedOf: Numbers = changetype<Numbers>(0);
/** Sizes of the types for each order, and the order at hand. */
let size: Numbers = changetype<Numbers>(0);
let order: Ints = changetype<Ints>(0);
let orderKey: Numbers = changetype<Numbers>(0);
let count: i32 = 0;

export function openFill(): void {
  size = reserveNumbers(Order.COUNT * typeCount);
  order = reserveInts(typeCount);
  orderKey = reserveNumbers(typeCount);
  for (let i = 0; i < typeCount; i++) {
    size[Order.AREA * typeCount + i] = pieceLength[i] * pieceWidth[i];
    size[Order.LONG_SIDE * typeCount + i] = max(pieceLength[i], pieceWidth[i]);
    size[Order.PERIMETER * typeCount + i] = pieceLength[i] + pieceWidth[i];
  }
}

/** What panels may be opened from now on. */
export function allowPanels(newBudget: f64, used: Numbers): void {
  budget = newBudget;
  usedOf = used;
}

/** Lists the types of which pieces are left, larger ones first; with `noise` not quite. */
export function sortLeft(by: Order, noise: f64): void {
  count = 0;
  for (let i = 0; i < typeCount; i++) {
    if (left[i] === 0) continue;
    const value = size[by * typeCount + i] * (1 - noise * randomUnit());
    let to = count++;
    for (; to > 0 && orderKey[to - 1] < value; to--) {
      orderKey[to] = orderKey[to - 1];
      order[to] = order[to - 1];
    }
    orderKey[to] = value;
    order[to] = i;
  }
  fillWork += <f64>typeCount;
}

/** Places what it can of the listed types, on new panels too as far as the budget goes. */
export function fill(byLot: bool): void {
  for (let at = 0; at < count; at++) {
    const type = order[at];
    while (left[type] > 0) {
      if (!findPlace(type) && !openFor(type, byLot)) break;
      addPiece(type, bestTurned, bestPanel, bestSection, bestStrip);
    }
  }
}

/** Fills one new panel, begun with the first listed type that has one; false when none has. */
export function fillOne(): bool {
  for (let at = 0; at < count; at++) {
    if (left[order[at]] === 0 || !openFor(order[at], false)) continue;
    const k = bestPanel;
    addPiece(order[at], bestTurned, k, bestSection, bestStrip);
    fillPanel(k, at);
    return true;
  }
  return false;
}

/** Places what one panel takes of the listed types from `first` on. */
export function fillPanel(k: i32, first: i32): void {
  for (let at = first; at < count; at++) {
    const type = order[at];
    while (left[type] > 0 && findPlaceOn(type, k)) {
      addPiece(type, bestTurned, k, bestSection, bestStrip);
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
    if (usedOf[j] + <f64>panelsOf[j] >= <f64>limit[j] || totalKey() + key[j] > budget) continue;
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
    if (firstCut !== PanelCut.RIP && fitsAlone(type, stock, PanelCut.CROSS, turned)) return true;
    if (firstCut !== PanelCut.CROSS && fitsAlone(type, stock, PanelCut.RIP, turned)) return true;
  }
  return false;
}
