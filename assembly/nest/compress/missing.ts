/** The copies without a place in the incumbent, where sheets are limited in number. */
import { Shape } from "../../geometry/shape";
import { randomIndex } from "../../random";
import { Ints, reserveRawInts } from "../../vector";
import { spend } from "../../work";
import { bestRevision, firstRecord, recordCount } from "../layout/nest-incumbent";
import { nextRecord, recordCopies, recordPlacement, recordSize } from "../layout/nest-plan";
import { fitsType, Part, partAt, partCount, shapeOf } from "../model/nest-problem";

/** Copies without a place by part, and the parts that have any, those of the first such level first. */
let copies: Ints = changetype<Ints>(0);
let missing: Ints = changetype<Ints>(0);
let missingCount: i32 = 0;
let firstCount: i32 = 0;
/** The revision of the incumbent that all this is about; -1: of none. */
let revision: i32 = 0;

export function openMissing(): void {
  copies = reserveRawInts(partCount);
  missing = reserveRawInts(partCount);
  revision = -1;
}

/** Counts what has no place in the incumbent; false when that is nothing. */
export function findMissing(): bool {
  if (revision === bestRevision()) return missingCount > 0;
  revision = bestRevision();
  for (let i = 0; i < partCount; i++) copies[i] = partAt(i).quantity;
  for (let i = 0, record = firstRecord(); i < recordCount(); i++, record = nextRecord(record)) {
    spend(<f64>recordSize(record) * 0.02);
    for (let k = 0; k < recordSize(record); k++) {
      const part = <i32>recordPlacement(record, k).part;
      copies[part] -= recordCopies(record);
    }
  }
  let level = i32.MAX_VALUE;
  for (let i = 0; i < partCount; i++) if (copies[i] > 0) level = min(level, partAt(i).level);
  missingCount = 0;
  listMissing(level, true);
  firstCount = missingCount;
  listMissing(level, false);
  return missingCount > 0;
}

/** Lists what is missing of a level, or of all others. */
function listMissing(level: i32, own: bool): void {
  for (let i = 0; i < partCount; i++) {
    if (copies[i] > 0 && (partAt(i).level === level) === own) missing[missingCount++] = i;
  }
}

/** The first level that lacks a part. */
export function firstLevel(): i32 {
  return partAt(missing[0]).level;
}

/** A random part without a place: one in so many of any level, the others of the first, whose gaps others may fill. */
export function drawMissing(others: i32): Part {
  const count = randomIndex(others) === 0 ? missingCount : firstCount;
  return partAt(missing[<i32>randomIndex(count)]);
}

/** A random shape of the part that fits sheets of a type; null when none does. */
export function drawShape(part: Part, type: i32): Shape {
  let drawn = changetype<Shape>(0);
  let seen = 0;
  for (let i = 0; i < part.shapeCount; i++) {
    if (fitsType(shapeOf(part, i), type) && randomIndex(++seen) === 0) drawn = shapeOf(part, i);
  }
  return drawn;
}
