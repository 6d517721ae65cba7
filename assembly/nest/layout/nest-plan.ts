/**
 * A plan as it lies in a result block (layout.ts): records of equal sheets one behind the other, each followed by what
 * lies on such a sheet.
 */
import { Box } from "../../geometry/records";
import { Shape } from "../../geometry/shape";
import { NestPlacementSlot, NestResultSlot, NestSheetSlot } from "../../layout";
import { Numbers } from "../../vector";
import { boxFor, partAt, shapeFor, typeAt } from "../model/nest-problem";

/** Record of equal sheets in a plan (layout.ts), followed by their placements. */
@unmanaged
export class SheetRecord {
  type: f64;
  copies: f64;
  size: f64;
}

/** A placement of a plan. */
@unmanaged
export class PlannedPlacement {
  part: f64;
  orientation: f64;
  x: f64;
  y: f64;
}
const SHEET_BYTES: usize = (<usize>NestSheetSlot.HEADER) << 3;
const PLANNED_BYTES: usize = (<usize>NestPlacementSlot.LENGTH) << 3;

export function firstRecordOf(block: Numbers): SheetRecord {
  return changetype<SheetRecord>(changetype<usize>(block) + ((<usize>NestResultSlot.HEADER) << 3));
}

export function recordCountOf(block: Numbers): i32 {
  return <i32>block[NestResultSlot.RECORDS];
}

/** The record behind another. */
export function nextRecord(record: SheetRecord): SheetRecord {
  return changetype<SheetRecord>(changetype<usize>(recordPlacement(record, recordSize(record))));
}

/** Placements on the sheet of a record. */
export function recordSize(record: SheetRecord): i32 {
  return <i32>record.size;
}

/** Type of the sheet of a record. */
export function recordType(record: SheetRecord): i32 {
  return <i32>record.type;
}

export function recordCopies(record: SheetRecord): i32 {
  return <i32>record.copies;
}

export function recordPlacement(record: SheetRecord, index: i32): PlannedPlacement {
  return changetype<PlannedPlacement>(changetype<usize>(record) + SHEET_BYTES + <usize>index * PLANNED_BYTES);
}

/** Area of the parts on a sheet. */
export function areaOn(record: SheetRecord): f64 {
  let area = 0.0;
  for (let i = 0; i < recordSize(record); i++) area += partAt(<i32>recordPlacement(record, i).part).area;
  return area;
}

/** Null where there is no such shape. */
export function plannedShape(planned: PlannedPlacement): Shape {
  return shapeFor(<i32>planned.part, <i32>planned.orientation);
}

/** The box of such a shape about its own origin, until the next is asked for. */
export function plannedBox(planned: PlannedPlacement): Box {
  return boxFor(<i32>planned.part, <i32>planned.orientation);
}

/** Right and upper end of what lies on the sheet of a record, for good or not, as measured last. */
@unmanaged
class Extent {
  right: f64;
  top: f64;
}
export const extent = changetype<Extent>(memory.data(offsetof<Extent>()));

export function measureRecord(record: SheetRecord): void {
  const type = typeAt(recordType(record));
  extent.right = type.right;
  extent.top = type.top;
  for (let k = 0; k < recordSize(record); k++) {
    const planned = recordPlacement(record, k);
    const box = plannedBox(planned);
    extent.right = max(extent.right, planned.x + box.maxX);
    extent.top = max(extent.top, planned.y + box.maxY);
  }
}

/** The sheet with the most room of those that were offered, if possible one that is paid for. */
@unmanaged
class Emptiest {
  index: i32;
  room: f64;
  paid: bool;
}
export const emptiest = changetype<Emptiest>(memory.data(offsetof<Emptiest>()));

export function forgetEmptiest(): void {
  emptiest.index = -1;
  emptiest.room = -Infinity;
  emptiest.paid = false;
}

/** Takes a sheet as the emptiest if it is; says whether. */
export function offerEmptiest(index: i32, room: f64, free: bool): bool {
  if (emptiest.paid === free ? emptiest.paid : room <= emptiest.room) return false;
  emptiest.index = index;
  emptiest.room = room;
  emptiest.paid = !free;
  return true;
}
