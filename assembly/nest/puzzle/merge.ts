/**
 * Rectangles without waste, by putting together what has been cut apart: two blocks with an equal side become one, and
 * so do four around a fifth, until blocks are whole sheets. That undoes any dissection by cuts from edge to edge and
 * by wheels. The side that fewest blocks have goes first; sets of blocks that have been looked at are not looked at
 * again.
 *
 *     wheel   D C C        A + B is as wide as D + C, A + D as high as B + C
 *             D E B        A is as much wider than D, and C than B, as E is wide;
 *             A A B        B is as much higher than A, and D than C, as E is high
 */
import { reserve } from "../../memory";
import { randomUnit } from "../../random";
import { clearWords, Ints, reserveInts, reserveRawWords, Words } from "../../vector";
import { spend } from "../../work";
import { EXACT_SEEN, EXACT_WAYS, MERGE_WORK, WHEEL_WORK } from "../model/limits";
import { copyCount } from "../model/nest-problem";
import { Block, blockAt, isSheet, layBlocks, openBlocks, sideOf } from "./blocks";
import { wallHeight, wallWidth } from "./bricks";
import { Exact } from "./valley";

/** How blocks of a set are put together: positions in the set, in the words of `Block`. */
@unmanaged
class MergeWay {
  axis: i32;
  a: i32;
  b: i32;
  c: i32;
  d: i32;
  e: i32;
  turned: i32;
  key: f64;
}

/** One way taken after the other: the blocks before it, and the ways that there are. */
@unmanaged
class MergeLevel {
  blocks: i32;
  ways: i32;
  cursor: i32;
  /** Mark that tells this set of blocks from others. */
  mark: u64;
}

let levels: usize = 0;
/** By level: numbers of the blocks, and ways, the best first. */
let sets: Ints = changetype<Ints>(0);
let ways: usize = 0;
/** Marks that have been seen, and the run that has seen them. */
let seen: Words = changetype<Words>(0);
let run: u64 = 0;
let taken: i32 = 0;
let variation: f64 = 0;
let withWheels: bool = false;
export let mergedAll: bool = false;
/** Longer side of a sheet; of members their sides, and those with a side of a length, in a chain. */
let longest: i32 = 0;
let memberWide: Ints = changetype<Ints>(0);
let memberHigh: Ints = changetype<Ints>(0);
let nextWide: Ints = changetype<Ints>(0);
let nextHigh: Ints = changetype<Ints>(0);
let firstWide: Ints = changetype<Ints>(0);
let firstHigh: Ints = changetype<Ints>(0);

/** Odd factors that mix bits well (as in splitmix64), in halves that a double holds. */
const TIMES: u64 = (0x9e3779b9 << 32) | 0x7f4a7c15;
const MIX: u64 = (0xbf58476d << 32) | 0x1ce4e5b9;

export function openMerging(): void {
  openBlocks();
  levels = reserve(<usize>(copyCount + 1) * offsetof<MergeLevel>());
  sets = reserveInts((copyCount + 1) * copyCount);
  ways = reserve(<usize>((copyCount + 1) * EXACT_WAYS) * offsetof<MergeWay>());
  seen = reserveRawWords(EXACT_SEEN);
  clearWords(seen, EXACT_SEEN);
  longest = max(wallWidth, wallHeight);
  memberWide = reserveInts(2 * copyCount);
  memberHigh = reserveInts(2 * copyCount);
  nextWide = reserveInts(2 * copyCount);
  nextHigh = reserveInts(2 * copyCount);
  firstWide = reserveInts(longest + 1);
  firstHigh = reserveInts(longest + 1);
  for (let i = 0; i <= longest; i++) {
    firstWide[i] = -1;
    firstHigh[i] = -1;
  }
}

/** Starts anew; `noise`: shares by which the worth of ways varies. */
export function beginMerging(wheels: bool, noise: f64): void {
  withWheels = wheels;
  variation = noise;
  run++;
  taken = 0;
  mergedAll = true;
  const level = levelAt(0);
  level.blocks = 0;
  level.mark = 0;
  for (let i = 0; i < copyCount; i++) addBlock(level, 0, i);
  listWays();
}

function levelAt(depth: i32): MergeLevel {
  return changetype<MergeLevel>(levels + <usize>depth * offsetof<MergeLevel>());
}

function wayAt(depth: i32, index: i32): MergeWay {
  return changetype<MergeWay>(ways + <usize>(depth * EXACT_WAYS + index) * offsetof<MergeWay>());
}

/** A block of the set that is being looked at. */
function memberAt(index: i32): Block {
  return blockAt(sets[taken * copyCount + index]);
}

