/**
 * The sheets of the incumbent that are being worked on together: chosen, loaded into the crowd as cells, and filed
 * back among the sheets that stay as they are. The last cell is always the one with the most room to gain.
 */
import { reserve } from "../memory";
import { randomIndex } from "../random";
import {
  addItem,
  cellCount,
  cellPitch,
  clearCrowd,
  crowdLimit,
  itemCell,
  itemShape,
  itemX,
  itemY,
  putItem,
  size,
} from "./crowd";
import {
  addRecord,
  addSheet,
  beginPlan,
  endPlan,
  firstRecord,
  nextRecord,
  recordCopies,
  recordCount,
  recordPlacement,
  recordSize,
  recordType,
} from "./plan";
import { copyCount, height, openType, partAt, partCount, shapeFor, strip, typeAt, width } from "./problem";
import { clearSheet, place } from "./sheet";
import { GROUP_ITEMS, GROUP_SHEETS, NO_ROOM } from "./tuning";

/** For every record of the incumbent, 1 when one copy of it is in the group. */
let chosen: usize = 0;
/** Records of the group, in the order of the cells. */
let members: usize = 0;
let memberCount: i32 = 0;
/** Extents of what lies on the sheet measured last. */
let right: f64 = 0;
let top: f64 = 0;

export function openGroup(): void {
  chosen = reserve(<usize>copyCount);
  members = reserve((<usize>GROUP_SHEETS) << 2);
}

/** Chooses the emptiest sheet and some random others; false when the emptiest alone is more than a crowd may be. */
export function loadGroup(): bool {
  memory.fill(chosen, 0, <usize>recordCount());
  const last = emptiestRecord();
  if (last < 0) return false;
  const type = recordType(recordAt(last));
  openType(type);
  let items = recordSize(recordAt(last));
  if (items > crowdLimit()) return false;
  store<u8>(chosen + <usize>last, 1);
  memberCount = 0;
  // Once round the records from a random one on: every sheet gets its turn.
  const start = <i32>randomIndex(recordCount());
  for (let i = 0; i < recordCount() && memberCount < GROUP_SHEETS - 1; i++) {
    const index = (start + i) % recordCount();
    const more = recordSize(recordAt(index));
    if (
      index === last ||
      recordType(recordAt(index)) !== type ||
      isFull(recordAt(index)) ||
      items + more > min(GROUP_ITEMS, crowdLimit())
    )
      continue;
    items += more;
    store<u8>(chosen + <usize>index, 1);
    store<i32>(members + ((<usize>memberCount) << 2), index);
    memberCount++;
  }
  store<i32>(members + ((<usize>memberCount) << 2), last);
  memberCount++;
  clearCrowd(memberCount, widestPart());
  for (let cell = 0; cell < memberCount; cell++)
    loadCell(cell, recordAt(load<i32>(members + ((<usize>cell) << 2))));
  return true;
}

/** True when next to nothing of a sheet is left, so that there is no room to gain on it. */
function isFull(record: usize): bool {
  let area = 0.0;
  for (let i = 0; i < recordSize(record); i++)
    area += partAt(<i32>load<f64>(recordPlacement(record, i))).area;
  return area > (1 - NO_ROOM) * width * height;
}

/** Takes one sheet alone, without one of its placements (-1: with all); false when it is too much for a crowd. */
export function loadSheet(index: i32, without: i32): bool {
  const record = recordAt(index);
  if (typeAt(recordType(record)).obstacleCount > 0 || recordSize(record) >= crowdLimit()) return false;
  memory.fill(chosen, 0, <usize>recordCount());
  store<u8>(chosen + <usize>index, 1);
  openType(recordType(record));
  clearCrowd(1, widestPart());
  loadCell(0, record, without);
  return true;
}

function widestPart(): f64 {
  let widest = 0.0;
  for (let i = 0; i < partCount; i++) widest = max(widest, partAt(i).diameter);
  return widest;
}

function loadCell(cell: i32, record: usize, without: i32 = -1): void {
  const left = <f64>cell * cellPitch;
  for (let i = 0; i < recordSize(record); i++) {
    if (i === without) continue;
    const at = recordPlacement(record, i);
    addItem(shapeFor(<i32>load<f64>(at), <i32>load<f64>(at, 8)), load<f64>(at, 16) + left, load<f64>(at, 24));
  }
}

function recordAt(index: i32): usize {
  let record = firstRecord();
  for (let i = 0; i < index; i++) record = nextRecord(record);
  return record;
}

/** The sheet with the most room among those without obstacles; -1 when there is none. */
function emptiestRecord(): i32 {
  let best = -1;
  let most = -Infinity;
  let record = firstRecord();
  for (let i = 0; i < recordCount(); i++) {
    right = 0;
    top = 0;
    for (let k = 0; k < recordSize(record); k++) {
      const at = recordPlacement(record, k);
      const shape = shapeFor(<i32>load<f64>(at), <i32>load<f64>(at, 8));
      right = max(right, load<f64>(at, 16) + shape.maxX);
      top = max(top, load<f64>(at, 24) + shape.maxY);
    }
    const type = typeAt(recordType(record));
    const room = max(type.width - right, type.height - top);
    if (room > most && type.obstacleCount === 0) {
      most = room;
      best = i;
    }
    record = nextRecord(record);
  }
  return best;
}

function measureCell(cell: i32): void {
  right = 0;
  top = 0;
  for (let i = 0; i < size; i++) {
    if (itemCell(i) !== cell) continue;
    const shape = itemShape(i);
    right = max(right, itemX(i) - <f64>cell * cellPitch + shape.maxX);
    top = max(top, itemY(i) + shape.maxY);
  }
}

/** The axis (0: x, 1: y) along which the last cell leaves the larger remnant. */
export function lastAxis(): i32 {
  measureCell(cellCount - 1);
  return strip || right / width <= top / height ? 0 : 1;
}

/** Exchanges the cell with the most room for the last one. */
export function putEmptiestLast(): void {
  let emptiest = cellCount - 1;
  let most = -Infinity;
  for (let cell = 0; cell < cellCount; cell++) {
    measureCell(cell);
    const room = max(1 - right / width, 1 - top / height);
    if (room > most) {
      most = room;
      emptiest = cell;
    }
  }
  const shift = <f64>(cellCount - 1 - emptiest) * cellPitch;
  if (shift === 0) return;
  for (let i = 0; i < size; i++) {
    const cell = itemCell(i);
    if (cell === emptiest) putItem(i, itemShape(i), itemX(i) + shift, itemY(i));
    else if (cell === cellCount - 1) putItem(i, itemShape(i), itemX(i) - shift, itemY(i));
  }
}

/** Offers the incumbent with the group replaced by the crowd, which must be valid. */
export function fileGroup(): void {
  beginPlan();
  let record = firstRecord();
  let others = 0;
  for (let i = 0; i < recordCount(); i++) {
    const copies = recordCopies(record) - <i32>load<u8>(chosen + <usize>i);
    if (copies > 0) {
      addRecord(record, copies);
      others++;
    }
    record = nextRecord(record);
  }
  let filed = 0;
  for (let cell = 0; cell < cellCount; cell++) {
    clearSheet();
    const left = <f64>cell * cellPitch;
    for (let i = 0; i < size; i++) {
      if (itemCell(i) === cell) place(itemShape(i), itemX(i) - left, itemY(i));
    }
    if (addSheet(1)) filed++;
  }
  if (!endPlan()) return;
  memory.fill(chosen, 0, <usize>others);
  memory.fill(chosen + <usize>others, 1, <usize>filed);
}
