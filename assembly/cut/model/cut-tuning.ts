/** Constants that tune the solver for bars: each trades gain for time. Work is in units of `work.ts`. */

/**
 * Exponent of a weight in sequential value correction: above 1 it favours long pieces (Belov's choice). Half and twice of it
 * cost 0.3 % of the material on hard jobs.
 */
export const CORRECTION_POWER: f64 = 1.02;
/** Nodes of one filling in a constructed plan, for few kinds of bars: more time for one plan, or more plans. */
export const FILL_NODES: i32 = 1500;
/** Constructed plans after the first, before the linear program. */
export const FILL_ROUNDS: i32 = 12;
/** Work for constructing plans at a stretch; first plans get a hundredth more for each type. */
export const FILL_WORK: f64 = 10_000_000;

/** Cells of an exact pricing table that is always used: it is filled sooner than branch and bound begins. */
export const PRICE_CELLS_SMALL: f64 = 60_000;
/** Columns that a coarse table has at least: with fewer its bounds are worth nothing. */
export const PRICE_LEAST_WIDTH: f64 = 500;
/** Nodes of branch and bound per pricing, shared by the kinds of bars. */
export const PRICE_NODES: i32 = 200_000;
/** Patterns that one pricing returns at most: many save rounds, and make the program longer. */
export const PRICE_COLUMNS: i32 = 48;
/** Patterns of one pricing that may contain the same type: those that differ teach the program more. */
export const PRICE_REPEATS: i32 = 3;
/** Steps from a coarse table's bound down to the threshold. */
export const PRICE_FLOORS: f64 = 4;
/** Rows that listing patterns may visit; 25 times as many, shared by the kinds of bars, where a bound is proven. */
export const PRICE_WALK: i32 = 40_000;

/** Steps of a simplex method per row before it is taken to go in circles. */
export const PIVOTS_PER_ROW: i32 = 40;
/** Part of the best bound's values in those that are priced (Wentges). */
export const SMOOTHING: f64 = 0.7;
/**
 * Work of about half a second: so much goes into the program before its unfinished solution is rounded, at most into the
 * table of mixes, and five times as much into a single search beyond what has been done before.
 */
export const ROUNDING_WORK: f64 = 60_000_000;

/** Pricings after each fixing of a dive. */
export const DIVE_ROUNDS: i32 = 4;

/** The search for bars or panels ends when it has worked this many times as long as until its last gain. */
export const PATIENCE: f64 = 3;
/**
 * Work without a gain that is always done: more than most callers have time for. A tenth where not everything fits, as
 * no proof is to be had there.
 */
export const LEAST_WORK: f64 = 4_000_000_000;
/** Work spent on ties once the objective is proven, beyond as much as that took. */
export const TIE_WORK: f64 = 1_000_000;

/** Patterns that branch and bound takes on; counting them may visit 250 nodes for each. */
export const LIST_PATTERNS: i32 = 12_000;
/** Part of a branch's score that chance may take off it from the second run on. */
export const SEARCH_NOISE: f64 = 0.2;
/** Leaves of the first run of a search. */
export const SEARCH_LEAVES: f64 = 8;
/** How many times as long as the one before each run is. */
export const SEARCH_GROWTH: f64 = 1.4;
/** Nodes between two packings of the rest. */
export const SEARCH_PACKING: i32 = 16;

/** Mixes that are tried. */
export const MIX_TRIES: i32 = 40;
/** Plans that are packed into each mix. */
export const MIX_TURNS: i32 = 3;
