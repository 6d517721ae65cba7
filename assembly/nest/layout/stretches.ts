/**
 * Where might a shape go in a column of a crowded sheet? Lines across the sheet know what is taken of them. A place has to
 * be free on every line that crosses the shape, which is seen at a glance, so edges are looked at in these stretches alone.
 */
import { along, EdgeRun, endOfEdges, highEnd, lowEnd, POINT_BYTES, RUN_BYTES } from "../../geometry/records";
import { maxOf, minOf, Shape } from "../../geometry/shape";
import { INTERVAL_BYTES, Interval } from "../../geometry/slice";
import { reserve } from "../../memory";
import { Ints, Numbers, reserveRawInts, reserveRawNumbers } from "../../vector";
import { spend } from "../../work";
import { LINE_WORK, LINES_MOST, SLACK } from "../model/limits";
import { contactGap, copyCount, sheetSize, strip } from "../model/nest-problem";
import { LINES } from "../model/nest-tuning";
import { placedAt, placedCount } from "./laid-sheet";

/** Most points in which a line crosses a shape, and stretches of lines that cross the shape at hand. */
const CROSSINGS = 64;
const CHORDS = 1024;
/** Placements that are noted at once at most. */
const AT_ONCE = 500;

/** A stretch of the shape at hand, the line that it lies on, and the first that is taken there and not wholly below it. */
@unmanaged
class Chord extends Interval {
  line: i32;
  next: i32;
}
const CHORD_BYTES: usize = 24;

/** Stretches of each line that are taken, from low to high; their number; and the largest number that there is room for. */
let takenStretches: usize = 0;
let counts: Ints = changetype<Ints>(0);
let lines: i32 = 0;
let limit: i32 = 0;
/** The longest stretch of places for a point on each line; below 0 where that is not known. */
let longestStretches: Numbers = changetype<Numbers>(0);
/** Lines lie across this axis, so far apart, and know of so many placements. */
let acrossAxis: i32 = 0;
let pitch: f64 = 0;
let known: i32 = 0;
/** Where the line at hand crosses a shape. */
let crossings: Numbers = changetype<Numbers>(0);
let chords: usize = 0;
let chordCount: i32 = 0;
/** The highest place on the sheet; below the lowest when there is none at all. */
let top: f64 = 0;

/** The stretch of places found last. */
export const stretch = changetype<Interval>(memory.data(offsetof<Interval>()));

export function openStretches(): void {
  lines = 0;
  if (strip) return;
  const side = Math.sqrt(<f64>copyCount);
  lines = min(LINES_MOST, <i32>(LINES * side));
  limit = min(LINES_MOST, <i32>(2 * LINES * side));
  takenStretches = reserve(<usize>(lines * limit) * INTERVAL_BYTES);
  counts = reserveRawInts(lines);
  longestStretches = reserveRawNumbers(lines);
  crossings = reserveRawNumbers(CROSSINGS);
  chords = reserve(<usize>CHORDS * CHORD_BYTES);
}

/** The open sheet is another one, whose columns lie along an axis. */
export function startStretches(axis: i32): void {
  acrossAxis = axis;
  known = 0;
}

/** Turns to the places of a shape at `u` along the axis, of which `nextStretch` tells. */
export function beginStretches(shape: Shape, u: f64): void {
  stretch.high = -minOf(shape, acrossAxis ^ 1);
  top = sheetSize(acrossAxis ^ 1) - maxOf(shape, acrossAxis ^ 1);
  chordCount = 0;
  if (lines === 0) return;
  noteTaken();
  const from = lineBehind(minOf(shape, acrossAxis) + u);
  const end = min(lines, lineBehind(maxOf(shape, acrossAxis) + u));
  // Most columns are full, and a line through the middle of the shape shows it in most of them.
  if (end - from > 2 && !addChords((from + end) >> 1, shape, u)) return;
  chordCount = 0;
  for (let line = from; line < end; line++) if (!addChords(line, shape, u)) return;
}

/**
 * Lists the stretches of the shape at hand on a line; false, and the end of all places, when one is longer than all
 * that is free.
 */
function addChords(line: i32, shape: Shape, u: f64): bool {
  const count = cross(shape, <f64>line * pitch - u);
  if (longestStretches[line] < 0) longestStretches[line] = longestOf(line);
  for (let i = 0; i + 1 < count && chordCount < CHORDS; i += 2) {
    const chord = chordAt(chordCount++);
    chord.low = crossings[i];
    chord.high = crossings[i + 1];
    chord.line = line;
    chord.next = 0;
    if (chord.high - chord.low <= longestStretches[line]) continue;
    top = -Infinity;
    return false;
  }
  return true;
}

