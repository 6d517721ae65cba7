/** Patterns laid out as panels under way, and taken apart as far as their rests could not be cut off. */
import { PanelCut } from "../../layout";
import { Numbers } from "../../vector";
import { isDamaged } from "../model/defects";
import { PATTERN_HEAD } from "../model/plan";
import { goodRest, restsMatter, twoStages } from "../model/problem";
import { inOrder } from "./order";
import {
  addPiece,
  closePanel,
  firstPiece,
  firstSection,
  firstStrip,
  hasRoom,
  isOpen,
  left,
  nextSection,
  nextStrip,
  openPanel,
  panelAcross,
  panelAlong,
  panelPieces,
  removePiece,
  sectionSize,
  sectionStrips,
  sectionUsed,
  stockOf,
  stripPieces,
  stripSize,
  stripUsed,
} from "./panels";
import { findPlaceOn, takePlace } from "./place";

/** Opens a panel that is cut as the pattern at `at`, with as many of its pieces as are left; -1 when there is none. */
export function layPattern(data: Numbers, at: i32): i32 {
  const k = openPanel(<i32>data[at], <PanelCut>data[at + 1]);
  const damaged = isDamaged(stockOf[k]);
  let sections = <i32>data[at + 3];
  at += PATTERN_HEAD;
  for (; sections > 0; sections--) {
    let strips = <i32>data[at + 1];
    at += 2;
    for (let s = -1; strips > 0; strips--) {
      const length = 2 + 3 * <i32>data[at + 1];
      if (damaged) layBetween(data, at, k);
      else if (layStrip(data, at, k, s)) s = firstSection[k];
      at += length;
    }
  }
  if (restsMatter && !damaged) mendPanel(k);
  if (panelPieces[k] > 0) return k;
  closePanel(k);
  return -1;
}

/** Adds the pieces of a strip that are left; false when none is. */
function layStrip(data: Numbers, at: i32, k: i32, s: i32): bool {
  let t = -1;
  let runs = <i32>data[at + 1];
  at += 2;
  for (; runs > 0; runs--) {
    const type = <i32>data[at];
    const turned = <i32>data[at + 1];
    const free = isOpen(type, turned);
    for (let count = <i32>data[at + 2]; free && count > 0 && left[type] > 0 && hasRoom(); count--) {
      addPiece(type, turned, k, s, t);
      s = firstSection[k];
      t = firstStrip[s];
    }
    at += 3;
  }
  return t >= 0;
}

/** Puts the pieces of a strip that are left where they lie best beside defects. */
function layBetween(data: Numbers, at: i32, k: i32): void {
  let runs = <i32>data[at + 1];
  at += 2;
  for (; runs > 0; runs--) {
    const type = <i32>data[at];
    for (let count = <i32>data[at + 2]; type >= 0 && count > 0 && left[type] > 0; count--) {
      if (!findPlaceOn(type, k)) break;
      takePlace(type);
    }
    at += 3;
  }
}

/** Takes off small strips, then small sections, until every rest is large enough to be cut off: it grows by what is taken. */
function mendPanel(k: i32): void {
  for (let s = firstSection[k]; s >= 0; ) {
    const next = nextSection[s];
    mendSection(k, s);
    s = next;
  }
  while (panelPieces[k] > 0 && !inOrder(k)) {
    let smallest = firstSection[k];
    for (let s = smallest; s >= 0; s = nextSection[s]) {
      if (sectionSize[s] * sectionUsed[s] < sectionSize[smallest] * sectionUsed[smallest]) smallest = s;
    }
    for (let strips = sectionStrips[smallest]; strips > 0; strips--) clearStrip(firstStrip[smallest]);
  }
}

function mendSection(k: i32, s: i32): void {
  if (twoStages) {
    for (let t = firstStrip[s]; t >= 0; ) {
      const next = nextStrip[t];
      for (let pieces = stripPieces[t]; pieces > 0 && !goodRest(panelAlong[k] - stripUsed[t]); pieces--) {
        removePiece(firstPiece[t]);
      }
      t = next;
    }
  }
  for (let strips = sectionStrips[s]; strips > 0; strips--) {
    const rest = panelAcross[k] - sectionUsed[s];
    if (rest >= 0 && goodRest(rest)) return;
    let smallest = firstStrip[s];
    for (let t = smallest; t >= 0; t = nextStrip[t]) {
      if (stripUsed[t] * stripSize[t] < stripUsed[smallest] * stripSize[smallest]) smallest = t;
    }
    clearStrip(smallest);
  }
}

function clearStrip(t: i32): void {
  for (let count = stripPieces[t]; count > 0; count--) removePiece(firstPiece[t]);
}
