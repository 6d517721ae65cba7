/**
 * Ruin and recreate on a packing that leaves something out: boxes are taken off one or two sheets, and all that is
 * left out is offered a place again, in an order and by a rule drawn by lot. The result stays when it leaves out no
 * more than the packing before. That what is left out is measured, not the number of sheets, is from J. Gardeyn and
 * T. Wauters (2022).
 */
import { randomIndex } from "../../random";
import { spend } from "../../work";
import { RUIN_WORK } from "../model/limits";
import { partCount, typeAt, typeCount } from "../model/nest-problem";
import { RETYPES, SWAPS } from "../model/nest-tuning";
import { BoxKey, rankedPart } from "./box-parts";
import {
  beginStep,
  copyAt,
  firstOn,
  leaveOut,
  leftCount,
  leftOf,
  leftWorth,
  mayOpen,
  openPrice,
  openSheet,
  priceOfType,
  putOn,
  renewSpace,
  setSheet,
  sheetAt,
  sheetLimit,
  undoStep,
} from "./packing";
import { chooseFit, FitRule, findPlace, foundOn, foundVariant, foundX, foundY } from "./place";

/** Open sheets may not cost more; several types are paid for. */
let budget: f64 = 0;
let choice: bool = false;

export function openRuin(): void {
  let paid = 0;
  for (let i = 0; i < typeCount; i++) if (!typeAt(i).free) paid++;
  choice = paid > 1;
}

/** Begins anew with the packing as it is. */
export function beginRuin(mostPrice: f64): void {
  budget = mostPrice;
}

/** One move: what is no worse than the packing before stays. */
export function ruinAndRecreate(): void {
  const before = leftWorth;
  spend(RUIN_WORK);
  beginStep();
  if (choice && randomIndex(RETYPES) === 0) exchangeSheet();
  else for (let k = 1 + <i32>randomIndex(2); k > 0; k--) ruinSheet(drawSheet());
  recreate();
  if (leftWorth > before) undoStep();
}

/** A sheet with something on it; -1 when none is found. */
function drawSheet(): i32 {
  for (let tries = 0; tries < 8; tries++) {
    const index = <i32>randomIndex(sheetLimit);
    if (sheetAt(index).count > 0) return index;
  }
  return -1;
}

/** Takes all or some of its boxes off a sheet. */
function ruinSheet(index: i32): void {
  if (index < 0) return;
  let open = sheetAt(index).count;
  if (open === 0) return;
  let wanted = randomIndex(4) === 0 ? open : 1 + <i32>randomIndex(open);
  let at = firstOn(index);
  for (; wanted > 0; open--) {
    const next = copyAt(at).next;
    if (<i32>randomIndex(open) < wanted) {
      leaveOut(at);
      wanted--;
    }
    at = next;
  }
  renewSpace(index);
}

/** Closes a sheet or two and opens others that the budget allows. */
function exchangeSheet(): void {
  for (let k = <i32>randomIndex(3); k > 0; k--) {
    const index = drawSheet();
    if (index >= 0 && !typeAt(sheetAt(index).type).free) setSheet(index, -1, 0, 0);
  }
  for (let tries = 0; tries < RETYPES; tries++) {
    const type = <i32>randomIndex(typeCount);
    if (!typeAt(type).free && mayOpen(type) && openPrice() + priceOfType(type) <= budget) openSheet(type);
  }
}

/** Offers all that is left out a place. */
function recreate(): void {
  const lot = randomIndex(4);
  const key: BoxKey = lot < 2 ? BoxKey.AREA : lot === 2 ? BoxKey.LONG_SIDE : BoxKey.PERIMETER;
  chooseFit(randomIndex(2) === 0 ? FitRule.AREA : FitRule.SHORT_SIDE);
  for (let rank = 0; rank < partCount && leftCount > 0; rank++) {
    const part = rankedPart(key, rank);
    if (leftOf[part] === 0) continue;
    if (rank + 1 < partCount && randomIndex(SWAPS) === 0) offer(rankedPart(key, rank + 1));
    offer(part);
  }
}

/** Puts copies of a part wherever there is room. */
function offer(part: i32): void {
  while (leftOf[part] > 0 && findPlace(part, 0, sheetLimit))
    putOn(part, foundVariant, foundOn, foundX, foundY);
}
