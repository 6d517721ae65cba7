/**
 * A piece of a sheet that holds more than is ever pushed about together: what lies in it as a whole may move, what
 * reaches into it stays, and the rest of the sheet need not be looked at. Its corner is the origin while it is worked on.
 */
import { Shape } from "../../geometry/shape";
import { Ints, reserveRawInts } from "../../vector";
import { spend } from "../../work";
import {
  addRecord,
  addSheet,
  beginPlan,
  endPlan,
  firstRecord,
  recordAt,
  recordCount,
} from "../layout/incumbent";
import {
  nextRecord,
  Planned,
  plannedShape,
  recordCopies,
  recordPlacement,
  recordSize,
  recordType,
  SheetRecord,
} from "../layout/plan";
import { clearSheet, place } from "../layout/sheet";
import { openType, partAt, SheetType, shapeOf, typeAt, widestContact } from "../model/problem";
import { SLACK, WINDOW_ITEMS, WINDOW_PARTS } from "../model/tuning";
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

/** What is kept here between two steps. */
@unmanaged
class State {
  /** The record, and the placement of it that is taken away (-1: none). */
  record: i32;
  without: i32;
  /** Where the window begins, and how large it is. */
  x: f64;
  y: f64;
  width: f64;
  height: f64;
  /** The placements that may move. */
  moving: Ints;
  movingCount: i32;
}
const state = changetype<State>(memory.data(offsetof<State>()));

export function openWindows(): void {
  state.moving = reserveRawInts(itemLimit());
}

/** The placement that an item of the window is. */
export function placementOf(item: i32): i32 {
  return state.moving[item - anchored];
}

/**
 * Takes what lies around a shape at (x, y) on a sheet, without one of the placements (-1: with all); false when it is too
 * much to be separated.
 */
export function loadWindow(index: i32, without: i32, shape: Shape, x: f64, y: f64): bool {
  const record = recordAt(index);
  const type = typeAt(recordType(record));
  state.record = index;
  state.without = without;
  frame(record, type, shape, x, y);
  spend(<f64>recordSize(record) * 0.1);
  openType(recordType(record));
  clearItems(state.width, 0);
  setCells(1);
  sizeCell(0, state.width, state.height);
  if (!addFixed(record, type)) return false;
  for (let k = 0; k < state.movingCount; k++) {
    const planned = recordPlacement(record, state.moving[k]);
    addItem(plannedShape(planned), planned.x - state.x, planned.y - state.y);
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
    const across = shared(other.minX + planned.x, other.maxX + planned.x, state.x, state.x + state.width);
    if (across <= 0) continue;
    const up = shared(other.minY + planned.y, other.maxY + planned.y, state.y, state.y + state.height);
    if (up > 0) taken += across * up * partAt(other.part).area;
  }
  return 1 - taken / (state.width * state.height);
}

/** The share of one stretch that lies in another; not above 0 when none does. */
function shared(low: f64, high: f64, from: f64, to: f64): f64 {
  return (min(high, to) - max(low, from)) / (high - low);
}

/** Settles where the window lies: as a rule it holds so many parts, and the new one fits several times. */
function frame(record: SheetRecord, type: SheetType, shape: Shape, x: f64, y: f64): void {
  const share = <f64>WINDOW_ITEMS / <f64>recordSize(record);
  const side = Math.sqrt(type.width * type.height * share);
  const across = shape.maxX - shape.minX;
  const up = shape.maxY - shape.minY;
  state.width = min(type.width, max(side, WINDOW_PARTS * across));
  state.height = min(type.height, max(side, WINDOW_PARTS * up));
  state.x = startOf(x + (shape.minX + shape.maxX - state.width) / 2, type.width - state.width);
  state.y = startOf(y + (shape.minY + shape.maxY - state.height) / 2, type.height - state.height);
}

function startOf(wanted: f64, most: f64): f64 {
  return max(0.0, min(most, wanted));
}

/** Adds what reaches into the window and notes what lies in it; false when it is too much. */
function addFixed(record: SheetRecord, type: SheetType): bool {
  state.movingCount = 0;
  for (let i = 0; i < type.obstacleCount; i++) {
    const shape = shapeOf(partAt(type.firstObstacle + i), 0);
    if (size === itemLimit()) return false;
    if (meets(shape, 0, 0)) addAnchored(shape, -state.x, -state.y);
  }
  for (let k = 0; k < recordSize(record); k++) {
    const planned = recordPlacement(record, k);
    const shape = plannedShape(planned);
    if (k === state.without || !meets(shape, planned.x, planned.y)) continue;
    // One place is left for the new part.
    if (size + state.movingCount + 1 >= itemLimit()) return false;
    if (holds(shape, planned.x, planned.y)) state.moving[state.movingCount++] = k;
    else addAnchored(shape, planned.x - state.x, planned.y - state.y);
  }
  return true;
}

/** Might something in the window come too near to the shape at (x, y)? */
function meets(shape: Shape, x: f64, y: f64): bool {
  const left = state.x - x - widestContact;
  const low = state.y - y - widestContact;
  if (shape.maxX < left || shape.minX > left + state.width + 2 * widestContact) return false;
  return shape.maxY >= low && shape.minY <= low + state.height + 2 * widestContact;
}

function holds(shape: Shape, x: f64, y: f64): bool {
  const left = state.x - x - SLACK;
  const low = state.y - y - SLACK;
  if (shape.minX < left || shape.maxX > left + state.width + 2 * SLACK) return false;
  return shape.minY >= low && shape.maxY <= low + state.height + 2 * SLACK;
}

/** Offers the incumbent with what has been moved in the window, which must be valid, and what is new there. */
export function fileWindow(): void {
  beginPlan();
  let record = firstRecord();
  for (let i = 0; i < recordCount(); i++) {
    const copies = recordCopies(record) - (i === state.record ? 1 : 0);
    if (copies > 0) addRecord(record, copies);
    record = nextRecord(record);
  }
  record = recordAt(state.record);
  openType(recordType(record));
  clearSheet();
  let next = 0;
  for (let k = 0; k < recordSize(record); k++) {
    if (k === state.without) continue;
    if (next < state.movingCount && state.moving[next] === k)
      placeItem(anchored + next++, recordPlacement(record, k));
    else placePlanned(recordPlacement(record, k));
  }
  for (let i = anchored + state.movingCount; i < size; i++)
    place(itemShape(i), itemX(i) + state.x, itemY(i) + state.y);
  addSheet(1);
  endPlan();
}

function placePlanned(planned: Planned): void {
  place(plannedShape(planned), planned.x, planned.y);
}

/** What has not moved stays where it was to the last bit. */
function placeItem(item: i32, planned: Planned): void {
  const shape = itemShape(item);
  const stayed = itemX(item) === planned.x - state.x && itemY(item) === planned.y - state.y;
  if (stayed && shape.orientation === <i32>planned.orientation) placePlanned(planned);
  else place(shape, itemX(item) + state.x, itemY(item) + state.y);
}
