/** From a request block to all that a search needs, in small steps that end with the first complete layout. */
import { Opening } from "../layout";
import { seedRandom } from "../random";
import { workSpent } from "../work";
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
import { boxesSuffice, openRectangles, openRectanglesStep } from "./rectangles/rectangles";
import { openCircles } from "./separate/poles";
import { openSeparation } from "./separate/separate";
import { openItems } from "./separate/state";

/** How far it has come, and the work done when it was over. */
let opening: Opening = Opening.PROBLEM;
export let openedAt: f64 = 0;

export function beginOpening(request: usize): void {
  openProblem(request);
  opening = Opening.PROBLEM;
}

/** One step, a small one; says how far all has come. */
export function openingStep(): Opening {
  if (opening === Opening.PROBLEM) {
    if (readProblem()) {
      openTables();
      opening = Opening.TABLES;
    }
  } else if (opening === Opening.TABLES) {
    planShelves();
    openRectangles();
    opening = Opening.LAYOUT;
  } else if (openRectanglesStep()) {
    openSearches();
    opening = Opening.DONE;
    openedAt = workSpent();
  }
  return opening;
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
  // Boxes that are never pushed about need none of the tables for it.
  if (boxesSuffice()) return;
  openItems();
  openSeparation();
  openCompress();
  openInsert();
  openLarge();
  openOverfill();
  openRepeat();
}
