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
import { ETA_LIMIT, PIVOT_THRESHOLD, PIVOT_ZERO } from "../model/tuning";

/** What is kept here between two steps. */
@unmanaged
class State {
  /** Exchanges since the last factorisation. */
  etaCount: i32;
  /** What the last factorisation cost, and what its etas have cost since: at par it is time for a new one. */
  factorCost: f64;
  etaCost: f64;
  size: i32;
  room: i32;
  basisRoom: i32;
  /** Per pivot: its row, its position, its value, and where its columns of L and U begin. */
  pivotRow: Ints;
  pivotAt: Ints;
  pivot: Numbers;
  lowerStart: Ints;
  lowerRow: Ints;
  lower: Numbers;
  upperStart: Ints;
  upperPivot: Ints;
  upper: Numbers;
  etaStart: Ints;
  etaPosition: Ints;
  etaPivot: Ints;
  eta: Numbers;
  etaValue: Numbers;
  /** Scratch of the ordering: entries per row and column still active, and the basis by rows. */
  rowActive: Ints;
  columnActive: Ints;
  rowStart: Ints;
  rowPosition: Ints;
  stack: Ints;
  /** Per row: 0, or one more than its pivot. */
  rowDone: Ints;
  /** Rows of the core without a pivot yet, and the first pivot of the core. */
  openRow: Ints;
  openRows: i32;
  corePivot: i32;
  work: Numbers;
  /** The matrix to factorise: basic column per position, and all columns by entries. */
  basic: Ints;
  start: Ints;
  row: Ints;
  entry: Numbers;
  pivots: i32;
  lowerCount: i32;
  upperCount: i32;
}
const state = changetype<State>(memory.data(offsetof<State>()));

/** Reserves for `rows` rows; `basisEntries` bounds the entries of any basis. */
export function openFactor(rows: i32, basisEntries: i32): void {
  state.size = rows;
  state.basisRoom = basisEntries;
  state.room = 8 * rows + basisEntries + min((rows * rows) / 2, 1 << 20);
  state.pivotRow = reserveInts(rows);
  state.pivotAt = reserveInts(rows);
  state.pivot = reserveNumbers(rows);
  state.lowerStart = reserveInts(rows + 1);
  state.lowerRow = reserveRawInts(state.room);
  state.lower = reserveRawNumbers(state.room);
  state.upperStart = reserveInts(rows + 1);
  state.upperPivot = reserveRawInts(state.room);
  state.upper = reserveRawNumbers(state.room);
  state.etaStart = reserveInts(ETA_LIMIT + 1);
  state.etaPosition = reserveRawInts(ETA_LIMIT * rows);
  state.eta = reserveRawNumbers(ETA_LIMIT * rows);
  state.etaPivot = reserveInts(ETA_LIMIT);
  state.etaValue = reserveNumbers(ETA_LIMIT);
  state.rowActive = reserveInts(rows);
  state.columnActive = reserveInts(rows);
  state.rowStart = reserveInts(rows + 1);
  state.rowPosition = reserveRawInts(basisEntries);
  state.stack = reserveInts(rows);
  state.rowDone = reserveInts(rows);
  state.openRow = reserveInts(rows);
  state.work = reserveNumbers(rows);
}

/** Factorises the columns `columns[0..count)`; false when they are dependent or the factors need too much room. */
export function factorise(count: i32, columns: Ints, starts: Ints, rows: Ints, entries: Numbers): bool {
  state.size = count;
  state.basic = columns;
  state.start = starts;
  state.row = rows;
  state.entry = entries;
  const before = workSpent();
  state.etaCount = 0;
  state.etaCost = 0;
  state.etaStart[0] = 0;
  state.pivots = 0;
  state.lowerCount = 0;
  state.upperCount = 0;
  state.lowerStart[0] = 0;
  state.upperStart[0] = 0;
  const done = countEntries() && takeSingleColumns() && takeSingleRows() && takeCore();
  state.factorCost = workSpent() - before;
  return done;
}

