/** Every constant of the cutting core, with its unit and what it trades. Work is counted in units of `work.ts`. */

/** Dual feasible functions by steps, from 0 to this: finer ones tell no weights apart that matter. */
export const DUAL_STEPS: i32 = 100;
/** Pieces times kinds of bars: up to this, plans with one type to a bar are worked out piece by piece. */
export const SINGLE_TYPE_WORK: f64 = 5_000_000;

/**
 * Exponent of a weight in sequential value correction: above 1 it favours long pieces (Belov's choice). Half and twice of it
 * cost 0.3 % of the material on hard jobs.
 */
export const CORRECTION_POWER: f64 = 1.02;
/** Nodes of one filling in a constructed plan, for few kinds of bars: more time for one plan, or more plans. */
export const FILL_NODES: i32 = 1500;
/** Constructed plans after the first, before the linear program. */
export const FILL_ROUNDS: i32 = 12;
/** Work for constructing plans at a stretch, on any job. */
export const FILL_WORK: f64 = 10_000_000;
/** Work for constructing plans at a stretch, more for each type: their plans take longer. */
export const FILL_WORK_PER_TYPE: f64 = 100_000;

/** Exchanges of basic columns between two factorisations at most: room for their etas. */
export const ETA_LIMIT: i32 = 64;
/** A pivot is at least this part of the largest candidate; smaller keeps the factors sparser, larger more exact. */
export const PIVOT_THRESHOLD: f64 = 0.1;
/** An entry of a factor below this is rounding error. */
export const PIVOT_ZERO: f64 = 1e-11;
/** An entry of a simplex direction below this is no pivot. */
export const PIVOT_SMALL: f64 = 1e-8;
/** A reduced cost below minus this is worth a pivot; the dearest bar costs 1. */
export const COST_TOLERANCE: f64 = 1e-9;
/** How far a basic column may lie outside its bounds, in bars. */
export const VALUE_TOLERANCE: f64 = 1e-9;
/** Columns that one look through all of them keeps for the next steps of the primal method. */
export const CANDIDATES: i32 = 24;

/** Cells of an exact pricing table that is always used: it is filled sooner than branch and bound begins. */
export const PRICE_CELLS_SMALL: f64 = 60_000;
/** Cells of an exact pricing table at most: 16 MB. In between it is used once branch and bound has taken longer. */
export const PRICE_CELLS: f64 = 2_000_000;
/** Cells of the pricing table where capacities are too large for an exact one: few, since it is filled often. */
export const COARSE_CELLS: f64 = 500_000;
/** Columns that a coarse table has at least: with fewer its bounds are worth nothing. */
export const PRICE_LEAST_WIDTH: f64 = 500;
/** Cells of the table that are filled between two pauses. */
export const TABLE_CELLS_AT_ONCE: i32 = 300_000;
/** Cells of the table that are a unit of work, as long as they take. */
export const TABLE_CELLS_PER_WORK: f64 = 2;
/** Nodes of branch and bound per pricing, shared by the kinds of bars. */
export const PRICE_NODES: i32 = 200_000;
/** Patterns that one pricing returns at most: many save rounds, and make the program longer. */
export const PRICE_COLUMNS: i32 = 48;
/** Patterns of one pricing that may contain the same type: those that differ teach the program more. */
export const PRICE_REPEATS: i32 = 3;
/** Steps from a coarse table's bound down to the threshold. */
export const PRICE_FLOORS: f64 = 4;
/** Rows that proving a lower bound on a bar's value may visit, shared by the kinds of bars. */
export const PRICE_PROOF_WALK: i32 = 1_000_000;
/** Rows that listing patterns may visit. */
export const PRICE_WALK: i32 = 40_000;
/** Steps of a walk down the table between two pauses. */
export const PRICE_STEPS: i32 = 50_000;

/** Columns that the linear program has room for; when they are full the least promising are forgotten. */
export const POOL_COLUMNS: i32 = 20_000;
/** Entries of those columns: 40 for each. */
export const POOL_ENTRIES: i32 = 800_000;
/** Price of missing pieces, in dearest bars for each dearest bar's length: enough to place whatever can be placed. */
export const MISSING_PRICE: f64 = 1000;
/** Steps of the simplex method per row before it goes on although it is not done: degenerate programs stall. */
export const PIVOTS_PER_ROW: i32 = 40;
/** Failures of arithmetic that one program is worked on after. */
export const MOST_FAILURES: i32 = 6;
/** Part of the best bound's values in those that are priced (Wentges). */
export const SMOOTHING: f64 = 0.7;
/** Work on the program before its unfinished solution is rounded for the first time: about half a second. */
export const ROUNDING_WORK: f64 = 60_000_000;

/** Pricings after each fixing of a dive. */
export const DIVE_ROUNDS: i32 = 4;
/** How far above the gap a pattern's reduced cost may be before it is forgotten; the dearest bar costs 1. */
export const DIVE_SLACK: f64 = 1e-4;

/** The search ends when it has worked this many times as long as until its last gain. */
export const PATIENCE: f64 = 3;
/** Work without a gain that is always done where everything has a place: more than most callers have time for. */
export const LEAST_WORK: f64 = 4_000_000_000;
/** The same where not everything fits: no proof is to be had there. */
export const LEAST_WORK_SHORT: f64 = 400_000_000;
/** Work spent on ties once the objective is proven, beyond as much as that took. */
export const TIE_WORK: f64 = 1_000_000;

/** Patterns that branch and bound takes on. */
export const LIST_PATTERNS: i32 = 12_000;
/** Nodes spent on counting them. */
export const LIST_NODES: i32 = 3_000_000;
/** With more types than this branches are not on pairs: the table of pairs would have more than 1 MB. */
export const PAIR_TYPES: i32 = 400;
/** Part of a branch's score that chance may take off it from the second run on. */
export const SEARCH_NOISE: f64 = 0.2;
/** Leaves of the first run of a search. */
export const SEARCH_LEAVES: f64 = 8;
/** How many times as long as the one before each run is. */
export const SEARCH_GROWTH: f64 = 1.4;
/** Levels of branch and bound that there is room for. */
export const SEARCH_DEPTH: i32 = 2000;
/** Work that a single search may take beyond as much as has been done before. */
export const SEARCH_WORK: f64 = 300_000_000;
/** Nodes between two packings of the rest. */
export const SEARCH_PACKING: i32 = 16;
/** Dual steps per row of the program that a node may take before its basis is made anew. */
export const SEARCH_PIVOTS: i32 = 8;
/** Largest relative change of a cost in branch and bound. */
export const SEARCH_PERTURBATION: f64 = 1e-7;
/** The part of the objective's step that perturbation and tolerances may move a plan by. */
export const SEARCH_STEP: f64 = 0.01;
/** How far above a key, relative to it, the program's value may lie and still stand for it. */
export const SEARCH_TOLERANCE: f64 = 1e-6;

/** Cells of the table of sums at most: 24 MB. */
export const MIX_CELLS: f64 = 1_500_000;
/** Cells times passes that filling it may take. */
export const MIX_WORK: f64 = 60_000_000;
/** Mixes that are tried. */
export const MIX_TRIES: i32 = 40;
/** Plans that are packed into each mix. */
export const MIX_TURNS: i32 = 3;
