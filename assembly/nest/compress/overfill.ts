/**
 * Over-full sheets: some of what lies on the sheet with the most room is put over what lies on another, and the overlaps
 * are removed there. That makes the other sheet denser as pressure makes a strip denser, by little at a time. A part that is
 * more than that little changes places with what lies under it, which then has to find room where the part was. The
 * sheet that gives has the more room to be compressed, until nothing is left on it.
 */
import { randomIndex, randomUnit } from "../../random";
import { Bytes, reserveRawBytes } from "../../vector";
import { spend } from "../../work";
import { addSheet, endPlan, recordAt, recordCount } from "../layout/incumbent";
import {
  areaOn,
  extent,
  measureRecord,
  plannedBox,
  plannedShape,
  recordPlacement,
  recordSize,
  recordType,
  SheetRecord,
} from "../layout/plan";
import { clearSheet, place } from "../layout/sheet";
import { Placement, setPlacement } from "../model/placement";
import { copyCount, openType, partAt, strip, typeAt } from "../model/problem";
import {
  OVERFILL_DRAWS,
  OVERFILL_FAILURES,
  OVERFILL_LEAST,
  OVERFILL_MOST,
  QUICK_ROUNDS,
} from "../model/tuning";
import { beginSeparation, Separation, separateStep, separationRounds } from "../separate/separate";
import { addItem, itemLimit, priceAll, size, sizeCell } from "../separate/state";
import { resetWeights } from "../separate/weights";
import { addCell, choose, draftOthers, drawRecord, emptiestRecord, forgetChosen, loadSheet } from "./group";
import { drawShape } from "./missing";

/** What is kept here between two steps. */
@unmanaged
class State {
  /** The sheet that gives parts, and the one that is filled with them. */
  from: i32;
  to: i32;
  /** For every placement of the former and of the latter, 1 when it goes to the other sheet. */
  given: Bytes;
  returned: Bytes;
  returnedCount: i32;
  /** The latter is done, and what it returns is being put on the former. */
  returning: bool;
  /** The first part that is given. */
  first: i32;
  /** Material by which the latter is to hold more, as a share of a sheet. */
  share: f64;
  failures: i32;
  /** Rounds without progress that end an attempt; whether any has led to something. */
  stalls: i32;
  gained: bool;
}
const state = changetype<State>(memory.data(offsetof<State>()));
/** Where the first part that is given is put. */
const target = changetype<Placement>(memory.data(offsetof<Placement>()));

export function openOverfill(): void {
  state.given = reserveRawBytes(copyCount);
  state.returned = reserveRawBytes(copyCount);
  state.share = OVERFILL_MOST;
}

/**
 * Begins to fill the other sheets from the emptiest, with attempts that end after so many rounds without progress;
 * false when there is none to fill.
 */
export function beginOverfill(stalls: i32): bool {
  if (strip || recordCount() < 2) return false;
  state.stalls = stalls;
  state.gained = false;
  state.failures = 0;
  return overfill();
}

/** Has the last try led to anything? */
export function overfilled(): bool {
  return state.gained;
}

/** One move of one item; true when there have been too many failures. */
export function overfillStep(): bool {
  const separation = separateStep();
  if (separation === Separation.RUNNING) return false;
  if (separation === Separation.VALID && !state.returning) {
    choose(state.from);
    draftOthers();
    addCell(0);
    if (state.returnedCount > 0) return !loadReturned();
    draftRest();
  }
  if (separation === Separation.VALID && endFilled()) {
    const quick = separationRounds() <= QUICK_ROUNDS;
    state.share = quick ? min(OVERFILL_MOST, 1.5 * state.share) : max(OVERFILL_LEAST, 0.5 * state.share);
    state.failures = 0;
    state.gained = true;
  } else {
    if (state.share === OVERFILL_LEAST) state.failures++;
    state.share = max(OVERFILL_LEAST, 0.3 * state.share);
  }
  return state.failures >= OVERFILL_FAILURES || !overfill();
}

/** Draws what goes where and puts it over the sheet that is filled; false when nothing was found that may go. */
function overfill(): bool {
  forgetChosen();
  state.from = emptiestRecord();
  state.to = state.from < 0 ? -1 : drawRecord(state.from);
  if (state.to < 0) return false;
  const from = recordAt(state.from);
  const to = recordAt(state.to);
  const type = typeAt(recordType(to));
  const sheet = type.width * type.height;
  const wanted = min(sheet - areaOn(to), state.share * sheet);
  for (let draw = 0; draw < OVERFILL_DRAWS; draw++) {
    if (!drawFirst(from, to, wanted)) continue;
    if (!loadSheet(state.to, state.returned) || size === itemLimit()) return false;
    addItem(target.shape, target.x, target.y);
    if (state.returnedCount === 0) giveMore(from, to, wanted);
    state.returning = false;
    separate();
    return true;
  }
  return false;
}

