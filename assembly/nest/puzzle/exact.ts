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

/** What is kept here between two steps. */
@unmanaged
class State {
  open: bool;
  search: Search;
  /** Neither cuts from edge to edge nor wheels undo it. */
  merged: bool;
  /** Runs so far, steps of the running one, and of the last in all. */
  run: i32;
  steps: i32;
  limit: i32;
  work: f64;
}
const state = changetype<State>(memory.data(offsetof<State>()));

export function openExact(): void {
  const bricks = openBricks();
  state.open = bricks || openPolyominoes();
  if (!state.open) return;
  if (bricks) {
    openValleys();
    openMerging();
  }
  state.merged = false;
  state.run = 0;
  state.limit = EXACT_LIMIT;
  state.work = 0;
  state.search = bricks ? Search.LOWEST : Search.POLYOMINOES;
  beginSearch();
}

/** Is there an exact search, and has it had less than its share of the work? */
export function exactDue(): bool {
  return state.open && state.work < EXACT_FIRST + EXACT_SHARE * workSpent();
}

/** True when everything has been placed without waste. */
export function exactStep(): bool {
  const before = workSpent();
  const cells = state.search === Search.POLYOMINOES;
  const found = cells ? polyominoStep() : isMerging() ? mergeStep() : valleyStep();
  state.work += workSpent() - before;
  if (found === Exact.SOLVED) {
    state.open = false;
    return cells ? draftPolyominoes() : draftLaid();
  }
  if (found === Exact.NONE && !isMerging()) state.open = false;
  else if (found === Exact.NONE) {
    state.merged = state.merged || (state.search === Search.WHEELS && mergedAll());
    nextSearch();
  } else if (++state.steps > state.limit) nextSearch();
  return false;
}

function nextSearch(): void {
  if (state.search < Search.COUNT) state.search = (state.search + 1) % Search.COUNT;
  if (state.search === Search.LOWEST || state.search === Search.POLYOMINOES) {
    state.run++;
    state.limit += state.limit / 2;
  }
  if (isMerging() && state.merged) nextSearch();
  else beginSearch();
}

function isMerging(): bool {
  return state.search === Search.MERGING || state.search === Search.WHEELS;
}

function beginSearch(): void {
  state.steps = 0;
  if (state.search === Search.POLYOMINOES) {
    beginPolyominoes(state.run > 0);
    return;
  }
  const noise = state.run === 0 ? 0 : EXACT_NOISE;
  if (isMerging()) beginMerging(state.search === Search.WHEELS, noise);
  else beginValleys(state.search === Search.NARROWEST, noise);
}