function countEntries(): bool {
  for (let r = 0; r < state.size; r++) {
    state.rowActive[r] = 0;
    state.rowDone[r] = 0;
  }
  let total = 0;
  for (let c = 0; c < state.size; c++) {
    const column = state.basic[c];
    state.columnActive[c] = state.start[column + 1] - state.start[column];
    total += state.columnActive[c];
    for (let e = state.start[column]; e < state.start[column + 1]; e++) state.rowActive[state.row[e]]++;
  }
  if (total > state.basisRoom) return false;
  state.rowStart[0] = 0;
  for (let r = 0; r < state.size; r++) state.rowStart[r + 1] = state.rowStart[r] + state.rowActive[r];
  for (let r = 0; r < state.size; r++) state.stack[r] = state.rowStart[r];
  for (let c = 0; c < state.size; c++) {
    const column = state.basic[c];
    for (let e = state.start[column]; e < state.start[column + 1]; e++)
      state.rowPosition[state.stack[state.row[e]]++] = c;
  }
  spend(<f64>(2 * total + 4 * state.size));
  return true;
}

/** Columns with one active entry: they need no elimination at all. */
function takeSingleColumns(): bool {
  let count = 0;
  for (let c = 0; c < state.size; c++) if (state.columnActive[c] === 1) state.stack[count++] = c;
  while (count > 0) {
    const c = state.stack[--count];
    if (state.columnActive[c] !== 1) continue;
    const column = state.basic[c];
    let pivotal = -1;
    for (let e = state.start[column]; e < state.start[column + 1]; e++)
      if (state.rowDone[state.row[e]] === 0) pivotal = state.row[e];
    if (pivotal < 0 || !takeSingle(c, pivotal)) return false;
    for (let e = state.rowStart[pivotal]; e < state.rowStart[pivotal + 1]; e++) {
      const other = state.rowPosition[e];
      if (state.columnActive[other] > 0 && --state.columnActive[other] === 1) state.stack[count++] = other;
    }
  }
  return true;
}

/** Rows with one active entry: their elimination touches no other active column. */
function takeSingleRows(): bool {
  for (let r = 0; r < state.size; r++) {
    if (state.rowDone[r] !== 0) continue;
    state.rowActive[r] = 0;
    for (let e = state.rowStart[r]; e < state.rowStart[r + 1]; e++)
      if (state.columnActive[state.rowPosition[e]] > 0) state.rowActive[r]++;
  }
  let count = 0;
  for (let r = 0; r < state.size; r++)
    if (state.rowDone[r] === 0 && state.rowActive[r] === 1) state.stack[count++] = r;
  while (count > 0) {
    const r = state.stack[--count];
    if (state.rowDone[r] !== 0 || state.rowActive[r] !== 1) continue;
    let c = -1;
    for (let e = state.rowStart[r]; e < state.rowStart[r + 1]; e++)
      if (state.columnActive[state.rowPosition[e]] > 0) c = state.rowPosition[e];
    if (c < 0 || !takeSingle(c, r)) return false;
    const column = state.basic[c];
    for (let e = state.start[column]; e < state.start[column + 1]; e++) {
      if (state.rowDone[state.row[e]] === 0 && --state.rowActive[state.row[e]] === 1)
        state.stack[count++] = state.row[e];
    }
  }
  return true;
}

/**
 * Makes position `c` a pivot in row `r`. The column's pivots so far are columns with a single entry, which have nothing
 * below them, so there is nothing to eliminate.
 */
function takeSingle(c: i32, r: i32): bool {
  const column = state.basic[c];
  const end = state.start[column + 1];
  if (
    state.upperCount + end > state.room + state.start[column] ||
    state.lowerCount + end > state.room + state.start[column]
  )
    return false;
  let value: f64 = 0;
  for (let e = state.start[column]; e < end; e++) {
    if (state.row[e] === r) {
      value = state.entry[e];
    } else if (state.rowDone[state.row[e]] !== 0) {
      state.upperPivot[state.upperCount] = state.rowDone[state.row[e]] - 1;
      state.upper[state.upperCount++] = state.entry[e];
    } else {
      state.lowerRow[state.lowerCount] = state.row[e];
      state.lower[state.lowerCount++] = state.entry[e];
    }
  }
  for (let e = state.lowerStart[state.pivots]; e < state.lowerCount; e++) state.lower[e] /= value;
  spend(<f64>(2 * (end - state.start[column])));
  return endPivot(c, r, value);
}

