/**
 * The sheets of the incumbent that are being worked on together: chosen, loaded as cells that are separated, and filed
 * back among the sheets that stay as they are. The last cell is always the one with the most room to gain.
 */
import { maxOf, minOf, Shape } from "../../geometry/shape";
import { Remnant } from "../../layout";
import { randomUnit } from "../../random";
import { Bytes, Ints, reserveRawBytes, reserveRawInts } from "../../vector";
import { clearSheet, place } from "../layout/laid-sheet";
import {
  addRecord,
  addSheet,
  beginPlan,
  endPlan,
  firstRecord,
  recordAt,
  recordCount,
} from "../layout/nest-incumbent";
import {
  areaOn,
  emptiest,
  extent,
  forgetEmptiest,
  measureRecord,
  nextRecord,
  offerEmptiest,
  plannedShape,
  recordCopies,
  recordPlacement,
  recordSize,
  recordType,
  SheetRecord,
} from "../layout/nest-plan";
import { GROUP_SHEETS, NO_ROOM } from "../model/limits";
import {
  copyCount,
  height,
  openType,
  Part,
  partAt,
  partCount,
  remnantKind,
  SheetType,
  shapeOf,
  strip,
  typeAt,
  typeCount,
  width,
} from "../model/nest-problem";
import { GROUP_ITEMS, GROUP_MOST, GROUP_ROOM } from "../model/nest-tuning";
import { renewTables } from "../separate/pair-table";
import {
  addAnchored,
  addItem,
  anchored,
  cellCount,
  cellPitch,
  clearItems,
  itemCell,
  itemLimit,
  itemShape,
  itemX,
  itemY,
  putItem,
  setCells,
  size,
  sizeCell,
} from "../separate/state";

/** Marks a record that was looked at and left out. */
const TRIED: u8 = 2;

/** For every record of the incumbent, 1 when one copy of it is in the group. */
let chosen: Bytes = changetype<Bytes>(0);
/** Records of the group in the order of the cells; -1 - type for a sheet on which nothing lies but what stays there. */
let members: Ints = changetype<Ints>(0);
let memberCount: i32 = 0;
/** Type of the sheet in each cell; that of the last is open. */
let cellTypes: Ints = changetype<Ints>(0);

export function openGroup(): void {
  chosen = reserveRawBytes(copyCount);
  members = reserveRawInts(GROUP_SHEETS);
  cellTypes = reserveRawInts(GROUP_SHEETS);
}

export function forgetChosen(): void {
  memory.fill(changetype<usize>(chosen), 0, <usize>recordCount());
}

export function choose(index: i32): void {
  chosen[index] = 1;
}

export function isChosen(index: i32): bool {
  return chosen[index] === 1;
}

/**
 * Chooses the emptiest sheet, and some random others unless it is to be alone; false when the emptiest alone is more
 * than can be separated.
 */
export function loadGroup(alone: bool): bool {
  forgetChosen();
  const last = emptiestRecord();
  if (last < 0) return false;
  const type = recordType(recordAt(last));
  openType(type);
  let items = recordSize(recordAt(last));
  let obstacles = typeAt(type).obstacleCount;
  if (items + obstacles > itemLimit) return false;
  choose(last);
  memberCount = 0;
  // Sheets with much room first, as the dice have it; a full one would only make the rounds longer.
  const wanted = GROUP_ROOM * areaOn(recordAt(last));
  let room = 0.0;
  while (!alone && memberCount < GROUP_SHEETS - 1) {
    const index = drawRecord();
    if (index < 0) break;
    chosen[index] = TRIED;
    const more = recordSize(recordAt(index));
    const other = recordType(recordAt(index));
    const lying = typeAt(other).obstacleCount;
    if (items + more > (room < wanted ? GROUP_MOST : GROUP_ITEMS)) continue;
    if (items + more + obstacles + lying > itemLimit) continue;
    items += more;
    obstacles += lying;
    room += roomOn(recordAt(index));
    choose(index);
    addMember(index);
  }
  for (let i = 0; i < recordCount(); i++) {
    if (chosen[i] === TRIED) chosen[i] = 0;
  }
  for (let i = 0; i < typeCount && memberCount < GROUP_SHEETS - 1; i++) {
    const lying = typeAt(i).obstacleCount;
    if (!typeAt(i).free || usedSheets(i) > 0) continue;
    if (items + obstacles + lying > itemLimit) continue;
    obstacles += lying;
    addMember(-1 - i);
  }
  addMember(last);
  for (let cell = 0; cell < memberCount; cell++) {
    const member = members[cell];
    cellTypes[cell] = member < 0 ? -1 - member : recordType(recordAt(member));
  }
  beginCells(memberCount);
  renewTables();
  for (let cell = 0; cell < memberCount; cell++) {
    if (members[cell] >= 0) loadCell(cell, recordAt(members[cell]));
  }
  return true;
}

