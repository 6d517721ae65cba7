/**
 * What becomes of two shapes, by how far the second is shifted against the first: tables over the shifts at which their
 * boxes meet, filled where somebody asks. A cell of a table knows whether the two are apart or overlap at every shift
 * in it, or else which pairs of edges decide; so its verdicts are as exact as a test of all edges, at a fraction of the
 * cost. At the corners of the cells stands what an overlap costs; prices between them are interpolated.
 *
 *     table    left, low, cells per mm across and up | reach | prices of corners | cells
 *     cell     0: nobody has asked, or a `Contact`, or the address of a list
 *     list     count | address of an edge of the first, of one of the second | ...
 *
 * Jobs with very many shapes have tables only for the pairs that met first; the others are tested anew each time.
 */
import { listEdges, openEdgeList, shapesCollide, shapesNest } from "../../geometry/collide";
import { segmentsCross, segmentsWithin } from "../../geometry/predicates";
import { Shape, shapesMade } from "../../geometry/shape";
import { reserve, reserveZeroed } from "../../memory";
import { spend } from "../../work";
import { partAt } from "../model/problem";
import {
  CERTAIN,
  MOST_TABLES,
  PRICE_EPSILON,
  TABLE_CELLS,
  TABLE_EDGES,
  TABLE_LISTS,
  TABLE_SHAPES,
} from "../model/tuning";
import { circlesMeet, sumDepths } from "./overlap-proxy";

/** What is known of two shapes without looking at their edges. */
export enum Contact {
  APART = 1,
  OVERLAP = 2,
  /** The edges decide. */
  DOUBT = 3,
}

const CELLS_AT: usize = 48;
const CELL_COUNT: usize = <usize>(TABLE_CELLS * TABLE_CELLS);
const LISTS_AT: usize = CELLS_AT + CELL_COUNT;
const CORNERS_AT: usize = LISTS_AT + (CELL_COUNT << 2);
const CORNER_ROW: usize = (<usize>(TABLE_CELLS + 1)) << 2;
const TABLE_BYTES: usize = (CORNERS_AT + CORNER_ROW * <usize>(TABLE_CELLS + 1) + 15) & ~15;

/** What is kept here between two steps. */
@unmanaged
class State {
  /** Of every two shapes the address of their table, 0 for none. */
  directory: usize;
  shapeCount: i32;
  tables: usize;
  tablesLeft: i32;
  lists: usize;
  listsEnd: usize;
  /** The pair asked for, in the order of its table, and the place in there. */
  first: Shape;
  second: Shape;
  shiftX: f64;
  shiftY: f64;
  table: usize;
  column: i32;
  row: i32;
  /** Position in the table, in cells. */
  across: f64;
  up: f64;
  /** Where the address of the list of the cell stands. */
  slot: usize;
}
const state = changetype<State>(memory.data(offsetof<State>()));

export function openPairs(): void {
  state.shapeCount = shapesMade();
  if (state.shapeCount > TABLE_SHAPES) return;
  state.directory = reserveZeroed((<usize>(state.shapeCount * state.shapeCount)) << 2);
  state.tablesLeft = min((state.shapeCount * (state.shapeCount + 1)) / 2, MOST_TABLES);
  state.tables = reserve(<usize>state.tablesLeft * TABLE_BYTES);
  state.lists = reserve(<usize>state.tablesLeft * TABLE_LISTS);
  state.listsEnd = state.lists + <usize>state.tablesLeft * TABLE_LISTS;
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
  if (state.table === 0) return;
  state.across = (state.shiftX - load<f64>(state.table)) * load<f64>(state.table, 16);
  state.up = (state.shiftY - load<f64>(state.table, 8)) * load<f64>(state.table, 24);
  state.column = max(0, min(TABLE_CELLS - 1, <i32>state.across));
  state.row = max(0, min(TABLE_CELLS - 1, <i32>state.up));
}

/** What is known at once of the pair. */
export function contact(): Contact {
  if (state.table === 0)
    return clearlyOverlap(state.shiftX, state.shiftY, 0) ? Contact.OVERLAP : Contact.DOUBT;
  // Beyond the table the boxes are apart.
  if (state.across < 0 || state.up < 0 || state.across > <f64>TABLE_CELLS || state.up > <f64>TABLE_CELLS)
    return Contact.APART;
  const index = <usize>(state.row * TABLE_CELLS + state.column);
  const cell = state.table + CELLS_AT + index;
  state.slot = state.table + LISTS_AT + (index << 2);
  const known = load<u8>(cell);
  if (known !== 0) return <Contact>known;
  const verdict = judge();
  store<u8>(cell, <u8>verdict);
  return verdict;
}

/** Do the two come closer than they may? */
export function overlaps(): bool {
  const known = contact();
  if (known !== Contact.DOUBT) return known === Contact.OVERLAP;
  const list = <usize>(state.table === 0 ? 0 : load<u32>(state.slot));
  if (list === 0)
    return shapesCollide(state.first, state.second, state.shiftX, state.shiftY, state.second.gap);
  return listedMeet(list) || shapesNest(state.first, state.second, state.shiftX, state.shiftY);
}

/** Price of the pair if it overlaps; one above `most` is only known to be greater than that. */
export function overlapPrice(most: f64): f64 {
  if (state.table === 0) return priceAt(state.shiftX, state.shiftY, most);
  const x = state.across - <f64>state.column;
  const y = state.up - <f64>state.row;
  const low = cornerPrice(0, 0) * (1 - x) + cornerPrice(1, 0) * x;
  const high = cornerPrice(0, 1) * (1 - x) + cornerPrice(1, 1) * x;
  return low * (1 - y) + high * y;
}

