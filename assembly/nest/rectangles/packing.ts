/**
 * A packing under work: single boxes on open sheets, or left out. Boxes form lists, one for each part of those left
 * out and one for each sheet, so that taking one off and putting it back are a few stores. Whatever has changed since
 * `beginStep` can be taken back as a whole.
 */

import { reserve } from "../../memory";
import { Ints, Numbers, reserveInts, reserveNumbers } from "../../vector";
import { LEVEL_WORTH } from "../model/limits";
import { copyCount, levelCount, mostSheets, partCount, typeAt, typeCount } from "../model/nest-problem";
import { boxAt, boxedHeights, boxedWidths, variantAt } from "./box-parts";
import { openSpace } from "./grounds";
import { carve, copySpace, SPACE_BYTES, Space } from "./space";

@unmanaged
export class PackedSheet {
  /** -1 where no sheet is open. */
  type: i32;
  /** Boxes on it, their area, and the first of them (-1: none). */
  count: i32;
  filled: f64;
  /** How much of it may be used. */
  width: f64;
  height: f64;
  /** The step that changed it last. */
  step: i32;
}

/** A copy of a part. */
@unmanaged
export class Copy {
  /** Lower corner. */
  x: f64;
  y: f64;
  part: i32;
  variant: i32;
  /** The list that it is in, and its neighbours there (-1: none). */
  list: i32;
  next: i32;
  previous: i32;
}

/** Sheets that can be open at once: those of `sheetAt`. */
export let sheetLimit: i32 = 0;
/** Copies that are left out, and what they are worth: their material, by level. */
export let leftCount: i32 = 0;
export let leftWorth: f64 = 0;

let sheets: usize = 0;
let spaces: usize = 0;
let copies: usize = 0;
/** First copies of the lists: those left out by part, then those on sheets. */
let heads: Ints = changetype<Ints>(0);
/** Copies left out by part, sheets open by type, and what a copy is worth by part. */
export let leftOf: Ints = changetype<Ints>(0);
let openOf: Ints = changetype<Ints>(0);
let worths: Numbers = changetype<Numbers>(0);
/** Copies that are packed: those that lie in holes have no box of their own. */
let boxCount: i32 = 0;
/** The packing that is remembered. */
let savedCopies: usize = 0;
let savedSheets: usize = 0;
/** State before the running step: copies, sheets and spaces as they were, and the sums. */
let step: i32 = 0;
let journal: usize = 0;
let journalCount: i32 = 0;
let changed: Ints = changetype<Ints>(0);
let changedCount: i32 = 0;
let sheetsBefore: usize = 0;
let spacesBefore: usize = 0;
let leftCountBefore: i32 = 0;
let leftWorthBefore: f64 = 0;

export function openPacking(limit: i32): void {
  sheetLimit = limit;
  sheets = reserve(<usize>limit * offsetof<PackedSheet>());
  sheetsBefore = reserve(<usize>limit * offsetof<PackedSheet>());
  spaces = reserve(<usize>limit * SPACE_BYTES);
  spacesBefore = reserve(<usize>limit * SPACE_BYTES);
  copies = reserve(<usize>copyCount * offsetof<Copy>());
  journal = reserve(<usize>(2 * copyCount) * offsetof<Copy>());
  savedCopies = reserve(<usize>copyCount * offsetof<Copy>());
  savedSheets = reserve(<usize>limit * offsetof<PackedSheet>());
  heads = reserveInts(partCount + limit);
  changed = reserveInts(limit);
  leftOf = reserveInts(partCount);
  openOf = reserveInts(typeCount);
  worths = reserveNumbers(partCount);
  for (let i = 0; i < partCount; i++) {
    worths[i] = boxAt(i).area;
    for (let level = boxAt(i).level + 1; level < levelCount; level++) worths[i] *= LEVEL_WORTH;
  }
  clearPacking();
}

export function sheetAt(index: i32): PackedSheet {
  return changetype<PackedSheet>(sheets + <usize>index * offsetof<PackedSheet>());
}

export function spaceAt(index: i32): Space {
  return changetype<Space>(spaces + <usize>index * SPACE_BYTES);
}

export function copyAt(index: i32): Copy {
  return changetype<Copy>(copies + <usize>index * offsetof<Copy>());
}

