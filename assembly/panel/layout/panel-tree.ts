/**
 * The draft: panels under way, each cut into sections, each section into strips, each strip into pieces.
 *
 *     panel    sections side by side along it
 *     section  as long as its longest strip; strips across it
 *     strip    as wide as its widest piece; pieces along it
 *
 * Nothing has a position: sizes follow from what is inside, and all that is free lies at the end of what it is part of.
 * So a piece can be taken out or put in anywhere, and sections and strips grow and shrink with it. With two stages a
 * panel has one section.
 *
 * The draft lies in one block of memory, so that a state of it is kept and brought back by copying what is in use of it.
 */

import { PanelCut, PanelGrain } from "../../layout";
import { mark, reserve, reserveZeroed } from "../../memory";
import { Ints, reserveInts } from "../../vector";
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
} from "../model/panel-problem";

/** A panel, a section, a strip or a piece. */
@unmanaged
export class PanelNode {
  /** Parent part; the first of its own parts; and its neighbours in the list of its parent's parts. */
  parent: PanelNode;
  first: PanelNode;
  next: PanelNode;
  previous: PanelNode;
  /** How many parts it has. */
  parts: i32;
  /** Type of a piece, and 1 when it is turned. */
  type: i32;
  turned: i32;
  /** Size in the direction that its parent is cut in. */
  size: f64;
  /** Sum of its parts' sizes, in the other direction; the other side of a piece. */
  used: f64;
  /** Where it begins in the direction of its size. Known only on panels with defects. */
  at: f64;
}

@unmanaged
export class Panel extends PanelNode {
  stock: i32;
  cut: PanelCut;
  /** Its index among the panels in use. */
  index: i32;
  pieces: i32;
  along: f64;
  across: f64;
  /** Area without a piece. */
  bare: f64;
}

/** In place of a section or a strip that is to be new. */
export const NEW = changetype<PanelNode>(0);

/** State of the draft beside its tables. */
@unmanaged
class Draft {
  panels: i32;
  pieces: i32;
  /** Sum of the keys of all panels. */
  key: f64;
  /** Records that have been given back, chained by `next`, and how many have ever been in use. */
  freePanel: PanelNode;
  freePart: PanelNode;
  usedPanels: i32;
  usedParts: i32;
}
let draft = changetype<Draft>(0);
/** Addresses of the panels in use. */
let active = changetype<Ints>(0);
let panelRecords: usize = 0;
let partRecords: usize = 0;
let blockSize: usize = 0;

/** Pieces of each type without a place, how many lie on panels, and which way round if they have to be alike. */
export let left: Ints = changetype<Ints>(0);
export let placed: Ints = changetype<Ints>(0);
export let wayOf: Ints = changetype<Ints>(0);
/** Which way round copies lie elsewhere, -1 where that is open. Not part of the block. */
export let settledWay: Ints = changetype<Ints>(0);
/** Panels of each stock. */
export let panelsOf: Ints = changetype<Ints>(0);
/** The most pieces that the draft has room for. */
export let room: i32 = 0;

/** Reserves for `most` pieces, and for as many strips, sections and panels. */
export function openPanels(most: i32): void {
  room = most;
  settledWay = reserveInts(typeCount);
  for (let i = 0; i < typeCount; i++) settledWay[i] = -1;
  draft = changetype<Draft>(reserveZeroed(offsetof<Draft>()));
  left = reserveInts(typeCount);
  placed = reserveInts(typeCount);
  wayOf = reserveInts(typeCount);
  panelsOf = reserveInts(stockCount);
  active = reserveInts(most);
  panelRecords = reserve(<usize>most * offsetof<Panel>());
  partRecords = reserve(3 * <usize>most * offsetof<PanelNode>());
  blockSize = mark() - changetype<usize>(draft);
}

/** Reserves a place for a copy of the draft. */
export function reserveState(): usize {
  return reserve(blockSize);
}

