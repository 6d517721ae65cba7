/**
 * The columns of the open sheet: positions along the axis of filling where something may begin, namely at the start,
 * behind the end and in the holes of what lies there. Where there are very many, new ones are kept only well apart.
 */
import { Box, highEnd, lowEnd } from "../../geometry/records";
import { holeAt, Shape } from "../../geometry/shape";
import { reserve } from "../../memory";
import { place, placedAt, placedCount } from "../layout/sheet";
import { boxOf } from "../model/placement";
import { clearance, copyCount, obstacleCount, partAt, shapeOf, sheetSize, typeAt } from "../model/problem";
import { DENSE_COLUMNS, FULL_HASTE, FULL_SIDE, MOST_ITEMS } from "../model/tuning";

/** A column, and the width, height and area of the smallest shape that has found no room there. */
@unmanaged
class Column {
  u: f64;
  width: f64;
  height: f64;
  area: f64;
}
const COLUMN_BYTES: usize = 32;

/** What is kept here between two steps. */
@unmanaged
class State {
  /** By ascending positions. */
  columns: usize;
  columnCount: i32;
  columnLimit: i32;
  axis: i32;
}
const state = changetype<State>(memory.data(offsetof<State>()));

/** `holes`: most holes of a part. */
export function openColumns(holes: i32): void {
  state.columnLimit = min(copyCount * (2 + holes), 4 * DENSE_COLUMNS) + 8 + 4 * obstacleCount;
  state.columns = reserve(<usize>state.columnLimit * COLUMN_BYTES);
}

/** The columns of a sheet of the type on which nothing lies but its obstacles. */
export function startColumns(type: i32, along: i32): void {
  state.axis = along;
  state.columnCount = 0;
  addColumn(0);
  for (let i = 0; i < typeAt(type).obstacleCount; i++) {
    const shape = shapeOf(partAt(typeAt(type).firstObstacle + i), 0);
    addColumns(shape, shape, 0, shape.contact);
  }
}

/** Position of a column; infinite behind the last one. */
export function columnAt(index: i32): f64 {
  return index < state.columnCount ? columnOf(index).u : Infinity;
}

function columnOf(index: i32): Column {
  return changetype<Column>(state.columns + <usize>index * COLUMN_BYTES);
}

/** Notes that there is no room for a shape in a column. */
export function noteFull(index: i32, shape: Shape): void {
  const column = columnOf(index);
  const area = partAt(shape.part).exteriorArea;
  if (area >= column.area) return;
  column.width = shape.maxX - shape.minX;
  column.height = shape.maxY - shape.minY;
  column.area = area;
}

/**
 * Has a shape found no room in a column that is no larger, and not much longer? Where more lies than is ever pushed about,
 * one that is a little larger counts as well.
 */
export function isFullFor(index: i32, shape: Shape): bool {
  if (index >= state.columnCount) return false;
  const column = columnOf(index);
  const share = placedCount() > MOST_ITEMS ? FULL_HASTE : 1.0;
  return (
    partAt(shape.part).exteriorArea >= share * column.area &&
    shape.maxX - shape.minX >= share * FULL_SIDE * column.width &&
    shape.maxY - shape.minY >= share * FULL_SIDE * column.height
  );
}

/** Puts a shape on the sheet and adds the columns that it makes. */
export function placeAt(shape: Shape, x: f64, y: f64): void {
  place(shape, x, y);
  addColumns(shape, boxOf(placedAt(placedCount() - 1)), state.axis === 0 ? x : y, clearance);
}

/** Columns beside, at the start of and in the holes of something on the sheet with the given box. */
function addColumns(shape: Shape, box: Box, offset: f64, distance: f64): void {
  addColumn(highEnd(changetype<usize>(box), state.axis) + distance);
  addColumn(lowEnd(changetype<usize>(box), state.axis));
  for (let i = 0; i < shape.holeCount; i++)
    addColumn(lowEnd(changetype<usize>(holeAt(shape, i)), state.axis) + offset + distance);
}

/** Index of the first column at or behind u. */
export function columnAtLeast(u: f64): i32 {
  let low = 0;
  let high = state.columnCount;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (columnOf(middle).u < u) low = middle + 1;
    else high = middle;
  }
  return low;
}

function addColumn(u: f64): void {
  if (state.columnCount === state.columnLimit || u < 0) return;
  const at = columnAtLeast(u);
  const apart = state.columnCount > DENSE_COLUMNS ? sheetSize(state.axis) / <f64>DENSE_COLUMNS : 1e-9;
  if (at < state.columnCount && columnOf(at).u - u < apart) return;
  if (at > 0 && u - columnOf(at - 1).u < apart) return;
  const from = state.columns + <usize>at * COLUMN_BYTES;
  memory.copy(from + COLUMN_BYTES, from, <usize>(state.columnCount++ - at) * COLUMN_BYTES);
  columnOf(at).u = u;
  columnOf(at).area = Infinity;
}
