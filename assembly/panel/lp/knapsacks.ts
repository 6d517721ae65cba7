/**
 * The panel that is worth most at given values of the pieces, by three knapsacks one in another (Gilmore, Gomory 1965):
 *
 *     S(w, x)  pieces along a strip of width w and length x; all x at once
 *     G(x)     strips across a section of length x
 *     F        sections along the panel
 *
 * With two stages the panel is one section. Where the parts of the first cut may be few only, the last of these knapsacks
 * has a layer for every number of parts.
 */

import { PanelCut } from "../../layout";
import { Ints, Numbers, reserveInts, reserveNumbers, reserveRawInts, reserveRawNumbers } from "../../vector";
import { spend } from "../../work";
import { acrossOf, alongOf, exact, maxParts, pieceCount, twoStages } from "../model/panel-problem";
import { itemStart, StockView, viewAt, viewCount } from "./views";

/** In place of what a value came to be by: as one position before, and as with fewer parts. */
export const NOTHING: i32 = -1;
export const FEWER: i32 = -2;

/** Values by position, and by what they came to be. */
@unmanaged
class Tables {
  /** S per width and position. */
  strip: Numbers;
  stripBy: Ints;
  /** G per position along, and F with the section that it came to be by, per layer. */
  section: Numbers;
  sections: Numbers;
  sectionsBy: Ints;
  /** G of one section per position across, and by which width, per layer. */
  strips: Numbers;
  stripsBy: Ints;
  /** Layers of the last knapsack: the most parts of the first cut, 0 where there may be as many as fit. */
  layers: i32;
}
export const tables = changetype<Tables>(memory.data(offsetof<Tables>()));

export function openKnapsacks(): void {
  let cells = 0;
  let points = 0;
  for (let v = 0; v < viewCount; v++) {
    const view = viewAt(v);
    cells = max(cells, view.widths * view.alongPoints);
    points = max(points, max(view.alongPoints, view.acrossPoints));
  }
  tables.layers = mostLayers();
  const layered = points * (tables.layers + 1);
  tables.strip = reserveRawNumbers(cells);
  tables.stripBy = reserveRawInts(cells);
  tables.section = reserveNumbers(points);
  tables.sections = reserveNumbers(layered);
  tables.sectionsBy = reserveInts(layered);
  tables.strips = reserveNumbers(layered);
  tables.stripsBy = reserveInts(layered);
}

/** 0 where no panel has room for more parts than it may have anyway. */
function mostLayers(): i32 {
  if (<f64>maxParts >= pieceCount) return 0;
  let fitting: f64 = 0;
  for (let v = 0; v < viewCount; v++) {
    const view = viewAt(v);
    const cut = <PanelCut>view.cut;
    const room = twoStages ? acrossOf(view.stock, cut) : alongOf(view.stock, cut);
    let least: f64 = Infinity;
    for (let e = 0; e < view.items; e++) least = min(least, twoStages ? view.across[e] : view.along[e]);
    fitting = max(fitting, Math.floor(room / least));
  }
  return <f64>maxParts < fitting ? maxParts : 0;
}

/** Fills S: strips of each width take the pieces of narrower ones too, unless pieces have to be as wide as they are. */
export function fillStrips(view: StockView, value: Numbers): void {
  const points = view.alongPoints;
  for (let w = 0; w < view.widths; w++) {
    const row = w * points;
    for (let p = 0; p < points; p++) {
      tables.strip[row + p] = w > 0 && !exact ? tables.strip[row - points + p] : 0;
      tables.stripBy[row + p] = w > 0 && !exact ? tables.stripBy[row - points + p] : NOTHING;
    }
    for (let e = itemStart(view, w); e < view.itemEnd[w]; e++) {
      const worth = value[view.type[e]];
      if (worth > 0) addItem(view, row, e, worth);
    }
  }
  spend(<f64>((view.items + view.widths) * points));
}

function addItem(view: StockView, row: i32, e: i32, worth: f64): void {
  const points = view.alongPoints;
  const before = e * points;
  const strip = tables.strip;
  const stripBy = tables.stripBy;
  for (let p = 1; p < points; p++) {
    if (strip[row + p - 1] > strip[row + p]) {
      strip[row + p] = strip[row + p - 1];
      stripBy[row + p] = NOTHING;
    }
    const from = view.before[before + p];
    if (from < 0 || strip[row + from] + worth <= strip[row + p]) continue;
    strip[row + p] = strip[row + from] + worth;
    stripBy[row + p] = e;
  }
}

