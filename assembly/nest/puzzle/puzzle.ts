/**
 * Jobs that leave no waste, or whose sheets but the last do not: sheet after sheet is filled to the brim by beam
 * search (beam.ts) and kept. A full sheet need never be touched again, so every one makes the rest a smaller job.
 * Each pass through the job starts anew, with wider beams than the one before.
 *
 * The folder:
 *
 *     puzzle    passes through the job, sheet by sheet
 *       └ beam      partial sheets, the best of each size; notch: corners that have to be filled; corners: by what
 *     exact     searches that place all or nothing, by turns
 *       ├ valley, merge   rectangles (bricks): lowest place of a skyline; two or five blocks become one
 *       └ polyomino       boards of cells
 */
import { workSpent } from "../../work";
import { allFinished, clearFinished, finishSheet, openFinished } from "../construct/finished";
import { copyCount, mostSheets, obstacleCount, searchIndex, strip, typeCount } from "../model/problem";
import {
  BEAM_FIRST,
  BEAM_GROWTH,
  BEAM_MOST,
  BEAM_NOISE,
  PIECES,
  PROBE_SHARE,
  PUZZLE_PASSES,
  PUZZLE_SHARE,
  TIGHT,
} from "../model/tuning";
import { Beam, beamOverflowed, beamStep, beginBeam, openBeam } from "./beam";
import { openContact } from "./corners";

/** What is kept here between two steps. */
@unmanaged
class State {
  /** False when the job is nothing for it. */
  worthwhile: bool;
  /** True once a full sheet has been found, and from the start where next to nothing may be wasted. */
  promising: bool;
  /** A pass is under way. */
  running: bool;
  pass: i32;
  beam: i32;
  widest: i32;
  /** Work done by all passes. */
  work: f64;
}
const own = changetype<State>(memory.data(offsetof<State>()));

/** `sheets`: what all parts take at least, not rounded. */
export function openPuzzle(sheets: f64): void {
  openFinished();
  const fewest = Math.ceil(sheets);
  own.promising = sheets >= (1 - TIGHT) * fewest;
  own.pass = 0;
  own.work = 0;
  const plain = !strip && typeCount === 1 && obstacleCount === 0 && mostSheets >= copyCount;
  own.worthwhile = plain && <f64>copyCount <= fewest * <f64>PIECES && openContact();
  if (own.worthwhile) openBeam();
}

/** True when it is to go before everything else, as long as no pass has failed. */
export function puzzleFirst(): bool {
  return own.promising && own.pass === 0 && own.worthwhile;
}

/** Is there anything left to try? `inTurn`: and has other work been done in return for what it has had? */
export function puzzleDue(inTurn: bool): bool {
  const share = own.promising ? PUZZLE_SHARE : PROBE_SHARE;
  // A pass that promises something is not interrupted.
  if (inTurn && !(own.running && own.promising) && own.work > share * workSpent()) return false;
  return own.running || (own.worthwhile && own.pass < PUZZLE_PASSES);
}

/** Starts the next pass, unless one is under way. */
export function beginPuzzle(): void {
  if (own.running) return;
  own.running = true;
  clearFinished();
  own.widest = own.pass > 0 ? BEAM_MOST : own.promising ? BEAM_FIRST * BEAM_GROWTH : BEAM_FIRST;
  own.pass++;
  // As long as no beam overflows the search is complete, and there is no reason to repeat it.
  own.worthwhile = false;
  narrowBeam();
}

/** One partial sheet; true when the pass has come to its end, with or without kept sheets. */
export function puzzleStep(): bool {
  const before = workSpent();
  const state = beamStep();
  let ended = false;
  if (state === Beam.FULL) {
    finishSheet();
    own.promising = true;
    ended = allFinished();
    narrowBeam();
  } else if (state === Beam.EXHAUSTED) {
    own.worthwhile = own.worthwhile || beamOverflowed();
    ended = !beamOverflowed() || own.beam === own.widest;
    if (!ended) startBeam(own.beam * BEAM_GROWTH);
  }
  own.work += workSpent() - before;
  own.running = !ended;
  return ended;
}

function narrowBeam(): void {
  startBeam(BEAM_FIRST);
}

function startBeam(width: i32): void {
  own.beam = min(width, own.widest);
  // Passes without noise find the same again: one search of several does them.
  beginBeam(own.beam, own.pass > 2 || searchIndex > 0 ? BEAM_NOISE : 0);
}
