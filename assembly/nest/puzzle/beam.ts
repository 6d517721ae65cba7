/**
 * One sheet without waste: a beam search over partial sheets in which every part lies flush in a notch (notch.ts). Of
 * each partial sheet the notch that can be filled in the fewest ways is filled in all of them: one of them is right if
 * the partial sheet is. Where there are none it is given up. Of the partial sheets with equally many parts the beam
 * keeps those whose edges are matched best; one that is wide enough to keep all of them makes the search complete.
 *
 *     state = count, grown area, matched and matchable length, hash, piece (shape, x, y) ...
 *     child = score, parent, corner, x, y, matched length, hash; a heap with the lowest score on top
 */
import { Shape } from "../../geometry/shape";
import { reserve } from "../../memory";
import { randomUnit } from "../../random";
import { spend } from "../../work";
import { openTable } from "../construct/finished";
import { clearSheet, place } from "../layout/sheet";
import { clearance, height, partAt, partCount, shapeOf, width } from "../model/problem";
import { BEAM_MOST, FITTING, FULL, PIECES } from "../model/tuning";
import { BACK, cornerShape, grownArea, matchable, OUT } from "./corners";
import { findFitting, findNotches, matchedLength, notchX, notchY, openFitting, openNotches } from "./notch";

export enum Beam {
  RUNNING = 0,
  /** The open sheet is full. */
  FULL = 1,
  /** No partial sheet of the beam can be gone on with. */
  EXHAUSTED = 2,
}

const STATE_HEAD: usize = 40;
const PIECE_BYTES: usize = 24;
const STATE_BYTES: usize = STATE_HEAD + <usize>PIECES * PIECE_BYTES;
const CHILD_BYTES: usize = 48;
/** Slots per state of the hash table that tells which children of a level are there already; a power of two. */
const SEEN: usize = 32;

/** What is kept here between two steps. */
@unmanaged
class State {
  states: usize;
  nextStates: usize;
  stateCount: i32;
  /** The next state to go on with. */
  cursor: i32;
  children: usize;
  childCount: i32;
  seen: usize;
  /** Copies of each part that the state in hand leaves. */
  spare: usize;
  fitting: usize;
  beamWidth: i32;
  noise: f64;
  overflowed: bool;
  /** Area of the sheet, grown by half the gap, and of the smallest part to be had. */
  whole: f64;
  smallest: f64;
}
const own = changetype<State>(memory.data(offsetof<State>()));

export function openBeam(): void {
  openNotches();
  own.states = reserve(<usize>BEAM_MOST * STATE_BYTES);
  own.nextStates = reserve(<usize>BEAM_MOST * STATE_BYTES);
  own.children = reserve(<usize>BEAM_MOST * CHILD_BYTES);
  own.seen = reserve((<usize>BEAM_MOST * SEEN) << 3);
  own.spare = reserve((<usize>partCount) << 2);
  own.fitting = reserve((<usize>FITTING) << 2);
  own.whole = (width + clearance) * (height + clearance);
}

/** Starts on an empty sheet, with scores changed at random by up to the share `variation`. */
export function beginBeam(mostStates: i32, variation: f64): void {
  own.beamWidth = mostStates;
  own.noise = variation;
  own.overflowed = false;
  memory.fill(own.states, 0, STATE_HEAD);
  own.stateCount = 1;
  beginLevel();
  own.smallest = Infinity;
  for (let i = 0; i < partCount; i++) {
    if (load<i32>(openTable() + ((<usize>i) << 2)) === 0) continue;
    own.smallest = min(own.smallest, grownArea(shapeOf(partAt(i), 0)));
  }
}

/** True when the beam was too narrow to keep everything. */
export function beamOverflowed(): bool {
  return own.overflowed;
}

/** Goes on with one state. */
export function beamStep(): Beam {
  if (own.cursor === own.stateCount) {
    if (own.childCount === 0) return Beam.EXHAUSTED;
    adoptChildren();
  }
  own.cursor++;
  return expand(own.states + <usize>(own.cursor - 1) * STATE_BYTES) ? Beam.FULL : Beam.RUNNING;
}

function beginLevel(): void {
  own.cursor = 0;
  own.childCount = 0;
  memory.fill(own.seen, 0, (<usize>own.beamWidth * SEEN) << 3);
  spend(<f64>own.beamWidth * 0.1);
}

function adoptChildren(): void {
  for (let i = 0; i < own.childCount; i++) {
    const child = own.children + <usize>i * CHILD_BYTES;
    const parent = own.states + <usize>load<i32>(child, 8) * STATE_BYTES;
    const shape = changetype<Shape>(<usize>load<u32>(child, 12));
    const count = <usize>load<i32>(parent);
    const state = own.nextStates + <usize>i * STATE_BYTES;
    memory.copy(state, parent, STATE_HEAD + count * PIECE_BYTES);
    store<i32>(state, <i32>count + 1);
    store<f64>(state, load<f64>(parent, 8) + grownArea(shape), 8);
    store<f64>(state, load<f64>(child, 32), 16);
    store<f64>(state, load<f64>(parent, 24) + matchable(shape), 24);
    store<u64>(state, load<u64>(child, 40), 32);
    const piece = state + STATE_HEAD + count * PIECE_BYTES;
    store<u32>(piece, <u32>changetype<usize>(shape));
    store<f64>(piece, load<f64>(child, 16), 8);
    store<f64>(piece, load<f64>(child, 24), 16);
  }
  spend(<f64>own.childCount);
  const previous = own.states;
  own.states = own.nextStates;
  own.nextStates = previous;
  own.stateCount = own.childCount;
  beginLevel();
}

