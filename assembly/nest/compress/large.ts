/**
 * Large parts first: how many of them share a sheet decides how many sheets a job takes, and a construction that lays
 * one after the other does not see that two more degrees on the first make room for a third. So they alone are separated
 * on fewer sheets than the incumbent has, drawn together towards one end, and all others are constructed around them.
 */
import { reserve } from "../../memory";
import { randomIndex, randomUnit } from "../../random";
import { workSpent } from "../../work";
import { beginPlan, bestSheets, sendDraft } from "../layout/nest-incumbent";
import { sheetsAtLeast } from "../layout/sheet-bound";
import { isLeft } from "../model/go-on";
import { GROUP_SHEETS, LARGE_MOST } from "../model/limits";
import {
  copyCount,
  height,
  openType,
  Part,
  partAt,
  partCount,
  shapeOf,
  sheetSize,
  strip,
  typeAt,
  typeCount,
  width,
} from "../model/nest-problem";
import {
  EXPLORE_STALLS,
  LARGE_AREA,
  LARGE_COVER,
  LARGE_GROWTH,
  LARGE_LENGTH,
  LARGE_SHRINK,
  LARGE_TRIES,
  LARGE_WORK,
} from "../model/nest-tuning";
import { separate } from "../separate/separate";
import {
  addItem,
  cellCount,
  cellPitch,
  priceAnew,
  restoreItems,
  saveItems,
  sizeCell,
  snapshotBytes,
} from "../separate/state";
import { addCell, leastExtent, openCells } from "./group";

let tries: i32 = 0;
let axis: i32 = 0;
/** Hull area of the least large part. */
let floor: f64 = 0;
/** The layout that was valid last. */
let best: usize = 0;
/** Extent of all cells along the axis. */
let length: f64 = 0;
/** Work done when the running try is to be over. */
let until: f64 = 0;

export function openLarge(): void {
  tries = 0;
  best = reserve(snapshotBytes());
}

/**
 * Is it worth to lay the large parts along an axis on as few sheets as the bound allows, fewer than the incumbent has? Not
 * where that is pointless, has been tried often enough, or once and is not to be tried `again`.
 */
export function beginLarge(again: bool, along: i32): bool {
  if (tries >= LARGE_TRIES || (tries > 0 && !again)) return false;
  if (strip || typeCount > 1 || typeAt(0).obstacleCount > 0) return false;
  if (max(sheetsAtLeast(), 1) >= bestSheets() || !findLarge()) return false;
  const cells = max(sheetsAtLeast(), largeSheets());
  if (cells >= bestSheets() || cells > GROUP_SHEETS) return false;
  tries++;
  axis = along;
  until = workSpent() * (1 + LARGE_WORK);
  scatter(cells);
  return true;
}

/** Has the running try had its share of the work? */
export function largeHadEnough(): bool {
  return workSpent() >= until;
}

/** Separates the large parts, on more and more sheets until that succeeds, then closer and closer together. */
export function separateLarge(): bool {
  let found = false;
  while (true) {
    if (separate(EXPLORE_STALLS, 1)) {
      found = true;
      saveItems(best);
      if (!drawTogether()) return true;
    } else {
      if (found || isLeft() || largeHadEnough()) return found;
      if (cellCount + 1 >= bestSheets() || cellCount === GROUP_SHEETS) return false;
      scatter(cellCount + 1);
    }
  }
}

/** Puts the sheets with what lies on them into the inbox. */
export function sendLarge(): void {
  restoreItems(best);
  beginPlan();
  for (let cell = 0; cell < cellCount; cell++) addCell(cell);
  sendDraft();
}

/** Settles which parts are large: as many as are few enough; false where that is none, or all. */
function findLarge(): bool {
  openType(0);
  for (floor = LARGE_AREA * width * height; floor < width * height; floor *= LARGE_GROWTH) {
    const count = largeCopies();
    if (count < 2 || count === copyCount) return false;
    if (count <= LARGE_MOST) return true;
  }
  return false;
}

/** Sheets that they take at least as a rule when none lies in a hole of another, where hardly any would find its way. */
function largeSheets(): i32 {
  let area = 0.0;
  for (let i = 0; i < partCount; i++) {
    const part = partAt(i);
    if (isLarge(part)) area += <f64>part.quantity * part.exteriorArea;
  }
  return <i32>Math.ceil(area / (LARGE_COVER * width * height));
}

function largeCopies(): i32 {
  let count = 0;
  for (let i = 0; i < partCount; i++) if (isLarge(partAt(i))) count += partAt(i).quantity;
  return count;
}

/** Does it take up much of a sheet, or reach far across one? */
function isLarge(part: Part): bool {
  return part.hullArea > floor || part.diameter > LARGE_LENGTH * max(width, height);
}

/** Puts all large parts anywhere on so many sheets. */
function scatter(cells: i32): void {
  openCells(cells);
  length = sheetSize(axis);
  for (let i = 0; i < partCount; i++) {
    const part = partAt(i);
    for (let copy = 0; isLarge(part) && copy < part.quantity; copy++) {
      const shape = shapeOf(part, <i32>randomIndex(part.shapeCount));
      const left = <f64>randomIndex(cells) * cellPitch;
      const x = (width - shape.maxX + shape.minX) * randomUnit() - shape.minX;
      const y = (height - shape.maxY + shape.minY) * randomUnit() - shape.minY;
      addItem(shape, left + x, y);
    }
  }
  priceAnew();
}

/** Makes all sheets shorter; false when a part would not fit any more. */
function drawTogether(): bool {
  length *= 1 - LARGE_SHRINK;
  for (let i = 0; i < partCount; i++) {
    if (isLarge(partAt(i)) && leastExtent(partAt(i), axis) > length) return false;
  }
  for (let cell = 0; cell < cellCount; cell++)
    sizeCell(cell, axis === 0 ? length : width, axis === 0 ? height : length);
  priceAnew();
  return true;
}
