/**
 * One sheet without waste: a beam search over partial sheets in which every part lies flush in a notch (notch.ts). Of
 * each partial sheet the notch that can be filled in the fewest ways is filled in all of them: one of them is right if
 * the partial sheet is. Where there are none it is given up. Of the partial sheets with equally many parts the beam
 * keeps those whose edges are matched best; one that is wide enough to keep all of them makes the search complete.
 */
import { Shape } from "../../geometry/shape";
import { reserve } from "../../memory";
import { randomUnit } from "../../random";
import { copyInts, Ints, reserveRawInts, reserveRawWords, Words } from "../../vector";
import { spend } from "../../work";
import { openCopies } from "../construct/finished";
import { clearSheet, place } from "../layout/laid-sheet";
import { BEAM_MOST, FITTING, FULL, PIECES } from "../model/limits";
import { clearance, height, partAt, partCount, shapeOf, width } from "../model/nest-problem";
import { PLACEMENT_BYTES, Placement, placementAt, setPlacement } from "../model/placement";
import { Corner, CornerSide, grownArea, matchable } from "./corners";
import { findFitting, findNotches, matchedLength, notchAt, openFitting, openNotches } from "./notch";

export enum Beam {
  /** Other searches have their turns. */
  RUNNING = 0,
  /** The open sheet is full. */
  FULL = 1,
  /** No partial sheet of the beam can be gone on with. */
  EXHAUSTED = 2,
}

/** A sheet on the way, followed by its placements. */
@unmanaged
class PartialSheet {
  count: i32;
  grownArea: f64;
  /** Length of the edges that lie against others, and of those that could. */
  matched: f64;
  matchable: f64;
  hash: u64;
}
const STATE_HEAD: usize = 40;
const STATE_BYTES: usize = STATE_HEAD + <usize>PIECES * PLACEMENT_BYTES;

/** A partial sheet and one placement more; in a heap with the lowest score on top. */
@unmanaged
class BeamChild extends Placement {
  parent: i32;
  score: f64;
  matched: f64;
  hash: u64;
}
const CHILD_BYTES: usize = 56;
/** Slots per state of the hash table that tells which children of a level are there already; a power of two. */
const SEEN = 32;

let states: usize = 0;
let nextStates: usize = 0;
let stateCount: i32 = 0;
/** The next state to go on with. */
let cursor: i32 = 0;
let children: usize = 0;
let childCount: i32 = 0;
let seen: Words = changetype<Words>(0);
/** Copies of each part that the state in hand leaves. */
let spare: Ints = changetype<Ints>(0);
let fitting: Ints = changetype<Ints>(0);
let beamWidth: i32 = 0;
let noise: f64 = 0;
export let beamOverflowed: bool = false;
/** Area of the sheet, grown by half the gap, and of the smallest part to be had. */
let whole: f64 = 0;
let smallest: f64 = 0;

export function openBeam(): void {
  openNotches();
  states = reserve(<usize>BEAM_MOST * STATE_BYTES);
  nextStates = reserve(<usize>BEAM_MOST * STATE_BYTES);
  children = reserve(<usize>BEAM_MOST * CHILD_BYTES);
  seen = reserveRawWords(BEAM_MOST * SEEN);
  spare = reserveRawInts(partCount);
  fitting = reserveRawInts(FITTING);
  whole = (width + clearance) * (height + clearance);
}

/** Starts on an empty sheet, with scores changed at random by up to the share `variation`. */
export function beginBeam(mostStates: i32, variation: f64): void {
  beamWidth = mostStates;
  noise = variation;
  beamOverflowed = false;
  memory.fill(states, 0, STATE_HEAD);
  stateCount = 1;
  beginLevel();
  smallest = Infinity;
  for (let i = 0; i < partCount; i++) {
    if (openCopies[i] === 0) continue;
    smallest = min(smallest, grownArea(shapeOf(partAt(i), 0)));
  }
}

/** Beam search, level by level: each has one part more than the one before, and the best children of all its sheets. */
export function fillSheet(goesOn: () => bool): Beam {
  while (goesOn()) {
    if (cursor === stateCount) {
      if (childCount === 0) return Beam.EXHAUSTED;
      adoptChildren();
    }
    if (expand(sheetAt(states, cursor++))) return Beam.FULL;
  }
  return Beam.RUNNING;
}

function sheetAt(sheets: usize, index: i32): PartialSheet {
  return changetype<PartialSheet>(sheets + <usize>index * STATE_BYTES);
}

function pieceAt(sheet: PartialSheet, index: i32): Placement {
  return placementAt(changetype<usize>(sheet) + STATE_HEAD, index);
}

function childAt(index: i32): BeamChild {
  return changetype<BeamChild>(children + <usize>index * CHILD_BYTES);
}

