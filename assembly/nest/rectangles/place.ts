/**
 * Where does a box go best? Its lower corner goes to that of a free rectangle; which one, a rule decides.
 */

import { spend } from "../../work";
import { FIND_WORK } from "../model/limits";
import { boxAt, Variant, variantAt } from "./box-parts";
import { copyAt, firstOn, sheetAt, spaceAt } from "./packing";
import { Rect, rectAt } from "./space";

export enum FitRule {
  /** The smallest free rectangle. */
  AREA = 0,
  /** The least room beside it or above it. */
  SHORT_SIDE = 1,
  /** The longest contact with others and with the edge of the sheet, on the first sheet that has room. */
  CONTACT = 2,
  /** As far left as possible, in a strip. */
  LEFT = 3,
}

/** Result of `findPlace`. */
export let foundOn: i32 = -1;
export let foundVariant: i32 = 0;
export let foundX: f64 = 0;
export let foundY: f64 = 0;

let fit: FitRule = 0;
let bestKey: f64 = 0;
let bestTie: f64 = 0;

/** By which rule places are chosen. */
export function chooseFit(rule: FitRule): void {
  fit = rule;
}

/** Looks for a place on the sheets from `first` to before `end`. */
export function findPlace(part: i32, first: i32, end: i32): bool {
  const box = boxAt(part);
  foundOn = -1;
  bestKey = Infinity;
  bestTie = Infinity;
  for (let s = first; s < end; s++) {
    const space = spaceAt(s);
    for (let v = box.first; v < box.first + box.count; v++) {
      const variant = variantAt(v);
      if (variant.width > space.widest || variant.height > space.tallest) continue;
      spend(<f64>space.count * FIND_WORK);
      if (fit === FitRule.CONTACT) findContact(s, v);
      else findFit(s, v);
    }
    if (fit === FitRule.CONTACT && foundOn >= 0) return true;
  }
  return foundOn >= 0;
}

function findFit(on: i32, index: i32): void {
  const space = spaceAt(on);
  const variant = variantAt(index);
  const byArea = fit === FitRule.AREA;
  const byReach = fit === FitRule.LEFT;
  for (let i = 0; i < space.count; i++) {
    const rect = rectAt(space, i);
    const width = rect.maxX - rect.minX;
    const height = rect.maxY - rect.minY;
    const beside = width - variant.width;
    const above = height - variant.height;
    if (beside < 0 || above < 0) continue;
    const least = min(beside, above);
    const key = byReach ? rect.minX + variant.width : byArea ? width * height : least;
    if (key > bestKey) continue;
    const tie = byReach ? rect.minY : byArea ? least : max(beside, above);
    if (key === bestKey && tie >= bestTie) continue;
    note(on, index, rect, key, tie);
  }
}

function findContact(on: i32, index: i32): void {
  const space = spaceAt(on);
  const variant = variantAt(index);
  for (let i = 0; i < space.count; i++) {
    const rect = rectAt(space, i);
    if (rect.maxX - rect.minX < variant.width || rect.maxY - rect.minY < variant.height) continue;
    const key = -contactOf(on, variant, rect.minX, rect.minY);
    if (key < bestKey) note(on, index, rect, key, 0);
  }
}

function note(on: i32, index: i32, rect: Rect, key: f64, tie: f64): void {
  bestKey = key;
  bestTie = tie;
  foundOn = on;
  foundVariant = index;
  foundX = rect.minX;
  foundY = rect.minY;
}

/** Length along which a box that lies there touches others or the edge of what may be used. */
function contactOf(on: i32, variant: Variant, x: f64, y: f64): f64 {
  const sheet = sheetAt(on);
  const right = x + variant.width;
  const top = y + variant.height;
  let contact = 0.0;
  if (x === 0) contact += variant.height;
  if (y === 0) contact += variant.width;
  if (right === sheet.width) contact += variant.height;
  if (top === sheet.height) contact += variant.width;
  spend(<f64>sheet.count * FIND_WORK);
  for (let at = firstOn(on); at >= 0; at = copyAt(at).next) {
    const copy = copyAt(at);
    const other = variantAt(copy.variant);
    const otherRight = copy.x + other.width;
    const otherTop = copy.y + other.height;
    if (otherRight === x || copy.x === right) contact += max(0, min(top, otherTop) - max(y, copy.y));
    if (otherTop === y || copy.y === top) contact += max(0, min(right, otherRight) - max(x, copy.x));
  }
  return contact;
}
