/**
 * The basis of the linear program as sparse triangular factors, and products with its inverse.
 *
 *     P B Q = L U        columns and rows with a single entry first (no elimination), then the core that is left,
 *                        sparsest columns first, pivots by threshold and row count; one eta column per later exchange
 *                        of a basic column.
 *
 * Vectors in rows of the program and vectors in positions of the basis are dense; their zeros are skipped.
 */

import { Ints, Numbers, reserveInts, reserveNumbers, reserveRawInts, reserveRawNumbers } from "../../vector";
import { spend, workSpent } from "../../work";
import { ETA_LIMIT, PIVOT_THRESHOLD, PIVOT_ZERO } from "../model/limits";

/** Rows and positions. */
let size: i32 = 0;
/** The matrix to factorise: its column per position, then all columns by their entries. */
let basic: Ints = changetype<Ints>(0);
let start: Ints = changetype<Ints>(0);
let row: Ints = changetype<Ints>(0);
let entry: Numbers = changetype<Numbers>(0);

/** Pivots so far; each with its row, its position and its value. */
let pivots: i32 = 0;
let pivotRow: Ints = changetype<Ints>(0);
let pivotAt: Ints = changetype<Ints>(0);
let pivot: Numbers = changetype<Numbers>(0);
/** Columns of L below their pivots: where each begins, rows and values of the entries, and how many there are. */
let lowerStart: Ints = changetype<Ints>(0);
let lowerRow: Ints = changetype<Ints>(0);
let lower: Numbers = changetype<Numbers>(0);
let lowerCount: i32 = 0;
/** Columns of U above their pivots: where each begins, pivots and values of the entries, and how many there are. */
let upperStart: Ints = changetype<Ints>(0);
let upperPivot: Ints = changetype<Ints>(0);
let upper: Numbers = changetype<Numbers>(0);
let upperCount: i32 = 0;
/** Entries that L and U have room for each, and the most that a basis may have. */
let room: i32 = 0;
let basisRoom: i32 = 0;

/** Exchanges since the last factorisation: the position of each, the value there, and the entries elsewhere. */
let etaCount: i32 = 0;
let etaPivot: Ints = changetype<Ints>(0);
let etaValue: Numbers = changetype<Numbers>(0);
let etaStart: Ints = changetype<Ints>(0);
let etaPosition: Ints = changetype<Ints>(0);
let eta: Numbers = changetype<Numbers>(0);
/** Work of the last factorisation, and of its etas since: at par it is time for a new one. */
let factorCost: f64 = 0;
let etaCost: f64 = 0;

/** Entries of a row and of a column that are still active. */
let rowActive: Ints = changetype<Ints>(0);
let columnActive: Ints = changetype<Ints>(0);
/** The basis by rows: where each begins, and the positions of its entries. */
let rowStart: Ints = changetype<Ints>(0);
let rowPosition: Ints = changetype<Ints>(0);
/** Per row: 0, or one more than its pivot. */
let rowDone: Ints = changetype<Ints>(0);
/** First pivot of the core, and its rows without a pivot yet. */
let corePivot: i32 = 0;
let openRows: i32 = 0;
let openRow: Ints = changetype<Ints>(0);
/** Scratch: rows or columns that wait, and a vector that is zero between two uses. */
let stack: Ints = changetype<Ints>(0);
let work: Numbers = changetype<Numbers>(0);

