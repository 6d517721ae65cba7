/**
 * The convex corners of the free room on the open sheet, called notches. Where nothing is to be wasted every notch
 * has to be filled: some part has a corner there and lies along the first side, and some part, the same or another,
 * has one there and lies along the second.
 *
 *          second side
 *      ::::|
 *      ::::|   free
 *      ::::|____________ first side
 *      :::(x, y)::::::::
 */
import { Shape } from "../../geometry/shape";
import { INTERVAL_BYTES, Interval } from "../../geometry/slice";
import { reserve } from "../../memory";
import { Ints } from "../../vector";
import { spend } from "../../work";
import { collides, placedAt, placedCount } from "../layout/laid-sheet";
import { ANGLE_SLACK, NOTCHES, POINT_SLACK, SHEET_CORNERS, SLACK, WEDGES } from "../model/limits";
import { height, width } from "../model/nest-problem";
import {
  angleAt,
  byAngle,
  Corner,
  CornerSide,
  cornerOf,
  cornerTotal,
  firstByAngle,
  frameCorner,
  grownArea,
  TURN,
} from "./corners";

/** Where a corner lies on the sheet. */
@unmanaged
class CornerPosition {
  x: f64;
  y: f64;
  corner: Corner;
}
const SPOT_BYTES: usize = 24;

@unmanaged
class Notch {
  x: f64;
  y: f64;
  /** Angle of the first side, and how far the second is turned from it. */
  first: f64;
  span: f64;
}
const NOTCH_BYTES: usize = 32;

/** Ingredients of the list of corners that fit: copies to be had by part, free area, and where the list is. */
let spareCopies: Ints = changetype<Ints>(0);
let freeArea: f64 = 0;
let fitting: Ints = changetype<Ints>(0);
let spots: usize = 0;
let spotCount: i32 = 0;
/** Material around the point in question: intervals of angles. */
let wedges: usize = 0;
let wedgeCount: i32 = 0;
let notches: usize = 0;
let notchCount: i32 = 0;

export function openNotches(): void {
  spots = reserve(<usize>SHEET_CORNERS * SPOT_BYTES);
  wedges = reserve(<usize>WEDGES * INTERVAL_BYTES);
  notches = reserve(<usize>NOTCHES * NOTCH_BYTES);
}

export function notchAt(index: i32): Notch {
  return changetype<Notch>(notches + <usize>index * NOTCH_BYTES);
}

function spotAt(index: i32): CornerPosition {
  return changetype<CornerPosition>(spots + <usize>index * SPOT_BYTES);
}

function wedgeAt(index: i32): Interval {
  return changetype<Interval>(wedges + <usize>index * INTERVAL_BYTES);
}

/** Lists the notches of the open sheet and returns their number; -1 when there is too much on it. */
export function findNotches(): i32 {
  spotCount = 0;
  notchCount = 0;
  for (let i = 0; i < 4; i++) addSpot(frameCorner(i), 0, 0);
  for (let i = 0; i < placedCount(); i++) {
    const placed = placedAt(i);
    if (spotCount + placed.shape.cornerCount > SHEET_CORNERS) return -1;
    for (let k = 0; k < placed.shape.cornerCount; k++) addSpot(cornerOf(placed.shape, k), placed.x, placed.y);
  }
  for (let i = 0; i < spotCount && notchCount < NOTCHES; i++) {
    if (collectWedges(i)) splitFree(i);
  }
  return notchCount;
}

function addSpot(corner: Corner, x: f64, y: f64): void {
  const spot = spotAt(spotCount++);
  spot.x = corner.x + x;
  spot.y = corner.y + y;
  spot.corner = corner;
}

/** Collects the material around a spot; false when an earlier spot lies there too. */
function collectWedges(index: i32): bool {
  const x = spotAt(index).x;
  const y = spotAt(index).y;
  wedgeCount = 0;
  spend(<f64>spotCount * 0.05);
  for (let i = 0; i < spotCount; i++) {
    const spot = spotAt(i);
    const corner = spot.corner;
    const dx = x - spot.x;
    const dy = y - spot.y;
    if (Math.abs(dx) < POINT_SLACK && Math.abs(dy) < POINT_SLACK) {
      if (i < index) return false;
      addWedge(corner.out, corner.back);
      continue;
    }
    // Does the edge behind the corner pass through the point?
    const along = dx * corner.ux + dy * corner.uy;
    if (along < POINT_SLACK || along > corner.length - POINT_SLACK) continue;
    if (Math.abs(dx * corner.uy - dy * corner.ux) > POINT_SLACK) continue;
    addWedge(corner.out, corner.out + Math.PI);
  }
  return true;
}

