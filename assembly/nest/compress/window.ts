/**
 * A piece of a sheet that holds more than is ever pushed about together: what lies in it as a whole may move, what
 * reaches into it stays, and the rest of the sheet need not be looked at. Its corner is the origin while it is worked on.
 */
import { Shape } from "../../geometry/shape";
import { Ints, reserveRawInts } from "../../vector";
import { spend } from "../../work";
import { clearSheet, place } from "../layout/laid-sheet";
import {
  addRecord,
  addSheet,
  beginPlan,
  endPlan,
  firstRecord,
  recordAt,
  recordCount,
} from "../layout/nest-incumbent";
import {
  nextRecord,
  PlannedPlacement,
  plannedShape,
  recordCopies,
  recordPlacement,
  recordSize,
  recordType,
  SheetRecord,
} from "../layout/nest-plan";
import { SLACK } from "../model/limits";
import { openType, partAt, SheetType, shapeOf, typeAt, widestContact } from "../model/nest-problem";
import { GROUP_ITEMS, WINDOW_PARTS } from "../model/nest-tuning";
import {
  addAnchored,
  addItem,
  anchored,
  clearItems,
  itemLimit,
  itemShape,
  itemX,
  itemY,
  setCells,
  size,
  sizeCell,
} from "../separate/state";

/** The record, and the placement of it that is taken away (-1: none). */
let recordIndex: i32 = 0;
let withoutIndex: i32 = 0;
/** Where the window begins, and how large it is. */
let windowX: f64 = 0;
let windowY: f64 = 0;
let windowWidth: f64 = 0;
let windowHeight: f64 = 0;
/** The placements that may move. */
let moving: Ints = changetype<Ints>(0);
let movingCount: i32 = 0;

export function openWindows(): void {
  moving = reserveRawInts(itemLimit);
}

/** The placement that an item of the window is. */
export function placementOf(item: i32): i32 {
  return moving[item - anchored];
}

/**
 * Takes what lies around a shape at (x, y) on a sheet, without one of the placements (-1: with all); false when it is too
 * much to be separated.
 */
export function loadWindow(index: i32, without: i32, shape: Shape, x: f64, y: f64): bool {
  const record = recordAt(index);
  const type = typeAt(recordType(record));
  recordIndex = index;
  withoutIndex = without;
  frame(record, type, shape, x, y);
  spend(<f64>recordSize(record) * 0.1);
  openType(recordType(record));
  clearItems(windowWidth, 0);
  setCells(1);
  sizeCell(0, windowWidth, windowHeight);
  if (!addFixed(record, type)) return false;
  for (let k = 0; k < movingCount; k++) {
    const planned = recordPlacement(record, moving[k]);
    addItem(plannedShape(planned), planned.x - windowX, planned.y - windowY);
  }
  return true;
}

/** The share of a window around the shape at (x, y) that would be left free with it and without one of the placements. */
export function roomAround(index: i32, without: i32, shape: Shape, x: f64, y: f64): f64 {
  const record = recordAt(index);
  frame(record, typeAt(recordType(record)), shape, x, y);
  // With what it took to draw the two.
  spend(<f64>recordSize(record) * 0.5);
  let taken = partAt(shape.part).area;
  for (let k = 0; k < recordSize(record); k++) {
    if (k === without) continue;
    const planned = recordPlacement(record, k);
    const other = plannedShape(planned);
    const across = shared(other.minX + planned.x, other.maxX + planned.x, windowX, windowX + windowWidth);
    if (across <= 0) continue;
    const up = shared(other.minY + planned.y, other.maxY + planned.y, windowY, windowY + windowHeight);
    if (up > 0) taken += across * up * partAt(other.part).area;
  }
  return 1 - taken / (windowWidth * windowHeight);
}

/** The share of one stretch that lies in another; not above 0 when none does. */
function shared(low: f64, high: f64, from: f64, to: f64): f64 {
  return (min(high, to) - max(low, from)) / (high - low);
}