/** Reserves for `rows` rows; `basisEntries` bounds the entries of any basis. */
export function openFactor(rows: i32, basisEntries: i32): void {
  size = rows;
  basisRoom = basisEntries;
  room = 8 * rows + basisEntries + min((rows * rows) / 2, 1 << 20);
  pivotRow = reserveInts(rows);
  pivotAt = reserveInts(rows);
  pivot = reserveNumbers(rows);
  lowerStart = reserveInts(rows + 1);
  lowerRow = reserveRawInts(room);
  lower = reserveRawNumbers(room);
  upperStart = reserveInts(rows + 1);
  upperPivot = reserveRawInts(room);
  upper = reserveRawNumbers(room);
  etaStart = reserveInts(ETA_LIMIT + 1);
  etaPosition = reserveRawInts(ETA_LIMIT * rows);
  eta = reserveRawNumbers(ETA_LIMIT * rows);
  etaPivot = reserveInts(ETA_LIMIT);
  etaValue = reserveNumbers(ETA_LIMIT);
  rowActive = reserveInts(rows);
  columnActive = reserveInts(rows);
  rowStart = reserveInts(rows + 1);
  rowPosition = reserveRawInts(basisEntries);
  stack = reserveInts(rows);
  rowDone = reserveInts(rows);
  openRow = reserveInts(rows);
  work = reserveNumbers(rows);
}

/** Factorises the columns `columns[0..count)`; false when they are dependent or the factors need too much room. */
export function factorise(count: i32, columns: Ints, starts: Ints, rows: Ints, entries: Numbers): bool {
  size = count;
  basic = columns;
  start = starts;
  row = rows;
  entry = entries;
  const before = workSpent();
  etaCount = 0;
  etaCost = 0;
  etaStart[0] = 0;
  pivots = 0;
  lowerCount = 0;
  upperCount = 0;
  lowerStart[0] = 0;
  upperStart[0] = 0;
  const done = countEntries() && takeSingleColumns() && takeSingleRows() && takeCore();
  factorCost = workSpent() - before;
  return done;
}

function countEntries(): bool {
  for (let r = 0; r < size; r++) {
    rowActive[r] = 0;
    rowDone[r] = 0;
  }
  let total = 0;
  for (let c = 0; c < size; c++) {
    const column = basic[c];
    columnActive[c] = start[column + 1] - start[column];
    total += columnActive[c];
    for (let e = start[column]; e < start[column + 1]; e++) rowActive[row[e]]++;
  }
  if (total > basisRoom) return false;
  rowStart[0] = 0;
  for (let r = 0; r < size; r++) rowStart[r + 1] = rowStart[r] + rowActive[r];
  for (let r = 0; r < size; r++) stack[r] = rowStart[r];
  for (let c = 0; c < size; c++) {
    const column = basic[c];
    for (let e = start[column]; e < start[column + 1]; e++) rowPosition[stack[row[e]]++] = c;
  }
  spend(<f64>(2 * total + 4 * size));
  return true;
}

/** Columns with one active entry: they need no elimination at all. */
function takeSingleColumns(): bool {
  let count = 0;
  for (let c = 0; c < size; c++) if (columnActive[c] === 1) stack[count++] = c;
  while (count > 0) {
    const c = stack[--count];
    if (columnActive[c] !== 1) continue;
    const column = basic[c];
    let pivotal = -1;
    for (let e = start[column]; e < start[column + 1]; e++) if (rowDone[row[e]] === 0) pivotal = row[e];
    if (pivotal < 0 || !takeSingle(c, pivotal)) return false;
    for (let e = rowStart[pivotal]; e < rowStart[pivotal + 1]; e++) {
      const other = rowPosition[e];
      if (columnActive[other] > 0 && --columnActive[other] === 1) stack[count++] = other;
    }
  }
  return true;
}

/** Rows with one active entry: their elimination touches no other active column. */
function takeSingleRows(): bool {
  for (let r = 0; r < size; r++) {
    if (rowDone[r] !== 0) continue;
    rowActive[r] = 0;
    for (let e = rowStart[r]; e < rowStart[r + 1]; e++) if (columnActive[rowPosition[e]] > 0) rowActive[r]++;
  }
  let count = 0;
  for (let r = 0; r < size; r++) if (rowDone[r] === 0 && rowActive[r] === 1) stack[count++] = r;
  while (count > 0) {
    const r = stack[--count];
    if (rowDone[r] !== 0 || rowActive[r] !== 1) continue;
    let c = -1;
    for (let e = rowStart[r]; e < rowStart[r + 1]; e++)
      if (columnActive[rowPosition[e]] > 0) c = rowPosition[e];
    if (c < 0 || !takeSingle(c, r)) return false;
    const column = basic[c];
    for (let e = start[column]; e < start[column + 1]; e++) {
      if (rowDone[row[e]] === 0 && --rowActive[row[e]] === 1) stack[count++] = row[e];
    }
  }
  return true;
}

