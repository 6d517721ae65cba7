/**
 * The course of a job of rectangles, or of parts that are to be packed as their boxes for a while: first layouts at
 * once, then a search among boxes, with a bound growing beside it.
 *
 * The folder:
 *
 *     nested       which copies lie in holes of others, and need no box
 *     boxes        parts as boxes on a grid, grounds: sheets less what lies on them for good
 *     packing      which box lies where; space: the free rectangles of a sheet; place: the best of them for a box
 *     construct    first packings by order and rule ─► goal     a sheet less, or a larger remnant, by
 *                                                       └ ruin     taking boxes off and placing them anew
 *     draft        a packing as a plan, and back          bound    how many sheets at least
 */
import { workSpent } from "../../work";
import { bestPlaced, recordAt, recordCount } from "../layout/incumbent";
import { recordCopies } from "../layout/plan";
import { copyCount, mostSheets, tenacious, typeAt, typeCount } from "../model/problem";
import { BOUND_SHARE, BOXES_FIRST, BOXES_SHARE } from "../model/tuning";
import { boundStep, openBound } from "./bound";
import { allUpright, exactShare, openBoxes, tooManyBoxes } from "./boxes";
import { constructBoxes, PASSES } from "./construct";
import { draftPacking, loadIncumbent, openDraft } from "./draft";
import { goalStep, openGoals } from "./goal";
import { groundStep, openGrounds } from "./grounds";
import { openPacking } from "./packing";
import { openRuin } from "./ruin";
import { openSpaces } from "./space";

enum Opened {
  NOTHING = 0,
  SPACES = 1,
  GROUNDS = 2,
  ALL = 3,
}

/** What is kept here between two steps. */
@unmanaged
class State {
  /** How far the opening has come. */
  opened: Opened;
  /** There are not too many copies to be packed as boxes. */
  boxed: bool;
  /** Constructions so far, and the best of them. */
  pass: i32;
  bestPass: i32;
  searching: bool;
  /** Work done before the first step, and by the bound. */
  begunAt: f64;
  boundWork: f64;
  bounded: bool;
}
const state = changetype<State>(memory.data(offsetof<State>()));

export function openRectangles(): void {
  state.opened = Opened.NOTHING;
}

/** One step towards the first layouts that take no time to speak of; true when they are there. */
export function openRectanglesStep(): bool {
  if (state.opened === Opened.NOTHING) {
    state.boxed = openBoxes();
    state.opened = state.boxed ? Opened.SPACES : Opened.ALL;
    if (state.boxed) {
      openSpaces();
      openGrounds();
    }
  } else if (state.opened === Opened.SPACES) {
    if (groundStep()) openPackings();
  } else if (state.opened === Opened.GROUNDS) {
    nextPass();
    if (state.pass === PASSES || workSpent() - state.begunAt >= BOXES_FIRST) state.opened = Opened.ALL;
  }
  return state.opened === Opened.ALL;
}

/** Is the search among boxes worth its work? */
export function boxesPay(): bool {
  return state.boxed && !tooManyBoxes() && exactShare >= BOXES_SHARE;
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
  state.pass = 0;
  state.bestPass = 0;
  state.searching = false;
  state.bounded = false;
  state.boundWork = 0;
  state.begunAt = workSpent();
  state.opened = Opened.GROUNDS;
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
  constructBoxes(state.pass);
  if (draftPacking()) state.bestPass = state.pass;
  state.pass++;
}

/** One step; true when nothing is left to gain here. */
export function rectangleStep(): bool {
  if (state.pass < PASSES) nextPass();
  else if (!state.bounded && state.boundWork <= BOUND_SHARE * (workSpent() - state.begunAt)) {
    const before = workSpent();
    state.bounded = boundStep();
    state.boundWork += workSpent() - before;
  } else if (!state.searching) {
    if (!loadIncumbent()) constructBoxes(state.bestPass);
    openGoals();
    state.searching = true;
  } else return goalStep();
  return false;
}
