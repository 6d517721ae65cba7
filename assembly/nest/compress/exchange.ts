/**
 * Where there are several types of sheets: what lies on one sheet or on several is put on others that cost less together,
 * and the overlaps are removed there.
 */

import { randomIndex } from "../../random";
import { Ints, reserveRawInts } from "../../vector";
import { endPlan, firstRecord, recordAt, recordCount } from "../layout/nest-incumbent";
import {
  areaOn,
  nextRecord,
  plannedShape,
  recordPlacement,
  recordSize,
  recordType,
  SheetRecord,
} from "../layout/nest-plan";
import { GROUP_SHEETS, LEAST_GAIN } from "../model/limits";
import { fitsType, partAt, priceOf, typeAt, typeCount } from "../model/nest-problem";
import { EXPLORE_STALLS, GROUP_ITEMS, INSERT_DRAWS } from "../model/nest-tuning";
import { separate } from "../separate/separate";
import { addItem, cellPitch, itemLimit, priceAnew } from "../separate/state";
import {
  addCell,
  choose,
  draftOthers,
  drawRecord,
  forgetChosen,
  isChosen,
  openSheets,
  usedSheets,
} from "./group";
import { drawShape } from "./missing";

/** Cost of the chosen sheets; free ones cost nothing. */
let cost: f64 = 0;
/** Material on the chosen sheets, square millimetres. */
let area: f64 = 0;
/** Number of parts on the chosen sheets. */
let items: i32 = 0;
/** Types of the sheets that are tried instead, and for each the chosen sheet whose parts it gets first, -1 for none yet. */
let types: Ints = changetype<Ints>(0);
let givers: Ints = changetype<Ints>(0);
let count: i32 = 0;

export function openExchange(): void {
  types = reserveRawInts(GROUP_SHEETS);
  givers = reserveRawInts(GROUP_SHEETS);
}

/** Tries to exchange sheets for others that cost less; false when none were found that might take what lies on them. */
export function exchangeSheets(): bool {
  for (let draw = 0; draw < INSERT_DRAWS; draw++) {
    chooseSheets();
    if (!drawTypes() || !loadChosen()) continue;
    priceAnew();
    if (separate(EXPLORE_STALLS / 10, 2)) {
      draftOthers();
      for (let cell = 0; cell < count; cell++) addCell(cell);
      endPlan();
    }
    return true;
  }
  return false;
}

/** Draws a sheet, preferably with much room; half the time one more, and so on. */
function chooseSheets(): void {
  forgetChosen();
  cost = 0;
  area = 0;
  items = 0;
  do {
    const index = drawRecord();
    if (index < 0) break;
    choose(index);
    const record = recordAt(index);
    cost += priceOf(recordType(record));
    area += areaOn(record);
    items += recordSize(record);
  } while (randomIndex(2) === 0);
}

/** Draws sheets as long as they cost less than the chosen ones do; false when they have not the area. */
function drawTypes(): bool {
  let left = cost - LEAST_GAIN;
  let room = 0.0;
  let all = items;
  for (count = 0; count < GROUP_SHEETS; count++) {
    const type = drawType(left);
    if (type < 0) break;
    types[count] = type;
    left -= priceOf(type);
    room += typeAt(type).width * typeAt(type).height;
    all += typeAt(type).obstacleCount;
  }
  return count > 0 && room >= area && all <= min(GROUP_ITEMS, itemLimit);
}

/** A random type of which a sheet is left that costs less than this; -1 when there is none. */
function drawType(most: f64): i32 {
  let drawn = -1;
  let seen = 0;
  for (let i = 0; i < typeCount; i++) {
    if (priceOf(i) >= most || sheetsTaken(i) >= typeAt(i).quantity) continue;
    if (randomIndex(++seen) === 0) drawn = i;
  }
  return drawn;
}

/** Sheets of a type on which nothing is chosen, and those that have been drawn. */
function sheetsTaken(type: i32): i32 {
  let taken = usedSheets(type);
  for (let i = 0, record = firstRecord(); i < recordCount(); i++, record = nextRecord(record))
    if (isChosen(i) && recordType(record) === type) taken--;
  for (let k = 0; k < count; k++) if (types[k] === type) taken++;
  return taken;
}

/** Puts what lies on each chosen sheet on a new one, of its own type if there is one; false when a part does not fit. */
function loadChosen(): bool {
  openSheets(types, count);
  for (let cell = 0; cell < count; cell++) givers[cell] = -1;
  for (let i = 0, record = firstRecord(); i < recordCount(); i++, record = nextRecord(record))
    if (isChosen(i)) giveSameType(i, recordType(record));
  for (let i = 0, record = firstRecord(); i < recordCount(); i++, record = nextRecord(record))
    if (isChosen(i) && !loadScaled(record, cellFor(i))) return false;
  return true;
}

function giveSameType(index: i32, type: i32): void {
  for (let cell = 0; cell < count; cell++) {
    if (givers[cell] >= 0 || types[cell] !== type) continue;
    givers[cell] = index;
    return;
  }
}

/** The new sheet for what lies on a chosen one: its own, one that has nothing yet, or any. */
function cellFor(index: i32): i32 {
  for (let cell = 0; cell < count; cell++) if (givers[cell] === index) return cell;
  for (let cell = 0; cell < count; cell++) {
    if (givers[cell] >= 0) continue;
    givers[cell] = index;
    return cell;
  }
  return <i32>randomIndex(count);
}

/** Adds what lies on a sheet to a cell, the places stretched or pressed to its size. */
function loadScaled(record: SheetRecord, cell: i32): bool {
  const from = typeAt(recordType(record));
  const to = typeAt(types[cell]);
  const left = <f64>cell * cellPitch;
  for (let k = 0; k < recordSize(record); k++) {
    const planned = recordPlacement(record, k);
    const lying = plannedShape(planned);
    const shape = fitsType(lying, types[cell]) ? lying : drawShape(partAt(<i32>planned.part), types[cell]);
    if (changetype<usize>(shape) === 0) return false;
    const x = ((planned.x + (lying.minX + lying.maxX) / 2) * to.width) / from.width;
    const y = ((planned.y + (lying.minY + lying.maxY) / 2) * to.height) / from.height;
    addItem(
      shape,
      left + within(x - (shape.minX + shape.maxX) / 2, -shape.minX, to.width - shape.maxX),
      within(y - (shape.minY + shape.maxY) / 2, -shape.minY, to.height - shape.maxY),
    );
  }
  return true;
}

function within(value: f64, least: f64, most: f64): f64 {
  return max(least, min(most, value));
}
