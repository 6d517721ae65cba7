/**
 * What becomes of two shapes, by how far the second is shifted against the first: tables over the shifts at which their
 * boxes meet, filled where somebody asks. A cell of a table knows whether the two are apart or overlap at every shift
 * in it, or else which pairs of edges decide; so its verdicts are as exact as a test of all edges, at a fraction of the
 * cost. At the corners of the cells stands what an overlap costs; prices between them are interpolated.
 *
 *     table    left, low, cells per mm across and up, reach | a `Contact` per cell (0: nobody has asked) | the address of
 *              a list per cell | prices of corners
 *     list     count | pairs of edges
 *
 * Jobs with more pairs than tables have them for pairs that are asked about often; the others are tested anew each time.
 */
import {
  EdgePair,
  listEdges,
  openEdgeList,
  PAIR_BYTES,
  shapesCollide,
  shapesNest,
} from "../../geometry/collide";
import { segmentsCross, segmentsWithin } from "../../geometry/predicates";
import { Edge } from "../../geometry/records";
import { Shape, shapesMade } from "../../geometry/shape";
import { reserve } from "../../memory";
import { Bytes, Ints, reserveInts, Singles } from "../../vector";
import { resetMeter, spend, workSpent } from "../../work";
import { partAt } from "../model/problem";
import {
  CERTAIN,
  LISTS_MOST,
  LISTS_SCARCE,
  MOST_TABLES,
  PRICE_EPSILON,
  TABLE_ASKED,
  TABLE_CELLS,
  TABLE_EDGES,
  TABLE_LISTS,
  TABLE_SHAPES,
  TURNED_WORK,
} from "../model/tuning";
import { circlesMeet, sumDepths } from "./overlap-proxy";

/** What is known of two shapes without looking at their edges. */
export enum Contact {
  APART = 1,
  OVERLAP = 2,
  /** The edges decide. */
  DOUBT = 3,
}

/** What begins a table; no shift in a cell is farther than the reach from its centre. */
@unmanaged
class Table {
  left: f64;
  low: f64;
  /** Cells per mm. */
  across: f64;
  up: f64;
  reach: f64;
}
const CELLS_AT: usize = 48;
const CELL_COUNT: usize = <usize>(TABLE_CELLS * TABLE_CELLS);
const LISTS_AT: usize = CELLS_AT + CELL_COUNT;
const CORNERS_AT: usize = LISTS_AT + (CELL_COUNT << 2);
const CORNER_ROW = TABLE_CELLS + 1;
const TABLE_BYTES: usize = (CORNERS_AT + ((<usize>(CORNER_ROW * CORNER_ROW)) << 2) + 15) & ~15;

function verdictsOf(table: Table): Bytes {
  return changetype<Bytes>(changetype<usize>(table) + CELLS_AT);
}

function listsOf(table: Table): Ints {
  return changetype<Ints>(changetype<usize>(table) + LISTS_AT);
}

function cornersOf(table: Table): Singles {
  return changetype<Singles>(changetype<usize>(table) + CORNERS_AT);
}

function pairAt(list: usize, index: i32): EdgePair {
  return changetype<EdgePair>(list + 4 + <usize>index * PAIR_BYTES);
}

/** What is kept here between two steps. */
@unmanaged
class State {
  /** Of every two shapes the address of their table; where there is none yet, how often it was asked for. */
  directory: Ints;
  shapeCount: i32;
  /** There are more pairs than tables. */
  scarce: bool;
  firstTable: usize;
  tables: usize;
  tablesLeft: i32;
  firstList: usize;
  lists: usize;
  listsEnd: usize;
  /** The pair asked for, in the order of its table, and the place in there. */
  first: Shape;
  second: Shape;
  shiftX: f64;
  shiftY: f64;
  table: Table;
  column: i32;
  row: i32;
  /** Position in the table, in cells. */
  across: f64;
  up: f64;
  cell: i32;
}
const state = changetype<State>(memory.data(offsetof<State>()));

export function openPairs(): void {
  state.shapeCount = shapesMade();
  if (state.shapeCount > TABLE_SHAPES) return;
  state.directory = reserveInts(state.shapeCount * state.shapeCount);
  const pairs = (state.shapeCount * (state.shapeCount + 1)) / 2;
  state.scarce = pairs > MOST_TABLES;
  state.tablesLeft = min(pairs, MOST_TABLES);
  state.firstTable = reserve(<usize>state.tablesLeft * TABLE_BYTES);
  // Tables that make room for others are not asked often enough for all of their lists to be worth it.
  const room = state.scarce ? LISTS_SCARCE : min(<usize>pairs * TABLE_LISTS, LISTS_MOST);
  state.firstList = reserve(room);
  state.tables = state.firstTable;
  state.lists = state.firstList;
  state.listsEnd = state.lists + room;
}

