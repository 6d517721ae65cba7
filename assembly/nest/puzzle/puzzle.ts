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
import { bestRevision } from "../layout/nest-incumbent";
import { goOn } from "../model/go-on";
import { BEAM_MOST, PIECES } from "../model/limits";
import { copyCount, mostSheets, obstacleCount, searchIndex, strip, typeCount } from "../model/nest-problem";
import {
  BEAM_FIRST,
  BEAM_GROWTH,
  BEAM_NOISE,
  PROBE_SHARE,
  PUZZLE_PASSES,
  PUZZLE_SHARE,
  TIGHT,
} from "../model/nest-tuning";
import { Beam, beamOverflowed, beginBeam, fillSheet, openBeam } from "./beam";
import { openContact } from "./corners";

/** False when the job is nothing for it. */
let worthwhile: bool = false;
/** True once a full sheet has been found, and from the start where next to nothing may be wasted. */
let promising: bool = false;
/** A pass is under way. */
let running: bool = false;
let pass: i32 = 0;
let beamWidth: i32 = 0;
let widest: i32 = 0;
/** Work done by all passes. */
let workDone: f64 = 0;
/** Work spent when the pass was last gone on with, and the incumbent then if it is gone on with in turn, else -1. */
let resumedAt: f64 = 0;
let revision: i32 = 0;

/** `sheets`: what all parts take at least, not rounded. */
export function openPuzzle(sheets: f64): void {
  openFinished();
  const fewest = Math.ceil(sheets);
  promising = sheets >= (1 - TIGHT) * fewest;
  pass = 0;
  workDone = 0;
  const plain = !strip && typeCount === 1 && obstacleCount === 0 && mostSheets >= copyCount;
  worthwhile = plain && <f64>copyCount <= fewest * <f64>PIECES && openContact();
  if (worthwhile) openBeam();
}

/** True when it is to go before everything else, as long as no pass has failed. */
export function puzzleFirst(): bool {
  return promising && pass === 0 && worthwhile;
}

/** Is there anything left to try? `inTurn`: and has other work been done in return for what it has had? */
export function puzzleDue(inTurn: bool): bool {
  const share = promising ? PUZZLE_SHARE : PROBE_SHARE;
  // A pass that promises something is not interrupted.
  if (inTurn && !(running && promising) && workDone > share * workSpent()) return false;
  return running || (worthwhile && pass < PUZZLE_PASSES);
}

/**
 * Fills sheet after sheet to the brim, and goes on with a pass that was set aside; true when the pass has come to its
 * end, with or without kept sheets. `inTurn`: it is set aside when other work is to have its turn.
 */
export function fillToTheBrim(inTurn: bool): bool {
  revision = inTurn ? bestRevision() : -1;
  if (!running) beginPass();
  resumedAt = workSpent();
  while (running) {
    const found = fillSheet(goesOn);
    if (found === Beam.RUNNING) return false;
    if (found === Beam.FULL) keepFullSheet();
    else widenBeam();
  }
  workDone += workSpent() - resumedAt;
  return true;
}

/** Between two partial sheets: false when the search is to be left, or other work is to have its turn. */
function goesOn(): bool {
  workDone += workSpent() - resumedAt;
  const may = (bestRevision() !== revision || puzzleDue(true)) && goOn();
  resumedAt = workSpent();
  return may;
}

function beginPass(): void {
  running = true;
  clearFinished();
  widest = pass > 0 ? BEAM_MOST : promising ? BEAM_FIRST * BEAM_GROWTH : BEAM_FIRST;
  pass++;
  // As long as no beam overflows the search is complete, and there is no reason to repeat it.
  worthwhile = false;
  startBeam(BEAM_FIRST);
}

function keepFullSheet(): void {
  finishSheet();
  promising = true;
  running = !allFinished();
  startBeam(BEAM_FIRST);
}

function widenBeam(): void {
  worthwhile = worthwhile || beamOverflowed;
  running = beamOverflowed && beamWidth < widest;
  if (running) startBeam(beamWidth * BEAM_GROWTH);
}

function startBeam(width: i32): void {
  beamWidth = min(width, widest);
  // Passes without noise find the same again: one search of several does them.
  beginBeam(beamWidth, pass > 2 || searchIndex > 0 ? BEAM_NOISE : 0);
}
