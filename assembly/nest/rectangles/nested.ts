/**
 * Copies that lie in holes of others take no room, so they are matched to holes before any box is packed: the tightest
 * holes first, each is given what fills most of it and is still wanted; a part that is given to a hole may have been
 * given something itself. Boxes are packed for the rest alone; whoever lays a box on a sheet lays what it has been given
 * inside.
 */
import { holeAt, Shape } from "../../geometry/shape";
import { clearInts, Ints, Numbers, reserveInts, reserveNumbers, reserveRawInts } from "../../vector";
import { beginHole, inside, nextInHole } from "../construct/holes";
import { clearScratch, place, placedCount } from "../layout/laid-sheet";
import { NESTED_HOLES } from "../model/limits";
import { partAt, partCount, shapeOf } from "../model/nest-problem";

/** Copies of each part that lie in others: those of the lowest numbers. */
export let nestedCopies: Ints = changetype<Ints>(0);
/** Copies of each part that have been laid of those that lie in no other. */
let laidCopies: Ints = changetype<Ints>(0);
/** Copies of each part that may be laid now. */
let left: Ints = changetype<Ints>(0);
/** Where the holes of a part's copies begin, all holes of one copy behind those of the one before; -1: none is matched. */
let firstHole: Ints = changetype<Ints>(0);
/** Not 0: some copy has others inside. */
let filled: Ints = changetype<Ints>(0);
/** Part that a hole has been given, so many copies from this number on. */
let guests: Ints = changetype<Ints>(0);
let guestCounts: Ints = changetype<Ints>(0);
let guestCopy: Ints = changetype<Ints>(0);
/** Kinds of holes, the tightest first: part, hole, area of its box. */
let hosts: Ints = changetype<Ints>(0);
let hostHoles: Ints = changetype<Ints>(0);
let areas: Numbers = changetype<Numbers>(0);
let kinds: i32 = 0;

/** Matches parts to holes; nothing on a sheet is looked at. */
export function openNested(): void {
  nestedCopies = reserveInts(partCount);
  laidCopies = reserveInts(partCount);
  left = reserveRawInts(partCount);
  firstHole = reserveRawInts(partCount);
  filled = reserveInts(partCount);
  const all = countHoles();
  guests = reserveRawInts(all);
  guestCounts = reserveInts(all);
  guestCopy = reserveRawInts(all);
  listHoles();
  for (let i = 0; i < partCount; i++) left[i] = partAt(i).quantity;
  for (let k = 0; k < kinds; k++) fillCopies(hosts[k], hostHoles[k]);
  clearInts(left, partCount);
}

/** Does any copy of the part have others inside? */
export function isFilled(part: i32): bool {
  return filled[part] !== 0;
}

/** No box has been laid yet. */
export function beginLaying(): void {
  clearInts(laidCopies, partCount);
}

/** Lays what the next copy of a part has been given inside that which was laid last. */
export function layInside(part: i32): void {
  if (!isFilled(part)) return;
  layIn(part, nestedCopies[part] + laidCopies[part], placedCount() - 1);
  laidCopies[part] += 1;
}

/** Lays what a copy of a part has been given into the placement that it is. */
function layIn(part: i32, copy: i32, placement: i32): void {
  if (!isFilled(part)) return;
  const holes = shapeOf(partAt(part), 0).holeCount;
  for (let hole = 0; hole < holes; hole++) {
    const at = firstHole[part] + copy * holes + hole;
    if (guestCounts[at] === 0) continue;
    const guest = guests[at];
    const first = placedCount();
    left[guest] = guestCounts[at];
    beginHole(placement, hole, left);
    while (nextInHole(left)) layGuest();
    left[guest] = 0;
    const laid = placedCount() - first;
    for (let k = 0; k < laid; k++) layIn(guest, guestCopy[at] + k, first + k);
  }
}

function layGuest(): void {
  place(inside.shape, inside.x, inside.y);
  left[inside.shape.part] -= 1;
}

/** Settles whose holes are matched; returns how many that are, those of equal copies counted one by one. */
function countHoles(): i32 {
  let all = 0;
  kinds = 0;
  for (let i = 0; i < partCount; i++) {
    firstHole[i] = -1;
    const holes = partAt(i).shapeCount > 0 ? shapeOf(partAt(i), 0).holeCount : 0;
    if (holes === 0 || partAt(i).quantity > (NESTED_HOLES - all) / holes) continue;
    firstHole[i] = all;
    kinds += holes;
    all += holes * partAt(i).quantity;
  }
  return all;
}

/** Lists the kinds of holes by rising area. */
function listHoles(): void {
  hosts = reserveRawInts(kinds);
  hostHoles = reserveRawInts(kinds);
  areas = reserveNumbers(kinds);
  let count = 0;
  for (let i = 0; i < partCount; i++) {
    if (firstHole[i] < 0) continue;
    const shape = shapeOf(partAt(i), 0);
    for (let hole = 0; hole < shape.holeCount; hole++) insertHole(count++, i, hole);
  }
}

function insertHole(count: i32, host: i32, hole: i32): void {
  const box = holeAt(shapeOf(partAt(host), 0), hole);
  const area = (box.maxX - box.minX) * (box.maxY - box.minY);
  let slot = count;
  for (; slot > 0 && areas[slot - 1] > area; slot--) {
    hosts[slot] = hosts[slot - 1];
    hostHoles[slot] = hostHoles[slot - 1];
    areas[slot] = areas[slot - 1];
  }
  hosts[slot] = host;
  hostHoles[slot] = hole;
  areas[slot] = area;
}

/** Gives this hole of every copy of a part what fills most of it, as long as there is anything. */
function fillCopies(host: i32, hole: i32): void {
  const shape = shapeOf(partAt(host), 0);
  let at = firstHole[host] + hole;
  let count = 0;
  for (let copy = 0; copy < partAt(host).quantity; copy++) {
    // As long as there are enough of them, the same is best.
    if (count === 0 || left[inside.shape.part] < count) count = fillHole(shape, hole);
    if (count === 0) return;
    const guest = inside.shape.part;
    filled[host] = 1;
    guests[at] = guest;
    guestCounts[at] = count;
    guestCopy[at] = nestedCopies[guest];
    nestedCopies[guest] += count;
    left[guest] -= count;
    at += shape.holeCount;
  }
}

/** Finds what fills most of a hole of a shape with nothing around it, `inside.shape` and so many. */
function fillHole(shape: Shape, hole: i32): i32 {
  clearScratch();
  place(shape, -shape.minX, -shape.minY);
  beginHole(0, hole, left);
  let count = 0;
  while (nextInHole(left)) {
    layGuest();
    count++;
  }
  if (count > 0) left[inside.shape.part] += count;
  return count;
}
