/**
 * Exact searches for jobs that leave no waste at all. They run beside all else, by turns and with restarts: how long
 * one takes hangs on its first few choices, so another beginning is worth more than patience.
 */
import { workSpent } from "../../work";
import { EXACT_LIMIT, EXACT_NOISE, FIRST_WORK, PUZZLE_SHARE } from "../model/nest-tuning";
import { draftLaid, openBricks } from "./bricks";
import { beginMerging, mergeBlocks, mergedAll, openMerging } from "./merge";
import { beginPolyominoes, coverBoards, draftPolyominoes, openPolyominoes } from "./polyomino";
import { beginValleys, Exact, fillValleys, openValleys } from "./valley";

enum ExactSearch {
  LOWEST = 0,
  MERGING = 1,
  NARROWEST = 2,
  WHEELS = 3,
  COUNT = 4,
  POLYOMINOES = 5,
}

let open: bool = false;
let search: ExactSearch = 0;
/** Neither cuts from edge to edge nor wheels undo it. */
let merged: bool = false;
/** Runs so far, steps of the running one, and of the last in all. */
let run: i32 = 0;
let steps: i32 = 0;
let limit: i32 = 0;
let workDone: f64 = 0;
/** Work spent when a search was last gone on with. */
let resumedAt: f64 = 0;
let mayGoOn: () => bool = never;

function never(): bool {
  return false;
}

export function openExact(): void {
  const bricks = openBricks();
  open = bricks || openPolyominoes();
  if (!open) return;
  if (bricks) {
    openValleys();
    openMerging();
  }
  merged = false;
  run = 0;
  limit = EXACT_LIMIT;
  workDone = 0;
  search = bricks ? ExactSearch.LOWEST : ExactSearch.POLYOMINOES;
  beginSearch();
}

/**
 * Goes on with the exact searches, one run after another, while they have had less than their share of the work and
 * `mayTurn` lets them. True when everything has been placed without waste.
 */
export function searchExactly(mayTurn: () => bool): bool {
  mayGoOn = mayTurn;
  while (open && isTheirTurn()) {
    resumedAt = workSpent();
    const cells = search === ExactSearch.POLYOMINOES;
    const found = cells ? coverBoards(goesOn) : isMerging() ? mergeBlocks(goesOn) : fillValleys(goesOn);
    workDone += workSpent() - resumedAt;
    if (found === Exact.SOLVED) {
      open = false;
      return cells ? draftPolyominoes() : draftLaid();
    }
    if (found === Exact.NONE && !isMerging()) open = false;
    else if (found === Exact.NONE) {
      merged = merged || (search === ExactSearch.WHEELS && mergedAll);
      nextSearch();
    } else if (steps > limit) nextSearch();
    else return false;
  }
  return false;
}

/** Between two steps of a run: false when it has had its steps, or when its turn is over. */
function goesOn(): bool {
  if (steps > limit) return false;
  workDone += workSpent() - resumedAt;
  const may = mayGoOn() && isTheirTurn();
  resumedAt = workSpent();
  if (may) steps++;
  return may;
}

/** Have exact searches had less than their share of the work? */
function isTheirTurn(): bool {
  return workDone < FIRST_WORK + PUZZLE_SHARE * workSpent();
}

function nextSearch(): void {
  if (search < ExactSearch.COUNT) search = (search + 1) % ExactSearch.COUNT;
  if (search === ExactSearch.LOWEST || search === ExactSearch.POLYOMINOES) {
    run++;
    limit += limit / 2;
  }
  if (isMerging() && merged) nextSearch();
  else beginSearch();
}

function isMerging(): bool {
  return search === ExactSearch.MERGING || search === ExactSearch.WHEELS;
}

function beginSearch(): void {
  steps = 0;
  if (search === ExactSearch.POLYOMINOES) {
    beginPolyominoes(run > 0);
    return;
  }
  const noise = run === 0 ? 0 : EXACT_NOISE;
  if (isMerging()) beginMerging(search === ExactSearch.WHEELS, noise);
  else beginValleys(search === ExactSearch.NARROWEST, noise);
}
