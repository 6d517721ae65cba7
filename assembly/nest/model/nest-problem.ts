/**
 * The request as tables: types of sheets, parts and their shapes (one per allowed orientation in which the part fits
 * some sheet), obstacles and the gap. Read once while the job is opened; nothing here changes afterwards but the type of the
 * sheet that is being worked on, which `openType` sets.
 *
 * The folder:
 *
 *     request block ─► nest-problem   types of sheets, parts, obstacles
 *                           └ orientation   the shapes of a part, one for each way it may be turned
 *                               ├ free        those at angles that no list has, made when they are asked for
 *                               └ rough       those with few corners around them, for first layouts
 *     placement      where a copy lies: the record that all others use
 *     nest-tuning    constants that tune the search; limits: tolerances, room of lists, units of the meter
 *     go-on          asked between two moves: is the search to go on?
 */

import { hull, measureHull } from "../../geometry/hull";
import { Box, POINT_BYTES } from "../../geometry/records";
import { ringArea } from "../../geometry/ring";
import { reserveShapes, Shape, ShapeTable } from "../../geometry/shape";
import {
  NestGrid,
  NestOrientationSlot,
  NestPartSlot,
  NestRequestSlot,
  NestTypeSlot,
  Remnant,
} from "../../layout";
import { mark, release, reserve, reserveZeroed } from "../../memory";
import { yieldNow } from "../../pause";
import { Ints, Numbers, reserveRawInts } from "../../vector";
import { allowsAngle, keptShape, openFree, openKept, openOutline, SourceOutline, turnHull } from "./free";
import { EROSION, SLACK, SMALL_GAP } from "./limits";
import {
  angleOf,
  buildShape,
  endOfRing,
  isRight,
  openOrientations,
  orientationAt,
  pointCount,
  pointsOf,
} from "./orientation";

export let seed: u32 = 0;
/** Place among the searches for one answer; 0 for one that is alone. */
export let searchIndex: i32 = 0;
/** Work is there to be used: without gain for long is no reason to end. */
export let tenacious: bool = false;
/** Least distance between the material of two parts. */
export let clearance: f64 = 0;
/** Contact distance of two shapes; differs from the clearance where shapes are eroded. */
export let contactGap: f64 = 0;
/** Distance below which two shapes collide: a little less, so that contact passes. */
export let gap: f64 = 0;
/** Parts are moved inwards by a little (geometry/erode.ts). */
export let eroded: bool = false;
/** Usable rectangle of the type of sheet that is being worked on. */
export let width: f64 = 0;
export let height: f64 = 0;
export let openedType: i32 = 0;
export let typeCount: i32 = 0;
/** Sheets that may be used, free ones not counted. */
export let mostSheets: i32 = 0;
/** All parts together are known to need so many. */
export let leastSheets: i32 = 0;
export let strip: bool = false;
export let remnantKind: Remnant = Remnant.ANY;
export let partCount: i32 = 0;
export let obstacleCount: i32 = 0;
/** Levels of priority. */
export let levelCount: i32 = 0;
/** Greatest distance that parts keep from anything. */
export let widestContact: f64 = 0;
/** Copies of all parts that fit the sheet in some orientation. */
export let copyCount: i32 = 0;
/** Copies of all parts, those included that fit nowhere. */
export let wantedCount: i32 = 0;

/** Addresses of the rings of the part whose shapes are being built, and the most that one has. */
let usefulRings: Ints = changetype<Ints>(0);
let mostRings: i32 = 0;
/** Record of the part or obstacle that is read next. */
let nextRecord: usize = 0;
let typeRecords: usize = 0;
let partRecords: usize = 0;

/** True when every part is a rectangle along the axes into which nothing can be put. */
export let rectangular: bool = false;

@unmanaged
export class Part {
  shapes: ShapeTable;
  shapeCount: i32;
  /** The first so many shapes are at right angles to the part as it was given; all when none is. */
  rightCount: i32;
  /** Copies wanted; 0 for a part that fits no sheet. */
  quantity: i32;
  /** 0: placed first, 1: next ... */
  level: i32;
  /** Area of the material. */
  area: f64;
  /** Longest side of the bounding box as given, the first key of the order of placement. */
  length: f64;
  boxArea: f64;
  /** Its record in the request. */
  record: usize;
  exteriorArea: f64;
  /** Area of the convex hull of the exterior. */
  hullArea: f64;
  diameter: f64;
  /** Fourth root of the hull's area: its share in the price of an overlap. */
  root: f64;
  /** From what its shapes are made where it may be turned by any angle in a range; null where not. */
  free: SourceOutline;
  /** Circles that stand in for the part, x, y, r as f64, in the frame of its first shape; 0 until `prepareCircles`. */
  circleCount: i32;
}

