/**
 * More material on sheets that are limited in number. A part without a place is put over what lies on a sheet, alone or
 * for another one of less worth that is taken away, and the overlaps are removed; what comes out valid is worth more.
 */

import { Shape } from "../../geometry/shape";
import { randomIndex, randomUnit } from "../../random";
import { Bytes, reserveRawBytes } from "../../vector";
import { firstRecord, recordAt, recordCount } from "../layout/nest-incumbent";
import {
  nextRecord,
  plannedShape,
  recordPlacement,
  recordSize,
  recordType,
  SheetRecord,
} from "../layout/nest-plan";
import { goOn } from "../model/go-on";
import { copyCount, Part, partAt, typeAt } from "../model/nest-problem";
import {
  EXPLORE_STALLS,
  GROUP_ITEMS,
  INSERT_DRAWS,
  WINDOW_DRAWS,
  WINDOW_OTHERS,
  WINDOW_STALLS,
  WINDOW_TRIES,
} from "../model/nest-tuning";
import { separate } from "../separate/separate";
import { addItem, priceAnew, size } from "../separate/state";
import { fileGroup, loadSheet } from "./group";
import { drawMissing, drawShape, findMissing, openMissing } from "./missing";
import { beginSpots, drawSpot, isSpot, openSpots, putSpot, spotItem } from "./spots";
import { fileWindow, loadWindow, openWindows, placementOf, roomAround } from "./window";

/** The new part, or the one that a piece was taken around; the placement that it replaces (-1: none); its first place. */
let shape: Shape = changetype<Shape>(0);
let replaced: i32 = -1;
let placeX: f64 = 0;
let placeY: f64 = 0;
/** Marks the placement that is replaced among all of its sheet. */
let without: Bytes = changetype<Bytes>(0);

export function openInsert(): void {
  without = reserveRawBytes(copyCount);
  openMissing();
  openWindows();
  openSpots();
}

/** Tries to put a missing part on a sheet; false when none was found that could take one. */
export function insertMissing(): bool {
  if (!findMissing()) return false;
  for (let draw = 0; draw < INSERT_DRAWS; draw++) {
    const index = <i32>randomIndex(recordCount());
    if (isCrowded(recordAt(index))) {
      if (!loadRoomiest(index)) continue;
      insertInPiece(index);
      return true;
    }
    if (!drawNew(index) || !loadWhole(index)) continue;
    priceAnew();
    if (separate(randomIndex(4) === 0 ? EXPLORE_STALLS : EXPLORE_STALLS / 10, 1)) fileGroup();
    return true;
  }
  return false;
}

/** Puts a missing part into the piece of a crowded sheet that is loaded, where it overlaps least of many ways. */
function insertInPiece(index: i32): void {
  beginSpots(recordType(recordAt(index)));
  do {
    if (!goOn()) return;
  } while (drawSpot());
  if (!isSpot()) return;
  const item = spotItem();
  if (item < size && !loadWindow(index, placementOf(item), shape, placeX, placeY)) return;
  putSpot();
  priceAnew();
  if (separate(WINDOW_STALLS, 1)) fileWindow();
}

/**
 * Attempts in a row without a gain after which others would be of no use; on a crowded sheet each piece is tried
 * several times.
 */
export function insertPatience(): i32 {
  let patience = 2 * INSERT_DRAWS;
  for (let i = 0, record = firstRecord(); i < recordCount(); i++, record = nextRecord(record)) {
    if (isCrowded(record)) patience = max(patience, WINDOW_TRIES * recordSize(record));
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
  shape = drawShape(part, recordType(record));
  if (changetype<usize>(shape) === 0) return false;
  const alone = freeArea(record) >= part.area && randomIndex(2) === 0;
  replaced = alone ? -1 : drawReplaced(record, part);
  if (!alone && replaced < 0) return false;
  drawPlace(record, shape, replaced);
  return true;
}

/** Takes a piece of a crowded sheet around some missing part: of several the one in which most is left free. */
function loadRoomiest(index: i32): bool {
  const record = recordAt(index);
  const type = recordType(record);
  let most = -Infinity;
  let x = 0.0;
  let y = 0.0;
  shape = changetype<Shape>(0);
  for (let draw = 0; draw < WINDOW_DRAWS; draw++) {
    const drawn = drawShape(drawMissing(WINDOW_OTHERS), type);
    if (changetype<usize>(drawn) === 0) continue;
    drawPlace(record, drawn, -1);
    const room = roomAround(index, -1, drawn, placeX, placeY);
    if (room <= most) continue;
    most = room;
    shape = drawn;
    x = placeX;
    y = placeY;
  }
  placeX = x;
  placeY = y;
  return changetype<usize>(shape) !== 0 && loadWindow(index, -1, shape, x, y);
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
function drawPlace(record: SheetRecord, drawn: Shape, instead: i32): void {
  const type = typeAt(recordType(record));
  if (instead >= 0) {
    const planned = recordPlacement(record, instead);
    const old = plannedShape(planned);
    placeX = planned.x + (old.minX + old.maxX - drawn.minX - drawn.maxX) / 2;
    placeY = planned.y + (old.minY + old.maxY - drawn.minY - drawn.maxY) / 2;
  } else {
    placeX = (type.width - drawn.maxX + drawn.minX) * randomUnit() - drawn.minX;
    placeY = (type.height - drawn.maxY + drawn.minY) * randomUnit() - drawn.minY;
  }
}

/** Takes the sheet without what is replaced, and adds the new part. */
function loadWhole(index: i32): bool {
  memory.fill(changetype<usize>(without), 0, <usize>recordSize(recordAt(index)));
  if (replaced >= 0) without[replaced] = 1;
  if (!loadSheet(index, without)) return false;
  addItem(shape, placeX, placeY);
  return true;
}
