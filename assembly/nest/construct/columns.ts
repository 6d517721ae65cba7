/**
 * The columns of the open sheet: positions along the axis of filling where something may begin, namely at the start,
 * behind the end and in the holes of what lies there. Where there are very many, new ones are kept only well apart.
 */

import { Box, highEnd, lowEnd } from "../../geometry/records";
import { holeAt, Shape } from "../../geometry/shape";
import { Numbers, reserveRawNumbers } from "../../vector";
import { place, placedAt, placedCount } from "../layout/laid-sheet";
import { DENSE_COLUMNS } from "../model/limits";
import {
  clearance,
  copyCount,
  obstacleCount,
  partAt,
  shapeOf,
  sheetSize,
  typeAt,
} from "../model/nest-problem";
import { boxOf } from "../model/placement";

/** By ascending positions. */
let columns: Numbers = changetype<Numbers>(0);
let columnCount: i32 = 0;
let columnLimit: i32 = 0;
let axis: i32 = 0;

/** `holes`: most holes of a part. */
export function openColumns(holes: i32): void {
  columnLimit = min(copyCount * (2 + holes), 4 * DENSE_COLUMNS) + 8 + 4 * obstacleCount;
  columns = reserveRawNumbers(columnLimit);
}

/** The columns of a sheet of the type on which nothing lies but its obstacles. */
export function startColumns(type: i32, along: i32): void {
  axis = along;
  columnCount = 0;
  addColumn(0);
  for (let i = 0; i < typeAt(type).obstacleCount; i++) {
    const shape = shapeOf(partAt(typeAt(type).firstObstacle + i), 0);
    addColumns(shape, shape, 0, shape.contact);
  }
}

/** Position of a column; infinite behind the last one. */
export function columnAt(index: i32): f64 {
  return index < columnCount ? columns[index] : Infinity;
}

/** Puts a shape on the sheet and adds the columns that it makes. */
export function placeAt(shape: Shape, x: f64, y: f64): void {
  place(shape, x, y);
  addColumns(shape, boxOf(placedAt(placedCount() - 1)), axis === 0 ? x : y, clearance);
}

/** Columns beside, at the start of and in the holes of something on the sheet with the given box. */
function addColumns(shape: Shape, box: Box, offset: f64, distance: f64): void {
  addColumn(highEnd(changetype<usize>(box), axis) + distance);
  addColumn(lowEnd(changetype<usize>(box), axis));
  for (let i = 0; i < shape.holeCount; i++)
    addColumn(lowEnd(changetype<usize>(holeAt(shape, i)), axis) + offset + distance);
}

/** Index of the first column at or behind u. */
export function columnAtLeast(u: f64): i32 {
  let low = 0;
  let high = columnCount;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (columns[middle] < u) low = middle + 1;
    else high = middle;
  }
  return low;
}

function addColumn(u: f64): void {
  if (columnCount === columnLimit || u < 0) return;
  const at = columnAtLeast(u);
  const apart = columnCount > DENSE_COLUMNS ? sheetSize(axis) / <f64>DENSE_COLUMNS : 1e-9;
  if (at < columnCount && columns[at] - u < apart) return;
  if (at > 0 && u - columns[at - 1] < apart) return;
  for (let i = columnCount++; i > at; i--) columns[i] = columns[i - 1];
  columns[at] = u;
}