/** A type of sheet. */
@unmanaged
export class SheetType {
  width: f64;
  height: f64;
  cost: f64;
  /** Right and upper end of what lies on it for good. */
  right: f64;
  top: f64;
  quantity: i32;
  /** Used in any case: neither paid nor counted. */
  free: bool;
  /** Its obstacles are parts of these numbers. */
  firstObstacle: i32;
  obstacleCount: i32;
}

export function typeAt(index: i32): SheetType {
  return changetype<SheetType>(typeRecords + <usize>index * offsetof<SheetType>());
}

/** Cost of one sheet of a type; 0 for a free type. */
export function priceOf(index: i32): f64 {
  return typeAt(index).free ? 0 : typeAt(index).cost;
}

/** Turns to sheets of a type. */
export function openType(index: i32): void {
  const type = typeAt(index);
  openedType = index;
  width = type.width;
  height = type.height;
}

/** Parts from `partCount` on are obstacles. */
export function partAt(index: i32): Part {
  return changetype<Part>(partRecords + <usize>index * offsetof<Part>());
}

export function shapeOf(part: Part, index: i32): Shape {
  return part.shapes[index];
}

/** May the part be turned by any angle in a range? */
export function isFree(part: Part): bool {
  return changetype<usize>(part.free) !== 0;
}

/** The box that has been worked out last. */
const turnedBox = changetype<Box>(memory.data(offsetof<Box>()));

/**
 * The shape of a part in an orientation; null where it does not fit or is not allowed. One that is on no list is for
 * whoever asks of one sheet at a time.
 */
export function shapeFor(part: i32, orientation: i32): Shape {
  const owner = partAt(part);
  if (orientation >= NestGrid.FIRST) return turnedFor(owner, part, orientation);
  for (let i = 0; i < owner.shapeCount; i++) {
    if (shapeOf(owner, i).orientation === orientation) return shapeOf(owner, i);
  }
  return changetype<Shape>(0);
}

/** The shape on the part's list that is at an angle; null when there is none. */
export function listedAt(part: Part, angle: i32, mirrored: bool): Shape {
  for (let i = 0; i < part.shapeCount; i++) {
    const turn = orientationAt(shapeOf(part, i).orientation);
    if (turn.angle === <f64>angle && turn.mirror < 0 === mirrored) return shapeOf(part, i);
  }
  return changetype<Shape>(0);
}

/** The box of a shape that there is, until the next is asked for. */
export function boxFor(part: i32, orientation: i32): Box {
  const owner = partAt(part);
  if (orientation < NestGrid.FIRST) return shapeFor(part, orientation);
  turnHull(turnedBox, owner.free, orientationAt(orientation));
  return turnedBox;
}

function turnedFor(owner: Part, part: i32, orientation: i32): Shape {
  if (!isFree(owner) || !allowsAngle(owner.free, angleOf(orientation))) return changetype<Shape>(0);
  return keptShape(owner.free, part, orientation);
}

/** Length of the sheet along an axis (0: x, 1: y). */
export function sheetSize(axis: i32): f64 {
  return axis === 0 ? width : height;
}

/** Reads what the request says of the whole job, which must come before `readProblem`. */
export function openProblem(request: usize): void {
  seed = <u32>slot(request, NestRequestSlot.SEED);
  searchIndex = <i32>slot(request, NestRequestSlot.SEARCH);
  clearance = slot(request, NestRequestSlot.GAP);
  eroded = clearance < SMALL_GAP;
  contactGap = eroded ? clearance + 2 * EROSION : clearance;
  // Spikes are not eroded all the way, so where they meet less than twice the erosion is left between the rings.
  gap = eroded ? EROSION / 100 : contactGap - SLACK;
  openFree(contactGap, gap, clearance / 2);
  strip = slot(request, NestRequestSlot.STRIP) !== 0;
  tenacious = slot(request, NestRequestSlot.TENACIOUS) !== 0;
  remnantKind = <Remnant>slot(request, NestRequestSlot.REMNANT);
  mostSheets = <i32>slot(request, NestRequestSlot.MOST_SHEETS);
  leastSheets = <i32>slot(request, NestRequestSlot.LEAST_SHEETS);
  partCount = <i32>slot(request, NestRequestSlot.PARTS);
  obstacleCount = <i32>slot(request, NestRequestSlot.OBSTACLES);
  typeCount = <i32>slot(request, NestRequestSlot.TYPES);
  readTypes(request + ((<usize>NestRequestSlot.HEADER) << 3));
  const orientations = request + ((<usize>(NestRequestSlot.HEADER + typeCount * NestTypeSlot.LENGTH)) << 3);
  partRecords = reserveZeroed(<usize>(partCount + obstacleCount) * offsetof<Part>());
  const orientationCount = <usize>slot(request, NestRequestSlot.ORIENTATIONS);
  nextRecord = orientations + ((orientationCount * NestOrientationSlot.LENGTH) << 3);
  openOrientations(orientations);
  copyCount = 0;
  wantedCount = 0;
  levelCount = 1;
  widestContact = contactGap;
  mostRings = 1;
  rectangular = true;
}

