/**
 * The last touch: on every sheet of the best layout parts slide into the corner as far as they find room, so that what
 * the search has left hanging lies flush. Nothing moves away from the corner, so no remnant gets smaller.
 */
import { along } from "../../geometry/records";
import { minOf, Shape } from "../../geometry/shape";
import { NestGrid } from "../../layout";
import { reserve } from "../../memory";
import { workSpent } from "../../work";
import { turnedX, turnedY } from "../model/free";
import { COMPACT_ITEMS } from "../model/limits";
import { copyCount, openType, partAt, shapeFor, shapeOf, sheetSize } from "../model/nest-problem";
import { ALIKE_ANGLE, COMPACT_WORK, SLIDES } from "../model/nest-tuning";
import { angleOf, anglesBetween, gridOrientation, isSameSide, orientationAt } from "../model/orientation";
import { PLACEMENT_BYTES, Placement, placementAt, setPlacement } from "../model/placement";
import { clearSheet, collides, free, freeAround, place, sliceColumn } from "./laid-sheet";
import { addRecord, addSheet, beginPlan, endPlan, firstRecord, recordCount } from "./nest-incumbent";
import {
  nextRecord,
  plannedShape,
  recordCopies,
  recordPlacement,
  recordSize,
  recordType,
  SheetRecord,
} from "./nest-plan";

let items: usize = 0;
let count: i32 = 0;
/** Axis along which the sheet has its remnant: parts slide along it first. */
let remnantAxis: i32 = 0;
let usedRight: f64 = 0;
let usedTop: f64 = 0;

export function openCompaction(): void {
  items = reserve(<usize>min(copyCount, COMPACT_ITEMS) * PLACEMENT_BYTES);
}

/** Compacts the incumbent; sheets for which there is no work left, or that hold too much, stay as they are. */
export function compactBest(work: f64): void {
  const end = workSpent() + min(work, COMPACT_WORK);
  beginPlan();
  for (let i = 0, record = firstRecord(); i < recordCount(); i++, record = nextRecord(record)) {
    if (recordSize(record) > COMPACT_ITEMS || workSpent() > end) addRecord(record, recordCopies(record));
    else {
      openType(recordType(record));
      loadItems(record);
      for (let k = 0; k < count && workSpent() < end; k++) straighten(itemAt(k));
      for (let round = 0; round < SLIDES; round++) {
        for (let k = 0; k < count && workSpent() < end; k++) compactItem(itemAt(k));
      }
      layOthers(changetype<Placement>(0));
      addSheet(recordCopies(record));
    }
  }
  endPlan(true);
}

function itemAt(index: i32): Placement {
  return placementAt(items, index);
}

/** Lists what lies on a sheet, that next to the corner first. */
function loadItems(record: SheetRecord): void {
  count = recordSize(record);
  let right = 0.0;
  let top = 0.0;
  for (let i = 0; i < count; i++) {
    const planned = recordPlacement(record, i);
    const shape = plannedShape(planned);
    right = max(right, planned.x + shape.maxX);
    top = max(top, planned.y + shape.maxY);
    setPlacement(itemAt(i), shape, planned.x, planned.y);
  }
  usedRight = right;
  usedTop = top;
  remnantAxis = right / sheetSize(0) <= top / sheetSize(1) ? 0 : 1;
  sortItems();
}

/** Ascending by the lower end along the axis: insertion sort, as most lists are short. */
function sortItems(): void {
  for (let i = 1; i < count; i++) {
    const x = itemAt(i).x;
    const y = itemAt(i).y;
    const shape = itemAt(i).shape;
    const key = lowEndOf(itemAt(i));
    let j = i;
    for (; j > 0 && lowEndOf(itemAt(j - 1)) > key; j--) {
      const before = itemAt(j - 1);
      setPlacement(itemAt(j), before.shape, before.x, before.y);
    }
    setPlacement(itemAt(j), shape, x, y);
  }
}

function lowEndOf(item: Placement): f64 {
  return along(changetype<usize>(item), remnantAxis) + minOf(item.shape, remnantAxis);
}

/** Opens the sheet with everything on it but one item (null: with all). */
function layOthers(item: Placement): void {
  clearSheet();
  for (let i = 0; i < count; i++) {
    const other = itemAt(i);
    if (other !== item) place(other.shape, other.x, other.y);
  }
}

/**
 * Turns an item that lies at an angle of its own to one on its part's list, or to a whole degree, if one is near and there
 * is room for it.
 */
function straighten(item: Placement): void {
  if (item.orientation < NestGrid.FIRST) return;
  layOthers(item);
  const part = partAt(item.shape.part);
  const angle = angleOf(item.orientation);
  const mirrored = orientationAt(item.orientation).mirror < 0;
  for (let i = 0; i < part.shapeCount; i++) {
    const shape = shapeOf(part, i);
    if (!isSameSide(shape.orientation, item.orientation)) continue;
    if (anglesBetween(shape.orientation, item.orientation) < ALIKE_ANGLE && putStraight(item, shape)) return;
  }
  const whole = <i32>Math.round(<f64>angle / NestGrid.DEGREE) * NestGrid.DEGREE;
  if (whole === angle) return;
  const shape = shapeFor(item.shape.part, gridOrientation(whole % NestGrid.TURN, mirrored));
  if (changetype<usize>(shape) !== 0) putStraight(item, shape);
}

/** Puts the item there as another shape, its centroid where it is; false where there is no room for that. */
function putStraight(item: Placement, shape: Shape): bool {
  const outline = partAt(shape.part).free;
  const x = item.x + turnedX(outline, item.orientation) - turnedX(outline, shape.orientation);
  const y = item.y + turnedY(outline, item.orientation) - turnedY(outline, shape.orientation);
  if (shape.minX + x < 0 || shape.maxX + x > usedRight) return false;
  if (shape.minY + y < 0 || shape.maxY + y > usedTop) return false;
  if (collides(shape, x, y)) return false;
  setPlacement(item, shape, x, y);
  return true;
}

/** Slides an item along the axis and across, in turn, as long as that leads anywhere. */
function compactItem(item: Placement): void {
  layOthers(item);
  const first = slide(item, remnantAxis);
  if (slide(item, remnantAxis ^ 1) || first) slide(item, remnantAxis);
}

/**
 * Slides an item towards the corner along one axis; true when it has moved. Every place on the way is free: the slice
 * holds all shifts at which two edges come too near, and nothing gets inside another without an edge crossing.
 */
function slide(item: Placement, axis: i32): bool {
  const shape = item.shape;
  sliceColumn(shape, axis ^ 1, along(changetype<usize>(item), axis ^ 1));
  const from = along(changetype<usize>(item), axis);
  if (!freeAround(from) || free.low > from - 1e-9) return false;
  const x = axis === 0 ? free.low : item.x;
  const y = axis === 0 ? item.y : free.low;
  setPlacement(item, shape, x, y);
  return true;
}
