/**
 * Blocks that cross the boundary, read by both compilers: enums only, so that AssemblyScript and TypeScript see
 * the same numbers. A block is an array of 8-byte slots; every slot holds an f64 (counts and indices included, all
 * of them far below 2^53), so each side needs a single view and no packing rules.
 */

/** Raised whenever a block changes shape; the host refuses a binary that reports another number. */
export enum Layout {
  VERSION = 1,
}

/** What `nestStep` and `cutStep` return. */
export enum Status {
  /** More to do: call again. */
  RUNNING = 0,
  /** Finished by itself: nothing is left to gain, or the work budget is used up. */
  DONE = 1,
}
