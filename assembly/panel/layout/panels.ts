/**
 * Panels under way: each is cut into sections, each section into strips, each strip into pieces.
 *
 *     panel    sections side by side along it                      free = what they leave
 *     section  as long as its longest strip; strips across it       used = their widths
 *     strip    as wide as its widest piece; pieces along it         used = their lengths
 *
 * Nothing has a position: sizes follow from what is inside, and all that is free lies at the end of what it is part of.
 * So a piece can be taken out or put in anywhere, and sections and strips grow and shrink with it. With two stages a
 * panel has one section.
 *
 * Everything lies in one block of memory, so that a state is kept and brought back by copying it.
 */

import { PanelCut, PanelGrain } from "../../layout";
import { mark, reserve } from "../../memory";
import { Ints, Numbers, reserveInts, reserveNumbers } from "../../vector";
import {
  acrossOf,
  alongOf,
  goodRest,
  grain,
  key,
  minRest,
  pieceAcross,
  pieceAlong,
  restsMatter,
  stockCount,
  twoStages,
  typeCount,
} from "../model/problem";
import { openPositions } from "./positions";

/** Numbers that are part of the state. */
enum Tally {
  PANELS = 0,
  FREE_PANEL = 1,
  FREE_SECTION = 2,
  FREE_STRIP = 3,
  FREE_PIECE = 4,
  SLOTS = 5,
}

/** What is kept here between two steps. */
@unmanaged
class State {
  tally: Ints;
  /** Sum of the keys of all panels, the first of its one slot. */
  keySum: Numbers;
  activeAt: Ints;
  previousSection: Ints;
  previousStrip: Ints;
  previousPiece: Ints;
  /** Where the state lies, how large it is, and room for one more piece, section, strip or panel at most. */
  block: usize;
  blockSize: usize;
}
const state = changetype<State>(memory.data(offsetof<State>()));

/** Pieces of each type without a place, how many lie on panels, and which way round if they have to be alike. */
export let left: Ints = changetype<Ints>(0);
export let placed: Ints = changetype<Ints>(0);
export let wayOf: Ints = changetype<Ints>(0);
/** Which way round copies lie elsewhere, -1 where that is open. */
export let settledWay: Ints = changetype<Ints>(0);
/** Panels of each stock. */
export let panelsOf: Ints = changetype<Ints>(0);

/** Panels in use, and the place of each among them. */
export let active: Ints = changetype<Ints>(0);
export let stockOf: Ints = changetype<Ints>(0);
export let cutOf: Ints = changetype<Ints>(0);
export let panelAlong: Numbers = changetype<Numbers>(0);
export let panelAcross: Numbers = changetype<Numbers>(0);
export let panelFree: Numbers = changetype<Numbers>(0);
/** Area of a panel without a piece. */
export let bareArea: Numbers = changetype<Numbers>(0);
export let panelSections: Ints = changetype<Ints>(0);
export let panelPieces: Ints = changetype<Ints>(0);
export let firstSection: Ints = changetype<Ints>(0);

export let panelOf: Ints = changetype<Ints>(0);
export let sectionSize: Numbers = changetype<Numbers>(0);
export let sectionUsed: Numbers = changetype<Numbers>(0);
export let sectionStrips: Ints = changetype<Ints>(0);
export let firstStrip: Ints = changetype<Ints>(0);
export let nextSection: Ints = changetype<Ints>(0);

export let sectionOf: Ints = changetype<Ints>(0);
export let stripSize: Numbers = changetype<Numbers>(0);
export let stripUsed: Numbers = changetype<Numbers>(0);
export let stripPieces: Ints = changetype<Ints>(0);
export let firstPiece: Ints = changetype<Ints>(0);
export let nextStrip: Ints = changetype<Ints>(0);

export let stripOf: Ints = changetype<Ints>(0);
export let typeOf: Ints = changetype<Ints>(0);
export let turnedOf: Ints = changetype<Ints>(0);
export let nextPiece: Ints = changetype<Ints>(0);

