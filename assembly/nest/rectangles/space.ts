/**
 * Free space of a sheet: all maximal free rectangles (J. Jylänki, A Thousand Ways to Pack the Bin, 2010). They
 * overlap; each touches something on all four sides. What is put on the sheet takes its room out of every one.
 */

import { reserve } from "../../memory";
import { Ints, reserveRawInts } from "../../vector";
import { spend } from "../../work";
import { CARVE_WORK, FREE_MOST } from "../model/limits";
import { leastHeight, leastWidth } from "./box-parts";

@unmanaged
export class Rect {
  minX: f64;
  minY: f64;
  maxX: f64;
  maxY: f64;
}

/** Followed by its rectangles. */
@unmanaged
export class Space {
  /** Widest of all rectangles, one by one. */
  widest: f64;
  tallest: f64;
  count: i32;
}

const HEAD: usize = 24;
const RECT: usize = 32;
export const SPACE_BYTES: usize = HEAD + <usize>FREE_MOST * RECT;

/** Where a piece lies of what has been taken out. */
enum SpaceSide {
  LEFT = 0,
  RIGHT = 1,
  LOW = 2,
  HIGH = 3,
}
const SIDES: i32 = 4;

/** Pieces of the rectangles that were cut last, and the side of each. */
let pieces: usize = 0;
let sides: Ints = changetype<Ints>(0);
let pieceCount: i32 = 0;
/** By side, and how many: the pieces there, and the rectangles that were not cut and end there. */
let cut: Ints = changetype<Ints>(0);
let cutCounts: Ints = changetype<Ints>(0);
let beside: Ints = changetype<Ints>(0);
let besideCounts: Ints = changetype<Ints>(0);
/** The smallest rectangle of a full list; -1 where it is not known. */
let smallestRect: i32 = 0;

export function openSpaces(): void {
  pieces = reserve(<usize>(4 * FREE_MOST) * RECT);
  sides = reserveRawInts(4 * FREE_MOST);
  cut = reserveRawInts(SIDES * FREE_MOST);
  cutCounts = reserveRawInts(SIDES);
  beside = reserveRawInts(SIDES * FREE_MOST);
  besideCounts = reserveRawInts(SIDES);
}

export function rectAt(space: Space, index: i32): Rect {
  return changetype<Rect>(changetype<usize>(space) + HEAD + <usize>index * RECT);
}

function pieceAt(index: i32): Rect {
  return changetype<Rect>(pieces + <usize>index * RECT);
}

export function copySpace(to: Space, from: Space): void {
  memory.copy(changetype<usize>(to), changetype<usize>(from), HEAD + <usize>from.count * RECT);
}

/** All of a sheet is free. */
export function clearSpace(space: Space, width: f64, height: f64): void {
  space.count = width < leastWidth || height < leastHeight ? 0 : 1;
  setRect(rectAt(space, 0), 0, 0, width, height);
  measure(space);
}

export function dropRect(space: Space, index: i32): void {
  space.count--;
  if (index < space.count) copyRect(rectAt(space, index), rectAt(space, space.count));
  measure(space);
}

function setRect(rect: Rect, minX: f64, minY: f64, maxX: f64, maxY: f64): void {
  rect.minX = minX;
  rect.minY = minY;
  rect.maxX = maxX;
  rect.maxY = maxY;
}

/** A copy of memory would be a call. */
function copyRect(to: Rect, from: Rect): void {
  setRect(to, from.minX, from.minY, from.maxX, from.maxY);
}

/** Takes a rectangle out of what is free. */
export function carve(space: Space, minX: f64, minY: f64, maxX: f64, maxY: f64): void {
  const count = space.count;
  let kept = 0;
  pieceCount = 0;
  for (let side: i32 = 0; side < SIDES; side++) {
    cutCounts[side] = 0;
    besideCounts[side] = 0;
  }
  spend(<f64>count * CARVE_WORK);
  for (let i = 0; i < count; i++) {
    const rect = rectAt(space, i);
    if (rect.maxX <= minX || rect.minX >= maxX || rect.maxY <= minY || rect.minY >= maxY) {
      if (kept < i) copyRect(rectAt(space, kept), rect);
      kept++;
      continue;
    }
    addPiece(SpaceSide.LEFT, rect.minX, rect.minY, minX, rect.maxY);
    addPiece(SpaceSide.RIGHT, maxX, rect.minY, rect.maxX, rect.maxY);
    addPiece(SpaceSide.LOW, rect.minX, rect.minY, rect.maxX, minY);
    addPiece(SpaceSide.HIGH, rect.minX, maxY, rect.maxX, rect.maxY);
  }
  if (kept === count) return;
  space.count = kept;
  spend(<f64>(pieceCount * (kept + pieceCount)) * CARVE_WORK);
  smallestRect = -1;
  listBeside(space, kept, minX, minY, maxX, maxY);
  for (let i = 0; i < pieceCount; i++) {
    // A rectangle that was maximal before lies in no piece of another one.
    if (!isCovered(space, i)) addRect(space, pieceAt(i));
  }
  measure(space);
}

