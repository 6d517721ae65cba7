/**
 * The lower bound of every layout's score: sheets by area and by what is proven elsewhere, with the least share of the last one;
 * and whether the best layout might have a sheet less.
 */

import { LEAST_GAIN } from "../model/limits";
import {
  clearance,
  copyCount,
  height,
  leastSheets,
  obstacleCount,
  partAt,
  partCount,
  priceOf,
  shapeOf,
  strip,
  typeCount,
  width,
} from "../model/nest-problem";
import { bestPlaced, bestScore, firstRecord, recordCount } from "./nest-incumbent";
import { recordCopies, recordType } from "./nest-plan";

/** The bound as far as it is known. */
export let scoreBound: f64 = 0;

/** Works the bound out anew from what is proven now. */
export function updateBound(): void {
  scoreBound = boundByArea();
}

/**
 * Parts grown by half the gap do not overlap and lie in the sheet grown likewise;
 * a grown part has at least the area of a grown disc of the part's area (Brunn and Minkowski).
 */
function boundByArea(): f64 {
  if (copyCount === 0) return Infinity;
  if (typeCount > 1 || obstacleCount > 0) return -Infinity;
  const r = clearance / 2;
  let grown = 0.0;
  for (let i = 0; i < partCount; i++) {
    const side = Math.sqrt(partAt(i).area) + Math.sqrt(Math.PI) * r;
    grown += <f64>partAt(i).quantity * side * side;
  }
  if (strip) return 1 + max(0.0, grown / (height + 2 * r) - 2 * r) + 1e-9;
  const share = grown / ((width + 2 * r) * (height + 2 * r));
  const full = Math.ceil(share - 1e-9) - 1;
  const rest = share - full;
  const across = (rest * (width + 2 * r) - 2 * r) / width;
  const up = (rest * (height + 2 * r) - 2 * r) / height;
  const byArea = full + max(0.0, min(across, up));
  return max(byArea, <f64>(leastSheets - 1) + leastShare()) + 1e-9;
}

/** Share of a sheet, along one side, that no part comes below. */
function leastShare(): f64 {
  let least = 1.0;
  for (let i = 0; i < partCount; i++) {
    for (let k = 0; k < partAt(i).shapeCount; k++) {
      const shape = shapeOf(partAt(i), k);
      least = min(least, min((shape.maxX - shape.minX) / width, (shape.maxY - shape.minY) / height));
    }
  }
  return least;
}

/** Might there be a layout of all parts that takes a sheet less or a cheaper one? */
export function sheetInReach(): bool {
  if (strip || bestPlaced() < copyCount || isLeast()) return false;
  return Math.ceil(bestScore()) > <f64>sheetsAtLeast();
}

/** Sheets that a layout of all parts takes at least, as far as is known. */
export function sheetsAtLeast(): i32 {
  return <i32>Math.ceil(scoreBound - LEAST_GAIN);
}

/** Is it one sheet, and no other cheaper? */
function isLeast(): bool {
  if (recordCount() !== 1 || recordCopies(firstRecord()) > 1) return false;
  for (let i = 0; i < typeCount; i++) if (priceOf(i) < priceOf(recordType(firstRecord()))) return false;
  return true;
}
