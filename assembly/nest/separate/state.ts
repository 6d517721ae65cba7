/**
 * The parts on one sheet or several while they may still overlap, with the price of every overlapping pair and the weight that
 * guided local search puts on it.
 *
 * Several sheets lie side by side as cells, far enough apart that parts of two of them never meet, each as wide and
 * high as the search wants it. What lies on a sheet for good is among the items too: the first ones, which have a price
 * like all others but never move.
 */
import { reserveShapes, Shape, ShapeTable } from "../../geometry/shape";
import { reserve } from "../../memory";
import { Ints, reserveRawInts } from "../../vector";
import { spend } from "../../work";
import { isTurned, newTurnedOf, turnEdges, turnWhole } from "../model/free";
import { GROUP_SHEETS, MOST_ITEMS, SLACK } from "../model/limits";
import {
  clearance,
  copyCount,
  gap,
  isFree,
  partAt,
  partCount,
  typeAt,
  typeCount,
} from "../model/nest-problem";
import { PLACEMENT_BYTES, Placement, placementAt, setPlacement } from "../model/placement";
import { clearBoxes, findNear, nearCount, nearItems, openBoxes, setBox } from "./broad-phase";
import {
  openPairs,
  overlapDoubted,
  PairRelation,
  QUESTION_BYTES,
  Question,
  scarceTablesMade,
} from "./pair-table";
import {
  clearLosses,
  edgeWeight,
  openWeights,
  pairWeight,
  resetWeights,
  setEdgeLoss,
  setPairLoss,
} from "./weights";

/** Items, and those of them, the first, that lie where they lie for good. */
export let size: i32 = 0;
export let anchored: i32 = 0;
/** Sheets side by side. */
export let cellCount: i32 = 0;
/** Distance from the left edge of one cell to that of the next. */
export let cellPitch: f64 = 0;

/** Half of what is left free between two cells of the widest kind. */
let cellBorder: f64 = 0;
export let itemLimit: i32 = 0;
let items: usize = 0;
/** Questions of one evaluation, one for each item nearby. */
let questions: usize = 0;
let moved: Ints = changetype<Ints>(0);
export let holedItems: Ints = changetype<Ints>(0);
export let holedCount: i32 = 0;
/** By item its own shape for orientations on no list, null until it has one; those of each part, and how many are taken. */
let turned: ShapeTable = changetype<ShapeTable>(0);
let turnedOf: usize = 0;
/** Scarce tables made until all pairs were last priced. */
let pricedTables: i32 = 0;

/** Width and height of a cell. */
@unmanaged
class CellSize {
  width: f64;
  height: f64;
}
const cellSizes = memory.data(GROUP_SHEETS * 16);

function cellSize(cell: i32): CellSize {
  return changetype<CellSize>(cellSizes + ((<usize>cell) << 4));
}

export function openItems(): void {
  let obstacles = 0;
  for (let i = 0; i < typeCount; i++) obstacles = max(obstacles, typeAt(i).obstacleCount);
  itemLimit = min(copyCount + obstacles * min(copyCount, GROUP_SHEETS), MOST_ITEMS);
  items = reserve(<usize>itemLimit * PLACEMENT_BYTES);
  openBoxes(itemLimit);
  openWeights(itemLimit);
  openPairs();
  holedItems = reserveRawInts(itemLimit);
  questions = reserve(<usize>itemLimit * QUESTION_BYTES);
  moved = reserveRawInts(itemLimit);
  openTurned();
}

/** The shapes of its own that each copy of a part may need. */
@unmanaged
class ShapePool {
  shapes: ShapeTable;
  most: i32;
  taken: i32;
}

function poolOf(part: i32): ShapePool {
  return changetype<ShapePool>(turnedOf + <usize>part * offsetof<ShapePool>());
}

function openTurned(): void {
  turned = reserveShapes(itemLimit);
  turnedOf = reserve(<usize>partCount * offsetof<ShapePool>());
  for (let i = 0; i < partCount; i++) {
    const part = partAt(i);
    const pool = poolOf(i);
    pool.taken = 0;
    pool.most = isFree(part) ? min(part.quantity, itemLimit) : 0;
    pool.shapes = reserveShapes(pool.most);
    for (let k = 0; k < pool.most; k++) pool.shapes[k] = newTurnedOf(part.free);
  }
}

/** The shape of an item's own, turned to an orientation that is on no list. */
function turnedItem(item: i32, part: i32, orientation: i32): Shape {
  let shape = turned[item];
  if (changetype<usize>(shape) === 0) {
    const pool = poolOf(part);
    assert(pool.taken < pool.most);
    shape = pool.shapes[pool.taken++];
    turned[item] = shape;
  }
  turnWhole(shape, partAt(part).free, part, orientation);
  return shape;
}

