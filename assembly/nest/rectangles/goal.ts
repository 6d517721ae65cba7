/**
 * Goals of the search among boxes: a place for everything where sheets are limited; then fewer or cheaper sheets,
 * until a bound says that there are none; then a larger remnant. A goal is a set of sheets, one of them perhaps cut to
 * a part of itself, on which everything is to have a place.
 */
import { Remnant } from "../../layout";
import { workSpent } from "../../work";
import { bestPlaced, bestScore, firstRecord, recordCount } from "../layout/nest-incumbent";
import { nextRecord, recordCopies, recordType } from "../layout/nest-plan";
import {
  clearance,
  copyCount,
  leastSheets,
  partAt,
  partCount,
  remnantKind,
  strip,
  typeAt,
  typeCount,
} from "../model/nest-problem";
import {
  FEWER_COPY,
  FIRST_WORK,
  MIXED_SHARE,
  REMNANT_SHARE,
  SHORT_EFFORTS,
  SHRINK_LEAST,
  SHRINK_MOST,
} from "../model/nest-tuning";
import { allExact, boxAt, boxedArea, boxedHeights, boxedWidths, onGrid, variantAt } from "./box-parts";
import { draftPacking, loadIncumbent } from "./draft";
import {
  copyAt,
  firstOn,
  leaveOut,
  leftCount,
  leftWorth,
  mayOpen,
  openPaid,
  openPrice,
  openSheet,
  priceOfType,
  renewSpace,
  restorePacking,
  savePacking,
  setSheet,
  sheetAt,
  sheetLimit,
} from "./packing";
import { beginRuin, ruinAndRecreate } from "./ruin";

/** Sums of many differences are that far off at most. */
const DRIFT: f64 = 1e-9;

enum PackingGoal {
  PLACE = 0,
  FEWER = 1,
  REMNANT = 2,
  NONE = 3,
}

let goal: PackingGoal = 0;
/** Score of the incumbent when the goal was set: another one comes from elsewhere. */
let known: f64 = 0;
/** Work done when the goal last came nearer, and what may be done without that. */
let nearedAt: f64 = 0;
let patience: f64 = 0;
/** The least that was left out on the way to the goal. */
let least: f64 = 0;
/** Area that may be left out where the goal is reached. */
let enough: f64 = 0;
/** Series of tries in a row that have not led to fewer sheets, each more patient than the one before. */
let series: i32 = 0;
let tired: bool = false;
/** By what share the sheet with the remnant is to be shorter, along which axis, and axes in a row without success. */
let shrink: f64 = 0;
let axis: i32 = 0;
let idleAxes: i32 = 0;
/** Types of sheets that are paid for; sheets that the incumbent pays for, and their price. */
let paidTypes: i32 = 0;
let paid: i32 = 0;
let price: f64 = 0;

/** Starts from the packing. */
export function beginGoals(): void {
  paidTypes = 0;
  for (let i = 0; i < typeCount; i++) if (!typeAt(i).free) paidTypes++;
  series = 0;
  tired = false;
  shrink = SHRINK_MOST;
  axis = remnantKind === Remnant.TOP ? 1 : 0;
  idleAxes = 0;
  savePacking();
  nextGoal();
}

/** One move towards the goal, or on to the next one; false when there is none left. */
export function approachGoal(): bool {
  if (bestScore() !== known) follow();
  if (goal === PackingGoal.FEWER && !canBeFewer()) nextGoal();
  if (goal === PackingGoal.NONE) return false;
  ruinAndRecreate();
  if (leftCount === 0 || leftWorth < enough) reachGoal();
  else if (leftWorth < least * (1 - DRIFT)) {
    least = leftWorth;
    nearedAt = workSpent();
  } else if (workSpent() - nearedAt > patience) missGoal();
  return goal !== PackingGoal.NONE;
}

function nextGoal(): void {
  measureIncumbent();
  goal = chooseGoal();
  if (goal === PackingGoal.NONE) return;
  restorePacking();
  // Where something is left out for good, a larger remnant is to leave out no more.
  enough = goal === PackingGoal.FEWER ? 0 : leftWorth * (goal === PackingGoal.PLACE ? 1 - DRIFT : 1 + DRIFT);
  if (goal === PackingGoal.PLACE) openAll();
  else if (goal === PackingGoal.FEWER) closeSome();
  else if (!cutRemnant()) {
    missGoal();
    return;
  }
  beginRuin(price * (1 - DRIFT));
  least = leftWorth;
  nearedAt = workSpent();
  patience = FIRST_WORK + FEWER_COPY * <f64>copyCount;
  if (goal === PackingGoal.REMNANT) patience *= REMNANT_SHARE;
  else patience *= <f64>(1 << series);
  // The boxes of other outlines promise less than the outlines themselves.
  if (!allExact) patience *= MIXED_SHARE;
}

function chooseGoal(): PackingGoal {
  const unplaced = bestPlaced() < copyCount;
  if (!tired && (unplaced || canBeFewer())) return unplaced ? PackingGoal.PLACE : PackingGoal.FEWER;
  // A packing that is not all rectangles leaves its remnant to other searches.
  if (allExact && idleAxes < 2) return PackingGoal.REMNANT;
  if (series === SHORT_EFFORTS || !allExact || !(unplaced || canBeFewer())) return PackingGoal.NONE;
  series++;
  tired = false;
  return unplaced ? PackingGoal.PLACE : PackingGoal.FEWER;
}

