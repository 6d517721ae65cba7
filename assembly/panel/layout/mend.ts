/** Patterns laid out as panels under way, and taken apart as far as their rests could not be cut off. */
import { PanelCut } from "../../layout";
import { Numbers } from "../../vector";
import { isDamaged } from "../model/defects";
import { PATTERN_HEAD } from "../model/panel-plan";
import { goodRest, restsMatter, twoStages } from "../model/panel-problem";
import {
  addPiece,
  closePanel,
  hasRoom,
  isOpen,
  left,
  NEW,
  openPanel,
  Panel,
  PanelNode,
  removePiece,
} from "./panel-tree";
import { findPlaceOn, takePlace } from "./place";
import { inOrder } from "./sawable";

/** Opens a panel that is cut as the pattern at `at`, with as many of its pieces as are left; null when there is none. */
export function layPattern(data: Numbers, at: i32): Panel {
  const panel = openPanel(<i32>data[at], <PanelCut>data[at + 1]);
  const damaged = isDamaged(panel.stock);
  let sections = <i32>data[at + 3];
  at += PATTERN_HEAD;
  for (; sections > 0; sections--) {
    let strips = <i32>data[at + 1];
    at += 2;
    for (let section = NEW; strips > 0; strips--) {
      if (damaged) layBetween(data, at, panel);
      else section = layStrip(data, at, panel, section);
      at += 2 + 3 * <i32>data[at + 1];
    }
  }
  if (restsMatter && !damaged) mendPanel(panel);
  if (panel.pieces > 0) return panel;
  closePanel(panel);
  return changetype<Panel>(0);
}

/** Adds the pieces of a strip that are left to a section, or to a new one; returns the section. */
function layStrip(data: Numbers, at: i32, panel: Panel, section: PanelNode): PanelNode {
  let strip = NEW;
  for (let run = at + 2; run < at + 2 + 3 * <i32>data[at + 1]; run += 3) {
    const type = <i32>data[run];
    const turned = <i32>data[run + 1];
    const free = isOpen(type, turned);
    for (let count = <i32>data[run + 2]; free && count > 0 && left[type] > 0 && hasRoom(); count--) {
      strip = addPiece(type, turned, panel, section, strip).parent;
      section = strip.parent;
    }
  }
  return section;
}

/** Puts the pieces of a strip that are left where they lie best beside defects. */
function layBetween(data: Numbers, at: i32, panel: Panel): void {
  for (let run = at + 2; run < at + 2 + 3 * <i32>data[at + 1]; run += 3) {
    const type = <i32>data[run];
    for (let count = <i32>data[run + 2]; type >= 0 && count > 0 && left[type] > 0; count--) {
      if (!findPlaceOn(type, panel)) break;
      takePlace(type);
    }
  }
}

/** Takes off small strips, then small sections, until every rest is large enough to be cut off: it grows by what is taken. */
function mendPanel(panel: Panel): void {
  for (let section = panel.first; section; ) {
    const next = section.next;
    mendSection(panel, section);
    section = next;
  }
  while (panel.pieces > 0 && !inOrder(panel)) {
    const smallest = smallestPart(panel);
    for (let strips = smallest.parts; strips > 0; strips--) clearStrip(smallest.first);
  }
}

function mendSection(panel: Panel, section: PanelNode): void {
  if (twoStages) {
    for (let strip = section.first; strip; ) {
      const next = strip.next;
      for (let pieces = strip.parts; pieces > 0 && !goodRest(panel.along - strip.used); pieces--) {
        removePiece(strip.first);
      }
      strip = next;
    }
  }
  for (let strips = section.parts; strips > 0; strips--) {
    const rest = panel.across - section.used;
    if (rest >= 0 && goodRest(rest)) return;
    clearStrip(smallestPart(section));
  }
}

/** The part that takes least area, with what is free inside it left out. */
function smallestPart(parent: PanelNode): PanelNode {
  let smallest = parent.first;
  for (let part = smallest; part; part = part.next) {
    if (part.size * part.used < smallest.size * smallest.used) smallest = part;
  }
  return smallest;
}

export function clearStrip(strip: PanelNode): void {
  for (let count = strip.parts; count > 0; count--) removePiece(strip.first);
}
