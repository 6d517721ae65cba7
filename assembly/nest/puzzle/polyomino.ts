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
import { addSheet, beginPlan, endPlan } from "../layout/incumbent";
import { clearSheet, place } from "../layout/sheet";
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
} from "../model/problem";
import { CELL_WORK, EXACT_CELLS, EXACT_FORMS, SMALL_GAP } from "../model/tuning";
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

/** What is kept here between two steps. */
@unmanaged
class State {
  /** Side of a cell in millimetres; cells along both sides of a board, the short one the second. */
  unit: f64;
  along: i32;
  across: i32;
  /** The short side is the sheet's width. */
  upright: bool;
  boards: i32;
  forms: usize;
  formCount: i32;
  steps: Ints;
  stepCount: i32;
  /** Cells of all boards one after the other: 0 is empty. */
  cells: Ints;
  blocked: Ints;
  left: Ints;
  /** Sums that pieces make together, by number of cells. */
  sums: Ints;
  /** By depth: the cell to be covered and the form that comes next; forms in the order of this run. */
  firstCell: Ints;
  cursor: Ints;
  order: Ints;
  depth: i32;
  /** Cells of a hole that is being measured, and marks of those that have been seen. */
  stack: Ints;
  seen: Ints;
  mark: i32;
}
const state = changetype<State>(memory.data(offsetof<State>()));

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
    const before = state.formCount;
    for (let k = 0; k < part.shapeCount; k++) if (!addForm(i, shapeOf(part, k))) return false;
    if (state.formCount === before) return false;
    cells += part.quantity * formAt(before).cells;
  }
  let free = 0;
  const board = state.along * state.across;
  for (let i = 0; i < board; i++) if (state.blocked[i] === 0) free++;
  if (free === 0 || cells % free !== 0 || cells / free > mostSheets || (cells / free) * board > EXACT_CELLS)
    return false;
  state.boards = cells / free;
  openSearch(cells);
  return true;
}

function formAt(index: i32): Form {
  return changetype<Form>(state.forms + <usize>index * offsetof<Form>());
}

/** The largest square that measures the sheet and every part; false when there are too many of it on a sheet. */
function findUnit(): bool {
  const type = typeAt(0);
  let unit = measure(Math.round(type.width / STEP), Math.round(type.height / STEP));
  for (let i = 0; i < partCount; i++) {
    const part = partAt(i);
    for (let k = 0; k < part.shapeCount; k++)
      unit = measureShape(unit, shapeOf(part, k), shapeOf(part, k).minX, shapeOf(part, k).minY);
  }
  for (let i = 0; i < type.obstacleCount; i++)
    unit = measureShape(unit, shapeOf(partAt(type.firstObstacle + i), 0), 0, 0);
  state.unit = unit * STEP;
  return type.width * type.height <= <f64>EXACT_CELLS * state.unit * state.unit * (1 + STEP);
}