/** Forgets all items; cells of at most `widest` are to keep parts of at most `reach` across apart. */
export function clearItems(widest: f64, reach: f64): void {
  size = 0;
  anchored = 0;
  holedCount = 0;
  for (let i = 0; i < partCount; i++) poolOf(i).taken = 0;
  cellBorder = reach + clearance;
  cellPitch = widest + 2 * cellBorder;
  clearBoxes();
}

/** Sets the number of cells. */
export function setCells(cells: i32): void {
  cellCount = cells;
}

export function sizeCell(cell: i32, across: f64, up: f64): void {
  cellSize(cell).width = across;
  cellSize(cell).height = up;
}

export function cellWidth(cell: i32): f64 {
  return cellSize(cell).width;
}

export function cellHeight(cell: i32): f64 {
  return cellSize(cell).height;
}

/** The cell to which a box with its centre at x belongs: the nearest. */
export function cellAt(x: f64): i32 {
  if (cellCount === 1) return 0;
  const cell = <i32>Math.floor((x + cellBorder) / cellPitch);
  return max(0, min(cellCount - 1, cell));
}

/** The cell in which an item lies. */
export function itemCell(item: i32): i32 {
  const shape = itemShape(item);
  return cellAt(itemX(item) + (shape.minX + shape.maxX) / 2);
}

export function itemShape(item: i32): Shape {
  return placementAt(items, item).shape;
}

export function itemX(item: i32): f64 {
  return placementAt(items, item).x;
}

export function itemY(item: i32): f64 {
  return placementAt(items, item).y;
}

/** Adds a part without looking at overlaps; `priceAll` does, later. */
export function addItem(shape: Shape, x: f64, y: f64): void {
  if (shape.holeCount > 0) holedItems[holedCount++] = size;
  turned[size] = changetype<Shape>(0);
  putItem(size++, shape, x, y);
}

/** Adds what lies there for good; before all items that may move. */
export function addAnchored(shape: Shape, x: f64, y: f64): void {
  addItem(shape, x, y);
  anchored = size;
}

/** Puts an item elsewhere without looking at overlaps. */
export function putItem(item: i32, wanted: Shape, x: f64, y: f64): void {
  assert(Math.abs(x) < Infinity && Math.abs(y) < Infinity);
  const shape = isTurned(wanted) ? turnedItem(item, wanted.part, wanted.orientation) : wanted;
  setPlacement(placementAt(items, item), shape, x, y);
  // The box of an obstacle with a distance of its own grows by the difference: questions are asked with the gap of parts.
  const more = max(0.0, shape.gap - gap);
  setBox(item, shape.minX + x - more, shape.minY + y - more, shape.maxX + x + more, shape.maxY + y + more);
}

/** Price of lying over the edge of the cell; 0 inside. */
export function priceEdge(shape: Shape, x: f64, y: f64): f64 {
  const cell = cellAt(x + (shape.minX + shape.maxX) / 2);
  const across = cellWidth(cell);
  const up = cellHeight(cell);
  const left = <f64>cell * cellPitch;
  const minX = shape.minX + x - left;
  const minY = shape.minY + y;
  const maxX = shape.maxX + x - left;
  const maxY = shape.maxY + y;
  if (minX >= -SLACK && minY >= -SLACK && maxX <= across + SLACK && maxY <= up + SLACK) return 0;
  const box = (maxX - minX) * (maxY - minY);
  const sharedX = min(maxX, across) - max(minX, 0.0);
  const sharedY = min(maxY, up) - max(minY, 0.0);
  let out = 1.0001 * box - sharedX * sharedY;
  if (sharedX <= 0 || sharedY <= 0) {
    const dx = (minX + maxX - across) / 2;
    const dy = (minY + maxY - up) / 2;
    out = box + Math.sqrt(dx * dx + dy * dy);
  }
  return 2 * Math.sqrt(out * partAt(shape.part).hullArea);
}

/**
 * Weighted price of putting `item` at (x, y) as `shape`. Stops as soon as the price passes `bound`; what it returns
 * then is only known to be greater. What overlaps clearly comes first: it ends most evaluations.
 */
export function evaluate(item: i32, shape: Shape, x: f64, y: f64, bound: f64): f64 {
  spend(0.3);
  let total = priceEdge(shape, x, y);
  if (total > 0) total *= edgeWeight(item);
  if (total > bound) return total;
  askNeighbours(shape, x, y, item);
  let doubts = false;
  for (let k = 0; k < nearCount; k++) {
    const question = questionAt(k);
    const known = question.verdict();
    if (known === PairRelation.APART) continue;
    if (known === PairRelation.DOUBT) {
      doubts = true;
      continue;
    }
    const weight = pairWeight(item, nearItems[k]);
    if (total + question.leastPrice() * weight > bound) return Infinity;
    total = addPrice(total, question, weight, bound);
    if (total > bound) return total;
  }
  return doubts ? settleDoubts(item, shape, total, bound) : total;
}

