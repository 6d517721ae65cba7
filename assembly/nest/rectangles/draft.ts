/** From a packing of boxes to a plan, in which sheets that look alike are one record, and back. */
import { Shape } from "../../geometry/shape";
import { Ints, reserveInts } from "../../vector";
import { clearSheet, place } from "../layout/laid-sheet";
import { addSheet, beginPlan, endPlan, firstRecord, recordCount } from "../layout/nest-incumbent";
import {
  nextRecord,
  plannedShape,
  recordCopies,
  recordPlacement,
  recordSize,
  recordType,
  SheetRecord,
} from "../layout/nest-plan";
import { openType } from "../model/nest-problem";
import { boxAt, boxedSide, onGrid, placeX, placeY, variantAt } from "./box-parts";
import { beginLaying, isFilled, layInside } from "./nested";
import {
  beginStep,
  Copy,
  clearPacking,
  copyAt,
  firstOn,
  leftOf,
  openSheet,
  putOn,
  sheetAt,
  sheetLimit,
} from "./packing";

let drafted: Ints = changetype<Ints>(0);
/** Sums over what lies on a sheet, whatever its order. */
let marks: Ints = changetype<Ints>(0);

export function openDraft(): void {
  drafted = reserveInts(sheetLimit);
  marks = reserveInts(sheetLimit);
}

/** Offers the packing to the incumbent; true when it is better. */
export function draftPacking(): bool {
  beginPlan();
  beginLaying();
  for (let i = 0; i < sheetLimit; i++) {
    drafted[i] = sheetAt(i).count === 0 ? 1 : 0;
    marks[i] = markOf(i);
  }
  for (let i = 0; i < sheetLimit; i++) {
    if (drafted[i] !== 0) continue;
    let copies = 1;
    for (let k = i + 1; k < sheetLimit; k++) {
      if (drafted[k] !== 0 || marks[k] !== marks[i] || !alike(i, k)) continue;
      drafted[k] = 1;
      copies++;
    }
    openType(sheetAt(i).type);
    clearSheet();
    for (let at = firstOn(i); at >= 0; at = copyAt(at).next) {
      const copy = copyAt(at);
      const variant = variantAt(copy.variant);
      place(variant.shape, placeX(variant, copy.x), placeY(variant, copy.y));
      layInside(copy.part);
    }
    addSheet(copies);
  }
  return endPlan();
}

function markOf(sheet: i32): i32 {
  let mark = sheetAt(sheet).type;
  for (let at = firstOn(sheet); at >= 0; at = copyAt(at).next) {
    const copy = copyAt(at);
    const bits = reinterpret<u64>(copy.x + 3 * copy.y);
    mark += <i32>((bits >> 13) ^ (bits >> 37) ^ <u64>copy.variant) * 0x2c1b3c6d;
  }
  return mark;
}

/** Does the same lie at the same places of two sheets, and nothing that differs inside? */
function alike(a: i32, b: i32): bool {
  if (sheetAt(a).type !== sheetAt(b).type || sheetAt(a).count !== sheetAt(b).count) return false;
  for (let at = firstOn(a); at >= 0; at = copyAt(at).next) {
    if (isFilled(copyAt(at).part) || !hasAt(b, copyAt(at))) return false;
  }
  return true;
}

function hasAt(sheet: i32, wanted: Copy): bool {
  for (let at = firstOn(sheet); at >= 0; at = copyAt(at).next) {
    const copy = copyAt(at);
    if (copy.variant === wanted.variant && copy.x === wanted.x && copy.y === wanted.y) return true;
  }
  return false;
}

/** Takes the incumbent as the packing; false when something in it is no box that is known, or there are too many sheets. */
export function loadIncumbent(): bool {
  clearPacking();
  beginStep();
  for (let i = 0, record = firstRecord(); i < recordCount(); i++, record = nextRecord(record)) {
    for (let k = 0; k < recordCopies(record); k++) if (!loadSheet(record)) return false;
  }
  return true;
}

function loadSheet(record: SheetRecord): bool {
  const on = openSheet(recordType(record));
  if (on < 0) return false;
  for (let i = 0; i < recordSize(record); i++) {
    const planned = recordPlacement(record, i);
    const part = <i32>planned.part;
    const shape = plannedShape(planned);
    const variant = variantOf(part, shape);
    if (variant < 0 || leftOf[part] === 0) return false;
    putOn(part, variant, on, onGrid(planned.x + shape.minX), onGrid(planned.y + shape.minY));
  }
  return true;
}

/** The variant that stands for a shape; -1 for one whose box is not worth looking at. */
function variantOf(part: i32, shape: Shape): i32 {
  const box = boxAt(part);
  for (let v = box.first; v < box.first + box.count; v++) {
    const variant = variantAt(v);
    if (variant.shape === shape) return v;
    if (!box.exact) continue;
    if (
      variant.width === boxedSide(shape.maxX - shape.minX) &&
      variant.height === boxedSide(shape.maxY - shape.minY)
    )
      return v;
  }
  return -1;
}
