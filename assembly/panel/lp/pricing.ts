/**
 * The panel that is worth most at given values of the pieces, by three knapsacks one in another (Gilmore, Gomory 1965):
 *
 *     S(w, x)  pieces along a strip of width w and length x; all x at once
 *     G(x)     strips across a section of length x
 *     F        sections along the panel
 *
 * With two stages the panel is one section. Values are whole numbers, so that what is found bounds every plan.
 * A pattern may hold more of a type than is wanted.
 */
import { Ints, Numbers, reserveInts, reserveNumbers, reserveRawInts, reserveRawNumbers } from "../../vector";
import { PATTERN_HEAD, SLOTS_PER_PIECE } from "../model/plan";
import { demand, maxParts, twoStages, typeCount } from "../model/problem";
import { PRICE_COLUMNS, PRICE_STEPS } from "../model/tuning";
import { itemStart, mixesWidths, View, viewAt, viewCount } from "./views";

/** Steps of the knapsacks since the module started. */
export let priceWork: f64 = 0;

/** The pattern written last: in the words of a plan, its slots, and its pieces per type. */
export let pattern: Numbers = changetype<Numbers>(0);
export let patternSlots: i32 = 0;
export let patternAmounts: Ints = changetype<Ints>(0);
let patternRoom: i32 = 0;
let full: bool = false;
let trims: bool = false;

/** S per width and position, and by which item it came to be (-1: as one position before). */
let strip: Numbers = changetype<Numbers>(0);
let stripBy: Ints = changetype<Ints>(0);
/** G per position along, and F with the section that it came to be by. */
let section: Numbers = changetype<Numbers>(0);
let sections: Numbers = changetype<Numbers>(0);
let sectionsBy: Ints = changetype<Ints>(0);
/** G of one section per position across, and by which width. */
let strips: Numbers = changetype<Numbers>(0);
let stripsBy: Ints = changetype<Ints>(0);
/** Positions of sections that may begin a column, the most promising first. */
export let offerCount: i32 = 0;
let offer: Ints = changetype<Ints>(0);
let offerValue: Numbers = changetype<Numbers>(0);

export function openPricing(): void {
  let cells = 0;
  let points = 0;
  for (let v = 0; v < viewCount; v++) {
    const view = viewAt(v);
    cells = max(cells, view.widths * view.alongPoints);
    points = max(points, max(view.alongPoints, view.acrossPoints));
  }
  strip = reserveRawNumbers(cells);
  stripBy = reserveRawInts(cells);
  section = reserveNumbers(points);
  sections = reserveNumbers(points);
  sectionsBy = reserveInts(points);
  strips = reserveNumbers(points);
  stripsBy = reserveInts(points);
  offer = reserveInts(PRICE_COLUMNS);
  offerValue = reserveNumbers(PRICE_COLUMNS);
  patternAmounts = reserveInts(typeCount);
  patternRoom = 4000 * SLOTS_PER_PIECE;
  pattern = reserveRawNumbers(patternRoom);
}

/** Value of the best pattern of a view; afterwards `writeOffer` writes it and others down. */
export function priceView(view: View, value: Numbers): f64 {
  fillStrips(view, value);
  offerCount = 0;
  const last = view.alongPoints - 1;
  if (twoStages) {
    section[last] = fillSection(view, last, false);
    insertOffer(last, section[last]);
    return section[last];
  }
  const stride = strideOf(view);
  // The end is always a section's, whatever is left out.
  for (let x = last; x >= 0; x -= 1) {
    if ((last - x) % stride !== 0) section[x] = 0;
    else section[x] = sameStrips(view, x) ? section[x + 1] : fillSection(view, x, false);
  }
  fillSections(view);
  for (let x = 1; x <= last; x++) {
    if (section[x] <= 0 || (x > 0 && section[x] === section[x - 1])) continue;
    insertOffer(x, section[x] + sections[floorPoint(view, view.alongPoint[last] - view.alongPoint[x])]);
  }
  return sections[last];
}

/** True when pricing the view leaves nothing out. */
export function pricesAll(view: View): bool {
  return view.complete && (twoStages || strideOf(view) === 1);
}

