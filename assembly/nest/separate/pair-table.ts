/**
 * Verdicts for two shapes, by how far the second is shifted against the first: tables over the shifts at which their
 * boxes meet, filled where somebody asks. A cell of a table knows whether the two are apart or overlap at every shift
 * in it, or else which pairs of edges decide; so its verdicts are as exact as a test of all edges, at a fraction of the
 * cost. At the corners of the cells stands what an overlap costs; prices between them are interpolated.
 *
 *     table    left, low, cells per mm across and up, reach | a verdict per cell | the address of a list per cell |
 *              prices of corners
 *     verdict  0: nobody has asked | a `Contact` | more than that: an overlap, and the least price at the cell's corners,
 *              between which all others in it lie, as an f32 without its last bits
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
import { Edge, POINT_BYTES } from "../../geometry/records";
import { Shape, shapesMade } from "../../geometry/shape";
import { reserve } from "../../memory";
import { Bytes, Ints, reserveInts, Singles } from "../../vector";
import { resetMeter, spend, workSpent } from "../../work";
import {
  CERTAIN,
  LISTS_MOST,
  LISTS_SCARCE,
  MOST_TABLES,
  TABLE_CELLS,
  TABLE_EDGES,
  TABLE_LISTS,
  TABLE_SHAPES,
  TURNED_WORK,
} from "../model/limits";
import { partAt, partCount } from "../model/nest-problem";
import { PRICE_EPSILON, TABLE_ASKED } from "../model/nest-tuning";
import { circlesMeet, sumDepths } from "./overlap-proxy";

/** The relation of two shapes as far as it is known without looking at their edges. */
export enum PairRelation {
  APART = 1,
  OVERLAP = 2,
  /** The edges decide. */
  DOUBT = 3,
}

/** The head of a table; no shift in a cell is farther than the reach from its centre. */
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

/** Bits of a price that a verdict leaves out, and how many times the largest hull the dearest that it can tell is. */
const PRICE_SHIFT = 19;
const DEAREST: f64 = 4;
/** Added to a small whole number, it leaves that in the low bits: a cast would ask first whether there is one. */
const WHOLE: f64 = 6755399441055744;

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

/** The address of the table of every two shapes; where there is none yet, the number of times it was asked for. */
let directory: Ints = changetype<Ints>(0);
let shapeCount: i32 = 0;
/** There are more pairs than tables. */
let scarce: bool = false;
let firstTable: usize = 0;
let tables: usize = 0;
let tablesLeft: i32 = 0;
/** Tables made so far where they are scarce: each changes the price of its pair, from exact to interpolated. */
export let scarceTablesMade: i32 = 0;
let firstList: usize = 0;
let lists: usize = 0;
let listsEnd: usize = 0;
/** Prices in verdicts begin behind this one. */
let priceBase: i32 = 0;

/** Two shapes that somebody asks about, in the order of their table, and the place of their shift in there. */
@unmanaged
export class Question {
  first: Shape;
  second: Shape;
  shiftX: f64;
  shiftY: f64;
  /** Null where there is none. */
  table: Table;
  column: i32;
  row: i32;
  /** Position in the cell, in cells. */
  across: f64;
  up: f64;
  /** The verdict, 0 until there is one. */
  known: i32;

  /**
   * Asks about a and b, the latter shifted by (dx, dy). Nothing here depends on what is found, so questions one behind the other
   * are looked up side by side: tables are larger than the caches, and waiting for them takes longest.
   */
  @inline
  ask(a: Shape, b: Shape, dx: f64, dy: f64): void {
    const turned = a.index > b.index;
    this.first = turned ? b : a;
    this.second = turned ? a : b;
    this.shiftX = negatedIf(turned, dx);
    this.shiftY = negatedIf(turned, dy);
    this.known = 0;
    this.table = knownTable(this.first, this.second);
    if (changetype<usize>(this.table) !== 0) this.lookUp();
  }

