/**
 * More material on sheets that are limited in number. A part without a place is put over what lies on a sheet, alone or
 * for another one of less worth that is taken away, and the overlaps are removed; what comes out valid is worth more.
 */

import { Shape } from "../../geometry/shape";
import { randomIndex, randomUnit } from "../../random";
import { Bytes, reserveRawBytes } from "../../vector";
import { firstRecord, recordAt, recordCount } from "../layout/incumbent";
import {
  nextRecord,
  plannedShape,
  recordPlacement,
  recordSize,
  recordType,
  SheetRecord,
} from "../layout/plan";
import { copyCount, Part, partAt, typeAt } from "../model/problem";
import {
  BOLD_STALLS,
  DRY_INSERTS,
  EXPLORE_STALLS,
  GROUP_ITEMS,
  INSERT_DRAWS,
  WINDOW_DRAWS,
  WINDOW_OTHERS,
  WINDOW_STALLS,
  WINDOW_TRIES,
} from "../model/tuning";
import { beginSeparation, Separation, separateStep } from "../separate/separate";
import { addItem, priceAll, size } from "../separate/state";
import { resetWeights } from "../separate/weights";
import { fileGroup, loadSheet } from "./group";
import { drawMissing, drawShape, findMissing, openMissing } from "./missing";
import { beginSpots, isSpot, openSpots, putSpot, spotItem, spotStep } from "./spots";
import { fileWindow, loadWindow, openWindows, placementOf, roomAround } from "./window";

/** What is kept here between two steps. */
@unmanaged
class State {
  /** The sheet of a piece. */
  record: i32;
  /** The new part, or the one that the piece was taken around; the placement that it replaces (-1: none); its first place. */
  shape: Shape;
  replaced: i32;
  /** The latter marked among all of its sheet. */
  without: Bytes;
  x: f64;
  y: f64;
  /** Only a piece of a sheet is taken, and the best way to put a part into it is still looked for. */
  windowed: bool;
  looking: bool;
}
const state = changetype<State>(memory.data(offsetof<State>()));

export function openInsert(): void {
  state.without = reserveRawBytes(copyCount);
  openMissing();
  openWindows();
  openSpots();
}

/** Puts a missing part on a sheet; false when none was found that could take one. */
export function beginInsert(): bool {
  if (!findMissing()) return false;
  for (let draw = 0; draw < INSERT_DRAWS; draw++) {
    const index = <i32>randomIndex(recordCount());
    state.windowed = isCrowded(recordAt(index));
    state.looking = state.windowed;
    if (state.windowed ? !loadRoomiest(index) : !drawNew(index) || !loadWhole(index)) continue;
    if (state.windowed) return true;
    resetWeights(size);
    priceAll();
    beginSeparation(randomIndex(4) === 0 ? EXPLORE_STALLS : BOLD_STALLS, 1);
    return true;
  }
  return false;
}

/**
 * Attempts in a row without a gain after which others would be of no use; on a crowded sheet each piece is tried
 * several times.
 */
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
  const part = drawMissing(2);
  state.shape = drawShape(part, recordType(record));
  if (changetype<usize>(state.shape) === 0) return false;
  const alone = freeArea(record) >= part.area && randomIndex(2) === 0;
  state.replaced = alone ? -1 : drawReplaced(record, part);
  if (!alone && state.replaced < 0) return false;
  drawPlace(record, state.shape, state.replaced);
  return true;
}

/** Takes a piece of a crowded sheet around some missing part: of several the one in which most is left free. */
function loadRoomiest(index: i32): bool {
  const record = recordAt(index);
  const type = recordType(record);
  let most = -Infinity;
  let best = changetype<Shape>(0);
  let x = 0.0;
  let y = 0.0;
  for (let draw = 0; draw < WINDOW_DRAWS; draw++) {
    const shape = drawShape(drawMissing(WINDOW_OTHERS), type);
    if (changetype<usize>(shape) === 0) continue;
    drawPlace(record, shape, -1);
    const room = roomAround(index, -1, shape, state.x, state.y);
    if (room <= most) continue;
    most = room;
    best = shape;
    x = state.x;
    y = state.y;
  }
  if (changetype<usize>(best) === 0 || !loadWindow(index, -1, best, x, y)) return false;
  state.record = index;
  state.shape = best;
  state.x = x;
  state.y = y;
  beginSpots(type);
  return true;
}

/** Puts a part where it overlaps least; false when there is no such place. */
function takeSpot(): bool {
  if (!isSpot()) return false;
  const item = spotItem();
  if (item < size && !loadWindow(state.record, placementOf(item), state.shape, state.x, state.y))
    return false;
  putSpot();
  return true;
}

/** One draw of a way to put a part into a piece, or one move of one item; true when the attempt is over. */
export function insertStep(): bool {
  if (state.looking) {
    if (spotStep()) return false;
    state.looking = false;
    if (!takeSpot()) return true;
    resetWeights(size);
    priceAll();
    beginSeparation(WINDOW_STALLS, 1);
    return false;
  }
  const separation = separateStep();
  if (separation === Separation.VALID) {
    if (state.windowed) fileWindow();
    else fileGroup();
  }
  return separation !== Separation.RUNNING;
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
  memory.fill(changetype<usize>(state.without), 0, <usize>recordSize(recordAt(index)));
  if (state.replaced >= 0) state.without[state.replaced] = 1;
  if (!loadSheet(index, state.without)) return false;
  addItem(state.shape, state.x, state.y);
  return true;
}
