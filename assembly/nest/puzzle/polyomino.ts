/**
 * Parts made of equal squares that fill a board of squares: the first empty cell, along the short side, is to be
 * covered by the first cell of some piece. A piece may not leave a hole of so many cells as no pieces have together.
 */

import { edgeAt } from "../../geometry/records";
import { insideShape, runAt, Shape } from "../../geometry/shape";
import { reserve } from "../../memory";
import { randomIndex } from "../../random";
import { Ints, reserveInts } from "../../vector";
import { spend } from "../../work";
import { clearSheet, place } from "../layout/laid-sheet";
import { addSheet, beginPlan, endPlan } from "../layout/nest-incumbent";
import { CELL_WORK, EXACT_CELLS, EXACT_FORMS, SMALL_GAP } from "../model/limits";
import {
  clearance,
  copyCount,
  mostSheets,
  openType,
  partAt,
  partCount,
  shapeOf,
  strip,
  typeAt,
  typeCount,
} from "../model/nest-problem";
import { commonMeasure } from "./bricks";
import { Exact } from "./valley";

/** A part in one orientation: its cells as steps from the first of them, along the long side and across it. */
@unmanaged
class Form {
  shape: Shape;
  part: i32;
  cells: i32;
  /** Where its cells begin in the list, two numbers each. */
  first: i32;
  /** Cells of its box below the first cell, across. */
  below: i32;
}

/** Side of a cell in millimetres; cells along both sides of a board, the short one the second. */
let cellSide: f64 = 0;
let boardLength: i32 = 0;
let boardWidth: i32 = 0;
/** The short side is the sheet's width. */
let upright: bool = false;
let boards: i32 = 0;
let forms: usize = 0;
let formCount: i32 = 0;
let steps: Ints = changetype<Ints>(0);
let stepCount: i32 = 0;
/** Cells of all boards one after the other: 0 is empty. */
let covered: Ints = changetype<Ints>(0);
let blocked: Ints = changetype<Ints>(0);
let left: Ints = changetype<Ints>(0);
/** Sums that pieces make together, by number of cells. */
let sums: Ints = changetype<Ints>(0);
/** By depth: the cell to be covered and the form that comes next; forms in the order of this run. */
let firstCell: Ints = changetype<Ints>(0);
let cursor: Ints = changetype<Ints>(0);
let order: Ints = changetype<Ints>(0);
let laidCount: i32 = 0;
/** Cells of a hole that is being measured, and marks of those that have been seen. */
let stack: Ints = changetype<Ints>(0);
let seen: Ints = changetype<Ints>(0);
let mark: i32 = 0;

/** Lengths are measured in steps of this. */
const STEP: f64 = 1e-6;
/** Points that differ by less lie on one line of the board. */
const FUZZ: f64 = 0.2;

/** False when the parts are no such pieces, or do not fill a whole number of boards. */
export function openPolyominoes(): bool {
  if (strip || typeCount > 1 || clearance >= SMALL_GAP || copyCount > EXACT_FORMS) return false;
  if (!findUnit() || !openBoards()) return false;
  let cells = 0;
  for (let i = 0; i < partCount; i++) {
    const part = partAt(i);
    if (part.quantity === 0) continue;
    const before = formCount;
    for (let k = 0; k < part.shapeCount; k++) if (!addForm(i, shapeOf(part, k))) return false;
    if (formCount === before) return false;
    cells += part.quantity * formAt(before).cells;
  }
  let free = 0;
  const board = boardLength * boardWidth;
  for (let i = 0; i < board; i++) if (blocked[i] === 0) free++;
  if (free === 0 || cells % free !== 0 || cells / free > mostSheets || (cells / free) * board > EXACT_CELLS)
    return false;
  boards = cells / free;
  openSearch(cells);
  return true;
}

function formAt(index: i32): Form {
  return changetype<Form>(forms + <usize>index * offsetof<Form>());
}

/** The largest square that measures the sheet and every part; false when there are too many of it on a sheet. */
function findUnit(): bool {
  const type = typeAt(0);
  let unit = commonMeasure(Math.round(type.width / STEP), Math.round(type.height / STEP));
  for (let i = 0; i < partCount; i++) {
    const part = partAt(i);
    for (let k = 0; k < part.shapeCount; k++)
      unit = measureShape(unit, shapeOf(part, k), shapeOf(part, k).minX, shapeOf(part, k).minY);
  }
  for (let i = 0; i < type.obstacleCount; i++)
    unit = measureShape(unit, shapeOf(partAt(type.firstObstacle + i), 0), 0, 0);
  cellSide = unit * STEP;
  return type.width * type.height <= <f64>EXACT_CELLS * cellSide * cellSide * (1 + STEP);
}

