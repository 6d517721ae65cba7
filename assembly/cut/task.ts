/** The tasks that the search for a plan of bars consists of; `solve` says what follows what. */
export enum Task {
  FILL = 0,
  MASTER = 1,
  DIVE = 2,
  /** Counting patterns, listing them, solving the program over the list, branch and bound on it. */
  COUNT = 3,
  LIST = 4,
  SOLVE_LIST = 5,
  SEARCH = 6,
  /** Table of the sums that whole bars make, and packing into mixes of bars. */
  TABLE = 7,
  MIX = 8,
  /** Rounding what the program has reached, when it takes long. */
  ROUNDING = 9,
  END = 10,
  /** Solving the program to its very optimum, so that few patterns are cheap enough for a better plan. */
  CONVERGE = 11,
}
