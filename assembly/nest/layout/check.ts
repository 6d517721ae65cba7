/**
 * A layout from outside: another worker's, better than the own one, or the caller's to begin with. It is believed
 * nothing: every placement is held to the sheet, the demand and the exact distance from all others.
 */
import { shapesCollide } from "../../geometry/collide";
import { Shape } from "../../geometry/shape";
import { reserve } from "../../memory";
import { clearInts, Ints, reserveRawInts } from "../../vector";
import { spend } from "../../work";
import { ADOPT_SLACK } from "../model/limits";
import {
  contactGap,
  mostSheets,
  partAt,
  partCount,
  SheetType,
  shapeOf,
  strip,
  typeAt,
  typeCount,
  wantedCount,
} from "../model/nest-problem";
import { BOXED_BYTES, BoxedPlacement, setBoxed } from "../model/placement";
import { inbox } from "./nest-incumbent";
import {
  firstRecordOf,
  nextRecord,
  plannedShape,
  recordCopies,
  recordCountOf,
  recordPlacement,
  recordSize,
  recordType,
  SheetRecord,
} from "./nest-plan";

/** Copies in the layout, by part. */
export let givenCopies: Ints = changetype<Ints>(0);
/** Sheets in the layout, by type, and those that count. */
export let givenSheets: Ints = changetype<Ints>(0);
let usedSheets: i32 = 0;
/** Placements of the record under test, with their boxes. */
let placed: usize = 0;

export function openAdoption(): void {
  givenCopies = reserveRawInts(partCount);
  givenSheets = reserveRawInts(typeCount);
  placed = reserve(<usize>wantedCount * BOXED_BYTES);
}

/** Position, counted through all records, of the first placement in the inbox that is wrong; -1 when all are right. */
export function findFault(): i32 {
  clearInts(givenCopies, partCount);
  clearInts(givenSheets, typeCount);
  usedSheets = 0;
  const block = inbox;
  let record = firstRecordOf(block);
  let before = 0;
  for (let i = 0; i < recordCountOf(block); i++) {
    const fault = faultOf(record);
    if (fault >= 0) return before + fault;
    before += recordSize(record);
    record = nextRecord(record);
  }
  return -1;
}

function faultOf(record: SheetRecord): i32 {
  const type = typeAt(recordType(record));
  const sheets = givenSheets[recordType(record)] + recordCopies(record);
  if (!type.free) usedSheets += recordCopies(record);
  if (sheets > type.quantity || usedSheets > mostSheets) return 0;
  givenSheets[recordType(record)] = sheets;
  for (let i = 0; i < recordSize(record); i++) {
    const planned = recordPlacement(record, i);
    const part = <i32>planned.part;
    const count = givenCopies[part] + recordCopies(record);
    if (count > partAt(part).quantity) return i;
    givenCopies[part] = count;
    const shape = plannedShape(planned);
    if (changetype<usize>(shape) === 0) return i;
    if (!standsFree(type, shape, planned.x, planned.y, i)) return i;
  }
  return -1;
}

/** Notes the placement and says whether it is on the sheet and clear of the `count` placements before it. */
function standsFree(type: SheetType, shape: Shape, x: f64, y: f64, count: i32): bool {
  const end = placed + <usize>count * BOXED_BYTES;
  const own = changetype<BoxedPlacement>(end);
  setBoxed(own, shape, x, y);
  if (!(own.minX >= -ADOPT_SLACK && own.minY >= -ADOPT_SLACK)) return false;
  if (!strip && !(own.maxX <= type.width + ADOPT_SLACK)) return false;
  if (!(own.maxY <= type.height + ADOPT_SLACK)) return false;
  for (let i = 0; i < type.obstacleCount; i++) {
    const obstacle = shapeOf(partAt(type.firstObstacle + i), 0);
    if (shapesCollide(shape, obstacle, -x, -y, leastGap(obstacle.contact))) return false;
  }
  const gap = leastGap(contactGap);
  spend(<f64>count * 0.1);
  for (let at = placed; at < end; at += BOXED_BYTES) {
    const other = changetype<BoxedPlacement>(at);
    if (other.maxX + gap <= own.minX || other.minX - gap >= own.maxX) continue;
    if (other.maxY + gap <= own.minY || other.minY - gap >= own.maxY) continue;
    if (shapesCollide(shape, other.shape, other.x - x, other.y - y, gap)) return false;
  }
  return true;
}

/** Where parts may touch, the depth of erosion is all the tolerance there is. */
function leastGap(contact: f64): f64 {
  return max(contact - ADOPT_SLACK, 1e-9);
}
