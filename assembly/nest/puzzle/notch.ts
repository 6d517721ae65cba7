/**
 * The convex corners of the free room on the open sheet, called notches. Where nothing is to be wasted every notch
 * has to be filled: some part has a corner there and lies along the first side, and some part, the same or another,
 * has one there and lies along the second.
 *
 *          second side
 *      ::::|                      notch = x, y, angle of the first side, span           32 bytes
 *      ::::|   free
 *      ::::|____________ first side
 *      :::(x, y)::::::::
 */
import { Shape } from "../../geometry/shape";
import { reserve } from "../../memory";
import { spend } from "../../work";
import { collides, placedCount, placedShape, placedX, placedY } from "../layout/sheet";
import { height, width } from "../model/problem";
import { ANGLE_SLACK, NOTCHES, POINT_SLACK, SHEET_CORNERS, SLACK, WEDGES } from "../model/tuning";
import {
  BACK,
  CORNER_BYTES,
  cornerShape,
  cornersOf,
  endByAngle,
  firstByAngle,
  frameCorners,
  grownArea,
  OUT,
  TURN,
} from "./corners";

/** All corners on the sheet: x, y and the corner whose place that is. */
const SPOT_BYTES: usize = 24;

/** What is kept here between two steps. */
@unmanaged
class State {
  /** Of the list of corners that fit: copies to be had by part, free area, and where it is. */
  spare: usize;
  room: f64;
  fitting: usize;
  spots: usize;
  spotCount: i32;
  /** Material around the point in question: from, to. */
  wedges: usize;
  wedgeCount: i32;
  notches: usize;
  notchCount: i32;
}
const state = changetype<State>(memory.data(offsetof<State>()));

const NOTCH_BYTES: usize = 32;

export function openNotches(): void {
  state.spots = reserve(<usize>SHEET_CORNERS * SPOT_BYTES);
  state.wedges = reserve((<usize>WEDGES) << 4);
  state.notches = reserve(<usize>NOTCHES * NOTCH_BYTES);
}

export function notchX(notch: i32): f64 {
  return load<f64>(notchAt(notch));
}

export function notchY(notch: i32): f64 {
  return load<f64>(notchAt(notch), 8);
}

function notchAt(notch: i32): usize {
  return state.notches + <usize>notch * NOTCH_BYTES;
}

/** Lists the notches of the open sheet and returns their number; -1 when there is too much on it. */
export function findNotches(): i32 {
  state.spotCount = 0;
  state.notchCount = 0;
  for (let i: usize = 0; i < 4; i++) addSpot(frameCorners() + i * CORNER_BYTES, 0, 0);
  for (let i = 0; i < placedCount(); i++) {
    const shape = placedShape(i);
    if (state.spotCount + shape.cornerCount > SHEET_CORNERS) return -1;
    for (let k = 0; k < shape.cornerCount; k++)
      addSpot(cornersOf(shape) + <usize>k * CORNER_BYTES, placedX(i), placedY(i));
  }
  for (let i = 0; i < state.spotCount && state.notchCount < NOTCHES; i++) {
    if (collectWedges(i)) splitFree(i);
  }
  return state.notchCount;
}

function addSpot(corner: usize, x: f64, y: f64): void {
  const spot = state.spots + <usize>state.spotCount * SPOT_BYTES;
  store<f64>(spot, load<f64>(corner) + x);
  store<f64>(spot, load<f64>(corner, 8) + y, 8);
  store<u32>(spot, <u32>corner, 16);
  state.spotCount++;
}

/** Collects the material around a spot; false when an earlier spot lies there too. */
function collectWedges(index: i32): bool {
  const at = state.spots + <usize>index * SPOT_BYTES;
  const x = load<f64>(at);
  const y = load<f64>(at, 8);
  state.wedgeCount = 0;
  spend(<f64>state.spotCount * 0.05);
  for (let i = 0; i < state.spotCount; i++) {
    const spot = state.spots + <usize>i * SPOT_BYTES;
    const corner = <usize>load<u32>(spot, 16);
    const dx = x - load<f64>(spot);
    const dy = y - load<f64>(spot, 8);
    if (Math.abs(dx) < POINT_SLACK && Math.abs(dy) < POINT_SLACK) {
      if (i < index) return false;
      addWedge(load<f64>(corner, OUT), load<f64>(corner, BACK));
      continue;
    }
    // Does the edge behind the corner pass through the point?
    const ux = load<f64>(corner, 40);
    const uy = load<f64>(corner, 48);
    const along = dx * ux + dy * uy;
    if (along < POINT_SLACK || along > load<f64>(corner, 32) - POINT_SLACK) continue;
    if (Math.abs(dx * uy - dy * ux) > POINT_SLACK) continue;
    addWedge(load<f64>(corner, OUT), load<f64>(corner, OUT) + Math.PI);
  }
  return true;
}

function addWedge(from: f64, to: f64): void {
  if (state.wedgeCount === WEDGES) return;
  const wedge = state.wedges + ((<usize>state.wedgeCount) << 4);
  store<f64>(wedge, from);
  store<f64>(wedge, to >= TURN ? to - TURN : to, 8);
  state.wedgeCount++;
}

