/**
 * The request in tables: types of pieces by falling weight, bars by falling capacity, everything whole numbers.
 * Weights and capacities are below 2^51, so every sum that fits a bar is exact.
 *
 * The folder:
 *
 *     request block ─► cut-problem   pieces and bars in tables; cut-rules: what a bar may hold
 *                      cut-plan      patterns with their counts, and which of two is better
 *                      cut-tuning    constants that tune the search; limits: tolerances, room of lists
 */
import { Bar, CutRequestHead, PieceType } from "../../layout";
import { copyNumbers, Ints, Numbers, reserveInts, reserveNumbers } from "../../vector";

export let typeCount: i32 = 0;
export let weight: Numbers = changetype<Numbers>(0);
/** Worth of placing one piece when not everything can be placed. */
export let worth: Numbers = changetype<Numbers>(0);
export let demand: Ints = changetype<Ints>(0);
/** Class per type, and the number of classes: 0 where bars have no states. */
export let classOf: Ints = changetype<Ints>(0);
export let classCount: i32 = 0;
/** States per class: absent or present; or absent, odd, even. */
export let classStates: Ints = changetype<Ints>(0);
/** Room that a bar in a state takes beyond the weights of its pieces. */
export let excess: Numbers = changetype<Numbers>(0);
export let stateCount: i32 = 0;
/** Pieces in all. */
export let pieceCount: f64 = 0;
/** Weight of all pieces. */
export let volume: f64 = 0;

export let barCount: i32 = 0;
export let capacity: Numbers = changetype<Numbers>(0);
export let limit: Ints = changetype<Ints>(0);
export let key: Numbers = changetype<Numbers>(0);
export let primary: Numbers = changetype<Numbers>(0);
/** The most worth a bar can hold. */
export let worthRoom: Numbers = changetype<Numbers>(0);
/** The most pieces, and the most types, that a bar may hold. */
export let maxPieces: i32 = 0;
export let maxTypes: i32 = 0;
/** True when more than capacity decides what a bar holds: then `cut-rules` has to be asked. */
export let ruled: bool = false;
/** One unit of `primary` in units of `key`. */
export let scale: f64 = 1;
export let seed: u32 = 1;

/** Reads the request block and keeps its numbers in tables of this file. */
export function readProblem(request: usize): void {
  const block = changetype<Numbers>(request);
  typeCount = <i32>block[CutRequestHead.TYPES];
  barCount = <i32>block[CutRequestHead.BARS];
  seed = <u32>block[CutRequestHead.SEED];
  scale = block[CutRequestHead.SCALE];
  weight = reserveNumbers(typeCount);
  worth = reserveNumbers(typeCount);
  demand = reserveInts(typeCount);
  classOf = reserveInts(typeCount);
  classCount = <i32>block[CutRequestHead.CLASSES];
  ruled = classCount > 0;
  pieceCount = 0;
  volume = 0;
  let at: i32 = CutRequestHead.SLOTS;
  for (let i = 0; i < typeCount; i++) {
    weight[i] = block[at + PieceType.WEIGHT];
    worth[i] = block[at + PieceType.LENGTH];
    demand[i] = <i32>block[at + PieceType.DEMAND];
    pieceCount += block[at + PieceType.DEMAND];
    volume += block[at + PieceType.DEMAND] * weight[i];
    classOf[i] = <i32>block[at + PieceType.CLASS];
    at += PieceType.SLOTS;
  }
  maxPieces = <i32>min(block[CutRequestHead.MAX_PIECES], pieceCount);
  maxTypes = <i32>min(block[CutRequestHead.MAX_TYPES], <f64>typeCount);
  if (<f64>maxPieces < pieceCount || maxTypes < typeCount) ruled = true;
  capacity = reserveNumbers(barCount);
  limit = reserveInts(barCount);
  key = reserveNumbers(barCount);
  primary = reserveNumbers(barCount);
  worthRoom = reserveNumbers(barCount);
  for (let j = 0; j < barCount; j++) {
    capacity[j] = block[at + Bar.CAPACITY];
    // More bars than pieces are never used.
    limit[j] = <i32>min(block[at + Bar.LIMIT], pieceCount);
    key[j] = block[at + Bar.KEY];
    primary[j] = block[at + Bar.PRIMARY];
    worthRoom[j] = block[at + Bar.LENGTH];
    at += Bar.SLOTS;
  }
  readStates(block, at);
}

/** Reads the states of a bar, from slot `at` of the block on. */
function readStates(block: Numbers, at: i32): void {
  classStates = reserveInts(classCount);
  stateCount = 1;
  for (let c = 0; c < classCount; c++) {
    classStates[c] = <i32>block[at++];
    stateCount *= classStates[c];
  }
  excess = reserveNumbers(stateCount);
  if (classCount > 0)
    copyNumbers(excess, changetype<Numbers>(changetype<usize>(block) + ((<usize>at) << 3)), stateCount);
}

/** The most pieces of type `i` that `room` holds. */
export function fitting(i: i32, room: f64): f64 {
  return Math.floor(room / weight[i]);
}
