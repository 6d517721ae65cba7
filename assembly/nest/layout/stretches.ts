/**
 * Where might a shape go in a column of a crowded sheet? Lines across the sheet know what is taken of them. A place has to
 * be free on every line that crosses the shape, which is seen at a glance, so edges are looked at in these stretches alone.
 */
import { along, endOfEdges, highEnd, lowEnd, POINT_BYTES, RUN_BYTES, Run } from "../../geometry/records";
import { maxOf, minOf, Shape } from "../../geometry/shape";
import { INTERVAL_BYTES, Interval } from "../../geometry/slice";
import { reserve } from "../../memory";
import { Ints, Numbers, reserveRawInts, reserveRawNumbers } from "../../vector";
import { spend } from "../../work";
import { contactGap, copyCount, sheetSize, strip } from "../model/problem";
import { LINE_WORK, LINED_SHEET, LINES, LINES_MOST, SLACK } from "../model/tuning";
import { placedAt, placedCount } from "./sheet";

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

/** What is kept here between two steps. */
@unmanaged
class State {
  /** What is taken of each line, from low to high, and how much that is; and the same of all lines at most. */
  taken: usize;
  counts: Ints;
  lines: i32;
  limit: i32;
  /** The longest stretch of places for a point on each line; below 0 where that is not known. */
  longest: Numbers;
  /** Lines lie across this axis, so far apart, and know of so many placements. */
  axis: i32;
  pitch: f64;
  known: i32;
  /** Where the line at hand crosses a shape. */
  crossings: Numbers;
  chords: usize;
  chordCount: i32;
  /** The highest place on the sheet; below the lowest when there is none at all. */
  top: f64;
}
const state = changetype<State>(memory.data(offsetof<State>()));

/** The stretch of places found last. */
export const stretch = changetype<Interval>(memory.data(offsetof<Interval>()));

export function openStretches(): void {
  state.lines = 0;
  if (copyCount <= LINED_SHEET || strip) return;
  const side = Math.sqrt(<f64>copyCount);
  state.lines = min(LINES_MOST, <i32>(LINES * side));
  state.limit = min(LINES_MOST, <i32>(2 * LINES * side));
  state.taken = reserve(<usize>(state.lines * state.limit) * INTERVAL_BYTES);
  state.counts = reserveRawInts(state.lines);
  state.longest = reserveRawNumbers(state.lines);
  state.crossings = reserveRawNumbers(CROSSINGS);
  state.chords = reserve(<usize>CHORDS * CHORD_BYTES);
}

/** The open sheet is another one, whose columns lie along an axis. */
export function startStretches(axis: i32): void {
  state.axis = axis;
  state.known = 0;
}

/** Turns to the places of a shape at `u` along the axis, of which `nextStretch` tells. */
export function beginStretches(shape: Shape, u: f64): void {
  stretch.high = -minOf(shape, state.axis ^ 1);
  state.top = sheetSize(state.axis ^ 1) - maxOf(shape, state.axis ^ 1);
  state.chordCount = 0;
  if (state.lines === 0 || placedCount() <= LINED_SHEET) return;
  noteTaken();
  const from = lineBehind(minOf(shape, state.axis) + u);
  const end = min(state.lines, lineBehind(maxOf(shape, state.axis) + u));
  // Most columns are full, and a line through the middle of the shape shows it in most of them.
  if (end - from > 2 && !addChords((from + end) >> 1, shape, u)) return;
  state.chordCount = 0;
  for (let line = from; line < end; line++) if (!addChords(line, shape, u)) return;
}

/**
 * Lists the stretches of the shape at hand on a line; false, and the end of all places, when one is longer than all
 * that is free.
 */
function addChords(line: i32, shape: Shape, u: f64): bool {
  const count = cross(shape, <f64>line * state.pitch - u);
  if (state.longest[line] < 0) state.longest[line] = longestOf(line);
  for (let i = 0; i + 1 < count && state.chordCount < CHORDS; i += 2) {
    const chord = chordAt(state.chordCount++);
    chord.low = state.crossings[i];
    chord.high = state.crossings[i + 1];
    chord.line = line;
    chord.next = 0;
    if (chord.high - chord.low <= state.longest[line]) continue;
    state.top = -Infinity;
    return false;
  }
  return true;
}

