/**
 * Jobs that leave no waste, or whose sheets but the last do not: sheet after sheet is filled to the brim by beam
 * search (beam.ts) and kept. A full sheet need never be touched again, so every one makes the rest a smaller job.
 * Each pass through the job starts anew, with wider beams than the one before.
 */
import { workSpent } from "../geometry/work";
import { Beam, beamOverflowed, beamStep, beginBeam, openBeam } from "./beam";
import { openContact } from "./contact";
import { allKept, clearKept, keepSheet, openKept } from "./kept";
import { copyCount, mostSheets, obstacleCount, strip, typeCount } from "./problem";
import {
  BEAM_FIRST,
  BEAM_GROWTH,
  BEAM_MOST,
  BEAM_NOISE,
  JIGSAW_PASSES,
  JIGSAW_SHARE,
  PIECES,
} from "./tuning";

/** False when the job is nothing for it. */
let worthwhile: bool = false;
let pass: i32 = 0;
let beam: i32 = 0;
let widest: i32 = 0;
/** Work done by all passes. */
let work: f64 = 0;

/** `sheets`: fewest that the job may take. */
export function openJigsaw(sheets: f64): void {
  openKept();
  pass = 0;
  work = 0;
  const plain = !strip && typeCount === 1 && obstacleCount === 0 && mostSheets >= copyCount;
  worthwhile = plain && <f64>copyCount <= sheets * <f64>PIECES && openContact();
  if (worthwhile) openBeam();
}

/** Might another pass find something? `soon`: not before its share of the work so far is due. */
export function jigsawDue(soon: bool): bool {
  return worthwhile && pass < JIGSAW_PASSES && (!soon || work <= JIGSAW_SHARE * workSpent());
}

export function beginJigsaw(): void {
  clearKept();
  widest = pass === 0 ? BEAM_FIRST * BEAM_GROWTH : BEAM_MOST;
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
    ended = allKept();
    narrowBeam();
  } else if (state === Beam.EXHAUSTED) {
    worthwhile = worthwhile || beamOverflowed();
    ended = !beamOverflowed() || beam === widest;
    if (!ended) startBeam(beam * BEAM_GROWTH);
  }
  work += workSpent() - before;
  return ended;
}

function narrowBeam(): void {
  startBeam(BEAM_FIRST);
}

function startBeam(width: i32): void {
  beam = min(width, widest);
  beginBeam(beam, pass > 2 ? BEAM_NOISE : 0);
}