function endPivot(c: i32, r: i32, value: f64): bool {
  state.pivotRow[state.pivots] = r;
  state.pivotAt[state.pivots] = c;
  state.pivot[state.pivots++] = value;
  state.rowDone[r] = state.pivots;
  state.columnActive[c] = 0;
  state.lowerStart[state.pivots] = state.lowerCount;
  state.upperStart[state.pivots] = state.upperCount;
  return Math.abs(value) > PIVOT_ZERO;
}

function takeCore(): bool {
  let count = 0;
  for (let c = 0; c < state.size; c++) {
    if (state.columnActive[c] === 0) continue;
    let to = count++;
    while (to > 0 && state.columnActive[state.stack[to - 1]] > state.columnActive[c]) {
      state.stack[to] = state.stack[to - 1];
      to--;
    }
    state.stack[to] = c;
  }
  state.corePivot = state.pivots;
  state.openRows = 0;
  for (let r = 0; r < state.size; r++) if (state.rowDone[r] === 0) state.openRow[state.openRows++] = r;
  for (let k = 0; k < count; k++) if (!eliminate(state.stack[k])) return false;
  return state.pivots === state.size;
}

/** Makes position `c` the next pivot of the core, in the row that suits best. */
function eliminate(c: i32): bool {
  if (state.upperCount + state.size > state.room || state.lowerCount + state.size > state.room) return false;
  const column = state.basic[c];
  for (let e = state.start[column]; e < state.start[column + 1]; e++) {
    const before = state.rowDone[state.row[e]];
    if (before === 0 || before > state.corePivot) {
      state.work[state.row[e]] = state.entry[e];
    } else {
      state.upperPivot[state.upperCount] = before - 1;
      state.upper[state.upperCount++] = state.entry[e];
    }
  }
  let done = 0;
  for (let k = state.corePivot; k < state.pivots; k++) {
    const value = state.work[state.pivotRow[k]];
    if (value === 0) continue;
    state.work[state.pivotRow[k]] = 0;
    state.upperPivot[state.upperCount] = k;
    state.upper[state.upperCount++] = value;
    for (let e = state.lowerStart[k]; e < state.lowerStart[k + 1]; e++)
      state.work[state.lowerRow[e]] -= state.lower[e] * value;
    done += state.lowerStart[k + 1] - state.lowerStart[k];
  }
  spend(<f64>(done + state.pivots - state.corePivot + 3 * state.openRows));
  const at = choosePivot();
  if (at < 0) return false;
  const r = state.openRow[at];
  state.openRow[at] = state.openRow[--state.openRows];
  const value = state.work[r];
  state.work[r] = 0;
  for (let k = 0; k < state.openRows; k++) {
    const other = state.openRow[k];
    const left = state.work[other];
    if (left === 0) continue;
    state.work[other] = 0;
    if (Math.abs(left) < PIVOT_ZERO) continue;
    state.lowerRow[state.lowerCount] = other;
    state.lower[state.lowerCount++] = left / value;
  }
  return endPivot(c, r, value);
}

/** Where in `openRow` the row is that suits best as the pivot's, or -1. */
function choosePivot(): i32 {
  let largest: f64 = 0;
  for (let k = 0; k < state.openRows; k++) largest = max(largest, Math.abs(state.work[state.openRow[k]]));
  if (largest <= PIVOT_ZERO) return -1;
  let best = -1;
  for (let k = 0; k < state.openRows; k++) {
    const r = state.openRow[k];
    if (Math.abs(state.work[r]) < PIVOT_THRESHOLD * largest) continue;
    if (best < 0 || state.rowActive[r] < state.rowActive[state.openRow[best]]) best = k;
  }
  return best;
}

