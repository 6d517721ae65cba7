/**
 * How many sheets do the rectangles need at least? For dual feasible functions f of the width and g of the height,
 *
 *     sheets ≥ ⌈ Σ f(wᵢ) g(hᵢ) ⌉,    f(W) = g(H) = 1          (S. Fekete and J. Schepers, arXiv:cs/0402044)
 *
 * and of the orientations that a rectangle may have, the one that counts least. Pairs of functions of three families
 * are tried, one function of the width in a step. Only rectangles count that lie along the axes whichever way they
 * are turned.
 */
import { Ints, Numbers, reserveInts, reserveNumbers } from "../../vector";
import { spend } from "../../work";
import { clearance, partCount, raiseLeastSheets, typeAt, typeCount } from "../model/problem";
import { BOUND_ENTRIES, BOUND_FUNCTIONS, BOUND_WORK } from "../model/tuning";
import { Box, boxAt, variantAt } from "./boxes";

enum Family {
  /** A side below e counts nothing, one above C - e all, one between by its length. */
  CUT = 0,
  /** A side counts by the whole (k + 1)sts of C in it. */
  STEPS = 1,
  /** A side counts by the lengths e that it leaves no room for (J. Carlier, F. Clautiaux, A. Moukrim, 2007). */
  COUNT = 2,
}

/** Sides are whole numbers of this unit (in millimetres). */
const UNIT: f64 = 1e-6;
/**
 * Where all sides are multiples of this unit, a legal layout can be pushed into one without any use of its tolerance.
 * Elsewhere every side counts for `DOUBT` units less.
 */
const COARSE: f64 = 1000;
const DOUBT: f64 = 3;
const MOST_STEPS = 4;

/** What is kept here between two steps. */
@unmanaged
class State {
  /** Extent of the largest sheet, width and height. */
  width: f64;
  height: f64;
  /** Entries are parts in one orientation; sides by entry, widths and heights. */
  entryCount: i32;
  widths: Numbers;
  heights: Numbers;
  /** Copies of the part that the entry belongs to; 0 for all but the last of its entries. */
  demands: Ints;
  /** Values by function and entry, and how many functions there are. */
  wide: Numbers;
  tall: Numbers;
  wideCount: i32;
  tallCount: i32;
  cursor: i32;
  sorted: Numbers;
}
const state = changetype<State>(memory.data(offsetof<State>()));

export function openBound(): void {
  state.wideCount = 0;
  state.tallCount = 0;
  state.entryCount = 0;
  state.cursor = 0;
  let most = 0;
  for (let i = 0; i < partCount; i++) if (counts(boxAt(i))) most += boxAt(i).count;
  for (let i = 0; i < typeCount; i++) if (typeAt(i).free) most = 0;
  if (most === 0 || most > BOUND_ENTRIES) return;
  state.widths = reserveNumbers(most);
  state.heights = reserveNumbers(most);
  state.demands = reserveInts(most);
  state.sorted = reserveNumbers(most);
  measureSides();
  state.wide = reserveNumbers(BOUND_FUNCTIONS * most);
  state.tall = reserveNumbers(BOUND_FUNCTIONS * most);
  state.wideCount = listFunctions(state.wide, state.widths, state.width);
  state.tallCount = listFunctions(state.tall, state.heights, state.height);
}

/** Pairs the next function of the width with all of the height; true when all are done. */
export function boundStep(): bool {
  if (state.cursor === state.wideCount) return true;
  spend(<f64>(state.tallCount * state.entryCount) * BOUND_WORK);
  const f = state.cursor++ * state.entryCount;
  for (let q = 0; q < state.tallCount; q++) {
    const g = q * state.entryCount;
    let sum = 0.0;
    let least = Infinity;
    for (let i = 0; i < state.entryCount; i++) {
      least = min(least, state.wide[f + i] * state.tall[g + i]);
      if (state.demands[i] === 0) continue;
      sum += <f64>state.demands[i] * least;
      least = Infinity;
    }
    raiseLeastSheets(<i32>Math.ceil(sum * (1 - 1e-9) - 1e-9));
  }
  return state.cursor === state.wideCount;
}