function longestOf(line: i32): f64 {
  const count = state.counts[line];
  const reach = contactGap - 2 * SLACK;
  let longest = 0.0;
  let free = 0.0;
  spend(<f64>count * LINE_WORK);
  for (let i = 0; i < count; i++) {
    const taken = takenAt(line, i);
    longest = max(longest, taken.low - reach - free);
    free = max(free, taken.high + reach);
  }
  return max(longest, sheetSize(state.axis ^ 1) - free) + 2 * SLACK;
}

/** Finds the next stretch of places that no line forbids, `stretch`; false when there is none. */
export function nextStretch(): bool {
  if (stretch.high > state.top + SLACK) return false;
  if (state.chordCount === 0) {
    stretch.low = stretch.high;
    stretch.high = Infinity;
    return true;
  }
  const reach = contactGap - 2 * SLACK;
  let v = stretch.high;
  let since = 0;
  for (let i = 0; since < state.chordCount; i = i + 1 < state.chordCount ? i + 1 : 0) {
    const chord = chordAt(i);
    const before = v;
    const count = state.counts[chord.line];
    let at = chord.next;
    for (; at < count; at++) {
      const taken = takenAt(chord.line, at);
      if (taken.low - chord.high - reach > v) break;
      v = max(v, taken.high - chord.low + reach);
    }
    spend(<f64>(at - chord.next + 1) * LINE_WORK);
    chord.next = at;
    since = v > before ? 1 : since + 1;
    if (v > state.top + SLACK) return false;
  }
  stretch.low = v;
  stretch.high = Infinity;
  for (let i = 0; i < state.chordCount; i++) {
    const chord = chordAt(i);
    if (chord.next === state.counts[chord.line]) continue;
    stretch.high = min(stretch.high, takenAt(chord.line, chord.next).low - chord.high - reach);
  }
  return true;
}

/** Notes what has been put on the sheet since, so much of it at a time: what is not known yet only makes stretches longer. */
function noteTaken(): void {
  if (state.known === 0) {
    state.pitch = sheetSize(state.axis) / <f64>state.lines;
    for (let i = 0; i < state.lines; i++) {
      state.counts[i] = 0;
      state.longest[i] = -1;
    }
  }
  const end = min(placedCount(), state.known + AT_ONCE);
  for (; state.known < end; state.known++) {
    const placed = placedAt(state.known);
    const u = state.axis === 0 ? placed.x : placed.y;
    const v = state.axis === 0 ? placed.y : placed.x;
    const from = lineBehind(minOf(placed.shape, state.axis) + u);
    const behind = min(state.lines, lineBehind(maxOf(placed.shape, state.axis) + u));
    for (let line = from; line < behind; line++) {
      const count = cross(placed.shape, <f64>line * state.pitch - u);
      for (let i = 0; i + 1 < count; i += 2) take(line, state.crossings[i] + v, state.crossings[i + 1] + v);
    }
  }
}

/** Notes that a stretch of a line is taken; what is not noted is found later. */
function take(line: i32, low: f64, high: f64): void {
  let slot = state.counts[line];
  if (slot === state.limit) return;
  state.counts[line] = slot + 1;
  state.longest[line] = -1;
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
  return max(0, <i32>Math.ceil(u / state.pitch));
}

function takenAt(line: i32, index: i32): Interval {
  return changetype<Interval>(state.taken + <usize>(line * state.limit + index) * INTERVAL_BYTES);
}

function chordAt(index: i32): Chord {
  return changetype<Chord>(state.chords + <usize>index * CHORD_BYTES);
}

/** Lists where the line at `u` in its own frame crosses a shape, from low to high; returns how often, 0 when that is too much. */
function cross(shape: Shape, u: f64): i32 {
  const axis = state.axis;
  const end = shape.runs + <usize>shape.runCount * RUN_BYTES;
  let count = 0;
  spend(<f64>shape.runCount);
  for (let at = shape.runs; at < end; at += RUN_BYTES) {
    if (lowEnd(at, axis) > u || highEnd(at, axis) < u) continue;
    const run = changetype<Run>(at);
    const stop = endOfEdges(run);
    for (let p = run.edges; p < stop; p += POINT_BYTES) {
      const pu = along(p, axis);
      const qu = along(p + POINT_BYTES, axis);
      if (pu > u === qu > u) continue;
      if (count === CROSSINGS) return 0;
      const pv = along(p, axis ^ 1);
      const v = pv + ((u - pu) / (qu - pu)) * (along(p + POINT_BYTES, axis ^ 1) - pv);
      let slot = count++;
      for (; slot > 0 && state.crossings[slot - 1] > v; slot--)
        state.crossings[slot] = state.crossings[slot - 1];
      state.crossings[slot] = v;
    }
  }
  return count;
}
