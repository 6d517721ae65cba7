/**
 * Between two moves every search of nesting asks whether it is to go on. There it may be suspended, other searches have
 * their turns, and it learns that it is to be left: nothing is left to gain, or the layout that it is about is no longer
 * the best. The course of the job (nest-search.ts) says what happens there.
 */

/** Searches that are told apart between two moves. */
export enum Phase {
  /** Boxes, sheets without waste, circles. */
  OTHER = 0,
  LATTICE = 1,
  ROUNDS = 2,
  /** Parts that the layout in the inbox leaves out are placed around those that it holds. */
  COMPLETE = 3,
  LARGE = 4,
  /** From here on it is about sheets of the incumbent. */
  INSERT = 5,
  EXCHANGE = 6,
  OVERFILL = 7,
  COMPRESS = 8,
  END = 9,
}

/** The search at hand. */
export let phase: Phase = Phase.OTHER;

export function turnTo(next: Phase): void {
  phase = next;
}

/** Why a search is to be left. */
export enum Leave {
  /** It is not. */
  NOT = 0,
  /** It has had its share of the work. */
  ENOUGH = 1,
  /** The sheet that is being filled, or the layout that is completed, is not what it was: the round begins anew. */
  RESTART = 2,
  /** A better layout came from outside. */
  ADOPTED = 3,
  /** Another search has found a better layout meanwhile. */
  STALE = 4,
  /** The whole search is over. */
  OVER = 5,
}

export let leaveReason: Leave = Leave.NOT;
let between: () => void = nothing;

function nothing(): void {}

/** Says what is done between two moves. */
export function setBetweenMoves(doBetween: () => void): void {
  between = doBetween;
}

/** To be called between two moves; false when the search is to be left at once, with whatever has called it. */
export function goOn(): bool {
  between();
  return leaveReason === Leave.NOT;
}

/** Has `goOn` said so? */
export function isLeft(): bool {
  return leaveReason !== Leave.NOT;
}

/** From now on `goOn` is to return false, until the course has heard of it. */
export function leave(why: Leave): void {
  if (why > leaveReason) leaveReason = why;
}

/** The course has heard of it, and another search begins. */
export function clearLeave(): void {
  leaveReason = Leave.NOT;
}