export function keepState(at: usize): void {
  copyDraft(at, changetype<usize>(draft));
}

export function bringBack(at: usize): void {
  copyDraft(changetype<usize>(draft), at);
}

/** Copies what is in use at `from`: what comes before the parts, and these. */
function copyDraft(to: usize, from: usize): void {
  const source = changetype<Draft>(from);
  const block = changetype<usize>(draft);
  const head = panelRecords - block + <usize>source.usedPanels * offsetof<Panel>();
  const parts = partRecords - block;
  memory.copy(to + parts, from + parts, <usize>source.usedParts * offsetof<PanelNode>());
  memory.copy(to, from, head);
}

/** Takes everything off; `supply` of each type is to be placed. */
export function clearPanels(supply: Ints): void {
  draft.panels = 0;
  draft.pieces = 0;
  draft.key = 0;
  draft.freePanel = NEW;
  draft.freePart = NEW;
  draft.usedPanels = 0;
  draft.usedParts = 0;
  for (let i = 0; i < typeCount; i++) {
    left[i] = supply[i];
    placed[i] = 0;
    wayOf[i] = settledWay[i];
  }
  for (let j = 0; j < stockCount; j++) panelsOf[j] = 0;
}

export function panelCount(): i32 {
  return draft.panels;
}

export function panelAt(index: i32): Panel {
  return changetype<Panel>(<usize>active[index]);
}

/** Sum of the keys of all panels. */
export function totalKey(): f64 {
  return draft.key;
}

/** True when the draft has room for one more piece. */
export function hasRoom(): bool {
  return draft.pieces < room;
}

export function openPanel(stock: i32, cut: PanelCut): Panel {
  let panel = changetype<Panel>(draft.freePanel);
  if (panel) draft.freePanel = panel.next;
  else {
    panel = changetype<Panel>(panelRecords + <usize>draft.usedPanels * offsetof<Panel>());
    draft.usedPanels++;
  }
  panel.index = draft.panels++;
  active[panel.index] = <i32>changetype<usize>(panel);
  panel.stock = stock;
  panel.cut = cut;
  panel.along = alongOf(stock, cut);
  panel.across = acrossOf(stock, cut);
  panel.bare = panel.along * panel.across;
  panel.used = 0;
  panel.parts = 0;
  panel.pieces = 0;
  panel.first = NEW;
  panelsOf[stock]++;
  draft.key += key[stock];
  return panel;
}

/** Gives an empty panel back. */
export function closePanel(panel: Panel): void {
  const last = panelAt(--draft.panels);
  active[panel.index] = <i32>changetype<usize>(last);
  last.index = panel.index;
  panelsOf[panel.stock]--;
  draft.key -= key[panel.stock];
  panel.next = draft.freePanel;
  draft.freePanel = panel;
}

/** Puts an empty part before the others of its parent. */
function openPart(parent: PanelNode): PanelNode {
  let part = draft.freePart;
  if (part) draft.freePart = part.next;
  else {
    part = changetype<PanelNode>(partRecords + <usize>draft.usedParts * offsetof<PanelNode>());
    draft.usedParts++;
  }
  part.parent = parent;
  part.first = NEW;
  part.parts = 0;
  part.size = 0;
  part.used = 0;
  part.previous = NEW;
  part.next = parent.first;
  if (parent.first) parent.first.previous = part;
  parent.first = part;
  parent.parts++;
  return part;
}

function closePart(part: PanelNode): void {
  if (part.previous) part.previous.next = part.next;
  else part.parent.first = part.next;
  if (part.next) part.next.previous = part.previous;
  part.parent.parts--;
  part.next = draft.freePart;
  draft.freePart = part;
}

/** The panel of a piece. */
export function panelOf(piece: PanelNode): Panel {
  return changetype<Panel>(piece.parent.parent.parent);
}

