/** Panels under way written down as patterns of a plan. */
import { Numbers } from "../../vector";
import { isDamaged } from "../model/defects";
import { GAP, PanelsPlan, SLOTS_PER_PIECE } from "../model/panel-plan";
import { key, primary, worth } from "../model/panel-problem";
import { Panel, PanelNode, panelAt, panelCount } from "./panel-tree";
import { bareEnd, bareTop, endOf, partFrom } from "./sawable";

/** Adds every panel that is under way. */
export function appendPanels(plan: PanelsPlan): void {
  for (let k = 0; k < panelCount(); k++) appendPanel(plan, panelAt(k), 1);
}

/** Adds one panel under way, so many times. */
export function appendPanel(plan: PanelsPlan, panel: Panel, count: i32): void {
  if (panel.pieces === 0) return;
  if (plan.length + SLOTS_PER_PIECE * panel.pieces > plan.capacity) {
    plan.overflow = true;
    return;
  }
  const data = plan.data;
  const at = plan.length;
  data[at] = <f64>panel.stock;
  data[at + 1] = <f64>panel.cut;
  data[at + 2] = <f64>count;
  plan.length = isDamaged(panel.stock)
    ? writePlacedSections(data, at + 3, panel)
    : writeSections(data, at + 3, panel);
  for (let section = panel.first; section; section = section.next) {
    for (let strip = section.first; strip; strip = strip.next) {
      for (let piece = strip.first; piece; piece = piece.next) plan.missing -= <f64>count * worth[piece.type];
    }
  }
  plan.patterns++;
  plan.key += <f64>count * key[panel.stock];
  plan.primary += <f64>count * primary[panel.stock];
}

function writeSections(data: Numbers, head: i32, panel: Panel): i32 {
  data[head] = <f64>panel.parts;
  let at = head + 1;
  for (let section = panel.first; section; section = section.next) {
    data[at++] = section.size;
    data[at++] = <f64>section.parts;
    for (let strip = section.first; strip; strip = strip.next) at = writeStrip(data, at, strip);
  }
  return at;
}

/** Writes a strip, neighbours alike as one run. */
function writeStrip(data: Numbers, head: i32, strip: PanelNode): i32 {
  data[head] = strip.size;
  const first = head + 2;
  let at = first;
  for (let piece = strip.first; piece; piece = piece.next) {
    const again = at > first && data[at - 3] === <f64>piece.type && data[at - 2] === <f64>piece.turned;
    if (again) data[at - 1] += 1;
    else at = writeRun(data, at, piece.type, piece.turned, 1);
  }
  data[head + 1] = <f64>((at - first) / 3);
  return at;
}

/** Writes the sections of a panel with defects, from one side to the other, and what is waste between them. */
function writePlacedSections(data: Numbers, head: i32, panel: Panel): i32 {
  data[head] = 0;
  let at = head + 1;
  let end: f64 = 0;
  for (let section = partFrom(panel, 0); section; section = partFrom(panel, end)) {
    at = writeGap(data, head, at, section.at - end);
    end = endOf(section, bareEnd(section), panel.along);
    data[head] += 1;
    data[at] = end - section.at;
    at = writePlacedStrips(data, at + 1, section, panel.across);
  }
  return at;
}

function writePlacedStrips(data: Numbers, head: i32, section: PanelNode, across: f64): i32 {
  data[head] = 0;
  let at = head + 1;
  let top: f64 = 0;
  for (let strip = partFrom(section, 0); strip; strip = partFrom(section, top)) {
    at = writeGap(data, head, at, strip.at - top);
    top = endOf(strip, bareTop(strip), across);
    data[head] += 1;
    data[at] = top - strip.at;
    at = writePlacedPieces(data, at + 1, strip);
  }
  return at;
}

function writePlacedPieces(data: Numbers, head: i32, strip: PanelNode): i32 {
  let at = head + 1;
  let end = strip.parent.at;
  for (let piece = partFrom(strip, end); piece; piece = partFrom(strip, end)) {
    if (piece.at > end) at = writeRun(data, at, GAP, 0, piece.at - end);
    at = writeRun(data, at, piece.type, piece.turned, 1);
    end = piece.at + piece.size;
  }
  data[head] = <f64>((at - head - 1) / 3);
  return at;
}

function writeRun(data: Numbers, at: i32, type: i32, turned: i32, count: f64): i32 {
  data[at] = <f64>type;
  data[at + 1] = <f64>turned;
  data[at + 2] = count;
  return at + 3;
}

/** Writes a section or a strip that is nothing but waste, where there is any. */
function writeGap(data: Numbers, head: i32, at: i32, size: f64): i32 {
  if (size <= 0) return at;
  data[head] += 1;
  data[at] = size;
  data[at + 1] = 0;
  return at + 2;
}