/** How far counter-clockwise from one angle to another, a hair below a full turn counting as nothing. */
function turnFrom(from: f64, to: f64): f64 {
  let turn = to - from;
  if (turn < 0) turn += TURN;
  return turn > TURN - ANGLE_SLACK ? 0 : turn;
}

/** Lists the convex gaps between the wedges around a spot. */
function splitFree(index: i32): void {
  for (let i = 0; i < state.wedgeCount && state.notchCount < NOTCHES; i++) {
    const first = load<f64>(state.wedges + ((<usize>i) << 4), 8);
    const span = freeSpan(first);
    if (span < ANGLE_SLACK || span > Math.PI - ANGLE_SLACK) continue;
    const notch = notchAt(state.notchCount++);
    memory.copy(notch, state.spots + <usize>index * SPOT_BYTES, 16);
    store<f64>(notch, first, 16);
    store<f64>(notch, span, 24);
  }
}

/** How far the room from an angle on is free of wedges; 0 when it is not even there. */
function freeSpan(first: f64): f64 {
  let span = TURN;
  const end = state.wedges + ((<usize>state.wedgeCount) << 4);
  for (let wedge = state.wedges; wedge < end; wedge += 16) {
    const from = load<f64>(wedge);
    if (turnFrom(from, first) < turnFrom(from, load<f64>(wedge, 8)) - ANGLE_SLACK) return 0;
    span = min(span, turnFrom(first, from));
  }
  return span;
}

/** What `findFitting` may take and where it writes: `spare` counts the copies by part, `room` is the free area. */
export function openFitting(spare: usize, room: f64, to: usize): void {
  state.spare = spare;
  state.room = room;
  state.fitting = to;
}

/**
 * Lists the corners with which parts can fill a notch from one side (OUT: the first, BACK: the second) and returns their
 * number, at most `most`.
 */
export function findFitting(notch: i32, side: usize, most: i32): i32 {
  const at = notchAt(notch);
  let angle = load<f64>(at, 16);
  if (side === BACK) angle += load<f64>(at, 24);
  if (angle >= TURN) angle -= TURN;
  const found = fitAtAngle(at, side, angle, 0, most);
  // An angle next to 0 has neighbours on both sides of it.
  if (angle > ANGLE_SLACK && angle < TURN - ANGLE_SLACK) return found;
  const again = angle < Math.PI ? angle + TURN : angle - TURN;
  return fitAtAngle(at, side, again, found, most);
}

/** Goes on with the list behind the `found` first ones; returns its length. */
function fitAtAngle(notch: usize, side: usize, angle: f64, found: i32, most: i32): i32 {
  const end = endByAngle(side);
  for (let entry = firstByAngle(side, angle - ANGLE_SLACK); entry < end && found < most; entry += 4) {
    const corner = <usize>load<u32>(entry);
    if (load<f64>(corner + side) > angle + ANGLE_SLACK) break;
    spend(0.05);
    const shape = cornerShape(corner);
    if (load<i32>(state.spare + ((<usize>shape.part) << 2)) === 0 || grownArea(shape) > state.room) continue;
    if (turnFrom(load<f64>(corner, OUT), load<f64>(corner, BACK)) > load<f64>(notch, 24) + ANGLE_SLACK)
      continue;
    const x = load<f64>(notch) - load<f64>(corner);
    const y = load<f64>(notch, 8) - load<f64>(corner, 8);
    if (shape.minX + x < -SLACK || shape.maxX + x > width + SLACK) continue;
    if (shape.minY + y < -SLACK || shape.maxY + y > height + SLACK) continue;
    if (collides(shape, x, y)) continue;
    store<u32>(state.fitting + ((<usize>found) << 2), <u32>corner);
    found++;
  }
  return found;
}

/** Length of the edges of a shape at (x, y) that lie against those on the sheet or its frame. */
export function matchedLength(shape: Shape, x: f64, y: f64): f64 {
  let sum = 0.0;
  spend(<f64>(shape.cornerCount * state.spotCount) * 0.02);
  for (let k = 0; k < shape.cornerCount; k++) {
    const own = cornersOf(shape) + <usize>k * CORNER_BYTES;
    const length = load<f64>(own, 32);
    if (length === 0) continue;
    const ux = load<f64>(own, 40);
    const uy = load<f64>(own, 48);
    const px = load<f64>(own) + x;
    const py = load<f64>(own, 8) + y;
    for (let i = 0; i < state.spotCount; i++) {
      const spot = state.spots + <usize>i * SPOT_BYTES;
      const other = <usize>load<u32>(spot, 16);
      if (Math.abs(ux + load<f64>(other, 40)) + Math.abs(uy + load<f64>(other, 48)) > ANGLE_SLACK) continue;
      const dx = load<f64>(spot) - px;
      const dy = load<f64>(spot, 8) - py;
      if (Math.abs(dx * uy - dy * ux) > POINT_SLACK) continue;
      const along = dx * ux + dy * uy;
      sum += max(0.0, min(length, along) - max(0.0, along - load<f64>(other, 32)));
    }
  }
  return sum;
}
