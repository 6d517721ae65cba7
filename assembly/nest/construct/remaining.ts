/**
 * Supply of a plan under construction: copies by part, of which some lie on the open sheet, and sheets by
 * type and in all.
 */
import { Ints, reserveRawInts } from "../../vector";
import { givenCopies, givenSheets } from "../layout/check";
import { addSheet } from "../layout/nest-incumbent";
import { mostSheets, openedType, partAt, partCount, typeAt, typeCount } from "../model/nest-problem";
import { openCopies } from "./finished";

/** Copies still to be placed, and those on the open sheet, by part. */
export let copiesLeft: Ints = changetype<Ints>(0);
export let copiesLaid: Ints = changetype<Ints>(0);
/** Sheets that may still be opened, by type and in all. */
let typesLeft: Ints = changetype<Ints>(0);
let sheetsLeft: i32 = 0;

export function openRemaining(): void {
  copiesLeft = reserveRawInts(partCount);
  copiesLaid = reserveRawInts(partCount);
  typesLeft = reserveRawInts(typeCount);
}

/** Starts behind the sheets that are kept. */
export function beginRemaining(): void {
  for (let i = 0; i < partCount; i++) copiesLeft[i] = openCopies[i];
  for (let i = 0; i < typeCount; i++) typesLeft[i] = typeAt(i).quantity;
  sheetsLeft = mostSheets;
}

/** Starts behind the layout in the inbox. */
export function beginRemainingAround(): void {
  for (let i = 0; i < partCount; i++) copiesLeft[i] = partAt(i).quantity - givenCopies[i];
  sheetsLeft = mostSheets;
  for (let i = 0; i < typeCount; i++) {
    typesLeft[i] = typeAt(i).quantity - givenSheets[i];
    if (!typeAt(i).free) sheetsLeft -= givenSheets[i];
  }
}

/** Notes that so many copies now lie on the open sheet. */
export function layCopies(part: i32, count: i32): void {
  copiesLeft[part] -= count;
  copiesLaid[part] += count;
}

/** Nothing lies on the open sheet yet. */
export function clearLaid(): void {
  for (let i = 0; i < partCount; i++) copiesLaid[i] = 0;
}

/** Takes the copies on the open sheet back, to be placed again. */
export function takeBackLaid(): void {
  for (let i = 0; i < partCount; i++) copiesLeft[i] += copiesLaid[i];
  clearLaid();
}

export function someLeft(): bool {
  for (let i = 0; i < partCount; i++) if (copiesLeft[i] > 0) return true;
  return false;
}

/** The next type behind one of which there is a sheet left; `typeCount` when there is none. */
export function nextType(type: i32): i32 {
  do type++;
  while (type < typeCount && (typesLeft[type] === 0 || (sheetsLeft === 0 && !typeAt(type).free)));
  return type;
}

/** Opens no more sheets of a type. */
export function dropType(type: i32): void {
  typesLeft[type] = 0;
}

/** Files the open sheet as often as the demand and the sheets allow. */
export function repeatSheet(): void {
  const free = typeAt(openedType).free;
  let copies = typesLeft[openedType];
  if (!free) copies = min(copies, sheetsLeft);
  for (let i = 0; i < partCount; i++) {
    const used = copiesLaid[i];
    if (used > 0) copies = min(copies, 1 + copiesLeft[i] / used);
  }
  addSheet(copies);
  typesLeft[openedType] -= copies;
  if (!free) sheetsLeft -= copies;
  for (let i = 0; i < partCount; i++) copiesLeft[i] -= (copies - 1) * copiesLaid[i];
}
