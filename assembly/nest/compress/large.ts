/**
 * Large parts first: how many of them share a sheet decides how many sheets a job takes, and a construction that lays
 * one after the other does not see that two more degrees on the first make room for a third. So they alone are separated
 * on fewer sheets than the incumbent has, drawn together towards one end, and all others are constructed around them.
 */
import { maxOf, minOf } from "../../geometry/shape";
import { reserve } from "../../memory";
import { randomIndex, randomUnit } from "../../random";
import { workSpent } from "../../work";
import { sheetsAtLeast } from "../layout/bound";
import { beginPlan, bestSheets, sendDraft } from "../layout/incumbent";
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
} from "../model/problem";
import {
  EXPLORE_STALLS,
  GROUP_SHEETS,
  LARGE_AREA,
  LARGE_COVER,
  LARGE_GROWTH,
  LARGE_LENGTH,
  LARGE_MOST,
  LARGE_SHRINK,
  LARGE_TRIES,
  LARGE_WORK,
} from "../model/tuning";
import { beginSeparation, Separation, separateStep } from "../separate/separate";
import {
  addItem,
  cellCount,
  cellPitch,
  priceAll,
  restoreItems,
  saveItems,
  size,
  sizeCell,
  snapshotBytes,
} from "../separate/state";
import { resetWeights } from "../separate/weights";
import { addCell, openCells } from "./group";

/** What is kept here between two steps. */
@unmanaged
class State {
  tries: i32;
  axis: i32;
  /** Hull area of the least large part. */
  floor: f64;
  /** The layout that was valid last; 0 until there is one. */
  best: usize;
  found: bool;
  /** Extent of all cells along the axis. */
  length: f64;
  /** Work done when the running try is to be over. */
  until: f64;
}
const state = changetype<State>(memory.data(offsetof<State>()));

export function openLarge(): void {
  state.tries = 0;
  state.best = reserve(snapshotBytes());
}

/**
 * Begins to lay the large parts along an axis on as few sheets as the bound allows, fewer than the incumbent has; false
 * where that is pointless, has been tried often enough, or once and is not to be tried `again`.
 */
export function beginLarge(again: bool, axis: i32): bool {
  if (state.tries >= LARGE_TRIES || (state.tries > 0 && !again)) return false;
  if (strip || typeCount > 1 || typeAt(0).obstacleCount > 0) return false;
  if (max(sheetsAtLeast(), 1) >= bestSheets() || !findLarge()) return false;
  const cells = max(sheetsAtLeast(), largeSheets());
  if (cells >= bestSheets() || cells > GROUP_SHEETS) return false;
  state.tries++;
  state.axis = axis;
  state.until = workSpent() * (1 + LARGE_WORK);
  scatter(cells);
  return true;
}

/** One move of one item; true when the try is over. */
export function largeStep(): bool {
  const separation = separateStep();
  if (separation === Separation.RUNNING && workSpent() < state.until) return false;
  if (separation === Separation.VALID) {
    state.found = true;
    saveItems(state.best);
    return !drawTogether();
  }
  if (state.found || workSpent() >= state.until) return true;
  if (cellCount + 1 >= bestSheets() || cellCount === GROUP_SHEETS) return true;
  scatter(cellCount + 1);
  return false;
}

/** Puts the sheets with what lies on them into the inbox; false when the try has failed. */
export function sendLarge(): bool {
  if (!state.found) return false;
  restoreItems(state.best);
  beginPlan();
  for (let cell = 0; cell < cellCount; cell++) addCell(cell);
  sendDraft();
  return true;
}

/** Settles which parts are large: as many as are few enough; false where that is none, or all. */
function findLarge(): bool {
  openType(0);
  for (state.floor = LARGE_AREA * width * height; state.floor < width * height; state.floor *= LARGE_GROWTH) {
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
  return part.hullArea > state.floor || part.diameter > LARGE_LENGTH * max(width, height);
}

/** Puts all large parts anywhere on so many sheets. */
function scatter(cells: i32): void {
  openCells(cells);
  state.found = false;
  state.length = sheetSize(state.axis);
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
  separate();
}

/** Makes all sheets shorter; false when a part would not fit any more. */
function drawTogether(): bool {
  state.length *= 1 - LARGE_SHRINK;
  for (let i = 0; i < partCount; i++) {
    if (isLarge(partAt(i)) && leastExtent(partAt(i)) > state.length) return false;
  }
  for (let cell = 0; cell < cellCount; cell++)
    sizeCell(cell, state.axis === 0 ? state.length : width, state.axis === 0 ? height : state.length);
  separate();
  return true;
}

function leastExtent(part: Part): f64 {
  let least = Infinity;
  for (let k = 0; k < part.shapeCount; k++) {
    least = min(least, maxOf(shapeOf(part, k), state.axis) - minOf(shapeOf(part, k), state.axis));
  }
  return least;
}

function separate(): void {
  resetWeights(size);
  priceAll();
  beginSeparation(EXPLORE_STALLS, 1);
}
