/** From a request block to all that a search needs, by way of the first complete layout. */
import { Opening } from "../layout";
import { yieldNow } from "../pause";
import { seedRandom } from "../random";
import { workSpent } from "../work";
import { openCompress } from "./compress/compress";
import { openExchange } from "./compress/exchange";
import { openInsert } from "./compress/insert";
import { openLarge } from "./compress/large";
import { openOverfill } from "./compress/overfill";
import { openRepeat } from "./compress/repeat";
import { openFill } from "./construct/fill-sheet";
import { openHoles } from "./construct/holes";
import { openLattices } from "./construct/lattice";
import { openOrders } from "./construct/order";
import { planShelves } from "./construct/shelf-packing";
import { openAdoption } from "./layout/check";
import { openCompaction } from "./layout/compact";
import { openSheets } from "./layout/laid-sheet";
import { openPlans } from "./layout/nest-incumbent";
import { scoreBound, updateBound } from "./layout/sheet-bound";
import { openStretches } from "./layout/stretches";
import { LEAST_GAIN } from "./model/limits";
import { openProblem, readProblem, seed } from "./model/nest-problem";
import { openExact } from "./puzzle/exact";
import { openPuzzle } from "./puzzle/puzzle";
import { boxesSuffice, openRectangles } from "./rectangles/rectangles";
import { openCircles } from "./separate/poles";
import { openSeparation } from "./separate/separate";
import { openItems } from "./separate/state";

/** How far it has come, and the work done when it was over. */
export let opened: Opening = Opening.PROBLEM;
export let openedAt: f64 = 0;

/** Opens a job; between two of its small parts the host has its turn. */
export function openJob(request: usize): void {
  openProblem(request);
  yieldNow();
  readProblem();
  openTables();
  opened = Opening.TABLES;
  yieldNow();
  planShelves();
  opened = Opening.LAYOUT;
  yieldNow();
  openRectangles();
  openSearches();
  openedAt = workSpent();
  opened = Opening.DONE;
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
  openPuzzle(scoreBound - LEAST_GAIN);
  openLattices();
  openExact();
  // Boxes that are never pushed about need none of the tables for it.
  if (boxesSuffice()) return;
  openItems();
  openSeparation();
  openCompress();
  openInsert();
  openLarge();
  openExchange();
  openOverfill();
  openRepeat();
}