function longestOf(line: i32): f64 {
  const count = counts[line];
  const reach = contactGap - 2 * SLACK;
  let longest = 0.0;
  let free = 0.0;
  spend(<f64>count * LINE_WORK);
  for (let i = 0; i < count; i++) {
    const taken = takenAt(line, i);
    longest = max(longest, taken.low - reach - free);
    free = max(free, taken.high + reach);
  }
  return max(longest, sheetSize(acrossAxis ^ 1) - free) + 2 * SLACK;
}

/** Finds the next stretch of places that no line forbids, `stretch`; false when there is none. */
export function nextStretch(): bool {
  if (stretch.high > top + SLACK) return false;
  if (chordCount === 0) {
    stretch.low = stretch.high;
    stretch.high = Infinity;
    return true;
  }
  const reach = contactGap - 2 * SLACK;
  let v = stretch.high;
  let since = 0;
  for (let i = 0; since < chordCount; i = i + 1 < chordCount ? i + 1 : 0) {
    const chord = chordAt(i);
    const before = v;
    const count = counts[chord.line];
    let at = chord.next;
    for (; at < count; at++) {
      const taken = takenAt(chord.line, at);
      if (taken.low - chord.high - reach > v) break;
      v = max(v, taken.high - chord.low + reach);
    }
    spend(<f64>(at - chord.next + 1) * LINE_WORK);
    chord.next = at;
    since = v > before ? 1 : since + 1;
    if (v > top + SLACK) return false;
  }
  stretch.low = v;
  stretch.high = Infinity;
  for (let i = 0; i < chordCount; i++) {
    const chord = chordAt(i);
    if (chord.next === counts[chord.line]) continue;
    stretch.high = min(stretch.high, takenAt(chord.line, chord.next).low - chord.high - reach);
  }
  return true;
}

/** Notes what has been put on the sheet since, so much of it at a time: what is not known yet only makes stretches longer. */
function noteTaken(): void {
  if (known === 0) {
    pitch = sheetSize(acrossAxis) / <f64>lines;
    for (let i = 0; i < lines; i++) {
      counts[i] = 0;
      longestStretches[i] = -1;
    }
  }
  const end = min(placedCount(), known + AT_ONCE);
  for (; known < end; known++) {
    const placed = placedAt(known);
    const u = acrossAxis === 0 ? placed.x : placed.y;
    const v = acrossAxis === 0 ? placed.y : placed.x;
    const from = lineBehind(minOf(placed.shape, acrossAxis) + u);
    const behind = min(lines, lineBehind(maxOf(placed.shape, acrossAxis) + u));
    for (let line = from; line < behind; line++) {
      const count = cross(placed.shape, <f64>line * pitch - u);
      for (let i = 0; i + 1 < count; i += 2) take(line, crossings[i] + v, crossings[i + 1] + v);
    }
  }
}

/** Notes that a stretch of a line is taken; what is not noted is found later. */
function take(line: i32, low: f64, high: f64): void {
  let slot = counts[line];
  if (slot === limit) return;
  counts[line] = slot + 1;
  longestStretches[line] = -1;
  for (; slot > 0 && takenAt(line, slot - 1).low > low; slot--) {
    const from = takenAt(line, slot - 1);
    const to = takenAt(line, slot);
    to.low = from.low;
    to.high = from.high;
  }
  const entry = takenAt(line, slot);
  entry.low = low;
  entry.high = high;
}

/** The first line at or behind a position. */
function lineBehind(u: f64): i32 {
  return max(0, <i32>Math.ceil(u / pitch));
}

function takenAt(line: i32, index: i32): Interval {
  return changetype<Interval>(takenStretches + <usize>(line * limit + index) * INTERVAL_BYTES);
}

function chordAt(index: i32): Chord {
  return changetype<Chord>(chords + <usize>index * CHORD_BYTES);
}

/** Lists where the line at `u` in its own frame crosses a shape, from low to high; returns how often, 0 when that is too much. */
function cross(shape: Shape, u: f64): i32 {
  const axis = acrossAxis;
  const end = shape.runs + <usize>shape.runCount * RUN_BYTES;
  let count = 0;
  spend(<f64>shape.runCount);
  for (let at = shape.runs; at < end; at += RUN_BYTES) {
    if (lowEnd(at, axis) > u || highEnd(at, axis) < u) continue;
    const run = changetype<EdgeRun>(at);
    const stop = endOfEdges(run);
    for (let p = run.edges; p < stop; p += POINT_BYTES) {
      const pu = along(p, axis);
      const qu = along(p + POINT_BYTES, axis);
      if (pu > u === qu > u) continue;
      if (count === CROSSINGS) return 0;
      const pv = along(p, axis ^ 1);
      const v = pv + ((u - pu) / (qu - pu)) * (along(p + POINT_BYTES, axis ^ 1) - pv);
      let slot = count++;
      for (; slot > 0 && crossings[slot - 1] > v; slot--) crossings[slot] = crossings[slot - 1];
      crossings[slot] = v;
    }
  }
  return count;
}
