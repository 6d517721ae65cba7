/**
 * Panels with defects. Everything on them keeps the position that it was given; what lies between is waste, which has to
 * be wide enough to be cut off. A gap too narrow for that belongs to the part before it.
 */
import { exact, goodRest, maxParts, minGap, pieceAcross, pieceAlong, twoStages } from "../model/problem";
import {
  cutOf,
  firstPiece,
  firstSection,
  firstStrip,
  nextPiece,
  nextSection,
  nextStrip,
  panelAcross,
  panelAlong,
  panelOf,
  sectionOf,
  stripOf,
  turnedOf,
  typeOf,
} from "./panels";
import { pieceAt, sectionAt, stripAt } from "./positions";

/** The first section that begins at `from` or behind, -1 when there is none. */
export function sectionFrom(k: i32, from: f64): i32 {
  let first = -1;
  for (let s = firstSection[k]; s >= 0; s = nextSection[s]) {
    if (sectionAt[s] >= from && (first < 0 || sectionAt[s] < sectionAt[first])) first = s;
  }
  return first;
}

export function stripFrom(s: i32, from: f64): i32 {
  let first = -1;
  for (let t = firstStrip[s]; t >= 0; t = nextStrip[t]) {
    if (stripAt[t] >= from && (first < 0 || stripAt[t] < stripAt[first])) first = t;
  }
  return first;
}

export function pieceFrom(t: i32, from: f64): i32 {
  let first = -1;
  for (let p = firstPiece[t]; p >= 0; p = nextPiece[p]) {
    if (pieceAt[p] >= from && (first < 0 || pieceAt[p] < pieceAt[first])) first = p;
  }
  return first;
}

/** Where a piece ends along the panel, and its size across it. */
export function pieceEnd(p: i32): f64 {
  return pieceAt[p] + pieceAlong(typeOf[p], turnedOf[p], cutOf[panelOf[sectionOf[stripOf[p]]]]);
}

export function pieceWidthOf(p: i32): f64 {
  return pieceAcross(typeOf[p], turnedOf[p], cutOf[panelOf[sectionOf[stripOf[p]]]]);
}

/** Where a section's last piece ends; with two stages the section is as long as the panel. */
export function bareEnd(s: i32): f64 {
  if (twoStages) return panelAlong[panelOf[s]];
  let end: f64 = 0;
  for (let t = firstStrip[s]; t >= 0; t = nextStrip[t]) {
    for (let p = firstPiece[t]; p >= 0; p = nextPiece[p]) end = max(end, pieceEnd(p));
  }
  return end;
}

/** Where a strip's widest piece ends. */
export function bareTop(t: i32): f64 {
  let width: f64 = 0;
  for (let p = firstPiece[t]; p >= 0; p = nextPiece[p]) width = max(width, pieceWidthOf(p));
  return stripAt[t] + width;
}

/** Where a section has to end before the next one begins or the panel ends. */
export function endLimit(s: i32): f64 {
  const next = sectionFrom(panelOf[s], sectionAt[s] + 1);
  return next >= 0 ? sectionAt[next] : panelAlong[panelOf[s]];
}

export function topLimit(t: i32): f64 {
  const next = stripFrom(sectionOf[t], stripAt[t] + 1);
  return next >= 0 ? stripAt[next] : panelAcross[panelOf[sectionOf[t]]];
}

/** Where a section ends, a gap behind it that cannot be cut off included. */
export function sectionEnd(s: i32): f64 {
  const end = bareEnd(s);
  const limit = endLimit(s);
  return limit < panelAlong[panelOf[s]] && limit - end < minGap ? limit : end;
}

export function stripTop(t: i32): f64 {
  const top = bareTop(t);
  const limit = topLimit(t);
  return limit < panelAcross[panelOf[sectionOf[t]]] && limit - top < minGap ? limit : top;
}

/** True when everything can be cut off and the parts of the first cut are not too many. */
export function canBeCut(k: i32): bool {
  let parts = 0;
  let at: f64 = 0;
  for (let s = sectionFrom(k, 0); s >= 0; s = sectionFrom(k, at)) {
    const gap = sectionAt[s] - at;
    at = sectionEnd(s);
    if ((gap > 0 && gap < minGap) || at > panelAlong[k]) return false;
    parts += gap > 0 ? 2 : 1;
    const strips = stripParts(k, s, at);
    if (strips < 0) return false;
    if (twoStages) parts = strips;
  }
  return parts <= maxParts && goodRest(panelAlong[k] - at);
}

/** Parts of a section that ends at `end`, or -1 if it cannot be cut like this. */
function stripParts(k: i32, s: i32, end: f64): i32 {
  let parts = 0;
  let at: f64 = 0;
  for (let t = stripFrom(s, 0); t >= 0; t = stripFrom(s, at)) {
    const gap = stripAt[t] - at;
    at = stripTop(t);
    if ((gap > 0 && gap < minGap) || at > panelAcross[k]) return -1;
    parts += gap > 0 ? 2 : 1;
    if (!piecesFit(t, sectionAt[s], end, at - stripAt[t])) return -1;
  }
  return goodRest(panelAcross[k] - at) ? parts : -1;
}

/** True when the pieces of a strip from `at` to `end`, so wide, can be cut off and to size. */
function piecesFit(t: i32, at: f64, end: f64, width: f64): bool {
  for (let p = pieceFrom(t, at); p >= 0; p = pieceFrom(t, at)) {
    const gap = pieceAt[p] - at;
    if (gap > 0 && gap < minGap) return false;
    const trim = width - pieceWidthOf(p);
    if (exact ? trim !== 0 : !goodRest(trim)) return false;
    at = pieceEnd(p);
  }
  return at <= end && goodRest(end - at);
}
