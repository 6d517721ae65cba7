/**
 * Worth of the types from one on, over all capacities at once.
 *
 *     table[row][c]  =  most value of the types of the rows from `row` on in capacity c
 *
 * Types go into rows from the heaviest to the lightest. Where capacities are too large for an exact table, weights are
 * rounded down to cells, and the entries are upper bounds.
 */

import { reserve } from "../../memory";
import { Ints, Numbers, reserveInts } from "../../vector";
import { spend } from "../../work";
import { pause } from "../incumbent/pause";
import { capacity, ruled, typeCount } from "../model/cut-problem";
import { PRICE_LEAST_WIDTH } from "../model/cut-tuning";
import { COARSE_CELLS, PRICE_CELLS, TABLE_CELLS_AT_ONCE, TABLE_CELLS_PER_WORK } from "../model/limits";

/** True when there is memory for the table: it knows capacities, no other rules. */
export let tabled: bool = false;
/** Capacity per column. Above 1 the entries are upper bounds. */
export let cell: f64 = 1;
/** Cells that an exact table has or would have. */
export let exactCells: f64 = 0;
export let rowCount: i32 = 0;
export let rowType: Ints = changetype<Ints>(0);

let width: i32 = 0;
let table: usize = 0;

export function openTable(): void {
  rowType = reserveInts(typeCount);
  exactCells = <f64>(typeCount + 1) * (capacity[0] + 1);
  cell = exactCells <= PRICE_CELLS ? 1 : Math.ceil(exactCells / COARSE_CELLS);
  tabled = !ruled && (cell === 1 || capacity[0] / cell >= PRICE_LEAST_WIDTH);
  if (!tabled) return;
  width = <i32>Math.floor(capacity[0] / cell) + 1;
  table = reserve((<usize>((typeCount + 1) * width)) << 3);
}

/**
 * Fills the table for these weights, values and amounts, from the lightest type up, for patterns that leave no more than
 * `waste` of a bar: where there is none, the entry is -Infinity. Types without a value get a row only if `all`: then the
 * rows are the types in their order.
 */
export function fillTable(
  weights: Numbers,
  value: Numbers,
  upper: Ints,
  all: bool,
  waste: f64 = Infinity,
): void {
  rowCount = 0;
  for (let i = 0; i < typeCount; i++) if ((value[i] > 0 || all) && upper[i] > 0) rowType[rowCount++] = i;
  const none = rowAt(rowCount);
  for (let c = 0; c < width; c++)
    store<f64>(none + ((<usize>c) << 3), <f64>c * cell <= waste ? 0 : -Infinity);
  let cells = 0;
  for (let row = rowCount - 1; row >= 0; row--) {
    if (cells === 0) pause();
    const i = rowType[row];
    fillRow(row, weights[i], value[i], upper[i]);
    cells += width;
    if (cells >= TABLE_CELLS_AT_ONCE) cells = 0;
  }
}

/** Most value of the types from `row` on in `left`, or a little above it. */
export function tableAt(row: i32, left: f64): f64 {
  return load<f64>(rowAt(row) + ((<usize>(left / cell)) << 3));
}

function rowAt(row: i32): usize {
  return table + ((<usize>(row * width)) << 3);
}

/** The row of a type, from the one below it: a bounded knapsack with 1, 2, 4 ... pieces at a time. */
function fillRow(row: i32, weight: f64, value: f64, upper: i32): void {
  const to = rowAt(row);
  const below = rowAt(row + 1);
  const most = Math.floor(capacity[0] / weight);
  const fits = <i32>min(<f64>upper, most);
  // Where the amount cannot bind, pieces go on top of pieces in one pass. Rounding is better done once for many.
  const any = cell === 1 && fits > 1 && <f64>fits === most;
  if (fits > 0) raiseRow(to, below, any ? to : below, stepOf(weight, 1), value);
  else memory.copy(to, below, (<usize>width) << 3);
  if (any) return;
  for (let left = fits - 1, part = 2; left > 0; left -= part, part *= 2) {
    const amount = min(part, left);
    raiseAgain(to, stepOf(weight, amount), <f64>amount * value);
  }
}

function stepOf(weight: f64, amount: i32): i32 {
  return <i32>((<f64>amount * weight) / cell);
}

/** From the bottom up: to[c] is the better of below[c] and base[c - step] + gain, where base is one of the two. */
function raiseRow(to: usize, below: usize, base: usize, step: i32, gain: f64): void {
  const offset = (<usize>step) << 3;
  const end = (<usize>width) << 3;
  memory.copy(to, below, offset);
  let at = offset;
  if (ASC_FEATURE_SIMD) {
    // Two cells at a time must not depend on each other.
    if (step > 1 || base === below) {
      const more = f64x2.splat(gain);
      for (; at + 16 <= end; at += 16) {
        const taken = f64x2.add(v128.load(base + at - offset), more);
        v128.store(to + at, f64x2.pmax(v128.load(below + at), taken));
      }
    }
  }
  for (; at < end; at += 8) {
    store<f64>(to + at, max(load<f64>(below + at), load<f64>(base + at - offset) + gain));
  }
  countCells(step);
}

/** From the top down, so that what is added comes on top of what was there before: row[c - step] + gain, if better. */
function raiseAgain(row: usize, step: i32, gain: f64): void {
  const offset = (<usize>step) << 3;
  let at = (<usize>width) << 3;
  if (ASC_FEATURE_SIMD) {
    const more = f64x2.splat(gain);
    while (at >= offset + 16) {
      at -= 16;
      const taken = f64x2.add(v128.load(row + at - offset), more);
      v128.store(row + at, f64x2.pmax(v128.load(row + at), taken));
    }
  }
  while (at > offset) {
    at -= 8;
    store<f64>(row + at, max(load<f64>(row + at), load<f64>(row + at - offset) + gain));
  }
  countCells(step);
}

function countCells(step: i32): void {
  spend(<f64>(width - step) / TABLE_CELLS_PER_WORK);
}
