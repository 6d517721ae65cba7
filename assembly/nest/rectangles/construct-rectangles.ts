/**
 * First layouts of boxes: one after the other, the largest first, each to its best place. What the largest are and
 * which place is best, pairs of rules say; the best of nine is kept. Where several types of sheets are paid for,
 * sheets are filled one by one, each of the type that is cheapest for what it takes.
 */
import { partAt, partCount, strip, typeAt, typeCount } from "../model/nest-problem";
import { BoxKey, rankedPart } from "./box-parts";
import {
  beginStep,
  clearPacking,
  copyAt,
  firstOn,
  leftCount,
  leftOf,
  mayOpen,
  openSheet,
  priceOfType,
  putOn,
  setSheet,
  sheetLimit,
  undoStep,
} from "./packing";
import { chooseFit, FitRule, findPlace, foundOn, foundVariant, foundX, foundY } from "./place";

/** Keys of the order and rules for the place that are tried, and their pairs. */
const KEYS: i32 = 3;
const FITS: i32 = 3;
export const PASSES: i32 = KEYS * FITS;

/** Packs everything by the pair of rules of this number. */
export function constructBoxes(pass: i32): void {
  const key: BoxKey = pass / FITS;
  clearPacking();
  chooseFit(strip ? FitRule.LEFT : pass % FITS);
  beginStep();
  let types = 0;
  for (let i = 0; i < typeCount; i++) {
    if (typeAt(i).free) for (let k = 0; k < typeAt(i).quantity; k++) openSheet(i);
    else types++;
  }
  if (types === 1) fillSheets(key);
  else {
    offerAll(key, 0, sheetLimit);
    fillOneByOne(key);
  }
}

/** All sheets stay open; a new one is opened for what has no place on any. */
function fillSheets(key: BoxKey): void {
  const type = paidType();
  for (let rank = 0; rank < partCount; rank++) {
    const part = rankedPart(key, rank);
    while (leftOf[part] > 0) {
      if (!findPlace(part, 0, sheetLimit)) {
        if (!mayOpen(type)) break;
        const on = openSheet(type);
        if (on < 0) break;
        if (!findPlace(part, on, on + 1)) {
          setSheet(on, -1, 0, 0);
          break;
        }
      }
      putOn(part, foundVariant, foundOn, foundX, foundY);
    }
  }
}

function paidType(): i32 {
  for (let i = 0; i < typeCount; i++) if (!typeAt(i).free) return i;
  return -1;
}

/** Puts on some sheets whatever has a place there. */
function offerAll(key: BoxKey, first: i32, end: i32): void {
  for (let rank = 0; rank < partCount; rank++) {
    const part = rankedPart(key, rank);
    while (leftOf[part] > 0 && findPlace(part, first, end))
      putOn(part, foundVariant, foundOn, foundX, foundY);
  }
}

function fillOneByOne(key: BoxKey): void {
  while (leftCount > 0) {
    let best = -1;
    let bestPrice = Infinity;
    for (let type = 0; type < typeCount; type++) {
      if (typeAt(type).free || !mayOpen(type)) continue;
      beginStep();
      const price = fillSheet(key, type);
      undoStep();
      if (price >= bestPrice) continue;
      best = type;
      bestPrice = price;
    }
    beginStep();
    if (best < 0 || fillSheet(key, best) === Infinity) return;
  }
}

/** Fills a new sheet and returns its cost by the material on it; infinite when it takes nothing. */
function fillSheet(key: BoxKey, type: i32): f64 {
  const on = openSheet(type);
  if (on < 0) return Infinity;
  offerAll(key, on, on + 1);
  let material = 0.0;
  for (let at = firstOn(on); at >= 0; at = copyAt(at).next) material += partAt(copyAt(at).part).area;
  return material > 0 ? priceOfType(type) / material : Infinity;
}