/** Other items are going to meet: tables of earlier ones make room for theirs where they are scarce. */
export function renewTables(): void {
  if (!state.scarce || state.tablesLeft > MOST_TABLES / 2) return;
  const bytes = (<usize>(state.shapeCount * state.shapeCount)) << 2;
  memory.fill(changetype<usize>(state.directory), 0, bytes);
  spend(<f64>bytes * 0.0005);
  state.tablesLeft = MOST_TABLES;
  state.tables = state.firstTable;
  state.lists = state.firstList;
}

/** Turns to the pair of a and b, the latter shifted by (dx, dy): what is asked next is about them. */
export function askAbout(a: Shape, b: Shape, dx: f64, dy: f64): void {
  if (a.index <= b.index) {
    state.first = a;
    state.second = b;
    state.shiftX = dx;
    state.shiftY = dy;
  } else {
    state.first = b;
    state.second = a;
    state.shiftX = -dx;
    state.shiftY = -dy;
  }
  state.table = findTable();
  if (!hasTable()) return;
  state.across = (state.shiftX - state.table.left) * state.table.across;
  state.up = (state.shiftY - state.table.low) * state.table.up;
  state.column = max(0, min(TABLE_CELLS - 1, <i32>state.across));
  state.row = max(0, min(TABLE_CELLS - 1, <i32>state.up));
}

function hasTable(): bool {
  return changetype<usize>(state.table) !== 0;
}

/** What is known at once of the pair. */
export function contact(): Contact {
  if (!hasTable()) return clearlyOverlap(state.shiftX, state.shiftY, 0) ? Contact.OVERLAP : Contact.DOUBT;
  // Beyond the table the boxes are apart.
  if (state.across < 0 || state.up < 0 || state.across > <f64>TABLE_CELLS || state.up > <f64>TABLE_CELLS)
    return Contact.APART;
  state.cell = state.row * TABLE_CELLS + state.column;
  const known = verdictsOf(state.table)[state.cell];
  if (known !== 0) return <Contact>known;
  const verdict = judge();
  verdictsOf(state.table)[state.cell] = <u8>verdict;
  return verdict;
}

/** Do the two come closer than they may? */
export function overlaps(asked: bool = false): bool {
  // Of those without a table, circles have said what they can.
  if (asked && state.first.index < 0) return edgesCollide();
  const known = contact();
  if (known !== Contact.DOUBT) return known === Contact.OVERLAP;
  const list: usize = hasTable() ? <usize>listsOf(state.table)[state.cell] : 0;
  if (list === 0) return edgesCollide();
  return listedMeet(list) || shapesNest(state.first, state.second, state.shiftX, state.shiftY);
}

/** The answer of all edges. */
function edgesCollide(): bool {
  const before = workSpent();
  const collide = shapesCollide(state.first, state.second, state.shiftX, state.shiftY, state.second.gap);
  // What is always tested like this is in the cache.
  if (state.first.index < 0) resetMeter(before + (workSpent() - before) * TURNED_WORK);
  return collide;
}

/** Price of the pair if it overlaps; one above `most` is only known to be greater than that. */
export function overlapPrice(most: f64): f64 {
  if (!hasTable()) return priceAt(state.shiftX, state.shiftY, most);
  const x = state.across - <f64>state.column;
  const y = state.up - <f64>state.row;
  const low = cornerPrice(0, 0) * (1 - x) + cornerPrice(1, 0) * x;
  const high = cornerPrice(0, 1) * (1 - x) + cornerPrice(1, 1) * x;
  return low * (1 - y) + high * y;
}

/** Table of the pair; null where there is none. */
function findTable(): Table {
  // What is turned anew again and again has none.
  if (changetype<usize>(state.directory) === 0 || state.first.index < 0) return changetype<Table>(0);
  const entry = state.first.index * state.shapeCount + state.second.index;
  const known = <usize>state.directory[entry];
  if (known > TABLE_ASKED) return changetype<Table>(known);
  if (state.tablesLeft === 0) return changetype<Table>(0);
  if (state.scarce && known < TABLE_ASKED) {
    state.directory[entry] = <i32>known + 1;
    return changetype<Table>(0);
  }
  const made = makeTable();
  state.directory[entry] = <i32>changetype<usize>(made);
  return made;
}

function makeTable(): Table {
  const made = changetype<Table>(state.tables);
  memory.fill(state.tables, 0, TABLE_BYTES);
  state.tables += TABLE_BYTES;
  state.tablesLeft--;
  const left = state.first.minX - state.second.maxX - state.second.gap;
  const low = state.first.minY - state.second.maxY - state.second.gap;
  const width = state.first.maxX - state.second.minX + state.second.gap - left;
  const height = state.first.maxY - state.second.minY + state.second.gap - low;
  made.left = left;
  made.low = low;
  made.across = <f64>TABLE_CELLS / width;
  made.up = <f64>TABLE_CELLS / height;
  // Rounding included.
  made.reach = Math.sqrt(width * width + height * height) * ((0.5 / <f64>TABLE_CELLS) * (1 + 1e-9));
  spend(<f64>TABLE_BYTES * 0.0005);
  return made;
}