function beginLevel(): void {
  cursor = 0;
  childCount = 0;
  memory.fill(changetype<usize>(seen), 0, (<usize>(beamWidth * SEEN)) << 3);
  spend(<f64>beamWidth * 0.1);
}

function adoptChildren(): void {
  for (let i = 0; i < childCount; i++) {
    const child = childAt(i);
    const parent = sheetAt(states, child.parent);
    const sheet = sheetAt(nextStates, i);
    memory.copy(
      changetype<usize>(sheet),
      changetype<usize>(parent),
      STATE_HEAD + <usize>parent.count * PLACEMENT_BYTES,
    );
    sheet.count = parent.count + 1;
    sheet.grownArea = parent.grownArea + grownArea(child.shape);
    sheet.matched = child.matched;
    sheet.matchable = parent.matchable + matchable(child.shape);
    sheet.hash = child.hash;
    setPlacement(pieceAt(sheet, parent.count), child.shape, child.x, child.y);
  }
  spend(<f64>childCount);
  const previous = states;
  states = nextStates;
  nextStates = previous;
  stateCount = childCount;
  beginLevel();
}

/** Lays a partial sheet open, with what it leaves of every part. */
function openState(sheet: PartialSheet): void {
  clearSheet();
  copyInts(spare, openCopies, partCount);
  for (let i = 0; i < sheet.count; i++) {
    const piece = pieceAt(sheet, i);
    place(piece.shape, piece.x, piece.y);
    spare[piece.shape.part] -= 1;
  }
}

/** Offers the children of a partial sheet; true when it is full. */
function expand(sheet: PartialSheet): bool {
  openState(sheet);
  const room = whole - sheet.grownArea + FULL * whole;
  if (room < 2 * FULL * whole) return true;
  if (sheet.count === PIECES || room < smallest) return false;
  openFitting(spare, room, fitting);
  const notchCount = findNotches();
  let fewest = FITTING;
  let notch = -1;
  let side = CornerSide.OUT;
  for (let i = 0; i < notchCount * 2 && fewest > 0; i++) {
    const from = i & 1 ? CornerSide.BACK : CornerSide.OUT;
    const found = findFitting(i >> 1, from, fewest);
    if (found === fewest && notch >= 0) continue;
    fewest = found;
    notch = i >> 1;
    side = from;
  }
  if (notch < 0 || fewest === 0) return false;
  findFitting(notch, side, fewest);
  for (let i = 0; i < fewest; i++) {
    const corner = changetype<Corner>(<usize>fitting[i]);
    offerChild(sheet, corner.shape, notchAt(notch).x - corner.x, notchAt(notch).y - corner.y);
  }
  return false;
}

/** Takes a child into the beam unless it is there already or no better than the worst of a full beam. */
function offerChild(sheet: PartialSheet, shape: Shape, x: f64, y: f64): void {
  const hash = sheet.hash + hashOf(shape, x, y);
  if (!isNew(hash)) return;
  const matched = sheet.matched + matchedLength(shape, x, y);
  let score = matched / (sheet.matchable + matchable(shape));
  if (noise > 0) score *= 1 + noise * randomUnit();
  let slot = 0;
  if (childCount === beamWidth) {
    beamOverflowed = true;
    if (score <= childAt(0).score) return;
    slot = siftDown(score);
  } else slot = siftUp(score);
  const child = childAt(slot);
  setPlacement(child, shape, x, y);
  child.parent = <i32>((changetype<usize>(sheet) - states) / STATE_BYTES);
  child.score = score;
  child.matched = matched;
  child.hash = hash;
}

function copyChild(from: i32, to: i32): void {
  memory.copy(changetype<usize>(childAt(to)), changetype<usize>(childAt(from)), CHILD_BYTES);
}

/** Makes room for one child more and returns its place in the heap. */
function siftUp(score: f64): i32 {
  let child = childCount++;
  while (child > 0 && childAt((child - 1) >> 1).score > score) {
    copyChild((child - 1) >> 1, child);
    child = (child - 1) >> 1;
  }
  return child;
}

/** Drops the worst child and returns the place in the heap for another. */
function siftDown(score: f64): i32 {
  let child = 0;
  for (let next = 1; next < childCount; next = 2 * child + 1) {
    if (next + 1 < childCount && childAt(next + 1).score < childAt(next).score) next++;
    if (childAt(next).score >= score) break;
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

/** Notes a hash; false when it was there. Where the table is full it forgets: then a state is worked on twice. */
function isNew(hash: u64): bool {
  const last = beamWidth * SEEN - 1;
  for (let probe = 0; probe < 16; probe++) {
    const slot = (<i32>hash + probe) & last;
    const there = seen[slot];
    if (there === hash) return false;
    if (there !== 0) continue;
    seen[slot] = hash;
    return true;
  }
  return true;
}