/** Unit that measures the corners of a shape as well, seen from a corner of the board. */
function measureShape(unit: f64, shape: Shape, x: f64, y: f64): f64 {
  for (let r = 0; r < shape.runCount && unit > 0; r++) {
    const run = runAt(shape, r);
    for (let k = 0; k < run.edgeCount; k++) {
      const edge = edgeAt(run.edges, k);
      const level = Math.abs(edge.ax - edge.bx) / STEP < FUZZ;
      const plumb = Math.abs(edge.ay - edge.by) / STEP < FUZZ;
      // An edge at a slant is on no board.
      if (!level && !plumb) return 0;
      unit = commonMeasure(unit, Math.abs(Math.round((edge.ax - x) / STEP)));
      unit = commonMeasure(unit, Math.abs(Math.round((edge.ay - y) / STEP)));
    }
  }
  return unit;
}

function openBoards(): bool {
  const type = typeAt(0);
  const wide = <i32>Math.round(type.width / cellSide);
  const high = <i32>Math.round(type.height / cellSide);
  upright = wide < high;
  boardLength = max(wide, high);
  boardWidth = min(wide, high);
  blocked = reserveInts(wide * high);
  forms = reserve(<usize>EXACT_FORMS * offsetof<Form>());
  formCount = 0;
  steps = reserveInts(2 * EXACT_CELLS);
  stepCount = 0;
  for (let i = 0; i < type.obstacleCount; i++) {
    const shape = shapeOf(partAt(type.firstObstacle + i), 0);
    if (shape.contact > SMALL_GAP) return false;
    for (let cell = 0; cell < wide * high; cell++)
      if (covers(shape, 0, 0, cell / boardWidth, cell % boardWidth)) blocked[cell] = 1;
  }
  return true;
}

/** Is the middle of a cell, counted from a corner, in the material of a shape? */
function covers(shape: Shape, x: f64, y: f64, along: i32, across: i32): bool {
  const u = (<f64>along + 0.5) * cellSide;
  const v = (<f64>across + 0.5) * cellSide;
  return insideShape(shape, x + (upright ? v : u), y + (upright ? u : v));
}

/** Notes a part's cells in an orientation, unless another one has the same; false when there is no room for them. */
function addForm(part: i32, shape: Shape): bool {
  const wide = <i32>Math.round((shape.maxX - shape.minX) / cellSide);
  const high = <i32>Math.round((shape.maxY - shape.minY) / cellSide);
  const along = upright ? high : wide;
  const across = upright ? wide : high;
  if (formCount === EXACT_FORMS || stepCount + 2 * wide * high > 2 * EXACT_CELLS) return false;
  const form = formAt(formCount);
  form.shape = shape;
  form.part = part;
  form.first = stepCount;
  form.cells = 0;
  for (let u = 0; u < along; u++) {
    for (let v = 0; v < across; v++) {
      if (!covers(shape, shape.minX, shape.minY, u, v)) continue;
      if (form.cells === 0) form.below = v;
      // The first cell lies in the first row of the box: nothing comes before that.
      steps[form.first + 2 * form.cells] = u;
      steps[form.first + 2 * form.cells + 1] = v - form.below;
      form.cells++;
    }
  }
  if (form.cells === 0 || isKnown(form)) return true;
  stepCount += 2 * form.cells;
  formCount++;
  return true;
}

function isKnown(form: Form): bool {
  for (let i = 0; i < formCount; i++) {
    const other = formAt(i);
    if (other.part !== form.part || other.cells !== form.cells) continue;
    let same = true;
    for (let k = 0; k < 2 * form.cells && same; k++) same = steps[form.first + k] === steps[other.first + k];
    if (same) return true;
  }
  return false;
}

function openSearch(cells: i32): void {
  const all = boards * boardLength * boardWidth;
  covered = reserveInts(all);
  seen = reserveInts(all);
  stack = reserveInts(all);
  left = reserveInts(partCount);
  firstCell = reserveInts(copyCount + 1);
  cursor = reserveInts(copyCount + 1);
  order = reserveInts(formCount);
  sums = reserveInts(cells + 1);
  sums[0] = 1;
  mark = 0;
  for (let i = 0; i < formCount; i++) {
    order[i] = i;
    const form = formAt(i);
    if (i > 0 && formAt(i - 1).part === form.part) continue;
    for (let k = partAt(form.part).quantity; k > 0; k--)
      for (let sum = cells; sum >= form.cells; sum--) if (sums[sum - form.cells] === 1) sums[sum] = 1;
  }
}