/** A whole sheet is done with. */
function addBlock(level: MergeLevel, depth: i32, index: i32): void {
  if (isSheet(blockAt(index))) return;
  sets[depth * copyCount + level.blocks++] = index;
  level.mark += markOf(blockAt(index));
}

function markOf(block: Block): u64 {
  const wide = <u64>(block.turns ? max(block.width, block.height) : block.width);
  const high = <u64>(block.turns ? min(block.width, block.height) : block.height);
  let mark = ((wide << 32) | (high << 1) | (block.turns ? 1 : 0)) * TIMES;
  mark = (mark ^ (mark >> 29)) * MIX;
  return mark ^ (mark >> 32);
}

/** Depth first: puts blocks together, and takes the last way back where none is left or its blocks have been seen. */
export function mergeBlocks(goesOn: () => bool): Exact {
  while (goesOn()) {
    const level = levelAt(taken);
    spend(MERGE_WORK);
    if (level.cursor < level.ways) {
      takeWay(level, wayAt(taken, level.cursor++));
      const next = levelAt(taken);
      if (next.blocks === 0) {
        layBlocks(copyCount + taken);
        return Exact.SOLVED;
      }
      if (wasSeen(next.mark)) taken--;
      else listWays();
    } else {
      if (taken === 0) return Exact.NONE;
      taken--;
    }
  }
  return Exact.RUNNING;
}

function wasSeen(mark: u64): bool {
  const own = mark ^ (run * TIMES);
  const slot = <i32>(own & <u64>(EXACT_SEEN - 1));
  if (seen[slot] === own) return true;
  seen[slot] = own;
  return false;
}

/** Writes the set in which some blocks have become one to the next level. */
function takeWay(level: MergeLevel, way: MergeWay): void {
  const from = taken * copyCount;
  const index = copyCount + taken;
  const made = blockAt(index);
  const wheel = way.axis === 2;
  made.brick = -1;
  made.axis = way.axis;
  made.turned = way.turned;
  made.a = sets[from + way.a];
  made.b = sets[from + way.b];
  made.c = wheel ? sets[from + way.c] : -1;
  made.d = wheel ? sets[from + way.d] : -1;
  made.e = wheel ? sets[from + way.e] : -1;
  made.turns = blockAt(made.a).turns && blockAt(made.b).turns;
  if (wheel)
    made.turns = made.turns && blockAt(made.c).turns && blockAt(made.d).turns && blockAt(made.e).turns;
  made.width = sideOf(made.a, made.turned & 1, 0);
  made.height = sideOf(made.a, made.turned & 1, 1);
  if (way.axis !== 1) made.width += sideOf(made.b, made.turned & 2, 0);
  if (way.axis === 1) made.height += sideOf(made.b, made.turned & 2, 1);
  if (wheel) made.height += sideOf(made.d, made.turned & 8, 1);
  taken++;
  const next = levelAt(taken);
  next.blocks = 0;
  next.mark = 0;
  for (let i = 0; i < level.blocks; i++) {
    const own = sets[from + i];
    if (own !== made.a && own !== made.b && own !== made.c && own !== made.d && own !== made.e)
      addBlock(next, taken, own);
  }
  addBlock(next, taken, index);
}

function listWays(): void {
  const level = levelAt(taken);
  level.cursor = 0;
  level.ways = 0;
  spend(<f64>(level.blocks * level.blocks) * MERGE_WORK);
  for (let a = 0; a < level.blocks; a++) {
    const first = memberAt(a);
    for (let b = a + 1; b < level.blocks; b++) {
      const second = memberAt(b);
      if (first.height === second.height) addPair(level, a, b, 0, 0);
      if (first.width === second.width) addPair(level, a, b, 1, 0);
      if (!first.turns && !second.turns) continue;
      // One of the two is turned, that which may be.
      const turned = second.turns ? 2 : 1;
      if (first.height === second.width) addPair(level, a, b, second.turns ? 0 : 1, turned);
      if (first.width === second.height) addPair(level, a, b, second.turns ? 1 : 0, turned);
    }
  }
  if (withWheels) listWheels(level);
}

function addPair(level: MergeLevel, a: i32, b: i32, axis: i32, turned: i32): void {
  const from = taken * copyCount;
  const first = sets[from + a];
  const second = sets[from + b];
  const length = sideOf(first, turned & 1, axis ^ 1);
  const along = sideOf(first, turned & 1, axis) + sideOf(second, turned & 2, axis);
  const turns = blockAt(first).turns && blockAt(second).turns;
  if (!fits(axis === 0 ? along : length, axis === 0 ? length : along, turns)) return;
  const way = addWay(level, <f64>countSides(level, axis, length));
  if (changetype<usize>(way) === 0) return;
  way.axis = axis;
  way.a = a;
  way.b = b;
  way.turned = turned;
}

