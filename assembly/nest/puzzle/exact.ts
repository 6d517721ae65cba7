/**
 * Exact searches for jobs that leave no waste at all. They run beside all else, by turns and with restarts: how long
 * one takes hangs on its first few choices, so another beginning is worth more than patience.
 */
import { workSpent } from "../../work";
import { EXACT_FIRST, EXACT_LIMIT, EXACT_NOISE, EXACT_SHARE } from "../model/tuning";
import { draftLaid, openBricks } from "./bricks";
import { beginMerging, mergedAll, mergeStep, openMerging } from "./merge";
import { beginPolyominoes, draftPolyominoes, openPolyominoes, polyominoStep } from "./polyomino";
import { beginValleys, Exact, openValleys, valleyStep } from "./valley";

enum Search {
  LOWEST = 0,
  MERGING = 1,
  NARROWEST = 2,
  WHEELS = 3,
  COUNT = 4,
  POLYOMINOES = 5,
}

let open: bool = false;
let search: Search = 0;
/** Neither cuts from edge to edge nor wheels undo it. */
let merged: bool = false;
/** Runs so far, steps of the running one, and of the last in all. */
let run: i32 = 0;
let steps: i32 = 0;
let limit: i32 = 0;
let workDone: f64 = 0;

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
  search = bricks ? Search.LOWEST : Search.POLYOMINOES;
  beginSearch();
}

/** Is there an exact search, and has it had less than its share of the work? */
export function exactDue(): bool {
  return open && workDone < EXACT_FIRST + EXACT_SHARE * workSpent();
}

/** True when everything has been placed without waste. */
export function exactStep(): bool {
  const before = workSpent();
  const cells = search === Search.POLYOMINOES;
  const found = cells ? polyominoStep() : isMerging() ? mergeStep() : valleyStep();
  workDone += workSpent() - before;
  if (found === Exact.SOLVED) {
    open = false;
    return cells ? draftPolyominoes() : draftLaid();
  }
  if (found === Exact.NONE && !isMerging()) open = false;
  else if (found === Exact.NONE) {
    merged = merged || (search === Search.WHEELS && mergedAll());
    nextSearch();
  } else if (++steps > limit) nextSearch();
  return false;
}

function nextSearch(): void {
  if (search < Search.COUNT) search = (search + 1) % Search.COUNT;
  if (search === Search.LOWEST || search === Search.POLYOMINOES) {
    run++;
    limit += limit / 2;
  }
  if (isMerging() && merged) nextSearch();
  else beginSearch();
}

function isMerging(): bool {
  return search === Search.MERGING || search === Search.WHEELS;
}

function beginSearch(): void {
  steps = 0;
  if (search === Search.POLYOMINOES) {
    beginPolyominoes(run > 0);
    return;
  }
  const noise = run === 0 ? 0 : EXACT_NOISE;
  if (isMerging()) beginMerging(search === Search.WHEELS, noise);
  else beginValleys(search === Search.NARROWEST, noise);
}
