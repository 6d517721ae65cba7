/**
 * Copies that lie in holes of others take no room, so they are matched to holes before any box is packed: the tightest
 * holes first, each is given what fills most of it and is still wanted; a part that is given to a hole may have been
 * given something itself. Boxes are packed for the rest alone; whoever lays a box on a sheet lays what it has been given
 * inside.
 */
import { holeAt, Shape } from "../../geometry/shape";
import { clearInts, Ints, Numbers, reserveInts, reserveNumbers, reserveRawInts } from "../../vector";
import { beginHole, inside, nextInHole } from "../construct/holes";
import { clearScratch, place, placedCount } from "../layout/sheet";
import { partAt, partCount, shapeOf } from "../model/problem";
import { NESTED_HOLES } from "../model/tuning";

/** What is kept here between two steps. */
@unmanaged
class State {
  /** Copies of each part that lie in others: those of the lowest numbers. */
  nested: Ints;
  /** Copies of each part that have been laid of those that lie in no other. */
  laid: Ints;
  /** Copies of each part that may be laid now. */
  left: Ints;
  /** Where the holes of a part's copies begin, all holes of one copy behind those of the one before; -1: none is matched. */
  first: Ints;
  /** Not 0: some copy has others inside. */
  filled: Ints;
  /** Part that a hole has been given, so many copies from this number on. */
  guest: Ints;
  count: Ints;
  guestCopy: Ints;
  /** Kinds of holes, the tightest first: part, hole, area of its box. */
  hosts: Ints;
  holes: Ints;
  areas: Numbers;
  kinds: i32;
}
const state = changetype<State>(memory.data(offsetof<State>()));

/** Matches parts to holes; nothing on a sheet is looked at. */
export function openNested(): void {
  state.nested = reserveInts(partCount);
  state.laid = reserveInts(partCount);
  state.left = reserveRawInts(partCount);
  state.first = reserveRawInts(partCount);
  state.filled = reserveInts(partCount);
  const all = countHoles();
  state.guest = reserveRawInts(all);
  state.count = reserveInts(all);
  state.guestCopy = reserveRawInts(all);
  listHoles();
  for (let i = 0; i < partCount; i++) state.left[i] = partAt(i).quantity;
  for (let k = 0; k < state.kinds; k++) fillCopies(state.hosts[k], state.holes[k]);
  clearInts(state.left, partCount);
}

/** Copies of the part that lie in others. */
export function nestedCopies(part: i32): i32 {
  return state.nested[part];
}

/** Does any copy of the part have others inside? */
export function isFilled(part: i32): bool {
  return state.filled[part] !== 0;
}

/** No box has been laid yet. */
export function beginLaying(): void {
  clearInts(state.laid, partCount);
}

/** Lays what the next copy of a part has been given inside that which was laid last. */
export function layInside(part: i32): void {
  if (!isFilled(part)) return;
  layIn(part, state.nested[part] + state.laid[part], placedCount() - 1);
  state.laid[part] = state.laid[part] + 1;
}

/** Lays what a copy of a part has been given into the placement that it is. */
function layIn(part: i32, copy: i32, placement: i32): void {
  if (!isFilled(part)) return;
  const holes = shapeOf(partAt(part), 0).holeCount;
  for (let hole = 0; hole < holes; hole++) {
    const at = state.first[part] + copy * holes + hole;
    if (state.count[at] === 0) continue;
    const guest = state.guest[at];
    const first = placedCount();
    state.left[guest] = state.count[at];
    beginHole(placement, hole, state.left);
    while (nextInHole(state.left)) layGuest();
    state.left[guest] = 0;
    const laid = placedCount() - first;
    for (let k = 0; k < laid; k++) layIn(guest, state.guestCopy[at] + k, first + k);
  }
}

function layGuest(): void {
  place(inside.shape, inside.x, inside.y);
  state.left[inside.shape.part] = state.left[inside.shape.part] - 1;
}

/** Settles whose holes are matched; returns how many that are, those of equal copies counted one by one. */
function countHoles(): i32 {
  let all = 0;
  state.kinds = 0;
  for (let i = 0; i < partCount; i++) {
    state.first[i] = -1;
    const holes = partAt(i).shapeCount > 0 ? shapeOf(partAt(i), 0).holeCount : 0;
    if (holes === 0 || partAt(i).quantity > (NESTED_HOLES - all) / holes) continue;
    state.first[i] = all;
    state.kinds += holes;
    all += holes * partAt(i).quantity;
  }
  return all;
}

/** Lists the kinds of holes by rising area. */
function listHoles(): void {
  state.hosts = reserveRawInts(state.kinds);
  state.holes = reserveRawInts(state.kinds);
  state.areas = reserveNumbers(state.kinds);
  let count = 0;
  for (let i = 0; i < partCount; i++) {
    if (state.first[i] < 0) continue;
    const shape = shapeOf(partAt(i), 0);
    for (let hole = 0; hole < shape.holeCount; hole++) insertHole(count++, i, hole);
  }
}

function insertHole(count: i32, host: i32, hole: i32): void {
  const box = holeAt(shapeOf(partAt(host), 0), hole);
  const area = (box.maxX - box.minX) * (box.maxY - box.minY);
  let slot = count;
  for (; slot > 0 && state.areas[slot - 1] > area; slot--) {
    state.hosts[slot] = state.hosts[slot - 1];
    state.holes[slot] = state.holes[slot - 1];
    state.areas[slot] = state.areas[slot - 1];
  }
  state.hosts[slot] = host;
  state.holes[slot] = hole;
  state.areas[slot] = area;
}

/** Gives this hole of every copy of a part what fills most of it, as long as there is anything. */
function fillCopies(host: i32, hole: i32): void {
  const shape = shapeOf(partAt(host), 0);
  let at = state.first[host] + hole;
  let count = 0;
  for (let copy = 0; copy < partAt(host).quantity; copy++) {
    // As long as there are enough of them, the same is best.
    if (count === 0 || state.left[inside.shape.part] < count) count = fillHole(shape, hole);
    if (count === 0) return;
    const guest = inside.shape.part;
    state.filled[host] = 1;
    state.guest[at] = guest;
    state.count[at] = count;
    state.guestCopy[at] = state.nested[guest];
    state.nested[guest] = state.nested[guest] + count;
    state.left[guest] = state.left[guest] - count;
    at += shape.holeCount;
  }
}

/** Finds what fills most of a hole of a shape with nothing around it, `inside.shape` and so many. */
function fillHole(shape: Shape, hole: i32): i32 {
  clearScratch();
  place(shape, -shape.minX, -shape.minY);
  beginHole(0, hole, state.left);
  let count = 0;
  while (nextInHole(state.left)) {
    layGuest();
    count++;
  }
  if (count > 0) state.left[inside.shape.part] = state.left[inside.shape.part] + count;
  return count;
}
