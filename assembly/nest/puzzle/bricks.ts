/**
 * A job of rectangles that fill their sheets to the brim, in whole numbers: sides in the largest unit that measures
 * them all, gaps included.
 */
import { reserve } from "../../memory";
import { clearSheet, place } from "../layout/laid-sheet";
import { addSheet, beginPlan, endPlan } from "../layout/nest-incumbent";
import { EXACT_PIECES, EXACT_SIDE } from "../model/limits";
import {
  copyCount,
  mostSheets,
  obstacleCount,
  openType,
  partCount,
  strip,
  typeAt,
  typeCount,
} from "../model/nest-problem";
import {
  allUpright,
  BoxPart,
  boxAt,
  boxedArea,
  boxedSide,
  placeX,
  placeY,
  variantAt,
} from "../rectangles/box-parts";

/** A part. */
@unmanaged
export class Brick {
  width: i32;
  height: i32;
  count: i32;
  /** It may also stand on end. */
  turns: bool;
}

/** A copy of a part in a solution. */
@unmanaged
export class LaidBrick {
  brick: i32;
  turned: bool;
  sheet: i32;
  x: i32;
  y: i32;
}

let bricks: usize = 0;
let laidBricks: usize = 0;
let laidCount: i32 = 0;
export let wallWidth: i32 = 0;
export let wallHeight: i32 = 0;
/** Length of a unit in steps of the boxes' grid. */
let unitLength: f64 = 0;

export function brickAt(index: i32): Brick {
  return changetype<Brick>(bricks + <usize>index * offsetof<Brick>());
}

export function laidAt(index: i32): LaidBrick {
  return changetype<LaidBrick>(laidBricks + <usize>index * offsetof<LaidBrick>());
}

/** Reads the boxes; false when they leave something of their sheets, or are no job for an exact search. */
export function openBricks(): bool {
  if (!allUpright || strip || typeCount > 1 || obstacleCount > 0 || copyCount > EXACT_PIECES) return false;
  const width = boxedSide(typeAt(0).width);
  const height = boxedSide(typeAt(0).height);
  const sheets = Math.round(boxedArea() / (width * height));
  if (sheets < 1 || sheets > <f64>mostSheets) return false;
  let unit = commonMeasure(width, height);
  for (let i = 0; i < partCount; i++) {
    const box = boxAt(i);
    if (box.count === 0) continue;
    unit = commonMeasure(unit, variantAt(box.first).width);
    unit = commonMeasure(unit, variantAt(box.first).height);
  }
  if (width / unit > EXACT_SIDE || height / unit > EXACT_SIDE) return false;
  unitLength = unit;
  wallWidth = <i32>(width / unit);
  wallHeight = <i32>(height / unit);
  bricks = reserve(<usize>partCount * offsetof<Brick>());
  laidBricks = reserve(<usize>copyCount * offsetof<LaidBrick>());
  let area: i64 = 0;
  for (let i = 0; i < partCount; i++) {
    readBrick(brickAt(i), boxAt(i));
    area += <i64>brickAt(i).count * <i64>brickAt(i).width * <i64>brickAt(i).height;
  }
  return area === <i64>sheets * <i64>wallWidth * <i64>wallHeight;
}

function readBrick(brick: Brick, box: BoxPart): void {
  brick.count = box.count > 0 ? box.demand : 0;
  brick.turns = box.count > 1;
  brick.width = 0;
  brick.height = 0;
  if (box.count === 0) return;
  brick.width = <i32>(variantAt(box.first).width / unitLength);
  brick.height = <i32>(variantAt(box.first).height / unitLength);
}

/** Euclid's algorithm, on whole numbers. */
export function commonMeasure(a: f64, b: f64): f64 {
  while (b > 0) {
    const rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

export function clearLaid(): void {
  laidCount = 0;
}

export function layBrick(brick: i32, turned: bool, sheet: i32, x: i32, y: i32): void {
  const laid = laidAt(laidCount++);
  laid.brick = brick;
  laid.turned = turned;
  laid.sheet = sheet;
  laid.x = x;
  laid.y = y;
}

/** Offers what is laid to the incumbent. */
export function draftLaid(): bool {
  beginPlan();
  openType(0);
  for (let sheet = 0, drafted = 0; drafted < laidCount; sheet++) {
    clearSheet();
    for (let i = 0; i < laidCount; i++) {
      const laid = laidAt(i);
      if (laid.sheet !== sheet) continue;
      const variant = variantAt(boxAt(laid.brick).first + (laid.turned ? 1 : 0));
      place(
        variant.shape,
        placeX(variant, <f64>laid.x * unitLength),
        placeY(variant, <f64>laid.y * unitLength),
      );
      drafted++;
    }
    addSheet(1);
  }
  return endPlan();
}
