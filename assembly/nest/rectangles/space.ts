/**
 * What is free on a sheet: all maximal free rectangles (J. Jylänki, A Thousand Ways to Pack the Bin, 2010). They
 * overlap; each touches something on all four sides. What is put on the sheet takes its room out of every one.
 */

import { reserve } from "../../memory";
import { spend } from "../../work";
import { CARVE_WORK, FREE_MOST } from "../model/tuning";
import { leastHeight, leastWidth } from "./boxes";

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
  /** Of all rectangles, one by one. */
  widest: f64;
  tallest: f64;
  count: i32;
}

const HEAD: usize = 24;
const RECT: usize = 32;
export const SPACE_BYTES: usize = HEAD + <usize>FREE_MOST * RECT;

/** What is kept here between two steps. */
@unmanaged
class State {
  /** Pieces of the rectangles that were cut last. */
  pieces: usize;
  pieceCount: i32;
}
const state = changetype<State>(memory.data(offsetof<State>()));

export function openSpaces(): void {
  state.pieces = reserve(<usize>(4 * FREE_MOST) * RECT);
}

export function rectAt(space: Space, index: i32): Rect {
  return changetype<Rect>(changetype<usize>(space) + HEAD + <usize>index * RECT);
}

function pieceAt(index: i32): Rect {
  return changetype<Rect>(state.pieces + <usize>index * RECT);
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
  if (index < space.count)
    memory.copy(changetype<usize>(rectAt(space, index)), changetype<usize>(rectAt(space, space.count)), RECT);
  measure(space);
}

function setRect(rect: Rect, minX: f64, minY: f64, maxX: f64, maxY: f64): void {
  rect.minX = minX;
  rect.minY = minY;
  rect.maxX = maxX;
  rect.maxY = maxY;
}

/** Takes a rectangle out of what is free. */
export function carve(space: Space, minX: f64, minY: f64, maxX: f64, maxY: f64): void {
  const count = space.count;
  let kept = 0;
  state.pieceCount = 0;
  spend(<f64>count * CARVE_WORK);
  for (let i = 0; i < count; i++) {
    const rect = rectAt(space, i);
    if (rect.maxX <= minX || rect.minX >= maxX || rect.maxY <= minY || rect.minY >= maxY) {
      if (kept < i) memory.copy(changetype<usize>(rectAt(space, kept)), changetype<usize>(rect), RECT);
      kept++;
      continue;
    }
    addPiece(rect.minX, rect.minY, minX, rect.maxY);
    addPiece(maxX, rect.minY, rect.maxX, rect.maxY);
    addPiece(rect.minX, rect.minY, rect.maxX, minY);
    addPiece(rect.minX, maxY, rect.maxX, rect.maxY);
  }
  space.count = kept;
  spend(<f64>(state.pieceCount * (kept + state.pieceCount)) * CARVE_WORK);
  for (let i = 0; i < state.pieceCount; i++) {
    // A rectangle that was maximal before lies in no piece of another one.
    if (!isCovered(space, kept, i)) addRect(space, pieceAt(i));
  }
  measure(space);
}

/** What nothing fits into is not noted. */
function addPiece(minX: f64, minY: f64, maxX: f64, maxY: f64): void {
  if (maxX - minX < leastWidth || maxY - minY < leastHeight) return;
  setRect(pieceAt(state.pieceCount++), minX, minY, maxX, maxY);
}

/** Does a piece lie in one of the first so many rectangles or in another piece? Of equal ones the last stays. */
function isCovered(space: Space, count: i32, index: i32): bool {
  const piece = pieceAt(index);
  for (let i = 0; i < count; i++) if (contains(rectAt(space, i), piece)) return true;
  for (let i = 0; i < state.pieceCount; i++) {
    if (i === index || !contains(pieceAt(i), piece)) continue;
    if (i > index || !contains(piece, pieceAt(i))) return true;
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
  let at = space.count;
  if (at === FREE_MOST) {
    at = -1;
    let least = areaOf(rect);
    for (let i = 0; i < FREE_MOST; i++) {
      if (areaOf(rectAt(space, i)) >= least) continue;
      least = areaOf(rectAt(space, i));
      at = i;
    }
    if (at < 0) return;
  } else space.count++;
  memory.copy(changetype<usize>(rectAt(space, at)), changetype<usize>(rect), RECT);
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
