/**
 * How many sheets do the rectangles need at least? For dual feasible functions f of the width and g of the height,
 *
 *     sheets ≥ ⌈ Σ f(wᵢ) g(hᵢ) ⌉,    f(W) = g(H) = 1          (S. Fekete and J. Schepers, arXiv:cs/0402044)
 *
 * and of the orientations that a rectangle may have, the one that counts least. Pairs of functions of three families
 * are tried, one function of the width in a step. Only rectangles count that lie along the axes whichever way they
 * are turned.
 */
import { Ints, Numbers, reserveInts, reserveNumbers, reserveRawNumbers } from "../../vector";
import { spend } from "../../work";
import { BOUND_ENTRIES, BOUND_FUNCTIONS, BOUND_WORK } from "../model/limits";
import { clearance, partCount, raiseLeastSheets, typeAt, typeCount } from "../model/nest-problem";
import { BoxPart, boxAt, variantAt } from "./box-parts";

enum CutFamily {
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

/** The sides along one axis, and what they count under dual feasible functions. */
@unmanaged
class Axis {
  /** Size of the largest sheet. */
  size: f64;
  /** By entry, and values by function and entry. */
  sides: Numbers;
  values: Numbers;
  functions: i32;
}
const across = changetype<Axis>(memory.data(offsetof<Axis>()));
const up = changetype<Axis>(memory.data(offsetof<Axis>()));

/** Parts in one orientation. */
let entryCount: i32 = 0;
/** Copies of the part that an entry belongs to; 0 for all but the last of its entries. */
let demands: Ints = changetype<Ints>(0);
/** Parameters in order. */
let sortedSides: Numbers = changetype<Numbers>(0);
/** The function of the width that comes next. */
let cursor: i32 = 0;

export function openBound(): void {
  across.functions = 0;
  up.functions = 0;
  entryCount = 0;
  cursor = 0;
  let most = 0;
  for (let i = 0; i < partCount; i++) if (counts(boxAt(i))) most += boxAt(i).count;
  for (let i = 0; i < typeCount; i++) if (typeAt(i).free) most = 0;
  if (most === 0 || most > BOUND_ENTRIES) return;
  openAxis(across, most);
  openAxis(up, most);
  demands = reserveInts(most);
  sortedSides = reserveNumbers(most);
  measureSides();
  listFunctions(across);
  listFunctions(up);
}

function openAxis(axis: Axis, entries: i32): void {
  axis.size = 0;
  axis.sides = reserveNumbers(entries);
  axis.values = reserveRawNumbers(BOUND_FUNCTIONS * entries);
}

/** Pairs the next function of the width with all of the height; true when all are done. */
export function boundStep(): bool {
  if (cursor === across.functions) return true;
  const entries = entryCount;
  spend(<f64>(up.functions * entries) * BOUND_WORK);
  const f = cursor++ * entries;
  for (let q = 0; q < up.functions; q++) {
    const g = q * entries;
    let sum = 0.0;
    let least = Infinity;
    for (let i = 0; i < entries; i++) {
      least = min(least, across.values[f + i] * up.values[g + i]);
      const demand = demands[i];
      if (demand === 0) continue;
      sum += <f64>demand * least;
      least = Infinity;
    }
    raiseLeastSheets(<i32>Math.ceil(sum * (1 - 1e-9) - 1e-9));
  }
  return cursor === across.functions;
}

function counts(box: BoxPart): bool {
  return box.count > 0 && box.exact && box.upright;
}

/** Legal parts keep their gap g in a straight line; along one axis that leaves g / √2 of it. */
function measureSides(): void {
  const kept = clearance * Math.SQRT1_2;
  for (let i = 0; i < typeCount; i++) {
    across.size = max(across.size, Math.ceil((typeAt(i).width + kept) / UNIT - 0.01));
    up.size = max(up.size, Math.ceil((typeAt(i).height + kept) / UNIT - 0.01));
  }
  for (let i = 0; i < partCount; i++) {
    const box = boxAt(i);
    if (!counts(box)) continue;
    for (let v = 0; v < box.count; v++) {
      const shape = variantAt(box.first + v).shape;
      across.sides[entryCount] = Math.floor((shape.maxX - shape.minX + kept) / UNIT + 0.01);
      up.sides[entryCount] = Math.floor((shape.maxY - shape.minY + kept) / UNIT + 0.01);
      demands[entryCount++] = v === box.count - 1 ? box.demand : 0;
    }
  }
  if (clearance === 0 && isCoarse(across) && isCoarse(up)) return;
  for (let i = 0; i < entryCount; i++) {
    across.sides[i] = max(0, across.sides[i] - DOUBT);
    up.sides[i] = max(0, up.sides[i] - DOUBT);
  }
}

function isCoarse(axis: Axis): bool {
  for (let i = 0; i < entryCount; i++) if (axis.sides[i] % COARSE !== 0) return false;
  return axis.size % COARSE === 0;
}

/** Notes what the sides count under functions of all families. */
function listFunctions(axis: Axis): void {
  addFunction(axis, CutFamily.CUT, 0);
  for (let k = 1; k <= MOST_STEPS; k++) addFunction(axis, CutFamily.STEPS, k);
  const parameters = sortParameters(axis);
  for (let i = 0; i < parameters; i++) {
    addFunction(axis, CutFamily.CUT, sortedSides[i]);
    addFunction(axis, CutFamily.COUNT, sortedSides[i]);
  }
}

/** Sides, and what they leave of the sheet, up to half of that: each once, the longest first. Returns how many. */
function sortParameters(axis: Axis): i32 {
  const sorted = sortedSides;
  let count = 0;
  for (let i = 0; i < entryCount; i++) {
    const side = axis.sides[i] > axis.size / 2 ? axis.size - axis.sides[i] : axis.sides[i];
    let at = count;
    while (at > 0 && sorted[at - 1] < side) at--;
    if (side <= 0 || (at > 0 && sorted[at - 1] === side)) continue;
    for (let k = count; k > at; k--) sorted[k] = sorted[k - 1];
    sorted[at] = side;
    count++;
  }
  return count;
}

function addFunction(axis: Axis, family: CutFamily, parameter: f64): void {
  if (axis.functions === BOUND_FUNCTIONS) return;
  spend(<f64>entryCount * BOUND_WORK);
  const first = axis.functions++ * entryCount;
  for (let i = 0; i < entryCount; i++)
    axis.values[first + i] = worthOf(family, parameter, axis.sides[i], axis.size);
}

/** A dual feasible function of a side, as a share of what it makes of the sheet's. */
function worthOf(family: CutFamily, parameter: f64, side: f64, size: f64): f64 {
  if (family === CutFamily.CUT) return side > size - parameter ? 1 : side < parameter ? 0 : side / size;
  if (family === CutFamily.STEPS) {
    const parts = (parameter + 1) * side;
    return parts % size === 0 ? side / size : Math.floor(parts / size) / parameter;
  }
  const whole = Math.floor(size / parameter);
  if (2 * side === size) return 0.5;
  if (2 * side > size) return (whole - Math.floor((size - side) / parameter)) / whole;
  return Math.floor(side / parameter) / whole;
}