/**
 * Makes position `c` a pivot in row `r`. The column's pivots so far are columns with a single entry, which have nothing
 * below them, so there is nothing to eliminate.
 */
function takeSingle(c: i32, r: i32): bool {
  const column = basic[c];
  const end = start[column + 1];
  if (upperCount + end > room + start[column] || lowerCount + end > room + start[column]) return false;
  let value: f64 = 0;
  for (let e = start[column]; e < end; e++) {
    if (row[e] === r) {
      value = entry[e];
    } else if (rowDone[row[e]] !== 0) {
      upperPivot[upperCount] = rowDone[row[e]] - 1;
      upper[upperCount++] = entry[e];
    } else {
      lowerRow[lowerCount] = row[e];
      lower[lowerCount++] = entry[e];
    }
  }
  for (let e = lowerStart[pivots]; e < lowerCount; e++) lower[e] /= value;
  spend(<f64>(2 * (end - start[column])));
  return endPivot(c, r, value);
}

function endPivot(c: i32, r: i32, value: f64): bool {
  pivotRow[pivots] = r;
  pivotAt[pivots] = c;
  pivot[pivots++] = value;
  rowDone[r] = pivots;
  columnActive[c] = 0;
  lowerStart[pivots] = lowerCount;
  upperStart[pivots] = upperCount;
  return Math.abs(value) > PIVOT_ZERO;
}

function takeCore(): bool {
  let count = 0;
  for (let c = 0; c < size; c++) {
    if (columnActive[c] === 0) continue;
    let to = count++;
    while (to > 0 && columnActive[stack[to - 1]] > columnActive[c]) {
      stack[to] = stack[to - 1];
      to--;
    }
    stack[to] = c;
  }
  corePivot = pivots;
  openRows = 0;
  for (let r = 0; r < size; r++) if (rowDone[r] === 0) openRow[openRows++] = r;
  for (let k = 0; k < count; k++) if (!eliminate(stack[k])) return false;
  return pivots === size;
}

/** Makes position `c` the next pivot of the core, in the row that suits best. */
function eliminate(c: i32): bool {
  if (upperCount + size > room || lowerCount + size > room) return false;
  const column = basic[c];
  for (let e = start[column]; e < start[column + 1]; e++) {
    const before = rowDone[row[e]];
    if (before === 0 || before > corePivot) {
      work[row[e]] = entry[e];
    } else {
      upperPivot[upperCount] = before - 1;
      upper[upperCount++] = entry[e];
    }
  }
  let done = 0;
  for (let k = corePivot; k < pivots; k++) {
    const value = work[pivotRow[k]];
    if (value === 0) continue;
    work[pivotRow[k]] = 0;
    upperPivot[upperCount] = k;
    upper[upperCount++] = value;
    for (let e = lowerStart[k]; e < lowerStart[k + 1]; e++) work[lowerRow[e]] -= lower[e] * value;
    done += lowerStart[k + 1] - lowerStart[k];
  }
  spend(<f64>(done + pivots - corePivot + 3 * openRows));
  const at = choosePivot();
  if (at < 0) return false;
  const r = openRow[at];
  openRow[at] = openRow[--openRows];
  const value = work[r];
  work[r] = 0;
  for (let k = 0; k < openRows; k++) {
    const other = openRow[k];
    const left = work[other];
    if (left === 0) continue;
    work[other] = 0;
    if (Math.abs(left) < PIVOT_ZERO) continue;
    lowerRow[lowerCount] = other;
    lower[lowerCount++] = left / value;
  }
  return endPivot(c, r, value);
}