/** Reads all parts and obstacles. */
export function readProblem(): void {
  const count = partCount + obstacleCount;
  for (let i = 0; i < count; i++) {
    nextRecord = measurePart(i, nextRecord);
    mostRings = max(mostRings, <i32>slot(partAt(i).record, NestPartSlot.RINGS));
    yieldNow();
  }
  usefulRings = reserveRawInts(mostRings);
  for (let i = 0; i < count; i++) {
    if (i < partCount) readPart(i);
    else buildObstacle(i);
    yieldNow();
  }
  openType(0);
}

/** A better proof of how many sheets are needed. */
export function raiseLeastSheets(sheets: i32): void {
  leastSheets = max(leastSheets, sheets);
}

function readTypes(table: usize): void {
  typeRecords = reserve(<usize>typeCount * offsetof<SheetType>());
  let obstacle = partCount;
  for (let i = 0; i < typeCount; i++) {
    const at = table + ((<usize>(i * NestTypeSlot.LENGTH)) << 3);
    const type = typeAt(i);
    type.right = slot(at, NestTypeSlot.RIGHT);
    type.top = slot(at, NestTypeSlot.TOP);
    // The parts of a strip, beside those that lie on it for good, come part by part.
    type.width = strip ? type.right : slot(at, NestTypeSlot.WIDTH);
    type.height = slot(at, NestTypeSlot.HEIGHT);
    type.cost = slot(at, NestTypeSlot.COST);
    type.quantity = <i32>slot(at, NestTypeSlot.QUANTITY);
    type.free = slot(at, NestTypeSlot.FREE) !== 0;
    type.firstObstacle = obstacle;
    type.obstacleCount = <i32>slot(at, NestTypeSlot.OBSTACLES);
    obstacle += type.obstacleCount;
  }
}

function readPart(index: i32): void {
  buildPart(index);
  const part = partAt(index);
  copyCount += part.quantity;
  wantedCount += <i32>slot(part.record, NestPartSlot.QUANTITY);
  levelCount = max(levelCount, part.level + 1);
  // A strip never needs to be longer than all parts in a row.
  if (strip) typeAt(0).width += <f64>part.quantity * (part.diameter + clearance);
}

/** An obstacle is a part that lies where it is; nearer than its own clearance nothing may come. */
function buildObstacle(index: i32): void {
  const part = partAt(index);
  const distance = slot(part.record, NestPartSlot.CLEARANCE);
  part.shapes = reserveShapes(1);
  part.shapeCount = 1;
  rectangular = false;
  const depths: f64 = eroded ? 1 : distance < SMALL_GAP ? 2 : 0;
  const list = part.record + ((<usize>NestPartSlot.HEADER) << 3);
  const shape = buildShape(index, <i32>slot(list, 0), usefulRings, keepUsefulHoles(part), depths * EROSION);
  shape.contact = depths > 0 ? distance + 2 * EROSION : distance;
  shape.gap = shape.contact - SLACK;
  widestContact = max(widestContact, shape.contact);
  part.shapes[0] = shape;
}

function slot(at: usize, index: i32): f64 {
  return changetype<Numbers>(at)[index];
}

/** Reads what one part record says about its exterior and returns the address behind the record. */
function measurePart(index: i32, at: usize): usize {
  const part = partAt(index);
  part.record = at;
  part.level = <i32>slot(at, NestPartSlot.LEVEL);
  const ringCount = <i32>slot(at, NestPartSlot.RINGS);
  const rings = ringsOf(at);
  part.exteriorArea = ringArea(pointsOf(rings), pointCount(rings));
  measureRing(rings);
  part.hullArea = hull.area;
  part.diameter = hull.diameter;
  part.root = Math.sqrt(Math.sqrt(part.hullArea));
  part.area = 0;
  let end = rings;
  for (let r = 0; r < ringCount; r++) {
    part.area += ringArea(pointsOf(end), pointCount(end));
    end = endOfRing(end);
  }
  return end;
}