export let room: i32 = 0;

/** Reserves for `most` pieces on panels, and for as many strips, sections and panels. */
export function openPanels(most: i32): void {
  room = most;
  settledWay = reserveInts(typeCount);
  for (let i = 0; i < typeCount; i++) settledWay[i] = -1;
  state.block = mark();
  state.tally = reserveInts(Tally.SLOTS);
  state.keySum = reserveNumbers(1);
  left = reserveInts(typeCount);
  placed = reserveInts(typeCount);
  wayOf = reserveInts(typeCount);
  panelsOf = reserveInts(stockCount);
  openPanelTables(most);
  openSectionTables(most);
  stripOf = reserveInts(most);
  typeOf = reserveInts(most);
  turnedOf = reserveInts(most);
  nextPiece = reserveInts(most);
  state.previousPiece = reserveInts(most);
  openPositions(most);
  state.blockSize = mark() - state.block;
}

function openPanelTables(most: i32): void {
  active = reserveInts(most);
  state.activeAt = reserveInts(most);
  stockOf = reserveInts(most);
  cutOf = reserveInts(most);
  panelAlong = reserveNumbers(most);
  panelAcross = reserveNumbers(most);
  panelFree = reserveNumbers(most);
  bareArea = reserveNumbers(most);
  panelSections = reserveInts(most);
  panelPieces = reserveInts(most);
  firstSection = reserveInts(most);
}

function openSectionTables(most: i32): void {
  panelOf = reserveInts(most);
  sectionSize = reserveNumbers(most);
  sectionUsed = reserveNumbers(most);
  sectionStrips = reserveInts(most);
  firstStrip = reserveInts(most);
  nextSection = reserveInts(most);
  state.previousSection = reserveInts(most);
  sectionOf = reserveInts(most);
  stripSize = reserveNumbers(most);
  stripUsed = reserveNumbers(most);
  stripPieces = reserveInts(most);
  firstPiece = reserveInts(most);
  nextStrip = reserveInts(most);
  state.previousStrip = reserveInts(most);
}

/** A place for a copy of the state. */
export function reserveState(): usize {
  return reserve(state.blockSize);
}

export function keepState(at: usize): void {
  memory.copy(at, state.block, state.blockSize);
}

export function bringBack(at: usize): void {
  memory.copy(state.block, at, state.blockSize);
}

/** Takes everything off; `supply` of each type is to be placed. */
export function clearPanels(supply: Ints): void {
  state.tally[Tally.PANELS] = 0;
  state.tally[Tally.FREE_PANEL] = 0;
  state.tally[Tally.FREE_SECTION] = 0;
  state.tally[Tally.FREE_STRIP] = 0;
  state.tally[Tally.FREE_PIECE] = 0;
  state.keySum[0] = 0;
  // What is free is chained by the links that it has in use.
  for (let i = 0; i < room; i++) {
    const next = i + 1 < room ? i + 1 : -1;
    firstSection[i] = next;
    nextSection[i] = next;
    nextStrip[i] = next;
    nextPiece[i] = next;
  }
  for (let i = 0; i < typeCount; i++) {
    left[i] = supply[i];
    placed[i] = 0;
    wayOf[i] = settledWay[i];
  }
  for (let j = 0; j < stockCount; j++) panelsOf[j] = 0;
}

export function panelCount(): i32 {
  return state.tally[Tally.PANELS];
}

/** Keys of all panels together. */
export function totalKey(): f64 {
  return state.keySum[0];
}

/** True when one more piece has room in the tables. */
export function hasRoom(): bool {
  return state.tally[Tally.FREE_PIECE] >= 0;
}

