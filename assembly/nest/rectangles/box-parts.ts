/**
 * The job as bare rectangles: every part as its bounding box, in each orientation in which that is as good as any,
 * grown by the gap, and every type of sheet likewise. Boxes lie on a grid so fine that it loses nothing, in whole
 * numbers, so that every comparison is exact and what is cut to fit fits.
 *
 *     part w × h, gap g, usable sheet W × H    ->    box (w + g) × (h + g) on (W + g) × (H + g)
 */
import { Shape } from "../../geometry/shape";
import { reserve, reserveZeroed } from "../../memory";
import { Ints, Numbers, reserveInts, reserveNumbers, reserveRawNumbers } from "../../vector";
import { GRID, MOST_BOXES, NO_ROOM, SLACK, VARIANTS } from "../model/limits";
import {
  clearance,
  copyCount,
  isFree,
  mostSheets,
  partAt,
  partCount,
  shapeOf,
  typeAt,
  typeCount,
} from "../model/nest-problem";
import { PACKED_BOXES } from "../model/nest-tuning";
import { nestedCopies, openNested } from "./nested";

/** A part's box in one orientation. */
@unmanaged
export class Variant {
  /** In steps of the grid. */
  width: f64;
  height: f64;
  shape: Shape;
}

/** A part as a box. */
@unmanaged
export class BoxPart {
  /** Its variants are those of these numbers. */
  first: i32;
  count: i32;
  /** Copies that lie in no other part. */
  demand: i32;
  level: i32;
  /** Area of the smallest variant, in steps of the grid squared. */
  area: f64;
  /** It is a rectangle that lies along the axes in every variant, and in every orientation that is allowed. */
  exact: bool;
  upright: bool;
}

/** Every part is a rectangle along the axes in some orientation. */
export let allExact: bool = false;
/** And in every orientation that is allowed. */
export let allUpright: bool = false;
/** Share of the parts' area that rectangles have. */
export let exactShare: f64 = 0;
/** No box is narrower or lower. */
export let leastWidth: f64 = 0;
export let leastHeight: f64 = 0;

let boxes: usize = 0;
let variants: usize = 0;
export let boxedWidths: Numbers = changetype<Numbers>(0);
export let boxedHeights: Numbers = changetype<Numbers>(0);
/** Parts by rank, one list for each key. */
let orders: Ints = changetype<Ints>(0);

export function boxAt(part: i32): BoxPart {
  return changetype<BoxPart>(boxes + <usize>part * offsetof<BoxPart>());
}

export function variantAt(index: i32): Variant {
  return changetype<Variant>(variants + <usize>index * offsetof<Variant>());
}

/** Millimetres as steps of the grid. */
export function onGrid(length: f64): f64 {
  return Math.round(length / GRID);
}

/** A side of a part with its gap. */
export function boxedSide(length: f64): f64 {
  return onGrid(length + clearance);
}

/** Are there so many copies that a search among single boxes is hopeless? */
export function tooManyBoxes(): bool {
  return copyCount > MOST_BOXES;
}

/** False when they are too many to be packed even once: each is compared with what is free on all sheets. */
export function openBoxes(): bool {
  if (copyCount === 0 || (tooManyBoxes() && <f64>copyCount * sheetsTaken() > PACKED_BOXES)) return false;
  openNested();
  let shapes = 0;
  for (let i = 0; i < partCount; i++) shapes += min(VARIANTS, partAt(i).shapeCount);
  boxes = reserveZeroed(<usize>partCount * offsetof<BoxPart>());
  variants = reserve(<usize>(shapes + 1) * offsetof<Variant>());
  boxedWidths = reserveRawNumbers(typeCount);
  boxedHeights = reserveRawNumbers(typeCount);
  for (let i = 0; i < typeCount; i++) {
    boxedWidths[i] = boxedSide(typeAt(i).width + 2 * SLACK);
    boxedHeights[i] = boxedSide(typeAt(i).height + 2 * SLACK);
  }
  allExact = true;
  allUpright = true;
  leastWidth = Infinity;
  leastHeight = Infinity;
  let first = 0;
  let area = 0.0;
  let exactArea = 0.0;
  for (let i = 0; i < partCount; i++) {
    const box = boxAt(i);
    box.first = first;
    readBox(box, i);
    first += box.count;
    if (box.count === 0) continue;
    area += <f64>partAt(i).quantity * partAt(i).area;
    if (box.exact) exactArea += <f64>partAt(i).quantity * partAt(i).area;
    else allExact = false;
    if (!box.exact || !box.upright) allUpright = false;
  }
  exactShare = exactArea / area;
  openOrders();
  return true;
}

/** Sheets that the boxes take at least, but no more than there may be. */
function sheetsTaken(): f64 {
  let room = 0.0;
  for (let i = 0; i < typeCount; i++) room = max(room, typeAt(i).width * typeAt(i).height);
  let area = 0.0;
  for (let i = 0; i < partCount; i++) area += <f64>partAt(i).quantity * partAt(i).boxArea;
  return min(<f64>mostSheets, Math.ceil(area / room));
}