function counts(box: Box): bool {
  return box.count > 0 && box.exact && box.upright;
}

/** Legal parts keep their gap g in a straight line; along one axis that leaves g / √2 of it. */
function measureSides(): void {
  const kept = clearance * Math.SQRT1_2;
  let coarse = clearance === 0;
  state.width = 0;
  state.height = 0;
  for (let i = 0; i < typeCount; i++) {
    state.width = max(state.width, typeAt(i).width + kept);
    state.height = max(state.height, typeAt(i).height + kept);
  }
  state.width = Math.ceil(state.width / UNIT - 0.01);
  state.height = Math.ceil(state.height / UNIT - 0.01);
  coarse = coarse && state.width % COARSE === 0 && state.height % COARSE === 0;
  for (let i = 0; i < partCount; i++) {
    const box = boxAt(i);
    if (!counts(box)) continue;
    for (let v = 0; v < box.count; v++) {
      const shape = variantAt(box.first + v).shape;
      state.widths[state.entryCount] = Math.floor((shape.maxX - shape.minX + kept) / UNIT + 0.01);
      state.heights[state.entryCount] = Math.floor((shape.maxY - shape.minY + kept) / UNIT + 0.01);
      coarse = coarse && state.widths[state.entryCount] % COARSE === 0 && state.heights[state.entryCount] % COARSE === 0;
      state.demands[state.entryCount++] = v === box.count - 1 ? box.demand : 0;
    }
  }
  for (let i = 0; i < state.entryCount && !coarse; i++) {
    state.widths[i] = max(0, state.widths[i] - DOUBT);
    state.heights[i] = max(0, state.heights[i] - DOUBT);
  }
}

/** Writes what the sides count under functions of all families and returns how many there are. */
function listFunctions(values: Numbers, sides: Numbers, size: f64): i32 {
  let count = addFunction(values, 0, Family.CUT, sides, 0, size);
  for (let k = 1; k <= MOST_STEPS; k++) count = addFunction(values, count, Family.STEPS, sides, k, size);
  const parameters = sortParameters(sides, size);
  for (let i = 0; i < parameters; i++) {
    count = addFunction(values, count, Family.CUT, sides, state.sorted[i], size);
    count = addFunction(values, count, Family.COUNT, sides, state.sorted[i], size);
  }
  return count;
}

/** Sides, and what they leave of the sheet, up to half of that: each once, the longest first. Returns how many. */
function sortParameters(sides: Numbers, size: f64): i32 {
  let count = 0;
  for (let i = 0; i < state.entryCount; i++) {
    const side = sides[i] > size / 2 ? size - sides[i] : sides[i];
    let at = count;
    while (at > 0 && state.sorted[at - 1] < side) at--;
    if (side <= 0 || (at > 0 && state.sorted[at - 1] === side)) continue;
    for (let k = count; k > at; k--) state.sorted[k] = state.sorted[k - 1];
    state.sorted[at] = side;
    count++;
  }
  return count;
}

function addFunction(
  values: Numbers,
  index: i32,
  family: Family,
  sides: Numbers,
  parameter: f64,
  size: f64,
): i32 {
  if (index === BOUND_FUNCTIONS) return index;
  spend(<f64>state.entryCount * BOUND_WORK);
  for (let i = 0; i < state.entryCount; i++)
    values[index * state.entryCount + i] = worthOf(family, parameter, sides[i], size);
  return index + 1;
}

/** A dual feasible function of a side, as a share of what it makes of the sheet's. */
function worthOf(family: Family, parameter: f64, side: f64, size: f64): f64 {
  if (family === Family.CUT) return side > size - parameter ? 1 : side < parameter ? 0 : side / size;
  if (family === Family.STEPS) {
    const parts = (parameter + 1) * side;
    return parts % size === 0 ? side / size : Math.floor(parts / size) / parameter;
  }
  const whole = Math.floor(size / parameter);
  if (2 * side === size) return 0.5;
  if (2 * side > size) return (whole - Math.floor((size - side) / parameter)) / whole;
  return Math.floor(side / parameter) / whole;
}
