/**
 * Units: what patterns are made of within the branches of branch and price (after D. Ryan and B. Foster, 1981). A branch
 * puts two pieces on one bar or keeps them on different bars. Pieces that are put on one bar become one unit. All others
 * are units of one piece each; those of one type share its number. A unit with a single piece has the number of that
 * piece's type; where two such units are joined, the first one's number stays. Two units that are parted never lie on one
 * bar, and what joins a unit is parted from whatever it was parted from before.
 */
import {
  Bytes,
  copyInts,
  copyNumbers,
  Ints,
  Numbers,
  reserveInts,
  reserveNumbers,
  reserveRawBytes,
} from "../../vector";
import { wasteLimit } from "../incumbent/cut-incumbent";
import { capacity, demand, typeCount, weight } from "../model/cut-problem";
import { PAIR_TYPES, SEARCH_DEPTH } from "../model/limits";
import { columnEntry, columnRow, columnStart } from "./linear-program";

/** Weight per unit, how many of them are free, and their value. */
export let unitWeight: Numbers = changetype<Numbers>(0);
export let unitMost: Ints = changetype<Ints>(0);
export let unitValue: Numbers = changetype<Numbers>(0);

/** The unit of a single piece, and how many single pieces a unit has. */
let unitOf: Ints = changetype<Ints>(0);
let singles: Ints = changetype<Ints>(0);
/** Pieces of other types that have joined a unit. */
let joined: i32 = 0;
let joinedUnit: Ints = changetype<Ints>(0);
let joinedType: Ints = changetype<Ints>(0);
/** 1 for pairs of units that are parted. */
let parted: Bytes = changetype<Bytes>(0);

/** Units of the pattern that was split last, and by type or unit what is left of it and how many of its singles there are. */
export let partCount: i32 = 0;
export let part: Ints = changetype<Ints>(0);
let rest: Ints = changetype<Ints>(0);
let hits: Ints = changetype<Ints>(0);

export function openUnits(): void {
  if (typeCount > PAIR_TYPES) return;
  unitWeight = reserveNumbers(typeCount);
  unitMost = reserveInts(typeCount);
  unitValue = reserveNumbers(typeCount);
  unitOf = reserveInts(typeCount);
  singles = reserveInts(typeCount);
  joinedUnit = reserveInts(SEARCH_DEPTH);
  joinedType = reserveInts(SEARCH_DEPTH);
  parted = reserveRawBytes(typeCount * typeCount);
  part = reserveInts(typeCount);
  rest = reserveInts(typeCount);
  hits = reserveInts(typeCount);
}

/** Every type is a unit by itself. */
export function resetUnits(): void {
  copyNumbers(unitWeight, weight, typeCount);
  copyInts(unitMost, demand, typeCount);
  for (let i = 0; i < typeCount; i++) {
    unitOf[i] = i;
    singles[i] = demand[i] === 1 ? 1 : 0;
  }
  joined = 0;
  memory.fill(changetype<usize>(parted), 0, <usize>(typeCount * typeCount));
}

/** Puts unit `b`, or a free piece of type `b`, on the bar of unit `a`, which has a single piece. */
export function joinUnits(a: i32, b: i32): void {
  unitWeight[a] += unitWeight[b];
  for (let c = 0; c < typeCount; c++) if (areParted(b, c)) partUnits(a, c);
  unitMost[b]--;
  if (singles[b] === 0) {
    joinedUnit[joined] = a;
    joinedType[joined++] = b;
    return;
  }
  singles[a] += singles[b];
  singles[b] = 0;
  for (let i = 0; i < typeCount; i++) if (unitOf[i] === b) unitOf[i] = a;
  for (let k = 0; k < joined; k++) if (joinedUnit[k] === b) joinedUnit[k] = a;
}

/** No bar has both. */
export function partUnits(a: i32, b: i32): void {
  parted[a * typeCount + b] = 1;
  parted[b * typeCount + a] = 1;
}

export function areParted(a: i32, b: i32): bool {
  return parted[a * typeCount + b] !== 0;
}

/** True for units that have a single piece. */
export function isSingle(unit: i32): bool {
  return singles[unit] > 0;
}

/** Sums the values of types up to those of units. */
export function valueUnits(value: Numbers): void {
  for (let i = 0; i < typeCount; i++) unitValue[i] = demand[i] === 1 ? 0 : value[i];
  for (let i = 0; i < typeCount; i++) if (demand[i] === 1) unitValue[unitOf[i]] += value[i];
  for (let k = 0; k < joined; k++) unitValue[joinedUnit[k]] += value[joinedType[k]];
}

/** Writes the pieces of so many of each unit into `amounts`. */
export function writePieces(units: Ints, amounts: Ints): void {
  for (let i = 0; i < typeCount; i++) amounts[i] = units[demand[i] === 1 ? unitOf[i] : i];
  for (let k = 0; k < joined; k++) amounts[joinedType[k]] += units[joinedUnit[k]];
}

/** Splits a pattern into its units; false when it parts one, has parted ones together or wastes too much. */
export function splitPattern(column: i32): bool {
  partCount = 0;
  let left = capacity[0];
  let whole = true;
  for (let e = columnStart[column]; e < columnStart[column + 1]; e++) {
    const i = columnRow[e];
    if (i >= typeCount) break;
    left -= columnEntry[e] * weight[i];
    rest[i] = <i32>columnEntry[e];
    if (demand[i] > 1) continue;
    if (columnEntry[e] > 1) whole = false;
    const unit = unitOf[i];
    if (hits[unit]++ === 0) part[partCount++] = unit;
  }
  for (let p = 0; p < partCount; p++) if (hits[part[p]] !== singles[part[p]]) whole = false;
  for (let k = 0; k < joined; k++) if (hits[joinedUnit[k]] > 0 && --rest[joinedType[k]] < 0) whole = false;
  for (let p = 0; p < partCount; p++) hits[part[p]] = 0;
  for (let e = columnStart[column]; e < columnStart[column + 1]; e++) {
    const i = columnRow[e];
    if (i >= typeCount) break;
    if (rest[i] > unitMost[i] && demand[i] > 1) whole = false;
    if (rest[i] > 0 && demand[i] > 1) part[partCount++] = i;
  }
  for (let k = 0; k < joined; k++) rest[joinedType[k]] = 0;
  for (let e = columnStart[column]; e < columnStart[column + 1]; e++)
    if (columnRow[e] < typeCount) rest[columnRow[e]] = 0;
  return whole && left >= 0 && left <= wasteLimit && !hasParted();
}

function hasParted(): bool {
  for (let p = 1; p < partCount; p++) {
    for (let q = 0; q < p; q++) if (areParted(part[p], part[q])) return true;
  }
  return false;
}
