/** From a request block to all that a search needs, in small steps that end with the first complete layout. */
import { Opening } from "../layout";
import { seedRandom } from "../random";
import { openCompress } from "./compress/compress";
import { openInsert } from "./compress/insert";
import { openLarge } from "./compress/large";
import { openOverfill } from "./compress/overfill";
import { openRepeat } from "./compress/repeat";
import { openFill } from "./construct/fill";
import { openHoles } from "./construct/holes";
import { openLattices } from "./construct/lattice";
import { openOrders } from "./construct/order";
import { planShelves } from "./construct/shelf";
import { scoreBound, updateBound } from "./layout/bound";
import { openAdoption } from "./layout/check";
import { openCompaction } from "./layout/compact";
import { openPlans } from "./layout/incumbent";
import { openSheets } from "./layout/sheet";
import { openStretches } from "./layout/stretches";
import { openProblem, readProblem, seed } from "./model/problem";
import { LEAST_GAIN } from "./model/tuning";
import { openExact } from "./puzzle/exact";
import { openPuzzle } from "./puzzle/puzzle";
import { allUpright } from "./rectangles/boxes";
import { boxesPay, openRectangles, openRectanglesStep } from "./rectangles/rectangles";
import { openCircles } from "./separate/poles";
import { openSeparation } from "./separate/separate";
import { openItems } from "./separate/state";

/** What is kept here between two steps. */
@unmanaged
class State {
  opening: Opening;
}
const state = changetype<State>(memory.data(offsetof<State>()));

export function beginOpening(request: usize): void {
  openProblem(request);
  state.opening = Opening.PROBLEM;
}

/** One step, a small one; says how far all has come. */
export function openingStep(): Opening {
  if (state.opening === Opening.PROBLEM) {
    if (readProblem()) {
      openTables();
      state.opening = Opening.TABLES;
    }
  } else if (state.opening === Opening.TABLES) {
    planShelves();
    openRectangles();
    state.opening = Opening.LAYOUT;
  } else if (openRectanglesStep()) {
    openSearches();
    state.opening = Opening.DONE;
  }
  return state.opening;
}

function openTables(): void {
  seedRandom(seed);
  openCircles();
  openSheets();
  openStretches();
  openPlans();
  openAdoption();
  openOrders();
  openFill();
  openHoles();
  openCompaction();
}

function openSearches(): void {
  updateBound();
  openPuzzle(scoreBound() - LEAST_GAIN);
  openLattices();
  openExact();
  // What is never pushed about needs none of the tables for it.
  if (boxesPay() && allUpright) return;
  openItems();
  openSeparation();
  openCompress();
  openInsert();
  openLarge();
  openOverfill();
  openRepeat();
}
