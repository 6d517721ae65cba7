/**
 * A layout from outside: another worker's, better than the own one, or the caller's to begin with. It is believed
 * nothing: every placement is held to the sheet, the demand and the exact distance from all others.
 */
import { shapesCollide } from "../../geometry/collide";
import { Shape } from "../../geometry/shape";
import { reserve } from "../../memory";
import { spend } from "../../work";
import {
  contactGap,
  mostSheets,
  partAt,
  partCount,
  SheetType,
  shapeFor,
  shapeOf,
  strip,
  typeAt,
  typeCount,
  wantedCount,
} from "../model/problem";
import { ADOPT_SLACK } from "../model/tuning";
import {
  firstRecordOf,
  inboxPlan,
  nextRecord,
  recordCopies,
  recordCountOf,
  recordPlacement,
  recordSize,
  recordType,
} from "./incumbent";
import { RECORD_BYTES, writePlacement } from "./sheet";

/** What is kept here between two steps. */
@unmanaged
class State {
  /** Copies in the layout, by part. */
  counts: usize;
  /** Sheets in the layout, by type, and those that count. */
  used: usize;
  usedSheets: i32;
  /** Placements of the record under test, written as those on the open sheet. */
  placed: usize;
}
const state = changetype<State>(memory.data(offsetof<State>()));

export function openAdoption(): void {
  state.counts = reserve((<usize>partCount) << 2);
  state.used = reserve((<usize>typeCount) << 2);
  state.placed = reserve(<usize>wantedCount * RECORD_BYTES);
}

/** Position, counted through all records, of the first placement in the inbox that is wrong; -1 when all are right. */
export function findFault(): i32 {
  memory.fill(state.counts, 0, (<usize>partCount) << 2);
  memory.fill(state.used, 0, (<usize>typeCount) << 2);
  state.usedSheets = 0;
  const block = inboxPlan();
  let record = firstRecordOf(block);
  let before = 0;
  for (let i = 0; i < recordCountOf(block); i++) {
    const fault = faultOf(record);
    if (fault >= 0) return before + fault;
    before += recordSize(record);
    record = nextRecord(record);
  }
  return -1;
}

/** Copies of a part in the layout that was looked at last. */
export function givenCount(part: i32): i32 {
  return load<i32>(state.counts + ((<usize>part) << 2));
}

/** Sheets of a type in the layout that was looked at last. */
export function givenSheets(type: i32): i32 {
  return load<i32>(state.used + ((<usize>type) << 2));
}

function faultOf(record: usize): i32 {
  const type = typeAt(recordType(record));
  const sheets = givenSheets(recordType(record)) + recordCopies(record);
  if (!type.free) state.usedSheets += recordCopies(record);
  if (sheets > type.quantity || state.usedSheets > mostSheets) return 0;
  store<i32>(state.used + ((<usize>recordType(record)) << 2), sheets);
  for (let i = 0; i < recordSize(record); i++) {
    const at = recordPlacement(record, i);
    const part = <i32>load<f64>(at);
    const count = givenCount(part) + recordCopies(record);
    if (count > partAt(part).quantity) return i;
    store<i32>(state.counts + ((<usize>part) << 2), count);
    const shape = shapeFor(part, <i32>load<f64>(at, 8));
    if (changetype<usize>(shape) === 0) return i;
    if (!standsFree(type, shape, load<f64>(at, 16), load<f64>(at, 24), i)) return i;
  }
  return -1;
}

/** Notes the placement and says whether it is on the sheet and clear of the `count` placements before it. */
function standsFree(type: SheetType, shape: Shape, x: f64, y: f64, count: i32): bool {
  const own = state.placed + <usize>count * RECORD_BYTES;
  writePlacement(own, shape, x, y);
  if (!(load<f64>(own) >= -ADOPT_SLACK && load<f64>(own, 8) >= -ADOPT_SLACK)) return false;
  if (!strip && !(load<f64>(own, 16) <= type.width + ADOPT_SLACK)) return false;
  if (!(load<f64>(own, 24) <= type.height + ADOPT_SLACK)) return false;
  for (let i = 0; i < type.obstacleCount; i++) {
    const obstacle = shapeOf(partAt(type.firstObstacle + i), 0);
    if (shapesCollide(shape, obstacle, -x, -y, leastGap(obstacle.contact))) return false;
  }
  const gap = leastGap(contactGap);
  spend(<f64>count * 0.1);
  for (let other = state.placed; other < own; other += RECORD_BYTES) {
    if (load<f64>(other, 16) + gap <= load<f64>(own) || load<f64>(other) - gap >= load<f64>(own, 16))
      continue;
    if (load<f64>(other, 24) + gap <= load<f64>(own, 8) || load<f64>(other, 8) - gap >= load<f64>(own, 24))
      continue;
    const shapeThere = changetype<Shape>(<usize>load<u32>(other, 48));
    if (shapesCollide(shape, shapeThere, load<f64>(other, 32) - x, load<f64>(other, 40) - y, gap))
      return false;
  }
  return true;
}

/** Where parts may touch, the hair by which they are solved smaller is all the tolerance there is. */
function leastGap(contact: f64): f64 {
  return max(contact - ADOPT_SLACK, 1e-9);
}