function addMember(member: i32): void {
  members[memberCount++] = member;
}

/** Number of sheets of a type in the incumbent. */
export function usedSheets(type: i32): i32 {
  let used = 0;
  for (let i = 0, record = firstRecord(); i < recordCount(); i++, record = nextRecord(record)) {
    if (recordType(record) === type) used += recordCopies(record);
  }
  return used;
}

/** A record that has not been tried, other than one, the more likely the more room it has; -1 when there is none with any. */
export function drawRecord(other: i32 = -1): i32 {
  let drawn = -1;
  let sum = 0.0;
  for (let i = 0; i < recordCount(); i++) {
    if (i === other || chosen[i] !== 0 || isFull(recordAt(i))) continue;
    const weight = roomOn(recordAt(i));
    sum += weight;
    if (randomUnit() * sum < weight) drawn = i;
  }
  return drawn;
}

/** Area on a sheet on which nothing lies. */
function roomOn(record: SheetRecord): f64 {
  const type = typeAt(recordType(record));
  return max(0.0, type.width * type.height - areaOn(record));
}

/** True when next to nothing of a sheet is left, so that there is no room to gain on it. */
function isFull(record: SheetRecord): bool {
  const type = typeAt(recordType(record));
  return areaOn(record) > (1 - NO_ROOM) * type.width * type.height;
}

/** Takes one sheet alone, without the placements that are marked; false when it is too much to be separated. */
export function loadSheet(index: i32, without: Bytes): bool {
  const record = recordAt(index);
  const type = recordType(record);
  if (recordSize(record) + typeAt(type).obstacleCount >= itemLimit) return false;
  forgetChosen();
  choose(index);
  openCell(type);
  loadCell(0, record, without);
  return true;
}

/** Takes one sheet of a type on which nothing lies but what stays there. */
function openCell(type: i32): void {
  openType(type);
  cellTypes[0] = type;
  beginCells(1);
}

/** Takes sheets of these types on which nothing lies but what stays there. */
export function openSheets(types: Ints, count: i32): void {
  for (let cell = 0; cell < count; cell++) cellTypes[cell] = types[cell];
  beginCells(count);
}

/** Begins with as many cells, whose types are known, and with what lies on their sheets for good. */
function beginCells(count: i32): void {
  let widest = 0.0;
  for (let cell = 0; cell < count; cell++) widest = max(widest, typeAt(cellTypes[cell]).width);
  clearItems(widest, widestReach());
  setCells(count);
  sizeCells();
  for (let cell = 0; cell < count; cell++) layObstacles(cell);
}

/** Takes so many sheets of the first type on which nothing lies yet. */
export function openCells(cells: i32): void {
  openType(0);
  for (let cell = 0; cell < cells; cell++) cellTypes[cell] = 0;
  clearItems(width, widestReach());
  setCells(cells);
  sizeCells();
}

/** How far anything may reach beyond its cell. */
function widestReach(): f64 {
  let widest = 0.0;
  for (let i = 0; i < partCount; i++) widest = max(widest, partAt(i).diameter);
  let over = 0.0;
  for (let i = 0; i < typeCount; i++) {
    for (let k = 0; k < typeAt(i).obstacleCount; k++) {
      const shape = obstacleOf(typeAt(i), k);
      over = max(over, shape.contact + max(-shape.minX, shape.maxX - typeAt(i).width));
    }
  }
  return widest + over;
}

function obstacleOf(type: SheetType, index: i32): Shape {
  return shapeOf(partAt(type.firstObstacle + index), 0);
}

/** Extent along an axis of what lies in a cell for good. */
export function cellUsed(cell: i32, axis: i32): f64 {
  const type = typeAt(cellTypes[cell]);
  return axis === 0 ? type.right : type.top;
}

/** Makes every cell as large as its sheet. */
function sizeCells(): void {
  for (let cell = 0; cell < cellCount; cell++)
    sizeCell(cell, typeAt(cellTypes[cell]).width, typeAt(cellTypes[cell]).height);
}

function layObstacles(cell: i32): void {
  const type = typeAt(cellTypes[cell]);
  for (let i = 0; i < type.obstacleCount; i++) addAnchored(obstacleOf(type, i), <f64>cell * cellPitch, 0);
}

