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
import { listEdges, shapesCollide, shapesNest } from "../../geometry/collide";
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

/** Of every two shapes the address of their table, 0 for none. */
let directory: usize = 0;
let shapeCount: i32 = 0;
let tables: usize = 0;
let tablesLeft: i32 = 0;
let lists: usize = 0;
let listsEnd: usize = 0;

/** The pair asked for, in the order of its table, and the place in there. */
let first: Shape = changetype<Shape>(0);
let second: Shape = changetype<Shape>(0);
let shiftX: f64 = 0;
let shiftY: f64 = 0;
let table: usize = 0;
let column: i32 = 0;
let row: i32 = 0;
/** Position in the table, in cells. */
let across: f64 = 0;
let up: f64 = 0;
/** Where the address of the list of the cell stands. */
let slot: usize = 0;

export function openPairs(): void {
  shapeCount = shapesMade();
  if (shapeCount > TABLE_SHAPES) return;
  directory = reserveZeroed((<usize>(shapeCount * shapeCount)) << 2);
  tablesLeft = min((shapeCount * (shapeCount + 1)) / 2, MOST_TABLES);
  tables = reserve(<usize>tablesLeft * TABLE_BYTES);
  lists = reserve(<usize>tablesLeft * TABLE_LISTS);
  listsEnd = lists + <usize>tablesLeft * TABLE_LISTS;
}

/** Turns to the pair of a and b, the latter shifted by (dx, dy): what is asked next is about them. */
export function askAbout(a: Shape, b: Shape, dx: f64, dy: f64): void {
  if (a.index <= b.index) {
    first = a;
    second = b;
    shiftX = dx;
    shiftY = dy;
  } else {
    first = b;
    second = a;
    shiftX = -dx;
    shiftY = -dy;
  }
  table = findTable();
  if (table === 0) return;
  across = (shiftX - load<f64>(table)) * load<f64>(table, 16);
  up = (shiftY - load<f64>(table, 8)) * load<f64>(table, 24);
  column = max(0, min(TABLE_CELLS - 1, <i32>across));
  row = max(0, min(TABLE_CELLS - 1, <i32>up));
}

/** What is known at once of the pair. */
export function contact(): Contact {
  if (table === 0) return clearlyOverlap(shiftX, shiftY, 0) ? Contact.OVERLAP : Contact.DOUBT;
  // Beyond the table the boxes are apart.
  if (across < 0 || up < 0 || across > <f64>TABLE_CELLS || up > <f64>TABLE_CELLS) return Contact.APART;
  const index = <usize>(row * TABLE_CELLS + column);
  const cell = table + CELLS_AT + index;
  slot = table + LISTS_AT + (index << 2);
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
  const list = <usize>(table === 0 ? 0 : load<u32>(slot));
  if (list === 0) return shapesCollide(first, second, shiftX, shiftY, second.gap);
  return listedMeet(list) || shapesNest(first, second, shiftX, shiftY);
}

/** Price of the pair if it overlaps; one above `most` is only known to be greater than that. */
export function overlapPrice(most: f64): f64 {
  if (table === 0) return priceAt(shiftX, shiftY, most);
  const x = across - <f64>column;
  const y = up - <f64>row;
  const low = cornerPrice(0, 0) * (1 - x) + cornerPrice(1, 0) * x;
  const high = cornerPrice(0, 1) * (1 - x) + cornerPrice(1, 1) * x;
  return low * (1 - y) + high * y;
}

/** Table of the pair; 0 where there is none. */
function findTable(): usize {
  if (directory === 0) return 0;
  const entry = directory + ((<usize>(first.index * shapeCount + second.index)) << 2);
  const known = <usize>load<u32>(entry);
  if (known !== 0 || tablesLeft === 0) return known;
  const made = makeTable();
  store<u32>(entry, <u32>made);
  return made;
}

