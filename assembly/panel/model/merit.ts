/**
 * What makes one of two plans better that cost the same: most offcut area, in fewest offcuts; then fewest patterns, where
 * they count; fewest cuts; and large rests rather than many. Waste is taken together as the saw's tree takes it: a strip that
 * is one piece as long as its section is as wide as that piece, and a section that is one strip as wide as the panel
 * as long as its pieces.
 */
import { PanelCut } from "../../layout";
import { Numbers } from "../../vector";
import { isDamaged } from "./defects";
import { differentPatterns, PanelsPlan, patternEnd } from "./panel-plan";
import {
  acrossOf,
  alongOf,
  fewestPatterns,
  kerf,
  maxParts,
  minOffcutLength,
  minOffcutWidth,
  pieceAcross,
  pieceAlong,
  pieceCount,
  twoStages,
} from "./panel-problem";

@unmanaged
export class Merit {
  offcut: f64;
  offcuts: f64;
  different: f64;
  cuts: f64;
  /** Squares of the shares that rests have of their panels. */
  rests: f64;
}

/** The pattern at hand: how often it is cut, what is read of it, and its stock and first cut. */
@unmanaged
class Reading {
  merit: Merit;
  times: f64;
  data: Numbers;
  at: i32;
  stock: i32;
  cut: PanelCut;
  /** Length of the section at hand, and what it and the panel still have free. */
  size: f64;
  rest: f64;
  free: f64;
  /** True when parts of the first cut stay as they are, however few. */
  whole: bool;
}
const reading = changetype<Reading>(memory.data(offsetof<Reading>()));

/** Measures all patterns of a plan. */
export function measurePlan(merit: Merit, plan: PanelsPlan): void {
  memory.fill(changetype<usize>(merit), 0, offsetof<Merit>());
  reading.merit = merit;
  reading.data = plan.data;
  reading.whole = <f64>maxParts < pieceCount;
  let at = 0;
  for (let p = 0; p < plan.patterns; p++) {
    reading.at = at;
    // Beside defects waste has its place.
    if (!isDamaged(<i32>plan.data[at])) measurePattern();
    at = patternEnd(plan.data, at);
  }
  merit.different = fewestPatterns ? <f64>differentPatterns(plan) : 0;
}

/** True when a plan is better that costs as much. */
export function isTidier(one: Merit, other: Merit): bool {
  if (one.offcut !== other.offcut) return one.offcut > other.offcut;
  if (one.offcuts !== other.offcuts) return one.offcuts < other.offcuts;
  if (one.different !== other.different) return one.different < other.different;
  if (one.cuts !== other.cuts) return one.cuts < other.cuts;
  return one.rests > other.rests + 1e-9;
}

function next(): f64 {
  return reading.data[reading.at++];
}

function measurePattern(): void {
  reading.stock = <i32>next();
  reading.cut = <PanelCut>next();
  reading.times = next();
  const across = acrossOf(reading.stock, reading.cut);
  reading.free = alongOf(reading.stock, reading.cut);
  const sections = <i32>next();
  for (let s = 0; s < sections; s++) measureSection(across);
  if (twoStages) return;
  addCuts(sections, reading.free);
  // The last part may have to take the rest in.
  if (sections < maxParts) addRest(reading.free, across);
}

function measureSection(across: f64): void {
  reading.size = next();
  reading.rest = across;
  const strips = <i32>next();
  const alone = strips === 1 && !twoStages && !reading.whole;
  for (let t = 0; t < strips; t++) measureStrip(alone);
  reading.free -= reading.size;
  addCuts(strips, reading.rest);
  if (!twoStages || strips < maxParts) addRest(reading.size, reading.rest);
}

/** Takes a strip in; one that is `alone` in its section may make that shorter. */
function measureStrip(alone: bool): void {
  let width = next();
  const runs = <i32>next();
  const first = reading.at;
  let used: f64 = 0;
  let pieces = 0;
  let trimmed = 0;
  for (let r = 0; r < runs; r++) {
    const at = first + 3 * r;
    const count = <i32>reading.data[at + 2];
    used += <f64>count * pieceAlong(<i32>reading.data[at], <i32>reading.data[at + 1], reading.cut);
    pieces += count;
    if (acrossAt(at) < width) trimmed += count;
  }
  reading.at = first + 3 * runs;
  if (pieces === 1 && used === reading.size && !(twoStages && reading.whole)) {
    width = acrossAt(first);
    trimmed = 0;
  }
  reading.rest -= width;
  if (alone && reading.rest === 0) reading.size = used;
  addCuts(pieces, reading.size - used);
  addRest(reading.size - used, width);
  if (trimmed === 0) return;
  reading.merit.cuts += reading.times * <f64>trimmed;
  for (let r = 0; r < runs; r++) addTrims(first + 3 * r, width);
}

function acrossAt(run: i32): f64 {
  return pieceAcross(<i32>reading.data[run], <i32>reading.data[run + 1], reading.cut);
}

/** What lies above the pieces of a run. */
function addTrims(run: i32, width: f64): void {
  const along = pieceAlong(<i32>reading.data[run], <i32>reading.data[run + 1], reading.cut);
  const times = reading.times;
  reading.times *= reading.data[run + 2];
  addRest(along, width - acrossAt(run));
  reading.times = times;
}

function addCuts(parts: i32, rest: f64): void {
  reading.merit.cuts += reading.times * (<f64>(parts - 1) + (rest > 0 ? 1 : 0));
}

/** A rest, kerf included. */
function addRest(along: f64, across: f64): void {
  const a = along - kerf;
  const b = across - kerf;
  if (a <= 0 || b <= 0) return;
  const share = (a * b) / (alongOf(reading.stock, reading.cut) * acrossOf(reading.stock, reading.cut));
  reading.merit.rests += reading.times * share * share;
  if (minOffcutLength < 0 || max(a, b) < max(minOffcutLength, minOffcutWidth)) return;
  if (min(a, b) < min(minOffcutLength, minOffcutWidth)) return;
  reading.merit.offcut += reading.times * a * b;
  reading.merit.offcuts += reading.times;
}
