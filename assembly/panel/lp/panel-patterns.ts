/**
 * Patterns written down from the tables of pricing, in the words of a plan. A pattern may hold more of a type than is
 * wanted: then it is of less use, but the linear program's bound may need it.
 */
import { Ints, Numbers, reserveInts, reserveRawNumbers } from "../../vector";
import { PATTERN_HEAD, SLOTS_PER_PIECE } from "../model/panel-plan";
import { demand, maxPieces, twoStages, typeCount } from "../model/panel-problem";
import { FEWER, fillSection, NOTHING, tables } from "./knapsacks";
import { floorPoint, pricing, rowBelow } from "./pricing";
import { StockView } from "./views";

/** Slots of a pattern, and how many its last strip may need at most. */
const ROOM: i32 = 4000 * SLOTS_PER_PIECE;
const STRIP_ROOM: i32 = 1000;

/** The pattern written last. */
@unmanaged
class WrittenPattern {
  data: Numbers;
  slots: i32;
  /** Its pieces per type. */
  amounts: Ints;
  /** The most of each type that it may hold. */
  quota: Ints;
}
export const written = changetype<WrittenPattern>(memory.data(offsetof<WrittenPattern>()));

export function openPatterns(): void {
  written.data = reserveRawNumbers(ROOM);
  written.amounts = reserveInts(typeCount);
  written.quota = reserveInts(typeCount);
}

/** Writes the pattern of an offer down, if `trimmed` without more pieces than are wanted; false when it is too long. */
export function writeOffer(view: StockView, index: i32, trimmed: bool): bool {
  for (let i = 0; i < typeCount; i++) written.quota[i] = trimmed ? demand[i] : i32.MAX_VALUE;
  if (!writeWithin(view, index)) return false;
  if (piecesWritten() <= maxPieces) return true;
  leaveOut(piecesWritten() - maxPieces);
  return writeWithin(view, index);
}

/** Pieces of an offer before anything has been left out of it. */
export function offeredPieces(view: StockView, index: i32): i32 {
  for (let i = 0; i < typeCount; i++) written.quota[i] = i32.MAX_VALUE;
  writeWithin(view, index);
  return piecesWritten();
}

/** Pieces of the pattern written last. */
function piecesWritten(): i32 {
  let count = 0;
  for (let i = 0; i < typeCount; i++) count += written.amounts[i];
  return count;
}

/** Lowers the quotas so that the pattern written last has so many pieces less, of those with the least value. */
function leaveOut(count: i32): void {
  for (let i = 0; i < typeCount; i++) written.quota[i] = written.amounts[i];
  while (count > 0) {
    let least = -1;
    for (let i = 0; i < typeCount; i++) {
      if (written.quota[i] > 0 && (least < 0 || pricing.value[i] < pricing.value[least])) least = i;
    }
    const less = min(count, written.quota[least]);
    written.quota[least] -= less;
    count -= less;
  }
}

function writeWithin(view: StockView, index: i32): bool {
  for (let i = 0; i < typeCount; i++) written.amounts[i] = 0;
  written.data[0] = <f64>view.stock;
  written.data[1] = <f64>view.cut;
  written.data[2] = 1;
  written.data[3] = 0;
  written.slots = PATTERN_HEAD;
  const points = view.alongPoints;
  let x = pricing.offer[index];
  writeSection(view, x);
  let row = twoStages ? 0 : rowBelow(points);
  let p = twoStages ? 0 : floorPoint(view, view.alongPoint[points - 1] - view.alongPoint[x]);
  while (p > 0) {
    x = tables.sectionsBy[row + p];
    if (x === FEWER) row -= points;
    else if (x === NOTHING) p--;
    else {
      writeSection(view, x);
      p = floorPoint(view, view.alongPoint[p] - view.alongPoint[x]);
      if (tables.layers > 0) row -= points;
    }
  }
  return written.data[3] > 0 && written.slots < ROOM - STRIP_ROOM;
}

/** A section is as long as the longest of its strips. */
function writeSection(view: StockView, x: i32): void {
  if (written.slots > ROOM - STRIP_ROOM) return;
  fillSection(view, x, true);
  const head = written.slots;
  const points = view.acrossPoints;
  const limited = twoStages && tables.layers > 0;
  written.slots += 2;
  let longest: f64 = 0;
  let count = 0;
  let row = limited ? tables.layers * points : 0;
  for (let y = points - 1; y > 0; ) {
    const w = tables.stripsBy[row + y];
    if (w === FEWER) row -= points;
    else if (w === NOTHING) y--;
    else {
      const length = writeStrip(view, w, x);
      if (length > 0) count++;
      longest = max(longest, length);
      y = view.below[w * points + y];
      if (limited) row -= points;
    }
  }
  written.data[head] = longest;
  written.data[head + 1] = <f64>count;
  if (count > 0) written.data[3] += 1;
  else written.slots = head;
}

/** Returns the length of its pieces; 0 when none is wanted, and then nothing is written. */
function writeStrip(view: StockView, w: i32, x: i32): f64 {
  const points = view.alongPoints;
  const head = written.slots;
  let at = head + 2;
  let length: f64 = 0;
  let width: f64 = 0;
  let runs = 0;
  for (let p = x; p > 0 && at < ROOM - 10; ) {
    const e = tables.stripBy[w * points + p];
    if (e < 0) {
      p--;
      continue;
    }
    p = view.before[e * points + p];
    const type = view.type[e];
    if (written.amounts[type] >= written.quota[type]) continue;
    written.amounts[type]++;
    length += view.along[e];
    width = max(width, view.across[e]);
    if (runs > 0 && written.data[at - 3] === <f64>type && written.data[at - 2] === <f64>view.turned[e]) {
      written.data[at - 1] += 1;
      continue;
    }
    written.data[at] = <f64>type;
    written.data[at + 1] = <f64>view.turned[e];
    written.data[at + 2] = 1;
    at += 3;
    runs++;
  }
  written.data[head] = width;
  written.data[head + 1] = <f64>runs;
  if (runs > 0) written.slots = at;
  return length;
}