/** G of the section that ends at position `x`; with `traced` the widths that it comes to be by are kept. */
export function fillSection(view: StockView, x: i32, traced: bool): f64 {
  const points = view.acrossPoints;
  for (let y = 0; y < points; y++) {
    tables.strips[y] = 0;
    tables.stripsBy[y] = NOTHING;
  }
  if (!twoStages || tables.layers === 0) {
    addStrips(view, x, 0, 0, traced);
    return tables.strips[points - 1];
  }
  for (let layer = 1; layer <= tables.layers; layer++) {
    beginLayer(tables.strips, tables.stripsBy, layer * points, points);
    addStrips(view, x, layer * points, (layer - 1) * points, true);
  }
  return tables.strips[tables.layers * points + points - 1];
}

/** A layer holds what fewer parts make until there is better. */
function beginLayer(table: Numbers, by: Ints, row: i32, points: i32): void {
  for (let p = 0; p < points; p++) {
    table[row + p] = table[row - points + p];
    by[row + p] = FEWER;
  }
}

/** Fills the row of G at `row` with strips beside what the row at `prior` has. */
function addStrips(view: StockView, x: i32, row: i32, prior: i32, traced: bool): void {
  const points = view.acrossPoints;
  let least: f64 = 0;
  for (let w = 0; w < view.widths; w++) {
    const worth = tables.strip[w * view.alongPoints + x];
    // A wider strip that is worth no more is of no use, if narrower pieces may lie on it.
    if (worth <= least) continue;
    if (!exact) least = worth;
    if (traced) addStripTraced(view, w, worth, row, prior);
    else addStrip(view.below, w * points, points, worth);
    spend(<f64>points);
  }
}

function addStrip(below: Ints, row: i32, points: i32, worth: f64): void {
  const strips = tables.strips;
  let best: f64 = strips[0];
  for (let y = 1; y < points; y++) {
    best = max(best, strips[y]);
    const from = below[row + y];
    if (from >= 0) best = max(best, strips[from] + worth);
    strips[y] = best;
  }
}

function addStripTraced(view: StockView, w: i32, worth: f64, row: i32, prior: i32): void {
  const points = view.acrossPoints;
  const strips = tables.strips;
  const stripsBy = tables.stripsBy;
  for (let y = 1; y < points; y++) {
    const at = row + y;
    if (strips[at - 1] > strips[at]) {
      strips[at] = strips[at - 1];
      stripsBy[at] = NOTHING;
    }
    const from = view.below[w * points + y];
    if (from < 0 || strips[prior + from] + worth <= strips[at]) continue;
    strips[at] = strips[prior + from] + worth;
    stripsBy[at] = w;
  }
}

/** Fills F. */
export function fillSections(view: StockView): void {
  const points = view.alongPoints;
  for (let p = 0; p < points; p++) {
    tables.sections[p] = 0;
    tables.sectionsBy[p] = NOTHING;
  }
  if (tables.layers === 0) addSections(view, 0, 0);
  for (let layer = 1; layer <= tables.layers; layer++) {
    beginLayer(tables.sections, tables.sectionsBy, layer * points, points);
    addSections(view, layer * points, (layer - 1) * points);
  }
}

/** Fills the row of F at `row` with sections beside what the row at `prior` has. */
function addSections(view: StockView, row: i32, prior: i32): void {
  const points = view.alongPoints;
  const section = tables.section;
  const sections = tables.sections;
  const sectionsBy = tables.sectionsBy;
  for (let x = 1; x < points; x++) {
    // A longer section that is worth no more is of no use.
    if (section[x] <= 0 || section[x] === section[x - 1]) continue;
    let from = -1;
    for (let p = x; p < points; p++) {
      const at = row + p;
      while (view.alongPoint[from + 1] <= view.alongPoint[p] - view.alongPoint[x]) from++;
      if (sections[at - 1] > sections[at]) {
        sections[at] = sections[at - 1];
        sectionsBy[at] = NOTHING;
      }
      const value = sections[prior + from] + section[x];
      if (value <= sections[at]) continue;
      sections[at] = value;
      sectionsBy[at] = x;
    }
    spend(<f64>(points - x));
  }
}
