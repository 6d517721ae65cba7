/**
 * More material on sheets that are limited in number. A part without a place is put over what lies on a sheet, alone or
 * for another one of less worth that is taken away, and the overlaps are removed; what comes out valid is worth more.
 */

import { Shape } from "../../geometry/shape";
import { randomIndex, randomUnit } from "../../random";
import { Ints, reserveRawInts } from "../../vector";
import { spend } from "../../work";
import { bestRevision, firstRecord, recordAt, recordCount } from "../layout/incumbent";
import {
  nextRecord,
  plannedShape,
  recordCopies,
  recordPlacement,
  recordSize,
  recordType,
  SheetRecord,
} from "../layout/plan";
import { fitsType, Part, partAt, partCount, shapeOf, typeAt } from "../model/problem";
import {
  BOLD_STALLS,
  DRY_INSERTS,
  EXPLORE_STALLS,
  GROUP_ITEMS,
  INSERT_DRAWS,
  WINDOW_DRAWS,
  WINDOW_OTHERS,
  WINDOW_STALLS,
  WINDOW_SWAPS,
  WINDOW_TRIES,
} from "../model/tuning";
import { beginSeparation, Separation, separateStep } from "../separate/separate";
import { addItem, priceAll, size } from "../separate/state";
import { resetWeights } from "../separate/weights";
import { fileGroup, loadSheet } from "./group";
import { fileWindow, loadWindow, openWindows, roomAround, windowX, windowY } from "./window";

/** What is kept here between two steps. */
@unmanaged
class State {
  /** Copies without a place by part, and the parts that have any, those of the first such level first. */
  copies: Ints;
  missing: Ints;
  missingCount: i32;
  firstCount: i32;
  /** The new part, the placement that it replaces (-1: none), where it is put at first, and whether only what lies around it has been taken. */
  shape: Shape;
  replaced: i32;
  x: f64;
  y: f64;
  windowed: bool;
  /** The revision of the incumbent that all this is about; -1: of none. */
  revision: i32;
}
const state = changetype<State>(memory.data(offsetof<State>()));

export function openInsert(): void {
  state.copies = reserveRawInts(partCount);
  state.missing = reserveRawInts(partCount);
  state.revision = -1;
  openWindows();
}

/** Puts a missing part on a sheet; false when none was found that could take one. */
export function beginInsert(): bool {
  findMissing();
  if (state.missingCount === 0) return false;
  for (let draw = 0; draw < INSERT_DRAWS; draw++) {
    const index = <i32>randomIndex(recordCount());
    state.windowed = isCrowded(recordAt(index));
    const loaded = state.windowed
      ? drawRoomiest(index) && loadPiece(index)
      : drawNew(index) && loadWhole(index);
    if (!loaded) continue;
    resetWeights(size);
    priceAll();
    if (state.windowed) beginSeparation(WINDOW_STALLS, 1);
    else beginSeparation(randomIndex(4) === 0 ? EXPLORE_STALLS : BOLD_STALLS, 1);
    return true;
  }
  return false;
}

/** Attempts in a row without a gain after which others would be of no use; on a crowded sheet each piece is tried several times. */
export function insertPatience(): i32 {
  let patience = DRY_INSERTS;
  let record = firstRecord();
  for (let i = 0; i < recordCount(); i++) {
    if (isCrowded(record)) patience = max(patience, WINDOW_TRIES * recordSize(record));
    record = nextRecord(record);
  }
  return patience;
}

/** Does a sheet hold so much that only pieces of it are worked on? */
function isCrowded(record: SheetRecord): bool {
  return recordSize(record) > GROUP_ITEMS;
}

/** Draws a missing part, what it replaces if anything, and where it goes; false when it found none that fits. */
function drawNew(index: i32): bool {
  const record = recordAt(index);
  const part = partAt(drawMissing());
  state.shape = drawShape(part, recordType(record));
  if (changetype<usize>(state.shape) === 0) return false;
  const alone = freeArea(record) >= part.area && randomIndex(state.windowed ? WINDOW_SWAPS : 2) === 0;
  state.replaced = alone ? -1 : drawReplaced(record, part);
  if (!alone && state.replaced < 0) return false;
  drawPlace(record, state.shape, state.replaced);
  return true;
}

