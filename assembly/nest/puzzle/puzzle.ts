/**
 * Jobs that leave no waste, or whose sheets but the last do not: sheet after sheet is filled to the brim by beam
 * search (beam.ts) and kept. A full sheet need never be touched again, so every one makes the rest a smaller job.
 * Each pass through the job starts anew, with wider beams than the one before.
 */
import { workSpent } from "../../work";
import { allKept, clearKept, keepSheet, openKept } from "../construct/finished";
import { copyCount, mostSheets, obstacleCount, seat, strip, typeCount } from "../model/problem";
import {
  BEAM_FIRST,
  BEAM_GROWTH,
  BEAM_MOST,
  BEAM_NOISE,
  JIGSAW_PASSES,
  JIGSAW_SHARE,
  PIECES,
  TIGHT,
  TRIAL_SHARE,
} from "../model/tuning";
import { Beam, beamOverflowed, beamStep, beginBeam, openBeam } from "./beam";
import { openContact } from "./corners";

/** False when the job is nothing for it. */
let worthwhile: bool = false;
/** True once a full sheet has been found, and from the start where next to nothing may be wasted. */
let promising: bool = false;
/** A pass is under way. */
let running: bool = false;
let pass: i32 = 0;
let beam: i32 = 0;
let widest: i32 = 0;
/** Work done by all passes. */
let work: f64 = 0;

/** `sheets`: what all parts take at least, not rounded. */
export function openJigsaw(sheets: f64): void {
  openKept();
  const fewest = Math.ceil(sheets);
  promising = sheets >= (1 - TIGHT) * fewest;
  pass = 0;
  work = 0;
  const plain = !strip && typeCount === 1 && obstacleCount === 0 && mostSheets >= copyCount;
  worthwhile = plain && <f64>copyCount <= fewest * <f64>PIECES && openContact();
  if (worthwhile) openBeam();
}

/** True when it is to go before everything else, as long as no pass has failed. */
export function jigsawFirst(): bool {
  return promising && pass === 0 && worthwhile;
}

/** Is there anything left to try? `inTurn`: and has other work been done in return for what it has had? */
export function jigsawDue(inTurn: bool): bool {
  const share = promising ? JIGSAW_SHARE : TRIAL_SHARE;
  // A pass that promises something is not interrupted.
  if (inTurn && !(running && promising) && work > share * workSpent()) return false;
  return running || (worthwhile && pass < JIGSAW_PASSES);
}

/** Starts the next pass, unless one is under way. */
export function beginJigsaw(): void {
  if (running) return;
  running = true;
  clearKept();
  widest = pass > 0 ? BEAM_MOST : promising ? BEAM_FIRST * BEAM_GROWTH : BEAM_FIRST;
  pass++;
  // As long as no beam overflows the search is complete, and there is no reason to repeat it.
  worthwhile = false;
  narrowBeam();
}

/** One partial sheet; true when the pass has come to its end, with or without kept sheets. */
export function jigsawStep(): bool {
  const before = workSpent();
  const state = beamStep();
  let ended = false;
  if (state === Beam.FULL) {
    keepSheet();
    promising = true;
    ended = allKept();
    narrowBeam();
  } else if (state === Beam.EXHAUSTED) {
    worthwhile = worthwhile || beamOverflowed();
    ended = !beamOverflowed() || beam === widest;
    if (!ended) startBeam(beam * BEAM_GROWTH);
  }
  work += workSpent() - before;
  running = !ended;
  return ended;
}

function narrowBeam(): void {
  startBeam(BEAM_FIRST);
}

function startBeam(width: i32): void {
  beam = min(width, widest);
  // Passes without noise find the same again: one search of several does them.
  beginBeam(beam, pass > 2 || seat > 0 ? BEAM_NOISE : 0);
}