export function openPanel(stock: i32, cut: PanelCut): i32 {
  const k = state.tally[Tally.FREE_PANEL];
  state.tally[Tally.FREE_PANEL] = firstSection[k];
  const at = state.tally[Tally.PANELS]++;
  active[at] = k;
  state.activeAt[k] = at;
  stockOf[k] = stock;
  cutOf[k] = cut;
  panelAlong[k] = alongOf(stock, cut);
  panelAcross[k] = acrossOf(stock, cut);
  panelFree[k] = panelAlong[k];
  bareArea[k] = panelAlong[k] * panelAcross[k];
  panelSections[k] = 0;
  panelPieces[k] = 0;
  firstSection[k] = -1;
  panelsOf[stock]++;
  state.keySum[0] += key[stock];
  return k;
}

/** Gives an empty panel back. */
export function closePanel(k: i32): void {
  const last = active[--state.tally[Tally.PANELS]];
  active[state.activeAt[k]] = last;
  state.activeAt[last] = state.activeAt[k];
  panelsOf[stockOf[k]]--;
  state.keySum[0] -= key[stockOf[k]];
  firstSection[k] = state.tally[Tally.FREE_PANEL];
  state.tally[Tally.FREE_PANEL] = k;
}

function openSection(k: i32): i32 {
  const s = state.tally[Tally.FREE_SECTION];
  state.tally[Tally.FREE_SECTION] = nextSection[s];
  panelOf[s] = k;
  sectionSize[s] = 0;
  sectionUsed[s] = 0;
  sectionStrips[s] = 0;
  firstStrip[s] = -1;
  state.previousSection[s] = -1;
  nextSection[s] = firstSection[k];
  if (firstSection[k] >= 0) state.previousSection[firstSection[k]] = s;
  firstSection[k] = s;
  panelSections[k]++;
  return s;
}

function openStrip(s: i32): i32 {
  const t = state.tally[Tally.FREE_STRIP];
  state.tally[Tally.FREE_STRIP] = nextStrip[t];
  sectionOf[t] = s;
  stripSize[t] = 0;
  stripUsed[t] = 0;
  stripPieces[t] = 0;
  firstPiece[t] = -1;
  state.previousStrip[t] = -1;
  nextStrip[t] = firstStrip[s];
  if (firstStrip[s] >= 0) state.previousStrip[firstStrip[s]] = t;
  firstStrip[s] = t;
  sectionStrips[s]++;
  return t;
}

/** May another piece of the type lie this way round? Copies that have to be alike lie as those before them. */
export function isOpen(type: i32, turned: i32): bool {
  return grain[type] !== PanelGrain.ALIKE || wayOf[type] < 0 || wayOf[type] === turned;
}

/**
 * Puts a piece into strip `t`, or with `t` < 0 into a new strip of section `s`, or with `s` < 0 too into a new section
 * of panel `k`. Whoever calls knows that it fits.
 */
export function addPiece(type: i32, turned: i32, k: i32, s: i32, t: i32): void {
  if (s < 0) s = openSection(k);
  if (t < 0) t = openStrip(s);
  const p = state.tally[Tally.FREE_PIECE];
  state.tally[Tally.FREE_PIECE] = nextPiece[p];
  stripOf[p] = t;
  typeOf[p] = type;
  turnedOf[p] = turned;
  state.previousPiece[p] = -1;
  nextPiece[p] = firstPiece[t];
  if (firstPiece[t] >= 0) state.previousPiece[firstPiece[t]] = p;
  firstPiece[t] = p;
  stripPieces[t]++;
  panelPieces[k]++;
  left[type]--;
  placed[type]++;
  wayOf[type] = turned;
  const along = pieceAlong(type, turned, cutOf[k]);
  const across = pieceAcross(type, turned, cutOf[k]);
  bareArea[k] -= along * across;
  stripUsed[t] += along;
  resizeStrip(t, restsMatter ? stripNeed(t) : max(stripSize[t], across));
  resizeSection(s, restsMatter ? sectionNeed(s) : max(sectionSize[s], stripUsed[t]));
}

