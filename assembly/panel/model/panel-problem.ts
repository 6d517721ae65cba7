/**
 * The request in tables. Sizes are whole numbers that include the kerf, so pieces lie side by side without a gap.
 *
 * A panel is seen along its first cut: `along` is the direction that the cut divides, `across` the other. A panel with
 * a first cut across has its length along, one with a first rip its width.
 */

import { PanelCut, PanelGrain, PanelRequestHead, PanelStockBlock, PanelType } from "../../layout";
import { Ints, Numbers, reserveInts, reserveNumbers } from "../../vector";
import { defectCount, defectEnd, defectStock, isDamaged, overlapsDefect, readDefects } from "./defects";

/** Places that a piece may begin at whatever the defects. */
const PLAIN_STARTS: i32 = 3;

export let typeCount: i32 = 0;
export let pieceLength: Numbers = changetype<Numbers>(0);
export let pieceWidth: Numbers = changetype<Numbers>(0);
export let demand: Ints = changetype<Ints>(0);
export let grain: Ints = changetype<Ints>(0);
export let worth: Numbers = changetype<Numbers>(0);
/** Pieces in all. */
export let pieceCount: f64 = 0;

export let stockCount: i32 = 0;
export let stockLength: Numbers = changetype<Numbers>(0);
export let stockWidth: Numbers = changetype<Numbers>(0);
export let limit: Ints = changetype<Ints>(0);
export let key: Numbers = changetype<Numbers>(0);
export let primary: Numbers = changetype<Numbers>(0);
export let stockGrain: Ints = changetype<Ints>(0);

export let seed: u32 = 1;
/** One unit of `primary` in units of `key`. */
export let scale: f64 = 1;
export let twoStages: bool = false;
export let exact: bool = false;
export let firstCut: PanelCut = PanelCut.ANY;
export let maxParts: i32 = 0;
export let maxPieces: i32 = 0;
export let kerf: f64 = 0;
export let minRest: f64 = 0;
/** The least that can be cut off between two parts. */
export let minGap: f64 = 0;
/** True when rests may be too small to be cut off. */
export let restsMatter: bool = false;
export let staged: bool = false;
/** True when of equal plans the one with fewer patterns is better. */
export let fewestPatterns: bool = false;
/** What an offcut measures at least, kerf not included; -1 where no rest is one. */
export let minOffcutLength: f64 = -1;
export let minOffcutWidth: f64 = -1;
/** True when some pieces have to lie the same way round as their copies. */
export let anyAlike: bool = false;

/** Reads the request block and keeps its numbers in tables of this file. */
export function readProblem(request: usize): void {
  const block = changetype<Numbers>(request);
  typeCount = <i32>block[PanelRequestHead.TYPES];
  stockCount = <i32>block[PanelRequestHead.STOCKS];
  seed = <u32>block[PanelRequestHead.SEED];
  scale = block[PanelRequestHead.SCALE];
  twoStages = block[PanelRequestHead.TWO_STAGES] !== 0;
  exact = block[PanelRequestHead.EXACT] !== 0;
  firstCut = <PanelCut>block[PanelRequestHead.FIRST_CUT];
  kerf = block[PanelRequestHead.KERF];
  minRest = block[PanelRequestHead.MIN_REST];
  restsMatter = minRest > kerf;
  minGap = max(minRest, kerf + 1);
  staged = block[PanelRequestHead.STAGED] !== 0;
  fewestPatterns = block[PanelRequestHead.FEWEST_PATTERNS] !== 0;
  minOffcutLength = block[PanelRequestHead.MIN_OFFCUT_LENGTH];
  minOffcutWidth = block[PanelRequestHead.MIN_OFFCUT_WIDTH];
  readTypes(block);
  maxParts = <i32>block[PanelRequestHead.MAX_PARTS];
  maxPieces = <i32>min(block[PanelRequestHead.MAX_PIECES], pieceCount);
  readStocks(block);
}

function readTypes(block: Numbers): void {
  pieceLength = reserveNumbers(typeCount);
  pieceWidth = reserveNumbers(typeCount);
  demand = reserveInts(typeCount);
  grain = reserveInts(typeCount);
  worth = reserveNumbers(typeCount);
  pieceCount = 0;
  anyAlike = false;
  let at: i32 = PanelRequestHead.SLOTS;
  for (let i = 0; i < typeCount; i++) {
    pieceLength[i] = block[at + PanelType.LENGTH];
    pieceWidth[i] = block[at + PanelType.WIDTH];
    demand[i] = <i32>block[at + PanelType.DEMAND];
    grain[i] = <i32>block[at + PanelType.GRAIN];
    worth[i] = block[at + PanelType.WORTH];
    pieceCount += <f64>demand[i];
    if (grain[i] === PanelGrain.ALIKE) anyAlike = true;
    at += PanelType.SLOTS;
  }
}

