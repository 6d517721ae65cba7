/**
 * What a plan under construction may still use: copies by part, of which some lie on the open sheet, and sheets by
 * type and in all.
 */
import { reserve } from "../../memory";
import { givenCount, givenSheets } from "../layout/check";
import { addSheet } from "../layout/incumbent";
import { mostSheets, openedType, partAt, partCount, typeAt, typeCount } from "../model/problem";
import { openCopies } from "./finished";

/** What is kept here between two steps. */
@unmanaged
class State {
  /** Copies still to be placed, and those on the open sheet, by part. */
  remaining: usize;
  onSheet: usize;
  /** Sheets that may still be opened, by type and in all. */
  typesLeft: usize;
  sheetsLeft: i32;
}
const state = changetype<State>(memory.data(offsetof<State>()));

export function openTally(): void {
  state.remaining = reserve((<usize>partCount) << 2);
  state.onSheet = reserve((<usize>partCount) << 2);
  state.typesLeft = reserve((<usize>typeCount) << 2);
}

/** Starts behind the sheets that are kept. */
export function beginTally(): void {
  for (let i = 0; i < partCount; i++) setCount(state.remaining, i, openCopies(i));
  for (let i = 0; i < typeCount; i++) setCount(state.typesLeft, i, typeAt(i).quantity);
  state.sheetsLeft = mostSheets;
}

/** Starts behind the layout in the inbox. */
export function beginTallyAround(): void {
  for (let i = 0; i < partCount; i++) setCount(state.remaining, i, partAt(i).quantity - givenCount(i));
  state.sheetsLeft = mostSheets;
  for (let i = 0; i < typeCount; i++) {
    setCount(state.typesLeft, i, typeAt(i).quantity - givenSheets(i));
    if (!typeAt(i).free) state.sheetsLeft -= givenSheets(i);
  }
}

export function copiesLeft(part: i32): i32 {
  return countOf(state.remaining, part);
}

/** Copies still to be placed, by part, as i32. */
export function copiesLeftTable(): usize {
  return state.remaining;
}

export function copiesLaid(part: i32): i32 {
  return countOf(state.onSheet, part);
}

/** Notes that so many copies now lie on the open sheet. */
export function layCopies(part: i32, count: i32): void {
  setCount(state.remaining, part, copiesLeft(part) - count);
  setCount(state.onSheet, part, copiesLaid(part) + count);
}

/** Nothing lies on the open sheet yet. */
export function clearLaid(): void {
  for (let i = 0; i < partCount; i++) setCount(state.onSheet, i, 0);
}

/** What lies on the open sheet is to be placed again. */
export function takeBackLaid(): void {
  for (let i = 0; i < partCount; i++) setCount(state.remaining, i, copiesLeft(i) + copiesLaid(i));
  clearLaid();
}

export function someLeft(): bool {
  for (let i = 0; i < partCount; i++) if (copiesLeft(i) > 0) return true;
  return false;
}

/** The next type behind one of which there is a sheet left; `typeCount` when there is none. */
export function nextType(type: i32): i32 {
  do type++;
  while (
    type < typeCount &&
    (countOf(state.typesLeft, type) === 0 || (state.sheetsLeft === 0 && !typeAt(type).free))
  );
  return type;
}

/** Opens no more sheets of a type. */
export function dropType(type: i32): void {
  setCount(state.typesLeft, type, 0);
}

/** Files the open sheet as often as the demand and the sheets allow. */
export function repeatSheet(): void {
  const free = typeAt(openedType).free;
  let copies = countOf(state.typesLeft, openedType);
  if (!free) copies = min(copies, state.sheetsLeft);
  for (let i = 0; i < partCount; i++) {
    const used = copiesLaid(i);
    if (used > 0) copies = min(copies, 1 + copiesLeft(i) / used);
  }
  addSheet(copies);
  setCount(state.typesLeft, openedType, countOf(state.typesLeft, openedType) - copies);
  if (!free) state.sheetsLeft -= copies;
  for (let i = 0; i < partCount; i++)
    setCount(state.remaining, i, copiesLeft(i) - (copies - 1) * copiesLaid(i));
}

function countOf(table: usize, index: i32): i32 {
  return load<i32>(table + ((<usize>index) << 2));
}

function setCount(table: usize, index: i32, value: i32): void {
  store<i32>(table + ((<usize>index) << 2), value);
}