/** The exterior of a part as it was given: a ring of the request. */
export function outlineOf(part: Part): usize {
  return ringsOf(part.record);
}

/** Address of the first ring of a part record. */
function ringsOf(record: usize): usize {
  const numbers = <i32>slot(record, NestPartSlot.ORIENTATIONS) + 2 * <i32>slot(record, NestPartSlot.RANGES);
  return record + ((<usize>(NestPartSlot.HEADER + numbers)) << 3);
}

/** Measures the hull of a ring; the memory that takes is given back. */
function measureRing(ring: usize): void {
  const points = pointCount(ring);
  const scratch = mark();
  const sorted = reserve(<usize>points * POINT_BYTES);
  measureHull(pointsOf(ring), points, sorted, reserve(2 * <usize>(points + 2) * POINT_BYTES));
  release(scratch);
}

/** Builds the shapes of a part in the orientations in which it fits the sheet. */
function buildPart(index: i32): void {
  const part = partAt(index);
  const list = part.record + ((<usize>NestPartSlot.HEADER) << 3);
  const orientationCount = <i32>slot(part.record, NestPartSlot.ORIENTATIONS);
  const ringCount = keepUsefulHoles(part);
  part.shapes = reserveShapes(orientationCount);
  for (let i = 0; i < orientationCount; i++) {
    const shape = buildShape(index, <i32>slot(list, i), usefulRings, ringCount, eroded ? EROSION : 0);
    shape.contact = contactGap;
    shape.gap = gap;
    if (i === 0) {
      part.length = max(shape.maxX - shape.minX, shape.maxY - shape.minY);
      part.boxArea = (shape.maxX - shape.minX) * (shape.maxY - shape.minY);
    }
    if (!fitsSomeSheet(shape)) continue;
    part.shapes[part.shapeCount++] = shape;
    if (isRight(shape.orientation) && part.rightCount === part.shapeCount - 1) part.rightCount++;
  }
  if (part.rightCount === 0) part.rightCount = part.shapeCount;
  if (part.shapeCount > 0) openRanges(part, list, orientationCount, ringCount);
  if (ringCount > 1 || part.boxArea - part.exteriorArea > 1e-9 * part.boxArea) rectangular = false;
  if (part.shapeCount > 0) part.quantity = <i32>slot(part.record, NestPartSlot.QUANTITY);
}

/** Reads between what angles the part may be turned, if any. */
function openRanges(part: Part, list: usize, orientationCount: i32, ringCount: i32): void {
  const count = <i32>slot(part.record, NestPartSlot.RANGES);
  if (count === 0) return;
  const ranges = changetype<Numbers>(list + ((<usize>orientationCount) << 3));
  part.free = openOutline(ranges, count, usefulRings, ringCount, eroded ? EROSION : 0);
  openKept(part.free, <i32>slot(part.record, NestPartSlot.QUANTITY));
}

/**
 * Lists the exterior and those holes in `usefulRings` into which some part may fit: it must not have more area nor a
 * larger diameter. Other holes are left out of the shapes, as if they were filled: nothing can lie in them.
 */
function keepUsefulHoles(part: Part): i32 {
  const ringCount = <i32>slot(part.record, NestPartSlot.RINGS);
  let ring = ringsOf(part.record);
  let kept = 0;
  for (let r = 0; r < ringCount; r++) {
    if (r === 0 || holeIsUseful(ring, -ringArea(pointsOf(ring), pointCount(ring))))
      usefulRings[kept++] = <i32>ring;
    ring = endOfRing(ring);
  }
  return kept;
}

function holeIsUseful(ring: usize, area: f64): bool {
  measureRing(ring);
  const diameter = hull.diameter;
  for (let i = 0; i < partCount; i++) {
    const part = partAt(i);
    // A part that fits without play may be larger by rounding.
    if (part.exteriorArea * (1 - 1e-9) <= area && part.diameter * (1 - 1e-9) <= diameter) return true;
  }
  return false;
}

function fitsSomeSheet(shape: Shape): bool {
  for (let i = 0; i < typeCount; i++) if (fitsType(shape, i)) return true;
  return false;
}

/** Does the shape fit the usable rectangle of a type? */
export function fitsType(shape: Shape, index: i32): bool {
  const type = typeAt(index);
  return (
    (strip || shape.maxX - shape.minX <= type.width + 2 * SLACK) &&
    shape.maxY - shape.minY <= type.height + 2 * SLACK
  );
}
