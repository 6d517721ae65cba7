/**
 * The columns of the open sheet: positions along the axis of filling where something may begin, namely at the start,
 * behind the end and in the holes of what lies there. Where there are very many, new ones are kept only well apart.
 */
import { Shape } from "../../geometry/shape";
import { reserve } from "../../memory";
import { place, placedBox, placedCount } from "../layout/sheet";
import { clearance, copyCount, obstacleCount, partAt, shapeOf, sheetSize, typeAt } from "../model/problem";
import { DENSE_COLUMNS } from "../model/tuning";

/** What is kept here between two steps. */
@unmanaged
class State {
  /** Ascending positions. */
  columns: usize;
  columnCount: i32;
  columnLimit: i32;
  axis: i32;
}
const state = changetype<State>(memory.data(offsetof<State>()));

/** `holes`: most holes of a part. */
export function openColumns(holes: i32): void {
  state.columnLimit = min(copyCount * (2 + holes), 4 * DENSE_COLUMNS) + 8 + 4 * obstacleCount;
  state.columns = reserve((<usize>state.columnLimit) << 3);
}

/** The columns of a sheet of the type on which nothing lies but its obstacles. */
export function startColumns(type: i32, along: i32): void {
  state.axis = along;
  state.columnCount = 0;
  addColumn(0);
  for (let i = 0; i < typeAt(type).obstacleCount; i++) {
    const shape = shapeOf(partAt(typeAt(type).firstObstacle + i), 0);
    addColumns(shape, changetype<usize>(shape), 0, shape.contact);
  }
}

/** Position of a column; infinite behind the last one. */
export function columnAt(index: i32): f64 {
  return index < state.columnCount ? load<f64>(state.columns + ((<usize>index) << 3)) : Infinity;
}

/** Puts a shape on the sheet and adds the columns that it makes. */
export function placeAt(shape: Shape, x: f64, y: f64): void {
  place(shape, x, y);
  addColumns(shape, placedBox(placedCount() - 1), state.axis === 0 ? x : y, clearance);
}

/** Columns beside, at the start of and in the holes of something on the sheet with the given box. */
function addColumns(shape: Shape, box: usize, offset: f64, distance: f64): void {
  const side = (<usize>state.axis) << 3;
  addColumn(load<f64>(box + side, 16) + distance);
  addColumn(load<f64>(box + side));
  for (let i = 0; i < shape.holeCount; i++) {
    addColumn(load<f64>(shape.holes + ((<usize>i) << 5) + side) + offset + distance);
  }
}

/** Index of the first column at or behind u. */
export function columnAtLeast(u: f64): i32 {
  let low = 0;
  let high = state.columnCount;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (load<f64>(state.columns + ((<usize>middle) << 3)) < u) low = middle + 1;
    else high = middle;
  }
  return low;
}

function addColumn(u: f64): void {
  if (state.columnCount === state.columnLimit || u < 0) return;
  const at = columnAtLeast(u);
  const apart = state.columnCount > DENSE_COLUMNS ? sheetSize(state.axis) / <f64>DENSE_COLUMNS : 1e-9;
  if (at < state.columnCount && load<f64>(state.columns + ((<usize>at) << 3)) - u < apart) return;
  if (at > 0 && u - load<f64>(state.columns + ((<usize>(at - 1)) << 3)) < apart) return;
  const slot = state.columns + ((<usize>at) << 3);
  memory.copy(slot + 8, slot, (<usize>(state.columnCount - at)) << 3);
  store<f64>(slot, u);
  state.columnCount++;
}