/** Table of the pair; 0 where there is none. */
function findTable(): usize {
  if (state.directory === 0) return 0;
  const entry = state.directory + ((<usize>(state.first.index * state.shapeCount + state.second.index)) << 2);
  const known = <usize>load<u32>(entry);
  if (known !== 0 || state.tablesLeft === 0) return known;
  const made = makeTable();
  store<u32>(entry, <u32>made);
  return made;
}

function makeTable(): usize {
  const made = state.tables;
  state.tables += TABLE_BYTES;
  state.tablesLeft--;
  memory.fill(made, 0, TABLE_BYTES);
  const left = state.first.minX - state.second.maxX - state.second.gap;
  const low = state.first.minY - state.second.maxY - state.second.gap;
  const width = state.first.maxX - state.second.minX + state.second.gap - left;
  const height = state.first.maxY - state.second.minY + state.second.gap - low;
  store<f64>(made, left);
  store<f64>(made, low, 8);
  store<f64>(made, <f64>TABLE_CELLS / width, 16);
  store<f64>(made, <f64>TABLE_CELLS / height, 24);
  // No shift in a cell is farther from its centre, rounding included.
  store<f64>(made, Math.sqrt(width * width + height * height) * ((0.5 / <f64>TABLE_CELLS) * (1 + 1e-9)), 32);
  spend(<f64>TABLE_BYTES * 0.0005);
  return made;
}

/** What holds for every shift in the cell. When it is for the edges to decide, they are listed, unless they are too many. */
function judge(): Contact {
  const x = load<f64>(state.table) + (<f64>state.column + 0.5) / load<f64>(state.table, 16);
  const y = load<f64>(state.table, 8) + (<f64>state.row + 0.5) / load<f64>(state.table, 24);
  const reach = load<f64>(state.table, 32);
  if (clearlyOverlap(x, y, reach)) return Contact.OVERLAP;
  const room = min(TABLE_EDGES, <i32>((state.listsEnd - state.lists) >> 3) - 1);
  if (room <= 0) return Contact.DOUBT;
  openEdgeList(state.lists + 4, room);
  const count = listEdges(state.first, state.second, x, y, state.second.gap + reach);
  if (count === 0) return shapesNest(state.first, state.second, x, y) ? Contact.OVERLAP : Contact.APART;
  if (count > room) return Contact.DOUBT;
  for (let i = 0; i < count; i++) {
    if (surelyMeet(state.lists + 4 + ((<usize>i) << 3), x, y, state.second.gap - reach))
      return Contact.OVERLAP;
  }
  store<u32>(state.lists, count);
  store<u32>(state.slot, <u32>state.lists);
  state.lists += 4 + ((<usize>count) << 3);
  return Contact.DOUBT;
}

/** Do two edges come closer than the gap wherever in its cell the shift is? `rest` is the gap less the reach. */
function surelyMeet(pair: usize, dx: f64, dy: f64, rest: f64): bool {
  const a = <usize>load<u32>(pair);
  const b = <usize>load<u32>(pair, 4);
  const cx = load<f64>(b) + dx;
  const cy = load<f64>(b, 8) + dy;
  const ex = load<f64>(b, 16) + dx;
  const ey = load<f64>(b, 24) + dy;
  return rest > 0
    ? segmentsWithin(
        load<f64>(a),
        load<f64>(a, 8),
        load<f64>(a, 16),
        load<f64>(a, 24),
        cx,
        cy,
        ex,
        ey,
        rest * rest,
      )
    : segmentsCross(load<f64>(a), load<f64>(a, 8), load<f64>(a, 16), load<f64>(a, 24), cx, cy, ex, ey, -rest);
}

/** Do any of the listed edges come closer than the gap? */
function listedMeet(list: usize): bool {
  const gap = state.second.gap;
  const limit = gap * gap;
  const end = list + 4 + ((<usize>load<u32>(list)) << 3);
  spend(<f64>(end - list) * 0.03);
  for (let pair = list + 4; pair < end; pair += 8) {
    const a = <usize>load<u32>(pair);
    const b = <usize>load<u32>(pair, 4);
    const ax = load<f64>(a);
    const bx = load<f64>(a, 16);
    const cx = load<f64>(b) + state.shiftX;
    const ex = load<f64>(b, 16) + state.shiftX;
    if (max(ax, bx) + gap <= min(cx, ex) || max(cx, ex) + gap <= min(ax, bx)) continue;
    const ay = load<f64>(a, 8);
    const by = load<f64>(a, 24);
    const cy = load<f64>(b, 8) + state.shiftY;
    const ey = load<f64>(b, 24) + state.shiftY;
    if (max(ay, by) + gap <= min(cy, ey) || max(cy, ey) + gap <= min(ay, by)) continue;
    if (segmentsWithin(ax, ay, bx, by, cx, cy, ex, ey, limit)) return true;
  }
  return false;
}

/** Price of an overlap at a corner of the cell. */
function cornerPrice(right: i32, top: i32): f64 {
  const at =
    state.table + CORNERS_AT + <usize>(state.row + top) * CORNER_ROW + ((<usize>(state.column + right)) << 2);
  const known = load<f32>(at);
  if (known > 0) return <f64>known;
  const x = load<f64>(state.table) + <f64>(state.column + right) / load<f64>(state.table, 16);
  const y = load<f64>(state.table, 8) + <f64>(state.row + top) / load<f64>(state.table, 24);
  const price = <f32>priceAt(x, y, Infinity);
  store<f32>(at, price);
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