/** May another piece of the type lie this way round? Copies that have to be alike lie as those before them. */
export function isOpen(type: i32, turned: i32): bool {
  return grain[type] !== PanelGrain.ALIKE || wayOf[type] < 0 || wayOf[type] === turned;
}

/** Puts a piece into a strip, a new strip of the section, or a new section of the panel. The caller knows that it fits. */
export function addPiece(
  type: i32,
  turned: i32,
  panel: Panel,
  section: PanelNode,
  strip: PanelNode,
): PanelNode {
  if (!section) section = openPart(panel);
  if (!strip) strip = openPart(section);
  const piece = openPart(strip);
  piece.type = type;
  piece.turned = turned;
  piece.size = pieceAlong(type, turned, panel.cut);
  piece.used = pieceAcross(type, turned, panel.cut);
  draft.pieces++;
  panel.pieces++;
  panel.bare -= piece.size * piece.used;
  left[type]--;
  placed[type]++;
  wayOf[type] = turned;
  strip.used += piece.size;
  resize(strip, restsMatter ? neededSize(strip, false) : max(strip.size, piece.used));
  resize(section, restsMatter ? neededSize(section, twoStages) : max(section.size, strip.used));
  return piece;
}

/** Takes a piece out, and its strip and section with it when they are empty then. Its panel stays. */
export function removePiece(piece: PanelNode): void {
  const strip = piece.parent;
  const section = strip.parent;
  const panel = panelOf(piece);
  const type = piece.type;
  left[type]++;
  if (--placed[type] === 0) wayOf[type] = settledWay[type];
  draft.pieces--;
  panel.pieces--;
  panel.bare += piece.size * piece.used;
  strip.used -= piece.size;
  closePart(piece);
  resize(strip, neededSize(strip, false));
  if (strip.parts === 0) closePart(strip);
  resize(section, neededSize(section, twoStages));
  if (section.parts === 0) closePart(section);
}

function resize(part: PanelNode, size: f64): void {
  part.parent.used += size - part.size;
  part.size = size;
}

/** The least size of a strip or a section: what its largest part takes, or more where a rest would be too thin. */
function neededSize(part: PanelNode, whole: bool): f64 {
  let need: f64 = 0;
  for (let inner = part.first; inner; inner = inner.next) need = max(need, inner.used);
  // With two stages the section is as long as the panel, whatever it needs.
  for (let lifted = restsMatter && !whole; lifted; ) {
    lifted = false;
    for (let inner = part.first; inner; inner = inner.next) {
      if (goodRest(need - inner.used)) continue;
      need = inner.used + minRest;
      lifted = true;
    }
  }
  return need;
}

/** In debug builds: are all sums and sizes of the draft what they would be if they were worked out anew? */
export function auditDraft(): void {
  let pieces = 0;
  let keys: f64 = 0;
  for (let k = 0; k < draft.panels; k++) {
    const panel = panelAt(k);
    keys += key[panel.stock];
    assert(panel.index === k && panel.pieces > 0);
    auditSum(panel);
    let bare = panel.along * panel.across;
    for (let section = panel.first; section; section = section.next) {
      auditSum(section);
      assert(section.size === neededSize(section, twoStages));
      for (let strip = section.first; strip; strip = strip.next) {
        auditSum(strip);
        assert(strip.size === neededSize(strip, false));
        pieces += strip.parts;
        for (let piece = strip.first; piece; piece = piece.next) {
          assert(placed[piece.type] > 0 && isOpen(piece.type, piece.turned));
          bare -= piece.size * piece.used;
        }
      }
    }
    assert(panel.bare === bare);
  }
  assert(draft.pieces === pieces && draft.key === keys);
}

function auditSum(part: PanelNode): void {
  let sum: f64 = 0;
  let parts = 0;
  for (let inner = part.first; inner; inner = inner.next) {
    assert(inner.parent === part);
    sum += inner.size;
    parts++;
  }
  assert(part.used === sum && part.parts === parts);
}