/** From now on sections may end anywhere, or, where that takes long, at some positions only. */
export function priceFully(fully: bool): void {
  full = fully;
}

/** Every how many-th position may end a section. */
function strideOf(view: View): i32 {
  if (full) return 1;
  const steps = <f64>view.alongPoints * <f64>view.widths * <f64>view.acrossPoints;
  return <i32>Math.ceil(steps / PRICE_STEPS);
}

/** Fills S: strips of each width take the pieces of narrower ones too, unless pieces have to be as wide as they are. */
function fillStrips(view: View, value: Numbers): void {
  const points = view.alongPoints;
  for (let w = 0; w < view.widths; w++) {
    const row = w * points;
    for (let p = 0; p < points; p++) {
      strip[row + p] = w > 0 && mixesWidths() ? strip[row - points + p] : 0;
      stripBy[row + p] = w > 0 && mixesWidths() ? stripBy[row - points + p] : -1;
    }
    for (let e = itemStart(view, w); e < view.itemEnd[w]; e++) {
      const worth = value[view.type[e]];
      if (worth > 0) addItem(view, row, e, worth);
    }
  }
  priceWork += <f64>((view.items + view.widths) * points);
}

function addItem(view: View, row: i32, e: i32, worth: f64): void {
  const points = view.alongPoints;
  const before = e * points;
  for (let p = 1; p < points; p++) {
    if (strip[row + p - 1] > strip[row + p]) {
      strip[row + p] = strip[row + p - 1];
      stripBy[row + p] = -1;
    }
    const from = view.before[before + p];
    if (from < 0 || strip[row + from] + worth <= strip[row + p]) continue;
    strip[row + p] = strip[row + from] + worth;
    stripBy[row + p] = e;
  }
}

/** True when every strip of the next longer section is worth no more. */
function sameStrips(view: View, x: i32): bool {
  const points = view.alongPoints;
  if (x + 1 >= points || section[x + 1] === 0) return false;
  for (let w = 0; w < view.widths; w++) {
    if (strip[w * points + x] !== strip[w * points + x + 1]) return false;
  }
  return true;
}

/** G of the section that ends at position `x`; with `traced` the widths that it comes to be by are kept. */
function fillSection(view: View, x: i32, traced: bool): f64 {
  const points = view.acrossPoints;
  for (let y = 0; y < points; y++) {
    strips[y] = 0;
    stripsBy[y] = -1;
  }
  let least: f64 = 0;
  for (let w = 0; w < view.widths; w++) {
    const worth = strip[w * view.alongPoints + x];
    // A wider strip that is worth no more is of no use, if narrower pieces may lie on it.
    if (worth <= least) continue;
    if (mixesWidths()) least = worth;
    if (traced) addStripTraced(view, w, worth);
    else addStrip(view.below, w * points, points, worth);
    priceWork += <f64>points;
  }
  return strips[points - 1];
}

function addStrip(below: Ints, row: i32, points: i32, worth: f64): void {
  let best: f64 = strips[0];
  for (let y = 1; y < points; y++) {
    best = max(best, strips[y]);
    const from = below[row + y];
    if (from >= 0) best = max(best, strips[from] + worth);
    strips[y] = best;
  }
}

function addStripTraced(view: View, w: i32, worth: f64): void {
  const points = view.acrossPoints;
  for (let y = 1; y < points; y++) {
    if (strips[y - 1] > strips[y]) {
      strips[y] = strips[y - 1];
      stripsBy[y] = -1;
    }
    const from = view.below[w * points + y];
    if (from < 0 || strips[from] + worth <= strips[y]) continue;
    strips[y] = strips[from] + worth;
    stripsBy[y] = w;
  }
}

/** Fills F. */
function fillSections(view: View): void {
  const points = view.alongPoints;
  for (let p = 0; p < points; p++) {
    sections[p] = 0;
    sectionsBy[p] = -1;
  }
  for (let x = 1; x < points; x++) {
    // A longer section that is worth no more is of no use.
    if (section[x] <= 0 || section[x] === section[x - 1]) continue;
    let from = -1;
    for (let p = x; p < points; p++) {
      while (view.alongPoint[from + 1] <= view.alongPoint[p] - view.alongPoint[x]) from++;
      if (sections[p - 1] > sections[p]) {
        sections[p] = sections[p - 1];
        sectionsBy[p] = -1;
      }
      const value = sections[from] + section[x];
      if (value <= sections[p]) continue;
      sections[p] = value;
      sectionsBy[p] = x;
    }
    priceWork += <f64>(points - x);
  }
}

