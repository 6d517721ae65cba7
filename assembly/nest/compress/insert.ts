/**
 * More material on sheets that are limited in number. A part without a place is put over what lies on a sheet, alone or
 * for another one of less worth that is taken away, and the overlaps are removed; what comes out valid is worth more.
 */

import { Shape } from "../../geometry/shape";
import { randomIndex, randomUnit } from "../../random";
import { firstRecord, recordAt, recordCount } from "../layout/incumbent";
import {
  nextRecord,
  plannedShape,
  recordCopies,
  recordPlacement,
  recordSize,
  recordType,
  SheetRecord,
} from "../layout/plan";
import { fitsType, Part, partAt, partCount, shapeOf, typeAt } from "../model/problem";
import { BOLD_STALLS, EXPLORE_STALLS, INSERT_DRAWS } from "../model/tuning";
import { beginSeparation, Separation, separateStep } from "../separate/separate";
import { addItem, priceAll, size } from "../separate/state";
import { resetWeights } from "../separate/weights";
import { fileGroup, loadSheet } from "./group";

/** Puts a missing part on a sheet; false when none was found that could take one. */
export function beginInsert(): bool {
  for (let draw = 0; draw < INSERT_DRAWS; draw++) {
    const index = <i32>randomIndex(recordCount());
    const missing = drawMissing();
    if (missing < 0) return false;
    const part = partAt(missing);
    const record = recordAt(index);
    const shape = drawShape(part, recordType(record));
    if (changetype<usize>(shape) === 0) continue;
    const alone = freeArea(record) >= part.area && randomIndex(2) === 0;
    const replaced = alone ? -1 : drawReplaced(record, part);
    if ((!alone && replaced < 0) || !loadSheet(index, replaced)) continue;
    putNew(record, shape, replaced);
    resetWeights(size);
    priceAll();
    beginSeparation(randomIndex(4) === 0 ? EXPLORE_STALLS : BOLD_STALLS, 1);
    return true;
  }
  return false;
}

/** One move of one item; true when the attempt is over. */
export function insertStep(): bool {
  const state = separateStep();
  if (state === Separation.VALID) fileGroup();
  return state !== Separation.RUNNING;
}

function missingCopies(part: i32): i32 {
  let missing = partAt(part).quantity;
  let record = firstRecord();
  for (let i = 0; i < recordCount(); i++) {
    for (let k = 0; k < recordSize(record); k++) {
      if (<i32>recordPlacement(record, k).part === part) missing -= recordCopies(record);
    }
    record = nextRecord(record);
  }
  return missing;
}

/** A random part without a place, of the first level that has one; -1 when everything is placed. */
function drawMissing(): i32 {
  let drawn = -1;
  let level = i32.MAX_VALUE;
  let seen = 0;
  for (let i = 0; i < partCount; i++) {
    const part = partAt(i);
    if (part.level > level || missingCopies(i) <= 0) continue;
    if (part.level < level) seen = 0;
    level = part.level;
    if (randomIndex(++seen) === 0) drawn = i;
  }
  return drawn;
}

/** A random shape of the part that fits sheets of a type; null when none does. */
function drawShape(part: Part, type: i32): Shape {
  let drawn = changetype<Shape>(0);
  let seen = 0;
  for (let i = 0; i < part.shapeCount; i++) {
    if (fitsType(shapeOf(part, i), type) && randomIndex(++seen) === 0) drawn = shapeOf(part, i);
  }
  return drawn;
}

function freeArea(record: SheetRecord): f64 {
  const type = typeAt(recordType(record));
  let area = type.width * type.height;
  for (let k = 0; k < recordSize(record); k++) area -= partAt(<i32>recordPlacement(record, k).part).area;
  return area;
}

/** A random placement that is worth less than the part, -1 for none. */
function drawReplaced(record: SheetRecord, part: Part): i32 {
  const free = freeArea(record);
  let drawn = -1;
  let seen = 0;
  for (let k = 0; k < recordSize(record); k++) {
    const other = partAt(<i32>recordPlacement(record, k).part);
    if (other.level < part.level || (other.level === part.level && other.area >= part.area * (1 - 1e-9)))
      continue;
    if (part.area - other.area <= free && randomIndex(++seen) === 0) drawn = k;
  }
  return drawn;
}

/** Adds the part where the one that it replaces lay, or anywhere on the sheet. */
function putNew(record: SheetRecord, shape: Shape, replaced: i32): void {
  const type = typeAt(recordType(record));
  let x = (type.width - shape.maxX + shape.minX) * randomUnit() - shape.minX;
  let y = (type.height - shape.maxY + shape.minY) * randomUnit() - shape.minY;
  if (replaced >= 0) {
    const planned = recordPlacement(record, replaced);
    const old = plannedShape(planned);
    x = planned.x + (old.minX + old.maxX - shape.minX - shape.maxX) / 2;
    y = planned.y + (old.minY + old.maxY - shape.minY - shape.maxY) / 2;
  }
  addItem(shape, x, y);
}