/** Asks about the items whose boxes come within the gap of the shape's at (x, y), before any answer is used. */
function askNeighbours(shape: Shape, x: f64, y: f64, item: i32): void {
  findNear(shape.minX + x, shape.minY + y, shape.maxX + x, shape.maxY + y, item);
  for (let k = 0; k < nearCount; k++) {
    const other = placementAt(items, nearItems[k]);
    questionAt(k).ask(shape, other.shape, other.x - x, other.y - y);
  }
}

/** Adds what the edges have to decide. */
function settleDoubts(item: i32, shape: Shape, before: f64, bound: f64): f64 {
  needEdges(shape);
  let total = before;
  for (let k = 0; k < nearCount && total <= bound; k++) {
    const question = questionAt(k);
    if (question.known === PairRelation.DOUBT && overlapDoubted(question))
      total = addPrice(total, question, pairWeight(item, nearItems[k]), bound);
  }
  return total;
}

function questionAt(k: i32): Question {
  return changetype<Question>(questions + <usize>k * QUESTION_BYTES);
}

/** The total and the weighted price of the pair asked about, infinite when that passes the bound. */
function addPrice(total: f64, question: Question, weight: f64, bound: f64): f64 {
  const most = (bound - total) / weight;
  const price = question.price(most);
  assert(price >= question.leastPrice() * (1 - 1e-9));
  return price > most ? Infinity : total + price * weight;
}

/** Moves an item and brings the prices of its pairs up to date. */
export function moveItem(item: i32, shape: Shape, x: f64, y: f64): void {
  putItem(item, shape, x, y);
  priceItem(item);
}

/** Edges of a shape that may be turned anew are turned when they are needed. */
export function needEdges(shape: Shape): void {
  if (isTurned(shape)) turnEdges(shape, partAt(shape.part).free);
}

function priceItem(item: i32): void {
  const shape = itemShape(item);
  const x = itemX(item);
  const y = itemY(item);
  clearLosses(item, size);
  setEdgeLoss(item, priceEdge(shape, x, y));
  askNeighbours(shape, x, y, item);
  for (let k = 0; k < nearCount; k++) {
    const j = nearItems[k];
    const question = questionAt(k);
    const known = question.verdict();
    if (known === PairRelation.APART || (known === PairRelation.DOUBT && !overlapDoubted(question))) continue;
    setPairLoss(item, j, question.price(Infinity));
  }
}

/** True when every pair would cost what it did when it was priced: no table has been made since all of them were. */
export function pricesHold(): bool {
  return scarceTablesMade === pricedTables;
}

/** Prices every pair anew. */
export function priceAll(): void {
  for (let i = 0; i < anchored; i++) {
    clearLosses(i, size);
    setEdgeLoss(i, 0);
  }
  const made = scarceTablesMade;
  for (let i = anchored; i < size; i++) priceItem(i);
  pricedTables = made;
}

/** Prices every pair anew, and sets their weights back. */
export function priceAnew(): void {
  resetWeights(size);
  priceAll();
}

/** Bytes of a snapshot of the items. */
export function snapshotBytes(): usize {
  return <usize>itemLimit * PLACEMENT_BYTES;
}

/** Copies where everything lies to `to`. */
export function saveItems(to: usize): void {
  memory.copy(to, items, <usize>size * PLACEMENT_BYTES);
}

/** Puts everything where it was when `from` was saved; prices are left to `priceAll`. */
export function restoreItems(from: usize): void {
  for (let i = 0; i < size; i++) {
    const saved = placementAt(from, i);
    putSaved(i, saved);
  }
}

/** Its own shape may have been turned since it was saved. */
function putSaved(item: i32, saved: Placement): void {
  const shape = saved.shape;
  if (shape.orientation !== saved.orientation)
    turnWhole(shape, partAt(shape.part).free, shape.part, saved.orientation);
  putItem(item, shape, saved.x, saved.y);
}

/** Puts everything back to where it was when `from` was saved; only the pairs of what had moved are priced again. */
export function returnItems(from: usize): void {
  let count = 0;
  for (let i = 0; i < size; i++) {
    const saved = placementAt(from, i);
    const now = placementAt(items, i);
    const alike = saved.shape === now.shape && saved.orientation === now.orientation;
    if (alike && saved.x === now.x && saved.y === now.y) continue;
    putSaved(i, saved);
    moved[count++] = i;
  }
  for (let k = 0; k < count; k++) priceItem(moved[k]);
}
