/**
 * Where there are several types of sheets: what lies on one sheet or on several is put on one of another type that costs
 * less than they do, and the overlaps are removed there.
 */

import { randomIndex } from "../../random";
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
import { LEAST_GAIN } from "../model/limits";
import { fitsType, partAt, typeAt, typeCount } from "../model/nest-problem";
import { EXPLORE_STALLS, GROUP_ITEMS, INSERT_DRAWS } from "../model/nest-tuning";
import { separate } from "../separate/separate";
import { addItem, itemLimit, priceAnew } from "../separate/state";
import {
  addCell,
  choose,
  draftOthers,
  drawRecord,
  forgetChosen,
  isChosen,
  openCell,
  usedSheets,
} from "./group";
import { drawShape } from "./missing";

/** Cost of the chosen sheets; free ones cost nothing. */
let cost: f64 = 0;
/** Material on the chosen sheets, square millimetres. */
let area: f64 = 0;
/** Number of parts on the chosen sheets. */
let items: i32 = 0;

/** Tries to exchange sheets for one that costs less; false when none was found that might take what lies on them. */
export function exchangeSheets(): bool {
  for (let draw = 0; draw < INSERT_DRAWS; draw++) {
    const type = chooseSheets();
    if (type < 0 || !loadChosen(type)) continue;
    priceAnew();
    if (separate(EXPLORE_STALLS / 10, 2)) {
      draftOthers();
      addCell(0);
      endPlan();
    }
    return true;
  }
  return false;
}

/**
 * Draws sheets, preferably with much room, until one of a cheaper type has the area for what lies on them; half the time it
 * then draws one more, and so on. Returns the cheaper type, -1 when there is none.
 */
function chooseSheets(): i32 {
  forgetChosen();
  cost = 0;
  area = 0;
  items = 0;
  let type = -1;
  while (type < 0 || randomIndex(2) === 0) {
    const index = drawRecord();
    if (index < 0) break;
    choose(index);
    const record = recordAt(index);
    if (!typeAt(recordType(record)).free) cost += typeAt(recordType(record)).cost;
    area += areaOn(record);
    items += recordSize(record);
    type = drawCheaperType();
  }
  return type;
}

/** A random type of which a sheet is left that has the area and costs less than what is chosen; -1 when there is none. */
function drawCheaperType(): i32 {
  let drawn = -1;
  let seen = 0;
  for (let i = 0; i < typeCount; i++) {
    const type = typeAt(i);
    const price = type.free ? 0 : type.cost;
    if (price >= cost - LEAST_GAIN || type.width * type.height < area) continue;
    if (items + type.obstacleCount > min(GROUP_ITEMS, itemLimit) || usedSheets(i) >= type.quantity) continue;
    if (randomIndex(++seen) === 0) drawn = i;
  }
  return drawn;
}

/** Puts what lies on the chosen sheets on one of the type; false when a part does not fit it. */
function loadChosen(type: i32): bool {
  openCell(type);
  for (let i = 0, record = firstRecord(); i < recordCount(); i++, record = nextRecord(record)) {
    if (isChosen(i) && !loadScaled(record, type)) return false;
  }
  return true;
}

/** Adds what lies on a sheet, the places stretched or pressed to the size of the type. */
function loadScaled(record: SheetRecord, index: i32): bool {
  const from = typeAt(recordType(record));
  const to = typeAt(index);
  for (let k = 0; k < recordSize(record); k++) {
    const planned = recordPlacement(record, k);
    const lying = plannedShape(planned);
    const shape = fitsType(lying, index) ? lying : drawShape(partAt(<i32>planned.part), index);
    if (changetype<usize>(shape) === 0) return false;
    const x = ((planned.x + (lying.minX + lying.maxX) / 2) * to.width) / from.width;
    const y = ((planned.y + (lying.minY + lying.maxY) / 2) * to.height) / from.height;
    addItem(
      shape,
      within(x - (shape.minX + shape.maxX) / 2, -shape.minX, to.width - shape.maxX),
      within(y - (shape.minY + shape.maxY) / 2, -shape.minY, to.height - shape.maxY),
    );
  }
  return true;
}

function within(value: f64, least: f64, most: f64): f64 {
  return max(least, min(most, value));
}
