/**
 * What a plan under construction may still use: copies by part, of which some lie on the open sheet, and sheets by
 * type and in all.
 */
import { Ints, reserveRawInts } from "../../vector";
import { givenCount, givenSheets } from "../layout/check";
import { addSheet } from "../layout/incumbent";
import { mostSheets, openedType, partAt, partCount, typeAt, typeCount } from "../model/problem";
import { openCopies } from "./finished";

/** What is kept here between two steps. */
@unmanaged
class State {
  /** Copies still to be placed, and those on the open sheet, by part. */
  remaining: Ints;
  onSheet: Ints;
  /** Sheets that may still be opened, by type and in all. */
  typesLeft: Ints;
  sheetsLeft: i32;
}
const state = changetype<State>(memory.data(offsetof<State>()));

export function openRemaining(): void {
  state.remaining = reserveRawInts(partCount);
  state.onSheet = reserveRawInts(partCount);
  state.typesLeft = reserveRawInts(typeCount);
}

/** Starts behind the sheets that are kept. */
export function beginRemaining(): void {
  for (let i = 0; i < partCount; i++) state.remaining[i] = openCopies(i);
  for (let i = 0; i < typeCount; i++) state.typesLeft[i] = typeAt(i).quantity;
  state.sheetsLeft = mostSheets;
}

/** Starts behind the layout in the inbox. */
export function beginRemainingAround(): void {
  for (let i = 0; i < partCount; i++) state.remaining[i] = partAt(i).quantity - givenCount(i);
  state.sheetsLeft = mostSheets;
  for (let i = 0; i < typeCount; i++) {
    state.typesLeft[i] = typeAt(i).quantity - givenSheets(i);
    if (!typeAt(i).free) state.sheetsLeft -= givenSheets(i);
  }
}

export function copiesLeft(part: i32): i32 {
  return state.remaining[part];
}

/** Copies still to be placed, by part. */
export function copiesLeftTable(): Ints {
  return state.remaining;
}

export function copiesLaid(part: i32): i32 {
  return state.onSheet[part];
}

/** Notes that so many copies now lie on the open sheet. */
export function layCopies(part: i32, count: i32): void {
  state.remaining[part] = copiesLeft(part) - count;
  state.onSheet[part] = copiesLaid(part) + count;
}

/** Nothing lies on the open sheet yet. */
export function clearLaid(): void {
  for (let i = 0; i < partCount; i++) state.onSheet[i] = 0;
}

/** What lies on the open sheet is to be placed again. */
export function takeBackLaid(): void {
  for (let i = 0; i < partCount; i++) state.remaining[i] = copiesLeft(i) + copiesLaid(i);
  clearLaid();
}

export function someLeft(): bool {
  for (let i = 0; i < partCount; i++) if (copiesLeft(i) > 0) return true;
  return false;
}

/** The next type behind one of which there is a sheet left; `typeCount` when there is none. */
export function nextType(type: i32): i32 {
  do type++;
  while (type < typeCount && (state.typesLeft[type] === 0 || (state.sheetsLeft === 0 && !typeAt(type).free)));
  return type;
}

/** Opens no more sheets of a type. */
export function dropType(type: i32): void {
  state.typesLeft[type] = 0;
}

/** Files the open sheet as often as the demand and the sheets allow. */
export function repeatSheet(): void {
  const free = typeAt(openedType).free;
  let copies = state.typesLeft[openedType];
  if (!free) copies = min(copies, state.sheetsLeft);
  for (let i = 0; i < partCount; i++) {
    const used = copiesLaid(i);
    if (used > 0) copies = min(copies, 1 + copiesLeft(i) / used);
  }
  addSheet(copies);
  state.typesLeft[openedType] = state.typesLeft[openedType] - copies;
  if (!free) state.sheetsLeft -= copies;
  for (let i = 0; i < partCount; i++) state.remaining[i] = copiesLeft(i) - (copies - 1) * copiesLaid(i);
}