function makeTable(): usize {
  const made = tables;
  tables += TABLE_BYTES;
  tablesLeft--;
  memory.fill(made, 0, TABLE_BYTES);
  const left = first.minX - second.maxX - second.gap;
  const low = first.minY - second.maxY - second.gap;
  const width = first.maxX - second.minX + second.gap - left;
  const height = first.maxY - second.minY + second.gap - low;
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
  const x = load<f64>(table) + (<f64>column + 0.5) / load<f64>(table, 16);
  const y = load<f64>(table, 8) + (<f64>row + 0.5) / load<f64>(table, 24);
  const reach = load<f64>(table, 32);
  if (clearlyOverlap(x, y, reach)) return Contact.OVERLAP;
  const room = min(TABLE_EDGES, <i32>((listsEnd - lists) >> 3) - 1);
  if (room <= 0) return Contact.DOUBT;
  const count = listEdges(first, second, x, y, second.gap + reach, lists + 4, room);
  if (count === 0) return shapesNest(first, second, x, y) ? Contact.OVERLAP : Contact.APART;
  if (count > room) return Contact.DOUBT;
  for (let i = 0; i < count; i++) {
    if (surelyMeet(lists + 4 + ((<usize>i) << 3), x, y, second.gap - reach)) return Contact.OVERLAP;
  }
  store<u32>(lists, count);
  store<u32>(slot, <u32>lists);
  lists += 4 + ((<usize>count) << 3);
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
  const gap = second.gap;
  const limit = gap * gap;
  const end = list + 4 + ((<usize>load<u32>(list)) << 3);
  spend(<f64>(end - list) * 0.03);
  for (let pair = list + 4; pair < end; pair += 8) {
    const a = <usize>load<u32>(pair);
    const b = <usize>load<u32>(pair, 4);
    const ax = load<f64>(a);
    const bx = load<f64>(a, 16);
    const cx = load<f64>(b) + shiftX;
    const ex = load<f64>(b, 16) + shiftX;
    if (max(ax, bx) + gap <= min(cx, ex) || max(cx, ex) + gap <= min(ax, bx)) continue;
    const ay = load<f64>(a, 8);
    const by = load<f64>(a, 24);
    const cy = load<f64>(b, 8) + shiftY;
    const ey = load<f64>(b, 24) + shiftY;
    if (max(ay, by) + gap <= min(cy, ey) || max(cy, ey) + gap <= min(ay, by)) continue;
    if (segmentsWithin(ax, ay, bx, by, cx, cy, ex, ey, limit)) return true;
  }
  return false;
}

/** Price of an overlap at a corner of the cell. */
function cornerPrice(right: i32, top: i32): f64 {
  const at = table + CORNERS_AT + <usize>(row + top) * CORNER_ROW + ((<usize>(column + right)) << 2);
  const known = load<f32>(at);
  if (known > 0) return <f64>known;
  const x = load<f64>(table) + <f64>(column + right) / load<f64>(table, 16);
  const y = load<f64>(table, 8) + <f64>(row + top) / load<f64>(table, 24);
  const price = <f32>priceAt(x, y, Infinity);
  store<f32>(at, price);
  return <f64>price;
}

function priceAt(dx: f64, dy: f64, most: f64): f64 {
  const a = partAt(first.part);
  const b = partAt(second.part);
  const eps = PRICE_EPSILON * max(a.diameter, b.diameter);
  const scale = a.root * b.root;
  const root = most / scale;
  const bound = <f32>((root * root - eps * eps) / Math.PI);
  const sum = sumDepths(first, second, <f32>dx, <f32>dy, <f32>eps, bound);
  return Math.sqrt(Math.PI * sum + eps * eps) * scale;
}

/** Do the circles prove an overlap deeper than `more`, beyond the rounding of f32? */
function clearlyOverlap(dx: f64, dy: f64, more: f64): bool {
  const least = CERTAIN * max(partAt(first.part).diameter, partAt(second.part).diameter) + more;
  return circlesMeet(first, second, <f32>dx, <f32>dy, <f32>least);
}
