/**
 * In debug builds: is what separation keeps up to date step by step what it would be if it were worked out anew? Boxes
 * against places, neighbours against all items, prices of pairs against an exact test of all pairs, weights of both halves
 * of the table. A difference is a trap.
 */
import { shapesCollide } from "../../geometry/collide";
import { Shape } from "../../geometry/shape";
import { resetMeter, workSpent } from "../../work";
import { findNear, isBoxed, nearCount, nearItems } from "./broad-phase";
import { anchored, itemShape, itemX, itemY, priceEdge, pricesHold, size } from "./state";
import { edgeLosses, edgeWeight, pairLoss, pairWeight } from "./weights";

/** Prices are compared in double precision and kept in single. */
export const ROUNDING: f64 = 1e-5;
/** Steps between two audits. */
const STEPS = 200;

let steps: i32 = 0;

/** Looks at everything now and then; costs no work. */
function auditNowAndThen(): void {
  if (++steps % STEPS !== 0) return;
  const before = workSpent();
  for (let i = anchored; i < size; i++) auditItem(i);
  resetMeter(before);
}

/** Weighted price of all overlaps of one item. */
export function weightedLoss(item: i32): f64 {
  let sum = <f64>edgeLosses[item] * edgeWeight(item);
  for (let j = 0; j < size; j++) sum += <f64>pairLoss(item, j) * pairWeight(item, j);
  return sum;
}

/**
 * Checks that a move has not made its item dearer, as long as prices hold, and looks at everything now and then. Where
 * tables are scarce, one that is made for a pair changes what that pair costs, so losses of before do not compare.
 */
export function auditMove(item: i32, before: f64): void {
  assert(!pricesHold() || weightedLoss(item) <= before * (1 + ROUNDING));
  auditNowAndThen();
}

function auditItem(i: i32): void {
  const shape = itemShape(i);
  const x = itemX(i);
  const y = itemY(i);
  assert(isBoxed(i, shape.minX + x, shape.minY + y, shape.maxX + x, shape.maxY + y));
  assert(edgeLosses[i] === <f32>priceEdge(shape, x, y));
  assert(edgeWeight(i) >= 1);
  findNear(shape.minX + x, shape.minY + y, shape.maxX + x, shape.maxY + y, i);
  for (let j = 0; j < size; j++) {
    if (j === i) continue;
    assert(pairLoss(i, j) === pairLoss(j, i) && pairWeight(i, j) === pairWeight(j, i));
    assert(pairWeight(i, j) >= 1);
    const other = itemShape(j);
    const collide = doCollide(shape, other, itemX(j) - x, itemY(j) - y);
    assert(collide === pairLoss(i, j) > 0);
    if (collide) assert(isFoundNear(j));
  }
}

/** In the order that tables have pairs in: an obstacle comes second, and its distance counts. */
function doCollide(a: Shape, b: Shape, dx: f64, dy: f64): bool {
  if (a.index <= b.index) return shapesCollide(a, b, dx, dy, b.gap);
  return shapesCollide(b, a, -dx, -dy, a.gap);
}

function isFoundNear(item: i32): bool {
  for (let k = 0; k < nearCount; k++) if (nearItems[k] === item) return true;
  return false;
}