/** Opens the sheet of a state, with what it leaves of every part. */
function openState(state: usize): void {
  clearSheet();
  memory.copy(own.spare, openTable(), (<usize>partCount) << 2);
  const end = state + STATE_HEAD + <usize>load<i32>(state) * PIECE_BYTES;
  for (let piece = state + STATE_HEAD; piece < end; piece += PIECE_BYTES) {
    const shape = changetype<Shape>(<usize>load<u32>(piece));
    place(shape, load<f64>(piece, 8), load<f64>(piece, 16));
    const left = own.spare + ((<usize>shape.part) << 2);
    store<i32>(left, load<i32>(left) - 1);
  }
}

/** Offers the children of a state; true when it is a full sheet. */
function expand(state: usize): bool {
  openState(state);
  const room = own.whole - load<f64>(state, 8) + FULL * own.whole;
  if (room < 2 * FULL * own.whole) return true;
  if (load<i32>(state) === PIECES || room < own.smallest) return false;
  openFitting(own.spare, room, own.fitting);
  const notchCount = findNotches();
  let fewest = FITTING;
  let notch = -1;
  let side = OUT;
  for (let i = 0; i < notchCount * 2 && fewest > 0; i++) {
    const from = i & 1 ? BACK : OUT;
    const found = findFitting(i >> 1, from, fewest);
    if (found === fewest && notch >= 0) continue;
    fewest = found;
    notch = i >> 1;
    side = from;
  }
  if (notch < 0 || fewest === 0) return false;
  findFitting(notch, side, fewest);
  for (let i = 0; i < fewest; i++) {
    const corner = <usize>load<u32>(own.fitting + ((<usize>i) << 2));
    const x = notchX(notch) - load<f64>(corner);
    const y = notchY(notch) - load<f64>(corner, 8);
    offerChild(state, cornerShape(corner), x, y);
  }
  return false;
}

/** Takes a child into the beam unless it is there already or no better than the worst of a full beam. */
function offerChild(state: usize, shape: Shape, x: f64, y: f64): void {
  const hash = load<u64>(state, 32) + hashOf(shape, x, y);
  if (!isNew(hash)) return;
  const matched = load<f64>(state, 16) + matchedLength(shape, x, y);
  let score = matched / (load<f64>(state, 24) + matchable(shape));
  if (own.noise > 0) score *= 1 + own.noise * randomUnit();
  let child = 0;
  if (own.childCount === own.beamWidth) {
    own.overflowed = true;
    if (score <= load<f64>(own.children)) return;
    child = siftDown(score);
  } else child = siftUp(score);
  const at = own.children + <usize>child * CHILD_BYTES;
  store<f64>(at, score);
  store<i32>(at, <i32>((state - own.states) / STATE_BYTES), 8);
  store<u32>(at, <u32>changetype<usize>(shape), 12);
  store<f64>(at, x, 16);
  store<f64>(at, y, 24);
  store<f64>(at, matched, 32);
  store<u64>(at, hash, 40);
}

function scoreOf(child: i32): f64 {
  return load<f64>(own.children + <usize>child * CHILD_BYTES);
}

function copyChild(from: i32, to: i32): void {
  memory.copy(own.children + <usize>to * CHILD_BYTES, own.children + <usize>from * CHILD_BYTES, CHILD_BYTES);
}

/** Makes room for one child more and returns its place in the heap. */
function siftUp(score: f64): i32 {
  let child = own.childCount++;
  while (child > 0 && scoreOf((child - 1) >> 1) > score) {
    copyChild((child - 1) >> 1, child);
    child = (child - 1) >> 1;
  }
  return child;
}

/** Drops the worst child and returns the place in the heap for another. */
function siftDown(score: f64): i32 {
  let child = 0;
  for (let next = 1; next < own.childCount; next = 2 * child + 1) {
    if (next + 1 < own.childCount && scoreOf(next + 1) < scoreOf(next)) next++;
    if (scoreOf(next) >= score) break;
    copyChild(next, child);
    child = next;
  }
  return child;
}

/** The same for equal pieces at equal places; a state's hash is the sum over its pieces, so their order is nothing. */
function hashOf(shape: Shape, x: f64, y: f64): u64 {
  let bits = <u64>changetype<usize>(shape);
  bits = mix(bits ^ <u64>(<i64>Math.round(x * 64)));
  return mix(bits ^ <u64>(<i64>Math.round(y * 64)));
}

/** Spreads what the low bits say over all of them. */
function mix(bits: u64): u64 {
  bits *= 0x9e3779b97f4a7;
  bits = (bits ^ (bits >> 29)) * 0xbf58476d1ce4f;
  return bits ^ (bits >> 32);
}

/** Notes a hash; false when it was there. Where the table is crowded it forgets: then a state is worked on twice. */
function isNew(hash: u64): bool {
  const last = <usize>own.beamWidth * SEEN - 1;
  for (let probe: usize = 0; probe < 16; probe++) {
    const at = own.seen + (((<usize>hash + probe) & last) << 3);
    const there = load<u64>(at);
    if (there === hash) return false;
    if (there !== 0) continue;
    store<u64>(at, hash);
    return true;
  }
  return true;
}