function readBox(box: BoxPart, index: i32): void {
  const part = partAt(index);
  box.demand = part.quantity - nestedCopies[index];
  box.level = part.level;
  box.area = Infinity;
  box.upright = !isFree(part);
  for (let k = 0; k < part.shapeCount; k++) {
    if (isRectangle(shapeOf(part, k), part.exteriorArea)) box.exact = true;
    else box.upright = false;
  }
  for (let k = 0; k < part.shapeCount; k++) {
    const shape = shapeOf(part, k);
    if (!box.exact || isRectangle(shape, part.exteriorArea)) addVariant(box, shape);
  }
  for (let v = 0; v < box.count; v++) {
    const variant = variantAt(box.first + v);
    box.area = min(box.area, variant.width * variant.height);
    leastWidth = min(leastWidth, variant.width);
    leastHeight = min(leastHeight, variant.height);
  }
}

function isRectangle(shape: Shape, area: f64): bool {
  const boxArea = (shape.maxX - shape.minX) * (shape.maxY - shape.minY);
  return shape.holeCount === 0 && boxArea - area <= 1e-9 * boxArea;
}

/** Adds the box of a shape unless another one lies within it. */
function addVariant(box: BoxPart, shape: Shape): void {
  const width = boxedSide(shape.maxX - shape.minX);
  const height = boxedSide(shape.maxY - shape.minY);
  let kept = 0;
  for (let v = 0; v < box.count; v++) {
    const other = variantAt(box.first + v);
    if (other.width <= width && other.height <= height) return;
    if (width <= other.width && height <= other.height) continue;
    if (kept < v)
      memory.copy(
        changetype<usize>(variantAt(box.first + kept)),
        changetype<usize>(other),
        offsetof<Variant>(),
      );
    kept++;
  }
  box.count = kept;
  if (kept === VARIANTS) return;
  const variant = variantAt(box.first + kept);
  variant.width = width;
  variant.height = height;
  variant.shape = shape;
  box.count++;
}

/** Where a shape is placed whose box has its lower corner there. */
export function placeX(variant: Variant, x: f64): f64 {
  return x * GRID - variant.shape.minX;
}

export function placeY(variant: Variant, y: f64): f64 {
  return y * GRID - variant.shape.minY;
}

/** Do the boxes fill as many sheets as they need at least, but for next to nothing? */
export function fillsSheets(): bool {
  if (!allUpright || typeCount > 1 || typeAt(0).obstacleCount > 0) return false;
  const share = boxedArea() / (boxedWidths[0] * boxedHeights[0]);
  return share > (1 - NO_ROOM) * Math.ceil(share - NO_ROOM);
}

/** May a part go into the hole of another? Boxes know nothing of holes. */
export function holesTake(): bool {
  let largest = 0.0;
  let least = Infinity;
  for (let i = 0; i < partCount; i++) {
    largest = max(largest, partAt(i).exteriorArea - partAt(i).area);
    least = min(least, partAt(i).exteriorArea);
  }
  return largest > least;
}

export function boxedArea(): f64 {
  let area = 0.0;
  for (let i = 0; i < partCount; i++) area += <f64>boxAt(i).demand * boxAt(i).area;
  return area;
}

/** Boxes by falling key and, before that, by level. */
export enum BoxKey {
  AREA = 0,
  PERIMETER = 1,
  SHORT_SIDE = 2,
  LONG_SIDE = 3,
  COUNT = 4,
}

function openOrders(): void {
  orders = reserveInts(BoxKey.COUNT * partCount);
  const keys = reserveNumbers(partCount);
  for (let key: i32 = 0; key < BoxKey.COUNT; key++) {
    for (let i = 0; i < partCount; i++) {
      keys[i] = keyOf(boxAt(i), key);
      orders[key * partCount + i] = i;
    }
    sortParts(key * partCount, keys);
  }
}

/** The part at a rank of an order. */
export function rankedPart(key: BoxKey, rank: i32): i32 {
  return orders[key * partCount + rank];
}

function keyOf(box: BoxPart, key: BoxKey): f64 {
  if (box.count === 0) return -1;
  const variant = variantAt(box.first);
  if (key === BoxKey.AREA) return variant.width * variant.height;
  if (key === BoxKey.PERIMETER) return variant.width + variant.height;
  if (key === BoxKey.SHORT_SIDE) return min(variant.width, variant.height);
  return max(variant.width, variant.height);
}

/** Shell sort of the list that begins at `start`: by level, then by falling key, then as in the request. */
function sortParts(start: i32, keys: Numbers): void {
  let stride = 1;
  while (stride < partCount / 3) stride = 3 * stride + 1;
  for (; stride > 0; stride /= 3) {
    for (let i = stride; i < partCount; i++) {
      const part = orders[start + i];
      let j = i;
      for (; j >= stride && comesBefore(part, orders[start + j - stride], keys); j -= stride)
        orders[start + j] = orders[start + j - stride];
      orders[start + j] = part;
    }
  }
}

function comesBefore(a: i32, b: i32, keys: Numbers): bool {
  if (partAt(a).level !== partAt(b).level) return partAt(a).level < partAt(b).level;
  return keys[a] !== keys[b] ? keys[a] > keys[b] : a < b;
}
