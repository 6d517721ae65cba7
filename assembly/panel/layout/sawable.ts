/**
 * Whether a panel can be sawn: nothing is larger than its room, and every rest can be cut off.
 *
 * On panels with defects everything keeps the position that it was given. What lies between is waste, which has to be wide
 * enough to be cut off; a gap too narrow for that belongs to the part before it.
 */
import { isDamaged } from "../model/defects";
import { exact, goodRest, maxParts, minGap, restsMatter, twoStages } from "../model/panel-problem";
import { NEW, Panel, PanelNode } from "./panel-tree";

/** True when nothing keeps the panel from being sawn as its sections and strips say. */
export function isSawable(panel: Panel): bool {
  return isDamaged(panel.stock) ? canBeCut(panel) : !restsMatter || inOrder(panel);
}

/** True when nothing on a panel without defects is larger than its room, and every rest can be cut off. */
export function inOrder(panel: Panel): bool {
  const free = panel.along - panel.used;
  if (free < 0 || (!twoStages && !goodRest(free))) return false;
  for (let section = panel.first; section; section = section.next) {
    const rest = panel.across - section.used;
    if (rest < 0 || !goodRest(rest)) return false;
    if (!twoStages) continue;
    for (let strip = section.first; strip; strip = strip.next) {
      if (!goodRest(panel.along - strip.used)) return false;
    }
  }
  return true;
}

/** The first part that begins at `from` or behind; `NEW` when there is none. */
export function partFrom(parent: PanelNode, from: f64): PanelNode {
  let first = NEW;
  for (let part = parent.first; part; part = part.next) {
    if (part.at >= from && (!first || part.at < first.at)) first = part;
  }
  return first;
}

/** Where a section's last piece ends; with two stages the section is as long as the panel. */
export function bareEnd(section: PanelNode): f64 {
  if (twoStages) return changetype<Panel>(section.parent).along;
  let end: f64 = 0;
  for (let strip = section.first; strip; strip = strip.next) {
    for (let piece = strip.first; piece; piece = piece.next) end = max(end, piece.at + piece.size);
  }
  return end;
}

/** Where a strip's widest piece ends. */
export function bareTop(strip: PanelNode): f64 {
  let width: f64 = 0;
  for (let piece = strip.first; piece; piece = piece.next) width = max(width, piece.used);
  return strip.at + width;
}

/** Where a part has to end before the next one begins, or its parent ends. */
export function limitOf(part: PanelNode, parentEnd: f64): f64 {
  const next = partFrom(part.parent, part.at + 1);
  return next ? next.at : parentEnd;
}

/** Where a section or strip ends whose pieces end at `bare`, a gap behind it that cannot be cut off included. */
export function endOf(part: PanelNode, bare: f64, parentEnd: f64): f64 {
  const limit = limitOf(part, parentEnd);
  return limit < parentEnd && limit - bare < minGap ? limit : bare;
}

/** True when everything on a panel with defects can be cut off and the parts of the first cut are not too many. */
export function canBeCut(panel: Panel): bool {
  let parts = 0;
  let at: f64 = 0;
  for (let section = partFrom(panel, 0); section; section = partFrom(panel, at)) {
    const gap = section.at - at;
    at = endOf(section, bareEnd(section), panel.along);
    if ((gap > 0 && gap < minGap) || at > panel.along) return false;
    parts += gap > 0 ? 2 : 1;
    const strips = stripParts(panel.across, section, at);
    if (strips < 0) return false;
    if (twoStages) parts = strips;
  }
  return parts <= maxParts && goodRest(panel.along - at);
}

/** Parts of a section that ends at `end`, or -1 if it cannot be cut like this. */
function stripParts(across: f64, section: PanelNode, end: f64): i32 {
  let parts = 0;
  let at: f64 = 0;
  for (let strip = partFrom(section, 0); strip; strip = partFrom(section, at)) {
    const gap = strip.at - at;
    at = endOf(strip, bareTop(strip), across);
    if ((gap > 0 && gap < minGap) || at > across) return -1;
    parts += gap > 0 ? 2 : 1;
    if (!piecesFit(strip, section.at, end, at - strip.at)) return -1;
  }
  return goodRest(across - at) ? parts : -1;
}

/** True when the pieces of a strip from `at` to `end`, so wide, can be cut off and to size. */
function piecesFit(strip: PanelNode, at: f64, end: f64, width: f64): bool {
  for (let piece = partFrom(strip, at); piece; piece = partFrom(strip, at)) {
    const gap = piece.at - at;
    if (gap > 0 && gap < minGap) return false;
    const trim = width - piece.used;
    if (exact ? trim !== 0 : !goodRest(trim)) return false;
    at = piece.at + piece.size;
  }
  return at <= end && goodRest(end - at);
}