  @inline
  lookUp(): void {
    const across = (this.shiftX - this.table.left) * this.table.across;
    const up = (this.shiftY - this.table.low) * this.table.up;
    const wholeAcross = Math.floor(across);
    const wholeUp = Math.floor(up);
    this.column = <i32>reinterpret<i64>(wholeAcross + WHOLE);
    this.row = <i32>reinterpret<i64>(wholeUp + WHOLE);
    this.across = across - wholeAcross;
    this.up = up - wholeUp;
    // Beyond the table, with its power of two of cells, the boxes are apart.
    const beyond = ((this.column | this.row) & ~(TABLE_CELLS - 1)) !== 0;
    this.known = beyond ? PairRelation.APART : <i32>verdictsOf(this.table)[cellOf(this)];
  }

  /** The verdict without looking at edges: `APART`, `DOUBT`, or else the two overlap. */
  @inline
  verdict(): i32 {
    if (this.known === 0) this.known = findOut(this);
    return this.known;
  }

  /** Lower bound of the price of the overlap. */
  @inline
  leastPrice(): f64 {
    if (this.known <= PairRelation.DOUBT) return 0;
    return <f64>reinterpret<f32>((this.known + priceBase) << PRICE_SHIFT);
  }

  /** Price of the pair if it overlaps; one above `most` is only known to be greater than that. */
  price(most: f64): f64 {
    if (changetype<usize>(this.table) === 0) return priceAt(this, this.shiftX, this.shiftY, most);
    const corner = this.row * CORNER_ROW + this.column;
    const p = this.cornerPrice(corner);
    const q = this.cornerPrice(corner + 1);
    const r = this.cornerPrice(corner + CORNER_ROW);
    const s = this.cornerPrice(corner + CORNER_ROW + 1);
    if (this.known === PairRelation.OVERLAP) noteLeast(this, min(min(p, q), min(r, s)));
    const x = this.across;
    const y = this.up;
    return (p * (1 - x) + q * x) * (1 - y) + (r * (1 - x) + s * x) * y;
  }

  @inline
  cornerPrice(corner: i32): f64 {
    const known = cornersOf(this.table)[corner];
    return known > 0 ? <f64>known : priceCorner(this, corner);
  }
}
export const QUESTION_BYTES: usize = 72;

export function openPairs(): void {
  shapeCount = shapesMade();
  if (shapeCount > TABLE_SHAPES) return;
  let hull = 0.0;
  for (let i = 0; i < partCount; i++) hull = max(hull, partAt(i).hullArea);
  priceBase = (reinterpret<i32>(<f32>(DEAREST * hull)) >> PRICE_SHIFT) - 255;
  directory = reserveInts(shapeCount * shapeCount);
  const pairs = (shapeCount * (shapeCount + 1)) / 2;
  scarce = pairs > MOST_TABLES;
  tablesLeft = min(pairs, MOST_TABLES);
  firstTable = reserve(<usize>tablesLeft * TABLE_BYTES);
  // Tables that make room for others are not asked often enough for all of their lists to be worth it.
  const room = scarce ? LISTS_SCARCE : min(<usize>pairs * TABLE_LISTS, LISTS_MOST);
  firstList = reserve(room);
  tables = firstTable;
  lists = firstList;
  listsEnd = lists + room;
}

/** Other items are going to meet: tables of earlier ones make room for theirs where they are scarce. */
export function renewTables(): void {
  if (!scarce || tablesLeft > MOST_TABLES / 2) return;
  const bytes = (<usize>(shapeCount * shapeCount)) << 2;
  memory.fill(changetype<usize>(directory), 0, bytes);
  spend(<f64>bytes * 0.0005);
  tablesLeft = MOST_TABLES;
  tables = firstTable;
  lists = firstList;
}

/** The negative of it where that is so, of which a branch could guess nothing. */
function negatedIf(so: bool, x: f64): f64 {
  return reinterpret<f64>(reinterpret<u64>(x) ^ ((<u64>so) << 63));
}

/** A cell that nobody has asked for before. */
function findOut(question: Question): i32 {
  if (changetype<usize>(question.table) === 0) {
    question.table = tableOf(question.first, question.second);
    if (changetype<usize>(question.table) === 0) {
      const overlap = clearlyOverlap(question, question.shiftX, question.shiftY, 0);
      return overlap ? PairRelation.OVERLAP : PairRelation.DOUBT;
    }
    question.lookUp();
  }
  return question.known !== 0 ? question.known : judge(question);
}