/**
 * Draws a part and its place; where it is more than wanted, what lies nearest to it is returned. False when that is not
 * possible.
 */
function drawFirst(from: SheetRecord, to: SheetRecord, wanted: f64): bool {
  memory.fill(changetype<usize>(state.given), 0, <usize>recordSize(from));
  memory.fill(changetype<usize>(state.returned), 0, <usize>recordSize(to));
  state.returnedCount = 0;
  state.first = <i32>randomIndex(recordSize(from));
  const part = partAt(<i32>recordPlacement(from, state.first).part);
  const shape = drawShape(part, recordType(to));
  if (changetype<usize>(shape) === 0) return false;
  state.given[state.first] = 1;
  const type = typeAt(recordType(to));
  setPlacement(
    target,
    shape,
    drawAlong(type.width, shape.minX, shape.maxX),
    drawAlong(type.height, shape.minY, shape.maxY),
  );
  let more = part.area;
  while (more > wanted) {
    const next = nearestBelow(to, more);
    if (next < 0) return false;
    state.returned[next] = 1;
    state.returnedCount++;
    more -= areaOf(to, next);
  }
  return true;
}

/** The placement nearest to the middle of the target that has less material than this, and is not returned yet; -1: none. */
function nearestBelow(to: SheetRecord, area: f64): i32 {
  const x = 2 * target.x + target.shape.minX + target.shape.maxX;
  const y = 2 * target.y + target.shape.minY + target.shape.maxY;
  let nearest = -1;
  let least = Infinity;
  for (let k = 0; k < recordSize(to); k++) {
    if (state.returned[k] !== 0 || areaOf(to, k) >= area) continue;
    const planned = recordPlacement(to, k);
    const box = plannedBox(planned);
    const dx = 2 * planned.x + box.minX + box.maxX - x;
    const dy = 2 * planned.y + box.minY + box.maxY - y;
    if (dx * dx + dy * dy >= least) continue;
    least = dx * dx + dy * dy;
    nearest = k;
  }
  spend(<f64>recordSize(to) * 0.02);
  return nearest;
}

function areaOf(record: SheetRecord, index: i32): f64 {
  return partAt(<i32>recordPlacement(record, index).part).area;
}

/** Where something from low to high lies somewhere on a length. */
function drawAlong(length: f64, low: f64, high: f64): f64 {
  return (length - high + low) * randomUnit() - low;
}

/** Gives more parts as long as they are no more than wanted. */
function giveMore(from: SheetRecord, to: SheetRecord, wanted: f64): void {
  const type = typeAt(recordType(to));
  let left = wanted - partAt(<i32>recordPlacement(from, state.first).part).area;
  for (let draw = recordSize(from); draw > 0 && size < itemLimit(); draw--) {
    const index = <i32>randomIndex(recordSize(from));
    const part = partAt(<i32>recordPlacement(from, index).part);
    if (state.given[index] !== 0 || part.area > left) continue;
    const shape = drawShape(part, recordType(to));
    if (changetype<usize>(shape) === 0) continue;
    addItem(
      shape,
      drawAlong(type.width, shape.minX, shape.maxX),
      drawAlong(type.height, shape.minY, shape.maxY),
    );
    state.given[index] = 1;
    left -= part.area;
  }
}

function separate(): void {
  resetWeights(size);
  priceAll();
  beginSeparation(state.stalls, 1);
}

/** Adds what has not been given away, where it lies. */
function draftRest(): void {
  const from = recordAt(state.from);
  openType(recordType(from));
  clearSheet();
  for (let k = 0; k < recordSize(from); k++) {
    const planned = recordPlacement(from, k);
    if (state.given[k] === 0) place(plannedShape(planned), planned.x, planned.y);
  }
  addSheet(1);
}

/**
 * Puts what is returned where the first part was, on no more of the sheet than is used; false when it is too much to be
 * separated.
 */
function loadReturned(): bool {
  const from = recordAt(state.from);
  const to = recordAt(state.to);
  if (!loadSheet(state.from, state.given)) return false;
  measureRecord(from);
  sizeCell(0, extent.right, extent.top);
  const was = recordPlacement(from, state.first);
  const old = plannedShape(was);
  const dx = was.x - target.x + (old.minX + old.maxX - target.shape.minX - target.shape.maxX) / 2;
  const dy = was.y - target.y + (old.minY + old.maxY - target.shape.minY - target.shape.maxY) / 2;
  for (let k = 0; k < recordSize(to) && size < itemLimit(); k++) {
    const planned = recordPlacement(to, k);
    if (state.returned[k] !== 0) addItem(plannedShape(planned), planned.x + dx, planned.y + dy);
  }
  state.returning = true;
  separate();
  return true;
}

/** Offers the plan as the incumbent. */
function endFilled(): bool {
  if (state.returning) addCell(0);
  return endPlan();
}