/** The packing is as good as the goal asks, or better than all before it. */
function reachGoal(): void {
  const placedAll = leftCount === 0;
  // A packing that is only as good by other measures is no gain.
  if (!draftPacking()) {
    missGoal();
    return;
  }
  savePacking();
  if (goal !== PackingGoal.REMNANT) {
    series = 0;
    tired = false;
  }
  idleAxes = 0;
  if (placedAll || goal === PackingGoal.REMNANT) {
    nextGoal();
    return;
  }
  known = bestScore();
  least = leftWorth;
  enough = leftWorth * (1 - DRIFT);
  nearedAt = workSpent();
}

function missGoal(): void {
  if (goal !== PackingGoal.REMNANT) tired = true;
  else {
    shrink /= 2;
    if (shrink < SHRINK_LEAST) {
      shrink = SHRINK_MOST;
      const single = strip || remnantKind === Remnant.RIGHT || remnantKind === Remnant.TOP;
      if (!single) axis ^= 1;
      idleAxes += single ? 2 : 1;
    }
  }
  nextGoal();
}

/** A better layout has come from elsewhere. On the way to fewer sheets the own packing goes on, with a new goal. */
function follow(): void {
  measureIncumbent();
  if (goal === PackingGoal.FEWER && canBeFewer()) {
    closeSome();
    beginRuin(price * (1 - DRIFT));
    least = leftWorth;
    return;
  }
  if (loadIncumbent()) savePacking();
  // A layout that is no packing of boxes cannot be gone on with.
  else idleAxes = 2;
  nextGoal();
}

function measureIncumbent(): void {
  known = bestScore();
  paid = 0;
  price = 0;
  for (let i = 0, record = firstRecord(); i < recordCount(); i++, record = nextRecord(record)) {
    const type = recordType(record);
    if (!typeAt(type).free) {
      paid += recordCopies(record);
      price += <f64>recordCopies(record) * priceOfType(type);
    }
  }
}

/** Might there be a layout with fewer sheets, or cheaper ones? */
function canBeFewer(): bool {
  if (strip || paid === 0) return false;
  const spared = typeCount > paidTypes;
  if (paidTypes === 1) return paid > max(leastSheets, spared ? 0 : 1);
  if (spared) return true;
  let rate = Infinity;
  let cheapest = Infinity;
  for (let i = 0; i < typeCount; i++) {
    cheapest = min(cheapest, priceOfType(i));
    rate = min(rate, priceOfType(i) / (typeAt(i).width * typeAt(i).height));
  }
  let area = 0.0;
  for (let i = 0; i < partCount; i++) area += <f64>boxAt(i).demand * partAt(i).area;
  return price > max(cheapest, rate * area) * (1 + DRIFT);
}

/** Opens the sheets that there are, the largest first. */
function openAll(): void {
  for (;;) {
    let largest = -1;
    for (let i = 0; i < typeCount; i++)
      if (
        mayOpen(i) &&
        (largest < 0 || boxedWidths[i] * boxedHeights[i] > boxedWidths[largest] * boxedHeights[largest])
      )
        largest = i;
    if (largest < 0 || openSheet(largest) < 0) return;
  }
}

/** Closes sheets, those with least on them first, until fewer are paid for than the incumbent has, or cheaper ones. */
function closeSome(): void {
  while (paidTypes === 1 ? openPaid() >= paid : openPrice() >= price * (1 - DRIFT)) {
    let emptiest = -1;
    for (let i = 0; i < sheetLimit; i++) {
      const type = sheetAt(i).type;
      if (type < 0 || typeAt(type).free) continue;
      if (emptiest < 0 || sheetAt(i).filled < sheetAt(emptiest).filled) emptiest = i;
    }
    if (emptiest < 0) return;
    setSheet(emptiest, -1, 0, 0);
  }
}

/** Cuts the sheet with least on it to less than the incumbent's remnant leaves; false when it cannot hold the rest. */
function cutRemnant(): bool {
  let emptiest = -1;
  let room = 0.0;
  for (let i = 0; i < sheetLimit; i++) {
    const sheet = sheetAt(i);
    if (sheet.type < 0) continue;
    room += sheet.width * sheet.height;
    if (sheet.count > 0 && (emptiest < 0 || sheet.filled < sheetAt(emptiest).filled)) emptiest = i;
  }
  if (emptiest < 0) return false;
  const sheet = sheetAt(emptiest);
  const type = typeAt(sheet.type);
  const used = usedShare(sheet.type);
  const width = axis === 0 ? onGrid(used * type.width * (1 - shrink) + clearance) : sheet.width;
  const height = axis === 1 ? onGrid(used * type.height * (1 - shrink) + clearance) : sheet.height;
  room += width * height - sheet.width * sheet.height;
  if (used <= 0 || room < boxedArea()) return false;
  shortenSheet(emptiest, width, height);
  return true;
}

/** Share of a sheet of a type that is used where it leaves as large a remnant as the incumbent does. */
function usedShare(type: i32): f64 {
  if (strip) return (known - 1) / typeAt(type).width;
  const first = typeAt(0).width * typeAt(0).height;
  const scale = typeCount === 1 ? 1 : first / (typeAt(type).width * typeAt(type).height);
  return 1 - (<f64>paid - known) * scale;
}

/** Leaves out parts that reach beyond the new size; the rest stays. */
function shortenSheet(index: i32, width: f64, height: f64): void {
  const sheet = sheetAt(index);
  sheet.width = width;
  sheet.height = height;
  for (let at = firstOn(index); at >= 0; ) {
    const copy = copyAt(at);
    const next = copy.next;
    const variant = variantAt(copy.variant);
    if (copy.x + variant.width > width || copy.y + variant.height > height) leaveOut(at);
    at = next;
  }
  renewSpace(index);
}