/** Notes a piece unless nothing fits into it. */
function addPiece(side: SpaceSide, minX: f64, minY: f64, maxX: f64, maxY: f64): void {
  if (maxX - minX < leastWidth || maxY - minY < leastHeight) return;
  sides[pieceCount] = side;
  addTo(cut, cutCounts, side, pieceCount);
  setRect(pieceAt(pieceCount++), minX, minY, maxX, maxY);
}

/**
 * Lists those of the first `count` rectangles that end where a rectangle has been taken out, by its side. A piece spans
 * what was taken out, so what holds it ends at the same side, and so do other pieces that hold it.
 */
function listBeside(space: Space, count: i32, minX: f64, minY: f64, maxX: f64, maxY: f64): void {
  for (let i = 0; i < count; i++) {
    const rect = rectAt(space, i);
    if (rect.maxX === minX) addTo(beside, besideCounts, SpaceSide.LEFT, i);
    if (rect.minX === maxX) addTo(beside, besideCounts, SpaceSide.RIGHT, i);
    if (rect.maxY === minY) addTo(beside, besideCounts, SpaceSide.LOW, i);
    if (rect.minY === maxY) addTo(beside, besideCounts, SpaceSide.HIGH, i);
  }
}

function addTo(list: Ints, counts: Ints, side: SpaceSide, index: i32): void {
  const count = counts[side];
  list[side * FREE_MOST + count] = index;
  counts[side] = count + 1;
}

/** Does a piece lie in a rectangle that was kept or in another piece? Of equal ones the last stays. */
function isCovered(space: Space, index: i32): bool {
  const piece = pieceAt(index);
  const side = sides[index];
  const first = side * FREE_MOST;
  for (let i = first; i < first + besideCounts[side]; i++)
    if (contains(rectAt(space, beside[i]), piece)) return true;
  for (let i = first; i < first + cutCounts[side]; i++) {
    const other = cut[i];
    if (other === index || !contains(pieceAt(other), piece)) continue;
    if (other > index || !contains(piece, pieceAt(other))) return true;
  }
  return false;
}

function contains(outer: Rect, inner: Rect): bool {
  return (
    outer.minX <= inner.minX &&
    outer.minY <= inner.minY &&
    outer.maxX >= inner.maxX &&
    outer.maxY >= inner.maxY
  );
}

/** A full list loses its smallest rectangle. */
function addRect(space: Space, rect: Rect): void {
  if (space.count < FREE_MOST) {
    copyRect(rectAt(space, space.count++), rect);
    return;
  }
  if (smallestRect < 0) smallestRect = smallestOf(space);
  const smallest = rectAt(space, smallestRect);
  if (areaOf(smallest) >= areaOf(rect)) return;
  copyRect(smallest, rect);
  smallestRect = -1;
}

function smallestOf(space: Space): i32 {
  let at = 0;
  let least = areaOf(rectAt(space, 0));
  for (let i = 1; i < space.count; i++) {
    const area = areaOf(rectAt(space, i));
    if (area >= least) continue;
    least = area;
    at = i;
  }
  return at;
}

export function areaOf(rect: Rect): f64 {
  return (rect.maxX - rect.minX) * (rect.maxY - rect.minY);
}

function measure(space: Space): void {
  let widest = 0.0;
  let tallest = 0.0;
  for (let i = 0; i < space.count; i++) {
    const rect = rectAt(space, i);
    widest = max(widest, rect.maxX - rect.minX);
    tallest = max(tallest, rect.maxY - rect.minY);
  }
  space.widest = widest;
  space.tallest = tallest;
}
