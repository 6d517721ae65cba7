/**
 * The course of a job of rectangles, or of parts that are to be packed as their boxes for a while: first layouts at
 * once, then a search among boxes, with a bound growing beside it.
 *
 * The folder:
 *
 *     nested               which copies lie in holes of others, and need no box
 *     box-parts            parts as boxes on a grid, grounds: sheets less what lies on them for good
 *     packing              which box lies where; space: the free rectangles of a sheet; place: the best of them for a box
 *     construct-rectangles first packings by order and rule ─► goal     a sheet less, or a larger remnant, by
 *                                                               └ ruin     taking boxes off and placing them anew
 *     draft                a packing as a plan, and back      rectangle-bound    how many sheets at least
 */
import { yieldNow } from "../../pause";
import { workSpent } from "../../work";
import { bestPlaced, recordAt, recordCount } from "../layout/nest-incumbent";
import { recordCopies } from "../layout/nest-plan";
import { updateBound } from "../layout/sheet-bound";
import { goOn } from "../model/go-on";
import { copyCount, mostSheets, tenacious, typeAt, typeCount } from "../model/nest-problem";
import { BOUND_SHARE, BOXES_FIRST, BOXES_SHARE } from "../model/nest-tuning";
import { allUpright, exactShare, openBoxes, tooManyBoxes } from "./box-parts";
import { constructBoxes, PASSES } from "./construct-rectangles";
import { draftPacking, loadIncumbent, openDraft } from "./draft";
import { approachGoal, beginGoals } from "./goal";
import { openGrounds } from "./grounds";
import { openPacking } from "./packing";
import { boundStep, openBound } from "./rectangle-bound";
import { openRuin } from "./ruin";
import { openSpaces } from "./space";

/** There are not too many copies to be packed as boxes. */
let boxed: bool = false;
/** Constructions so far, and the best of them. */
let pass: i32 = 0;
let bestPass: i32 = 0;
/** Work done before the first step, and by the bound. */
let begunAt: f64 = 0;
let boundWork: f64 = 0;
let bounded: bool = false;

/** Boxes of all parts, and the first layouts of them that take no time to speak of. */
export function openRectangles(): void {
  boxed = openBoxes();
  if (!boxed) return;
  openSpaces();
  openGrounds();
  openPackings();
  do {
    yieldNow();
    nextPass();
  } while (pass < PASSES && workSpent() - begunAt < BOXES_FIRST);
}

/** Is the search among boxes worth its work? */
export function boxesPay(): bool {
  return boxed && !tooManyBoxes() && exactShare >= BOXES_SHARE;
}

/** Is packing boxes all that will be done? Where it is not, parts are pushed about in the end, which takes tables. */
export function boxesSuffice(): bool {
  return boxesPay() && allUpright && !tenacious;
}

function openPackings(): void {
  openPacking(sheetsAtMost());
  openDraft();
  openRuin();
  openBound();
  pass = 0;
  bestPass = 0;
  bounded = false;
  boundWork = 0;
  begunAt = workSpent();
}

/** Sheets that a layout may have which is better than the one that there is. */
function sheetsAtMost(): i32 {
  let free = 0;
  let paid = 0;
  for (let i = 0; i < typeCount; i++) {
    if (typeAt(i).free) free += typeAt(i).quantity;
    else paid = min(paid + min(typeAt(i).quantity, copyCount), copyCount);
  }
  paid = min(paid, mostSheets);
  if (bestPlaced() === copyCount) {
    let used = 0;
    for (let i = 0; i < recordCount(); i++) used += recordCopies(recordAt(i));
    paid = min(paid, typeCount === 1 ? used : 2 * used + 16);
  }
  return free + paid;
}

function nextPass(): void {
  constructBoxes(pass);
  if (draftPacking()) bestPass = pass;
  pass++;
}

/** First packings that are still to come, then the search among boxes, until nothing is left to gain or it is left. */
export function searchBoxes(): void {
  for (; pass < PASSES; nextPass()) if (!goOn()) return;
  if (!goOnBounding()) return;
  if (!loadIncumbent()) constructBoxes(bestPass);
  beginGoals();
  while (goOnBounding()) if (!approachGoal()) return;
}

/** Between two moves: whether to go on, and a share of the work for the bound. */
function goOnBounding(): bool {
  while (goOn()) {
    if (bounded || boundWork > BOUND_SHARE * (workSpent() - begunAt)) return true;
    const before = workSpent();
    bounded = boundStep();
    boundWork += workSpent() - before;
    updateBound();
  }
  return false;
}