function loadCell(cell: i32, record: SheetRecord, without: Bytes = changetype<Bytes>(0)): void {
  const left = <f64>cell * cellPitch;
  for (let i = 0; i < recordSize(record); i++) {
    if (changetype<usize>(without) !== 0 && without[i] !== 0) continue;
    const planned = recordPlacement(record, i);
    addItem(plannedShape(planned), planned.x + left, planned.y);
  }
}

/** The sheet with the most room, if possible one that is paid for; -1 when there is none. */
export function emptiestRecord(): i32 {
  forgetEmptiest();
  for (let i = 0, record = firstRecord(); i < recordCount(); i++, record = nextRecord(record)) {
    const type = typeAt(recordType(record));
    measureRecord(record);
    offerEmptiest(i, max(type.width - extent.right, type.height - extent.top), type.free);
  }
  return emptiest.index;
}

function measureCell(cell: i32): void {
  extent.right = cellUsed(cell, 0);
  extent.top = cellUsed(cell, 1);
  for (let i = anchored; i < size; i++) {
    if (itemCell(i) !== cell) continue;
    const shape = itemShape(i);
    extent.right = max(extent.right, itemX(i) - <f64>cell * cellPitch + shape.maxX);
    extent.top = max(extent.top, itemY(i) + shape.maxY);
  }
}

/** The axis (0: x, 1: y) along which the last cell leaves the larger remnant. */
export function lastAxis(): i32 {
  measureCell(cellCount - 1);
  if (remnantKind === Remnant.RIGHT) return 0;
  if (remnantKind === Remnant.TOP) return 1;
  return strip || extent.right / width <= extent.top / height ? 0 : 1;
}

/** Exchanges the cell with the most room, if possible one that is paid for, for the last one. */
export function putEmptiestLast(): void {
  forgetEmptiest();
  for (let cell = 0; cell < cellCount; cell++) {
    measureCell(cell);
    const type = typeAt(cellTypes[cell]);
    offerEmptiest(cell, max(1 - extent.right / type.width, 1 - extent.top / type.height), type.free);
  }
  moveLast(emptiest.index);
  openType(cellTypes[cellCount - 1]);
  sizeCells();
}

/** Exchanges a cell for the last one. */
function moveLast(moved: i32): void {
  const shift = <f64>(cellCount - 1 - moved) * cellPitch;
  if (shift === 0) return;
  const type = cellTypes[moved];
  cellTypes[moved] = cellTypes[cellCount - 1];
  cellTypes[cellCount - 1] = type;
  for (let i = 0; i < size; i++) {
    // Obstacles of a sheet that is gone stay there, behind all others.
    const cell = i < anchored ? <i32>Math.round(itemX(i) / cellPitch) : itemCell(i);
    if (cell === moved) putItem(i, itemShape(i), itemX(i) + shift, itemY(i));
    else if (cell === cellCount - 1) putItem(i, itemShape(i), itemX(i) - shift, itemY(i));
  }
}

/** Offers the incumbent with the group replaced by the separated items, which must be valid. */
export function fileGroup(): void {
  const others = draftOthers();
  let filed = 0;
  for (let cell = 0; cell < cellCount; cell++) {
    if (addCell(cell)) filed++;
  }
  if (!endPlan()) return;
  for (let i = 0; i < others + filed; i++) chosen[i] = i < others ? 0 : 1;
}

/** Begins a plan with all sheets of the incumbent that are not in the group; returns their records. */
export function draftOthers(): i32 {
  beginPlan();
  let others = 0;
  for (let i = 0, record = firstRecord(); i < recordCount(); i++, record = nextRecord(record)) {
    const copies = recordCopies(record) - <i32>chosen[i];
    if (copies > 0) {
      addRecord(record, copies);
      others++;
    }
  }
  return others;
}

/** Adds what lies in a cell to the draft, as a sheet; false when that is nothing. */
export function addCell(cell: i32): bool {
  openType(cellTypes[cell]);
  clearSheet();
  const left = <f64>cell * cellPitch;
  for (let i = anchored; i < size; i++) {
    if (itemCell(i) === cell) place(itemShape(i), itemX(i) - left, itemY(i));
  }
  return addSheet(1);
}

/** Smallest extent along an axis that a part can take. */
export function leastExtent(part: Part, axis: i32): f64 {
  let least = Infinity;
  for (let k = 0; k < part.shapeCount; k++)
    least = min(least, maxOf(shapeOf(part, k), axis) - minOf(shapeOf(part, k), axis));
  return least;
}
