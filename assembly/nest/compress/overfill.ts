/**
 * Over-full sheets: some of what lies on the sheet with the most room is put over what lies on another, and the overlaps
 * are removed there. That makes the other sheet denser as pressure makes a strip denser, by little at a time. A part that is
 * more than that little changes places with what lies under it, which then has to find room where the part was. The
 * sheet that gives has the more room to be compressed, until nothing is left on it.
 */
import { randomIndex, randomUnit } from "../../random";
import { Bytes, reserveRawBytes } from "../../vector";
import { spend } from "../../work";
import { clearSheet, place } from "../layout/laid-sheet";
import { addSheet, endPlan, recordAt, recordCount } from "../layout/nest-incumbent";
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
} from "../layout/nest-plan";
import { isLeft } from "../model/go-on";
import { copyCount, openType, partAt, strip, typeAt } from "../model/nest-problem";
import {
  EXPLORE_FAILURES,
  INSERT_DRAWS,
  QUICK_ROUNDS,
  SHRINK_LEAST,
  SHRINK_MOST,
} from "../model/nest-tuning";
import { Placement, setPlacement } from "../model/placement";
import { separate, separationRounds } from "../separate/separate";
import { addItem, itemLimit, priceAnew, size, sizeCell } from "../separate/state";
import { addCell, choose, draftOthers, drawRecord, emptiestRecord, forgetChosen, loadSheet } from "./group";
import { drawShape } from "./missing";

/** Result of a transfer of parts from one sheet to another. */
enum Transfer {
  GAINED = 0,
  FAILED = 1,
  /** No other is to be tried. */
  LAST = 2,
}

/** Has the last call of `overfill` gained anything? */
export let overfilled: bool = false;
/** The sheet that gives parts, and the one that is filled with them. */
let giver: i32 = 0;
let filled: i32 = 0;
/** For every placement of the former and of the latter, 1 when it goes to the other sheet. */
let given: Bytes = changetype<Bytes>(0);
let returned: Bytes = changetype<Bytes>(0);
let returnedCount: i32 = 0;
/** The first part that is given, and where it is put. */
let first: i32 = 0;
const target = changetype<Placement>(memory.data(offsetof<Placement>()));
/** Material by which the latter is to hold more, as a share of a sheet. */
let share: f64 = SHRINK_MOST;

export function openOverfill(): void {
  given = reserveRawBytes(copyCount);
  returned = reserveRawBytes(copyCount);
  share = SHRINK_MOST;
}

/**
 * Fills the other sheets from the emptiest, with attempts that end after so many rounds without progress, until there have
 * been too many failures. False when there is none to fill.
 */
export function overfill(stalls: i32): bool {
  overfilled = false;
  if (strip || recordCount() < 2 || !drawTransfer()) return false;
  let failures = 0;
  do {
    const done = transfer(stalls);
    if (done === Transfer.GAINED) {
      const quick = separationRounds <= QUICK_ROUNDS;
      share = quick ? min(SHRINK_MOST, 1.5 * share) : max(SHRINK_LEAST, 0.5 * share);
      failures = 0;
      overfilled = true;
    } else if (done === Transfer.FAILED) {
      if (share === SHRINK_LEAST) failures++;
      share = max(SHRINK_LEAST, 0.3 * share);
    } else return true;
  } while (failures < EXPLORE_FAILURES && drawTransfer());
  return true;
}

/** Separates the sheet that is filled, then the one that gives with what is returned to it, and files both. */
function transfer(stalls: i32): Transfer {
  if (!separated(stalls)) return isLeft() ? Transfer.LAST : Transfer.FAILED;
  choose(giver);
  draftOthers();
  addCell(0);
  if (returnedCount === 0) draftRest();
  else {
    if (!loadReturned()) return Transfer.LAST;
    if (!separated(stalls)) return isLeft() ? Transfer.LAST : Transfer.FAILED;
    addCell(0);
  }
  return endPlan() ? Transfer.GAINED : Transfer.FAILED;
}

function separated(stalls: i32): bool {
  priceAnew();
  return separate(stalls, 1);
}

/** Draws what goes where and puts it over the sheet that is filled; false when nothing was found that may go. */
function drawTransfer(): bool {
  forgetChosen();
  giver = emptiestRecord();
  filled = giver < 0 ? -1 : drawRecord(giver);
  if (filled < 0) return false;
  const from = recordAt(giver);
  const to = recordAt(filled);
  const type = typeAt(recordType(to));
  const sheet = type.width * type.height;
  const wanted = min(sheet - areaOn(to), share * sheet);
  for (let draw = 0; draw < INSERT_DRAWS; draw++) {
    if (!drawFirst(from, to, wanted)) continue;
    if (!loadSheet(filled, returned) || size === itemLimit) return false;
    addItem(target.shape, target.x, target.y);
    if (returnedCount === 0) giveMore(from, to, wanted);
    return true;
  }
  return false;
}

/**
 * Draws a part and its place; where it is more than wanted, what lies nearest to it is returned. False when that is not
 * possible.
 */
function drawFirst(from: SheetRecord, to: SheetRecord, wanted: f64): bool {
  memory.fill(changetype<usize>(given), 0, <usize>recordSize(from));
  memory.fill(changetype<usize>(returned), 0, <usize>recordSize(to));
  returnedCount = 0;
  first = <i32>randomIndex(recordSize(from));
  const part = partAt(<i32>recordPlacement(from, first).part);
  const shape = drawShape(part, recordType(to));
  if (changetype<usize>(shape) === 0) return false;
  given[first] = 1;
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
    returned[next] = 1;
    returnedCount++;
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
    if (returned[k] !== 0 || areaOf(to, k) >= area) continue;
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
  let left = wanted - partAt(<i32>recordPlacement(from, first).part).area;
  for (let draw = recordSize(from); draw > 0 && size < itemLimit; draw--) {
    const index = <i32>randomIndex(recordSize(from));
    const part = partAt(<i32>recordPlacement(from, index).part);
    if (given[index] !== 0 || part.area > left) continue;
    const shape = drawShape(part, recordType(to));
    if (changetype<usize>(shape) === 0) continue;
    addItem(
      shape,
      drawAlong(type.width, shape.minX, shape.maxX),
      drawAlong(type.height, shape.minY, shape.maxY),
    );
    given[index] = 1;
    left -= part.area;
  }
}

/** Adds what has not been given away, where it lies. */
function draftRest(): void {
  const from = recordAt(giver);
  openType(recordType(from));
  clearSheet();
  for (let k = 0; k < recordSize(from); k++) {
    const planned = recordPlacement(from, k);
    if (given[k] === 0) place(plannedShape(planned), planned.x, planned.y);
  }
  addSheet(1);
}

/**
 * Puts what is returned where the first part was, on no more of the sheet than is used; false when it is too much to be
 * separated.
 */
function loadReturned(): bool {
  const from = recordAt(giver);
  const to = recordAt(filled);
  if (!loadSheet(giver, given)) return false;
  measureRecord(from);
  sizeCell(0, extent.right, extent.top);
  const was = recordPlacement(from, first);
  const old = plannedShape(was);
  const dx = was.x - target.x + (old.minX + old.maxX - target.shape.minX - target.shape.maxX) / 2;
  const dy = was.y - target.y + (old.minY + old.maxY - target.shape.minY - target.shape.maxY) / 2;
  for (let k = 0; k < recordSize(to) && size < itemLimit; k++) {
    const planned = recordPlacement(to, k);
    if (returned[k] !== 0) addItem(plannedShape(planned), planned.x + dx, planned.y + dy);
  }
  return true;
}