/** The first copy on a sheet; -1 when it is empty. */
export function firstOn(sheet: i32): i32 {
  return heads[partCount + sheet];
}

/** Open sheets that are paid for, and what they cost. */
export function openPaid(): i32 {
  let paid = 0;
  for (let i = 0; i < typeCount; i++) if (!typeAt(i).free) paid += openOf[i];
  return paid;
}

export function openPrice(): f64 {
  let price = 0.0;
  for (let i = 0; i < typeCount; i++) if (!typeAt(i).free) price += <f64>openOf[i] * priceOfType(i);
  return price;
}

/** Cost of a sheet, among equally dear ones the smaller being cheaper. */
export function priceOfType(type: i32): f64 {
  const sheet = typeAt(type);
  return sheet.cost * (1 + 1e-9) + 1e-9 * sheet.width * sheet.height;
}

/** May another sheet of a type be opened? */
export function mayOpen(type: i32): bool {
  return openOf[type] < typeAt(type).quantity && (typeAt(type).free || openPaid() < mostSheets);
}

/** Everything is left out, no sheet is open. */
export function clearPacking(): void {
  leftCount = 0;
  leftWorth = 0;
  journalCount = 0;
  changedCount = 0;
  for (let i = 0; i < partCount + sheetLimit; i++) heads[i] = -1;
  for (let i = 0; i < typeCount; i++) openOf[i] = 0;
  for (let i = 0; i < sheetLimit; i++) {
    const sheet = sheetAt(i);
    sheet.type = -1;
    sheet.count = 0;
    sheet.filled = 0;
    sheet.step = -1;
    spaceAt(i).count = 0;
    spaceAt(i).widest = 0;
    spaceAt(i).tallest = 0;
  }
  step = 0;
  for (let part = 0; part < partCount; part++) {
    leftOf[part] = 0;
    for (let k = 0; k < boxAt(part).demand; k++) {
      copyAt(leftCount).part = part;
      link(leftCount, part);
      leftOf[part]++;
      leftWorth += worths[part];
      leftCount++;
    }
  }
  boxCount = leftCount;
}

function link(index: i32, list: i32): void {
  const copy = copyAt(index);
  const head = heads[list];
  copy.list = list;
  copy.previous = -1;
  copy.next = head;
  if (head >= 0) copyAt(head).previous = index;
  heads[list] = index;
}

function unlink(index: i32): void {
  const copy = copyAt(index);
  if (copy.previous >= 0) copyAt(copy.previous).next = copy.next;
  else heads[copy.list] = copy.next;
  if (copy.next >= 0) copyAt(copy.next).previous = copy.previous;
}

/** Remembers the packing as a whole. */
export function savePacking(): void {
  memory.copy(savedCopies, copies, <usize>boxCount * offsetof<Copy>());
  memory.copy(savedSheets, sheets, <usize>sheetLimit * offsetof<PackedSheet>());
}

/** Brings back the packing that was remembered. */
export function restorePacking(): void {
  clearPacking();
  beginStep();
  for (let i = 0; i < sheetLimit; i++) {
    const sheet = changetype<PackedSheet>(savedSheets + <usize>i * offsetof<PackedSheet>());
    setSheet(i, sheet.type, sheet.width, sheet.height);
  }
  for (let i = 0; i < boxCount; i++) {
    const copy = changetype<Copy>(savedCopies + <usize>i * offsetof<Copy>());
    if (copy.list >= partCount) putOn(copy.part, copy.variant, copy.list - partCount, copy.x, copy.y);
  }
}

/** From here on changes are noted. */
export function beginStep(): void {
  step++;
  journalCount = 0;
  changedCount = 0;
  leftCountBefore = leftCount;
  leftWorthBefore = leftWorth;
}

/** Takes back all that has changed since the step began. */
export function undoStep(): void {
  while (journalCount > 0) {
    journalCount--;
    const old = changetype<Copy>(journal + <usize>journalCount * offsetof<Copy>());
    // A note keeps its copy's number where its neighbour was: lists have no order worth keeping.
    const index = old.next;
    unlink(index);
    const copy = copyAt(index);
    noteLeft(copy, -1);
    copy.x = old.x;
    copy.y = old.y;
    copy.variant = old.variant;
    link(index, old.list);
    noteLeft(copy, 1);
  }
  for (let i = 0; i < changedCount; i++) {
    const index = changed[i];
    if (sheetAt(index).type >= 0) openOf[sheetAt(index).type]--;
    const before = changetype<PackedSheet>(sheetsBefore + <usize>index * offsetof<PackedSheet>());
    memory.copy(changetype<usize>(sheetAt(index)), changetype<usize>(before), offsetof<PackedSheet>());
    copySpace(spaceAt(index), changetype<Space>(spacesBefore + <usize>index * SPACE_BYTES));
    if (sheetAt(index).type >= 0) openOf[sheetAt(index).type]++;
  }
  changedCount = 0;
  leftCount = leftCountBefore;
  leftWorth = leftWorthBefore;
}

