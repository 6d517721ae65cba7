/**
 * Copies that lie in holes of others take no room, so they are matched to holes before any box is packed: the largest
 * parts first, every copy is filled with what fits and is still wanted, and that with what fits in turn. Boxes are packed
 * for the rest alone; whoever lays a box on a sheet lays what it has been given inside.
 */
import { Shape } from "../../geometry/shape";
import { clearInts, Ints, reserveInts, reserveRawInts } from "../../vector";
import { beginInside, inside, nextInside } from "../construct/holes";
import { clearScratch, place, placedCount } from "../layout/sheet";
import { copyCount, partAt, partCount, shapeOf } from "../model/problem";

/** What is kept here between two steps. */
@unmanaged
class State {
  /** Copies of each part that lie in others. */
  nested: Ints;
  /** Parts given to copies that are filled, a list for each behind the other, and where that of a copy begins. */
  given: Ints;
  givenCount: i32;
  first: Ints;
  /** The copies of a part are filled from this list on, so many of them, and so many have been laid. */
  list: Ints;
  lists: Ints;
  laid: Ints;
  /** Copies of each part that may be laid now. */
  left: Ints;
}
const state = changetype<State>(memory.data(offsetof<State>()));

/** Matches parts to holes; nothing on a sheet is looked at. */
export function openNested(): void {
  state.nested = reserveInts(partCount);
  state.list = reserveInts(partCount);
  state.lists = reserveInts(partCount);
  state.laid = reserveInts(partCount);
  state.left = reserveRawInts(partCount);
  state.given = reserveRawInts(copyCount);
  state.first = reserveRawInts(copyCount + 1);
  state.givenCount = 0;
  for (let i = 0; i < partCount; i++) state.left[i] = partAt(i).quantity;
  let lists = 0;
  for (
    let host = largestBelow(Infinity, -1);
    host >= 0;
    host = largestBelow(partAt(host).exteriorArea, host)
  ) {
    state.list[host] = lists;
    while (state.left[host] > 0) {
      state.left[host] = state.left[host] - 1;
      state.first[lists] = state.givenCount;
      fill(shapeOf(partAt(host), 0));
      // What finds nothing now finds nothing later.
      if (state.givenCount === state.first[lists]) break;
      lists++;
      state.lists[host] = state.lists[host] + 1;
    }
    state.left[host] = 0;
  }
  state.first[lists] = state.givenCount;
  clearInts(state.left, partCount);
}

/** Copies of the part that lie in others. */
export function nestedCopies(part: i32): i32 {
  return state.nested[part];
}

/** Does any copy of the part have others inside? */
export function isFilled(part: i32): bool {
  return state.lists[part] > 0;
}

/** No box has been laid yet. */
export function beginLaying(): void {
  clearInts(state.laid, partCount);
}

/** Lays what the next copy of a part has been given inside that which was laid last. */
export function layInside(part: i32): void {
  if (state.laid[part] === state.lists[part]) return;
  const list = state.list[part] + state.laid[part];
  state.laid[part] = state.laid[part] + 1;
  for (let k = state.first[list]; k < state.first[list + 1]; k++) addLeft(state.given[k], 1);
  beginInside(placedCount() - 1);
  while (nextInside(state.left)) {
    place(inside.shape, inside.x, inside.y);
    addLeft(inside.shape.part, -1);
  }
  for (let k = state.first[list]; k < state.first[list + 1]; k++) state.left[state.given[k]] = 0;
}

/** The part with holes whose exterior comes next by falling area, then by number; -1 when there is none. */
function largestBelow(area: f64, last: i32): i32 {
  let best = -1;
  for (let i = 0; i < partCount; i++) {
    const own = partAt(i).exteriorArea;
    if (partAt(i).shapeCount === 0 || shapeOf(partAt(i), 0).holeCount === 0) continue;
    if (own > area || (own === area && i <= last)) continue;
    if (best < 0 || own > partAt(best).exteriorArea) best = i;
  }
  return best;
}

/** Gives a copy, with nothing around it, whatever goes into its holes. */
function fill(shape: Shape): void {
  clearScratch();
  place(shape, 0, 0);
  beginInside(0);
  while (nextInside(state.left)) {
    const part = inside.shape.part;
    place(inside.shape, inside.x, inside.y);
    addLeft(part, -1);
    state.nested[part] = state.nested[part] + 1;
    state.given[state.givenCount++] = part;
  }
}

function addLeft(part: i32, count: i32): void {
  state.left[part] = state.left[part] + count;
}