/** Takes a piece out, and its strip and section with it when they are empty then. Its panel stays. */
export function removePiece(p: i32): void {
  const t = stripOf[p];
  const s = sectionOf[t];
  const k = panelOf[s];
  const type = typeOf[p];
  if (state.previousPiece[p] >= 0) nextPiece[state.previousPiece[p]] = nextPiece[p];
  else firstPiece[t] = nextPiece[p];
  if (nextPiece[p] >= 0) state.previousPiece[nextPiece[p]] = state.previousPiece[p];
  nextPiece[p] = state.tally[Tally.FREE_PIECE];
  state.tally[Tally.FREE_PIECE] = p;
  left[type]++;
  placed[type]--;
  if (placed[type] === 0) wayOf[type] = settledWay[type];
  panelPieces[k]--;
  const along = pieceAlong(type, turnedOf[p], cutOf[k]);
  bareArea[k] += along * pieceAcross(type, turnedOf[p], cutOf[k]);
  stripUsed[t] -= along;
  if (--stripPieces[t] === 0) closeStrip(t);
  else resizeStrip(t, stripNeed(t));
  if (sectionStrips[s] === 0) closeSection(s);
  else resizeSection(s, sectionNeed(s));
}

function closeStrip(t: i32): void {
  const s = sectionOf[t];
  resizeStrip(t, 0);
  if (state.previousStrip[t] >= 0) nextStrip[state.previousStrip[t]] = nextStrip[t];
  else firstStrip[s] = nextStrip[t];
  if (nextStrip[t] >= 0) state.previousStrip[nextStrip[t]] = state.previousStrip[t];
  nextStrip[t] = state.tally[Tally.FREE_STRIP];
  state.tally[Tally.FREE_STRIP] = t;
  sectionStrips[s]--;
}

function closeSection(s: i32): void {
  const k = panelOf[s];
  resizeSection(s, 0);
  if (state.previousSection[s] >= 0) nextSection[state.previousSection[s]] = nextSection[s];
  else firstSection[k] = nextSection[s];
  if (nextSection[s] >= 0) state.previousSection[nextSection[s]] = state.previousSection[s];
  nextSection[s] = state.tally[Tally.FREE_SECTION];
  state.tally[Tally.FREE_SECTION] = s;
  panelSections[k]--;
}

function resizeStrip(t: i32, size: f64): void {
  sectionUsed[sectionOf[t]] += size - stripSize[t];
  stripSize[t] = size;
}

function resizeSection(s: i32, size: f64): void {
  panelFree[panelOf[s]] -= size - sectionSize[s];
  sectionSize[s] = size;
}

/** The least width that a strip needs for its pieces: the widest one's, or more where a rest would be too thin. */
function stripNeed(t: i32): f64 {
  const cut = cutOf[panelOf[sectionOf[t]]];
  let need: f64 = 0;
  for (let p = firstPiece[t]; p >= 0; p = nextPiece[p]) {
    need = max(need, pieceAcross(typeOf[p], turnedOf[p], cut));
  }
  for (let lifted = restsMatter; lifted; ) {
    lifted = false;
    for (let p = firstPiece[t]; p >= 0; p = nextPiece[p]) {
      const across = pieceAcross(typeOf[p], turnedOf[p], cut);
      if (goodRest(need - across)) continue;
      need = across + minRest;
      lifted = true;
    }
  }
  return need;
}

function sectionNeed(s: i32): f64 {
  let need: f64 = 0;
  for (let t = firstStrip[s]; t >= 0; t = nextStrip[t]) need = max(need, stripUsed[t]);
  // With two stages the section is as long as the panel, whatever it needs.
  for (let lifted = restsMatter && !twoStages; lifted; ) {
    lifted = false;
    for (let t = firstStrip[s]; t >= 0; t = nextStrip[t]) {
      if (goodRest(need - stripUsed[t])) continue;
      need = stripUsed[t] + minRest;
      lifted = true;
    }
  }
  return need;
}