/** Notes the least price at the corners of a cell in its verdict. */
function noteLeast(question: Question, least: f64): void {
  const known = (reinterpret<i32>(<f32>least) >> PRICE_SHIFT) - priceBase;
  if (known > PairRelation.DOUBT) verdictsOf(question.table)[cellOf(question)] = <u8>min(known, 255);
}

/** Do the two come closer than they may, where that is in doubt? */
export function overlapDoubted(question: Question): bool {
  const table = question.table;
  const list = changetype<usize>(table) === 0 ? 0 : listsOf(table)[cellOf(question)];
  if (list === 0) return edgesCollide(question);
  return (
    listedMeet(<usize>list, question) ||
    shapesNest(question.first, question.second, question.shiftX, question.shiftY)
  );
}

function cellOf(question: Question): i32 {
  return question.row * TABLE_CELLS + question.column;
}

/** The answer of all edges. */
function edgesCollide(question: Question): bool {
  const before = workSpent();
  const second = question.second;
  const collide = shapesCollide(question.first, second, question.shiftX, question.shiftY, second.gap);
  // Edges that are tested every time are in the cache.
  if (question.first.index < 0) resetMeter(before + (workSpent() - before) * TURNED_WORK);
  return collide;
}

/** Table of two shapes in its order, if there is one yet. */
function knownTable(first: Shape, second: Shape): Table {
  // Shapes that are turned anew again and again have none.
  if (changetype<usize>(directory) === 0 || first.index < 0) return changetype<Table>(0);
  const known = <usize>directory[first.index * shapeCount + second.index];
  return changetype<Table>(known > TABLE_ASKED ? known : 0);
}

/** The same of two that have none yet: made where they have been asked about often enough. */
function tableOf(first: Shape, second: Shape): Table {
  if (changetype<usize>(directory) === 0 || first.index < 0) return changetype<Table>(0);
  const entry = first.index * shapeCount + second.index;
  const known = <usize>directory[entry];
  if (known > TABLE_ASKED) return changetype<Table>(known);
  if (tablesLeft === 0) return changetype<Table>(0);
  if (scarce && known < TABLE_ASKED) {
    directory[entry] = <i32>known + 1;
    return changetype<Table>(0);
  }
  const made = makeTable(first, second);
  directory[entry] = <i32>changetype<usize>(made);
  return made;
}

function makeTable(first: Shape, second: Shape): Table {
  const made = changetype<Table>(tables);
  memory.fill(tables, 0, TABLE_BYTES);
  tables += TABLE_BYTES;
  tablesLeft--;
  if (scarce) scarceTablesMade++;
  const left = first.minX - second.maxX - second.gap;
  const low = first.minY - second.maxY - second.gap;
  const width = first.maxX - second.minX + second.gap - left;
  const height = first.maxY - second.minY + second.gap - low;
  made.left = left;
  made.low = low;
  made.across = <f64>TABLE_CELLS / width;
  made.up = <f64>TABLE_CELLS / height;
  // Rounding included.
  made.reach = Math.sqrt(width * width + height * height) * ((0.5 / <f64>TABLE_CELLS) * (1 + 1e-9));
  spend(<f64>TABLE_BYTES * 0.0005);
  return made;
}

/** Finds and notes the verdict that holds for every shift in the cell. */
function judge(question: Question): PairRelation {
  const verdict = verdictOn(question);
  verdictsOf(question.table)[cellOf(question)] = <u8>verdict;
  return verdict;
}

