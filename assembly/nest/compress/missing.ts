/** What has no place in the incumbent, where sheets are limited in number. */
import { Shape } from "../../geometry/shape";
import { randomIndex } from "../../random";
import { Ints, reserveRawInts } from "../../vector";
import { spend } from "../../work";
import { bestRevision, firstRecord, recordCount } from "../layout/incumbent";
import { nextRecord, recordCopies, recordPlacement, recordSize } from "../layout/plan";
import { fitsType, Part, partAt, partCount, shapeOf } from "../model/problem";

/** What is kept here between two steps. */
@unmanaged
class State {
  /** Copies without a place by part, and the parts that have any, those of the first such level first. */
  copies: Ints;
  missing: Ints;
  missingCount: i32;
  firstCount: i32;
  /** The revision of the incumbent that all this is about; -1: of none. */
  revision: i32;
}
const state = changetype<State>(memory.data(offsetof<State>()));

export function openMissing(): void {
  state.copies = reserveRawInts(partCount);
  state.missing = reserveRawInts(partCount);
  state.revision = -1;
}

/** Counts what has no place in the incumbent; false when that is nothing. */
export function findMissing(): bool {
  if (state.revision === bestRevision()) return state.missingCount > 0;
  state.revision = bestRevision();
  for (let i = 0; i < partCount; i++) state.copies[i] = partAt(i).quantity;
  let record = firstRecord();
  for (let i = 0; i < recordCount(); i++) {
    spend(<f64>recordSize(record) * 0.02);
    for (let k = 0; k < recordSize(record); k++) {
      const part = <i32>recordPlacement(record, k).part;
      state.copies[part] = state.copies[part] - recordCopies(record);
    }
    record = nextRecord(record);
  }
  let level = i32.MAX_VALUE;
  for (let i = 0; i < partCount; i++) if (state.copies[i] > 0) level = min(level, partAt(i).level);
  state.missingCount = 0;
  listMissing(level, true);
  state.firstCount = state.missingCount;
  listMissing(level, false);
  return state.missingCount > 0;
}

/** Lists what is missing of a level, or of all others. */
function listMissing(level: i32, own: bool): void {
  for (let i = 0; i < partCount; i++) {
    if (state.copies[i] > 0 && (partAt(i).level === level) === own) state.missing[state.missingCount++] = i;
  }
}

/** The first level that lacks a part. */
export function firstLevel(): i32 {
  return partAt(state.missing[0]).level;
}

/** A random part without a place: one in so many of any level, the others of the first, whose gaps others may fill. */
export function drawMissing(others: i32): Part {
  const count = randomIndex(others) === 0 ? state.missingCount : state.firstCount;
  return partAt(state.missing[<i32>randomIndex(count)]);
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