/** Starts anew, with the forms in another order unless it is the first time. */
export function beginPolyominoes(shuffled: bool): void {
  const board = boardLength * boardWidth;
  for (let i = 0; i < boards * board; i++) covered[i] = blocked[i % board];
  for (let i = 0; i < partCount; i++) left[i] = partAt(i).quantity;
  for (let i = shuffled ? formCount - 1 : 0; i > 0; i--) {
    const other = <i32>randomIndex(i + 1);
    const form = order[i];
    order[i] = order[other];
    order[other] = form;
  }
  laidCount = 0;
  enter(0);
}

/** Turns to the first empty cell from one on. */
function enter(from: i32): void {
  while (covered[from] !== 0) from++;
  firstCell[laidCount] = from;
  cursor[laidCount] = 0;
}

/** Depth first: covers the first empty cell, and takes the last piece away where none covers it. */
export function coverBoards(goesOn: () => bool): Exact {
  while (goesOn()) {
    if (coverFirst()) {
      if (laidCount === copyCount) return Exact.SOLVED;
      enter(firstCell[laidCount - 1]);
    } else {
      if (laidCount === 0) return Exact.NONE;
      laidCount--;
      const last = formAt(order[cursor[laidCount] - 1]);
      paint(last, firstCell[laidCount], 0);
      left[last.part]++;
    }
  }
  return Exact.RUNNING;
}

/** Covers the first empty cell with the next form that may lie there; false when there is none left. */
function coverFirst(): bool {
  const at = firstCell[laidCount];
  while (cursor[laidCount] < formCount) {
    const form = formAt(order[cursor[laidCount]++]);
    if (left[form.part] === 0 || !isFree(form, at)) continue;
    paint(form, at, 1);
    if (leavesHole(form, at)) {
      paint(form, at, 0);
      continue;
    }
    left[form.part]--;
    laidCount++;
    return true;
  }
  return false;
}

/** The cell of a form whose first cell lies there; -1 when it is off the board. */
function cellOf(form: Form, at: i32, index: i32): i32 {
  const row = at % boardWidth;
  const line = (at / boardWidth) % boardLength;
  const along = steps[form.first + 2 * index];
  const across = steps[form.first + 2 * index + 1];
  if (line + along >= boardLength || row + across < 0 || row + across >= boardWidth) return -1;
  return at + along * boardWidth + across;
}

function isFree(form: Form, at: i32): bool {
  for (let i = 0; i < form.cells; i++) {
    spend(CELL_WORK);
    const cell = cellOf(form, at, i);
    if (cell < 0 || covered[cell] !== 0) return false;
  }
  return true;
}

function paint(form: Form, at: i32, value: i32): void {
  for (let i = 0; i < form.cells; i++) covered[cellOf(form, at, i)] = value;
}

/** Is beside the form a hole that no pieces fill? */
function leavesHole(form: Form, at: i32): bool {
  mark++;
  for (let i = 0; i < form.cells; i++) {
    const cell = cellOf(form, at, i);
    for (let side = 0; side < 4; side++) {
      const next = neighbour(cell, side);
      if (next < 0 || covered[next] !== 0 || seen[next] === mark) continue;
      if (sums[measureHole(next)] === 0) return true;
    }
  }
  return false;
}

/** The next cell on one side; -1 at the edge of the board. */
function neighbour(cell: i32, side: i32): i32 {
  const row = cell % boardWidth;
  const line = (cell / boardWidth) % boardLength;
  if (side === 0) return row > 0 ? cell - 1 : -1;
  if (side === 1) return row < boardWidth - 1 ? cell + 1 : -1;
  if (side === 2) return line > 0 ? cell - boardWidth : -1;
  return line < boardLength - 1 ? cell + boardWidth : -1;
}

/** Counts the empty cells that hang together with one. */
function measureHole(from: i32): i32 {
  let count = 0;
  let open = 0;
  stack[open++] = from;
  seen[from] = mark;
  while (open > 0) {
    const cell = stack[--open];
    count++;
    spend(CELL_WORK);
    for (let side = 0; side < 4; side++) {
      const next = neighbour(cell, side);
      if (next < 0 || covered[next] !== 0 || seen[next] === mark) continue;
      seen[next] = mark;
      stack[open++] = next;
    }
  }
  return count;
}

/** Offers the solution to the incumbent. */
export function draftPolyominoes(): bool {
  const board = boardLength * boardWidth;
  beginPlan();
  openType(0);
  for (let i = 0; i < boards; i++) {
    clearSheet();
    for (let depth = 0; depth < laidCount; depth++) {
      const cell = firstCell[depth];
      if (cell / board !== i) continue;
      const form = formAt(order[cursor[depth] - 1]);
      const u = <f64>((cell % board) / boardWidth) * cellSide;
      const v = <f64>((cell % boardWidth) - form.below) * cellSide;
      place(form.shape, (upright ? v : u) - form.shape.minX, (upright ? u : v) - form.shape.minY);
    }
    addSheet(1);
  }
  return endPlan();
}