/** When it is for the edges to decide, they are listed, unless they are too many. */
function verdictOn(question: Question): PairRelation {
  const table = question.table;
  const first = question.first;
  const second = question.second;
  const x = table.left + (<f64>question.column + 0.5) / table.across;
  const y = table.low + (<f64>question.row + 0.5) / table.up;
  const reach = table.reach;
  if (clearlyOverlap(question, x, y, reach)) return PairRelation.OVERLAP;
  const room = min(TABLE_EDGES, <i32>((listsEnd - lists) >> 3) - 1);
  if (room <= 0) return PairRelation.DOUBT;
  openEdgeList(changetype<usize>(pairAt(lists, 0)), room);
  const count = listEdges(first, second, x, y, second.gap + reach);
  if (count === 0) return shapesNest(first, second, x, y) ? PairRelation.OVERLAP : PairRelation.APART;
  if (count > room) return PairRelation.DOUBT;
  for (let i = 0; i < count; i++) {
    if (surelyMeet(pairAt(lists, i), x, y, second.gap - reach)) return PairRelation.OVERLAP;
  }
  changetype<Ints>(lists)[0] = count;
  listsOf(table)[cellOf(question)] = <i32>lists;
  lists = changetype<usize>(pairAt(lists, count));
  return PairRelation.DOUBT;
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
function listedMeet(list: usize, question: Question): bool {
  const gap = question.second.gap;
  const shiftX = question.shiftX;
  const shiftY = question.shiftY;
  const limit = gap * gap;
  const end = changetype<usize>(pairAt(list, changetype<Ints>(list)[0]));
  spend(<f64>(end - list) * 0.03);
  for (let at = changetype<usize>(pairAt(list, 0)); at < end; at += PAIR_BYTES) {
    const a = changetype<Edge>(changetype<EdgePair>(at).a);
    const b = changetype<Edge>(changetype<EdgePair>(at).b);
    if (edgesApart(a, b, shiftX, shiftY, gap)) continue;
    const cx = b.ax + shiftX;
    const cy = b.ay + shiftY;
    if (segmentsWithin(a.ax, a.ay, a.bx, a.by, cx, cy, b.bx + shiftX, b.by + shiftY, limit)) return true;
  }
  return false;
}

/** Are the boxes around two edges, the second of which is shifted by (dx, dy), the gap apart along an axis? */
function edgesApart(a: Edge, b: Edge, dx: f64, dy: f64, gap: f64): bool {
  if (ASC_FEATURE_SIMD) {
    // A vector is a point; there is one branch instead of a dozen that nobody could guess.
    const shift = f64x2.replace_lane(f64x2.splat(dx), 1, dy);
    const a1 = v128.load(changetype<usize>(a));
    const a2 = v128.load(changetype<usize>(a), POINT_BYTES);
    const b1 = f64x2.add(v128.load(changetype<usize>(b)), shift);
    const b2 = f64x2.add(v128.load(changetype<usize>(b), POINT_BYTES), shift);
    const wide = f64x2.splat(gap);
    const below = f64x2.le(f64x2.add(f64x2.pmax(a1, a2), wide), f64x2.pmin(b1, b2));
    const above = f64x2.le(f64x2.add(f64x2.pmax(b1, b2), wide), f64x2.pmin(a1, a2));
    return v128.any_true(v128.or(below, above));
  }
  const cx = b.ax + dx;
  const ex = b.bx + dx;
  if (max(a.ax, a.bx) + gap <= min(cx, ex) || max(cx, ex) + gap <= min(a.ax, a.bx)) return true;
  const cy = b.ay + dy;
  const ey = b.by + dy;
  return max(a.ay, a.by) + gap <= min(cy, ey) || max(cy, ey) + gap <= min(a.ay, a.by);
}

/** Price of an overlap at a corner of the cells, worked out and noted. */
function priceCorner(question: Question, corner: i32): f64 {
  const table = question.table;
  const x = table.left + <f64>(corner % CORNER_ROW) / table.across;
  const y = table.low + <f64>(corner / CORNER_ROW) / table.up;
  const price = <f32>priceAt(question, x, y, Infinity);
  cornersOf(table)[corner] = price;
  return <f64>price;
}

function priceAt(question: Question, dx: f64, dy: f64, most: f64): f64 {
  const a = partAt(question.first.part);
  const b = partAt(question.second.part);
  const eps = PRICE_EPSILON * max(a.diameter, b.diameter);
  const scale = a.root * b.root;
  const root = most / scale;
  const bound = <f32>((root * root - eps * eps) / Math.PI);
  const sum = sumDepths(question.first, question.second, <f32>dx, <f32>dy, <f32>eps, bound);
  return Math.sqrt(Math.PI * sum + eps * eps) * scale;
}

/** Do the circles prove an overlap deeper than `more`, beyond the rounding of f32? */
function clearlyOverlap(question: Question, dx: f64, dy: f64, more: f64): bool {
  const first = question.first;
  const second = question.second;
  const least = CERTAIN * max(partAt(first.part).diameter, partAt(second.part).diameter) + more;
  return circlesMeet(first, second, <f32>dx, <f32>dy, <f32>least);
}