function readStocks(block: Numbers): void {
  stockLength = reserveNumbers(stockCount);
  stockWidth = reserveNumbers(stockCount);
  limit = reserveInts(stockCount);
  key = reserveNumbers(stockCount);
  primary = reserveNumbers(stockCount);
  stockGrain = reserveInts(stockCount);
  let at: i32 = PanelRequestHead.SLOTS + typeCount * PanelType.SLOTS;
  for (let j = 0; j < stockCount; j++) {
    stockLength[j] = block[at + PanelStockBlock.LENGTH];
    stockWidth[j] = block[at + PanelStockBlock.WIDTH];
    // More panels than pieces are never used.
    limit[j] = <i32>min(block[at + PanelStockBlock.LIMIT], pieceCount);
    key[j] = block[at + PanelStockBlock.KEY];
    primary[j] = block[at + PanelStockBlock.PRIMARY];
    stockGrain[j] = <i32>block[at + PanelStockBlock.GRAIN];
    at += PanelStockBlock.SLOTS;
  }
  readDefects(block, at, stockCount);
}

/** True when a piece may lie on a stock that way round: 0 as it is, 1 turned. */
export function mayLie(type: i32, stock: i32, turned: i32): bool {
  const wanted = grain[type];
  const on = stockGrain[stock];
  if (wanted === PanelGrain.NONE || wanted === PanelGrain.ALIKE || on === PanelGrain.NONE) {
    // A square is the same either way round, unless its grain says otherwise.
    return turned === 0 || pieceLength[type] !== pieceWidth[type];
  }
  return (wanted !== on) === (turned !== 0);
}

/** Size of a panel in the direction that its first cut divides, and in the other. */
export function alongOf(stock: i32, cut: PanelCut): f64 {
  return cut === PanelCut.CROSS ? stockLength[stock] : stockWidth[stock];
}

export function acrossOf(stock: i32, cut: PanelCut): f64 {
  return cut === PanelCut.CROSS ? stockWidth[stock] : stockLength[stock];
}

/** Size of a piece in the same directions. */
export function pieceAlong(type: i32, turned: i32, cut: PanelCut): f64 {
  return (cut === PanelCut.CROSS) === (turned === 0) ? pieceLength[type] : pieceWidth[type];
}

export function pieceAcross(type: i32, turned: i32, cut: PanelCut): f64 {
  return (cut === PanelCut.CROSS) === (turned === 0) ? pieceWidth[type] : pieceLength[type];
}

/** True when `rest` can be cut off, or is none. */
export function goodRest(rest: f64): bool {
  return rest <= kerf || rest >= minRest;
}

/** True when the piece fits an empty panel of the stock with that first cut. */
export function fitsAlone(type: i32, stock: i32, cut: PanelCut, turned: i32): bool {
  if (!mayLie(type, stock, turned)) return false;
  const along = alongOf(stock, cut) - pieceAlong(type, turned, cut);
  const across = acrossOf(stock, cut) - pieceAcross(type, turned, cut);
  if (along < 0 || across < 0) return false;
  if (isDamaged(stock)) return fitsBeside(stock, cut, along, across);
  return goodRest(along) && goodRest(across);
}

/** True when a piece that leaves so much of a panel with defects has a place beside them. */
function fitsBeside(stock: i32, cut: PanelCut, along: f64, across: f64): bool {
  const other = cut === PanelCut.CROSS ? PanelCut.RIP : PanelCut.CROSS;
  for (let i = 0; i < defectCount + PLAIN_STARTS; i++) {
    const at = startAt(i, stock, cut, along);
    if (!goodStart(at, along, !twoStages)) continue;
    for (let j = 0; j < defectCount + PLAIN_STARTS; j++) {
      const up = startAt(j, stock, other, across);
      if (!goodStart(up, across, twoStages)) continue;
      const length = alongOf(stock, cut) - along;
      const width = acrossOf(stock, cut) - across;
      const hit =
        cut === PanelCut.CROSS
          ? overlapsDefect(stock, at, up, length, width)
          : overlapsDefect(stock, up, at, width, length);
      if (!hit) return true;
    }
  }
  return false;
}

/** Where a piece may begin in a room of which it leaves `rest`: where what is allowed begins, or behind a defect. */
function startAt(index: i32, stock: i32, cut: PanelCut, rest: f64): f64 {
  if (index === 0) return 0;
  if (index === 1) return minGap;
  if (index === 2) return rest - kerf;
  const defect = index - PLAIN_STARTS;
  return defectStock(defect) === stock ? defectEnd(defect, cut) : -1;
}

/** True when the gap before a piece and the rest behind it can be cut off; in the first stage the gap is one more part. */
function goodStart(at: f64, rest: f64, first: bool): bool {
  if (at !== 0 && (at < minGap || (first && maxParts < 2))) return false;
  return at <= rest && goodRest(rest - at);
}
