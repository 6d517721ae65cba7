/**
 * The order in which parts are offered to a sheet, and the orientation that each prefers there if any: some fixed
 * ones to start with, then small changes of the best.
 */

import { randomIndex, randomUnit } from "../../random";
import { copyInts, Ints, Numbers, reserveRawInts, reserveRawNumbers } from "../../vector";
import { levelCount, mostSheets, partAt, partCount, typeAt, typeCount } from "../model/nest-problem";
import { MERGED_SHARE } from "../model/nest-tuning";
import { copiesLeft } from "./remaining";

/** Parts by rank, then preferred orientations by part (-1: none). */
let current: Ints = changetype<Ints>(0);
let best: Ints = changetype<Ints>(0);
let keys: Numbers = changetype<Numbers>(0);
/** So many levels, the first, are offered as one. */
let merged: i32 = 0;

export function openOrders(): void {
  current = reserveRawInts(2 * partCount);
  best = reserveRawInts(2 * partCount);
  keys = reserveRawNumbers(partCount);
  merged = 0;
}

/**
 * Offers the first levels as one where sheets are too few for all and these fill no more than a share of them: none of their
 * parts will be left out, so the largest of all may go first.
 */
export function mergeLevels(): void {
  const most = MERGED_SHARE * roomOfSheets();
  let area = 0.0;
  merged = 0;
  for (let level = 0; level < levelCount; level++) {
    area += areaOfLevel(level);
    if (area <= most) continue;
    merged = level;
    return;
  }
}

function roomOfSheets(): f64 {
  let room = 0.0;
  let sheets = <f64>mostSheets;
  for (let i = 0; i < typeCount; i++) {
    const type = typeAt(i);
    const count = type.free ? <f64>type.quantity : min(sheets, <f64>type.quantity);
    if (!type.free) sheets -= count;
    room += count * type.width * type.height;
  }
  return room;
}

function areaOfLevel(level: i32): f64 {
  let area = 0.0;
  for (let i = 0; i < partCount; i++) {
    if (partAt(i).level === level) area += <f64>partAt(i).quantity * partAt(i).area;
  }
  return area;
}

/** Has the construction that has just ended left out any of the levels that were offered as one? They are not any more. */
export function mergedTooMany(): bool {
  for (let i = 0; i < partCount; i++) {
    if (rankOfLevel(i) > 0 || merged === 0 || copiesLeft[i] === 0) continue;
    merged = 0;
    return true;
  }
  return false;
}

function rankOfLevel(part: i32): i32 {
  return max(0, partAt(part).level - max(0, merged - 1));
}

export function orderedPart(index: i32): i32 {
  return current[index];
}

/** Index of the shape that a part is to take where it fits; -1 when all are equal. */
export function preferredShape(part: i32): i32 {
  return current[partCount + part];
}

export function preferShape(part: i32, shape: i32): void {
  current[partCount + part] = shape;
}

/** 0: box area times length, 1: length, 2: area; the largest first, equal ones in request order. */
export function sortOrder(kind: i32): void {
  for (let i = 0; i < partCount; i++) {
    preferShape(i, -1);
    const part = partAt(i);
    const key = kind === 0 ? part.boxArea * part.length : kind === 1 ? part.length : part.area;
    let j = i;
    for (; j > 0 && keys[j - 1] < key; j--) {
      keys[j] = keys[j - 1];
      current[j] = orderedPart(j - 1);
    }
    keys[j] = key;
    current[j] = i;
  }
  sortLevels();
}

/** Brings parts of a lower level (a higher priority) forward and leaves the order within a level as it is. */
function sortLevels(): void {
  if (levelCount === 1) return;
  for (let i = 1; i < partCount; i++) {
    const part = orderedPart(i);
    let j = i;
    for (; j > 0 && rankOfLevel(orderedPart(j - 1)) > rankOfLevel(part); j--) current[j] = orderedPart(j - 1);
    current[j] = part;
  }
}

export function keepOrder(): void {
  copyInts(best, current, 2 * partCount);
}

/** The order kept last with one to three parts moved elsewhere, most of them not far, and perhaps one turned. */
export function changeOrder(): void {
  copyInts(current, best, 2 * partCount);
  // A part may get used to an orientation, another one, or none.
  const turned = <i32>randomIndex(partCount);
  if (randomIndex(2) === 0) preferShape(turned, <i32>randomIndex(partAt(turned).shapeCount + 1) - 1);
  if (partCount < 2) return;
  for (let moves = 1 + <i32>randomIndex(3); moves > 0; moves--) {
    const from = <i32>randomIndex(partCount);
    const reach = max(1.0, <f64>partCount * randomUnit() * randomUnit());
    const to = max(0, min(partCount - 1, from + <i32>Math.round((2 * randomUnit() - 1) * reach)));
    const part = orderedPart(from);
    for (let i = from; i < to; i++) current[i] = current[i + 1];
    for (let i = from; i > to; i--) current[i] = current[i - 1];
    current[to] = part;
  }
  sortLevels();
}