function fits(width: i32, height: i32, turns: bool): bool {
  if (width <= wallWidth && height <= wallHeight) return true;
  return turns && width <= wallHeight && height <= wallWidth;
}

/** Makes room for a way where its worth puts it, the least key first; null when there is none. */
function addWay(level: MergeLevel, rarity: f64): MergeWay {
  if (level.ways === EXACT_WAYS) {
    mergedAll = false;
    return changetype<MergeWay>(0);
  }
  const key = rarity * (variation > 0 ? 1 + variation * randomUnit() : 1);
  let at = level.ways++;
  while (at > 0 && wayAt(taken, at - 1).key > key) at--;
  const way = changetype<usize>(wayAt(taken, at));
  memory.copy(way + offsetof<MergeWay>(), way, <usize>(level.ways - 1 - at) * offsetof<MergeWay>());
  wayAt(taken, at).key = key;
  return wayAt(taken, at);
}

/** Blocks that have a side of this length which may touch another across the axis. */
function countSides(level: MergeLevel, axis: i32, length: i32): i32 {
  let count = 0;
  for (let i = 0; i < level.blocks; i++) {
    const block = memberAt(i);
    const own = axis === 0 ? block.height : block.width;
    const other = axis === 0 ? block.width : block.height;
    if (own === length || (block.turns && other === length)) count++;
  }
  return count;
}

/**
 * Lists the wheels. A is taken, and E, which say how wide D is and how high B is; these say what C is. Members stand
 * for themselves as they lie (twice their number) and turned (one more).
 */
function listWheels(level: MergeLevel): void {
  const count = 2 * level.blocks;
  spend(<f64>(count * count) * WHEEL_WORK);
  for (let i = 0; i < count; i++) sortIn(i);
  for (let a = 0; a < count; a++) {
    if (memberWide[a] === 0) continue;
    for (let e = 0; e < count; e++) {
      const wide = memberWide[a] - memberWide[e];
      const high = memberHigh[a] + memberHigh[e];
      if (wide <= 0 || memberWide[e] === 0 || same(a, e) || high > longest) continue;
      for (let d = firstWide[wide]; d >= 0; d = nextWide[d]) {
        if (memberHigh[d] > memberHigh[e] && !same(d, a) && !same(d, e)) listEnds(level, a, d, e);
      }
    }
  }
  for (let i = 0; i < count; i++) {
    firstWide[memberWide[i]] = -1;
    firstHigh[memberHigh[i]] = -1;
  }
}

/** Notes the sides of a member and files it by both; one that may not be turned has none when it is. */
function sortIn(index: i32): void {
  const block = memberAt(index >> 1);
  const turned = index & 1;
  const allowed = turned === 0 || block.turns;
  const wide = !allowed ? 0 : turned === 0 ? block.width : block.height;
  const high = !allowed ? 0 : turned === 0 ? block.height : block.width;
  memberWide[index] = wide;
  memberHigh[index] = high;
  if (!allowed) return;
  nextWide[index] = firstWide[wide];
  firstWide[wide] = index;
  nextHigh[index] = firstHigh[high];
  firstHigh[high] = index;
}

function same(a: i32, b: i32): bool {
  return a >> 1 === b >> 1;
}

function listEnds(level: MergeLevel, a: i32, d: i32, e: i32): void {
  const high = memberHigh[d] - memberHigh[e];
  for (let b = firstHigh[memberHigh[a] + memberHigh[e]]; b >= 0; b = nextHigh[b]) {
    const wide = memberWide[b] + memberWide[e];
    if (same(b, a) || same(b, d) || same(b, e) || wide > longest) continue;
    if (!fits(memberWide[a] + memberWide[b], memberHigh[a] + memberHigh[d], true)) continue;
    for (let c = firstWide[wide]; c >= 0; c = nextWide[c]) {
      if (memberHigh[c] !== high || same(c, a) || same(c, b) || same(c, d) || same(c, e)) continue;
      // Five sides that agree are hardly ever an accident.
      const way = addWay(level, 1);
      if (changetype<usize>(way) === 0) return;
      way.axis = 2;
      way.a = a >> 1;
      way.b = b >> 1;
      way.c = c >> 1;
      way.d = d >> 1;
      way.e = e >> 1;
      way.turned = (a & 1) | ((b & 1) << 1) | ((c & 1) << 2) | ((d & 1) << 3) | ((e & 1) << 4);
    }
  }
}