function noteLeft(copy: Copy, change: i32): void {
  if (copy.list < partCount) leftOf[copy.part] += change;
}

function noteCopy(index: i32): void {
  const note = changetype<Copy>(journal + <usize>journalCount * offsetof<Copy>());
  memory.copy(changetype<usize>(note), changetype<usize>(copyAt(index)), offsetof<Copy>());
  note.next = index;
  journalCount++;
}

function noteSheet(index: i32): void {
  const sheet = sheetAt(index);
  if (sheet.step === step) return;
  const before = sheetsBefore + <usize>index * offsetof<PackedSheet>();
  memory.copy(before, changetype<usize>(sheet), offsetof<PackedSheet>());
  copySpace(changetype<Space>(spacesBefore + <usize>index * SPACE_BYTES), spaceAt(index));
  sheet.step = step;
  changed[changedCount++] = index;
}

/** Opens a sheet of a type where none is open; -1: there are as many open as there can be. */
export function openSheet(type: i32): i32 {
  for (let i = 0; i < sheetLimit; i++) {
    if (sheetAt(i).type >= 0) continue;
    setSheet(i, type, boxedWidths[type], boxedHeights[type]);
    return i;
  }
  return -1;
}

/** Makes a sheet an empty one of a type (-1: none), of which only so much may be used; what lay there is left out. */
export function setSheet(index: i32, type: i32, width: f64, height: f64): void {
  noteSheet(index);
  const sheet = sheetAt(index);
  while (firstOn(index) >= 0) leaveOut(firstOn(index));
  if (sheet.type >= 0) openOf[sheet.type]--;
  sheet.type = type;
  sheet.width = width;
  sheet.height = height;
  if (type >= 0) openOf[type]++;
  renewSpace(index);
}

/** Finds out what is free on a sheet from what lies there. */
export function renewSpace(index: i32): void {
  const sheet = sheetAt(index);
  const space = spaceAt(index);
  if (sheet.type < 0) {
    space.count = 0;
    space.widest = 0;
    space.tallest = 0;
    return;
  }
  openSpace(space, sheet.type, sheet.width, sheet.height);
  for (let at = firstOn(index); at >= 0; at = copyAt(at).next) {
    const copy = copyAt(at);
    const variant = variantAt(copy.variant);
    carve(space, copy.x, copy.y, copy.x + variant.width, copy.y + variant.height);
  }
}

/** Takes a copy off its sheet; `renewSpace` is to follow. */
export function leaveOut(index: i32): void {
  const copy = copyAt(index);
  const on = copy.list - partCount;
  noteSheet(on);
  noteCopy(index);
  const sheet = sheetAt(on);
  sheet.count--;
  sheet.filled -= boxAt(copy.part).area;
  unlink(index);
  link(index, copy.part);
  leftOf[copy.part]++;
  leftCount++;
  leftWorth += worths[copy.part];
}

/** Puts a copy of a part that is left out on a sheet. */
export function putOn(part: i32, variantIndex: i32, on: i32, x: f64, y: f64): void {
  const index = heads[part];
  noteSheet(on);
  noteCopy(index);
  const copy = copyAt(index);
  const sheet = sheetAt(on);
  sheet.count++;
  sheet.filled += boxAt(part).area;
  unlink(index);
  link(index, partCount + on);
  copy.variant = variantIndex;
  copy.x = x;
  copy.y = y;
  leftOf[part]--;
  leftCount--;
  // Sums of many differences drift: with nothing left out there is nothing.
  leftWorth = leftCount === 0 ? 0 : leftWorth - worths[part];
  const variant = variantAt(variantIndex);
  carve(spaceAt(on), x, y, x + variant.width, y + variant.height);
}