/** Settles where the window lies: as a rule it holds so many parts, and the new one fits several times. */
function frame(record: SheetRecord, type: SheetType, shape: Shape, x: f64, y: f64): void {
  const share = <f64>(GROUP_ITEMS / 2) / <f64>recordSize(record);
  const side = Math.sqrt(type.width * type.height * share);
  const across = shape.maxX - shape.minX;
  const up = shape.maxY - shape.minY;
  windowWidth = min(type.width, max(side, WINDOW_PARTS * across));
  windowHeight = min(type.height, max(side, WINDOW_PARTS * up));
  windowX = startOf(x + (shape.minX + shape.maxX - windowWidth) / 2, type.width - windowWidth);
  windowY = startOf(y + (shape.minY + shape.maxY - windowHeight) / 2, type.height - windowHeight);
}

function startOf(wanted: f64, most: f64): f64 {
  return max(0.0, min(most, wanted));
}

/** Adds what reaches into the window and notes what lies in it; false when it is too much. */
function addFixed(record: SheetRecord, type: SheetType): bool {
  movingCount = 0;
  for (let i = 0; i < type.obstacleCount; i++) {
    const shape = shapeOf(partAt(type.firstObstacle + i), 0);
    if (size === itemLimit) return false;
    if (meets(shape, 0, 0)) addAnchored(shape, -windowX, -windowY);
  }
  for (let k = 0; k < recordSize(record); k++) {
    const planned = recordPlacement(record, k);
    const shape = plannedShape(planned);
    if (k === withoutIndex || !meets(shape, planned.x, planned.y)) continue;
    // One place is left for the new part.
    if (size + movingCount + 1 >= itemLimit) return false;
    if (holds(shape, planned.x, planned.y)) moving[movingCount++] = k;
    else addAnchored(shape, planned.x - windowX, planned.y - windowY);
  }
  return true;
}

/** Might something in the window come too near to the shape at (x, y)? */
function meets(shape: Shape, x: f64, y: f64): bool {
  const left = windowX - x - widestContact;
  const low = windowY - y - widestContact;
  if (shape.maxX < left || shape.minX > left + windowWidth + 2 * widestContact) return false;
  return shape.maxY >= low && shape.minY <= low + windowHeight + 2 * widestContact;
}

function holds(shape: Shape, x: f64, y: f64): bool {
  const left = windowX - x - SLACK;
  const low = windowY - y - SLACK;
  if (shape.minX < left || shape.maxX > left + windowWidth + 2 * SLACK) return false;
  return shape.minY >= low && shape.maxY <= low + windowHeight + 2 * SLACK;
}

/** Offers the incumbent with what has been moved in the window, which must be valid, and what is new there. */
export function fileWindow(): void {
  beginPlan();
  for (let i = 0, record = firstRecord(); i < recordCount(); i++, record = nextRecord(record)) {
    const copies = recordCopies(record) - (i === recordIndex ? 1 : 0);
    if (copies > 0) addRecord(record, copies);
  }
  const record = recordAt(recordIndex);
  openType(recordType(record));
  clearSheet();
  let next = 0;
  for (let k = 0; k < recordSize(record); k++) {
    if (k === withoutIndex) continue;
    if (next < movingCount && moving[next] === k) placeItem(anchored + next++, recordPlacement(record, k));
    else placePlanned(recordPlacement(record, k));
  }
  for (let i = anchored + movingCount; i < size; i++)
    place(itemShape(i), itemX(i) + windowX, itemY(i) + windowY);
  addSheet(1);
  endPlan();
}

function placePlanned(planned: PlannedPlacement): void {
  place(plannedShape(planned), planned.x, planned.y);
}

/** Places an item; one that has not moved stays where it was to the last bit. */
function placeItem(item: i32, planned: PlannedPlacement): void {
  const shape = itemShape(item);
  const stayed = itemX(item) === planned.x - windowX && itemY(item) === planned.y - windowY;
  if (stayed && shape.orientation === <i32>planned.orientation) placePlanned(planned);
  else place(shape, itemX(item) + windowX, itemY(item) + windowY);
}