/** Where in `openRow` the row is that suits best as the pivot's, or -1. */
function choosePivot(): i32 {
  let largest: f64 = 0;
  for (let k = 0; k < openRows; k++) largest = max(largest, Math.abs(work[openRow[k]]));
  if (largest <= PIVOT_ZERO) return -1;
  let best = -1;
  for (let k = 0; k < openRows; k++) {
    const r = openRow[k];
    if (Math.abs(work[r]) < PIVOT_THRESHOLD * largest) continue;
    if (best < 0 || rowActive[r] < rowActive[openRow[best]]) best = k;
  }
  return best;
}

/** Solves B x = a: `a` (per row) is destroyed, `x` (per position) is written. */
export function solveColumn(a: Numbers, x: Numbers): void {
  let done = 2 * size;
  for (let k = 0; k < size; k++) {
    const value = a[pivotRow[k]];
    if (value === 0) continue;
    for (let e = lowerStart[k]; e < lowerStart[k + 1]; e++) a[lowerRow[e]] -= lower[e] * value;
    done += lowerStart[k + 1] - lowerStart[k];
  }
  for (let k = size - 1; k >= 0; k--) {
    const right = a[pivotRow[k]];
    if (right === 0) {
      x[pivotAt[k]] = 0;
      continue;
    }
    const value = right / pivot[k];
    x[pivotAt[k]] = value;
    for (let e = upperStart[k]; e < upperStart[k + 1]; e++) a[pivotRow[upperPivot[e]]] -= upper[e] * value;
    done += upperStart[k + 1] - upperStart[k];
  }
  const plain = done;
  for (let k = 0; k < etaCount; k++) {
    const at = etaPivot[k];
    if (x[at] === 0) continue;
    const value = x[at] / etaValue[k];
    x[at] = value;
    for (let e = etaStart[k]; e < etaStart[k + 1]; e++) x[etaPosition[e]] -= eta[e] * value;
    done += etaStart[k + 1] - etaStart[k];
  }
  etaCost += <f64>(done - plain);
  spend(<f64>done);
}

/** Solves y B = c: `c` (per position) is destroyed, `y` (per row) is written. */
export function solveRow(c: Numbers, y: Numbers): void {
  let done = 2 * size;
  for (let k = etaCount - 1; k >= 0; k--) {
    let sum = c[etaPivot[k]];
    for (let e = etaStart[k]; e < etaStart[k + 1]; e++) sum -= eta[e] * c[etaPosition[e]];
    c[etaPivot[k]] = sum / etaValue[k];
    done += etaStart[k + 1] - etaStart[k];
  }
  etaCost += <f64>(done - 2 * size);
  // The intermediate vector is per pivot; it lies in `work` and leaves it clean.
  for (let k = 0; k < size; k++) {
    let sum = c[pivotAt[k]];
    for (let e = upperStart[k]; e < upperStart[k + 1]; e++) sum -= upper[e] * work[upperPivot[e]];
    work[k] = sum / pivot[k];
    done += upperStart[k + 1] - upperStart[k];
  }
  for (let k = size - 1; k >= 0; k--) {
    let sum = work[k];
    for (let e = lowerStart[k]; e < lowerStart[k + 1]; e++) sum -= lower[e] * y[lowerRow[e]];
    y[pivotRow[k]] = sum;
    work[k] = 0;
    done += lowerStart[k + 1] - lowerStart[k];
  }
  spend(<f64>done);
}

/** Notes that the column with `solveColumn` result `x` takes position `at`; false when it is time to factorise anew. */
export function exchange(at: i32, x: Numbers): bool {
  if (etaCount >= ETA_LIMIT || etaCost > factorCost) return false;
  let to = etaStart[etaCount];
  for (let p = 0; p < size; p++) {
    const value = x[p];
    if (p === at || Math.abs(value) < PIVOT_ZERO) continue;
    etaPosition[to] = p;
    eta[to++] = value;
  }
  etaPivot[etaCount] = at;
  etaValue[etaCount++] = x[at];
  etaStart[etaCount] = to;
  return true;
}