/** Solves B x = a: `a` (per row) is destroyed, `x` (per position) is written. */
export function solveColumn(a: Numbers, x: Numbers): void {
  let done = 2 * state.size;
  for (let k = 0; k < state.size; k++) {
    const value = a[state.pivotRow[k]];
    if (value === 0) continue;
    for (let e = state.lowerStart[k]; e < state.lowerStart[k + 1]; e++)
      a[state.lowerRow[e]] -= state.lower[e] * value;
    done += state.lowerStart[k + 1] - state.lowerStart[k];
  }
  for (let k = state.size - 1; k >= 0; k--) {
    const right = a[state.pivotRow[k]];
    if (right === 0) {
      x[state.pivotAt[k]] = 0;
      continue;
    }
    const value = right / state.pivot[k];
    x[state.pivotAt[k]] = value;
    for (let e = state.upperStart[k]; e < state.upperStart[k + 1]; e++)
      a[state.pivotRow[state.upperPivot[e]]] -= state.upper[e] * value;
    done += state.upperStart[k + 1] - state.upperStart[k];
  }
  const plain = done;
  for (let k = 0; k < state.etaCount; k++) {
    const at = state.etaPivot[k];
    if (x[at] === 0) continue;
    const value = x[at] / state.etaValue[k];
    x[at] = value;
    for (let e = state.etaStart[k]; e < state.etaStart[k + 1]; e++)
      x[state.etaPosition[e]] -= state.eta[e] * value;
    done += state.etaStart[k + 1] - state.etaStart[k];
  }
  state.etaCost += <f64>(done - plain);
  spend(<f64>done);
}

/** Solves y B = c: `c` (per position) is destroyed, `y` (per row) is written. */
export function solveRow(c: Numbers, y: Numbers): void {
  let done = 2 * state.size;
  for (let k = state.etaCount - 1; k >= 0; k--) {
    let sum = c[state.etaPivot[k]];
    for (let e = state.etaStart[k]; e < state.etaStart[k + 1]; e++)
      sum -= state.eta[e] * c[state.etaPosition[e]];
    c[state.etaPivot[k]] = sum / state.etaValue[k];
    done += state.etaStart[k + 1] - state.etaStart[k];
  }
  state.etaCost += <f64>(done - 2 * state.size);
  // The intermediate vector is per pivot; it lies in `work` and leaves it clean.
  for (let k = 0; k < state.size; k++) {
    let sum = c[state.pivotAt[k]];
    for (let e = state.upperStart[k]; e < state.upperStart[k + 1]; e++)
      sum -= state.upper[e] * state.work[state.upperPivot[e]];
    state.work[k] = sum / state.pivot[k];
    done += state.upperStart[k + 1] - state.upperStart[k];
  }
  for (let k = state.size - 1; k >= 0; k--) {
    let sum = state.work[k];
    for (let e = state.lowerStart[k]; e < state.lowerStart[k + 1]; e++)
      sum -= state.lower[e] * y[state.lowerRow[e]];
    y[state.pivotRow[k]] = sum;
    state.work[k] = 0;
    done += state.lowerStart[k + 1] - state.lowerStart[k];
  }
  spend(<f64>done);
}

/** Notes that the column with `solveColumn` result `x` takes position `at`; false when it is time to factorise anew. */
export function exchange(at: i32, x: Numbers): bool {
  if (state.etaCount >= ETA_LIMIT || state.etaCost > state.factorCost) return false;
  let to = state.etaStart[state.etaCount];
  for (let p = 0; p < state.size; p++) {
    const value = x[p];
    if (p === at || Math.abs(value) < PIVOT_ZERO) continue;
    state.etaPosition[to] = p;
    state.eta[to++] = value;
  }
  state.etaPivot[state.etaCount] = at;
  state.etaValue[state.etaCount++] = x[at];
  state.etaStart[state.etaCount] = to;
  return true;
}