/** Euclid's algorithm, on whole numbers. */
function measure(a: f64, b: f64): f64 {
  while (b > 0) {
    const rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/** What measures the corners of a shape as well, seen from a corner of the board. */
function measureShape(unit: f64, shape: Shape, x: f64, y: f64): f64 {
  for (let r = 0; r < shape.runCount && unit > 0; r++) {
    const run = runAt(shape, r);
    for (let k = 0; k < run.edgeCount; k++) {
      const edge = edgeAt(run.edges, k);
      const level = Math.abs(edge.ax - edge.bx) / STEP < FUZZ;
      const plumb = Math.abs(edge.ay - edge.by) / STEP < FUZZ;
      // An edge at a slant is on no board.
      if (!level && !plumb) return 0;
      unit = measure(unit, Math.abs(Math.round((edge.ax - x) / STEP)));
      unit = measure(unit, Math.abs(Math.round((edge.ay - y) / STEP)));
    }
  }
  return unit;
}

function openBoards(): bool {
  const type = typeAt(0);
  const wide = <i32>Math.round(type.width / state.unit);
  const high = <i32>Math.round(type.height / state.unit);
  state.upright = wide < high;
  state.along = max(wide, high);
  state.across = min(wide, high);
  state.blocked = reserveInts(wide * high);
  state.forms = reserve(<usize>EXACT_FORMS * offsetof<Form>());
  state.formCount = 0;
  state.steps = reserveInts(2 * EXACT_CELLS);
  state.stepCount = 0;
  for (let i = 0; i < type.obstacleCount; i++) {
    const shape = shapeOf(partAt(type.firstObstacle + i), 0);
    if (shape.contact > SMALL_GAP) return false;
    for (let cell = 0; cell < wide * high; cell++)
      if (covers(shape, 0, 0, cell / state.across, cell % state.across)) state.blocked[cell] = 1;
  }
  return true;
}

/** Is the middle of a cell, counted from a corner, in the material of a shape? */
function covers(shape: Shape, x: f64, y: f64, along: i32, across: i32): bool {
  const u = (<f64>along + 0.5) * state.unit;
  const v = (<f64>across + 0.5) * state.unit;
  return insideShape(shape, x + (state.upright ? v : u), y + (state.upright ? u : v));
}

/** Notes a part's cells in an orientation, unless another one has the same; false when there is no room for them. */
function addForm(part: i32, shape: Shape): bool {
  const wide = <i32>Math.round((shape.maxX - shape.minX) / state.unit);
  const high = <i32>Math.round((shape.maxY - shape.minY) / state.unit);
  const along = state.upright ? high : wide;
  const across = state.upright ? wide : high;
  if (state.formCount === EXACT_FORMS || state.stepCount + 2 * wide * high > 2 * EXACT_CELLS) return false;
  const form = formAt(state.formCount);
  form.shape = shape;
  form.part = part;
  form.first = state.stepCount;
  form.cells = 0;
  for (let u = 0; u < along; u++) {
    for (let v = 0; v < across; v++) {
      if (!covers(shape, shape.minX, shape.minY, u, v)) continue;
      if (form.cells === 0) form.below = v;
      // The first cell lies in the first row of the box: nothing comes before that.
      state.steps[form.first + 2 * form.cells] = u;
      state.steps[form.first + 2 * form.cells + 1] = v - form.below;
      form.cells++;
    }
  }
  if (form.cells === 0 || isKnown(form)) return true;
  state.stepCount += 2 * form.cells;
  state.formCount++;
  return true;
}

function isKnown(form: Form): bool {
  for (let i = 0; i < state.formCount; i++) {
    const other = formAt(i);
    if (other.part !== form.part || other.cells !== form.cells) continue;
    let same = true;
    for (let k = 0; k < 2 * form.cells && same; k++)
      same = state.steps[form.first + k] === state.steps[other.first + k];
    if (same) return true;
  }
  return false;
}

function openSearch(cells: i32): void {
  const all = state.boards * state.along * state.across;
  state.cells = reserveInts(all);
  state.seen = reserveInts(all);
  state.stack = reserveInts(all);
  state.left = reserveInts(partCount);
  state.firstCell = reserveInts(copyCount + 1);
  state.cursor = reserveInts(copyCount + 1);
  state.order = reserveInts(state.formCount);
  state.sums = reserveInts(cells + 1);
  state.sums[0] = 1;
  state.mark = 0;
  for (let i = 0; i < state.formCount; i++) {
    state.order[i] = i;
    const form = formAt(i);
    if (i > 0 && formAt(i - 1).part === form.part) continue;
    for (let k = partAt(form.part).quantity; k > 0; k--)
      for (let sum = cells; sum >= form.cells; sum--)
        if (state.sums[sum - form.cells] === 1) state.sums[sum] = 1;
  }
}

/** Starts anew, with the forms in another order unless it is the first time. */
export function beginPolyominoes(shuffled: bool): void {
  const board = state.along * state.across;
  for (let i = 0; i < state.boards * board; i++) state.cells[i] = state.blocked[i % board];
  for (let i = 0; i < partCount; i++) state.left[i] = partAt(i).quantity;
  for (let i = shuffled ? state.formCount - 1 : 0; i > 0; i--) {
    const other = <i32>randomIndex(i + 1);
    const form = state.order[i];
    state.order[i] = state.order[other];
    state.order[other] = form;
  }
  state.depth = 0;
  enter(0);
}

/** Turns to the first empty cell from one on. */
function enter(from: i32): void {
  while (state.cells[from] !== 0) from++;
  state.firstCell[state.depth] = from;
  state.cursor[state.depth] = 0;
}

/** One piece put down or taken away. */
export function polyominoStep(): Exact {
  const at = state.firstCell[state.depth];
  while (state.cursor[state.depth] < state.formCount) {
    const form = formAt(state.order[state.cursor[state.depth]++]);
    if (state.left[form.part] === 0 || !isFree(form, at)) continue;
    paint(form, at, 1);
    if (leavesHole(form, at)) {
      paint(form, at, 0);
      continue;
    }
    state.left[form.part]--;
    state.depth++;
    if (state.depth === copyCount) return Exact.SOLVED;
    enter(at);
    return Exact.RUNNING;
  }
  if (state.depth === 0) return Exact.NONE;
  state.depth--;
  const last = formAt(state.order[state.cursor[state.depth] - 1]);
  paint(last, state.firstCell[state.depth], 0);
  state.left[last.part]++;
  return Exact.RUNNING;
}

/** The cell of a form whose first cell lies there; -1 when it is off the board. */
function cellOf(form: Form, at: i32, index: i32): i32 {
  const row = at % state.across;
  const line = (at / state.across) % state.along;
  const along = state.steps[form.first + 2 * index];
  const across = state.steps[form.first + 2 * index + 1];
  if (line + along >= state.along || row + across < 0 || row + across >= state.across) return -1;
  return at + along * state.across + across;
}

function isFree(form: Form, at: i32): bool {
  for (let i = 0; i < form.cells; i++) {
    spend(CELL_WORK);
    const cell = cellOf(form, at, i);
    if (cell < 0 || state.cells[cell] !== 0) return false;
  }
  return true;
}

function paint(form: Form, at: i32, value: i32): void {
  for (let i = 0; i < form.cells; i++) state.cells[cellOf(form, at, i)] = value;
}

/** Is beside the form a hole that no pieces fill? */
function leavesHole(form: Form, at: i32): bool {
  state.mark++;
  for (let i = 0; i < form.cells; i++) {
    const cell = cellOf(form, at, i);
    for (let side = 0; side < 4; side++) {
      const next = neighbour(cell, side);
      if (next < 0 || state.cells[next] !== 0 || state.seen[next] === state.mark) continue;
      if (state.sums[measureHole(next)] === 0) return true;
    }
  }
  return false;
}

/** The next cell on one side; -1 at the edge of the board. */
function neighbour(cell: i32, side: i32): i32 {
  const row = cell % state.across;
  const line = (cell / state.across) % state.along;
  if (side === 0) return row > 0 ? cell - 1 : -1;
  if (side === 1) return row < state.across - 1 ? cell + 1 : -1;
  if (side === 2) return line > 0 ? cell - state.across : -1;
  return line < state.along - 1 ? cell + state.across : -1;
}

/** Counts the empty cells that hang together with one. */
function measureHole(from: i32): i32 {
  let count = 0;
  let open = 0;
  state.stack[open++] = from;
  state.seen[from] = state.mark;
  while (open > 0) {
    const cell = state.stack[--open];
    count++;
    spend(CELL_WORK);
    for (let side = 0; side < 4; side++) {
      const next = neighbour(cell, side);
      if (next < 0 || state.cells[next] !== 0 || state.seen[next] === state.mark) continue;
      state.seen[next] = state.mark;
      state.stack[open++] = next;
    }
  }
  return count;
}

/** Offers the solution to the incumbent. */
export function draftPolyominoes(): bool {
  const board = state.along * state.across;
  beginPlan();
  openType(0);
  for (let i = 0; i < state.boards; i++) {
    clearSheet();
    for (let depth = 0; depth < state.depth; depth++) {
      const cell = state.firstCell[depth];
      if (cell / board !== i) continue;
      const form = formAt(state.order[state.cursor[depth] - 1]);
      const u = <f64>((cell % board) / state.across) * state.unit;
      const v = <f64>((cell % state.across) - form.below) * state.unit;
      place(form.shape, (state.upright ? v : u) - form.shape.minX, (state.upright ? u : v) - form.shape.minY);
    }
    addSheet(1);
  }
  return endPlan();
}