function addWedge(from: f64, to: f64): void {
  if (wedgeCount === WEDGES) return;
  const wedge = wedgeAt(wedgeCount++);
  wedge.low = from;
  wedge.high = to >= TURN ? to - TURN : to;
}

/** How far counter-clockwise from one angle to another, a little below a full turn counting as nothing. */
function turnFrom(from: f64, to: f64): f64 {
  let turn = to - from;
  if (turn < 0) turn += TURN;
  return turn > TURN - ANGLE_SLACK ? 0 : turn;
}

/** Lists the convex gaps between the wedges around a spot. */
function splitFree(index: i32): void {
  for (let i = 0; i < wedgeCount && notchCount < NOTCHES; i++) {
    const first = wedgeAt(i).high;
    const span = freeSpan(first);
    if (span < ANGLE_SLACK || span > Math.PI - ANGLE_SLACK) continue;
    const notch = notchAt(notchCount++);
    notch.x = spotAt(index).x;
    notch.y = spotAt(index).y;
    notch.first = first;
    notch.span = span;
  }
}

/** How far the room from an angle on is free of wedges; 0 when it is not even there. */
function freeSpan(first: f64): f64 {
  let span = TURN;
  for (let i = 0; i < wedgeCount; i++) {
    const from = wedgeAt(i).low;
    if (turnFrom(from, first) < turnFrom(from, wedgeAt(i).high) - ANGLE_SLACK) return 0;
    span = min(span, turnFrom(first, from));
  }
  return span;
}

/** Sets the input of `findFitting` and where it writes: `spare` counts the copies by part, `room` is the free area. */
export function openFitting(spare: Ints, room: f64, to: Ints): void {
  spareCopies = spare;
  freeArea = room;
  fitting = to;
}

/**
 * Lists the corners with which parts can fill a notch from one side (OUT: the first, BACK: the second) and returns their
 * number, at most `most`.
 */
export function findFitting(index: i32, side: CornerSide, most: i32): i32 {
  const notch = notchAt(index);
  let angle = notch.first;
  if (side === CornerSide.BACK) angle += notch.span;
  if (angle >= TURN) angle -= TURN;
  const found = fitAtAngle(notch, side, angle, 0, most);
  // An angle next to 0 has neighbours on both sides of it.
  if (angle > ANGLE_SLACK && angle < TURN - ANGLE_SLACK) return found;
  const again = angle < Math.PI ? angle + TURN : angle - TURN;
  return fitAtAngle(notch, side, again, found, most);
}

/** Goes on with the list behind the `found` first ones; returns its length. */
function fitAtAngle(notch: Notch, side: CornerSide, angle: f64, found: i32, most: i32): i32 {
  const end = cornerTotal;
  for (let entry = firstByAngle(side, angle - ANGLE_SLACK); entry < end && found < most; entry++) {
    const corner = byAngle(side, entry);
    if (angleAt(corner, side) > angle + ANGLE_SLACK) break;
    spend(0.05);
    const shape = corner.shape;
    if (spareCopies[shape.part] === 0 || grownArea(shape) > freeArea) continue;
    if (turnFrom(corner.out, corner.back) > notch.span + ANGLE_SLACK) continue;
    const x = notch.x - corner.x;
    const y = notch.y - corner.y;
    if (shape.minX + x < -SLACK || shape.maxX + x > width + SLACK) continue;
    if (shape.minY + y < -SLACK || shape.maxY + y > height + SLACK) continue;
    if (collides(shape, x, y)) continue;
    fitting[found++] = <i32>changetype<usize>(corner);
  }
  return found;
}

/** Length of the edges of a shape at (x, y) that lie against those on the sheet or its frame. */
export function matchedLength(shape: Shape, x: f64, y: f64): f64 {
  let sum = 0.0;
  spend(<f64>(shape.cornerCount * spotCount) * 0.02);
  for (let k = 0; k < shape.cornerCount; k++) {
    const own = cornerOf(shape, k);
    const length = own.length;
    if (length === 0) continue;
    const ux = own.ux;
    const uy = own.uy;
    const px = own.x + x;
    const py = own.y + y;
    for (let i = 0; i < spotCount; i++) {
      const spot = spotAt(i);
      const other = spot.corner;
      if (Math.abs(ux + other.ux) + Math.abs(uy + other.uy) > ANGLE_SLACK) continue;
      const dx = spot.x - px;
      const dy = spot.y - py;
      if (Math.abs(dx * uy - dy * ux) > POINT_SLACK) continue;
      const along = dx * ux + dy * uy;
      sum += max(0.0, min(length, along) - max(0.0, along - other.length));
    }
  }
  return sum;
}