/** What holds for every shift in the cell. When it is for the edges to decide, they are listed, unless they are too many. */
function judge(): Contact {
  const x = state.table.left + (<f64>state.column + 0.5) / state.table.across;
  const y = state.table.low + (<f64>state.row + 0.5) / state.table.up;
  const reach = state.table.reach;
  if (clearlyOverlap(x, y, reach)) return Contact.OVERLAP;
  const room = min(TABLE_EDGES, <i32>((state.listsEnd - state.lists) >> 3) - 1);
  if (room <= 0) return Contact.DOUBT;
  openEdgeList(changetype<usize>(pairAt(state.lists, 0)), room);
  const count = listEdges(state.first, state.second, x, y, state.second.gap + reach);
  if (count === 0) return shapesNest(state.first, state.second, x, y) ? Contact.OVERLAP : Contact.APART;
  if (count > room) return Contact.DOUBT;
  for (let i = 0; i < count; i++) {
    if (surelyMeet(pairAt(state.lists, i), x, y, state.second.gap - reach)) return Contact.OVERLAP;
  }
  changetype<Ints>(state.lists)[0] = count;
  listsOf(state.table)[state.cell] = <i32>state.lists;
  state.lists = changetype<usize>(pairAt(state.lists, count));
  return Contact.DOUBT;
}

/** Do two edges come closer than the gap wherever in its cell the shift is? `rest` is the gap less the reach. */
function surelyMeet(pair: EdgePair, dx: f64, dy: f64, rest: f64): bool {
  const a = changetype<Edge>(pair.a);
  const b = changetype<Edge>(pair.b);
  const cx = b.ax + dx;
  const cy = b.ay + dy;
  const ex = b.bx + dx;
  const ey = b.by + dy;
  return rest > 0
    ? segmentsWithin(a.ax, a.ay, a.bx, a.by, cx, cy, ex, ey, rest * rest)
    : segmentsCross(a.ax, a.ay, a.bx, a.by, cx, cy, ex, ey, -rest);
}

/** Do any of the listed edges come closer than the gap? */
function listedMeet(list: usize): bool {
  const gap = state.second.gap;
  const limit = gap * gap;
  const end = changetype<usize>(pairAt(list, changetype<Ints>(list)[0]));
  spend(<f64>(end - list) * 0.03);
  for (let at = changetype<usize>(pairAt(list, 0)); at < end; at += PAIR_BYTES) {
    const a = changetype<Edge>(changetype<EdgePair>(at).a);
    const b = changetype<Edge>(changetype<EdgePair>(at).b);
    const ax = a.ax;
    const bx = a.bx;
    const cx = b.ax + state.shiftX;
    const ex = b.bx + state.shiftX;
    if (max(ax, bx) + gap <= min(cx, ex) || max(cx, ex) + gap <= min(ax, bx)) continue;
    const ay = a.ay;
    const by = a.by;
    const cy = b.ay + state.shiftY;
    const ey = b.by + state.shiftY;
    if (max(ay, by) + gap <= min(cy, ey) || max(cy, ey) + gap <= min(ay, by)) continue;
    if (segmentsWithin(ax, ay, bx, by, cx, cy, ex, ey, limit)) return true;
  }
  return false;
}

/** Price of an overlap at a corner of the cell. */
function cornerPrice(right: i32, top: i32): f64 {
  const corner = (state.row + top) * CORNER_ROW + state.column + right;
  const known = cornersOf(state.table)[corner];
  if (known > 0) return <f64>known;
  const x = state.table.left + <f64>(state.column + right) / state.table.across;
  const y = state.table.low + <f64>(state.row + top) / state.table.up;
  const price = <f32>priceAt(x, y, Infinity);
  cornersOf(state.table)[corner] = price;
  return <f64>price;
}

function priceAt(dx: f64, dy: f64, most: f64): f64 {
  const a = partAt(state.first.part);
  const b = partAt(state.second.part);
  const eps = PRICE_EPSILON * max(a.diameter, b.diameter);
  const scale = a.root * b.root;
  const root = most / scale;
  const bound = <f32>((root * root - eps * eps) / Math.PI);
  const sum = sumDepths(state.first, state.second, <f32>dx, <f32>dy, <f32>eps, bound);
  return Math.sqrt(Math.PI * sum + eps * eps) * scale;
}

/** Do the circles prove an overlap deeper than `more`, beyond the rounding of f32? */
function clearlyOverlap(dx: f64, dy: f64, more: f64): bool {
  const least = CERTAIN * max(partAt(state.first.part).diameter, partAt(state.second.part).diameter) + more;
  return circlesMeet(state.first, state.second, <f32>dx, <f32>dy, <f32>least);
}
