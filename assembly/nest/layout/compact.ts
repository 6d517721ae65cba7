/**
 * The last touch: on every sheet of the best layout parts slide into the corner as far as they find room, so that what
 * the search has left hanging lies flush. Nothing moves away from the corner, so no remnant gets smaller.
 *
 *     item = x, y, shape          24 bytes
 */
import { minOf, Shape } from "../../geometry/shape";
import { reserve } from "../../memory";
import { workSpent } from "../../work";
import { copyCount, openType, shapeFor, sheetSize } from "../model/problem";
import { SETTLE_ITEMS, SETTLE_ROUNDS, SETTLE_WORK } from "../model/tuning";
import {
  addRecord,
  addSheet,
  beginPlan,
  endPlanEven,
  firstRecord,
  nextRecord,
  recordCopies,
  recordCount,
  recordPlacement,
  recordSize,
  recordType,
} from "./incumbent";
import { clearSheet, collides, gapAround, gapStart, place, sliceColumn } from "./sheet";

const ITEM_BYTES: usize = 24;

/** What is kept here between two steps. */
@unmanaged
class State {
  items: usize;
  count: i32;
  /** Axis along which the sheet has its remnant: parts slide along it first. */
  axis: i32;
}
const state = changetype<State>(memory.data(offsetof<State>()));

export function openSettling(): void {
  state.items = reserve(<usize>min(copyCount, SETTLE_ITEMS) * ITEM_BYTES);
}

/** Settles the incumbent; sheets for which there is no work left, or that hold too much, stay as they are. */
export function settleBest(work: f64): void {
  const end = workSpent() + min(work, SETTLE_WORK);
  beginPlan();
  let record = firstRecord();
  for (let i = 0; i < recordCount(); i++) {
    if (recordSize(record) > SETTLE_ITEMS || workSpent() > end) addRecord(record, recordCopies(record));
    else {
      openType(recordType(record));
      loadItems(record);
      for (let round = 0; round < SETTLE_ROUNDS; round++) {
        for (let k = 0; k < state.count && workSpent() < end; k++) settleItem(itemAt(k));
      }
      layOthers(0);
      addSheet(recordCopies(record));
    }
    record = nextRecord(record);
  }
  endPlanEven();
}

function itemAt(index: i32): usize {
  return state.items + <usize>index * ITEM_BYTES;
}

function itemShape(item: usize): Shape {
  return changetype<Shape>(<usize>load<u32>(item, 16));
}

/** Lists what lies on a sheet, that next to the corner first. */
function loadItems(record: usize): void {
  state.count = recordSize(record);
  let right = 0.0;
  let top = 0.0;
  for (let i = 0; i < state.count; i++) {
    const at = recordPlacement(record, i);
    const shape = shapeFor(<i32>load<f64>(at), <i32>load<f64>(at, 8));
    right = max(right, load<f64>(at, 16) + shape.maxX);
    top = max(top, load<f64>(at, 24) + shape.maxY);
    store<f64>(itemAt(i), load<f64>(at, 16));
    store<f64>(itemAt(i), load<f64>(at, 24), 8);
    store<u32>(itemAt(i), <u32>changetype<usize>(shape), 16);
  }
  state.axis = right / sheetSize(0) <= top / sheetSize(1) ? 0 : 1;
  sortItems();
}

/** Ascending by the lower end along the axis: insertion sort, as most lists are short. */
function sortItems(): void {
  for (let i = 1; i < state.count; i++) {
    const x = load<f64>(itemAt(i));
    const y = load<f64>(itemAt(i), 8);
    const shape = itemShape(itemAt(i));
    const key = (state.axis === 0 ? x : y) + minOf(shape, state.axis);
    let j = i;
    for (; j > 0 && lowEnd(itemAt(j - 1)) > key; j--) memory.copy(itemAt(j), itemAt(j - 1), ITEM_BYTES);
    store<f64>(itemAt(j), x);
    store<f64>(itemAt(j), y, 8);
    store<u32>(itemAt(j), <u32>changetype<usize>(shape), 16);
  }
}

function lowEnd(item: usize): f64 {
  return load<f64>(item + ((<usize>state.axis) << 3)) + minOf(itemShape(item), state.axis);
}

/** Opens the sheet with everything on it but one item (0: with all). */
function layOthers(item: usize): void {
  clearSheet();
  for (let i = 0; i < state.count; i++) {
    const other = itemAt(i);
    if (other !== item) place(itemShape(other), load<f64>(other), load<f64>(other, 8));
  }
}

/** Slides an item along the axis and across, in turn, as long as that leads anywhere. */
function settleItem(item: usize): void {
  layOthers(item);
  const first = slide(item, state.axis);
  if (slide(item, state.axis ^ 1) || first) slide(item, state.axis);
}

/** Slides an item towards the corner along one axis; true when it has moved. */
function slide(item: usize, along: i32): bool {
  const shape = itemShape(item);
  const x = load<f64>(item);
  const y = load<f64>(item, 8);
  sliceColumn(shape, along ^ 1, along === 0 ? y : x);
  if (!gapAround(shape, along ^ 1, along === 0 ? x : y)) return false;
  const to = gapStart();
  if (to > (along === 0 ? x : y) - 1e-9) return false;
  if (collides(shape, along === 0 ? to : x, along === 0 ? y : to)) return false;
  store<f64>(item + ((<usize>along) << 3), to);
  return true;
}
