/**
 * The remnant of a sheet, in one piece: the strip beyond all that lies on it, on the right, at the top or the larger of
 * both, or the largest rectangle wherever it is, clear of the boxes of parts and obstacles by the gap.
 *
 * The rectangle: every left side that could be its own, that of the sheet or a right side of a box, is swept to the
 * right; what is free between bottom and top falls apart at every box that is met (after A. Naamad, D. Lee, W. Hsu,
 * 1984, with the left side for the anchor).
 */
import { Box } from "../../geometry/records";
import { Remnant } from "../../layout";
import { Numbers, reserveNumbers } from "../../vector";
import { spend } from "../../work";
import { REMNANT_BOXES } from "../model/limits";
import {
  clearance,
  copyCount,
  obstacleCount,
  partAt,
  remnantKind,
  SheetType,
  shapeOf,
  typeAt,
  typeCount,
} from "../model/nest-problem";
import { REMNANT_STRIP } from "../model/nest-tuning";

const SIDES: i32 = 4;

/** Boxes by their left side: left, right, bottom, top. */
let boxes: Numbers = changetype<Numbers>(0);
let boxCount: i32 = 0;
/** Free between bottom and top of the sweep, two numbers each. */
let free: Numbers = changetype<Numbers>(0);
let freeCount: i32 = 0;
let most: i32 = 0;
let largest: f64 = 0;

export function openRemnants(): void {
  if (remnantKind !== Remnant.LARGEST) return;
  most = min(REMNANT_BOXES, copyCount) + obstacleCount;
  boxes = reserveNumbers(SIDES * most);
  free = reserveNumbers(4 * most + 4);
}

/** Share of a sheet that is left as one rectangle when so much is used, in sheets of the first type. */
export function roomShare(type: SheetType, right: f64, top: f64, boxed: bool): f64 {
  const beyond = stripShare(type, right, top);
  const share = boxed ? rectangleShare(type, beyond) : beyond;
  return typeCount === 1 ? share : (share * type.width * type.height) / (typeAt(0).width * typeAt(0).height);
}

/** Share of a sheet that is a strip beyond what is used. */
function stripShare(type: SheetType, right: f64, top: f64): f64 {
  const beside = 1 - right / type.width;
  const above = 1 - top / type.height;
  if (remnantKind === Remnant.RIGHT) return beside;
  return remnantKind === Remnant.TOP ? above : max(beside, above);
}

/** Begins a sheet; true when the boxes on it are asked for. */
export function beginRemnant(type: SheetType, size: i32): bool {
  if (remnantKind !== Remnant.LARGEST || size + type.obstacleCount > most) return false;
  boxCount = 0;
  for (let k = 0; k < type.obstacleCount; k++) {
    const shape = shapeOf(partAt(type.firstObstacle + k), 0);
    addBox(shape.minX, shape.maxX, shape.minY, shape.maxY);
  }
  return true;
}

/** A part lies there on the sheet. */
export function meetPart(box: Box, x: f64, y: f64): void {
  addBox(x + box.minX, x + box.maxX, y + box.minY, y + box.maxY);
}

function addBox(left: f64, right: f64, bottom: f64, top: f64): void {
  let to = boxCount++;
  for (; to > 0 && boxes[SIDES * (to - 1)] > left - clearance; to--)
    for (let k = 0; k < SIDES; k++) boxes[SIDES * to + k] = boxes[SIDES * (to - 1) + k];
  boxes[SIDES * to] = left - clearance;
  boxes[SIDES * to + 1] = right + clearance;
  boxes[SIDES * to + 2] = bottom - clearance;
  boxes[SIDES * to + 3] = top + clearance;
}

/** Share of the sheet that is the largest rectangle; a strip counts a little, so that there is always a way. */
function rectangleShare(type: SheetType, strip: f64): f64 {
  largest = 0;
  sweepFrom(0, type);
  for (let i = 0; i < boxCount; i++) sweepFrom(boxes[SIDES * i + 1], type);
  const share = largest / (type.width * type.height);
  return (1 - REMNANT_STRIP) * share + REMNANT_STRIP * strip;
}

/** Rectangles whose left side is there. */
function sweepFrom(left: f64, type: SheetType): void {
  if ((type.width - left) * type.height <= largest) return;
  free[0] = 0;
  free[1] = type.height;
  freeCount = 1;
  for (let i = 0; i < boxCount && freeCount > 0; i++) {
    if (boxes[SIDES * i + 1] <= left) continue;
    meetBox(i, left, type.width - left);
  }
  spend(<f64>boxCount);
  for (let k = 0; k < freeCount; k++) measure(k, type.width - left);
}

function measure(index: i32, width: f64): void {
  largest = max(largest, width * (free[2 * index + 1] - free[2 * index]));
}

/** Takes a box out of what is free; what is too low for a larger rectangle, however wide, is forgotten. */
function meetBox(index: i32, left: f64, widest: f64): void {
  const bottom = boxes[SIDES * index + 2];
  const top = boxes[SIDES * index + 3];
  const width = max(0, boxes[SIDES * index] - left);
  const count = freeCount;
  for (let k = count - 1; k >= 0; k--) {
    const from = free[2 * k];
    const to = free[2 * k + 1];
    if (from >= top || to <= bottom) continue;
    measure(k, width);
    freeCount--;
    free[2 * k] = free[2 * freeCount];
    free[2 * k + 1] = free[2 * freeCount + 1];
    addFree(from, bottom, widest);
    addFree(top, to, widest);
  }
}

function addFree(from: f64, to: f64, widest: f64): void {
  if ((to - from) * widest <= largest) return;
  free[2 * freeCount] = from;
  free[2 * freeCount + 1] = to;
  freeCount++;
}