function floorPoint(view: View, position: f64): i32 {
  let low = 0;
  let high = view.alongPoints - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (view.alongPoint[middle] <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

function insertOffer(x: i32, value: f64): void {
  if (offerCount === PRICE_COLUMNS && value <= offerValue[offerCount - 1]) return;
  let to = offerCount < PRICE_COLUMNS ? offerCount++ : PRICE_COLUMNS - 1;
  for (; to > 0 && offerValue[to - 1] < value; to--) {
    offer[to] = offer[to - 1];
    offerValue[to] = offerValue[to - 1];
  }
  offer[to] = x;
  offerValue[to] = value;
}

/** Value of an offer before anything has been left out of it. */
export function offeredValue(index: i32): f64 {
  return offerValue[index];
}

/** Writes the pattern of an offer down, if `trimmed` without more pieces than are wanted; false when it is too long. */
export function writeOffer(view: View, index: i32, trimmed: bool): bool {
  trims = trimmed;
  for (let i = 0; i < typeCount; i++) patternAmounts[i] = 0;
  pattern[0] = <f64>view.stock;
  pattern[1] = <f64>view.cut;
  pattern[2] = 1;
  pattern[3] = 0;
  patternSlots = PATTERN_HEAD;
  let x = offer[index];
  const last = view.alongPoints - 1;
  writeSection(view, x);
  if (!twoStages) {
    let p = floorPoint(view, view.alongPoint[last] - view.alongPoint[x]);
    while (p > 0) {
      x = sectionsBy[p];
      if (x < 0) p--;
      else {
        writeSection(view, x);
        p = floorPoint(view, view.alongPoint[p] - view.alongPoint[x]);
      }
    }
  }
  return pattern[3] > 0 && patternSlots < patternRoom - 1000 && <i32>pattern[3] <= maxParts;
}

/** A section is as long as the longest of its strips. */
function writeSection(view: View, x: i32): void {
  if (patternSlots > patternRoom - 1000) return;
  fillSection(view, x, true);
  const head = patternSlots;
  patternSlots += 2;
  let longest: f64 = 0;
  let count = 0;
  for (let y = view.acrossPoints - 1; y > 0; ) {
    const w = stripsBy[y];
    if (w < 0) {
      y--;
      continue;
    }
    const length = writeStrip(view, w, x);
    if (length > 0) count++;
    longest = max(longest, length);
    y = view.below[w * view.acrossPoints + y];
  }
  pattern[head] = longest;
  pattern[head + 1] = <f64>count;
  if (count > 0) pattern[3] += 1;
  else patternSlots = head;
}

/** Returns the length of its pieces; 0 when none is wanted, and then nothing is written. */
function writeStrip(view: View, w: i32, x: i32): f64 {
  const points = view.alongPoints;
  const head = patternSlots;
  let at = head + 2;
  let length: f64 = 0;
  let width: f64 = 0;
  let runs = 0;
  for (let p = x; p > 0 && at < patternRoom - 10; ) {
    const e = stripBy[w * points + p];
    if (e < 0) {
      p--;
      continue;
    }
    p = view.before[e * points + p];
    const type = view.type[e];
    if (trims && patternAmounts[type] >= demand[type]) continue;
    patternAmounts[type]++;
    length += view.along[e];
    width = max(width, view.across[e]);
    if (runs > 0 && pattern[at - 3] === <f64>type && pattern[at - 2] === <f64>view.turned[e]) {
      pattern[at - 1] += 1;
      continue;
    }
    pattern[at] = <f64>type;
    pattern[at + 1] = <f64>view.turned[e];
    pattern[at + 2] = 1;
    at += 3;
    runs++;
  }
  pattern[head] = width;
  pattern[head + 1] = <f64>runs;
  if (runs > 0) patternSlots = at;
  return length;
}