/** As `drawNew`, of several draws the one around which most is left free. */
function drawRoomiest(index: i32): bool {
  let most = -Infinity;
  let shape = changetype<Shape>(0);
  let replaced = -1;
  let x = 0.0;
  let y = 0.0;
  for (let draw = 0; draw < WINDOW_DRAWS; draw++) {
    if (!drawNew(index)) continue;
    const room = roomAround(index, state.replaced, state.shape, state.x, state.y);
    if (room <= most) continue;
    most = room;
    shape = state.shape;
    replaced = state.replaced;
    x = state.x;
    y = state.y;
  }
  state.shape = shape;
  state.replaced = replaced;
  state.x = x;
  state.y = y;
  return changetype<usize>(shape) !== 0;
}

/** One move of one item; true when the attempt is over. */
export function insertStep(): bool {
  const separation = separateStep();
  if (separation === Separation.VALID) {
    if (state.windowed) fileWindow();
    else fileGroup();
  }
  return separation !== Separation.RUNNING;
}

/** Counts what has no place in the incumbent. */
function findMissing(): void {
  if (state.revision === bestRevision()) return;
  state.revision = bestRevision();
  for (let i = 0; i < partCount; i++) state.copies[i] = partAt(i).quantity;
  let record = firstRecord();
  for (let i = 0; i < recordCount(); i++) {
    spend(<f64>recordSize(record) * 0.02);
    for (let k = 0; k < recordSize(record); k++) {
      const part = <i32>recordPlacement(record, k).part;
      state.copies[part] = state.copies[part] - recordCopies(record);
    }
    record = nextRecord(record);
  }
  let level = i32.MAX_VALUE;
  for (let i = 0; i < partCount; i++) if (state.copies[i] > 0) level = min(level, partAt(i).level);
  state.missingCount = 0;
  listMissing(level, true);
  state.firstCount = state.missingCount;
  listMissing(level, false);
}

/** Lists what is missing of a level, or of all others. */
function listMissing(level: i32, own: bool): void {
  for (let i = 0; i < partCount; i++) {
    if (state.copies[i] > 0 && (partAt(i).level === level) === own) state.missing[state.missingCount++] = i;
  }
}

/** A random part without a place: half of them of the first level that has one, whose gaps others may fill. */
function drawMissing(): i32 {
  return state.missing[
    <i32>(
      randomIndex(
        randomIndex(state.windowed ? WINDOW_OTHERS : 2) === 0 ? state.missingCount : state.firstCount,
      )
    )
  ];
}

/** A random shape of the part that fits sheets of a type; null when none does. */
function drawShape(part: Part, type: i32): Shape {
  let drawn = changetype<Shape>(0);
  let seen = 0;
  for (let i = 0; i < part.shapeCount; i++) {
    if (fitsType(shapeOf(part, i), type) && randomIndex(++seen) === 0) drawn = shapeOf(part, i);
  }
  return drawn;
}

function freeArea(record: SheetRecord): f64 {
  const type = typeAt(recordType(record));
  let area = type.width * type.height;
  for (let k = 0; k < recordSize(record); k++) area -= partAt(<i32>recordPlacement(record, k).part).area;
  return area;
}

/** A random placement that is worth less than the part, -1 for none. */
function drawReplaced(record: SheetRecord, part: Part): i32 {
  const free = freeArea(record);
  let drawn = -1;
  let seen = 0;
  for (let k = 0; k < recordSize(record); k++) {
    const other = partAt(<i32>recordPlacement(record, k).part);
    if (other.level < part.level || (other.level === part.level && other.area >= part.area * (1 - 1e-9)))
      continue;
    if (part.area - other.area <= free && randomIndex(++seen) === 0) drawn = k;
  }
  return drawn;
}

/** Draws where the part goes: where the one that it replaces lay, or anywhere on the sheet. */
function drawPlace(record: SheetRecord, shape: Shape, replaced: i32): void {
  const type = typeAt(recordType(record));
  if (replaced >= 0) {
    const planned = recordPlacement(record, replaced);
    const old = plannedShape(planned);
    state.x = planned.x + (old.minX + old.maxX - shape.minX - shape.maxX) / 2;
    state.y = planned.y + (old.minY + old.maxY - shape.minY - shape.maxY) / 2;
  } else {
    state.x = (type.width - shape.maxX + shape.minX) * randomUnit() - shape.minX;
    state.y = (type.height - shape.maxY + shape.minY) * randomUnit() - shape.minY;
  }
}

/** Takes the sheet without what is replaced, and adds the new part. */
function loadWhole(index: i32): bool {
  if (!loadSheet(index, state.replaced)) return false;
  addItem(state.shape, state.x, state.y);
  return true;
}

/** The same of what lies around the new part. */
function loadPiece(index: i32): bool {
  if (!loadWindow(index, state.replaced, state.shape, state.x, state.y)) return false;
  addItem(state.shape, state.x - windowX(), state.y - windowY());
  return true;
}
